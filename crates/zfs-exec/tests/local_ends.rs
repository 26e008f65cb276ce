//! How commands end by themselves, and what comes back of them.

mod common;

use std::time::Duration;

use common::{Stub, list, patient, read_all, run};
use zfs_exec::{Limits, RunError, Runner};
use zfs_parse::exchange::{Ended, Invocation, Locale, Program};

#[test]
fn every_exit_status_comes_back() {
    for status in [0, 1, 2, 255] {
        let stub = Stub::new(&format!("echo row; echo complaint >&2; exit {status}"));
        let (output, finished) = run(stub.start(&patient()));
        assert_eq!(output, b"row\n");
        assert_eq!(finished.ended, Ended::Code(status));
        assert_eq!(finished.stderr, b"complaint\n");
        assert!(!finished.stderr_cut && !finished.stdout_held);
    }
}

#[test]
fn a_death_by_signal_in_mid_row_keeps_what_came_before() {
    let stub = Stub::new(r"printf 'tank\t1\ntank/a\t'; kill -ABRT $$");
    let (output, finished) = run(stub.start(&patient()));
    assert_eq!(output, b"tank\t1\ntank/a\t");
    assert_eq!(finished.ended, Ended::Signal(6));
}

#[test]
fn output_of_any_bytes_comes_back_whole() {
    let stub = Stub::new(r"head -c 3000000 /dev/zero; printf '\377\n'");
    let (output, finished) = run(stub.start(&patient()));
    assert_eq!(output.len(), 3_000_002);
    assert!(output.ends_with(b"\0\xff\n"));
    assert_eq!(finished.ended, Ended::Code(0));
}

#[test]
fn a_slow_reader_of_a_command_that_has_ended_loses_nothing() {
    let stub = Stub::new("head -c 50000 /dev/zero");
    let local = stub.local().linger(Duration::ZERO);
    let mut running = local.start(&list(), &patient()).expect("it starts");
    let (mut length, mut piece) = (0, [0; 4096]);
    loop {
        std::thread::sleep(Duration::from_millis(10));
        match running.read(&mut piece).expect("it can be read") {
            0 => break,
            more => length += more,
        }
    }
    assert_eq!(length, 50_000);
    let finished = running.finish().expect("it ends");
    assert_eq!((finished.ended, finished.stdout_held), (Ended::Code(0), false));
}

#[test]
fn output_that_is_there_outlives_the_deadline_of_a_command_that_ended_before() {
    let stub = Stub::new("head -c 50000 /dev/zero; echo >$T/ended");
    let mut running = stub.start(&Limits::within(Duration::from_secs(2)));
    assert_eq!(running.read(&mut [0; 1]).expect("it can be read"), 1);
    stub.line("ended");
    std::thread::sleep(Duration::from_millis(2500));
    assert_eq!(read_all(&mut *running).len(), 49_999);
    assert_eq!(running.finish().expect("it ends").ended, Ended::Code(0));
}

#[test]
fn finishing_without_reading_drops_the_output() {
    let stub = Stub::new("head -c 3000000 /dev/zero; exit 2");
    let finished = stub.start(&patient()).finish().expect("it ends");
    assert_eq!(finished.ended, Ended::Code(2));
}

#[test]
fn a_command_that_closes_its_output_early_is_waited_for() {
    let stub = Stub::new("echo row; exec >&- 2>&-; sleep 0.3; exit 3");
    let (output, finished) = run(stub.start(&patient()));
    assert_eq!((&output[..], finished.ended), (&b"row\n"[..], Ended::Code(3)));
}

#[test]
fn a_short_standard_error_is_kept_up_to_its_last_byte() {
    for (length, cut) in [(9, false), (10, false), (11, true)] {
        let stub = Stub::new(&format!("head -c {length} /dev/zero >&2"));
        let running = stub.local().stderr_limit(10).start(&list(), &patient());
        let (_, finished) = run(running.expect("it starts"));
        assert_eq!((finished.stderr.len(), finished.stderr_cut), (length.min(10), cut));
    }
}

/// The most memory that this process has had, in KiB, where the system says so.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn a_flood_on_standard_error_is_drained_in_constant_memory() {
    let stub = Stub::new("echo first >&2; head -c 1073741824 /dev/zero >&2; echo row");
    let before = peak_memory();
    let (output, finished) = run(stub.start(&Limits::within(Duration::from_secs(120))));
    assert_eq!((&output[..], finished.ended), (&b"row\n"[..], Ended::Code(0)));
    assert_eq!(finished.stderr.len(), 64 * 1024);
    assert!(finished.stderr.starts_with(b"first\n"), "the start is what is kept");
    assert!(finished.stderr_cut);
    if let (Some(before), Some(after)) = (before, peak_memory()) {
        // Other tests of this file run beside it and have some MiB of output.
        assert!(after - before < 64 * 1024, "{} KiB more", after - before);
    }
}

#[test]
fn the_environment_is_scrubbed() {
    let stub = Stub::new("env");
    // Cargo sets it for every test.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    let (output, _) = run(stub.start(&patient()));
    let output = String::from_utf8(output).expect("text");
    let mut names: Vec<_> = output.lines().filter_map(|line| line.split('=').next()).collect();
    // Shells set these themselves.
    names.retain(|name| !["PWD", "OLDPWD", "SHLVL", "_"].contains(name));
    names.sort_unstable();
    assert_eq!(names, ["LC_ALL", "PATH", "T", "TZ"]);
    assert!(output.contains("LC_ALL=C\n") && output.contains("TZ=UTC\n"), "{output}");
}

#[test]
fn json_is_asked_for_in_a_utf8_locale() {
    let stub = Stub::new("env");
    let mut command = list();
    command.locale = Locale::Json;
    let local = stub.local().env("LC_ALL", "C");
    let (output, _) = run(local.start(&command, &patient()).expect("it starts"));
    let output = String::from_utf8(output).expect("text");
    assert!(output.contains("LC_CTYPE=C.UTF-8\n") && !output.contains("LC_ALL"), "{output}");
}

#[test]
fn a_variable_is_passed_on_where_asked() {
    let stub = Stub::new("echo \"$CARGO_PKG_NAME\"");
    let local = stub.local().keep_env("CARGO_PKG_NAME").keep_env("NO_SUCH_VARIABLE");
    let (output, _) = run(local.start(&list(), &patient()).expect("it starts"));
    assert_eq!(output, b"zfs-exec\n");
}

#[test]
fn standard_input_is_what_the_command_brings() {
    let stub = Stub::new("cat; echo end");
    let (output, _) = run(stub.start(&patient()));
    assert_eq!(output, b"end\n", "mostly nothing");
    let mut command = Invocation::new(Program::Zfs, ["program"]);
    command.stdin = [&b"\xff\n"[..], &[b'x'; 4094]].concat().into();
    let (output, _) = run(stub.local().start(&command, &patient()).expect("it starts"));
    assert_eq!(output, [&command.stdin[..], b"end\n"].concat());
    // Who does not read it is not waited for.
    let stub = Stub::new("echo end");
    let (output, _) = run(stub.local().start(&command, &patient()).expect("it starts"));
    assert_eq!(output, b"end\n");
    // What might not fit into a pipe is refused before anything runs.
    command.stdin = vec![b'x'; 4097].into();
    assert!(stub.local().start(&command, &patient()).is_err());
}

#[test]
fn arguments_are_words_and_no_shell_sees_them() {
    let stub = Stub::new(r#"for word; do printf '%s|' "$word"; done"#);
    let words = [&b"a b"[..], b"", b"; reboot", b"$(id)", b"-r", b"'\"\\", b"\xff\n"];
    let command = Invocation::new(Program::Zfs, words);
    let (output, _) = run(stub.local().start(&command, &patient()).expect("it starts"));
    assert_eq!(output, b"a b||; reboot|$(id)|-r|'\"\\|\xff\n|");
}

#[test]
fn privilege_runs_the_tool_by_its_path() {
    let stub = Stub::new("echo tool \"$@\"");
    stub.write("sudo", r#"echo sudo "$1" "${2##*/}"; shift; exec "$@""#);
    let prefix = vec![stub.file("sudo").into(), "-n".into()];
    let local = stub.local().privilege(zfs_exec::Privilege::Prefix(prefix));
    let (output, _) = run(local.start(&list(), &patient()).expect("it starts"));
    assert_eq!(output, b"sudo -n zfs\ntool list -Hp\n");
}

#[test]
fn env_by_command_gets_through_a_privilege_tool_that_clears_the_environment() {
    let stub = Stub::new("echo \"$LC_CTYPE $TZ ${LC_ALL:-unset}\"");
    stub.write("doas", r#"exec env -i LC_ALL=tr_TR "$@""#);
    let mut command = list();
    command.locale = Locale::Json;
    let prefix = vec![stub.file("doas").into()];
    let local = stub.local().privilege(zfs_exec::Privilege::Prefix(prefix)).env_by_command(true);
    let (output, _) = run(local.start(&command, &patient()).expect("it starts"));
    assert_eq!(output, b"C.UTF-8 UTC unset\n");
}

#[test]
fn a_file_that_cannot_be_executed_is_an_error_that_names_it() {
    let stub = Stub::new("");
    let file = stub.file("none");
    let local = stub.local().program(Program::Zfs, &file);
    let error = local.start(&list(), &patient()).expect_err("it does not exist");
    assert!(matches!(error, RunError::Spawn { .. }));
    let text = error.to_string();
    assert!(text.starts_with("cannot run `zfs list -Hp`: starting "), "{text}");
    assert!(text.contains(&file.display().to_string()), "{text}");
}
