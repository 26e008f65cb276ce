//! `cargo xtask fuzz`: runs the fuzz targets, coverage-guided, on the stable compiler.
//!
//! libFuzzer needs its programs compiled with coverage counters, and those passes are part of the
//! stable compiler. What a nightly one would add is the address sanitizer, which has nothing to
//! find in crates that forbid unsafe code; so there is this one way, the same everywhere.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use toml::{Table, Value};

use crate::cli::Fuzz;
use crate::process::{ask, run, run_within};
use crate::workspace::{cargo, root, target_dir};

const CRATE: &str = "crates/zfs-parse/fuzz";

const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module -Ccodegen-units=1 \
     -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
     -Cllvm-args=-sanitizer-coverage-pc-table \
     -Cllvm-args=-sanitizer-coverage-trace-compares \
     -Cdebug-assertions -Coverflow-checks";

pub(crate) fn run_targets(options: &Fuzz) -> Result<()> {
    let (package, mut targets) = targets()?;
    if let Some(wanted) = &options.target {
        ensure!(targets.contains(wanted), "no target {wanted}; there are: {}", targets.join(", "));
        targets.retain(|target| target == wanted);
    }
    ensure!(!targets.is_empty(), "there are no fuzz targets in {CRATE}");
    let programs = build(&package)?;
    let seeds = seeds()?;
    for target in targets {
        run_one(&programs.join(&target), &target, seeds.path(), options.seconds)?;
    }
    Ok(())
}

/// The fuzz crate's name and its targets, from its manifest.
fn targets() -> Result<(String, Vec<String>)> {
    let path = root().join(CRATE).join("Cargo.toml");
    let text = fs::read_to_string(&path).with_context(|| format!("can't read {CRATE}"))?;
    let manifest: Table = text.parse().context("the fuzz crate's manifest is no TOML")?;
    let name = |table: &Table| Some(table.get("name")?.as_str()?.to_owned());
    let package = manifest
        .get("package")
        .and_then(Value::as_table)
        .and_then(name)
        .context("the fuzz crate has no name")?;
    let bins = manifest.get("bin").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    Ok((package, bins.iter().filter_map(Value::as_table).filter_map(name).collect()))
}

/// Builds all targets and gives the folder of their programs.
fn build(package: &str) -> Result<PathBuf> {
    let triple = host()?;
    // Its own folder: other flags, and nothing of the other builds must be compiled again.
    let folder = target_dir()?.join("fuzz");
    let mut command = cargo();
    command.args(["build", "--locked", "--release", "--package", package, "--bins"]);
    // With a target named, the flags stay off build scripts and procedural macros.
    command.args(["--target", &triple]).arg("--target-dir").arg(&folder);
    command.env("RUSTFLAGS", COVERAGE).env_remove("CARGO_ENCODED_RUSTFLAGS");
    run(&mut command)?;
    Ok(folder.join(triple).join("release"))
}

fn host() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let said = ask(Command::new(rustc).arg("-vV"), Duration::from_secs(20))?;
    let host = said.stdout.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not tell its host")?.to_owned())
}

/// What every target starts from: the recorded outputs, and inputs that once failed.
fn seeds() -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir().context("can't make a folder for the seeds")?;
    let fixtures = root().join("fixtures");
    for system in fs::read_dir(&fixtures).context("can't read the fixtures")? {
        let system = system.context("can't read the fixtures")?.path();
        let failed_once = system.file_name().is_some_and(|name| name == "fuzz");
        copy_seeds(&system, failed_once, folder.path())?;
    }
    Ok(folder)
}

fn copy_seeds(from: &Path, all: bool, to: &Path) -> Result<()> {
    let Ok(files) = fs::read_dir(from) else { return Ok(()) };
    let system = from.file_name().unwrap_or_default().to_string_lossy();
    for file in files {
        let file = file.with_context(|| format!("can't read {}", from.display()))?.path();
        let is_output = file.extension().is_some_and(|extension| extension == "out");
        if file.is_file() && (all || is_output) {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let copy = to.join(format!("{system}-{name}"));
            fs::copy(&file, copy).with_context(|| format!("can't copy {}", file.display()))?;
        }
    }
    Ok(())
}

fn run_one(program: &Path, target: &str, seeds: &Path, seconds: u32) -> Result<()> {
    let folder = target_dir()?.join("fuzz");
    let corpus = folder.join("corpus").join(target);
    let crashes = folder.join("crashes").join(target);
    for folder in [&corpus, &crashes] {
        fs::create_dir_all(folder).with_context(|| format!("can't make {}", folder.display()))?;
    }
    let mut command = Command::new(program);
    command.arg(format!("-max_total_time={seconds}"));
    command.args(["-timeout=10", "-rss_limit_mb=2048"]);
    command.arg(format!("-artifact_prefix={}/", crashes.display()));
    // What it learns goes to the first folder, and stays for the next run.
    command.arg(corpus).arg(seeds);
    let limit = Duration::from_secs(u64::from(seconds) + 120);
    run_within(&mut command, limit).with_context(|| {
        format!(
            "{target} found something: its input is in {}; once understood, keep it in fixtures/fuzz/",
            crashes.display()
        )
    })
}
