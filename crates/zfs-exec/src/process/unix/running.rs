//! The caller's side of a process: its output, its end, and the limits.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{ChildStderr, ChildStdout, ExitStatus};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use zfs_parse::exchange::{Ended, Finished, Invocation};

use super::outlet::Outlet;
use super::stderr::Stderr;
use super::waiter::Waiter;
use super::watch::Watch;
use crate::process::Manners;
use crate::{Limits, RunError, Running};

/// Bytes of unread output dropped at once.
const DROPPED: usize = 16 * 1024;

/// A process whose answer is wanted.
#[derive(Debug)]
pub(super) struct Process {
    command: Invocation,
    limits: Limits,
    stdout: Outlet,
    stderr: Stderr,
    watch: Arc<Watch>,
    /// Who waits for the child from its start on, if anybody does.
    waiter: Option<Waiter>,
    /// Whether the child has ended.
    ended: bool,
    /// How long the pipes may still be waited for once the child has ended. Only time spent
    /// waiting counts, so a caller that reads slowly loses nothing.
    linger: Duration,
    /// The limit that ended it.
    limit: Option<Ended>,
}

/// What one look at the process found.
enum Turn {
    /// Standard output has something to read, or its end.
    Stdout,
    /// Nothing yet, or nothing that the caller waits for: look again.
    Again,
}

/// What has something to say.
#[derive(Debug, Default)]
struct Ready {
    stdout: bool,
    stderr: bool,
    ended: bool,
    cancelled: bool,
}

impl Process {
    pub(super) fn new(
        command: Invocation,
        limits: Limits,
        manners: &Manners,
        stdout: Option<ChildStdout>,
        stderr: Option<ChildStderr>,
        watch: Arc<Watch>,
        waiter: Option<Waiter>,
    ) -> Self {
        let stdout = Outlet::new(stdout);
        let stderr = Stderr::new(Outlet::new(stderr), manners.stderr_limit);
        let linger = manners.linger;
        Self { command, limits, stdout, stderr, watch, waiter, ended: false, linger, limit: None }
    }

    /// Sleeps until something happens, and deals with all of it but standard output.
    fn turn(&mut self) -> io::Result<Turn> {
        let ended_before = self.ended;
        let ready = self.wait()?;
        if ready.ended {
            self.ended = true;
            self.stdout.child_ended();
            self.stderr.outlet.child_ended();
        }
        if ready.cancelled {
            self.cut_off(Ended::Cancelled);
            return Ok(Turn::Again);
        }
        if ready.stderr {
            self.stderr.take()?;
        }
        // The clock is read after the wait, or a wait that ends at the deadline would be followed
        // by one of no time at all.
        let late = self.limits.left() == Some(Duration::ZERO);
        if late && !self.ended {
            self.cut_off(Ended::Deadline);
        } else if ready.stdout {
            return Ok(Turn::Stdout);
        } else if ended_before && !ready.stderr && (late || self.linger.is_zero()) {
            // All that the child wrote has been taken. Whoever holds the pipes may keep them.
            self.stdout.leave();
            self.stderr.outlet.leave();
        }
        Ok(Turn::Again)
    }

    /// Sleeps until something happens, or until it is time to look at the clock.
    fn wait(&mut self) -> io::Result<Ready> {
        let deadline = self.limits.left();
        let linger = self.ended.then_some(self.linger);
        let timeout = deadline.into_iter().chain(linger).min();
        let start = Instant::now();
        let ready = self.poll(timeout)?;
        if self.ended {
            self.linger = self.linger.saturating_sub(start.elapsed());
        }
        Ok(ready)
    }

    fn poll(&self, timeout: Option<Duration>) -> io::Result<Ready> {
        let mut ready = Ready::default();
        let fds = [
            (self.stdout.fd(), &mut ready.stdout),
            (self.stderr.outlet.fd(), &mut ready.stderr),
            ((!self.ended).then(|| self.watch.ended()), &mut ready.ended),
            (self.limits.cancelled().map(AsFd::as_fd), &mut ready.cancelled),
        ];
        let (mut fds, flags): (Vec<_>, Vec<_>) = fds
            .into_iter()
            .filter_map(|(fd, flag)| Some((PollFd::from_borrowed_fd(fd?, PollFlags::IN), flag)))
            .unzip();
        let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
        match poll(&mut fds, timeout.as_ref()) {
            // A signal handler ran; the caller looks again.
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
            Ok(_) => {
                for (fd, flag) in fds.iter().zip(flags) {
                    *flag = !fd.revents().is_empty();
                }
            }
        }
        Ok(ready)
    }

    /// Goes on without the process, at once. The pipes are closed first: a child that writes to
    /// one ends by that alone.
    fn cut_off(&mut self, limit: Ended) {
        self.limit = Some(limit);
        self.stdout.leave();
        self.stderr.outlet.leave();
        self.watch.abandon(limit == Ended::Deadline);
    }

    fn is_over(&self) -> bool {
        let open = self.stdout.is_open() || self.stderr.outlet.is_open();
        self.limit.is_some() || (self.ended && !open)
    }

    fn cannot_read(&self, source: io::Error) -> RunError {
        RunError::Read { command: self.command.clone(), source }
    }
}

impl Running for Process {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize, RunError> {
        while !buf.is_empty() && self.stdout.is_open() {
            if let Turn::Stdout = self.turn().map_err(|error| self.cannot_read(error))? {
                return self.stdout.read(buf).map_err(|error| self.cannot_read(error));
            }
        }
        Ok(0)
    }

    fn finish(mut self: Box<Self>) -> Result<Finished, RunError> {
        let mut dropped = Vec::new();
        while !self.is_over() {
            if let Turn::Stdout = self.turn().map_err(|error| self.cannot_read(error))? {
                // Mostly all has been read, and there is nothing to make room for.
                dropped.resize(DROPPED, 0);
                self.stdout.read(&mut dropped).map_err(|error| self.cannot_read(error))?;
            }
        }
        let ended = match self.limit {
            Some(limit) => limit,
            None => self
                .watch
                .status()
                .and_then(how_it_ended)
                .map_err(|source| RunError::Wait { command: self.command.clone(), source })?,
        };
        // After a limit it may wait for long.
        if let Some(waiter) = self.waiter.take().filter(|_| self.limit.is_none()) {
            self.watch.ward().keep(waiter);
        }
        let (stderr, stderr_cut) = self.stderr.take_kept();
        let mut finished = Finished::new(ended, &stderr);
        finished.stderr_cut = stderr_cut;
        finished.stdout_held = self.limit.is_none() && self.stdout.is_held();
        Ok(finished)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stdout.leave();
        self.stderr.outlet.leave();
        self.watch.abandon(false);
    }
}

fn how_it_ended(status: ExitStatus) -> io::Result<Ended> {
    let code = status.code().map(Ended::Code);
    let signal = || status.signal().map(Ended::Signal);
    code.or_else(signal).ok_or_else(|| io::ErrorKind::InvalidData.into())
}
