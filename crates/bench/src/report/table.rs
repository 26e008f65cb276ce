//! The report's tables.

use std::fmt::Write as _;
use std::time::Duration;

use super::{Measured, Plan, machine};
use crate::captures::Captures;
use crate::contenders::YARDSTICK;
use crate::growth::Point;

pub(super) fn head(plan: &Plan) -> String {
    format!(
        "# How fast zfs-parse is\n\n\
         Written by `cargo xtask bench` on {date}: {machine}. {rows} rows of go-zfs's 13 columns; \
         the slow ones read a tenth of them. All figures are of one run, in which the contenders \
         took turns: of each the fastest of {rounds}, in processor time, without what it takes to \
         free the result. Ratios are by row.\n\n\
         *Typed rows* reads all 13 cells of each row, eight of them numbers. *Saved output* is the \
         slice API, [`saved::Saved`](../zfs-parse/src/saved.rs), on the very bytes that the peers \
         read; the streams, [`listing::Stream`](../zfs-parse/src/listing/stream.rs), take 64 KiB at \
         a time of what their own questions print: with guards around the mountpoint, which can \
         hold a TAB, or of 13 columns none of which can. *Names* are the column of names alone, \
         each of them checked. A peer is held against that of ours which answers the same question: \
         csv, on the same bytes; go-zfs, from a pipe as our own stream; what needs JSON, the stream \
         that asks for the same columns; libzetta, which checks names, ours that does.\n\n",
        date = machine::date(),
        machine = machine::description(),
        rows = grouped(plan.rows as u64),
        rounds = plan.rounds,
    )
}

fn per_row(measured: &Measured) -> f64 {
    measured.fastest.as_secs_f64() / measured.rows.max(1) as f64
}

pub(super) fn ratios(out: &mut String, all: &[Measured]) {
    let of = |name: &str| all.iter().find(|measured| measured.name == name).map(per_row);
    out.push_str(
        "## Ratios\n\n| | speed against `memchr2` | times slower than ours | which of ours |\n",
    );
    out.push_str("|---|--:|--:|---|\n");
    for measured in all {
        let speed = of(YARDSTICK).map_or(0.0, |yardstick| yardstick / per_row(measured));
        let slower = |ours: &'static str| Some((ours, per_row(measured) / of(ours)?));
        let (ours, slower) = match measured.ours.and_then(slower) {
            Some((ours, slower)) => {
                (ours.trim_start_matches("zfs-parse: "), format!("{slower:.2}"))
            }
            None => ("", String::new()),
        };
        let _ = writeln!(out, "| {} | {speed:.3} | {slower} | {ours} |", measured.name);
    }
}

pub(super) fn figures(out: &mut String, all: &[Measured]) {
    out.push_str(
        "\n## Figures\n\n\
         | | ns a row | rows a second | MB a second | allocations a row | memory, MB |\n\
         |---|--:|--:|--:|--:|--:|\n",
    );
    for measured in all {
        let seconds = measured.fastest.as_secs_f64();
        let _ = writeln!(
            out,
            "| {} | {:.1} | {} | {:.0} | {:.3} | {:.1} |",
            measured.name,
            per_row(measured) * 1e9,
            grouped((1.0 / per_row(measured)) as u64),
            measured.bytes as f64 / seconds / 1e6,
            measured.allocations as f64 / measured.rows.max(1) as f64,
            measured.most as f64 / 1e6,
        );
    }
    out.push_str(
        "\nMemory is the most that was held at once, without the rows as they were given; of \
         go-zfs, all of its heap.\n",
    );
}

pub(super) fn skipped(out: &mut String, reason: &str) {
    let _ = writeln!(out, "\nNot measured: {reason}.");
}

pub(super) fn captures(out: &mut String, captures: &Captures, fastest: Duration) {
    let _ = writeln!(
        out,
        "\n## Captures\n\nThe {} outputs among the fixtures that are listings or properties, {} \
         bytes, from their command lines to all of their cells: {:.1} µs each.",
        captures.count(),
        grouped(captures.bytes() as u64),
        fastest.as_secs_f64() * 1e6 / captures.count().max(1) as f64,
    );
}

pub(super) fn growth(out: &mut String, sizes: &[usize], cases: &[(&str, Vec<Point>)]) {
    out.push_str(
        "\n## Growth\n\n\
         Outputs made to take long, and the search for the records of a listing that was refused. \
         Where time grows with the length, the time a byte stays about the same; where it grew with \
         the square, it would grow as the length does, 32 times from the first to the last. Where it \
         grows a little, memory is what it costs: an output of newlines alone is an error a byte, \
         and about half of the time is the system's, for their pages; and keys that come \
         twice are remembered in a table that leaves the nearest cache.\n\n",
    );
    let heads = sizes.iter().map(|size| format!("{} lines", grouped(*size as u64)));
    let _ = writeln!(
        out,
        "| ns a byte | {} | last against first |",
        heads.collect::<Vec<_>>().join(" | ")
    );
    let _ = writeln!(out, "|---|{}--:|", "--:|".repeat(sizes.len()));
    for (name, points) in cases {
        let each = points.iter().map(|p| p.time.as_secs_f64() * 1e9 / p.bytes.max(1) as f64);
        let each: Vec<f64> = each.collect();
        let cells: Vec<String> = each.iter().map(|ns| format!("{ns:.2}")).collect();
        let grown = each.last().copied().unwrap_or(0.0) / each.first().copied().unwrap_or(1.0);
        let _ = writeln!(out, "| {name} | {} | {grown:.2} |", cells.join(" | "));
    }
}

/// A number with its digits in threes.
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
