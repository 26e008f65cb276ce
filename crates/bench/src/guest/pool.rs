//! The pools that questions are asked of.

use std::fs::File;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::question::COUNTED;

/// Where the guest keeps files in memory.
const FILE: &str = "/scratch/bench-disk";
const SIZE: u64 = 1 << 30;
pub const NAME: &str = "tank";

/// What is in a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// The origin's: 40 filesystems below one, a snapshot of each, and a clone of each; not mounted.
    Clones,
    /// The same, mounted.
    MountedClones,
    /// 111 mounted filesystems with 10 snapshots each.
    Many,
    /// A few mounted filesystems, where commands are counted and nothing else is measured.
    Counting,
}

impl Shape {
    /// Those that the report has tables of.
    pub const MEASURED: [Self; 3] = [Self::Clones, Self::MountedClones, Self::Many];

    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::MEASURED.into_iter().chain([Self::Counting]).find(|shape| shape.name() == name)
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Clones => "clones",
            Self::MountedClones => "mounted-clones",
            Self::Many => "many",
            Self::Counting => "counting",
        }
    }

    /// For the report.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Clones => {
                "122 datasets: 40 filesystems with a snapshot and a clone each, not mounted"
            }
            Self::MountedClones => "The same 122 datasets, mounted",
            Self::Many => "111 mounted filesystems with 10 snapshots each",
            Self::Counting => "11 mounted filesystems",
        }
    }

    #[must_use]
    pub fn short(self) -> &'static str {
        match self {
            Self::Clones => "122 datasets",
            Self::MountedClones => "122 mounted",
            Self::Many => "1,221 mounted",
            Self::Counting => "11 mounted",
        }
    }

    /// Makes a pool of this shape.
    ///
    /// # Errors
    ///
    /// ZFS says why.
    pub fn make(self) -> Result<Pool> {
        let pool = Pool::make(self != Self::Clones)?;
        if self == Self::Many {
            pool.children(110, 10)?;
        } else if self == Self::Counting {
            pool.children(COUNTED, 0)?;
        } else {
            pool.zfs(&["create", &format!("{NAME}/base")])?;
            for at in 0..40 {
                let name = format!("{NAME}/base/fs{at}");
                pool.zfs(&["create", &name])?;
                pool.zfs(&["snapshot", &format!("{name}@s")])?;
                pool.zfs(&["clone", &format!("{name}@s"), &format!("{NAME}/base/clone{at}")])?;
            }
        }
        pool.settle()?;
        Ok(pool)
    }
}

/// A pool for a while.
#[derive(Debug)]
pub struct Pool(());

impl Pool {
    /// Makes it, with the root filesystem mounted or not, and its children as it is.
    ///
    /// # Errors
    ///
    /// `zpool` says why.
    pub fn make(is_mounted: bool) -> Result<Self> {
        let file = File::create(FILE).context("can't make the pool's file")?;
        file.set_len(SIZE).context("can't make the pool's file")?;
        let canmount = format!("canmount={}", if is_mounted { "on" } else { "off" });
        let mountpoint = format!("mountpoint={}", if is_mounted { "/tank" } else { "none" });
        quietly("zpool", &["create", "-f", "-O", &canmount, "-O", &mountpoint, NAME, FILE])?;
        Ok(Self(()))
    }

    /// Filesystems below the root, and snapshots of them and of the root.
    ///
    /// # Errors
    ///
    /// ZFS says why.
    pub fn children(&self, filesystems: usize, snapshots: usize) -> Result<()> {
        for at in 0..filesystems {
            self.zfs(&["create", &format!("{NAME}/fs{at}")])?;
        }
        for at in 0..snapshots {
            self.zfs(&["snapshot", "-r", &format!("{NAME}@s{at}")])?;
        }
        self.settle()
    }

    fn zfs(&self, args: &[&str]) -> Result<()> {
        quietly("zfs", args)
    }

    /// Has everything written, so that nothing is while something is measured.
    fn settle(&self) -> Result<()> {
        quietly("zpool", &["sync", NAME])
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if let Err(error) = quietly("zpool", &["destroy", "-f", NAME]) {
            eprintln!("{error:#}");
        }
    }
}

fn quietly(program: &str, args: &[&str]) -> Result<()> {
    let said = Command::new(program).args(args).output().context("can't run it")?;
    let why = String::from_utf8_lossy(&said.stderr);
    ensure!(said.status.success(), "{program} {}: {}", args.join(" "), why.trim());
    Ok(())
}
