//! `cargo xtask tidy`: the rules that the compiler can't check. Also a test.
//!
//! Each problem is one line, `file:line: what to do`.

mod fixtures;
mod layers;
mod public_api;
mod readme;
mod sources;
mod workflows;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::workspace::root;

/// Something to put right.
#[derive(Debug)]
pub(crate) struct Problem {
    file: String,
    line: usize,
    what: String,
}

impl Problem {
    fn new(file: impl Into<String>, line: usize, what: impl Into<String>) -> Self {
        Self { file: file.into(), line, what: what.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

/// The workspace's files, read once.
#[derive(Debug)]
pub(crate) struct Tree {
    files: Vec<File>,
}

#[derive(Debug)]
pub(crate) struct File {
    /// Relative to the root, with `/` between the parts.
    path: String,
    bytes: Vec<u8>,
}

impl File {
    fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok()
    }
}

impl Tree {
    fn read(root: &Path) -> Result<Self> {
        let mut tree = Self { files: Vec::new() };
        tree.walk(root, root)?;
        tree.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(tree)
    }

    fn walk(&mut self, root: &Path, folder: &Path) -> Result<()> {
        for entry in fs::read_dir(folder).with_context(|| format!("can't read {folder:?}"))? {
            let path = entry.with_context(|| format!("can't read {folder:?}"))?.path();
            let relative = relative(root, &path);
            let name = relative.rsplit('/').next().unwrap_or_default();
            if path.is_dir() {
                // Git's own folder, builds, and what the fuzzer learned are nobody's sources.
                if !matches!(name, ".git" | "target" | "corpus" | "artifacts") {
                    self.walk(root, &path)?;
                }
            } else if name != ".git" {
                let bytes = fs::read(&path).with_context(|| format!("can't read {relative}"))?;
                self.files.push(File { path: relative, bytes });
            }
        }
        Ok(())
    }

    fn get(&self, path: &str) -> Option<&File> {
        let index = self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
        self.files.get(index)
    }

    fn below<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a File> {
        self.files.iter().filter(move |file| file.path.starts_with(folder))
    }
}

fn relative(root: &Path, path: &Path) -> String {
    let relative: PathBuf = path.strip_prefix(root).unwrap_or(path).into();
    relative.to_string_lossy().replace('\\', "/")
}

/// The line, from 1, on which a text first has what is looked for; 1 where it has not.
fn line_of(text: &str, wanted: &str) -> usize {
    text.lines().position(|line| line.contains(wanted)).map_or(1, |index| index + 1)
}

fn problems() -> Result<Vec<Problem>> {
    let tree = Tree::read(root())?;
    let mut problems = Vec::new();
    fixtures::check(&tree, &mut problems);
    layers::check(&tree, &mut problems);
    sources::check(&tree, &mut problems);
    public_api::check(&tree, &mut problems);
    readme::check(&tree, &mut problems);
    workflows::check(&tree, &mut problems);
    Ok(problems)
}

pub(crate) fn run() -> Result<()> {
    for note in sources::long_files(&Tree::read(root())?) {
        println!("note: {note}");
    }
    let problems = problems()?;
    for problem in &problems {
        println!("{problem}");
    }
    if !problems.is_empty() {
        bail!("{} to put right", problems.len());
    }
    println!("tidy");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_is_tidy() {
        let problems = problems().expect("the workspace can be read");
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert!(lines.is_empty(), "\n{}", lines.join("\n"));
    }

    /// A tree made up for a test.
    pub(super) fn tree(files: &[(&str, &str)]) -> Tree {
        let file = |(path, text): &(&str, &str)| File {
            path: (*path).to_owned(),
            bytes: text.as_bytes().to_vec(),
        };
        let mut files: Vec<File> = files.iter().map(file).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Tree { files }
    }

    /// What a check says of a tree.
    pub(super) fn said(check: fn(&Tree, &mut Vec<Problem>), tree: &Tree) -> Vec<String> {
        let mut problems = Vec::new();
        check(tree, &mut problems);
        problems.iter().map(ToString::to_string).collect()
    }
}
