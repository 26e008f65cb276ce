//! The measurement of the questions, inside of the guest.
//!
//! Each is asked by a process of its own, `bench-guest one`, so that its memory is its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use zfs_parse::Dialect;

use super::pool::Shape;
use super::question::{Asked, FOLDER, GO_PROGRAM, How, Ours, THIRTEEN, Zfskit, all};
use super::sample::{Spent, peak, peak_of, run, timed};

/// Where the counted commands are noted.
const COUNT: &str = "/run/bench-count";
const TOOLS: [&str; 2] = ["zfs", "zpool"];

/// Measures all questions to a pool and writes a line for each: `asked`, the pool, the question, who
/// was asked, and what [`one`] says. Where commands are counted, that is all, and the lines are
/// `counted`, the question, who was asked, and the runs of `zfs` and `zpool`.
///
/// # Errors
///
/// ZFS fails where it should not.
pub fn measure(shape: Shape, dialect: Dialect, out: &mut impl Write) -> Result<()> {
    let _pool = shape.make()?;
    let questions = all(shape, dialect);
    let counting = if shape == Shape::Counting { Some(Counting::begin()?) } else { None };
    // To warm up.
    ask(shape, dialect, 0)?;
    for (index, Asked { question, who, .. }) in questions.iter().enumerate() {
        let line = match &counting {
            Some(counting) => {
                // Less what is run to warm up.
                let commands = counting.commands(|| ask(shape, dialect, index))?;
                format!("counted\t{question}\t{who}\t{commands}")
            }
            None => {
                let said = ask(shape, dialect, index)?;
                format!("asked\t{}\t{question}\t{who}\t{said}", shape.name())
            }
        };
        // It takes a while, and somebody may be looking.
        eprintln!("{line}");
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn ask(shape: Shape, dialect: Dialect, index: usize) -> Result<String> {
    let mut one = Command::new(env::current_exe()?);
    one.args(["one", shape.name(), &dialect.to_string(), &index.to_string()]);
    let said = one.output().context("can't run this program")?;
    let why = String::from_utf8_lossy(&said.stderr);
    ensure!(said.status.success(), "{one:?} failed: {}", why.trim());
    Ok(String::from_utf8_lossy(&said.stdout).trim().to_owned())
}

/// Asks one question, and gives a line: rows, instructions in thousands, and the most kilobytes of
/// memory that who asked had, 0 where nobody looked.
///
/// # Errors
///
/// There is no answer.
pub fn one(shape: Shape, dialect: Dialect, index: usize) -> Result<String> {
    let asked = all(shape, dialect).into_iter().nth(index).context("no such question")?;
    let is_looked_at = shape != Shape::Counting && asked.question == THIRTEEN;
    let rows = |ask: &mut dyn FnMut() -> Result<usize>| -> Result<(Spent, u64)> {
        forget_commands();
        Ok((timed(|| Ok((0, ask()?)))?, peak("self")?))
    };
    let (spent, memory) = match asked.how {
        How::Commands(commands) => {
            let spent = commands.iter().map(|command| run(command)).sum::<Result<Spent>>()?;
            let first = commands.first().filter(|_| is_looked_at);
            (spent, first.map_or(Ok(0), |command| peak_of(command))?)
        }
        How::List(columns, types, names) => {
            let ours = Ours::new()?;
            rows(&mut || ours.list(&columns, Some(types), &names))?
        }
        How::ListEach(columns, names) => {
            let ours = Ours::new()?;
            rows(&mut || names.chunks(1).map(|name| ours.list(&columns, None, name)).sum())?
        }
        How::GetAll => {
            let ours = Ours::new()?;
            rows(&mut || ours.get_all())?
        }
        How::Zfskit(columns, names) if names.is_empty() => {
            let zfskit = Zfskit::new()?;
            rows(&mut || zfskit.list(&columns, &[]))?
        }
        How::Zfskit(columns, names) => {
            let zfskit = Zfskit::new()?;
            rows(&mut || names.chunks(1).map(|name| zfskit.list(&columns, name)).sum())?
        }
        How::Go(args) => go(&args)?,
    };
    Ok(format!("{}\t{}\t{memory}", spent.lines, spent.kilo))
}

fn go(args: &[String]) -> Result<(Spent, u64)> {
    let mut go = Command::new(Path::new(FOLDER).join(GO_PROGRAM));
    let said = go.args(args).output().context("can't run bench-go")?;
    let text = String::from_utf8_lossy(&said.stdout);
    let numbers: Vec<u64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [kilo, rows, memory] = numbers[..] else {
        bail!("bench-go failed: {}", String::from_utf8_lossy(&said.stderr).trim());
    };
    Ok((Spent { kilo, bytes: 0, lines: usize::try_from(rows)? }, memory))
}

/// Those that were run to warm up don't count.
fn forget_commands() {
    // Mostly they are not counted.
    if Path::new(COUNT).exists() {
        let _ = fs::write(COUNT, "");
    }
}

/// For a while, the tools are scripts that note each run of them.
struct Counting(Vec<PathBuf>);

impl Counting {
    fn begin() -> Result<Self> {
        let mut tools = Vec::new();
        for tool in TOOLS {
            let folders = ["/usr/sbin", "/sbin"].map(Path::new);
            let path = folders.into_iter().map(|folder| folder.join(tool)).find(|at| at.is_file());
            let path = path.with_context(|| format!("there is no {tool}"))?;
            let moved = path.with_extension("counted");
            fs::rename(&path, &moved).context("can't move a tool")?;
            let script = format!("#!/bin/sh\necho >>{COUNT}\nexec {} \"$@\"\n", moved.display());
            fs::write(&path, script).context("can't write a script")?;
            executable(&path)?;
            tools.push(path);
        }
        Ok(Self(tools))
    }

    fn commands<T>(&self, what: impl FnOnce() -> Result<T>) -> Result<usize> {
        fs::write(COUNT, "").context("can't count")?;
        what()?;
        Ok(fs::read(COUNT).context("can't count")?.len())
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        for path in &self.0 {
            if let Err(error) = fs::rename(path.with_extension("counted"), path) {
                eprintln!("{}: {error}", path.display());
            }
        }
    }
}

fn executable(path: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    let _ = path;
    Ok(())
}
