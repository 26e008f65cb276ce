//! How long a question may take, and who may stop it.

use std::io::{self, PipeReader, PipeWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use zfs_parse::exchange::Ended;

/// The limits of one question, however many commands it takes: a deadline, and a way to cancel.
///
/// The deadline is a point in time, so that it is one for all of a question's commands.
///
/// ```
/// use std::time::Duration;
/// use zfs_exec::Limits;
///
/// let limits = Limits::within(Duration::from_secs(10));
/// assert!(limits.left().expect("a deadline") <= Duration::from_secs(10));
/// assert_eq!(limits.reached(), None);
/// assert_eq!(Limits::none().left(), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Limits {
    deadline: Option<Instant>,
    cancel: Option<Cancel>,
}

impl Limits {
    /// No deadline, and nobody who cancels.
    ///
    /// A command that asks a suspended pool never ends, so only use this where somebody watches.
    #[must_use]
    pub const fn none() -> Self {
        Self { deadline: None, cancel: None }
    }

    /// A deadline this long from now.
    #[must_use]
    pub fn within(time: Duration) -> Self {
        // What lies beyond the clock's end never comes, which is what no deadline means.
        Self { deadline: Instant::now().checked_add(time), cancel: None }
    }

    /// A deadline at this point in time.
    #[must_use]
    pub const fn until(deadline: Instant) -> Self {
        Self { deadline: Some(deadline), cancel: None }
    }

    /// The same, ended early where this is cancelled.
    #[must_use]
    pub fn unless_cancelled(mut self, cancel: &Cancel) -> Self {
        self.cancel = Some(cancel.clone());
        self
    }

    /// The time that is left, zero once the deadline has passed, or `None` if there is none.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        Some(self.deadline?.saturating_duration_since(Instant::now()))
    }

    /// The limit that has been reached, if one has, as the end of a command.
    #[must_use]
    pub fn reached(&self) -> Option<Ended> {
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            Some(Ended::Cancelled)
        } else if self.left() == Some(Duration::ZERO) {
            Some(Ended::Deadline)
        } else {
            None
        }
    }

    /// What turns readable when the question is cancelled.
    pub(crate) fn cancelled(&self) -> Option<&PipeReader> {
        self.cancel.as_ref().map(|cancel| &cancel.shared.reader)
    }
}

/// Stops questions from another thread: at once, also while they wait for a command that says
/// nothing.
///
/// It is cheap to clone, and all clones are one. It can't be taken back: make a new one for the
/// next question.
///
/// ```
/// use zfs_exec::{Cancel, Limits};
/// use zfs_parse::exchange::Ended;
///
/// let cancel = Cancel::new()?;
/// let limits = Limits::none().unless_cancelled(&cancel);
/// cancel.cancel();
/// assert_eq!(limits.reached(), Some(Ended::Cancelled));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Cancel {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    cancelled: AtomicBool,
    reader: PipeReader,
    /// A byte that nobody reads wakes everybody who polls the reader, now and later. Closing it would
    /// not, where a process that this one has started holds a copy.
    writer: Mutex<Option<PipeWriter>>,
}

impl Cancel {
    /// Something to cancel with.
    ///
    /// # Errors
    ///
    /// The system gives no pipe, usually because too many files are open.
    pub fn new() -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        let writer = Mutex::new(Some(writer));
        Ok(Self { shared: Arc::new(Shared { cancelled: AtomicBool::new(false), reader, writer }) })
    }

    /// Stops every question whose limits name this, and those still to come.
    pub fn cancel(&self) {
        self.shared.cancelled.store(true, Ordering::Release);
        let writer = self.shared.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        // The pipe is empty and has its reader, so that this does not fail.
        let _ = writer.map(|mut writer| writer.write(&[0]));
    }

    /// Whether it was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.shared.cancelled.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_beyond_the_end_of_the_clock_is_none() {
        assert_eq!(Limits::within(Duration::MAX).left(), None);
    }

    #[test]
    fn a_copy_of_the_pipe_elsewhere_keeps_no_cancellation_from_waking() {
        use std::io::Read;
        let cancel = Cancel::new().expect("a pipe");
        let writer = cancel.shared.writer.lock().expect("unpoisoned");
        let copy = writer.as_ref().and_then(|writer| writer.try_clone().ok()).expect("a copy");
        drop(writer);
        cancel.cancel();
        assert_eq!((&cancel.shared.reader).read(&mut [0; 2]).ok(), Some(1));
        drop(copy);
    }

    #[test]
    fn a_deadline_that_has_passed_is_reached() {
        assert_eq!(Limits::within(Duration::ZERO).reached(), Some(Ended::Deadline));
    }
}
