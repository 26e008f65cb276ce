//! Real outputs, from the fixtures: small ones of every platform.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use toml::{Table, Value};
use zfs_parse::saved::{Reading, Saved};
use zfs_parse::{Dialect, Properties};

/// The outputs of the commands that zfs-parse reads.
#[derive(Debug)]
pub struct Captures {
    all: Vec<(Saved, Vec<u8>)>,
}

impl Captures {
    /// Takes them from the fixtures.
    ///
    /// # Errors
    ///
    /// Where these can't be read.
    pub fn read() -> Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
        let mut all = Vec::new();
        for system in fs::read_dir(&folder).context("can't read the fixtures")? {
            let system = system?.path();
            for file in fs::read_dir(&system).into_iter().flatten() {
                let path = file?.path();
                if path.extension().is_some_and(|extension| extension == "toml") {
                    all.extend(capture(&path));
                }
            }
        }
        Ok(Self { all })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// How long they are together.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.all.iter().map(|(_, output)| output.len()).sum()
    }

    /// Reads all of them, every cell, and gives the number of those that can be read.
    #[must_use]
    pub fn read_all(&self) -> usize {
        let read = |(saved, output): &(Saved, Vec<u8>)| {
            let (reading, _) = saved.clone().read(output.clone()).partial();
            match reading {
                Reading::Listing(listing) => {
                    let cells = listing.rows().flat_map(|row| {
                        (0..listing.columns().len()).filter_map(move |column| row.at(column))
                    });
                    cells.filter(Result::is_ok).count()
                }
                Reading::Properties(properties) => cells(&properties),
                _ => 0,
            }
        };
        self.all.iter().map(read).sum()
    }
}

fn cells(properties: &Properties) -> usize {
    properties.rows().filter(|row| row.cell().is_ok()).count()
}

/// A capture, if it is of a command that is read.
fn capture(facts: &Path) -> Option<(Saved, Vec<u8>)> {
    let output = fs::read(facts.with_extension("out")).ok()?;
    let facts: Table = fs::read_to_string(facts).ok()?.parse().ok()?;
    let argv = facts.get("argv")?.as_array()?.iter().filter_map(Value::as_str);
    let dialect: Dialect = facts.get("dialect")?.as_str()?.parse().ok()?;
    Some((Saved::of(argv, dialect).ok()?, output))
}
