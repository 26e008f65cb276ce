//! Commands that do not end when they should.

mod common;

use std::thread;
use std::time::{Duration, Instant};

use common::{SLACK, SOON, Stub, list, patient, read_all, run, runs, soon};
use zfs_exec::{Cancel, Limits, RunError, Runner};
use zfs_parse::exchange::Ended;

/// Says who it is and ignores TERM.
const STUBBORN: &str = r#"trap "" TERM; echo $$ >>"$T/pid"; while :; do sleep 0.05; done"#;

#[test]
fn a_command_that_never_answers_ends_at_its_deadline() {
    let stub = Stub::new(r#"echo $$ >"$T/pid"; echo row; exec sleep 1000"#);
    let start = Instant::now();
    let (output, finished) = run(stub.start(&Limits::within(SOON)));
    assert!(start.elapsed() < SLACK);
    assert_eq!(output, b"row\n");
    assert_eq!(finished.ended, Ended::Deadline);
    let pid = stub.line("pid");
    assert!(soon(|| !runs(&pid)));
}

#[test]
fn a_deadline_also_ends_waiting_for_the_exit_alone() {
    let stub = Stub::new("exec sleep 1000 >&- 2>&-");
    let start = Instant::now();
    let mut running = stub.start(&Limits::within(SOON));
    assert_eq!(read_all(&mut *running), b"");
    assert_eq!(running.finish().expect("it ends").ended, Ended::Deadline);
    assert!(start.elapsed() < SLACK);
}

#[test]
fn a_command_that_ignores_term_is_killed_after_the_grace_and_the_caller_does_not_wait() {
    let stub = Stub::new(STUBBORN);
    let local = stub.local().grace(Duration::from_secs(3));
    let running = local.start(&list(), &Limits::within(SOON)).expect("it starts");
    let pid = stub.line("pid");
    let (_, finished) = run(running);
    assert_eq!(finished.ended, Ended::Deadline);
    assert!(runs(&pid), "the answer came before the KILL");
    assert!(soon(|| !runs(&pid)));
    assert_eq!(local.settle(SLACK), 0);
}

#[test]
fn a_grandchild_is_gone_after_the_deadline() {
    let stub = Stub::new(
        r#"(trap "" TERM; while :; do sleep 0.05; done) & echo $! >"$T/grandchild"; wait"#,
    );
    let local = stub.local();
    let running = local.start(&list(), &Limits::within(SOON)).expect("it starts");
    let pid = stub.line("grandchild");
    assert!(runs(&pid));
    assert_eq!(run(running).1.ended, Ended::Deadline);
    assert_eq!(local.settle(SLACK), 0);
    assert!(soon(|| !runs(&pid)), "KILL reached the group although its leader died of TERM");
}

#[test]
fn a_pipe_held_by_a_grandchild_is_left_after_a_short_wait() {
    let stub = Stub::new(r#"echo row; sleep 1000 & echo $! >"$T/grandchild"; exit 1"#);
    let start = Instant::now();
    let (output, finished) = run(stub.start(&Limits::none()));
    assert!(start.elapsed() < SLACK);
    assert_eq!(output, b"row\n");
    assert_eq!(finished.ended, Ended::Code(1));
    assert!(finished.stdout_held);
    let pid = stub.line("grandchild");
    assert!(runs(&pid), "what a command leaves behind by intent is not ours to end");
    end(&pid);
}

#[test]
fn rows_of_a_grandchild_that_ends_soon_are_waited_for() {
    let stub = Stub::new("echo one; (sleep 0.2; echo two) &");
    let local = stub.local().linger(SLACK);
    let (output, finished) = run(local.start(&list(), &patient()).expect("it starts"));
    assert_eq!(output, b"one\ntwo\n");
    assert!(!finished.stdout_held, "the pipe was closed by all");
}

#[test]
fn the_wait_for_a_held_pipe_ends_at_the_deadline() {
    let stub = Stub::new(r#"echo row; sleep 1000 & echo $! >"$T/grandchild""#);
    let local = stub.local().linger(Duration::from_secs(1000));
    let start = Instant::now();
    let running = local.start(&list(), &Limits::within(Duration::from_secs(2)));
    let (output, finished) = run(running.expect("it starts"));
    assert!(start.elapsed() < SLACK);
    assert_eq!((&output[..], finished.ended), (&b"row\n"[..], Ended::Code(0)));
    assert!(finished.stdout_held);
    end(&stub.line("grandchild"));
}

#[test]
fn a_held_pipe_that_is_written_to_for_ever_is_left_too() {
    let stub = Stub::new(r#"echo row; cat /dev/zero & echo $! >"$T/grandchild""#);
    let mut running = stub.start(&Limits::none());
    let (mut length, mut piece) = (0, vec![0; 64 * 1024]);
    loop {
        match running.read(&mut piece).expect("it can be read") {
            0 => break,
            more => length += more,
        }
    }
    assert!(length > 4);
    let finished = running.finish().expect("it ends");
    assert_eq!((finished.ended, finished.stdout_held), (Ended::Code(0), true));
    // It dies of the closed pipe.
    let pid = stub.line("grandchild");
    assert!(soon(|| !runs(&pid)));
}

#[test]
fn standard_error_held_by_a_grandchild_delays_but_does_not_block() {
    let stub = Stub::new(r#"echo said >&2; sleep 1000 >&- & echo $! >"$T/grandchild""#);
    let start = Instant::now();
    let (_, finished) = run(stub.start(&Limits::none()));
    assert!(start.elapsed() < SLACK);
    assert_eq!((finished.ended, finished.stdout_held), (Ended::Code(0), false));
    assert_eq!(finished.stderr, b"said\n");
    end(&stub.line("grandchild"));
}

#[test]
fn a_flood_that_nobody_reads_waits_in_the_pipe_and_ends_when_dropped() {
    let stub = Stub::new(r#"echo $$ >"$T/pid"; exec cat /dev/zero"#);
    let mut running = stub.start(&Limits::none());
    assert_eq!(running.read(&mut [0; 1]).expect("it can be read"), 1);
    let pid = stub.line("pid");
    thread::sleep(Duration::from_millis(100));
    assert!(runs(&pid), "it waits");
    let start = Instant::now();
    drop(running);
    assert!(start.elapsed() < SLACK);
    assert!(soon(|| !runs(&pid)));
}

#[test]
fn a_silent_command_ends_when_dropped() {
    let stub = Stub::new(STUBBORN);
    let local = stub.local();
    let running = local.start(&list(), &Limits::none()).expect("it starts");
    let pid = stub.line("pid");
    drop(running);
    assert_eq!(local.settle(SLACK), 0);
    assert!(!runs(&pid));
}

#[test]
fn dropping_a_command_that_has_ended_spares_what_it_left_behind() {
    let stub =
        Stub::new(r#"echo $$ >"$T/pid"; sleep 1000 >&- 2>&- & echo $! >"$T/grandchild"; echo row"#);
    let mut running = stub.start(&patient());
    assert_eq!(read_all(&mut *running), b"row\n");
    let pid = stub.line("grandchild");
    // Its end was not asked for, so give it the time to be noticed.
    let leader = stub.line("pid");
    assert!(soon(|| !runs(&leader)));
    thread::sleep(Duration::from_millis(500));
    drop(running);
    thread::sleep(Duration::from_millis(500));
    assert!(runs(&pid));
    end(&pid);
}

#[test]
fn stuck_commands_are_counted_and_capped_across_clones() {
    let stub = Stub::new(STUBBORN);
    // The grace stands in for the kernel that does not let go.
    let local = stub.local().grace(Duration::from_secs(2)).stuck_cap(2);
    let limits = Limits::within(SOON);
    let first = local.start(&list(), &limits).expect("it starts");
    let second = local.clone().start(&list(), &limits).expect("it starts");
    assert!(soon(|| stub.line("pid").lines().count() == 2), "both ignore TERM now");
    assert_eq!(run(first).1.ended, Ended::Deadline);
    assert_eq!(run(second).1.ended, Ended::Deadline);
    assert_eq!(local.stuck(), 2);
    let error = local.clone().start(&list(), &patient()).expect_err("two are stuck");
    assert!(matches!(error, RunError::TooManyStuck { stuck: 2, cap: 2, .. }), "{error}");
    assert!(error.to_string().starts_with("not running `zfs list -Hp`: 2 earlier"), "{error}");
    assert_eq!(local.settle(SLACK), 0);
    assert_eq!(local.stuck(), 0);
    drop(local.start(&list(), &patient()).expect("it starts again"));
    assert_eq!(local.settle(SLACK), 0);
}

#[test]
fn dropped_commands_do_not_count_as_stuck_while_they_end() {
    let stub = Stub::new("exec sleep 1000");
    let local = stub.local().grace(Duration::from_secs(2)).stuck_cap(1);
    for _ in 0..4 {
        drop(local.start(&list(), &Limits::none()).expect("nothing is stuck"));
    }
    assert_eq!(local.settle(SLACK), 0);
}

#[test]
fn settle_gives_up_in_time_and_says_how_many_are_left() {
    let stub = Stub::new(STUBBORN);
    let local = stub.local().grace(Duration::from_secs(3));
    let running = local.start(&list(), &Limits::none()).expect("it starts");
    stub.line("pid");
    drop(running);
    assert_eq!(local.settle(Duration::from_millis(50)), 1);
    assert_eq!(local.settle(SLACK), 0);
}

#[test]
fn a_cancellation_from_another_thread_wakes_a_waiting_caller() {
    let stub = Stub::new(r#"echo $$ >"$T/pid"; exec sleep 1000"#);
    let cancel = Cancel::new().expect("a pipe");
    let running = stub.start(&Limits::none().unless_cancelled(&cancel));
    let pid = stub.line("pid");
    let start = Instant::now();
    let canceller = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        cancel.cancel();
    });
    assert_eq!(run(running).1.ended, Ended::Cancelled);
    assert!(start.elapsed() < SLACK);
    canceller.join().expect("it cancelled");
    assert!(soon(|| !runs(&pid)));
}

#[test]
fn many_commands_at_once_keep_their_output_apart() {
    let stub = Stub::new(r#"echo "$2"; echo "$2" >&2; exit 0"#);
    let local = stub.local();
    thread::scope(|scope| {
        for worker in 0..8 {
            let local = &local;
            scope.spawn(move || {
                for round in 0..10 {
                    let word = format!("{worker}-{round}");
                    let command = zfs_parse::exchange::Invocation::new(
                        zfs_parse::exchange::Program::Zfs,
                        ["list", &word],
                    );
                    let running = local.start(&command, &patient()).expect("it starts");
                    let (output, finished) = run(running);
                    assert_eq!(output, format!("{word}\n").into_bytes());
                    assert_eq!(finished.stderr, output);
                    assert_eq!(finished.ended, Ended::Code(0));
                }
            });
        }
    });
    assert_eq!(local.settle(Duration::ZERO), 0, "nothing was abandoned");
}

/// Ends what a script left behind on purpose.
fn end(pid: &str) {
    let kill = std::process::Command::new("kill").args(["-KILL", pid]).status();
    assert!(kill.expect("kill").success());
    assert!(soon(|| !runs(pid)));
}
