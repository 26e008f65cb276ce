//! CSV, with a header.

use std::io::{self, Write};

use anyhow::Result;
use zfs_parse::answer::Lack;

use super::lines::Lines;
use super::sheet::{Column, Datum, Row};

pub(super) struct Csv<W: Write>(csv::Writer<W>);

impl<W: Write> Csv<W> {
    pub(super) fn new(out: W) -> Self {
        Self(csv::Writer::from_writer(out))
    }
}

impl<W: Write> Lines for Csv<W> {
    fn head(&mut self, columns: &[Column]) -> Result<()> {
        Ok(self.0.write_record(columns.iter().map(|column| &column.name)).map_err(plain)?)
    }

    fn row(&mut self, _: &[Column], row: Row<'_>) -> Result<()> {
        Ok(self.0.write_record(row.iter().map(Datum::exact)).map_err(plain)?)
    }

    fn end(&mut self, _: &[&Lack]) -> Result<()> {
        Ok(self.0.flush()?)
    }
}

/// The error of the pipe or file inside, by which a closed pipe is known.
fn plain(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}
