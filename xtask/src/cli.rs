//! What `cargo xtask` understands; nothing is done here.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// The project's tasks.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub task: Task,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Show zfsq at work on a throw-away real pool; needs no ZFS on this machine
    Demo {
        /// Run this in place of the demo's questions, for four minutes at most, with zfsq, zfs and
        /// zpool on its PATH: try `-- sh -c 'zfsq list; zfs list'`
        #[arg(last = true, value_name = "COMMAND")]
        command: Vec<OsString>,
    },
    /// Run the pool tests against a real ZFS
    PoolTest(PoolTest),
    /// Run fuzz targets for a while
    Fuzz(Fuzz),
    /// Measure how fast zfs-parse is, with its peers beside it, and write crates/bench/README.md
    Bench(Bench),
    /// Check the rules that the compiler can't: fixtures, layers, file sizes, the README
    Tidy,
    /// Check that the libraries compile for targets other than this machine's
    CheckTargets,
    /// Check the workflows of the hosted CI with actionlint and zizmor, fetched when missing
    LintWorkflows,
    /// Check that the libraries' public API is the last release's, as far as its version promises
    Semver,
    /// Run everything that must pass, in order, and stop at the first failure
    Ci,
    /// Real OpenZFS in virtual machines, for people
    Vm(Vm),
    /// Run the capture list on a real ZFS, and write what it prints as fixtures
    Capture(Capture),
    /// Run by this program itself, as the first process of a private namespace
    #[command(hide = true)]
    Inside(Inside),
}

#[derive(Debug, Args)]
pub(crate) struct PoolTest {
    #[command(subcommand)]
    pub engine: Engine,
}

/// What makes the pools.
#[derive(Debug, Subcommand)]
pub(crate) enum Engine {
    /// zfs-fuse, started for this run alone and out of sight of everything else
    Fuse {
        /// Arguments for the test program: a filter, --nocapture, …
        #[arg(last = true)]
        test_args: Vec<OsString>,
    },
    /// This machine's own ZFS, beside its own pools, which are left alone
    Local {
        /// Arguments for the test program: a filter, --nocapture, …
        #[arg(last = true)]
        test_args: Vec<OsString>,
    },
    /// Current OpenZFS in virtual machines, which are built when missing
    Vm {
        /// Which release: 2.1, 2.3, 2.4 or all
        #[arg(long, default_value = "all")]
        release: String,
        /// Arguments for the test program: a filter, --nocapture, …
        #[arg(last = true)]
        test_args: Vec<OsString>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Vm {
    #[command(subcommand)]
    pub task: VmTask,
}

#[derive(Debug, Subcommand)]
pub(crate) enum VmTask {
    /// List what is cached, with sizes
    List,
    /// Remove everything that is cached
    Clean,
    /// Boot a guest with a pool and zfsq, and open a shell in it
    Shell {
        /// Which release: 2.1, 2.3 or 2.4
        #[arg(long)]
        release: String,
    },
    /// Boot a guest, run one command, and give its output and exit status
    Run {
        /// Which release: 2.1, 2.3 or 2.4
        #[arg(long)]
        release: String,
        #[arg(last = true, required = true)]
        command: Vec<OsString>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// The target to run; all of them, one after the other, when left out
    pub target: Option<String>,
    /// How long each target runs
    #[arg(long, default_value_t = 30)]
    pub seconds: u32,
}

#[derive(Debug, Args)]
pub(crate) struct Capture {
    /// Which ZFS: fuse, vm-2.1, vm-2.3 or vm-2.4
    #[arg(long)]
    pub engine: String,
    /// Only this theme of the list; may be repeated. Without it, cases that the list has no longer
    /// are removed
    #[arg(long = "theme")]
    pub themes: Vec<String>,
}

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Bench {
    /// Measure fewer rows, and print the report in place of writing it
    #[arg(long)]
    pub quick: bool,
    /// With --quick: measure only what has this in its name
    #[arg(requires = "quick")]
    pub only: Option<String>,
    #[command(subcommand)]
    pub what: Option<BenchWhat>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BenchWhat {
    /// Measure what questions cost on real ZFS, in virtual machines that count instructions, and
    /// write crates/bench/GUESTS.md
    Guests {
        /// Which release: 2.1, 2.3, 2.4 or all; what was measured of the others before stays
        #[arg(long, default_value = "all")]
        release: String,
        /// Only this part: clones, mounted-clones, many, counting, dear; what was measured of the
        /// others before stays
        #[arg(long)]
        only: Option<String>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Inside {
    #[command(subcommand)]
    pub job: Job,
}

/// What to do once the private engine is up.
#[derive(Debug, Subcommand)]
pub(crate) enum Job {
    Demo {
        zfsq: PathBuf,
        #[arg(last = true)]
        command: Vec<OsString>,
    },
    Run {
        #[arg(last = true, required = true)]
        command: Vec<OsString>,
    },
}
