//! All that is measured side by side.

mod ours;
mod peers;
mod yardsticks;

use std::any::Any;

use crate::rows::Printed;

/// Something that reads rows.
#[derive(Debug, Clone, Copy)]
pub struct Contender {
    /// What it is.
    pub name: &'static str,
    /// What it reads.
    pub printed: Printed,
    /// Of how many rows it reads one: the slow ones read fewer.
    pub one_in: usize,
    /// What it does.
    pub run: fn(&mut Input) -> Outcome,
    /// Of a peer: which of ours answers the same.
    pub ours: Option<&'static str>,
}

/// What is to be read, to be taken by those that want to own it.
#[derive(Debug, Clone)]
pub struct Input(pub Vec<u8>);

/// What came out: something that depends on every row, and what is to be dropped when the clock
/// has stopped.
pub struct Outcome {
    pub checksum: u64,
    pub kept: Box<dyn Any>,
}

impl Outcome {
    fn of(checksum: u64, kept: impl Any) -> Self {
        Self { checksum, kept: Box::new(kept) }
    }
}

impl std::fmt::Debug for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.checksum.fmt(f)
    }
}

/// The one that all others are compared with.
pub const YARDSTICK: &str = "memchr2 over TAB and newline";

/// All of them, in the order of the report.
#[must_use]
pub fn all() -> Vec<Contender> {
    [yardsticks::ALL, ours::ALL, peers::ALL, peers::LIBZETTA].concat()
}
