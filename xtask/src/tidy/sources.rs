//! Rules for the text of every file.

use super::{File, Problem, Tree};

const LONGEST: usize = 500;
const LONG: usize = 400;

/// Crates that ask nothing of the system they are built for, but for one module.
const PLATFORM_FREE: [&str; 3] =
    ["crates/zfs-parse/src/", "crates/zfs-exec/src/", "crates/zfsq/src/"];
const PLATFORM: &str = "crates/zfs-exec/src/platform";

/// Put together here, so that this file does not hold what it looks for.
const LATER: [&str; 2] = [concat!("TO", "DO"), concat!("FIX", "ME")];
const FOLDERS: [&str; 4] =
    [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/Us", "ers/"), concat!("/wo", "rk/")];

pub(super) fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    for file in &tree.files {
        let Some(text) = file.text().filter(|_| is_ours(&file.path)) else { continue };
        let lines = text.lines().count();
        if lines > LONGEST {
            let what = format!("split it: {lines} lines are several rooms (at most {LONGEST})");
            problems.push(Problem::new(&file.path, LONGEST, what));
        }
        let platform_free = PLATFORM_FREE.iter().any(|folder| file.path.starts_with(folder))
            && !file.path.starts_with(PLATFORM);
        for (index, line) in text.lines().enumerate() {
            let mut tell = |what: String| problems.push(Problem::new(&file.path, index + 1, what));
            if let Some(word) = LATER.iter().find(|word| has_word(line, word)) {
                tell(format!("do it, or open an issue, in place of {word}"));
            }
            if let Some(folder) = FOLDERS.iter().find(|folder| has_path(line, folder)) {
                tell(format!("write a path that holds on every machine, in place of {folder}…"));
            }
            if platform_free && asks_for_platform(line) {
                tell(format!("move what depends on the platform into {PLATFORM}"));
            }
        }
    }
}

/// Files that are not too long yet, but on the way.
pub(super) fn long_files(tree: &Tree) -> Vec<String> {
    let files = tree.files.iter().filter(|file| is_ours(&file.path));
    let long = |file: &File| {
        let lines = file.text()?.lines().count();
        (LONG..=LONGEST)
            .contains(&lines)
            .then(|| format!("{} has {lines} lines; past {LONG} a file is two rooms", file.path))
    };
    files.filter_map(long).collect()
}

/// Whether people write this file: no recorded output, no generated file.
fn is_ours(path: &str) -> bool {
    let generated = [".out", ".snap", ".lock"].iter().any(|ending| path.ends_with(ending));
    !(generated || path.starts_with("LICENSE") || path.starts_with("fixtures/fuzz/"))
}

fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        let after = line.get(at + word.len()..).and_then(|text| text.chars().next());
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Whether an absolute path that begins with this folder is in the line, and not a dataset's name
/// that goes on with it.
fn has_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line.get(..at).and_then(|text| text.chars().next_back());
        !before.is_some_and(|c| c.is_alphanumeric() || "/._-}".contains(c))
    })
}

fn asks_for_platform(line: &str) -> bool {
    let line = line.trim_start();
    let is_comment = line.starts_with("//");
    let asks = ["unix", "windows", "target_os", "target_family"].iter().any(|w| has_word(line, w));
    !is_comment && asks && line.contains("cfg")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, tree};
    use super::*;

    #[test]
    fn a_platform_outside_of_its_module_is_told() {
        let tree = tree(&[
            ("crates/zfs-exec/src/lib.rs", "#[cfg(not(unix))]\n// no cfg(unix) here\nfn f() {}\n"),
            ("crates/zfs-exec/src/platform/mod.rs", "#[cfg(unix)]\n"),
            ("crates/zfs-exec/tests/a.rs", "#![cfg(unix)]\n"),
        ]);
        let what = "move what depends on the platform into crates/zfs-exec/src/platform";
        assert_eq!(said(check, &tree), [format!("crates/zfs-exec/src/lib.rs:1: {what}")]);
    }

    #[test]
    fn words_and_paths_are_told_apart_from_their_like() {
        assert!(has_word(&format!("// {}: x", LATER[0]), LATER[0]));
        assert!(!has_word(&format!("{}S", LATER[0]), LATER[0]));
        assert!(has_path(&format!("cd {}me", FOLDERS[0]), FOLDERS[0]));
        assert!(!has_path(&format!("tank/usr{}me", FOLDERS[0]), FOLDERS[0]));
    }

    #[test]
    fn a_long_file_is_told() {
        let text = "x\n".repeat(LONGEST + 1);
        let tree = tree(&[("a.rs", text.as_str()), ("a.snap", text.as_str())]);
        assert_eq!(said(check, &tree).len(), 1);
    }
}
