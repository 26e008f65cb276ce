//! Whole numbers of nothing but digits, eight digits at a time.
//!
//! Sizes have a dozen digits, and listings are mostly sizes: one digit after another, each waiting
//! for the product of the one before, they would take longer to read than all else of a row.

const ZEROS: u64 = 0x3030_3030_3030_3030;

/// Bits that are set if not all of eight bytes are digits.
///
/// A byte below `0` borrows when that is taken off, and one above `9` reaches 0x80 when 0x46 is
/// added, so that its highest bit is set. The lowest byte that is no digit can't be disturbed by
/// those below it.
const fn other_than_digits(bytes: u64) -> u64 {
    const PAST_NINE: u64 = 0x4646_4646_4646_4646;
    const HIGHEST: u64 = 0x8080_8080_8080_8080;
    (bytes.wrapping_sub(ZEROS) | bytes.wrapping_add(PAST_NINE)) & HIGHEST
}

/// The number that eight bytes from 0 to 9 are, the first byte the highest.
const fn number_of(digits: u64) -> u64 {
    // Each product adds to every second part the one before it, times 10, 100 or 10,000: pairs of
    // digits, then pairs of those, then of those.
    let pairs = digits.wrapping_mul(1 + (10 << 8)) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(1 + (100 << 16)) >> 16 & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(1 + (10_000 << 32)) >> 32
}

/// A whole number of 1 to 16 digits and nothing else; nothing for any other text, which may be a
/// number all the same.
#[inline(always)]
pub(super) fn short(text: &[u8]) -> Option<u64> {
    let length = text.len();
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        if length > 16 || other_than_digits(first) | other_than_digits(last) != 0 {
            return None;
        }
        // Of the first, those that are not in the last too, behind zeros. In two steps, since of
        // eight digits none are left, and a word can't be moved by all of its bits.
        let half = 4 * (16 - length) as u32;
        let high = number_of((first - ZEROS) << half << half);
        return Some(high * 100_000_000 + number_of(last - ZEROS));
    }
    let digits = if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        let last = u64::from(u32::from_le_bytes(*last)) << (8 * (length - 4));
        u64::from(u32::from_le_bytes(*first)) | last
    } else {
        // One to three: the first, the middle and the last are all.
        let digit = |at: usize| Some(u64::from(*text.get(at)?) << (8 * at));
        digit(0)? | digit(length / 2)? | digit(length - 1)?
    };
    // Zeros in front.
    let free = 8 * (8 - length) as u32;
    let padded = digits << free | ZEROS & !(u64::MAX << free);
    (other_than_digits(padded) == 0).then(|| number_of(padded - ZEROS))
}

/// The same of the last `length` bytes of a text.
///
/// Sizes of fewer digits than eight and of more alternate without a rule, so that a processor that
/// has to choose by their length often starts the wrong way. Where there are 16 bytes up to the
/// number's end, as in all rows that begin with a name, these hold it whatever its length.
#[inline(always)]
pub(super) fn short_at_end(text: &[u8], length: usize) -> Option<u64> {
    let Some(window) = text.last_chunk::<16>() else {
        return short(text.get(text.len().checked_sub(length)?..)?);
    };
    // Those in front of the number are made zeros.
    let (first, last) = *ENDS.get(length.wrapping_sub(1))?;
    let word = |half: usize| window.as_chunks().0.get(half).map(|bytes| u64::from_le_bytes(*bytes));
    let (high, low) = ((word(0)? ^ ZEROS) & first, (word(1)? ^ ZEROS) & last);
    let other = past_nine(high) | past_nine(low);
    (other == 0).then(|| number_of(high) * 100_000_000 + number_of(low))
}

/// Of 16 bytes, those that belong to a number of 1, 2, and so on up to 16 digits at their end.
static ENDS: [(u64, u64); 16] = {
    let mut ends = [(u64::MAX, u64::MAX); 16];
    let mut length = 1;
    while length < 16 {
        let end = u128::MAX << (8 * (16 - length));
        ends[length - 1] = (end as u64, (end >> 64) as u64);
        length += 1;
    }
    ends
};

/// Bits that are set if not all of eight bytes are at most 9. The lowest byte that is not can't be
/// disturbed by those below it.
const fn past_nine(bytes: u64) -> u64 {
    const PAST_NINE: u64 = 0x7676_7676_7676_7676;
    (bytes | bytes.wrapping_add(PAST_NINE)) & 0x8080_8080_8080_8080
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    fn one_by_one(text: &[u8]) -> Option<u64> {
        let digits = (1..=16).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
        digits.then(|| text.iter().fold(0, |n, digit| n * 10 + u64::from(digit - b'0')))
    }

    fn behind(others: &[u8], text: &[u8]) -> Option<u64> {
        short_at_end(&[others, text].concat(), text.len())
    }

    #[test]
    fn every_byte_in_every_place_is_a_digit_or_none() {
        for length in 0..20 {
            for place in 0..length {
                for byte in 0..=255 {
                    let mut text: Vec<u8> = b"12345678901234567890"[..length].into();
                    text[place] = byte;
                    assert_eq!(short(&text), one_by_one(&text), "{text:?}");
                    assert_eq!(
                        behind(b"tank\t98765432101234", &text),
                        one_by_one(&text),
                        "{text:?}"
                    );
                    assert_eq!(behind(b"tank\t", &text), one_by_one(&text), "{text:?}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn numbers_are_read_as_digit_by_digit(
            n: u64,
            shift in 0_u32..64,
            zeros in 0_usize..4,
            others: Vec<u8>,
        ) {
            let text = "0".repeat(zeros) + &(n >> shift).to_string();
            prop_assert_eq!(short(text.as_bytes()), one_by_one(text.as_bytes()));
            prop_assert_eq!(behind(&others, text.as_bytes()), one_by_one(text.as_bytes()));
        }

        #[test]
        fn any_bytes_are_a_number_or_none(
            text in prop::collection::vec(b'+'..b'>', 0..20),
            others: Vec<u8>,
        ) {
            prop_assert_eq!(short(&text), one_by_one(&text));
            prop_assert_eq!(behind(&others, &text), one_by_one(&text));
        }
    }
}
