//! Measures everything and prints the report, or writes it to a file:
//! `bench-report [--quick] [--out FILE] [ONLY]`.

use std::process::Command;

use anyhow::{Context, Result};
use bench::report::{self, Plan};

fn main() -> Result<()> {
    let mut plan = Plan::full();
    let mut out = None;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match &arg[..] {
            "--quick" => plan = Plan { only: plan.only, ..Plan::quick() },
            "--out" => out = Some(args.next().context("--out lacks its file")?),
            _ => plan.only = Some(arg),
        }
    }
    let report = report::write(&plan, &count)?;
    match out {
        Some(file) => std::fs::write(&file, report).with_context(|| format!("can't write {file}")),
        None => {
            print!("{report}");
            Ok(())
        }
    }
}

/// Asks the program beside this one how much a contender allocates: how often, and how many bytes
/// at most.
fn count(name: &str, rows: usize) -> Result<(u64, u64)> {
    let this = std::env::current_exe().context("this program has no path")?;
    let program = this.with_file_name(format!("bench-memory{}", std::env::consts::EXE_SUFFIX));
    let said = Command::new(program).args([name, &rows.to_string()]).output();
    let said = said.context("can't run bench-memory, which should be beside this program")?;
    let text = String::from_utf8_lossy(&said.stdout);
    let numbers: Vec<u64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let [allocations, most] = numbers[..] else {
        anyhow::bail!("bench-memory failed: {}", String::from_utf8_lossy(&said.stderr).trim());
    };
    Ok((allocations, most))
}
