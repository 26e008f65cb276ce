//! What is done where values hold TABs, newlines and forged records.

use super::system::{answer, answer_in, got, listed, pool, text};
use super::*;
use proptest::prelude::*;

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
        let question = zfs::Get::new(properties).unwrap().with_dear();
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
