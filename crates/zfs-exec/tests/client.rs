//! The client: how many commands its questions cost, and what it remembers.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use zfs_exec::{
    AskError, Cancel, Client, Limits, Replay, RunError, Runner, Running, Traced, probe,
};
use zfs_parse::answer::Lack;
use zfs_parse::exchange::{Ended, Finished, Invocation};
use zfs_parse::failure::FailureKind;
use zfs_parse::{Dialect, zfs, zpool};

/// A ZFS made of a function: from a command line to what it prints and how it ends.
struct Fake<F>(F);

#[derive(Debug)]
struct Playing {
    stdout: Vec<u8>,
    finished: Finished,
}

type Reply = (String, i32, &'static str);

impl<F: Fn(&str) -> Reply> Runner for Fake<F> {
    fn start(&self, command: &Invocation, _: &Limits) -> Result<Box<dyn Running>, RunError> {
        let (stdout, code, stderr) = (self.0)(&command.to_string());
        let finished = Finished::new(Ended::Code(code), stderr.as_bytes());
        Ok(Box::new(Playing { stdout: stdout.into_bytes(), finished }))
    }
}

impl Running for Playing {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize, RunError> {
        let length = buf.len().min(self.stdout.len());
        buf[..length].copy_from_slice(&self.stdout[..length]);
        self.stdout.drain(..length);
        Ok(length)
    }

    fn finish(self: Box<Self>) -> Result<Finished, RunError> {
        Ok(self.finished)
    }
}

/// A client of a fake, whose commands are counted.
fn client<F: Fn(&str) -> Reply>(dialect: &str, fake: F) -> Client<Traced<Fake<F>>> {
    Client::of_dialect(Traced::new(Fake(fake)), dialect.parse().expect("a dialect"))
}

fn ran<F: Fn(&str) -> Reply>(client: &Client<Traced<Fake<F>>>) -> Vec<String> {
    client.runner().take().iter().map(ToString::to_string).collect()
}

fn datasets() -> zfs::List {
    zfs::List::new(["name", "used"]).expect("a question")
}

const USAGE: &str = "usage:\n\tlist [-rH][-d max] [-o property[,...]]\n";

/// A ZFS that knows no `-p` when it lists, although its dialect says so.
fn refuses_exact(command: &str) -> Reply {
    if command.contains(" -p ") {
        (String::new(), 2, "invalid option 'p'\nusage:\n\tlist [-rH][-d max]\n")
    } else {
        ("tank\t1.21T\n".to_owned(), 0, "")
    }
}

#[test]
fn a_thousand_datasets_are_one_command() {
    let rows: String = (0..1000).map(|n| format!("tank/d{n:04}\t{n}\n")).collect();
    let client = client("openzfs-2.3", |_| (rows.clone(), 0, ""));
    let listing = client.list(datasets()).expect("it is whole");
    assert_eq!(listing.len(), 1000);
    assert_eq!(
        listing.rows().nth(999).expect("a row").cell("used").expect("a size").exact(),
        Some(999)
    );
    assert_eq!(ran(&client), ["zfs list -H -p -r -t filesystem,volume -o name,used"]);
}

#[test]
fn the_system_is_told_apart_once_before_the_first_question() {
    let fake = |command: &str| match command {
        "uname -srv" => ("FreeBSD 14.0-RELEASE FreeBSD\n".to_owned(), 0, ""),
        "zfs version" => ("zfs-2.2.0-FreeBSD\nzfs-kmod-2.2.0-FreeBSD\n".to_owned(), 0, ""),
        _ => ("tank\t1\n".to_owned(), 0, ""),
    };
    let client = Client::new(Traced::new(Fake(fake)));
    for _ in 0..3 {
        client.list(datasets()).expect("it is whole");
    }
    assert_eq!(client.runner().count(), 2 + 3);
    assert_eq!(client.dialect(&Limits::none()).expect("known").to_string(), "freebsd-2.2");
}

#[test]
fn where_zfs_does_not_run_yet_the_next_call_asks_again() {
    let down = Mutex::new(true);
    let fake = |command: &str| match command {
        "uname -srv" => ("Linux 6.1.0 #1\n".to_owned(), 0, ""),
        _ if *down.lock().expect("ours") => (String::new(), 1, "The ZFS modules are not loaded.\n"),
        "zfs version" => ("zfs-2.1.5\nzfs-kmod-2.1.5\n".to_owned(), 0, ""),
        _ => ("tank\t1\n".to_owned(), 0, ""),
    };
    let client = Client::new(Fake(fake));
    assert!(!probe(client.runner(), &Limits::none()).expect("it runs").lacks().is_empty());
    let Err(AskError::Incomplete(incomplete)) = client.list(datasets()) else {
        panic!("it is down")
    };
    assert!(matches!(
        incomplete.answer().lacks(),
        [Lack::Failure(failure)] if failure.kind() == FailureKind::ModuleNotLoaded
    ));
    *down.lock().expect("ours") = false;
    assert_eq!(client.list(datasets()).expect("it is up").len(), 1);
    assert_eq!(client.dialect(&Limits::none()).expect("known").to_string(), "openzfs-2.1");
}

#[test]
fn a_refused_exact_form_costs_one_command_once() {
    let client = client("openzfs-0.7", refuses_exact);
    for _ in 0..20 {
        let listing = client.list(datasets()).expect("it is whole");
        assert_eq!(listing.rows().next().expect("a row").name(), b"tank");
    }
    let commands = ran(&client);
    assert_eq!(commands.len(), 20 + 1);
    assert_eq!(commands.iter().filter(|command| command.contains(" -p ")).count(), 1);
    // What zpool(8) refuses is another matter, and also met once.
    for _ in 0..20 {
        client.pools(zpool::List::new(["name", "size"]).expect("a question")).expect("whole");
    }
    assert_eq!(ran(&client).len(), 20 + 1);
}

#[test]
fn the_legacy_dialect_knows_before_it_asks() {
    let client = client("legacy", refuses_exact);
    client.list(datasets()).expect("it is whole");
    assert_eq!(ran(&client), ["zfs list -H -r -t filesystem,volume -o name,used"]);
}

#[test]
fn nothing_but_the_exact_refusal_is_tried_again() {
    let usage = |message: &str| -> &'static str { format!("{message}\n{USAGE}").leak() };
    for (code, stderr) in [
        (1, "cannot open 'tank': dataset does not exist\n"),
        (1, "Permission denied the ZFS utilities must be run as root.\n"),
        (1, "cannot open 'tank': permission denied\n"),
        (2, usage("invalid option 'o'")),
        (2, usage("bad property list: invalid property 'p'")),
        (2, usage("invalid type 'p'")),
        // The status of a failure, with the words of the refusal; and the other way round.
        (1, "invalid option 'p'\n"),
        (0, "invalid option 'p'\n"),
        (2, "something else about -p\n"),
        (2, "cannot open 'tank': I/O error\ninvalid option 'p'\n"),
    ] {
        let client = client("openzfs-2.1", |_| (String::new(), code, stderr));
        assert!(matches!(client.list(datasets()), Err(AskError::Incomplete(_))), "{stderr}");
        assert_eq!(ran(&client).len(), 1, "{stderr}");
        // It is not taken for a refusal later either.
        let _ = client.list(datasets());
        assert!(ran(&client)[0].contains(" -p "), "{stderr}");
    }
}

#[test]
fn the_partial_form_gives_what_there_is() {
    let failing =
        |_: &str| ("tank\t1\n".to_owned(), 1, "cannot open 'x': dataset does not exist\n");
    let client = client("openzfs-2.3", failing);
    let error = client.list(datasets()).expect_err("one is missing");
    assert_eq!(
        error.to_string(),
        "`zfs list -H -p -r -t filesystem,volume -o name,used`: cannot open 'x': dataset does not exist"
    );
    let (listing, lacks) = client.list_partial(datasets()).expect("it runs").partial();
    assert_eq!((listing.len(), lacks.len()), (1, 1));
}

#[test]
fn properties_come_with_their_sources() {
    let fake = |command: &str| match command.split(' ').next() {
        Some("zfs") => ("tank\tquota\tlocal\t1024\n".to_owned(), 0, ""),
        _ => ("tank\thealth\t-\tONLINE\n".to_owned(), 0, ""),
    };
    let client = client("openzfs-2.3", fake);
    let get =
        zfs::Get::new(["quota"]).expect("a question").dataset("tank".parse().expect("a name"));
    let properties = client.get(get).expect("it is whole");
    let row = properties.row(b"tank", "quota").expect("a row");
    assert_eq!((row.cell().expect("a size").exact(), row.source().word()), (Some(1024), "local"));
    let get = zpool::Get::new(["health"]).expect("a question");
    assert_eq!(client.pool_properties(get).expect("it is whole").len(), 1);
}

#[test]
fn a_call_ends_within_its_limits() {
    let client =
        client("openzfs-2.3", |_| ("tank\t1\n".into(), 0, "")).time_limit(Some(Duration::ZERO));
    let Err(AskError::Incomplete(incomplete)) = client.list(datasets()) else { panic!("too late") };
    assert_eq!(incomplete.answer().lacks(), [Lack::Ended(Ended::Deadline)]);
    assert_eq!(client.runner().count(), 0);
    let cancel = Cancel::new().expect("a pipe");
    let client = client.time_limit(None).unless_cancelled(&cancel);
    client.list(datasets()).expect("there is time");
    cancel.cancel();
    assert!(client.list(datasets()).is_err());
    assert_eq!(client.runner().count(), 1);
}

#[test]
fn a_clients_dialect_is_that_it_was_given() {
    let dialect: Dialect = "illumos".parse().expect("a dialect");
    let client = client("illumos", |_| (String::new(), 0, ""));
    assert_eq!(client.dialect(&Limits::none()).expect("known"), dialect);
    assert_eq!(client.runner().count(), 0);
}

/// Commands that print so many rows, then can't be read.
#[derive(Debug)]
struct Broken(usize);

impl Runner for Broken {
    fn start(&self, _: &Invocation, _: &Limits) -> Result<Box<dyn Running>, RunError> {
        Ok(Box::new(Self(self.0)))
    }
}

impl Running for Broken {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize, RunError> {
        let Some(left) = self.0.checked_sub(1) else {
            let command = Invocation::new(zfs_parse::exchange::Program::Zfs, ["list"]);
            return Err(RunError::Read { command, source: std::io::ErrorKind::Other.into() });
        };
        self.0 = left;
        buf[..7].copy_from_slice(b"tank\t1\n");
        Ok(7)
    }

    fn finish(self: Box<Self>) -> Result<Finished, RunError> {
        panic!("it can't be read to its end");
    }
}

fn used() -> zfs::List {
    zfs::List::new(["name", "used"]).expect("a question")
}

#[test]
fn what_was_read_is_not_lost_with_the_command() {
    let client = Client::of_dialect(Broken(1), Dialect::default());
    let (listing, lacks) = client.list_partial(used()).expect("an answer").partial();
    assert_eq!(listing.len(), 1);
    let [Lack::Failure(failure)] = &lacks[..] else { panic!("{lacks:?}") };
    let said = failure.to_string();
    assert!(said.starts_with("cannot read") && said.ends_with(": other error"), "{said}");

    let mut rows = client.list_rows(used()).expect("rows");
    assert_eq!(rows.next_row().unwrap().unwrap().unwrap().name(), b"tank");
    assert!(rows.next_row().unwrap().is_none());
    assert_eq!(rows.conclude().lacks(), lacks);
}

/// A ZFS that says that something does not exist, and then is gone.
struct Vanishing(AtomicBool);

impl Runner for Vanishing {
    fn start(&self, command: &Invocation, _: &Limits) -> Result<Box<dyn Running>, RunError> {
        if self.0.swap(true, Ordering::Relaxed) {
            let source = std::io::ErrorKind::NotFound.into();
            return Err(RunError::Spawn {
                command: command.clone(),
                program: "zfs".into(),
                source,
            });
        }
        let said = b"cannot open 'a': dataset does not exist\n";
        let finished = Finished::new(Ended::Code(1), said);
        Ok(Box::new(Playing { stdout: Vec::new(), finished }))
    }
}

#[test]
fn what_was_said_is_not_lost_with_the_next_command() {
    let question = || {
        let names = ["a", "b"].map(|name| name.parse().expect("a name"));
        names.into_iter().fold(used(), zfs::List::dataset)
    };
    let client = || {
        let runner = Vanishing(AtomicBool::new(false));
        Client::of_dialect(runner, Dialect::default()).longest_command(1)
    };
    let (_, lacks) = client().list_partial(question()).expect("an answer").partial();
    let said: Vec<String> = lacks.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert_eq!(said[0], "cannot open 'a': dataset does not exist");
    assert!(said[1].starts_with("cannot run `zfs list "), "{}", said[1]);

    let client = client();
    let mut rows = client.list_rows(question()).expect("rows");
    assert!(rows.next_row().expect("no error").is_none());
    assert_eq!(rows.conclude().lacks(), lacks);
}

#[test]
fn an_error_before_any_row_is_an_error() {
    let client = Client::of_dialect(Broken(0), Dialect::default());
    let Err(AskError::Run(RunError::Read { .. })) = client.list(used()) else { panic!("no error") };
    let mut rows = client.list_rows(used()).expect("rows");
    let error = rows.next_row().map(|_| ()).unwrap_err();
    assert!(matches!(error, RunError::Read { .. }), "{error}");
    assert!(rows.next_row().unwrap().is_none());
}

#[test]
fn a_system_whose_zfs_can_not_be_run_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("uname.out"), "Linux 6.1.0 #1 SMP\n").expect("written");
    let argv = "argv = ['uname', '-srv']\nexit = 0\n";
    std::fs::write(folder.path().join("uname.toml"), argv).expect("written");
    let recorded = Replay::open(folder.path()).expect("recordings");
    let Err(RunError::NoRecording { .. }) = probe(&recorded, &Limits::none()) else {
        panic!("no error")
    };
}
