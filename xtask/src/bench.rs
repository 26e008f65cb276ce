//! `cargo xtask bench`: measures how fast we are, with our peers in the same run, and writes the
//! report.

#[cfg(target_os = "linux")]
mod guests;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::cli::{Bench, BenchWhat};
use crate::fuse::is_root;
use crate::process::{ask, run, run_within};
use crate::workspace::{cargo, root, target_dir};

const REPORT: &str = "crates/bench/README.md";

const LIMIT: Duration = Duration::from_secs(600);
/// What a comparison with go-zfs needs, on Debian.
const GO: [&str; 2] = ["golang-go", "golang-go-zfs-dev"];
const GO_ZFS: &str = "/usr/share/gocode/src/github.com/mistifyio/go-zfs";

pub(crate) fn measure(options: &Bench) -> Result<()> {
    match &options.what {
        #[cfg(target_os = "linux")]
        Some(BenchWhat::Guests { release, only }) => guests::measure(release, only.as_deref()),
        #[cfg(not(target_os = "linux"))]
        Some(BenchWhat::Guests { .. }) => anyhow::bail!("the machines need Linux"),
        None => measure_here(options),
    }
}

fn measure_here(options: &Bench) -> Result<()> {
    if let Err(error) = install_go_zfs() {
        println!("go-zfs can't be installed: {error:#}");
    }
    let mut build = cargo();
    build.args(["build", "--locked", "--release", "--package", "bench", "--bins"]);
    match libzetta_grammar() {
        Ok(grammar) => drop(build.env("BENCH_LIBZETTA_GRAMMAR", grammar)),
        Err(error) => println!("libzetta can't be had: {error:#}"),
    }
    run(&mut build)?;
    let program = format!("bench-report{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(target_dir()?.join("release").join(program));
    if options.quick {
        command.arg("--quick");
    } else {
        command.arg("--out").arg(root().join(REPORT));
    }
    command.args(&options.only);
    run(&mut command)?;
    if !options.quick {
        println!("written: {REPORT}");
    }
    Ok(())
}

/// Installs go-zfs where that can be done; the report says what is missing where it can't.
fn install_go_zfs() -> Result<()> {
    if Path::new(GO_ZFS).exists() || !is_root() || !Path::new("/usr/bin/apt-get").exists() {
        return Ok(());
    }
    let mut command = Command::new("apt-get");
    command.args(["install", "--yes", "--quiet", "--no-install-recommends", "--no-remove"]);
    run_within(command.args(GO).env("DEBIAN_FRONTEND", "noninteractive"), LIMIT)
}

/// The grammar within the published source of libzetta. Cargo fetches it for a package that names
/// it and is never built: what it depends on is in no lock file of ours.
fn libzetta_grammar() -> Result<PathBuf> {
    let folder = target_dir()?.join("bench-libzetta");
    fs::create_dir_all(&folder).context("can't make a folder")?;
    let manifest = folder.join("Cargo.toml");
    fs::write(folder.join("lib.rs"), "").context("can't write a file")?;
    fs::write(&manifest, LIBZETTA).context("can't write a manifest")?;
    let mut metadata = cargo();
    metadata.args(["metadata", "--format-version", "1", "--manifest-path"]).arg(&manifest);
    let said = ask(&mut metadata, LIMIT)?;
    ensure!(said.status.success(), "{}", said.stderr.trim());
    let mut texts = said.stdout.split('"');
    let manifest = texts.find(|text| text.ends_with("libzetta-0.5.0/Cargo.toml"));
    let grammar = Path::new(manifest.context("cargo doesn't say where its source is")?)
        .with_file_name("src/parsers/zfs.pest");
    ensure!(grammar.exists(), "there is no {}", grammar.display());
    Ok(grammar)
}

const LIBZETTA: &str = r#"[package]
name = "libzetta-source"
version = "0.0.0"
edition = "2024"

[workspace]

[lib]
path = "lib.rs"

[dependencies]
libzetta = "=0.5.0"
"#;
