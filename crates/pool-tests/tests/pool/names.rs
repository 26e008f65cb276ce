//! Names as odd, as long and as deep as the system allows; and names that are not there.

use pool_tests::{Plan, Pool, pool_or_skip, zfs};
use zfs_parse::dialect::Capability;
use zfs_parse::failure::FailureKind;
use zfs_parse::listing::Listing;
use zfs_parse::name::{MAX_LENGTH, Name};
use zfs_parse::question::{Depth, Types};
use zfs_parse::zfs::{Get, List};
use zfs_parse::zpool;

use crate::support::{Whole as _, client, fields, has, kinds, name, property_texts, texts};

const ODD: [&str; 12] = [
    "trailing ",
    "dou  ble",
    "be fore /slash",
    "be fore / lead",
    " ",
    "-",
    "-r",
    "a.b..c",
    "a:b::c",
    "_",
    "Ünïcode is refused",
    "ALL",
];

fn names(pool: &Pool, types: Types) -> Vec<String> {
    let question = List::new(["name"]).expect("a question").types(types).depth(Depth::All);
    first_column(&client().list(question.dataset(name(pool.name()))).whole())
}

fn first_column(listing: &Listing) -> Vec<String> {
    texts(listing).into_iter().map(|row| row[0].clone()).collect()
}

#[test]
fn odd_names_come_back_as_they_are() {
    let Some(pool) = pool_or_skip!() else { return };
    let mut expected = vec![pool.name().to_owned()];
    for odd in ODD {
        let path = pool.path(odd);
        let created = zfs(["create", "-p", &path]);
        assert_eq!(
            created.status.success(),
            Name::new(path.as_bytes()).is_ok(),
            "the system and we differ about {path:?}: {created:?}"
        );
        if !created.status.success() {
            continue;
        }
        let parts: Vec<&str> = odd.split('/').collect();
        for depth in 1..=parts.len() {
            let made = pool.path(&parts[..depth].join("/"));
            if !expected.contains(&made) {
                expected.push(made);
            }
        }
        let snapshot = format!("{path}@ s {odd}").replace('/', ":");
        let snapshot = snapshot.replacen(&path.replace('/', ":"), &path, 1);
        pool.zfs(["snapshot", &snapshot]);
        expected.push(snapshot);
    }
    let mut listed = names(&pool, Types::ALL);
    let raw = ["list", "-H", "-r", "-t", "filesystem,snapshot", "-o", "name", pool.name()];
    let raw: Vec<String> = fields(&zfs(raw).ok()).into_iter().map(|row| row[0].clone()).collect();
    assert_eq!(listed, raw, "in the order in which they were printed");
    listed.sort();
    expected.sort();
    assert_eq!(listed, expected);

    // And as operands, each alone.
    let client = client();
    let mut list = List::new(["name"]).expect("a question").types(Types::ALL);
    let mut get = Get::new(["creation"]).expect("a question");
    for path in &expected {
        list = list.dataset(name(path));
        get = get.dataset(name(path));
    }
    let mut listed = first_column(&client.list(list.depth(Depth::Levels(0))).whole());
    listed.sort();
    assert_eq!(listed, expected);
    let got = property_texts(&client.get(get).whole());
    let got: Vec<&String> = got.iter().map(|row| &row[0]).collect();
    assert_eq!(got, expected.iter().collect::<Vec<_>>());
}

#[test]
fn the_longest_names_come_back_whole() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let room = MAX_LENGTH - pool.name().len() - 1;
    // Its name and its children's are the longest that there are, each in its own way.
    let mut expected = vec![pool.name().to_owned(), pool.path("p")];
    pool.zfs(["create", &pool.path("p")]);
    for below in ["x".repeat(room), format!("p/{}", "y z".repeat(room / 3 - 1))] {
        pool.zfs(["create", &pool.path(&below)]);
        expected.push(pool.path(&below));
    }
    assert_eq!(expected[2].len(), MAX_LENGTH);
    let snapshot = pool.path(&format!("@{}", "s".repeat(room)));
    pool.zfs(["snapshot", &snapshot]);
    expected.push(snapshot);
    let mut listed = names(&pool, Types::ALL);
    listed.sort();
    expected.sort();
    assert_eq!(listed, expected);
    let longer = pool.path(&"x".repeat(room + 1));
    assert!(!zfs(["create", &longer]).status.success(), "it is not the longest");
}

#[test]
fn the_deepest_tree_comes_back_whole() {
    let Some(pool) = pool_or_skip!(Plan::default().without_features()) else { return };
    // OpenZFS stops at 50 components, others where the name is full; 4 KiB would be a guest's time.
    let below = pool.path(&["d"; 48].join("/"));
    pool.zfs(["create", "-p", &below]);
    pool.zfs(["set", "com.example:deep=yes", &pool.path("d")]);
    let question = List::new(["name", "com.example:deep"]).expect("a question").depth(Depth::All);
    let listing = client().list(question.dataset(name(pool.name()))).whole();
    assert_eq!(listing.len(), 49);
    let deepest = listing.rows().next_back().expect("a row");
    assert_eq!(deepest.name(), below.as_bytes());
    assert_eq!(deepest.text(1), Some(&b"yes"[..]));
    let question = List::new(["name"]).expect("a question").depth(Depth::Levels(3));
    let listing = client().list(question.dataset(name(pool.name()))).whole();
    assert_eq!(listing.len(), 4, "the pool and three levels");
}

#[test]
fn what_is_missing_among_good_ones_is_told_and_the_rest_is_there() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let (there, away) = (pool.path("there"), pool.path("away"));
    pool.zfs(["create", &there]);
    let client = client();
    let gone = pool.path("there@gone");
    let elsewhere = format!("{}-elsewhere", pool.name());

    let question = List::new(["name", "mountpoint"]).expect("a question").types(Types::ALL);
    let question =
        [&away, &there, &gone, &elsewhere, &pool.path("")[..pool.name().len()].to_owned()]
            .into_iter()
            .fold(question, |question, path| question.dataset(name(path)));
    let (listing, lacks) =
        client.list_partial(question.depth(Depth::Levels(0))).expect("an answer").partial();
    assert_eq!(first_column(&listing), [pool.name(), &there]);
    assert_eq!(kinds(&lacks), [FailureKind::DoesNotExist; 3], "{lacks:?}");
    let told: Vec<String> = lacks.iter().map(ToString::to_string).collect();
    for missing in [&away, &gone, &elsewhere] {
        assert!(told.iter().any(|t| t.contains(&format!("'{missing}'"))), "{missing}: {told:?}");
    }

    // Below one that is there, where what is below it is not printed twice for that.
    let question = List::new(["name"]).expect("a question").depth(Depth::All);
    let question = question.dataset(name(pool.name())).dataset(name(&there)).dataset(name(&away));
    let (listing, lacks) = client.list_partial(question).expect("an answer").partial();
    assert_eq!(texts(&listing), [[pool.name()], [&there]]);
    let told = usize::from(has(Capability::NestedOnce));
    assert_eq!(kinds(&lacks), vec![FailureKind::DoesNotExist; told], "{lacks:?}");

    // Each once, whatever a system prints for two that it is below.
    let both = [pool.name(), &there];
    let list = List::new(["name"]).expect("a question").depth(Depth::Levels(1));
    let list = both.iter().fold(list, |list, path| list.dataset(name(path)));
    assert_eq!(first_column(&client.list(list).whole()), both);
    let get = Get::new(["type"]).expect("a question").depth(Depth::Levels(1));
    let get = both.iter().fold(get, |get, path| get.dataset(name(path)));
    let got = property_texts(&client.get(get).whole());
    assert_eq!(got.iter().map(|row| &row[0][..]).collect::<Vec<_>>(), both);

    let question = Get::new(["type", "com.example:x"]).expect("a question");
    let question = question.dataset(name(&away)).dataset(name(&there));
    let (properties, lacks) = client.get_partial(question).expect("an answer").partial();
    assert_eq!(properties.len(), 2);
    assert!(properties.rows().all(|row| row.name() == there.as_bytes()));
    assert_eq!(kinds(&lacks), [FailureKind::DoesNotExist]);
}

#[test]
fn a_missing_pool_among_good_ones_is_told_and_the_rest_is_there() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let away = format!("{}-away", pool.name());
    let client = client();
    let question = zpool::List::new(["name", "health"]).expect("a question");
    let question = question.pool(name(&away)).expect("a pool").pool(name(pool.name()));
    let (pools, lacks) =
        client.pools_partial(question.expect("a pool")).expect("an answer").partial();
    assert_eq!(texts(&pools), [[pool.name(), "ONLINE"]]);
    assert_eq!(kinds(&lacks), [FailureKind::DoesNotExist], "{lacks:?}");

    for pair in [[&away, pool.name()], [pool.name(), &away]] {
        let mut question = zpool::Get::new(["health", "guid"]).expect("a question");
        for pool in pair {
            question = question.pool(name(pool)).expect("a pool");
        }
        let (properties, lacks) =
            client.pool_properties_partial(question).expect("an answer").partial();
        assert_eq!(properties.len(), 2, "{lacks:?}");
        assert_eq!(kinds(&lacks), [FailureKind::DoesNotExist], "{lacks:?}");
    }
}
