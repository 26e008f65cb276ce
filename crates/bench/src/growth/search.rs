//! Values that make a listing refused, so that its records are searched for by their index.

use zfs_parse::exchange::{Ended, Finished, Step};
use zfs_parse::{Dialect, Exchange, Question, zfs};

use super::Case;

pub(super) fn cases() -> Vec<Case> {
    vec![
        // Nothing but one value's newline is wrong.
        case("search: one newline among honest values", 1, |i, n| {
            if i == n / 2 { "a\nb".into() } else { format!("v{i}") }
        }),
        case("search: a forged record in every value", 1, |i, n| {
            let other = (i + 1) % n;
            format!("1\tt{i:07}\nevil\t1\tevil\nt{other:07}\t2\tt{other:07}\nt{i:07}\t3")
        }),
        case("search: newlines alone", 1, |_, _| "\n".repeat(40)),
        case("search: TABs alone", 1, |_, _| "\t".repeat(40)),
        case("search: guards of its own everywhere", 1, |i, _| {
            format!("\tt{i:07}\n").repeat(4) + &format!("t{i:07}\t").repeat(4)
        }),
        // As many ways to cut as there are: each record can begin in its own value or before.
        case("search: the next record's start in every value", 1, |i, n| {
            let next = (i + 1).min(n - 1);
            format!("1\tt{i:07}\nt{next:07}\t2")
        }),
        // The longest values that there can be.
        case("search: values of 8,191 bytes of names and newlines", 64, |i, _| {
            let mut value = format!("\tt{i:07}\nt{:07}\t", i + 1).repeat(8191 / 19);
            value.truncate(8191);
            value
        }),
    ]
}

/// A pool of datasets with these values of one user property; of so many lines one dataset.
fn case(name: &'static str, lines: usize, value: fn(usize, usize) -> String) -> Case {
    let prepare = move |n: usize| -> Box<dyn Fn() -> usize> {
        let datasets = (n / lines).max(2);
        let values: Vec<String> = (0..datasets).map(|i| value(i, datasets)).collect();
        let names: Vec<String> = (0..datasets).map(|i| format!("t{i:07}")).collect();
        let whole = |(name, value): (&String, &String)| format!("{name}\t{value}\t{name}\n");
        let whole: String = names.iter().zip(&values).map(whole).collect();
        let index = names.join("\n") + "\n";
        Box::new(move || {
            ask(&whole, &index, &values);
            whole.len()
        })
    };
    Case { name, prepare: Box::new(prepare) }
}

/// Asks a system that prints this, up to the answer. What it is asked for alone, it says.
fn ask(whole: &str, index: &str, values: &[String]) {
    let question = zfs::List::new(["name", "x:y"]).expect("properties");
    // Without JSON, by which newer systems find them.
    let dialect: Dialect = "openzfs-2.1".parse().expect("a dialect");
    let mut asking = question.ask(dialect);
    loop {
        let command = asking.invocation();
        let last = command.args.last().map(|arg| String::from_utf8_lossy(arg).into_owned());
        let last = last.unwrap_or_default();
        if last == "name" {
            asking.feed(index.as_bytes());
        } else if last == "name,x:y,name" {
            asking.feed(whole.as_bytes());
        } else {
            let row: usize = last.trim_start_matches('t').parse().expect("a dataset");
            asking.feed(values[row].as_bytes());
            asking.feed(b"\n");
        }
        match asking.finish(Finished::new(Ended::Code(0), b"")) {
            Step::Run(next) => asking = next,
            Step::Done(_) => return,
        }
    }
}
