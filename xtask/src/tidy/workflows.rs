//! The workflows of the hosted CI: actions are pinned, nothing runs without a limit, and the tasks
//! that they call exist.
//!
//! They are read line by line, in the one layout they have: two columns a level, a step's dash in
//! column six. Another layout is told as well, so nothing slips through by being written otherwise.

use clap::Parser;
use clap::error::ErrorKind;

use super::{File, Problem, Tree};
use crate::cli::Cli;

const FOLDER: &str = ".github/workflows/";
const TIMEOUT: &str = "timeout-minutes:";
const TASK: &str = " xtask";
const LAYOUT: &str = "indent by two columns a level, a step's dash by six";

pub(super) fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    for file in tree.below(FOLDER) {
        let Some(text) = file.text() else {
            problems.push(Problem::new(&file.path, 1, "make it UTF-8"));
            continue;
        };
        if !file.path.ends_with(".yml") {
            problems.push(Problem::new(&file.path, 1, "name it .yml, as the others"));
        }
        let mut tell = |line: usize, what: String| {
            problems.push(Problem::new(&file.path, line, what));
        };
        for (index, line) in text.lines().enumerate() {
            check_line(line, &mut |what| tell(index + 1, what));
        }
        check_limits(file, text, &mut tell);
    }
}

fn check_line(line: &str, tell: &mut impl FnMut(String)) {
    let trimmed = line.trim_start();
    if trimmed.starts_with('#') {
        return;
    }
    let key = trimmed.strip_prefix("- ").unwrap_or(trimmed);
    if let Some(action) = key.strip_prefix("uses:")
        && !is_pinned(action.trim())
    {
        tell("pin it: owner/name@ and the whole commit, then # and its version".into());
    }
    for (at, _) in line.match_indices(TASK) {
        let before = line.get(..at).and_then(|text| text.split_whitespace().next_back());
        // `cargo xtask`, or with a toolchain; anything else only has the word in it.
        if !before.is_some_and(|word| word == "cargo" || word.starts_with('+')) {
            continue;
        }
        let call = line.get(at..).unwrap_or_default();
        if let Some(error) = problem_with_call(call) {
            tell(format!("call a task that exists: {error}"));
        }
    }
}

/// `owner/name@<40 hex digits> # v1.2.3`, or a path in this repository.
fn is_pinned(action: &str) -> bool {
    if action.starts_with("./") {
        return true;
    }
    let Some((action, version)) = action.split_once(" # ") else { return false };
    let Some((name, commit)) = action.trim().split_once('@') else { return false };
    let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let digit = |c: char| c.is_ascii_digit();
    name.contains('/')
        && commit.len() == 40
        && commit.bytes().all(is_hex)
        && version.strip_prefix('v').is_some_and(|version| version.starts_with(digit))
}

/// What the task's own command line says of a call, up to where the shell goes on.
fn problem_with_call(call: &str) -> Option<String> {
    let words = call.split_whitespace().map(|word| word.trim_matches(['"', '\'']));
    let ends = |word: &str| matches!(word, "&&" | "||" | "|" | ";" | "&") || word.contains('>');
    let words: Vec<&str> = words.take_while(|word| !ends(word)).collect();
    match Cli::try_parse_from(words) {
        Ok(_) => None,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp) => None,
        Err(error) => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            Some(line.trim_start_matches("error: ").to_owned())
        }
    }
}

/// A job or a step, from its first line on.
struct Block {
    kind: &'static str,
    line: usize,
    /// The keys that it has itself.
    keys: String,
}

fn check_limits(file: &File, text: &str, tell: &mut impl FnMut(usize, String)) {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut in_jobs, mut job, mut in_steps) = (false, None, false);
    for (index, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        if trimmed.is_empty() || trimmed.starts_with('#') {
            continue;
        }
        let indent = line.len() - trimmed.len();
        let block = |kind| Block { kind, line: index + 1, keys: String::new() };
        let add = |blocks: &mut Vec<Block>, at: Option<usize>, key: &str| {
            if let Some(block) = at.and_then(|at| blocks.get_mut(at)) {
                block.keys.push_str(key);
                block.keys.push('\n');
            }
        };
        match indent {
            0 => in_jobs = trimmed == "jobs:",
            _ if !in_jobs => {}
            2 => {
                job = Some(blocks.len());
                in_steps = false;
                blocks.push(block("job"));
            }
            4 if trimmed.starts_with("- ") => tell(index + 1, LAYOUT.into()),
            4 => {
                in_steps = trimmed == "steps:";
                add(&mut blocks, job, trimmed);
            }
            6 if in_steps && trimmed.starts_with("- ") => {
                blocks.push(block("step"));
                let last = blocks.len().checked_sub(1);
                add(&mut blocks, last, trimmed.trim_start_matches("- "));
            }
            8 if in_steps => {
                let last = blocks.len().checked_sub(1);
                add(&mut blocks, last, trimmed);
            }
            _ if in_steps && indent < 10 => {
                tell(index + 1, LAYOUT.into());
            }
            _ => {}
        }
    }
    if blocks.is_empty() {
        tell(1, format!("give {} jobs, indented by two columns a level", file.path));
    }
    for block in blocks {
        if !block.keys.lines().any(|key| key.starts_with(TIMEOUT)) {
            tell(block.line, format!("give this {} a limit: {TIMEOUT}", block.kind));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, tree};
    use super::*;

    const PATH: &str = ".github/workflows/a.yml";

    #[test]
    fn what_runs_without_a_limit_is_told() {
        let text = "on: push\njobs:\n  one:\n    runs-on: x\n    steps:\n      - name: a\n        \
                    run: |\n          echo\n          echo\n  two:\n    timeout-minutes: 5\n    \
                    steps:\n      - run: b\n        timeout-minutes: 1\n    - run: c\n";
        assert_eq!(
            said(check, &tree(&[(PATH, text)])),
            [
                format!("{PATH}:15: {LAYOUT}"),
                format!("{PATH}:3: give this job a limit: timeout-minutes:"),
                format!("{PATH}:6: give this step a limit: timeout-minutes:"),
            ]
        );
        let odd = "jobs:\n  one:\n    timeout-minutes: 5\n    steps:\n       - run: c\n";
        assert_eq!(said(check, &tree(&[(PATH, odd)])), [format!("{PATH}:5: {LAYOUT}")]);
    }

    #[test]
    fn an_action_by_its_tag_is_told() {
        let commit = "0123456789abcdef0123456789abcdef01234567";
        assert!(is_pinned(&format!("a/b@{commit} # v1.2")));
        assert!(is_pinned(&format!("a/b/c@{commit} # v1")));
        assert!(is_pinned("./.github/actions/x"));
        for action in ["a/b@v1", "a/b@v1 # v1", "a/b@0123456 # v1", "a/b"] {
            assert!(!is_pinned(action), "{action}");
        }
        assert!(!is_pinned(&format!("a/b@{commit}")));
    }

    #[test]
    fn a_task_that_does_not_exist_is_told() {
        for call in [" xtask tidy", " xtask fuzz --seconds 9 \"$TARGET\" 2>&1 | tee x"] {
            assert_eq!(problem_with_call(call), None, "{call}");
        }
        for call in [" xtask dance", " xtask fuzz --second 9", " xtask pool-test"] {
            assert!(problem_with_call(call).is_some(), "{call}");
        }
        let text = "# cargo xtask a\njobs:\n  a:\n    timeout-minutes: 1\n    steps:\n      - run: \
                    cargo +stable xtask b && cargo build --package xtask\n        \
                    timeout-minutes: 1\n";
        let said = said(check, &tree(&[(PATH, text)]));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said.iter().all(|line| line.contains(":6: ") && line.contains("'b'")), "{said:?}");
    }
}
