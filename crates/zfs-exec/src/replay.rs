//! Answers from recorded outputs.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use zfs_parse::exchange::{Finished, Invocation};

use crate::recording::{Recording, argv, output_of};
use crate::{Limits, RunError, Runner, Running};

/// How many similar command lines an error shows.
const SHOWN: usize = 3;

/// Answers commands from a folder of recorded outputs.
///
/// A recording is two files anywhere below the folder: `<case>.out`, the bytes of standard output,
/// and `<case>.toml`:
///
/// ```toml
/// argv = ["zfs", "list", "-Hp", "-o", "name,used"]
/// dialect = "openzfs-2.3"
/// exit = 0                 # or: signal = 6
/// stderr = ""              # optional; so are stderr_cut and stdout_held (true or false)
/// ```
///
/// Other keys are ignored. A command is answered by the recording that has exactly its words; the
/// locale makes no difference. Limits make none either, as nothing here takes time.
///
/// ```
/// use zfs_exec::{Limits, Replay, Runner};
/// use zfs_parse::exchange::{Ended, Invocation, Program};
///
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path();
/// std::fs::write(folder.join("pools.out"), "tank\n")?;
/// std::fs::write(
///     folder.join("pools.toml"),
///     r#"
///     argv = ["zpool", "list", "-Ho", "name"]
///     dialect = "openzfs-2.3"
///     exit = 0
///     "#,
/// )?;
/// let recorded = Replay::open(folder)?;
/// assert_eq!(recorded.dialect(), Some("openzfs-2.3"));
///
/// let command = Invocation::new(Program::Zpool, ["list", "-Ho", "name"]);
/// let mut running = recorded.start(&command, &Limits::none())?;
/// let mut buf = [0; 80];
/// assert_eq!(running.read(&mut buf)?, 5);
/// assert_eq!(running.finish()?.ended, Ended::Code(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Replay {
    folder: PathBuf,
    recordings: BTreeMap<Vec<Vec<u8>>, Vec<(PathBuf, Recording)>>,
}

impl Replay {
    /// Reads the descriptions of all recordings below a folder; the outputs are read when they are
    /// asked for.
    ///
    /// # Errors
    ///
    /// [`RunError::BadRecording`]: the folder or a description can't be read, or a description has
    /// no output beside it. A TOML file with neither an output nor `argv` is something else and
    /// left alone.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, RunError> {
        let mut replay = Self { folder: folder.into(), recordings: BTreeMap::new() };
        let mut files = Vec::new();
        descriptions(&replay.folder, &mut files)?;
        files.sort();
        for file in files {
            replay.add(file)?;
        }
        Ok(replay)
    }

    fn add(&mut self, file: PathBuf) -> Result<(), RunError> {
        let has_output = output_of(&file).is_file();
        if !has_output && !Recording::is_meant_by(&file) {
            return Ok(());
        }
        let recording = Recording::read(&file)?;
        if !has_output {
            let problem = "has no output (.out) beside it".to_owned();
            return Err(RunError::BadRecording { path: file, problem });
        }
        let words = recording.argv.iter().map(|word| word.clone().into_bytes()).collect();
        self.recordings.entry(words).or_default().push((file, recording));
        Ok(())
    }

    /// The dialect of the recordings, where all that name one agree.
    #[must_use]
    pub fn dialect(&self) -> Option<&str> {
        let all = self.recordings.values().flatten();
        let mut dialects = all.filter_map(|(_, recording)| recording.dialect.as_deref());
        let first = dialects.next()?;
        dialects.all(|other| other == first).then_some(first)
    }

    /// The recorded command lines, quoted for a shell, in the order of their words.
    pub fn command_lines(&self) -> impl Iterator<Item = String> {
        let firsts = self.recordings.values().filter_map(|same| same.first());
        firsts.map(|(_, recording)| recording.command_line())
    }

    /// Recorded command lines of the same program and subcommand, those with the most words in
    /// common first.
    fn closest(&self, wanted: &[Vec<u8>]) -> Vec<String> {
        let subcommand = wanted.get(..2).unwrap_or(wanted);
        let related = self.recordings.iter().filter(|(words, _)| words.starts_with(subcommand));
        let mut related: Vec<_> = related
            .map(|(words, same)| {
                let missing = wanted.iter().filter(|word| !words.contains(word)).count();
                let extra = words.iter().filter(|word| !wanted.contains(word)).count();
                (missing + extra, same)
            })
            .collect();
        related.sort_by_key(|(distance, _)| *distance);
        let firsts = related.into_iter().filter_map(|(_, same)| same.first());
        firsts.map(|(_, recording)| recording.command_line()).take(SHOWN).collect()
    }
}

impl Runner for Replay {
    fn start(&self, command: &Invocation, _: &Limits) -> Result<Box<dyn Running>, RunError> {
        let wanted = argv(command);
        let Some(((file, recording), others)) =
            self.recordings.get(&wanted).and_then(|same| same.split_first())
        else {
            return Err(RunError::NoRecording {
                command: command.clone(),
                folder: self.folder.clone(),
                closest: self.closest(&wanted),
            });
        };
        let output = output_of(file);
        for (other_file, other) in others {
            let same = recording.finished() == other.finished()
                && read(&output)? == read(&output_of(other_file))?;
            if !same {
                let files = vec![file.clone(), other_file.clone()];
                return Err(RunError::Ambiguous { command: command.clone(), files });
            }
        }
        let stdout = File::open(&output).map_err(|error| bad(&output, &error))?;
        let finished = recording.finished();
        Ok(Box::new(Replaying { command: command.clone(), stdout, finished }))
    }
}

#[derive(Debug)]
struct Replaying {
    command: Invocation,
    stdout: File,
    finished: Finished,
}

impl Running for Replaying {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize, RunError> {
        loop {
            match self.stdout.read(buf) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(source) => {
                    return Err(RunError::Read { command: self.command.clone(), source });
                }
                Ok(length) => return Ok(length),
            }
        }
    }

    fn finish(self: Box<Self>) -> Result<Finished, RunError> {
        Ok(self.finished)
    }
}

/// Adds all descriptions below a folder. Links to folders are not followed: they may form a ring.
fn descriptions(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), RunError> {
    for entry in fs::read_dir(folder).map_err(|error| bad(folder, &error))? {
        let entry = entry.map_err(|error| bad(folder, &error))?;
        let path = entry.path();
        if entry.file_type().map_err(|error| bad(&path, &error))?.is_dir() {
            descriptions(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>, RunError> {
    fs::read(path).map_err(|error| bad(path, &error))
}

fn bad(path: &Path, problem: &std::io::Error) -> RunError {
    RunError::BadRecording { path: path.to_owned(), problem: problem.to_string() }
}
