//! What has to be known before a question's own command can run: what it is about, and where values
//! come from.

use alloc::vec::Vec;
use core::mem;

use super::{Named, Part, Phase, Question};
use crate::answer::unreadable;
use crate::dialect::Dialect;
use crate::exchange::{Finished, Invocation, Step};
use crate::name::Name;
use crate::question::refusal::tells_of_nothing;
use crate::question::sealed::{self, FoundBy};
use crate::wire::{Frame, Read};
use crate::zpool;

impl<Q: Question> Part<Q> {
    /// Asks about what was listed; where that is nothing, there is the answer.
    pub(super) fn with_operands(mut self, finished: &Finished, whole: bool) -> Step<Self> {
        let listing = zpool::List::all();
        if !tells_of_nothing(&listing, finished, self.output.is_empty(), self.gathered.dialect) {
            self.gathered.take(finished);
        }
        let output = mem::take(&mut self.output);
        let Read { records, errors } = Frame::closed(1).read(output, whole, &Named);
        self.gathered.lacks.extend(unreadable(errors));
        let names = records.iter().filter_map(|record| Name::new(record.field(0)).ok());
        self.question.take_operands(names.collect());
        let dialect = self.gathered.dialect;
        if records.len() == 0 {
            let (reading, lacks) = self.question.reading(records, FoundBy::Proof, dialect);
            return Step::Done(self.gathered.answer(reading, lacks));
        }
        self.are_present = true;
        let (command, phase) = behind_operands(&self.question, dialect);
        self.run(command, phase)
    }

    /// Asks for the values, now that it is known where they come from.
    pub(super) fn with_sources(mut self, finished: &Finished, whole: bool) -> Step<Self> {
        let dialect = self.gathered.dialect;
        let output = mem::take(&mut self.output);
        let read = Frame::closed(3).read(output, whole, &Named);
        if whole {
            // What it complained of, the next command will complain of too.
            self.question.take_sources(read.records);
            let command = self.question.invocation(dialect);
            return self.run(command, Phase::Whole { tries: 0 });
        }
        self.gathered.take(finished);
        let (reading, lacks) = self.question.read(Vec::new(), true, dialect);
        Step::Done(self.gathered.answer(reading, lacks))
    }
}

/// The command that a question begins with.
pub(super) fn opening<Q: sealed::Reads>(question: &Q, dialect: Dialect) -> (Invocation, Phase) {
    if let Some(command) = question.operands(dialect) {
        return (command, Phase::Operands);
    }
    behind_operands(question, dialect)
}

/// The command that follows once it is known what the question is about.
fn behind_operands<Q: sealed::Reads>(question: &Q, dialect: Dialect) -> (Invocation, Phase) {
    match question.sources(dialect) {
        Some(command) => (command, Phase::Sources),
        None => (question.command(dialect), Phase::Whole { tries: 0 }),
    }
}
