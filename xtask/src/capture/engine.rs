//! What the cases run on.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail, ensure};

use super::normal::Clock;
use super::themes::{self, Places, Theme};
use crate::fuse;
use crate::process::{ask, run};
use crate::workspace::{build_dir, cargo};

const LIMIT: Duration = Duration::from_secs(40 * 60);
const QUICK: Duration = Duration::from_secs(20);

/// An engine, and how what it prints is named.
#[derive(Debug)]
pub(super) enum Engine {
    Fuse,
    /// A release in a virtual machine.
    Machine {
        release: String,
        name: String,
    },
}

/// What a run left.
#[derive(Debug)]
pub(super) struct Run {
    /// A folder for each theme.
    pub results: PathBuf,
    pub clock: Clock,
    /// The name of the host, where it can be seen inside.
    pub host: Option<String>,
    pub platform: String,
    /// Dropped, it removes the files.
    _guard: Box<dyn std::any::Any>,
}

impl Engine {
    pub(super) fn named(name: &str) -> Result<Self> {
        match name.strip_prefix("vm-") {
            Some(release) => {
                Ok(Self::Machine { release: release.into(), name: format!("openzfs-{release}") })
            }
            None if name == "fuse" => Ok(Self::Fuse),
            None => bail!("no engine {name}; there are: fuse, vm-2.1, vm-2.3, vm-2.4"),
        }
    }

    pub(super) fn folder(&self) -> &str {
        match self {
            Self::Fuse => "legacy-zfs-fuse-0.7",
            Self::Machine { name, .. } => name,
        }
    }

    pub(super) fn dialect(&self) -> &str {
        match self {
            Self::Fuse => "legacy",
            Self::Machine { name, .. } => name,
        }
    }

    /// Runs the themes; `None` where the engine can't be had, which is told.
    pub(super) fn run(&self, themes: &[&Theme]) -> Result<Option<Run>> {
        match self {
            Self::Fuse => on_fuse(themes),
            Self::Machine { release, .. } => in_machine(release, themes),
        }
    }
}

fn on_fuse(themes: &[&Theme]) -> Result<Option<Run>> {
    let fuse = match fuse::find_or_install()? {
        fuse::Engine::Ready(fuse) => fuse,
        fuse::Engine::Missing(reason) => {
            fuse::skip(&reason)?;
            return Ok(None);
        }
    };
    run(cargo().args(["build", "--locked", "--package", "record"]))?;
    let folder = tempfile::tempdir().context("can't make a folder")?;
    themes::write(themes, folder.path())?;
    let results = folder.path().join("results");
    let places = Places {
        results: results.display().to_string(),
        scripts: folder.path().display().to_string(),
        record: build_dir()?.join("record").display().to_string(),
        sets_clock: false,
    };
    let script = folder.path().join("driver");
    fs::write(&script, themes::driver(themes, &places)).context("can't write a script")?;
    let since = now()?;
    let job = ["run", "--", "sh"].map(OsStr::new).into_iter().chain([script.as_os_str()]);
    fuse.run(job, LIMIT)?;
    let clock = Clock::Flat { since, until: now()? };
    let host = fs::read_to_string("/proc/sys/kernel/hostname").context("this host has no name")?;
    let host = Some(host.trim().to_owned());
    let platform = fuse_platform()?;
    Ok(Some(Run { results, clock, host, platform, _guard: Box::new(folder) }))
}

fn now() -> Result<i64> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock is off")?;
    Ok(i64::try_from(now.as_secs())?)
}

/// zfs-fuse does not tell its version; its package does.
fn fuse_platform() -> Result<String> {
    let mut query = Command::new("dpkg-query");
    let said = ask(query.args(["-W", "-f", "${Version}", "zfs-fuse"]), QUICK)?;
    ensure!(said.status.success(), "the package of zfs-fuse tells no version");
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let name = name.unwrap_or("Linux").trim_matches('"');
    Ok(format!("zfs-fuse {}, {name}", said.stdout.trim()))
}

#[cfg(target_os = "linux")]
fn in_machine(release: &str, themes: &[&Theme]) -> Result<Option<Run>> {
    use crate::vm;

    let folder = tempfile::tempdir().context("can't make a folder")?;
    let places = Places {
        results: "/results".into(),
        scripts: "/job".into(),
        record: "/job/record".into(),
        sets_clock: true,
    };
    let scripts = themes::write(themes, folder.path())?;
    let files = scripts.into_iter().map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (path, format!("job/{name}"))
    });
    // The pools' files lie where they lie on any engine.
    let script = themes::driver(themes, &places).replacen(
        '\n',
        "\nmkdir -p /run/zqt && mount --bind /scratch /run/zqt || exit 1\n",
        1,
    );
    let finished = match vm::job::run(release, script, files.collect(), LIMIT)? {
        Ok(finished) => finished,
        Err(reason) => {
            fuse::skip(&reason)?;
            return Ok(None);
        }
    };
    let results = finished.results.clone();
    let versions = fs::read_to_string(results.join("version")).context("no version was told")?;
    let versions: Vec<_> = versions.lines().collect();
    let platform = match &versions[..] {
        [tools, module, kernel] => format!("{tools}, {module}; Linux {kernel} in QEMU"),
        _ => bail!("these are no versions: {versions:?}"),
    };
    Ok(Some(Run { results, clock: Clock::Set, host: None, platform, _guard: Box::new(finished) }))
}

#[cfg(not(target_os = "linux"))]
fn in_machine(_: &str, _: &[&Theme]) -> Result<Option<Run>> {
    bail!("the machines need Linux")
}
