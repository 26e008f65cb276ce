//! Whatever an output says, the time to read it grows with its length, not with its square.

mod hostile;
mod search;

use std::time::Duration;

use crate::clock::time;

/// An output made to take long, of any size.
pub struct Case {
    /// What is in it.
    pub name: &'static str,
    /// Prepares the output of so many lines; what comes back reads it, and gives its length.
    pub prepare: Box<dyn Fn(usize) -> Box<dyn Fn() -> usize>>,
}

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// What a case took at one size.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    pub bytes: usize,
    pub time: Duration,
}

/// All cases.
#[must_use]
pub fn all() -> Vec<Case> {
    let mut all = hostile::cases();
    all.extend(search::cases());
    all
}

impl Case {
    /// The fastest of some runs at each of these numbers of lines.
    #[must_use]
    pub fn measure(&self, sizes: &[usize], runs: usize) -> Vec<Point> {
        let point = |lines: &usize| {
            let read = (self.prepare)(*lines);
            let fastest = (0..runs.max(1)).map(|_| time(&read)).min_by_key(|(time, _)| *time);
            let (time, bytes) = fastest.unwrap_or_default();
            Point { bytes, time }
        };
        sizes.iter().map(point).collect()
    }
}
