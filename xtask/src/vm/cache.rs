//! What was built, outside of the checkout: one folder for each thing, named by a key of all that
//! went into it.
//!
//! A folder that has its name is whole: it was built under another, and renamed at the end. Locks
//! are the system's, so they end with the process that holds them.

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rustix::fs::{FlockOperation, flock};

use crate::process::check_interrupt;

const POLL: Duration = Duration::from_millis(200);

/// The cache; while it is held, `vm clean` keeps its hands off.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
    _in_use: File,
}

impl Cache {
    pub(super) fn open() -> Result<Self> {
        let folder = folder()?;
        make_dir(&folder)?;
        let lock = lock_file(&folder.join("lock"))?;
        wait_for(&lock, FlockOperation::NonBlockingLockShared, "`vm clean`")?;
        Ok(Self { folder, _in_use: lock })
    }

    /// Where something is, whether or not it is there.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A folder of this name that always is there.
    pub(super) fn folder(&self, name: &str) -> Result<PathBuf> {
        let path = self.path(name);
        make_dir(&path)?;
        Ok(path)
    }

    /// Keeps others out of something, until the file is dropped.
    pub(super) fn lock(&self, name: &str) -> Result<File> {
        let lock = lock_file(&self.folder("locks")?.join(name))?;
        let whom = format!("another run that is busy with {name}");
        wait_for(&lock, FlockOperation::NonBlockingLockExclusive, &whom)?;
        Ok(lock)
    }

    /// The folder of this name, whole: built now, unless it is there.
    pub(super) fn whole(
        &self,
        name: &str,
        build: impl FnOnce(&Path) -> Result<()>,
    ) -> Result<PathBuf> {
        let path = self.path(name);
        if path.is_dir() {
            return Ok(path);
        }
        let _lock = self.lock(name)?;
        if path.is_dir() {
            return Ok(path);
        }
        let unfinished = self.scratch(name)?;
        let result = unfinished.path().join("result");
        make_dir(&result)?;
        build(&result)?;
        fs::rename(&result, &path)
            .with_context(|| format!("can't move what was built to {}", path.display()))?;
        Ok(path)
    }

    /// A folder for the time of one build; what a killed run left of it goes first.
    pub(super) fn scratch(&self, name: &str) -> Result<tempfile::TempDir> {
        let parent = self.folder("unfinished")?;
        let prefix = format!("{name}.");
        for entry in fs::read_dir(&parent).context("can't read the cache")?.flatten() {
            if entry.file_name().to_string_lossy().starts_with(&prefix) {
                fs::remove_dir_all(entry.path()).with_context(|| {
                    format!("can't remove what an earlier run left: {}", entry.path().display())
                })?;
            }
        }
        tempfile::Builder::new()
            .prefix(&prefix)
            .tempdir_in(&parent)
            .with_context(|| format!("can't make a folder in {}", parent.display()))
    }
}

/// `cargo xtask vm list`
pub(super) fn list() -> Result<()> {
    let folder = folder()?;
    println!("{}", folder.display());
    let mut total = 0;
    for path in entries(&folder)? {
        let size = size_of(&path);
        total += size;
        if path.is_dir() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            println!("{:>8}  {name}", megabytes(size));
        }
    }
    println!("{:>8}  in all", megabytes(total));
    Ok(())
}

/// `cargo xtask vm clean`
pub(super) fn clean() -> Result<()> {
    let folder = folder()?;
    if !folder.exists() {
        println!("nothing is cached");
        return Ok(());
    }
    let lock = lock_file(&folder.join("lock"))?;
    let free = flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok();
    ensure!(free, "another run uses the cache; wait for its end");
    let size: u64 = entries(&folder)?.iter().map(|path| size_of(path)).sum();
    fs::remove_dir_all(&folder).with_context(|| format!("can't remove {}", folder.display()))?;
    println!("freed {} in {}", megabytes(size), folder.display());
    Ok(())
}

fn folder() -> Result<PathBuf> {
    let set = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")));
    let base = base.context("neither XDG_CACHE_HOME nor HOME names a folder")?;
    Ok(base.join("zfsq/vm"))
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).with_context(|| format!("can't read {folder:?}"))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn size_of(path: &Path) -> u64 {
    let Ok(about) = path.symlink_metadata() else { return 0 };
    if about.is_dir() {
        let inside = entries(path).unwrap_or_default();
        inside.iter().map(|path| size_of(path)).sum()
    } else {
        // Files of guests are mostly holes.
        about.blocks() * 512
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1_000_000))
}

pub(super) fn make_dir(path: &Path) -> Result<()> {
    fs::create_dir_all(path).with_context(|| format!("can't make {}", path.display()))
}

fn lock_file(path: &Path) -> Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    options.open(path).with_context(|| format!("can't open {}", path.display()))
}

/// A lock on a file, if nobody else has it.
pub(super) fn try_lock(path: &Path) -> Result<Option<File>> {
    let lock = lock_file(path)?;
    Ok(flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok().then_some(lock))
}

fn wait_for(lock: &File, operation: FlockOperation, whom: &str) -> Result<()> {
    let mut told = false;
    while flock(lock, operation).is_err() {
        if !told {
            eprintln!("waiting for {whom}");
            told = true;
        }
        check_interrupt()?;
        std::thread::sleep(POLL);
    }
    Ok(())
}

/// A key of everything that it was fed. (FNV-1a: the same on every machine, and nobody attacks it.)
#[derive(Debug)]
pub(super) struct Key(u128);

impl Key {
    pub(super) fn new(recipe: &str) -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d).with(recipe)
    }

    pub(super) fn with(mut self, part: &str) -> Self {
        // The end counts too, so that parts can't run into each other.
        for byte in part.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        }
        self
    }

    pub(super) fn hex(&self) -> String {
        format!("{:016x}", (self.0 >> 64) ^ (self.0 & u128::from(u64::MAX)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_key_do_not_run_into_each_other() {
        let key = |parts: [&str; 2]| Key::new("").with(parts[0]).with(parts[1]).hex();
        assert_ne!(key(["ab", "c"]), key(["a", "bc"]));
        assert_eq!(key(["ab", "c"]), key(["ab", "c"]));
        assert_eq!(key(["ab", "c"]).len(), 16);
    }
}
