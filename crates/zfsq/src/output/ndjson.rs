//! NDJSON: an object a row, a line each; then one for everything that is missing, under the key
//! `incomplete`.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;

use super::Report;
use super::missing::Missing;
use super::sheet::Object;

#[derive(Serialize)]
struct Incomplete {
    incomplete: Missing,
}

pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> Result<()> {
    let columns = report.sheet.columns();
    for row in report.sheet.rows() {
        line(&Object { columns, row }, out)?;
    }
    for lack in &report.lacks {
        line(&Incomplete { incomplete: Missing::from(*lack) }, out)?;
    }
    Ok(())
}

fn line<T: Serialize>(object: &T, mut out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer(&mut out, object)?;
    Ok(writeln!(out)?)
}
