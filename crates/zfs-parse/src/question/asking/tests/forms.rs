//! In which form a question is asked, and when in another.

use super::*;

fn refused(code: i32, stderr: &str) -> Option<u8> {
    refused_option(&Finished::new(Ended::Code(code), stderr.as_bytes()))
}

#[test]
fn only_the_exact_refusal_of_an_option_is_one() {
    assert_eq!(refused(2, "invalid option 'p'\nusage:\n\tlist [-rH]\n"), Some(b'p'));
    assert_eq!(refused(2, "bad property list: invalid property '-H'\nusage:\n"), Some(b'H'));
    assert_eq!(refused(1, "invalid option 'p'\n"), None);
    assert_eq!(refused(2, "bad property list: invalid property 'p'\nusage:\n"), None);
    assert_eq!(refused(2, "sudo: a password is required\ninvalid option 'p'\n"), None);
    assert_eq!(refused(2, "unrecognized command 'list'\nusage:\n"), None);
}

#[test]
fn a_zpool_get_without_options_is_asked_for_its_table() {
    let question = zpool::Get::new(["health", "guid"]).unwrap();
    let asking = question.ask(Dialect::default());
    let refusal = b"bad property list: invalid property '-H'\nusage:\n";
    let Step::Run(mut first) = asking.finish(Finished::new(Ended::Code(2), refusal)) else {
        panic!("another command");
    };
    // It wants to be told of which pools.
    assert_eq!(first.invocation().to_string(), "zpool list -H -o name");
    first.feed(b"tank\n");
    let Step::Run(mut plain) = first.finish(Finished::new(Ended::Code(0), b"")) else {
        panic!("another command");
    };
    // `-p` goes with `-H`: neither is asked for again.
    assert_eq!(plain.invocation().to_string(), "zpool get health,guid tank");
    plain.feed(
        b"NAME  PROPERTY  VALUE   SOURCE\ntank  health    ONLINE  -\ntank  guid      12      -\n",
    );
    let Step::Done(answer) = plain.finish(Finished::new(Ended::Code(0), b"")) else {
        panic!("an answer");
    };
    assert!(!answer.dialect().has(Capability::PoolGetScripted));
    assert_eq!(answer.commands().len(), 3);
    let rows = answer.complete().unwrap();
    assert_eq!(rows.row(b"tank", "guid").unwrap().cell().unwrap().exact(), Some(12));
}

#[test]
fn a_zpool_get_that_must_be_told_of_which_pools_is_told() {
    let question = zpool::Get::new(["health"]).unwrap();
    let mut asking = question.clone().ask("legacy".parse().unwrap());
    assert_eq!(asking.invocation().to_string(), "zpool list -H -o name");
    asking.feed(b"tank\nb c\n");
    let Step::Run(asking) = asking.finish(Finished::new(Ended::Code(0), b"")) else {
        panic!("another command");
    };
    assert_eq!(asking.invocation().to_string(), "zpool get health tank 'b c'");
    // Without a pool there is nothing to ask.
    let asking = question.ask("solaris-10".parse().unwrap());
    let Step::Done(answer) = asking.finish(Finished::new(Ended::Code(0), b"")) else {
        panic!("an answer");
    };
    assert!(answer.complete().unwrap().is_empty());
}

/// OpenZFS 2.3: "Cannot get properties of gone: no such pool available.", and where the missing one
/// is not the first, the command's usage. Of the pools that are there neither prints anything.
#[test]
fn a_missing_pool_does_not_take_the_properties_of_others_with_it() {
    let mut question = zpool::Get::new(["health"]).unwrap();
    for name in ["tank", "gone"] {
        question = question.pool(Name::new(name.as_bytes()).unwrap()).unwrap();
    }
    let next = |asking: Asking<zpool::Get>, code, stdout: &[u8], stderr: &[u8]| {
        let mut asking = asking;
        asking.feed(stdout);
        asking.finish(Finished::new(Ended::Code(code), stderr))
    };
    let said = b"Expected a list of vdevs in \"tank\", but got:\n\tgone (unknown)\n\nusage:\n";
    let asking = question.ask("openzfs-2.3".parse().unwrap());
    let Step::Run(asking) = next(asking, 2, b"", said) else { panic!("another command") };
    assert_eq!(asking.invocation().to_string(), "zpool list -H -o name tank gone");
    let said = b"cannot open 'gone': no such pool\n";
    let Step::Run(asking) = next(asking, 1, b"tank\n", said) else { panic!("another command") };
    let command = "zpool get -H -p -o name,property,source,value health tank";
    assert_eq!(asking.invocation().to_string(), command);
    let printed = b"tank\thealth\t-\tONLINE\n";
    let Step::Done(answer) = next(asking, 0, printed, b"") else { panic!("an answer") };
    let (rows, lacks) = answer.partial();
    assert_eq!(rows.len(), 1);
    let kinds = lacks.iter().map(|lack| match lack {
        Lack::Failure(failure) => failure.kind(),
        other => panic!("{other}"),
    });
    assert_eq!(kinds.collect::<Vec<_>>(), [FailureKind::DoesNotExist]);
}

#[test]
fn what_lies_below_another_operand_is_not_asked_for_twice() {
    let names = ["a/b", "a", "ab", "a@s", "b#m"].map(|name| name.parse().unwrap());
    let question = names.into_iter().fold(zfs::List::new(["name"]).unwrap(), zfs::List::dataset);
    let command = |question: &zfs::List, dialect: &str| {
        question.invocation(dialect.parse().unwrap()).to_string()
    };
    let deep = question.clone().depth(crate::question::Depth::All);
    assert!(command(&deep, "legacy").ends_with(" -o name a ab b#m"));
    assert!(command(&question, "legacy").ends_with(" -o name a/b a ab a@s b#m"));
    // Where it is printed once, it is named, so that one that is not there is told of.
    assert!(command(&deep, "openzfs-2.3").ends_with(" -o name a/b a ab a@s b#m"));
}

#[test]
fn silence_with_the_status_of_a_shell_is_not_taken_for_no_pools() {
    let asked = |dialect: &str, code| {
        let asking = zpool::List::new(["name"]).unwrap().ask(dialect.parse().unwrap());
        match asking.finish(Finished::new(Ended::Code(code), b"")) {
            Step::Done(answer) => answer.complete().is_ok(),
            Step::Run(_) => panic!("one command"),
        }
    };
    assert!(asked("illumos", 1) && asked("illumos", 0) && asked("openzfs-2.3", 0));
    assert!(!asked("openzfs-2.3", 1));
    for code in [126, 127, 255] {
        assert!(!asked("illumos", code), "{code}");
    }
}

#[test]
fn a_feature_forged_into_a_pools_comment_is_not_believed() {
    // `zpool get` leaves out what it fails to look up, so the real row need not be there.
    let question = zpool::Get::new(["comment", "feature@nope"]).unwrap();
    let mut asking = question.ask("openzfs-2.1".parse().unwrap());
    let command = asking.invocation().to_string();
    assert_eq!(
        command,
        "zpool get -H -p -o property,source,value,property,name guid,comment,feature@nope"
    );
    asking.feed(
        b"guid\t-\t1\tguid\ttank\ncomment\tlocal\tx\tcomment\ttank\n\
          feature@nope\tlocal\tactive\tfeature@nope\ttank\ncomment\tlocal\ty\tcomment\ttank\n",
    );
    let Step::Run(_index) = asking.finish(Finished::new(Ended::Code(0), b"")) else {
        panic!("an index is asked for");
    };
}

/// Runs a question to its end, with the output of each command in turn.
fn told<Q: Question>(question: Q, dialect: &str, outputs: &[&str]) -> Answer<Q::Reading> {
    let mut asking = question.ask(dialect.parse().unwrap());
    for output in outputs {
        asking.feed(output.as_bytes());
        match asking.finish(Finished::new(Ended::Code(0), b"")) {
            Step::Run(next) => asking = next,
            Step::Done(answer) => return answer,
        }
    }
    panic!("one more: {}", asking.invocation());
}

/// OpenZFS 2.3 refuses the whole command: `too many fields given to -o option`.
#[test]
fn a_zpool_get_that_takes_four_fields_at_the_most_is_asked_for_sources_apart() {
    let question = || zpool::Get::new(["comment", "health"]).unwrap();
    let sources = "tank\thealth\t-\ntank\tcomment\tlocal\n";
    let values = "health\tONLINE\thealth\ttank\ncomment\ta b\tcomment\ttank\n";
    let answer = told(question(), "openzfs-2.3", &[sources, values]);
    let commands: Vec<String> = answer.commands().iter().map(ToString::to_string).collect();
    assert_eq!(
        commands,
        [
            "zpool get -H -p -o name,property,source health,comment",
            "zpool get -H -p -o property,value,property,name health,comment",
        ]
    );
    let rows = answer.complete().unwrap();
    assert!(rows.is_proven());
    let row = rows.row(b"tank", "comment").unwrap();
    assert_eq!((row.value_text(), row.source()), (&b"a b"[..], Source::Local));
    assert_eq!(rows.row(b"tank", "health").unwrap().source(), Source::None);

    // A row in a value is not believed, and comes back whole by the index.
    let values = "health\tONLINE\thealth\ttank\n\
                  comment\tx\tcomment\ttank\nhealth\tFAULTED\thealth\ttank\n\
                  comment\ty\tcomment\ttank\n";
    let index = "tank\thealth\ntank\tcomment\n";
    let answer = told(question(), "openzfs-2.3", &[sources, values, index, values]);
    let rows = answer.complete().unwrap();
    assert_eq!(rows.len(), 2);
    let row = rows.row(b"tank", "comment").unwrap();
    let forged: &[u8] = b"x\tcomment\ttank\nhealth\tFAULTED\thealth\ttank\ncomment\ty";
    assert_eq!((row.value_text(), row.source()), (forged, Source::Local));

    // Values of which nobody said where they come from are missing, and not without a source.
    let answer = told(
        question(),
        "openzfs-2.3",
        &["tank\thealth\t-\n", "health\tONLINE\thealth\ttank\ncomment\ta b\tcomment\ttank\n"],
    );
    let (rows, lacks) = answer.partial();
    assert_eq!(rows.len(), 1);
    assert_eq!(
        lacks,
        [Lack::Missing { name: Some(b"tank".to_vec()), property: "comment".to_string() }]
    );

    // Nothing of this where no value can hold a TAB, nor where five fields are taken.
    let closed = zpool::Get::new(["health"]).unwrap();
    assert_eq!(closed.first("openzfs-2.3".parse().unwrap()), None);
    assert_eq!(question().first("openzfs-2.1".parse().unwrap()), None);
}
