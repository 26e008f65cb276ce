//! Measures questions inside of a guest: `bench-guest questions|dear DIALECT`.

use std::io;

use anyhow::{Result, bail};
use bench::guest::{dear, measure};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["questions", dialect] => measure::measure(dialect.parse()?, &mut io::stdout().lock()),
        ["dear", dialect] => dear::measure(dialect.parse()?, &mut io::stdout().lock()),
        // A question of these, asked by a process of its own.
        ["one", shape, dialect, index, times] => {
            let line = measure::one(shape, dialect.parse()?, index.parse()?, times.parse()?)?;
            println!("{line}");
            Ok(())
        }
        _ => bail!("bench-guest questions|dear DIALECT"),
    }
}
