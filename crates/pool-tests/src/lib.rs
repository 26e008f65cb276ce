//! What the tests on a real pool need: throw-away pools, and the raw commands to compare with.
//!
//! `cargo xtask pool-test fuse` starts a ZFS that nobody else sees, and runs these tests with
//! `POOL_TEST_DIR` naming a scratch folder. Without that variable there is no engine to touch, and
//! a test skips itself, telling so:
//!
//! ```no_run
//! # fn a_test() {
//! let Some(pool) = pool_tests::pool_or_skip!() else { return };
//! pool.zfs(["create", &pool.path("a b")]).ok();
//! let raw = pool_tests::zfs(["list", "-H", "-o", "name", "-r", pool.name()]).ok();
//! assert!(raw.stdout.ends_with(b"/a b\n"));
//! # }
//! ```
//!
//! A failure of the harness itself panics: a test has nothing better to do with it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Names the scratch folder; its presence says that an engine may be used.
pub const FOLDER_VARIABLE: &str = "POOL_TEST_DIR";

const POOL_SIZE: u64 = 128 << 20;
const DESTROY_LIMIT: Duration = Duration::from_secs(10);

/// The scratch folder, when an engine runs for these tests.
pub fn scratch() -> Option<PathBuf> {
    std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// A new [`Pool`], or a line that says why the test is skipped, and `None`.
#[macro_export]
macro_rules! pool_or_skip {
    () => {
        match $crate::scratch() {
            Some(_) => Some($crate::Pool::create()),
            None => {
                eprintln!(
                    "skipped: {} is not set; run `cargo xtask pool-test fuse`",
                    $crate::FOLDER_VARIABLE
                );
                None
            }
        }
    };
}

/// What a command printed, and how it ended.
#[derive(Debug)]
pub struct Output {
    /// The words that were run.
    pub argv: Vec<OsString>,
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Output {
    /// Itself, if the command succeeded.
    ///
    /// # Panics
    ///
    /// If it did not, with all that it said.
    #[track_caller]
    pub fn ok(self) -> Self {
        assert!(
            self.status.success(),
            "{:?} failed ({}):\n{}{}",
            self.argv,
            self.status,
            String::from_utf8_lossy(&self.stdout),
            String::from_utf8_lossy(&self.stderr)
        );
        self
    }
}

/// Runs `zfs` with these arguments, as they are.
pub fn zfs<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Output {
    run("zfs", args)
}

/// Runs `zpool` with these arguments, as they are.
pub fn zpool<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Output {
    run("zpool", args)
}

/// Where a tool of ZFS is; a PATH may lead elsewhere, and often not to it.
///
/// # Panics
///
/// If it is nowhere.
pub fn tool(name: &str) -> PathBuf {
    let folders = ["/sbin", "/usr/sbin", "/usr/local/sbin", "/usr/bin"];
    let mut paths = folders.iter().map(|folder| Path::new(folder).join(name));
    paths.find(|path| path.is_file()).unwrap_or_else(|| panic!("there is no {name} in {folders:?}"))
}

fn run<S: AsRef<OsStr>>(name: &str, args: impl IntoIterator<Item = S>) -> Output {
    let mut command = Command::new(tool(name));
    command.args(args).stdin(Stdio::null());
    command.env("LC_ALL", "C").env("TZ", "UTC");
    let output = command.output().unwrap_or_else(|error| panic!("can't run {name}: {error}"));
    let argv = std::iter::once(command.get_program()).chain(command.get_args());
    let argv = argv.map(OsStr::to_owned).collect();
    Output { argv, status: output.status, stdout: output.stdout, stderr: output.stderr }
}

/// A pool of its own for one test, on a file; destroyed when dropped.
///
/// Its name is generated, so that no test can meet another's pool, nor anybody's real one; and
/// only the pool with the guid that creation gave is destroyed.
#[derive(Debug)]
pub struct Pool {
    name: String,
    guid: String,
    folder: PathBuf,
}

impl Pool {
    /// Makes it.
    ///
    /// # Panics
    ///
    /// If there is no scratch folder ([`pool_or_skip!`] looks first), or ZFS refuses.
    #[track_caller]
    pub fn create() -> Self {
        let scratch = scratch().unwrap_or_else(|| panic!("{FOLDER_VARIABLE} is not set"));
        let folder = tempfile::Builder::new()
            .prefix("zqt_")
            .rand_bytes(10)
            .tempdir_in(&scratch)
            .unwrap_or_else(|error| panic!("can't make a folder in {}: {error}", scratch.display()))
            .keep();
        let name = folder.file_name().map(|name| name.to_string_lossy().to_lowercase());
        let name = name.unwrap_or_else(|| panic!("{} has no name", folder.display()));
        let disk = folder.join("disk");
        File::create(&disk)
            .and_then(|file| file.set_len(POOL_SIZE))
            .unwrap_or_else(|error| panic!("can't make {}: {error}", disk.display()));
        let mountpoint = folder.join("mnt");
        let create = ["create".as_ref(), "-m".as_ref(), mountpoint.as_os_str()];
        zpool(create.into_iter().chain([name.as_ref(), disk.as_os_str()])).ok();
        let guid = guid_of(&name).unwrap_or_else(|| panic!("{name} was created and is not there"));
        Self { name, guid, folder }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The full name of a dataset, snapshot (`@…`) or bookmark (`#…`) of this pool.
    pub fn path(&self, below: &str) -> String {
        let separator = if below.starts_with(['@', '#']) { "" } else { "/" };
        format!("{}{separator}{below}", self.name)
    }

    /// Where the pool's root is mounted.
    pub fn mountpoint(&self) -> PathBuf {
        self.folder.join("mnt")
    }

    /// A folder for this test's other files; it goes with the pool.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Runs `zfs` and expects it to succeed; to see a refusal, use [`zfs`].
    #[track_caller]
    pub fn zfs<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Output {
        zfs(args).ok()
    }
}

/// A pool's guid, if there is such a pool. (`zpool list` prints it whole on every system.)
fn guid_of(pool: &str) -> Option<String> {
    let output = zpool(["list", "-H", "-o", "guid", pool]);
    let guid = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !guid.is_empty()).then_some(guid)
}

impl Drop for Pool {
    fn drop(&mut self) {
        // Another pool may have the name by now, if the test destroyed ours.
        if guid_of(&self.name).as_ref() == Some(&self.guid) {
            destroy(&self.name);
        }
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            eprintln!("{} is left over: {error}", self.folder.display());
        }
    }
}

/// Destroys a pool, with some patience: zfs-fuse lets go of a filesystem a moment after its
/// unmounting is done, and until then the pool is busy.
pub fn destroy(pool: &str) {
    let deadline = Instant::now() + DESTROY_LIMIT;
    loop {
        let output = zpool(["destroy", "-f", pool]);
        if output.status.success() {
            return;
        }
        let said = String::from_utf8_lossy(&output.stderr);
        if !said.contains("pool is busy") || Instant::now() >= deadline {
            eprintln!("{pool} is left over: {said}");
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}
