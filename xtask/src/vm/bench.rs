//! `cargo xtask bench guests`: what questions cost, in guests whose clock counts instructions.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::cache::Cache;
use super::guest::{Job, Machine};
use super::release::Release;
use super::{programs, tools};

/// A counted guest has one processor, and is several times as slow as others.
const LIMIT: Duration = Duration::from_secs(60 * 60);

/// Runs the measuring program in guests, one after the other: one for each release and part. What it
/// has printed is kept in a file of the folder, under both their names. Gives the program, which makes a
/// report of them; the inner error is why there can't be guests.
pub(crate) fn run(
    releases: &[&'static Release],
    parts: &[&str],
    go: Option<PathBuf>,
    folder: &Path,
) -> Result<Result<PathBuf, String>> {
    if let Some(reason) = tools::obstacle() {
        return Ok(Err(reason));
    }
    tools::ensure_for_running()?;
    let cache = Cache::open()?;
    let [program, zfsq] = programs::measured()?;
    let mut files =
        vec![(program.clone(), "job/bench-guest".to_owned()), (zfsq, "job/zfsq".to_owned())];
    files.extend(go.map(|go| (go, "job/bench-go".to_owned())));
    for release in releases {
        let machine = Machine::prepare(&cache, release)?;
        for part in parts {
            let name = format!("{}-{part}", release.name);
            let dialect = format!("openzfs-{}", release.name);
            let script =
                format!("#!/bin/sh\nexec /job/bench-guest {part} {dialect} >/results/{name}\n");
            let files = files.clone();
            let job = Job { script, files, limit: LIMIT, is_shown: true, is_counted: true };
            let finished = machine.run(&job)?;
            ensure!(finished.status == 0, "measuring failed in the guest: see above");
            fs::copy(finished.results.join(&name), folder.join(&name))
                .context("the guest left nothing")?;
        }
    }
    Ok(Ok(program))
}
