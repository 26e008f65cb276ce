//! Listings: a row an object, a column a property. What `zfs list` and `zpool list` answer with.

mod layout;
mod stream;

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

pub(crate) use layout::Layout;
pub use stream::{Lists, Stream, Then};

use crate::answer::{Lack, unreadable};
use crate::error::{ParseError, ParseErrorKind, excerpt_of};
use crate::name::is_name;
use crate::property::Property;
use crate::question::{FoundBy, Rank};
use crate::value::Cell;
use crate::wire::{Fault, Frame, Judge, Proof, Read, Record, Records};

/// The rows of a listing, in the order in which they were printed.
#[derive(Clone)]
pub struct Listing {
    layout: Layout,
    records: Records,
    /// Whether the output itself shows that the rows are so.
    proven: bool,
}

impl Listing {
    /// Reads the output of a command with these columns.
    pub(crate) fn read(layout: Layout, output: Vec<u8>, whole: bool) -> (Self, Vec<Lack>) {
        let Read { records, errors } = layout.frame().read(output, whole, &layout);
        let proven = layout.is_proven();
        (Self { layout, records, proven }, unreadable(errors))
    }

    /// Takes records that were found in the output of a command with these columns.
    pub(crate) fn of_records(layout: Layout, records: Records, by: FoundBy) -> (Self, Vec<Lack>) {
        let read = Read { records, errors: Vec::new() }.without_faults(&layout);
        let Read { records, errors } = read;
        let proven = by == FoundBy::Proof;
        (Self { layout, records, proven }, unreadable(errors))
    }

    /// Reads a table with a header, whose columns these are.
    pub(crate) fn read_table(layout: Layout, output: Vec<u8>) -> (Self, Vec<Lack>) {
        let read = crate::wire::read_table(output, &layout.table_columns());
        let Read { records, errors } = read.without_faults(&layout);
        (Self { layout, records, proven: false }, unreadable(errors))
    }

    /// The listings of the parts of a question as one, in order, each object once; without the
    /// columns past these many, which were there for the order.
    pub(crate) fn joined(
        parts: Vec<Self>,
        columns: usize,
        order: impl Fn(&Row<'_>, &Row<'_>) -> Ordering,
    ) -> Option<Self> {
        let layout = parts.first()?.layout.clone();
        let proven = parts.iter().all(Self::is_proven);
        let records = Records::joined(parts.into_iter().map(|part| part.records).collect());
        let all = Self { layout, records, proven };
        let rows: Vec<Row<'_>> = all.rows().collect();
        let mut places: Vec<(usize, &Row<'_>)> = rows.iter().enumerate().collect();
        places.sort_by(|(_, a), (_, b)| order(a, b));
        // Two parts may tell of one, in the same place; the first has told it.
        places.dedup_by(|(_, b), (_, a)| a.name() == b.name());
        let places: Vec<usize> = places.into_iter().map(|(index, _)| index).collect();
        let records = all.records.ordered(&places);
        Some(Self { layout: all.layout.of_first(columns), records, proven })
    }

    /// The properties that were asked for, in order.
    #[must_use]
    pub fn columns(&self) -> &[Property] {
        self.layout.columns()
    }

    /// The rows.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = Row<'_>> + Clone {
        self.records.iter().map(|record| Row { layout: &self.layout, record })
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.len() == 0
    }

    /// Whether the rows are proved to be as ZFS holds them, whoever set the values. They are not
    /// where output was saved with open columns, such as user properties, and without the guards
    /// that this crate's own questions ask for; where they come from a printed table, which can't
    /// tell a name's last spaces from its padding; and where hostile values were found by way of an
    /// index (see [`Asking`](crate::question::Asking)), which is another command's word.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.proven
    }
}

impl fmt::Debug for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rows()).finish()
    }
}

impl Judge for Layout {
    #[inline]
    fn fault(&self, record: &Record<'_>) -> Fault {
        name_fault(record, self.name_field())
    }
}

/// What is wrong with a record's name, if anything is.
#[inline]
pub(crate) fn name_fault(record: &Record<'_>, field: Option<usize>) -> Fault {
    let field = field?;
    match record.field(field) {
        b"-" => Some((field, ParseErrorKind::NoProperties)),
        name if is_name(name) => None,
        _ => Some((field, ParseErrorKind::NotAName)),
    }
}

/// A row of a listing: an object and its properties.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    layout: &'a Layout,
    record: Record<'a>,
}

impl<'a> Row<'a> {
    /// The object's name; empty in saved output that has no column of it.
    #[must_use]
    pub fn name(&self) -> &'a [u8] {
        self.layout.name_field().map_or(&[], |field| self.record.field(field))
    }

    /// The line of the output that the row starts in, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.record.line()
    }

    /// What the cell of a property says; the name is canonical, or the alias that was asked for.
    ///
    /// # Errors
    ///
    /// [`ParseError`] where the text is none that the property can have; and for a property that was
    /// not asked for, with its name in place of an excerpt.
    pub fn cell(&self, property: &str) -> Result<Cell<'a>, ParseError> {
        let unasked = || {
            let (line, start) = (self.line(), self.record.start(0));
            let name = excerpt_of(property.as_bytes()).to_vec();
            ParseError::of_lines(ParseErrorKind::UnaskedProperty, line, start..start, name)
        };
        let column = self.layout.column_of(property).ok_or_else(unasked)?;
        self.at(column).unwrap_or_else(|| Err(unasked()))
    }

    /// What the cell of a column says, by its place among those that were asked for; `None` past
    /// the last.
    #[must_use]
    // A loop that reads all cells of many rows pays half as much again where it is a call.
    #[inline(always)]
    pub fn at(&self, column: usize) -> Option<Result<Cell<'a>, ParseError>> {
        let (field, form) = self.layout.cell(column)?;
        let (text, start) = self.record.up_to(field)?;
        Some(match form.read_at(text, start) {
            Ok(cell) => Ok(cell),
            Err(kind) => Err(self.record.error(field, kind)),
        })
    }

    /// The row's place in the order of a property.
    pub(crate) fn rank(&self, property: &str) -> Rank<'a> {
        let Some(column) = self.layout.column_of(property) else { return Rank::Absent };
        let cell = self.at(column).and_then(Result::ok);
        Rank::of(cell, self.text(column).unwrap_or_default())
    }

    /// The properties that were asked for, and what their cells say.
    pub fn cells(&self) -> impl Iterator<Item = (&'a Property, Result<Cell<'a>, ParseError>)> + '_ {
        let columns = self.layout.columns().iter().enumerate();
        columns.filter_map(|(i, property)| Some((property, self.at(i)?)))
    }

    /// The text of a column as it was printed, by its place among those that were asked for.
    #[must_use]
    pub fn text(&self, column: usize) -> Option<&'a [u8]> {
        self.layout.cell(column).map(|(field, _)| self.record.field(field))
    }
}

impl fmt::Debug for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for (property, cell) in self.cells() {
            match cell {
                Ok(cell) => map.entry(&property.name(), &cell),
                Err(error) => map.entry(&property.name(), &error),
            };
        }
        map.finish()
    }
}
