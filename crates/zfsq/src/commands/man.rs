//! `zfsq man`: manual pages.

use anyhow::Result;
use clap::CommandFactory;
use clap_mangen::Man;

use crate::cli;
use crate::exit::{Exit, Usage};
use crate::output::raw;

pub(crate) fn run(man: &cli::Man) -> Result<Exit> {
    // `help` has no pages.
    let mut zfsq = cli::Cli::command().disable_help_subcommand(true);
    zfsq = zfsq.mut_subcommand("explain", |explain| explain.disable_help_subcommand(true));
    zfsq.build();
    let mut command = &zfsq;
    for name in &man.command {
        // Its page is called zfsq-NAME: building gave it that name.
        let unknown =
            || Usage(format!("{} has no command '{}'", command.get_name(), name.escape_debug()));
        command = command.find_subcommand(name).ok_or_else(unknown)?;
    }
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    raw(&page)?;
    Ok(Exit::Done)
}
