//! Kernel modules of OpenZFS, from the sources in Debian's `zfs-dkms`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::cache::{Cache, Key, make_dir};
use super::kernel::Kernel;
use super::packages::{Packages, said_ok};
use super::release::{RECIPE, Release, SOURCE_PACKAGE};
use super::tools::{ensure_for_building, work};

const CONFIGURE_LIMIT: Duration = Duration::from_secs(20 * 60);
const MAKE_LIMIT: Duration = Duration::from_secs(40 * 60);
const STRIP_LIMIT: Duration = Duration::from_secs(60);

/// The folder with the release's modules; builds them if need be.
pub(super) fn modules(
    cache: &Cache,
    release: &Release,
    kernel: &Kernel,
    sources: &Packages,
) -> Result<PathBuf> {
    let key = Key::new(RECIPE)
        .with(&release.modules.join("\n"))
        .with(&kernel.identity())
        .with(&sources.identity())
        .hex();
    let name = format!("modules-{}-{key}", release.name);
    cache.whole(&name, |result| {
        ensure_for_building()?;
        let scratch = cache.scratch(&format!("build-{name}"))?;
        build(cache, release, kernel, sources, scratch.path(), result)
    })
}

fn build(
    cache: &Cache,
    release: &Release,
    kernel: &Kernel,
    sources: &Packages,
    scratch: &Path,
    result: &Path,
) -> Result<()> {
    let version = sources.version_of(SOURCE_PACKAGE)?;
    let headers = kernel.unpack_headers(cache, &scratch.join("kernel"))?;
    sources.unpack(cache, &scratch.join("zfs"))?;
    let source = only_folder(&scratch.join("zfs/usr/src"))?;
    let log = cache.folder("logs")?.join(format!("modules-{}.log", release.name));
    // What an earlier build said is of no use any more.
    let _ = fs::remove_file(&log);
    let mut configure = Command::new("./configure");
    configure
        .arg("--with-config=kernel")
        .arg(format!("--with-linux={}", headers.source.display()))
        .arg(format!("--with-linux-obj={}", headers.object.display()))
        .current_dir(&source);
    let what = format!("configuring modules of OpenZFS {version}");
    work(&mut configure, &what, &log, CONFIGURE_LIMIT)?;
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let mut make = Command::new("make");
    make.arg(format!("-j{jobs}")).current_dir(&source);
    let what = format!("building modules of OpenZFS {version}, some minutes of work");
    work(&mut make, &what, &log, MAKE_LIMIT)?;
    for module in release.modules {
        let file = format!("{}.ko", module.split(' ').next().unwrap_or_default());
        let built = find_file(&source.join("module"), &file)?
            .with_context(|| format!("the build made no {file}"))?;
        let target = result.join(&file);
        fs::copy(&built, &target).with_context(|| format!("can't copy {file}"))?;
        said_ok(Command::new("strip").arg("--strip-debug").arg(&target), STRIP_LIMIT)?;
    }
    Ok(())
}

fn only_folder(folder: &Path) -> Result<PathBuf> {
    let entries = fs::read_dir(folder).with_context(|| format!("no {}", folder.display()))?;
    let paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    ensure!(paths.len() == 1, "one folder of sources was expected, not {paths:?}");
    paths.into_iter().next().context("no folder of sources")
}

fn find_file(folder: &Path, name: &str) -> Result<Option<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("can't read {folder:?}"))?;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() && !path.is_symlink() {
            if let Some(found) = find_file(&path, name)? {
                return Ok(Some(found));
            }
        } else if entry.file_name() == name {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// Copies the kernel's own modules that the guest needs.
pub(super) fn copy_from_kernel(unpacked: &Path, names: &[&str], result: &Path) -> Result<()> {
    make_dir(result)?;
    for name in names {
        let file = format!("{name}.ko");
        let path = find_file(&unpacked.join("lib/modules"), &file)?
            .with_context(|| format!("the kernel's package has no {file}"))?;
        fs::copy(path, result.join(&file)).with_context(|| format!("can't copy {file}"))?;
    }
    Ok(())
}
