//! Whole numbers, exact or rounded.

use core::fmt;

use nom::bytes::complete::take_while_m_n;
use nom::character::complete::{char, digit1, one_of};
use nom::combinator::{all_consuming, opt};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use crate::error::ParseErrorKind;

/// A whole number as it was printed: exact, or rounded to a few digits.
///
/// ```
/// use zfs_parse::property::Property;
/// use zfs_parse::value::{Cell, Number, Value};
///
/// let used = Property::of_dataset("used")?;
/// let Cell::Value(Value::Size(size)) = used.read(b"1.21T")? else { panic!("a size") };
/// // What the program meant by 1.21T lies in here, both ends included …
/// let Number::Rounded(rounded) = size else { panic!("a rounded one") };
/// assert_eq!((rounded.low(), rounded.high()), (1_324_911_511_471, 1_335_906_627_747));
/// // … and can't be taken for a number of bytes.
/// assert_eq!(size.exact(), None);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Number {
    /// Every digit was printed.
    Exact(u64),
    /// Rounded to a unit of 1024 to some power.
    Rounded(Rounded),
}

impl Number {
    /// The number, if it is exact.
    #[must_use]
    pub const fn exact(self) -> Option<u64> {
        match self {
            Self::Exact(n) => Some(n),
            Self::Rounded(_) => None,
        }
    }

    /// The number, or about the number: for people, not for decisions.
    #[must_use]
    pub fn nominal(self) -> u64 {
        match self {
            Self::Exact(n) => n,
            Self::Rounded(rounded) => rounded.nominal(),
        }
    }

    /// Whether it is this number, as far as can be told.
    #[must_use]
    pub fn may_be(self, n: u64) -> bool {
        match self {
            Self::Exact(exact) => exact == n,
            Self::Rounded(rounded) => (rounded.low()..=rounded.high()).contains(&n),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(n) => n.fmt(f),
            Self::Rounded(rounded) => rounded.fmt(f),
        }
    }
}

/// A number rounded to a few digits of a unit: 1.21 T, 12 K.
///
/// It stands for the interval of the numbers that print like this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rounded {
    /// The digits without the point: 121.
    digits: u64,
    /// How many of them stand behind the point: 2.
    decimals: u8,
    /// The unit's power of 1024, from 1 for `K`.
    power: u8,
}

const SUFFIXES: &str = "KMGTPEZ";

impl Rounded {
    /// The least number that prints like this.
    #[must_use]
    pub fn low(self) -> u64 {
        saturated(self.between(-1).saturating_sub(self.slack())).min(self.nominal())
    }

    /// The greatest number that prints like this.
    #[must_use]
    pub fn high(self) -> u64 {
        saturated(self.between(1).saturating_add(self.slack())).max(self.nominal())
    }

    /// The number as it was printed, taken at its word.
    #[must_use]
    pub fn nominal(self) -> u64 {
        saturated(self.between(0))
    }

    /// The number as printed, less (-1) or more (1) half of its last digit.
    fn between(self, halves: i8) -> u128 {
        // With the greatest digits and units this saturates, far past 64 bits, and is too large.
        let twice = (u128::from(self.digits) * 2).saturating_add_signed(halves.into());
        let unit = 1_u128 << (10 * u32::from(self.power));
        let parts = 2 * 10_u128.pow(self.decimals.into());
        let scaled = twice.saturating_mul(unit);
        if halves < 0 { scaled.div_ceil(parts) } else { scaled / parts }
    }

    /// The commands divide in floating point, so that a number past 2^53 may have been taken for a
    /// near one before it was rounded.
    fn slack(self) -> u128 {
        self.between(0) >> 52
    }
}

fn saturated(n: u128) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = 10_u64.pow(self.decimals.into());
        write!(f, "{}", self.digits / scale)?;
        if self.decimals > 0 {
            write!(f, ".{:0width$}", self.digits % scale, width = self.decimals.into())?;
        }
        let suffix = SUFFIXES.as_bytes().get(usize::from(self.power).wrapping_sub(1));
        write!(f, "{}", suffix.map_or(' ', |b| char::from(*b)))
    }
}

/// Reads a number; `wrong` is the error for what is none.
pub(super) fn number(text: &[u8], wrong: ParseErrorKind) -> Result<Number, ParseErrorKind> {
    let (_, (whole, fraction, suffix)) = printed(text).map_err(|_| wrong)?;
    match (suffix, fraction) {
        (None, None) => decimal(whole).map(Number::Exact).ok_or(ParseErrorKind::TooLarge),
        (None, Some(_)) => Err(wrong),
        (Some(suffix), fraction) => {
            let fraction = fraction.unwrap_or_default();
            let power = SUFFIXES.bytes().zip(1..).find(|(s, _)| char::from(*s) == suffix);
            let (Some((_, power)), Ok(decimals)) = (power, u8::try_from(fraction.len())) else {
                return Err(wrong);
            };
            let digits = whole.iter().chain(fraction).try_fold(0_u64, push_digit);
            let digits = digits.filter(|d| *d < 10_u64.pow(18)).ok_or(ParseErrorKind::TooLarge)?;
            let rounded = Rounded { digits, decimals, power };
            if rounded.between(-1) > u64::MAX.into() {
                return Err(ParseErrorKind::TooLarge);
            }
            Ok(Number::Rounded(rounded))
        }
    }
}

type Printed<'a> = (&'a [u8], Option<&'a [u8]>, Option<char>);

/// `1.21T`, `4,36T`, `40G`, `512B`, `512`: digits, a fraction, a suffix.
fn printed(text: &[u8]) -> IResult<&[u8], Printed<'_>> {
    let few_digits = take_while_m_n(1, 6, |b: u8| b.is_ascii_digit());
    let (rest, (whole, fraction, suffix, _)) = all_consuming((
        digit1,
        opt(preceded(one_of(".,"), few_digits)),
        opt(one_of(SUFFIXES)),
        opt(char('B')),
    ))
    .parse(text)?;
    Ok((rest, (whole, fraction, suffix)))
}

/// A whole number of 64 bits, of nothing but digits.
pub(super) fn decimal(digits: &[u8]) -> Option<u64> {
    digits.iter().try_fold(0_u64, push_digit)
}

fn push_digit(n: u64, digit: &u8) -> Option<u64> {
    let digit = digit.checked_sub(b'0').filter(|d| *d < 10)?;
    n.checked_mul(10)?.checked_add(digit.into())
}

/// Digits, perhaps with a fraction of at most two more: in hundredths.
pub(super) fn hundredths(
    text: &[u8],
    unit: char,
    wrong: ParseErrorKind,
) -> Result<u64, ParseErrorKind> {
    let fraction = preceded(one_of(".,"), take_while_m_n(1, 2, |b: u8| b.is_ascii_digit()));
    let mut grammar = all_consuming((digit1, opt(fraction), opt(char(unit))));
    let parsed: IResult<&[u8], _> = grammar.parse(text);
    let (_, (whole, fraction, _)) = parsed.map_err(|_| wrong)?;
    let fraction: &[u8] = fraction.unwrap_or_default();
    let scale = if fraction.len() == 1 { 10 } else { 1 };
    let fraction = decimal(fraction).and_then(|f| f.checked_mul(scale));
    let whole = decimal(whole).and_then(|w| w.checked_mul(100));
    let sum = whole.zip(fraction).and_then(|(w, f)| w.checked_add(f));
    sum.ok_or(ParseErrorKind::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;
    use proptest::prelude::*;

    fn size(text: &str) -> Result<Number, ParseErrorKind> {
        number(text.as_bytes(), ParseErrorKind::NotASize)
    }

    /// What the commands print of a number without `-p`: the most digits that fit five places.
    fn nice(n: u64) -> alloc::string::String {
        let mut power = 0;
        while power < 6 && n >> (10 * (power + 1)) > 0 {
            power += 1;
        }
        let suffix = ["", "K", "M", "G", "T", "P", "E"][power];
        let unit = 1_u64 << (10 * power);
        if n.is_multiple_of(unit) {
            return format!("{}{suffix}", n / unit);
        }
        let value = n as f64 / unit as f64;
        let forms = [2, 1, 0].map(|decimals| format!("{value:.decimals$}{suffix}"));
        forms.iter().find(|form| form.len() <= 5).unwrap_or(&forms[2]).clone()
    }

    #[test]
    fn sizes_without_a_suffix_are_exact() {
        assert_eq!(size("0"), Ok(Number::Exact(0)));
        assert_eq!(size("0B"), Ok(Number::Exact(0)));
        assert_eq!(size("512B"), Ok(Number::Exact(512)));
        assert_eq!(size("18446744073709551615"), Ok(Number::Exact(u64::MAX)));
    }

    #[test]
    fn a_number_past_64_bits_is_too_large_not_wrapped() {
        assert_eq!(size("18446744073709551616"), Err(ParseErrorKind::TooLarge));
        assert_eq!(size("17.0E"), Err(ParseErrorKind::TooLarge));
        assert!(size("16.0E").is_ok());
    }

    #[test]
    fn a_decimal_comma_of_a_german_locale_reads_as_a_point() {
        assert_eq!(size("4,36T"), size("4.36T"));
        assert_eq!(size("4,36T").unwrap().to_string(), "4.36T");
    }

    #[test]
    fn a_rounded_size_of_1_68_k_is_about_1720_and_flagged() {
        let Ok(Number::Rounded(rounded)) = size("1.68K") else { panic!("a rounded number") };
        assert_eq!((rounded.low(), rounded.nominal(), rounded.high()), (1716, 1720, 1725));
    }

    #[test]
    fn more_digits_than_there_are_bytes_still_stand_for_a_number() {
        let Ok(Number::Rounded(rounded)) = size("2.5012K") else { panic!("a rounded number") };
        assert_eq!((rounded.low(), rounded.nominal(), rounded.high()), (2561, 2561, 2561));
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in ["", "-", "none", "1.5", "1.K", ".5K", "1 K", " 1", "1\n", "1k", "1KK", "+1"] {
            assert_eq!(size(text), Err(ParseErrorKind::NotASize), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn exact_numbers_render_and_read_back(n: u64) {
            prop_assert_eq!(size(&n.to_string()), Ok(Number::Exact(n)));
        }

        #[test]
        fn a_number_lies_in_the_interval_of_what_it_prints_as(n: u64, shift in 0_u32..64) {
            let n = n >> shift;
            let printed = nice(n);
            let read = size(&printed).unwrap();
            prop_assert!(read.may_be(n), "{} printed {} read {:?}", n, printed, read);
        }

        #[test]
        fn rounded_numbers_render_and_read_back(whole in 0_u64..1024, cents in 0_u64..100, power in 0_usize..6) {
            let suffix = &"KMGTPE"[power..=power];
            for text in [format!("{whole}.{cents:02}{suffix}"), format!("{whole}{suffix}")] {
                if let Ok(read) = size(&text) {
                    prop_assert_eq!(read.to_string(), text);
                }
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(text: alloc::vec::Vec<u8>) {
            let _ = number(&text, ParseErrorKind::NotASize);
            let _ = hundredths(&text, 'x', ParseErrorKind::NotARatio);
        }
    }
}
