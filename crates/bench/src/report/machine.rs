//! The machine that was measured on, without a name for it.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

/// Its processors, by what the system tells of them.
pub(super) fn description() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let has = |flag: &str| info.lines().any(|line| line.split(' ').any(|word| word == flag));
    let vectors = ["avx512bw", "avx2", "sse2"].into_iter().find(|flag| has(flag));
    let vectors = vectors.map_or(String::new(), |flag| format!(" with {}", flag.to_uppercase()));
    let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
    let plural = if cores == 1 { "" } else { "s" };
    format!("{cores} processor{plural} ({arch}{vectors}), {os}")
}

/// Today, in UTC.
pub(crate) fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    // Days since 1 March of year 0, so that the day that leap years add is the last.
    let days = seconds / 86_400 + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + carry)
}
