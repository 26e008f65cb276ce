//! A question, or as much of one as fits into a command line, on its way to an answer.

mod before;
mod recovery;

use alloc::vec::Vec;
use core::mem;

use before::opening;

use super::Question;
use crate::answer::{Answer, Gathered, Lack};
use crate::exchange::{Ended, Exchange, Finished, Invocation, Step};
use crate::listing::name_fault;
use crate::question::refusal::{allowed_for, tells_of_nothing};
use crate::wire::{Cut, Fault, Judge, Record, Records};

/// How often a question starts over when the pool changes under it.
const MOST_TRIES: u8 = 3;
/// How many cells are asked for alone before a question gives up on the others.
const MOST_CELLS: usize = 1000;

/// A question on its way to an answer, or a part of one: by commands that name all of its operands.
#[derive(Debug)]
pub(super) struct Part<Q> {
    question: Q,
    invocation: Invocation,
    output: Vec<u8>,
    phase: Phase,
    /// Whether what it is about was listed, so that all of that was there.
    are_present: bool,
    gathered: Gathered,
}

#[derive(Debug)]
enum Phase {
    /// What the question is about is listed.
    Operands,
    /// Where the values come from is asked for.
    Sources,
    /// The command itself runs.
    Whole { tries: u8 },
    /// Its output was refused, and the same is asked for in JSON.
    Json { refused: Refused },
    /// Its output was refused, and the index is asked for.
    Index { refused: Refused },
    /// With the index at hand, the command runs again.
    Again { refused: Refused, index: Records },
    /// The first of these cells is asked for alone.
    Cells { found: Cut, index: Records },
}

#[derive(Debug)]
struct Refused {
    output: Vec<u8>,
    finished: Finished,
    gathered: Gathered,
    tries: u8,
}

impl<Q: Question> Part<Q> {
    pub(super) fn new(question: Q, gathered: Gathered) -> Self {
        let (invocation, phase) = opening(&question, gathered.dialect);
        Self { question, invocation, output: Vec::new(), phase, are_present: false, gathered }
    }
}

impl<Q: Question> Exchange for Part<Q> {
    type Answer = Answer<Q::Reading>;

    fn invocation(&self) -> &Invocation {
        &self.invocation
    }

    fn feed(&mut self, stdout: &[u8]) {
        self.output.extend_from_slice(stdout);
    }

    fn finish(mut self, finished: Finished) -> Step<Self> {
        self.gathered.commands.push(self.invocation.clone());
        let whole = matches!(finished.ended, Ended::Code(_)) && !finished.stdout_held;
        match mem::replace(&mut self.phase, Phase::Whole { tries: 0 }) {
            Phase::Operands => self.with_operands(&finished, whole),
            phase @ (Phase::Sources | Phase::Whole { .. }) => {
                if let Some(dialect) = allowed_for::<Q>(&finished, self.gathered.dialect) {
                    self.gathered.dialect = dialect;
                    let (command, phase) = opening(&self.question, dialect);
                    return self.run(command, phase);
                }
                // A failure with nothing printed may be that of one name among many.
                let failed = matches!(finished.ended, Ended::Code(code) if code != 0);
                let is_silent = whole && failed && self.output.is_empty() && !self.are_present;
                if let Some(command) =
                    self.question.present(self.gathered.dialect).filter(|_| is_silent)
                {
                    return self.run(command, Phase::Operands);
                }
                match phase {
                    Phase::Whole { tries } => self.read_whole(&finished, whole, tries),
                    _ => self.with_sources(&finished, whole),
                }
            }
            // A limit that was reached is reached for what would follow too.
            Phase::Json { refused } | Phase::Index { refused } if !whole => {
                self.give_up(refused, Some(&finished))
            }
            Phase::Again { refused, .. } if !whole => self.give_up(refused, Some(&finished)),
            Phase::Json { refused } => self.hold_against(refused),
            Phase::Index { refused } => {
                // The index is of the same datasets only if nothing else went wrong this time.
                let alike = finished.ended == refused.finished.ended
                    && finished.stderr == refused.finished.stderr;
                match self.index().filter(|_| alike) {
                    Some(index) => {
                        let command = self.question.invocation(self.gathered.dialect);
                        self.run(command, Phase::Again { refused, index })
                    }
                    None => self.give_up(refused, (!alike).then_some(&finished)),
                }
            }
            Phase::Again { refused, index } => {
                if self.output == refused.output {
                    return self.cut(refused, index);
                }
                // The pool has changed: what has come now is as good a start as the first.
                let tries = refused.tries.saturating_add(1);
                self.gathered = self.gathered.started_over();
                self.read_whole(&finished, whole, tries)
            }
            Phase::Cells { mut found, index } => {
                let output = mem::take(&mut self.output);
                found.fill(output, whole && finished.ended == Ended::Code(0));
                if !whole {
                    self.gathered.take(&finished);
                    return self.with_cells(found);
                }
                self.next_cell(found, index)
            }
        }
    }
}

impl<Q: Question> Part<Q> {
    fn run(mut self, command: Invocation, phase: Phase) -> Step<Self> {
        self.invocation = command;
        self.output.clear();
        self.phase = phase;
        Step::Run(self)
    }

    /// Reads the output of the command itself, and asks for the index where it is refused.
    fn read_whole(mut self, finished: &Finished, whole: bool, tries: u8) -> Step<Self> {
        let dialect = self.gathered.dialect;
        let silent = self.output.is_empty();
        let says_something = !tells_of_nothing(&self.question, finished, silent, dialect);
        let output = mem::take(&mut self.output);
        let recovery = self.question.recovery(dialect).filter(|_| whole && tries < MOST_TRIES);
        let kept = recovery.map(|_| output.clone());
        let (reading, lacks) = self.question.read(output, whole, dialect);
        let refused = lacks.iter().any(|lack| matches!(lack, Lack::Unreadable(_)));
        let before = kept.filter(|_| refused).map(|output| (output, self.gathered.clone()));
        if says_something {
            self.gathered.take(finished);
        }
        match before {
            Some((output, before)) => {
                let gathered = mem::replace(&mut self.gathered, before);
                let refused = Refused { output, finished: finished.clone(), gathered, tries };
                match self.question.in_json(dialect) {
                    Some(json) => self.run(json, Phase::Json { refused }),
                    None => {
                        let index = self.question.index(dialect);
                        self.run(index, Phase::Index { refused })
                    }
                }
            }
            None => Step::Done(self.gathered.answer(reading, lacks)),
        }
    }
}

/// Takes a row of an index by its name.
struct Named;

impl Judge for Named {
    fn fault(&self, record: &Record<'_>) -> Fault {
        name_fault(record, Some(0))
    }
}
