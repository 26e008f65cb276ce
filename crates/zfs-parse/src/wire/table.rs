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
    /// Whether a cell of it can be empty.
    pub(crate) empty: bool,
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
    let cells = match pinned(pieces, start, places, columns) {
        Err(_) if are_moved(pieces, start, places, columns) => pieces.to_vec(),
        cells => cells?,
    };
    // Text stands where its header does, and nothing that goes on in another line is a name.
    let is_text = columns.first().is_some_and(|column| column.spaced);
    let is_left = is_text && places.first().is_some_and(|place| place.start == 0);
    match cells.first() {
        Some(first) if is_left && first.start != start => Err(ParseErrorKind::MisalignedRow),
        _ => Ok(cells),
    }
}

/// Whether a cell wider than its column has moved the rest of the row, with a piece for each column.
fn are_moved(
    pieces: &[Range<usize>],
    start: usize,
    places: &[Range<usize>],
    columns: &[Column],
) -> bool {
    pieces.len() == columns.len()
        && (none_is_empty(pieces, start, places, columns)
            || are_in_step(pieces, start, places, columns))
}

/// Whether no cell can be empty: then none is in two pieces either, or there would be more than
/// columns. Cells in front of the wide one are there, under their headers.
fn none_is_empty(
    pieces: &[Range<usize>],
    start: usize,
    places: &[Range<usize>],
    columns: &[Column],
) -> bool {
    let under = |column: usize| {
        pieces.get(column).map(|piece| around(places, start, piece)).unwrap_or_default()
    };
    let is_in_place = |column: &usize| under(*column) == (*column, column.saturating_add(1));
    let wide = (0..columns.len()).find(|column| !is_in_place(column)).unwrap_or_default();
    // So is the wide one itself, unless what is under its header goes on from the one before.
    let goes_on = wide.checked_sub(1).and_then(|c| columns.get(c)).is_some_and(|c| c.spaced);
    let is_there = under(wide).0 == wide && !goes_on;
    let moved = columns.get(wide.saturating_add(usize::from(is_there))..).unwrap_or_default();
    !moved.iter().any(|column| column.empty)
}

/// Whether each piece stands as far behind its header, at its start or its end, as the wide cells in
/// front of it reach past their columns. A piece of another cell would not: what is empty is padded.
fn are_in_step(
    pieces: &[Range<usize>],
    start: usize,
    places: &[Range<usize>],
    columns: &[Column],
) -> bool {
    let mut moved = 0;
    let mut before: Option<(usize, usize)> = None;
    for ((piece, place), column) in pieces.iter().zip(places).zip(columns) {
        let (from, to) = (piece.start.saturating_sub(start), piece.end.saturating_sub(start));
        let fits = |moved: &usize| {
            from == place.start.saturating_add(*moved) || to == place.end.saturating_add(*moved)
        };
        if !fits(&moved) {
            // By the one before: past its header's end where that is its column's, or up to the two
            // spaces in front of this; how far, a number's end tells as well.
            let Some((end, header_end)) = before else { return false };
            let past = [
                end.checked_sub(header_end),
                end.saturating_add(2).checked_sub(place.start),
                to.checked_sub(place.end).filter(|_| !column.spaced),
            ];
            let further = past.into_iter().flatten().filter(|past| *past > moved).find(fits);
            let Some(further) = further else { return false };
            moved = further;
        }
        before = Some((to, place.end));
    }
    true
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
    // One that stands elsewhere begins with spaces, or was moved by a wide one, and so was all behind
    // it. Somebody's own text can be made to look like either, and like two cells.
    let is_aligned = |(column, cell): (usize, &Option<Range<usize>>)| {
        let place = place(column);
        cell.as_ref().is_none_or(|cell| cell.start == place.start || cell.end == place.end)
    };
    let is_of_users = columns.iter().any(|column| column.empty);
    if is_of_users && !cells.iter().enumerate().all(is_aligned) {
        return Err(MisalignedRow);
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
mod tests;
