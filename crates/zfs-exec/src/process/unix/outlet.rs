//! One pipe of output, and what is in it after the child's end.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::ioctl_fionread;

/// Bytes that are taken after the child's own from whoever holds the pipe open. Without a bound, a
/// process that writes faster than we read would keep us for ever.
const FROM_OTHERS: u64 = 1024 * 1024;

/// Our end of a pipe that the child writes to.
#[derive(Debug)]
pub(super) struct Outlet {
    pipe: Option<File>,
    /// Bytes that may still be read.
    allowance: u64,
    /// Whether it was closed while somebody could still write to it.
    held: bool,
}

impl Outlet {
    pub(super) fn new(pipe: Option<impl Into<OwnedFd>>) -> Self {
        Self { pipe: pipe.map(|pipe| File::from(pipe.into())), allowance: u64::MAX, held: false }
    }

    pub(super) fn is_open(&self) -> bool {
        self.pipe.is_some()
    }

    pub(super) fn is_held(&self) -> bool {
        self.held
    }

    pub(super) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Takes what is there; 0 when no more comes. Blocks where nothing is there, so poll first.
    pub(super) fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let Some(pipe) = &mut self.pipe else { return Ok(0) };
        let length = loop {
            match pipe.read(buf) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.pipe = None;
                    return Err(error);
                }
                Ok(length) => break length,
            }
        };
        self.allowance = self.allowance.saturating_sub(length as u64);
        if length == 0 {
            self.pipe = None;
        } else if self.allowance == 0 {
            self.leave();
        }
        Ok(length)
    }

    /// Notes that the child has ended: what it wrote is in the pipe now, and no more of it comes.
    pub(super) fn child_ended(&mut self) {
        // A pipe's size is no bound: `zfs send` makes its own larger, up to a limit that the
        // administrator sets.
        let there = self.pipe.as_ref().and_then(|pipe| ioctl_fionread(pipe).ok()).unwrap_or(0);
        self.allowance = there.saturating_add(FROM_OTHERS);
    }

    /// Closes it although somebody may still write to it.
    pub(super) fn leave(&mut self) {
        self.held |= self.pipe.take().is_some();
    }
}
