//! Runs one command of ZFS and keeps all that came of it: bytes, exit status, signal.
//!
//! `cargo xtask capture` runs this inside an engine, once for each case. It has no dependencies, so
//! that it is small and links statically for any guest. A shell could do the same, but it can't
//! tell a signal from a high exit status.
//!
//! ```text
//! record FOLDER [OPTION VALUE]… CASE SHOWS zfs|zpool ARGUMENT…
//! ```
//!
//! Leaves `CASE.out`, `CASE.err` and `CASE.case` in the folder, or, where the command ended in
//! another way than wanted, a line in `skipped`.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Emulated machines on busy hosts are slow; a command that waits for ever is a fault of the list.
const LIMIT: Duration = Duration::from_secs(120);
const POLL: Duration = Duration::from_millis(5);
/// Progress is told every second, where it is told; a slow machine takes its time to begin.
const PATIENCE: Duration = Duration::from_secs(10);

const FOLDERS: [&str; 4] = ["/usr/sbin", "/sbin", "/usr/local/sbin", "/usr/bin"];

/// An ordinary user: he need not have a name.
const USER: u32 = 1000;

#[derive(Default)]
struct Options {
    /// How it has to end: `ok`, `fail`, or `any`.
    want: String,
    expect: String,
    note: String,
    /// A file for standard input.
    input: Option<String>,
    /// Standard output is a stream, and is not kept.
    drops_output: bool,
    /// Nor is it read before progress is told, or [`PATIENCE`] is over.
    reads_late: bool,
    as_user: bool,
}

struct Case<'a> {
    folder: &'a Path,
    name: &'a str,
    shows: &'a str,
    argv: &'a [String],
    options: Options,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("record: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let args: Result<Vec<String>, _> = std::env::args_os().map(OsString::into_string).collect();
    let args = args.map_err(|arg| format!("not UTF-8, and can't be described: {arg:?}"))?;
    let usage = "record FOLDER [OPTION VALUE]… CASE SHOWS zfs|zpool …";
    let [_, folder, rest @ ..] = &args[..] else { return Err(usage.into()) };
    let (options, rest) = options(rest)?;
    let [name, shows, argv @ ..] = rest else { return Err(usage.into()) };
    if !matches!(argv.first().map(String::as_str), Some("zfs" | "zpool")) {
        return Err(format!("{name}: only zfs and zpool are recorded"));
    }
    Case { folder: Path::new(folder), name, shows, argv, options }.record()
}

fn options(mut args: &[String]) -> Result<(Options, &[String]), String> {
    let mut options = Options { want: "ok".into(), ..Options::default() };
    while let [option, value, rest @ ..] = args {
        match option.as_str() {
            "--want" => options.want.clone_from(value),
            "--expect" => options.expect.clone_from(value),
            "--note" => options.note.clone_from(value),
            "--input" => options.input = Some(value.clone()),
            "--output" => {
                options.reads_late = value == "late";
                options.drops_output = options.reads_late || value == "dropped";
            }
            "--as" => options.as_user = value == "user",
            option if option.starts_with("--") => return Err(format!("no option {option}")),
            _ => break,
        }
        args = rest;
    }
    Ok((options, args))
}

impl Case<'_> {
    fn record(self) -> Result<(), String> {
        let path = |ending: &str| self.folder.join(format!("{}.{ending}", self.name));
        let told = |error: std::io::Error| format!("{}: {error}", self.name);
        if path("case").exists() {
            return Err(format!("{}: there are two of this name", self.name));
        }
        let status = self.run(&path("out"), &path("err"))?;
        let exit = exit_of(status);
        let wanted = match self.options.want.as_str() {
            "ok" => exit == 0,
            "fail" => exit != 0,
            _ => true,
        };
        if !wanted {
            let said = fs::read(path("err")).map_err(told)?;
            let said = String::from_utf8_lossy(&said);
            let first = said.lines().next().unwrap_or("it says nothing");
            let line = format!("{}: exit status {exit}: {first}\n", self.name);
            print!("skipped: {line}");
            let file = OpenOptions::new().create(true).append(true).open(self.list("skipped"));
            file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(told)?;
            fs::remove_file(path("out")).map_err(told)?;
            return fs::remove_file(path("err")).map_err(told);
        }
        fs::write(path("case"), self.description(exit)).map_err(told)?;
        // The order of the cases: numbers are given out by first appearance.
        let order = OpenOptions::new().create(true).append(true).open(self.list("order"));
        order.and_then(|mut file| writeln!(file, "{}", self.name)).map_err(told)
    }

    fn list(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn run(&self, out: &Path, err: &Path) -> Result<ExitStatus, String> {
        let told = |error: std::io::Error| format!("{}: {error}", self.name);
        let program = self.argv.first().map_or("zfs", String::as_str);
        let mut paths = FOLDERS.iter().map(|folder| Path::new(folder).join(program));
        let program = paths.find(|path| path.is_file()).ok_or("there is no ZFS here")?;
        let mut command = Command::new(program);
        command.args(&self.argv[1..]).env("TZ", "UTC");
        for variable in ["LANG", "LC_ALL", "LC_CTYPE", "LANGUAGE"] {
            command.env_remove(variable);
        }
        // As our own executor runs it: JSON is whole only where characters are known.
        let is_json = |arg: &String| arg == "--json" || is_cluster_with_j(arg);
        if self.argv.iter().any(is_json) {
            command.env("LC_CTYPE", "C.UTF-8");
        } else {
            command.env("LC_ALL", "C");
        }
        if self.options.as_user {
            #[cfg(unix)]
            std::os::unix::process::CommandExt::gid(&mut command, USER);
            #[cfg(unix)]
            std::os::unix::process::CommandExt::uid(&mut command, USER);
        }
        let input = match &self.options.input {
            Some(path) => File::open(path).map_err(told)?.into(),
            None => Stdio::null(),
        };
        command.stdin(input).stderr(File::create(err).map_err(told)?);
        let mut file = File::create(out).map_err(told)?;
        let status = if self.options.reads_late {
            let mut child = command.stdout(Stdio::piped()).spawn().map_err(told)?;
            let patience = Instant::now() + PATIENCE;
            while Instant::now() < patience && !tells_progress(&fs::read(err).map_err(told)?) {
                std::thread::sleep(POLL);
            }
            if let Some(mut stream) = child.stdout.take() {
                std::io::copy(&mut stream, &mut file).map_err(told)?;
            }
            self.wait(child)?
        } else {
            self.wait(command.stdout(file).spawn().map_err(told)?)?
        };
        if self.options.drops_output {
            // Afterwards: some systems can't send to a null device.
            File::create(out).map_err(told)?;
        }
        Ok(status)
    }

    fn wait(&self, mut child: Child) -> Result<ExitStatus, String> {
        let deadline = Instant::now() + LIMIT;
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Ok(status),
                Ok(None) if Instant::now() < deadline => std::thread::sleep(POLL),
                Ok(None) => {
                    // It may be unkillable; then it is left behind.
                    let _ = child.kill();
                    return Err(format!("{}: not done after {LIMIT:?}", self.name));
                }
                Err(error) => return Err(format!("{}: {error}", self.name)),
            }
        }
    }

    /// Keys and values, each ended by a NUL, which none of them can hold.
    fn description(&self, exit: i32) -> String {
        let mut text = String::new();
        let mut pair = |key: &str, value: &str| {
            let _ = write!(text, "{key}\0{value}\0");
        };
        pair("exit", &exit.to_string());
        pair("shows", self.shows);
        pair("note", &self.options.note);
        pair("expect", &self.options.expect);
        pair("dropped", if self.options.drops_output { "yes" } else { "" });
        pair("user", if self.options.as_user { "yes" } else { "" });
        for word in self.argv {
            pair("argv", word);
        }
        text
    }
}

/// Whether a line begins with a time of day.
fn tells_progress(said: &[u8]) -> bool {
    let is_time = |line: &[u8]| match line {
        [h, i, b':', m, n, b':', rest @ ..] => {
            [h, i, m, n].iter().all(|d| d.is_ascii_digit()) && !rest.is_empty()
        }
        _ => false,
    };
    said.split(|byte| *byte == b'\n').any(is_time)
}

/// A cluster of short options with `j`: but not a path, a name or a word.
fn is_cluster_with_j(arg: &str) -> bool {
    let letters = arg.strip_prefix('-').unwrap_or_default();
    letters.len() <= 4
        && letters.contains('j')
        && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The exit status, or the negative of the signal that ended it.
fn exit_of(status: ExitStatus) -> i32 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return -signal;
    }
    status.code().unwrap_or(-1)
}
