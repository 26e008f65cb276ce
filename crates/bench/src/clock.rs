//! The time that a piece of code takes.

use std::time::Duration;
#[cfg(not(unix))]
use std::time::Instant;

/// Runs something, and gives the processor time that this thread has spent on it: what other
/// programs do meanwhile is not counted.
#[cfg(unix)]
pub fn time<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let now = || {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
    };
    let start = now();
    let result = run();
    (now().saturating_sub(start), result)
}

/// Runs something, and gives the time that has passed.
#[cfg(not(unix))]
pub fn time<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = run();
    (start.elapsed(), result)
}
