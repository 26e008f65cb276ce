//! Pools that are ill: degraded, with a disk missing, unusable, full. None is ever left out of a
//! listing.

use std::fs;
use std::io::Write as _;

use pool_tests::{Plan, engine_or_skip, pool_or_skip, zfs, zpool};
use zfs_parse::question::Depth;
use zfs_parse::value::Cell;
use zfs_parse::zfs::{Get, List};
use zfs_parse::zpool;

use crate::support::{Whole as _, client, has_kernel, name};

/// Health and size of a pool in a listing of all pools.
fn listed(pool: &str) -> (Vec<u8>, Cell<'static>, Cell<'static>) {
    let question = zpool::List::new(["name", "health", "size", "free"]).expect("a question");
    let listing = client().pools(question).whole();
    let row = listing.rows().find(|row| row.name() == pool.as_bytes());
    let row = row.unwrap_or_else(|| panic!("{pool} is not listed: {listing:?}"));
    let cell = |property| row.cell(property).expect("a cell").into_owned();
    (cell("health").bytes().unwrap_or_default().to_vec(), cell("size"), cell("free"))
}

#[test]
fn a_degraded_pool_is_listed_with_its_numbers() {
    let Some(pool) = pool_or_skip!(Plan::unmounted().mirror(2)) else { return };
    let (health, size, _) = listed(pool.name());
    assert_eq!(health, b"ONLINE");
    zpool(["offline".as_ref(), pool.name().as_ref(), pool.disk(1).as_os_str()]).ok();
    let (health, still, free) = listed(pool.name());
    assert_eq!(health, b"DEGRADED");
    assert_eq!(size, still);
    assert!(matches!(free, Cell::Value(_)), "{free:?}");
    assert!(zfs(["list", "-H", pool.name()]).status.success());
}

#[test]
fn a_pool_with_a_disk_missing_is_listed_with_its_numbers() {
    let Some(pool) = pool_or_skip!(Plan::unmounted().mirror(2)) else { return };
    pool.zfs(["create", &pool.path("fs")]);
    pool_tests::export(pool.name());
    fs::remove_file(pool.disk(1)).expect("a disk");
    zpool(["import".as_ref(), "-d".as_ref(), pool.folder().as_os_str(), pool.name().as_ref()]).ok();
    let (health, size, free) = listed(pool.name());
    assert_eq!(health, b"DEGRADED");
    assert!(matches!((&size, &free), (Cell::Value(_), Cell::Value(_))), "{size:?} {free:?}");
    let question = List::new(["name", "used"]).expect("a question").depth(Depth::All);
    let listing = client().list(question.dataset(name(pool.name()))).whole();
    assert_eq!(listing.len(), 2);
}

#[test]
fn an_unusable_pool_is_listed_without_numbers() {
    if !engine_or_skip() {
        return;
    }
    if has_kernel() {
        // OpenZFS 2.1 to 2.4 (`spa_prop_get`): a pool that was never opened has no `dsl_pool`, and
        // even `zpool list -o name` asks for all properties.
        pool_tests::skip("asked for properties of such a pool, a kernel follows a null pointer");
        return;
    }
    let cache = tempfile::NamedTempFile::new().expect("a file");
    let mut option = std::ffi::OsString::from("cachefile=");
    option.push(cache.path());
    let Some(pool) = pool_or_skip!(Plan::unmounted().option(option)) else { return };
    pool.zfs(["create", &pool.path("fs")]);
    // With its configuration kept and its only disk gone it can be imported, taken at its word,
    // but never be opened: as when a disk dies before the machine starts.
    let kept = pool.folder().join("cache");
    fs::copy(cache.path(), &kept).expect("the cache");
    pool_tests::export(pool.name());
    let away = pool.folder().join("away");
    fs::rename(pool.disk(0), &away).expect("a disk");
    let words = [
        "import".as_ref(),
        "-N".as_ref(),
        "-V".as_ref(),
        "-c".as_ref(),
        kept.as_os_str(),
        pool.name().as_ref(),
    ];
    let imported = zpool(words);
    let imported = if imported.status.success() {
        imported
    } else {
        // The legacy lineage knows no -N.
        zpool(words.into_iter().filter(|word| *word != "-N"))
    };
    if !imported.status.success() {
        pool_tests::skip(&format!("no pool can be made unusable: {imported:?}"));
        fs::rename(&away, pool.disk(0)).expect("a disk");
        zpool(["import".as_ref(), "-d".as_ref(), pool.folder().as_os_str(), pool.name().as_ref()])
            .ok();
        return;
    }
    let (health, size, free) = listed(pool.name());
    // Before it is destroyed, it is made well again, whatever the test finds.
    let question = || List::new(["name", "used"]).expect("a question").depth(Depth::All);
    let datasets = client().list_partial(question().dataset(name(pool.name())));
    let everything = client().list_partial(question());
    let notes = Get::new(["com.example:note"]).expect("a question").depth(Depth::All);
    let notes = client().get_partial(notes.dataset(name(pool.name())));
    let raw = zfs(["list", "-H", "-r", "-o", "name,used", pool.name()]);
    let got = zpool::Get::new(["all"]).expect("a question").pool(name(pool.name()));
    let got = client().pool_properties_partial(got.expect("a pool"));
    pool_tests::export(pool.name());
    fs::rename(&away, pool.disk(0)).expect("a disk");
    zpool(["import".as_ref(), "-d".as_ref(), pool.folder().as_os_str(), pool.name().as_ref()]).ok();

    assert!(health == b"FAULTED" || health == b"UNAVAIL", "{}", String::from_utf8_lossy(&health));
    assert_eq!((size, free), (Cell::NotApplicable, Cell::NotApplicable));
    let got = got.expect("an answer").complete().whole();
    let cell = |property| got.row(pool.name().as_bytes(), property).expect("a row").cell();
    assert_eq!(cell("size"), Ok(Cell::NotApplicable));
    assert!(cell("guid").expect("a cell").exact().is_some());
    // What is asked of it by name fails, and what is asked of all does not stop at it.
    let (datasets, lacks) = datasets.expect("an answer").partial();
    assert!(
        datasets.is_empty() && !lacks.is_empty(),
        "{datasets:?} {lacks:?}; the command: {raw:?}"
    );
    let (notes, lacks) = notes.expect("an answer").partial();
    assert!(notes.is_empty() && !lacks.is_empty(), "{notes:?} {lacks:?}");
    let (everything, _) = everything.expect("an answer").partial();
    assert!(everything.rows().all(|row| !row.name().starts_with(pool.name().as_bytes())));
}

#[test]
fn a_full_pool_says_that_nothing_is_left() {
    let Some(pool) = pool_or_skip!(Plan::default().small()) else { return };
    let mut file = fs::File::create(pool.mountpoint().join("fill")).expect("a file");
    // Nothing that could be compressed, and more than the pool holds.
    let mut state = 88_172_645_463_325_252_u64;
    let mut piece = vec![0_u8; 1 << 20];
    let error = (0..1000).find_map(|_| {
        for eight in piece.chunks_exact_mut(8) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            eight.copy_from_slice(&state.to_le_bytes());
        }
        file.write_all(&piece).err()
    });
    let error = error.or_else(|| file.sync_data().err());
    let error = error.expect("a pool of 64 MiB took 1000 MiB");
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull, "{error}");
    drop(file);
    let question = List::new(["name", "available", "used"]).expect("a question");
    let listing = client().list(question.dataset(name(pool.name()))).whole();
    let row = listing.rows().next().expect("a row");
    let Ok(Cell::Value(zfs_parse::value::Value::Size(available))) = row.cell("available") else {
        panic!("{row:?}")
    };
    assert!(available.nominal() < 2 << 20, "{row:?}");
    let (health, ..) = listed(pool.name());
    assert_eq!(health, b"ONLINE");
}
