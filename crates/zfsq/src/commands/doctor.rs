//! `zfsq doctor`: which ZFS this is, what it can do, and what is in the way.

use std::time::Duration;

use anyhow::{Error, Result};
use zfs_exec::PLATFORM;
use zfs_parse::answer::Lack;
use zfs_parse::detect::System;
use zfs_parse::dialect::Capability;
use zfs_parse::exchange::{Ended, Invocation, Program};
use zfs_parse::{Answer, Dialect, Listing, zpool};

use crate::cli;
use crate::exit::Exit;
use crate::output::{Finding, Report, Sheet, print};
use crate::report::{Advised, From};
use crate::session::Session;

/// A pool that is suspended answers nothing; that is what a doctor is asked about, so it must come
/// to an end.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn run(doctor: &cli::Doctor) -> Result<Exit> {
    let session = Session::open(&doctor.reading, Some(PATIENCE))?;
    let mut chart = Chart::default();
    chart.add("platform", PLATFORM);
    chart.tools(&session);
    match session.probe() {
        Ok(answer) => chart.system(&answer),
        // Recordings need not have what it asks, and name their dialect themselves.
        Err(_) if session.local().is_none() => chart.recorded(session.dialect()?),
        Err(error) => chart.obstacle(&error),
    }
    // Where nothing could be started, there is nothing more to learn by trying again.
    if !chart.blocked {
        match pools(&session) {
            Ok(answer) => chart.pools(&answer),
            Err(error) => chart.obstacle(&error),
        }
    }
    chart.in_the_way();
    chart.capabilities();
    let exit = chart.exit();
    let report = Report {
        command: "doctor",
        dialect: chart.dialect.map(|dialect| dialect.to_string()).unwrap_or_default(),
        proven: true,
        commands: chart.commands.iter().map(ToString::to_string).collect(),
        sheet: &Sheet::findings(&chart.findings),
        lacks: chart.lacks.iter().collect(),
    };
    if exit != Exit::Interrupted {
        print(&report, doctor.reading.format)?;
    }
    Ok(exit)
}

/// The cheapest question that tells whether we may read.
fn pools(session: &Session) -> Result<Answer<Listing>> {
    session.ask(zpool::List::new(["name", "health"])?)
}

/// What was found.
#[derive(Default)]
struct Chart {
    findings: Vec<Finding>,
    dialect: Option<Dialect>,
    /// Whether the system has told which dialect it talks.
    told: bool,
    commands: Vec<Invocation>,
    lacks: Vec<Lack>,
    /// Whether a command could not be run at all.
    blocked: bool,
    obstacles: Vec<String>,
}

impl Chart {
    fn add(&mut self, subject: impl Into<String>, finding: impl Into<String>) {
        self.findings.push(Finding { subject: subject.into(), finding: finding.into() });
    }

    /// How the tools are run.
    fn tools(&mut self, session: &Session) {
        for program in [Program::Zfs, Program::Zpool] {
            let none: [&str; 0] = [];
            let argv = session.local().map(|local| local.argv(&Invocation::new(program, none)));
            let finding = match argv {
                None => "recorded outputs".to_owned(),
                Some(Ok(words)) => {
                    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
                    words.join(" ")
                }
                Some(Err(_)) => "not found".to_owned(),
            };
            self.add(program.name(), finding);
        }
    }

    fn system(&mut self, answer: &Answer<System>) {
        let System { dialect, operating_system, userland, kernel, .. } = answer.value();
        let told = |version: &Option<String>| match version {
            Some(version) => version.clone(),
            None => "does not tell its version".to_owned(),
        };
        self.add("system", operating_system);
        self.add("commands", told(userland));
        self.add("module", told(kernel));
        self.dialect = Some(*dialect);
        self.told = userland.is_some() || answer.lacks().is_empty();
        self.take(answer);
    }

    fn pools(&mut self, answer: &Answer<Listing>) {
        // Asked in the dialect that was given, if one was, less what was refused.
        self.dialect = Some(answer.dialect());
        let listing = answer.value();
        let reading = match (answer.lacks(), listing.len()) {
            ([], 0) => "works; there is no pool".to_owned(),
            ([], 1) => "works; there is 1 pool".to_owned(),
            ([], pools) => format!("works; there are {pools} pools"),
            (_, 0) => "does not work".to_owned(),
            (_, pools) => format!("works in part; {pools} pools can be read"),
        };
        self.add("reading", reading);
        for row in listing.rows() {
            let health = row.text(1).unwrap_or_default();
            if health != b"ONLINE" {
                let name = String::from_utf8_lossy(row.name());
                let health = String::from_utf8_lossy(health);
                self.add(format!("pool {name}"), format!("{health}; see `zpool status {name}`"));
            }
        }
        self.take(answer);
    }

    fn recorded(&mut self, dialect: Dialect) {
        self.add("system", "that of the recordings, which tell no more of it");
        self.dialect = Some(dialect);
        self.told = true;
    }

    fn take<T>(&mut self, answer: &Answer<T>) {
        self.commands.extend(answer.commands().iter().cloned());
        let from = From(answer.commands());
        for lack in answer.lacks() {
            // A module that is not loaded is told by every command.
            if !self.lacks.contains(lack) {
                self.lacks.push(lack.clone());
                self.obstacles.push(format!("{}{from}", Advised(lack)));
            }
        }
    }

    fn obstacle(&mut self, error: &Error) {
        self.blocked = true;
        self.obstacles.push(format!("{error:#}"));
    }

    fn in_the_way(&mut self) {
        if self.obstacles.is_empty() {
            self.add("in the way", "nothing");
        }
        for obstacle in std::mem::take(&mut self.obstacles) {
            self.add("in the way", obstacle);
        }
    }

    fn capabilities(&mut self) {
        let Some(dialect) = self.dialect else { return };
        if !self.told {
            self.add("dialect", format!("not known; until it tells, taken for {dialect}"));
            return;
        }
        self.add("dialect", dialect.to_string());
        for capability in Capability::ALL {
            let finding = if dialect.has(*capability) { "yes" } else { "no" };
            self.add(format!("can: {}", capability.what()), finding);
        }
    }

    fn exit(&self) -> Exit {
        let refused = Lack::Ended(Ended::Code(1));
        let blocked = self.blocked.then_some(&refused);
        Exit::of_answer(false, self.lacks.iter().chain(blocked))
    }
}
