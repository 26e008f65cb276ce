//! The zfs-fuse engine: a real ZFS, of the old lineage, in one ordinary process.
//!
//! zfs-fuse has one fixed socket (`/var/run/zfs/zfs_socket`), one lock, one pool cache. So each run
//! gets its own view of the machine: a mount namespace in which those folders, and our pools' files
//! as well, are fresh memory; and a process namespace, whose first process is this program again
//! ([`inside`]). This has three consequences that matter:
//!
//! - two runs, and a zfs-fuse that the user runs, can't see or disturb each other;
//! - nothing is ever written outside of the namespace, so nothing can be left over;
//! - when the first process of the namespace ends, however it ends, the kernel ends all others and
//!   drops the mounts. When *we* are killed, the parent-death signal ends `unshare`, which ends
//!   that first process.

pub(crate) mod inside;
mod install;

pub(crate) use install::find as tool;

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;

use crate::process::{Running, ask, shown};
use crate::workspace::{is_ci, this_program};

/// How long a quick question to the system may take.
const QUICK: Duration = Duration::from_secs(20);

/// The engine, or why there is none.
#[derive(Debug)]
pub(crate) enum Engine {
    Ready(Fuse),
    Missing(String),
}

/// zfs-fuse is here, and may be run.
#[derive(Debug)]
pub(crate) struct Fuse {
    /// An ordinary user needs a user namespace to be root in.
    as_user: bool,
}

/// Finds zfs-fuse, installs it where that is ours to do, and tries whether it may run.
pub(crate) fn find_or_install() -> Result<Engine> {
    if !cfg!(target_os = "linux") {
        return Ok(Engine::Missing("zfs-fuse runs on Linux only".into()));
    }
    if let Err(reason) = install::ensure()? {
        return Ok(Engine::Missing(reason));
    }
    let fuse = Fuse { as_user: !is_root() };
    Ok(match fuse.obstacle()? {
        None => Engine::Ready(fuse),
        Some(reason) => Engine::Missing(reason),
    })
}

/// Reports a missing engine: all right on somebody's own machine, a failure where nothing may be
/// skipped.
pub(crate) fn skip(reason: &str) -> Result<()> {
    if is_ci() {
        anyhow::bail!("CI=true allows no skip: {reason}");
    }
    println!("skipped: {reason}");
    Ok(())
}

impl Fuse {
    /// Starts this program again as the first process of its own namespaces, with an engine of its
    /// own, to do a job there.
    pub(crate) fn run<S: AsRef<OsStr>>(
        &self,
        job: impl IntoIterator<Item = S>,
        limit: Duration,
    ) -> Result<()> {
        let mut command = self.isolated(this_program()?);
        command.arg("inside").args(job);
        println!("$ {}", shown(&command));
        let status = Running::start(&mut command)?.wait(Some(limit))?;
        anyhow::ensure!(status.success(), "it failed on zfs-fuse: {status}");
        Ok(())
    }

    fn isolated(&self, program: &Path) -> Command {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL", "unshare"]);
        if self.as_user {
            command.args(["--user", "--map-root-user"]);
        }
        command.args(["--mount", "--propagation", "private"]);
        command.args(["--pid", "--fork", "--kill-child", "--mount-proc"]);
        command.arg(program);
        command
    }

    /// What keeps it from running here.
    fn obstacle(&self) -> Result<Option<String>> {
        let device = Path::new("/dev/fuse");
        if !device.exists() {
            return Ok(Some("there is no /dev/fuse: run `modprobe fuse` as root".into()));
        }
        let opened = std::fs::OpenOptions::new().read(true).write(true).open(device);
        if let Err(error) = opened {
            return Ok(Some(format!("/dev/fuse can't be opened: {error}; run this as root")));
        }
        let Ok(said) = ask(&mut self.isolated(Path::new("true")), QUICK) else {
            return Ok(Some("setpriv and unshare are needed: install util-linux".into()));
        };
        Ok((!said.status.success()).then(|| {
            format!(
                "private namespaces are not allowed here ({}); run this as root",
                said.stderr.trim()
            )
        }))
    }
}

#[cfg(unix)]
pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
pub(crate) fn is_root() -> bool {
    false
}
