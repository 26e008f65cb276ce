//! `cargo xtask demo`: zfsq at work on a real pool, on a machine that has no ZFS.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::fuse::{self, Engine};
use crate::process::{Running, ask, run, run_within};
use crate::workspace::{build_dir, cargo};

const LIMIT: Duration = Duration::from_secs(5 * 60);
/// Of the user's own command; the engine's start and end come to it.
const OWN_LIMIT: Duration = Duration::from_secs(4 * 60);
const COMMAND_LIMIT: Duration = Duration::from_secs(60);
const POOL_SIZE: u64 = 256 << 20;

/// Prepares out here, then goes inside, to [`show`].
pub(crate) fn prepare(command: &[OsString]) -> Result<()> {
    let fuse = match fuse::find_or_install()? {
        Engine::Ready(fuse) => fuse,
        Engine::Missing(reason) => bail!("the demo needs zfs-fuse: {reason}"),
    };
    run(cargo().args(["build", "--locked", "--package", "zfsq"]))?;
    let zfsq = build_dir()?.join("zfsq");
    ensure!(zfsq.is_file(), "cargo built no {}", zfsq.display());
    let job = [OsStr::new("demo"), zfsq.as_os_str(), OsStr::new("--")];
    fuse.run(job.into_iter().chain(command.iter().map(OsString::as_os_str)), LIMIT)
}

/// Makes a pool, fills it, and prints what zfsq says of it, or runs a command of the user's.
pub(crate) fn show(zfsq: &Path, command: &[OsString], scratch: &Path) -> Result<()> {
    let pool = Pool::create(scratch)?;
    pool.fill()?;
    println!();
    let done = match command {
        [] => ask_all(zfsq, &pool),
        [program, args @ ..] => {
            run_within(Command::new(program).args(args).env("PATH", path(zfsq)?), OWN_LIMIT)
        }
    };
    pool.destroy()?;
    done
}

/// Where zfsq and the engine's tools are, then all that was on the PATH.
fn path(zfsq: &Path) -> Result<OsString> {
    let zfs = fuse::tool("zfs").context("zfs-fuse came without its zfs")?;
    let folders = [zfsq, &zfs].into_iter().filter_map(Path::parent).map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    Ok(std::env::join_paths(folders.chain(std::env::split_paths(&path)))?)
}

fn ask_all(zfsq: &Path, pool: &Pool) -> Result<()> {
    let name = pool.name.as_str();
    let questions: [&[&str]; 5] = [
        &["list"],
        &["list", "-t", "snapshot"],
        &["get", "used,quota,compression,org.example:owner", name],
        &["pools"],
        &["doctor"],
    ];
    for question in questions {
        let mut command = Command::new(zfsq);
        command.args(question);
        println!("$ zfsq {}", question.join(" "));
        let status = Running::start(&mut command)?.wait(Some(COMMAND_LIMIT))?;
        ensure!(status.success(), "zfsq {} failed: {status}", question.join(" "));
        println!();
    }
    Ok(())
}

/// The throw-away pool; the engine that made it destroys it at the latest.
#[derive(Debug)]
struct Pool {
    name: String,
    folder: PathBuf,
}

impl Pool {
    fn create(scratch: &Path) -> Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix("demo_")
            .rand_bytes(6)
            .tempdir_in(scratch)
            .context("can't make the demo's folder")?
            .keep();
        let unique =
            folder.file_name().and_then(OsStr::to_str).context("a folder without a name")?;
        let name = format!("zfsq_{}", unique.to_ascii_lowercase());
        let disk = folder.join("disk");
        let file = fs::File::create(&disk).context("can't make the pool's file")?;
        file.set_len(POOL_SIZE).context("can't size the pool's file")?;
        let mountpoint = folder.join("mnt");
        let mut create = tool("zpool")?;
        create.arg("create").arg("-m").arg(&mountpoint).arg(&name).arg(&disk);
        said_ok(&mut create)?;
        Ok(Self { name, folder })
    }

    fn fill(&self) -> Result<()> {
        let path = |below: &str| format!("{}/{below}", self.name);
        for below in ["home", "home/ leading space", "media", "media/two  spaces ", "vm-1.img:old"]
        {
            self.zfs(&["create", &path(below)])?;
        }
        self.zfs(&["create", "-o", "quota=64M", "-o", "compression=gzip", &path("scratch")])?;
        let file = self.folder.join("mnt/media/film");
        fs::write(&file, noise(3 << 20)).context("can't write into the pool")?;
        self.zfs(&["set", "org.example:owner=Zoë, 2nd floor", &self.name])?;
        self.zfs(&["snapshot", "-r", &path("media@before the party")])?;
        self.zfs(&["clone", &path("media@before the party"), &path("remix")])?;
        fs::remove_file(&file).context("can't remove a file in the pool")?;
        // Space is accounted for when the transaction group is written.
        said_ok(&mut Command::new("sync"))
    }

    fn zfs(&self, args: &[&str]) -> Result<()> {
        said_ok(tool("zfs")?.args(args))
    }

    /// zfs-fuse lets go of a filesystem a moment after its unmounting is done; until then the pool
    /// is busy.
    fn destroy(self) -> Result<()> {
        let deadline = Instant::now() + COMMAND_LIMIT;
        loop {
            match said_ok(tool("zpool")?.args(["destroy", "-f", &self.name])) {
                Err(error)
                    if error.to_string().contains("pool is busy") && Instant::now() < deadline =>
                {
                    std::thread::sleep(Duration::from_millis(50));
                }
                done => return done,
            }
        }
    }
}

/// A tool of the engine; an ordinary user's PATH may not lead to it.
fn tool(name: &str) -> Result<Command> {
    let path = fuse::tool(name).with_context(|| format!("zfs-fuse came without its {name}"))?;
    Ok(Command::new(path))
}

/// Runs a command that has nothing to say unless it fails.
fn said_ok(command: &mut Command) -> Result<()> {
    let said = ask(command.env("LC_ALL", "C"), COMMAND_LIMIT)?;
    ensure!(
        said.status.success(),
        "`{}` failed ({}): {}",
        crate::process::shown(command),
        said.status,
        said.stderr.trim()
    );
    Ok(())
}

/// Bytes that don't compress.
fn noise(length: usize) -> Vec<u8> {
    let mut state: u32 = 0x2545_f491;
    let step = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[0]
    };
    std::iter::repeat_with(step).take(length).collect()
}
