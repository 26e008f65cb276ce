//! Values that look like rows, for real: whoever sets them, what is read is what was set.

use std::ffi::{OsStr, OsString};
use std::ops::RangeInclusive;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};

use pool_tests::{Plan, Pool, pool_or_skip};
use zfs_parse::dialect::Capability;
use zfs_parse::question::{Depth, Types};
use zfs_parse::zfs::{Get, List};

use crate::support::{Whole as _, Zfs, client, has, name, ran};

const NOTE: &str = "com.example:note";
const MORE: &str = "com.example:more";

fn word(property: &str, value: &[u8]) -> OsString {
    let mut word = OsString::from(format!("{property}="));
    word.push(OsStr::from_bytes(value));
    word
}

/// Bytes that are hard to foresee and the same every time; none of them is a NUL.
fn random(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    std::iter::repeat_with(&mut byte).filter(|b| *b != 0).take(length).collect()
}

/// A dataset and what its two properties hold.
type Truth = Vec<(String, Vec<u8>, Vec<u8>)>;

/// Makes what the truth says; a property is set only where its value is not empty.
fn make(pool: &Pool, truth: &Truth) {
    for (dataset, note, more) in truth {
        let properties = [(NOTE, note), (MORE, more)].into_iter().filter(|(_, v)| !v.is_empty());
        let options = properties.flat_map(|(name, value)| ["-o".into(), word(name, value)]);
        let words = [OsString::from("create")].into_iter().chain(options);
        pool.zfs(words.chain([dataset.into()]));
    }
}

/// What a value prints as: a property that is not set as a dash.
fn printed(value: &[u8]) -> Vec<u8> {
    if value.is_empty() { b"-".to_vec() } else { value.to_vec() }
}

/// How many commands a question may cost of whose cells so many are hostile.
///
/// One, as long as all are honest. Otherwise one more where the system prints JSON and all of the
/// text is in it; else two more, and one for each cell that could be cut in several ways.
fn cost(hostile: usize, utf8: bool) -> RangeInclusive<usize> {
    match (hostile, has(Capability::ListJson), utf8) {
        (0, ..) => 1..=1,
        (_, true, true) => 2..=2,
        (_, true, false) => 4..=4 + hostile,
        (_, false, _) => 3..=3 + hostile,
    }
}

/// Asks in every form, and holds the answers and their cost against the truth.
fn check(client: &Zfs, pool: &Pool, truth: &Truth) {
    let values = || truth.iter().flat_map(|(_, note, more)| [note, more]);
    let hostile = values().filter(|v| v.contains(&b'\t') || v.contains(&b'\n')).count();
    let utf8 = values().all(|value| std::str::from_utf8(value).is_ok());
    let may_cost = |what: &str| {
        let (commands, cost) = (ran(client), cost(hostile, utf8));
        assert!(
            cost.contains(&commands.len()),
            "{what} ran, of {cost:?}:\n{}",
            commands.join("\n")
        );
    };
    let _ = ran(client);
    let question =
        List::new(["name", NOTE, "type", MORE]).expect("a question").depth(Depth::Levels(1));
    let listing = client.list(question.dataset(name(pool.name()))).whole();
    may_cost("list");
    let mut rows = listing.rows();
    assert_eq!(rows.next().map(|row| row.name().to_vec()), Some(pool.name().as_bytes().to_vec()));
    let mut sorted = truth.clone();
    sorted.sort();
    for (dataset, note, more) in &sorted {
        let row = rows.next().unwrap_or_else(|| panic!("no row of {dataset}"));
        assert_eq!(row.name(), dataset.as_bytes());
        assert_eq!(row.text(1), Some(&printed(note)[..]), "{dataset}");
        assert_eq!(row.text(2), Some(&b"filesystem"[..]), "{dataset}");
        assert_eq!(row.text(3), Some(&printed(more)[..]), "{dataset}");
    }
    assert!(rows.next().is_none(), "a row too many");

    for asked in [&[NOTE, "type", MORE][..], &["all"]] {
        let question = Get::new(asked).expect("a question").types(Types::FILESYSTEM);
        let question = question.depth(Depth::Levels(1)).dataset(name(pool.name()));
        let found = client.get(question).whole();
        may_cost(&format!("get {asked:?}"));
        let mut names: Vec<&[u8]> = found.rows().map(|row| row.name()).collect();
        names.dedup();
        let expected = [pool.name()].into_iter().chain(sorted.iter().map(|(name, ..)| &name[..]));
        assert_eq!(names, expected.map(str::as_bytes).collect::<Vec<_>>());
        for (dataset, note, more) in truth {
            for (property, value) in [(NOTE, note), (MORE, more)] {
                let rows: Vec<_> = found
                    .rows()
                    .filter(|row| row.name() == dataset.as_bytes())
                    .filter(|row| row.property_name() == property.as_bytes())
                    .collect();
                let values: Vec<&[u8]> =
                    rows.iter().map(zfs_parse::properties::PropertyRow::value_text).collect();
                // `all` has no row of what is not set.
                if value.is_empty() && asked == ["all"] {
                    assert!(values.is_empty(), "{dataset} {property}");
                } else {
                    assert_eq!(values, [&printed(value)[..]], "{dataset} {property}");
                }
            }
        }
    }
}

#[test]
fn honest_values_cost_one_command() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let truth = vec![
        (pool.path("a"), b"plain".to_vec(), b"\xff\xfe not UTF-8, \r, \x1b[31m and \x07".to_vec()),
        (pool.path("b"), b" spaces  around ".to_vec(), "é".into()),
        (pool.path("c"), pool.name().into(), Vec::new()),
        (pool.path("d"), b"x".repeat(8191), b"-".to_vec()),
    ];
    make(&pool, &truth);
    check(&client(), &pool, &truth);
}

#[test]
fn tabs_and_newlines_come_back_as_they_were_set() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let truth = vec![
        (pool.path("a"), b"\t".to_vec(), b"\n".to_vec()),
        (pool.path("b"), b"a\tb\tc".to_vec(), b"a\nb\nc".to_vec()),
        (pool.path("c"), b"\n\t\n\t\n".to_vec(), b"ends in a newline\n".to_vec()),
        (pool.path("d"), b"honest".to_vec(), Vec::new()),
        (pool.path("e"), "\té\"\\".into(), b"\r\n\x1b\x07\x7f".to_vec()),
    ];
    make(&pool, &truth);
    check(&client(), &pool, &truth);
}

#[test]
fn tabs_and_newlines_beside_bytes_that_are_no_text_come_back_as_they_were_set() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let truth = vec![
        (pool.path("a"), b"\xff\tx".to_vec(), b"\n\xc3".to_vec()),
        (pool.path("b"), b"honest".to_vec(), b"\xed\xa0\x80\n".to_vec()),
    ];
    make(&pool, &truth);
    check(&client(), &pool, &truth);
}

/// OpenZFS's JSON leaves a character past U+FFFF out, without a word.
#[test]
fn a_character_that_json_loses_is_not_lost() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let value = "a\t\u{1f600}\n\u{10ffff}";
    make(&pool, &vec![(pool.path("a"), value.into(), Vec::new())]);
    let question = List::new(["name", NOTE]).expect("a question").dataset(name(&pool.path("a")));
    let listing = client().list(question).whole();
    assert_eq!(listing.rows().next().expect("a row").text(1), Some(value.as_bytes()));
    for asked in [NOTE, "all"] {
        let question = Get::new([asked]).expect("a question").dataset(name(&pool.path("a")));
        let found = client().get(question).whole();
        let row = found.row(pool.path("a").as_bytes(), NOTE).expect("a row");
        assert_eq!(row.value_text(), value.as_bytes());
    }
}

#[test]
fn forged_rows_are_never_taken_for_real_ones() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let path = |below: &str| pool.path(below);
    let (a, b, z) = (path("a"), path("b"), path("z"));
    let new = path("invented");
    // Whole rows of what the questions above ask for, of a dataset that exists and one that does
    // not: of a listing, of a get of these properties, of a get of all.
    let forge = |victim: &str, me: &str| {
        format!(
            "x\t{me}\n{victim}\tfilesystem\tforged\t{victim}\tforged\t{victim}\n\
             {victim}\t{NOTE}\tlocal\tforged\t{victim}\n{victim}\t{MORE}\tlocal\tforged\t{victim}\n\
             {MORE}\tlocal\tforged\t{MORE}\t{victim}\n{me}\tfilesystem\ty"
        )
        .into_bytes()
    };
    let truth = vec![
        (a.clone(), forge(&b, &a), b"honest".to_vec()),
        (b.clone(), b"the real one".to_vec(), forge(&new, &b)),
        (z.clone(), forge(&a, &z), forge(&z, &z)),
    ];
    make(&pool, &truth);
    check(&client(), &pool, &truth);
}

#[test]
fn what_could_be_cut_in_two_ways_is_asked_for_alone() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let path = |below: &str| pool.path(below);
    // Where the first of these ends and the second begins could be anywhere between them: each is
    // made of what stands between two values.
    let between = |dataset: &str| format!("\t{dataset}\t").repeat(3).into_bytes();
    let lines =
        |dataset: &str| format!("v\t{dataset}\n{dataset}\t{MORE}\tlocal\tw").repeat(2).into_bytes();
    let truth = vec![
        (path("a"), between(&path("a")), between(&path("a"))),
        (path("b"), lines(&path("b")), lines(&path("b"))),
        (path("c"), b"honest".to_vec(), b"honest".to_vec()),
    ];
    make(&pool, &truth);
    check(&client(), &pool, &truth);
}

#[test]
fn the_longest_random_values_come_back_byte_for_byte() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let truth = vec![
        (pool.path("a"), random(1, 8191), random(2, 8191)),
        (pool.path("b"), random(3, 8191), b"\n".repeat(8191)),
        (pool.path("c"), b"\t".repeat(8191), random(4, 500)),
    ];
    make(&pool, &truth);
    check(&client(), &pool, &truth);
}

#[test]
fn a_mountpoint_with_a_tab_and_a_newline_comes_back_whole() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let (fs, below) = (pool.path("fs"), pool.path("fs/below"));
    let mountpoint = pool.folder().join(format!("m\tn\n{below}\tx\t{below}"));
    let mountpoint = mountpoint.into_os_string().into_vec();
    let option = word("mountpoint", &mountpoint);
    pool.zfs([
        OsStr::new("create"),
        "-ocanmount=off".as_ref(),
        "-o".as_ref(),
        &option,
        fs.as_ref(),
    ]);
    pool.zfs(["create", "-o", "canmount=off", &below]);
    let inherited = [&mountpoint[..], b"/below"].concat();

    let client = client();
    let question = List::new(["name", "mountpoint", "canmount"]).expect("a question");
    let listing = client.list(question.depth(Depth::All).dataset(name(&fs))).whole();
    let rows: Vec<_> = listing.rows().map(|row| (row.name(), row.text(1))).collect();
    assert_eq!(
        rows,
        [(fs.as_bytes(), Some(&mountpoint[..])), (below.as_bytes(), Some(&inherited[..]))]
    );
    let commands = ran(&client);
    assert!(cost(2, true).contains(&commands.len()), "{commands:?}");
    for asked in [&["mountpoint", "canmount"][..], &["all"]] {
        let question = Get::new(asked).expect("a question").depth(Depth::All).dataset(name(&fs));
        let found = client.get(question).whole();
        for (dataset, value) in [(&fs, &mountpoint), (&below, &inherited)] {
            let row = found.row(dataset.as_bytes(), "mountpoint").expect("a row");
            assert_eq!(row.value_text(), &value[..], "{dataset}");
        }
        let mut commands = ran(&client);
        // Whether there are snapshots to spare.
        commands.retain(|command| !command.starts_with("zfs program "));
        assert!(cost(2, true).contains(&commands.len()), "{commands:?}");
    }
}
