//! The output as it comes, and its lines: many at a time where they are all there, else by looking
//! on from where it was left.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use memchr::memchr;

use super::batch::Batch;
use super::frame::Frame;
use super::records::Record;
use super::split::find_separators;
use crate::error::ParseErrorKind;

#[derive(Debug)]
pub(super) struct Finder {
    output: Window,
    width: usize,
    /// The longest that a line can be: no longer than a record, and such that places in it fit into
    /// 32 bits.
    longest: usize,
    /// Where the next line begins, and how far it has been looked through.
    next: usize,
    looked: usize,
    /// What has been found of lines that are all there, from byte `swept` on, and of one that is not.
    batch: Batch,
    swept: usize,
    scan: Scan,
    /// Whether the rest of a line that is too long is being passed over.
    skips: bool,
    /// Whether all of the output has come.
    ended: bool,
}

/// The part of the output that is still at hand: from byte `base` on.
#[derive(Debug)]
struct Window {
    bytes: Vec<u8>,
    base: usize,
    /// Whether nothing is ever forgotten, because records are to stand in it.
    keeps: bool,
}

/// What has been seen of the next line.
#[derive(Debug, Default)]
struct Scan {
    /// The ends of its fields, no more of them than a record has.
    ends: Vec<usize>,
    /// How many fields there are.
    fields: usize,
    /// Where the last of them starts.
    last: usize,
}

/// Where the places of a record's fields are.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    /// From where on they are counted.
    pub(super) base: usize,
    /// The number of the first of them.
    pub(super) at: usize,
}

/// A line that has just been found.
pub(super) struct Line {
    pub(super) span: Range<usize>,
    /// The places of its fields; of no use where something is wrong with it.
    pub(super) place: Place,
    pub(super) wrong: Option<Wrong>,
}

/// Lines next to one another that have just been found, and are records.
pub(super) struct Run {
    pub(super) lines: usize,
    /// The places of the fields of the first.
    pub(super) place: Place,
    /// The first field of the last, and where that ends.
    pub(super) first: Range<usize>,
    pub(super) end: usize,
}

/// What is wrong with a line already.
pub(super) struct Wrong {
    pub(super) kind: ParseErrorKind,
    /// Where its first field ends and its last one starts.
    pub(super) first_end: usize,
    pub(super) last: usize,
}

impl Line {
    pub(super) fn is_too_long(&self) -> bool {
        self.wrong.as_ref().is_some_and(|wrong| wrong.kind == ParseErrorKind::TooLong)
    }
}

impl Finder {
    pub(super) fn new(frame: &Frame, bytes: Vec<u8>, keeps: bool) -> Self {
        Self {
            output: Window { bytes, base: 0, keeps },
            width: frame.width,
            longest: frame.longest.min(u32::MAX as usize - 1),
            next: 0,
            looked: 0,
            batch: Batch::new(),
            swept: 0,
            scan: Scan::default(),
            skips: false,
            ended: false,
        }
    }

    /// Takes the next piece of the output. What stands before `needed`, if anything is, and before
    /// the next line is forgotten.
    pub(super) fn feed(&mut self, piece: &[u8], needed: Option<usize>) {
        // What was found beyond the lines that have been read is found again.
        self.batch.clear();
        self.output.forget(needed.unwrap_or(self.next));
        self.output.bytes.extend_from_slice(piece);
    }

    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    pub(super) fn is_over(&self) -> bool {
        self.ended && self.next >= self.output.end()
    }

    /// Up to where lines have been read.
    pub(super) fn read_to(&self) -> usize {
        self.next
    }

    pub(super) fn text(&self, span: &Range<usize>) -> &[u8] {
        self.output.text(span)
    }

    /// The output, if it was kept.
    pub(super) fn into_output(self) -> Vec<u8> {
        self.output.bytes
    }

    /// How many bytes of the output are at hand.
    #[cfg(test)]
    pub(super) fn held(&self) -> usize {
        self.output.bytes.capacity()
    }

    /// The next lines for as long as each is taken that could be a record, by that, the first field
    /// of the one before, and its own; that of the one in front of the first is `before`. Places of lines before the one
    /// with the number `needed` are no longer needed.
    pub(super) fn next_run(
        &mut self,
        needed: Option<usize>,
        before: &Range<usize>,
        mut takes: impl FnMut(&Record<'_>, &[u8], &[u8]) -> bool,
    ) -> Option<Run> {
        if self.looked != self.next || self.skips {
            return None;
        }
        if !self.batch.has_next() {
            self.swept = self.next;
            self.batch.sweep(self.output.rest(self.next), self.width, needed);
        }
        let (base, width, longest) = (self.swept, self.width, self.longest);
        let text = self.output.rest(base);
        let mut before = self.output.text(before);
        let (mut last, mut next) = (0..0, 0);
        let (at, lines) = self.batch.take_while(|starts| {
            let ([start, first, ..], Some(behind)) = (starts, starts.last()) else { return false };
            let length = behind.wrapping_sub(*start).wrapping_sub(1) as usize;
            let field = *start as usize..first.wrapping_sub(1) as usize;
            let name = text.get(field.clone()).unwrap_or_default();
            let record = Record::of_line(text, base, 0, starts);
            let fits = starts.len() == width.wrapping_add(1) && length <= longest;
            if !fits || !takes(&record, before, name) {
                return false;
            }
            before = name;
            (last, next) = (field, *behind);
            true
        });
        if lines == 0 {
            return None;
        }
        self.next = base.wrapping_add(next as usize);
        self.looked = self.next;
        let place = Place { base, at };
        let first = base.wrapping_add(last.start)..base.wrapping_add(last.end);
        Some(Run { lines, place, first, end: self.next.wrapping_sub(1) })
    }

    /// Where the line of a record is.
    #[inline]
    pub(super) fn span(&self, place: Place) -> Range<usize> {
        let places = self.batch.places(place.at, self.width.wrapping_add(1));
        let of =
            |at: Option<&u32>| place.base.wrapping_add(at.copied().unwrap_or_default() as usize);
        of(places.first())..of(places.last()).wrapping_sub(1)
    }

    /// The next line; nothing where it is not all there. Places of lines before the one with the
    /// number `needed` are no longer needed.
    #[inline]
    pub(super) fn next_line(&mut self, needed: Option<usize>) -> Option<Line> {
        if self.looked == self.next && !self.skips {
            if let Some(line) = self.next_in_batch() {
                return Some(line);
            }
            self.swept = self.next;
            self.batch.sweep(self.output.rest(self.next), self.width, needed);
            if let Some(line) = self.next_in_batch() {
                return Some(line);
            }
        }
        self.next_of_parts()
    }

    /// The next line of those that were found together.
    #[inline]
    fn next_in_batch(&mut self) -> Option<Line> {
        let base = self.swept;
        let place = |at: &u32| base.wrapping_add(*at as usize);
        let (at, found) = self.batch.next()?;
        let span = place(found.first()?)..place(found.last()?).wrapping_sub(1);
        if span.len() > self.longest {
            // It is looked at in parts, as it would be if it came in parts.
            self.batch.clear();
            return None;
        }
        let fields = found.len().wrapping_sub(1);
        let wrong = (fields != self.width).then(|| Wrong {
            kind: ParseErrorKind::FieldCount { found: fields, expected: self.width },
            first_end: found.get(1).map_or(span.end, |next| place(next).wrapping_sub(1)),
            last: found.get(fields.wrapping_sub(1)).map_or(span.start, place),
        });
        self.next = span.end.wrapping_add(1);
        self.looked = self.next;
        Some(Line { span, place: Place { base, at }, wrong })
    }

    /// The next line by looking on from where it was left.
    #[cold]
    fn next_of_parts(&mut self) -> Option<Line> {
        let (span, kind) = self.next_in_parts()?;
        let Scan { ends, fields, last } = &self.scan;
        let count = ParseErrorKind::FieldCount { found: *fields, expected: self.width };
        let first_end = ends.first().copied().unwrap_or(span.end);
        let kind = kind.or_else(|| (*fields != self.width).then_some(count));
        let wrong = kind.map(|kind| Wrong { kind, first_end, last: *last });
        let behind = |end: &usize| end.saturating_sub(span.start).saturating_add(1);
        let behind = ends.iter().map(|end| u32::try_from(behind(end)).unwrap_or(u32::MAX));
        // Of a line that is wrong no places are needed, but those of the lines behind it are.
        let count = if wrong.is_none() { behind.len() } else { 0 };
        let at = self.batch.add(behind.take(count));
        Some(Line { place: Place { base: span.start, at }, span, wrong })
    }

    /// Where the first field of a line is.
    #[inline]
    pub(super) fn first_field(&self, found: &Line) -> Range<usize> {
        let end = match &found.wrong {
            None => {
                let behind = self.batch.places(found.place.at, 2).last();
                behind.map_or(0, |at| found.place.base.wrapping_add(*at as usize).wrapping_sub(1))
            }
            Some(wrong) => wrong.first_end,
        };
        found.span.start..end
    }

    /// Where the last field of a line is; nowhere, of one that is too long.
    pub(super) fn last_field(&self, found: &Line) -> Range<usize> {
        let start = match &found.wrong {
            None => {
                let at = found.place.at.wrapping_add(self.width.wrapping_sub(1));
                let start = self.batch.places(at, 1).first();
                start.map_or(0, |at| found.place.base.wrapping_add(*at as usize))
            }
            Some(_) if found.is_too_long() => return 0..0,
            Some(wrong) => wrong.last,
        };
        start..found.span.end
    }

    /// The record whose fields are there.
    #[inline]
    pub(super) fn record(&self, line: usize, place: Place) -> Record<'_> {
        let starts = self.batch.places(place.at, self.width.wrapping_add(1));
        Record::of_line(self.output.rest(place.base), place.base, line, starts)
    }

    /// The span of the next line, and what is wrong with it already, by looking on from where it
    /// was left.
    fn next_in_parts(&mut self) -> Option<(Range<usize>, Option<ParseErrorKind>)> {
        if self.skips && !self.skip() {
            return None;
        }
        let start = self.next;
        if self.looked == start {
            self.scan.begin(start);
        }
        let newline = self.scan.look(&self.output, self.looked, self.width);
        self.looked = newline.unwrap_or_else(|| self.output.end());
        if self.looked.saturating_sub(start) > self.longest {
            // No record can be this long. What is said of it must not depend on how much of it has
            // come by now.
            self.skips = true;
            self.next = start.saturating_add(self.longest);
            return Some((start..self.next, Some(ParseErrorKind::TooLong)));
        }
        if newline.is_some() {
            let span = start..self.looked;
            self.next = self.looked.saturating_add(1);
            self.looked = self.next;
            return Some((span, None));
        }
        let rest = start..self.looked;
        (self.ended && !rest.is_empty()).then(|| {
            self.scan.end_field(rest.end, self.width);
            self.next = rest.end;
            (rest, Some(ParseErrorKind::CutShort))
        })
    }

    /// Passes over the rest of a line that is too long; tells whether its end has come.
    fn skip(&mut self) -> bool {
        let rest = self.output.text(&(self.next..self.output.end()));
        match memchr(b'\n', rest) {
            Some(at) => {
                self.next = self.next.saturating_add(at).saturating_add(1);
                self.skips = false;
            }
            None => self.next = self.output.end(),
        }
        self.looked = self.next;
        !self.skips
    }
}

impl Window {
    /// Where the output ends, as far as it has come.
    fn end(&self) -> usize {
        self.base.saturating_add(self.bytes.len())
    }

    fn text(&self, span: &Range<usize>) -> &[u8] {
        let local = span.start.saturating_sub(self.base)..span.end.saturating_sub(self.base);
        self.bytes.get(local).unwrap_or_default()
    }

    /// What has come from a place on.
    fn rest(&self, from: usize) -> &[u8] {
        self.bytes.get(from.saturating_sub(self.base)..).unwrap_or_default()
    }

    /// Forgets what stands before `needed`, once that is three times as much as what stays: so few
    /// bytes are moved.
    fn forget(&mut self, needed: usize) {
        let gone = needed.saturating_sub(self.base).min(self.bytes.len());
        if !self.keeps && gone > self.bytes.len() / 4 * 3 {
            self.bytes.drain(..gone);
            self.base = self.base.saturating_add(gone);
        }
    }
}

impl Scan {
    fn begin(&mut self, start: usize) {
        self.ends.clear();
        self.fields = 0;
        self.last = start;
    }

    /// Looks on from `from` for the ends of fields, up to the end of the line, and gives that.
    fn look(&mut self, output: &Window, from: usize, width: usize) -> Option<usize> {
        let base = output.base;
        let found = find_separators(&output.bytes, from.saturating_sub(base), |at, byte| {
            let at = at.saturating_add(base);
            self.end_field(at, width);
            if byte == b'\n' {
                return ControlFlow::Break(());
            }
            self.last = at.saturating_add(1);
            ControlFlow::Continue(())
        });
        found.map(|at| at.saturating_add(base))
    }

    fn end_field(&mut self, at: usize, width: usize) {
        self.fields = self.fields.saturating_add(1);
        if self.ends.len() < width {
            self.ends.push(at);
        }
    }
}
