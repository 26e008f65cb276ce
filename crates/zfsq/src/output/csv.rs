//! CSV, with a header.

use std::io::{self, Write};

use anyhow::Result;

use super::sheet::{Datum, Sheet};

pub(super) fn write(sheet: &Sheet<'_>, out: &mut dyn Write) -> Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(sheet.columns().iter().map(|column| &column.name)).map_err(plain)?;
    for row in sheet.rows() {
        csv.write_record(row.iter().map(Datum::exact)).map_err(plain)?;
    }
    Ok(csv.flush()?)
}

/// The error of the pipe or file inside, by which a closed pipe is known.
fn plain(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}
