//! `zfsq list`: datasets.

use anyhow::Result;
use zfs_parse::zfs::{List, Sort};

use super::{depth, name, types};
use crate::cli;
use crate::exit::Exit;
use crate::output::{Sheet, Streamed, conclude};
use crate::session::Session;

pub(crate) fn run(list: &cli::List) -> Result<Exit> {
    let question = question(list)?;
    let session = Session::open(&list.reading, None)?;
    if let Some(mut rows) = Streamed::new(list.reading.format, question.columns()) {
        let answer = session.rows(question, |row| rows.take(row))?;
        return rows.conclude(&answer);
    }
    let answer = session.ask(question)?;
    let listing = answer.value();
    let sheet = Sheet::listing(listing);
    conclude("list", list.reading.format, &answer, &sheet, listing.is_proven())
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
