//! Output in pieces to records that can be believed, one at a time, in bounded memory.
//!
//! A piece may end anywhere: within a field, within a character. What comes out does not depend on
//! where. Reading a whole output is the same code, fed once.
//!
//! Where a frame has open fields, a line is given out only when its record can no longer go on:
//! when as many bytes have come behind it as a record can be long. Until then it is *pending*.

use alloc::borrow::ToOwned;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use memchr::memchr;

use super::doubts::{Arrival, Doubts};
use super::frame::{Frame, Judge, Proof};
use super::recent::hash;
use super::records::Record;
use super::split::find_separators;
use crate::error::{ParseError, ParseErrorKind, excerpt_of};

#[derive(Debug)]
pub(crate) struct Decoder {
    frame: Frame,
    output: Window,
    /// Where the next line begins, and how far it has been looked through.
    next: usize,
    looked: usize,
    scan: Scan,
    /// How many lines have been read, and up to where they reach.
    lines: usize,
    read_to: usize,
    /// Whether the rest of a line that is too long is being passed over.
    skips: bool,
    /// Once the command has ended: whether it ran to its end.
    ended: Option<bool>,
    pending: VecDeque<Pending>,
    /// The ends of the fields of pending lines without an error, a record's width for each.
    ends: VecDeque<usize>,
    doubts: Doubts,
    region: Option<Region>,
    /// The fields of the record at hand.
    fields: Vec<Range<usize>>,
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

/// A line that has not been given out.
#[derive(Debug)]
struct Pending {
    line: usize,
    span: Range<usize>,
    error: Option<ParseError>,
}

/// Lines that are withheld together: of all of them, one error tells.
#[derive(Debug)]
struct Region {
    /// Why, and the first line that goes with it, which may have been given out before.
    why: (ParseErrorKind, Option<usize>),
    first: Pending,
    end: usize,
    excerpt: Vec<u8>,
    lines: usize,
}

impl Decoder {
    /// A decoder to be fed, which forgets what it has given out.
    pub(crate) fn new(frame: Frame) -> Self {
        Self::with(frame, Vec::new(), false)
    }

    /// A decoder of a whole output.
    pub(crate) fn over(frame: Frame, output: Vec<u8>, whole: bool) -> Self {
        Self { ended: Some(whole), ..Self::with(frame, output, true) }
    }

    fn with(frame: Frame, bytes: Vec<u8>, keeps: bool) -> Self {
        Self {
            doubts: Doubts::new(&frame),
            frame,
            output: Window { bytes, base: 0, keeps },
            next: 0,
            looked: 0,
            scan: Scan::default(),
            lines: 0,
            read_to: 0,
            skips: false,
            ended: None,
            pending: VecDeque::new(),
            ends: VecDeque::new(),
            region: None,
            fields: Vec::new(),
        }
    }

    /// Takes the next piece of the output.
    pub(crate) fn feed(&mut self, piece: &[u8]) {
        let needed = self.pending.front().map_or(self.next, |line| line.span.start);
        self.output.forget(needed);
        self.output.bytes.extend_from_slice(piece);
    }

    /// Takes the end of the output; `whole` tells whether the command ran to its end.
    pub(crate) fn finish(&mut self, whole: bool) {
        self.ended = Some(whole);
    }

    /// How many bytes of the output are at hand.
    #[cfg(test)]
    pub(super) fn held(&self) -> usize {
        self.output.bytes.capacity()
    }

    /// The output, if it was kept.
    pub(crate) fn into_output(self) -> Vec<u8> {
        self.output.bytes
    }

    /// What comes next, as far as the output so far tells: the line of a record that is then
    /// [at hand](Self::record), or an error.
    pub(crate) fn advance(&mut self, judge: &impl Judge) -> Option<Result<usize, ParseError>> {
        loop {
            if self.front_is_settled() {
                let front = self.pending.pop_front()?;
                match self.settle(front) {
                    Settled::Withheld => {}
                    Settled::Error(error) => return Some(Err(error)),
                    Settled::Record(line) => return Some(Ok(line)),
                }
            } else if !self.read_line(judge) && !self.front_is_settled() {
                let over = self.all_is_read() && self.pending.is_empty();
                let region = self.region.take_if(|_| over)?;
                return Some(Err(region.into_error()));
            }
        }
    }

    /// The same, with the record.
    pub(crate) fn next(&mut self, judge: &impl Judge) -> Option<Result<Record<'_>, ParseError>> {
        let found = self.advance(judge)?;
        Some(found.map(|line| self.record(line)))
    }

    /// Whether nothing that is to come can change what is said of the first pending line.
    fn front_is_settled(&self) -> bool {
        let Some(front) = self.pending.front() else { return false };
        self.can_no_longer_go_on(front) || self.all_is_read()
    }

    /// Whether a record that began on this line or before must have ended by now.
    fn can_no_longer_go_on(&self, line: &Pending) -> bool {
        self.frame.proof == Proof::Closed
            || self.read_to > line.span.end.saturating_add(self.frame.longest)
    }

    fn all_is_read(&self) -> bool {
        self.ended.is_some() && self.next >= self.output.end()
    }

    /// What is said of the first pending line, which has just been taken out.
    fn settle(&mut self, line: Pending) -> Settled {
        if line.error.is_none() {
            let width = self.frame.width.min(self.ends.len());
            set_fields(&mut self.fields, line.span.start, self.ends.drain(..width));
        }
        // The command stopped, perhaps within this record.
        let cut_short = self.ended == Some(false) && !self.can_no_longer_go_on(&line);
        let withheld = if cut_short {
            Some((ParseErrorKind::CutShort, None))
        } else {
            self.doubts.suspects(line.line).map(|from| (ParseErrorKind::Suspect, Some(from)))
        };
        if let Some(why) = withheld {
            if let Some(region) = self.region.as_mut().filter(|region| region.why == why) {
                region.extend(&line);
                return Settled::Withheld;
            }
            let region = Region::new(why, line, &self.output);
            let before = self.region.replace(region);
            return before.map_or(Settled::Withheld, |before| Settled::Error(before.into_error()));
        }
        if let Some(region) = self.region.take() {
            // The region ends here. The line comes again once that is told.
            if line.error.is_none() {
                self.fields.iter().rev().for_each(|field| self.ends.push_front(field.end));
            }
            self.pending.push_front(line);
            return Settled::Error(region.into_error());
        }
        line.error.map_or(Settled::Record(line.line), Settled::Error)
    }

    /// Reads the next line, if it is there as a whole, and says what is wrong with it.
    fn read_line(&mut self, judge: &impl Judge) -> bool {
        let Some((span, kind)) = self.next_line() else { return false };
        let number = self.lines.saturating_add(1);
        self.lines = number;
        self.read_to = self.next;
        let found = self.scan.fields;
        let kind = kind.or_else(|| {
            let expected = self.frame.width;
            (found != expected).then_some(ParseErrorKind::FieldCount { found, expected })
        });
        let error = match kind {
            Some(kind) => Some(ParseError::new(kind, number, span.start, self.output.text(&span))),
            None => {
                set_fields(&mut self.fields, span.start, self.scan.ends.iter().copied());
                self.frame.fault(&self.record(number), judge)
            }
        };
        if self.frame.proof != Proof::Closed {
            let whole_line = kind != Some(ParseErrorKind::TooLong);
            let first = span.start..self.scan.ends.first().copied().unwrap_or(span.end);
            let last = self.scan.last..span.end;
            // A line that is too long is part of no record, and not all of it has been looked at.
            let name = |field| if whole_line { hash(self.output.text(field), 0) } else { 0 };
            let arrival = Arrival {
                line: number,
                span: span.clone(),
                first: name(&first),
                last: name(&last),
                key: error.is_none().then(|| self.frame.key(&self.record(number))).flatten(),
                opens: error.is_none() && judge.opens(&self.record(number)),
                faulty: error.is_some(),
            };
            let name = if whole_line { self.output.text(&last) } else { b"" };
            self.doubts.arrived(arrival, name);
        }
        if error.is_none() {
            self.ends.extend(&self.scan.ends);
        }
        self.pending.push_back(Pending { line: number, span, error });
        true
    }

    /// The next line's span, and what is wrong with it already; nothing where it is not all there.
    fn next_line(&mut self) -> Option<(Range<usize>, Option<ParseErrorKind>)> {
        if self.skips && !self.skip() {
            return None;
        }
        let start = self.next;
        if self.looked == start {
            self.scan.begin(start);
        }
        let newline = self.scan.look(&self.output, self.looked, self.frame.width);
        self.looked = newline.unwrap_or_else(|| self.output.end());
        if self.looked.saturating_sub(start) > self.frame.longest {
            // No record can be this long. What is said of it must not depend on how much of it has
            // come by now.
            self.skips = true;
            self.next = start.saturating_add(self.frame.longest);
            return Some((start..self.next, Some(ParseErrorKind::TooLong)));
        }
        if newline.is_some() {
            let span = start..self.looked;
            self.next = self.looked.saturating_add(1);
            self.looked = self.next;
            return Some((span, None));
        }
        let rest = start..self.looked;
        (self.ended.is_some() && !rest.is_empty()).then(|| {
            self.scan.end_field(rest.end, self.frame.width);
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

    /// The record whose fields are at hand.
    pub(crate) fn record(&self, line: usize) -> Record<'_> {
        Record::new(&self.output.bytes, self.output.base, line, &self.fields)
    }
}

enum Settled {
    Withheld,
    Error(ParseError),
    Record(usize),
}

/// The fields that end at these places and start behind one another.
fn set_fields(fields: &mut Vec<Range<usize>>, start: usize, ends: impl Iterator<Item = usize>) {
    fields.clear();
    let mut start = start;
    for end in ends {
        fields.push(start..end);
        start = end.saturating_add(1);
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

    /// Forgets what stands before `needed`, once that is most of what is there: so each byte is
    /// moved once at most.
    fn forget(&mut self, needed: usize) {
        let gone = needed.saturating_sub(self.base).min(self.bytes.len());
        if !self.keeps && gone > self.bytes.len() / 2 {
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

impl Region {
    fn new(why: (ParseErrorKind, Option<usize>), first: Pending, output: &Window) -> Self {
        let excerpt = excerpt_of(output.text(&first.span)).to_owned();
        Self { why, end: first.span.end, first, excerpt, lines: 1 }
    }

    fn extend(&mut self, line: &Pending) {
        self.end = line.span.end;
        self.lines = self.lines.saturating_add(1);
    }

    /// One error for all of its lines; of a single line, what is wrong with that by itself.
    fn into_error(self) -> ParseError {
        match self.first.error {
            Some(error) if self.lines == 1 => error,
            _ => {
                let span = self.first.span.start..self.end;
                ParseError::of_lines(self.why.0, self.first.line, span, self.excerpt)
            }
        }
    }
}
