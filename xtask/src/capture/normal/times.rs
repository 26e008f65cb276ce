//! Times, durations and rates.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use regex::bytes::Captures;

use super::pattern;

/// Mon Nov 30 22:00:00 2026: what the prelude of the themes calls EPOCH.
const EPOCH: i64 = 1_796_076_000;
const HOUR: i64 = 3600;
/// The themes set the clock forward by hours, and no theme takes a week.
const SPAN: i64 = 7 * 24 * HOUR;
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// What the engine's clock showed.
#[derive(Debug, Clone)]
pub(in crate::capture) enum Clock {
    /// What the themes set it to: only the time within an hour is by chance.
    #[cfg_attr(
        not(any(target_os = "linux", test)),
        expect(dead_code, reason = "only there guests run")
    )]
    Set,
    /// The host's, between these seconds: all of it is one moment.
    Flat { since: i64, until: i64 },
}

impl Clock {
    /// The canonical second; `None` for one that is not of this run.
    fn canonical(&self, second: i64) -> Option<i64> {
        match self {
            Self::Set => {
                let since = second - EPOCH;
                (0..SPAN).contains(&since).then(|| EPOCH + since / HOUR * HOUR)
            }
            // A date without seconds is up to a minute before.
            Self::Flat { since, until } => (since - 60..=*until).contains(&second).then_some(EPOCH),
        }
    }
}

/// All times of the run, in whatever form, made canonical.
pub(super) fn replaced(text: &[u8], clock: &Clock) -> Vec<u8> {
    // As `ctime` and `%a %b %e %k:%M %Y` have it.
    let dates = pattern(
        r"(?x)\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\ (?P<month>[A-Z][a-z]{2})\ (?P<day>[\ \d]\d)
          \ (?P<hour>[\ \d]\d):(?P<minute>\d\d)(?::(?P<second>\d\d))?(?P<zone>\ UTC)?\ (?P<year>\d{4})\b",
    );
    let text = dates.replace_all(text, |found: &Captures<'_>| {
        let hour = if found["hour"].starts_with(b" ") { "%k" } else { "%H" };
        let seconds = if found.name("second").is_some() { ":00" } else { "" };
        let zone = if found.name("zone").is_some() { " UTC" } else { "" };
        written(found, clock, &format!("%a %b %e {hour}:00{seconds}{zone} %Y"))
    });
    // As `zpool history` and `zpool iostat -T` have it.
    let stamps = pattern(
        r"\b(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?P<between>[. T])(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)\b",
    );
    let text = stamps.replace_all(&text, |found: &Captures<'_>| {
        let between = char::from(found["between"][0]);
        written(found, clock, &format!("%Y-%m-%d{between}%H:00:00"))
    });
    // As `zpool events` has it.
    let events = pattern(
        r"\b(?P<month>[A-Z][a-z]{2}) (?P<day>[ \d]\d) (?P<year>\d{4}) (?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)\.\d{9}\b",
    );
    let text = events.replace_all(&text, |found: &Captures<'_>| {
        written(found, clock, "%b %e %Y %H:00:00.000000000")
    });
    // As the progress of `zfs send` has it: without a day.
    let hours = pattern(r"^(?P<hour>\d\d):\d\d:\d\d(?P<rest>[ \t])");
    let text = hours.replace_all(&text, |found: &Captures<'_>| match clock {
        Clock::Set => [&found["hour"], b":00:00", &found["rest"]].concat(),
        Clock::Flat { .. } => [b"22:00:00", &found["rest"]].concat(),
    });
    // Seconds, and for `zfs diff -t` and JSON their fraction as well.
    let seconds = pattern(r"\b(\d{10})(\.\d{9})?\b");
    let text = seconds.replace_all(&text, |found: &Captures<'_>| {
        let fraction = if found.get(2).is_some() { ".000000000" } else { "" };
        match number(&found[1]).and_then(|second| clock.canonical(second)) {
            Some(second) => format!("{second}{fraction}").into_bytes(),
            None => found[0].to_vec(),
        }
    });
    let hex = pattern(r"\btime = 0x[0-9a-f]+ 0x[0-9a-f]+");
    let canonical = format!("time = {EPOCH:#x} 0x0");
    hex.replace_all(&text, canonical.as_bytes()).into_owned()
}

/// A date in the form that it was found in, canonical; one that is not of this run stays.
fn written(found: &Captures<'_>, clock: &Clock, form: &str) -> Vec<u8> {
    let text = || {
        let second = clock.canonical(second(found)?)?;
        let moment = Timestamp::from_second(second).ok()?.to_zoned_datetime(TimeZone::UTC);
        Some(moment.strftime(form).to_string().into_bytes())
    };
    text().unwrap_or_else(|| found[0].to_vec())
}

/// The second of a date; without seconds, that of its minute.
fn second(found: &Captures<'_>) -> Option<i64> {
    let named = |name: &str| found.name(name).map_or(Some(0), |part| number(part.as_bytes()));
    let small = |name: &str| named(name).and_then(|number| i8::try_from(number).ok());
    let name = MONTHS.iter().position(|name| name.as_bytes() == &found["month"]);
    let month = name.map_or_else(|| small("month"), |index| i8::try_from(index + 1).ok())?;
    let year = i16::try_from(named("year")?).ok()?;
    let (day, hour, minute) = (small("day")?, small("hour")?, small("minute")?);
    let moment = DateTime::new(year, month, day, hour, minute, small("second")?, 0).ok()?;
    Some(TimeZone::UTC.to_timestamp(moment).ok()?.as_second())
}

fn number(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.trim().parse().ok()
}

/// Whether this is a second of the canonical time.
pub(super) fn is_time(text: &[u8]) -> bool {
    let of_run = |second: i64| (EPOCH..EPOCH + SPAN).contains(&second);
    text.len() == 10 && number(text).is_some_and(of_run)
}

/// How long it took, and how fast it went.
pub(super) fn paces(text: &[u8]) -> Vec<u8> {
    let whole = pattern(r"\b(in|after) (\d+ days )?\d\d:\d\d:\d\d\b");
    let text = whole.replace_all(text, &b"$1 ${2}00:00:00"[..]);
    let old = pattern(r"\b(in|after|for) \d+h\d+m\b");
    let text = old.replace_all(&text, &b"$1 0h0m"[..]);
    let seconds = pattern(r"\bin \d+(?:\.\d+)? seconds \([0-9.]+[A-Z]*/sec\)");
    let text = seconds.replace_all(&text, &b"in 0.10 seconds (1.00M/sec)"[..]);
    // What was none is written with its B on every system, and the rest with it on some.
    let rate = pattern(r"\b(at|@) [0-9.]+(?:[KMGTP](B?)|B?)/s\b");
    let text = rate.replace_all(&text, &b"$1 1.00M$2/s"[..]);
    let done = pattern(
        r"\b\d+\.\d+% done, (?:(?:\d+ days )?\d\d:\d\d:\d\d to go|\d+h\d+m to go|no estimated completion time|\(copy is slow, no estimated time\))",
    );
    done.replace_all(&text, &b"50.00% done, 00:01:00 to go"[..]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn becomes(clock: &Clock, text: &str, expected: &str) {
        let text = replaced(text.as_bytes(), clock);
        assert_eq!(String::from_utf8_lossy(&text), expected);
    }

    #[test]
    fn a_clock_of_our_own_keeps_the_hours() {
        let clock = Clock::Set;
        becomes(&clock, "Tue Dec  1  0:07 2026", "Tue Dec  1  0:00 2026");
        becomes(&clock, "on Mon Nov 30 23:59:59 2026\n", "on Mon Nov 30 23:00:00 2026\n");
        becomes(&clock, "2026-12-01.09:02:03 zpool", "2026-12-01.09:00:00 zpool");
        becomes(&clock, "Dec  1 2026 09:02:03.123456789", "Dec  1 2026 09:00:00.000000000");
        becomes(&clock, "a\t1796079700\n", "a\t1796079600\n");
        becomes(
            &clock,
            "00:12:34   1.5M   a@b\n01:02:03\t5\n",
            "00:00:00   1.5M   a@b\n01:00:00\t5\n",
        );
        becomes(&clock, "1796079700.123456789", "1796079600.000000000");
        becomes(&clock, "Sat Nov 28 10:00 2026 1796000000", "Sat Nov 28 10:00 2026 1796000000");
    }

    #[test]
    fn the_clock_of_the_host_is_one_moment() {
        let clock = Clock::Flat { since: 1_800_000_000, until: 1_800_000_100 };
        becomes(&clock, "1800000050 1800000200", "1796076000 1800000200");
        becomes(&clock, "Fri Jan 15  8:00 2027", "Mon Nov 30 22:00 2026");
    }

    #[test]
    fn a_pace_is_one_pace() {
        let text = b"scrub repaired 0B in 00:00:03 with 0 errors; at 12.3M/s, 7.10% done, 0 days \
            00:00:05 to go";
        let expected = "scrub repaired 0B in 00:00:00 with 0 errors; at 1.00M/s, 50.00% done, \
            00:01:00 to go";
        assert_eq!(String::from_utf8_lossy(&paces(text)), expected);
    }
}
