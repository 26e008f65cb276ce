//! The harness itself: a pool is there while it is held, and gone afterwards.

use pool_tests::{pool_or_skip, zfs, zpool};

#[test]
fn a_pool_lives_as_long_as_it_is_held() {
    let Some(pool) = pool_or_skip!() else { return };
    let name = pool.name().to_owned();
    let folder = pool.folder().to_owned();
    pool.zfs(["create", &pool.path("a b")]);
    assert!(pool.mountpoint().join("a b").is_dir());
    let listed = zfs(["list", "-H", "-o", "name", "-r", &name]).ok().stdout;
    assert_eq!(listed, format!("{name}\n{name}/a b\n").into_bytes());
    drop(pool);
    assert!(!zpool(["list", "-H", &name]).status.success());
    assert!(!folder.exists());
}

#[test]
fn a_pool_that_the_test_destroyed_is_no_trouble() {
    let Some(pool) = pool_or_skip!() else { return };
    pool_tests::destroy(pool.name());
    assert!(!zpool(["list", "-H", pool.name()]).status.success());
}
