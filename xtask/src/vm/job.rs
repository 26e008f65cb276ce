//! One script in a guest, for other tasks.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};

use super::cache::Cache;
use super::guest::{Finished, Job, Machine};
use super::{only, programs, tools};

/// Runs a script in a new guest of a release, with these files and `/job/record`; the inner error
/// is why there can't be one.
pub(crate) fn run(
    release: &str,
    script: String,
    mut files: Vec<(PathBuf, String)>,
    limit: Duration,
) -> Result<Result<Finished, String>> {
    let release = only(release)?;
    if let Some(reason) = tools::obstacle() {
        return Ok(Err(reason));
    }
    tools::ensure_for_running()?;
    files.push((programs::record()?, "job/record".into()));
    let cache = Cache::open()?;
    let job = Job { script, files, limit, is_shown: true, is_counted: false };
    let finished = Machine::prepare(&cache, release)?.run(&job)?;
    ensure!(finished.status == 0, "the job failed in the guest: see above");
    Ok(Ok(finished))
}
