//! How zfsq exits: the contract with scripts.

use std::io;
use std::process::ExitCode;

use zfs_exec::RunError;
use zfs_parse::answer::Lack;
use zfs_parse::dialect::UnknownDialect;
use zfs_parse::error::ParseErrorKind;
use zfs_parse::exchange::Ended;
use zfs_parse::question::InvalidQuestion;
use zfs_parse::saved::UnreadableCommand;

use crate::report;

/// What `--help` says of it.
pub(crate) const HELP: &str = "\
Exit status:
  0    done; also when whatever reads the output stopped reading
  1    ZFS refused, could not be asked, or was cut short, and there are no rows
  2    the command line is wrong, or a file or folder that it names can't be read
  3    rows were printed, but some are missing
  4    some of what ZFS printed was not understood, or can't be believed
  5    the deadline of --timeout passed
  130  interrupted

Where several hold, the first of 130, 5, 4, 3 and 1 counts. Whatever is missing is told on standard
error, a line each, with the command that was run.";

/// How zfsq exits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    Done = 0,
    /// ZFS refused, or could not be asked.
    Refused = 1,
    Usage = 2,
    Incomplete = 3,
    NotUnderstood = 4,
    Deadline = 5,
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Something that the user has to correct on the command line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);

impl Exit {
    /// How to exit after an answer: what counts is the first of interrupted, deadline, not
    /// understood, incomplete and refused.
    pub(crate) fn of_answer<'a>(
        has_rows: bool,
        lacks: impl IntoIterator<Item = &'a Lack, IntoIter: Clone>,
    ) -> Self {
        let lacks = lacks.into_iter();
        let any = |is: fn(&Lack) -> bool| lacks.clone().any(is);
        if any(|lack| matches!(lack, Lack::Ended(Ended::Cancelled))) {
            Self::Interrupted
        } else if any(|lack| matches!(lack, Lack::Ended(Ended::Deadline))) {
            Self::Deadline
        } else if any(is_not_understood) {
            Self::NotUnderstood
        } else if lacks.clone().next().is_none() {
            Self::Done
        } else if has_rows {
            Self::Incomplete
        } else {
            Self::Refused
        }
    }

    /// How to exit after an error, which is told on standard error unless nobody reads any more.
    pub(crate) fn of_error(error: &anyhow::Error) -> Self {
        let exit = Self::of(error);
        if exit != Self::Done {
            report::line(format_args!("{error:#}"));
            if let Some(RunError::NoRecording { .. }) = error.downcast_ref() {
                report::line(format_args!(
                    "a recording answers the very words of a command; to read another command's \
                     output: zfsq parse --as 'COMMAND' FILE.out"
                ));
            }
        }
        exit
    }

    fn of(error: &anyhow::Error) -> Self {
        if error.chain().any(is_closed_pipe) {
            return Self::Done;
        }
        let is_usage = error.is::<Usage>()
            || error.is::<InvalidQuestion>()
            || error.is::<UnreadableCommand>()
            || error.is::<UnknownDialect>()
            || matches!(error.downcast_ref(), Some(RunError::BadRecording { .. }));
        if is_usage { Self::Usage } else { Self::Refused }
    }
}

/// Whether something was printed that makes no sense; what was cut short, or held back by that, is
/// missing, but no riddle.
fn is_not_understood(lack: &Lack) -> bool {
    let is_cut = |kind| matches!(kind, ParseErrorKind::CutShort | ParseErrorKind::HeldBack);
    matches!(lack, Lack::Unreadable(error) if !is_cut(error.kind()))
}

/// Whether what reads the output has had enough, as `head` has.
fn is_closed_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    let is = |kind| kind == Some(io::ErrorKind::BrokenPipe);
    is(error.downcast_ref::<io::Error>().map(io::Error::kind))
        || is(error.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gravest_of_several_counts() {
        let failure = Lack::Failure(
            zfs_parse::failure::Failure::read_all(b"cannot open 'x': dataset does not exist\n")
                .remove(0),
        );
        let cancelled = Lack::Ended(Ended::Cancelled);
        let deadline = Lack::Ended(Ended::Deadline);
        let all = [failure, deadline, cancelled];
        assert_eq!(Exit::of_answer(true, &all), Exit::Interrupted);
        assert_eq!(Exit::of_answer(true, &all[..2]), Exit::Deadline);
        assert_eq!(Exit::of_answer(true, &all[..1]), Exit::Incomplete);
        assert_eq!(Exit::of_answer(false, &all[..1]), Exit::Refused);
        assert_eq!(Exit::of_answer(false, &all[..0]), Exit::Done);
    }

    #[test]
    fn a_closed_pipe_is_no_error() {
        let closed = io::Error::from(io::ErrorKind::BrokenPipe);
        assert_eq!(Exit::of(&anyhow::Error::new(closed).context("printing")), Exit::Done);
        let full = io::Error::from(io::ErrorKind::StorageFull);
        assert_eq!(Exit::of(&anyhow::Error::new(full)), Exit::Refused);
    }
}
