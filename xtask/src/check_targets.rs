//! `cargo xtask check-targets`: the crates compile for systems other than this one.

use std::process::Command;
use std::time::Duration;

use anyhow::Result;

use crate::process::{ask, run};
use crate::workspace::cargo;

/// A compiled standard library is some tens of megabytes.
const DOWNLOAD_LIMIT: Duration = Duration::from_secs(180);

/// What is checked together, and for which targets. One call of cargo for several targets compiles
/// the procedural macros once.
struct Group {
    packages: &'static [&'static str],
    targets: &'static [&'static str],
}

const GROUPS: [Group; 3] = [
    // No operating system, and so no standard library: what compiles here does no IO.
    Group { packages: &["zfs-parse"], targets: &["thumbv7m-none-eabi"] },
    // Systems without ZFS, where saved output is read, and a command is refused when it is run.
    Group {
        packages: &["zfs-parse", "zfs-exec"],
        targets: &["wasm32-unknown-unknown", "x86_64-pc-windows-msvc"],
    },
    Group {
        packages: &["zfs-parse", "zfs-exec", "zfsq", "pool-tests", "xtask"],
        targets: &[
            "x86_64-unknown-illumos",
            "x86_64-pc-solaris",
            "x86_64-unknown-freebsd",
            "x86_64-unknown-netbsd",
            "x86_64-apple-darwin",
            "aarch64-apple-darwin",
        ],
    },
];

/// Checks each target, and gives those that this machine can't.
pub(crate) fn check() -> Result<Vec<String>> {
    let mut skipped = Vec::new();
    for Group { packages, targets } in GROUPS {
        let mut command = cargo();
        command.args(["check", "--locked"]);
        for package in packages {
            command.args(["--package", package]);
        }
        let mut any = false;
        for target in targets {
            match add(target) {
                Ok(()) => {
                    command.args(["--target", target]);
                    any = true;
                }
                Err(reason) => {
                    println!("skipped: {target}: {reason}");
                    skipped.push(format!("{target}: {reason}"));
                }
            }
        }
        // Without a target, cargo would check this machine's.
        if any {
            run(&mut command)?;
        }
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
            let told = said.stderr.lines().find(|line| line.starts_with("error: "));
            let last = said.stderr.lines().rfind(|line| !line.trim().is_empty());
            Err(told.or(last).unwrap_or("rustup does not say why").trim().to_owned())
        }
        Err(error) => Err(format!("{error:#}")),
    }
}
