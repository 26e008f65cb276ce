//! `zfsq explain`: what a question would run and what it costs. Nothing is run.

use std::borrow::Cow;

use anyhow::Result;
use zfs_exec::CUSTOMARY_DIALECT;
use zfs_parse::detect::Detect;
use zfs_parse::dialect::Capability;
use zfs_parse::exchange::{Exchange, Invocation, LONGEST_COMMAND, Program};
use zfs_parse::property::{Cost, Holds, Property, Scope};
use zfs_parse::zfs::{Brake, Get, Pace};
use zfs_parse::{Dialect, Question};

use super::{get, list, pools};
use crate::cli::{self, Reading};
use crate::exit::Exit;
use crate::output::{lay_out, raw};
use crate::session::recorded;

/// How much of a long command is shown.
const SHOWN: usize = 160;

pub(crate) fn run(explain: &cli::Explain) -> Result<Exit> {
    let text = match &explain.question {
        cli::Question::List(list) => {
            let dialect = dialect(&list.reading)?;
            let question = list::question(list)?;
            let mut text = text(&question, &dialect, &Columns::Option(Scope::Dataset))?;
            text.extend_from_slice(pace(&question.pace(dialect.0), dialect.0).as_bytes());
            text
        }
        cli::Question::Get(get) => {
            let dialect = dialect(&get.reading)?;
            let question = get::question(get)?;
            let mut text = text(&question, &dialect, &Columns::Named(&get.properties))?;
            text.extend_from_slice(sparing(&question, dialect.0).as_bytes());
            text
        }
        cli::Question::Pools(pools) => {
            let dialect = dialect(&pools.reading)?;
            let question = pools::question(pools, dialect.0)?;
            text(&question, &dialect, &Columns::Option(Scope::Pool))?
        }
    };
    raw(&text)?;
    Ok(Exit::Done)
}

/// Where the question's properties are told.
enum Columns<'a> {
    /// By the `-o` of the command that is run.
    Option(Scope),
    /// By the user, of datasets.
    Named(&'a str),
}

/// The dialect, and how it is known.
fn dialect(reading: &Reading) -> Result<(Dialect, String)> {
    if let Some(folder) = &reading.from {
        let dialect = recorded(folder, reading.dialect.as_deref())?.1;
        return Ok((dialect, "that of the recordings".to_owned()));
    }
    if let Some(name) = &reading.dialect {
        return Ok((name.parse()?, "as --dialect says".to_owned()));
    }
    let version = Invocation::new(Program::Zfs, ["version"]);
    let how = format!(
        "most likely here; the system itself would be asked first: `{}`, `{version}`",
        Detect::new().invocation()
    );
    Ok((CUSTOMARY_DIALECT, how))
}

fn text<Q: Question>(
    question: &Q,
    (dialect, how): &(Dialect, String),
    columns: &Columns<'_>,
) -> Result<Vec<u8>> {
    let command = question.invocation(*dialect);
    let mut out = format!("dialect: {dialect} ({how})\nruns:\n").into_bytes();
    let commands = question.invocations(*dialect, LONGEST_COMMAND);
    for command in question.first(*dialect).iter().chain([&command]) {
        out.extend_from_slice(format!("  {}\n", shortened(command, commands.len())).as_bytes());
    }
    if commands.len() > 1 {
        let note = format!(
            "  in {} commands, since not all names fit into one: at most {LONGEST_COMMAND} bytes \
             each; the answer is one, in the order of one command\n",
            commands.len(),
        );
        out.extend_from_slice(note.as_bytes());
    }
    let properties = properties(&command, columns);
    out.extend_from_slice(b"columns:\n");
    if properties.is_empty() {
        out.extend_from_slice(
            b"  all that a dataset has: a row each, of which some take one more kernel call\n",
        );
    } else {
        let lines: Vec<_> = properties.iter().map(|(scope, p)| line(*scope, p, *dialect)).collect();
        lay_out(&[false; 3], &mut out, |each| {
            lines.iter().try_for_each(|cells| {
                each(&cells.each_ref().map(|cell| Cow::Borrowed(cell.as_bytes())))
            })
        })?;
    }
    let refusals: Vec<String> = Q::dispensable()
        .into_iter()
        .filter(|capability| dialect.has(*capability))
        .filter_map(|capability| {
            let other = question.invocation(dialect.without(capability));
            let shown = || shortened(&other, commands.len());
            (other != command).then(|| format!("  no `{}`: {}\n", capability.what(), shown()))
        })
        .collect();
    if !refusals.is_empty() {
        out.extend_from_slice(b"where exactly this is refused, runs instead, once more:\n");
        refusals.iter().for_each(|line| out.extend_from_slice(line.as_bytes()));
    }
    if let [json @ .., index] = &question.on_refusal(*dialect)[..] {
        let mut lines = "where a value holds a TAB or a newline, runs as well:\n".to_owned();
        let shortened = |command| shortened(command, commands.len());
        for json in json {
            lines += &format!("  {}\n  or, unless the two agree to the byte,\n", shortened(json));
        }
        lines += &format!("  {}\n  {}\n", shortened(index), shortened(&command));
        out.extend_from_slice(lines.as_bytes());
    }
    out.extend_from_slice(b"on any other failure: nothing more, the failure is told\n");
    Ok(out)
}

/// A command, or its beginning where it is one of several, which are long.
fn shortened(command: &Invocation, of: usize) -> String {
    let text = command.to_string();
    match text.char_indices().nth(SHOWN).filter(|_| of > 1) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text,
    }
}

/// The properties that are asked for, each once; none where it is all.
fn properties(command: &Invocation, columns: &Columns<'_>) -> Vec<(Scope, Property)> {
    let (scope, names) = match columns {
        Columns::Named("all") => return Vec::new(),
        Columns::Named(names) => (Scope::Dataset, Cow::Borrowed(*names)),
        Columns::Option(scope) => {
            let mut args = command.args.iter().skip_while(|arg| *arg != b"-o").skip(1);
            (*scope, args.next().map(|list| String::from_utf8_lossy(list)).unwrap_or_default())
        }
    };
    let mut properties: Vec<(Scope, Property)> = Vec::new();
    for property in names.split(',').filter_map(|name| Property::of(scope, name).ok()) {
        if properties.iter().all(|(_, other)| *other != property) {
            properties.push((scope, property));
        }
    }
    properties
}

/// Whether a listing is fast, what keeps it from being, and what would be.
fn pace(pace: &Pace, dialect: Dialect) -> String {
    let Pace::Slow(brakes) = pace else {
        return "pace: fast, nothing is asked for that does not come with the names\n".to_owned();
    };
    let reason = |brake: &Brake| match brake {
        Brake::Column(property) => format!("the column {property} does not come with the name"),
        Brake::Sort(property) => format!("sorting by {property} takes its value from each"),
        Brake::NotSortedByName => "it is not sorted by name alone (-s name)".to_owned(),
        Brake::NotOnlySnapshots => "it is not of snapshots alone (-t snapshot)".to_owned(),
        Brake::System => "this system is never fast".to_owned(),
        _ => String::new(),
    };
    let fast = match () {
        () if dialect.has(Capability::FastByColumns) => {
            "would be fast: any of name, guid, createtxg, origin, numclones, inconsistent and \
             redacted, sorted by these or not at all\n"
        }
        () if dialect.has(Capability::FastByName) => "would be fast: -t snapshot -o name -s name\n",
        () => "",
    };
    let reasons: Vec<String> =
        brakes.iter().map(|brake| format!("  {}\n", reason(brake))).collect();
    format!("pace: slow, each dataset's properties are got, because\n{}{fast}", reasons.concat())
}

/// How a question spares the system, and what it leaves out for that.
fn sparing(question: &Get, dialect: Dialect) -> String {
    let Some((first, then)) = question.sparing(dialect) else { return String::new() };
    let left_out = Get::dear_of_snapshots(dialect);
    let left_out: Vec<&str> = left_out.iter().map(Property::name).collect();
    let program = match first.program {
        Program::Zpool => "  and in each pool a program that only reads, `zfs program -n`\n",
        _ => "",
    };
    let then: Vec<String> = then.iter().map(|command| format!("  {command}\n")).collect();
    format!(
        "before that, runs a program that only reads, to learn the names of all user properties:\n  \
         {first}\n{program}  it ends in an error that tells them, so that nothing is written to the \
         pool's history\nwhere it tells, which takes root, of {} snapshots or more for each other \
         dataset,\nruns instead, with these names in the last:\n{}  and the first command after all, where one of \
         these lacks anything, or snapshots came or went\nleft out of \
         snapshots then (--dear asks for them): {}\n  they are dear: each takes one more kernel call \
         of each snapshot, and mostly says what its filesystem says\n",
        Get::LEAST_SNAPSHOTS,
        then.concat(),
        left_out.join(", "),
    )
}

/// What there is to say of a property, in three columns.
fn line(scope: Scope, property: &Property, dialect: Dialect) -> [String; 3] {
    let facts = property.facts();
    let cost = match property.cost(dialect) {
        _ if scope == Scope::Pool => "comes with the pool",
        Cost::Free => "free: comes with the name",
        Cost::Plain => "plain: takes each dataset's list of properties, once for all of these",
        Cost::Dear => "dear: takes one more kernel call for each dataset",
        _ => "",
    };
    let mut remarks = Vec::new();
    if facts.holds == Holds::Open {
        remarks.push("guarded: its text can hold TABs and newlines, so the name is asked for again behind it");
    }
    if !property.is_native() && !property.name().contains([':', '@']) {
        remarks.push("no property that is known: ZFS most likely refuses the question");
    } else if !property.is_in(dialect) {
        remarks.push("not known to be in this dialect: ZFS may refuse the question");
    }
    [format!("  {property}"), cost.to_owned(), remarks.join("; ")]
}
