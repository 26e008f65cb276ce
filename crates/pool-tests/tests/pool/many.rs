//! A thousand datasets: one command, and every row in its place.

use std::collections::BTreeSet;

use pool_tests::{Plan, Pool, pool_or_skip};
use zfs_parse::listing::Listing;
use zfs_parse::question::{Depth, Types};
use zfs_parse::zfs::{Get, List, Sort};

use crate::support::{Whole as _, client, name, property_texts, ran, texts};

/// Filesystems, and how often all of them are snapshotted: a thousand datasets in as little time as
/// an emulated system can make them.
const FILESYSTEMS: usize = 25;
const SNAPSHOTS: usize = 39;

/// So many filesystems, the first called `all` and the others below it, and snapshots of each.
pub(crate) fn make(pool: &Pool, filesystems: usize, snapshots: usize) {
    pool.zfs(["create", &pool.path("all")]);
    for n in 1..filesystems {
        pool.zfs(["create", &pool.path(&format!("all/fs {n}"))]);
    }
    for n in 0..snapshots {
        pool.zfs(["snapshot", "-r", &pool.path(&format!("all@{n}"))]);
    }
}

/// The names of all that [`make`] made.
fn made(pool: &Pool, filesystems: usize, snapshots: usize) -> BTreeSet<String> {
    let below = (1..filesystems).map(|n| format!("all/fs {n}"));
    let filesystems: Vec<_> = std::iter::once("all".to_owned()).chain(below).collect();
    let snapshots = filesystems
        .iter()
        .flat_map(|filesystem| (0..snapshots).map(move |n| format!("{filesystem}@{n}")));
    let all = snapshots.chain(filesystems.iter().cloned());
    all.map(|name| pool.path(&name)).collect()
}

fn names(listing: &Listing) -> Vec<String> {
    texts(listing).into_iter().map(|row| row[0].clone()).collect()
}

#[test]
fn a_thousand_datasets_are_one_command() {
    let Some(pool) = pool_or_skip!(Plan::default().without_features()) else { return };
    make(&pool, FILESYSTEMS, SNAPSHOTS);
    let client = client();
    let all = name(&pool.path("all"));
    let question = List::new(["name", "type", "creation", "com.example:note"]).expect("a question");
    let question = question.depth(Depth::All).dataset(all.clone());
    let both = Types::DATASETS.and(Types::SNAPSHOT);
    let listing = client.list(question.clone().types(both)).whole();
    assert_eq!(ran(&client).len(), 1);
    let listed = names(&listing);
    let listed_once: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!((listed.len(), listed_once), (1000, made(&pool, FILESYSTEMS, SNAPSHOTS)));

    let sort = Sort::descending("name").expect("a property");
    let sorted = client.list(question.types(Types::DATASETS).sort(sort)).whole();
    assert_eq!(ran(&client).len(), 1);
    let mut expected: Vec<_> = listed.into_iter().filter(|name| !name.contains('@')).collect();
    expected.sort_by(|a, b| b.cmp(a));
    assert_eq!(names(&sorted), expected);

    let question = Get::new(["guid", "com.example:note"]).expect("a question").depth(Depth::All);
    let found = client.get(question.types(Types::DATASETS).dataset(all)).whole();
    assert_eq!(ran(&client).len(), 1);
    assert_eq!(found.len(), 2 * FILESYSTEMS);
}

#[test]
fn many_names_are_asked_about_in_parts_as_in_one_command() {
    let Some(pool) = pool_or_skip!(Plan::default().without_features()) else { return };
    let (filesystems, snapshots) = (6, 2);
    make(&pool, filesystems, snapshots);
    // Not in the order in which they are listed.
    let all: Vec<String> = made(&pool, filesystems, snapshots).into_iter().rev().collect();
    let ask = |mut list: List, mut get: Get| {
        for each in &all {
            (list, get) = (list.dataset(name(each)), get.dataset(name(each)));
        }
        (list, get)
    };
    let list = List::new(["name", "com.example:note"]).expect("a question");
    let (list, get) = ask(list, Get::new(["type", "com.example:note"]).expect("a question"));
    let longest = 250;
    let (whole, short) = (client(), client().longest_command(longest));
    for by in [None, Some("createtxg"), Some("name")] {
        let mut question = list.clone();
        if let Some(by) = by {
            question = question.sort(Sort::ascending(by).expect("a property"));
        }
        let expected = names(&whole.list(question.clone()).whole());
        assert_eq!(ran(&whole).len(), 1);
        assert_eq!(names(&short.list(question).whole()), expected, "{by:?}");
        let commands = ran(&short);
        assert!(commands.len() > 2 && commands.iter().all(|command| command.len() <= longest));
    }
    let expected = property_texts(&whole.get(get.clone()).whole());
    assert_eq!(property_texts(&short.get(get).whole()), expected);
}
