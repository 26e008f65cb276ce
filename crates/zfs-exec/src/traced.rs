//! A runner that remembers what it was asked to run.

use std::sync::{Mutex, MutexGuard, PoisonError};

use zfs_parse::exchange::Invocation;

use crate::{Limits, RunError, Runner, Running};

/// Remembers the commands that the runner inside it was asked to start, in order: to count them,
/// or to show them.
///
/// ```
/// use zfs_exec::{Limits, Replay, Runner, Traced};
/// use zfs_parse::exchange::{Invocation, Program};
///
/// # let folder = tempfile::tempdir()?;
/// let traced = Traced::new(Replay::open(folder.path())?);
/// let command = Invocation::new(Program::Zpool, ["list", "-H"]);
/// assert!(traced.start(&command, &Limits::none()).is_err(), "nothing is recorded there");
/// assert_eq!(traced.commands(), [command]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Traced<R> {
    runner: R,
    commands: Mutex<Vec<Invocation>>,
}

impl<R> Traced<R> {
    /// Traces this runner from now on.
    #[must_use]
    pub const fn new(runner: R) -> Self {
        Self { runner, commands: Mutex::new(Vec::new()) }
    }

    /// The commands so far, also those that could not be started.
    #[must_use]
    pub fn commands(&self) -> Vec<Invocation> {
        self.lock().clone()
    }

    /// The commands so far; they are forgotten here, so that the next question starts at none.
    #[must_use]
    pub fn take(&self) -> Vec<Invocation> {
        std::mem::take(&mut *self.lock())
    }

    /// How many commands there were so far.
    #[must_use]
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// The runner inside.
    #[must_use]
    pub const fn inner(&self) -> &R {
        &self.runner
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Invocation>> {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R: Runner> Runner for Traced<R> {
    fn start(&self, command: &Invocation, limits: &Limits) -> Result<Box<dyn Running>, RunError> {
        self.lock().push(command.clone());
        self.runner.start(command, limits)
    }
}
