//! Running programs: each one is printed, can be given a deadline, and ends when we are told to.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

const POLL: Duration = Duration::from_millis(15);
/// What a program gets between being asked to end and being ended.
const GRACE: Duration = Duration::from_secs(3);

/// From now on INT, TERM and HUP raise a flag instead of ending us, so that every guard on the
/// stack gets to clean up.
pub(crate) fn watch_for_interrupts() -> Result<()> {
    ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::SeqCst))
        .context("can't watch for interrupts")
}

/// Fails once we have been told to end.
pub(crate) fn check_interrupt() -> Result<()> {
    if INTERRUPTED.load(Ordering::SeqCst) {
        bail!("interrupted");
    }
    Ok(())
}

/// Takes note that we were told to end; what is cleaned up by running commands can then be.
pub(crate) fn take_interrupt() {
    INTERRUPTED.store(false, Ordering::SeqCst);
}

/// Prints a command, runs it to its end with our own standard streams, and fails unless it
/// succeeds.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    run_until(command, None)
}

/// [`run`] with a limit.
pub(crate) fn run_within(command: &mut Command, limit: Duration) -> Result<()> {
    run_until(command, Some(limit))
}

fn run_until(command: &mut Command, limit: Option<Duration>) -> Result<()> {
    println!("$ {}", shown(command));
    let status = Running::start(command)?.wait(limit)?;
    if !status.success() {
        bail!("`{}` failed: {status}", shown(command));
    }
    Ok(())
}

/// What a quiet command said.
#[derive(Debug)]
pub(crate) struct Said {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

/// Runs a command without printing it, and keeps what it says. Meant for short answers.
pub(crate) fn ask(command: &mut Command, limit: Duration) -> Result<Said> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = Running::start(command)?;
    let stdout = reader(running.child.stdout.take());
    let stderr = reader(running.child.stderr.take());
    let status = running.wait(Some(limit))?;
    let text = |thread: std::thread::JoinHandle<Vec<u8>>| {
        String::from_utf8_lossy(&thread.join().unwrap_or_default()).into_owned()
    };
    Ok(Said { status, stdout: text(stdout), stderr: text(stderr) })
}

fn reader(pipe: Option<impl std::io::Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

/// A program that runs; dropped, it is ended together with what it started.
#[derive(Debug)]
pub(crate) struct Running {
    child: Child,
    name: String,
    ended: bool,
}

impl Running {
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        // A process group of its own: a Ctrl-C on the terminal then reaches us alone, and we end
        // the whole group in order, whichever signal came.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let name = command.get_program().to_string_lossy().into_owned();
        let child = command.spawn().with_context(|| format!("can't start `{}`", shown(command)))?;
        Ok(Self { child, name, ended: false })
    }

    /// Whether it has ended by itself.
    pub(crate) fn ended(&mut self) -> Result<Option<ExitStatus>> {
        let status = self.child.try_wait().context("can't wait for a child")?;
        self.ended |= status.is_some();
        Ok(status)
    }

    /// Waits for its end, ours, or that of the time given.
    pub(crate) fn wait(&mut self, limit: Option<Duration>) -> Result<ExitStatus> {
        let deadline = limit.map(|limit| Instant::now() + limit);
        loop {
            if let Some(status) = self.ended()? {
                return Ok(status);
            }
            check_interrupt()?;
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                bail!(
                    "`{}` is not done after {} s",
                    self.name,
                    limit.unwrap_or_default().as_secs()
                );
            }
            std::thread::sleep(POLL);
        }
    }

    /// Asks it to end, and after `grace` ends it.
    pub(crate) fn stop(&mut self, grace: Duration) {
        if self.ended {
            return;
        }
        self.signal(Signal::Term);
        let deadline = Instant::now() + grace;
        while Instant::now() < deadline {
            if !matches!(self.ended(), Ok(None)) {
                return;
            }
            std::thread::sleep(POLL);
        }
        self.signal(Signal::Kill);
        let _ = self.child.wait();
        self.ended = true;
    }

    #[cfg(unix)]
    fn signal(&self, signal: Signal) {
        use rustix::process::{Pid, Signal as Unix, kill_process_group};
        let signal = match signal {
            Signal::Term => Unix::TERM,
            Signal::Kill => Unix::KILL,
        };
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            // It may have ended in this very moment.
            let _ = kill_process_group(group, signal);
        }
    }

    #[cfg(not(unix))]
    fn signal(&mut self, signal: Signal) {
        if let Signal::Kill = signal {
            let _ = self.child.kill();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop(GRACE);
    }
}

#[derive(Clone, Copy)]
enum Signal {
    Term,
    Kill,
}

/// A command as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let mut line = String::new();
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            let _ = write!(line, "{}={} ", name.to_string_lossy(), quoted(value));
        }
    }
    line.push_str(&quoted(command.get_program()));
    for arg in command.get_args() {
        line.push(' ');
        line.push_str(&quoted(arg));
    }
    line
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=,:@%+".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        word.into_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("zfs");
        command.args(["list", "tank/a b", "it's", ""]).env("LC_ALL", "C");
        assert_eq!(shown(&command), r"LC_ALL=C zfs list 'tank/a b' 'it'\''s' ''");
    }

    #[cfg(unix)]
    #[test]
    fn a_deadline_ends_a_program_and_what_it_started() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 60 & wait"]);
        let started = Instant::now();
        let error = Running::start(&mut command)
            .and_then(|mut running| running.wait(Some(Duration::from_millis(100))))
            .unwrap_err();
        assert!(error.to_string().contains("is not done after"), "{error:#}");
        assert!(started.elapsed() < Duration::from_secs(3));
    }
}
