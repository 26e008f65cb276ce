//! Tables as they are printed for people: a header, and cells padded to its columns.
//!
//! Cells are two spaces apart at least. A cell can itself hold two spaces in a row, or be empty, so
//! the header's places decide: what stands under a column's header belongs to it, and a piece that
//! stands under none goes on from the text at its left. A cell begins where its header does, or
//! ends there if it is a number; one that does neither begins with spaces, which can't be told
//! from padding, or was moved by a wide one, and the row is reported unless all of it was moved
//! alike. Spaces at a cell's end are lost in this form, which is why questions never ask for it
//! where there is another.

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
    /// Whether a cell of it can be empty, or begin with spaces.
    pub(crate) empty: bool,
    /// Where its cells are.
    pub(crate) side: Side,
}

/// On which side the cells of a column are lined up with their header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
    /// One of the two: which is not known.
    Either,
}

impl Side {
    /// Whether a cell is where it should be under its header, or as far behind as all has moved.
    fn fits(self, cell: &Range<usize>, header: &Range<usize>, moved: usize) -> bool {
        let left = || cell.start == header.start.saturating_add(moved);
        let right = || cell.end == header.end.saturating_add(moved);
        match self {
            Self::Left => left(),
            Self::Right => right(),
            Self::Either => left() || right(),
        }
    }
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
    let has_tabs =
        |line: &Line| memchr(b'\t', output.get(line.span.clone()).unwrap_or(b"")).is_some();
    let by_tabs = header.as_ref().is_some_and(has_tabs);
    let places: Vec<Range<usize>> =
        titles.iter().map(|t| t.start.saturating_sub(start)..t.end.saturating_sub(start)).collect();
    let mut errors = Vec::new();
    if let Some(line) = header.as_ref().filter(|line| !line.ended) {
        let text = output.get(line.span.clone()).unwrap_or_default();
        errors.push(ParseError::new(ParseErrorKind::CutShort, 1, line.span.start, text));
    }
    let mut rows = Vec::new();
    let can_be_empty = columns.iter().any(|column| column.empty);
    if let Some(line) = header.filter(|_| places.is_empty() || places.len() != columns.len()) {
        let text = output.get(line.span.clone()).unwrap_or_default();
        errors.push(ParseError::new(ParseErrorKind::NotTheHeader, 1, line.span.start, text));
    }
    for line in all {
        let text = output.get(line.span.clone()).unwrap_or_default();
        let cut = match () {
            () if !line.ended => Err(ParseErrorKind::CutShort),
            () if text.is_empty() && !can_be_empty => continue,
            () if places.len() != columns.len() => Err(ParseErrorKind::MisalignedRow),
            // Cells in front of the last are padded, so a row is never nothing.
            () if text.is_empty() && columns.len() > 1 => Err(ParseErrorKind::MisalignedRow),
            () if by_tabs => Ok(fields(&output, &line).collect()),
            // One in a value: what stands behind it stands under no header.
            () if has_tabs(&line) => Err(ParseErrorKind::MisalignedRow),
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
    let place =
        |place: &Range<usize>| place.start.saturating_add(start)..place.end.saturating_add(start);
    let places: Vec<Range<usize>> = places.iter().map(place).collect();
    let cells = match pinned(pieces, start, &places, columns) {
        Some(cells) => cells,
        None if are_moved(pieces, &places, columns) => pieces.to_vec(),
        None => return Err(ParseErrorKind::MisalignedRow),
    };
    // Text stands where its header does, and nothing that goes on in another line is a name.
    let is_text = columns.first().is_some_and(|column| column.spaced);
    let is_left = is_text && places.first().is_some_and(|place| place.start == start);
    match cells.first() {
        Some(first) if is_left && first.start != start => Err(ParseErrorKind::MisalignedRow),
        _ => Ok(cells),
    }
}

/// Whether a cell wider than its column has moved the rest of the row, with a piece for each column.
fn are_moved(pieces: &[Range<usize>], places: &[Range<usize>], columns: &[Column]) -> bool {
    pieces.len() == columns.len()
        && (none_is_empty(pieces, places, columns) || are_in_step(pieces, places, columns))
}

/// Whether no cell can be empty: then none is in two pieces either, or there would be more than
/// columns. Cells in front of the wide one are there, in their places.
fn none_is_empty(pieces: &[Range<usize>], places: &[Range<usize>], columns: &[Column]) -> bool {
    let under =
        |column: usize| pieces.get(column).map(|piece| around(places, piece)).unwrap_or_default();
    let fits = |column: usize| {
        let cell = pieces.get(column).zip(places.get(column)).zip(columns.get(column));
        cell.is_some_and(|((piece, place), column)| column.side.fits(piece, place, 0))
    };
    let is_in_place =
        |column: &usize| under(*column) == (*column, column.saturating_add(1)) && fits(*column);
    let wide = (0..columns.len()).find(|column| !is_in_place(column)).unwrap_or_default();
    // So is the wide one itself, unless what is under its header goes on from the one before.
    let goes_on = wide.checked_sub(1).and_then(|c| columns.get(c)).is_some_and(|c| c.spaced);
    let is_there = under(wide).0 == wide && fits(wide) && !goes_on;
    let moved = columns.get(wide.saturating_add(usize::from(is_there))..).unwrap_or_default();
    !moved.iter().any(|column| column.empty)
}

/// Whether each piece stands as far behind its header, on its column's side, as the wide cells in
/// front of it reach past their columns. A piece of another cell would not: what is empty is padded.
fn are_in_step(pieces: &[Range<usize>], places: &[Range<usize>], columns: &[Column]) -> bool {
    let mut moved = 0;
    let mut before: Option<(&Range<usize>, &Range<usize>, &Column)> = None;
    for ((piece, place), column) in pieces.iter().zip(places).zip(columns) {
        let fits = |moved: &usize| column.side.fits(piece, place, *moved);
        if !fits(&moved) {
            // By the one before: past its header's end where that is its column's, or up to the two
            // spaces in front of this; how far, a number's end tells as well. People's own text has
            // all the room that it needs.
            let Some((cell, header, wide)) = before.filter(|(.., column)| !column.empty) else {
                return false;
            };
            let past = [
                cell.end.checked_sub(header.end).filter(|_| wide.side == Side::Right),
                cell.end.saturating_add(2).checked_sub(place.start),
                piece.end.checked_sub(place.end).filter(|_| !column.spaced),
            ];
            let further = past.into_iter().flatten().filter(|past| *past > moved).find(fits);
            let Some(further) = further else { return false };
            moved = further;
        }
        before = Some((piece, place, column));
    }
    true
}

/// The cells, where each is in its place.
fn pinned(
    pieces: &[Range<usize>],
    start: usize,
    places: &[Range<usize>],
    columns: &[Column],
) -> Option<Vec<Range<usize>>> {
    let mut cells: Vec<Option<Range<usize>>> = alloc::vec![None; columns.len()];
    for piece in pieces {
        // The places rise, so those above the piece are together.
        let (first, behind) = around(places, piece);
        let owner = match behind.checked_sub(first)? {
            // No text begins in front of its header.
            0 => first.checked_sub(1)?,
            1 => first,
            _ => return None,
        };
        let (cell, column) = (cells.get_mut(owner)?, columns.get(owner)?);
        *cell = match cell.take() {
            None => Some(piece.clone()),
            Some(before) if column.spaced => Some(before.start..piece.end),
            Some(_) => return None,
        };
    }
    // An empty cell stands where its column's header does, as far as the line goes. Only text can be
    // empty: without a number, this is a piece of a row, such as what follows a newline in a value.
    let end = pieces.last().map_or(start, |piece| piece.end);
    let cells = cells.into_iter().zip(places).zip(columns);
    cells
        .map(|((cell, place), column)| match cell {
            Some(cell) => column.side.fits(&cell, place, 0).then_some(cell),
            None => column.spaced.then(|| place.start.min(end)..place.start.min(end)),
        })
        .collect()
}

/// The first of the places that do not end before a piece, and the first that begins behind it.
fn around(places: &[Range<usize>], piece: &Range<usize>) -> (usize, usize) {
    let first = places.partition_point(|place| place.end <= piece.start);
    let behind = places.partition_point(|place| place.start < piece.end);
    (first, behind)
}

#[cfg(test)]
mod tests;
