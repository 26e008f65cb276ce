//! Outputs full of what is wrong.

use zfs_parse::exchange::{Ended, Finished};
use zfs_parse::failure::Failure;
use zfs_parse::saved::Saved;
use zfs_parse::{Dialect, Exchange, Question, zfs};

use super::Case;

pub(super) fn cases() -> Vec<Case> {
    vec![
        saved("newlines for a listing", "zfs list -H -o name,x:y", |n| "\n".repeat(n * 20)),
        saved("TABs for a listing", "zfs list -H -o name,x:y", |n| "\t".repeat(n * 20)),
        saved("TABs for properties", "zfs get -H all", |n| "\t".repeat(n * 20)),
        saved("spaces for a table", "zfs list", |n| "a  ".repeat(n * 10) + "\n"),
        asked(
            "names that come twice",
            || zfs::List::new(["name", "x:y"]).expect("properties"),
            |n| lines(n, |i| format!("t{0}\tv\tt{0}\n", i % (n / 2))),
        ),
        asked(
            "properties that come twice",
            || zfs::Get::new(["all"]).expect("properties"),
            |n| lines(n, |i| format!("type\t-\tv\ttype\tt{}\n", i % (n / 2))),
        ),
        saved("saved properties that come twice", "zfs get -H x:y", |n| {
            lines(n, |i| format!("t{}\tx:y\tv\tlocal\n", i % (n / 2)))
        }),
        asked(
            "guards of other rows",
            || zfs::List::new(["name", "x:y"]).expect("properties"),
            |n| lines(n, |i| format!("t{i}\tx\tt{}\n", n - i)),
        ),
        asked(
            "a field too many in every row",
            || zfs::List::new(["name", "x:y"]).expect("properties"),
            |n| lines(n, |i| format!("t{i}\tx\ty\tz\n")),
        ),
        asked(
            "guards of other properties",
            || zfs::Get::new(["all"]).expect("properties"),
            |n| lines(n, |i| format!("x:y\t-\tv\tx:z\tt{}\n", i % 7)),
        ),
        saved("a table of as many columns as lines", "zfs list -o all", |n| {
            // As long as the others, not the square of it.
            let row = "a  ".repeat(n * 2);
            format!("{row}\n{row}\n {row}\n{}\n", " a ".repeat(n * 2))
        }),
        complaints("complaints of missing datasets", |n| {
            lines(n, |i| format!("cannot open 't{i}': dataset does not exist\n"))
        }),
        complaints("complaints full of quotes", |n| format!("cannot {}\n", "' '".repeat(n * 10))),
        complaints("complaints full of colons", |n| {
            format!("cannot open '{}", "': ".repeat(n * 10))
        }),
    ]
}

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(line).collect()
}

fn case(
    name: &'static str,
    output: impl Fn(usize) -> String + 'static,
    read: impl Fn(&[u8]) + Clone + 'static,
) -> Case {
    let prepare = move |n| -> Box<dyn Fn() -> usize> {
        let (output, read) = (output(n).into_bytes(), read.clone());
        Box::new(move || {
            read(&output);
            output.len()
        })
    };
    Case { name, prepare: Box::new(prepare) }
}

fn saved(
    name: &'static str,
    command: &'static str,
    output: impl Fn(usize) -> String + 'static,
) -> Case {
    case(name, output, |output| {
        let saved = Saved::of(command.split(' '), Dialect::default()).expect("a command");
        drop(saved.read(output.to_vec()));
    })
}

/// The first command of a question.
fn asked<Q: Question + 'static>(
    name: &'static str,
    question: impl Fn() -> Q + Clone + 'static,
    output: impl Fn(usize) -> String + 'static,
) -> Case {
    case(name, output, move |output| {
        let mut asking = question().ask(Dialect::default());
        asking.feed(output);
        drop(asking.finish(Finished::new(Ended::Code(0), b"")));
    })
}

fn complaints(name: &'static str, output: impl Fn(usize) -> String + 'static) -> Case {
    case(name, output, |stderr| drop(Failure::read_all(stderr)))
}
