use super::*;
use crate::Properties;
use crate::answer::Answer;
use crate::exchange::{Ended, Exchange as _, Finished, Step};
use crate::properties::Source;
use crate::question::Question as _;
use crate::question::sealed::Reads as _;
use alloc::string::ToString;

fn all() -> Get {
    Get::new(["all"]).unwrap().depth(Depth::All).dataset("tank".parse().unwrap())
}

/// Asks a system that answers each command with the next of these: its status, and what it prints or,
/// where it fails, complains of.
fn asked(question: Get, answers: &[(i32, &str)]) -> Answer<Properties> {
    let mut asking = question.ask("openzfs-2.3".parse().unwrap());
    for (code, said) in answers {
        let (output, errors) = if *code == 0 { (*said, "") } else { ("", *said) };
        asking.feed(output.as_bytes());
        match asking.finish(Finished::new(Ended::Code(*code), errors.as_bytes())) {
            Step::Run(next) => asking = next,
            Step::Done(answer) => return answer,
        }
    }
    panic!("one more: {}", asking.invocation());
}

fn commands(answer: &Answer<Properties>) -> Vec<String> {
    answer.commands().iter().map(ToString::to_string).collect()
}

/// What a program prints that ends in this error.
fn failed(with: &str) -> String {
    alloc::format!(
        "Channel program execution failed:\n{with}\nstack traceback:\n\t[C]: in function 'error'\n"
    )
}

/// What it says of these names of user properties, of these snapshots, and of so many other datasets.
fn told(names: &[&str], snapshots: &[&str], others: usize) -> String {
    let sum: u64 = snapshots.iter().map(|name| hash(name.as_bytes())).sum();
    let lines: String = names.iter().map(|name| alloc::format!("{name}\n")).collect();
    let (names, snapshots) = (names.len(), snapshots.len());
    failed(&alloc::format!("told {names} {snapshots} {others} {sum}\n{lines}told all"))
}

/// One with two snapshots.
fn two() -> String {
    told(&["x:y"], &["tank@a", "tank@b"], 1)
}

const FILESYSTEM: &str = "type\t-\tfilesystem\ttype\ttank\nversion\t-\t5\tversion\ttank\n\
                          x:y\tlocal\ta\tx:y\ttank\n";

/// The rows that `zfs get` prints of a snapshot for these names.
fn snapshot(command: &str, name: &str, born: &str, value: &str) -> String {
    let words: Vec<&str> = command.split(' ').collect();
    let names = words[words.len() - 2].split(',');
    let row = |property: &str| {
        let (source, value) = match property {
            "type" => ("-", "snapshot"),
            "createtxg" => ("-", born),
            "x:y" if value == "-" => ("-", "-"),
            "x:y" => ("local", value),
            "volsize" | "clones" => ("-", "-"),
            _ => ("-", "1"),
        };
        alloc::format!("{name}\t{property}\t{source}\t{value}\t{name}\n")
    };
    names.map(row).collect()
}

#[test]
fn snapshots_are_asked_for_what_the_program_names_and_for_nothing_dear() {
    let question = all();
    let dialect: Dialect = "openzfs-2.3".parse().unwrap();
    let first = question.next_scout(&[], dialect).unwrap();
    assert_eq!(
        first.to_string(),
        "zfs program -n -t 100000000 -m 104857600 tank - all 2 16 100 tank"
    );
    assert!(!first.stdin.is_empty() && first.stdin.len() <= 4096);
    let said = Get::told(Vec::new(), &Finished::new(Ended::Code(1), two().as_bytes())).unwrap();
    let (instead, _) = question.spared(&[said], dialect).unwrap();
    let snapshots = instead[1].invocation(dialect).to_string();
    assert!(
        snapshots.starts_with("zfs get -H -p -r -t snapshot -o name,property,source,value,name ")
    );
    assert!(snapshots.ends_with(",x:y tank"));
    for dear in ["version", "utf8only", "normalization", "casesensitivity"] {
        assert!(!snapshots.contains(dear), "{snapshots}");
    }
    let rows = [snapshot(&snapshots, "tank@a", "8", "-"), snapshot(&snapshots, "tank@b", "9", "b")]
        .concat();
    let answer = asked(question, &[(1, &two()), (0, FILESYSTEM), (0, &rows)]);
    assert_eq!(
        commands(&answer)[1],
        "zfs get -H -p -r -t filesystem,volume,bookmark \
         -o property,source,value,property,name all tank"
    );
    let rows = answer.complete().unwrap();
    assert!(rows.is_proven());
    let left_out: Vec<&str> = rows.left_out().iter().map(Property::name).collect();
    assert_eq!(left_out, ["version", "casesensitivity", "normalization", "utf8only"]);
    let text = |name: &str, property: &str| {
        let row = rows.row(name.as_bytes(), property);
        row.map(|row| String::from_utf8_lossy(row.value_text()).into_owned())
    };
    assert_eq!(text("tank", "x:y").as_deref(), Some("a"));
    assert_eq!(text("tank", "version").as_deref(), Some("5"));
    assert_eq!(rows.row(b"tank@b", "x:y").unwrap().source(), Source::Local);
    // What has no value would not be there.
    assert_eq!((text("tank@a", "x:y"), text("tank@a", "volsize")), (None, None));
    assert_eq!(text("tank@a", "type").as_deref(), Some("snapshot"));
    let names: Vec<&[u8]> = rows.rows().map(|row| row.name()).collect();
    assert!(names.is_sorted(), "{names:?}");
}

/// Whether this is the command of one who spares nothing.
fn is_plain(command: &str) -> bool {
    command
        == "zfs get -H -p -r -t filesystem,volume,snapshot,bookmark \
            -o property,source,value,property,name all tank"
}

#[test]
fn all_is_asked_for_where_the_program_fails_or_tells_what_can_not_be() {
    let two = |line: &str| failed(&alloc::format!("told {line}\ntold all"));
    for (code, said) in [
        (0, String::new()),
        (0, two("1 2 1 7\nx:y")),
        (1, "cannot open pool 'tank'\n".into()),
        (1, failed("told nothing")),
        (1, failed("told all")),
        (1, failed("told 0 2 1 7\n")),
        (1, two("1 2 1 7\nx:y,used")),
        (1, two("1 2 1 7\nused")),
        (1, two("1 2 1 7\n-x:y")),
        (1, two("1 2 1 7\nx:y\nz:z")),
        (1, two("2 2 1 7\nx:y")),
        (1, two("1 2 1\nx:y")),
        (1, two("1 2 1 7 7\nx:y")),
        (1, two("1 2 -1 7\nx:y")),
        (1, two("99999999999999999999 2 1 7\nx:y")),
        (1, failed("told 1 2 1 7\nx:y")),
        (2, two("1 2 1 7\nx:y")),
    ] {
        let answer = asked(all(), &[(code, &said), (0, FILESYSTEM)]);
        assert!(is_plain(&commands(&answer)[1]), "{said}");
        // It may do so in the next pool.
        assert!(answer.dialect().has(Capability::GetAllSparing), "{said}");
        let rows = answer.complete().unwrap();
        assert!(rows.left_out().is_empty() && rows.len() == 3);
    }
}

#[test]
fn a_program_that_is_refused_is_not_tried_again() {
    for said in [
        "Channel program execution failed:\n\
         Permission denied. Channel programs must be run as root.\n",
        "cannot run: permission denied\n",
        "unrecognized command 'program'\n",
    ] {
        let answer = asked(all(), &[(1, said), (0, FILESYSTEM)]);
        assert!(is_plain(&commands(&answer)[1]), "{said}");
        assert!(!answer.dialect().has(Capability::GetAllSparing), "{said}");
    }
}

/// The rows of the snapshots `tank@a` and these, for the properties that are asked of snapshots.
fn rows_with(others: &[&str]) -> String {
    let names = Told { names: ["x:y".to_string()].into(), ..Told::default() };
    let dialect = "openzfs-2.3".parse().unwrap();
    let command = all().in_place(&names, dialect)[1].invocation(dialect).to_string();
    let one = |name: &&str| snapshot(&command, name, "9", "b");
    ["tank@a"].iter().chain(others).map(one).collect()
}

#[test]
fn all_is_asked_for_where_there_are_other_snapshots_than_the_program_saw() {
    for others in [&[][..], &["tank@b", "tank@c"], &["tank@c"]] {
        let answers = [(1, &*two()), (0, FILESYSTEM), (0, &rows_with(others)), (0, FILESYSTEM)];
        let answer = asked(all(), &answers);
        assert_eq!(answer.commands().len(), 4);
        assert!(is_plain(&commands(&answer)[3]), "{others:?}");
        assert!(answer.dialect().has(Capability::GetAllSparing));
        let rows = answer.complete().unwrap();
        assert!(rows.left_out().is_empty() && rows.len() == 3);
    }
    let whole = [(1, &*two()), (0, FILESYSTEM), (0, &rows_with(&["tank@b"]))];
    assert_eq!(asked(all(), &whole).commands().len(), 3);
}

#[test]
fn a_limit_that_ends_the_program_ends_the_question() {
    let asking = all().ask("openzfs-2.3".parse().unwrap());
    let Step::Done(answer) = asking.finish(Finished::new(Ended::Deadline, b"")) else {
        panic!("another command");
    };
    assert!(commands(&answer)[0].starts_with("zfs program ") && answer.commands().len() == 1);
    assert_eq!(answer.lacks(), [crate::answer::Lack::Ended(Ended::Deadline)]);
}

/// Half of an answer would have it.
#[test]
fn all_is_asked_for_where_a_filesystem_has_a_property_that_the_program_did_not_see() {
    let torn = alloc::format!("{FILESYSTEM}z:z\tlocal\tlate\tz:z\ttank\n");
    let answers = [(1, &*two()), (0, &torn), (0, &rows_with(&["tank@b"])), (0, &torn)];
    let answer = asked(all(), &answers);
    assert!(is_plain(&commands(&answer)[3]));
    assert_eq!(answer.complete().unwrap().len(), 4);
}

#[test]
fn filesystems_without_volumes_are_not_asked_for_in_its_place() {
    let dialect: Dialect = "openzfs-2.3".parse().unwrap();
    let spares = |types| all().types(types).next_scout(&[], dialect).is_some();
    // An operand may be a volume, which zfs refuses where only filesystems are asked for.
    assert!(!spares(Types::FILESYSTEM.and(Types::SNAPSHOT)));
    assert!(!spares(Types::VOLUME.and(Types::SNAPSHOT)));
    assert!(spares(Types::DATASETS.and(Types::SNAPSHOT)));
    assert!(spares(Types::SNAPSHOT));
}

#[test]
fn all_is_asked_for_where_a_command_in_its_place_lacks_something() {
    let unknown = "bad property list: invalid property 'objsetid'\n";
    let answers = [(1, &*two()), (0, FILESYSTEM), (2, unknown), (0, FILESYSTEM)];
    let answer = asked(all(), &answers);
    assert!(is_plain(&commands(&answer)[3]));
    // A property that the system does not know, it will not know the next time.
    assert!(!answer.dialect().has(Capability::GetAllSparing));
    assert_eq!(answer.complete().unwrap().len(), 3);

    // What is broken is told once.
    let broken = "cannot iterate filesystems: I/O error\n";
    let answer = asked(all(), &[(1, &two()), (1, broken), (1, broken)]);
    assert!(is_plain(&commands(&answer)[2]));
    assert_eq!(answer.lacks().len(), 1);
    assert!(answer.dialect().has(Capability::GetAllSparing));
}

#[test]
fn snapshots_whose_names_differ_in_little_are_told_apart() {
    let sum = |names: [&str; 3]| names.iter().map(|name| hash(name.as_bytes())).sum::<u64>();
    for (before, after) in [
        (["tank@a", "tank@d", "tank@x"], ["tank@b", "tank@c", "tank@x"]),
        (["tank@a", "tank@e", "tank@f"], ["tank@b", "tank@c", "tank@g"]),
        (["tank/a@2", "tank/b@1", "tank@x"], ["tank/a@1", "tank/b@2", "tank@x"]),
    ] {
        assert_ne!(sum(before), sum(after), "{before:?}");
    }
}

#[test]
fn where_there_are_few_snapshots_all_is_asked_for_in_one_command() {
    for said in [told(&["x:y"], &[], 0), told(&[], &["tank@a"], 1)] {
        let answer = asked(all(), &[(1, &said), (0, FILESYSTEM)]);
        assert!(
            commands(&answer)[1]
                .ends_with("bookmark -o property,source,value,property,name all tank")
        );
        assert!(answer.complete().unwrap().left_out().is_empty());
    }
}

#[test]
fn many_names_of_user_properties_are_not_asked_of_each_snapshot() {
    let names: Vec<String> = (0..=MOST_NAMES).map(|n| alloc::format!("x:{n}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let answer = asked(all(), &[(1, &told(&names, &["tank@a"], 0)), (0, FILESYSTEM)]);
    assert!(commands(&answer)[1].ends_with(" all tank"));
    assert!(answer.dialect().has(Capability::GetAllSparing));
}

#[test]
fn the_program_runs_once_in_each_pool() {
    let dialect: Dialect = "openzfs-2.3".parse().unwrap();
    let question = Get::new(["all"]).unwrap();
    let pools = b"tank\na b\n".to_vec();
    let told = Get::told(Vec::new(), &Finished::new(Ended::Code(1), two().as_bytes())).unwrap();
    let next = |printed: &[Vec<u8>]| {
        question.next_scout(printed, dialect).map(|command| command.to_string())
    };
    assert_eq!(next(&[]).unwrap(), "zpool list -H -o name");
    assert!(next(core::slice::from_ref(&pools)).unwrap().ends_with(" tank - all 2 16 100 tank"));
    assert!(next(&[pools.clone(), told.clone()]).unwrap().ends_with(" 'a b' - all 2 16 100 'a b'"));
    assert_eq!(next(&[pools.clone(), told.clone(), told.clone()]), None);
    assert!(question.spared(&[pools, told.clone(), told], dialect).is_some());
    // Without a pool there is nothing to spare.
    assert!(question.spared(&[Vec::new()], dialect).is_none());
    // Names are told to the pool that they are in.
    let named = ["tank/a", "z/b", "tank/c"].map(|name| name.parse().unwrap());
    let question = named.into_iter().fold(Get::new(["all"]).unwrap(), Get::dataset);
    let question = question.depth(Depth::Levels(2));
    let command = question.next_scout(&[], dialect).unwrap().to_string();
    assert!(command.ends_with(" tank - 2 2 16 100 tank/a tank/c"), "{command}");
}

#[test]
fn no_more_programs_run_where_one_has_told_nothing() {
    let question = Get::new(["all"]).unwrap().types(Types::ALL);
    let answer = asked(question, &[(0, "a\nb\nc\n"), (1, &failed("told nothing")), (0, "")]);
    let commands = commands(&answer);
    assert_eq!(commands.len(), 3, "{commands:?}");
    assert!(commands[1].starts_with("zfs program ") && commands[2].ends_with(" all"));
}

#[test]
fn where_there_is_nothing_to_spare_no_program_runs() {
    let asked_first =
        |question: Get, dialect: &str| question.next_scout(&[], dialect.parse().unwrap()).is_some();
    assert!(asked_first(all(), "openzfs-2.1") && asked_first(all(), "openzfs-2.4"));
    for dialect in ["openzfs-2.0", "openzfs-2.5", "openzfs", "illumos", "solaris-11.4", "legacy"] {
        assert!(!asked_first(all(), dialect), "{dialect}");
    }
    for question in [
        all().with_dear(),
        all().depth(Depth::Levels(0)),
        all().types(Types::DATASETS),
        all().dataset("tank/a@s".parse().unwrap()),
        Get::new(["used"]).unwrap().depth(Depth::All),
    ] {
        assert!(!asked_first(question.clone(), "openzfs-2.3"), "{question:?}");
    }
}
