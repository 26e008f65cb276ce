//! Records: rows of fields within the output that they were read from.

use alloc::vec::Vec;
use core::ops::Range;

use memchr::memchr_iter;

use super::frame::Judge;
use crate::error::{ParseError, ParseErrorKind};

/// Records of one width, and the output that they stand in.
#[derive(Clone, PartialEq, Eq)]
pub struct Records {
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
    pub(crate) fn without_faults(self, judge: &impl Judge) -> Self {
        let Self { records, mut errors } = self;
        let mut sound = Vec::with_capacity(records.len());
        for (index, record) in records.iter().enumerate() {
            match judge.fault(&record) {
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

    /// The same records, now that their output is at hand.
    pub(crate) fn in_output(self, output: Vec<u8>) -> Self {
        Self { output, ..self }
    }

    pub(crate) fn output(&self) -> &[u8] {
        &self.output
    }

    /// The records with these fields, one after the other, if printing them gives this output.
    pub(crate) fn rendered(fields: Vec<Vec<u8>>, width: usize, output: &[u8]) -> Option<Self> {
        let mut records = Self::new(output.to_vec(), width);
        let (mut at, mut line) = (0_usize, 1_usize);
        for fields in fields.chunks(width.max(1)) {
            let first = at;
            let mut spans = Vec::with_capacity(width);
            for (index, field) in fields.iter().enumerate() {
                let end = at.checked_add(field.len())?;
                let last = index.saturating_add(1) == width;
                let separator = if last { b'\n' } else { b'\t' };
                let fits = output.get(at..end) == Some(&field[..]);
                if !fits || output.get(end) != Some(&separator) {
                    return None;
                }
                spans.push(at..end);
                at = end.checked_add(1)?;
            }
            records.push(line, spans).ok()?;
            line = line.saturating_add(memchr_iter(b'\n', output.get(first..at)?).count());
        }
        (at == output.len()).then_some(records)
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
        Some(Record { output: &self.output, base: 0, line, fields })
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
pub struct Record<'a> {
    /// The output from byte `base` on.
    output: &'a [u8],
    base: usize,
    line: usize,
    fields: &'a [Range<usize>],
}

impl<'a> Record<'a> {
    pub(crate) fn new(
        output: &'a [u8],
        base: usize,
        line: usize,
        fields: &'a [Range<usize>],
    ) -> Self {
        Self { output, base, line, fields }
    }

    /// Its fields' places in the whole output.
    pub(crate) fn fields(&self) -> &'a [Range<usize>] {
        self.fields
    }

    /// The line that it starts in, from 1.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// The bytes of a field; empty where there is none.
    pub(crate) fn field(&self, index: usize) -> &'a [u8] {
        self.fields.get(index).map_or(&[], |span| self.text(span))
    }

    fn text(&self, span: &Range<usize>) -> &'a [u8] {
        let local = span.start.saturating_sub(self.base)..span.end.saturating_sub(self.base);
        self.output.get(local).unwrap_or_default()
    }

    /// An error of one of its fields.
    pub(crate) fn error(&self, field: usize, kind: ParseErrorKind) -> ParseError {
        ParseError::new(kind, self.line(), self.start(field), self.field(field)).in_field(field)
    }

    /// An error of all of it.
    pub(crate) fn error_of_all(&self, kind: ParseErrorKind) -> ParseError {
        let start = self.start(0);
        let end = self.fields.last().map_or(start, |span| span.end);
        ParseError::new(kind, self.line, start, self.text(&(start..end)))
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
