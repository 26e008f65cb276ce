//! The files of a recorded command: its output in `<case>.out`, and what else there is to know in
//! `<case>.toml` beside it.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use zfs_parse::exchange::{Ended, Finished, Invocation, Program};

use crate::RunError;

/// What `<case>.toml` says. Keys that are not listed say where a recording is from; they are left
/// alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Recording {
    /// The program's name and its arguments.
    pub(crate) argv: Vec<String>,
    /// The dialect of the system that printed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) dialect: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exit: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    signal: Option<i32>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    stderr: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    stderr_cut: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    stdout_held: bool,
}

impl Recording {
    /// A recording of a command that ended by itself, where that can be written down.
    pub(crate) fn of(command: &Invocation, dialect: &str, finished: &Finished) -> Option<Self> {
        let (exit, signal) = match finished.ended {
            Ended::Code(code) => (Some(code), None),
            Ended::Signal(signal) => (None, Some(signal)),
            _ => return None,
        };
        let argv = argv(command).into_iter().map(String::from_utf8);
        Some(Self {
            argv: argv.collect::<Result<_, _>>().ok()?,
            dialect: Some(dialect.to_owned()),
            exit,
            signal,
            stderr: String::from_utf8(finished.stderr.clone()).ok()?,
            stderr_cut: finished.stderr_cut,
            stdout_held: finished.stdout_held,
        })
    }

    /// Reads `<case>.toml`.
    pub(crate) fn read(path: &Path) -> Result<Self, RunError> {
        let bad = |problem| RunError::BadRecording { path: path.to_owned(), problem };
        let text = fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
        let recording: Self = toml::from_str(&text).map_err(|error| bad(error.to_string()))?;
        match (recording.exit, recording.signal) {
            (Some(_), None) | (None, Some(_)) => Ok(recording),
            _ => Err(bad("wants one of the keys exit and signal".to_owned())),
        }
    }

    /// Whether a file can be taken for nothing else, whatever it lacks.
    pub(crate) fn is_meant_by(path: &Path) -> bool {
        let text = fs::read_to_string(path).unwrap_or_default();
        text.parse::<toml::Table>().is_ok_and(|table| table.contains_key("argv"))
    }

    /// How the command ended.
    pub(crate) fn finished(&self) -> Finished {
        let code = Ended::Code(self.exit.unwrap_or(0));
        let ended = self.signal.map_or(code, Ended::Signal);
        let mut finished = Finished::new(ended, self.stderr.as_bytes());
        finished.stderr_cut = self.stderr_cut;
        finished.stdout_held = self.stdout_held;
        finished
    }

    /// Its command line, as a shell would take it.
    pub(crate) fn command_line(&self) -> String {
        let Some((program, args)) = self.argv.split_first() else { return String::new() };
        let programs = [Program::Zfs, Program::Zpool, Program::Uname];
        match programs.into_iter().find(|known| known.name() == program) {
            Some(program) => Invocation::new(program, args).to_string(),
            None => self.argv.join(" "),
        }
    }
}

/// Where the output of `<case>.toml` is.
pub(crate) fn output_of(description: &Path) -> PathBuf {
    description.with_extension("out")
}

/// The words that a recording of a command is found by.
pub(crate) fn argv(command: &Invocation) -> Vec<Vec<u8>> {
    let program = command.program.name().as_bytes().to_vec();
    [program].into_iter().chain(command.args.iter().cloned()).collect()
}
