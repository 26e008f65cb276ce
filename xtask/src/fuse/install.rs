//! Getting zfs-fuse onto the machine, without what its package does besides.
//!
//! Debian's package starts the daemon when it is installed and at every boot from then on. Nobody
//! asked for that, so while it is installed a policy forbids service starts, and afterwards the
//! service is disabled. The package manager may also not remove anything: on a machine with
//! OpenZFS, whose tools have the same names, it must refuse rather than replace them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::{QUICK, is_root};
use crate::process::{ask, run_within};

const PACKAGE: &str = "zfs-fuse";
const FOLDERS: [&str; 4] = ["/usr/sbin", "/sbin", "/usr/bin", "/usr/local/sbin"];
const INSTALL_LIMIT: Duration = Duration::from_secs(600);

/// The file that Debian's service helpers ask before they start anything.
const POLICY: &str = "/usr/sbin/policy-rc.d";
/// Tells our policy from anybody else's, should a killed run have left it; a process id follows.
const POLICY_MARK: &str =
    "#!/bin/sh\n# For the time of one installation by `cargo xtask`, process ";

/// Finds a program of the engine.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    FOLDERS.iter().map(|folder| Path::new(folder).join(name)).find(|path| path.is_file())
}

/// Makes sure that zfs-fuse is installed; the inner error is why it can't be.
pub(super) fn ensure() -> Result<Result<(), String>> {
    Policy::clean()?;
    if find(PACKAGE).is_some() {
        return Ok(Ok(()));
    }
    if !Path::new("/usr/bin/apt-get").exists() {
        return Ok(Err("zfs-fuse is not installed: install your system's package of it".into()));
    }
    if !is_root() {
        return Ok(Err("zfs-fuse is not installed: run `apt-get install zfs-fuse` as root, and \
                       `systemctl disable --now zfs-fuse` if its service is unwanted"
            .into()));
    }
    if find("zfs").is_some() {
        return Ok(Err(
            "another ZFS has its tools installed here; zfs-fuse would replace them".into()
        ));
    }
    install()?;
    Ok(match find(PACKAGE) {
        Some(_) => Ok(()),
        None => Err(format!("the package {PACKAGE} brought no {PACKAGE}")),
    })
}

fn install() -> Result<()> {
    let policy = Policy::forbid_starts()?;
    // A fresh machine may have no package lists at all, or stale ones.
    if !apt(&["install", "--simulate", "--quiet", PACKAGE])? {
        run_within(Command::new("apt-get").args(["update", "--quiet"]), INSTALL_LIMIT)?;
    }
    let mut command = Command::new("apt-get");
    command.args([
        "install",
        "--yes",
        "--quiet",
        "--no-install-recommends",
        "--no-remove",
        PACKAGE,
    ]);
    // Another run may be installing it in this moment.
    command.args(["-o", "DPkg::Lock::Timeout=120", PACKAGE]);
    command.env("DEBIAN_FRONTEND", "noninteractive");
    run_within(&mut command, INSTALL_LIMIT)?;
    drop(policy);
    if Path::new("/run/systemd/system").exists() {
        run_within(Command::new("systemctl").args(["disable", "zfs-fuse.service"]), QUICK)?;
    } else {
        run_within(Command::new("update-rc.d").args(["zfs-fuse", "disable"]), QUICK)?;
    }
    Ok(())
}

fn apt(args: &[&str]) -> Result<bool> {
    Ok(ask(Command::new("apt-get").args(args), INSTALL_LIMIT)?.status.success())
}

/// While it lives, packages start no services.
#[derive(Debug)]
struct Policy {
    ours: bool,
}

impl Policy {
    fn forbid_starts() -> Result<Self> {
        if Path::new(POLICY).exists() {
            // Somebody's own policy decides, and a container image's forbids already.
            return Ok(Self { ours: false });
        }
        let text = format!("{POLICY_MARK}{}\nexit 101\n", std::process::id());
        fs::write(POLICY, text).context("can't write the service policy")?;
        let policy = Self { ours: true };
        let said = ask(Command::new("chmod").args(["0755", POLICY]), QUICK)?;
        ensure!(said.status.success(), "can't make the service policy executable");
        Ok(policy)
    }

    /// Removes what a killed run left; not what a running one needs, nor what another wrote.
    fn clean() -> Result<()> {
        if !is_root() {
            return Ok(());
        }
        let text = fs::read_to_string(POLICY).unwrap_or_default();
        let process = text.strip_prefix(POLICY_MARK).and_then(|rest| rest.lines().next());
        if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
            fs::remove_file(POLICY).context("can't remove the service policy of an earlier run")?;
        }
        Ok(())
    }
}

impl Drop for Policy {
    fn drop(&mut self) {
        if self.ours {
            // An error here is met by the next run's `clean`.
            let _ = fs::remove_file(POLICY);
        }
    }
}
