//! Real OpenZFS in virtual machines, on any Linux machine that has apt: three releases, each with
//! its own kernel modules and tools, on one kernel.
//!
//! Everything is made of Debian's packages, which are unpacked and never installed. What is built
//! stays in a cache outside of the checkout ([`cache`]); a run ([`guest`]) boots a guest, packs a
//! job in, and trusts nothing but the guest's verdict.
//!
//! Of the cache, `image-*`, `qemu-*` and `versions` are all that a warm run needs; `modules-*` spares
//! the longest part of making a new image. The rest is fetched again when it is wanted.

mod accel;
pub(crate) mod bench;
mod cache;
mod console;
mod cpio;
mod guest;
mod image;
pub(crate) mod job;
mod kernel;
mod modules;
mod packages;
pub(crate) mod pool_tests;
mod programs;
mod qemu;
pub(crate) mod release;
mod root;
mod shell;
mod tools;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::cli::VmTask;

/// `cargo xtask vm …`
pub(crate) fn run(task: &VmTask) -> Result<ExitCode> {
    match task {
        VmTask::List => cache::list()?,
        VmTask::Clean => cache::clean()?,
        VmTask::Shell { release } => shell::open(only(release)?)?,
        VmTask::Run { release, command } => return shell::run(only(release)?, command),
    }
    Ok(ExitCode::SUCCESS)
}

fn only(name: &str) -> Result<&'static release::Release> {
    match release::named(name).as_deref() {
        Some([release]) => Ok(release),
        _ => bail!("no release {name}; there are: {}", release::names().join(", ")),
    }
}

/// A word for a shell, whatever is in it.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}
