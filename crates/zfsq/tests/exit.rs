//! How zfsq ends: the exit statuses, closed pipes, deadlines and signals.
#![cfg(unix)]

mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::time::Instant;

use common::{SLACK, Stub, code, command, json, record, signal, soon, text, zfsq};

/// The command that the questions below run.
const RAN: &str = "zfs list -H -p -r -t filesystem,volume -o name,used";

fn list(script: &str) -> std::process::Output {
    Stub::new(script).run(&["list", "-o", "name,used"])
}

#[test]
fn done_is_0() {
    let output = list("printf 'tank\\t1024\\n'");
    assert_eq!((code(&output), text(&output.stdout)), (0, "NAME  USED\ntank    1K\n".into()));
    assert_eq!(text(&output.stderr), "");
    let output = list("echo 'no datasets available' >&2");
    assert_eq!((code(&output), text(&output.stdout)), (0, String::new()));
}

#[test]
fn a_refusal_is_1_and_names_the_command() {
    let output = list("echo \"cannot open 'x': dataset does not exist\" >&2; exit 1");
    assert_eq!((code(&output), text(&output.stdout)), (1, String::new()));
    let message = format!("zfsq: cannot open 'x': dataset does not exist (from `{RAN}`)\n");
    assert_eq!(text(&output.stderr), message);
    let output =
        list("echo 'Permission denied the ZFS utilities must be run as root.' >&2; exit 1");
    assert!(text(&output.stderr).contains("; run as a user who may, or with --sudo"));
}

#[test]
fn tools_that_cannot_be_run_are_1() {
    let output = zfsq(&["list", "--zfs", "/no/such/zfs", "--dialect", "illumos"]);
    assert_eq!(code(&output), 1);
    assert!(text(&output.stderr).starts_with("zfsq: cannot run `zfs list "));
}

#[test]
fn a_wrong_command_line_is_2() {
    for args in [
        &["frob"][..],
        &["list", "-d", "x"],
        &["list", "-r", "-d", "1"],
        &["list", "--", "-x"],
        &["list", "-t", "pigeon"],
        &["list", "-o", "all"],
        &["list", "-o", "a;b"],
        &["list", "--timeout", "-1"],
        &["list", "--timeout", "NaN"],
        &["list", "--dialect", "zfs"],
        &["list", "--from", "/no/such/folder"],
        &["list", "--sudo", "--from", "."],
        &["get"],
        &["get", "all,used"],
        &["pools", "tank/a"],
        &["man", "frob"],
    ] {
        let output = zfsq(args);
        assert_eq!(code(&output), 2, "{args:?}: {}", text(&output.stderr));
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn rows_with_something_missing_are_3() {
    let output = list("printf 'tank\\t1\\n'; echo \"cannot open 'x': no such pool\" >&2; exit 1");
    assert_eq!((code(&output), text(&output.stdout)), (3, "NAME  USED\ntank    1B\n".into()));
    // A death in mid-row: the row that was cut is not printed.
    let output = list("printf 'tank\\t1\\ntank/a\\t10'; kill -9 $$");
    assert_eq!(code(&output), 3);
    assert!(!text(&output.stdout).contains("tank/a"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("killed by signal 9"));
}

#[test]
fn output_that_is_not_understood_is_4() {
    let output = list("printf 'tank\\t1\\nfour\\tfields\\tare\\tnone\\n'");
    assert_eq!(code(&output), 4);
    assert_eq!(text(&output.stdout), "NAME  USED\ntank    1B\n");
    assert!(
        text(&output.stderr).starts_with("zfsq: a record with 4 fields instead of 2 at line 2")
    );
    let output = list("printf 'tank\\tlots\\n'; echo 'cannot open x' >&2; exit 1");
    assert_eq!(code(&output), 4, "not understood is graver than incomplete");
    assert!(text(&output.stderr).contains("not a size at line 1, column 2"));
}

#[test]
fn a_deadline_is_5_and_the_rows_until_then_are_printed() {
    let stub = Stub::new("echo $$ >$T/pid; printf 'tank\\t1\\n'; exec sleep 1000");
    let start = Instant::now();
    let output = stub.run(&["list", "-o", "name,used", "--timeout", "0.5", "--format", "json"]);
    assert!(start.elapsed() < SLACK);
    assert_eq!(code(&output), 5);
    let document = json(&output);
    assert_eq!(document["rows"][0]["name"], "tank");
    assert_eq!(document["incomplete"][0]["kind"], "ended");
    let pid = stub.line("pid");
    assert!(soon(|| !signal("0", &pid)), "the command outlived zfsq");
}

#[test]
fn rows_that_are_held_back_at_a_deadline_are_missing_and_no_riddle() {
    let script = "printf 'tank\\t/a\\ttank\\n'; exec sleep 1000";
    let output = Stub::new(script).run(&["list", "-o", "name,mountpoint", "--timeout", "0.5"]);
    assert_eq!(code(&output), 5);
    let said = text(&output.stderr);
    assert!(
        said.contains("part of a value yet when the command was cut short at line 1"),
        "{said}"
    );
    let cut = ["parse", "--as", "zfs list -Ho name,used", "--exit", "0"];
    let output = common::ended(&cut, b"tank\t1\ntank/a\t2");
    assert_eq!(code(&output), 3);
}

#[test]
fn a_command_that_ignores_term_does_not_outlive_zfsq() {
    let stub = Stub::new("trap '' TERM; echo $$ >$T/pid; while :; do sleep 0.1; done");
    let output = stub.run(&["list", "--timeout", "0.3"]);
    assert_eq!(code(&output), 5);
    let pid = stub.line("pid");
    assert!(!signal("0", &pid), "the command outlived zfsq");
}

#[test]
fn an_interrupt_is_130_and_ends_the_command() {
    let stub = Stub::new("echo $$ >$T/pid; printf 'tank\\t1\\n'; exec sleep 1000");
    let child = stub.command(&["list", "-o", "name,used"]).spawn().expect("it starts");
    let pid = stub.line("pid");
    assert!(signal("INT", &child.id().to_string()));
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((code(&output), text(&output.stdout)), (130, String::new()));
    assert!(!signal("0", &pid), "the command outlived zfsq");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let script =
        "i=0; while [ $i -lt 20000 ]; do printf 'tank/dataset%s\\t1\\n' $i; i=$((i+1)); done";
    let stub = Stub::new(script);
    for format in ["table", "json", "ndjson", "csv", "tsv"] {
        let args = ["list", "-o", "name,used", "--format", format];
        let mut child = stub.command(&args).spawn().expect("it starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::with_capacity(16, stdout).read_line(&mut line).expect("a line");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((code(&output), text(&output.stderr)), (0, String::new()), "{format}");
    }
    for args in [&["explain", "list"][..], &["completions", "bash"], &["man"]] {
        let mut child = command(args).spawn().expect("it starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(code(&output), 0, "{args:?}: {}", text(&output.stderr));
    }
}

#[test]
fn recorded_outputs_answer_in_place_of_the_system() {
    let folder = tempfile::tempdir().expect("a folder");
    let argv = ["zpool", "list", "-H", "-p", "-o", "name,health", "tank"];
    record(folder.path(), "a", &argv, "tank\tONLINE\n", "exit = 0");
    let from = folder.path().to_str().expect("a path");
    let output = zfsq(&["pools", "-o", "name,health", "tank", "--from", from]);
    assert_eq!((code(&output), text(&output.stdout)), (0, "NAME  HEALTH\ntank  ONLINE\n".into()));
    let output = zfsq(&["pools", "-o", "name,size", "--from", from]);
    assert_eq!(code(&output), 1);
    assert!(text(&output.stderr).contains("no recording of `zpool list -H -p -o name,size`"));
    // Recordings of several systems are not taken for one.
    let other = fs::read_to_string(folder.path().join("a.toml")).expect("read");
    fs::write(folder.path().join("b.toml"), other.replace("openzfs-2.3", "illumos")).expect("…");
    fs::write(folder.path().join("b.out"), "tank\tONLINE\n").expect("written");
    let output = zfsq(&["pools", "--from", from]);
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("give --dialect"));
}
