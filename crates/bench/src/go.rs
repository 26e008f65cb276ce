//! go-zfs, in a program of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

/// Where Debian puts the sources of Go's libraries.
const DEBIAN: &str = "/usr/share/gocode";

/// The program, built, beside a `zfs` that prints a file.
#[derive(Debug)]
pub struct GoZfs {
    folder: TempDir,
}

/// What one call cost.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    pub rows: u64,
    pub time: Duration,
    /// What only reading the pipe takes of it.
    pub reading: Duration,
    pub allocations: u64,
    pub heap: u64,
}

impl GoZfs {
    /// Builds the program.
    ///
    /// # Errors
    ///
    /// Why it can't be: mostly that there is no Go, or no go-zfs.
    pub fn build() -> Result<Self> {
        if !Path::new(DEBIAN).join("src/github.com/mistifyio/go-zfs").exists() {
            bail!("go-zfs is not there: install golang-go and golang-go-zfs-dev");
        }
        let folder = tempfile::tempdir().context("can't make a folder")?;
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/go/main.go");
        let mut go = Command::new("go");
        go.arg("build").arg("-o").arg(folder.path().join("peer")).arg(source);
        go.env("GO111MODULE", "off").env("GOPATH", DEBIAN).env("GOFLAGS", "");
        go.env("GOCACHE", folder.path().join("cache"));
        let built = go.output().context("go is not there: install golang-go")?;
        if !built.status.success() {
            bail!("go can't build it: {}", String::from_utf8_lossy(&built.stderr).trim());
        }
        Ok(Self { folder })
    }

    /// Makes `zfs` print this.
    ///
    /// # Errors
    ///
    /// Where the disk is full, and the like.
    pub fn print(&self, output: &[u8]) -> Result<()> {
        fs::write(self.folder.path().join("rows"), output).context("can't write the rows")?;
        let zfs = self.folder.path().join("zfs");
        fs::write(&zfs, "#!/bin/sh\nexec cat \"$ROWS\"\n").context("can't write a script")?;
        executable(&zfs).context("can't make a script executable")
    }

    /// Lists the datasets once.
    ///
    /// # Errors
    ///
    /// Where the program fails.
    pub fn list(&self) -> Result<Call> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = [PathBuf::from(self.folder.path())].into_iter();
        let path = std::env::join_paths(folders.chain(std::env::split_paths(&path)))?;
        let mut peer = Command::new(self.folder.path().join("peer"));
        // One processor: with two, its collector would work beside it, and be counted all the same.
        peer.env("PATH", path).env("ROWS", self.folder.path().join("rows")).env("GOMAXPROCS", "1");
        let said = peer.output().context("can't run the program")?;
        let text = String::from_utf8_lossy(&said.stdout);
        let numbers: Vec<u64> = text.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        let [rows, call, reading, allocations, heap] = numbers[..] else {
            bail!("the program failed: {}", String::from_utf8_lossy(&said.stderr).trim());
        };
        let (time, reading) = (Duration::from_nanos(call), Duration::from_nanos(reading));
        Ok(Call { rows, time, reading, allocations, heap })
    }
}

#[cfg(unix)]
fn executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}
