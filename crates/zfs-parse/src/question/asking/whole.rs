//! A question that others are asked in place of: its parts, or cheaper ones that say the same.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use super::Question;
use super::part::Part;
use super::parts::split_in_order;
use crate::answer::{Answer, Gathered, Lack};
use crate::dialect::Dialect;
use crate::exchange::{Ended, Finished, Invocation};
use crate::failure::{Failure, FailureKind};

/// What is being asked.
#[derive(Debug)]
pub(super) enum Now<Q: Question> {
    /// By which cheaper questions the whole can be answered.
    Scout(Whole<Q>, Scout),
    /// The question itself.
    Single(Part<Q>),
    /// One of the questions in place of the whole.
    Part(Whole<Q>, Part<Q>),
}

/// A command that looks for a cheaper way.
#[derive(Debug)]
pub(super) struct Scout {
    pub(super) invocation: Invocation,
    pub(super) output: Vec<u8>,
    /// What those before it have told.
    before: Vec<Vec<u8>>,
}

/// A question that others are asked in place of.
#[derive(Debug)]
pub(super) struct Whole<Q: Question> {
    question: Q,
    /// How long a command may be.
    longest: usize,
    /// What is asked behind what is being asked, the next one last.
    rest: Vec<Q>,
    readings: Vec<Q::Reading>,
    gathered: Gathered,
    /// Where other questions are asked in its place, of which moment.
    in_place: Option<Q::Moment>,
}

impl<Q: Question> Whole<Q> {
    pub(super) fn new(question: Q, dialect: Dialect, longest: usize) -> Self {
        let gathered = Gathered::new(dialect);
        let (rest, readings) = (Vec::new(), Vec::new());
        Self { question, longest, rest, readings, gathered, in_place: None }
    }

    /// Looks for a cheaper way, or asks the question.
    pub(super) fn begin(self) -> Now<Q> {
        match self.next_scout(Vec::new()) {
            Ok(scout) => Now::Scout(self, scout),
            Err(_) => self.by(None),
        }
    }

    /// The next command that looks for a cheaper way; what was told where there is none.
    fn next_scout(&self, told: Vec<Vec<u8>>) -> Result<Scout, Vec<Vec<u8>>> {
        let command = self.question.scout(&told, self.gathered.dialect);
        match command.filter(|command| command.length() <= self.longest) {
            Some(invocation) => Ok(Scout { invocation, output: Vec::new(), before: told }),
            None => Err(told),
        }
    }

    /// Asks by these questions, or the question itself where there are none.
    fn by(mut self, instead: Option<(Vec<Q>, Q::Moment)>) -> Now<Q> {
        let dialect = self.gathered.dialect;
        let parts = |question: &Q| split_in_order(question, dialect, self.longest);
        let (mut rest, in_place) = match instead {
            None => (parts(&self.question), None),
            Some((instead, moment)) => {
                let fitting = |question: Q| match parts(&question) {
                    parts if parts.is_empty() => [question].into(),
                    parts => parts,
                };
                (instead.into_iter().flat_map(fitting).collect(), Some(moment))
            }
        };
        self.in_place = in_place;
        rest.reverse();
        match rest.pop() {
            None => Now::Single(Part::new(self.question, self.gathered)),
            Some(first) => {
                self.rest = rest;
                Now::Part(self, Part::new(first, Gathered::new(dialect)))
            }
        }
    }

    /// Goes on where a scout has ended.
    pub(super) fn scouted(
        mut self,
        scout: Scout,
        finished: &Finished,
    ) -> Result<Now<Q>, Box<Answer<Q::Reading>>> {
        let Scout { invocation, output, mut before } = scout;
        self.gathered.commands.push(invocation);
        if finished.ended.is_limit() {
            // It is reached for what would be asked now too.
            self.gathered.take(finished);
            let reading = self.question.joined(Vec::new());
            return Err(Box::new(self.gathered.answer(reading, Vec::new())));
        }
        let Some(told) = Q::told(output, finished) else {
            if is_refused(finished) {
                self.gathered.dialect = self.gathered.dialect.without(Q::scouts_by());
            }
            return Ok(self.by(None));
        };
        before.push(told);
        Ok(match self.next_scout(before) {
            Ok(scout) => Now::Scout(self, scout),
            Err(told) => {
                let instead = self.question.scouted(&told, self.gathered.dialect);
                self.by(instead)
            }
        })
    }

    /// Goes on where a part was answered: to the next, or to the answer.
    pub(super) fn answered(
        mut self,
        answer: Answer<Q::Reading>,
    ) -> Result<Now<Q>, Box<Answer<Q::Reading>>> {
        let dialect = answer.dialect();
        // What is refused in the middle was asked for before: everything anew, in one form.
        if dialect != self.gathered.dialect && !self.readings.is_empty() {
            self.gathered.commands.extend(answer.commands().iter().cloned());
            return Ok(self.anew(dialect).begin());
        }
        // A limit that was reached is reached for the others too.
        if answer.is_limited() {
            self.rest.clear();
        } else if self.in_place.is_some() && !answer.lacks().is_empty() {
            // Whatever it is: the question itself may have an answer, and tells of each failure once.
            self.gathered.commands.extend(answer.commands().iter().cloned());
            let refused = answer.lacks().iter().any(is_refusal);
            let dialect = if refused { dialect.without(Q::scouts_by()) } else { dialect };
            return Ok(self.ask_plainly(dialect));
        } else if answer.is_refused() {
            self.rest.clear();
        }
        let reading = self.gathered.take_part(answer);
        self.readings.push(reading);
        match self.rest.pop() {
            Some(next) => Ok(Now::Part(self, Part::new(next, Gathered::new(dialect)))),
            None => {
                let Self { question, gathered, .. } = &mut self;
                gathered.lacks.retain(|lack| match lack {
                    Lack::Missing { property, .. } => !question.only_orders_by(property),
                    _ => true,
                });
                let reading = self.question.joined(mem::take(&mut self.readings));
                let answers = |moment: &Q::Moment| self.question.is_answered_by(&reading, moment);
                if self.gathered.lacks.is_empty() && !self.in_place.as_ref().is_none_or(answers) {
                    return Ok(self.ask_plainly(dialect));
                }
                Err(Box::new(self.gathered.answer(reading, Vec::new())))
            }
        }
    }

    /// The same question from its beginning, with nothing gathered but what was run.
    fn anew(self, dialect: Dialect) -> Self {
        let mut anew = Self::new(self.question, dialect, self.longest);
        anew.gathered.commands = self.gathered.commands;
        anew
    }

    /// Asks the question itself, after others in its place could not be gone by.
    fn ask_plainly(self, dialect: Dialect) -> Now<Q> {
        let mut anew = self.anew(dialect);
        anew.question = anew.question.into_plain();
        anew.by(None)
    }
}

/// Whether a scout will never be let run: not where it failed for a name, for one pool, or for a
/// limit, of which the next question may know nothing.
fn is_refused(finished: &Finished) -> bool {
    let code = matches!(finished.ended, Ended::Code(_));
    code && Failure::read_all(&finished.stderr).iter().any(refuses)
}

fn is_refusal(lack: &Lack) -> bool {
    matches!(lack, Lack::Failure(failure) if refuses(failure))
}

fn refuses(failure: &Failure) -> bool {
    use FailureKind::{Permission, UnsupportedCommand, UnsupportedOption, UnsupportedProperty};
    match failure.kind() {
        Permission => failure.entity().is_none(),
        kind => matches!(kind, UnsupportedCommand | UnsupportedOption | UnsupportedProperty),
    }
}
