//! Where values come from: set here, inherited, received, by default, by a mount option, from
//! nowhere.

use pool_tests::{Plan, pool_or_skip, zfs};
use zfs_parse::properties::Source;
use zfs_parse::question::Types;
use zfs_parse::value::Cell;
use zfs_parse::zfs::Get;

use crate::support::{Whole as _, client, name};

#[test]
fn every_source_is_told_from_the_others() {
    let Some(pool) = pool_or_skip!() else { return };
    // `received` needs a pool of that version, which all but the oldest have.
    let (top, below) = (pool.path("to p"), pool.path("to p/below"));
    pool.zfs(["create", "-o", "com.example:note=here", "-o", "checksum=fletcher4", &top]);
    pool.zfs(["create", &below]);
    pool.zfs(["snapshot", &pool.path("to p@s")]);

    let stream = pool.folder().join("stream");
    let file = std::fs::File::create(&stream).expect("a file");
    let mut send = std::process::Command::new(pool_tests::tool("zfs"));
    let sent = send.args(["send", "-p", &pool.path("to p@s")]).stdout(file).status();
    assert!(sent.expect("zfs send").success());
    let file = std::fs::File::open(&stream).expect("a file");
    let mut receive = std::process::Command::new(pool_tests::tool("zfs"));
    let received = receive.args(["receive", "-u", &pool.path("received")]).stdin(file).status();
    assert!(received.expect("zfs receive").success());

    pool.zfs(["unmount", &below]);
    pool.zfs(["mount", "-o", "ro,noatime", &below]);

    let asked =
        ["com.example:note", "checksum", "readonly", "compression", "used", "quota", "volsize"];
    let question = [&top, &below, &pool.path("received")]
        .into_iter()
        .fold(Get::new(asked).expect("a question").types(Types::ALL), |question, path| {
            question.dataset(name(path))
        });
    let found = client().get(question).whole();
    let source = |dataset: &str, property: &str| {
        let row = found.row(dataset.as_bytes(), property).expect("a row");
        (row.source().word(), row.source().inherited_from().map(<[u8]>::to_vec))
    };
    let from_top = ("inherited", Some(top.clone().into_bytes()));
    assert_eq!(source(&top, "com.example:note"), ("local", None));
    assert_eq!(source(&top, "checksum"), ("local", None));
    assert_eq!(source(&below, "com.example:note"), from_top);
    assert_eq!(source(&below, "checksum"), from_top);
    assert_eq!(source(&pool.path("received"), "com.example:note"), ("received", None));
    assert_eq!(source(&pool.path("received"), "checksum"), ("received", None));
    assert_eq!(source(&below, "readonly"), ("temporary", None));
    assert_eq!(source(&top, "readonly"), ("default", None));
    assert_eq!(source(&top, "used"), ("none", None));
    assert_eq!(source(&top, "volsize"), ("none", None));
    assert_eq!(source(&top, "quota"), ("default", None));
    let temporary = found.row(below.as_bytes(), "readonly").expect("a row");
    assert_eq!(temporary.value_text(), b"on");

    // Set over what was received, and what was received is still there behind it.
    pool.zfs(["set", "com.example:note=over", &pool.path("received")]);
    let question = Get::new(["com.example:note"]).expect("a question");
    let found = client().get(question.dataset(name(&pool.path("received"))));
    let found = found.whole();
    let row = found.rows().next().expect("a row");
    assert_eq!((row.value_text(), row.source()), (&b"over"[..], Source::Local));
}

#[test]
fn a_value_that_is_a_dash_is_told_from_none() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    pool.zfs(["set", "com.example:dash=-", pool.name()]);
    let question = Get::new(["com.example:dash", "com.example:unset"]).expect("a question");
    let found = client().get(question.dataset(name(pool.name()))).whole();
    let cell = |property| found.row(pool.name().as_bytes(), property).expect("a row").cell();
    assert_eq!(cell("com.example:dash").expect("a cell").bytes(), Some(&b"-"[..]));
    assert_eq!(cell("com.example:unset"), Ok(Cell::NotApplicable));
}

/// OpenZFS and all before it build the source's text in 128 bytes.
#[test]
fn a_long_source_is_cut_where_the_system_cuts_it() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let top = pool.path(&"t".repeat(150));
    pool.zfs(["create", "-o", "com.example:note=x", &top]);
    pool.zfs(["create", &format!("{top}/below")]);
    let question = Get::new(["com.example:note"]).expect("a question");
    let found = client().get(question.dataset(name(&format!("{top}/below"))));
    let found = found.whole();
    let row = found.rows().next().expect("a row");
    let raw = ["get", "-H", "-o", "source", "com.example:note", &format!("{top}/below")];
    let raw = String::from_utf8(zfs(raw).ok().stdout).expect("text");
    let source = row.source();
    let from = source.inherited_from().expect("it is inherited");
    assert_eq!(format!("inherited from {}\n", String::from_utf8_lossy(from)), raw);
    assert!(top.as_bytes().starts_with(from) && from.len() >= 112, "{raw}");
}
