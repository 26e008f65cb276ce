//! Tables as they are printed for people: a header, and cells padded to its columns.
//!
//! Cells are two spaces apart at least. A cell can itself hold two spaces in a row, or be empty, so
//! the header's places decide: what stands under a column's header belongs to it, and a piece that
//! stands under none belongs to the neighbour that can hold spaces and is aligned so that it
//! reaches there. Where both could, the row is ambiguous, and is reported. Padding can't be told
//! from spaces at a cell's end: those are lost in this form, which is why questions never ask for
//! it where there is another.

use alloc::vec::Vec;
use core::ops::Range;

use memchr::memchr;

use super::lines::{Line, fields, lines};
use super::records::{Read, Records};
use crate::error::{ParseError, ParseErrorKind};

/// A column of a printed table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Column {
    /// Whether a cell of it can hold two spaces in a row.
    pub(crate) spaced: bool,
}

/// The header of a table: its columns' titles, with their places in the output; none where there is
/// no line, or one that was cut short.
pub(crate) fn titles(output: &[u8]) -> Vec<Range<usize>> {
    lines(output)
        .next()
        .filter(|line| line.ended)
        .map_or_else(Vec::new, |line| pieces(output, &line))
}

/// The records of a table, by its header and what is known of its columns.
pub(crate) fn read_table(output: Vec<u8>, columns: &[Column]) -> Read {
    let mut all = lines(&output);
    let header = all.next();
    let titles = titles(&output);
    let start = header.as_ref().map_or(0, |line| line.span.start);
    let places: Vec<Range<usize>> =
        titles.iter().map(|t| t.start.saturating_sub(start)..t.end.saturating_sub(start)).collect();
    let mut errors = Vec::new();
    if let Some(line) = header.as_ref().filter(|line| !line.ended) {
        let text = output.get(line.span.clone()).unwrap_or_default();
        errors.push(ParseError::new(ParseErrorKind::CutShort, 1, line.span.start, text));
    }
    let mut rows = Vec::new();
    if let Some(line) = header.filter(|_| places.is_empty() || places.len() != columns.len()) {
        let text = output.get(line.span.clone()).unwrap_or_default();
        errors.push(ParseError::new(ParseErrorKind::NotTheHeader, 1, line.span.start, text));
    }
    for line in all {
        let text = output.get(line.span.clone()).unwrap_or_default();
        let cut = match () {
            () if !line.ended => Err(ParseErrorKind::CutShort),
            () if text.is_empty() => continue,
            () if places.len() != columns.len() => Err(ParseErrorKind::MisalignedRow),
            () if memchr(b'\t', text).is_some() => Ok(pieces(&output, &line)),
            () => cut(&pieces(&output, &line), line.span.start, &places, columns),
        };
        match cut {
            Ok(cells) => rows.push((line, cells)),
            Err(kind) => errors.push(ParseError::new(kind, line.number, line.span.start, text)),
        }
    }
    let mut records = Records::new(output, columns.len());
    for (line, cells) in rows {
        if let Err(found) = records.push(line.number, cells) {
            let text = records.output().get(line.span.clone()).unwrap_or_default();
            let kind = ParseErrorKind::FieldCount { found, expected: columns.len() };
            errors.push(ParseError::new(kind, line.number, line.span.start, text));
        }
    }
    errors.sort_by_key(ParseError::line);
    Read { records, errors }
}

/// A line's fields where it has TABs, else what two or more spaces part on it.
fn pieces(output: &[u8], line: &Line) -> Vec<Range<usize>> {
    let text = output.get(line.span.clone()).unwrap_or_default();
    if memchr(b'\t', text).is_some() {
        return fields(output, line).collect();
    }
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut blanks = 2;
    for (at, byte) in (line.span.start..).zip(text) {
        match (byte, pieces.last_mut()) {
            (b' ', _) => blanks += 1,
            (_, Some(last)) if blanks < 2 => {
                last.end = at.saturating_add(1);
                blanks = 0;
            }
            _ => {
                pieces.push(at..at.saturating_add(1));
                blanks = 0;
            }
        }
    }
    pieces
}

/// Gives the pieces of a line that starts at `start` to columns with these places.
fn cut(
    pieces: &[Range<usize>],
    start: usize,
    places: &[Range<usize>],
    columns: &[Column],
) -> Result<Vec<Range<usize>>, ParseErrorKind> {
    let as_many = || (pieces.len() == columns.len()).then(|| pieces.to_vec());
    match pinned(pieces, start, places, columns) {
        Ok(cells) => Ok(cells),
        // A cell wider than its column has moved the rest of the row; with a piece for each column
        // there is no choice all the same.
        Err(kind) => as_many().ok_or(kind),
    }
}

fn pinned(
    pieces: &[Range<usize>],
    start: usize,
    places: &[Range<usize>],
    columns: &[Column],
) -> Result<Vec<Range<usize>>, ParseErrorKind> {
    use ParseErrorKind::{AmbiguousRow, MisalignedRow};
    let place = |column: usize| {
        let place = places.get(column).cloned().unwrap_or_default();
        place.start.saturating_add(start)..place.end.saturating_add(start)
    };
    let spaced = |column: usize| columns.get(column).is_some_and(|c| c.spaced);
    let mut cells: Vec<Option<Range<usize>>> = alloc::vec![None; columns.len()];
    let mut free = Vec::new();
    for piece in pieces {
        // The places rise, so those under the piece are together.
        let (first, behind) = around(places, start, piece);
        let mut owners = first..behind;
        match (owners.next(), owners.next()) {
            (Some(column), None) => give(&mut cells, column, piece, spaced(column))?,
            (Some(_), Some(_)) => return Err(MisalignedRow),
            (None, _) => free.push(piece),
        }
    }
    // The pieces under a header settle how their column is aligned, so the others come after.
    let settled = cells.clone();
    let cell_of = |column: usize| settled.get(column).cloned().flatten();
    for piece in free {
        let (first, right) = around(places, start, piece);
        let left = first.checked_sub(1);
        let right = Some(right).filter(|c| *c < columns.len());
        let reaches_right =
            |c: &usize| cell_of(*c).is_some_and(|cell| cell.start == place(*c).start);
        let reaches_left = |c: &usize| cell_of(*c).is_none_or(|cell| cell.start != place(*c).start);
        let left = left.filter(|c| spaced(*c) && reaches_right(c));
        let right = right.filter(|c| spaced(*c) && reaches_left(c));
        match (left, right) {
            (Some(column), None) | (None, Some(column)) => give(&mut cells, column, piece, true)?,
            (Some(_), Some(_)) => return Err(AmbiguousRow),
            (None, None) => return Err(MisalignedRow),
        }
    }
    // Only text can be empty: without a number, this is a piece of a row, such as what follows a
    // newline in a value.
    if (0..columns.len()).any(|column| !spaced(column) && cells.get(column) == Some(&None)) {
        return Err(MisalignedRow);
    }
    // An empty cell stands where its column's header does, as far as the line goes.
    let end = pieces.last().map_or(start, |piece| piece.end);
    let empty = |column: usize| place(column).start.min(end)..place(column).start.min(end);
    let cells = cells.into_iter().enumerate();
    Ok(cells.map(|(column, cell)| cell.unwrap_or_else(|| empty(column))).collect())
}

/// The first of the places that do not end before a piece, and the first that begins behind it, on
/// a line that starts at `start`.
fn around(places: &[Range<usize>], start: usize, piece: &Range<usize>) -> (usize, usize) {
    let first = places.partition_point(|p| p.end.saturating_add(start) <= piece.start);
    let behind = places.partition_point(|p| p.start.saturating_add(start) < piece.end);
    (first, behind)
}

/// Adds a piece to a column's cell, which only a column that can hold spaces takes two of.
fn give(
    cells: &mut [Option<Range<usize>>],
    column: usize,
    piece: &Range<usize>,
    spaced: bool,
) -> Result<(), ParseErrorKind> {
    match cells.get_mut(column) {
        Some(Some(cell)) if spaced => {
            *cell = cell.start.min(piece.start)..cell.end.max(piece.end);
            Ok(())
        }
        Some(cell @ None) => {
            *cell = Some(piece.clone());
            Ok(())
        }
        _ => Err(ParseErrorKind::MisalignedRow),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use proptest::prelude::*;

    const TEXT: Column = Column { spaced: true };
    const ATOM: Column = Column { spaced: false };

    fn read(output: &str, columns: &[Column]) -> (Vec<Vec<String>>, Vec<ParseErrorKind>) {
        let read = read_table(output.as_bytes().to_vec(), columns);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let row = |r: super::super::records::Record<'_>| {
            (0..columns.len()).map(|i| text(r.field(i))).collect()
        };
        (read.records.iter().map(row).collect(), read.errors.iter().map(ParseError::kind).collect())
    }

    #[test]
    fn columns_are_read_by_their_header() {
        let (rows, errors) = read(
            "NAME     USED  AVAIL  MOUNTPOINT\n\
             tank     120K   1.5T  /tank\n\
             tank/a b   0   1.5T  /tank/a b\n",
            &[TEXT, ATOM, ATOM, TEXT],
        );
        assert_eq!(
            rows,
            [["tank", "120K", "1.5T", "/tank"], ["tank/a b", "0", "1.5T", "/tank/a b"]]
        );
        assert!(errors.is_empty());
    }

    #[test]
    fn an_empty_value_is_a_cell_of_its_own() {
        let (rows, errors) = read(
            "NAME  PROPERTY  VALUE    SOURCE\n\
             tank  mlslabel           -\n\
             tank  creation  Oct  1   -\n",
            &[TEXT, ATOM, TEXT, TEXT],
        );
        assert_eq!(rows, [["tank", "mlslabel", "", "-"], ["tank", "creation", "Oct  1", "-"]]);
        assert!(errors.is_empty());
    }

    #[test]
    fn two_spaces_in_a_name_are_kept_where_the_columns_allow_one_reading() {
        let (rows, _) = read("NAME            USED\ntank/a bc   de    5K\n", &[TEXT, ATOM]);
        assert_eq!(rows, [["tank/a bc   de", "5K"]]);
    }

    #[test]
    fn a_row_with_two_readings_is_reported_not_guessed() {
        // `x` may end the first cell or begin the second, which is aligned to the right.
        let (rows, errors) = read("NAME           NOTE\ntank    x      long\n", &[TEXT, TEXT]);
        assert_eq!(rows, [["tank    x", "long"]], "NOTE is aligned to the left here");
        assert!(errors.is_empty());
        let (rows, errors) = read("NAME           NOTE\ntank    x    longer\n", &[TEXT, TEXT]);
        assert!(rows.is_empty());
        assert_eq!(errors, [ParseErrorKind::AmbiguousRow]);
    }

    #[test]
    fn a_row_that_a_wide_cell_moved_is_read_by_its_pieces() {
        let (rows, _) = read("NAME  USED  AVAIL\ntank/very/long  1K     2K\n", &[TEXT, ATOM, ATOM]);
        assert_eq!(rows, [["tank/very/long", "1K", "2K"]]);
    }

    #[test]
    fn a_row_with_too_few_pieces_is_reported() {
        let (rows, errors) = read("NAME  USED  AVAIL\nt  1\n", &[TEXT, ATOM, ATOM]);
        assert_eq!((rows.len(), errors), (0, [ParseErrorKind::MisalignedRow].into()));
        let (_, errors) = read("NAME  USED\ntank  1K  2K  3K\n", &[TEXT, ATOM]);
        assert_eq!(errors, [ParseErrorKind::MisalignedRow]);
    }

    #[test]
    fn what_follows_a_newline_in_a_value_is_no_row() {
        let table = "NAME    USED  NOTE\n\
                     tank/a    1K  first\n\
                     second\n";
        let (rows, errors) = read(table, &[TEXT, ATOM, TEXT]);
        assert_eq!(rows, [["tank/a", "1K", "first"]]);
        assert_eq!(errors, [ParseErrorKind::MisalignedRow]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(output in prop::collection::vec(prop::sample::select(&b"ab  \t\n"[..]), 0..80)) {
            let read = read_table(output.clone(), &[TEXT, ATOM, TEXT]);
            for record in read.records.iter() {
                for i in 0..3 {
                    prop_assert!(record.start(i) + record.field(i).len() <= output.len());
                }
            }
        }
    }
}
