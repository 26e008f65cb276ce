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
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Names the scratch folder; its presence says that an engine may be used.
pub const FOLDER_VARIABLE: &str = "POOL_TEST_DIR";

const DISK_SIZE: u64 = 128 << 20;
const DESTROY_LIMIT: Duration = Duration::from_secs(10);

/// The scratch folder, when an engine runs for these tests.
pub fn scratch() -> Option<PathBuf> {
    std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// A new [`Pool`], or a line that says why the test is skipped, and `None`. An argument is the
/// [`Plan`] to make it by.
#[macro_export]
macro_rules! pool_or_skip {
    () => {
        $crate::pool_or_skip!($crate::Plan::default())
    };
    ($plan:expr) => {
        $crate::engine_or_skip().then(|| $crate::Pool::create(&$plan))
    };
}

/// Whether an engine runs for these tests; if none does, a line says so.
pub fn engine_or_skip() -> bool {
    let engine = scratch().is_some();
    if !engine {
        skip(&format!("{FOLDER_VARIABLE} is not set; run `cargo xtask pool-test fuse`"));
    }
    engine
}

/// Says why a test, or a part of it, is skipped. It is told whether or not the test passes: the
/// test harness keeps to itself only what the printing macros say.
pub fn skip(reason: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    // A closed standard error takes nothing from the test.
    let _ = writeln!(std::io::stderr(), "skipped in {test}: {reason}");
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

/// How a pool is made; by default with one disk, and mounted.
#[derive(Debug, Clone)]
pub struct Plan {
    options: Vec<OsString>,
    layout: Option<&'static str>,
    disks: usize,
    disk_size: u64,
    mounted: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Self { options: Vec::new(), layout: None, disks: 1, disk_size: DISK_SIZE, mounted: true }
    }
}

impl Plan {
    /// Nothing of it is mounted, unless a test asks for that: it is made faster, and names may be
    /// longer than paths. But to ask is slower, several times where it is deep or all properties are
    /// wanted: what is mounted is open in the kernel, and all else is opened for each question, with
    /// what is above it.
    pub fn unmounted() -> Self {
        Self { mounted: false, ..Self::default() }
    }

    /// Of the last version that every ZFS of today has in common, from before pools had features:
    /// many datasets are made and read in half the time. Opening a dataset, a system of today
    /// looks there for each feature that the pool has.
    #[must_use]
    pub fn without_features(self) -> Self {
        self.option("version=23")
    }

    /// On disks of the least size that ZFS takes.
    #[must_use]
    pub fn small(self) -> Self {
        Self { disk_size: 64 << 20, ..self }
    }

    /// A mirror of so many disks.
    #[must_use]
    pub fn mirror(self, disks: usize) -> Self {
        Self { layout: Some("mirror"), disks, ..self }
    }

    /// With an option of `zpool create -o`.
    #[must_use]
    pub fn option(mut self, option: impl Into<OsString>) -> Self {
        self.options.extend(["-o".into(), option.into()]);
        self
    }
}

/// A pool of its own for one test, on files; destroyed when dropped.
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
    pub fn create(plan: &Plan) -> Self {
        let scratch = scratch().unwrap_or_else(|| panic!("{FOLDER_VARIABLE} is not set"));
        Self::create_in(&scratch, plan)
    }

    /// Makes it, with its files in another folder.
    ///
    /// # Panics
    ///
    /// If ZFS refuses.
    #[track_caller]
    pub fn create_in(scratch: &Path, plan: &Plan) -> Self {
        let (name, folder) = place(scratch);
        let disks: Vec<PathBuf> = (0..plan.disks).map(|n| disk_in(&folder, n)).collect();
        for disk in &disks {
            File::create(disk)
                .and_then(|file| file.set_len(plan.disk_size))
                .unwrap_or_else(|error| panic!("can't make {}: {error}", disk.display()));
        }
        let mut create: Vec<OsString> = vec!["create".into(), "-m".into()];
        create.push(if plan.mounted { folder.join("mnt").into() } else { "none".into() });
        create.extend(plan.options.iter().cloned());
        create.push((&name).into());
        create.extend(plan.layout.map(OsString::from));
        create.extend(disks.into_iter().map(OsString::from));
        zpool(create).ok();
        let guid = guid_of(&name).unwrap_or_else(|| panic!("{name} was created and is not there"));
        Self { name, guid, folder }
    }

    /// A file that the pool lies on, counted from 0.
    pub fn disk(&self, n: usize) -> PathBuf {
        disk_in(&self.folder, n)
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

/// A new folder, and the name of a pool to go with it.
fn place(scratch: &Path) -> (String, PathBuf) {
    let folder = tempfile::Builder::new()
        .prefix("zqt_")
        .rand_bytes(10)
        .tempdir_in(scratch)
        .unwrap_or_else(|error| panic!("can't make a folder in {}: {error}", scratch.display()))
        .keep();
    let name = folder.file_name().map(|name| name.to_string_lossy().to_lowercase());
    (name.unwrap_or_else(|| panic!("{} has no name", folder.display())), folder)
}

fn disk_in(folder: &Path, n: usize) -> PathBuf {
    folder.join(format!("disk{n}"))
}

/// A pool's guid, if there is such a pool. (`zpool list` prints it whole on every system; Linux's
/// module from 2.2 on has it in a file as well, which takes no process.)
fn guid_of(pool: &str) -> Option<String> {
    let said = fs::read(format!("/proc/spl/kstat/zfs/{pool}/guid")).ok();
    let said = said.or_else(|| {
        let output = zpool(["list", "-H", "-o", "guid", pool]);
        output.status.success().then_some(output.stdout)
    });
    let guid = String::from_utf8(said?).ok()?.trim().to_owned();
    (!guid.is_empty()).then_some(guid)
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

/// Destroys a pool, with some patience.
pub fn destroy(pool: &str) {
    if let Err(said) = patiently(&["destroy", "-f", pool]) {
        eprintln!("{pool} is left over: {said}");
    }
}

/// Exports a pool, with some patience.
///
/// # Panics
///
/// If it can't be exported.
#[track_caller]
pub fn export(pool: &str) {
    if let Err(said) = patiently(&["export", pool]) {
        panic!("{pool} can't be exported: {said}");
    }
}

/// Runs a command of `zpool` until the pool is no longer busy, or too long: zfs-fuse lets go of a
/// filesystem a moment after its unmounting is done, as do helpers of other systems of a new disk.
fn patiently(args: &[&str]) -> Result<(), String> {
    let deadline = Instant::now() + DESTROY_LIMIT;
    loop {
        let output = zpool(args);
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if !said.contains("pool is busy") || Instant::now() >= deadline {
            return Err(said);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}
