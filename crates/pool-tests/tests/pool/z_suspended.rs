//! A pool whose input and output are suspended: commands that would never end, and callers that
//! get their answer all the same. The last test of all, since it may leave something behind.

use std::io::Write as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use pool_tests::{Plan, Pool, engine_or_skip, tool};
use zfs_exec::{Client, Limits, Local, Runner, Traced};
use zfs_parse::exchange::{Ended, Invocation, Program};
use zfs_parse::question::Depth;
use zfs_parse::zfs::{Get, List};
use zfs_parse::zpool;

use crate::support::{dialect, has_kernel, name};

const LIMIT: Duration = Duration::from_secs(3);
/// How long past its deadline an answer may come.
const GRACE: Duration = Duration::from_secs(5);

/// Waits for something, for a while.
fn comes(what: impl Fn() -> bool, limit: Duration) -> bool {
    let deadline = Instant::now() + limit;
    loop {
        if what() {
            return true;
        }
        if Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Runs a program that may not end, within a limit.
fn within(limit: Duration, command: &mut Command) -> Option<bool> {
    let mut child: Child = command.stdin(Stdio::null()).spawn().ok()?;
    let deadline = Instant::now() + limit;
    while Instant::now() < deadline {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status.success());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    None
}

fn health(pool: &str) -> String {
    let client = Client::of_dialect(Local::new(), dialect()).time_limit(Some(LIMIT));
    let question = zpool::List::new(["name", "health"]).expect("a question");
    let answer = client.pools_partial(question.pool(name(pool)).expect("a pool"));
    let (listing, lacks) = answer.expect("an answer").partial();
    let health = listing.rows().next().and_then(|row| row.text(1).map(<[u8]>::to_vec));
    health.map_or_else(|| format!("{lacks:?}"), |h| String::from_utf8_lossy(&h).into_owned())
}

#[test]
fn a_suspended_pool_keeps_nobody_waiting() {
    if !engine_or_skip() {
        return;
    }
    if !has_kernel() {
        pool_tests::skip(
            "no kernel module: a daemon would hang with its pool, and all else with it",
        );
        return;
    }
    // A disk that is promised more room than there is. When that is used up, writing to it fails.
    let scratch = pool_tests::scratch().expect("a scratch folder");
    let small = tempfile::Builder::new().prefix("zqt_small_").tempdir_in(&scratch);
    let small = small.expect("a folder");
    let mount = |options: &str| {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "small"]).arg(small.path());
        within(LIMIT, &mut mount) == Some(true)
    };
    if !mount("size=16m") {
        pool_tests::skip("a tmpfs can't be mounted here");
        return;
    }
    let plan = Plan::default().option("failmode=wait").option("cachefile=none");
    let pool = Pool::create_in(small.path(), &plan);
    let outcome = std::panic::catch_unwind(|| suspended(&pool));
    // More room, and all goes on.
    let room = mount("remount,size=400m");
    let mut clear = Command::new(tool("zpool"));
    let cleared =
        room && within(Duration::from_secs(30), clear.args(["clear", pool.name()])) == Some(true);
    let well = cleared && comes(|| health(pool.name()) == "ONLINE", Duration::from_secs(30));
    if well {
        drop(pool);
        let mut umount = Command::new("umount");
        let _ = within(LIMIT, umount.arg(small.path()));
    } else {
        // Destroying it would hang.
        std::mem::forget(pool);
        let _ = small.keep();
        eprintln!("the suspended pool is left over");
    }
    if let Err(panic) = outcome {
        std::panic::resume_unwind(panic);
    }
    assert!(well, "the pool did not come back");
}

fn suspended(pool: &Pool) {
    // Whatever writes to it may never return, so another process does.
    let fill = pool.mountpoint().join("fill");
    let mut writer = Command::new("dd");
    writer.args(["if=/dev/urandom", "bs=64k", "count=1000"]);
    writer.arg(format!("of={}", fill.display())).stdout(Stdio::null()).stderr(Stdio::null());
    let mut writer = writer.stdin(Stdio::null()).spawn().expect("dd");
    // A command that waits for the pool's disks, so that nothing but its deadline ends it. The
    // caller has its answer in time, though the command can't even be killed. Begun once the pool is
    // suspended it would fail at once; so some are always under way while the pool fills.
    let sync = Invocation::new(Program::Zpool, ["sync", pool.name()]);
    let synced = || {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            let started = Instant::now();
            let running = Local::new().start(&sync, &Limits::within(LIMIT)).expect("it starts");
            let finished = running.finish().expect("it ends");
            if finished.ended != Ended::Code(0) || Instant::now() > until {
                return (finished, started.elapsed());
            }
        }
    };
    let syncs = std::thread::scope(|scope| {
        let threads = [(); 3].map(|()| scope.spawn(synced));
        threads.map(|thread| thread.join().unwrap_or_else(|e| std::panic::resume_unwind(e)))
    });
    let is_suspended = comes(|| health(pool.name()) == "SUSPENDED", Duration::from_secs(60));
    assert!(is_suspended, "the pool is {}", health(pool.name()));
    let is_told = |stderr: &[u8]| String::from_utf8_lossy(stderr).contains("suspended");
    let mut cut_short = 0;
    for (finished, took) in &syncs {
        match finished.ended {
            Ended::Deadline => {
                assert!(*took >= LIMIT && *took < LIMIT + GRACE, "it took {took:?}");
                cut_short += 1;
            }
            // From 2.3 on one that is under way may be told, rather than wait.
            Ended::Code(1) => assert!(is_told(&finished.stderr), "{finished:?}"),
            _ => panic!("{finished:?}"),
        }
    }
    if cut_short == 0 {
        pool_tests::skip("a command that waits for the pool: each was told that it is suspended");
    }

    // Questions end in time as well, with rows or with what is missing, and are never silent.
    let client = Client::of_dialect(Traced::new(Local::new()), dialect()).time_limit(Some(LIMIT));
    let timed = |what: &str, ask: &dyn Fn() -> (usize, String)| {
        let started = Instant::now();
        let (rows, lacks) = ask();
        let took = started.elapsed();
        // For whoever wants to know what a system does here.
        let _ = writeln!(
            std::io::stderr(),
            "{what} of a suspended pool: {rows} rows in {took:?}; {lacks}"
        );
        assert!(took < LIMIT + GRACE, "{what} took {took:?}");
        assert!(rows > 0 || lacks != "[]", "{what} says nothing");
    };
    timed("list", &|| {
        let question = List::new(["name", "used", "com.example:note"]).expect("a question");
        let answer = client.list_partial(question.depth(Depth::All).dataset(name(pool.name())));
        let (rows, lacks) = answer.expect("an answer").partial();
        (rows.len(), format!("{lacks:?}"))
    });
    timed("get", &|| {
        let question = Get::new(["all"]).expect("a question").dataset(name(pool.name()));
        let (rows, lacks) = client.get_partial(question).expect("an answer").partial();
        (rows.len(), format!("{lacks:?}"))
    });
    timed("pool properties", &|| {
        let question = zpool::Get::new(["all"]).expect("a question").pool(name(pool.name()));
        let answer = client.pool_properties_partial(question.expect("a pool"));
        let (rows, lacks) = answer.expect("an answer").partial();
        (rows.len(), format!("{lacks:?}"))
    });
    assert_eq!(health(pool.name()), "SUSPENDED");
    assert!(matches!(writer.try_wait(), Ok(None | Some(_))));
}
