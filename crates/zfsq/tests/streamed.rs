//! Listings that are printed while they come.
#![cfg(unix)]

mod common;

use std::io::{BufRead, BufReader};

use common::{Stub, code, parse, signal, soon, text};

const RAN: &str = "zfs list -Hpo name,used";
const LINES: [&str; 3] = ["ndjson", "csv", "tsv"];

fn list(stub: &Stub, format: &str) -> std::process::Output {
    stub.run(&["list", "-o", "name,used", "--format", format])
}

#[test]
fn rows_are_printed_while_the_command_still_runs() {
    let script = "echo $$ >$T/pid\n\
                  awk 'BEGIN { for (i = 0; i < 9999; i++) printf \"tank/%d\\t1\\n\", i }'\n\
                  exec sleep 1000";
    for (format, line) in [("ndjson", r#"{"name":"tank/9","used":1}"#), ("csv", "tank/8,1")] {
        let stub = Stub::new(script);
        let args = ["list", "-o", "name,used", "--format", format];
        let mut child = stub.command(&args).spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        assert_eq!(lines.nth(9).expect("a line").expect("text"), line);
        // What is not taken is not read: the pipe is full, and nothing ends by itself.
        assert!(child.try_wait().expect("a child").is_none());
        let pid = stub.line("pid");
        drop(lines);
        // Nobody reads any more: that is no error, and ends the command.
        assert!(soon(|| child.try_wait().expect("a child").is_some()));
        assert_eq!(code(&child.wait_with_output().expect("it ends")), 0, "{format}");
        assert!(soon(|| !signal("0", &pid)), "the command outlived zfsq");
    }
}

#[test]
fn they_are_those_that_are_printed_at_once() {
    let rows = "tank\t3072\ntank/a b \t-\ntank/b:c\t18446744073709551615\n";
    let stub = Stub::new(&format!("cat <<'END'\n{rows}END"));
    for format in LINES {
        let output = list(&stub, format);
        assert_eq!((code(&output), text(&output.stderr)), (0, String::new()));
        let at_once = parse(RAN, "openzfs-2.3", format, rows.as_bytes());
        assert_eq!((text(&output.stdout), 0), at_once, "{format}");
    }
    let stub = Stub::new("echo 'no datasets available' >&2");
    for format in LINES {
        let output = list(&stub, format);
        assert_eq!((text(&output.stdout), code(&output)), parse(RAN, "illumos", format, b""));
    }
}

#[test]
fn what_is_missing_or_can_not_be_read_is_told_behind_them() {
    let stub = Stub::new(
        "printf 'tank\\t1\\nnonsense\\ntank/a\\tlots\\ntank/b\\t2\\n'\n\
         echo \"cannot open 'x': dataset does not exist\" >&2; exit 1",
    );
    let output = list(&stub, "ndjson");
    assert_eq!(code(&output), 4);
    let objects = text(&output.stdout);
    let objects = objects.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let objects: Vec<serde_json::Value> = objects.collect();
    let names = ["tank", "tank/a", "tank/b"];
    assert_eq!(objects[..3].iter().map(|row| &row["name"]).collect::<Vec<_>>(), names);
    assert_eq!(objects[1]["used"]["unreadable"], "lots");
    let kinds: Vec<_> = objects[3..].iter().map(|row| &row["incomplete"]["kind"]).collect();
    assert_eq!(kinds, ["failure", "unreadable", "unreadable"]);
    assert_eq!(text(&output.stderr).lines().count(), 3, "{}", text(&output.stderr));
}

#[test]
fn a_header_stands_above_an_answer_alone() {
    let output = common::zfsq(&[
        "list",
        "-o",
        "name,used",
        "--format",
        "csv",
        "--zfs",
        "/no/such/zfs",
        "--dialect",
        "openzfs-2.3",
    ]);
    assert_eq!((code(&output), text(&output.stdout)), (1, String::new()));
}

/// Prints a row for each dataset that it is asked about: the space used falls as names rise.
const EACH: &str = "for name; do case $name in tank/*) \
                    printf '%s\\t%s\\n' $name $((9999 - ${name##*-}));; esac; done\n";

/// More than fit into a command.
fn many() -> Vec<String> {
    (1000..2200).map(|n| format!("tank/{}-{n}", "n".repeat(100))).collect()
}

#[test]
fn what_takes_several_commands_is_in_order_all_the_same() {
    let stub = Stub::new(EACH);
    let many = many();
    for format in LINES {
        let options = ["list", "-o", "used", "-s", "used", "--format", format];
        let names: Vec<&str> = many.iter().map(|n| &n[..]).collect();
        let output = stub.run(&[&options[..], &names].concat());
        assert_eq!((code(&output), text(&output.stderr)), (0, String::new()));
        let digits = |line: &str| line.replace(|c: char| !c.is_ascii_digit(), "").parse().ok();
        let used: Vec<u64> = text(&output.stdout).lines().filter_map(digits).collect();
        assert_eq!(used, (7800..9000).collect::<Vec<_>>(), "{format}");
    }
}

#[test]
fn rows_are_kept_where_the_next_command_can_not_be_run() {
    let many = many();
    let names: Vec<&str> = many.iter().map(|n| &n[..]).collect();
    for format in ["json", "ndjson"] {
        let stub = Stub::new(&format!("{EACH} rm $T/tool"));
        let output = stub.run(&[&["list", "-o", "used", "--format", format], &names[..]].concat());
        let (out, said) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(code(&output), 3, "{said}");
        assert!(out.matches("\"used\"").count() > 100 && out.contains("\"incomplete\""), "{out}");
        assert!(said.contains("/tool"), "{said}");
    }
}
