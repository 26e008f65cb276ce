//! Lines found many at a time: where their fields end, for some kilobytes of output in one sweep.
//!
//! Fields are short, a dozen bytes or so. A search that starts anew behind each of them spends its
//! time on starting; this one looks at blocks of 64 bytes, makes a word of the answers, a bit a
//! byte, and notes the places of the bits that are set.

use alloc::vec::Vec;

use memchr::memchr_iter;

/// How much is looked at in one sweep: so little that all it notes stays in the processor's nearest
/// cache.
const SWEEP: usize = 4096;
const BLOCK: usize = 64;

/// Whole lines, and the places of their fields for as long as somebody needs them.
///
/// Places are told by their number since the first. They are written once, where they are looked at
/// later: a line that has to wait is not copied.
#[derive(Debug)]
pub(super) struct Batch {
    /// Where fields start, from the start of their sweep: the first one there, each of the others
    /// behind a TAB or newline. Behind those that were found, places are left over; there is room
    /// for a block more than can be found, so that a block's can be written without a look at each.
    starts: Vec<u32>,
    /// How many places were forgotten in front of these.
    gone: usize,
    /// Where those of the last sweep begin, and how many separators it found.
    first: usize,
    found: usize,
    /// How many of those separators there are up to each newline, with it.
    lines: Vec<u32>,
    /// How many lines have been taken, and the place where the next one starts.
    taken: usize,
    used: usize,
    /// Behind the places of lines that have been taken.
    end: usize,
}

impl Batch {
    pub(super) const fn new() -> Self {
        let starts = Vec::new();
        Self { starts, gone: 0, first: 0, found: 0, lines: Vec::new(), taken: 0, used: 0, end: 0 }
    }

    /// Sweeps the start of a text, whose lines should have so many fields. Lines that have not been
    /// taken are forgotten, and so are the places in front of the one with the number `needed`, or of
    /// all lines that have been taken.
    pub(super) fn sweep(&mut self, text: &[u8], width: usize, needed: Option<usize>) {
        self.forget(needed);
        self.clear();
        let text = text.get(..SWEEP).unwrap_or(text);
        self.begin(text.len().next_multiple_of(BLOCK) + BLOCK);
        let starts = self.starts.get_mut(self.first + 1..).unwrap_or_default();
        let (blocks, tail) = text.as_chunks::<BLOCK>();
        let (mut found, mut start) = (0, 0);
        for block in blocks {
            found += note(starts.get_mut(found..).unwrap_or_default(), block, start);
            start += BLOCK as u32;
        }
        if !tail.is_empty() {
            // Zeros are no separators.
            let mut block = [0; BLOCK];
            block.iter_mut().zip(tail).for_each(|(to, from)| *to = *from);
            found += note(starts.get_mut(found..).unwrap_or_default(), &block, start);
        }
        self.found = found;
        self.find_lines(text, width);
    }

    /// Makes room for a line's start and so many places behind it.
    fn begin(&mut self, places: usize) {
        (self.first, self.used) = (self.end, self.end);
        let room = self.end + 1 + places;
        if self.starts.len() < room {
            self.starts.resize(room, 0);
        }
        if let Some(start) = self.starts.get_mut(self.first) {
            *start = 0;
        }
    }

    /// Forgets the places in front of one, once they are most of what is there: so each is moved
    /// once at most.
    fn forget(&mut self, needed: Option<usize>) {
        let needed = needed.map_or(self.end, |number| number.wrapping_sub(self.gone));
        if needed >= self.end {
            self.gone = self.gone.wrapping_add(self.end);
            self.end = 0;
        } else if needed > self.end / 2 {
            self.starts.copy_within(needed..self.end, 0);
            self.gone = self.gone.wrapping_add(needed);
            self.end -= needed;
        }
    }

    /// Tells the newlines from the TABs.
    fn find_lines(&mut self, text: &[u8], width: usize) {
        let width = width.max(1);
        let behind = self.starts.get(self.first + 1..=self.first + self.found).unwrap_or_default();
        let is_newline = |start: &u32| text.get((*start as usize).wrapping_sub(1)) == Some(&b'\n');
        // If as many of every `width`th are newlines as there are newlines at all, it is those, and
        // nothing between them: so the others need no look.
        let count = memchr_iter(b'\n', text).count();
        let each = behind.chunks_exact(width).take(count);
        let regular = each.len() == count && each.filter_map(|line| line.last()).all(is_newline);
        if regular {
            self.lines.extend((1..=count).map(|line| (line * width) as u32));
        } else {
            let until = (1..).zip(behind).filter(|(_, start)| is_newline(start));
            self.lines.extend(until.map(|(until, _)| until));
        }
    }

    /// Forgets the lines that have not been taken.
    pub(super) fn clear(&mut self) {
        (self.found, self.taken) = (0, 0);
        self.lines.clear();
    }

    /// The next line: the number of the first of its places, and these: where its fields start, from
    /// the start of the sweep, and last, where the next line does.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(usize, &[u32])> {
        let until = self.first + *self.lines.get(self.taken)? as usize;
        let starts = self.starts.get(self.used..=until)?;
        let number = self.gone.wrapping_add(self.used);
        self.taken += 1;
        (self.used, self.end) = (until, until + 1);
        Some((number, starts))
    }

    /// The next lines for as long as these are taken, by their places; gives the number of the first
    /// place, and how many lines there are.
    pub(super) fn take_while(&mut self, mut takes: impl FnMut(&[u32]) -> bool) -> (usize, usize) {
        let number = self.gone.wrapping_add(self.used);
        let lines = self.lines.get(self.taken..).unwrap_or_default();
        let mut count = 0;
        for until in lines {
            let until = self.first + *until as usize;
            let starts = self.starts.get(self.used..=until).unwrap_or_default();
            if !takes(starts) {
                break;
            }
            count += 1;
            (self.used, self.end) = (until, until + 1);
        }
        self.taken += count;
        (number, count)
    }

    /// Whether there is a line that has not been taken.
    pub(super) fn has_next(&self) -> bool {
        self.taken < self.lines.len()
    }

    /// Adds a line that was found in another way, by the places behind its separators from its start
    /// on; gives the number of its first place. Lines that have not been taken are forgotten.
    pub(super) fn add(&mut self, behind: impl ExactSizeIterator<Item = u32>) -> usize {
        self.clear();
        let (number, count) = (self.gone.wrapping_add(self.end), behind.len());
        self.begin(count);
        let room = self.starts.iter_mut().skip(self.first + 1);
        room.zip(behind).for_each(|(place, behind)| *place = behind);
        self.end = self.first + 1 + count;
        number
    }

    /// So many places from the one with this number on.
    #[inline]
    pub(super) fn places(&self, number: usize, count: usize) -> &[u32] {
        let first = number.wrapping_sub(self.gone);
        self.starts.get(first..).and_then(|starts| starts.get(..count)).unwrap_or_default()
    }
}

/// Notes the fields that start behind a separator of a block, which starts at `start`; gives how many
/// there are. There must be room for as many as there are bytes.
#[inline(always)]
fn note(places: &mut [u32], block: &[u8; BLOCK], start: u32) -> usize {
    let mut separators = bits(block, |byte| (byte == b'\t') | (byte == b'\n'));
    let count = separators.count_ones() as usize;
    let Some(places) = places.first_chunk_mut::<BLOCK>() else { return 0 };
    // By eights, most of the time once: the places behind the last are written for nothing, and the
    // processor need not guess how many there are.
    for eight in places.as_chunks_mut::<8>().0 {
        if separators == 0 {
            break;
        }
        for place in eight {
            *place = start + separators.trailing_zeros() + 1;
            separators &= separators.wrapping_sub(1);
        }
    }
    count
}

/// The bytes of a block that are so, a bit each, the first byte the lowest.
///
/// In this form the compiler compares 16 bytes at once where the processor can.
fn bits(block: &[u8; BLOCK], is_so: impl Fn(u8) -> bool) -> u64 {
    let mut marked = [0_u8; 16];
    if let ([first, second, third, fourth], []) = block.as_chunks::<16>() {
        let mark = |byte, mark| if is_so(byte) { mark } else { 0 };
        for i in 0..16 {
            marked[i] = mark(first[i], 1)
                | mark(second[i], 1 << 2)
                | mark(third[i], 1 << 4)
                | mark(fourth[i], 1 << 6);
        }
    }
    // With the words of eight bytes counted from 0, bit k of byte i is to tell of byte i of word k;
    // that of an odd k is a bit too low yet, in the upper half.
    let both = u128::from_le_bytes(marked);
    transposed(both as u64 | ((both >> 64) as u64) << 1)
}

/// A matrix of eight by eight bits, its rows made columns: first within squares of four bits, then
/// those within squares of sixteen, then those.
const fn transposed(matrix: u64) -> u64 {
    let swap = (matrix ^ matrix >> 7) & 0x00aa_00aa_00aa_00aa;
    let matrix = matrix ^ swap ^ swap << 7;
    let swap = (matrix ^ matrix >> 14) & 0x0000_cccc_0000_cccc;
    let matrix = matrix ^ swap ^ swap << 14;
    let swap = (matrix ^ matrix >> 28) & 0x0000_0000_f0f0_f0f0;
    matrix ^ swap ^ swap << 28
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    /// The lines that a batch finds: where they start, and where their fields end.
    fn found(batch: &mut Batch, text: &[u8], width: usize) -> Vec<(usize, Vec<usize>)> {
        batch.sweep(text, width, None);
        let mut lines = Vec::new();
        while let Some((_, [start, behind @ ..])) = batch.next() {
            lines.push((*start as usize, behind.iter().map(|next| *next as usize - 1).collect()));
        }
        lines
    }

    fn expected(text: &[u8]) -> Vec<(usize, Vec<usize>)> {
        let text = text.get(..SWEEP).unwrap_or(text);
        let (mut lines, mut start, mut ends) = (Vec::new(), 0, Vec::new());
        for (at, byte) in text.iter().enumerate().filter(|(_, b)| matches!(b, b'\t' | b'\n')) {
            ends.push(at);
            if *byte == b'\n' {
                lines.push((start, core::mem::take(&mut ends)));
                start = at + 1;
            }
        }
        lines
    }

    #[test]
    fn a_sweep_of_nothing_but_separators_has_room_for_all() {
        for byte in [b'\t', b'\n'] {
            let text = alloc::vec![byte; SWEEP + 9];
            for width in 0..3 {
                assert_eq!(found(&mut Batch::new(), &text, width), expected(&text));
            }
        }
    }

    #[test]
    fn places_are_kept_for_as_long_as_they_are_needed() {
        let mut batch = Batch::new();
        let mut kept = alloc::collections::VecDeque::new();
        for round in 0..200_usize {
            batch.sweep(b"a\tbc\n\t\nd", 2, kept.front().map(|(number, _)| *number));
            while let Some((number, places)) = batch.next() {
                kept.push_back((number, places.to_vec()));
            }
            kept.push_back((
                batch.add([2, 3 + round as u32].into_iter()),
                [0, 2, 3 + round as u32].into(),
            ));
            for (number, places) in &kept {
                assert_eq!(batch.places(*number, 3), places);
            }
            assert!(batch.starts.len() < 1000, "{}", batch.starts.len());
            kept.drain(..kept.len().saturating_sub(round % 40));
        }
    }

    proptest! {
        #[test]
        fn every_line_is_found_with_its_fields(
            texts in prop::collection::vec(
                prop::collection::vec(
                    prop_oneof![1 => Just(b'\t'), 1 => Just(b'\n'), 8 => any::<u8>()],
                    0..600,
                ),
                1..4,
            ),
            width in 0_usize..4,
        ) {
            let mut batch = Batch::new();
            for text in texts {
                prop_assert_eq!(found(&mut batch, &text, width), expected(&text));
            }
        }

        #[test]
        fn lines_that_are_all_alike_or_nearly_are_found(
            fields in prop::collection::vec(prop_oneof![20 => Just(3_usize), 1 => 1_usize..6], 0..60),
            rest in 0_usize..4,
        ) {
            let lines = fields.into_iter().map(|fields| alloc::vec!["ab"; fields].join("\t") + "\n");
            let text = lines.collect::<alloc::string::String>() + &"c\t".repeat(rest);
            let text = text.as_bytes();
            prop_assert_eq!(found(&mut Batch::new(), text, 3), expected(text));
        }
    }
}
