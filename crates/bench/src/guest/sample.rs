//! Measuring one thing.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

/// What a command printed, and how it was done.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spent {
    /// By the guest's clock: instructions, in thousands.
    pub kilo: u64,
    pub bytes: usize,
    pub lines: usize,
}

impl std::iter::Sum for Spent {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            kilo: sum.kilo + one.kilo,
            bytes: sum.bytes + one.bytes,
            lines: sum.lines + one.lines,
        })
    }
}

/// Times what gives the bytes and lines that it has read.
///
/// # Errors
///
/// What is done fails.
pub fn timed(what: impl FnOnce() -> Result<(usize, usize)>) -> Result<Spent> {
    let started = Instant::now();
    let (bytes, lines) = what()?;
    let kilo = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    Ok(Spent { kilo, bytes, lines })
}

/// Runs a command and reads what it prints to the end.
///
/// # Errors
///
/// It can't be run, or fails.
pub fn run(argv: &[String]) -> Result<Spent> {
    let mut output = Vec::with_capacity(1 << 20);
    let mut spent = timed(|| {
        let (program, args) = argv.split_first().context("no command")?;
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("can't run {program}"))?;
        let mut stdout = child.stdout.take().context("no output")?;
        stdout.read_to_end(&mut output).context("can't read")?;
        let status = child.wait().context("can't wait")?;
        ensure!(status.success(), "`{}` failed: {status}", argv.join(" "));
        Ok((output.len(), 0))
    })?;
    spent.lines = memchr::memchr_iter(b'\n', &output).count();
    Ok(spent)
}

/// The most memory that a process has had so far, in kilobytes.
///
/// # Errors
///
/// It is gone.
pub fn peak(process: &str) -> Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).context("it is gone")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
    number.context("it is gone")
}

/// The most memory that a command has while it prints, in kilobytes: it is looked at before each
/// read from a pipe that holds a page, and a command prints last what it has got together.
///
/// # Errors
///
/// It can't be run.
pub fn peak_of(argv: &[String]) -> Result<u64> {
    let (program, args) = argv.split_first().context("no command")?;
    let (mut reader, writer) = std::io::pipe().context("no pipe")?;
    #[cfg(target_os = "linux")]
    rustix::pipe::fcntl_setpipe_size(&writer, 4096).context("no small pipe")?;
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).stdout(writer);
    let mut child = command.spawn().with_context(|| format!("can't run {program}"))?;
    // It holds the writing end.
    drop(command);
    let process = child.id().to_string();
    let mut most = 0;
    let mut piece = [0; 4096];
    while reader.read(&mut piece).context("can't read")? > 0 {
        most = most.max(peak(&process).unwrap_or_default());
    }
    child.wait().context("can't wait")?;
    Ok(most)
}

/// The words of a command line without quotes.
#[must_use]
pub fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}
