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
use super::question::{Asked, FOLDER, How, Ours, Zfskit, all};
use super::sample::{Spent, least, peak, peak_of, run, timed};

/// Where the counted commands are noted.
const COUNT: &str = "/run/bench-count";
const TOOLS: [&str; 2] = ["zfs", "zpool"];

/// Measures all questions and writes a line for each: `asked`, the pool, the question, who was
/// asked, what [`one`] says, and the runs of `zfs` and `zpool`.
///
/// # Errors
///
/// ZFS fails where it should not.
pub fn measure(dialect: Dialect, out: &mut impl Write) -> Result<()> {
    for shape in Shape::ALL {
        let pool = shape.make()?;
        let questions = all(shape, dialect);
        let mut said = Vec::new();
        for (index, asked) in questions.iter().enumerate() {
            eprintln!("{}: {}: {}", shape.name(), asked.question, asked.who);
            said.push(ask(shape, dialect, index, asked.times)?);
        }
        let counting = Counting::begin()?;
        for (index, (asked, said)) in questions.iter().zip(said).enumerate() {
            // Less what only the first question runs.
            let first = counting.commands(|| ask(shape, dialect, index, 0))?;
            let commands = counting.commands(|| ask(shape, dialect, index, 1))? - first;
            let Asked { question, who, .. } = asked;
            writeln!(out, "asked\t{}\t{question}\t{who}\t{said}\t{commands}", shape.name())?;
            out.flush()?;
        }
        drop(counting);
        drop(pool);
    }
    Ok(())
}

fn ask(shape: Shape, dialect: Dialect, index: usize, times: usize) -> Result<String> {
    let mut one = Command::new(env::current_exe()?);
    one.args(["one", shape.name(), &dialect.to_string(), &index.to_string(), &times.to_string()]);
    let said = one.output().context("can't run this program")?;
    let why = String::from_utf8_lossy(&said.stderr);
    ensure!(said.status.success(), "{one:?} failed: {}", why.trim());
    Ok(String::from_utf8_lossy(&said.stdout).trim().to_owned())
}

/// Asks one question, and gives a line: rows, instructions in thousands, and the most kilobytes of
/// memory that who asked had.
///
/// # Errors
///
/// There is no answer.
pub fn one(shape: &str, dialect: Dialect, index: usize, times: usize) -> Result<String> {
    let shape = Shape::ALL.into_iter().find(|known| known.name() == shape);
    let questions = all(shape.context("no such pool")?, dialect);
    let how = questions.into_iter().nth(index).context("no such question")?.how;
    let rows = |times, ask: &mut dyn FnMut() -> Result<usize>| -> Result<(Spent, u64)> {
        let spent = least(times, || timed(|| Ok((0, ask()?))))?;
        Ok((spent, peak("self")?))
    };
    let (spent, memory) = match how {
        How::Commands(commands) => {
            let all = || commands.iter().map(|command| run(command)).sum::<Result<Spent>>();
            let first = commands.first().context("no command")?;
            (least(times, all)?, peak_of(first)?)
        }
        How::List(columns, types, names) => {
            let ours = Ours::new();
            rows(times, &mut || ours.list(&columns, Some(types), &names))?
        }
        How::ListEach(columns, names) => {
            let ours = Ours::new();
            rows(times, &mut || names.chunks(1).map(|name| ours.list(&columns, None, name)).sum())?
        }
        How::GetAll => {
            let ours = Ours::new();
            rows(times, &mut || ours.get_all())?
        }
        How::Zfskit(columns, names) if names.is_empty() => {
            let zfskit = Zfskit::new()?;
            rows(times, &mut || zfskit.list(&columns, &[]))?
        }
        How::Zfskit(columns, names) => {
            let zfskit = Zfskit::new()?;
            rows(times, &mut || names.chunks(1).map(|name| zfskit.list(&columns, name)).sum())?
        }
        How::Go(args) => go(&args, times)?,
    };
    Ok(format!("{}\t{}\t{memory}", spent.lines, spent.kilo))
}

fn go(args: &[String], times: usize) -> Result<(Spent, u64)> {
    let mut go = Command::new(Path::new(FOLDER).join("bench-go"));
    let said = go.arg(times.to_string()).args(args).output().context("can't run bench-go")?;
    let text = String::from_utf8_lossy(&said.stdout);
    let numbers: Vec<u64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [kilo, rows, memory, _] = numbers[..] else {
        bail!("bench-go failed: {}", String::from_utf8_lossy(&said.stderr).trim());
    };
    Ok((Spent { kilo, bytes: 0, lines: usize::try_from(rows)? }, memory))
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
            let script = format!(
                "#!/bin/sh\necho >>{COUNT}\nexec {} \"$@\"\n",
                moved.display()
            );
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
