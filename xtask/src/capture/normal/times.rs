//! Times, durations and rates.

use regex::bytes::Captures;

use super::pattern;

/// Mon Nov 30 22:00:00 2026: what the prelude of the themes calls EPOCH.
const EPOCH: i64 = 1_796_076_000;
const HOUR: i64 = 3600;
/// The themes set the clock forward by hours, and no theme takes a week.
const SPAN: i64 = 7 * 24 * HOUR;
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/// The epoch was a Thursday.
const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

/// What the engine's clock showed.
#[derive(Debug, Clone)]
pub(in crate::capture) enum Clock {
    /// What the themes set it to: only the time within an hour is by chance.
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

/// A date, and the hour and minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Moment {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
}

impl Moment {
    /// By the calendar that counts from March, in eras of 400 years.
    fn second(self) -> i64 {
        let year = self.year - i64::from(self.month <= 2);
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * ((self.month + 9) % 12) + 2) / 5 + self.day - 1;
        let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
        days * 86_400 + self.hour * HOUR + self.minute * 60 + self.second
    }

    fn of(second: i64) -> Self {
        let days = second.div_euclid(86_400) + 719_468;
        let rest = second.rem_euclid(86_400);
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let years = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * years + years / 4 - years / 100);
        let from_march = (5 * of_year + 2) / 153;
        let month = (from_march + 2) % 12 + 1;
        Self {
            year: years + era * 400 + i64::from(month <= 2),
            month,
            day: of_year - (153 * from_march + 2) / 5 + 1,
            hour: rest / HOUR,
            minute: rest / 60 % 60,
            second: rest % 60,
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
        written(found, clock, |moment, day| {
            let padded = found["hour"].starts_with(b" ");
            let hour = if padded || moment.hour > 9 {
                format!("{:2}", moment.hour)
            } else {
                format!("{:02}", moment.hour)
            };
            let seconds = if found.name("second").is_some() { ":00" } else { "" };
            let month = MONTHS[(moment.month - 1) as usize];
            let zone = if found.name("zone").is_some() { " UTC" } else { "" };
            format!("{day} {month} {:2} {hour}:00{seconds}{zone} {}", moment.day, moment.year)
        })
    });
    // As `zpool history` and `zpool iostat -T` have it.
    let stamps = pattern(
        r"\b(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)(?P<between>[. T])(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)\b",
    );
    let text = stamps.replace_all(&text, |found: &Captures<'_>| {
        let between = char::from(found["between"][0]);
        written(found, clock, |m, _| {
            format!("{}-{:02}-{:02}{between}{:02}:00:00", m.year, m.month, m.day, m.hour)
        })
    });
    // As `zpool events` has it.
    let events = pattern(
        r"\b(?P<month>[A-Z][a-z]{2}) (?P<day>[ \d]\d) (?P<year>\d{4}) (?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)\.\d{9}\b",
    );
    let text = events.replace_all(&text, |found: &Captures<'_>| {
        written(found, clock, |m, _| {
            let month = MONTHS[(m.month - 1) as usize];
            format!("{month} {:2} {} {:02}:00:00.000000000", m.day, m.year, m.hour)
        })
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

fn written(found: &Captures<'_>, clock: &Clock, write: impl Fn(Moment, &str) -> String) -> Vec<u8> {
    let named = |name: &str| found.name(name).map_or(Some(0), |part| number(part.as_bytes()));
    let moment = || {
        let month = &found["month"];
        let name = MONTHS.iter().position(|name| name.as_bytes() == month);
        let month = match name {
            Some(index) => i64::try_from(index).ok()? + 1,
            None => number(month)?,
        };
        Some(Moment {
            year: named("year")?,
            month,
            day: named("day")?,
            hour: named("hour")?,
            minute: named("minute")?,
            second: named("second")?,
        })
    };
    match moment().and_then(|moment| clock.canonical(moment.second())) {
        Some(second) => {
            let day = DAYS[(second.div_euclid(86_400) % 7) as usize];
            write(Moment::of(second), day).into_bytes()
        }
        None => found[0].to_vec(),
    }
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
    let rate = pattern(r"\b(at|@) [0-9.]+[KMGTP]?(B?/s)\b");
    let text = rate.replace_all(&text, &b"$1 1.00M$2"[..]);
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
    fn moments_come_back() {
        for second in [EPOCH, 0, 951_782_400, 4_102_444_799, EPOCH + 12_345_678] {
            assert_eq!(Moment::of(second).second(), second);
        }
        assert_eq!(DAYS[(EPOCH.div_euclid(86_400) % 7) as usize], "Mon");
    }

    #[test]
    fn a_clock_of_our_own_keeps_the_hours() {
        let clock = Clock::Set;
        becomes(&clock, "Tue Dec  1  0:07 2026", "Tue Dec  1  0:00 2026");
        becomes(&clock, "on Mon Nov 30 23:59:59 2026\n", "on Mon Nov 30 23:00:00 2026\n");
        becomes(&clock, "2026-12-01.09:02:03 zpool", "2026-12-01.09:00:00 zpool");
        becomes(&clock, "Dec  1 2026 09:02:03.123456789", "Dec  1 2026 09:00:00.000000000");
        becomes(&clock, "a\t1796079700\n", "a\t1796079600\n");
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
