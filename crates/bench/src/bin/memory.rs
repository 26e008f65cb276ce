//! Counts the allocations of a contender: `bench-memory NAME ROWS` prints how many there were, and
//! the most bytes that were held at once.
//!
//! A program of its own, so that what is timed does not pay for the counting.

use anyhow::{Context, Result};
use bench::contenders::{self, Input};

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let name = args.next().context("give a contender's name")?;
    let rows = args.next().and_then(|rows| rows.parse().ok()).context("give a number of rows")?;
    let contender = contenders::all().into_iter().find(|contender| contender.name == name);
    let contender = contender.with_context(|| format!("there is no contender {name}"))?;
    let mut text = Input(contender.printed.of(rows));
    let counted = allocation_counter::measure(|| drop((contender.run)(&mut text)));
    println!("{} {}", counted.count_total, counted.bytes_max);
    Ok(())
}
