//! `zfsq man`: manual pages.

use anyhow::Result;
use clap::CommandFactory;
use clap_mangen::Man;

use crate::cli;
use crate::exit::{Exit, Usage};
use crate::output::raw;

pub(crate) fn run(man: &cli::Man) -> Result<Exit> {
    let mut zfsq = cli::Cli::command();
    zfsq.build();
    let command = match &man.command {
        None => zfsq,
        Some(name) => {
            // Its page is called zfsq-NAME: building gave it that name.
            zfsq.find_subcommand(name)
                .cloned()
                .ok_or_else(|| Usage(format!("zfsq has no command '{}'", name.escape_debug())))?
        }
    };
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    raw(&page)?;
    Ok(Exit::Done)
}
