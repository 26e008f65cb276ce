//! Runs zfsq, on stub tools where it is to meet a ZFS.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Far more than anything here takes on a busy machine.
pub const SLACK: Duration = Duration::from_secs(20);

pub fn zfsq(args: &[&str]) -> Output {
    ended(args, b"")
}

/// Runs zfsq to its end with this standard input.
pub fn ended(args: &[&str], stdin: &[u8]) -> Output {
    let mut child = command(args).stdin(Stdio::piped()).spawn().expect("it starts");
    // It need not read: an error is its own business.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin);
    child.wait_with_output().expect("it ends")
}

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zfsq"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Reads saved output as that of a command line, and gives standard output, as text, and how it
/// exited.
pub fn parse(command: &str, dialect: &str, format: &str, saved: &[u8]) -> (String, i32) {
    let args = ["parse", "--as", command, "--dialect", dialect, "--format", format];
    let output = ended(&args, saved);
    (text(&output.stdout), code(&output))
}

/// As [`parse`], and gives the document.
pub fn parse_json(command: &str, dialect: &str, saved: &[u8]) -> (Value, i32) {
    let (text, code) = parse(command, dialect, "json", saved);
    (serde_json::from_str(&text).expect("JSON"), code)
}

pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

pub fn code(output: &Output) -> i32 {
    output.status.code().expect("it exits")
}

/// The bytes of a recorded output.
pub fn fixture(case: &str) -> Vec<u8> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    fs::read(fixtures.join(case).with_extension("out")).expect("a fixture")
}

/// A folder with scripts that stand in for zfs and zpool.
pub struct Stub {
    folder: TempDir,
}

impl Stub {
    /// Both tools are this script, which finds the folder in `$T`.
    pub fn new(script: &str) -> Self {
        let stub = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        // A shell writes it: a file that this process has open for writing may be open in a child
        // of another test as well, and can't be executed meanwhile.
        let mut shell = Command::new("/bin/sh")
            .args(["-c", "cat >\"$0\" && chmod 755 \"$0\""])
            .arg(stub.file("tool"))
            .stdin(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut stdin = shell.stdin.take().expect("its standard input");
        let folder = stub.folder.path().display();
        write!(stdin, "#!/bin/sh\nT='{folder}'\n{script}\n").expect("written");
        drop(stdin);
        assert!(shell.wait().expect("waited for").success());
        stub
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let tool = self.file("tool");
        let mut command = command(args);
        command.arg("--zfs").arg(&tool).arg("--zpool").arg(&tool);
        command.args(["--dialect", "openzfs-2.3"]);
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("it runs")
    }

    /// Waits until a script has written a line to a file of the folder, and gives it.
    pub fn line(&self, name: &str) -> String {
        let file = self.file(name);
        let read = || fs::read_to_string(&file).unwrap_or_default();
        assert!(soon(|| read().ends_with('\n')), "nothing in {}", file.display());
        read().trim_end().to_owned()
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

/// Sends a signal, `0` for none; tells whether the process was there.
pub fn signal(signal: &str, pid: &str) -> bool {
    let mut kill = Command::new("/bin/sh");
    kill.args(["-c", "kill -\"$0\" \"$1\" 2>/dev/null", signal, pid]);
    kill.status().expect("a shell").success()
}

/// Writes recorded outputs to a folder, as `--from` reads them.
pub fn record(folder: &Path, case: &str, argv: &[&str], output: &str, more: &str) {
    let argv: Vec<String> = argv.iter().map(|word| format!("'{word}'")).collect();
    let toml = format!("argv = [{}]\ndialect = 'openzfs-2.3'\n{more}\n", argv.join(", "));
    fs::write(folder.join(case).with_extension("out"), output).expect("written");
    fs::write(folder.join(case).with_extension("toml"), toml).expect("written");
}
