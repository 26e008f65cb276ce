//! What keeps a command from being run or read.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use thiserror::Error;
use zfs_parse::exchange::Invocation;

/// A command could not be started, or its output could not be had.
///
/// Why the system refused is the error's [source](std::error::Error::source), and is not repeated in
/// its message. A long command is shown by its beginning there, and is whole in the error.
///
/// A command that ran and failed is none of these: its exit status, its standard error and its
/// deadline are in [`Finished`](zfs_parse::exchange::Finished), for the question to judge.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// A program is in none of the places where it should be.
    #[error(
        "cannot run `{}`: {program} was found at none of {}; {advice}",
        command.brief(),
        listed(tried)
    )]
    NotFound {
        /// The command that was to be run.
        command: Invocation,
        /// The program that is missing: the command's own, or the one that gives it privilege.
        program: String,
        /// Where it was looked for.
        tried: Vec<PathBuf>,
        /// What to do about it.
        advice: String,
    },
    /// The system refused to start the program.
    #[error("cannot run `{}`: starting {} failed", command.brief(), program.display())]
    Spawn {
        /// The command that was to be run.
        command: Invocation,
        /// The program that was to be started for it.
        program: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// This crate can't run commands on this platform.
    #[error(
        "cannot run `{}`: running commands is not supported on this platform \
         ({platform}); answer from recorded outputs instead",
        command.brief()
    )]
    Unsupported {
        /// The command that was to be run.
        command: Invocation,
        /// The platform that this was built for.
        platform: &'static str,
    },
    /// Too many earlier commands passed their deadline and have not ended since.
    #[error(
        "not running `{}`: {stuck} earlier commands passed their deadline and have not \
         ended (at most {cap} may); a pool may be suspended: look at `zpool status` and the \
         system's log",
        command.brief()
    )]
    TooManyStuck {
        /// The command that was not run.
        command: Invocation,
        /// How many are stuck.
        stuck: usize,
        /// How many may be.
        cap: usize,
    },
    /// The output could not be read.
    #[error("cannot read the output of `{}`", command.brief())]
    Read {
        /// The command that was running.
        command: Invocation,
        /// Why.
        source: io::Error,
    },
    /// How the command ended can't be learnt.
    #[error(
        "cannot learn how `{}` ended; a program that ignores SIGCHLD or waits for children \
         that are not its own takes the status away",
        command.brief()
    )]
    Wait {
        /// The command that ended.
        command: Invocation,
        /// Why.
        source: io::Error,
    },
    /// There is no recording of the command.
    #[error(
        "no recording of `{}` in {}{}",
        command.brief(),
        folder.display(),
        nearest(closest)
    )]
    NoRecording {
        /// The command that was wanted.
        command: Invocation,
        /// Where recordings are.
        folder: PathBuf,
        /// Recorded command lines of the same subcommand, the most similar first.
        closest: Vec<String>,
    },
    /// There are several recordings of the command, and they differ.
    #[error(
        "recordings of `{}` differ: {}; name the folder of one system",
        command.brief(),
        listed(files)
    )]
    Ambiguous {
        /// The command that was wanted.
        command: Invocation,
        /// Their description files.
        files: Vec<PathBuf>,
    },
    /// A recording can't be read.
    #[error("bad recording {}: {problem}", path.display())]
    BadRecording {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A recording can't be written.
    #[error("cannot record `{}` in {}", command.brief(), path.display())]
    Record {
        /// The command that was to be recorded.
        command: Invocation,
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

fn listed(paths: &[PathBuf]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
    paths.join(", ")
}

fn nearest(closest: &[String]) -> String {
    let mut text = String::new();
    for (nth, command) in closest.iter().enumerate() {
        let lead = if nth == 0 { "; the closest are" } else { "," };
        // Writing to a string can't fail.
        let _ = write!(text, "{lead} `{command}`");
    }
    if closest.is_empty() {
        text.push_str(", nor of any command like it");
    }
    text
}
