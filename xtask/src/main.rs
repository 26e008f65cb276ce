//! The project's tasks. `cargo xtask help` lists them; each has a file of its own.

mod bench;
mod capture;
mod check_targets;
mod ci;
mod cli;
mod demo;
mod fuse;
mod fuzz;
mod lint_workflows;
mod local;
mod pool_test;
mod process;
mod semver;
mod tidy;
#[cfg(target_os = "linux")]
mod vm;
mod workspace;

use std::process::ExitCode;

use clap::Parser;
use cli::{Cli, Engine, Task};

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    process::watch_for_interrupts()?;
    workspace::remember_this_program()?;
    match cli.task {
        Task::Demo { command } => demo::prepare(&command)?,
        Task::PoolTest(options) => match options.engine {
            Engine::Fuse { test_args } => pool_test::fuse(&test_args)?.report()?,
            Engine::Local { test_args } => local::run_tests(&test_args)?.report()?,
            Engine::Vm { release, test_args } => {
                pool_test::vm(&release, &test_args)?.report()?;
            }
        },
        #[cfg(target_os = "linux")]
        Task::Vm(options) => return vm::run(&options.task),
        #[cfg(not(target_os = "linux"))]
        Task::Vm(_) => anyhow::bail!("the machines need Linux"),
        Task::Capture(options) => capture::run(&options)?,
        Task::Fuzz(options) => fuzz::run_targets(&options)?,
        Task::Bench(options) => bench::measure(&options)?,
        Task::Tidy => tidy::run()?,
        Task::CheckTargets => drop(check_targets::check()?),
        Task::LintWorkflows => lint_workflows::run()?.report()?,
        Task::Semver => semver::check()?,
        Task::Ci => ci::run_all()?,
        Task::Inside(inside) => return fuse::inside::run(&inside.job),
    }
    Ok(ExitCode::SUCCESS)
}
