//! Records: rows of fields within the output that they were read from.

use alloc::vec::Vec;
use core::ops::Range;

use super::frame::Fault;
use super::lines::{Line, fields};
use crate::error::{ParseError, ParseErrorKind};

/// Records of one width, and the output that they stand in.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Records {
    output: Vec<u8>,
    width: usize,
    lines: Vec<usize>,
    fields: Vec<Range<usize>>,
}

/// What was read of an output: the records that can be believed, and an error for all else.
#[derive(Debug, Clone)]
pub(crate) struct Read {
    pub(crate) records: Records,
    pub(crate) errors: Vec<ParseError>,
}

impl Read {
    /// The same, less the records that something is wrong with.
    pub(crate) fn without_faults(self, fault: impl Fn(&Record<'_>) -> Fault) -> Self {
        let Self { records, mut errors } = self;
        let mut sound = Vec::with_capacity(records.len());
        for (index, record) in records.iter().enumerate() {
            match fault(&record) {
                None => sound.push(index),
                Some((field, kind)) => errors.push(record.error(field, kind)),
            }
        }
        errors.sort_by_key(ParseError::line);
        Self { records: records.only(&sound), errors }
    }
}

impl Records {
    /// No records yet, each of so many fields.
    pub(crate) fn new(output: Vec<u8>, width: usize) -> Self {
        Self { output, width, lines: Vec::new(), fields: Vec::new() }
    }

    pub(crate) fn output(&self) -> &[u8] {
        &self.output
    }

    /// Adds the record on a line: its index, or the number of fields where that is another than
    /// records have here.
    pub(crate) fn push_line(&mut self, line: &Line) -> Result<usize, usize> {
        let before = self.fields.len();
        self.fields.extend(fields(&self.output, line));
        let found = self.fields.len().saturating_sub(before);
        self.settle(line.number, before, found)
    }

    /// Adds a record of fields at these places.
    pub(crate) fn push(
        &mut self,
        line: usize,
        fields: impl IntoIterator<Item = Range<usize>>,
    ) -> Result<usize, usize> {
        let before = self.fields.len();
        self.fields.extend(fields);
        let found = self.fields.len().saturating_sub(before);
        self.settle(line, before, found)
    }

    fn settle(&mut self, line: usize, before: usize, found: usize) -> Result<usize, usize> {
        if found != self.width {
            self.fields.truncate(before);
            return Err(found);
        }
        self.lines.push(line);
        Ok(self.lines.len().saturating_sub(1))
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The record at this index.
    pub(crate) fn get(&self, index: usize) -> Option<Record<'_>> {
        let line = *self.lines.get(index)?;
        let start = index.checked_mul(self.width)?;
        let fields = self.fields.get(start..start.checked_add(self.width)?)?;
        Some(Record { output: &self.output, line, fields })
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = Record<'_>> + Clone {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The records at these indices, which rise.
    pub(crate) fn only(self, indices: &[usize]) -> Self {
        if indices.len() == self.len() {
            return self;
        }
        let mut kept = Self::new(Vec::new(), self.width);
        for record in indices.iter().filter_map(|index| self.get(*index)) {
            // Of the same width by nature.
            let _ = kept.push(record.line, record.fields.iter().cloned());
        }
        Self { output: self.output, ..kept }
    }
}

impl core::fmt::Debug for Records {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// One record.
#[derive(Clone, Copy)]
pub(crate) struct Record<'a> {
    output: &'a [u8],
    line: usize,
    fields: &'a [Range<usize>],
}

impl<'a> Record<'a> {
    /// The line that it starts in, from 1.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// The bytes of a field; empty where there is none.
    pub(crate) fn field(&self, index: usize) -> &'a [u8] {
        let span = self.fields.get(index).cloned().unwrap_or_default();
        self.output.get(span).unwrap_or_default()
    }

    /// An error of one of its fields.
    pub(crate) fn error(&self, field: usize, kind: ParseErrorKind) -> ParseError {
        ParseError::new(kind, self.line(), self.start(field), self.field(field)).in_field(field)
    }

    /// Where a field starts in the output.
    pub(crate) fn start(&self, index: usize) -> usize {
        self.fields.get(index).map_or(0, |span| span.start)
    }
}

impl core::fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let fields = (0..self.fields.len()).map(|i| crate::value::Text::new(self.field(i)));
        f.debug_list().entries(fields).finish()
    }
}
