//! zfs-parse: its splitter alone, and its rows with every cell read.

use std::mem;

use zfs_parse::exchange::{Ended, Finished};
use zfs_parse::listing::{Listing, Row, Stream, Then};
use zfs_parse::saved::{Reading, Saved};
use zfs_parse::value::{Cell, Value};
use zfs_parse::{Dialect, zfs::List};

use super::{Contender, Input, Outcome};
use crate::rows::{CLOSED, COLUMNS, Printed};

/// The splitter itself, which is private to zfs-parse.
#[path = "../../../zfs-parse/src/wire/batch.rs"]
#[allow(dead_code, unreachable_pub, reason = "another crate's module, of which we call a part")]
mod batch;

pub(super) const ALL: &[Contender] = &[
    Contender {
        name: "zfs-parse: splitting",
        printed: Printed::Plain,
        one_in: 1,
        run: splitting,
        ours: None,
    },
    Contender {
        name: "zfs-parse: typed rows, saved output",
        printed: Printed::Plain,
        one_in: 1,
        run: saved,
        ours: None,
    },
    Contender {
        name: "zfs-parse: typed rows, stream with guards",
        printed: Printed::Guarded,
        one_in: 1,
        run: guarded,
        ours: None,
    },
    Contender {
        name: "zfs-parse: typed rows, stream of closed columns",
        printed: Printed::Closed,
        one_in: 1,
        run: closed,
        ours: None,
    },
    Contender {
        name: "zfs-parse: rows as text, saved output",
        printed: Printed::Plain,
        one_in: 1,
        run: texts,
        ours: None,
    },
    Contender {
        name: "zfs-parse: names, saved output",
        printed: Printed::Names,
        one_in: 10,
        run: names,
        ours: None,
    },
];

fn splitting(text: &mut Input) -> Outcome {
    let mut batch = batch::Batch::new();
    let (mut at, mut longest, mut lines) = (0, 0, 0);
    loop {
        batch.sweep(&text.0[at..], COLUMNS.len(), None);
        let mut next = 0;
        while let Some((_, [first, behind @ ..])) = batch.next() {
            lines += 1;
            let mut start = *first;
            for behind in behind {
                longest = longest.max(*behind - start);
                start = *behind;
            }
            next = start as usize;
        }
        if next == 0 {
            return Outcome::of(u64::from(longest) + lines, ());
        }
        at += next;
    }
}

fn saved(text: &mut Input) -> Outcome {
    let listing = listing(&COLUMNS, text);
    let checksum = listing.rows().fold(0, |sum, row| typed(&row, COLUMNS.len(), sum));
    Outcome::of(checksum, listing)
}

/// The same with no cell read.
fn texts(text: &mut Input) -> Outcome {
    let listing = listing(&COLUMNS, text);
    let length = |row: &Row<'_>, column| row.text(column).expect("a column").len() as u64;
    let sum = |row: Row<'_>| (0..COLUMNS.len()).map(|column| length(&row, column)).sum::<u64>();
    Outcome::of(listing.rows().map(sum).sum(), listing)
}

fn names(text: &mut Input) -> Outcome {
    let listing = listing(&COLUMNS[..1], text);
    Outcome::of(listing.rows().map(|row| row.name().len() as u64).sum(), listing)
}

fn listing(columns: &[&str], text: &mut Input) -> Listing {
    let saved = Saved::of(["zfs", "list", "-Hp", "-o", &columns.join(",")], Dialect::default());
    let answer = saved.expect("a command that is read").read(mem::take(&mut text.0));
    let Ok(Reading::Listing(listing)) = answer.complete() else { panic!("a whole listing") };
    listing
}

fn guarded(text: &mut Input) -> Outcome {
    stream(&COLUMNS, &text.0)
}

fn closed(text: &mut Input) -> Outcome {
    stream(&CLOSED, &text.0)
}

/// In pieces as they come from a pipe.
fn stream(columns: &[&str], text: &[u8]) -> Outcome {
    let question = List::new(columns).expect("properties");
    let mut rows = Stream::new(question, Dialect::default());
    let mut checksum = 0;
    let mut take = |rows: &mut Stream<List>| {
        while let Some(row) = rows.next_row() {
            checksum = typed(&row.expect("a row"), columns.len(), checksum);
        }
    };
    for piece in text.chunks(64 << 10) {
        rows.feed(piece);
        take(&mut rows);
    }
    assert_eq!(rows.finish(&Finished::new(Ended::Code(0), b"")), Then::Over);
    take(&mut rows);
    rows.conclude().complete().expect("nothing missing");
    Outcome::of(checksum, ())
}

/// Reads all cells of a row, each as what it is.
fn typed(row: &Row<'_>, columns: usize, sum: u64) -> u64 {
    (0..columns).fold(sum, |sum, column| {
        let cell = row.at(column).expect("a column").expect("a cell that can be read");
        let read = match cell {
            Cell::Value(Value::Size(n) | Value::Count(n)) => n.exact().expect("an exact number"),
            Cell::Value(Value::Text(text) | Value::Keyword(text)) => text.as_bytes().len() as u64,
            Cell::None | Cell::NotApplicable => 1,
            other => panic!("a cell of no such column: {other:?}"),
        };
        sum.wrapping_add(read)
    })
}
