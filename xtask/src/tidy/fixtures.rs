//! Every fixture is a pair, its `.toml` says all that it must, and none waits unseen.

use toml::{Table, Value};

use super::{File, Problem, Tree, line_of};

const README: &str = "fixtures/README.md";
const INDEX: &str = "fixtures/LATER.md";
const FAMILIES: [&str; 5] = ["openzfs", "macos", "freebsd", "illumos", "solaris"];

pub(super) fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    let index = tree.get(INDEX).and_then(File::text).unwrap_or_default();
    for file in tree.below("fixtures/") {
        if file.path.starts_with("fixtures/fuzz/") || [README, INDEX].contains(&file.path.as_str())
        {
            continue;
        }
        if let Some(stem) = file.path.strip_suffix(".out") {
            if tree.get(&format!("{stem}.toml")).is_none() {
                problems.push(Problem::new(
                    &file.path,
                    1,
                    "write its .toml: what was run, and where",
                ));
            }
        } else if let Some(stem) = file.path.strip_suffix(".toml") {
            if tree.get(&format!("{stem}.out")).is_none() {
                problems.push(Problem::new(
                    &file.path,
                    1,
                    "add its .out, empty if nothing was printed",
                ));
            }
            check_description(file, index, problems);
        } else {
            problems.push(Problem::new(
                &file.path,
                1,
                "fixtures are pairs of .out and .toml; move it",
            ));
        }
    }
}

fn check_description(file: &File, index: &str, problems: &mut Vec<Problem>) {
    let Some(text) = file.text() else {
        problems.push(Problem::new(&file.path, 1, "make it UTF-8; odd bytes belong in the .out"));
        return;
    };
    let table: Table = match text.parse() {
        Ok(table) => table,
        Err(error) => {
            problems.push(Problem::new(
                &file.path,
                1,
                format!("make it TOML: {}", error.message()),
            ));
            return;
        }
    };
    let mut require = |key: &str, holds: bool, what: &str| {
        if !holds {
            let what = format!("`{key}` must be {what}");
            problems.push(Problem::new(&file.path, line_of(text, key), what));
        }
    };
    let text_of = |key: &str| table.get(key).and_then(Value::as_str);
    let is_argv = table.get("argv").and_then(Value::as_array).is_some_and(|argv| {
        argv.iter().all(Value::is_str)
            && matches!(argv.first().and_then(Value::as_str), Some("zfs" | "zpool"))
    });
    require("argv", is_argv, "a list of strings that begins with zfs or zpool");
    require("dialect", text_of("dialect").is_some_and(is_dialect), "a dialect's name");
    require("exit", table.get("exit").is_some_and(Value::is_integer), "a number");
    let expect = text_of("expect");
    require("expect", matches!(expect, Some("ok" | "err" | "later")), "ok, err or later");
    let optional = |key: &str, is: fn(&Value) -> bool| table.get(key).is_none_or(is);
    require("exit_inferred", optional("exit_inferred", Value::is_bool), "true or false");
    require("stderr", optional("stderr", Value::is_str), "a string");
    require("note", optional("note", Value::is_str), "a string");
    let provenance = table.get("provenance").and_then(Value::as_table);
    for key in ["platform", "source", "changed", "shows", "class"] {
        let value = provenance.and_then(|table| table.get(key)).and_then(Value::as_str);
        let holds = value.is_some_and(|value| !value.is_empty());
        require(key, holds, "a string under [provenance]");
    }
    let class = provenance.and_then(|table| table.get("class")).and_then(Value::as_str);
    require("class", matches!(class, None | Some("V" | "T" | "P")), "V, T or P");
    let known =
        ["argv", "dialect", "exit", "exit_inferred", "expect", "note", "provenance", "stderr"];
    for key in table.keys().filter(|key| !known.contains(&key.as_str())) {
        require(key, false, "removed: nothing reads it");
    }
    let name = file.path.trim_start_matches("fixtures/").trim_end_matches(".toml");
    if expect == Some("later") && !index.contains(&format!("`{name}`")) {
        let what = format!("list `{name}` there: it is not read yet");
        problems.push(Problem::new(INDEX, 1, what));
    }
    if expect != Some("later") && index.contains(&format!("`{name}`")) {
        let what = format!("take `{name}` off that list: it is read now");
        problems.push(Problem::new(INDEX, line_of(index, &format!("`{name}`")), what));
    }
}

fn is_dialect(name: &str) -> bool {
    if matches!(name, "legacy" | "illumos" | "solaris-10" | "solaris-11.3" | "solaris-11.4") {
        return true;
    }
    let Some((family, version)) = name.split_once('-') else { return false };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    FAMILIES.contains(&family) && version.split('.').all(is_number)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, tree};
    use super::*;

    #[test]
    fn halves_and_gaps_are_told() {
        let tree = tree(&[
            ("fixtures/a-1/alone.out", ""),
            (
                "fixtures/a-1/gaps.toml",
                "argv = [\"ls\"]\ndialect = \"openzfs-2.1\"\nexit = 0\nexpect = \"later\"\n\
                 [provenance]\nplatform = \"p\"\nsource = \"s\"\nchanged = \"\"\nshows = \"x\"\n\
                 class = \"Z\"\n",
            ),
        ]);
        let said = said(check, &tree);
        assert_eq!(said.len(), 6, "{said:#?}");
        assert_eq!(said[0], "fixtures/a-1/alone.out:1: write its .toml: what was run, and where");
        assert_eq!(said[4], "fixtures/a-1/gaps.toml:10: `class` must be V, T or P");
    }

    #[test]
    fn dialects() {
        for name in ["openzfs-2.3", "freebsd-12.1", "illumos", "legacy", "solaris-11.4"] {
            assert!(is_dialect(name), "{name}");
        }
        for name in ["", "linux", "openzfs", "openzfs-", "openzfs-2.", "2.1"] {
            assert!(!is_dialect(name), "{name}");
        }
    }
}
