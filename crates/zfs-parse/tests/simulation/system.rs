//! A model of a system: datasets, properties, and a `zfs` that prints them as they are.

use std::collections::BTreeMap;

use zfs_parse::exchange::{Ended, Finished, Invocation, Program};

use super::choices::Choices;
use super::json::document;

/// Names of datasets, in the order in which `zfs` prints them.
const NAMES: [&str; 9] =
    ["a", "a/b", "a/b@s", "a/b@s t", "a/c d", "a/c d/ ", "b", "b/x.y:z", "b/x.y:z#m"];

/// Closed properties of every dataset, then open ones that can be set or not.
const CLOSED: [&str; 3] = ["type", "used", "origin"];
pub(crate) const OPEN: [&str; 4] = ["mountpoint", "x:y", "x:z", "org.example:note"];

/// A value and its source.
pub(crate) type Held = (Vec<u8>, Vec<u8>);

/// Datasets in order, and what they hold.
#[derive(Debug)]
pub(crate) struct System {
    pub(crate) datasets: Vec<(&'static str, BTreeMap<&'static str, Held>)>,
    /// An option that this system does not know.
    pub(crate) refuses: Option<char>,
}

impl System {
    pub(crate) fn made_by(choices: &mut Choices<'_>, honest: bool) -> Self {
        let refuses = *choices.one_of(&[None, None, None, Some('p')]);
        let count = 1 + choices.below(7);
        let mut datasets: Vec<_> = Vec::new();
        for name in NAMES {
            if datasets.len() < count && choices.below(3) > 0 || datasets.is_empty() {
                datasets.push((name, BTreeMap::new()));
            }
        }
        let names: Vec<&str> = datasets.iter().map(|(name, _)| *name).collect();
        for (name, held) in &mut datasets {
            let kind = match name {
                name if name.contains('@') => "snapshot",
                name if name.contains('#') => "bookmark",
                _ => choices.one_of(&["filesystem", "volume"]),
            };
            let used = u64::from(choices.byte()) << choices.below(56);
            for (property, value) in [
                ("type", kind.into()),
                ("used", used.to_string()),
                ("origin", (*choices.one_of(&["-", "a/b@s t", "b@x"])).to_owned()),
            ] {
                held.insert(property, (value.into_bytes(), b"-".to_vec()));
            }
            for property in OPEN {
                if choices.below(3) == 0 {
                    continue;
                }
                let mut value =
                    if honest { plain(choices) } else { hostile(choices, &names, property) };
                // As long as a value can be, now and then.
                if choices.below(6) == 5 {
                    value.resize(8191, b'v');
                }
                let from = format!("inherited from {}", choices.one_of(&names));
                let sources = ["local", "received", "temporary", "default", &from];
                let source = choices.one_of(&sources);
                held.insert(property, (value, source.as_bytes().to_vec()));
            }
        }
        Self { datasets, refuses }
    }

    /// What a dataset holds, as `zfs` prints it.
    pub(crate) fn held(&self, name: &str, property: &str) -> Held {
        let (_, all) = self.datasets.iter().find(|(n, _)| *n == name).expect("a dataset");
        let unset = || (b"-".to_vec(), b"-".to_vec());
        all.get(property).cloned().unwrap_or_else(unset)
    }

    /// The properties that `get all` prints of a dataset, in order.
    pub(crate) fn all_of(&self, name: &str) -> Vec<&'static str> {
        let (_, all) = self.datasets.iter().find(|(n, _)| *n == name).expect("a dataset");
        let open = OPEN.iter().filter(|property| all.contains_key(*property));
        CLOSED.iter().chain(open).copied().collect()
    }

    /// Runs a command: its standard output, and how it ends.
    pub(crate) fn run(&self, command: &Invocation) -> (Vec<u8>, Finished) {
        let words: Vec<String> =
            command.args.iter().map(|arg| String::from_utf8(arg.clone()).unwrap()).collect();
        assert_eq!(command.program, Program::Zfs);
        let mut words = words.iter().map(String::as_str);
        let subcommand = words.next().expect("a subcommand");
        let (mut fields, mut types, mut deep, mut operands) = ("", None, false, Vec::new());
        let mut json = None;
        while let Some(word) = words.next() {
            if self.refuses.is_some_and(|letter| word == format!("-{letter}")) {
                let said = format!("invalid option '{}'\nusage:\n\tzfs\n", &word[1..]);
                return (Vec::new(), Finished::new(Ended::Code(2), said.as_bytes()));
            }
            match word {
                "-H" | "-p" => {}
                "-j" => json = Some(Vec::new()),
                "-r" => deep = true,
                "-d" => deep = words.next() != Some("0"),
                "-t" => types = words.next(),
                "-o" => fields = words.next().expect("fields"),
                "-s" => assert_eq!(words.next(), Some("name"), "the order of this system"),
                option => {
                    assert!(!option.starts_with('-'), "an option that is not simulated: {option}");
                    operands.push(option);
                }
            }
        }
        let properties = if subcommand == "get" { operands.remove(0) } else { "" };
        let is_meant = |name: &str| {
            operands.is_empty()
                || operands.contains(&name)
                || deep
                    && operands.iter().any(|operand| {
                        name.strip_prefix(operand)
                            .is_some_and(|rest| rest.starts_with(['/', '@', '#']))
                    })
        };
        let mut output = Vec::new();
        for (name, _) in &self.datasets {
            let (kind, _) = self.held(name, "type");
            let kind = String::from_utf8(kind).unwrap();
            if !is_meant(name) || types.is_some_and(|t: &str| !t.split(',').any(|t| t == kind)) {
                continue;
            }
            let all = self.all_of(name);
            let asked: Vec<&str> = match (subcommand, properties) {
                ("list", _) => fields.split(',').filter(|field| *field != "name").collect(),
                (_, "all") => all,
                (_, some) => some.split(',').collect(),
            };
            if let Some(datasets) = &mut json {
                let property = |property: &&'_ str| {
                    let (value, source) = self.held(name, property);
                    (property.to_string(), value, source)
                };
                datasets.push((*name, asked.iter().map(property).collect::<Vec<_>>()));
                continue;
            }
            if subcommand == "list" {
                let value = |field| match field {
                    "name" => name.as_bytes().to_vec(),
                    property => self.held(name, property).0,
                };
                print(&mut output, fields.split(',').map(value));
                continue;
            }
            for property in asked {
                let (value, source) = self.held(name, property);
                let field = |field| match field {
                    "name" => name.as_bytes().to_vec(),
                    "property" => property.as_bytes().to_vec(),
                    "value" => value.clone(),
                    "source" => source.clone(),
                    other => panic!("no field {other}"),
                };
                print(&mut output, fields.split(',').map(field));
            }
        }
        if let Some(datasets) = json {
            output = document(&datasets);
        }
        (output, Finished::new(Ended::Code(0), b""))
    }
}

fn print(output: &mut Vec<u8>, fields: impl Iterator<Item = Vec<u8>>) {
    output.extend(fields.collect::<Vec<_>>().join(&b'\t'));
    output.push(b'\n');
}

/// A value without a TAB or a newline.
fn plain(choices: &mut Choices<'_>) -> Vec<u8> {
    let pieces: [&[u8]; 9] = [
        b"plain",
        b" ",
        b"  ",
        b"-",
        b"none",
        b"\xff\xfe",
        "\u{e9}\u{6587}".as_bytes(),
        b"\r",
        b"\x1b[0m",
    ];
    (0..choices.below(5)).flat_map(|_| choices.one_of(&pieces).to_vec()).collect()
}

/// A value of a property, made of what forges records as far as its setter knows the question.
fn hostile(choices: &mut Choices<'_>, names: &[&str], own: &str) -> Vec<u8> {
    let mut value = Vec::new();
    for _ in 0..choices.below(9) {
        let name = choices.one_of(names).as_bytes();
        let properties = [own, own, own, "x:y", "x:z", "type", "used", "x:fake"];
        let property = choices.one_of(&properties);
        let property = property.as_bytes();
        match choices.below(14) {
            0 | 1 => value.push(b'\t'),
            2 => value.push(b'\n'),
            3 => value.extend(name),
            4 => value.extend(property),
            5 => value.push(choices.byte()),
            6 => value.extend_from_slice(b"\tlocal\t"),
            7 => value.extend([b"\t", name, b"\n"].concat()),
            8 => value.extend([name, b"\t"].concat()),
            9 => value.extend([name, b"\t", property, b"\tlocal\t"].concat()),
            10 => value.extend([property, b"\tlocal\t"].concat()),
            11 => value.extend([b"\t", property, b"\t", name, b"\n"].concat()),
            12 => value.extend([b"type\t-\tvolume\ttype\t", name, b"\n"].concat()),
            _ => value.extend([name, b"\t1\t\t", name, b"\n"].concat()),
        }
    }
    // A value can't hold a NUL.
    value.retain(|b| *b != 0);
    value
}
