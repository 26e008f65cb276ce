//! Output in pieces to records that can be believed, one at a time, in bounded memory.
//!
//! A piece may end anywhere: within a field, within a character. What comes out does not depend on
//! where. Reading a whole output is the same code, fed once.
//!
//! Where a frame has open fields, a line is given out only when its record can no longer go on:
//! when as many bytes have come behind it as a record can be long. Until then it is *pending*.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::doubts::{Arrival, Doubts};
use super::finder::{Finder, Line};
use super::frame::{Frame, Judge, Proof};
use super::queue::Queue;
use super::recent::hash;
use super::records::Record;
use super::region::{Pending, Region};
use crate::error::{ParseError, ParseErrorKind};

#[derive(Debug)]
pub(crate) struct Decoder {
    frame: Frame,
    output: Finder,
    /// How many lines have been read, and up to where they reach.
    lines: usize,
    read_to: usize,
    /// Once the command has ended: whether it ran to its end.
    ended: Option<bool>,
    pending: Queue<Pending>,
    /// Where the fields of pending lines without an error start, from their line's base on, and
    /// where one more would.
    starts: Queue<u32>,
    /// The errors of the other pending lines.
    errors: VecDeque<ParseError>,
    doubts: Doubts,
    region: Option<Region>,
    /// The base of the record at hand.
    hand: usize,
}

impl Decoder {
    /// A decoder to be fed, which forgets what it has given out.
    pub(crate) fn new(frame: Frame) -> Self {
        Self::with(frame, Vec::new(), false)
    }

    /// A decoder of a whole output.
    pub(crate) fn over(frame: Frame, output: Vec<u8>, whole: bool) -> Self {
        let mut decoder = Self::with(frame, output, true);
        decoder.finish(whole);
        decoder
    }

    fn with(frame: Frame, bytes: Vec<u8>, keeps: bool) -> Self {
        Self {
            doubts: Doubts::new(&frame),
            output: Finder::new(&frame, bytes, keeps),
            frame,
            lines: 0,
            read_to: 0,
            ended: None,
            pending: Queue::new(),
            starts: Queue::new(),
            errors: VecDeque::new(),
            region: None,
            hand: 0,
        }
    }

    /// Takes the next piece of the output.
    pub(crate) fn feed(&mut self, piece: &[u8]) {
        let needed = self.pending.front().map(|line| line.base);
        self.output.feed(piece, needed);
    }

    /// Takes the end of the output; `whole` tells whether the command ran to its end.
    pub(crate) fn finish(&mut self, whole: bool) {
        self.ended = Some(whole);
        self.output.end();
    }

    /// How many bytes of the output are at hand.
    #[cfg(test)]
    pub(super) fn held(&self) -> usize {
        self.output.held()
    }

    /// The output, if it was kept.
    pub(crate) fn into_output(self) -> Vec<u8> {
        self.output.into_output()
    }

    /// What comes next, as far as the output so far tells: the line of a record that is then
    /// [at hand](Self::record), or an error.
    pub(crate) fn advance(&mut self, judge: &impl Judge) -> Option<Result<usize, ParseError>> {
        if self.frame.is_closed() {
            return self.next_final(judge);
        }
        loop {
            if self.front_is_settled() {
                let front = self.pending.pop()?;
                match self.settle(front) {
                    Settled::Withheld => {}
                    Settled::Error(error) => return Some(Err(error)),
                    Settled::Record(line) => return Some(Ok(line)),
                }
            } else if !self.read_line(judge) && !self.front_is_settled() {
                let over = self.output.is_over() && self.pending.is_empty();
                let region = self.region.take_if(|_| over)?;
                return Some(Err(region.into_error()));
            }
        }
    }

    /// What comes next where nothing that is to come changes it: nothing is ever pending.
    fn next_final(&mut self, judge: &impl Judge) -> Option<Result<usize, ParseError>> {
        let found = self.output.next_line(&mut self.starts)?;
        let (line, error) = self.judged(&found, judge);
        if let Some(error) = error {
            return Some(Err(error));
        }
        self.starts.take(self.places());
        self.hand = found.base;
        Some(Ok(line))
    }

    /// The same, with the record.
    pub(crate) fn next(&mut self, judge: &impl Judge) -> Option<Result<Record<'_>, ParseError>> {
        let found = self.advance(judge)?;
        Some(found.map(|line| self.record(line)))
    }

    /// Whether nothing that is to come can change what is said of the first pending line.
    fn front_is_settled(&self) -> bool {
        let Some(front) = self.pending.front() else { return false };
        self.can_no_longer_go_on(front) || self.output.is_over()
    }

    /// Whether a record that began on this line or before must have ended by now.
    fn can_no_longer_go_on(&self, line: &Pending) -> bool {
        self.read_to > line.span.end.saturating_add(self.frame.longest)
    }

    /// What is said of the first pending line, which has just been taken out.
    fn settle(&mut self, line: Pending) -> Settled {
        let error = if line.faulty { self.errors.pop_front() } else { None };
        if !line.faulty {
            self.starts.take(self.places());
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
            let region = Region::new(why, line, error, &self.output);
            let before = self.region.replace(region);
            return before.map_or(Settled::Withheld, |before| Settled::Error(before.into_error()));
        }
        if let Some(region) = self.region.take() {
            // The region ends here. The line comes again once that is told.
            match error {
                Some(error) => self.errors.push_front(error),
                None => self.starts.put_back(self.places()),
            }
            self.pending.put_back(1);
            return Settled::Error(region.into_error());
        }
        self.hand = line.base;
        error.map_or(Settled::Record(line.line), Settled::Error)
    }

    /// Reads the next line, if it is there as a whole, and says what is wrong with it.
    fn read_line(&mut self, judge: &impl Judge) -> bool {
        let Some(found) = self.output.next_line(&mut self.starts) else { return false };
        let (line, error) = self.judged(&found, judge);
        self.read_to = self.output.read_to();
        let faulty = error.is_some();
        let arrival = self.arrival(line, &found, faulty, judge);
        let name = found.last..found.span.end;
        let is_whole = found.kind != Some(ParseErrorKind::TooLong);
        let name = if is_whole { self.output.text(&name) } else { b"" };
        self.doubts.arrived(arrival, name);
        self.errors.extend(error);
        self.pending.push(Pending { line, span: found.span, base: found.base, faulty });
        true
    }

    /// The number of a line that has just been found, and what is wrong with it. Its fields are kept
    /// if nothing is.
    fn judged(&mut self, found: &Line, judge: &impl Judge) -> (usize, Option<ParseError>) {
        let line = self.lines.saturating_add(1);
        self.lines = line;
        if let Some(kind) = found.kind {
            let text = self.output.text(&found.span);
            return (line, Some(ParseError::new(kind, line, found.span.start, text)));
        }
        let error = self.frame.fault(&self.arrived(line, found.base), judge);
        if error.is_some() {
            self.starts.unpush(self.places());
        }
        (line, error)
    }

    /// What the doubts are to know of a line that has just been found.
    fn arrival(&self, line: usize, found: &Line, faulty: bool, judge: &impl Judge) -> Arrival {
        let Line { span, base, kind, first_end, last } = found;
        // A line that is too long is part of no record, and not all of it has been looked at.
        let is_whole = *kind != Some(ParseErrorKind::TooLong) && self.frame.tells_names();
        let name = |field| if is_whole { hash(self.output.text(&field), 0) } else { 0 };
        let record = (!faulty).then(|| self.arrived(line, *base));
        let key = record.as_ref().and_then(|record| self.frame.key(record));
        let first = match key {
            // The key of a listing is its name, which has been hashed then.
            Some(key) if self.frame.proof == Proof::Unique(1) => key,
            _ => name(span.start..*first_end),
        };
        let last = if record.is_some() && self.frame.ends_with_first() {
            first
        } else {
            name(*last..span.end)
        };
        let opens = record.is_some_and(|record| judge.opens(&record));
        Arrival { line, span: span.clone(), first, last, key, opens, faulty }
    }

    /// The record at hand.
    pub(crate) fn record(&self, line: usize) -> Record<'_> {
        self.record_of(line, self.hand, self.starts.last_taken(self.places()))
    }

    /// The record that has just arrived.
    fn arrived(&self, line: usize, base: usize) -> Record<'_> {
        self.record_of(line, base, self.starts.last_pushed(self.places()))
    }

    fn record_of<'a>(&'a self, line: usize, base: usize, starts: &'a [u32]) -> Record<'a> {
        Record::of_line(self.output.rest(base), base, line, starts)
    }

    /// How many places are kept of a record.
    fn places(&self) -> usize {
        self.frame.width.saturating_add(1)
    }
}

enum Settled {
    Withheld,
    Error(ParseError),
    Record(usize),
}
