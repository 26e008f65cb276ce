//! `cargo xtask ci`: everything that must pass.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::cli::Fuzz;
use crate::pool_test::{self, Outcome};
use crate::process::{check_interrupt, run};
use crate::workspace::cargo;
use crate::{check_targets, fuse, fuzz, lint_workflows, tidy};

type Step = (&'static str, fn() -> Result<Done>);

/// A step that did not fail.
enum Done {
    Passed,
    Skipped(String),
}

const STEPS: [Step; 15] = [
    ("format", || call(&["fmt", "--all", "--check"])),
    ("clippy", || clippy(&[])),
    ("clippy, all features", || clippy(&["--all-features"])),
    ("docs", docs),
    ("test", || call(&["test", "--locked"])),
    ("test, all features", || call(&["test", "--locked", "--all-features"])),
    ("test, zfs-parse alone", || call(&["test", "--locked", "--package", "zfs-parse"])),
    ("test, framing, a hundred thousand times", framing),
    ("check, zfs-parse without features", || {
        call(&["check", "--locked", "--package", "zfs-parse", "--no-default-features"])
    }),
    ("tidy", || tidy::run().map(passed)),
    ("workflows", || lint_workflows::run().and_then(done)),
    ("other targets", other_targets),
    ("fuzz", || fuzz::run_targets(&Fuzz { target: None, seconds: 10 }).map(passed)),
    ("pool tests on zfs-fuse", pool_tests),
    ("pool tests in machines", || pool_test::vm("all", &[]).and_then(done)),
];

pub(crate) fn run_all() -> Result<()> {
    let mut summary = Vec::new();
    for (index, (name, step)) in STEPS.iter().enumerate() {
        println!("\n== {name}");
        let started = Instant::now();
        let result = check_interrupt().and_then(|()| step());
        let took = started.elapsed();
        let verdict = match &result {
            Ok(Done::Passed) => "passed".to_owned(),
            Ok(Done::Skipped(reason)) => format!("SKIPPED: {reason}"),
            Err(_) => "FAILED".to_owned(),
        };
        println!("== {name}: {verdict}, {}", seconds(took));
        summary.push(format!("{:>8}  {name}: {verdict}", seconds(took)));
        if let Err(error) = result {
            let left = STEPS.len() - index - 1;
            print_summary(&summary, &format!("stopped; not run: {left}"));
            return Err(error).with_context(|| (*name).to_owned());
        }
    }
    print_summary(&summary, "all passed, but for what is said to be skipped");
    Ok(())
}

fn print_summary(lines: &[String], end: &str) {
    println!("\n== summary");
    for line in lines {
        println!("{line}");
    }
    println!("{end}");
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn passed((): ()) -> Done {
    Done::Passed
}

fn call(args: &[&str]) -> Result<Done> {
    run(cargo().args(args)).map(passed)
}

fn clippy(features: &[&str]) -> Result<Done> {
    let all = ["clippy", "--locked", "--workspace", "--all-targets"];
    call(&[&all, features, &["--", "-D", "warnings"]].concat())
}

/// Optimised: then this test makes up a hundred thousand systems.
fn framing() -> Result<Done> {
    let test = "what_is_returned_is_true_or_said_to_be_missing";
    call(&["test", "--locked", "--release", "--package", "zfs-parse", "--test", "properties", test])
}

fn docs() -> Result<Done> {
    let mut command = cargo();
    command.args(["doc", "--locked", "--no-deps"]).env("RUSTDOCFLAGS", "-Dwarnings");
    run(&mut command).map(passed)
}

fn other_targets() -> Result<Done> {
    let skipped = check_targets::check()?;
    Ok(if skipped.is_empty() { Done::Passed } else { Done::Skipped(skipped.join("; ")) })
}

fn pool_tests() -> Result<Done> {
    pool_test::fuse(&[]).and_then(done)
}

fn done(outcome: Outcome) -> Result<Done> {
    match outcome {
        Outcome::Passed => Ok(Done::Passed),
        Outcome::NoEngine(reason) => {
            fuse::skip(&reason)?;
            Ok(Done::Skipped(reason))
        }
    }
}
