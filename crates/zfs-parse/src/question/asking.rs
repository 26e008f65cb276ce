//! A question on its way to an answer.

use alloc::vec::Vec;
use core::fmt;

use crate::answer::{Answer, Gathered, Lack};
use crate::dialect::{Capability, Dialect};
use crate::exchange::{Ended, Exchange, Finished, Invocation, Step};
use crate::failure::{Failure, FailureKind};

/// Something to ask of ZFS: a command line in every dialect, and how to read what it prints.
///
/// The questions are this crate's own; the trait is there to be called, not to be implemented.
pub trait Question: Sized + fmt::Debug + sealed::Reads {
    /// Asks a system of this dialect.
    #[must_use]
    fn ask(self, dialect: Dialect) -> Asking<Self> {
        let invocation = self.invocation(dialect);
        Asking { question: self, invocation, output: Vec::new(), gathered: Gathered::new(dialect) }
    }

    /// The command that a system of this dialect is asked with first.
    #[must_use]
    fn invocation(&self, dialect: Dialect) -> Invocation {
        sealed::Reads::command(self, dialect)
    }
}

impl<Q: sealed::Reads + fmt::Debug> Question for Q {}

pub(crate) mod sealed {
    use super::{Capability, Dialect, Invocation, Lack, Vec};

    /// What a question knows of its command.
    pub trait Reads {
        /// What is read of the output.
        type Reading: core::fmt::Debug;

        /// The command line.
        fn command(&self, dialect: Dialect) -> Invocation;

        /// The capability behind an option that the question can also do without.
        fn behind(option: u8) -> Option<Capability>;

        /// What the output says, and what is missing from that. `whole` tells whether the command
        /// ran to its end.
        fn read(self, output: Vec<u8>, whole: bool, dialect: Dialect)
        -> (Self::Reading, Vec<Lack>);

        /// Whether silence is an answer whatever the exit status: there is nothing.
        fn silence_is_nothing(&self) -> bool {
            false
        }
    }
}

/// A question on its way to an answer.
#[derive(Debug)]
pub struct Asking<Q> {
    question: Q,
    invocation: Invocation,
    output: Vec<u8>,
    gathered: Gathered,
}

impl<Q: Question> Exchange for Asking<Q> {
    type Answer = Answer<Q::Reading>;

    fn invocation(&self) -> &Invocation {
        &self.invocation
    }

    fn feed(&mut self, stdout: &[u8]) {
        self.output.extend_from_slice(stdout);
    }

    fn finish(mut self, finished: Finished) -> Step<Self> {
        self.gathered.commands.push(self.invocation.clone());
        let dialect = self.gathered.dialect;
        if let Some(capability) = refused_option(&finished).and_then(Q::behind) {
            // Refused once, it is not asked for again, so this can't go on for ever.
            if dialect.has(capability) {
                self.gathered.dialect = dialect.without(capability);
                self.invocation = self.question.invocation(self.gathered.dialect);
                self.output.clear();
                return Step::Run(self);
            }
        }
        let silent = self.output.is_empty() && finished.stderr.is_empty();
        let exited = matches!(finished.ended, Ended::Code(_));
        if !(silent && exited && self.question.silence_is_nothing()) {
            self.gathered.take(&finished);
        }
        let whole = exited && !finished.stdout_held;
        let Self { question, output, gathered, .. } = self;
        let (reading, lacks) = question.read(output, whole, gathered.dialect);
        Step::Done(gathered.answer(reading, lacks))
    }
}

/// The option that a command was refused for, if it was refused for one and for nothing else.
///
/// Only the exact refusal counts: exit status 2 and the message. On any other failure a question is
/// never asked again in another form, which could answer something else.
fn refused_option(finished: &Finished) -> Option<u8> {
    if finished.ended != Ended::Code(2) {
        return None;
    }
    let failures = Failure::read_all(&finished.stderr);
    let [refusal] = &failures[..] else { return None };
    match (refusal.kind(), refusal.entity()) {
        (FailureKind::UnsupportedOption, Some([option])) => Some(*option),
        _ => None,
    }
}
