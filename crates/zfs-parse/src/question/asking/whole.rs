//! A question that others are asked in place of: its parts, or cheaper ones that say the same.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Question;
use super::part::Part;
use super::parts::split_in_order;
use crate::answer::{Answer, Gathered, Lack};
use crate::dialect::Dialect;
use crate::exchange::{Ended, Finished, Invocation};

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
    /// What those before it have printed.
    printed: Vec<Vec<u8>>,
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
}

impl<Q: Question> Whole<Q> {
    pub(super) fn new(question: Q, dialect: Dialect, longest: usize) -> Self {
        let gathered = Gathered::new(dialect);
        Self { question, longest, rest: Vec::new(), readings: Vec::new(), gathered }
    }

    /// Looks for a cheaper way, or asks the question.
    pub(super) fn begin(self) -> Now<Q> {
        match self.next_scout(Vec::new()) {
            Ok(scout) => Now::Scout(self, scout),
            Err(_) => self.by(Vec::new()),
        }
    }

    /// The next command that looks for a cheaper way; what was printed where there is none.
    fn next_scout(&self, printed: Vec<Vec<u8>>) -> Result<Scout, Vec<Vec<u8>>> {
        let command = self.question.scout(&printed, self.gathered.dialect);
        match command.filter(|command| command.length() <= self.longest) {
            Some(invocation) => Ok(Scout { invocation, output: Vec::new(), printed }),
            None => Err(printed),
        }
    }

    /// Asks by these questions, or the question itself where there are none.
    fn by(mut self, instead: Vec<Q>) -> Now<Q> {
        let dialect = self.gathered.dialect;
        let parts = |question: &Q| split_in_order(question, dialect, self.longest);
        let mut rest = match instead.is_empty() {
            true => parts(&self.question),
            false => {
                let fitting = |question: Q| match parts(&question) {
                    parts if parts.is_empty() => [question].into(),
                    parts => parts,
                };
                instead.into_iter().flat_map(fitting).collect()
            }
        };
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
    pub(super) fn scouted(mut self, scout: Scout, finished: &Finished) -> Now<Q> {
        let Scout { invocation, output, mut printed } = scout;
        self.gathered.commands.push(invocation);
        let good =
            finished.ended == Ended::Code(0) && finished.stderr.is_empty() && !finished.stdout_held;
        if !good {
            // A limit says nothing of the system.
            if matches!(finished.ended, Ended::Code(_)) {
                self.gathered.dialect = self.gathered.dialect.without(Q::scouts_by());
            }
            return self.by(Vec::new());
        }
        printed.push(output);
        match self.next_scout(printed) {
            Ok(scout) => Now::Scout(self, scout),
            Err(printed) => {
                let instead = self.question.scouted(&printed, self.gathered.dialect);
                self.by(instead.unwrap_or_default())
            }
        }
    }

    /// Goes on where a part was answered: to the next, or to the answer.
    pub(super) fn answered(
        mut self,
        answer: Answer<Q::Reading>,
    ) -> Result<Now<Q>, Box<Answer<Q::Reading>>> {
        let dialect = answer.dialect();
        // What is refused in the middle was asked for before: everything anew, in one form.
        if dialect != self.gathered.dialect && !self.readings.is_empty() {
            let mut anew = Self::new(self.question, dialect, self.longest);
            anew.gathered.commands = self.gathered.commands;
            anew.gathered.commands.extend(answer.commands().iter().cloned());
            return Ok(anew.begin());
        }
        let limited = |lack: &Lack| matches!(lack, Lack::Ended(Ended::Deadline | Ended::Cancelled));
        // A limit that was reached is reached for the others too.
        if answer.lacks().iter().any(limited) {
            self.rest.clear();
        }
        let reading = self.gathered.take_part(answer);
        self.readings.push(reading);
        match self.rest.pop() {
            Some(next) => Ok(Now::Part(self, Part::new(next, Gathered::new(dialect)))),
            None => {
                let reading = self.question.joined(self.readings);
                Err(Box::new(self.gathered.answer(reading, Vec::new())))
            }
        }
    }
}
