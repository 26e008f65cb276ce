//! `zfsq`: asks ZFS, and prints exact answers.

mod cli;
mod commands;
mod exit;
mod output;
mod report;
mod session;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};
use exit::Exit;

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::List(list) => commands::list::run(&list),
        Command::Get(get) => commands::get::run(&get),
        Command::Pools(pools) => commands::pools::run(&pools),
        Command::Parse(parse) => commands::parse::run(&parse),
        Command::Explain(explain) => commands::explain::run(&explain),
        Command::Doctor(doctor) => commands::doctor::run(&doctor),
        Command::Completions(completions) => commands::completions::run(&completions),
        Command::Man(man) => commands::man::run(&man),
    };
    done.unwrap_or_else(|error| Exit::of_error(&error)).into()
}
