//! Which lines are records, and which of those can be believed.
//!
//! The commands print values as they are. A user property, a mountpoint, a share's options can
//! hold TABs and newlines, and so a whole forged record. Where a question has such *open* columns,
//! it asks for guards: columns that repeat what names the record behind the last open value. What
//! then comes back is believed or not by this argument, for whoever set the values:
//!
//! - A value with a TAB changes its line's number of fields, or moves a guard out of its place
//!   with as many TABs more on one line as less on another; the next case covers that.
//! - Suppose that a value holds a newline. Its record is printed on several lines: the first, F,
//!   begins with the record's first field, and the last, L, ends with its last. All between is the
//!   setter's to choose. Call N the name that the last field repeats.
//!   - [`Proof::Unique`] (`name … open name`): if F passes, its guards say N, since its first
//!     field does; if L passes, its first field says N, since its last does. So either one of them
//!     fails, or the key of N occurs twice: in a listing of datasets because the name is the key;
//!     in `zfs get` because L passes only with a property that was asked for, and the record of
//!     that property and N is printed too, once more.
//!   - [`Proof::Grouped`] (`property source open property name`, when it is not known which
//!     properties there are): if F passes, its property is that of the record, P; if L passes, its
//!     property is P also, since the guard before the last field is. If both say N, the pair occurs
//!     twice. If F says another name, it stands among the lines of N: N's block began before it,
//!     with a closed property, and ends behind it, with L; so N's lines are not together.
//!
//! Hence a listing without a fault is honest, to the byte. In one with faults, every record of
//! several lines lies in the *range* of its name N, from the first line that begins or ends with N
//! to the last (in a grouped one, that ends with N), and a fault lies there too. So the lines of
//! ranges with faults are withheld as suspect, and the others are believed.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use super::lines::{Line, fields, lines};
use super::records::{Read, Record, Records};
use crate::error::{ParseError, ParseErrorKind};

/// How records are laid out on lines, and by what they can be believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    /// How many fields a record has.
    pub(crate) width: usize,
    /// Fields that must repeat another: the guard, and the one it repeats.
    pub(crate) guards: Vec<(usize, usize)>,
    /// Why a record can be believed.
    pub(crate) proof: Proof,
    /// The longest that a record can be, in bytes. A command that was cut short may have stopped
    /// within a value, in front of a guard: what starts this near to the end is not yet proved.
    pub(crate) longest: usize,
}

/// Why a record can be believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Proof {
    /// No field can hold a TAB or a newline: a line is a record.
    Closed,
    /// Each record begins and ends with its name; these leading fields are its key.
    Unique(usize),
    /// Each record ends with its name; the first field and the name are its key; the records of a
    /// name are together, and the first of them has a closed property.
    Grouped,
    /// Nothing: open fields without guards, as others ask for them. These fields, if any, should be
    /// a key, and where they are not, what stands between their occurrences is suspect.
    Unproven(Vec<usize>),
}

/// What a caller has to say of a record that has the right form: nothing, or what is wrong with
/// which field.
pub(crate) type Fault = Option<(usize, ParseErrorKind)>;

impl Frame {
    /// The records of an output, and an error for everything in it that is none.
    ///
    /// `whole` tells whether the command ran to its end, `fault` what is wrong with a record of the
    /// right form, `opens` whether a grouped record can be the first of its name.
    pub(crate) fn read(
        &self,
        output: Vec<u8>,
        whole: bool,
        fault: impl Fn(&Record<'_>) -> Fault,
        opens: impl Fn(&Record<'_>) -> bool,
    ) -> Read {
        let settled = match self.proof {
            _ if whole => output.len(),
            Proof::Closed => output.len(),
            _ => output.len().saturating_sub(self.longest),
        };
        let lines: Vec<Line> = lines(&output).collect();
        let mut records = Records::new(output, self.width);
        let mut judged = Vec::with_capacity(lines.len());
        for line in lines {
            let record = records.push_line(&line);
            let error = self.error(&records, &line, record, settled, &fault);
            judged.push(Judged { line, record, error });
        }
        match &self.proof {
            Proof::Closed => {}
            Proof::Unproven(key) if key.is_empty() => {}
            Proof::Unproven(key) => {
                doubt_repeated(&records, &mut judged, |r| {
                    key.iter().map(|i| r.field(*i)).collect()
                });
            }
            Proof::Unique(leading) => {
                doubt_repeated(&records, &mut judged, |r| {
                    (0..*leading).map(|i| r.field(i)).collect()
                });
            }
            Proof::Grouped => {
                let name = self.width.saturating_sub(1);
                doubt_repeated(&records, &mut judged, |r| [r.field(0), r.field(name)].into());
                doubt_scattered(&records, &mut judged, |r| r.field(name), opens);
            }
        }
        let suspect = match self.proof {
            Proof::Closed | Proof::Unproven(_) => Vec::new(),
            Proof::Unique(_) => ranges_with_faults(records.output(), &judged, true),
            Proof::Grouped => ranges_with_faults(records.output(), &judged, false),
        };
        withhold(records, judged, suspect)
    }

    /// What is wrong with a line by itself.
    fn error(
        &self,
        records: &Records,
        line: &Line,
        record: Result<usize, usize>,
        settled: usize,
        fault: impl Fn(&Record<'_>) -> Fault,
    ) -> Option<ParseError> {
        let text = records.output().get(line.span.clone()).unwrap_or_default();
        let said = |kind| ParseError::new(kind, line.number, line.span.start, text);
        if !line.ended || line.span.start >= settled {
            return Some(said(ParseErrorKind::CutShort));
        }
        let record = match record {
            Ok(index) => records.get(index)?,
            Err(found) => {
                return Some(said(ParseErrorKind::FieldCount { found, expected: self.width }));
            }
        };
        if self.guards.iter().any(|(guard, of)| record.field(*guard) != record.field(*of)) {
            return Some(said(ParseErrorKind::Suspect));
        }
        let (field, kind) = fault(&record)?;
        Some(record.error(field, kind))
    }
}

/// A line, the record on it or its number of fields, and what is wrong with it.
struct Judged {
    line: Line,
    record: Result<usize, usize>,
    error: Option<ParseError>,
}

impl Judged {
    fn doubt(&mut self, output: &[u8]) {
        let Self { line, error, .. } = self;
        error.get_or_insert_with(|| {
            let text = output.get(line.span.clone()).unwrap_or_default();
            ParseError::new(ParseErrorKind::Suspect, line.number, line.span.start, text)
        });
    }

    /// Its record, if nothing is wrong with it so far.
    fn sound<'a>(&self, records: &'a Records) -> Option<Record<'a>> {
        self.record.ok().filter(|_| self.error.is_none()).and_then(|index| records.get(index))
    }
}

/// Doubts every record whose key occurs twice, and all that stands between the occurrences.
fn doubt_repeated<'a>(
    records: &'a Records,
    judged: &mut [Judged],
    key: impl Fn(&Record<'a>) -> Vec<&'a [u8]>,
) {
    let mut seen = BTreeMap::new();
    let mut between: Vec<Range<usize>> = Vec::new();
    for (index, line) in judged.iter().enumerate() {
        let Some(record) = line.sound(records) else { continue };
        if let Some(first) = seen.insert(key(&record), index) {
            between.push(first..index.saturating_add(1));
        }
    }
    doubt_all(records, judged, between);
}

/// Doubts what stands in these ranges of lines, each line once however many of them overlap.
fn doubt_all(records: &Records, judged: &mut [Judged], ranges: Vec<Range<usize>>) {
    for index in merged(ranges).into_iter().flatten() {
        if let Some(line) = judged.get_mut(index) {
            line.doubt(records.output());
        }
    }
}

/// Doubts what breaks up the records of a name, and a name's first record where it can't be that.
fn doubt_scattered<'a>(
    records: &'a Records,
    judged: &mut [Judged],
    name: impl Fn(&Record<'a>) -> &'a [u8],
    opens: impl Fn(&Record<'_>) -> bool,
) {
    let mut last_of = BTreeMap::new();
    let mut current: Option<&[u8]> = None;
    let mut doubted: Vec<Range<usize>> = Vec::new();
    for (index, line) in judged.iter().enumerate() {
        let Some(record) = line.sound(records) else { continue };
        let name = name(&record);
        let end = index.saturating_add(1);
        if current != Some(name) {
            match last_of.get(name) {
                Some(last) => doubted.push(*last..end),
                None if !opens(&record) => doubted.push(index..end),
                None => {}
            }
        }
        current = Some(name);
        last_of.insert(name, index);
    }
    doubt_all(records, judged, doubted);
}

/// The ranges of names that have a fault in them, as indices of lines, in order and merged.
fn ranges_with_faults(output: &[u8], judged: &[Judged], leading: bool) -> Vec<Range<usize>> {
    let faults: Vec<usize> =
        judged.iter().enumerate().filter(|(_, j)| j.error.is_some()).map(|(i, _)| i).collect();
    if faults.is_empty() {
        return Vec::new();
    }
    let mut range_of: BTreeMap<&[u8], Range<usize>> = BTreeMap::new();
    for (index, Judged { line, .. }) in judged.iter().enumerate() {
        let end = index.saturating_add(1);
        let mut fields = fields(output, line);
        let first = fields.next().filter(|_| leading);
        let last = fields.last();
        for name in first.into_iter().chain(last).filter_map(|span| output.get(span)) {
            range_of.entry(name).and_modify(|range| range.end = end).or_insert(index..end);
        }
    }
    let faulty = |range: &Range<usize>| {
        let next = faults.partition_point(|fault| *fault < range.start);
        faults.get(next).is_some_and(|fault| *fault < range.end)
    };
    merged(range_of.into_values().filter(faulty).collect())
}

/// The same ranges in order, those that overlap as one.
fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    ranges.into_iter().fold(Vec::new(), |mut merged: Vec<Range<usize>>, range| {
        match merged.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
        merged
    })
}

/// Keeps the records that nothing is wrong with; of a suspect range of several lines one error
/// tells, whatever else is wrong in it.
fn withhold(records: Records, judged: Vec<Judged>, suspect: Vec<Range<usize>>) -> Read {
    let mut errors = Vec::new();
    let mut sound = Vec::with_capacity(records.len());
    let mut suspect = suspect.into_iter().filter(|range| range.len() > 1).peekable();
    for index in 0..judged.len() {
        while suspect.peek().is_some_and(|range| range.end <= index) {
            suspect.next();
        }
        let Some(line) = judged.get(index) else { continue };
        match suspect.peek().filter(|range| range.start <= index) {
            Some(range) if range.start == index => {
                let start = line.line.span.start;
                let last = judged.get(range.end.saturating_sub(1)).unwrap_or(line);
                let text = records.output().get(start..last.line.span.end).unwrap_or_default();
                let number = line.line.number;
                errors.push(ParseError::new(ParseErrorKind::Suspect, number, start, text));
            }
            Some(_) => {}
            None => match (&line.error, line.record) {
                (Some(error), _) => errors.push(error.clone()),
                (None, Ok(record)) => sound.push(record),
                (None, Err(_)) => {}
            },
        }
    }
    Read { records: records.only(&sound), errors }
}

#[cfg(test)]
mod exhaustive;
#[cfg(test)]
mod tests;
