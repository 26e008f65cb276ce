//! One run of a guest: it boots, does a job, hands over what the job left, and is gone.
//!
//! The channels are kept apart. The console (first serial port) is for people, and is watched for
//! the kernel's last words. The second port carries only lines of the guest's first process: the
//! step it is at, and one verdict, which alone means that the job came to its end. Files that the
//! job leaves in `/results` come back byte for byte, as an archive on a disk.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::accel;
use super::cache::{Cache, make_dir, try_lock};
use super::console::{Tail, death, running_test};
use super::cpio::Archive;
use super::image::Image;
use super::packages::said_ok;
use super::qemu::{Accel, Qemu};
use super::release::Release;
use super::tools::last_lines;
use crate::process::{Running, check_interrupt};

const POLL: Duration = Duration::from_millis(40);
/// A guest that is emulated on a busy host is slow, but not silent for ever.
const BOOT_LIMIT: Duration = Duration::from_secs(180);
/// With KVM that was tried, the first words come within a second.
const KVM_SILENCE: Duration = Duration::from_secs(20);
const MODULES_LIMIT: Duration = Duration::from_secs(180);
const RESULTS_LIMIT: Duration = Duration::from_secs(120);
const POWER_OFF_LIMIT: Duration = Duration::from_secs(20);
/// What the guest says after its last words: a trace of the stack, mostly.
const LAST_WORDS: Duration = Duration::from_secs(2);
const UNPACK_LIMIT: Duration = Duration::from_secs(60);
const RESULTS_SIZE: u64 = 1 << 30;

/// The kernel's settings. What it has to say of its own panics must come out at any level, and a
/// lock-up is a panic, after a time that allows for slow hosts. On those the kernel's check of its
/// timer at boot may fail without a reason. A program lies at the same addresses in every run: where
/// it is emulated, what was translated for one run serves the next, which is twice as fast.
const KERNEL: &str = "console=ttyS0 quiet panic=-1 oops=panic softlockup_panic=1 \
                      watchdog_thresh=60 mitigations=off no_timer_check printk.time=1 \
                      random.trust_cpu=on norandmaps";

/// Left out where nothing is measured: it costs every process a twentieth, and is of no use to one
/// that lives for a test.
const SPARED: &str = "cgroup_disable=memory lsm= init_on_alloc=0 randomize_kstack_offset=off";

/// What a guest is to do.
#[derive(Debug, Default)]
pub(super) struct Job {
    /// A shell script, run by root in the guest; its exit status is the verdict.
    pub script: String,
    /// Files of the host, and their places in the guest.
    pub files: Vec<(PathBuf, String)>,
    pub limit: Duration,
    /// Whether the console is shown while it runs.
    pub is_shown: bool,
    /// Whether the guest's clock counts its instructions, for measuring.
    pub is_counted: bool,
}

/// A job that came to its end.
#[derive(Debug)]
pub(crate) struct Finished {
    /// The script's exit status.
    pub status: i32,
    /// What it left in `/results`.
    pub results: PathBuf,
    /// Drop it to remove all of these.
    _folder: RunFolder,
}

/// The files of one run, locked while it lasts.
#[derive(Debug)]
struct RunFolder {
    folder: tempfile::TempDir,
    _lock: File,
}

impl RunFolder {
    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn is_left_over(folder: &Path) -> bool {
        matches!(try_lock(&folder.join("lock")), Ok(Some(_)))
    }
}

/// Machines of one release, ready to run.
#[derive(Debug)]
pub(super) struct Machine<'a> {
    cache: &'a Cache,
    release: &'a Release,
    qemu: Qemu,
    image: Image,
}

impl<'a> Machine<'a> {
    /// Builds what is missing.
    pub(super) fn prepare(cache: &'a Cache, release: &'a Release) -> Result<Self> {
        let qemu = Qemu::find(cache)?;
        let image = Image::get(cache, release)?;
        Ok(Self { cache, release, qemu, image })
    }

    /// Does a job in a new guest.
    pub(super) fn run(&self, job: &Job) -> Result<Finished> {
        if job.is_counted {
            return self.run_with(Accel::Counted, job);
        }
        let accel = accel::choose(self.cache, &self.qemu, &self.image)?;
        match self.run_with(accel, job) {
            Err(error) if accel == Accel::Kvm && error.is::<Silent>() => {
                eprintln!("KVM was silent this time: emulating from now on");
                accel::forget_kvm(self.cache, &self.qemu)?;
                self.run_with(Accel::Tcg, job)
            }
            result => result,
        }
    }

    fn run_with(&self, accel: Accel, job: &Job) -> Result<Finished> {
        let folder = self.run_folder()?;
        let path = |name: &str| folder.path().join(name);
        File::create(path("disk"))
            .and_then(|disk| disk.set_len(RESULTS_SIZE))
            .context("can't make the disk for results")?;
        let mut command = self.qemu.machine(accel);
        self.boot_options(&mut command, folder.path(), job, accel)?;
        let file = |name: &str| format!("file:{}", path(name).display());
        command.args(["-serial", &file("console"), "-serial", &file("words")]);
        command.arg("-drive");
        let disk = path("disk").display().to_string().replace(',', ",,");
        command.arg(format!("file={disk},if=virtio,format=raw,cache=unsafe"));
        let said = File::create(path("qemu.log")).context("can't make QEMU's log")?;
        let said_too = said.try_clone().context("can't make QEMU's log")?;
        command.stdin(Stdio::null()).stdout(said).stderr(said_too);
        eprintln!("booting OpenZFS {} ({accel:?})", self.release.name);
        let running = Running::start(&mut command)?;
        let watch = Watch {
            release: self.release.name,
            accel,
            running,
            console: Tail::new(&path("console")),
            words: Tail::new(&path("words")),
            job,
            test: None,
        };
        let status = watch.watch().map_err(|error| self.keep_logs(folder.path(), error))?;
        let results = path("results");
        make_dir(&results)?;
        let mut tar = Command::new("tar");
        tar.arg("--extract").arg("--file").arg(path("disk")).arg("--directory").arg(&results);
        tar.arg("--no-same-owner");
        said_ok(&mut tar, UNPACK_LIMIT).context("the guest's results can't be read")?;
        Ok(Finished { status, results, _folder: folder })
    }

    /// Boots with the console on our terminal; for people.
    pub(super) fn run_on_terminal(&self, job: &Job) -> Result<()> {
        let accel = accel::choose(self.cache, &self.qemu, &self.image)?;
        let folder = self.run_folder()?;
        let mut command = self.qemu.machine(accel);
        self.boot_options(&mut command, folder.path(), job, accel)?;
        command.args(["-serial", "mon:stdio", "-serial", "null"]);
        // In our process group, or the terminal would not let it read.
        let mut child = command.spawn().context("can't start QEMU")?;
        let status = loop {
            if let Some(status) = child.try_wait().context("can't wait for QEMU")? {
                break status;
            }
            // The terminal may be gone, and QEMU does not mind.
            if let Err(interrupted) = check_interrupt() {
                child.kill().and_then(|()| child.wait()).context("can't end QEMU")?;
                return Err(interrupted);
            }
            std::thread::sleep(POLL);
        };
        ensure!(status.success(), "QEMU failed: {status}");
        Ok(())
    }

    /// A folder for one run; those that killed runs left go first.
    fn run_folder(&self) -> Result<RunFolder> {
        let parent = self.cache.folder("runs")?;
        let _lock = self.cache.lock("runs")?;
        for entry in fs::read_dir(&parent).context("can't read the cache")?.flatten() {
            if RunFolder::is_left_over(&entry.path()) {
                fs::remove_dir_all(entry.path()).context("can't remove what a run left")?;
            }
        }
        let prefix = format!("{}-", self.release.name);
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir_in(parent);
        let folder = folder.context("can't make a folder")?;
        let lock = try_lock(&folder.path().join("lock"))?;
        let lock = lock.context("a new folder is locked")?;
        Ok(RunFolder { folder, _lock: lock })
    }

    fn boot_options(
        &self,
        command: &mut Command,
        folder: &Path,
        job: &Job,
        accel: Accel,
    ) -> Result<()> {
        let gone = "the cache was removed under this run: run it again";
        let files = folder.join("files.cpio");
        fs::copy(self.image.base(), &files).context(gone)?;
        pack(job, &files)?;
        ensure!(self.image.kernel().exists(), gone);
        command.arg("-kernel").arg(self.image.kernel()).arg("-initrd").arg(files);
        let spared = if accel == Accel::Counted { "" } else { SPARED };
        command.arg("-append").arg(format!("{KERNEL} {spared}"));
        Ok(())
    }

    /// Moves a failed run's logs to where they stay, and shows the end of the console.
    fn keep_logs(&self, folder: &Path, error: anyhow::Error) -> anyhow::Error {
        if error.is::<Silent>() || check_interrupt().is_err() {
            return error;
        }
        let console = folder.join("console");
        // In one piece: other guests may have something to say.
        let name = self.release.name;
        let end = last_lines(&console);
        eprintln!("-- the end of the console of OpenZFS {name}\n{end}\n--");
        if let Ok(logs) = self.cache.folder("logs") {
            let kept = logs.join(format!("console-{}.log", self.release.name));
            if fs::copy(&console, &kept).is_ok() {
                eprintln!("the whole console: {}", kept.display());
            }
        }
        let said = fs::read_to_string(folder.join("qemu.log")).unwrap_or_default();
        // That it was ended by us goes without saying.
        let ours = |line: &&str| !line.contains("terminating on signal");
        let said = said.lines().filter(ours).collect::<Vec<_>>().join("; ");
        if said.is_empty() { error } else { error.context(format!("QEMU said: {said}")) }
    }
}

/// Appends the job to the guest's files.
fn pack(job: &Job, files: &Path) -> Result<()> {
    let mut archive = Archive::append_to(files)?;
    archive.file("job/run", 0o755, job.script.as_bytes())?;
    for (from, to) in &job.files {
        archive.tree(to, from)?;
    }
    archive.end()
}

/// KVM runs, and the guest says nothing.
#[derive(Debug, thiserror::Error)]
#[error("the guest says nothing")]
struct Silent;

/// A guest that runs, and what has been heard of it.
struct Watch<'a> {
    release: &'static str,
    accel: Accel,
    running: Running,
    console: Tail,
    words: Tail,
    job: &'a Job,
    /// The test that runs.
    test: Option<String>,
}

impl Watch<'_> {
    fn watch(mut self) -> Result<i32> {
        self.until_verdict().map_err(|error| {
            let rest = self.console.rest().unwrap_or_default();
            match running_test(&rest).or(self.test.as_deref()) {
                Some(test) => anyhow::anyhow!("{error:#}, in test {test}"),
                None => error,
            }
        })
    }

    fn until_verdict(&mut self) -> Result<i32> {
        let started = Instant::now();
        let mut step = ("boot", BOOT_LIMIT, started);
        loop {
            let ended = self.running.ended()?;
            if let Some(what) = self.show_console()? {
                self.hear_last_words()?;
                bail!("{what}, at step `{}`", step.0);
            }
            for words in self.words.lines()? {
                let now = Instant::now();
                match words.split_once(' ') {
                    Some(("step", "modules")) => step = ("modules", MODULES_LIMIT, now),
                    Some(("step", "job")) => step = ("job", self.job.limit, now),
                    Some(("step", "results")) => step = ("results", RESULTS_LIMIT, now),
                    Some(("verdict", status)) => {
                        let status = status.parse();
                        let status = status.with_context(|| format!("no verdict: {words}"))?;
                        return self.power_off(status, started);
                    }
                    Some(("failed", what)) => bail!("{what}"),
                    _ => {
                        bail!("the guest's words make no sense: {words}")
                    }
                }
            }
            if let Some(status) = ended {
                let step = step.0;
                if status.success() {
                    bail!("the guest ended without a verdict, at step `{step}`");
                }
                let why = if status.code().is_none() {
                    ": by hand, or because the host is short of memory"
                } else {
                    ""
                };
                bail!("QEMU ended ({status}), at step `{step}`{why}");
            }
            let silent = !self.console.has_begun() && !self.words.has_begun();
            if self.accel == Accel::Kvm && silent && started.elapsed() > KVM_SILENCE {
                return Err(Silent.into());
            }
            if step.2.elapsed() > step.1 {
                let limit = step.1.as_secs();
                bail!("step `{}` is not done after {limit} s", step.0);
            }
            check_interrupt()?;
            std::thread::sleep(POLL);
        }
    }

    /// Passes the console on, and tells of a death.
    fn show_console(&mut self) -> Result<Option<&'static str>> {
        let mut told = None;
        for line in self.console.lines()? {
            if self.job.is_shown {
                println!("{} | {line}", self.release);
            }
            if told.is_none() {
                told = death(&line);
                if line.starts_with("test ") {
                    self.test = running_test(&line).map(str::to_owned);
                }
            }
        }
        Ok(told)
    }

    fn hear_last_words(&mut self) -> Result<()> {
        let deadline = Instant::now() + LAST_WORDS;
        while Instant::now() < deadline && self.running.ended()?.is_none() {
            std::thread::sleep(POLL);
        }
        self.show_console()?;
        Ok(())
    }

    /// Waits for the guest to be gone. It has given its verdict, so this can't fail the job.
    fn power_off(&mut self, status: i32, started: Instant) -> Result<i32> {
        let deadline = Instant::now() + POWER_OFF_LIMIT;
        let mut verdicts = 1;
        while self.running.ended()?.is_none() {
            if Instant::now() > deadline {
                eprintln!("note: the guest does not power off, and is ended");
                break;
            }
            check_interrupt()?;
            std::thread::sleep(POLL);
        }
        self.show_console()?;
        verdicts += self.words.lines()?.len();
        ensure!(verdicts == 1, "the guest spoke after its verdict");
        if let Some(rest) = self.console.rest().filter(|_| self.job.is_shown) {
            println!("{} | {rest}", self.release);
        }
        let took = started.elapsed().as_secs_f64();
        eprintln!("OpenZFS {}: from boot to verdict in {took:.1} s", self.release);
        Ok(status)
    }
}
