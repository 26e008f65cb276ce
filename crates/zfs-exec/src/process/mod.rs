//! Processes: what to start, and how it is to behave.
//!
//! The part that talks to the operating system is mounted by [`crate::platform`], which alone
//! knows which one it is.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use zfs_parse::exchange::Invocation;

use crate::Limits;
pub(crate) use crate::platform::process::Ward;

/// One process to start.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The command that it runs, for error messages.
    pub(crate) command: Invocation,
    /// The program, as a path, and its arguments.
    pub(crate) program: OsString,
    /// Its arguments, without the program.
    pub(crate) args: Vec<OsString>,
    /// All of its environment.
    pub(crate) env: Vec<(OsString, OsString)>,
    /// When its answer is no longer wanted.
    pub(crate) limits: Limits,
    /// How it is treated.
    pub(crate) manners: Manners,
    /// Where it is counted once it was abandoned.
    pub(crate) ward: Arc<Ward>,
}

/// How processes are treated.
#[derive(Debug, Clone)]
pub(crate) struct Manners {
    /// From TERM to KILL.
    pub(crate) grace: Duration,
    /// How long pipes that somebody else holds open are listened to after the end of the process.
    pub(crate) linger: Duration,
    /// How many bytes of standard error are kept.
    pub(crate) stderr_limit: usize,
}
