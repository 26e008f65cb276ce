//! A listing as it comes: rows while the command still runs, in constant memory.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::{Layout, Row};
use crate::answer::{Answer, Gathered};
use crate::dialect::Dialect;
use crate::error::ParseError;
use crate::exchange::{Ended, Finished, Invocation, LONGEST_COMMAND};
use crate::name::Name;
use crate::question::sealed::Reads;
use crate::question::{Operands, Question, allowed_for, split, tells_of_nothing};
use crate::wire::Decoder;

/// A question whose rows are given out while its command runs.
///
/// Of closed columns, a row is given out as soon as its newline has come. With open columns it is
/// held back until its record can no longer go on, some kilobytes a column. Memory does not grow with
/// the number of rows.
///
/// What a stream has given out it can't take back, so it never gives out what may be forged; but it
/// does not recover a value with a TAB or a newline either, as [`Question::ask`] does: it reports it.
///
/// ```
/// use zfs_parse::exchange::{Ended, Finished};
/// use zfs_parse::listing::{Stream, Then};
/// use zfs_parse::{Dialect, zfs::List};
///
/// let mut rows = Stream::new(List::new(["name", "used"])?, Dialect::default());
/// assert_eq!(rows.invocation().to_string(), "zfs list -H -p -r -t filesystem,volume -o name,used");
/// rows.feed(b"tank\t1024\ntank/a\t5");
/// assert_eq!(rows.next_row().expect("a row")?.name(), b"tank");
/// assert!(rows.next_row().is_none(), "not yet");
/// rows.feed(b"12\n");
/// assert_eq!(rows.next_row().expect("a row")?.cell("used")?.exact(), Some(512));
/// assert_eq!(rows.finish(&Finished::new(Ended::Code(0), b"")), Then::Over);
/// assert!(rows.next_row().is_none());
/// rows.conclude().complete()?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Stream<Q> {
    question: Q,
    layout: Layout,
    invocation: Invocation,
    /// The parts that are asked behind the question at hand, the next one last.
    rest: Vec<Q>,
    /// What was named in the parts all of whose rows were taken.
    earlier: Operands,
    /// Of the output at hand, and of those before it whose rows have not all been taken, with what
    /// was named in these.
    decoders: VecDeque<(Decoder, Vec<Name>)>,
    /// The line of the row at hand, or what stands in its place.
    current: Option<Result<usize, ParseError>>,
    gathered: Gathered,
    /// Whether anything has come.
    silent: bool,
}

/// What is to be done after a command of a stream has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a driver must handle both; a third is a new protocol")]
pub enum Then {
    /// Run the invocation, which is another now.
    Again,
    /// Take the rows that are left, then conclude.
    Over,
}

/// A question that is answered with a listing: [`zfs::List`](crate::zfs::List) and
/// [`zpool::List`](crate::zpool::List).
pub trait Lists: Reads {
    /// Its columns.
    #[doc(hidden)]
    fn layout(&self) -> Layout;
}

impl<Q: Question + Lists> Stream<Q> {
    /// Asks a system of this dialect.
    #[must_use]
    pub fn new(question: Q, dialect: Dialect) -> Self {
        Self::within(question, dialect, LONGEST_COMMAND)
    }

    /// Asks a system of this dialect, by commands no longer than this where they can be so; see
    /// [`Invocation::length`]. Where it takes several, rows are in order within each of them, and
    /// each is given out once.
    #[must_use]
    pub fn within(question: Q, dialect: Dialect, longest: usize) -> Self {
        let layout = question.layout();
        let mut rest = split(&question, dialect, longest);
        rest.reverse();
        let question = rest.pop().unwrap_or(question);
        Self {
            invocation: question.invocation(dialect),
            rest,
            earlier: Operands::new(),
            decoders: [(Decoder::new(layout.frame()), Vec::new())].into(),
            current: None,
            gathered: Gathered::new(dialect),
            silent: true,
            question,
            layout,
        }
    }

    /// The command to run now.
    #[must_use]
    pub fn invocation(&self) -> &Invocation {
        &self.invocation
    }

    /// Takes the next piece of the command's standard output, cut anywhere. Take all rows that it
    /// gives before the next: what is not taken is kept, and takes memory.
    pub fn feed(&mut self, stdout: &[u8]) {
        // Its place may be forgotten now.
        self.current = None;
        self.silent &= stdout.is_empty();
        if let Some((decoder, _)) = self.decoders.back_mut() {
            decoder.feed(stdout);
        }
    }

    /// The next row, or what can't be read or believed in its place; `None` where more of the output
    /// must come first, and at the end.
    pub fn next_row(&mut self) -> Option<Result<Row<'_>, ParseError>> {
        if self.advance() { self.row() } else { None }
    }

    /// Goes to the next row; false where more of the output must come first, and at the end.
    pub fn advance(&mut self) -> bool {
        loop {
            let Some((decoder, _)) = self.decoders.front_mut() else { return false };
            self.current = decoder.advance(&self.layout);
            match &self.current {
                None if self.decoders.len() > 1 => {
                    let names = self.decoders.pop_front().map(|(_, names)| names);
                    names.into_iter().flatten().for_each(|name| self.earlier.add(name));
                }
                Some(Ok(line)) if self.is_repeated(*line) => {}
                found => return found.is_some(),
            }
        }
    }

    /// Whether a row was given out before, as one of another part.
    fn is_repeated(&self, line: usize) -> bool {
        // Mostly there is no other part.
        if self.earlier.names().is_empty() {
            return false;
        }
        let Some((decoder, _)) = self.decoders.front() else { return false };
        let name = Row { layout: &self.layout, record: decoder.record(line) }.name();
        self.question.repeats(&self.earlier, name)
    }

    /// The row that [`advance`](Self::advance) went to, or what can't be read or believed in its
    /// place.
    #[must_use]
    pub fn row(&self) -> Option<Result<Row<'_>, ParseError>> {
        let (decoder, _) = self.decoders.front()?;
        let row = |line: &usize| Row { layout: &self.layout, record: decoder.record(*line) };
        Some(self.current.as_ref()?.as_ref().map(row).map_err(Clone::clone))
    }

    /// Takes how the command ended.
    pub fn finish(&mut self, finished: &Finished) -> Then {
        self.gathered.commands.push(self.invocation.clone());
        let allowed = allowed_for::<Q>(finished, self.gathered.dialect);
        // Rows that have been given out are not given out again.
        if let Some(dialect) = allowed.filter(|_| self.silent) {
            self.gathered.dialect = dialect;
            self.invocation = self.question.invocation(dialect);
            self.decoders.pop_back();
            self.start();
            return Then::Again;
        }
        let dialect = self.gathered.dialect;
        let mut part = Gathered::new(dialect);
        if !tells_of_nothing(&self.question, finished, self.silent, dialect) {
            part.take(finished);
        }
        // What ends the other parts is the same where they are asked for their whole answer.
        if part.limited || part.refused {
            self.rest.clear();
        }
        self.gathered.take_part(part.answer((), Vec::new()));
        let exited = matches!(finished.ended, Ended::Code(_));
        let next = self.rest.pop();
        if let Some((decoder, names)) = self.decoders.back_mut() {
            decoder.finish(exited && !finished.stdout_held);
            *names = next.iter().flat_map(|_| self.question.named()).collect();
        }
        let Some(next) = next else { return Then::Over };
        self.invocation = next.invocation(dialect);
        self.question = next;
        self.start();
        Then::Again
    }

    /// Gets ready for the output of the invocation: no row of it is there yet.
    fn start(&mut self) {
        self.current = None;
        self.decoders.push_back((Decoder::new(self.layout.frame()), Vec::new()));
        self.silent = true;
    }

    /// What is missing beside the errors among the rows, and the dialect as it is known now.
    #[must_use]
    pub fn conclude(self) -> Answer<()> {
        self.gathered.answer((), Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;
    use crate::error::ParseErrorKind;
    use crate::zfs::List;

    #[test]
    fn a_deadline_holds_back_no_more_than_one_record_can_be_long() {
        let question = List::new(["name", "used", "available", "mountpoint"]).expect("a question");
        let mut rows = Stream::new(question, Dialect::default());
        let row = |n| format!("tank/{n:04}\t1024\t2048\t/tank/{n:04}\ttank/{n:04}\n");
        let (all, length) = (1000, row(0).len());
        (0..all).for_each(|n| rows.feed(row(n).as_bytes()));
        assert_eq!(rows.finish(&Finished::new(Ended::Deadline, b"")), Then::Over);
        let mut given = 0;
        let error = loop {
            match rows.next_row().expect("an error at the end") {
                Ok(_) => given += 1,
                Err(error) => break error,
            }
        };
        assert_eq!((error.kind(), error.line()), (ParseErrorKind::HeldBack, given + 1));
        assert_eq!(error.span(), given * length..all * length - 1);
        // A path, and three fields that can't be so long.
        assert!(error.span().len() < 8192 + 2048, "{error}");
        assert!(rows.next_row().is_none());
    }
}
