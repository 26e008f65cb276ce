//! What questions return of a simulated system is the truth, or is said to be missing.

use std::collections::BTreeSet;

use zfs_parse::dialect::Capability;
use zfs_parse::exchange::{Ended, Exchange, Finished, Step};
use zfs_parse::listing::{Row, Stream, Then};
use zfs_parse::properties::Source;
use zfs_parse::question::Types;
use zfs_parse::{Answer, Dialect, Listing, Properties, Question, zfs};

use super::choices::Choices;
use super::system::{OPEN, System};

/// No question needs more than so many commands.
pub(crate) const MOST_COMMANDS: usize = 1100;

/// A list, a get and a get of all, of a system with hostile or honest values, cut short or not.
pub(crate) fn framing(data: &[u8]) {
    let mut choices = Choices(data);
    let honest = choices.below(4) == 0;
    let kind = choices.below(3);
    let deadline = choices.below(3) == 0;
    let dialect: Dialect =
        choices.one_of(&["openzfs", "legacy", "illumos", "freebsd-11"]).parse().unwrap();
    let mut system = System::made_by(&mut choices, honest);
    if !dialect.has(Capability::Bookmarks) {
        system.datasets.retain(|(name, _)| !name.contains('#'));
    }
    let asked: Vec<&str> = OPEN.into_iter().filter(|_| choices.below(2) == 0).collect();
    let asked = if asked.is_empty() { vec!["x:y"] } else { asked };
    let run = Run { system: &system, dialect, honest, deadline };
    match kind {
        0 => {
            let names = [&["name", "used"], &asked[..]].concat();
            let question = || zfs::List::new(names.clone()).unwrap().types(Types::ALL);
            run.check(&mut choices, question, |listing| listed(&system, &names, listing));
            let whole = run.streamed(question(), &names, |_| Vec::new());
            let cut = run.streamed(question(), &names, |length| choices.cuts(length));
            assert_eq!(whole, cut, "cuts make no difference");
        }
        1 => {
            let closed = [&[][..], &["used"], &["type", "origin"]][choices.below(3)];
            let asked = [closed, &asked[..]].concat();
            let question = || zfs::Get::new(asked.clone()).unwrap();
            run.check(&mut choices, question, |rows| got(&system, Some(&asked), rows));
        }
        _ => {
            let question = || zfs::Get::new(["all"]).unwrap().with_dear();
            run.check(&mut choices, question, |rows| got(&system, None, rows));
        }
    }
}

/// How a question is put.
struct Run<'a> {
    system: &'a System,
    dialect: Dialect,
    honest: bool,
    deadline: bool,
}

impl Run<'_> {
    /// `complete` checks what was returned, and tells whether it is all that there is.
    fn check<Q: Question<Reading: std::fmt::Debug>>(
        &self,
        choices: &mut Choices<'_>,
        question: impl Fn() -> Q,
        complete: impl Fn(&Q::Reading) -> bool,
    ) {
        let start = choices.clone();
        let answer = self.ask(question(), |_| Vec::new());
        let all = complete(answer.value());
        assert!(all || !answer.lacks().is_empty(), "lacks nothing, but is not all: {answer:?}");
        if self.honest {
            assert!(all && answer.lacks().is_empty(), "honest values are all read: {answer:?}");
            let refused = usize::from(
                answer
                    .commands()
                    .iter()
                    .any(|command| self.system.run(command).1.ended == Ended::Code(2)),
            );
            assert_eq!(answer.commands().len(), 1 + refused, "one command is enough");
        }
        let mut choices = start;
        let cut = self.ask(question(), |length| choices.cuts(length));
        assert_eq!(format!("{answer:?}"), format!("{cut:?}"), "cuts make no difference");
        if self.deadline {
            let passed = self.interrupted(question(), usize::from(choices.byte()) + 1);
            complete(passed.value());
            assert!(!passed.lacks().is_empty(), "the deadline has passed: {passed:?}");
        }
    }

    fn ask<Q: Question>(
        &self,
        question: Q,
        mut cuts: impl FnMut(usize) -> Vec<usize>,
    ) -> Answer<Q::Reading> {
        let mut asking = question.ask(self.dialect);
        for _ in 0..MOST_COMMANDS {
            let (output, finished) = self.system.run(asking.invocation());
            let mut from = 0;
            for to in cuts(output.len()).into_iter().chain([output.len()]) {
                asking.feed(&output[from..to]);
                from = to;
            }
            match asking.finish(finished) {
                Step::Run(next) => asking = next,
                Step::Done(answer) => return answer,
            }
        }
        panic!("it asks for ever: {}", asking.invocation());
    }

    /// Asks for the rows as they come: each is true, and all are there or something is said to be
    /// missing.
    fn streamed(
        &self,
        question: zfs::List,
        columns: &[&str],
        mut cuts: impl FnMut(usize) -> Vec<usize>,
    ) -> Vec<String> {
        let mut stream = Stream::new(question, self.dialect);
        let mut seen = BTreeSet::new();
        let mut given = Vec::new();
        loop {
            let (output, finished) = self.system.run(stream.invocation());
            let mut take = |stream: &mut Stream<zfs::List>| {
                while let Some(row) = stream.next_row() {
                    given.push(format!("{row:?}"));
                    if let Ok(row) = row {
                        let name = is_true(self.system, columns, row).to_owned();
                        assert!(seen.insert(name.clone()), "{name:?} comes twice");
                    }
                }
            };
            let mut from = 0;
            for to in cuts(output.len()).into_iter().chain([output.len()]) {
                stream.feed(&output[from..to]);
                take(&mut stream);
                from = to;
            }
            let then = stream.finish(&finished);
            take(&mut stream);
            if then == Then::Over {
                break;
            }
        }
        let all = seen.len() == self.system.datasets.len();
        assert!(all || given.len() > seen.len(), "nothing is said to be missing: {given:?}");
        assert!(all || !self.honest, "honest values are all read: {given:?}");
        given
    }

    /// Asks, and stops a command after so many 256th parts of what it prints, and those that come
    /// after it at once.
    fn interrupted<Q: Question>(&self, question: Q, parts: usize) -> Answer<Q::Reading> {
        let mut asking = question.ask(self.dialect);
        let mut left = self.system.run(asking.invocation()).0.len() * parts / 256;
        for _ in 0..MOST_COMMANDS {
            let (output, finished) = self.system.run(asking.invocation());
            let refused = finished.ended == Ended::Code(2);
            let sent = left.min(output.len());
            left -= sent;
            asking.feed(&output[..sent]);
            let stopped = Finished::new(Ended::Deadline, b"");
            match asking.finish(if refused { finished } else { stopped }) {
                Step::Run(next) => asking = next,
                Step::Done(answer) => return answer,
            }
        }
        panic!("it asks for ever: {}", asking.invocation());
    }
}

/// Whether a listing, all of which must be true, is all.
fn listed(system: &System, columns: &[&str], listing: &Listing) -> bool {
    let mut seen = BTreeSet::new();
    for row in listing.rows() {
        let name = is_true(system, columns, row);
        assert!(seen.insert(name), "{name:?} comes twice");
    }
    seen.len() == system.datasets.len()
}

/// The name of a row, which must be true.
fn is_true<'a>(system: &System, columns: &[&str], row: Row<'a>) -> &'a str {
    let name = std::str::from_utf8(row.name()).expect("a name");
    assert!(system.datasets.iter().any(|(n, _)| *n == name), "{name:?} is made up");
    for (at, column) in columns.iter().enumerate().skip(1) {
        let text = row.text(at).expect("a column");
        assert_eq!(text, system.held(name, column).0, "{column} of {name:?} in {system:?}");
    }
    name
}

/// Whether rows of properties, all of which must be true, are all.
fn got(system: &System, asked: Option<&[&str]>, rows: &Properties) -> bool {
    let of = |name| asked.map_or_else(|| system.all_of(name), <[&str]>::to_vec);
    let mut seen = BTreeSet::new();
    for row in rows.rows() {
        let name = std::str::from_utf8(row.name()).expect("a name");
        let property = std::str::from_utf8(row.property_name()).expect("a property");
        assert!(system.datasets.iter().any(|(n, _)| *n == name), "{name:?} is made up");
        assert!(of(name).contains(&property), "{property} of {name:?} is made up");
        assert!(seen.insert((name, property)), "{property} of {name:?} comes twice");
        let (value, source) = system.held(name, property);
        assert_eq!(row.value_text(), value, "{property} of {name:?} in {system:?}");
        let printed = match row.source() {
            Source::None => b"-".to_vec(),
            Source::Inherited(from) => [b"inherited from ", from.as_bytes()].concat(),
            other => other.word().as_bytes().to_vec(),
        };
        assert_eq!(printed, source, "the source of {property} of {name:?} in {system:?}");
        let _ = row.cell();
    }
    seen.len() == system.datasets.iter().map(|(name, _)| of(name).len()).sum::<usize>()
}
