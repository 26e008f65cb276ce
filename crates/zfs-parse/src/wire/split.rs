//! Finding TABs and newlines, a word of eight bytes at a time.
//!
//! Fields are short, a dozen bytes or so, and a search that starts anew behind each separator
//! spends its time on starting. Looking at eight bytes at once for both separators and taking out
//! every hit in turn does not.

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;
const TABS: u64 = LOW * b'\t' as u64;
const NEWLINES: u64 = LOW * b'\n' as u64;

/// The bits 7 of the bytes of `word` that are separators.
///
/// A byte is 0 after the xor where it is the separator. Adding 0x7f to its low seven bits carries
/// into bit 7 unless they are all 0, within the byte, so that no byte disturbs its neighbour.
const fn separators(word: u64) -> u64 {
    let tabs = zeros(word ^ TABS);
    let newlines = zeros(word ^ NEWLINES);
    tabs | newlines
}

const fn zeros(word: u64) -> u64 {
    !(((word & !HIGH) + !HIGH) | word | !HIGH)
}

/// Calls `each` with the place of every TAB and newline from `start` on, until it says stop. Gives
/// the place where it said so, or nothing at the end.
pub(crate) fn find_separators(
    text: &[u8],
    start: usize,
    mut each: impl FnMut(usize, u8) -> core::ops::ControlFlow<()>,
) -> Option<usize> {
    let (words, tail) = text.get(start..)?.as_chunks::<8>();
    let mut at = start;
    for word in words {
        let mut hits = separators(u64::from_le_bytes(*word));
        while hits != 0 {
            let byte = (hits.trailing_zeros() / 8) as usize;
            let separator = if word.get(byte) == Some(&b'\n') { b'\n' } else { b'\t' };
            if each(at + byte, separator).is_break() {
                return Some(at + byte);
            }
            hits &= hits - 1;
        }
        at += 8;
    }
    for byte in tail {
        if matches!(byte, b'\t' | b'\n') && each(at, *byte).is_break() {
            return Some(at);
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use core::ops::ControlFlow;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_separator_is_found_and_nothing_else(
            text in prop::collection::vec(prop_oneof![Just(b'\t'), Just(b'\n'), any::<u8>()], 0..80),
            start in 0_usize..90,
        ) {
            let mut found = Vec::new();
            let _ = find_separators(&text, start, |at, byte| {
                found.push((at, byte));
                ControlFlow::Continue(())
            });
            let expected = text.iter().copied().enumerate().skip(start);
            let expected: Vec<_> = expected.filter(|(_, b)| matches!(b, b'\t' | b'\n')).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
