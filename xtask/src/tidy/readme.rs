//! The commands that the README names exist.

use clap::CommandFactory;

use super::{File, Problem, Tree};
use crate::cli::Cli;

const README: &str = "README.md";
const ZFSQ_CLI: &str = "crates/zfsq/src/cli.rs";

pub(super) fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    let Some(text) = tree.get(README).and_then(File::text) else {
        problems.push(Problem::new(README, 1, "write it"));
        return;
    };
    let tasks: Vec<String> =
        Cli::command().get_subcommands().map(|task| task.get_name().to_owned()).collect();
    let cli = tree.get(ZFSQ_CLI).and_then(File::text).unwrap_or_default();
    let commands = subcommands(cli);
    let mut fenced = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        for code in code_of(line, fenced) {
            for (program, known) in [("cargo xtask ", &tasks), ("zfsq ", &commands)] {
                let Some(command) = named_command(code, program) else { continue };
                if command != "help" && !known.iter().any(|name| name == command) {
                    let what =
                        format!("name a command that exists: there is no `{program}{command}`");
                    problems.push(Problem::new(README, index + 1, what));
                }
            }
        }
    }
}

/// The parts of a line that are code: all of it in a fence, else what stands between backticks.
fn code_of(line: &str, fenced: bool) -> Vec<&str> {
    if fenced { vec![line] } else { line.split('`').skip(1).step_by(2).collect() }
}

/// The subcommand in a command line that runs this program, if it is one and has one.
fn named_command<'a>(code: &'a str, program: &str) -> Option<&'a str> {
    let code = code.trim_start().trim_start_matches("$ ").trim_start();
    let word = code.strip_prefix(program)?.split_whitespace().next()?;
    // An option or a placeholder is no subcommand.
    word.starts_with(|c: char| c.is_ascii_lowercase()).then_some(word)
}

/// The variants of the enums that derive clap's `Subcommand`, as clap spells them.
fn subcommands(cli: &str) -> Vec<String> {
    let mut names = Vec::new();
    let (mut derived, mut inside) = (false, false);
    for line in cli.lines() {
        if line.starts_with("#[derive(") {
            derived = line.contains("Subcommand");
        } else if line.starts_with('}') {
            (derived, inside) = (false, false);
        } else if line.contains("enum ") && !line.starts_with(' ') {
            inside = derived;
        } else if let Some(variant) = line.strip_prefix("    ").filter(|_| inside)
            && variant.starts_with(|c: char| c.is_ascii_uppercase())
        {
            let end = variant.find(|c: char| !c.is_alphanumeric()).unwrap_or(variant.len());
            names.push(kebab(variant.get(..end).unwrap_or(variant)));
        }
    }
    names
}

fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.push(c.to_ascii_lowercase());
    }
    kebab
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, tree};
    use super::*;

    #[test]
    fn a_command_that_does_not_exist_is_told() {
        let readme = "Run `cargo xtask demo`, or `cargo xtask dance`.\n```sh\n$ zfsq list -r tank\n\
                      zfsq frob\nzfsq --version\n```\nSays zfsq things.\n";
        let cli = "#[derive(Debug, Subcommand)]\npub enum Command {\n    /// Datasets\n    List(List),\n}\n";
        let tree = tree(&[(README, readme), (ZFSQ_CLI, cli)]);
        assert_eq!(
            said(check, &tree),
            [
                "README.md:1: name a command that exists: there is no `cargo xtask dance`",
                "README.md:4: name a command that exists: there is no `zfsq frob`",
            ]
        );
    }

    #[test]
    fn variants_are_spelt_as_clap_does() {
        let cli = "#[derive(Subcommand)]\nenum A {\n    CheckTargets { x: u8 },\n    Ci,\n}\n\
                   enum B {\n    NotThis,\n}\n";
        assert_eq!(subcommands(cli), ["check-targets", "ci"]);
    }
}
