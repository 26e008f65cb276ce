//! Datasets below others that are named as well.

use proptest::prelude::*;

use super::parts::{asked, asked_of, depths, got_rows, operands, printed_by, rows};
use super::*;
use crate::listing::{Stream, Then};
use crate::question::{Depth, Types};

proptest! {
    /// Wherever an operand lies below another, and however many commands that takes.
    #[test]
    fn an_object_is_told_once_by_a_system_that_prints_it_twice(
        names in operands(),
        depth in depths(),
        types in prop::sample::select(&[None, Some(Types::ALL), Some(Types::SNAPSHOT)][..]),
        longest in prop_oneof![60_usize..220, Just(usize::MAX)],
    ) {
        let mut list = zfs::List::new(["createtxg", "used"]).unwrap();
        let mut get = zfs::Get::new(["createtxg", "used"]).unwrap();
        if let Some(types) = types {
            (list, get) = (list.types(types), get.types(types));
        }
        if let Some(depth) = depth {
            (list, get) = (list.depth(depth), get.depth(depth));
        }
        for name in names {
            (list, get) = (list.dataset(name.clone()), get.dataset(name));
        }
        let twice: Dialect = "openzfs-2.2".parse().unwrap();
        let twice = twice.without(Capability::NestedOnce);
        let sorted = |mut rows: Vec<Vec<Vec<u8>>>| {
            rows.sort();
            rows
        };
        let told = rows(asked_of(twice, list.clone(), longest));
        prop_assert_eq!(told, rows(asked(list.clone(), usize::MAX)));
        let told = got_rows(asked_of(twice, get.clone(), longest));
        prop_assert_eq!(told, got_rows(asked(get, usize::MAX)));

        let mut stream = Stream::within(list.clone(), twice, longest);
        let mut told = Vec::new();
        loop {
            stream.feed(&printed_by(stream.invocation(), false));
            let then = stream.finish(&Finished::new(Ended::Code(0), b""));
            while let Some(row) = stream.next_row() {
                let row = row.unwrap();
                told.push((0..2).map(|c| row.text(c).unwrap().to_vec()).collect());
            }
            if then == Then::Over {
                break;
            }
        }
        prop_assert_eq!(sorted(told), sorted(rows(asked(list, usize::MAX))));
    }
}

#[test]
fn names_below_another_do_not_make_a_command_too_long() {
    let names = ["p".to_owned()].into_iter().chain((0..5000).map(|n| format!("p/{n:05}")));
    let list = names.map(|name| name.parse().unwrap());
    let list = list.fold(zfs::List::new(["used"]).unwrap().depth(Depth::All), zfs::List::dataset);
    let dialect: Dialect = "openzfs-2.3".parse().unwrap();
    let commands = |longest| list.invocations(dialect, longest);
    assert_eq!(commands(LONGEST_COMMAND).len(), 1);
    let [short] = &commands(1000)[..] else { panic!("one command") };
    assert!(short.length() < 100, "{short}");
    assert_eq!(Stream::within(list.clone(), dialect, 1000).invocation().length(), short.length());
}
