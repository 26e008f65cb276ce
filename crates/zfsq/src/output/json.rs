//! JSON: one object with all rows.

use std::io::Write;

use anyhow::Result;
use serde::ser::{Serialize, Serializer};

use super::Report;
use super::missing::Missing;
use super::sheet::{Object, Sheet};

/// The version of the objects' form: a change that a reader could stumble over raises it.
const SCHEMA: u32 = 1;

#[derive(serde::Serialize)]
struct Document<'a> {
    schema: u32,
    command: &'a str,
    dialect: &'a str,
    proven: bool,
    commands: &'a [String],
    rows: Rows<'a>,
    incomplete: Vec<Missing>,
}

struct Rows<'a>(&'a Sheet<'a>);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns = self.0.columns();
        serializer.collect_seq(self.0.rows().map(|row| Object { columns, row }))
    }
}

pub(super) fn write(report: &Report<'_>, mut out: &mut dyn Write) -> Result<()> {
    let document = Document {
        schema: SCHEMA,
        command: report.command,
        dialect: &report.dialect,
        proven: report.proven,
        commands: &report.commands,
        rows: Rows(report.sheet),
        incomplete: report.lacks.iter().map(|lack| Missing::from(*lack)).collect(),
    };
    serde_json::to_writer_pretty(&mut out, &document)?;
    Ok(writeln!(out)?)
}
