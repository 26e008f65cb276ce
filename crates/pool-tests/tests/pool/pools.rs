//! Pools and their properties: what is read is what raw commands print.

use pool_tests::{Plan, Pool, pool_or_skip, zpool};
use zfs_parse::dialect::Capability;
use zfs_parse::property::{Holds, Property, Scope, natives};
use zfs_parse::zpool::{Get, List};

use crate::support::{
    Whole as _, client, dialect, fields, has, name, pool_property, property_texts, ran, texts,
};

/// Every native property that the system has, the name first.
fn all() -> Vec<&'static str> {
    natives(Scope::Pool, dialect()).map(|facts| facts.name).collect()
}

#[test]
fn a_listing_of_pools_is_what_the_raw_command_prints() {
    let Some(pool) = pool_or_skip!(Plan::unmounted().option("failmode=continue")) else { return };
    let client = client();
    let exact: &[&str] = if has(Capability::PoolListExact) { &["-p"] } else { &[] };
    let columns = all();
    let raw = |columns: &str, operands: &[&str]| {
        let shown = ["-o", columns];
        let words = ["list", "-H"].iter().chain(exact).chain(&shown).chain(operands);
        fields(&zpool(words).ok())
    };
    let listing = client.pools(List::new(&columns).expect("a question")).whole();
    assert_eq!(ran(&client).len(), 1, "one command is enough");
    // Space moves for a while after a pool is made; what does not is compared.
    let moving = ["allocated", "free", "freeing", "capacity", "fragmentation"];
    let steady = |rows: Vec<Vec<String>>| -> Vec<Vec<String>> {
        let kept = |row: Vec<String>| {
            row.into_iter()
                .zip(&columns)
                .filter(|(_, c)| !moving.contains(c))
                .map(|(t, _)| t)
                .collect()
        };
        rows.into_iter().map(kept).collect()
    };
    let listed = texts(&listing);
    assert_eq!(steady(listed.clone()), steady(raw(&columns.join(","), &[])));
    assert!(listed.iter().any(|row| row[0] == pool.name()), "{listed:?}");
    for row in listing.rows() {
        for (property, cell) in row.cells() {
            cell.unwrap_or_else(|error| panic!("{property}: {error}"));
        }
    }

    let question = List::new(["health", "name"]).expect("a question");
    let listing = client.pools(question.pool(name(pool.name())).expect("a pool"));
    assert_eq!(texts(&listing.whole()), [["ONLINE", pool.name()]]);
}

#[test]
fn the_properties_of_a_pool_are_what_the_raw_command_prints() {
    let Some(pool) = pool_or_skip!(Plan::unmounted().option("failmode=continue")) else { return };
    let client = client();
    // `name` is a column and no property that could be got.
    let some = ["guid", "failmode", "health", "bootfs", "altroot", "cachefile"];
    for asked in [&some[..], &["all"]] {
        let question = Get::new(asked).expect("a question").pool(name(pool.name()));
        let properties = client.pool_properties(question.expect("a pool")).whole();
        // Where one can't print the sources and be proved as well, another does.
        let most = if has(Capability::PoolGetScripted) && !has(Capability::PoolGetGuarded) {
            2
        } else {
            1
        };
        assert_eq!(ran(&client).len(), most);
        let asked = asked.join(",");
        let raw = if has(Capability::PoolGetScripted) {
            fields(
                &zpool(["get", "-Hp", "-o", "name,property,value,source", &asked, pool.name()])
                    .ok(),
            )
        } else {
            let table = String::from_utf8(zpool(["get", &asked, pool.name()]).ok().stdout);
            let table = table.expect("text");
            let row = |line: &str| line.split_whitespace().map(str::to_owned).collect();
            table.lines().skip(1).map(row).collect()
        };
        let steady = |rows: Vec<Vec<String>>| -> Vec<Vec<String>> {
            let moves = |p: &str| {
                ["allocated", "free", "freeing", "capacity", "fragmentation"].contains(&p)
            };
            rows.into_iter().filter(|row| !moves(&row[1])).collect()
        };
        assert_eq!(steady(property_texts(&properties)), steady(raw));
        let set = properties.row(pool.name().as_bytes(), "failmode").expect("a row");
        assert_eq!((set.value_text(), set.source().word()), (&b"continue"[..], "local"));
        for row in properties.rows() {
            row.cell().unwrap_or_else(|error| panic!("{row:?}: {error}"));
        }
    }
}

#[test]
fn the_properties_of_all_pools_are_asked_for_at_once() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let second = Pool::create(&Plan::unmounted());
    let client = client();
    let found = client.pool_properties(zpool_get(&["health", "guid"])).whole();
    // Where the system wants to be told of which pools, it takes a listing of them first.
    assert_eq!(ran(&client).len(), if has(Capability::PoolGetOfAll) { 1 } else { 2 });
    for pool in [pool.name(), second.name()] {
        let row = found.row(pool.as_bytes(), "health").expect("a row");
        assert_eq!(row.value_text(), b"ONLINE");
        assert!(found.row(pool.as_bytes(), "guid").is_some());
    }
}

fn zpool_get(properties: &[&str]) -> Get {
    Get::new(properties).expect("a question")
}

#[test]
fn what_is_set_on_a_pool_is_read_back() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    if !pool_property("comment") {
        pool_tests::skip("pools of this system have no comment");
        return;
    }
    assert_eq!(Property::of_pool("comment").map(|p| p.facts().holds), Ok(Holds::Open));
    let comment = "two  spaces, and a dash -";
    zpool(["set", &format!("comment={comment}"), pool.name()]).ok();
    let client = client();
    let question = List::new(["name", "comment"]).expect("a question");
    let listing = client.pools(question.pool(name(pool.name())).expect("a pool"));
    assert_eq!(texts(&listing.whole()), [[pool.name(), comment]]);
    let question = Get::new(["comment"]).expect("a question").pool(name(pool.name()));
    let got = client.pool_properties(question.expect("a pool")).whole();
    assert_eq!(got.rows().next().expect("a row").value_text(), comment.as_bytes());
}

#[test]
fn hostile_user_properties_of_a_pool_come_back_exactly() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    if !has(Capability::PoolUserProperties) {
        pool_tests::skip("pools of this system have no user properties");
        return;
    }
    let value = format!("a\tb\n{0}\tONLINE\tx\t{0}\n", pool.name());
    zpool(["set", &format!("com.example:x={value}"), pool.name()]).ok();
    let client = client();
    let question = List::new(["name", "health", "com.example:x"]).expect("a question");
    let listing = client.pools(question.pool(name(pool.name())).expect("a pool"));
    let listing = listing.whole();
    assert_eq!(listing.len(), 1);
    let row = listing.rows().next().expect("a row");
    assert_eq!(row.text(2), Some(value.as_bytes()));
    let commands = ran(&client);
    assert!((3..=4).contains(&commands.len()), "{commands:?}");
    for asked in [&["com.example:x", "health"][..], &["all"]] {
        let question = Get::new(asked).expect("a question").pool(name(pool.name()));
        let got = client.pool_properties(question.expect("a pool")).whole();
        let row = got.row(pool.name().as_bytes(), "com.example:x").expect("a row");
        assert_eq!(row.value_text(), value.as_bytes());
        let commands = ran(&client);
        assert!((3..=4).contains(&commands.len()), "{commands:?}");
    }
}
