//! `zfsq parse`: saved output, read by the command line that printed it.

use std::fs;
use std::io::{Read, stdin};
use std::path::Path;

use anyhow::Result;
use zfs_parse::Dialect;
use zfs_parse::exchange::{Ended, Finished};
use zfs_parse::saved::{Reading, Saved};

use crate::cli;
use crate::exit::{Exit, Usage};
use crate::output::{Sheet, conclude};

/// Why rows of a table are not proved to be as ZFS holds them.
const OF_A_TABLE: &str = "these rows are not proved: a printed table loses the spaces at a cell's \
                          end, and a value in it can look like more rows";

/// Why other rows are not.
const UNGUARDED: &str = "these rows are not proved: a column can hold newlines, and without guards \
                         behind it, as zfsq's own questions have, a value can look like more rows; \
                         any that show it are withheld";

pub(crate) fn run(parse: &cli::Parse) -> Result<Exit> {
    let dialect = match &parse.dialect {
        Some(name) => name.parse()?,
        None => Dialect::default(),
    };
    let words = shlex::split(&parse.command)
        .ok_or_else(|| Usage(format!("--as: a quote is not closed in {}", parse.command)))?;
    let saved = Saved::of(words, dialect)?;
    let is_table = saved.is_table();
    let output = input(parse)?;
    let answer = saved.read_finished(output, &Finished::new(Ended::Code(parse.exit), b""));
    let reading = answer.value();
    let sheet = match reading {
        Reading::Listing(listing) => Sheet::listing(listing),
        Reading::Properties(properties) => Sheet::properties(properties),
        _ => return Err(Usage(format!("no form of output for {}", parse.command)).into()),
    };
    let unproven = (!reading.is_proven()).then_some(if is_table { OF_A_TABLE } else { UNGUARDED });
    conclude("parse", parse.format, &answer, &sheet, unproven)
}

fn input(parse: &cli::Parse) -> Result<Vec<u8>, Usage> {
    match parse.file.as_ref().filter(|file| *file != Path::new("-")) {
        Some(file) => {
            fs::read(file).map_err(|error| Usage(format!("can't read {}: {error}", file.display())))
        }
        None => {
            let mut output = Vec::new();
            let read = stdin().lock().read_to_end(&mut output);
            read.map_err(|error| Usage(format!("can't read standard input: {error}")))?;
            Ok(output)
        }
    }
}
