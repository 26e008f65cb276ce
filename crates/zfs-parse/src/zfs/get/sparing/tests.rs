use super::*;
use crate::Properties;
use crate::answer::Answer;
use crate::exchange::{Ended, Exchange as _, Finished, Step};
use crate::properties::Source;
use crate::question::Question as _;
use alloc::string::ToString;

fn all() -> Get {
    Get::new(["all"]).unwrap().depth(Depth::All).dataset("tank".parse().unwrap())
}

/// Asks a system that answers each command with the next of these: its status and output.
fn asked(question: Get, answers: &[(i32, &str)]) -> Answer<Properties> {
    let mut asking = question.ask("openzfs-2.3".parse().unwrap());
    for (code, output) in answers {
        asking.feed(output.as_bytes());
        let said: &[u8] = if *code == 0 { b"" } else { b"no\n" };
        match asking.finish(Finished::new(Ended::Code(*code), said)) {
            Step::Run(next) => asking = next,
            Step::Done(answer) => return answer,
        }
    }
    panic!("one more: {}", asking.invocation());
}

fn commands(answer: &Answer<Properties>) -> Vec<String> {
    answer.commands().iter().map(ToString::to_string).collect()
}

const TOLD: &str = r#"{"return":{"snapshots":{"tank@a":true,"tank@b":true},"names":{"x:y":true},"others":{"tank":true}}}"#;
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
        "zfs program -j -n -t 100000000 -m 104857600 tank - all 2 16 tank"
    );
    assert!(!first.stdin.is_empty() && first.stdin.len() <= 4096);
    let instead = question.spared(&[TOLD.as_bytes().to_vec()], dialect).unwrap();
    let snapshots = instead[1].invocation(dialect).to_string();
    assert!(
        snapshots.starts_with("zfs get -H -p -r -t snapshot -o name,property,source,value,name ")
    );
    assert!(snapshots.ends_with(",x:y tank"));
    for dear in ["version", "utf8only", "normalization", "casesensitivity"] {
        assert!(!snapshots.contains(dear), "{snapshots}");
    }
    let rows = [
        snapshot(&snapshots, "tank@a", "8", "-"),
        snapshot(&snapshots, "tank@b", "9", "b"),
        snapshot(&snapshots, "tank@c", "10", "-"),
    ]
    .concat();
    let answer = asked(question, &[(0, TOLD), (0, FILESYSTEM), (0, &rows)]);
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
    // What has no value would not be there, nor a snapshot that was not there for the program.
    assert_eq!((text("tank@a", "x:y"), text("tank@a", "volsize")), (None, None));
    assert_eq!(text("tank@a", "type").as_deref(), Some("snapshot"));
    assert_eq!(text("tank@c", "type"), None);
    let names: Vec<&[u8]> = rows.rows().map(|row| row.name()).collect();
    assert!(names.is_sorted(), "{names:?}");
}

#[test]
fn all_is_asked_for_where_the_program_fails_or_tells_what_can_not_be() {
    for (code, told) in [
        (1, TOLD),
        (0, ""),
        (0, r#"{"return":{}}"#),
        (0, r#"{"return":{"snapshots":{},"others":{}}}"#),
        (0, r#"{"return":{"names":{},"names":[],"snapshots":{},"others":{}}}"#),
        (0, r#"{"return":{"names":{"x:y,used":true},"snapshots":{},"others":{}}}"#),
        (0, r#"{"return":{"names":{"used":true},"snapshots":{},"others":{}}}"#),
        (0, r#"{"return":{"names":{"-x:y":true},"snapshots":{},"others":{}}}"#),
        (0, r#"{"return":{"names":{"x:y":true},"snapshots":{},"others":{}}"#),
    ] {
        let answer = asked(all(), &[(code, told), (0, FILESYSTEM)]);
        assert_eq!(
            commands(&answer)[1],
            "zfs get -H -p -r -t filesystem,volume,snapshot,bookmark \
             -o property,source,value,property,name all tank",
            "{told}"
        );
        // What the system refuses is not tried again.
        assert_eq!(answer.dialect().has(Capability::GetAllSparing), code == 0);
        let rows = answer.complete().unwrap();
        assert!(rows.left_out().is_empty() && rows.len() == 3);
    }
}

#[test]
fn where_there_are_few_snapshots_all_is_asked_for_in_one_command() {
    for told in [
        r#"{"return":{"snapshots":{},"names":{"x:y":true},"others":{}}}"#,
        r#"{"return":{"snapshots":{"tank@a":true},"names":{},"others":{"tank":true}}}"#,
    ] {
        let answer = asked(all(), &[(0, told), (0, FILESYSTEM)]);
        assert!(
            commands(&answer)[1]
                .ends_with("bookmark -o property,source,value,property,name all tank")
        );
        assert!(answer.complete().unwrap().left_out().is_empty());
    }
}

#[test]
fn many_names_of_user_properties_are_not_asked_of_each_snapshot() {
    let names: Vec<String> = (0..=MOST_NAMES).map(|n| alloc::format!("\"x:{n}\":true")).collect();
    let told = alloc::format!(
        r#"{{"return":{{"names":{{{}}},"snapshots":{{"tank@a":true}},"others":{{}}}}}}"#,
        names.join(",")
    );
    let answer = asked(all(), &[(0, &told), (0, FILESYSTEM)]);
    assert!(commands(&answer)[1].ends_with(" all tank"));
    assert!(answer.dialect().has(Capability::GetAllSparing));
}

#[test]
fn the_program_runs_once_in_each_pool() {
    let dialect: Dialect = "openzfs-2.3".parse().unwrap();
    let question = Get::new(["all"]).unwrap();
    let pools = b"tank\na b\n".to_vec();
    let told = TOLD.as_bytes().to_vec();
    let next = |printed: &[Vec<u8>]| {
        question.next_scout(printed, dialect).map(|command| command.to_string())
    };
    assert_eq!(next(&[]).unwrap(), "zpool list -H -o name");
    assert!(next(core::slice::from_ref(&pools)).unwrap().ends_with(" tank - all 2 16 tank"));
    assert!(next(&[pools.clone(), told.clone()]).unwrap().ends_with(" 'a b' - all 2 16 'a b'"));
    assert_eq!(next(&[pools.clone(), told.clone(), told.clone()]), None);
    assert!(question.spared(&[pools, told.clone(), told], dialect).is_some());
    // Without a pool there is nothing to spare.
    assert!(question.spared(&[Vec::new()], dialect).is_none());
    // Names are told to the pool that they are in.
    let named = ["tank/a", "z/b", "tank/c"].map(|name| name.parse().unwrap());
    let question = named.into_iter().fold(Get::new(["all"]).unwrap(), Get::dataset);
    let question = question.depth(Depth::Levels(2));
    let command = question.next_scout(&[], dialect).unwrap().to_string();
    assert!(command.ends_with(" tank - 2 2 16 tank/a tank/c"), "{command}");
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
