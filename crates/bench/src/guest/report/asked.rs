//! The questions' tables.

use std::fmt::Write as _;

use anyhow::{Result, bail, ensure};

use super::{Lines, RELEASES};
use crate::guest::pool::Shape;
use crate::guest::question::{COUNTED, DRIVER, GET, GO, OURS, RAW, ZFSKIT, ZFSQ};

/// What one question to one of those asked cost on one release.
#[derive(Debug)]
pub(super) struct Cost {
    release: &'static str,
    shape: String,
    question: String,
    who: String,
    rows: u64,
    kilo: u64,
    memory: u64,
}

pub(super) fn read(lines: &Lines) -> Result<Vec<Cost>> {
    let mut all = Vec::new();
    for (release, lines) in lines {
        for line in lines {
            let [kind, shape, question, who, rows, kilo, memory] = &line[..] else {
                bail!("no line of a question: {line:?}")
            };
            ensure!(kind == "asked", "no line of a question: {line:?}");
            all.push(Cost {
                release,
                shape: shape.clone(),
                question: question.clone(),
                who: who.clone(),
                rows: rows.parse()?,
                kilo: kilo.parse()?,
                memory: memory.parse()?,
            });
        }
    }
    Ok(all)
}

/// The instructions of who was asked, over those of the raw command with the same columns.
fn against_raw(all: &[Cost], cost: &Cost) -> Option<f64> {
    let raw = find(all, cost.release, &cost.shape, &cost.question, RAW)?;
    Some(cost.kilo as f64 / raw.kilo.max(1) as f64)
}

fn find<'a>(
    all: &'a [Cost],
    release: &str,
    shape: &str,
    question: &str,
    who: &str,
) -> Option<&'a Cost> {
    all.iter().find(|cost| {
        (cost.release, &*cost.shape, &*cost.question, &*cost.who) == (release, shape, question, who)
    })
}

pub(super) fn write(out: &mut String, all: &[Cost]) {
    limits(out, all);
    out.push_str(
        "\n## Ratios\n\nInstructions, against those of the raw command with the same columns.\n",
    );
    tables(out, all, |cost| match against_raw(all, cost) {
        Some(ratio) if cost.who != RAW => format!("{ratio:.3}"),
        _ => String::new(),
    });
    out.push_str("\n## Figures\n\nMillions of instructions.\n");
    tables(out, all, |cost| format!("{:.1}", cost.kilo as f64 / 1e3));
    out.push_str(
        "\n## Memory\n\nThe most that who asked had, in MB; in the line of `zfs`, what `zfs` had \
         itself.\n",
    );
    tables(out, all, |cost| match cost.memory {
        0 => String::new(),
        kilobytes => format!("{:.1}", kilobytes as f64 / 1e3),
    });
}

/// A table for each question about each pool: a line for each who was asked, a column for each
/// release.
fn tables(out: &mut String, all: &[Cost], cell: impl Fn(&Cost) -> String) {
    for shape in Shape::MEASURED {
        if all.iter().all(|cost| cost.shape != shape.name()) {
            continue;
        }
        let _ = writeln!(out, "\n### {}", shape.title());
        let mut seen: Vec<&str> = Vec::new();
        for first in all.iter().filter(|cost| cost.shape == shape.name()) {
            let question = first.question.as_str();
            if seen.contains(&question) {
                continue;
            }
            seen.push(question);
            let asked = |cost: &&Cost| cost.shape == shape.name() && cost.question == question;
            let mut whos: Vec<&str> = Vec::new();
            for cost in all.iter().filter(asked) {
                if !whos.contains(&cost.who.as_str()) {
                    whos.push(&cost.who);
                }
            }
            let line = |who: &str| {
                let of = |release| find(all, release, shape.name(), question, who);
                RELEASES.map(|release| of(release).map_or(String::new(), &cell))
            };
            let mut lines: Vec<_> = whos.into_iter().map(|who| (who, line(who))).collect();
            lines.retain(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()));
            if lines.is_empty() {
                continue;
            }
            let _ = writeln!(
                out,
                "\nAsked for {question}: {} rows on {}.\n",
                first.rows, first.release
            );
            table_head(out);
            for (who, cells) in lines {
                let _ = writeln!(out, "| {who} | {} |", cells.join(" | "));
            }
        }
    }
}

fn table_head(out: &mut String) {
    let _ = writeln!(out, "| | {} |", RELEASES.join(" | "));
    let _ = writeln!(out, "|---|{}", "--:|".repeat(RELEASES.len()));
}

/// How many commands a question runs.
pub(super) fn commands(out: &mut String, lines: &Lines) {
    let _ = write!(
        out,
        "\n## Commands\n\nRuns of `zfs` and `zpool` a question, counted; where filesystems are asked \
         for one by one, {COUNTED} are.\n\n"
    );
    table_head(out);
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for line in lines.iter().flat_map(|(_, lines)| lines) {
        let [_, question, who, _] = &line[..] else { continue };
        if seen.contains(&(question, who)) {
            continue;
        }
        seen.push((question, who));
        let cells = RELEASES.map(|release| {
            let of_release = lines.iter().filter(|(other, _)| *other == release);
            let same =
                |line: &&Vec<String>| line.get(1..3) == Some(&[question.clone(), who.clone()]);
            let found = of_release.flat_map(|(_, lines)| lines).find(same);
            found.and_then(|line| line.last().cloned()).unwrap_or_default()
        });
        let _ = writeln!(out, "| {question}: {who} | {} |", cells.join(" | "));
    }
}

/// What is to hold, and what was measured of it.
fn limits(out: &mut String, all: &[Cost]) {
    out.push_str("\n## What is to hold\n\nThe worst of all questions and pools; what does not hold is marked.\n\n");
    table_head(out);
    let mut line = |what: &str, bound: Bound, cell: &dyn Fn(&'static str) -> Option<f64>| {
        let cells = RELEASES.map(|release| match cell(release) {
            Some(n) if bound.holds(release, n) => format!("{n:.3}"),
            Some(n) => format!("**{n:.3}**"),
            None => String::new(),
        });
        let _ = writeln!(out, "| {what} | {} |", cells.join(" | "));
    };
    let ours = |release| all.iter().filter(move |c| c.release == release && c.who == OURS);
    let most = |numbers: &mut dyn Iterator<Item = f64>| numbers.reduce(f64::max);
    line(
        "ours against the raw command with the same columns, at most: 1.01",
        Bound::Most(1.01),
        &|release| {
            let lists = ours(release).filter(|cost| cost.question != GET);
            most(&mut lists.filter_map(|cost| against_raw(all, cost)))
        },
    );
    for peer in [GO, ZFSKIT] {
        line(&format!("ours against {peer}, at most: 1"), Bound::Most(1.0), &|release| {
            most(&mut ours(release).filter_map(|cost| {
                let peer = find(all, release, &cost.shape, &cost.question, peer)?;
                Some(cost.kilo as f64 / peer.kilo.max(1) as f64)
            }))
        });
    }
    for shape in Shape::MEASURED {
        let what = format!(
            "`zfs get all` against ours with what a storage driver needs, {}, at least: 4 on 2.3, 6 \
             on 2.4",
            shape.short()
        );
        line(&what, Bound::Least(&[("2.3", 4.0), ("2.4", 6.0)]), &|release| {
            let driver = find(all, release, shape.name(), DRIVER, OURS)?;
            let get = find(all, release, shape.name(), GET, RAW)?;
            Some(get.kilo as f64 / driver.kilo.max(1) as f64)
        });
    }
    for who in [OURS, ZFSQ] {
        let shape = Shape::Many;
        let what = format!(
            "`zfs get all` against {who}, which leaves out what is dear of snapshots, {}, at least: 3",
            shape.short()
        );
        let all_three = RELEASES.map(|release| (release, 3.0));
        line(&what, Bound::Least(&all_three), &|release| {
            let ours = find(all, release, shape.name(), GET, who)?;
            let raw = find(all, release, shape.name(), GET, RAW)?;
            Some(raw.kilo as f64 / ours.kilo.max(1) as f64)
        });
    }
}

/// Within what a ratio is to be.
enum Bound<'a> {
    Most(f64),
    /// On these releases.
    Least(&'a [(&'static str, f64)]),
}

impl Bound<'_> {
    /// As far as it is printed.
    fn holds(&self, release: &str, ratio: f64) -> bool {
        const HALF_A_DIGIT: f64 = 0.0005;
        match self {
            Self::Most(most) => ratio < most + HALF_A_DIGIT,
            Self::Least(all) => {
                let mut of_release = all.iter().filter(|(of, _)| *of == release);
                of_release.all(|(_, least)| ratio > least - HALF_A_DIGIT)
            }
        }
    }
}
