//! NDJSON: an object a row, a line each; then one for everything that is missing, under the key
//! `incomplete`.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;
use zfs_parse::answer::Lack;

use super::lines::Lines;
use super::missing::Missing;
use super::sheet::{Column, Object, Row};

pub(super) struct Ndjson<W>(pub(super) W);

#[derive(Serialize)]
struct Incomplete {
    incomplete: Missing,
}

impl<W: Write> Ndjson<W> {
    fn line<T: Serialize>(&mut self, object: &T) -> Result<()> {
        serde_json::to_writer(&mut self.0, object)?;
        Ok(writeln!(self.0)?)
    }
}

impl<W: Write> Lines for Ndjson<W> {
    fn head(&mut self, _: &[Column]) -> Result<()> {
        Ok(())
    }

    fn row(&mut self, columns: &[Column], row: Row<'_>) -> Result<()> {
        self.line(&Object { columns, row })
    }

    fn end(&mut self, lacks: &[&Lack]) -> Result<()> {
        for lack in lacks {
            self.line(&Incomplete { incomplete: Missing::from(*lack) })?;
        }
        Ok(self.0.flush()?)
    }
}
