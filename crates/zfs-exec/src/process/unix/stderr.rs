//! What is kept of standard error.

use std::io;

use super::outlet::Outlet;

/// Bytes taken at once: more than nearly all commands complain.
const PIECE: usize = 4 * 1024;

/// The start of standard error. The rest is read, so that the child can go on, and dropped: a
/// command's first complaint says what is wrong, and the thousandth repeats it.
#[derive(Debug)]
pub(super) struct Stderr {
    pub(super) outlet: Outlet,
    kept: Vec<u8>,
    limit: usize,
    cut: bool,
}

impl Stderr {
    pub(super) fn new(outlet: Outlet, limit: usize) -> Self {
        Self { outlet, kept: Vec::new(), limit, cut: false }
    }

    /// Takes one piece of what is there.
    pub(super) fn take(&mut self) -> io::Result<()> {
        let mut piece = [0; PIECE];
        let length = self.outlet.read(&mut piece)?;
        let room = self.limit.saturating_sub(self.kept.len());
        self.cut |= length > room;
        self.kept.extend_from_slice(&piece[..length.min(room)]);
        Ok(())
    }

    /// What was kept, and whether there was more.
    pub(super) fn take_kept(&mut self) -> (Vec<u8>, bool) {
        (std::mem::take(&mut self.kept), self.cut)
    }
}
