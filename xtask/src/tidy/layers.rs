//! Dependencies point only where the layers allow, and every crate shares the lints.

use toml::{Table, Value};

use super::{File, Problem, Tree, line_of};

/// Which of the workspace's crates a crate may use.
const ARROWS: [(&str, &[&str]); 8] = [
    ("zfs-parse", &[]),
    ("zfs-parse-fuzz", &["zfs-parse"]),
    ("zfs-exec", &["zfs-parse"]),
    ("zfsq", &["zfs-exec", "zfs-parse"]),
    ("pool-tests", &["zfs-exec", "zfs-parse"]),
    ("bench", &["zfs-exec", "zfs-parse"]),
    ("record", &[]),
    ("xtask", &[]),
];

/// All that the parser may use at run time; serde only as an option.
const PARSER_MAY_USE: [&str; 4] = ["nom", "memchr", "thiserror", "serde"];

pub(super) fn check(tree: &Tree, problems: &mut Vec<Problem>) {
    let Some(workspace) = manifest(tree, "Cargo.toml", problems) else { return };
    let workspace = workspace.get("workspace").and_then(Value::as_table);
    let members = workspace.and_then(|table| table.get("members")).and_then(Value::as_array);
    for member in members.into_iter().flatten().filter_map(Value::as_str) {
        let path = format!("{member}/Cargo.toml");
        if let Some(manifest) = manifest(tree, &path, problems) {
            let text = tree.get(&path).and_then(File::text).unwrap_or_default();
            check_member(&path, text, &manifest, problems);
        }
    }
    let lints = workspace.and_then(|table| table.get("lints")).and_then(|lints| lints.get("rust"));
    let unsafe_code = lints.and_then(|lints| lints.get("unsafe_code")).and_then(Value::as_str);
    if unsafe_code != Some("forbid") {
        problems.push(Problem::new(
            "Cargo.toml",
            1,
            "forbid unsafe_code in [workspace.lints.rust]",
        ));
    }
}

fn manifest(tree: &Tree, path: &str, problems: &mut Vec<Problem>) -> Option<Table> {
    let parsed = tree.get(path).and_then(File::text).map(str::parse::<Table>);
    match parsed {
        Some(Ok(table)) => Some(table),
        Some(Err(error)) => {
            problems.push(Problem::new(path, 1, format!("make it TOML: {}", error.message())));
            None
        }
        None => {
            problems.push(Problem::new(path, 1, "add this manifest: it is a member"));
            None
        }
    }
}

fn check_member(path: &str, text: &str, manifest: &Table, problems: &mut Vec<Problem>) {
    let package = manifest.get("package").and_then(|package| package.get("name"));
    let name = package.and_then(Value::as_str).unwrap_or_default();
    let shares = manifest.get("lints").and_then(|lints| lints.get("workspace"));
    if shares.and_then(Value::as_bool) != Some(true) {
        problems.push(Problem::new(path, 1, "add `[lints] workspace = true`"));
    }
    let Some((_, allowed)) = ARROWS.iter().find(|(crate_name, _)| *crate_name == name) else {
        let what = format!("give {name} its layer, in the list of arrows of xtask's tidy");
        problems.push(Problem::new(path, line_of(text, "name"), what));
        return;
    };
    for (dependency, _, _) in dependencies(manifest) {
        let ours = ARROWS.iter().any(|(crate_name, _)| *crate_name == dependency);
        if ours && !allowed.contains(&dependency) {
            let what = format!("{name} may not use {dependency}: the layers forbid it");
            problems.push(Problem::new(path, line_of(text, dependency), what));
        }
    }
    if name == "zfs-parse" {
        for (dependency, kind, value) in dependencies(manifest) {
            if kind == "dev-dependencies" {
                continue;
            }
            let optional = value.get("optional").and_then(Value::as_bool) == Some(true);
            let allowed =
                PARSER_MAY_USE.contains(&dependency) && (dependency != "serde" || optional);
            if !allowed {
                let what = format!("do without {dependency}: the parser's dependencies are fixed");
                problems.push(Problem::new(path, line_of(text, dependency), what));
            }
        }
    }
}

/// All dependencies of a manifest, those for single platforms as well: name, kind, value.
fn dependencies(manifest: &Table) -> Vec<(&str, &'static str, &Value)> {
    let platforms = manifest.get("target").and_then(Value::as_table);
    let tables = platforms.into_iter().flat_map(Table::values).filter_map(Value::as_table);
    let mut found = Vec::new();
    for table in tables.chain([manifest]) {
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let entries = table.get(kind).and_then(Value::as_table);
            for (key, value) in entries.into_iter().flatten() {
                // A dependency under another name says so in `package`.
                let name = value.get("package").and_then(Value::as_str).unwrap_or(key);
                found.push((name, kind, value));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, tree};
    use super::*;

    #[test]
    fn an_arrow_against_the_layers_is_told() {
        let tree = tree(&[
            (
                "Cargo.toml",
                "[workspace]\nmembers = [\"p\", \"e\"]\n[workspace.lints.rust]\nunsafe_code = \"forbid\"\n",
            ),
            (
                "p/Cargo.toml",
                "[package]\nname = \"zfs-parse\"\n[dependencies]\nserde = \"1\"\n\
                 [dev-dependencies]\nproptest = \"1\"\n[lints]\nworkspace = true\n",
            ),
            (
                "e/Cargo.toml",
                "[package]\nname = \"zfs-exec\"\n[target.'cfg(unix)'.dependencies]\n\
                 tool = { package = \"zfsq\", path = \"x\" }\n",
            ),
        ]);
        assert_eq!(
            said(check, &tree),
            [
                "p/Cargo.toml:4: do without serde: the parser's dependencies are fixed",
                "e/Cargo.toml:1: add `[lints] workspace = true`",
                "e/Cargo.toml:4: zfs-exec may not use zfsq: the layers forbid it",
            ]
        );
    }
}
