//! What the host must have, and long work done with it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::packages::install_on_host;
use crate::fuse::is_root;
use crate::process::{Running, check_interrupt, shown};

/// Programs, and the packages that have them.
type Tool = (&'static str, &'static str);

const ALWAYS: [Tool; 3] = [("setpriv", "util-linux"), ("tar", "tar"), ("dpkg-deb", "dpkg")];
/// The kernel was built by this compiler, and its modules want the same.
const BUILD: [Tool; 7] = [
    ("gcc", "build-essential"),
    ("gcc-12", "gcc-12"),
    ("make", "build-essential"),
    ("strip", "binutils"),
    ("perl", "perl"),
    ("awk", "mawk"),
    ("file", "file"),
];

const POLL: Duration = Duration::from_millis(100);
const HEARTBEAT: Duration = Duration::from_secs(30);
/// How much of a log is shown after a failure.
const LAST_LINES: usize = 40;

/// Why there can be no machines here, if so.
pub(super) fn obstacle() -> Option<String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Some("the machines need Linux on x86-64".into());
    }
    if find("apt-get").is_none() || find("dpkg-deb").is_none() {
        return Some("the machines are made of Debian's packages: apt and dpkg are needed".into());
    }
    None
}

/// Makes sure of what running needs.
pub(super) fn ensure_for_running() -> Result<()> {
    ensure_tools(&ALWAYS)
}

/// Makes sure of what building modules needs.
pub(super) fn ensure_for_building() -> Result<()> {
    ensure_tools(&BUILD)
}

/// Makes sure of a file that is no program.
pub(super) fn ensure_file(path: &str, package: &str) -> Result<()> {
    if !Path::new(path).exists() && is_root() {
        install_on_host(&[package])?;
    }
    ensure!(Path::new(path).exists(), "{path} is missing: run `apt-get install {package}` as root");
    Ok(())
}

fn ensure_tools(tools: &[Tool]) -> Result<()> {
    let missing = || {
        let mut packages: Vec<_> =
            tools.iter().filter(|tool| find(tool.0).is_none()).map(|tool| tool.1).collect();
        packages.dedup();
        packages
    };
    let packages = missing();
    if packages.is_empty() {
        return Ok(());
    }
    if is_root() {
        install_on_host(&packages)?;
    }
    let packages = missing();
    ensure!(
        packages.is_empty(),
        "tools are missing: run `apt-get install {}` as root",
        packages.join(" ")
    );
    Ok(())
}

/// Finds a program by the PATH, or where an ordinary user's PATH does not lead.
pub(super) fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let more = ["/usr/sbin", "/sbin"].map(PathBuf::from);
    let mut files = std::env::split_paths(&path).chain(more).map(|folder| folder.join(name));
    files.find(|file| file.is_file())
}

/// Runs something long with its output in a log, whose end is shown should it fail.
pub(super) fn work(command: &mut Command, what: &str, log: &Path, limit: Duration) -> Result<()> {
    let open = || File::options().create(true).append(true).open(log);
    let out = open().with_context(|| format!("can't open {}", log.display()))?;
    let err = open().with_context(|| format!("can't open {}", log.display()))?;
    command.stdin(Stdio::null()).stdout(out).stderr(err);
    eprintln!("{what}");
    let started = Instant::now();
    let mut told = started;
    let mut running = Running::start(command)?;
    let status = loop {
        if let Some(status) = running.ended()? {
            break status;
        }
        check_interrupt()?;
        if started.elapsed() > limit {
            eprintln!("{}", last_lines(log));
            bail!("{what}: not done after {} s", limit.as_secs());
        }
        if told.elapsed() > HEARTBEAT {
            told = Instant::now();
            eprintln!("{what}: {} s so far", started.elapsed().as_secs());
        }
        std::thread::sleep(POLL);
    };
    if !status.success() {
        eprintln!("{}", last_lines(log));
        bail!("`{}` failed: {status}", shown(command));
    }
    eprintln!("{what}: done in {:.1} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// The end of a log.
pub(super) fn last_lines(log: &Path) -> String {
    let bytes = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).replace('\r', "");
    let lines: Vec<_> = text.lines().collect();
    let start = lines.len().saturating_sub(LAST_LINES);
    lines.get(start..).unwrap_or_default().join("\n")
}
