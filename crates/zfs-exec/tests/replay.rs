//! Recorded commands: reading them, and writing them.

mod common;

use std::fs;
use std::path::Path;

use common::{Stub, list, patient, run};
use zfs_exec::{Limits, Recorder, Replay, RunError, Runner, Traced, drive};
use zfs_parse::exchange::{Ended, Exchange, Finished, Invocation, Program, Step};

fn record(folder: &Path, case: &str, output: &str, description: &str) {
    let file = folder.join(case);
    fs::create_dir_all(file.parent().expect("a folder")).expect("created");
    fs::write(file.with_extension("out"), output).expect("written");
    fs::write(file.with_extension("toml"), description).expect("written");
}

fn zfs(args: &[&str]) -> Invocation {
    Invocation::new(Program::Zfs, args)
}

fn ask(replay: &Replay, args: &[&str]) -> Result<(Vec<u8>, Finished), RunError> {
    Ok(run(replay.start(&zfs(args), &Limits::none())?))
}

#[test]
fn recordings_anywhere_below_the_folder_answer_by_their_words() {
    let folder = tempfile::tempdir().expect("a folder");
    record(
        folder.path(),
        "a/b/list",
        "tank\n",
        "argv = ['zfs', 'list', '-Hp']\ndialect = 'openzfs-2.3'\nexit = 1\nstderr = 'oh'\n\
         source = 'a machine'\n[provenance]\nurl = 'x'\n",
    );
    record(folder.path(), "died", "ta", "argv = ['zfs', 'list', 'a b']\nsignal = 6\n");
    let replay = Replay::open(folder.path()).expect("it reads");
    assert_eq!(replay.dialect(), Some("openzfs-2.3"));
    let (output, finished) = ask(&replay, &["list", "-Hp"]).expect("it is there");
    assert_eq!(output, b"tank\n");
    assert_eq!(finished, Finished::new(Ended::Code(1), b"oh"));
    let (output, finished) = ask(&replay, &["list", "a b"]).expect("it is there");
    assert_eq!((&output[..], finished.ended), (&b"ta"[..], Ended::Signal(6)));
    let lines: Vec<_> = replay.command_lines().collect();
    assert_eq!(lines, ["zfs list -Hp", "zfs list 'a b'"]);
}

#[test]
fn a_missing_recording_names_the_closest_of_the_same_subcommand() {
    let folder = tempfile::tempdir().expect("a folder");
    for (case, argv) in [
        ("1", "['zfs', 'list', '-Hp', '-o', 'name,used']"),
        ("2", "['zfs', 'list', '-Hp', '-o', 'name']"),
        ("3", "['zfs', 'get', 'all']"),
        ("4", "['zpool', 'list', '-Hp', '-o', 'name']"),
    ] {
        record(folder.path(), case, "", &format!("argv = {argv}\nexit = 0\n"));
    }
    let replay = Replay::open(folder.path()).expect("it reads");
    let error = ask(&replay, &["list", "-H", "-o", "name"]).expect_err("not recorded");
    assert_eq!(
        error.to_string(),
        format!(
            "no recording of `zfs list -H -o name` in {}; the closest are \
             `zfs list -Hp -o name`, `zfs list -Hp -o name,used`",
            folder.path().display()
        )
    );
    let error = ask(&replay, &["holds"]).expect_err("not recorded").to_string();
    assert!(error.ends_with(", nor of any command like it"), "{error}");
}

#[test]
fn recordings_of_different_systems_name_no_dialect_and_are_not_mixed() {
    let folder = tempfile::tempdir().expect("a folder");
    let description = |dialect| format!("argv=['zfs','list']\ndialect='{dialect}'\nexit=0\n");
    record(folder.path(), "one/list", "tank\n", &description("openzfs-2.1"));
    record(folder.path(), "two/list", "tank\n", &description("illumos"));
    let replay = Replay::open(folder.path()).expect("it reads");
    assert_eq!(replay.dialect(), None);
    assert_eq!(ask(&replay, &["list"]).expect("both say the same").0, b"tank\n");
    fs::write(folder.path().join("two/list.out"), "pool\n").expect("written");
    let error = ask(&replay, &["list"]).expect_err("they differ");
    assert!(matches!(&error, RunError::Ambiguous { files, .. } if files.len() == 2), "{error}");
}

#[test]
fn broken_recordings_are_errors_and_other_files_are_not() {
    for (description, output, problem) in [
        ("argv = ['zfs']\n", true, Some("wants one of the keys exit and signal")),
        ("argv = ['zfs']\nexit = 1\nsignal = 6\n", true, Some("wants one of the keys")),
        ("argv = ['zfs']\nexit = 0\n", false, Some("has no output (.out) beside it")),
        ("argv = ['zfs']\n", false, Some("wants one of the keys exit and signal")),
        ("exit = 0\n", true, Some("argv")),
        ("anything = 'else'\n", false, None),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        record(folder.path(), "case", "", description);
        if !output {
            fs::remove_file(folder.path().join("case.out")).expect("removed");
        }
        match (Replay::open(folder.path()), problem) {
            (Ok(_), None) => {}
            (Err(error @ RunError::BadRecording { .. }), Some(problem)) => {
                assert!(error.to_string().contains(problem), "{error}");
            }
            (other, _) => panic!("{description:?}: {other:?}"),
        }
    }
    assert!(matches!(Replay::open("/no/such/folder"), Err(RunError::BadRecording { .. })));
}

#[test]
fn what_was_recorded_replays() {
    let stub = Stub::new(r#"printf 'tank\t\377\n'; echo "it's \"bad\"" >&2; exit 2"#);
    let folder = tempfile::tempdir().expect("a folder");
    let captured = folder.path().join("new/openzfs-2.3");
    let recorder = Recorder::new(stub.local(), &captured, "openzfs-2.3");
    let command = zfs(&["list", "tank/it's a \"b\"\n", "../.."]);
    let first = run(recorder.start(&command, &patient()).expect("it starts"));
    let again = run(recorder.start(&command, &patient()).expect("it starts"));
    assert_eq!(first, again);
    assert_eq!(fs::read_dir(&captured).expect("listed").count(), 2, "one pair of files");
    let replay = Replay::open(folder.path()).expect("it reads");
    assert_eq!(replay.dialect(), Some("openzfs-2.3"));
    assert_eq!(run(replay.start(&command, &Limits::none()).expect("it is there")), first);
}

#[test]
fn a_recording_is_whole_even_where_the_caller_reads_nothing() {
    let stub = Stub::new("echo row");
    let folder = tempfile::tempdir().expect("a folder");
    let recorder = Recorder::new(stub.local(), folder.path(), "illumos");
    recorder.start(&list(), &patient()).expect("it starts").finish().expect("it ends");
    let replay = Replay::open(folder.path()).expect("it reads");
    assert_eq!(ask(&replay, &["list", "-Hp"]).expect("it is there").0, b"row\n");
}

#[test]
fn a_command_that_was_cut_off_or_dropped_leaves_no_recording() {
    let stub = Stub::new("echo row; exec sleep 1000");
    let folder = tempfile::tempdir().expect("a folder");
    let recorder = Recorder::new(stub.local(), folder.path(), "illumos");
    drop(recorder.start(&list(), &patient()).expect("it starts"));
    let (_, finished) = run(recorder.start(&list(), &Limits::within(common::SOON)).expect("…"));
    assert_eq!(finished.ended, Ended::Deadline);
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 0);
}

/// Lists with `-p`, and without where that fails: the shape of most questions.
struct Retrying {
    command: Invocation,
    output: Vec<u8>,
}

impl Exchange for Retrying {
    type Answer = (Vec<u8>, Ended);

    fn invocation(&self) -> &Invocation {
        &self.command
    }

    fn feed(&mut self, stdout: &[u8]) {
        self.output.extend_from_slice(stdout);
    }

    fn finish(self, finished: Finished) -> Step<Self> {
        if finished.ended == Ended::Code(2) {
            return Step::Run(Self { command: zfs(&["list", "-H"]), output: Vec::new() });
        }
        Step::Done((self.output, finished.ended))
    }
}

fn retrying() -> Retrying {
    Retrying { command: list(), output: Vec::new() }
}

#[test]
fn driving_runs_each_command_that_the_question_wants_and_no_other() {
    let stub = Stub::new(r#"[ "$2" = -H ] && echo tank || { echo usage >&2; exit 2; }"#);
    let traced = Traced::new(stub.local());
    let answer = drive(&traced, retrying(), &patient()).expect("it runs");
    assert_eq!(answer, (b"tank\n".to_vec(), Ended::Code(0)));
    assert_eq!(traced.count(), 2);
    assert_eq!(traced.take(), [list(), zfs(&["list", "-H"])]);
    assert_eq!(traced.count(), 0);
}

#[test]
fn the_deadline_is_one_for_all_commands_of_a_question() {
    let stub = Stub::new(r#"[ "$2" = -H ] && exec sleep 1000; sleep 0.2; exit 2"#);
    let traced = Traced::new(stub.local());
    let limits = Limits::within(std::time::Duration::from_secs(2));
    let answer = drive(&traced, retrying(), &limits).expect("it runs");
    assert_eq!(answer.1, Ended::Deadline);
    assert_eq!(traced.count(), 2);
}

#[test]
fn nothing_is_started_once_the_limit_is_reached() {
    let folder = tempfile::tempdir().expect("a folder");
    let traced = Traced::new(Replay::open(folder.path()).expect("it reads"));
    let limits = Limits::within(std::time::Duration::ZERO);
    let answer = drive(&traced, retrying(), &limits).expect("nothing runs");
    assert_eq!((answer.1, traced.count()), (Ended::Deadline, 0));
}
