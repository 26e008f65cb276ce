//! The threads that wait for commands: none where the system itself tells of their end; elsewhere kept
//! for the next one, and no more of them than are of use.

#![cfg(target_os = "linux")]

mod common;

use std::fs;

use common::{SLACK, SOON, Stub, list, run, soon};
use zfs_exec::{Limits, Runner};
use zfs_parse::exchange::Ended;

/// How many there are now; nothing else in this process starts any.
fn waiters() -> usize {
    let tasks = fs::read_dir("/proc/self/task").expect("tasks").flatten();
    let names = tasks.filter_map(|task| fs::read_to_string(task.path().join("comm")).ok());
    names.filter(|name| name.trim() == "zfs-exec-wait").count()
}

#[test]
#[cfg_attr(feature = "threads", ignore = "asks for threads")]
fn no_thread_waits_for_a_command_but_one_whose_caller_does_not() {
    let stub = Stub::new(r#"echo row; [ ! -e "$T/hang" ] || exec sleep 1000"#);
    let local = stub.local();
    let start = |limits| local.start(&list(), &limits).expect("it starts");
    let many: Vec<_> = (0..10).map(|_| start(Limits::none())).collect();
    for running in many {
        let (output, finished) = run(running);
        assert_eq!((&output[..], finished.ended), (&b"row\n"[..], Ended::Code(0)));
        assert_eq!(waiters(), 0);
    }
    fs::write(stub.file("hang"), "").expect("written");
    let late = start(Limits::within(SOON));
    assert_eq!(run(late).1.ended, Ended::Deadline);
    drop(start(Limits::none()));
    assert_eq!(local.settle(SLACK), 0);
    assert!(soon(|| waiters() == 0), "{}", waiters());
}

#[test]
#[cfg_attr(not(feature = "threads"), ignore = "needs the feature `threads`")]
fn a_thread_waits_for_one_command_after_the_other_and_ends_with_its_runner() {
    let stub = Stub::new(r#"echo row; [ ! -e "$T/hang" ] || exec sleep 1000"#);
    let local = stub.local();
    for _ in 0..20 {
        let (output, finished) = run(local.start(&list(), &Limits::none()).expect("it starts"));
        assert_eq!((&output[..], finished.ended), (&b"row\n"[..], Ended::Code(0)));
        assert_eq!(waiters(), 1);
    }

    let start = |limits| local.start(&list(), &limits).expect("it starts");
    let many: Vec<_> = (0..10).map(|_| start(Limits::none())).collect();
    assert!(soon(|| waiters() == 10), "{}", waiters());
    many.into_iter().for_each(|running| drop(run(running)));
    assert!(soon(|| waiters() == 4), "{}", waiters());

    // A thread whose command is late is not kept: nobody knows until when it waits.
    fs::write(stub.file("hang"), "").expect("written");
    let late = start(Limits::within(SOON));
    assert_eq!(run(late).1.ended, Ended::Deadline);
    assert!(soon(|| waiters() == 3), "{}", waiters());

    drop(local);
    assert!(soon(|| waiters() == 0), "{}", waiters());
}
