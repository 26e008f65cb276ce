//! The one trait: whatever can run a command and hand back its output.

use std::fmt;
use std::sync::Arc;

use zfs_parse::exchange::{Finished, Invocation};

use crate::{Limits, RunError};

/// Runs commands: on this system, on another, or from memory.
///
/// ```
/// use zfs_exec::{Limits, RunError, Runner, Running};
/// use zfs_parse::exchange::{Ended, Finished, Invocation, Program};
///
/// /// Answers every command with the same bytes.
/// struct Canned(&'static [u8]);
///
/// #[derive(Debug)]
/// struct Playing(&'static [u8]);
///
/// impl Runner for Canned {
///     fn start(&self, _: &Invocation, _: &Limits) -> Result<Box<dyn Running>, RunError> {
///         Ok(Box::new(Playing(self.0)))
///     }
/// }
///
/// impl Running for Playing {
///     fn read(&mut self, buf: &mut [u8]) -> Result<usize, RunError> {
///         let length = buf.len().min(self.0.len());
///         buf[..length].copy_from_slice(&self.0[..length]);
///         self.0 = &self.0[length..];
///         Ok(length)
///     }
///
///     fn finish(self: Box<Self>) -> Result<Finished, RunError> {
///         Ok(Finished::new(Ended::Code(0), b""))
///     }
/// }
///
/// let command = Invocation::new(Program::Zfs, ["list", "-H", "-o", "name"]);
/// let mut running = Canned(b"tank\n").start(&command, &Limits::none())?;
/// let mut buf = [0; 3];
/// assert_eq!(running.read(&mut buf)?, 3);
/// assert_eq!(running.read(&mut buf)?, 2);
/// assert_eq!(running.read(&mut buf)?, 0);
/// assert_eq!(running.finish()?.ended, Ended::Code(0));
/// # Ok::<(), RunError>(())
/// ```
pub trait Runner {
    /// Starts a command and gives it back as it runs; waits for nothing.
    ///
    /// # Errors
    ///
    /// The command could not be started. A command that starts and then fails is no error here:
    /// [`Running::finish`] says how it ended.
    fn start(&self, command: &Invocation, limits: &Limits) -> Result<Box<dyn Running>, RunError>;
}

/// A command that was started.
///
/// Its output is pulled, never pushed: a command whose output nobody reads waits in its pipe. The
/// same holds for the limits: they end the waiting in these methods, and the command with it, but a
/// value that lies around ends nothing.
///
/// Dropping it before [`finish`](Self::finish) means that its answer is not wanted: its pipes are
/// closed and it is made to end, without the caller waiting for that.
pub trait Running: fmt::Debug + Send {
    /// Waits for the next piece of standard output, puts it at the start of `buf` and gives its
    /// length in bytes, cut anywhere.
    ///
    /// 0 means that no more comes: the command closed its standard output, a limit was reached, or
    /// the command ended and what it left behind holds the pipe open; [`finish`](Self::finish)
    /// says which. (An empty `buf` also gives 0.)
    ///
    /// # Errors
    ///
    /// The output can't be read. What was read before is all there is.
    fn read(&mut self, buf: &mut [u8]) -> Result<usize, RunError>;

    /// Waits for the command's end and says how it ended.
    ///
    /// Standard output that was not read is read and dropped. To stop a command early, drop this
    /// value or use a [`Cancel`](crate::Cancel).
    ///
    /// # Errors
    ///
    /// How the command ended can't be learnt.
    fn finish(self: Box<Self>) -> Result<Finished, RunError>;
}

macro_rules! runs_as_what_it_points_to {
    ($($pointer:ty),+) => {$(
        impl<R: Runner + ?Sized> Runner for $pointer {
            fn start(
                &self,
                command: &Invocation,
                limits: &Limits,
            ) -> Result<Box<dyn Running>, RunError> {
                (**self).start(command, limits)
            }
        }
    )+};
}

runs_as_what_it_points_to!(&R, Box<R>, Arc<R>);
