//! Descriptors of processes, which turn readable at their end: Linux has them since 5.3.

use std::io;
use std::os::fd::OwnedFd;
use std::process::Child;
use std::sync::LazyLock;

use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, getpid, pidfd_open};

/// Whether the system gives any: not where it is older, nor in a sandbox that is.
pub(crate) fn are_given() -> bool {
    static GIVEN: LazyLock<bool> =
        LazyLock::new(|| !matches!(open_of(getpid()), Err(Errno::NOSYS | Errno::PERM)));
    *GIVEN
}

pub(crate) fn open(child: &Child) -> io::Result<OwnedFd> {
    Ok(open_of(Pid::from_child(child))?)
}

fn open_of(process: Pid) -> Result<OwnedFd, Errno> {
    pidfd_open(process, PidfdFlags::empty())
}
