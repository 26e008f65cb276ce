//! The report: everything measured in one run, and written as the README of this crate.

mod machine;
mod table;

use std::time::Duration;

use anyhow::Result;

use crate::captures::Captures;
use crate::clock::time;
use crate::contenders::{self, Contender, Input, YARDSTICK};
use crate::go::GoZfs;
use crate::growth;
use crate::rows::Printed;

pub(crate) use machine::date;

/// How much to measure.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How many rows.
    pub rows: usize,
    /// How often each contender runs; its fastest run counts.
    pub rounds: usize,
    /// The sizes of the growth tables, in lines.
    pub sizes: [usize; 3],
    /// Measure only what has this in its name, and no growth.
    pub only: Option<String>,
}

impl Plan {
    /// What the report is made of.
    #[must_use]
    pub fn full() -> Self {
        Self { rows: 1_000_000, rounds: 9, sizes: [2_000, 16_000, 64_000], only: None }
    }

    /// Less of it, for a glance.
    #[must_use]
    pub fn quick() -> Self {
        Self { rows: 100_000, rounds: 9, sizes: [1_000, 4_000, 16_000], only: None }
    }
}

/// What was measured of a contender.
#[derive(Debug)]
pub struct Measured {
    pub name: String,
    /// Of a peer: which of ours answers the same.
    pub ours: Option<&'static str>,
    pub rows: usize,
    pub bytes: usize,
    pub fastest: Duration,
    pub allocations: u64,
    /// The most bytes held at once, beside the rows that it was given.
    pub most: u64,
}

/// Tells how often a contender allocates for so many rows, and how many bytes it holds at most.
pub type Count<'a> = &'a dyn Fn(&str, usize) -> Result<(u64, u64)>;

/// Measures as planned, and gives the report.
///
/// # Errors
///
/// Where a program or a file that takes part can't be used.
pub fn write(plan: &Plan, count: Count<'_>) -> Result<String> {
    let (measured, skipped) = side_by_side(plan, count)?;
    let mut out = table::head(plan);
    table::ratios(&mut out, &measured);
    table::figures(&mut out, &measured);
    for reason in skipped {
        table::skipped(&mut out, &reason);
    }
    if plan.only.is_none() {
        let captures = Captures::read()?;
        let read = |()| time(|| captures.read_all()).0;
        let fastest = std::iter::repeat_n((), plan.rounds * 5).map(read).min().unwrap_or_default();
        table::captures(&mut out, &captures, fastest);
        let grown: Vec<_> = growth::all()
            .iter()
            .map(|case| {
                eprintln!("growth: {}", case.name);
                (case.name, case.measure(&plan.sizes, 3))
            })
            .collect();
        table::growth(&mut out, &plan.sizes, &grown);
    }
    Ok(out)
}

/// Runs the contenders in turns, so that whatever slows the machine down meets all of them, and
/// takes the fastest run of each.
fn side_by_side(plan: &Plan, count: Count<'_>) -> Result<(Vec<Measured>, Vec<String>)> {
    let wanted = |contender: &Contender| {
        let only = plan.only.as_deref().unwrap_or_default();
        contender.name.contains(only) || contender.name == YARDSTICK
    };
    let contenders: Vec<Contender> = contenders::all().into_iter().filter(wanted).collect();
    let mut measured = Vec::new();
    for printed in
        [Printed::Plain, Printed::Guarded, Printed::Closed, Printed::Json, Printed::Names]
    {
        let mut group: Vec<(Contender, Measured)> = Vec::new();
        for contender in contenders.iter().filter(|contender| contender.printed == printed) {
            group.push((*contender, measure_memory(contender, plan, count)?));
        }
        let Some((first, _)) = group.first() else { continue };
        let text = printed.of(plan.rows / first.one_in);
        for round in 0..plan.rounds {
            eprintln!("{printed:?}: round {} of {}", round + 1, plan.rounds);
            for (contender, measured) in &mut group {
                let mut input = Input(text.clone());
                let (took, outcome) = time(|| (contender.run)(&mut input));
                std::hint::black_box(outcome);
                measured.fastest = measured.fastest.min(took);
                measured.bytes = text.len();
            }
        }
        measured.extend(group.into_iter().map(|(_, measured)| measured));
    }
    let mut skipped = Vec::new();
    if !cfg!(libzetta) {
        skipped.push("libzetta: its grammar is not there; `cargo xtask bench` fetches it".into());
    }
    if plan.only.as_ref().is_none_or(|only| "go-zfs".contains(&**only)) {
        match GoZfs::build().and_then(|go| measure_go(&go, plan)) {
            Ok(go) => measured.push(go),
            Err(error) => skipped.push(format!("go-zfs: {error:#}")),
        }
    }
    Ok((measured, skipped))
}

fn measure_memory(contender: &Contender, plan: &Plan, count: Count<'_>) -> Result<Measured> {
    eprintln!("allocations: {}", contender.name);
    let rows = plan.rows / contender.one_in;
    let (allocations, most) = count(contender.name, rows)?;
    let name = contender.name.to_owned();
    let ours = contender.ours;
    Ok(Measured { name, ours, rows, bytes: 0, fastest: Duration::MAX, allocations, most })
}

fn measure_go(go: &GoZfs, plan: &Plan) -> Result<Measured> {
    let text = Printed::Plain.of(plan.rows);
    go.print(&text)?;
    let mut measured = Measured {
        name: "go-zfs: Datasets, less reading the pipe".into(),
        // It, too, reads from a pipe what it has asked for itself.
        ours: Some("zfs-parse: typed rows, stream with guards"),
        rows: plan.rows,
        bytes: text.len(),
        fastest: Duration::MAX,
        allocations: 0,
        most: 0,
    };
    let (mut fastest, mut reading) = (Duration::MAX, Duration::MAX);
    for round in 0..plan.rounds {
        eprintln!("go-zfs: round {} of {}", round + 1, plan.rounds);
        let call = go.list()?;
        // Each by itself: of the differences, the least would be that of the slowest reading.
        fastest = fastest.min(call.time);
        reading = reading.min(call.reading);
        (measured.allocations, measured.most) = (call.allocations, call.heap);
    }
    measured.fastest = fastest.saturating_sub(reading);
    Ok(measured)
}
