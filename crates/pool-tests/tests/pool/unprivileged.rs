//! Somebody who is not root: what he may read, and what he is told.

use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Command, Stdio};

use pool_tests::{Plan, pool_or_skip};
use zfs_exec::{Client, Limits, RunError, Runner, Running, Traced};
use zfs_parse::Lack;
use zfs_parse::exchange::{Ended, Finished, Invocation};
use zfs_parse::failure::FailureKind;
use zfs_parse::question::Depth;
use zfs_parse::zfs::{Get, List};
use zfs_parse::zpool;

use crate::support::{Whole as _, client, dialect, kinds, name, property_texts, texts};

/// The user that may nothing, on most systems called nobody.
const NOBODY: u32 = 65534;

/// Runs commands as somebody else, each to its end.
struct As(u32);

#[derive(Debug)]
struct Ran {
    stdout: Vec<u8>,
    read: usize,
    finished: Finished,
}

impl Runner for As {
    fn start(&self, command: &Invocation, _: &Limits) -> Result<Box<dyn Running>, RunError> {
        let args = command.args.iter().map(|arg| String::from_utf8_lossy(arg).into_owned());
        let mut words = Command::new(pool_tests::tool(command.program.name()));
        words.args(args).env_clear().env("LC_ALL", "C").env("TZ", "UTC").stdin(Stdio::null());
        words.uid(self.0).gid(self.0).current_dir("/");
        let output = words.output().unwrap_or_else(|error| panic!("can't run {command}: {error}"));
        let ended = match (output.status.code(), output.status.signal()) {
            (Some(code), _) => Ended::Code(code),
            (None, signal) => Ended::Signal(signal.unwrap_or_default()),
        };
        let finished = Finished::new(ended, &output.stderr);
        Ok(Box::new(Ran { stdout: output.stdout, read: 0, finished }))
    }
}

impl Running for Ran {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize, RunError> {
        let rest = self.stdout.get(self.read..).unwrap_or_default();
        let length = rest.len().min(buf.len());
        buf[..length].copy_from_slice(&rest[..length]);
        self.read += length;
        Ok(length)
    }

    fn finish(self: Box<Self>) -> Result<Finished, RunError> {
        Ok(self.finished)
    }
}

/// Whether we can become somebody else, and he may ask this ZFS anything.
fn may_ask(pool: &str) -> Option<bool> {
    let mut list = Command::new(pool_tests::tool("zfs"));
    list.args(["list", "-H", pool]).uid(NOBODY).gid(NOBODY).current_dir("/");
    match list.output() {
        Ok(output) => Some(output.status.success()),
        Err(error) => {
            pool_tests::skip(&format!("can't become another user: {error}"));
            None
        }
    }
}

#[test]
fn an_ordinary_user_reads_what_root_reads_or_is_told_why_not() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    pool.zfs(["create", "-o", "com.example:note=a\tb", "-o", "quota=10M", &pool.path("fs")]);
    pool.zfs(["snapshot", &pool.path("fs@s")]);
    let Some(may_ask) = may_ask(pool.name()) else { return };
    let nobody = Client::of_dialect(Traced::new(As(NOBODY)), dialect());
    let root = client();

    let list = || {
        let question =
            List::new(["name", "guid", "quota", "com.example:note"]).expect("a question");
        question.depth(Depth::All).dataset(name(pool.name()))
    };
    let get = || {
        let question = Get::new(["type", "quota", "com.example:note"]).expect("a question");
        question.depth(Depth::All).dataset(name(pool.name()))
    };
    let pools = || {
        let question = zpool::List::new(["name", "health", "guid"]).expect("a question");
        question.pool(name(pool.name())).expect("a pool")
    };
    let pool_properties = || {
        let question = zpool::Get::new(["health", "guid"]).expect("a question");
        question.pool(name(pool.name())).expect("a pool")
    };
    let (listed, list_lacks) = nobody.list_partial(list()).expect("an answer").partial();
    let (got, get_lacks) = nobody.get_partial(get()).expect("an answer").partial();
    let (pools_listed, pools_lacks) = nobody.pools_partial(pools()).expect("an answer").partial();
    let answer = nobody.pool_properties_partial(pool_properties()).expect("an answer");
    let (pool_got, pool_lacks) = answer.partial();
    if may_ask {
        for lacks in [list_lacks, get_lacks, pools_lacks, pool_lacks] {
            assert!(lacks.is_empty(), "{lacks:?}");
        }
        assert_eq!(texts(&listed), texts(&root.list(list()).whole()));
        assert_eq!(property_texts(&got), property_texts(&root.get(get()).whole()));
        let of_root = root.pools(pools()).whole();
        assert_eq!(texts(&pools_listed), texts(&of_root));
        let of_root = root.pool_properties(pool_properties()).whole();
        assert_eq!(property_texts(&pool_got), property_texts(&of_root));
    } else {
        assert!(listed.is_empty() && got.is_empty());
        assert!(pools_listed.is_empty() && pool_got.is_empty());
        for lacks in [list_lacks, get_lacks, pools_lacks, pool_lacks] {
            assert_eq!(kinds(&lacks).first(), Some(&FailureKind::Permission), "{lacks:?}");
        }
    }
}

#[test]
fn space_by_user_is_for_those_who_may_ask_for_it() {
    let Some(pool) = pool_or_skip!() else { return };
    let Some(may_ask) = may_ask(pool.name()) else { return };
    if !may_ask {
        pool_tests::skip("an ordinary user may ask this ZFS nothing at all");
        return;
    }
    let nobody = Client::of_dialect(Traced::new(As(NOBODY)), dialect());
    let question = || {
        let question = Get::new(["userquota@root", "type"]).expect("a question");
        question.dataset(name(pool.name()))
    };
    pool.zfs(["set", "userquota@root=10M", pool.name()]);
    let root = client().get(question()).whole();
    let row = root.row(pool.name().as_bytes(), "userquota@root").expect("a row");
    assert_eq!(row.cell().expect("a cell").exact(), Some(10 << 20), "{row:?}");
    // A row without a value, or none at all: never another value.
    let (found, lacks) = nobody.get_partial(question()).expect("an answer").partial();
    match found.row(pool.name().as_bytes(), "userquota@root") {
        Some(row) => {
            assert_eq!(row.cell(), Ok(zfs_parse::value::Cell::NotApplicable), "{lacks:?}");
        }
        None => assert!(
            lacks.iter().any(|lack| matches!(lack, Lack::Failure(_) | Lack::Missing { .. })),
            "a row is missing, and nothing says so: {lacks:?}"
        ),
    }
    assert!(found.row(pool.name().as_bytes(), "type").is_some());
}

#[test]
fn get_all_of_an_ordinary_user_is_what_zfs_says() {
    let Some(pool) = pool_or_skip!() else { return };
    crate::sparing::make(&pool);
    let Some(may_ask) = may_ask(pool.name()) else { return };
    if !may_ask {
        pool_tests::skip("an ordinary user may ask this ZFS nothing at all");
        return;
    }
    let nobody = Client::of_dialect(Traced::new(As(NOBODY)), dialect());
    let question = crate::sparing::everything(&pool);
    let found = nobody.get(question.clone()).whole();
    assert!(found.left_out().is_empty());
    let steady = crate::sparing::steady;
    let expected = client().get(question.clone().with_dear()).whole();
    assert_eq!(steady(property_texts(&found)), steady(property_texts(&expected)));
    // Refused once, a program is not tried again.
    let _ = nobody.runner().take();
    let below = Get::new(["all"]).expect("a question").depth(Depth::All);
    let _ = nobody.get(below.dataset(name(&pool.path("to p/below")))).whole();
    let commands = nobody.runner().take();
    assert!(commands.iter().all(|command| !command.to_string().starts_with("zfs program")));
}
