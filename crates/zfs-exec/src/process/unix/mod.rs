//! Processes on Unix.
//!
//! A child runs in a process group of its own, so that signals reach what it starts. Two pipes
//! carry its output and a third tells of its end; the caller polls all three and sleeps until one
//! of them, its deadline or its cancellation has something to say.
//!
//! - `running`: the caller's side.
//! - `outlet`: one pipe of output, and what is in it after the child's end.
//! - `stderr`: what is kept of standard error.
//! - `watch`: the child's side: its end, TERM and KILL, the reaping.
//! - `waiter`: a thread that waits for children.
//! - `ward`: the count of the children that nobody waits for, and the waiters that have none.

mod outlet;
mod running;
mod stderr;
mod waiter;
mod ward;
mod watch;

use std::ffi::{OsStr, OsString};
use std::io::{self, PipeReader, PipeWriter, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

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
    let Spawned { mut child, waiter, ended, notice } = match spawn(&plan) {
        Ok(spawned) => spawned,
        Err(source) => {
            let program = plan.program.into();
            return Err(RunError::Spawn { command: plan.command, program, source });
        }
    };
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let watch = Watch::new(&child, ended, plan.manners.grace, plan.ward);
    waiter.wait_for(&watch, child, notice);
    let Plan { command, limits, manners, .. } = plan;
    Ok(Box::new(Process::new(command, limits, &manners, stdout, stderr, watch, waiter)))
}

/// A child, and all that it takes to wait for it.
struct Spawned {
    child: Child,
    waiter: Waiter,
    ended: PipeReader,
    notice: PipeWriter,
}

fn spawn(plan: &Plan) -> io::Result<Spawned> {
    // All that can fail comes first: a child must not run with nobody to wait for it.
    let (ended, notice) = io::pipe()?;
    let waiter = plan.ward.waiter()?;
    let child = Command::new(&plan.program)
        .args(&plan.args)
        .env_clear()
        .envs(plan.env.iter().map(|(name, value)| (name, value)))
        .stdin(input(&plan.command.stdin)?)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    Ok(Spawned { child, waiter, ended, notice })
}

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
