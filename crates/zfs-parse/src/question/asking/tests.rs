//! When a question is asked again, and in which form.

mod system;

use super::*;
use crate::dialect::Capability;
use crate::failure::FailureKind;
use crate::properties::Source;
use crate::question::refusal::refused_option;
use crate::zpool;
use crate::{Answer, Listing, Properties, zfs};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use proptest::prelude::*;
use system::{Pool, answer, answer_in, got, listed, pool, text};

fn refused(code: i32, stderr: &str) -> Option<u8> {
    refused_option(&Finished::new(Ended::Code(code), stderr.as_bytes()))
}

#[test]
fn only_the_exact_refusal_of_an_option_is_one() {
    assert_eq!(refused(2, "invalid option 'p'\nusage:\n\tlist [-rH]\n"), Some(b'p'));
    assert_eq!(refused(2, "bad property list: invalid property '-H'\nusage:\n"), Some(b'H'));
    assert_eq!(refused(1, "invalid option 'p'\n"), None);
    assert_eq!(refused(2, "bad property list: invalid property 'p'\nusage:\n"), None);
    assert_eq!(refused(2, "sudo: a password is required\ninvalid option 'p'\n"), None);
    assert_eq!(refused(2, "unrecognized command 'list'\nusage:\n"), None);
}

#[test]
fn a_zpool_get_without_options_is_asked_for_its_table() {
    let question = zpool::Get::new(["health", "guid"]).unwrap();
    let asking = question.ask(Dialect::default());
    let refusal = b"bad property list: invalid property '-H'\nusage:\n";
    let Step::Run(mut first) = asking.finish(Finished::new(Ended::Code(2), refusal)) else {
        panic!("another command");
    };
    // It wants to be told of which pools.
    assert_eq!(first.invocation().to_string(), "zpool list -H -o name");
    first.feed(b"tank\n");
    let Step::Run(mut plain) = first.finish(Finished::new(Ended::Code(0), b"")) else {
        panic!("another command");
    };
    // `-p` goes with `-H`: neither is asked for again.
    assert_eq!(plain.invocation().to_string(), "zpool get health,guid tank");
    plain.feed(
        b"NAME  PROPERTY  VALUE   SOURCE\ntank  health    ONLINE  -\ntank  guid      12      -\n",
    );
    let Step::Done(answer) = plain.finish(Finished::new(Ended::Code(0), b"")) else {
        panic!("an answer");
    };
    assert!(!answer.dialect().has(Capability::PoolGetScripted));
    assert_eq!(answer.commands().len(), 3);
    let rows = answer.complete().unwrap();
    assert_eq!(rows.row(b"tank", "guid").unwrap().cell().unwrap().exact(), Some(12));
}

#[test]
fn a_zpool_get_that_must_be_told_of_which_pools_is_told() {
    let question = zpool::Get::new(["health"]).unwrap();
    let mut asking = question.clone().ask("legacy".parse().unwrap());
    assert_eq!(asking.invocation().to_string(), "zpool list -H -o name");
    asking.feed(b"tank\nb c\n");
    let Step::Run(asking) = asking.finish(Finished::new(Ended::Code(0), b"")) else {
        panic!("another command");
    };
    assert_eq!(asking.invocation().to_string(), "zpool get health tank 'b c'");
    // Without a pool there is nothing to ask.
    let asking = question.ask("solaris-10".parse().unwrap());
    let Step::Done(answer) = asking.finish(Finished::new(Ended::Code(0), b"")) else {
        panic!("an answer");
    };
    assert!(answer.complete().unwrap().is_empty());
}

/// OpenZFS 2.3: "Cannot get properties of gone: no such pool available.", and where the missing one
/// is not the first, the command's usage. Of the pools that are there neither prints anything.
#[test]
fn a_missing_pool_does_not_take_the_properties_of_others_with_it() {
    let mut question = zpool::Get::new(["health"]).unwrap();
    for name in ["tank", "gone"] {
        question = question.pool(Name::new(name.as_bytes()).unwrap()).unwrap();
    }
    let next = |asking: Asking<zpool::Get>, code, stdout: &[u8], stderr: &[u8]| {
        let mut asking = asking;
        asking.feed(stdout);
        asking.finish(Finished::new(Ended::Code(code), stderr))
    };
    let said = b"Expected a list of vdevs in \"tank\", but got:\n\tgone (unknown)\n\nusage:\n";
    let asking = question.ask("openzfs-2.3".parse().unwrap());
    let Step::Run(asking) = next(asking, 2, b"", said) else { panic!("another command") };
    assert_eq!(asking.invocation().to_string(), "zpool list -H -o name tank gone");
    let said = b"cannot open 'gone': no such pool\n";
    let Step::Run(asking) = next(asking, 1, b"tank\n", said) else { panic!("another command") };
    let command = "zpool get -H -p -o name,property,source,value health tank";
    assert_eq!(asking.invocation().to_string(), command);
    let printed = b"tank\thealth\t-\tONLINE\n";
    let Step::Done(answer) = next(asking, 0, printed, b"") else { panic!("an answer") };
    let (rows, lacks) = answer.partial();
    assert_eq!(rows.len(), 1);
    let kinds = lacks.iter().map(|lack| match lack {
        Lack::Failure(failure) => failure.kind(),
        other => panic!("{other}"),
    });
    assert_eq!(kinds.collect::<Vec<_>>(), [FailureKind::DoesNotExist]);
}

#[test]
fn what_lies_below_another_operand_is_not_asked_for_twice() {
    let names = ["a/b", "a", "ab", "a@s", "b#m"].map(|name| name.parse().unwrap());
    let question = names.into_iter().fold(zfs::List::new(["name"]).unwrap(), zfs::List::dataset);
    let command = |question: &zfs::List| question.invocation(Dialect::default()).to_string();
    let deep = question.clone().depth(crate::question::Depth::All);
    assert!(command(&deep).ends_with(" -o name a ab b#m"), "{}", command(&deep));
    assert!(command(&question).ends_with(" -o name a/b a ab a@s b#m"));
}

const FORGED: &str = "1\tx\ta\nevil\t1\tevil\t2\tevil\na\t3";

#[test]
fn honest_values_cost_one_command() {
    let pool = pool([["1", ""], ["-", "a b"], ["\u{1b}", "é"]]);
    assert_eq!(listed(&pool).commands().len(), 1);
    assert_eq!(got(&["x:y", "x:z"], &pool).commands().len(), 1);
    assert_eq!(got(&["all"], &pool).commands().len(), 1);
}

#[test]
fn a_value_with_a_forged_record_comes_back_whole_for_two_commands_more() {
    let pool = pool([["1", FORGED], ["\n", "\t"], ["x", "y"]]);
    let answer = listed(&pool);
    let commands: Vec<String> = answer.commands().iter().map(ToString::to_string).collect();
    let whole = "zfs list -H -p -r -t filesystem,volume -o name,type,x:y,name,x:z,name";
    let index = "zfs list -H -p -r -t filesystem,volume -o name";
    assert_eq!(commands, [whole, index, whole]);
    let listing = answer.complete().unwrap();
    assert_eq!(text(&listing, 0, 2), FORGED);
    // The index is another command's word.
    assert!(!listing.is_proven());
    assert_eq!((&*text(&listing, 1, 1), &*text(&listing, 1, 2)), ("\n", "\t"));
    assert_eq!(listing.len(), 3);
    for properties in [&["x:y", "x:z"][..], &["all"]] {
        let answer = got(properties, &pool);
        assert_eq!(answer.commands().len(), 3);
        let rows = answer.complete().unwrap();
        assert_eq!(rows.row(b"a", "x:z").unwrap().value_text(), FORGED.as_bytes());
    }
}

#[test]
fn a_value_that_can_be_cut_in_two_ways_is_asked_for_alone() {
    // Where the record of `b` begins is not to be told from the bytes.
    let pool =
        pool([["1", "2\ta\nb\tfilesystem\t1"], ["3", "4\tb\nb\tfilesystem\t5\tb\t6"], ["x", "y"]]);
    let pool: Pool = pool.into_iter().collect();
    let answer = listed(&pool);
    let alone = answer.commands().iter().skip(3).map(ToString::to_string);
    assert!(
        alone.clone().all(|c| c.starts_with("zfs get -H -p -o value x:")),
        "{:?}",
        answer.commands()
    );
    let listing = answer.complete().unwrap();
    for (row, (_, values)) in pool.iter().enumerate() {
        assert_eq!([text(&listing, row, 1), text(&listing, row, 2)], *values);
    }
}

#[test]
fn the_row_behind_a_value_of_two_lines_tells_its_own_line() {
    let pool = pool([["1\n2\n3", ""], ["4", ""], ["5", ""]]);
    let listing = listed(&pool).complete().unwrap();
    assert_eq!(listing.rows().map(|row| row.line()).collect::<Vec<_>>(), [1, 4, 5]);
}

#[test]
fn a_cell_whose_output_is_held_open_is_not_taken_for_its_value() {
    let mut asking = zfs::List::new(["name", "x:y"]).unwrap().ask(Dialect::default());
    let command = asking.invocation().clone();
    let answer = loop {
        let alone = asking.invocation().to_string().starts_with("zfs get");
        asking.feed(match alone {
            true => b"half of a\n",
            false if *asking.invocation() == command => b"a\tx\ta\nb\ty\ta\nb\tq\tb\nb\tz\tb\n",
            false => b"a\nb\n",
        });
        let mut finished = Finished::new(Ended::Code(0), b"");
        finished.stdout_held = alone;
        match asking.finish(finished) {
            Step::Run(next) => asking = next,
            Step::Done(answer) => break answer,
        }
    };
    assert!(answer.value().is_empty() && answer.lacks().len() == 3, "{answer:?}");
    assert_eq!(answer.lacks()[0], Lack::OutputHeld);
}

#[test]
fn a_limit_within_a_recovery_keeps_what_the_first_command_printed() {
    let output = b"a\t1\ta\nb\tx\ny\tb\nc\t2\tc\n";
    for (dialect, limited) in [("openzfs-2.2", 1), ("openzfs-2.2", 2), ("openzfs-2.3", 1)] {
        let mut asking = zfs::List::new(["name", "x:y"]).unwrap().ask(dialect.parse().unwrap());
        let mut n = 0;
        let answer = loop {
            let ended = if n == limited { Ended::Deadline } else { Ended::Code(0) };
            asking.feed(match n {
                _ if n == limited => b"",
                1 => b"a\nb\nc\n",
                _ => output,
            });
            n += 1;
            match asking.finish(Finished::new(ended, b"")) {
                Step::Run(next) => asking = next,
                Step::Done(answer) => break answer,
            }
        };
        assert_eq!(n, limited + 1, "nothing runs after a limit");
        let names: Vec<_> = answer.value().rows().map(|row| row.name().to_owned()).collect();
        assert_eq!(names, [b"a", b"c"]);
        assert_eq!(answer.lacks()[0], Lack::Ended(Ended::Deadline));
    }
}

#[test]
fn silence_with_the_status_of_a_shell_is_not_taken_for_no_pools() {
    let asked = |dialect: &str, code| {
        let asking = zpool::List::new(["name"]).unwrap().ask(dialect.parse().unwrap());
        match asking.finish(Finished::new(Ended::Code(code), b"")) {
            Step::Done(answer) => answer.complete().is_ok(),
            Step::Run(_) => panic!("one command"),
        }
    };
    assert!(asked("illumos", 1) && asked("illumos", 0) && asked("openzfs-2.3", 0));
    assert!(!asked("openzfs-2.3", 1));
    for code in [126, 127, 255] {
        assert!(!asked("illumos", code), "{code}");
    }
}

#[test]
fn a_feature_forged_into_a_pools_comment_is_not_believed() {
    // `zpool get` leaves out what it fails to look up, so the real row need not be there.
    let question = zpool::Get::new(["comment", "feature@nope"]).unwrap();
    let mut asking = question.ask("openzfs-2.1".parse().unwrap());
    let command = asking.invocation().to_string();
    assert_eq!(
        command,
        "zpool get -H -p -o property,source,value,property,name guid,comment,feature@nope"
    );
    asking.feed(
        b"guid\t-\t1\tguid\ttank\ncomment\tlocal\tx\tcomment\ttank\n\
          feature@nope\tlocal\tactive\tfeature@nope\ttank\ncomment\tlocal\ty\tcomment\ttank\n",
    );
    let Step::Run(_index) = asking.finish(Finished::new(Ended::Code(0), b"")) else {
        panic!("an index is asked for");
    };
}

/// Runs a question to its end, with the output of each command in turn.
fn told<Q: Question>(question: Q, dialect: &str, outputs: &[&str]) -> Answer<Q::Reading> {
    let mut asking = question.ask(dialect.parse().unwrap());
    for output in outputs {
        asking.feed(output.as_bytes());
        match asking.finish(Finished::new(Ended::Code(0), b"")) {
            Step::Run(next) => asking = next,
            Step::Done(answer) => return answer,
        }
    }
    panic!("one more: {}", asking.invocation());
}

/// OpenZFS 2.3 refuses the whole command: `too many fields given to -o option`.
#[test]
fn a_zpool_get_that_takes_four_fields_at_the_most_is_asked_for_sources_apart() {
    let question = || zpool::Get::new(["comment", "health"]).unwrap();
    let sources = "tank\thealth\t-\ntank\tcomment\tlocal\n";
    let values = "health\tONLINE\thealth\ttank\ncomment\ta b\tcomment\ttank\n";
    let answer = told(question(), "openzfs-2.3", &[sources, values]);
    let commands: Vec<String> = answer.commands().iter().map(ToString::to_string).collect();
    assert_eq!(
        commands,
        [
            "zpool get -H -p -o name,property,source health,comment",
            "zpool get -H -p -o property,value,property,name health,comment",
        ]
    );
    let rows = answer.complete().unwrap();
    assert!(rows.is_proven());
    let row = rows.row(b"tank", "comment").unwrap();
    assert_eq!((row.value_text(), row.source()), (&b"a b"[..], Source::Local));
    assert_eq!(rows.row(b"tank", "health").unwrap().source(), Source::None);

    // A row in a value is not believed, and comes back whole by the index.
    let values = "health\tONLINE\thealth\ttank\n\
                  comment\tx\tcomment\ttank\nhealth\tFAULTED\thealth\ttank\n\
                  comment\ty\tcomment\ttank\n";
    let index = "tank\thealth\ntank\tcomment\n";
    let answer = told(question(), "openzfs-2.3", &[sources, values, index, values]);
    let rows = answer.complete().unwrap();
    assert_eq!(rows.len(), 2);
    let row = rows.row(b"tank", "comment").unwrap();
    let forged: &[u8] = b"x\tcomment\ttank\nhealth\tFAULTED\thealth\ttank\ncomment\ty";
    assert_eq!((row.value_text(), row.source()), (forged, Source::Local));

    // Values of which nobody said where they come from are missing, and not without a source.
    let answer = told(
        question(),
        "openzfs-2.3",
        &["tank\thealth\t-\n", "health\tONLINE\thealth\ttank\ncomment\ta b\tcomment\ttank\n"],
    );
    let (rows, lacks) = answer.partial();
    assert_eq!(rows.len(), 1);
    assert_eq!(
        lacks,
        [Lack::Missing { name: Some(b"tank".to_vec()), property: "comment".to_string() }]
    );

    // Nothing of this where no value can hold a TAB, nor where five fields are taken.
    let closed = zpool::Get::new(["health"]).unwrap();
    assert_eq!(closed.first("openzfs-2.3".parse().unwrap()), None);
    assert_eq!(question().first("openzfs-2.1".parse().unwrap()), None);
}

#[test]
fn a_pool_that_changes_is_asked_again_and_not_for_ever() {
    let hostile = pool([["1", FORGED], ["2", "3"], ["x", "y"]]);
    let question = || zfs::List::new(["name", "x:y", "x:z"]).unwrap();
    // The last dataset is gone when the index is asked for.
    let answer =
        answer(question(), |n| hostile.iter().take(if n < 1 { 3 } else { 2 }).cloned().collect());
    assert_eq!(answer.commands().len(), 5);
    assert_eq!(answer.complete().unwrap().len(), 2);
    // It comes and goes.
    let answer = self::answer(question(), |n| hostile.iter().take(3 - n % 2).cloned().collect());
    assert!(answer.commands().len() < 10);
    let (listing, lacks) = answer.partial();
    assert!(!lacks.is_empty());
    assert!(listing.rows().all(|row| row.name() == b"b" || row.name() == b"c"));
}

#[test]
fn where_there_is_json_a_hostile_value_costs_one_command_more() {
    let pool = pool([["1", FORGED], ["\n", "\t"], ["x", "\u{e9}"]]);
    let question = || zfs::List::new(["name", "x:y", "x:z"]).unwrap();
    let answer = answer_in("openzfs-2.3", question(), |_| pool.clone());
    let commands: Vec<String> = answer.commands().iter().map(ToString::to_string).collect();
    assert_eq!(commands.len(), 2, "{commands:?}");
    assert_eq!(commands[1], "zfs list -j -p -r -t filesystem,volume -o name,x:y,x:z");
    let listing = answer.complete().unwrap();
    assert_eq!(text(&listing, 0, 2), FORGED);
    // The document and the text bear each other out.
    assert!(listing.is_proven());
    for properties in [&["x:y", "x:z"][..], &["all"]] {
        let question = zfs::Get::new(properties).unwrap();
        let answer = answer_in("openzfs-2.3", question, |_| pool.clone());
        assert_eq!(answer.commands().len(), 2);
        let rows = answer.complete().unwrap();
        assert_eq!(rows.row(b"a", "x:z").unwrap().value_text(), FORGED.as_bytes());
    }
}

#[test]
fn a_document_that_has_lost_a_character_is_not_believed() {
    let pool = pool([["1", "\n\u{1f600}"], ["2", "3"], ["x", "y"]]);
    let question = zfs::List::new(["name", "x:y", "x:z"]).unwrap();
    let answer = answer_in("openzfs-2.3", question, |_| pool.clone());
    // In place of it: the index, and the same again.
    assert_eq!(answer.commands().len(), 4);
    assert_eq!(text(&answer.complete().unwrap(), 0, 2), "\n\u{1f600}");
}

#[test]
fn a_pool_that_changes_between_text_and_json_is_noticed() {
    let hostile = pool([["1", FORGED], ["2", "3"], ["x", "y"]]);
    let question = zfs::List::new(["name", "x:y", "x:z"]).unwrap();
    let answer = answer_in("openzfs-2.3", question, |n| {
        hostile.iter().take(if n == 0 { 3 } else { 2 }).cloned().collect()
    });
    assert_eq!(answer.complete().unwrap().len(), 2);
}

fn hostile() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(
        &[
            "\t",
            "\n",
            "a",
            "b",
            "c",
            "1",
            "x:y",
            "x:z",
            "local",
            "\ta\n",
            "\tb\n",
            "\nb\t",
            "\nc\t",
            "\tb\t",
            "evil\t1\tevil\t2\tevil\n",
            "a\tx:z\tlocal\t1\ta\n",
            "\nb\tx:y\tlocal\t",
            "x:y\tlocal\t1\tx:y\ta\n",
            "\tx:z\ta\n",
            "\nx:z\tlocal\t",
            "\nb\tfilesystem\t1\tb\t2",
            "type\tlocal\tfilesystem\ttype\tb\n",
        ][..],
    );
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn whatever_the_values_they_come_back_exact(values in prop::array::uniform3(prop::array::uniform2(hostile()))) {
        let pool: Pool = ["a", "b", "c"].into_iter().zip(values).collect();
        let honest = pool.iter().all(|(_, v)| v.iter().all(|v| !v.contains(['\t', '\n'])));
        let answer = listed(&pool);
        prop_assert_eq!(honest, answer.commands().len() == 1);
        prop_assert!(answer.commands().len() <= 3 + 9);
        let listing = answer.complete().unwrap();
        for (row, (_, values)) in pool.iter().enumerate() {
            prop_assert_eq!(&[text(&listing, row, 1), text(&listing, row, 2)], values);
        }
        for properties in [&["x:y", "x:z"][..], &["all"]] {
            let answer = got(properties, &pool);
            prop_assert_eq!(honest, answer.commands().len() == 1);
            prop_assert!(answer.commands().len() <= 3 + 18);
            let rows = answer.complete().unwrap();
            for (name, values) in &pool {
                for (property, value) in ["x:y", "x:z"].iter().zip(values) {
                    let row = rows.row(name.as_bytes(), property).unwrap();
                    prop_assert_eq!(row.value_text(), value.as_bytes());
                }
            }
        }
    }
}
