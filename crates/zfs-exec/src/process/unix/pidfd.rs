//! Descriptors of processes, which turn readable at their end: Linux has them since 5.3.

use std::io;
use std::os::fd::OwnedFd;
use std::process::Child;
use std::sync::LazyLock;

use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, getpid, pidfd_open};

/// Whether the system gives any: not where it is older, nor in a sandbox that refuses, with whatever
/// error. That there are too many descriptors just now says nothing.
pub(crate) fn are_given() -> bool {
    static GIVEN: LazyLock<bool> = LazyLock::new(|| {
        let opened = open_of(getpid());
        matches!(opened, Ok(_) | Err(Errno::MFILE | Errno::NFILE | Errno::NOMEM))
    });
    *GIVEN
}

pub(crate) fn open(child: &Child) -> io::Result<OwnedFd> {
    Ok(open_of(Pid::from_child(child))?)
}

fn open_of(process: Pid) -> Result<OwnedFd, Errno> {
    pidfd_open(process, PidfdFlags::empty())
}
