//! A system without a pool.

use pool_tests::{engine_or_skip, zpool};
use zfs_parse::{zfs, zpool};

use crate::support::{Whole as _, client, pool_property};

#[test]
fn without_a_pool_every_question_has_an_empty_answer() {
    if !engine_or_skip() {
        return;
    }
    let raw = zpool(["list", "-H", "-o", "name"]);
    if !raw.stdout.is_empty() {
        pool_tests::skip("there are pools on this system, and they are somebody's");
        return;
    }
    let client = client();
    let pools = client.pools(zpool::List::new(["name", "health", "comment"]).expect("a question"));
    // The legacy lineage has no `comment`, and says so before it looks for pools.
    if let Err(error) = &pools {
        assert!(!pool_property("comment"), "{error}");
    }
    let pools = client.pools(zpool::List::new(["name", "health"]).expect("a question"));
    assert!(pools.expect("no pools are an answer").is_empty());
    for columns in [&["name", "used"][..], &["name", "mountpoint"]] {
        let datasets = client.list(zfs::List::new(columns).expect("a question"));
        assert!(datasets.expect("no datasets are an answer").is_empty());
        let properties = client.get(zfs::Get::new(columns).expect("a question"));
        assert!(properties.expect("no datasets are an answer").is_empty());
    }
    let all = client.get(zfs::Get::new(["all"]).expect("a question"));
    assert!(all.expect("no datasets are an answer").is_empty());

    // Some systems want to be told of which pools.
    let properties = client.pool_properties(zpool::Get::new(["all"]).expect("a question"));
    assert!(properties.whole().is_empty());
}
