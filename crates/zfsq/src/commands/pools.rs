//! `zfsq pools`: pools.

use anyhow::Result;
use zfs_parse::Dialect;
use zfs_parse::dialect::Capability;
use zfs_parse::property::Property;
use zfs_parse::zpool::List;

use super::name;
use crate::cli::{self, Format};
use crate::exit::Exit;
use crate::output::{Sheet, conclude, is_number, unproven};
use crate::report;
use crate::session::Session;

/// What is shown unless something else is asked for, as far as the system has it.
const DEFAULT: [&str; 8] =
    ["name", "size", "allocated", "free", "fragmentation", "capacity", "dedupratio", "health"];

pub(crate) fn run(pools: &cli::Pools) -> Result<Exit> {
    // What the user got wrong is told before anything is run.
    question(pools, Dialect::default())?;
    let session = Session::open(&pools.reading, None)?;
    let answer = session.ask(question(pools, session.dialect()?)?)?;
    let listing = answer.value();
    let sheet = Sheet::listing(listing);
    let format = pools.reading.format;
    let exit = conclude("pools", format, &answer, &sheet, unproven(listing.is_proven()))?;
    let numbers = listing.columns().iter().any(is_number);
    if numbers && format != Format::Table && !answer.dialect().has(Capability::PoolListExact) {
        report::line(format_args!("note: this system has no `zpool list -p`, and rounds"));
    }
    Ok(exit)
}

pub(super) fn question(pools: &cli::Pools, dialect: Dialect) -> Result<List> {
    let mut question = if pools.properties.is_empty() {
        let there = |name: &&str| Property::of_pool(name).is_ok_and(|p| p.is_in(dialect));
        List::new(DEFAULT.into_iter().filter(there))?
    } else {
        List::new(&pools.properties)?
    };
    for pool in &pools.pools {
        question = question.pool(name(pool)?)?;
    }
    Ok(question)
}
