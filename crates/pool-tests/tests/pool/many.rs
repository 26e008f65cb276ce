//! A thousand datasets: one command, and every row in its place.

use std::collections::BTreeSet;

use pool_tests::{Plan, Pool, pool_or_skip, zfs};
use zfs_parse::question::{Depth, Types};
use zfs_parse::zfs::{Get, List, Sort};

use crate::support::{Whole as _, client, fields, name, ran, texts};

/// Filesystems, and how often all of them are snapshotted: a thousand datasets with few commands.
const FILESYSTEMS: usize = 40;
const SNAPSHOTS: usize = 24;

/// Forty filesystems, the first called `all` and the others below it, and so many snapshots of each.
pub(crate) fn make(pool: &Pool, snapshots: usize) {
    pool.zfs(["create", &pool.path("all")]);
    for n in 1..FILESYSTEMS {
        pool.zfs(["create", &pool.path(&format!("all/fs {n}"))]);
    }
    for n in 0..snapshots {
        pool.zfs(["snapshot", "-r", &pool.path(&format!("all@{n}"))]);
    }
}

#[test]
fn a_thousand_datasets_are_one_command() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    make(&pool, SNAPSHOTS);
    let client = client();
    let all = name(&pool.path("all"));
    let question = List::new(["name", "type", "creation", "com.example:note"]).expect("a question");
    let question = question.types(Types::DATASETS.and(Types::SNAPSHOT)).depth(Depth::All);
    let listing = client.list(question.clone().dataset(all.clone())).whole();
    assert_eq!(ran(&client).len(), 1);
    assert_eq!(listing.len(), 1000);
    let raw = ["list", "-H", "-r", "-t", "filesystem,snapshot", "-o", "name", all.as_str()];
    let raw: Vec<String> = fields(&zfs(raw).ok()).into_iter().map(|row| row[0].clone()).collect();
    let listed: Vec<String> = texts(&listing).into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(listed, raw, "in the order in which they were printed");
    assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), 1000, "each once");

    let sorted = question.sort(Sort::descending("name").expect("a property")).dataset(all.clone());
    let listing = client.list(sorted).whole();
    assert_eq!(ran(&client).len(), 1);
    let mut expected = listed;
    expected.sort_by(|a, b| b.cmp(a));
    let listed: Vec<String> = texts(&listing).into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(listed, expected);

    let question = Get::new(["guid", "com.example:note"]).expect("a question").depth(Depth::All);
    let found = client.get(question.dataset(all)).whole();
    assert_eq!(ran(&client).len(), 1);
    assert_eq!(found.len(), 2000);
}
