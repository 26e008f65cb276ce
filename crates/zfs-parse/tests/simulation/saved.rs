//! Whatever was saved is read or refused, and no line of it goes unmentioned.

use std::collections::BTreeSet;

use zfs_parse::exchange::{Ended, Finished};
use zfs_parse::saved::{Reading, Saved};
use zfs_parse::{Answer, Dialect, Lack};

use super::choices::Choices;

const COMMANDS: [&str; 18] = [
    "zfs list",
    "zfs list -H",
    "zfs list -Hp -o name,used,x:y",
    "zfs list -H -o used,name",
    "zfs list -Ho x:y",
    "zfs list -o name,used",
    "zfs list -o all",
    "zfs get all",
    "zfs get -H all",
    "zfs get -Hp -o name,property,source,value,name used,x:y",
    "zfs get -H -o value used tank",
    "zfs get -o name,property,value,received,source x:y",
    "zfs get -H -s local,received all",
    "zpool list",
    "zpool list -Hp",
    "zpool list -Ho name,health,comment",
    "zpool get all",
    "zpool get -H size,x:y tank",
];

const DIALECTS: [&str; 8] = [
    "openzfs",
    "legacy",
    "illumos",
    "solaris-11.3",
    "solaris-10",
    "freebsd-11",
    "macos-2.1",
    "openzfs-2.1",
];

/// Output, a command line of words (else all of these), and choices, parted by NULs.
pub(crate) fn saved(data: &[u8]) {
    let mut choices = Choices(data);
    let output = choices.until_nul();
    let words = choices.until_nul();
    let dialect: Dialect = choices.one_of(&DIALECTS).parse().unwrap();
    let ended =
        *choices.one_of(&[Ended::Code(0), Ended::Code(1), Ended::Signal(9), Ended::Deadline]);
    let finished = Finished::new(ended, b"");
    for command in COMMANDS {
        let saved = Saved::of(command.split(' '), dialect).expect("a command that is read");
        check(command, output, &saved.read_finished(output.to_vec(), &finished));
    }
    let words = String::from_utf8_lossy(words);
    match Saved::of(words.split(' '), dialect) {
        Ok(saved) => check(&words, output, &saved.read_finished(output.to_vec(), &finished)),
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
}

fn check(command: &str, output: &[u8], answer: &Answer<Reading>) {
    let _ = (format!("{answer:?}"), answer.value().is_proven());
    let ends: Vec<usize> = (0..output.len()).filter(|at| output[*at] == b'\n').collect();
    let number_at = |at: usize| 1 + ends.partition_point(|end| *end < at);
    let mut told: BTreeSet<usize> = BTreeSet::new();
    for lack in answer.lacks() {
        assert!(!lack.to_string().chars().any(char::is_control));
        if let Lack::Unreadable(error) = lack {
            let span = error.span();
            assert!(span.start <= span.end && span.end <= output.len(), "{command}: {error:?}");
            assert_eq!(error.line(), number_at(span.start), "{command}: {error:?}");
            assert!(output[span.clone()].starts_with(error.excerpt()), "{command}: {error:?}");
            told.extend(number_at(span.start)..=number_at(span.end));
        }
    }
    match answer.value() {
        Reading::Listing(listing) => {
            told.extend(listing.rows().map(|row| row.line()));
            for row in listing.rows() {
                for error in row.cells().filter_map(|(_, cell)| cell.err()) {
                    assert!(error.span().end <= output.len(), "{command}: {error:?}");
                }
            }
        }
        Reading::Properties(rows) => {
            told.extend(rows.rows().map(|row| row.line()));
            for error in rows.rows().filter_map(|row| row.cell().err()) {
                assert!(error.span().end <= output.len(), "{command}: {error:?}");
            }
        }
        _ => {}
    }
    // A table's header, and the empty lines of one, say nothing.
    let table = !command.split(' ').any(|w| w.starts_with("-H"));
    let nothing = [&b"no datasets available\n"[..], b"no pools available\n"].contains(&output);
    for (line, number) in output.split(|b| *b == b'\n').zip(1..) {
        let last = line.is_empty() && number == 1 + ends.len();
        let silent = table && (number == 1 || line.is_empty() || nothing);
        assert!(
            told.contains(&number) || last || silent || COMMANDS.iter().all(|c| *c != command),
            "{command}: nothing is said of line {number}: {answer:?}"
        );
    }
}
