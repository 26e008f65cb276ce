//! Tables for people: names on the left, numbers on the right, two spaces between columns.

use std::borrow::Cow;
use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use super::human;
use super::sheet::Sheet;
use super::visible;

const GAP: usize = 2;

/// Writes a sheet; one without rows as nothing. Control characters in cells are made visible, in a pipe
/// too: a line of a table is a row, and `grep` is for people as well.
pub(super) fn write(sheet: &Sheet<'_>, out: &mut dyn Write) -> io::Result<()> {
    if sheet.is_empty() {
        return Ok(());
    }
    let shown: Vec<usize> = (0..sheet.columns().len())
        .filter(|place| sheet.columns().get(*place).is_some_and(|column| column.in_tables))
        .collect();
    let columns = shown.iter().filter_map(|place| sheet.columns().get(*place));
    let (titles, numbers): (Vec<_>, Vec<_>) =
        columns.map(|column| (Cow::Borrowed(column.title.as_bytes()), column.numbers)).unzip();
    // Made twice, once for the widths, so that no table is held in memory.
    lay_out(&numbers, out, |line| {
        line(&titles)?;
        sheet.rows().try_for_each(|row| {
            let data = shown.iter().filter_map(|place| row.get(*place));
            let cells: Vec<_> = data
                .map(|datum| Cow::from(visible::cell(&human::text(datum)).into_owned()))
                .collect();
            line(&cells)
        })
    })
}

/// Writes lines of cells as columns; `numbers` says which of those stand on the right. `each` is
/// called twice and gives the same lines each time.
pub(crate) fn lay_out(
    numbers: &[bool],
    out: &mut dyn Write,
    each: impl Fn(&mut dyn FnMut(&[Cow<'_, [u8]>]) -> io::Result<()>) -> io::Result<()>,
) -> io::Result<()> {
    let mut widths = vec![0; numbers.len()];
    each(&mut |cells| {
        for (widest, cell) in widths.iter_mut().zip(cells) {
            *widest = width(cell).max(*widest);
        }
        Ok(())
    })?;
    each(&mut |cells| {
        // Spaces are written when something follows them, so that no line ends in padding.
        let mut gap = 0;
        for ((cell, widest), on_right) in cells.iter().zip(&widths).zip(numbers) {
            let padding = widest.saturating_sub(width(cell));
            let (before, behind) = if *on_right { (padding, 0) } else { (0, padding) };
            if !cell.is_empty() {
                write!(out, "{:1$}", "", gap + before)?;
                out.write_all(cell)?;
                gap = 0;
            } else {
                gap += before;
            }
            gap += behind + GAP;
        }
        out.write_all(b"\n")
    })
}

/// The places that a text takes on a terminal.
fn width(text: &[u8]) -> usize {
    String::from_utf8_lossy(text).width()
}
