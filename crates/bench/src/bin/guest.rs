//! Measures questions inside of a guest: `bench-guest PART DIALECT`.

use std::{fs, io};

use anyhow::{Context, Result, bail};
use bench::guest::pool::Shape;
use bench::guest::{dear, measure, report};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["dear", dialect] => dear::measure(dialect.parse()?, &mut io::stdout().lock()),
        [shape, dialect] => {
            measure::measure(named(shape)?, dialect.parse()?, &mut io::stdout().lock())
        }
        ["report", folder, file] => {
            let report = report::write(folder.as_ref())?;
            fs::write(file, report).with_context(|| format!("can't write {file}"))
        }
        // A question of these, asked by a process of its own.
        ["one", shape, dialect, index] => {
            println!("{}", measure::one(named(shape)?, dialect.parse()?, index.parse()?)?);
            Ok(())
        }
        _ => bail!("bench-guest PART DIALECT"),
    }
}

fn named(shape: &str) -> Result<Shape> {
    Shape::named(shape).with_context(|| format!("there is no pool called {shape}"))
}
