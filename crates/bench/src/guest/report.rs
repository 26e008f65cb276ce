//! The report, `GUESTS.md`: made of the lines that the guests have left.

mod asked;
mod properties;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::pool::Shape;
use crate::report::date;

const RELEASES: [&str; 3] = ["2.1", "2.3", "2.4"];

/// The fields of the lines that a part of the measurement has left, by release.
type Lines = Vec<(&'static str, Vec<Vec<String>>)>;

/// Makes the report of what is in a folder.
///
/// # Errors
///
/// A file can't be read.
pub fn write(folder: &Path) -> Result<String> {
    let mut out = format!(
        "# What questions cost on real ZFS\n\n\
         Written by `cargo xtask bench guests` on {date}. Real OpenZFS, in virtual machines with one \
         processor whose clock counts instructions: those of the kernel and of every process, \
         whatever else the host does. It does not know caches, and is even to about a million of \
         instructions, while a command that does nothing takes some 15 million. Pools are on a file \
         in memory, and everything was asked once before, to warm up. Each figure is of one question: asked again, it \
         is the same to a tenth of a million. *Ours* is zfs-exec's client in \
         a process that lasts, as a daemon's, with every cell of the answer read; go-zfs and zfskit \
         are asked from such processes too, and `zfsq` is started anew for each question. \"What a \
         storage driver needs\" is name, used, available, mountpoint, origin, quota, referenced and \
         canmount of the filesystems alone.\n",
        date = date()
    );
    let mut asked = Lines::new();
    for shape in Shape::MEASURED {
        asked.extend(lines(folder, shape.name())?);
    }
    asked::write(&mut out, &asked::read(&asked)?);
    asked::commands(&mut out, &lines(folder, Shape::Counting.name())?);
    properties::write(&mut out, &lines(folder, "dear")?)?;
    Ok(out)
}

fn lines(folder: &Path, part: &str) -> Result<Lines> {
    let mut all = Lines::new();
    for release in RELEASES {
        let path = folder.join(format!("{release}-{part}"));
        if path.exists() {
            let text = fs::read_to_string(&path)
                .with_context(|| format!("can't read {}", path.display()))?;
            let fields = |line: &str| line.split('\t').map(str::to_owned).collect();
            all.push((release, text.lines().map(fields).collect()));
        }
    }
    Ok(all)
}
