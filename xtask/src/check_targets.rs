//! `cargo xtask check-targets`: the libraries compile for systems other than this one.

use std::process::Command;
use std::time::Duration;

use anyhow::Result;

use crate::process::{ask, run};
use crate::workspace::cargo;

/// A compiled standard library is some tens of megabytes.
const DOWNLOAD_LIMIT: Duration = Duration::from_secs(180);

const TARGETS: [(&str, &[&str]); 2] = [
    ("wasm32-unknown-unknown", &["zfs-parse"]),
    ("x86_64-unknown-illumos", &["zfs-parse", "zfs-exec"]),
];

/// Checks each target, and gives those that this machine can't.
pub(crate) fn check() -> Result<Vec<String>> {
    let mut skipped = Vec::new();
    for (target, packages) in TARGETS {
        if let Err(reason) = add(target) {
            println!("skipped: {target}: {reason}");
            skipped.push(format!("{target}: {reason}"));
            continue;
        }
        let mut command = cargo();
        command.args(["check", "--locked", "--target", target]);
        for package in packages {
            command.args(["--package", package]);
        }
        run(&mut command)?;
    }
    Ok(skipped)
}

/// Makes sure that the target's standard library is here, or tells why not.
fn add(target: &str) -> Result<(), String> {
    let mut command = Command::new("rustup");
    command.args(["target", "add", target]);
    match ask(&mut command, DOWNLOAD_LIMIT) {
        Ok(said) if said.status.success() => Ok(()),
        Ok(said) => {
            let reason = said.stderr.lines().rfind(|line| !line.trim().is_empty());
            Err(reason.unwrap_or("rustup does not say why").trim().to_owned())
        }
        Err(error) => Err(format!("{error:#}")),
    }
}
