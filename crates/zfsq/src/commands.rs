//! The subcommands: a file each.

pub(crate) mod completions;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod parse;
pub(crate) mod pools;

use zfs_parse::name::Name;
use zfs_parse::question::{Depth, InvalidQuestion, Types};

use crate::cli::Extent;
use crate::exit::Usage;

/// The name of an operand.
fn name(operand: &str) -> Result<Name, InvalidQuestion> {
    Ok(operand.parse::<Name>()?)
}

/// The types that `-t` names, if it is there.
fn types(extent: &Extent) -> Result<Option<Types>, Usage> {
    let mut all: Option<Types> = None;
    for name in &extent.types {
        let types = Types::of(name).ok_or_else(|| {
            Usage(format!(
                "no type of dataset is called '{}': filesystem, volume, snapshot, bookmark and all \
                 are",
                name.escape_debug()
            ))
        })?;
        all = Some(all.map_or(types, |others| others.and(types)));
    }
    Ok(all)
}

/// The depth that `-r` or `-d` says, if one is there.
fn depth(extent: &Extent) -> Option<Depth> {
    if extent.recursive { Some(Depth::All) } else { extent.depth.map(Depth::Levels) }
}
