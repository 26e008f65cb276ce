//! Keys that were seen not long ago.
//!
//! A record can't be longer than the longest value allows, so a key that a value repeats, it repeats
//! within that many bytes. Two generations, each of that many bytes, remember as much and forget the
//! rest, without an allocation for each key. Keys are known by a hash: two that are taken for one
//! cost an honest listing a second look, and prove nothing false.

use alloc::vec::Vec;
use core::mem;

const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;

/// A hash of some bytes: quick, and of no use against somebody who wants two to be alike.
pub(crate) fn hash(bytes: &[u8], seed: u64) -> u64 {
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(PRIME).rotate_left(29);
    let (words, tail) = bytes.as_chunks::<8>();
    let hash = words.iter().fold(seed ^ bytes.len() as u64, |h, w| mix(h, u64::from_le_bytes(*w)));
    let hash = match bytes.last_chunk() {
        _ if tail.is_empty() => hash,
        // With some of the bytes before it once more: one step in place of several.
        Some(last) => mix(hash, u64::from_le_bytes(*last)),
        None => tail.iter().fold(hash, |h, byte| mix(h, u64::from(*byte))),
    };
    hash ^ (hash >> 32)
}

#[derive(Debug)]
pub(crate) struct Recent {
    now: Slots,
    before: Slots,
    /// Where this generation began, in bytes of the output.
    began: usize,
    /// How many bytes a generation lasts.
    lasts: usize,
}

impl Recent {
    pub(crate) fn new(lasts: usize) -> Self {
        Self { now: Slots::default(), before: Slots::default(), began: 0, lasts }
    }

    /// Forgets all keys.
    pub(crate) fn clear(&mut self) {
        self.now.clear();
        self.before.clear();
    }

    /// Remembers a key that stands at line `line`, from byte `at` on; gives the line where it was
    /// seen before, if that is remembered.
    pub(crate) fn insert(&mut self, key: u64, line: usize, at: usize) -> Option<usize> {
        if at.saturating_sub(self.began) > self.lasts {
            mem::swap(&mut self.now, &mut self.before);
            self.now.clear();
            self.began = at;
        }
        let earlier = self.before.get(key);
        self.now.insert(key, line).or(earlier)
    }
}

/// A set of keys with the line of each; line 0 marks an empty slot.
#[derive(Debug, Default)]
struct Slots {
    slots: Vec<(u64, usize)>,
    used: usize,
}

impl Slots {
    fn get(&self, key: u64) -> Option<usize> {
        self.probe(key).map(|(_, line)| line).filter(|line| *line != 0)
    }

    /// The slot of a key, or the empty one where it would be, and its line.
    fn probe(&self, key: u64) -> Option<(usize, usize)> {
        let mask = self.slots.len().checked_sub(1)?;
        // What differs in a word's highest byte alone, as the last digits of names do, has not
        // reached the low bits of its hash.
        let mut at = (key.wrapping_mul(PRIME) >> 32) as usize & mask;
        loop {
            let (found, line) = *self.slots.get(at)?;
            if line == 0 || found == key {
                return Some((at, line));
            }
            at = (at + 1) & mask;
        }
    }

    fn insert(&mut self, key: u64, line: usize) -> Option<usize> {
        if self.used * 2 >= self.slots.len() {
            let larger = alloc::vec![(0, 0); (self.slots.len() * 2).max(64)];
            let old = mem::replace(&mut self.slots, larger);
            for (key, line) in old.into_iter().filter(|(_, line)| *line != 0) {
                self.put(key, line);
            }
        }
        let earlier = self.put(key, line);
        self.used += usize::from(earlier.is_none());
        earlier
    }

    fn put(&mut self, key: u64, line: usize) -> Option<usize> {
        let (at, earlier) = self.probe(key)?;
        *self.slots.get_mut(at)? = (key, line);
        Some(earlier).filter(|line| *line != 0)
    }

    fn clear(&mut self) {
        self.slots.fill((0, 0));
        self.used = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use proptest::prelude::*;

    #[test]
    fn a_key_is_remembered_for_as_long_as_a_record_can_be() {
        let mut recent = Recent::new(100);
        assert_eq!(recent.insert(7, 1, 90), None);
        assert_eq!(recent.insert(8, 2, 150), None);
        assert_eq!(recent.insert(7, 3, 190), Some(1));
        for i in 0..1000 {
            recent.insert(100 + i, 4 + i as usize, 200 + 10 * i as usize);
        }
        assert_eq!(recent.insert(7, 2000, 20_000), None);
    }

    proptest! {
        #[test]
        fn it_remembers_like_a_map(keys in prop::collection::vec(0_u64..40, 0..200)) {
            let mut recent = Recent::new(usize::MAX);
            let mut map = BTreeMap::new();
            for (key, line) in keys.into_iter().zip(1..) {
                // Spread out, and full of collisions in the low bits.
                prop_assert_eq!(recent.insert(key << 32, line, line), map.insert(key, line));
            }
        }
    }
}
