//! Datasets of every type, with everything set and unset that they can have: what is read is what
//! raw commands print, and means what was set.

use pool_tests::{Plan, Pool, pool_or_skip, zfs};
use zfs_parse::dialect::Capability;
use zfs_parse::question::{Depth, Types};
use zfs_parse::value::{Cell, Value};
use zfs_parse::zfs::{Get, List};
use zfs_parse::{Listing, Properties};

use crate::support::{
    Whole as _, assert_none, bookmark, client, fields, has, limits, name, property_texts, ran,
    texts, volume,
};

const MIB: u64 = 1 << 20;

struct Tree {
    pool: Pool,
    has_volume: bool,
    has_bookmark: bool,
    has_limits: bool,
}

/// One dataset of each type that the system makes.
fn tree() -> Option<Tree> {
    let pool = pool_or_skip!(Plan::unmounted())?;
    let quotas = ["-o", "quota=20M", "-o", "reservation=3M", "-o", "com.example:note=a note"];
    let fs = pool.path("fs");
    pool.zfs(["create"].into_iter().chain(quotas).chain([&fs[..]]));
    pool.zfs(["create", "-o", "refquota=10M", "-o", "refreservation=2M", &pool.path("fs/child")]);
    pool.zfs(["snapshot", &pool.path("fs@one")]);
    pool.zfs(["snapshot", &pool.path("fs@two")]);
    pool.zfs(["clone", &pool.path("fs@one"), &pool.path("clone")]);
    let has_volume = volume(&pool, "volume");
    if has_volume {
        pool.zfs(["snapshot", &pool.path("volume@three")]);
    }
    let has_bookmark = bookmark(&pool, "fs@two", "fs#two");
    let has_limits = limits(&pool);
    if has_limits {
        pool.zfs(["set", "filesystem_limit=5", &fs]);
        pool.zfs(["set", "snapshot_limit=7", &fs]);
    }
    Some(Tree { pool, has_volume, has_bookmark, has_limits })
}

#[test]
fn a_listing_is_what_the_raw_command_prints_and_means_what_was_set() {
    let Some(tree) = tree() else { return };
    listed_as_by_the_raw_command(&tree);
    listed_as_set(&tree);
    listed_by_the_columns_for_space(&tree);
}

#[test]
fn a_get_is_what_the_raw_command_prints_and_means_what_was_set() {
    let Some(tree) = tree() else { return };
    got_as_by_the_raw_command(&tree);
    got_as_set(&tree);
    got_of_one_type(&tree);
}

fn listed_as_by_the_raw_command(tree: &Tree) {
    let pool = tree.pool.name();
    let client = client();
    let columns = ["name", "type", "guid", "referenced", "origin", "quota", "reservation"];
    let exact: &[&str] = if has(Capability::ListExact) { &["-p"] } else { &[] };
    let types = |types: &'static str| {
        let bookmarks = if tree.has_bookmark { ",bookmark" } else { "" };
        if types == "all" { format!("filesystem,volume,snapshot{bookmarks}") } else { types.into() }
    };
    for (asked, word) in [
        (Types::DATASETS, "filesystem,volume"),
        (Types::FILESYSTEM, "filesystem"),
        (Types::SNAPSHOT, "snapshot"),
        (Types::ALL, "all"),
    ] {
        let question = List::new(columns).expect("a question").types(asked);
        let question = question.depth(Depth::All).dataset(name(pool));
        let listing = client.list(question).whole();
        assert_eq!(ran(&client).len(), 1, "one command is enough");
        let raw = zfs(["list", "-H", "-r"].iter().chain(exact).map(ToString::to_string).chain([
            "-t".into(),
            types(word),
            "-o".into(),
            columns.join(","),
            pool.into(),
        ]));
        let raw = fields(&raw.ok());
        assert_eq!(texts(&listing), raw, "{word}");
        assert!(raw.len() > 1, "{word} is a test of nothing: {raw:?}");
    }
}

fn listed_by_the_columns_for_space(tree: &Tree) {
    let client = client();
    let question = List::new(["space"]).expect("a question").depth(Depth::All);
    let listing = client.list(question.dataset(name(tree.pool.name()))).whole();
    let raw = zfs(["list", "-H", "-r", "-o", "space", "-t", "filesystem,volume", tree.pool.name()]);
    let raw = fields(&raw.ok());
    assert_eq!(listing.len(), raw.len());
    let columns: Vec<&str> =
        listing.columns().iter().map(zfs_parse::property::Property::name).collect();
    // The raw command says what it stands for with its headers.
    let headers = zfs(["list", "-o", "space", tree.pool.name()]).ok();
    let headers = String::from_utf8_lossy(&headers.stdout).lines().next().unwrap_or("").to_owned();
    let headers = headers.split_whitespace().map(str::to_ascii_lowercase);
    let named = headers.map(|header| {
        let property = zfs_parse::property::Property::of_dataset(&header);
        property.map(|property| property.name().to_owned()).unwrap_or(header)
    });
    assert_eq!(columns, named.collect::<Vec<_>>());
}

fn got_as_by_the_raw_command(tree: &Tree) {
    let pool = tree.pool.name();
    let client = client();
    let fields_of = |properties: &str| {
        let shown = "name,property,value,source";
        fields(&zfs(["get", "-Hpr", "-o", shown, properties, pool]).ok())
    };
    let some = ["type", "guid", "quota", "mountpoint", "com.example:note", "origin"];
    let question = Get::new(some).expect("a question").depth(Depth::All).dataset(name(pool));
    let properties = client.get(question).whole();
    assert_eq!(ran(&client).len(), 1, "one command is enough");
    assert_eq!(property_texts(&properties), fields_of(&some.join(",")));

    let question = Get::new(["all"]).expect("a question").with_dear().depth(Depth::All);
    let question = question.dataset(name(pool));
    let properties = client.get(question).whole();
    assert_eq!(ran(&client).len(), 1, "one command is enough");
    assert!(properties.is_proven());
    // Space is taken for a while after a change, and `mlslabel` of zfs-fuse is whatever its buffer
    // last held.
    let steady = |rows: Vec<Vec<String>>| -> Vec<Vec<String>> {
        let moves =
            |p: &str| p.contains("used") || p == "available" || p == "written" || p == "mlslabel";
        rows.into_iter().filter(|row| !row.get(1).is_some_and(|p| moves(p))).collect()
    };
    assert_eq!(steady(property_texts(&properties)), steady(fields_of("all")));
}

fn got_of_one_type(tree: &Tree) {
    let client = client();
    let question = Get::new(["guid", "com.example:note"]).expect("a question");
    let question = question.types(Types::SNAPSHOT).depth(Depth::All);
    let found = client.get(question.dataset(name(tree.pool.name()))).whole();
    assert_eq!(ran(&client).len(), 1, "one command is enough");
    let mut names: Vec<String> =
        property_texts(&found).into_iter().map(|row| row[0].clone()).collect();
    names.dedup();
    let mut expected = vec![tree.pool.path("fs@one"), tree.pool.path("fs@two")];
    if tree.has_volume {
        expected.push(tree.pool.path("volume@three"));
    }
    assert_eq!(names, expected);
}

/// What a value says, in a word that can be compared.
fn said(cell: &Cell<'_>) -> String {
    match cell {
        Cell::NotApplicable => "n/a".into(),
        Cell::None => "none".into(),
        Cell::Default => "default".into(),
        Cell::Value(Value::Size(n) | Value::Count(n) | Value::Guid(n)) => n.nominal().to_string(),
        Cell::Value(Value::Text(text) | Value::Keyword(text)) => {
            String::from_utf8_lossy(text.as_bytes()).into_owned()
        }
        other => format!("{other:?}"),
    }
}

/// What each dataset must say, whether it is listed or got.
fn expected(tree: &Tree) -> Vec<(String, &'static str, String)> {
    let path = |below: &str| tree.pool.path(below);
    let mut expected = Vec::new();
    let mut is = |below: &str, property, value: &str| {
        expected.push((path(below), property, value.to_owned()));
    };
    let mib = |n: u64| (n * MIB).to_string();
    for (below, kind, quota, reservation, refquota, refreservation, origin) in [
        ("fs", "filesystem", &mib(20)[..], &mib(3)[..], "none", "none", "n/a"),
        ("fs/child", "filesystem", "none", "none", &mib(10), &mib(2), "n/a"),
        ("clone", "filesystem", "none", "none", "none", "none", &path("fs@one")),
        ("fs@one", "snapshot", "n/a", "n/a", "n/a", "n/a", "n/a"),
    ] {
        is(below, "type", kind);
        is(below, "quota", quota);
        is(below, "reservation", reservation);
        is(below, "refquota", refquota);
        is(below, "refreservation", refreservation);
        is(below, "origin", origin);
        is(below, "volsize", "n/a");
    }
    is("fs", "com.example:note", "a note");
    is("fs/child", "com.example:note", "a note");
    is("fs@two", "com.example:note", "a note");
    is("clone", "com.example:note", "n/a");
    if tree.has_limits {
        is("fs", "filesystem_limit", "5");
        is("fs", "snapshot_limit", "7");
        is("fs/child", "filesystem_limit", "none");
        is("fs/child", "snapshot_limit", "none");
        is("fs@one", "filesystem_limit", "n/a");
        is("fs@one", "clones", &path("clone"));
        is("fs@two", "clones", "n/a");
    }
    if tree.has_volume {
        is("volume", "type", "volume");
        is("volume", "volsize", &mib(8));
        is("volume", "quota", "n/a");
        is("volume", "mountpoint", "n/a");
        is("volume@three", "volsize", &mib(8));
    }
    if tree.has_bookmark {
        is("fs#two", "type", "bookmark");
        is("fs#two", "used", "n/a");
        is("fs#two", "com.example:note", "n/a");
    }
    expected
}

/// The properties in question, each once, that the system knows.
fn asked(expected: &[(String, &'static str, String)]) -> Vec<&'static str> {
    let mut asked: Vec<&'static str> = expected.iter().map(|(_, property, _)| *property).collect();
    asked.sort_unstable();
    asked.dedup();
    asked
}

fn listed_as_set(tree: &Tree) {
    let expected = expected(tree);
    let properties = asked(&expected);
    let question = List::new(["name"].iter().chain(&properties)).expect("a question");
    let question = question.types(Types::ALL).depth(Depth::All).dataset(name(tree.pool.name()));
    let client = client();
    let listing: Listing = client.list(question).whole();
    assert_eq!(ran(&client).len(), 1, "one command is enough");
    let differences: Vec<_> = expected
        .into_iter()
        .filter_map(|(dataset, property, value)| {
            let found = match listing.rows().find(|row| row.name() == dataset.as_bytes()) {
                Some(row) => said(&row.cell(property).expect("a cell")),
                None => "no row".to_owned(),
            };
            (found != value).then_some((dataset, property, value, found))
        })
        .collect();
    assert_none(&differences, "dataset, property, what was set, what is listed");
}

fn got_as_set(tree: &Tree) {
    let expected = expected(tree);
    let question = Get::new(asked(&expected)).expect("a question");
    let question = question.types(Types::ALL).depth(Depth::All).dataset(name(tree.pool.name()));
    let client = client();
    let properties: Properties = client.get(question).whole();
    assert_eq!(ran(&client).len(), 1, "one command is enough");
    let differences: Vec<_> = expected
        .into_iter()
        .filter_map(|(dataset, property, value)| {
            let found = match properties.row(dataset.as_bytes(), property) {
                Some(row) => said(&row.cell().expect("a cell")),
                None => "no row".to_owned(),
            };
            (found != value).then_some((dataset, property, value, found))
        })
        .collect();
    assert_none(&differences, "dataset, property, what was set, what is got");
}
