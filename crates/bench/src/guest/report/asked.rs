//! The questions' tables.

use std::fmt::Write as _;

use anyhow::{Context, Result, bail, ensure};

use super::{Lines, RELEASES};
use crate::guest::pool::Shape;
use crate::guest::question::{GET, GO, OURS, RAW, ZFSKIT};

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
    commands: u64,
}

pub(super) fn read(lines: &Lines, counted: &Lines) -> Result<Vec<Cost>> {
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
                commands: commands(counted, release, question, who)?,
            });
        }
    }
    Ok(all)
}

fn commands(counted: &Lines, release: &str, question: &str, who: &str) -> Result<u64> {
    let lines = counted.iter().find(|(other, _)| *other == release);
    let line = lines.and_then(|(_, lines)| {
        lines.iter().find(|line| matches!(&line[..], [_, q, w, _] if q == question && w == who))
    });
    let line = line.with_context(|| format!("nobody counted on {release}: {question}, {who}"))?;
    Ok(line.last().context("an empty line")?.parse()?)
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
    tables(out, all, "who was asked", |cost| match against_raw(all, cost) {
        Some(ratio) if cost.who != RAW => format!("{ratio:.3}"),
        _ => String::new(),
    });
    out.push_str(
        "\n## Figures\n\nMillions of instructions; runs of `zfs` and `zpool` a question; the most \
         memory that who asked had, in MB, which for the raw command is that of `zfs` itself.\n",
    );
    tables(out, all, "who was asked", |cost| {
        format!("{:.1}; {}; {:.1}", cost.kilo as f64 / 1e3, cost.commands, cost.memory as f64 / 1e3)
    });
}

/// A table for each question about each pool: a line for each who was asked, a column for each
/// release.
fn tables(out: &mut String, all: &[Cost], head: &str, cell: impl Fn(&Cost) -> String) {
    for shape in Shape::MEASURED {
        let _ = writeln!(out, "\n### {}", shape.title());
        let mut seen: Vec<&str> = Vec::new();
        for first in all.iter().filter(|cost| cost.shape == shape.name()) {
            let question = first.question.as_str();
            if seen.contains(&question) {
                continue;
            }
            seen.push(question);
            let _ = writeln!(out, "\n{}: {} rows.\n", capital(question), first.rows);
            let _ = writeln!(out, "| {head} | {} |", RELEASES.join(" | "));
            let _ = writeln!(out, "|---|{}", "--:|".repeat(RELEASES.len()));
            let mut whos: Vec<&str> = Vec::new();
            let asked = |cost: &&Cost| cost.shape == shape.name() && cost.question == question;
            for cost in all.iter().filter(asked) {
                if !whos.contains(&cost.who.as_str()) {
                    whos.push(&cost.who);
                }
            }
            for who in whos {
                let cells = RELEASES.map(|release| {
                    find(all, release, shape.name(), question, who).map_or(String::new(), &cell)
                });
                if cells.iter().any(|cell| !cell.is_empty()) {
                    let _ = writeln!(out, "| {who} | {} |", cells.join(" | "));
                }
            }
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// What is to hold, and what was measured of it.
fn limits(out: &mut String, all: &[Cost]) {
    let _ = writeln!(out, "\n## What is to hold\n\n| | {} |", RELEASES.join(" | "));
    let _ = writeln!(out, "|---|{}", "--:|".repeat(RELEASES.len()));
    let mut line = |what: &str, cell: &dyn Fn(&'static str) -> Option<f64>| {
        let cells =
            RELEASES.map(|release| cell(release).map_or(String::new(), |n| format!("{n:.3}")));
        let _ = writeln!(out, "| {what} | {} |", cells.join(" | "));
    };
    let ours = |release| all.iter().filter(move |c| c.release == release && c.who == OURS);
    let most = |numbers: &mut dyn Iterator<Item = f64>| numbers.reduce(f64::max);
    line("ours against the raw command with the same columns, at most: 1.01", &|release| {
        let lists = ours(release).filter(|cost| cost.question != GET);
        most(&mut lists.filter_map(|cost| against_raw(all, cost)))
    });
    for peer in [GO, ZFSKIT] {
        line(&format!("ours against {peer}, at most: 1"), &|release| {
            most(&mut ours(release).filter_map(|cost| {
                let peer = find(all, release, &cost.shape, &cost.question, peer)?;
                Some(cost.kilo as f64 / peer.kilo.max(1) as f64)
            }))
        });
    }
    line("commands that ours runs for a listing: 1", &|release| {
        most(
            &mut ours(release)
                .filter(|c| c.rows > 0)
                .filter(|c| !c.question.contains("one by one"))
                .map(|c| c.commands as f64),
        )
    });
    for shape in Shape::MEASURED {
        let what = format!(
            "`zfs get all` against ours with what a storage driver needs, {}, at least: 4 on 2.3, 6 \
             on 2.4",
            shape.short()
        );
        line(&what, &|release| {
            let driver = find(all, release, shape.name(), crate::guest::question::DRIVER, OURS)?;
            let get = find(all, release, shape.name(), GET, RAW)?;
            Some(get.kilo as f64 / driver.kilo.max(1) as f64)
        });
    }
}
