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

/// What a line of the kernel says of the guest's end, if it is one.
pub(super) fn death(line: &str) -> Option<&'static str> {
    // Only the kernel's own lines begin with the time since boot.
    let (time, rest) = line.trim_start().strip_prefix('[')?.split_once(']')?;
    if !time.trim().bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
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
    deaths.iter().find(|(mark, _)| rest.contains(mark)).map(|(_, what)| *what)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn only_the_kernel_tells_of_a_death() {
        let oom = "[   12.345678] Kernel panic - not syncing: Out of memory: panic_on_oom";
        assert_eq!(death(oom), Some("the guest ran out of memory"));
        assert_eq!(death("[    1.0] VERIFY3(0 == 1) failed"), None);
        assert_eq!(death("[    1.0] PANIC at spa.c:1:f()"), Some("ZFS panicked in the guest"));
        assert_eq!(death("test says: Kernel panic - not syncing"), None);
        assert_eq!(death("[notes] Kernel panic"), None);
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
