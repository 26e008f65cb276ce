//! TSV, with a header. TAB, newline, carriage return and backslash in a value are written `\t`,
//! `\n`, `\r` and `\\`, so that a line is a row, a TAB ends a field, and values can be had back.

use std::io::{self, Write};

use anyhow::Result;
use zfs_parse::answer::Lack;

use super::lines::Lines;
use super::sheet::{Column, Datum, Row};

pub(super) struct Tsv<W>(pub(super) W);

impl<W: Write> Lines for Tsv<W> {
    fn head(&mut self, columns: &[Column]) -> Result<()> {
        Ok(line(columns.iter().map(|column| column.name.as_bytes()), &mut self.0)?)
    }

    fn row(&mut self, _: &[Column], row: Row<'_>) -> Result<()> {
        Ok(line(row.iter().map(Datum::exact), &mut self.0)?)
    }

    fn end(&mut self, _: &[&Lack]) -> Result<()> {
        Ok(self.0.flush()?)
    }
}

fn line<T: AsRef<[u8]>>(fields: impl Iterator<Item = T>, out: &mut dyn Write) -> io::Result<()> {
    for (place, field) in fields.enumerate() {
        if place > 0 {
            out.write_all(b"\t")?;
        }
        for piece in field.as_ref().split_inclusive(|b| b"\t\n\r\\".contains(b)) {
            match piece.split_last() {
                Some((b'\t', text)) => (out.write_all(text)?, out.write_all(b"\\t")?),
                Some((b'\n', text)) => (out.write_all(text)?, out.write_all(b"\\n")?),
                Some((b'\r', text)) => (out.write_all(text)?, out.write_all(b"\\r")?),
                Some((b'\\', text)) => (out.write_all(text)?, out.write_all(b"\\\\")?),
                _ => (out.write_all(piece)?, ()),
            };
        }
    }
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_can_be_had_back() {
        let mut out = Vec::new();
        line([&b"a\tb\nc"[..], b"d\\t\re", b""].into_iter(), &mut out).unwrap();
        assert_eq!(out, b"a\\tb\\nc\td\\\\t\\re\t\n");
    }
}
