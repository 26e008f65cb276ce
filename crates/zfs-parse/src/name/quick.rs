//! Whether something is a name, sixteen bytes at a time: every row of a listing asks.

use memchr::{memchr2, memchr3};

use super::MAX_LENGTH;

const BLOCK: usize = 16;

/// What was seen of the bytes of some blocks; not 0 in any place where it was seen.
#[derive(Default)]
struct Seen {
    /// A byte that no name has, or one behind a `/` that makes a component empty.
    wrong: [u8; BLOCK],
    /// An `@` or `#`.
    marks: [u8; BLOCK],
}

impl Seen {
    /// Looks at a block; `before` are the same bytes from one place earlier on.
    ///
    /// In this form, without a choice, the compiler looks at all bytes of a block at once where the
    /// processor can.
    fn look(&mut self, block: &[u8; BLOCK], before: &[u8; BLOCK]) {
        for i in 0..BLOCK {
            let (byte, before) = (block[i], before[i]);
            let letter = (byte | 0x20).wrapping_sub(b'a') < 26;
            // `-`, `.`, `/`, the digits and `:` are next to one another.
            let digit = byte.wrapping_sub(b'-') <= b':' - b'-';
            let other = (byte == b'_') | (byte == b' ') | (byte == b'%');
            let mark = (byte == b'@') | (byte == b'#');
            let empty = (before == b'/') & (mark | (byte == b'/'));
            self.wrong[i] |= u8::from(!(letter | digit | other | mark) | empty);
            self.marks[i] |= u8::from(mark);
        }
    }
}

fn any(seen: [u8; BLOCK]) -> bool {
    u128::from_le_bytes(seen) != 0
}

/// The same as [`check`](super::check) says, without the reason.
pub(super) fn is_name(name: &[u8]) -> bool {
    let [first, .., last] = name else { return name.first().is_some_and(u8::is_ascii_alphabetic) };
    if !first.is_ascii_alphabetic() || *last == b'/' || name.len() > MAX_LENGTH {
        return false;
    }
    // A short one is made longer by letters, which change nothing.
    let mut padded = [b'a'; BLOCK + 1];
    let text = match padded.get_mut(..name.len()) {
        Some(start) => {
            start.copy_from_slice(name);
            &padded[..]
        }
        None => name,
    };
    let mut seen = Seen::default();
    // Of all but the first byte, which is a letter, each with the one before it.
    let (blocks, _) = text.get(1..).unwrap_or_default().as_chunks();
    for (block, before) in blocks.iter().zip(text.as_chunks().0) {
        seen.look(block, before);
    }
    // The last block overlaps the one before it.
    let all_but_last = text.get(..text.len() - 1).unwrap_or_default();
    if let (Some(block), Some(before)) = (text.last_chunk(), all_but_last.last_chunk()) {
        seen.look(block, before);
    }
    !any(seen.wrong) && (!any(seen.marks) || is_marked_once(name))
}

/// Whether there is something behind the first `@` or `#`, and no other and no `/` in that.
fn is_marked_once(name: &[u8]) -> bool {
    let behind = memchr2(b'@', b'#', name).and_then(|at| name.get(at + 1..)).unwrap_or_default();
    !behind.is_empty() && memchr3(b'@', b'#', b'/', behind).is_none()
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    #[test]
    fn every_byte_in_every_place_is_judged_as_by_the_slow_way() {
        for length in [1, 2, 7, 15, 16, 17, 18, 31, 32, 33, 34, 50, 255, 256] {
            for place in 0..length {
                for byte in 0..=255 {
                    let mut name = alloc::vec![b'n'; length];
                    name[place] = byte;
                    assert_eq!(is_name(&name), check(&name).is_ok(), "{name:?}");
                }
            }
        }
    }

    fn nearly_names() -> impl Strategy<Value = Vec<u8>> {
        let byte = prop_oneof![
            8 => prop::sample::select(&b"abZ09_-.: %"[..]),
            2 => prop::sample::select(&b"/@#"[..]),
            1 => prop::sample::select(&b"/@#\t\n,[`{^\0\x80\xff"[..]),
        ];
        prop::collection::vec(byte, 0..60)
    }

    proptest! {
        #[test]
        fn names_and_what_is_nearly_one_are_judged_as_by_the_slow_way(
            name in nearly_names(),
            legal in prop::collection::vec(prop::sample::select(&b"ab/ @"[..]), 0..40),
        ) {
            for name in [name, legal] {
                let name = [b"n", &name[..]].concat();
                prop_assert_eq!(is_name(&name), check(&name).is_ok());
            }
        }
    }
}
