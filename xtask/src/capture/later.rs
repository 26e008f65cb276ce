//! `fixtures/LATER.md`: the captures that nothing reads yet, so that none is forgotten.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, Result};
use toml::{Table, Value};

use crate::workspace::root;

const HEAD: &str = "# Fixtures that nothing reads yet\n\n\
    Written by `cargo xtask capture`; `cargo xtask tidy` checks that it is whole. A command that \
    is read from now on takes its fixtures off this list.\n\n| command | fixtures |\n|---|---|\n";

/// Writes it anew, from the descriptions.
pub(super) fn write() -> Result<()> {
    let fixtures = root().join("fixtures");
    let mut commands: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in fs::read_dir(&fixtures).context("there are no fixtures")?.flatten() {
        let Ok(files) = fs::read_dir(folder.path()) else { continue };
        for file in files.flatten() {
            let path = file.path();
            if path.extension().is_none_or(|ending| ending != "toml") {
                continue;
            }
            let text = fs::read_to_string(&path).context("can't read a description")?;
            let table: Table = text.parse().with_context(|| path.display().to_string())?;
            if table.get("expect").and_then(Value::as_str) != Some("later") {
                continue;
            }
            let case = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let name = format!("{}/{case}", folder.file_name().to_string_lossy());
            commands.entry(command(&table)).or_default().push(name);
        }
    }
    let mut text = HEAD.to_owned();
    for (command, mut names) in commands {
        names.sort();
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(text, "| `{command}` | {} |", names.join(", "));
    }
    fs::write(fixtures.join("LATER.md"), text).context("can't write the list")
}

/// Program and subcommand.
fn command(table: &Table) -> String {
    let argv = table.get("argv").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let words: Vec<_> = argv.iter().filter_map(Value::as_str).take(2).collect();
    words.join(" ")
}
