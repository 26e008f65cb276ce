//! Where things are.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Context, Result};

static THIS_PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// The root of the workspace: the one that cargo runs us for, which need not be the one that this
/// program was built in, where two checkouts build into one folder.
pub(crate) fn root() -> &'static Path {
    static PACKAGE: OnceLock<PathBuf> = OnceLock::new();
    let package = PACKAGE.get_or_init(|| {
        let told = std::env::var_os("CARGO_MANIFEST_DIR");
        told.map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from)
    });
    package.parent().unwrap_or(Path::new("."))
}

/// Looks up this program's own path now. Later, a build among the tasks may have replaced the
/// file, and the system would name it as deleted.
pub(crate) fn remember_this_program() -> Result<()> {
    let path = std::env::current_exe().context("this program has no path")?;
    let _ = THIS_PROGRAM.set(path);
    Ok(())
}

/// This program, to be run again.
pub(crate) fn this_program() -> Result<&'static Path> {
    THIS_PROGRAM.get().map(PathBuf::as_path).context("this program's path was not looked up")
}

/// The folder that this program was built into; its siblings are built into it too.
pub(crate) fn build_dir() -> Result<&'static Path> {
    this_program()?.parent().context("this program has no folder")
}

/// The folder that cargo builds everything below, as far as this run can tell.
pub(crate) fn target_dir() -> Result<&'static Path> {
    build_dir()?.parent().context("the build folder has no parent")
}

/// Cargo, the one that runs us, at the root of the workspace.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// Whether this run is a continuous integration's, where nothing may be skipped.
pub(crate) fn is_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| value == "true" || value == "1")
}
