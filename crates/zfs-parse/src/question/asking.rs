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

        /// The capabilities behind an option that the question can also do without.
        fn behind(option: u8) -> &'static [Capability];

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
        let refused = refused_option(&finished).map(Q::behind).unwrap_or_default();
        // Refused once, it is not asked for again, so this can't go on for ever.
        if refused.iter().any(|capability| dialect.has(*capability)) {
            self.gathered.dialect = refused.iter().fold(dialect, |d, c| d.without(*c));
            self.invocation = self.question.invocation(self.gathered.dialect);
            self.output.clear();
            return Step::Run(self);
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
        // The legacy `zpool get` takes no option at all, and the first for its properties.
        (FailureKind::UnsupportedProperty, Some([b'-', option])) => Some(*option),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zpool;
    use alloc::string::ToString;

    fn refused(code: i32, stderr: &str) -> Option<u8> {
        refused_option(&Finished::new(Ended::Code(code), stderr.as_bytes()))
    }

    #[test]
    fn only_the_exact_refusal_of_an_option_is_one() {
        assert_eq!(refused(2, "invalid option 'p'\nusage:\n\tlist [-rH]\n"), Some(b'p'));
        assert_eq!(refused(2, "bad property list: invalid property '-H'\nusage:\n"), Some(b'H'));
        assert_eq!(refused(1, "invalid option 'p'\n"), None);
        assert_eq!(refused(2, "bad property list: invalid property 'p'\nusage:\n"), None);
        assert_eq!(refused(2, "sudo: a password is required\ninvalid option 'p'\n"), None);
        assert_eq!(refused(2, "unrecognized command 'list'\nusage:\n"), None);
    }

    #[test]
    fn a_zpool_get_without_options_is_asked_for_its_table() {
        let question = zpool::Get::new(["health", "guid"]).unwrap();
        let asking = question.ask(Dialect::default());
        let refusal = b"bad property list: invalid property '-H'\nusage:\n";
        let Step::Run(mut plain) = asking.finish(Finished::new(Ended::Code(2), refusal)) else {
            panic!("another command");
        };
        // `-p` goes with `-H`: neither is asked for again.
        assert_eq!(plain.invocation().to_string(), "zpool get health,guid");
        plain.feed(b"NAME  PROPERTY  VALUE   SOURCE\ntank  health    ONLINE  -\ntank  guid      12      -\n");
        let Step::Done(answer) = plain.finish(Finished::new(Ended::Code(0), b"")) else {
            panic!("an answer");
        };
        assert!(!answer.dialect().has(Capability::PoolGetScripted));
        assert_eq!(answer.commands().len(), 2);
        let rows = answer.complete().unwrap();
        assert_eq!(rows.row(b"tank", "guid").unwrap().cell().unwrap().exact(), Some(12));
    }
}
