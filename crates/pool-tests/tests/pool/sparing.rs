//! `get all` without what is dear of snapshots: nothing else is missing from it, whatever they hold.

use std::fs::File;
use std::process::Command;

use pool_tests::{Pool, engine_or_skip, pool_or_skip, zpool};
use zfs_parse::dialect::Capability;
use zfs_parse::question::{Depth, Types};
use zfs_parse::zfs::{Get, List};
use zfs_parse::zpool as pools;

use crate::support::{Whole as _, client, dialect, has, name, property_texts, ran, volume};

/// Everything about a pool.
pub(crate) fn everything(pool: &Pool) -> Get {
    let question = Get::new(["all"]).expect("a question");
    question.depth(Depth::All).dataset(name(pool.name()))
}

/// Rows in one order, but for what changes by itself.
pub(crate) fn steady(mut rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let moves = |p: &str| p.contains("used") || p == "available" || p == "written";
    rows.retain(|row| !row.get(1).is_some_and(|p| moves(p)));
    rows.sort();
    rows
}

/// Snapshots with properties of their own and inherited ones, some of which forge rows.
pub(crate) fn make(pool: &Pool) {
    let (top, below) = (pool.path("to p"), pool.path("to p/below"));
    let forged = format!("x\t{top}\n{top}\tused\t-\t1\t{top}");
    pool.zfs(["create", "-o", "com.example:note=here", "-o", "secondarycache=none", &top]);
    pool.zfs(["create", "-o", "com.example:odd=a\tb\n", &below]);
    pool.zfs(["snapshot", "-r", &pool.path("to p@one")]);
    let own = format!("own:forged={forged}");
    pool.zfs([
        "snapshot",
        "-o",
        &own,
        "-o",
        "own:dash=-",
        "-o",
        "own:empty=",
        &pool.path("to p/below@two"),
    ]);
    pool.zfs(["set", "own:late=né", &pool.path("to p@one")]);
    let line = format!("\n{top}@one\town:late\tlocal\tlie\t{top}@one\n");
    pool.zfs(["set", &format!("own:line={line}"), &pool.path("to p@one")]);
    if volume(pool, "vol") {
        pool.zfs(["snapshot", "-o", "own:of.volume_1-2=v", &pool.path("vol@three")]);
    }
}

/// A copy of what was made, with received properties.
fn receive(pool: &Pool) {
    let stream = pool.folder().join("stream");
    let mut send = Command::new(pool_tests::tool("zfs"));
    let file = File::create(&stream).expect("a file");
    let sent = send.args(["send", "-R", &pool.path("to p@one")]).stdout(file).status();
    assert!(sent.expect("zfs send").success());
    let mut receive = Command::new(pool_tests::tool("zfs"));
    let file = File::open(&stream).expect("a file");
    let received = receive.args(["receive", "-u", &pool.path("received")]).stdin(file).status();
    assert!(received.expect("zfs receive").success());
}

#[test]
fn get_all_says_what_zfs_says_but_for_what_is_dear_of_snapshots() {
    if !engine_or_skip() {
        return;
    }
    if !has(Capability::GetAllSparing) {
        pool_tests::skip(&format!("no `zfs program` whose like is known in {}", dialect()));
        return;
    }
    let Some(pool) = pool_or_skip!() else { return };
    make(&pool);
    receive(&pool);
    // Enough of them that it is worth it.
    for n in 0..4 {
        pool.zfs(["snapshot", "-r", &pool.path(&format!("to p@{n}"))]);
    }
    let client = client();
    let spared = client.get(everything(&pool)).whole();
    let commands = ran(&client);
    assert!(commands[0].starts_with("zfs program -n "), "{commands:?}");
    let all_of_snapshots =
        |command: &&String| command.contains("snapshot") && command.contains(" all ");
    assert_eq!(commands.iter().find(all_of_snapshots), None);

    let left_out: Vec<&str> =
        spared.left_out().iter().map(zfs_parse::property::Property::name).collect();
    assert!(left_out.contains(&"version"), "{left_out:?}");
    let whole = client.get(everything(&pool).with_dear()).whole();
    assert!(whole.left_out().is_empty());
    let mut expected = property_texts(&whole);
    let snapshots = expected.iter().filter(|row| row[0].contains('@')).count();
    expected.retain(|row| !row[0].contains('@') || !left_out.contains(&&*row[1]));
    assert!(snapshots > 100, "{snapshots}");
    assert_eq!(steady(property_texts(&spared)), steady(expected));
    // Objects come in the same order.
    let names = |rows: Vec<Vec<String>>| {
        let mut names: Vec<String> = rows.into_iter().map(|row| row[0].clone()).collect();
        names.dedup();
        names
    };
    assert_eq!(names(property_texts(&spared)), names(property_texts(&whole)));
    let row = spared.row(pool.path("to p@one").as_bytes(), "own:late").expect("a row");
    assert_eq!(row.value_text(), "né".as_bytes());
}

/// A pool's history holds what was done to it, and has little room: whoever reads must not write it.
#[test]
fn no_question_leaves_a_trace_in_a_pools_history() {
    let Some(pool) = pool_or_skip!() else { return };
    let odd = pool.path("odd");
    pool.zfs(["create", "-o", "com.example:odd=a\tb\nc", &odd]);
    for n in 0..3 {
        pool.zfs(["snapshot", "-r", &pool.path(&format!("@{n}"))]);
    }
    let history = || {
        let output = zpool(["history", "-il", pool.name()]).ok();
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines = lines.lines().filter(|line| !line.is_empty());
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let before = history();

    let client = client();
    let of = |get: Get| get.depth(Depth::All).dataset(name(pool.name()));
    let list =
        List::new(["name", "used", "com.example:odd"]).expect("a question").types(Types::ALL);
    client.list(list.depth(Depth::All).dataset(name(pool.name()))).whole();
    client.get(of(Get::new(["type", "com.example:odd"]).expect("a question"))).whole();
    client.get(everything(&pool)).whole();
    client.get(everything(&pool).with_dear()).whole();
    client.pools(pools::List::new(["name", "health"]).expect("a question")).whole();
    client.pool_properties(pools::Get::new(["all"]).expect("a question")).whole();
    let commands = ran(&client);
    assert!(commands.len() >= 6, "{commands:?}");

    // What they have left would be written by now.
    pool.zfs(["set", "com.example:written=yes", pool.name()]);
    let after = history();
    assert_eq!(before, after[..before.len()]);
    let news: Vec<&String> = after[before.len()..].iter().collect();
    assert!(!news.is_empty() && news.iter().all(|line| line.contains("com.example:written")));
    // With the program, where there is one.
    let spared = commands.iter().any(|command| command.starts_with("zfs program "));
    assert_eq!(spared, has(Capability::GetAllSparing), "{commands:?}");
}
