//! A guest for people, and one for a single command.

use std::ffi::OsString;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use super::cache::Cache;
use super::guest::{Job, Machine};
use super::release::Release;
use super::{programs, quoted, tools};

const LIMIT: Duration = Duration::from_secs(10 * 60);

const SHELL: &str = "#!/bin/sh
truncate -s 512M /scratch/disk
zpool create tank /scratch/disk && zfs create tank/home && zfs snapshot -r tank@first
echo 'A pool: tank. A program: zfsq, if it was built. Leave with exit; end it with Ctrl-A X.'
exec setsid cttyhack sh -l
";

/// `cargo xtask vm shell`
pub(super) fn open(release: &Release) -> Result<()> {
    ensure!(std::io::stdin().is_terminal(), "a shell needs a terminal; `vm run` needs none");
    let cache = open_cache()?;
    let mut job = Job { script: SHELL.into(), ..Job::default() };
    match programs::zfsq() {
        Ok(program) => job.files.push((program, "usr/bin/zfsq".into())),
        Err(error) => println!("note: no zfsq in the guest: {error:#}"),
    }
    Machine::prepare(&cache, release)?.run_on_terminal(&job)
}

/// `cargo xtask vm run`: the command's output and exit status become ours, byte for byte. What else
/// there is to say goes to standard error.
pub(super) fn run(release: &Release, command: &[OsString]) -> Result<ExitCode> {
    let cache = open_cache()?;
    let words: Vec<_> = command.iter().map(|word| quoted(&word.to_string_lossy())).collect();
    let script = format!(
        "#!/bin/sh\n{} >/results/stdout 2>/results/stderr\necho $? >/results/status\n",
        words.join(" ")
    );
    let job = Job { script, limit: LIMIT, ..Job::default() };
    let finished = Machine::prepare(&cache, release)?.run(&job)?;
    let read = |name: &str| {
        let path: PathBuf = finished.results.join(name);
        fs::read(&path).with_context(|| format!("the guest left no {name}"))
    };
    std::io::stdout().write_all(&read("stdout")?).context("can't write")?;
    std::io::stderr().write_all(&read("stderr")?).context("can't write")?;
    let status = String::from_utf8_lossy(&read("status")?).trim().parse::<u8>();
    Ok(ExitCode::from(status.context("the guest left no exit status")?))
}

fn open_cache() -> Result<Cache> {
    if let Some(reason) = tools::obstacle() {
        bail!(reason);
    }
    tools::ensure_for_running()?;
    Cache::open()
}
