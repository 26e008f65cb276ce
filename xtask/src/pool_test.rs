//! `cargo xtask pool-test`: the tests that need a real pool.

use std::ffi::{OsStr, OsString};
use std::time::Duration;

use anyhow::Result;

use crate::fuse::{self, Engine};
use crate::process::run;
use crate::workspace::cargo;

const LIMIT: Duration = Duration::from_secs(10 * 60);

/// How it went, when it did not fail.
#[derive(Debug)]
pub(crate) enum Outcome {
    Passed,
    NoEngine(String),
}

impl Outcome {
    /// Prints a skip, or fails on it where nothing may be skipped.
    pub(crate) fn report(self) -> Result<()> {
        match self {
            Self::Passed => Ok(()),
            Self::NoEngine(reason) => fuse::skip(&reason),
        }
    }
}

/// Runs them on zfs-fuse.
pub(crate) fn fuse(test_args: &[OsString]) -> Result<Outcome> {
    let fuse = match fuse::find_or_install()? {
        Engine::Ready(fuse) => fuse,
        Engine::Missing(reason) => return Ok(Outcome::NoEngine(reason)),
    };
    let tests = ["test", "--locked", "--package", "pool-tests"];
    // Built out here, so that inside nothing is fetched or compiled while the engine waits.
    run(cargo().args(tests).arg("--no-run"))?;
    let cargo = cargo();
    let mut job: Vec<&OsStr> = ["run", "--"].map(OsStr::new).to_vec();
    job.push(cargo.get_program());
    job.extend(tests.map(OsStr::new));
    job.extend(["--offline", "--"].map(OsStr::new));
    job.extend(test_args.iter().map(OsString::as_os_str));
    fuse.run(job, LIMIT)?;
    Ok(Outcome::Passed)
}

/// Runs them on OpenZFS in virtual machines.
#[cfg(target_os = "linux")]
pub(crate) fn vm(release: &str, test_args: &[OsString]) -> Result<Outcome> {
    use crate::vm::{pool_tests, release};
    let Some(releases) = release::named(release) else {
        anyhow::bail!("no release {release}; there are: {}", release::names().join(", "));
    };
    pool_tests::run(&releases, test_args)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn vm(_: &str, _: &[OsString]) -> Result<Outcome> {
    Ok(Outcome::NoEngine("the machines need Linux".into()))
}
