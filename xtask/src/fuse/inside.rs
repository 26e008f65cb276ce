//! The first process of the private namespace: it brings the engine up, does the job, and takes
//! the engine down.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::install::find;
use crate::cli::Job;
use crate::demo;
use crate::process::{Running, ask, check_interrupt};

/// Files and folders of this run; it lies on the namespace's own `/run`.
const SCRATCH: &str = "/run/zfsq";
const LOG: &str = "/run/zfs-fuse.log";

const START_LIMIT: Duration = Duration::from_secs(20);
const COMMAND_LIMIT: Duration = Duration::from_secs(60);
/// zfs-fuse takes up to ten seconds to finish its workers.
const STOP_LIMIT: Duration = Duration::from_secs(12);

/// Does a job with an engine of its own.
pub(crate) fn run(job: &Job) -> Result<ExitCode> {
    // Called by hand, this would hide the machine's own /run from everything.
    ensure!(std::process::id() == 1, "this is only for the first process of a private namespace");
    hide_the_machine()?;
    let engine = Daemon::start()?;
    let scratch = Path::new(SCRATCH);
    let status = match job {
        Job::Demo { zfsq, command } => {
            demo::show(zfsq, command, scratch)?;
            None
        }
        Job::Run { command } => Some(run_command(command, scratch)?),
    };
    engine.stop()?;
    Ok(match status {
        Some(status) if !status.success() => {
            // A signal has no code; what matters is that it is no success.
            ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
        }
        _ => ExitCode::SUCCESS,
    })
}

fn run_command<S: AsRef<OsStr>>(command: &[S], scratch: &Path) -> Result<ExitStatus> {
    let [program, args @ ..] = command else { bail!("no command to run") };
    let mut command = Command::new(program);
    command.args(args).env("POOL_TEST_DIR", scratch);
    // zfs-fuse deadlocks, for good, when one command mounts while another unmounts (seen: a
    // `zfs create` against a `zpool destroy`), so tests take turns.
    command.env("RUST_TEST_THREADS", "1");
    Running::start(&mut command)?.wait(None)
}

/// Puts fresh memory over every folder that zfs-fuse writes to, and over its settings: those would
/// run a script of the host's on a pool's failure.
fn hide_the_machine() -> Result<()> {
    let mut hidden: Vec<PathBuf> = Vec::new();
    for folder in ["/var/run", "/var/lock", "/var/lib/zfs", "/etc/zfs"] {
        let Ok(real) = fs::canonicalize(folder) else { continue };
        if hidden.iter().any(|above| real.starts_with(above)) {
            fs::create_dir_all(&real).with_context(|| format!("can't make {}", real.display()))?;
            continue;
        }
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "mode=0755", "zfsq"]).arg(&real);
        let said = ask(&mut mount, COMMAND_LIMIT)?;
        ensure!(said.status.success(), "can't hide {}: {}", real.display(), said.stderr.trim());
        hidden.push(real);
    }
    // It was there before it was hidden, and the lock's folder is expected in it.
    fs::create_dir_all("/run/lock").context("can't make /run/lock")?;
    fs::create_dir_all(SCRATCH).context("can't make the scratch folder")
}

/// The running engine.
#[derive(Debug)]
struct Daemon {
    running: Running,
    zpool: PathBuf,
}

impl Daemon {
    fn start() -> Result<Self> {
        let program = find("zfs-fuse").context("zfs-fuse is not installed")?;
        let zpool = find("zpool").context("zfs-fuse came without its zpool")?;
        let log = fs::File::create(LOG).context("can't write the engine's log")?;
        let mut command = Command::new(program);
        command.args(["--no-daemon", "--no-kstat-mount"]);
        command.stdin(Stdio::null()).stderr(log.try_clone().context("no second log")?).stdout(log);
        let mut daemon = Self { running: Running::start(&mut command)?, zpool };
        let deadline = Instant::now() + START_LIMIT;
        while !daemon.answers()? {
            if let Some(status) = daemon.running.ended()? {
                bail!("zfs-fuse ended at once: {status}\n{}", log_text());
            }
            if Instant::now() >= deadline {
                bail!("zfs-fuse does not answer after {} s\n{}", START_LIMIT.as_secs(), log_text());
            }
            check_interrupt()?;
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(daemon)
    }

    fn answers(&self) -> Result<bool> {
        Ok(ask(Command::new(&self.zpool).args(["list", "-H"]), START_LIMIT)?.status.success())
    }

    /// Destroys what pools are left and ends the engine. All of its pools were made in this
    /// namespace: it came up with an empty cache.
    fn stop(mut self) -> Result<()> {
        let mut list = Command::new(&self.zpool);
        let said = ask(list.args(["list", "-H", "-o", "name"]), COMMAND_LIMIT)?;
        for pool in said.stdout.lines() {
            eprintln!("left over, destroyed: pool {pool}");
            ask(Command::new(&self.zpool).args(["destroy", "-f", pool]), COMMAND_LIMIT)?;
        }
        self.running.stop(STOP_LIMIT);
        Ok(())
    }
}

fn log_text() -> String {
    fs::read_to_string(LOG).unwrap_or_default()
}
