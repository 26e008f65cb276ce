//! Our own programs, linked so that they run in every guest, whatever its C library.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::process::{run, shown};
use crate::workspace::{cargo, target_dir};

/// The host's, in fact; named, so that build scripts are not linked in this way.
const TARGET: &str = "x86_64-unknown-linux-gnu";
/// Of the workspace's profiles.
const PROFILE: &str = "guest";

/// The programs with the pool tests.
pub(super) fn pool_tests() -> Result<Vec<PathBuf>> {
    let args = ["test", "--locked", "--profile", PROFILE, "--package", "pool-tests", "--no-run"];
    run(static_cargo().args(args))?;
    // Again, for their names; nothing is built any more.
    let mut command = static_cargo();
    command.args(args).args(["--message-format", "json"]).stderr(Stdio::null());
    let said = command.output().context("can't run cargo")?;
    ensure!(said.status.success(), "`{}` failed", shown(&command));
    let mut programs = executables(&String::from_utf8_lossy(&said.stdout));
    programs.sort();
    ensure!(!programs.is_empty(), "cargo built no pool tests");
    Ok(programs)
}

/// The product.
pub(super) fn zfsq() -> Result<PathBuf> {
    program("zfsq")
}

/// What keeps what a command prints.
pub(super) fn record() -> Result<PathBuf> {
    program("record")
}

/// What measures questions, and the product, as they are released: with the checks that tests run
/// with, they would cost more.
pub(super) fn measured() -> Result<[PathBuf; 2]> {
    let release = |package, name| program_of("release", package, name);
    Ok([release("bench", "bench-guest")?, release("zfsq", "zfsq")?])
}

/// A program that has the name of its package.
fn program(package: &str) -> Result<PathBuf> {
    program_of(PROFILE, package, package)
}

fn program_of(profile: &str, package: &str, program: &str) -> Result<PathBuf> {
    let args = ["build", "--locked", "--profile", profile, "--package", package, "--bin", program];
    run(static_cargo().args(args))?;
    let path = target_dir()?.join(TARGET).join(profile).join(program);
    ensure!(path.is_file(), "cargo built no {}", path.display());
    Ok(path)
}

fn static_cargo() -> Command {
    let mut command = cargo();
    let flags = "-Ctarget-feature=+crt-static";
    command.env("RUSTFLAGS", flags).env_remove("CARGO_ENCODED_RUSTFLAGS");
    command.env("CARGO_BUILD_TARGET", TARGET);
    command
}

/// The programs that cargo's messages, one JSON object a line, name. A path in them is a plain
/// string, unless it has what JSON escapes, and then the build is not found and that is said.
fn executables(messages: &str) -> Vec<PathBuf> {
    let path = |line: &str| {
        let (_, rest) = line.split_once(r#""executable":""#)?;
        let (path, _) = rest.split_once('"')?;
        Some(PathBuf::from(path))
    };
    messages.lines().filter_map(path).filter(|path| path.is_file()).collect()
}
