//! Fixtures as files: a pair each, and never half a set.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use toml::{Table, Value};

use super::normal::{self, Normal};
use super::recorded::Recorded;
use crate::workspace::root;

/// The mark of what this program writes, and may replace and remove.
const SOURCE: &str = "captured by the project";

/// A case as it is to be written.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fixture {
    name: String,
    out: Vec<u8>,
    toml: String,
}

/// What became of a set.
#[derive(Debug, Default)]
pub(super) struct Written {
    new: usize,
    changed: Vec<String>,
    kept: Vec<String>,
    removed: Vec<String>,
}

impl std::fmt::Display for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |names: &[String]| {
            let (shown, more) = names.split_at(names.len().min(8));
            let more = if more.is_empty() { "" } else { ", …" };
            if names.is_empty() { String::new() } else { format!(" ({}{more})", shown.join(", ")) }
        };
        let (changed, kept, removed) = (&self.changed, &self.kept, &self.removed);
        write!(f, "{} new, {} changed{}", self.new, changed.len(), list(changed))?;
        write!(f, ", {} removed{}", removed.len(), list(removed))?;
        write!(f, ", {} differ in sizes alone and are left{}", kept.len(), list(kept))
    }
}

pub(super) fn folder(name: &str) -> PathBuf {
    root().join("fixtures").join(name)
}

impl Fixture {
    pub(super) fn new(
        case: Recorded,
        normal: &mut Normal,
        dialect: &str,
        platform: &str,
    ) -> Result<Self> {
        let out = normal.text(&case.out, &case.argv);
        let err = normal.text(&case.err, &case.argv);
        let err = String::from_utf8(err).context("its standard error is not UTF-8")?;
        let word = |word: &String| {
            String::from_utf8(normal.text(word.as_bytes(), &[])).unwrap_or_else(|_| word.clone())
        };
        let argv: Vec<String> = case.argv.iter().map(word).collect();
        let mut changed = normal.changes();
        if case.dropped {
            changed.push("standard output, a stream, is left out");
        }
        let changed = if changed.is_empty() { "nothing".into() } else { changed.join(", ") };
        let expect = if case.expect.is_empty() { expected(&case) } else { &case.expect };

        let mut toml = String::new();
        let words: Vec<_> = argv.iter().map(|word| basic(word)).collect();
        let _ = writeln!(toml, "argv = [{}]", words.join(", "));
        let _ = writeln!(toml, "dialect = {}", basic(dialect));
        let _ = writeln!(toml, "exit = {}", case.exit);
        let _ = writeln!(toml, "expect = {}", basic(expect));
        let as_user = if case.user { "run as an ordinary user" } else { "" };
        let notes: Vec<_> = [as_user, &case.note].into_iter().filter(|n| !n.is_empty()).collect();
        if !notes.is_empty() {
            let _ = writeln!(toml, "note = {}", basic(&notes.join("; ")));
        }
        if !err.is_empty() {
            let _ = writeln!(toml, "stderr = {}", block(&err));
        }
        let _ = write!(toml, "\n[provenance]\nplatform = {}\n", basic(platform));
        let _ = writeln!(toml, "source = {}", basic(SOURCE));
        let _ = writeln!(toml, "changed = {}", basic(&changed));
        let _ = writeln!(toml, "shows = {}", basic(&case.shows));
        toml.push_str("class = \"V\"\n");
        toml.parse::<Table>().context("its description is no TOML")?;
        Ok(Self { name: case.name, out, toml })
    }
}

/// What the tests make of a command's output, as long as nothing hostile is in it.
fn expected(case: &Recorded) -> &'static str {
    let words: Vec<_> = case.argv.iter().map(String::as_str).collect();
    let flag = |letter: char| {
        let is_flag =
            |word: &&str| word.starts_with('-') && !word.starts_with("--") && word.contains(letter);
        words.iter().any(is_flag)
    };
    let json = flag('j') || words.iter().any(|word| word.starts_with("--json"));
    let of_vdevs = words.iter().any(|word| word.starts_with('/') || *word == "all-vdevs");
    let is_read = match words.get(..2) {
        Some(["zfs", "list" | "get"]) => !json,
        Some(["zpool", "get"]) => !json && !of_vdevs,
        Some(["zpool", "list"]) => !json && !flag('v'),
        _ => false,
    };
    match (is_read, case.exit) {
        (false, _) => "later",
        (true, 0) => "ok",
        (true, _) => "err",
    }
}

/// A description, less what had to be changed: that is chance where it was canonical as it came, as
/// a time that is the full hour.
fn described(toml: &str) -> String {
    toml.lines()
        .filter(|line| !line.starts_with("changed = "))
        .fold(String::new(), |text, line| text + line + "\n")
}

/// Writes a set: first beside its place, then at once. Of a whole set, what is no longer in it is
/// removed.
pub(super) fn write(folder: &Path, fixtures: &[Fixture], whole: bool) -> Result<Written> {
    let names: BTreeSet<&str> = fixtures.iter().map(|fixture| fixture.name.as_str()).collect();
    ensure!(names.len() == fixtures.len(), "a name is there twice, in two themes");
    let mut written = Written::default();
    let parent = folder.parent().context("a folder has a parent")?;
    let beside = tempfile::Builder::new().prefix(".capture-").tempdir_in(parent);
    let beside = beside.context("can't make a folder")?;
    let mut moves = Vec::new();
    for fixture in fixtures {
        let path = folder.join(&fixture.name);
        match old(&path)? {
            None => written.new += 1,
            Some(old) if old == (fixture.out.clone(), fixture.toml.clone()) => continue,
            Some((out, toml)) => {
                ensure!(
                    toml.contains(SOURCE),
                    "{} is somebody else's: give the case another name",
                    fixture.name
                );
                let (told, tells) = (described(&toml), described(&fixture.toml));
                if normal::differ_in_sizes_alone(&out, &fixture.out)
                    && normal::differ_in_sizes_alone(told.as_bytes(), tells.as_bytes())
                {
                    written.kept.push(fixture.name.clone());
                    continue;
                }
                written.changed.push(fixture.name.clone());
            }
        }
        for (ending, bytes) in [("out", &fixture.out[..]), ("toml", fixture.toml.as_bytes())] {
            let file = format!("{}.{ending}", fixture.name);
            fs::write(beside.path().join(&file), bytes).context("can't write a fixture")?;
            moves.push(file);
        }
    }
    if whole {
        written.removed = stale(folder, &names)?;
    }
    fs::create_dir_all(folder).context("can't make the folder")?;
    for file in moves {
        fs::rename(beside.path().join(&file), folder.join(&file))
            .context("can't move a fixture")?;
    }
    for name in &written.removed {
        for ending in ["out", "toml"] {
            let path = folder.join(format!("{name}.{ending}"));
            fs::remove_file(path).context("can't remove a fixture")?;
        }
    }
    Ok(written)
}

/// The pair that is there.
fn old(path: &Path) -> Result<Option<(Vec<u8>, String)>> {
    let file = |ending: &str| PathBuf::from(format!("{}.{ending}", path.display()));
    match (fs::read(file("out")), fs::read_to_string(file("toml"))) {
        (Ok(out), Ok(toml)) => Ok(Some((out, toml))),
        (Err(_), Err(_)) => Ok(None),
        _ => bail!("{}: half of a pair is there", path.display()),
    }
}

/// Cases that an earlier capture wrote, and this one has not.
fn stale(folder: &Path, names: &BTreeSet<&str>) -> Result<Vec<String>> {
    let mut stale = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else { continue };
        if path.extension().is_none_or(|ending| ending != "toml") || names.contains(name) {
            continue;
        }
        let text = fs::read_to_string(&path).context("can't read a description")?;
        let table: Table = text.parse().with_context(|| format!("{name} is no TOML"))?;
        let source = table.get("provenance").and_then(|table| table.get("source"));
        if source.and_then(Value::as_str) == Some(SOURCE) {
            stale.push(name.to_owned());
        }
    }
    stale.sort();
    Ok(stale)
}

/// A string as TOML has it on one line.
fn basic(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\t' => quoted.push_str("\\t"),
            '\n' => quoted.push_str("\\n"),
            character if character.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(character));
            }
            character => quoted.push(character),
        }
    }
    quoted + "\""
}

/// The same over several lines, as it is, where that can be.
fn block(text: &str) -> String {
    let plain = |c: char| !c.is_control() || matches!(c, '\t' | '\n');
    if text.chars().all(plain) && !text.contains("''") && !text.ends_with('\'') {
        format!("'''\n{text}'''")
    } else {
        basic(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_come_back() {
        for text in ["plain", "it's \"so\"\\", "a\tb\nc\u{1b}[0m\r", "'''", "ends with '"] {
            for written in [basic(text), block(text)] {
                let table: Table = format!("a = {written}").parse().unwrap();
                assert_eq!(table["a"].as_str(), Some(text), "{written}");
            }
        }
    }

    #[test]
    fn a_set_is_replaced_and_others_are_left_alone() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("x-1");
        let ours = format!("[provenance]\nsource = \"{SOURCE}\"\n");
        let one = |name: &str, out: &str| Fixture {
            name: name.into(),
            out: out.into(),
            toml: ours.clone(),
        };
        write(&folder, &[one("a", "used 1.5K\n"), one("b", "x\n")], true).unwrap();
        fs::write(folder.join("other.toml"), "[provenance]\nsource = \"a mail\"\n").unwrap();
        fs::write(folder.join("other.out"), "").unwrap();

        let written = write(&folder, &[one("a", "used 700\n"), one("c", "y\n")], true).unwrap();
        assert_eq!((written.new, &written.kept[..]), (1, &["a".to_owned()][..]));
        assert_eq!(written.removed, ["b"]);
        assert_eq!(fs::read(folder.join("a.out")).unwrap(), b"used 1.5K\n");
        assert!(folder.join("other.toml").exists() && folder.join("c.out").exists());
        assert!(write(&folder, &[one("other", "")], false).is_err());
    }
}
