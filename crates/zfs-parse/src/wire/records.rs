//! Records: rows of fields within the output that they were read from.

mod joined;

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
    lines: Lines,
    places: Places,
}

/// Where the fields of all records are.
#[derive(Clone, PartialEq, Eq)]
enum Places {
    /// Each record is a line that begins at one of these bases, and its fields are
    /// [`Fields::Line`] from there on: few bytes a record, as there may be millions.
    Lines { bases: Vec<usize>, starts: Vec<u16> },
    /// Each field stands where it stands.
    Anywhere(Vec<Range<usize>>),
}

/// The lines that records start in.
#[derive(Clone, PartialEq, Eq, Default)]
struct Lines {
    count: usize,
    /// Behind the last.
    next: usize,
    /// Runs of records on lines next to one another: of each, the first record and its line. Mostly
    /// there is one, since mostly each line is a record.
    runs: Vec<(usize, usize)>,
}

impl Lines {
    fn push(&mut self, line: usize) {
        if self.next != line || self.runs.is_empty() {
            self.runs.push((self.count, line));
        }
        self.next = line.saturating_add(1);
        self.count = self.count.saturating_add(1);
    }

    /// Adds the lines of other records.
    fn extend(&mut self, others: &Self) {
        (0..others.count).filter_map(|record| others.get(record)).for_each(|line| self.push(line));
    }

    /// The line of a record.
    #[inline]
    fn get(&self, record: usize) -> Option<usize> {
        let (first, line) = match &self.runs[..] {
            [run] => run,
            runs => {
                runs.get(runs.partition_point(|(first, _)| *first <= record).checked_sub(1)?)?
            }
        };
        line.checked_add(record.checked_sub(*first)?)
    }
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
        Self { output, width, lines: Lines::default(), places: Places::Anywhere(Vec::new()) }
    }

    /// No records yet, each of them a line of so many fields.
    pub(super) fn of_lines(width: usize) -> Self {
        let places = Places::Lines { bases: Vec::new(), starts: Vec::new() };
        Self { output: Vec::new(), width, lines: Lines::default(), places }
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
        let Places::Anywhere(places) = &mut self.places else { return Err(0) };
        let before = places.len();
        places.extend(fields);
        let found = places.len().saturating_sub(before);
        if found != self.width {
            places.truncate(before);
            return Err(found);
        }
        self.lines.push(line);
        Ok(self.len().saturating_sub(1))
    }

    /// Adds a record of another that is as wide and stands in the same output, on a line.
    pub(super) fn push_line(&mut self, record: &Record<'_>) {
        if record.width() != self.width {
            return;
        }
        match (&mut self.places, record.fields) {
            (Places::Lines { bases, starts }, Fields::Found(fields @ [first, .., next]))
                if next.wrapping_sub(*first) <= u16::MAX.into() =>
            {
                let first = *first;
                bases.push(record.base.wrapping_add(first as usize));
                starts.extend(fields.iter().map(|start| start.wrapping_sub(first) as u16));
                self.lines.push(record.line);
            }
            (Places::Lines { bases, starts }, Fields::Line(fields)) => {
                bases.push(record.base);
                starts.extend_from_slice(fields);
                self.lines.push(record.line);
            }
            _ => {
                self.spread();
                // Of the same width, as was seen.
                let _ = self.push(record.line, (0..self.width).map(|field| record.span(field)));
            }
        }
    }

    /// Tells where each field stands by itself.
    #[cold]
    fn spread(&mut self) {
        if matches!(self.places, Places::Lines { .. }) {
            let records = (0..self.len()).filter_map(|index| self.at(&[], index));
            let fields = |record| (0..self.width).map(move |field| Record::span(&record, field));
            self.places = Places::Anywhere(records.flat_map(fields).collect());
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.count
    }

    /// The record at this index.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<Record<'_>> {
        self.at(&self.output, index)
    }

    /// The record at this index in an output.
    #[inline]
    fn at<'a>(&'a self, output: &'a [u8], index: usize) -> Option<Record<'a>> {
        if index >= self.len() {
            return None;
        }
        let line = self.lines.get(index)?;
        match &self.places {
            Places::Anywhere(places) => {
                let first = index.checked_mul(self.width)?;
                let fields = places.get(first..first.checked_add(self.width)?)?;
                Some(Record { text: output, base: 0, line, fields: Fields::Anywhere(fields) })
            }
            Places::Lines { bases, starts } => {
                let base = *bases.get(index)?;
                let each = self.width.checked_add(1)?;
                let first = index.checked_mul(each)?;
                let fields = starts.get(first..first.checked_add(each)?)?;
                let text = output.get(base..).unwrap_or_default();
                Some(Record { text, base, line, fields: Fields::Line(fields) })
            }
        }
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = Record<'_>> + Clone {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The records at these indices, which rise.
    pub(crate) fn only(self, indices: &[usize]) -> Self {
        if indices.len() == self.len() { self } else { self.ordered(indices) }
    }

    /// The records at these indices, in this order.
    pub(crate) fn ordered(self, indices: &[usize]) -> Self {
        let empty = match &self.places {
            Places::Lines { .. } => Self::of_lines(self.width),
            Places::Anywhere(_) => Self::new(Vec::new(), self.width),
        };
        let mut kept = empty;
        for record in indices.iter().filter_map(|index| self.get(*index)) {
            kept.push_line(&record);
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
    text: &'a [u8],
    base: usize,
    line: usize,
    fields: Fields<'a>,
}

/// Where the fields of a record are, from its base on.
#[derive(Clone, Copy)]
enum Fields<'a> {
    /// Next to one another, with a byte between them: where each starts, and where one more would.
    Found(&'a [u32]),
    /// The same from the start of a line, which is the base.
    Line(&'a [u16]),
    /// Anywhere.
    Anywhere(&'a [Range<usize>]),
}

impl<'a> Record<'a> {
    /// A record on one line of the output, of which `text` is the part from byte `base` on; from
    /// there on, where its fields start, and where one more would.
    pub(super) fn of_line(text: &'a [u8], base: usize, line: usize, starts: &'a [u32]) -> Self {
        Self { text, base, line, fields: Fields::Found(starts) }
    }

    /// The line that it starts in, from 1.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// The bytes of a field; empty where there is none.
    #[inline]
    pub(crate) fn field(&self, index: usize) -> &'a [u8] {
        self.place(index).and_then(|place| self.text.get(place)).unwrap_or_default()
    }

    /// The output up to the end of a field, as far as it is at hand, and where in it the field
    /// starts; nothing where there is no such field.
    #[inline]
    pub(crate) fn up_to(&self, index: usize) -> Option<(&'a [u8], usize)> {
        let place = self.place(index)?;
        Some((self.text.get(..place.end)?, place.start))
    }

    /// The place of a field in the text.
    #[inline]
    fn place(&self, index: usize) -> Option<Range<usize>> {
        match self.fields {
            Fields::Found(starts) => {
                let next = *starts.get(index.wrapping_add(1))? as usize;
                Some(*starts.get(index)? as usize..next.wrapping_sub(1))
            }
            Fields::Line(starts) => {
                let next = usize::from(*starts.get(index.wrapping_add(1))?);
                Some(usize::from(*starts.get(index)?)..next.wrapping_sub(1))
            }
            Fields::Anywhere(places) => places.get(index).cloned(),
        }
    }

    /// The place of a field in the output.
    fn span(&self, index: usize) -> Range<usize> {
        let place = self.place(index).unwrap_or_default();
        self.base.saturating_add(place.start)..self.base.saturating_add(place.end)
    }

    fn width(&self) -> usize {
        match self.fields {
            Fields::Found(starts) => starts.len().saturating_sub(1),
            Fields::Line(starts) => starts.len().saturating_sub(1),
            Fields::Anywhere(places) => places.len(),
        }
    }

    /// An error of one of its fields.
    #[cold]
    pub(crate) fn error(&self, field: usize, kind: ParseErrorKind) -> ParseError {
        ParseError::new(kind, self.line(), self.start(field), self.field(field)).in_field(field)
    }

    /// An error of all of it.
    pub(crate) fn error_of_all(&self, kind: ParseErrorKind) -> ParseError {
        let first = self.place(0).unwrap_or_default();
        let last = self.place(self.width().saturating_sub(1)).unwrap_or_default();
        let text = self.text.get(first.start..last.end).unwrap_or_default();
        ParseError::new(kind, self.line, self.start(0), text)
    }

    /// Where a field starts in the output.
    pub(crate) fn start(&self, index: usize) -> usize {
        self.place(index).map_or(0, |place| self.base.saturating_add(place.start))
    }
}

impl core::fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let fields = (0..self.width()).map(|i| crate::value::Text::new(self.field(i)));
        f.debug_list().entries(fields).finish()
    }
}
