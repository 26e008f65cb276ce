//! A system whose pool is a few datasets with two user properties each.

use super::*;

/// A pool: datasets with two user properties, of which `x:y` comes first.
pub(super) type Pool = Vec<(&'static str, [String; 2])>;

/// What `zfs` prints of a pool.
pub(super) fn zfs(pool: &Pool, command: &Invocation) -> Vec<u8> {
    let args: Vec<String> =
        command.args.iter().map(|a| String::from_utf8_lossy(a).into_owned()).collect();
    if args[1] == "-j" {
        return json(pool, &args);
    }
    let after = |option: &str| {
        let at = args.iter().position(|a| a == option).unwrap();
        args[at + 1].split(',').map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    let columns = after("-o");
    let mut lines = Vec::new();
    let value = |values: &[String; 2], property: &str| match property {
        "x:y" => values[0].clone(),
        "x:z" => values[1].clone(),
        _ => "filesystem".into(),
    };
    if args[0] == "list" {
        for (name, values) in pool {
            let cell = |c: &String| if c == "name" { (*name).into() } else { value(values, c) };
            lines.push(columns.iter().map(cell).collect::<Vec<String>>().join("\t"));
        }
    } else {
        let asked = args.iter().position(|a| *a == columns.join(",")).unwrap() + 1;
        let properties: Vec<&str> = match &args[asked][..] {
            "all" => ["type", "x:y", "x:z"].into(),
            some => some.split(',').collect(),
        };
        let one = args.get(asked + 1);
        for (name, values) in pool.iter().filter(|(n, _)| one.is_none_or(|one| one == n)) {
            for property in &properties {
                let cell = |c: &String| match &c[..] {
                    "name" => (*name).into(),
                    "property" => (*property).into(),
                    "source" => "local".into(),
                    _ => value(values, property),
                };
                lines.push(columns.iter().map(cell).collect::<Vec<String>>().join("\t"));
            }
        }
    }
    lines.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect()
}

/// The same in JSON, with what OpenZFS drops.
pub(super) fn json(pool: &Pool, args: &[String]) -> Vec<u8> {
    let quoted = |text: &str| {
        let units = text.encode_utf16().filter(|unit| !(0xd800..0xe000).contains(unit));
        format!("\"{}\"", units.map(|unit| format!("\\u{unit:04x}")).collect::<String>())
    };
    let asked: Vec<&str> = if args[0] == "list" {
        let at = args.iter().position(|a| a == "-o").unwrap();
        args[at + 1].split(',').filter(|p| *p != "name").collect()
    } else {
        let last = args.last().unwrap();
        if last == "all" { ["type", "x:y", "x:z"].into() } else { last.split(',').collect() }
    };
    let dataset = |(name, values): &(&str, [String; 2])| {
        let property = |p: &&str| {
            let value = match *p {
                "x:y" => &values[0],
                "x:z" => &values[1],
                _ => "filesystem",
            };
            let source = r#"{"type":"LOCAL","data":"-"}"#;
            format!("\"{p}\":{{\"value\":{},\"source\":{source}}}", quoted(value))
        };
        let properties: Vec<String> = asked.iter().map(property).collect();
        format!("\"{name}\":{{\"properties\":{{{}}}}}", properties.join(","))
    };
    let datasets: Vec<String> = pool.iter().map(dataset).collect();
    format!("{{\"datasets\":{{{}}}}}\n", datasets.join(",")).into_bytes()
}

/// Asks a system whose pool is this one when the `n`th command runs.
pub(super) fn answer<Q: Question>(question: Q, pool: impl Fn(usize) -> Pool) -> Answer<Q::Reading> {
    answer_in("openzfs-2.2", question, pool)
}

pub(super) fn answer_in<Q: Question>(
    dialect: &str,
    question: Q,
    pool: impl Fn(usize) -> Pool,
) -> Answer<Q::Reading> {
    let mut asking = question.ask(dialect.parse().unwrap());
    for n in 0.. {
        let output = zfs(&pool(n), asking.invocation());
        asking.feed(&output);
        match asking.finish(Finished::new(Ended::Code(0), b"")) {
            Step::Run(next) => asking = next,
            Step::Done(answer) => return answer,
        }
    }
    unreachable!("a question comes to its end")
}

pub(super) fn listed(pool: &Pool) -> Answer<Listing> {
    answer(zfs::List::new(["name", "x:y", "x:z", "type"]).unwrap(), |_| pool.clone())
}

pub(super) fn got(properties: &[&str], pool: &Pool) -> Answer<Properties> {
    answer(zfs::Get::new(properties).unwrap().with_dear(), |_| pool.clone())
}

pub(super) fn text(listing: &Listing, row: usize, column: usize) -> String {
    let text = listing.rows().nth(row).and_then(|row| row.text(column)).unwrap();
    String::from_utf8_lossy(text).into_owned()
}

pub(super) fn pool(values: [[&str; 2]; 3]) -> Pool {
    ["a", "b", "c"].into_iter().zip(values.map(|v| v.map(String::from))).collect()
}
