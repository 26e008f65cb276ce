//! Output in pieces to records that can be believed, one at a time, in bounded memory.
//!
//! A piece may end anywhere: within a field, within a character. What comes out does not depend on
//! where. Reading a whole output is the same code, fed once.
//!
//! Where a frame has open fields, a line is given out only when its record can no longer go on:
//! when as many bytes have come behind it as a record can be long. Until then it is *pending*.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::doubts::{Arrival, Doubts, Order};
use super::finder::{Finder, Line, Place, Run, Wrong};
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
    /// The errors of pending lines.
    errors: VecDeque<ParseError>,
    doubts: Doubts,
    region: Option<Region>,
    /// The record at hand.
    hand: Place,
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
            errors: VecDeque::new(),
            region: None,
            hand: Place::default(),
        }
    }

    /// Takes the next piece of the output.
    pub(crate) fn feed(&mut self, piece: &[u8]) {
        let needed = self.pending.front().map(|line| line.place.base);
        self.output.feed(piece, needed);
    }

    /// Takes the end of the output; `whole` tells whether the command ran to its end.
    pub(crate) fn finish(&mut self, whole: bool) {
        self.ended = Some(whole);
        self.output.end();
    }

    /// The same, without what spares it work where names are in order.
    #[cfg(test)]
    pub(super) fn slow(frame: Frame, output: Vec<u8>, whole: bool) -> Self {
        let mut decoder = Self::over(frame, output, whole);
        decoder.doubts.remember_all();
        decoder
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
        loop {
            if self.front_is_settled() {
                let front = self.pending.front()?;
                let is_plain = !front.faulty && self.ended != Some(false);
                if is_plain && self.region.is_none() && self.doubts.are_none() {
                    // The same as below, in short.
                    self.hand = front.place;
                    let line = front.line;
                    self.pass();
                    return Some(Ok(line));
                }
                match self.settle(front.clone()) {
                    Settled::Withheld => {}
                    Settled::Error(error) => return Some(Err(error)),
                    Settled::Record(line) => return Some(Ok(line)),
                }
            } else if !self.read_run(judge) && !self.read_line(judge) && !self.front_is_settled() {
                let over = self.output.is_over() && self.pending.is_empty();
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
        self.can_no_longer_go_on(front) || self.output.is_over()
    }

    /// Takes out the first pending line.
    #[inline]
    fn pass(&mut self) {
        match self.pending.front_mut() {
            Some(run) if run.lines > 1 => {
                run.lines -= 1;
                run.line = run.line.wrapping_add(1);
                // The last place of a line is the first of the next.
                run.place.at = run.place.at.wrapping_add(self.frame.width);
                run.span = self.output.span(run.place);
            }
            _ => self.pending.pop(),
        }
    }

    /// Whether a record that began on this line or before must have ended by now.
    fn can_no_longer_go_on(&self, line: &Pending) -> bool {
        self.frame.is_closed() || self.read_to > line.span.end.saturating_add(self.frame.longest)
    }

    /// What is said of the first pending line, which is taken out then.
    fn settle(&mut self, line: Pending) -> Settled {
        let error = if line.faulty { self.errors.pop_front() } else { None };
        // The command stopped, perhaps within this record.
        let cut_short = self.ended == Some(false) && !self.can_no_longer_go_on(&line);
        let withheld = if cut_short {
            Some((ParseErrorKind::HeldBack, None))
        } else {
            self.doubts.suspects(line.line).map(|from| (ParseErrorKind::Suspect, Some(from)))
        };
        if let Some(why) = withheld {
            if let Some(region) = self.region.as_mut().filter(|region| region.why == why) {
                region.extend(&line);
                self.pass();
                return Settled::Withheld;
            }
            let region = Region::new(why, line, error, &self.output);
            self.pass();
            let before = self.region.replace(region);
            return before.map_or(Settled::Withheld, |before| Settled::Error(before.into_error()));
        }
        if let Some(region) = self.region.take() {
            // The region ends here. The line's turn comes once that is told.
            if let Some(error) = error {
                self.errors.push_front(error);
            }
            return Settled::Error(region.into_error());
        }
        self.hand = line.place;
        self.pass();
        error.map_or(Settled::Record(line.line), Settled::Error)
    }

    /// Reads lines of which there is nothing to say but that they are records.
    fn read_run(&mut self, judge: &impl Judge) -> bool {
        let Some(before) = self.doubts.before() else { return false };
        let needed = self.pending.front().map(|line| line.place.at);
        let (frame, is_closed) = (&self.frame, self.frame.is_closed());
        let run = self.output.next_run(needed, &before, |record, before, first| {
            (is_closed || before < first) && frame.is_sound(record, judge)
        });
        let Some(Run { lines, place, first, end }) = run else { return false };
        self.doubts.pass(first, end);
        let line = self.lines.wrapping_add(1);
        self.lines = self.lines.wrapping_add(lines);
        self.read_to = self.output.read_to();
        let span = self.output.span(place);
        self.pending.push(Pending { lines, line, span, place, faulty: false });
        true
    }

    /// Reads the next line, if it is there as a whole, and says what is wrong with it.
    fn read_line(&mut self, judge: &impl Judge) -> bool {
        let needed = self.pending.front().map(|line| line.place.at);
        let found = self.output.next_line(needed);
        // Where the rest of a line that is too long is passed over, there is no line behind it yet.
        self.read_to = self.output.read_to();
        let Some(found) = found else { return false };
        let (line, error) = self.judged(&found, judge);
        let faulty = error.is_some();
        let first = (!faulty).then(|| self.output.first_field(&found));
        match self.doubts.order(&found.span, first, &self.output) {
            Order::GoesOn => {}
            order => self.remember(&order, line, &found, faulty, judge),
        }
        if let Some(error) = error {
            self.errors.push_back(error);
        }
        let Line { span, place, .. } = found;
        self.pending.push(Pending { lines: 1, line, span, place, faulty });
        true
    }

    /// Remembers a line, with those before it that it may go with, if they have not been.
    #[inline(never)]
    fn remember(
        &mut self,
        order: &Order,
        line: usize,
        found: &Line,
        faulty: bool,
        judge: &impl Judge,
    ) {
        if matches!(order, Order::Breaks) {
            let reach = found.span.end.saturating_sub(self.frame.longest);
            // They are in order, and nothing is wrong with them: their last fields are not asked for.
            let sound = self.pending.rest().iter().filter(|run| !run.faulty);
            let lines = sound.flat_map(|run| (0..run.lines).map(move |index| (run, index)));
            for (run, index) in lines {
                let at = run.place.at.wrapping_add(index.wrapping_mul(self.frame.width));
                let place = Place { at, ..run.place };
                let before = Line { span: self.output.span(place), place, wrong: None };
                if before.span.end >= reach {
                    let line = run.line.wrapping_add(index);
                    self.doubts.arrived(self.arrival(line, &before, false, judge), b"");
                }
            }
        }
        let arrival = self.arrival(line, found, faulty, judge);
        let last = self.output.text(&self.output.last_field(found));
        self.doubts.arrived(arrival, last);
    }

    /// The number of a line that has just been found, and what is wrong with it.
    #[inline]
    fn judged(&mut self, found: &Line, judge: &impl Judge) -> (usize, Option<ParseError>) {
        let line = self.lines.wrapping_add(1);
        self.lines = line;
        if let Some(Wrong { kind, .. }) = &found.wrong {
            let text = self.output.text(&found.span);
            return (line, Some(ParseError::new(*kind, line, found.span.start, text)));
        }
        (line, self.frame.fault(&self.output.record(line, found.place), judge))
    }

    /// What the doubts are to know of a line that has just been found.
    fn arrival(&self, line: usize, found: &Line, faulty: bool, judge: &impl Judge) -> Arrival {
        // A line that is too long is part of no record, and not all of it has been looked at.
        let is_whole = !found.is_too_long() && self.frame.tells_names();
        let name = |text: &[u8]| if is_whole { hash(text, 0) } else { 0 };
        let record = (!faulty).then(|| self.output.record(line, found.place));
        let key = record.as_ref().and_then(|record| self.frame.key(record));
        let first = match key {
            // The key of a listing is its name, which has been hashed then.
            Some(key) if self.frame.proof == Proof::Unique(1) => key,
            _ => name(self.output.text(&self.output.first_field(found))),
        };
        let last = if record.is_some() && self.frame.ends_with_first() {
            first
        } else {
            name(self.output.text(&self.output.last_field(found)))
        };
        let opens = record.is_some_and(|record| judge.opens(&record));
        Arrival { line, span: found.span.clone(), first, last, key, opens, faulty }
    }

    /// The record at hand.
    #[inline]
    pub(crate) fn record(&self, line: usize) -> Record<'_> {
        self.output.record(line, self.hand)
    }
}

enum Settled {
    Withheld,
    Error(ParseError),
    Record(usize),
}
