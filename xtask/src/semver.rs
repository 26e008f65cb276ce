//! `cargo xtask semver`: a release keeps what its version promises.

use std::process::Command;
use std::time::Duration;

use anyhow::{Result, ensure};

use crate::process::{ask, run};
use crate::workspace::{cargo, root};

const QUICK: Duration = Duration::from_secs(20);

/// Compares the libraries with the last release, which is a tag in this repository.
pub(crate) fn check() -> Result<()> {
    let mut git = Command::new("git");
    git.args(["tag", "--list", "v*", "--sort=-version:refname", "--merged", "HEAD"]);
    let said = ask(git.current_dir(root()), QUICK)?;
    ensure!(said.status.success(), "can't list the tags: {}", said.stderr.trim());
    let Some(tag) = said.stdout.lines().next() else {
        println!("there is no release yet: nothing is promised");
        return Ok(());
    };
    let mut command = cargo();
    command.args(["semver-checks", "--baseline-rev", tag]);
    command.args(["--package", "zfs-parse", "--package", "zfs-exec"]);
    run(&mut command)
}
