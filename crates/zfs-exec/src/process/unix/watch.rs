//! The child's side: its end, TERM and KILL, the reaping.
//!
//! Nobody may signal a process that was reaped: its number may already be another's. So whoever
//! waits for a child learns of its end *without* reaping it, and whether it is reaped or somebody
//! still wants to signal is decided under a lock. As long as the child is not reaped, its number
//! stands for its process group, so that the rest of the group can be signalled safely too.
//!
//! Where a descriptor of the child tells of its end, its caller reaps it. A thread does so where
//! there are no descriptors, and where the caller went on without the child.

use std::io::{self, PipeWriter, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::Ward;

/// Bytes of stack for a thread that only waits.
pub(super) const STACK: usize = 128 * 1024;

/// From TERM to KILL for the group of a child that has ended.
const MOMENT: Duration = Duration::from_millis(100);

/// How long to sleep where a wait ended for a reason that was not asked for.
const AGAIN: Duration = Duration::from_millis(50);

/// A child, as those see it who wait for it and those who end it.
#[derive(Debug)]
pub(super) struct Watch {
    pid: Pid,
    /// Readable once the child has ended and its status can be had. It is kept here, and not with
    /// the caller, so that a write to it never finds it closed: SIGPIPE may be deadly to the program
    /// that we are part of.
    ended: OwnedFd,
    grace: Duration,
    ward: Arc<Ward>,
    state: Mutex<State>,
    /// Told of the child's end and of its KILL.
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    /// The child, where no thread waits for it.
    child: Option<Child>,
    /// Whether the child itself (not the rest of its group) has ended.
    gone: bool,
    /// Whether it counts as stuck.
    stuck: bool,
}

#[derive(Debug)]
enum Phase {
    /// Somebody waits for its answer.
    Wanted,
    /// TERM was sent to its group and KILL will be: it must not be reaped yet.
    Ending,
    /// KILL was sent to its group: it may be reaped.
    Killed,
    /// It ended by itself and was reaped. The status is taken by whoever asks first.
    Ended(Option<io::Result<ExitStatus>>),
}

impl Watch {
    pub(super) fn new(
        child: &Child,
        ended: OwnedFd,
        grace: Duration,
        ward: Arc<Ward>,
    ) -> Arc<Self> {
        let state = State { phase: Phase::Wanted, child: None, gone: false, stuck: false };
        Arc::new(Self {
            pid: Pid::from_child(child),
            ended,
            grace,
            ward,
            state: Mutex::new(state),
            changed: Condvar::new(),
        })
    }

    /// Keeps the child, for which no thread waits.
    pub(super) fn keep(&self, child: Child) {
        self.lock().child = Some(child);
    }

    /// Where abandoned children are counted.
    pub(super) fn ward(&self) -> &Ward {
        &self.ward
    }

    /// What turns readable at the child's end.
    pub(super) fn ended(&self) -> BorrowedFd<'_> {
        self.ended.as_fd()
    }

    /// How the child ended, once [`ended`](Self::ended) is readable.
    pub(super) fn status(&self) -> io::Result<ExitStatus> {
        let mut state = self.lock();
        match (state.child.take(), &mut state.phase) {
            (Some(mut child), phase @ Phase::Wanted) => {
                *phase = Phase::Ended(None);
                // It has ended, so this does not wait.
                Some(child.wait())
            }
            (_, Phase::Ended(status)) => status.take(),
            _ => None,
        }
        .unwrap_or_else(|| Err(io::ErrorKind::NotFound.into()))
    }

    /// Makes the child and its group end, with nobody waiting for that. Where it has ended, nothing
    /// happens: what it left behind may be a service that is meant to stay.
    ///
    /// It counts as stuck from now on where `late`, or else when it outlives its KILL.
    pub(super) fn abandon(self: &Arc<Self>, late: bool) {
        let mut state = self.lock();
        if !matches!(state.phase, Phase::Wanted) {
            return;
        }
        let mut child = state.child.take();
        if child.as_mut().is_some_and(|child| !matches!(child.try_wait(), Ok(None))) {
            state.phase = Phase::Ended(None);
            return;
        }
        state.phase = Phase::Ending;
        self.ward.one_leaves();
        if late {
            self.sticks(&mut state);
        }
        // TERM is sent from here, since the program may end before another thread runs.
        self.signal(Signal::TERM);
        drop(state);
        if let Some(child) = child {
            self.ward.take(self, child);
        }
        let watch = Arc::clone(self);
        let reaper = thread::Builder::new().name("zfs-exec-reaper".to_owned()).stack_size(STACK);
        let spawned = reaper.spawn(move || {
            watch.let_it_end();
            watch.kill();
        });
        if spawned.is_err() {
            self.kill();
        }
    }

    /// Waits for the grace, or less: where the child has ended, what is left of its group gets no
    /// more than a moment, since the child's caller may be waiting to end too.
    fn let_it_end(&self) {
        let lives = |state: &mut State| !state.gone;
        let waited = self.changed.wait_timeout_while(self.lock(), self.grace, lives);
        let (state, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        drop(state);
        if !timeout.timed_out() {
            thread::sleep(self.grace.min(MOMENT));
        }
    }

    /// Ends what is left of the group.
    fn kill(&self) {
        let mut state = self.lock();
        if !matches!(state.phase, Phase::Ending) {
            return;
        }
        self.signal(Signal::KILL);
        state.phase = Phase::Killed;
        self.sticks(&mut state);
        self.changed.notify_all();
    }

    fn sticks(&self, state: &mut State) {
        if !state.gone && !state.stuck {
            state.stuck = true;
            self.ward.one_sticks();
        }
    }

    /// Only under the lock, and only while the child is not reaped.
    fn signal(&self, signal: Signal) {
        // It may be refused: an unprivileged program can't signal what sudo started. Such a child
        // ends when it writes to its closed pipes, and until then it counts as stuck.
        let _ = kill_process_group(self.pid, signal);
    }

    /// Waits for the child's end, reaps it and says so.
    pub(super) fn wait(&self, mut child: Child, notice: Option<PipeWriter>) {
        let Ok(()) = wait_without_reaping(self.pid) else {
            // Somebody else has reaped it, or the system does so itself (SIGCHLD is ignored).
            // Asked outside of the lock, since it may take as long as the child.
            let status = child.wait();
            self.left(self.lock(), status, notice);
            return;
        };
        let mut state = self.lock();
        state.gone = true;
        self.changed.notify_all();
        if state.stuck {
            state.stuck = false;
            self.ward.one_came_loose();
        }
        let state = self
            .changed
            .wait_while(state, |state| matches!(state.phase, Phase::Ending))
            .unwrap_or_else(PoisonError::into_inner);
        // It has ended, so this does not wait.
        let status = child.wait();
        self.left(state, status, notice);
    }

    fn left(
        &self,
        mut state: MutexGuard<'_, State>,
        status: io::Result<ExitStatus>,
        notice: Option<PipeWriter>,
    ) {
        let was = std::mem::replace(&mut state.phase, Phase::Ended(Some(status)));
        state.gone = true;
        if state.stuck {
            state.stuck = false;
            self.ward.one_came_loose();
        }
        if matches!(was, Phase::Ending | Phase::Killed) {
            self.ward.one_left();
        }
        drop(state);
        // A byte, and not only the closing: where a pipe can't be made close-on-exec at once,
        // another child may hold a copy of our end.
        let _ = notice.map(|mut notice| notice.write(&[0]));
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn wait_without_reaping(pid: Pid) -> Result<(), Errno> {
    loop {
        match waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
            Ok(Some(status)) if status.exited() || status.killed() || status.dumped() => {
                return Ok(());
            }
            // macOS also tells of a child that was stopped, again and again while it is.
            Ok(_) => thread::sleep(AGAIN),
        }
    }
}
