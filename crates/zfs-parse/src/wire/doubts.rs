//! Which lines can't be believed, by what stands near them.
//!
//! The argument is that of the [frame](super::frame); here it is applied to lines as they arrive,
//! with nothing kept longer than a record can be.

use alloc::borrow::ToOwned;
use alloc::collections::btree_map::Entry;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;
use core::ops::Range;

use super::finder::Finder;
use super::frame::{Frame, Proof};
use super::recent::{Recent, hash};

#[derive(Debug)]
pub(super) struct Doubts {
    proof: Proof,
    longest: usize,
    /// Whether the key is the first field, so that lines in its order need not be remembered.
    orders: bool,
    /// The first field of the last line without a fault, and where that line ends.
    previous: Range<usize>,
    previous_end: usize,
    /// Where there was a line with a fault or out of order: up to where lines may end that a record
    /// can reach to from there. All of them are remembered.
    unclear: Option<usize>,
    keys: Recent,
    /// The lines that a record may still reach to.
    near: VecDeque<Near>,
    /// How many of those have a fault, and the last line that has.
    faults: usize,
    last_fault: usize,
    /// While there are faults: those lines, in order, by the hash that a record's end is held
    /// against.
    starts: Option<BTreeMap<u64, VecDeque<usize>>>,
    /// The name of the records that arrive, and where it took the place of others. A hash would
    /// not do: a name made to have that of another could pass for it.
    name: Option<Vec<u8>>,
    changes: VecDeque<Change>,
    /// Lines that are not believed: ranges of their numbers, in order and apart.
    suspect: VecDeque<Range<usize>>,
}

/// A line that has just been read.
#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) line: usize,
    pub(super) span: Range<usize>,
    /// Hashes of its first and last field.
    pub(super) first: u64,
    pub(super) last: u64,
    /// The hash of its key, if it has the form of a record.
    pub(super) key: Option<u64>,
    /// Whether it can be the first record of its name.
    pub(super) opens: bool,
    /// Whether something is wrong with it by itself.
    pub(super) faulty: bool,
}

/// How a line follows those before it.
pub(super) enum Order {
    /// Without a fault, in strict order with all that a record can reach to, and these likewise: it
    /// need not be remembered.
    GoesOn,
    /// Not so, and those before it were not remembered; now they must be.
    Breaks,
    /// Not so; it is remembered, as those before it are.
    Goes,
}

#[derive(Debug)]
struct Near {
    line: usize,
    start: usize,
    end: usize,
    first: u64,
    last: u64,
    faulty: bool,
}

#[derive(Debug)]
struct Change {
    line: usize,
    end: usize,
    /// The name that was before.
    from: u64,
}

impl Doubts {
    pub(super) fn new(frame: &Frame) -> Self {
        Self {
            proof: frame.proof.clone(),
            longest: frame.longest,
            orders: match &frame.proof {
                Proof::Unique(leading) => *leading == 1,
                Proof::Unproven(key) => key[..] == [0],
                Proof::Closed | Proof::Grouped => false,
            },
            previous: 0..0,
            previous_end: 0,
            unclear: None,
            keys: Recent::new(frame.longest),
            near: VecDeque::new(),
            faults: 0,
            last_fault: 0,
            starts: None,
            name: None,
            changes: VecDeque::new(),
            suspect: VecDeque::new(),
        }
    }

    /// Whether a line is not believed, and if so the first of those that go with it. Lines are
    /// asked about in order.
    pub(super) fn suspects(&mut self, line: usize) -> Option<usize> {
        while self.suspect.front().is_some_and(|range| range.end <= line) {
            self.suspect.pop_front();
        }
        self.suspect.front().filter(|range| range.contains(&line)).map(|range| range.start)
    }

    /// Has every line remembered, as where the order of names tells nothing.
    #[cfg(test)]
    pub(super) fn remember_all(&mut self) {
        self.orders = false;
    }

    /// Whether no line is doubted.
    #[inline]
    pub(super) fn are_none(&self) -> bool {
        self.suspect.is_empty()
    }

    /// While lines without a fault that go on in order need not be remembered: the first field of the
    /// one before, which the next must come behind, if it is near.
    #[inline]
    pub(super) fn before(&self) -> Option<Range<usize>> {
        let goes_on = self.is_closed() || self.orders && self.unclear.is_none();
        goes_on.then(|| self.previous.clone())
    }

    /// Passes lines that go on in order; of the last, the first field and the end.
    pub(super) fn pass(&mut self, first: Range<usize>, end: usize) {
        if self.orders {
            (self.previous, self.previous_end) = (first, end);
        }
    }

    fn is_closed(&self) -> bool {
        matches!(self.proof, Proof::Closed)
    }

    /// What is to be remembered of a line that has just been read, by its first field if nothing is
    /// wrong with it.
    #[inline]
    pub(super) fn order(
        &mut self,
        span: &Range<usize>,
        first: Option<Range<usize>>,
        output: &Finder,
    ) -> Order {
        if self.is_closed() {
            return Order::GoesOn;
        }
        if !self.orders {
            return Order::Goes;
        }
        let in_order = first.is_some_and(|first| {
            // One that is out of reach can't be repeated, and may have been forgotten.
            let is_near = span.end.saturating_sub(self.previous_end) <= self.longest;
            let in_order = !is_near || output.text(&self.previous) < output.text(&first);
            (self.previous, self.previous_end) = (first, span.end);
            in_order
        });
        match self.unclear {
            None if in_order => return Order::GoesOn,
            Some(until) if in_order && span.end > until => {
                self.clear();
                return Order::GoesOn;
            }
            Some(_) if in_order => return Order::Goes,
            _ => {}
        }
        let begins = self.unclear.is_none();
        self.unclear = Some(span.end.saturating_add(self.longest));
        if begins { Order::Breaks } else { Order::Goes }
    }

    /// Forgets all lines.
    #[cold]
    fn clear(&mut self) {
        self.unclear = None;
        self.keys.clear();
        self.near.clear();
        self.faults = 0;
        self.starts = None;
    }

    /// Takes the next line; `name` is its last field.
    pub(super) fn arrived(&mut self, arrival: Arrival, name: &[u8]) {
        let Arrival { line, span, first, last, key, opens, faulty } = arrival;
        self.forget(span.end);
        let repeated = key.and_then(|key| self.keys.insert(key, line, span.start));
        let repeated = repeated.filter(|earlier| self.reaches(*earlier, span.start));
        let scattered = match (&self.proof, faulty) {
            (Proof::Grouped, false) => self.changed(line, span.end, name, opens),
            _ => None,
        };
        let faulty = faulty || repeated.is_some() || scattered.is_some();
        let near = Near { line, start: span.start, end: span.end, first, last, faulty };
        if matches!(self.proof, Proof::Unproven(_)) {
            self.near.push_back(Near { faulty: false, ..near });
            // No line tells where a record of several would begin.
            if let Some(from) = repeated {
                self.suspect(from..line.saturating_add(1));
            }
            return;
        }
        if faulty {
            self.faults = self.faults.saturating_add(1);
            self.last_fault = line;
        }
        self.remember(near);
        for from in repeated.into_iter().chain(scattered) {
            self.suspect(from..line.saturating_add(1));
        }
        if let Some(from) = self.earliest_start(last).filter(|from| *from <= self.last_fault) {
            self.suspect(from..line.saturating_add(1));
        }
    }

    /// Whether a record that began on an earlier line can go on at `start`.
    fn reaches(&self, earlier: usize, start: usize) -> bool {
        let first = self.near.front().map_or(usize::MAX, |near| near.line);
        let near = earlier.checked_sub(first).and_then(|index| self.near.get(index));
        near.is_some_and(|near| start.saturating_sub(near.start) <= self.longest)
    }

    fn remember(&mut self, near: Near) {
        let by = |near: &Near| match self.proof {
            Proof::Unique(_) => Some(near.first),
            Proof::Grouped => Some(near.last),
            Proof::Closed | Proof::Unproven(_) => None,
        };
        let add = |starts: &mut BTreeMap<u64, VecDeque<usize>>, near: &Near| {
            if let Some(hash) = by(near) {
                starts.entry(hash).or_default().push_back(near.line);
            }
        };
        if self.faults == 0 {
            self.starts = None;
        } else {
            let starts = self.starts.get_or_insert_with(|| {
                let mut starts = BTreeMap::new();
                self.near.iter().for_each(|near| add(&mut starts, near));
                starts
            });
            add(starts, &near);
        }
        self.near.push_back(near);
    }

    /// Notes the name of a grouped record; gives the line from which on that is wrong, if it is.
    fn changed(&mut self, line: usize, end: usize, name: &[u8], opens: bool) -> Option<usize> {
        if self.name.as_deref() == Some(name) {
            return None;
        }
        let hash_of = |name: &[u8]| hash(name, 0);
        let this = hash_of(name);
        let back = self.changes.iter().find(|change| change.from == this).map(|change| change.line);
        if let Some(from) = self.name.replace(name.to_owned()) {
            self.changes.push_back(Change { line, end, from: hash_of(&from) });
        }
        back.or((!opens).then_some(line))
    }

    /// While there are faults: the earliest line where a record can have begun that ends on the
    /// last line to arrive, with the name `last`.
    fn earliest_start(&self, last: u64) -> Option<usize> {
        let line = *self.starts.as_ref()?.get(&last)?.front()?;
        // A grouped record begins with its property. But it is not the first of its name, so that
        // the line before it ends with the name too.
        Some(if self.proof == Proof::Grouped { line.saturating_add(1) } else { line })
    }

    /// Adds lines that are not believed, up to the last that has arrived.
    fn suspect(&mut self, mut lines: Range<usize>) {
        while let Some(last) = self.suspect.back().filter(|last| last.end > lines.start) {
            lines = last.start.min(lines.start)..last.end.max(lines.end);
            self.suspect.pop_back();
        }
        if !lines.is_empty() {
            self.suspect.push_back(lines);
        }
    }

    /// Forgets what no record that ends at `end` can reach to.
    fn forget(&mut self, end: usize) {
        let gone = |at: usize| end.saturating_sub(at) > self.longest;
        // A record begins where its first line does; a grouped one behind the line that is kept.
        let begins = |near: &Near| match self.proof {
            Proof::Unique(_) => near.start,
            Proof::Closed | Proof::Grouped | Proof::Unproven(_) => near.end,
        };
        while let Some(near) = self.near.front().filter(|near| gone(begins(near))) {
            self.faults = self.faults.saturating_sub(usize::from(near.faulty));
            let by = if self.proof == Proof::Grouped { near.last } else { near.first };
            if let Some(Entry::Occupied(mut lines)) = self.starts.as_mut().map(|s| s.entry(by)) {
                lines.get_mut().pop_front();
                if lines.get().is_empty() {
                    lines.remove();
                }
            }
            self.near.pop_front();
        }
        while self.changes.front().is_some_and(|change| gone(change.end)) {
            self.changes.pop_front();
        }
    }
}
