//! `cargo xtask pool-test vm`: the tests of real pools, in a guest of each release.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

use super::cache::Cache;
use super::guest::{Job, Machine};
use super::release::Release;
use super::{programs, quoted, tools};
use crate::pool_test::Outcome;
use crate::process::check_interrupt;

const LIMIT: Duration = Duration::from_secs(20 * 60);

/// Runs a test program with its output on the console and in a file. When the program has ended,
/// the output may still be held open: by a tool that waits for a pool which never comes back.
/// Tests take turns, unless told otherwise: some look at all pools, and one that takes the guest
/// with it shall be known by name.
const SCRIPT: &str = "#!/bin/sh
export POOL_TEST_DIR=/scratch RUST_BACKTRACE=1 RUST_TEST_THREADS=1
worst=0
run() {
    out=/results/$1.out
    shift
    echo \"guest: $1\"
    rm -f /run/pipe
    mkfifo /run/pipe
    tee \"$out\" </run/pipe &
    tee=$!
    \"$@\" >/run/pipe 2>&1 || worst=1
    for i in 1 2 3 4 5 6 7 8 9 10; do
        kill -0 $tee 2>/dev/null || break
        usleep 200000
    done
}
";

pub(crate) fn run(releases: &[&'static Release], args: &[OsString]) -> Result<Outcome> {
    if let Some(reason) = tools::obstacle() {
        return Ok(Outcome::NoEngine(reason));
    }
    tools::ensure_for_running()?;
    let cache = Cache::open()?;
    let tests = programs::pool_tests()?;
    // What has to be built is built one by one; each build uses the whole host.
    let machines: Vec<_> =
        releases.iter().map(|release| (*release, Machine::prepare(&cache, release))).collect();
    check_interrupt()?;
    let mut report = Vec::new();
    let mut failed = Vec::new();
    for (release, took, result) in run_all(&machines, &tests, args) {
        let took = took.as_secs_f64();
        let line = match &result {
            Ok(failures) if failures.is_empty() => "passed".to_owned(),
            Ok(failures) => format!("FAILED: {}", failures.join(", ")),
            Err(error) => format!("FAILED: {error:#}"),
        };
        if !result.is_ok_and(|failures| failures.is_empty()) {
            failed.push(release.name);
        }
        report.push(format!("{took:>7.1} s  OpenZFS {}: {line}", release.name));
    }
    check_interrupt()?;
    println!("\n== pool tests in machines");
    for line in report {
        println!("{line}");
    }
    if !failed.is_empty() {
        bail!("pool tests failed on OpenZFS {}", failed.join(" and "));
    }
    Ok(Outcome::Passed)
}

type Prepared<'a> = (&'static Release, Result<Machine<'a>>);
type Done = (&'static Release, Duration, Result<Vec<String>>);

/// Runs one guest more at a time than the host has processors: each keeps one busy at most, and they
/// come to their end together, where the last of three would run alone on a host of two.
fn run_all(machines: &[Prepared<'_>], tests: &[PathBuf], args: &[OsString]) -> Vec<Done> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((release, machine)) = machines.get(next.fetch_add(1, Ordering::Relaxed)) {
            let started = Instant::now();
            let result = match machine {
                Ok(machine) => one(machine, tests, args),
                Err(error) => Err(anyhow!("{error:#}")),
            };
            done.push((*release, started.elapsed(), result));
        }
        done
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from) + 1;
    let mut done: Vec<Done> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers.min(machines.len())).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    });
    done.sort_by_key(|(release, ..)| release.name);
    done
}

/// The names of the tests that failed.
fn one(machine: &Machine<'_>, tests: &[PathBuf], args: &[OsString]) -> Result<Vec<String>> {
    let mut job = Job { limit: LIMIT, is_shown: true, ..Job::default() };
    job.script = SCRIPT.into();
    let args: Vec<_> = args.iter().map(|arg| quoted(&arg.to_string_lossy())).collect();
    for (index, test) in tests.iter().enumerate() {
        let name = test.file_name().unwrap_or_default().to_string_lossy();
        let program = format!("job/{name}");
        let _ = writeln!(job.script, "run {index} /{program} {}", args.join(" "));
        job.files.push((test.clone(), program));
    }
    job.script.push_str("exit $worst\n");
    let finished = machine.run(&job)?;
    let mut failures = Vec::new();
    for index in 0..tests.len() {
        failures.extend(failed_tests(&finished.results.join(format!("{index}.out")))?);
    }
    if finished.status != 0 && failures.is_empty() {
        bail!("the tests ended with status {} and name none that failed", finished.status);
    }
    Ok(failures)
}

fn failed_tests(output: &Path) -> Result<Vec<String>> {
    let text = fs::read(output).context("the guest left no output of a test program")?;
    Ok(failed_lines(&String::from_utf8_lossy(&text)))
}

/// The names in the last list that the test harness prints under `failures:`.
fn failed_lines(text: &str) -> Vec<String> {
    let list = text.rsplit_once("\nfailures:\n").map(|(_, list)| list).unwrap_or_default();
    let names = list.lines().take_while(|line| line.starts_with("    "));
    names.map(|line| line.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_tests_are_named() {
        let text = "running 2 tests\ntest a ... ok\ntest b::c ... FAILED\n\nfailures:\n\n\
                    ---- b::c stdout ----\nno\n\nfailures:\n    b::c\n    d\n\ntest result: FAILED.";
        assert_eq!(failed_lines(text), ["b::c", "d"]);
        assert!(failed_lines("test result: ok.").is_empty());
    }
}
