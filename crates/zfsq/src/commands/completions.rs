//! `zfsq completions`: for a shell.

use anyhow::Result;
use clap::CommandFactory;

use crate::cli::{Cli, Completions};
use crate::exit::Exit;
use crate::output::raw;

pub(crate) fn run(completions: &Completions) -> Result<Exit> {
    // Made in memory: written straight to a closed pipe, this would panic.
    let mut text = Vec::new();
    clap_complete::generate(completions.shell, &mut Cli::command(), "zfsq", &mut text);
    raw(&text)?;
    Ok(Exit::Done)
}
