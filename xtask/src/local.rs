//! `cargo xtask pool-test local`: the pool tests on this machine's own ZFS, beside its own pools.
//!
//! The tests make pools with generated names on files below a scratch folder, and destroy those
//! alone. What a test that died left is found here, and three things must agree before a pool is
//! touched: it was not there before, its files lie in this run's scratch folder, and in the moment
//! of its end it still has the guid that it was found by.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::fuse::{is_root, tool};
use crate::pool_test::Outcome;
use crate::process::{Said, ask, check_interrupt, run, run_within, take_interrupt};
use crate::workspace::{cargo, is_ci};

const COMMAND_LIMIT: Duration = Duration::from_secs(60);
const PATIENCE: Duration = Duration::from_secs(20);
const LIMIT: Duration = Duration::from_secs(20 * 60);

/// The test that suspends a pool.
const SUSPENDED: &str = "z_suspended::";

/// The machine's ZFS.
#[derive(Debug)]
struct Host {
    zpool: PathBuf,
}

/// Pools by guid.
type Pools = BTreeMap<String, String>;

/// Runs the tests, if this machine has a ZFS that may be used.
pub(crate) fn run_tests(test_args: &[OsString]) -> Result<Outcome> {
    let host = match Host::find()? {
        Ok(host) => host,
        Err(reason) => return Ok(Outcome::NoEngine(reason)),
    };
    let tests = ["test", "--locked", "--package", "pool-tests"];
    run(cargo().args(tests).arg("--no-run"))?;
    let before = host.pools()?;
    println!("on this machine's own ZFS; its {} pools are left alone", before.len());
    let folder = tempfile::tempdir().context("can't make a scratch folder")?;
    // As the tests name it, so ZFS shows it.
    let scratch = folder.path().canonicalize().context("the scratch folder is gone")?;
    let mut command = cargo();
    command.args(tests);
    command.arg("--").args(test_args);
    if !is_ci() {
        // It can leave a pool that nothing but a reboot ends.
        println!("without {SUSPENDED}: that is for machines to throw away, where CI=true");
        command.args(["--skip", SUSPENDED]);
    }
    command.env("POOL_TEST_DIR", &scratch);
    // Some tests look at all pools there are, so they take turns.
    command.env("RUST_TEST_THREADS", "1");
    let result = run_within(&mut command, LIMIT).context("on this machine's own ZFS");
    // Also after a failure, a time-out or a Ctrl-C; a second one stops this too.
    take_interrupt();
    let left = host.destroy_what_is_left(&before, &scratch);
    match (result, left) {
        (Ok(()), left) => left.map(|()| Outcome::Passed),
        (Err(error), Ok(())) => Err(error),
        (Err(error), Err(left)) => Err(error.context(format!("{left:#}"))),
    }
}

impl Host {
    /// The inner error is why there is none.
    fn find() -> Result<Result<Self, String>> {
        let Some(zpool) = tool("zpool") else {
            return Ok(Err("this machine has no zpool: its ZFS is not installed".into()));
        };
        if !is_root() {
            return Ok(Err("pools are made by root: run this as root".into()));
        }
        let host = Self { zpool };
        let said = host.zpool(&["list", "-H", "-o", "name"])?;
        if said.status.success() {
            return Ok(Ok(host));
        }
        let reason = said.stderr.lines().next().unwrap_or("it does not say why");
        Ok(Err(format!("{} list fails: {reason}", host.zpool.display())))
    }

    fn zpool(&self, args: &[&str]) -> Result<Said> {
        let mut command = Command::new(&self.zpool);
        command.args(args).env("LC_ALL", "C");
        ask(&mut command, COMMAND_LIMIT)
    }

    fn pools(&self) -> Result<Pools> {
        let said = self.zpool(&["list", "-H", "-o", "guid,name"])?;
        ensure!(said.status.success(), "can't list the pools: {}", said.stderr.trim());
        Ok(pools_of(&said.stdout))
    }

    /// Destroys the pools that the tests did not, and fails if that can't be done.
    fn destroy_what_is_left(&self, before: &Pools, scratch: &Path) -> Result<()> {
        for (guid, name) in self.pools()? {
            if before.contains_key(&guid) {
                continue;
            }
            let status = self.zpool(&["status", &name])?;
            if !lies_in(&status.stdout, scratch) {
                // Somebody else's, made meanwhile.
                continue;
            }
            self.destroy(&guid, &name)?;
            eprintln!("left over, destroyed: pool {name}, guid {guid}");
        }
        Ok(())
    }

    /// With some patience: what a killed test was doing may keep its pool busy for a moment.
    fn destroy(&self, guid: &str, name: &str) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let pools = self.pools()?;
            ensure!(
                pools.get(guid).is_some_and(|now| now == name),
                "{name} is another pool by now; it is left alone"
            );
            let said = self.zpool(&["destroy", "-f", name])?;
            if said.status.success() {
                return Ok(());
            }
            ensure!(
                Instant::now() < deadline,
                "pool {name}, guid {guid}, is left over: {}",
                said.stderr.trim()
            );
            check_interrupt()?;
            std::thread::sleep(Duration::from_millis(200));
        }
    }
}

fn pools_of(listing: &str) -> Pools {
    let pair = |line: &str| line.split_once('\t').map(|(guid, name)| (guid.into(), name.into()));
    listing.lines().filter_map(pair).collect()
}

/// Whether a pool's status names a file below this folder. Files are shown by their whole path.
fn lies_in(status: &str, scratch: &Path) -> bool {
    let below = format!("{}/", scratch.display());
    status.lines().any(|line| line.trim_start().starts_with(&below))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_are_known_by_guid() {
        let pools = pools_of("17\ttank\n4\ta b\n");
        assert_eq!(pools.get("17").map(String::as_str), Some("tank"));
        assert_eq!(pools.get("4").map(String::as_str), Some("a b"));
    }

    #[test]
    fn only_a_pool_on_files_of_this_run_is_ours() {
        let status =
            "  pool: zqt_a\n\tNAME  STATE\n\tzqt_a  ONLINE\n\t  /tmp/x1/zqt_A/disk  ONLINE\n";
        assert!(lies_in(status, Path::new("/tmp/x1")));
        assert!(!lies_in(status, Path::new("/tmp/x")));
        assert!(!lies_in(status, Path::new("/tmp/x1/zqt_B")));
    }
}
