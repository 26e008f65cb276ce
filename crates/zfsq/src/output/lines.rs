//! The formats that have a line for each row, so that rows can be printed as they come.

use std::io::Write;

use anyhow::Result;
use zfs_parse::answer::Lack;

use super::csv::Csv;
use super::ndjson::Ndjson;
use super::sheet::{Column, Row};
use super::tsv::Tsv;
use crate::cli::Format;

/// Rows on their way out.
pub(super) trait Lines {
    /// What stands above the rows, where the format has that.
    fn head(&mut self, columns: &[Column]) -> Result<()>;

    fn row(&mut self, columns: &[Column], row: Row<'_>) -> Result<()>;

    /// What is missing, where the format has a place for that, and the end.
    fn end(&mut self, lacks: &[&Lack]) -> Result<()>;
}

/// The lines of a format; nothing for one that is not of lines.
pub(super) fn of<'o>(format: Format, out: impl Write + 'o) -> Option<Box<dyn Lines + 'o>> {
    match format {
        Format::Table | Format::Json => None,
        Format::Ndjson => Some(Box::new(Ndjson(out))),
        Format::Csv => Some(Box::new(Csv::new(out))),
        Format::Tsv => Some(Box::new(Tsv(out))),
    }
}
