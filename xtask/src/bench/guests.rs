//! `cargo xtask bench guests`: what questions cost on real ZFS, and the report of it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use super::{GO_ZFS, LIMIT, install_go_zfs};
use crate::process::{run, run_within};
use crate::vm::{bench, release};
use crate::workspace::{root, target_dir};

const REPORT: &str = "crates/bench/GUESTS.md";
/// Where Debian puts the sources of Go's libraries.
const GO_PATH: &str = "/usr/share/gocode";

/// The parts of the report, each measured in a guest of its own.
const PARTS: [&str; 5] = ["clones", "mounted-clones", "many", "counting", "dear"];

pub(crate) fn measure(name: &str, only: Option<&str>) -> Result<()> {
    let parts: Vec<_> = PARTS.into_iter().filter(|part| only.is_none_or(|o| o == *part)).collect();
    ensure!(!parts.is_empty(), "there are these parts: {}", PARTS.join(", "));
    let Some(releases) = release::named(name) else {
        bail!("no release {name}; there are: {}", release::names().join(", "));
    };
    let folder = tempfile::tempdir().context("can't make a folder")?;
    // They stay: the report can be made of them again.
    let results = target_dir()?.join("bench-guests");
    std::fs::create_dir_all(&results).context("can't make a folder")?;
    let go = match build_go(folder.path()) {
        Ok(go) => Some(go),
        Err(error) => {
            println!("go-zfs can't be had: {error:#}");
            None
        }
    };
    match bench::run(&releases, &parts, go, &results)? {
        Ok(program) => {
            let mut report = Command::new(program);
            run(report.arg("report").arg(&results).arg(root().join(REPORT)))?;
            println!("written: {REPORT}");
        }
        Err(reason) => println!("not measured: {reason}"),
    }
    Ok(())
}

/// The program that asks with go-zfs; Go links it so that it runs in every guest.
fn build_go(folder: &Path) -> Result<PathBuf> {
    install_go_zfs()?;
    if !Path::new(GO_ZFS).exists() {
        bail!("{GO_ZFS} is not there");
    }
    let program = folder.join("bench-go");
    let mut go = Command::new("go");
    go.arg("build").arg("-o").arg(&program);
    go.arg(root().join("crates/bench/peers/go-guest/main.go"));
    go.env("GO111MODULE", "off").env("GOPATH", GO_PATH).env("GOFLAGS", "").env("CGO_ENABLED", "0");
    go.env("GOCACHE", folder.join("cache"));
    run_within(&mut go, LIMIT)?;
    Ok(program)
}
