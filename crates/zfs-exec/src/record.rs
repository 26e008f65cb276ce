//! Writes down what commands print, for [`Replay`](crate::Replay).

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use zfs_parse::exchange::{Ended, Finished, Invocation};

use crate::recording::{Recording, argv, output_of};
use crate::{Limits, RunError, Runner, Running};

/// The longest readable part of a file name, in bytes.
const NAME: usize = 80;

/// Runs commands on the runner inside it and writes what they print to a folder that
/// [`Replay`](crate::Replay) reads.
///
/// Files are named after the words of the command; the same command is written to the same files.
/// A command that was cut off by a limit, or dropped, leaves no recording. Only what is text in
/// UTF-8 can be written down of a command line and of standard error (standard output may be any
/// bytes); for other commands, finishing is an error.
#[derive(Debug)]
pub struct Recorder<R> {
    runner: R,
    folder: PathBuf,
    dialect: String,
}

impl<R> Recorder<R> {
    /// Records what `runner` runs in `folder`, which is created when it is first needed, as printed
    /// by a system of this dialect.
    pub fn new(runner: R, folder: impl Into<PathBuf>, dialect: impl Into<String>) -> Self {
        Self { runner, folder: folder.into(), dialect: dialect.into() }
    }
}

impl<R: Runner> Runner for Recorder<R> {
    fn start(&self, command: &Invocation, limits: &Limits) -> Result<Box<dyn Running>, RunError> {
        let file = self.folder.join(file_name(command));
        // Another name until it is whole: a recorder that is killed leaves nothing that reads as
        // a recording.
        let partial = file.with_extension("partial");
        let create = || {
            fs::create_dir_all(&self.folder)?;
            File::create(&partial)
        };
        let stdout = create().map_err(|source| cannot_record(command, &partial, source))?;
        let partial = Partial(partial);
        let running = self.runner.start(command, limits)?;
        let (command, dialect) = (command.clone(), self.dialect.clone());
        Ok(Box::new(Taping { running, command, dialect, file, stdout, partial }))
    }
}

#[derive(Debug)]
struct Taping {
    running: Box<dyn Running>,
    command: Invocation,
    dialect: String,
    file: PathBuf,
    stdout: File,
    partial: Partial,
}

impl Running for Taping {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize, RunError> {
        let length = self.running.read(buf)?;
        self.stdout
            .write_all(&buf[..length])
            .map_err(|source| cannot_record(&self.command, &self.partial.0, source))?;
        Ok(length)
    }

    fn finish(mut self: Box<Self>) -> Result<Finished, RunError> {
        // What the caller does not read belongs to the recording all the same.
        let mut rest = [0; 4096];
        while self.read(&mut rest)? > 0 {}
        let Self { running, command, dialect, file, partial, .. } = *self;
        let finished = running.finish()?;
        write(&command, &dialect, &finished, &file, &partial.0)
            .map_err(|source| cannot_record(&command, &file, source))?;
        Ok(finished)
    }
}

fn write(
    command: &Invocation,
    dialect: &str,
    finished: &Finished,
    file: &Path,
    partial: &Path,
) -> io::Result<()> {
    if matches!(finished.ended, Ended::Deadline | Ended::Cancelled) {
        return Ok(());
    }
    let recording = Recording::of(command, dialect, finished)
        .ok_or_else(|| io::Error::other("its words or its standard error are not UTF-8"))?;
    let description = toml::to_string(&recording).map_err(io::Error::other)?;
    fs::rename(partial, output_of(file))?;
    fs::write(file, description)
}

/// An output that is not whole yet; it is removed unless it was renamed.
#[derive(Debug)]
struct Partial(PathBuf);

impl Drop for Partial {
    fn drop(&mut self) {
        // It is not there where it was renamed, and there is nobody to tell where that fails.
        let _ = fs::remove_file(&self.0);
    }
}

/// A file name that reads like the command and belongs to it alone: the readable part loses what
/// may not be in a file name, so a hash of the words goes with it.
fn file_name(command: &Invocation) -> String {
    let words = argv(command);
    let mut name = String::new();
    for byte in words.join(&b' ') {
        match byte {
            b if b.is_ascii_alphanumeric() || b"=,".contains(&b) => name.push(char::from(b)),
            _ if name.ends_with('-') => {}
            _ => name.push('-'),
        }
    }
    name.truncate(NAME);
    format!("{}-{:016x}.toml", name.trim_end_matches('-'), hash(&words))
}

/// FNV-1a: the same on every machine and in every release, as file names must be.
fn hash(words: &[Vec<u8>]) -> u64 {
    let bytes = words.iter().flat_map(|word| word.iter().copied().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn cannot_record(command: &Invocation, path: &Path, source: io::Error) -> RunError {
    RunError::Record { command: command.clone(), path: path.to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zfs_parse::exchange::Program;

    #[test]
    fn file_names_can_not_leave_the_folder() {
        let name = file_name(&Invocation::new(Program::Zfs, ["../../etc/passwd", "/x", "\n"]));
        assert!(name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-.".contains(&b)), "{name}");
        assert!(name.starts_with("zfs-etc-passwd-x-"), "{name}");
    }

    #[test]
    fn commands_that_read_alike_have_names_of_their_own() {
        let one = Invocation::new(Program::Zfs, ["list", "a b"]);
        let other = Invocation::new(Program::Zfs, ["list", "a", "b"]);
        assert_ne!(file_name(&one), file_name(&other));
        assert_eq!(file_name(&one), file_name(&one.clone()));
    }

    #[test]
    fn long_commands_have_short_names() {
        let name = file_name(&Invocation::new(Program::Zfs, ["x".repeat(5000)]));
        assert!(name.len() < 128, "{name}");
    }
}
