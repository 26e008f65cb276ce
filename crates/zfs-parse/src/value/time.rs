//! Points in time, exact or as a date without its zone.

use core::fmt;

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::{alpha1, char, space1};
use nom::combinator::{all_consuming, map_opt, opt, value};
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::digits::short;
use super::number::decimal;
use crate::error::ParseErrorKind;

/// A point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Time {
    /// Seconds since 1970, in UTC.
    Epoch(u64),
    /// A date as it is printed without `-p`.
    Printed(PrintedTime),
}

impl Time {
    /// Seconds since 1970, if they were printed.
    #[must_use]
    pub const fn epoch(self) -> Option<u64> {
        match self {
            Self::Epoch(seconds) => Some(seconds),
            Self::Printed(_) => None,
        }
    }

    /// Reads seconds, or `Sat Nov 29 21:41 2026` with or without `:SS`.
    pub(super) fn read(text: &[u8]) -> Result<Self, ParseErrorKind> {
        if let Some(seconds) = short(text) {
            return Ok(Self::Epoch(seconds));
        }
        if !text.is_empty() && text.iter().all(u8::is_ascii_digit) {
            return decimal(text).map(Self::Epoch).ok_or(ParseErrorKind::TooLarge);
        }
        let (_, printed) = date(text).map_err(|_| ParseErrorKind::NotATime)?;
        Ok(Self::Printed(printed))
    }
}

/// A date to the minute, in the time zone of the command that printed it, which it does not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct PrintedTime {
    /// The year, such as 2026.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
    /// The hour, from 0.
    pub hour: u8,
    /// The minute.
    pub minute: u8,
    /// The second, where it was printed.
    pub second: Option<u8>,
}

impl PrintedTime {
    /// Seconds since 1970 at the start of that minute or second, if the zone was UTC, as it is in
    /// commands run with `TZ=UTC`; `None` before 1970.
    #[must_use]
    pub fn epoch_in_utc(self) -> Option<u64> {
        // Days since 1 March of year 0, so that the day that leap years add is the last.
        let (year, month) = (u64::from(self.year), u64::from(self.month));
        let (year, month) =
            if month > 2 { (year, month - 3) } else { (year.checked_sub(1)?, month + 9) };
        let days = 365 * year + year / 4 - year / 100 + year / 400;
        let days = days + (153 * month + 2) / 5 + u64::from(self.day).checked_sub(1)?;
        let days = days.checked_sub(719_468)?;
        let minutes = (days * 24 + u64::from(self.hour)) * 60 + u64::from(self.minute);
        Some(minutes * 60 + u64::from(self.second.unwrap_or(0)))
    }
}

impl fmt::Display for PrintedTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day, hour, minute, second } = self;
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}")?;
        second.map_or(Ok(()), |second| write!(f, ":{second:02}"))
    }
}

fn date(text: &[u8]) -> IResult<&[u8], PrintedTime> {
    let day = preceded(space1, number_of(1, 2, 1, 31));
    let hour = preceded(space1, number_of(1, 2, 0, 23));
    let minute = preceded(char(':'), number_of(2, 2, 0, 59));
    // 60 is a leap second.
    let second = opt(preceded(char(':'), number_of(2, 2, 0, 60)));
    let year = preceded(space1, number_of(4, 4, 0, 9999));
    let weekday = alpha1;
    let (rest, (_, month, day, hour, minute, second, year)) =
        all_consuming((weekday, preceded(space1, month), day, hour, minute, second, year))
            .parse(text)?;
    let small = |n: u16| u8::try_from(n).unwrap_or(u8::MAX);
    let (day, hour, minute) = (small(day), small(hour), small(minute));
    Ok((rest, PrintedTime { year, month, day, hour, minute, second: second.map(small) }))
}

fn month(text: &[u8]) -> IResult<&[u8], u8> {
    alt((
        value(1, tag("Jan")),
        value(2, tag("Feb")),
        value(3, tag("Mar")),
        value(4, tag("Apr")),
        value(5, tag("May")),
        value(6, tag("Jun")),
        value(7, tag("Jul")),
        value(8, tag("Aug")),
        value(9, tag("Sep")),
        value(10, tag("Oct")),
        value(11, tag("Nov")),
        value(12, tag("Dec")),
    ))
    .parse(text)
}

/// A number of so many digits within these bounds.
fn number_of<'a>(
    fewest: usize,
    most: usize,
    low: u16,
    high: u16,
) -> impl Parser<&'a [u8], Output = u16, Error = nom::error::Error<&'a [u8]>> {
    let digits = take_while_m_n(fewest, most, |b: u8| b.is_ascii_digit());
    map_opt(digits, move |digits| {
        let n = decimal(digits).and_then(|n| u16::try_from(n).ok())?;
        (low..=high).contains(&n).then_some(n)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn printed(text: &str) -> PrintedTime {
        match Time::read(text.as_bytes()) {
            Ok(Time::Printed(time)) => time,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn seconds_are_exact() {
        assert_eq!(Time::read(b"1652000000"), Ok(Time::Epoch(1_652_000_000)));
    }

    #[test]
    fn a_date_with_two_spaces_in_it_is_one_date() {
        // FreeBSD 11: the hour is padded with a space.
        assert_eq!(printed("Thu Oct 13  0:33 2016").to_string(), "2016-10-13T00:33");
        assert_eq!(printed("Sun Nov  1 12:05:09 2026").to_string(), "2026-11-01T12:05:09");
    }

    #[test]
    fn a_date_printed_in_utc_gives_its_seconds() {
        assert_eq!(printed("Thu Jan  1  0:00 1970").epoch_in_utc(), Some(0));
        assert_eq!(printed("Sun May  8  8:53 2022").epoch_in_utc(), Some(1_651_999_980));
        assert_eq!(printed("Thu Feb 29 23:59 2024").epoch_in_utc(), Some(1_709_251_140));
        assert_eq!(printed("Wed Dec 31 23:59 1969").epoch_in_utc(), None);
    }

    #[test]
    fn a_date_in_another_language_is_refused_not_guessed() {
        for text in ["Mi Mär 18 20:20 2020", "Thu Foo 13  0:33 2016", "", "Thu Oct 32 0:33 2016"] {
            assert_eq!(Time::read(text.as_bytes()), Err(ParseErrorKind::NotATime), "{text}");
        }
    }
}
