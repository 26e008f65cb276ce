//! Every property in both of its forms, exact and rounded: both are read, and they agree.

use pool_tests::{Plan, Pool, pool_or_skip, zfs};
use zfs_exec::{Client, Local, Traced};
use zfs_parse::Dialect;
use zfs_parse::dialect::Capability;
use zfs_parse::properties::Properties;
use zfs_parse::property::{Property, Scope, natives};
use zfs_parse::question::{Depth, Types};
use zfs_parse::value::{Cell, Time, Value};
use zfs_parse::zfs::Get;
use zfs_parse::zpool;

use crate::support::{
    Whole as _, assert_none, bookmark, client, dialect, has, limits, name, pool_property, volume,
};

/// What is read of both may not change between them; it settles within some tries.
const TRIES: usize = 20;

fn filled() -> Option<Pool> {
    let pool = pool_or_skip!(Plan::default().option("failmode=continue"))?;
    let fs = pool.path("fs");
    pool.zfs(["create", "-o", "quota=30M", "-o", "compression=on", "-o", "copies=2", &fs]);
    // Numbers of odd digits, and a ratio past one.
    std::fs::write(pool.mountpoint().join("fs/text"), "some text ".repeat(123_457))
        .expect("a file");
    pool.zfs(["snapshot", &pool.path("fs@s")]);
    pool.zfs(["clone", &pool.path("fs@s"), &pool.path("clone")]);
    if volume(&pool, "volume") {
        pool.zfs(["snapshot", &pool.path("volume@s")]);
    }
    bookmark(&pool, "fs@s", "fs#b");
    if limits(&pool) {
        pool.zfs(["set", "filesystem_limit=1234567", &fs]);
    }
    // All of this is on the disks before numbers are compared: an export writes it out.
    Some(pool)
}

fn asker(dialect: Dialect) -> Client<Traced<Local>> {
    Client::of_dialect(Traced::new(Local::new()), dialect)
}

/// Both answers, of one state: the exact one is the same before and after the rounded one.
fn settled(
    exact: impl Fn() -> Properties,
    rounded: impl Fn() -> Properties,
) -> (Properties, Properties) {
    let values = |properties: &Properties| -> Vec<Vec<u8>> {
        properties.rows().map(|row| row.value_text().to_vec()).collect()
    };
    let mut before = exact();
    for _ in 0..TRIES {
        let between = rounded();
        let after = exact();
        if values(&before) == values(&after) {
            return (after, between);
        }
        before = after;
        std::thread::sleep(std::time::Duration::from_millis(500));
    }
    panic!("the pool does not come to rest");
}

/// What two cells of one value disagree in.
fn disagreement(exact: &Cell<'_>, rounded: &Cell<'_>) -> bool {
    match (exact, rounded) {
        (Cell::Value(exact), Cell::Value(rounded)) => match (exact, rounded) {
            (Value::Size(a), Value::Size(b))
            | (Value::Count(a), Value::Count(b))
            | (Value::Guid(a), Value::Guid(b)) => match a.exact() {
                Some(a) => !b.may_be(a),
                None => true,
            },
            (Value::Time(Time::Epoch(a)), Value::Time(Time::Printed(b))) => {
                // Both commands run with TZ=UTC.
                let start = b.epoch_in_utc().expect("after 1970");
                let length = if b.second.is_some() { 1 } else { 60 };
                !(start..start + length).contains(a)
            }
            (a, b) => a != b,
        },
        (a, b) => a != b,
    }
}

fn compare(exact: &Properties, rounded: &Properties) -> (usize, Vec<String>) {
    let mut differences = Vec::new();
    let mut compared = 0;
    assert_eq!(exact.len(), rounded.len());
    for (e, r) in exact.rows().zip(rounded.rows()) {
        assert_eq!((e.name(), e.property_name()), (r.name(), r.property_name()));
        // zfs-fuse prints for it whatever its buffer last held.
        if e.property_name() == b"mlslabel" && !has(Capability::VersionCommand) {
            continue;
        }
        match (e.cell(), r.cell()) {
            (Ok(exact), Ok(rounded)) if !disagreement(&exact, &rounded) => compared += 1,
            (exact, rounded) => differences.push(format!(
                "{} of {}: {exact:?} of {:?}, {rounded:?} of {:?}",
                String::from_utf8_lossy(e.property_name()),
                String::from_utf8_lossy(e.name()),
                String::from_utf8_lossy(e.value_text()),
                String::from_utf8_lossy(r.value_text()),
            )),
        }
    }
    (compared, differences)
}

#[test]
fn exact_and_rounded_values_of_every_dataset_property_agree() {
    let Some(pool) = filled() else { return };
    if !has(Capability::GetExact) {
        pool_tests::skip("no `zfs get -p`");
        return;
    }
    let families = [
        "userused@0",
        "groupused@0",
        "userquota@0",
        "userobjused@0",
        "userobjquota@0",
        "projectused@0",
        "projectobjused@0",
        "written@s",
    ];
    let families = families
        .into_iter()
        .filter(|name| Property::of_dataset(name).is_ok_and(|property| property.is_in(dialect())));
    let names = natives(Scope::Dataset, dialect()).map(|f| f.name).filter(|n| *n != "name");
    let names: Vec<&str> = names.chain(families).collect();
    let ask = |dialect: Dialect| {
        let question = Get::new(&names).expect("a question").types(Types::ALL).depth(Depth::All);
        asker(dialect).get(question.dataset(name(pool.name()))).whole()
    };
    let (exact, rounded) =
        settled(|| ask(dialect()), || ask(dialect().without(Capability::GetExact)));
    let (compared, differences) = compare(&exact, &rounded);
    assert_none(&differences, "exact and rounded disagree");
    assert!(compared > names.len() * 3, "only {compared} compared");
    // And what applies is what the catalogue says can.
    let used = exact.row(pool.path("fs").as_bytes(), "used").expect("a row").cell();
    assert!(used.expect("a cell").exact().is_some_and(|used| used > 1000), "exact is exact");
}

#[test]
fn exact_and_rounded_values_of_every_pool_property_agree() {
    let Some(pool) = filled() else { return };
    if !has(Capability::PoolGetExact) {
        pool_tests::skip("no `zpool get -p`");
        return;
    }
    let names: Vec<&str> = natives(Scope::Pool, dialect())
        .map(|f| f.name)
        .filter(|n| !["name", "tname"].contains(n))
        .collect();
    let ask = |dialect: Dialect| {
        let question = zpool::Get::new(&names).expect("a question").pool(name(pool.name()));
        asker(dialect).pool_properties(question.expect("a pool")).whole()
    };
    let (exact, rounded) =
        settled(|| ask(dialect()), || ask(dialect().without(Capability::PoolGetExact)));
    let (compared, differences) = compare(&exact, &rounded);
    assert_none(&differences, "exact and rounded disagree");
    assert_eq!(compared, names.len());
}

#[test]
fn every_property_is_read_in_the_form_that_a_listing_prints() {
    use zfs_parse::zfs::List;
    let Some(pool) = filled() else { return };
    let names: Vec<&str> = natives(Scope::Dataset, dialect()).map(|facts| facts.name).collect();
    for dialect in [dialect(), dialect().without(Capability::ListExact)] {
        let question = List::new(&names).expect("a question").types(Types::ALL).depth(Depth::All);
        let listing = asker(dialect).list(question.dataset(name(pool.name())));
        let listing = listing.whole();
        let mut unread = Vec::new();
        for row in listing.rows() {
            for (property, cell) in row.cells() {
                if let Err(error) = cell {
                    unread.push(format!("{property}: {error}"));
                }
            }
        }
        assert_none(&unread, "cells that can't be read");
        assert!(listing.len() >= 4);
    }
}

#[test]
fn what_is_unset_is_none_and_no_number() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let client = client();
    let quotas = ["quota", "refquota", "reservation", "refreservation"];
    let limited = limits(&pool);
    let asked = quotas.iter().copied().chain(
        ["filesystem_limit", "snapshot_limit", "filesystem_count", "snapshot_count"]
            .into_iter()
            .filter(|_| limited),
    );
    let question = Get::new(asked).expect("a question").dataset(name(pool.name()));
    let found = client.get(question).whole();
    for row in found.rows() {
        assert_eq!(row.cell(), Ok(Cell::None), "{row:?}");
    }
    assert_eq!(found.len(), if limited { 8 } else { 4 });
    if pool_property("dedup_table_quota") {
        let question = zpool::Get::new(["dedup_table_quota"]).expect("a question");
        let question = question.pool(name(pool.name())).expect("a pool");
        let found = client.pool_properties(question).whole();
        let cell = found.rows().next().expect("a row").cell().expect("a cell").into_owned();
        assert!(cell.exact().is_none(), "{cell:?}");
    }
}

#[test]
fn a_guid_is_the_number_that_zfs_says_it_is() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    if !has(Capability::GetExact) {
        pool_tests::skip("no `zfs get -p`");
        return;
    }
    let question = Get::new(["guid", "createtxg"]).expect("a question").dataset(name(pool.name()));
    let found = client().get(question).whole();
    for row in found.rows() {
        let property = String::from_utf8_lossy(row.property_name()).into_owned();
        let raw = zfs(["get", "-Hp", "-o", "value", &property, pool.name()]).ok();
        let raw = String::from_utf8_lossy(&raw.stdout).trim_end().parse::<u64>().expect("digits");
        assert_eq!(row.cell().expect("a cell").exact(), Some(raw), "{property}");
    }
    let guid = found.rows().next().expect("a row").cell().expect("a cell").exact();
    assert!(guid.is_some_and(|guid| guid > u64::from(u32::MAX)), "a guid is large: {guid:?}");
}
