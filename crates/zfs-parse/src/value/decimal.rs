//! Ratios and percentages: numbers with at most two decimals.

use core::fmt;

use super::number::hundredths;
use crate::error::ParseErrorKind;

/// So many times, with two decimals: 1.00 is no compression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ratio(u64);

impl Ratio {
    /// The ratio in hundredths: 150 for 1.50.
    #[must_use]
    pub const fn hundredths(self) -> u64 {
        self.0
    }

    /// Reads `1.50`, `1.50x` or `1,50x`.
    pub(super) fn read(text: &[u8]) -> Result<Self, ParseErrorKind> {
        hundredths(text, 'x', ParseErrorKind::NotARatio).map(Self)
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

/// A percentage: mostly whole, in the tables of `zpool list -v` with up to two decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percent(u64);

impl Percent {
    /// The percentage in hundredths: 1600 for 16 %.
    #[must_use]
    pub const fn hundredths(self) -> u64 {
        self.0
    }

    /// Reads `16`, `16%`, `0.05%` or `12,3%`.
    pub(super) fn read(text: &[u8]) -> Result<Self, ParseErrorKind> {
        hundredths(text, '%', ParseErrorKind::NotAPercentage).map(Self)
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, hundredths) = (self.0 / 100, self.0 % 100);
        match (hundredths, hundredths % 10) {
            (0, _) => write!(f, "{whole}"),
            (_, 0) => write!(f, "{whole}.{}", hundredths / 10),
            _ => write!(f, "{whole}.{hundredths:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn units_are_optional_whatever_the_flags() {
        for (text, hundredths) in [("16%", 1600), ("16", 1600), ("0.05%", 5), ("96,19%", 9619)] {
            assert_eq!(Percent::read(text.as_bytes()).map(Percent::hundredths), Ok(hundredths));
        }
        for (text, hundredths) in [("1.00x", 100), ("1.00", 100), ("1", 100), ("12.5x", 1250)] {
            assert_eq!(Ratio::read(text.as_bytes()).map(Ratio::hundredths), Ok(hundredths));
        }
    }

    #[test]
    fn what_is_neither_is_refused() {
        for text in ["", "x", "%", "1.", "1.234", "1x1", "1.00xx", "-1", "1 %", "none"] {
            assert!(Ratio::read(text.as_bytes()).is_err(), "{text}");
            assert!(Percent::read(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn both_print_their_shortest_form() {
        assert_eq!(Ratio::read(b"2").unwrap().to_string(), "2.00");
        assert_eq!(Percent::read(b"12.30%").unwrap().to_string(), "12.3");
        assert_eq!(Percent::read(b"0.05%").unwrap().to_string(), "0.05");
        assert_eq!(Percent::read(b"99%").unwrap().to_string(), "99");
    }
}
