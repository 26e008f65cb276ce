//! Commands that fail, for real: what is said of them.

use std::os::unix::process::ExitStatusExt as _;

use pool_tests::{Plan, pool_or_skip, zfs};
use zfs_exec::{Limits, Local, Runner};
use zfs_parse::exchange::{Ended, Invocation, Program};
use zfs_parse::failure::{Failure, FailureKind};
use zfs_parse::question::Types;
use zfs_parse::zfs::{Get, List};

use crate::support::{Whole as _, bookmark, client, kinds, name, ran};

fn run(args: &[&str]) -> (Ended, Vec<Failure>) {
    let running = Local::new().start(&Invocation::new(Program::Zfs, args), &Limits::none());
    let finished = running.expect("it starts").finish().expect("it ends");
    (finished.ended, Failure::read_all(&finished.stderr))
}

#[test]
fn a_command_that_aborts_is_told_from_one_that_fails() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let volume = pool.path("volume");
    let raw = zfs(["create", "-V", "8M", &volume]);
    let Some(signal) = raw.status.signal() else {
        pool_tests::skip("no command that aborts: volumes are made, or refused with words");
        return;
    };
    assert_eq!(signal, 6, "{raw:?}");
    let (ended, failures) = run(&["create", "-V", "8M", &volume]);
    assert_eq!(ended, Ended::Signal(6));
    let [failure] = &failures[..] else { panic!("{failures:?}") };
    assert_eq!(failure.kind(), FailureKind::Internal);
}

#[test]
fn real_failures_are_of_the_right_kind() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let fs = &pool.path("fs");
    pool.zfs(["create", fs]);
    pool.zfs(["snapshot", &format!("{fs}@s")]);
    for (args, kind, entity) in [
        (&["list", &pool.path("no")][..], FailureKind::DoesNotExist, &pool.path("no")[..]),
        (&["get", "type", &pool.path("fs@no")], FailureKind::DoesNotExist, &pool.path("fs@no")),
        (&["list", "-o", "nope", fs], FailureKind::UnsupportedProperty, "nope"),
        (&["get", "nope", fs], FailureKind::UnsupportedProperty, "nope"),
        (&["list", "-Z", fs], FailureKind::UnsupportedOption, "Z"),
        (&["get", "-Z", "type", fs], FailureKind::UnsupportedOption, "Z"),
        (&["list", "-t", "nope", fs], FailureKind::UnsupportedType, "nope"),
        (&["nope"], FailureKind::UnsupportedCommand, "nope"),
    ] {
        let (ended, failures) = run(args);
        let [failure, ..] = &failures[..] else { panic!("{args:?} says nothing; {ended}") };
        assert_eq!(failure.kind(), kind, "{args:?}: {failure:?}");
        assert_eq!(failure.entity(), Some(entity.as_bytes()), "{args:?}: {failure:?}");
        assert_eq!(failures.len(), 1, "the usage is part of it: {failures:?}");
        let code = if kind == FailureKind::DoesNotExist { 1 } else { 2 };
        assert_eq!(ended, Ended::Code(code), "{args:?}");
    }
}

#[test]
fn an_option_that_is_refused_costs_one_command_and_is_remembered() {
    use zfs_parse::dialect::{Capability, Family, Version};
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    if crate::support::has(Capability::ListExact) {
        pool_tests::skip("zfs list -p is not refused here");
        return;
    }
    // As if nothing were known of the system.
    let newest = zfs_parse::Dialect::new(Family::OpenZfs, Version::NEWEST);
    let client = zfs_exec::Client::of_dialect(zfs_exec::Traced::new(Local::new()), newest);
    let question = || List::new(["name", "used"]).expect("a question").dataset(name(pool.name()));
    assert_eq!(client.list(question()).whole().len(), 1);
    assert_eq!(ran(&client).len(), 2);
    assert_eq!(client.list(question()).whole().len(), 1);
    assert_eq!(ran(&client).len(), 1);
    let question = Get::new(["used"]).expect("a question").types(Types::DATASETS);
    assert_eq!(client.get(question.dataset(name(pool.name()))).whole().len(), 1);
    let commands = ran(&client).len();
    assert_eq!(commands, if crate::support::has(Capability::GetTypes) { 1 } else { 2 });
}

#[test]
fn what_is_not_of_the_type_asked_for_is_no_row() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let fs = pool.path("fs");
    pool.zfs(["create", &fs]);
    pool.zfs(["snapshot", &pool.path("fs@s")]);
    bookmark(&pool, "fs@s", "fs#b");
    let question = List::new(["name"]).expect("a question").types(Types::VOLUME);
    let (listing, lacks) =
        client().list_partial(question.dataset(name(&fs))).expect("an answer").partial();
    assert!(listing.is_empty());
    // OpenZFS calls it a failure, the legacy lineage says nothing.
    let raw = zfs(["list", "-H", "-d", "0", "-t", "volume", &fs]);
    if raw.status.success() {
        assert!(lacks.is_empty(), "{lacks:?}; the command: {raw:?}");
    } else {
        assert_eq!(kinds(&lacks), [FailureKind::WrongType], "{lacks:?}; the command: {raw:?}");
    }
}
