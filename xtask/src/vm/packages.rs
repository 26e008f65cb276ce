//! Debian's packages: found, fetched and checked by the host's own apt, unpacked by its dpkg.
//!
//! Nothing is installed, and the host's lists and sources are left alone: each suite has a folder
//! of its own with lists, sources and an empty package database, so that what is found depends on
//! the suite, and not on the host. Only the mirror is the host's.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use super::cache::{Cache, Key, make_dir};
use super::release::RECIPE;
use super::tools;
use crate::process::{ask, check_interrupt, run_within, shown};

/// For hosts that are no Debian.
const MIRROR_VARIABLE: &str = "ZFSQ_DEBIAN_MIRROR";
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";
const KEYRING_PACKAGE: &str = "debian-archive-keyring";

const QUICK: Duration = Duration::from_secs(60);
const DOWNLOAD_LIMIT: Duration = Duration::from_secs(15 * 60);
/// How long versions are taken from an earlier look, without asking the mirror.
const FRESH: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// One run asks for several packages of a suite.
const JUST_NOW: Duration = Duration::from_secs(10 * 60);

/// One package, exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Package {
    pub name: String,
    pub version: String,
    /// The file's name, which also the mirror uses.
    file: String,
    /// With its kind, as apt prints it.
    checksum: String,
}

/// Packages of one suite, with all that they depend on.
#[derive(Debug, Clone)]
pub(super) struct Packages {
    pub suite: String,
    pub list: Vec<Package>,
}

impl Packages {
    /// Everything that tells them from others, for a key.
    pub(super) fn identity(&self) -> String {
        let lines =
            self.list.iter().map(|package| format!("{} {}", package.file, package.checksum));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Those that the test picks.
    pub(super) fn only(mut self, picked: impl Fn(&str) -> bool) -> Self {
        self.list.retain(|package| picked(&package.name));
        self
    }

    pub(super) fn version_of(&self, name: &str) -> Result<&str> {
        let package = self.list.iter().find(|package| package.name == name);
        let package = package.with_context(|| format!("{} has no {name}", self.suite))?;
        Ok(&package.version)
    }

    /// Fetches what is not here yet, and unpacks all of it over one another.
    pub(super) fn unpack(&self, cache: &Cache, folder: &Path) -> Result<()> {
        let files = self.fetch(cache)?;
        make_dir(folder)?;
        for file in files {
            let mut command = Command::new("dpkg-deb");
            command.arg("--extract").arg(&file).arg(folder);
            said_ok(&mut command, QUICK)?;
        }
        Ok(())
    }

    fn fetch(&self, cache: &Cache) -> Result<Vec<PathBuf>> {
        let folder = cache.folder("packages")?;
        let _lock = cache.lock("packages")?;
        let path = |package: &Package| folder.join(&package.file);
        let missing: Vec<_> = self.list.iter().filter(|package| !path(package).exists()).collect();
        if !missing.is_empty() {
            let apt = Apt::new(cache, &self.suite)?;
            let scratch = cache.scratch("packages")?;
            eprintln!("fetching {} packages of {}", missing.len(), self.suite);
            let mut command = apt.command(&["download", "--quiet", "--quiet"]);
            command.current_dir(scratch.path());
            for package in &missing {
                command.arg(format!("{}={}", package.name, package.version));
            }
            if let Err(error) = said_ok(&mut command, DOWNLOAD_LIMIT) {
                check_interrupt()?;
                // The mirror may have newer ones in their place.
                fs::remove_dir_all(cache.folder("versions")?).context("can't tidy the cache")?;
                return Err(error.context("packages are looked up anew if you run it again"));
            }
            for package in missing {
                fs::rename(scratch.path().join(&package.file), path(package))
                    .with_context(|| format!("apt fetched no {}", package.file))?;
            }
        }
        Ok(self.list.iter().map(path).collect())
    }
}

/// Finds packages in the first suite that has the first of them in the wanted version.
pub(super) fn find(
    cache: &Cache,
    suites: &[&str],
    wanted: &[&str],
    version: &str,
) -> Result<Packages> {
    let mut reasons = Vec::new();
    for suite in suites {
        match find_in(cache, suite, wanted) {
            Ok(found) => {
                let first = wanted.first().copied().unwrap_or_default();
                let is = found.version_of(first)?;
                if is.starts_with(version) {
                    return Ok(found);
                }
                reasons.push(format!("{suite} has {first} {is}"));
            }
            Err(error) => {
                check_interrupt()?;
                reasons.push(format!("{suite}: {error:#}"));
            }
        }
    }
    bail!("can't get {} {version}: {}", wanted.join(", "), reasons.join("; "))
}

/// What is wanted and all that it depends on, as of today or of a look not long ago.
fn find_in(cache: &Cache, suite: &str, wanted: &[&str]) -> Result<Packages> {
    let key = Key::new(RECIPE).with(suite).with(&wanted.join(" ")).hex();
    let memory = cache.folder("versions")?.join(format!("{suite}-{key}"));
    let known = fs::read_to_string(&memory).ok().filter(|text| !text.is_empty());
    let parse = |text: &str| -> Result<Packages> {
        Ok(Packages { suite: suite.to_owned(), list: parse_uris(text)? })
    };
    let is_fresh = age_of(&memory).is_some_and(|age| age < FRESH);
    if let Some(text) = known.as_deref().filter(|_| is_fresh) {
        return parse(text);
    }
    match look_up(cache, suite, wanted) {
        Ok(text) => {
            let found = parse(&text)?;
            let unfinished = memory.with_extension(std::process::id().to_string());
            fs::write(&unfinished, text)
                .and_then(|()| fs::rename(&unfinished, &memory))
                .context("can't write the cache")?;
            Ok(found)
        }
        Err(error) => match known {
            Some(text) => {
                eprintln!("note: {suite} can't be asked for newer packages: {error:#}");
                parse(&text)
            }
            None => Err(error),
        },
    }
}

fn look_up(cache: &Cache, suite: &str, wanted: &[&str]) -> Result<String> {
    let apt = Apt::new(cache, suite)?;
    let _lock = cache.lock(&format!("apt-{suite}"))?;
    apt.update()?;
    let mut command = apt.command(&["install", "--print-uris", "--quiet", "--quiet", "--yes"]);
    command.args(wanted);
    said_ok(&mut command, QUICK)
}

/// Reads lines of `'URI' FILE SIZE CHECKSUM`.
fn parse_uris(text: &str) -> Result<Vec<Package>> {
    let mut packages = Vec::new();
    for line in text.lines().filter(|line| line.starts_with('\'')) {
        let package = parse_uri(line).with_context(|| format!("not understood: {line}"))?;
        packages.push(package);
    }
    ensure!(!packages.is_empty(), "apt names no packages");
    packages.sort_by(|a: &Package, b| a.file.cmp(&b.file));
    Ok(packages)
}

fn parse_uri(line: &str) -> Option<Package> {
    let mut words = line.rsplit(' ');
    let checksum = words.next()?.to_owned();
    let _size = words.next()?;
    let file = words.next()?.to_owned();
    let mut parts = file.split('_');
    let name = parts.next()?.to_owned();
    let version = parts.next()?.replace("%3a", ":");
    Some(Package { name, version, file, checksum })
}

/// apt with one suite, and nothing of the host's but its proxies and keys.
#[derive(Debug)]
struct Apt {
    suite: String,
    folder: PathBuf,
}

impl Apt {
    fn new(cache: &Cache, suite: &str) -> Result<Self> {
        let folder = cache.folder(&format!("apt/{suite}"))?;
        make_dir(&folder.join("lists/partial"))?;
        make_dir(&folder.join("archives/partial"))?;
        Ok(Self { suite: suite.to_owned(), folder })
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new("apt-get");
        command.arg("--config-file").arg(self.folder.join("apt.conf")).args(args);
        command.env("LC_ALL", "C").env("DEBIAN_FRONTEND", "noninteractive");
        command
    }

    /// Gets today's lists, from the first of the host's mirrors that has the suite.
    fn update(&self) -> Result<()> {
        let updated = self.folder.join("updated");
        if age_of(&updated).is_some_and(|age| age < JUST_NOW) {
            return Ok(());
        }
        write(&self.folder.join("status"), "")?;
        write(&self.folder.join("apt.conf"), &self.configuration())?;
        tools::ensure_file(KEYRING, KEYRING_PACKAGE)?;
        let mirrors = mirrors()?;
        let mut reasons = Vec::new();
        for mirror in &mirrors {
            eprintln!("looking for packages of {}", self.suite);
            let line = format!(
                "deb [arch=amd64 signed-by={KEYRING}] {mirror} {} main contrib\n",
                self.suite
            );
            write(&self.folder.join("sources.list"), &line)?;
            let mut command = self.command(&["update", "--quiet", "--quiet"]);
            command.args(["-o", "APT::Update::Error-Mode=any"]);
            match said_ok(&mut command, DOWNLOAD_LIMIT) {
                Ok(_) => return write(&updated, ""),
                Err(error) => reasons.push(format!("{error:#}")),
            }
            check_interrupt()?;
        }
        bail!(
            "none of apt's mirrors has {} (set {MIRROR_VARIABLE} to one of Debian's): {}",
            self.suite,
            reasons.join("; ")
        )
    }

    fn configuration(&self) -> String {
        let folder = self.folder.display();
        // Lists of some suites are past their Valid-Until.
        format!(
            r#"#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Dir::State "{folder}";
Dir::State::lists "{folder}/lists";
Dir::State::status "{folder}/status";
Dir::State::extended_states "{folder}/extended_states";
Dir::Cache "{folder}";
Dir::Cache::archives "{folder}/archives";
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
Dir::Etc::sourcelist "{folder}/sources.list";
Dir::Etc::sourceparts "{folder}/none";
Dir::Etc::preferences "{folder}/none";
Dir::Etc::preferencesparts "{folder}/none";
Acquire::Languages "none";
Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
Acquire::Check-Valid-Until "false";
Acquire::ForceHash "SHA256";
Acquire::Retries "3";
APT::Architecture "amd64";
APT::Install-Recommends "false";
APT::Sandbox::User "";
"#
        )
    }
}

/// Where the host gets its packages; Debian's main archive first.
fn mirrors() -> Result<Vec<String>> {
    if let Some(mirror) = std::env::var(MIRROR_VARIABLE).ok().filter(|text| !text.is_empty()) {
        return Ok(vec![mirror]);
    }
    let mut command = Command::new("apt-get");
    command.args(["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]);
    let said = said_ok(&mut command, QUICK)?;
    let mut mirrors: Vec<String> = said.lines().map(str::to_owned).collect();
    mirrors.sort();
    mirrors.dedup();
    mirrors.retain(|mirror| !mirror.contains("security"));
    mirrors.sort_by_key(|mirror| !mirror.trim_end_matches('/').ends_with("/debian"));
    Ok(mirrors)
}

/// What a command says when it succeeds; what it says when not, as an error.
pub(super) fn said_ok(command: &mut Command, limit: Duration) -> Result<String> {
    let said = ask(command, limit)?;
    ensure!(
        said.status.success(),
        "`{}` failed ({}): {}",
        shown(command),
        said.status,
        said.stderr.trim()
    );
    Ok(said.stdout)
}

/// The time since a file was written.
fn age_of(path: &Path) -> Option<Duration> {
    path.metadata().and_then(|about| about.modified()).ok()?.elapsed().ok()
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("can't write {}", path.display()))
}

/// Installs packages on the host, removing none; for root only.
pub(super) fn install_on_host(packages: &[&str]) -> Result<()> {
    let mut command = Command::new("apt-get");
    command.args(["install", "--yes", "--quiet", "--no-install-recommends", "--no-remove"]);
    command.args(["-o", "DPkg::Lock::Timeout=120"]).args(packages);
    command.env("DEBIAN_FRONTEND", "noninteractive");
    if run_within(&mut command, DOWNLOAD_LIMIT).is_ok() {
        return Ok(());
    }
    // A fresh machine may have no package lists at all, or stale ones.
    run_within(Command::new("apt-get").args(["update", "--quiet"]), DOWNLOAD_LIMIT)?;
    run_within(&mut command, DOWNLOAD_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_apt_are_understood() {
        let text = "'http://mirror.example/z/zlib1g_1.2.13.dfsg-1_amd64.deb' \
                    zlib1g_1%3a1.2.13.dfsg-1_amd64.deb 86684 SHA256:ec42\nReading...\n";
        let expected = Package {
            name: "zlib1g".into(),
            version: "1:1.2.13.dfsg-1".into(),
            file: "zlib1g_1%3a1.2.13.dfsg-1_amd64.deb".into(),
            checksum: "SHA256:ec42".into(),
        };
        assert_eq!(parse_uris(text).expect("it is valid"), [expected]);
        assert!(parse_uris("").is_err());
        assert!(parse_uris("'x'\n").is_err());
    }
}
