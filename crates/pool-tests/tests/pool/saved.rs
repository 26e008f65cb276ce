//! Output of raw commands, read by the command line that printed it.

use pool_tests::{Output, Plan, pool_or_skip, zfs, zpool};
use zfs_parse::properties::Field;
use zfs_parse::saved::{Reading, Saved};

use crate::support::{dialect, fields, texts};

fn read(output: Output) -> Reading {
    let words = output.argv.iter().map(|word| word.to_string_lossy());
    let saved = Saved::of(words, dialect()).expect("a command that is read");
    saved.read(output.stdout).complete().expect("nothing is missing")
}

#[test]
fn of_an_option_that_is_given_twice_the_last_counts() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    for output in [
        zfs(["list", "-H", "-o", "type", "-o", "name,type", pool.name()]),
        zpool(["list", "-H", "-o", "health", "-o", "name,health", pool.name()]),
    ] {
        let output = output.ok();
        let printed = fields(&output);
        assert_eq!((printed.len(), printed[0].len()), (1, 2), "{printed:?}");
        let Reading::Listing(listing) = read(output) else { panic!("a listing") };
        assert_eq!(texts(&listing), printed);
    }
    let output = zfs(["get", "-H", "-o", "value", "-o", "name,source", "type", pool.name()]).ok();
    assert_eq!(fields(&output), [[pool.name(), "-"]]);
    let Reading::Properties(properties) = read(output) else { panic!("properties") };
    let fields = [Field::Name, Field::Property, Field::Value, Field::Source];
    assert_eq!(fields.map(|field| properties.has(field)), [true, false, false, true]);
}
