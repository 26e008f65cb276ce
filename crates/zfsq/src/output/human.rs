//! Cells as people read them.

use std::borrow::Cow;

use jiff::Timestamp;
use zfs_parse::properties::Source;
use zfs_parse::value::{Cell, Number, Time, Value};

use super::sheet::Datum;

const SUFFIXES: [&str; 7] = ["B", "K", "M", "G", "T", "P", "E"];

/// A cell's text in a table. Sizes are rounded as `zfs` does; one that was printed rounded stands
/// as it was printed, since in a table all are.
pub(super) fn text<'a>(datum: &'a Datum<'_>) -> Cow<'a, [u8]> {
    let owned = |text: String| Cow::Owned(text.into_bytes());
    match datum {
        Datum::Cell(Cell::Value(Value::Size(Number::Exact(bytes)))) => owned(size(*bytes)),
        Datum::Cell(Cell::Value(Value::Ratio(ratio))) => owned(format!("{ratio}x")),
        Datum::Cell(Cell::Value(Value::Percent(percent))) => owned(format!("{percent}%")),
        Datum::Cell(Cell::Value(Value::Time(Time::Epoch(seconds)))) => owned(date(*seconds)),
        Datum::Source(Source::None) | Datum::Absent => b"-"[..].into(),
        Datum::Source(Source::Inherited(name)) => {
            Cow::Owned([b"inherited from ", name.as_bytes()].concat())
        }
        datum => datum.exact(),
    }
}

/// A number of bytes in at most five places and a power of 1024, as `zfs` writes it: no decimals
/// where it is a multiple of the unit, else as many as fit.
fn size(bytes: u64) -> String {
    let power = bytes.checked_ilog2().unwrap_or(0) / 10;
    let unit = 1_u128 << (10 * power);
    let suffix = SUFFIXES.get(power as usize).copied().unwrap_or_default();
    let bytes = u128::from(bytes);
    if bytes.is_multiple_of(unit) {
        return format!("{}{suffix}", bytes / unit);
    }
    let rounded = |decimals: u32| {
        let parts = 10_u128.pow(decimals);
        let n = (bytes * parts * 2 + unit) / (unit * 2);
        match decimals {
            0 => format!("{n}{suffix}"),
            _ => {
                format!("{}.{:0width$}{suffix}", n / parts, n % parts, width = decimals as usize)
            }
        }
    };
    [2, 1].map(rounded).into_iter().find(|text| text.len() <= 5).unwrap_or_else(|| rounded(0))
}

/// Seconds since 1970 as a date in UTC; in digits where the calendar ends before.
fn date(seconds: u64) -> String {
    let time = i64::try_from(seconds).ok().and_then(|s| Timestamp::from_second(s).ok());
    time.map_or_else(|| seconds.to_string(), |time| time.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_round_as_zfs_does() {
        for (bytes, text) in [
            (0, "0B"),
            (512, "512B"),
            (1023, "1023B"),
            (1024, "1K"),
            (98_304, "96K"),
            (1_720, "1.68K"),
            (10_741_741_326_336, "9.77T"),
            (11_000_000_000_000, "10.0T"),
            (187_904_819_200, "175G"),
            (1_073_741_823, "1024M"),
            (u64::MAX, "16.0E"),
        ] {
            assert_eq!(size(bytes), text, "{bytes}");
        }
    }

    #[test]
    fn dates_are_in_utc() {
        assert_eq!(date(1_652_000_000), "2022-05-08T08:53:20Z");
        assert_eq!(date(u64::MAX), u64::MAX.to_string());
    }
}
