//! What a guest says: on its console, for people, and on its second port, for us.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A file that grows, read line by line.
#[derive(Debug)]
pub(super) struct Tail {
    path: PathBuf,
    read: u64,
    partial: Vec<u8>,
}

impl Tail {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), read: 0, partial: Vec::new() }
    }

    /// Whether anything was said at all.
    pub(super) fn has_begun(&self) -> bool {
        self.read > 0
    }

    /// The lines that were finished since the last call.
    pub(super) fn lines(&mut self) -> Result<Vec<String>> {
        let Ok(mut file) = File::open(&self.path) else { return Ok(Vec::new()) };
        let cant = || format!("can't read {}", self.path.display());
        file.seek(SeekFrom::Start(self.read)).with_context(cant)?;
        let count = file.read_to_end(&mut self.partial).with_context(cant)?;
        self.read += u64::try_from(count).unwrap_or_default();
        let end = self.partial.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let whole: Vec<u8> = self.partial.drain(..end).collect();
        Ok(String::from_utf8_lossy(&whole).lines().map(clean).collect())
    }

    /// What is left without an end of line.
    pub(super) fn rest(&mut self) -> Option<String> {
        let rest = std::mem::take(&mut self.partial);
        (!rest.is_empty()).then(|| clean(&String::from_utf8_lossy(&rest)))
    }
}

/// A line as it may be shown: what moves a terminal's cursor does not belong there.
fn clean(line: &str) -> String {
    let visible = |c: &char| *c == '\t' || !c.is_control();
    line.chars().filter(visible).collect()
}

/// What a line of the kernel says of the guest's end, if it is one. It may follow the beginning of
/// another line, that of a program which was cut short.
pub(super) fn death(line: &str) -> Option<&'static str> {
    line.match_indices('[').find_map(|(at, _)| {
        // Only the kernel writes the time since boot before what it says.
        let (time, said) = line.get(at + 1..)?.split_once(']')?;
        let (seconds, fraction) = time.trim_start().split_once('.')?;
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        (digits(seconds) && digits(fraction) && fraction.len() == 6).then(|| cause(said))?
    })
}

/// The test that a line of the console says is running: the test harness writes a test's name, runs
/// it, and goes on with how it went.
pub(super) fn running_test(line: &str) -> Option<&str> {
    let (name, result) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let done = ["ok", "FAILED", "ignored"].iter().any(|word| result.starts_with(word));
    (!done).then_some(name)
}

fn cause(said: &str) -> Option<&'static str> {
    let deaths = [
        ("panic_on_oom", "the guest ran out of memory"),
        ("deadlocked on memory", "the guest ran out of memory"),
        ("Kernel panic", "the guest's kernel panicked"),
        ("PANIC at", "ZFS panicked in the guest"),
        ("PANIC:", "ZFS panicked in the guest"),
        ("BUG: soft lockup", "the guest locked up"),
        ("BUG: ", "the guest's kernel met a bug"),
        ("Oops", "the guest's kernel met a bug"),
        ("self-detected stall", "the guest locked up"),
    ];
    deaths.iter().find(|(mark, _)| said.contains(mark)).map(|(_, what)| *what)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn only_the_kernel_tells_of_a_death() {
        let oom = "[   12.345678] Kernel panic - not syncing: Out of memory: panic_on_oom";
        assert_eq!(death(oom), Some("the guest ran out of memory"));
        assert_eq!(death("[    1.000000] VERIFY3(0 == 1) failed"), None);
        assert_eq!(
            death("test a ... [    1.000000] PANIC at spa.c:1:f()"),
            Some("ZFS panicked in the guest")
        );
        assert_eq!(death("test says: Kernel panic - not syncing"), None);
        assert_eq!(death("[notes] Kernel panic"), None);
    }

    #[test]
    fn a_test_runs_until_its_line_says_how_it_went() {
        assert_eq!(running_test("test a::b ... "), Some("a::b"));
        assert_eq!(running_test("test a::b ... [    1.000000] Kernel panic"), Some("a::b"));
        assert_eq!(running_test("test a::b ... ok"), None);
        assert_eq!(running_test("test result: ok. 2 passed"), None);
    }

    #[test]
    fn lines_are_read_once_and_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("console");
        let mut tail = Tail::new(&path);
        assert!(tail.lines().expect("no file yet").is_empty());
        let mut file = File::create(&path).expect("a file");
        file.write_all(b"one\r\ntw").expect("written");
        assert_eq!(tail.lines().expect("read"), ["one"]);
        assert!(tail.has_begun());
        file.write_all(b"o\n\x1b[Hx").expect("written");
        assert_eq!(tail.lines().expect("read"), ["two"]);
        assert_eq!(tail.rest().as_deref(), Some("[Hx"));
    }
}
