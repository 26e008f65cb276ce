//! The archive that the kernel unpacks into memory ("newc"), with everything owned by root.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Context, Result};

const FOLDER: u32 = 0o040_000;
const REGULAR: u32 = 0o100_000;
const LINK: u32 = 0o120_000;

/// An archive being written; archives may follow one another in one file.
#[derive(Debug)]
pub(super) struct Archive {
    out: BufWriter<File>,
    number: u32,
}

impl Archive {
    /// Appends an archive to a file.
    pub(super) fn append_to(path: &Path) -> Result<Self> {
        let file = File::options().create(true).append(true).open(path);
        let file = file.with_context(|| format!("can't open {}", path.display()))?;
        Ok(Self { out: BufWriter::with_capacity(1 << 18, file), number: 0 })
    }

    pub(super) fn folder(&mut self, name: &str, mode: u32) -> Result<()> {
        self.entry(name, FOLDER | mode, b"")
    }

    pub(super) fn file(&mut self, name: &str, mode: u32, bytes: &[u8]) -> Result<()> {
        self.entry(name, REGULAR | mode, bytes)
    }

    pub(super) fn link(&mut self, name: &str, target: &str) -> Result<()> {
        self.entry(name, LINK | 0o777, target.as_bytes())
    }

    /// Adds a file or a whole folder from outside under a name in the archive.
    pub(super) fn tree(&mut self, name: &str, path: &Path) -> Result<()> {
        let cant = || format!("can't read {}", path.display());
        let about = path.symlink_metadata().with_context(cant)?;
        let mode = about.permissions().mode() & 0o7777;
        if about.is_symlink() {
            let target = fs::read_link(path).with_context(cant)?;
            return self.link(name, &target.to_string_lossy());
        }
        if about.is_file() {
            return self.file(name, mode, &fs::read(path).with_context(cant)?);
        }
        self.folder(name, mode)?;
        let mut entries: Vec<_> = fs::read_dir(path).with_context(cant)?.flatten().collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let inner = format!("{name}/{}", entry.file_name().to_string_lossy());
            self.tree(&inner, &entry.path())?;
        }
        Ok(())
    }

    pub(super) fn end(mut self) -> Result<()> {
        self.entry("TRAILER!!!", 0, b"")?;
        self.out.flush().context("can't write the archive")
    }

    fn entry(&mut self, name: &str, mode: u32, bytes: &[u8]) -> Result<()> {
        self.number += 1;
        let size = u32::try_from(bytes.len()).with_context(|| format!("{name} is too big"))?;
        let name_size = u32::try_from(name.len() + 1).context("a name is too long")?;
        let header = [self.number, mode, 0, 0, 1, 0, size, 0, 0, 0, 0, name_size, 0];
        (|| -> io::Result<()> {
            self.out.write_all(b"070701")?;
            for field in header {
                write!(self.out, "{field:08x}")?;
            }
            self.out.write_all(name.as_bytes())?;
            self.out.write_all(b"\0")?;
            self.pad(110 + name.len() + 1)?;
            self.out.write_all(bytes)?;
            self.pad(bytes.len())
        })()
        .context("can't write the archive")
    }

    fn pad(&mut self, length: usize) -> io::Result<()> {
        let missing = length.next_multiple_of(4) - length;
        self.out.write_all(b"\0\0\0".get(..missing).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_follow_one_another_on_their_boundaries() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("archive");
        for name in ["a", "bcd"] {
            let mut archive = Archive::append_to(&path).expect("it opens");
            archive.file(name, 0o644, b"12345").expect("it is written");
            archive.end().expect("it ends");
        }
        let bytes = fs::read(&path).expect("it is there");
        assert_eq!(bytes.len() % 4, 0);
        let starts: Vec<_> = bytes
            .windows(6)
            .enumerate()
            .filter_map(|(at, window)| (window == b"070701").then_some(at % 4))
            .collect();
        assert_eq!(starts, [0; 4]);
    }
}
