//! What a question is answered with: what was read, and what is missing from it.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::dialect::Dialect;
use crate::error::ParseError;
use crate::exchange::{Ended, Finished, Invocation};
use crate::failure::Failure;

/// What was read, together with what is missing from it.
///
/// A command can fail for one operand and answer for the others, stop at its deadline in the
/// middle of a row, exit with 0 after it has complained that it could not read all. Whatever came
/// is here; [`complete`](Self::complete) gives it out only if nothing is missing,
/// [`partial`](Self::partial) in any case.
#[derive(Debug, Clone)]
pub struct Answer<T> {
    value: T,
    lacks: Vec<Lack>,
    warnings: Vec<Failure>,
    commands: Vec<Invocation>,
    dialect: Dialect,
    limited: bool,
    refused: bool,
}

impl<T> Answer<T> {
    /// What was read, if nothing is missing.
    ///
    /// # Errors
    ///
    /// [`Incomplete`], with what was read in it.
    pub fn complete(self) -> Result<T, Incomplete<T>> {
        if self.lacks.is_empty() { Ok(self.value) } else { Err(Incomplete { answer: self }) }
    }

    /// What was read, and what is missing.
    #[must_use]
    pub fn partial(self) -> (T, Vec<Lack>) {
        (self.value, self.lacks)
    }

    /// What was read, whether or not something is missing.
    #[must_use]
    pub fn value(&self) -> &T {
        &self.value
    }

    /// What is missing, and why.
    #[must_use]
    pub fn lacks(&self) -> &[Lack] {
        &self.lacks
    }

    /// What the commands complained of that takes nothing from the answer.
    #[must_use]
    pub fn warnings(&self) -> &[Failure] {
        &self.warnings
    }

    /// The commands that were run, in order.
    #[must_use]
    pub fn commands(&self) -> &[Invocation] {
        &self.commands
    }

    /// The dialect that the question was asked in, less what the system has refused: ask the next
    /// question in it, and the refused command is not run again.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Whether a limit was reached, or the command could not be run: nothing more can be asked.
    pub(crate) fn is_limited(&self) -> bool {
        self.limited
    }

    /// Whether it was refused for what the rest of the question would be refused for too.
    pub(crate) fn is_refused(&self) -> bool {
        self.refused
    }

    /// The same, of another value.
    #[must_use]
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Answer<U> {
        let Self { value, lacks, warnings, commands, dialect, limited, refused } = self;
        Answer { value: f(value), lacks, warnings, commands, dialect, limited, refused }
    }
}

/// Something that is missing from an answer, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lack {
    /// The command has said that it failed, in all or for one operand.
    Failure(Failure),
    /// Something in the output can't be read, or can't be believed.
    Unreadable(ParseError),
    /// The command ended otherwise than by itself, or with a failure that it said nothing of.
    Ended(Ended),
    /// The command has ended, but another process holds its output open: more might have come.
    OutputHeld,
    /// Standard error was longer than what was kept of it: a failure may have been told of there.
    ErrorsCut,
    /// The system did not print a row that was asked for.
    Missing {
        /// The dataset or pool; `None` where no row of the property came at all.
        name: Option<Vec<u8>>,
        /// The property.
        property: String,
    },
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failure(failure) => failure.fmt(f),
            Self::Unreadable(error) => error.fmt(f),
            Self::Ended(ended) => ended.fmt(f),
            Self::OutputHeld => {
                f.write_str("the command's output was still held open after it had ended")
            }
            Self::ErrorsCut => f.write_str("standard error was too long to be kept whole"),
            Self::Missing { name: None, property } => write!(f, "no row of property '{property}'"),
            Self::Missing { name: Some(name), property } => {
                let name = crate::error::escaped(name, b"'\\");
                write!(f, "no row of property '{property}' for '{name}'")
            }
        }
    }
}

impl Lack {
    /// Whether it is about nothing in particular, so that to tell it twice says no more.
    fn is_general(&self) -> bool {
        match self {
            Self::Failure(failure) => failure.entity().is_none(),
            Self::Ended(_) | Self::OutputHeld | Self::ErrorsCut => true,
            Self::Missing { name, .. } => name.is_none(),
            // It stands in one output, at a place of that.
            Self::Unreadable(_) => false,
        }
    }
}

/// What can't be read is missing.
pub(crate) fn unreadable(errors: Vec<ParseError>) -> Vec<Lack> {
    errors.into_iter().map(Lack::Unreadable).collect()
}

/// An answer with something missing, as an error.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}", self.describe())]
pub struct Incomplete<T> {
    answer: Answer<T>,
}

impl<T> Incomplete<T> {
    /// The answer, with what was read all the same.
    #[must_use]
    pub fn answer(&self) -> &Answer<T> {
        &self.answer
    }

    /// Takes the answer out.
    #[must_use]
    pub fn into_answer(self) -> Answer<T> {
        self.answer
    }

    fn describe(&self) -> String {
        let command = self.answer.commands.last().map(|c| alloc::format!("`{}`: ", c.brief()));
        let mut text = command.unwrap_or_default();
        for (i, lack) in self.answer.lacks.iter().take(3).enumerate() {
            text.push_str(if i == 0 { "" } else { "; " });
            text.push_str(&lack.to_string());
        }
        if self.answer.lacks.len() > 3 {
            text.push_str(&alloc::format!("; and {} more", self.answer.lacks.len() - 3));
        }
        text
    }
}

/// What an exchange gathers on its way to an answer.
#[derive(Debug, Clone)]
pub(crate) struct Gathered {
    pub(crate) dialect: Dialect,
    pub(crate) commands: Vec<Invocation>,
    pub(crate) lacks: Vec<Lack>,
    pub(crate) warnings: Vec<Failure>,
    /// Whether a limit was reached, or a command could not be run.
    pub(crate) limited: bool,
    /// Whether a command has failed for what whatever else the question asks would fail for.
    pub(crate) refused: bool,
}

impl Gathered {
    pub(crate) fn new(dialect: Dialect) -> Self {
        let (commands, lacks, warnings) = (Vec::new(), Vec::new(), Vec::new());
        Self { dialect, commands, lacks, warnings, limited: false, refused: false }
    }

    /// The same with nothing gathered but what was run: the pool has changed.
    pub(crate) fn started_over(self) -> Self {
        Self { lacks: Vec::new(), warnings: Vec::new(), refused: false, ..self }
    }

    /// Takes in what a command has said and how it ended.
    pub(crate) fn take(&mut self, finished: &Finished) {
        let said = Failure::read_all(&finished.stderr);
        let (failures, warnings): (Vec<_>, Vec<_>) =
            said.into_iter().partition(|failure| failure.kind().is_failure());
        let silent = failures.is_empty();
        // One that has not failed for it may have rows to give for the rest.
        let failed = matches!(finished.ended, Ended::Code(code) if code != 0);
        self.refused |= failed && failures.iter().any(Failure::holds_for_all);
        self.lacks.extend(failures.into_iter().map(Lack::Failure));
        self.warnings.extend(warnings);
        self.limited |= finished.ended.is_limit();
        match finished.ended {
            Ended::Code(0) => {}
            // What was said is the one account of it.
            Ended::Code(_) | Ended::Lost if !silent => {}
            ended => self.lacks.push(Lack::Ended(ended)),
        }
        if finished.stdout_held {
            self.lacks.push(Lack::OutputHeld);
        }
        // Noise can hide a failure. One that is known is enough to tell that something is missing.
        if finished.stderr_cut && silent {
            self.lacks.push(Lack::ErrorsCut);
        }
    }

    /// Takes in the answer to a part, and gives what was read. What holds for all parts is told once.
    pub(crate) fn take_part<T>(&mut self, part: Answer<T>) -> T {
        let Answer { value, lacks, warnings, commands, dialect, limited, refused } = part;
        self.dialect = dialect;
        self.commands.extend(commands);
        add_news(&mut self.lacks, lacks, Lack::is_general);
        add_news(&mut self.warnings, warnings, |warning| warning.entity().is_none());
        self.limited |= limited;
        self.refused |= refused;
        value
    }

    pub(crate) fn answer<T>(self, value: T, more: Vec<Lack>) -> Answer<T> {
        let Self { dialect, commands, mut lacks, warnings, limited, refused } = self;
        lacks.extend(more);
        Answer { value, lacks, warnings, commands, dialect, limited, refused }
    }
}

/// Adds what one more part has told, less what is general and was told in the same words before.
fn add_news<T: ToString>(all: &mut Vec<T>, more: Vec<T>, is_general: impl Fn(&T) -> bool) {
    let told: BTreeSet<String> =
        all.iter().filter(|one| is_general(one)).map(ToString::to_string).collect();
    all.extend(more.into_iter().filter(|one| !is_general(one) || !told.contains(&one.to_string())));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_behind_a_flood_of_noise_is_not_taken_for_none() {
        let mut finished = Finished::new(Ended::Code(0), b"exportfs: could not open a lock\n");
        for (cut, lacks) in [(false, &[][..]), (true, &[Lack::ErrorsCut])] {
            finished.stderr_cut = cut;
            let mut gathered = Gathered::new(Dialect::default());
            gathered.take(&finished);
            assert_eq!((&gathered.lacks[..], gathered.warnings.len()), (lacks, 1));
        }
    }
}
