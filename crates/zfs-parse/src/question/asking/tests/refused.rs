//! What goes wrong with one part of a question, and what that says of the others.

use super::*;
use crate::listing::{Stream, Then};
use crate::question::Types;

#[test]
fn a_refusal_and_a_deadline_hold_for_all_parts() {
    let names = ["a", "b", "c"].map(|name| name.parse::<Name>().unwrap());
    let list =
        || names.clone().into_iter().fold(zfs::List::new(["used"]).unwrap(), zfs::List::dataset);
    let dialect: Dialect = "openzfs-2.3".parse().unwrap();
    let asking = list().ask_within(dialect, 1);
    let refusal = b"invalid option 'p'\nusage:\n";
    let Step::Run(mut asking) = asking.finish(Finished::new(Ended::Code(2), refusal)) else {
        panic!("again without");
    };
    for name in ["a", "b", "c"] {
        let command = format!("zfs list -H -d 0 -t filesystem,volume -o name,used {name}");
        assert_eq!(asking.invocation().to_string(), command);
        asking.feed(format!("{name}\t1K\n").as_bytes());
        match asking.finish(Finished::new(Ended::Code(0), b"")) {
            Step::Run(next) => asking = next,
            Step::Done(answer) => {
                assert_eq!(answer.commands().len(), 4);
                assert_eq!(answer.complete().unwrap().len(), 3);
                break;
            }
        }
    }
    // Refused in the middle, all is asked anew, in one form.
    let mut asking = list().ask_within(dialect, 1);
    asking.feed(b"a\t1024\n");
    let Step::Run(asking) = asking.finish(Finished::new(Ended::Code(0), b"")) else {
        panic!("the next");
    };
    let Step::Run(mut asking) = asking.finish(Finished::new(Ended::Code(2), refusal)) else {
        panic!("again without");
    };
    asking.feed(b"b\t1K\n");
    let Step::Run(mut asking) = asking.finish(Finished::new(Ended::Code(0), b"")) else {
        panic!("anew");
    };
    assert!(asking.invocation().to_string().ends_with(" -o name,used a"));
    asking.feed(b"a\t1K\n");
    // A limit ends it.
    let Step::Done(answer) = asking.finish(Finished::new(Ended::Deadline, b"")) else {
        panic!("an answer");
    };
    assert_eq!(answer.lacks(), [Lack::Ended(Ended::Deadline)]);
    assert_eq!((answer.value().len(), answer.commands().len()), (1, 4));
}

/// Asks three names in a part each, whole and as a stream, of a command that ends like this, and
/// gives how many commands ran and what was told to be missing: the same both ways.
fn in_three_parts(ended: Ended, stderr: &[u8]) -> (usize, Vec<Lack>) {
    let names = ["a", "b", "c"].map(|name| name.parse::<Name>().unwrap());
    let list = names.into_iter().fold(zfs::List::new(["used"]).unwrap(), zfs::List::dataset);
    let dialect: Dialect = "openzfs-2.3".parse().unwrap();
    let mut asking = list.clone().ask_within(dialect, 1);
    let answer = loop {
        match asking.finish(Finished::new(ended, stderr)) {
            Step::Run(next) => asking = next,
            Step::Done(answer) => break answer,
        }
    };
    let mut stream = Stream::within(list, dialect, 1);
    while stream.finish(&Finished::new(ended, stderr)) == Then::Again {}
    let streamed = stream.conclude();
    assert_eq!(streamed.lacks(), answer.lacks());
    assert_eq!(streamed.commands(), answer.commands());
    (answer.commands().len(), answer.lacks().to_vec())
}

#[test]
fn what_all_parts_are_refused_for_is_not_asked_anew_and_told_once() {
    for stderr in [
        "bad property list: invalid property 'used'\nusage:\n",
        "invalid type 'volume'\n",
        "invalid option 'o'\n",
        "The ZFS modules are not loaded.\n",
    ] {
        let (commands, lacks) = in_three_parts(Ended::Code(2), stderr.as_bytes());
        assert_eq!((commands, lacks.len()), (1, 1), "{stderr}");
        // Where the command did not fail for it, the others may have rows.
        let (commands, _) = in_three_parts(Ended::Code(0), stderr.as_bytes());
        assert_eq!(commands, 3, "{stderr}");
    }
}

#[test]
fn what_may_be_that_of_one_part_does_not_end_the_others() {
    let missing = b"cannot open 'x': dataset does not exist\n";
    assert_eq!(in_three_parts(Ended::Code(1), missing).0, 3);
    // In the same words, and about nothing in particular, it is told once.
    for (ended, stderr) in [
        (Ended::Signal(11), &b""[..]),
        (Ended::Code(1), b"cannot iterate filesystems: I/O error\n"),
        (Ended::Code(1), b"something that nobody has seen\n"),
    ] {
        let (commands, lacks) = in_three_parts(ended, stderr);
        assert_eq!((commands, lacks.len()), (3, 1), "{ended}");
    }
}

#[test]
fn a_lost_command_is_told_of_once_and_ends_all_parts() {
    let (commands, lacks) = in_three_parts(Ended::Lost, b"cannot run `zfs list a`: no such file\n");
    assert!(matches!(&lacks[..], [Lack::Failure(_)]), "{lacks:?}");
    assert_eq!(commands, 1);
    // Where nobody has said why, that much is told.
    assert_eq!(in_three_parts(Ended::Lost, b""), (1, [Lack::Ended(Ended::Lost)].into()));
}

#[test]
fn what_only_orders_the_parts_is_not_told_to_be_missing() {
    for properties in [&["used", "x:note"][..], &["used", "x:note", "createtxg"]] {
        let get = zfs::Get::new(properties).unwrap().types(Types::ALL);
        let get = get.dataset("a".parse().unwrap()).dataset("b".parse().unwrap());
        let mut asking = get.ask_within("openzfs-2.3".parse().unwrap(), 1);
        let answer = loop {
            let command = asking.invocation().to_string();
            let name = &command[command.len() - 1..];
            // Of all that is asked for, it prints but one property.
            asking.feed(format!("{name}\tused\t-\t1\t{name}\n").as_bytes());
            match asking.finish(Finished::new(Ended::Code(0), b"")) {
                Step::Run(next) => asking = next,
                Step::Done(answer) => break answer,
            }
        };
        let asked: Vec<_> = answer.lacks().iter().map(ToString::to_string).collect();
        let missed: Vec<String> = ["a", "b"]
            .iter()
            .flat_map(|name| properties[1..].iter().map(move |p| (name, p)))
            .map(|(name, property)| format!("no row of property '{property}' for '{name}'"))
            .collect();
        assert_eq!(asked, missed);
    }
}
