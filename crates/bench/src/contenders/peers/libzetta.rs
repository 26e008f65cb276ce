//! libzetta's grammar, and what it does with it. The crate itself can't be linked without
//! libzfs_core, so its grammar is taken out of it when this is built: see `build.rs`.

use std::path::PathBuf;

use pest::Parser as _;

use super::super::{Contender, Input, Outcome};
use crate::rows::Printed;

pub(super) const ALL: &[Contender] = &[Contender {
    name: "libzetta: its grammar, names",
    printed: Printed::Names,
    one_in: 10,
    run: names,
    ours: Some("zfs-parse: names, saved output"),
}];

include!(concat!(env!("OUT_DIR"), "/libzetta.rs"));

fn names(text: &mut Input) -> Outcome {
    let text = String::from_utf8_lossy(&text.0);
    let mut pairs = ZfsParser::parse(Rule::datasets, &text).expect("names");
    let datasets = pairs.next().expect("the datasets").into_inner();
    let names: Vec<PathBuf> = datasets.map(|pair| PathBuf::from(pair.as_str())).collect();
    Outcome::of(names.iter().map(|name| name.as_os_str().len() as u64).sum(), names)
}
