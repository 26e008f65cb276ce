//! Stub tools: shell scripts that behave as `zfs` does on a bad day.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use zfs_exec::{Limits, Local, Runner, Running};
use zfs_parse::exchange::{Finished, Invocation, Program};

/// Far more than anything here takes on a busy machine. Nothing waits this long unless it is wrong.
pub const SLACK: Duration = Duration::from_secs(20);

/// A deadline that passes soon.
pub const SOON: Duration = Duration::from_millis(300);

/// A folder with a script that stands in for zfs.
pub struct Stub {
    folder: TempDir,
}

impl Stub {
    pub fn new(script: &str) -> Self {
        let stub = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        stub.write("zfs", script);
        stub
    }

    /// Writes an executable script. A shell does it, because a file that this process has open for
    /// writing may be open in a child of another test as well, and can't be executed meanwhile.
    pub fn write(&self, name: &str, script: &str) {
        let mut shell = Command::new("/bin/sh")
            .args(["-c", "cat >\"$0\" && chmod 755 \"$0\""])
            .arg(self.file(name))
            .stdin(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut stdin = shell.stdin.take().expect("its standard input");
        write!(stdin, "#!/bin/sh\n{script}\n").expect("written");
        drop(stdin);
        assert!(shell.wait().expect("waited for").success());
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A runner whose `zfs` this is. Scripts find the folder in `$T`, and end soon when told to.
    pub fn local(&self) -> Local {
        Local::new()
            .program(Program::Zfs, self.file("zfs"))
            .env("T", self.folder.path())
            .grace(Duration::from_millis(200))
    }

    pub fn start(&self, limits: &Limits) -> Box<dyn Running> {
        self.local().start(&list(), limits).expect("it starts")
    }

    /// Waits until a script has written a line to a file of the folder, and gives it.
    pub fn line(&self, name: &str) -> String {
        let file = self.file(name);
        let read = || fs::read_to_string(&file).unwrap_or_default();
        assert!(soon(|| read().ends_with('\n')), "nothing in {}", file.display());
        read().trim_end().to_owned()
    }
}

pub fn list() -> Invocation {
    Invocation::new(Program::Zfs, ["list", "-Hp"])
}

/// A deadline that does not pass unless something is wrong.
pub fn patient() -> Limits {
    Limits::within(SLACK)
}

/// Reads all output and then how the command ended.
pub fn run(mut running: Box<dyn Running>) -> (Vec<u8>, Finished) {
    let output = read_all(&mut *running);
    (output, running.finish().expect("it ends"))
}

pub fn read_all(running: &mut dyn Running) -> Vec<u8> {
    let (mut output, mut piece) = (Vec::new(), vec![0; 64 * 1024]);
    loop {
        match running.read(&mut piece).expect("it can be read") {
            0 => return output,
            length => output.extend_from_slice(&piece[..length]),
        }
    }
}

/// Whether this comes true within the slack.
pub fn soon(mut holds: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < SLACK {
        if holds() {
            return true;
        }
        thread::sleep(Duration::from_millis(10));
    }
    false
}

/// Whether a process runs. One that has ended and was not reaped yet does not.
pub fn runs(pid: &str) -> bool {
    if Path::new("/proc/self/stat").exists() {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
        return state.is_some_and(|state| !"ZX".contains(state));
    }
    let ps = Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("ps");
    let state = String::from_utf8_lossy(&ps.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}
