//! The count of the children that nobody waits for any more, and the threads that wait for others.

use std::io;
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::waiter::Waiter;
use super::watch::Watch;

/// How many threads without a child are kept for the next: to start one takes longer than many a
/// command.
const MOST_IDLE: usize = 4;

/// Counts the children that were abandoned. A child that is stuck in the kernel does not die of
/// any signal, so there may be some for as long as the system is up.
#[derive(Debug, Default)]
pub(crate) struct Ward {
    counts: Mutex<Counts>,
    /// Children that were abandoned while no thread could be started to wait for them.
    orphans: Mutex<Vec<(Arc<Watch>, Child)>>,
    idle: Mutex<Vec<Waiter>>,
    settled: Condvar,
}

#[derive(Debug, Default)]
struct Counts {
    /// Made to end, and not yet reaped.
    leaving: usize,
    /// Of those, the ones that run although they should not.
    stuck: usize,
}

impl Ward {
    pub(crate) fn stuck(&self) -> usize {
        self.adopt();
        self.lock().stuck
    }

    /// Has a thread wait for an abandoned child: now, or where none can be started when it is next
    /// asked how many there are.
    pub(super) fn take(&self, watch: &Arc<Watch>, child: Child) {
        match self.waiter() {
            Ok(waiter) => waiter.wait_for(watch, child, None),
            Err(_) => self.orphans().push((Arc::clone(watch), child)),
        }
    }

    fn adopt(&self) {
        let orphans = std::mem::take(&mut *self.orphans());
        orphans.into_iter().for_each(|(watch, child)| self.take(&watch, child));
    }

    fn orphans(&self) -> MutexGuard<'_, Vec<(Arc<Watch>, Child)>> {
        self.orphans.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn one_leaves(&self) {
        self.lock().leaving += 1;
    }

    pub(crate) fn one_left(&self) {
        let mut counts = self.lock();
        counts.leaving = counts.leaving.saturating_sub(1);
        self.settled.notify_all();
    }

    pub(crate) fn one_sticks(&self) {
        self.lock().stuck += 1;
    }

    pub(crate) fn one_came_loose(&self) {
        let mut counts = self.lock();
        counts.stuck = counts.stuck.saturating_sub(1);
    }

    /// Waits until all have left, at most this long, and gives how many have not.
    pub(crate) fn settle(&self, at_most: Duration) -> usize {
        self.adopt();
        let (counts, _) = self
            .settled
            .wait_timeout_while(self.lock(), at_most, |counts| counts.leaving > 0)
            .unwrap_or_else(PoisonError::into_inner);
        counts.leaving
    }

    /// A thread to wait for a child.
    pub(super) fn waiter(&self) -> io::Result<Waiter> {
        let idle = self.idle().pop();
        idle.filter(Waiter::is_here).map_or_else(Waiter::new, Ok)
    }

    /// Keeps a thread whose child has ended for another.
    pub(super) fn keep(&self, waiter: Waiter) {
        let mut idle = self.idle();
        if idle.len() < MOST_IDLE {
            idle.push(waiter);
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Waiter>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
