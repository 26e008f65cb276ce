//! What goes to standard error: a line each, with what to do about it.

mod likely;

use std::fmt;
use std::io::{Write, stderr};

use zfs_parse::Answer;
use zfs_parse::answer::Lack;
use zfs_parse::exchange::{Ended, Invocation};
use zfs_parse::failure::FailureKind;

/// How much that is missing is told of, a line each.
const MOST: usize = 100;

/// Writes a line, at once. There is nobody to tell if that fails.
pub(crate) fn line(text: fmt::Arguments<'_>) {
    let _ = stderr().write_all(format!("zfsq: {text}\n").as_bytes());
}

/// Tells what is missing from an answer and what the commands complained of, with the command that
/// was run, or the last of several; none was for saved output.
pub(crate) fn answer<T>(answer: &Answer<T>, more: &[Lack]) {
    let from = From(answer.commands());
    for warning in answer.warnings() {
        line(format_args!("note: {warning}{from}"));
    }
    let lacks = answer.lacks().len().saturating_add(more.len());
    for lack in answer.lacks().iter().chain(more).take(MOST) {
        line(format_args!("{}{from}", Advised(lack)));
    }
    if lacks > MOST {
        line(format_args!("and {} more are missing; --format json tells of all", lacks - MOST));
    }
}

/// Where a message is from, by the commands that were run.
pub(crate) struct From<'a>(pub(crate) &'a [Invocation]);

impl fmt::Display for From<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => Ok(()),
            [command] => write!(f, " (from `{}`)", command.brief()),
            [.., last] => {
                let (all, last) = (self.0.len(), last.brief());
                write!(f, " (from one of {all} commands, the last `{last}`)")
            }
        }
    }
}

/// What is missing, and what to do about it.
pub(crate) struct Advised<'a>(pub(crate) &'a Lack);

impl fmt::Display for Advised<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)?;
        match self.0 {
            Lack::Failure(failure) if failure.kind() == FailureKind::UnsupportedProperty => {
                let name = failure.entity().and_then(|name| std::str::from_utf8(name).ok());
                name.and_then(likely::meant).map_or(Ok(()), |meant| write!(f, "; {meant}"))
            }
            lack => advice(lack).map_or(Ok(()), |advice| write!(f, "; {advice}")),
        }
    }
}

fn advice(lack: &Lack) -> Option<&'static str> {
    match lack {
        Lack::Failure(failure) => match failure.kind() {
            FailureKind::Permission => {
                Some("run as a user who may, or with --sudo where sudo asks for no password")
            }
            FailureKind::ModuleNotLoaded => {
                Some("load the zfs module or start its daemon, as root")
            }
            FailureKind::ModuleMismatch => {
                Some("load the module of the installed version: usually, restart the system")
            }
            FailureKind::PoolSuspended => {
                Some("see `zpool status`; `zpool clear` once its devices are back")
            }
            FailureKind::UnsupportedOption => {
                Some("if --dialect was given, `zfsq doctor` tells the system's own")
            }
            _ => None,
        },
        Lack::Ended(Ended::Deadline) => {
            Some("a pool may be suspended, or --timeout is too short for this many datasets")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use zfs_parse::exchange::Program;

    use super::*;

    #[test]
    fn what_one_of_several_commands_said_is_not_laid_to_the_last() {
        let commands = ["a", "b"].map(|pool| Invocation::new(Program::Zpool, ["list", pool]));
        assert_eq!(From(&[]).to_string(), "");
        assert_eq!(From(&commands[..1]).to_string(), " (from `zpool list a`)");
        let both = " (from one of 2 commands, the last `zpool list b`)";
        assert_eq!(From(&commands).to_string(), both);
    }

    #[test]
    fn a_command_of_thousands_of_names_does_not_flood_what_is_told() {
        let command = Invocation::new(Program::Zfs, std::iter::repeat_n("tank/a", 6000));
        let from = From(std::slice::from_ref(&command)).to_string();
        assert!(from.len() < 256 && from.ends_with(" more words`)"), "{from}");
    }
}
