//! What differs from run to run, made canonical in place: identity, time, and how fast it went.
//!
//! Replaced by values of one length, so that columns stay where they are; where a number of another
//! length stood, the spaces behind it give or take. `fixtures/README.md` tells what is done; sizes
//! are left as they are ([`differ_in_sizes_alone`]).

mod numbers;
mod rows;
mod sizes;
mod tables;
mod times;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use regex::bytes::{Regex, RegexBuilder};

pub(super) use sizes::differ_in_sizes_alone;
pub(super) use times::Clock;

use numbers::Numbers;
use tables::Aligned;

/// The canonical form of what one theme printed: a number that returns is replaced by the same.
#[derive(Debug)]
pub(super) struct Normal {
    clock: Clock,
    host: Option<Regex>,
    numbers: Numbers,
    /// What was done since this was asked for.
    changes: Vec<&'static str>,
}

impl Normal {
    pub(super) fn new(clock: Clock, host: Option<&str>) -> Self {
        let host = host.filter(|host| !host.is_empty());
        let host = host.map(|host| pattern(&format!(r"\b{}\b", regex::escape(host))));
        Self { clock, host, numbers: Numbers::default(), changes: Vec::new() }
    }

    pub(super) fn text(&mut self, text: &[u8], argv: &[String]) -> Vec<u8> {
        let mut text = text.to_vec();
        if let Some(host) = &self.host {
            let named = host.replace_all(&text, &b"host"[..]).into_owned();
            // The history of a pool tells the kernel as well.
            let kernel = pattern(r"\buts host .*? x86_64\b");
            let named = kernel.replace_all(&named, &b"uts host 6.1.0 #1 SMP x86_64"[..]);
            note(&mut self.changes, &mut text, named.into_owned(), "the host's name");
        }
        let next = times::replaced(&text, &self.clock);
        note(&mut self.changes, &mut text, next, "times");
        // Times stand before some rows, and would decide.
        let next = rows::sorted(&text, argv);
        note(&mut self.changes, &mut text, next, "the order of rows");
        // In tables of `list` numbers are aligned right; elsewhere everything is aligned left.
        let is_list = argv.get(1).is_some_and(|word| word == "list");
        let aligned = if is_list { Aligned::Right } else { Aligned::Left };
        let next = tables::replaced(&text, aligned, |text| self.numbers.guids(text));
        note(&mut self.changes, &mut text, next, "guids");
        let next = numbers::transactions(&text, argv);
        note(&mut self.changes, &mut text, next, "numbers of transactions and objects");
        let next = times::paces(&text);
        note(&mut self.changes, &mut text, next, "durations and rates");
        text
    }

    /// What was changed since the last call.
    pub(super) fn changes(&mut self) -> Vec<&'static str> {
        std::mem::take(&mut self.changes)
    }
}

fn note(changes: &mut Vec<&'static str>, text: &mut Vec<u8>, next: Vec<u8>, what: &'static str) {
    if *text != next {
        *text = next;
        if !changes.contains(&what) {
            changes.push(what);
        }
    }
}

/// A pattern of bytes, all of which are written in this program; each is compiled once.
#[track_caller]
fn pattern(text: &str) -> Regex {
    static KNOWN: Mutex<BTreeMap<String, Regex>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pattern) = known.get(text) {
        return pattern.clone();
    }
    match RegexBuilder::new(text).unicode(false).multi_line(true).build() {
        Ok(pattern) => known.entry(text.to_owned()).or_insert(pattern).clone(),
        Err(error) => panic!("{error}"),
    }
}
