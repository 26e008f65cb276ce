//! A question on its way to an answer.

mod part;
mod parts;
mod whole;

use alloc::vec::Vec;
use core::fmt;

pub(crate) use parts::split;
use parts::split_in_order;
use whole::{Now, Whole};

use crate::answer::Answer;
use crate::dialect::{Capability, Dialect};
use crate::exchange::{Exchange, Finished, Invocation, LONGEST_COMMAND, Step};
use crate::question::sealed;

/// Something to ask of ZFS: a command line in every dialect, and how to read what it prints.
///
/// The questions are this crate's own; the trait is there to be called, not to be implemented.
pub trait Question: Sized + fmt::Debug + sealed::Reads {
    /// Asks a system of this dialect.
    #[must_use]
    fn ask(self, dialect: Dialect) -> Asking<Self> {
        self.ask_within(dialect, LONGEST_COMMAND)
    }

    /// Asks a system of this dialect, by commands no longer than this where they can be so; see
    /// [`Invocation::length`].
    #[must_use]
    fn ask_within(self, dialect: Dialect, longest: usize) -> Asking<Self> {
        Asking::new(self, dialect, longest)
    }

    /// The commands that answer the question on a system of this dialect: one, unless it names more
    /// than fits into so long a command.
    #[must_use]
    fn invocations(&self, dialect: Dialect, longest: usize) -> Vec<Invocation> {
        match &split_in_order(self, dialect, longest)[..] {
            [] => [self.command(dialect)].into(),
            parts => parts.iter().map(|part| part.command(dialect)).collect(),
        }
    }

    /// The command that answers the question on a system of this dialect, however long.
    #[must_use]
    fn invocation(&self, dialect: Dialect) -> Invocation {
        sealed::Reads::command(self, dialect)
    }

    /// The command that has to come before that one: on a system that wants to be told about what,
    /// a listing of that; where sources don't go with the values, one for the sources.
    #[must_use]
    fn first(&self, dialect: Dialect) -> Option<Invocation> {
        self.operands(dialect).or_else(|| self.sources(dialect))
    }

    /// The commands that find the records where the output is refused, because a value in it holds a
    /// TAB or a newline: first the same in JSON, where the system prints that. Where it does not, or
    /// the two don't agree, an index of which records there are; the first command then runs again.
    #[must_use]
    fn on_refusal(&self, dialect: Dialect) -> Vec<Invocation> {
        let commands = || self.in_json(dialect).into_iter().chain([self.index(dialect)]).collect();
        self.recovery(dialect).map_or_else(Vec::new, |_| commands())
    }

    /// What the question can do without: where exactly this is refused, it is asked again without.
    #[must_use]
    fn dispensable() -> Vec<Capability> {
        let mut all: Vec<_> = (b'A'..=b'z').flat_map(Self::behind).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl<Q: sealed::Reads + fmt::Debug> Question for Q {}

/// A question on its way to an answer.
///
/// Mostly that is one command. Where its output is refused, because a value in it holds a TAB or a
/// newline, one more follows on a system that prints JSON, and elsewhere two: one for the index of
/// the records that there are, then the same again, to see that nothing has changed meanwhile. A
/// value that could be cut from the bytes in several ways is asked for alone.
///
/// What is found by way of the index is as good as the index: a dataset that is there whenever the
/// whole is printed, and away whenever the index is, could pass off parts of its values as another's.
///
/// A question that names more than fits into a command line is asked in parts, each of which is all
/// of the above with some of the names. They are read and proved one by one, and what they say is
/// put together in the order in which one command would have said it.
#[derive(Debug)]
pub struct Asking<Q: Question>(Now<Q>);

impl<Q: Question> Asking<Q> {
    fn new(question: Q, dialect: Dialect, longest: usize) -> Self {
        Self(Whole::new(question, dialect, longest).begin())
    }
}

impl<Q: Question> Exchange for Asking<Q> {
    type Answer = Answer<Q::Reading>;

    fn invocation(&self) -> &Invocation {
        match &self.0 {
            Now::Scout(_, scout) => &scout.invocation,
            Now::Single(part) | Now::Part(_, part) => part.invocation(),
        }
    }

    fn feed(&mut self, stdout: &[u8]) {
        match &mut self.0 {
            Now::Scout(_, scout) => scout.output.extend_from_slice(stdout),
            Now::Single(part) | Now::Part(_, part) => part.feed(stdout),
        }
    }

    fn finish(self, finished: Finished) -> Step<Self> {
        let next = match self.0 {
            Now::Scout(whole, scout) => whole.scouted(scout, &finished),
            Now::Single(part) => match part.finish(finished) {
                Step::Run(part) => Ok(Now::Single(part)),
                Step::Done(answer) => return Step::Done(answer),
            },
            Now::Part(whole, part) => match part.finish(finished) {
                Step::Run(part) => Ok(Now::Part(whole, part)),
                Step::Done(answer) => whole.answered(answer),
            },
        };
        match next {
            Ok(next) => Step::Run(Self(next)),
            Err(answer) => Step::Done(*answer),
        }
    }
}

#[cfg(test)]
mod tests;
