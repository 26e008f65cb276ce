//! `zfsq list`: datasets.

use anyhow::Result;
use zfs_parse::Question as _;
use zfs_parse::dialect::Capability;
use zfs_parse::exchange::LONGEST_COMMAND;
use zfs_parse::zfs::{List, Sort};

use super::{depth, name, types};
use crate::cli::{self, Format};
use crate::exit::Exit;
use crate::output::{Sheet, Streamed, conclude, is_number, unproven};
use crate::report;
use crate::session::Session;

pub(crate) fn run(list: &cli::List) -> Result<Exit> {
    let question = question(list)?;
    let session = Session::open(&list.reading, None)?;
    let format = list.reading.format;
    let numbers = question.columns().iter().any(is_number);
    // What takes several commands comes in order only once all of it is there.
    let is_one = list.datasets.len() < 2
        || question.invocations(session.dialect()?, LONGEST_COMMAND).len() == 1;
    let streamed = is_one.then(|| Streamed::new(format, question.columns())).flatten();
    let (exit, dialect) = match streamed {
        Some(mut rows) => {
            let answer = session.rows(question, |row| rows.take(row))?;
            (rows.conclude(&answer)?, answer.dialect())
        }
        None => {
            let answer = session.ask(question)?;
            let listing = answer.value();
            let sheet = Sheet::listing(listing);
            let unproven = unproven(listing.is_proven());
            (conclude("list", format, &answer, &sheet, unproven)?, answer.dialect())
        }
    };
    if numbers && format != Format::Table && !dialect.has(Capability::ListExact) {
        let instead =
            if dialect.has(Capability::GetExact) { "; zfsq get is exact here" } else { "" };
        report::line(format_args!("note: this system has no `zfs list -p`, and rounds{instead}"));
    }
    Ok(exit)
}

pub(super) fn question(list: &cli::List) -> Result<List> {
    let mut question = List::new(&list.properties)?;
    if let Some(types) = types(&list.extent)? {
        question = question.types(types);
    }
    if let Some(depth) = depth(&list.extent) {
        question = question.depth(depth);
    }
    for by in &list.sorting.0 {
        let sort = if by.descending { Sort::descending } else { Sort::ascending };
        question = question.sort(sort(&by.property)?);
    }
    for dataset in &list.datasets {
        question = question.dataset(name(dataset)?);
    }
    Ok(question)
}
