//! What a question knows of its command, for this crate alone to use.

use alloc::vec::Vec;

use crate::answer::Lack;
use crate::dialect::{Capability, Dialect};
use crate::exchange::{Ended, Finished, Invocation};
use crate::json::Dataset;
use crate::name::Name;
use crate::question::Operands;
use crate::wire::{Piece, Record, Records};

/// What a command has told that ran well.
pub(crate) fn told_by_output(output: Vec<u8>, finished: &Finished) -> Option<Vec<u8>> {
    let good = finished.ended == Ended::Code(0) && finished.stderr.is_empty();
    Some(output).filter(|_| good && !finished.stdout_held)
}

/// What a question knows of its command.
pub trait Reads {
    /// What is read of the output.
    type Reading: core::fmt::Debug;

    /// What there was when others were found to be asked in place of this question.
    type Moment: core::fmt::Debug;

    /// The command line.
    fn command(&self, dialect: Dialect) -> Invocation;

    /// The capabilities behind an option that the question can also do without.
    fn behind(option: u8) -> &'static [Capability];

    /// What the output says, and what is missing from that. `whole` tells whether the command
    /// ran to its end.
    fn read(&self, output: Vec<u8>, whole: bool, dialect: Dialect) -> (Self::Reading, Vec<Lack>);

    /// The names of what the question is about, each once, less those that lie below another where
    /// that says all of them.
    fn named(&self) -> Vec<Name>;

    /// How many names the question was given.
    fn names(&self) -> usize;

    /// The same, with what tells in which order its rows come.
    fn in_order(&self) -> Self
    where
        Self: Sized;

    /// Whether a part asks for this property only to be put in order, so that nobody misses it.
    fn only_orders_by(&self, _property: &str) -> bool {
        false
    }

    /// The same about these names alone.
    fn part(&self, names: &[Name]) -> Self
    where
        Self: Sized;

    /// What the parts of this question, asked in order, have said, as the whole would have.
    fn joined(&self, parts: Vec<Self::Reading>) -> Self::Reading;

    /// Whether a part has told of this object before, all of whose names these are.
    fn repeats(&self, _earlier: &Operands, _name: &[u8]) -> bool {
        false
    }

    /// The next of the commands by which a cheaper way is found to ask the same, behind those that
    /// have told this.
    fn scout(&self, _told: &[Vec<u8>], _dialect: Dialect) -> Option<Invocation> {
        None
    }

    /// What such a command has told; nothing where it failed.
    fn told(output: Vec<u8>, finished: &Finished) -> Option<Vec<u8>> {
        told_by_output(output, finished)
    }

    /// The questions to ask in place of this one, by what those commands have told.
    fn scouted(&self, _told: &[Vec<u8>], _dialect: Dialect) -> Option<(Vec<Self>, Self::Moment)>
    where
        Self: Sized,
    {
        None
    }

    /// Whether the answers to those questions, put together, are the answer to this one.
    fn is_answered_by(&self, _reading: &Self::Reading, _moment: &Self::Moment) -> bool {
        true
    }

    /// The same question, which is not asked by others in its place.
    fn into_plain(self) -> Self
    where
        Self: Sized,
    {
        self
    }

    /// The capability that a system lacks where these commands are refused.
    fn scouts_by() -> Capability {
        Capability::GetAllSparing
    }

    /// Whether the command says nothing, and exits with whatever status, where there is nothing.
    fn silence_is_nothing(&self, _dialect: Dialect) -> bool {
        false
    }

    /// How to find the records of an output that was refused; nothing where no value of them
    /// can hold a TAB or a newline.
    fn recovery(&self, dialect: Dialect) -> Option<Recovery>;

    /// The command that prints the same in JSON, where the system does.
    fn in_json(&self, _dialect: Dialect) -> Option<Invocation> {
        None
    }

    /// The same command for the fields alone that can't be forged: the index.
    fn index(&self, dialect: Dialect) -> Invocation;

    /// The command that lists the operands, where the question has none and needs some.
    fn operands(&self, _dialect: Dialect) -> Option<Invocation> {
        None
    }

    /// The command that prints name, property and source, where the whole prints no sources.
    fn sources(&self, _dialect: Dialect) -> Option<Invocation> {
        None
    }

    /// Takes what that command printed.
    fn take_sources(&mut self, _sources: Records) {}

    /// Takes an operand that was listed.
    fn take_operands(&mut self, _names: Vec<Name>) {}

    /// The command that lists which of those that the question names are there, where the system
    /// says nothing of any as soon as one is missing.
    fn present(&self, _dialect: Dialect) -> Option<Invocation> {
        None
    }

    /// The fields of the records that a document in JSON stands for, as the command prints them.
    fn fields_of(&self, _document: &[Dataset], _dialect: Dialect) -> Option<Vec<Vec<u8>>> {
        None
    }

    /// What is known of the fields of a record, by its row in the index.
    fn pieces<'k>(&self, row: &Record<'k>, dialect: Dialect, pieces: &mut Vec<Piece<'k>>);

    /// The command that prints a field of a record and nothing else.
    fn alone(&self, row: &Record<'_>, field: usize, dialect: Dialect) -> Option<Invocation>;

    /// What these records say, and what is missing from that.
    fn reading(
        &self,
        records: Records,
        by: FoundBy,
        dialect: Dialect,
    ) -> (Self::Reading, Vec<Lack>);
}

/// What records were found by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundBy {
    /// Their own output proves them.
    Proof,
    /// An index, which is another command's: see [`Asking`](crate::question::Asking).
    Index,
}

/// How to find the records of an output that was refused.
///
/// Where the system prints JSON, one document tells. It is not believed by itself: a value with
/// a character past U+FFFF loses it there without a word, and one that is not UTF-8 ends it.
/// But the text that it stands for must be, byte for byte, the output that was refused; then
/// the two bear each other out, and nothing has changed between the commands.
///
/// Elsewhere, and where they differ, the index tells.
#[derive(Debug, Clone, Copy)]
pub struct Recovery {
    /// How many fields the index has.
    pub(crate) width: usize,
    /// How many fields the records have that are to be found.
    pub(crate) fields: usize,
}
