//! `zfsq parse`: saved output, read by the command line that printed it.

use std::fs;
use std::io::{Read, stdin};

use anyhow::Result;
use zfs_parse::Dialect;
use zfs_parse::exchange::{Ended, Finished};
use zfs_parse::saved::{Reading, Saved};

use crate::cli;
use crate::exit::{Exit, Usage};
use crate::output::{Sheet, conclude};

pub(crate) fn run(parse: &cli::Parse) -> Result<Exit> {
    let dialect = match &parse.dialect {
        Some(name) => name.parse()?,
        None => Dialect::default(),
    };
    let words = shlex::split(&parse.command)
        .ok_or_else(|| Usage(format!("--as: a quote is not closed in {}", parse.command)))?;
    let saved = Saved::of(words, dialect)?;
    let output = input(parse)?;
    let answer = saved.read_finished(output, &Finished::new(Ended::Code(parse.exit), b""));
    let reading = answer.value();
    let sheet = match reading {
        Reading::Listing(listing) => Sheet::listing(listing),
        Reading::Properties(properties) => Sheet::properties(properties),
        _ => return Err(Usage(format!("no form of output for {}", parse.command)).into()),
    };
    conclude("parse", parse.format, &answer, &sheet, reading.is_proven())
}

fn input(parse: &cli::Parse) -> Result<Vec<u8>, Usage> {
    match &parse.file {
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
