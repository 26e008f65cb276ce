//! Questions that name more than fits into a command line.

use super::*;
use crate::listing::{Stream, Then};
use crate::question::{Depth, Types};
use crate::zfs::Sort;
use alloc::collections::BTreeSet;
use proptest::prelude::*;

/// Name, age, space used, and a note.
type Node = (&'static str, u64, u64, &'static str);

/// As ZFS prints them: by name, a dataset's snapshots behind it and by age.
const NODES: &[Node] = &[
    ("p", 1, 90, "-"),
    ("p@z", 5, 1, "x"),
    ("p@a", 9, 2, "y"),
    ("p/a", 2, 10, "n"),
    ("p/a@z", 5, 30, "-"),
    ("p/a@x", 6, 3, "a\tb"),
    ("p/a@y", 7, 9, "\n"),
    ("p/a b", 3, 9, "n\tp/a\np/a"),
    ("p/a b@1", 8, 0, "-"),
    ("p/a/c", 4, 10, "p/a"),
    ("p/a/c@k", 11, 7, "l"),
    ("p/a/c@j", 12, 7, "m"),
    ("p/b", 10, 100, "m"),
    ("q", 1, 5, ""),
    ("q@1", 2, 5, "s"),
    ("q/d", 3, 4, "t"),
];

fn kind(name: &str) -> &'static str {
    if name.contains('@') { "snapshot" } else { "filesystem" }
}

/// What `zfs` prints to a command.
fn printed(command: &Invocation) -> Vec<u8> {
    printed_by(command, true)
}

/// The same by one that prints an object once, or once for each operand that it is at or below.
pub(super) fn printed_by(command: &Invocation, once: bool) -> Vec<u8> {
    let words: Vec<&str> =
        command.args.iter().map(|arg| core::str::from_utf8(arg).unwrap()).collect();
    let (mut levels, mut columns, mut types, mut sort) = (0, Vec::new(), "", None);
    let mut rest = words[1..].iter();
    let mut operands: Vec<&str> = Vec::new();
    while let Some(word) = rest.next() {
        match *word {
            "-H" | "-p" => {}
            "-r" => levels = u32::MAX,
            "-d" => levels = rest.next().unwrap().parse().unwrap(),
            "-o" => columns = rest.next().unwrap().split(',').collect(),
            "-t" => types = rest.next().unwrap(),
            "-s" | "-S" => sort = Some((*word == "-S", *rest.next().unwrap())),
            operand => operands.push(operand),
        }
    }
    let properties: Option<Vec<&str>> = (words[0] == "get").then(|| match operands.remove(0) {
        "all" => ["type", "createtxg", "used", "x:note"].into(),
        some => some.split(',').collect(),
    });
    let below = |name: &str, operand: &str| {
        let rest = name.strip_prefix(operand);
        rest.is_some_and(|rest| {
            let level = rest.matches(['/', '@']).count() as u32;
            (rest.is_empty() || rest.starts_with(['/', '@'])) && level <= levels
        })
    };
    let times = |(name, ..): &Node| {
        let by = operands.iter().filter(|operand| below(name, operand)).count();
        let by = if operands.is_empty() { 1 } else { by };
        let is_shown = types.split(',').any(|t| t == kind(name));
        usize::from(is_shown) * if once { by.min(1) } else { by }
    };
    let mut nodes: Vec<&Node> =
        NODES.iter().flat_map(|node| core::iter::repeat_n(node, times(node))).collect();
    if let Some((descending, by)) = sort {
        nodes.sort_by(|a, b| {
            let order = if by == "used" { a.2.cmp(&b.2) } else { a.3.cmp(b.3) };
            let order = if descending { order.reverse() } else { order };
            let absent = |node: &Node| by != "used" && node.3 == "-";
            match (absent(a), absent(b)) {
                (false, false) => order,
                (a, b) => a.cmp(&b),
            }
        });
    }
    let value = |(name, age, used, note): &Node, property: &str| match property {
        "name" => (*name).to_owned(),
        "createtxg" => age.to_string(),
        "used" => used.to_string(),
        "type" => kind(name).to_owned(),
        "x:note" => (*note).to_owned(),
        other => panic!("{other}"),
    };
    let mut lines = String::new();
    for node in nodes {
        let Some(properties) = &properties else {
            let cells: Vec<String> = columns.iter().map(|c| value(node, c)).collect();
            lines += &format!("{}\n", cells.join("\t"));
            continue;
        };
        for property in properties {
            let cell = |column: &&str| match *column {
                "name" => node.0.to_owned(),
                "property" => (*property).to_owned(),
                "source" => "-".to_owned(),
                _ => value(node, property),
            };
            let cells: Vec<String> = columns.iter().map(cell).collect();
            lines += &format!("{}\n", cells.join("\t"));
        }
    }
    lines.into_bytes()
}

pub(super) fn asked<Q: Question>(question: Q, longest: usize) -> Answer<Q::Reading> {
    asked_of("openzfs-2.2".parse().unwrap(), question, longest)
}

pub(super) fn asked_of<Q: Question>(
    dialect: Dialect,
    question: Q,
    longest: usize,
) -> Answer<Q::Reading> {
    let mut asking = question.ask_within(dialect, longest);
    loop {
        let output = printed_by(asking.invocation(), dialect.has(Capability::NestedOnce));
        asking.feed(&output);
        match asking.finish(Finished::new(Ended::Code(0), b"")) {
            Step::Run(next) => asking = next,
            Step::Done(answer) => return answer,
        }
    }
}

/// The rows of a listing, and which of its commands were no recovery.
pub(super) fn rows(answer: Answer<Listing>) -> Vec<Vec<Vec<u8>>> {
    let listing = answer.complete().unwrap();
    let columns = 0..listing.columns().len();
    let row = |row: crate::listing::Row<'_>| {
        columns.clone().map(|c| row.text(c).unwrap().to_vec()).collect()
    };
    listing.rows().map(row).collect()
}

pub(super) fn got_rows(answer: Answer<Properties>) -> Vec<[Vec<u8>; 3]> {
    let rows = answer.complete().unwrap();
    let row = |row: crate::properties::PropertyRow<'_>| {
        [row.name(), row.property_name(), row.value_text()].map(<[u8]>::to_vec)
    };
    rows.rows().map(row).collect()
}

/// The fewest parts in which these names can be asked for in their order, by trying all.
fn fewest<Q: Question>(question: &Q, longest: usize) -> usize {
    let mut names = question.named();
    names
        .sort_by(|a, b| crate::question::name_order(a.as_ref(), b.as_ref()).then_with(|| a.cmp(b)));
    let dialect = "openzfs-2.2".parse().unwrap();
    let question = question.in_order();
    let fits = |names: &[Name]| {
        let part = question.part(names);
        let mut all = [part.invocation(dialect)].into_iter().chain(part.on_refusal(dialect));
        names.len() == 1 || all.all(|command| command.length() <= longest)
    };
    let mut best = alloc::vec![0];
    for end in 1..=names.len() {
        let starts = (0..end).filter(|start| fits(&names[*start..end]));
        best.push(starts.map(|start| best[start] + 1).min().unwrap());
    }
    best[names.len()].max(1)
}

/// What is asked for.
const COLUMNS: &[&[&str]] = &[&["used"], &["name", "x:note"], &["x:note", "createtxg"]];

pub(super) fn operands() -> impl Strategy<Value = Vec<Name>> {
    let name = prop::sample::select(NODES).prop_map(|(name, ..)| name.parse().unwrap());
    prop::collection::vec(name, 0..12)
}

pub(super) fn depths() -> impl Strategy<Value = Option<Depth>> {
    prop::sample::select(
        &[None, Some(Depth::All), Some(Depth::Levels(0)), Some(Depth::Levels(1))][..],
    )
}

proptest! {
    #[test]
    fn parts_say_what_one_command_would(
        names in operands(),
        depth in depths(),
        types in prop::sample::select(&[None, Some(Types::ALL), Some(Types::SNAPSHOT)][..]),
        by in prop::sample::select(&[None, Some("used"), Some("x:note")][..]),
        descending: bool,
        columns in prop::sample::select(COLUMNS),
        longest in 60_usize..220,
    ) {
        let mut list = zfs::List::new(columns).unwrap();
        let mut get = zfs::Get::new(columns).unwrap();
        let mut all = zfs::Get::new(["all"]).unwrap().with_dear();
        if let Some(types) = types {
            (list, get, all) = (list.types(types), get.types(types), all.types(types));
        }
        if let Some(depth) = depth {
            (list, get, all) = (list.depth(depth), get.depth(depth), all.depth(depth));
        }
        for name in names {
            list = list.dataset(name.clone());
            get = get.dataset(name.clone());
            all = all.dataset(name);
        }
        for get in [get, all] {
            prop_assert_eq!(got_rows(asked(get.clone(), longest)), got_rows(asked(get, usize::MAX)));
        }
        if let Some(by) = by {
            let sort = if descending { Sort::descending(by) } else { Sort::ascending(by) };
            list = list.sort(sort.unwrap());
        }
        let dialect: Dialect = "openzfs-2.2".parse().unwrap();
        let commands = list.invocations(dialect, longest);
        let too_long = list.invocation(dialect).length() > longest
            || list.on_refusal(dialect).iter().any(|command| command.length() > longest);
        prop_assert_eq!(commands.len(), if too_long { fewest(&list, longest) } else { 1 });
        let whole = rows(asked(list.clone(), usize::MAX));
        prop_assert_eq!(rows(asked(list.clone(), longest)), whole.clone());

        // A stream has them in another order, each once; those that it can believe.
        if columns == ["used"] {
            let mut stream = Stream::within(list.clone(), dialect, longest);
            let mut told = Vec::new();
            loop {
                stream.feed(&printed(stream.invocation()));
                let then = stream.finish(&Finished::new(Ended::Code(0), b""));
                while let Some(row) = stream.next_row() {
                    told.push(alloc::vec![row.unwrap().text(0).unwrap().to_vec()]);
                }
                if then == Then::Over {
                    break;
                }
            }
            let mut whole = whole;
            told.sort();
            whole.sort();
            prop_assert_eq!(told, whole);
        }
    }
}

#[test]
fn fifty_thousand_names_are_few_commands() {
    let list = |kind: &str| {
        let names = (0..50_000).map(|n| format!("tank/containers/{n:06}{kind}").parse().unwrap());
        names.fold(zfs::List::new(["used"]).unwrap(), zfs::List::dataset)
    };
    let dialect: Dialect = "openzfs-2.3".parse().unwrap();
    for kind in ["", "@snapshot"] {
        let question = list(kind);
        let commands = question.invocations(dialect, LONGEST_COMMAND);
        assert!(commands.iter().all(|command| command.length() <= 96 * 1024));
        let each = format!("tank/containers/000000{kind}").len() + 3;
        assert_eq!(commands.len(), (50_000 * each).div_ceil(96 * 1024 - each - 100));
        let words = commands.iter().flat_map(|command| command.args.iter());
        let names: BTreeSet<_> = words.filter(|word| word.starts_with(b"tank/")).collect();
        assert_eq!(names.len(), 50_000);
    }
}

#[test]
fn pools_are_asked_for_in_parts_too() {
    let names = || ["b", "a", "c"].map(|name| name.parse::<Name>().unwrap());
    let list = names()
        .into_iter()
        .fold(zpool::List::new(["health"]).unwrap(), |list, name| list.pool(name).unwrap());
    let longest = "zpool list -H -p -o name,health".len() + 5 * 3;
    let dialect: Dialect = "openzfs-2.3".parse().unwrap();
    let commands: Vec<String> =
        list.invocations(dialect, longest).iter().map(ToString::to_string).collect();
    assert_eq!(commands.len(), 3, "{commands:?}");
    assert_eq!(commands[0], "zpool list -H -p -o name,health a");
    let mut asking = list.ask_within(dialect, longest);
    for output in ["a\tONLINE\n", "", "c\tFAULTED\n"] {
        asking.feed(output.as_bytes());
        let failed = output.is_empty();
        let said: &[u8] = if failed { b"cannot open 'b': no such pool\n" } else { b"" };
        match asking.finish(Finished::new(Ended::Code(i32::from(failed)), said)) {
            Step::Run(next) => asking = next,
            Step::Done(answer) => {
                assert_eq!(answer.commands().len(), 3);
                assert_eq!(answer.lacks().len(), 1);
                let (listing, _) = answer.partial();
                let names: Vec<_> = listing.rows().map(|row| row.name().to_vec()).collect();
                assert_eq!(names, [b"a", b"c"]);
                return;
            }
        }
    }
    panic!("three commands");
}
