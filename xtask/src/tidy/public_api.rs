//! No type of nom is part of the parser's public interface.
//!
//! This reads lines, not Rust. It sees the head of every `pub` item and of every trait
//! implementation, and finds `nom::` in it or a type or trait that the file imports from nom. It
//! does not see a nom type behind an alias of the crate's own, nor one that a macro writes; and a
//! `pub` item in a private module counts as public.

use super::{Problem, Tree};

const SOURCES: &str = "crates/zfs-parse/src/";

pub(super) fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    for file in tree.below(SOURCES).filter(|file| file.path.ends_with(".rs")) {
        let text = file.text().unwrap_or_default();
        let imported = imported_from_nom(text);
        for (line, head) in heads(text) {
            let named = words(&head).any(|word| imported.contains(&word));
            if named || head.contains("nom::") || head.starts_with("pub use nom") {
                problems.push(Problem::new(
                    &file.path,
                    line,
                    "keep nom's types out of the interface",
                ));
            }
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Types and traits in `use nom::…`; functions, in lower case, can't be part of a signature.
fn imported_from_nom(text: &str) -> Vec<&str> {
    let uses = text.split(';').filter_map(|statement| {
        let start = statement.rfind("use nom::")?;
        statement.get(start + "use nom::".len()..)
    });
    uses.flat_map(words).filter(|word| word.starts_with(char::is_uppercase)).collect()
}

/// The head of each public item and implementation, from its first line to its brace, with the
/// line's number.
fn heads(text: &str) -> Vec<(usize, String)> {
    let mut heads = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        // Tests, at the end of a file, have no interface.
        if line == "#[cfg(test)]" {
            break;
        }
        let (start, mut head) = match open.take() {
            Some(open) => open,
            None if line.starts_with("pub ") || line.starts_with("impl") => {
                (index + 1, String::new())
            }
            None => continue,
        };
        head.push_str(line);
        head.push(' ');
        if line.ends_with(['{', ';', '}', ',']) && !unfinished(&head) {
            heads.push((start, head));
        } else {
            open = Some((start, head));
        }
    }
    heads
}

/// A comma ends a field, but not an argument of a function.
fn unfinished(head: &str) -> bool {
    head.matches('(').count() > head.matches(')').count()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, tree};
    use super::*;

    #[test]
    fn nom_in_a_public_head_is_told() {
        let tree = tree(&[(
            "crates/zfs-parse/src/a.rs",
            "use nom::{IResult, bytes::take};\n\
             fn private(input: &[u8]) -> IResult<&[u8], u8> {\n}\n\
             pub(crate) fn inner() -> nom::IResult<u8, u8> {\n}\n\
             pub fn leaks(\n    a: u8,\n) -> IResult<&[u8], u8> {\n}\n\
             impl From<nom::Err<u8>> for Error {\n}\n\
             pub struct Fine {\n    pub field: u8,\n}\n",
        )]);
        let line = |line| {
            format!("crates/zfs-parse/src/a.rs:{line}: keep nom's types out of the interface")
        };
        assert_eq!(said(check, &tree), [line(6), line(10)]);
    }
}
