//! What the command line understands; nothing is done here.

mod sort;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::exit;
pub(crate) use sort::Sorting;

/// The contract of the formats, for `--help`.
const FORMATS: &str = "\
How to print the answer.

Tables are for people: a size is rounded as zfs rounds it, whether or not it was printed exactly. \
All other formats carry values as exactly as ZFS printed them, keyed by the properties' canonical \
names.

In JSON, sizes and counts are numbers, and guids strings; a property that does not apply is null, \
none is \"none\"; a rounded number is an object with its text and the interval it stands for, \
{\"rounded\", \"low\", \"high\"}; text that is not UTF-8 is {\"escaped\"}, text that is no value of \
the property {\"unreadable\"}. What is missing stands under \"incomplete\", in NDJSON on a last line of its own. A date that ZFS \
printed rounded is text. Around the rows of JSON, \"schema\" is the version of this form, \
\"commands\" are those that were run, and \"proven\" tells whether the rows are proved to be as ZFS \
holds them: they are not where they come from saved output in which a value could forge one. In CSV and TSV, what \
does not apply is -, and a rounded number stands as it was printed, with its suffix.

Control characters are made visible in tables and on a terminal. Elsewhere CSV leaves them alone, \
and JSON and TSV escape what their form requires.

NDJSON, CSV and TSV of a list are printed while ZFS still runs where no column can hold a TAB or a \
newline, as name, used and creation can't.";

/// Ask ZFS, and print exact answers.
///
/// zfsq runs zfs(8) and zpool(8), the fewest commands that can answer, and reads what they print on
/// every platform. It changes nothing.
#[derive(Debug, Parser)]
#[command(name = "zfsq", version, max_term_width = 100, after_long_help = exit::HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List datasets
    List(List),
    /// Get properties of datasets, with their sources
    Get(Get),
    /// List pools
    Pools(Pools),
    /// Read saved output of zfs or zpool
    Parse(Parse),
    /// Show what a question would run and what it costs; runs nothing
    ///
    /// It takes the question as it would be asked. How its answer would be printed changes nothing:
    /// what is told of it is for people.
    Explain(Explain),
    /// Tell which ZFS this is, what it can do, and what is in the way
    Doctor(Doctor),
    /// Print completions for a shell
    Completions(Completions),
    /// Print a manual page
    Man(Man),
}

#[derive(Debug, Args)]
#[command(after_long_help = exit::HELP)]
pub(crate) struct List {
    /// The datasets; all of them unless some are named
    #[arg(value_name = "DATASET")]
    pub(crate) datasets: Vec<String>,
    /// Properties to show, separated by commas; `space` stands for those of space used
    #[arg(
        short = 'o',
        value_name = "PROPS",
        value_delimiter = ',',
        default_value = "name,used,available,referenced,mountpoint"
    )]
    pub(crate) properties: Vec<String>,
    #[command(flatten)]
    pub(crate) extent: Extent,
    #[command(flatten)]
    pub(crate) sorting: Sorting,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Debug, Args)]
#[command(after_long_help = exit::HELP)]
pub(crate) struct Get {
    /// Properties to get, separated by commas, or `all`
    #[arg(value_name = "PROPS")]
    pub(crate) properties: String,
    /// The datasets; all of them unless some are named
    #[arg(value_name = "DATASET")]
    pub(crate) datasets: Vec<String>,
    /// With `all`: of snapshots too what takes a kernel call of each, such as version and utf8only,
    /// and mostly says what their filesystem says
    #[arg(long)]
    pub(crate) dear: bool,
    #[command(flatten)]
    pub(crate) extent: Extent,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Debug, Args)]
#[command(after_long_help = exit::HELP)]
pub(crate) struct Pools {
    /// The pools; all of them unless some are named
    #[arg(value_name = "POOL")]
    pub(crate) pools: Vec<String>,
    /// Properties to show, separated by commas [default: name, size, allocated, free,
    /// fragmentation, capacity, dedupratio and health, as far as the system has them]
    #[arg(short = 'o', value_name = "PROPS", value_delimiter = ',')]
    pub(crate) properties: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Debug, Args)]
#[command(after_long_help = exit::HELP)]
pub(crate) struct Parse {
    /// The command line that printed it, in quotes, as it was run: it says how to read what it
    /// printed. Read are zfs list, zfs get, zpool list and zpool get
    #[arg(long = "as", value_name = "COMMAND")]
    pub(crate) command: String,
    /// The ZFS that printed it, such as openzfs-2.3, freebsd-12, illumos or solaris-11.4 [default:
    /// the newest OpenZFS]
    #[arg(long, value_name = "NAME")]
    pub(crate) dialect: Option<String>,
    /// The exit status of the command, from 0 to 255
    #[arg(
        long,
        value_name = "STATUS",
        default_value_t = 0,
        value_parser = clap::value_parser!(i32).range(0..=255)
    )]
    pub(crate) exit: i32,
    /// The saved output; standard input for - or unless named
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t, long_help = FORMATS)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct Explain {
    #[command(subcommand)]
    pub(crate) question: Question,
}

/// What can be explained: the questions, with the arguments that they take when they are asked.
#[derive(Debug, Subcommand)]
pub(crate) enum Question {
    /// List datasets
    List(List),
    /// Get properties of datasets, with their sources
    Get(Get),
    /// List pools
    Pools(Pools),
}

#[derive(Debug, Args)]
#[command(after_long_help = exit::HELP)]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) reading: Reading,
}

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The command whose page it is, such as list or explain list; zfsq's own page unless named
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

/// Which datasets a question is about.
#[derive(Debug, Args)]
pub(crate) struct Extent {
    /// Types of dataset, separated by commas: filesystem, volume, snapshot, bookmark, all
    #[arg(short = 't', value_name = "TYPES", value_delimiter = ',')]
    pub(crate) types: Vec<String>,
    /// Everything below the named datasets too
    #[arg(short = 'r', conflicts_with = "depth")]
    pub(crate) recursive: bool,
    /// This many levels below the named datasets
    #[arg(short = 'd', value_name = "LEVELS")]
    pub(crate) depth: Option<u32>,
}

/// What every command that reads ZFS takes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Asking and printing")]
pub(crate) struct Reading {
    /// How to print the answer
    #[arg(long, value_enum, default_value_t, long_help = FORMATS)]
    pub(crate) format: Format,
    /// Answer from the recorded outputs in this folder; runs nothing. A recording is a file of
    /// output, CASE.out, and beside it CASE.toml, with argv = ["zfs", …], dialect =
    /// "openzfs-2.3" and exit = 0; it answers that very command, which `zfsq explain` shows
    #[arg(long, value_name = "DIR", conflicts_with_all = ["sudo", "zfs", "zpool"])]
    pub(crate) from: Option<PathBuf>,
    /// Take the system for this ZFS and don't ask it: openzfs-2.3, freebsd-12, illumos, …
    #[arg(long, value_name = "NAME")]
    pub(crate) dialect: Option<String>,
    /// Run zfs and zpool with the platform's privilege tool: sudo -n, or pfexec on illumos and
    /// Solaris
    #[arg(long)]
    pub(crate) sudo: bool,
    /// Give up after this many seconds [default: never; doctor: 10]
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,
    /// Run this file as zfs, in place of the system's own
    #[arg(long, value_name = "FILE")]
    pub(crate) zfs: Option<PathBuf>,
    /// Run this file as zpool, in place of the system's own
    #[arg(long, value_name = "FILE")]
    pub(crate) zpool: Option<PathBuf>,
}

/// How an answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Format {
    /// For people: rounded sizes, dates in UTC
    #[default]
    Table,
    /// One object with all rows; exact values
    Json,
    /// An object a line; exact values
    Ndjson,
    /// Comma-separated, with a header; exact values
    Csv,
    /// Separated by TABs, with a header; exact values, in which \t, \n, \r and \\ stand for TAB,
    /// newline, carriage return and backslash
    Tsv,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|n| Duration::try_from_secs_f64(n).ok());
    seconds.ok_or_else(|| "a number of seconds from 0 on is needed, such as 5 or 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_holds_together() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
