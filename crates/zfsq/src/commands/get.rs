//! `zfsq get`: properties of datasets, with their sources.

use anyhow::Result;
use zfs_parse::property::Property;
use zfs_parse::zfs::Get;

use super::{depth, name, types};
use crate::cli;
use crate::exit::Exit;
use crate::output::{Sheet, conclude, unproven};
use crate::report;
use crate::session::Session;

pub(crate) fn run(get: &cli::Get) -> Result<Exit> {
    let question = question(get)?;
    let session = Session::open(&get.reading, None)?;
    let answer = session.ask(question)?;
    let properties = answer.value();
    let sheet = Sheet::properties(properties);
    let exit =
        conclude("get", get.reading.format, &answer, &sheet, unproven(properties.is_proven()))?;
    let left_out: Vec<&str> = properties.left_out().iter().map(Property::name).collect();
    if !left_out.is_empty() {
        report::line(format_args!(
            "note: of snapshots, {} were not asked for, since each takes a kernel call of each \
             (--dear asks for them)",
            left_out.join(", ")
        ));
    }
    Ok(exit)
}

pub(super) fn question(get: &cli::Get) -> Result<Get> {
    let mut question = Get::new(get.properties.split(','))?;
    if let Some(types) = types(&get.extent)? {
        question = question.types(types);
    }
    if let Some(depth) = depth(&get.extent) {
        question = question.depth(depth);
    }
    if get.dear {
        question = question.with_dear();
    }
    for dataset in &get.datasets {
        question = question.dataset(name(dataset)?);
    }
    Ok(question)
}
