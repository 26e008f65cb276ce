//! Processes on Unix.
//!
//! A child runs in a process group of its own, so that signals reach what it starts. Two pipes
//! carry its output, and a descriptor of it tells of its end; the caller polls all three and sleeps
//! until one of them, its deadline or its cancellation has something to say. Where the system gives
//! no such descriptors, a thread waits for the child and tells of its end through a pipe. That is
//! a quarter of the time of a short command; so it is done only there, and for children whose
//! caller does not wait for their end.
//!
//! - `running`: the caller's side.
//! - `outlet`: one pipe of output, and what is in it after the child's end.
//! - `stderr`: what is kept of standard error.
//! - `watch`: the child's side: its end, TERM and KILL, the reaping.
//! - `waiter`: a thread that waits for children.
//! - `pidfd`, `no_pidfd`: the descriptors, of which `platform` takes the one that there is.
//! - `ward`: the count of the children that nobody waits for, and the waiters that have none.

mod outlet;
mod running;
mod stderr;
mod waiter;
mod ward;
mod watch;

use std::ffi::{OsStr, OsString};
use std::io::{self, PipeWriter, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process_group};

use crate::platform::pidfd;
use crate::process::Plan;
use crate::{RunError, Running};
use running::Process;
use waiter::Waiter;
pub(crate) use ward::Ward;
use watch::Watch;

/// An argument, byte by byte.
pub(crate) fn word(bytes: &[u8]) -> OsString {
    OsStr::from_bytes(bytes).to_owned()
}

/// Starts a process and waits for nothing.
pub(crate) fn start(plan: Plan) -> Result<Box<dyn Running>, RunError> {
    let Spawned { mut child, ended, waiter } = match spawn(&plan) {
        Ok(spawned) => spawned,
        // It has run, but the system or another thread has taken its status.
        Err(source) if source.raw_os_error() == Some(GONE) => {
            return Err(RunError::Wait { command: plan.command, source });
        }
        Err(source) => {
            let program = plan.program.into();
            return Err(RunError::Spawn { command: plan.command, program, source });
        }
    };
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let watch = Watch::new(&child, ended, plan.manners.grace, plan.ward);
    let waiter = match waiter {
        None => {
            watch.keep(child);
            None
        }
        Some((waiter, notice)) => {
            waiter.wait_for(&watch, child, Some(notice));
            Some(waiter)
        }
    };
    let Plan { command, limits, manners, .. } = plan;
    Ok(Box::new(Process::new(command, limits, &manners, stdout, stderr, watch, waiter)))
}

/// A child, and all that it takes to wait for it.
struct Spawned {
    child: Child,
    /// What turns readable at its end.
    ended: OwnedFd,
    /// Who waits for it and then writes here, where nothing else tells of its end.
    waiter: Option<(Waiter, PipeWriter)>,
}

fn spawn(plan: &Plan) -> io::Result<Spawned> {
    // All that can fail comes first: a child must not run with nobody to wait for it.
    let by_thread = match pidfd::are_given() {
        true => None,
        false => Some((plan.ward.waiter()?, io::pipe()?)),
    };
    let child = Command::new(&plan.program)
        .args(&plan.args)
        .env_clear()
        .envs(plan.env.iter().map(|(name, value)| (name, value)))
        .stdin(input(&plan.command.stdin)?)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    let (ended, waiter) = match by_thread {
        Some((waiter, (ended, notice))) => (ended.into(), Some((waiter, notice))),
        None => match pidfd::open(&child) {
            Ok(ended) => (ended, None),
            Err(error) => return Err(given_up(child, error)),
        },
    };
    Ok(Spawned { child, ended, waiter })
}

/// Gives a child up that was started just now and can't be waited for: there may be too many
/// descriptors. It has hardly run, and does not.
fn given_up(mut child: Child, error: io::Error) -> io::Error {
    // Where somebody else has reaped it, its number may be another's.
    if error.raw_os_error() != Some(GONE) {
        let pid = Pid::from_child(&child);
        let ends = kill_process_group(pid, Signal::KILL).is_ok();
        // What is another user's may not be killed. It ends when it finds its pipes closed.
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        drop((stdout, stderr));
        if ends {
            let _ = child.wait();
        } else {
            let _ =
                std::thread::Builder::new().stack_size(watch::STACK).spawn(move || child.wait());
        }
    }
    error
}

/// The error of a process that there is none of.
const GONE: i32 = Errno::SRCH.raw_os_error();

/// How much fits into a pipe before anybody reads it, on every system.
const PIPE: usize = 4096;

/// Standard input of these bytes, which are in a pipe before the process runs, so that nobody has to
/// feed it.
fn input(bytes: &[u8]) -> io::Result<Stdio> {
    if bytes.is_empty() {
        return Ok(Stdio::null());
    }
    if bytes.len() > PIPE {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "its input is too long"));
    }
    let (reader, mut writer) = io::pipe()?;
    writer.write_all(bytes)?;
    Ok(reader.into())
}
