//! Whatever the output says, the time to read it grows with its length, not with its square.

use std::time::{Duration, Instant};

use zfs_parse::exchange::{Ended, Exchange, Finished, Step};
use zfs_parse::failure::Failure;
use zfs_parse::saved::Saved;
use zfs_parse::{Dialect, Question, zfs};

/// Lines in the small output; the large one has so many times more.
const SMALL: usize = 800;
const LARGER: usize = 32;
/// Quadratic time would be some 1,000 times as much, linear time 32, and a busy machine is noisy.
const MOST: u32 = 250;
/// So little time says nothing.
const NOTHING: Duration = Duration::from_secs(2);
/// However long its output, a question needs no more commands than these.
const MOST_COMMANDS: usize = 1100;

fn fastest(of: usize, read: impl Fn()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        read();
        start.elapsed()
    };
    (0..of).map(time).min().unwrap_or_default()
}

fn grows_with_length(what: &str, output: impl Fn(usize) -> String, read: impl Fn(&str)) {
    let (small, large) = (output(SMALL), output(SMALL * LARGER));
    let (mut small_time, mut large_time) = (fastest(4, || read(&small)), Duration::MAX);
    // Another process may take the time of a single try.
    for _ in 0..4 {
        large_time = large_time.min(fastest(1, || read(&large)));
        if large_time < (small_time * MOST).max(NOTHING) {
            return;
        }
        small_time = small_time.max(fastest(4, || read(&small)));
    }
    panic!("{what}: {small_time:?} for {SMALL} lines, then {large_time:?}");
}

fn saved(command: &'static str) -> impl Fn(&str) {
    move |output| {
        let saved = Saved::of(command.split(' '), Dialect::default()).unwrap();
        let _ = saved.read(output.as_bytes().to_vec());
    }
}

/// Asks a system that prints the output, and behind an empty line, its index.
fn asked<Q: Question>(question: &dyn Fn() -> Q) -> impl Fn(&str) {
    move |said| {
        let (output, index) = said.split_once("\n\n").unwrap_or((said, ""));
        let mut asking = question().ask(Dialect::default());
        let command = asking.invocation().clone();
        for _ in 0..MOST_COMMANDS {
            let is_cell = asking.invocation().to_string().contains("-o value ");
            for part in match () {
                () if *asking.invocation() == command => [output, "\n"],
                () if is_cell => ["x", "\n"],
                () => [index, ""],
            } {
                asking.feed(part.as_bytes());
            }
            match asking.finish(Finished::new(Ended::Code(0), b"")) {
                Step::Run(next) => asking = next,
                Step::Done(_) => return,
            }
        }
        panic!("it asks for ever");
    }
}

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(line).collect()
}

#[test]
fn floods_of_separators() {
    for command in ["zfs list -H -o name,x:y", "zfs get -H all", "zfs list", "zfs get all"] {
        grows_with_length("newlines", |n| "\n".repeat(n * 20), saved(command));
        grows_with_length("tabs", |n| "\t".repeat(n * 20), saved(command));
        grows_with_length("spaces", |n| "a  ".repeat(n * 10) + "\n", saved(command));
    }
}

#[test]
fn names_that_all_come_twice() {
    let list = || zfs::List::new(["name", "x:y"]).unwrap();
    let twice = |n: usize| lines(n, |i| format!("t{0}\tv\tt{0}\n", i % (n / 2)));
    grows_with_length("a listing", twice, asked(&list));
    let get = || zfs::Get::new(["all"]).unwrap();
    let apart = |n: usize| lines(n, |i| format!("type\t-\tv\ttype\tt{}\n", i % (n / 2)));
    grows_with_length("all properties", apart, asked(&get));
    let twice = |n: usize| lines(n, |i| format!("t{}\tx:y\tv\tlocal\n", i % (n / 2)));
    grows_with_length("saved properties", twice, saved("zfs get -H x:y"));
}

#[test]
fn a_fault_in_every_row() {
    let list = || zfs::List::new(["name", "x:y"]).unwrap();
    let nested = |n: usize| lines(n, |i| format!("t{}\tx\tt{}\n", i, n - i));
    grows_with_length("guards of other rows", nested, asked(&list));
    let wide = |n: usize| lines(n, |i| format!("t{i}\tx\ty\tz\n"));
    grows_with_length("a field too many", wide, asked(&list));
    let get = || zfs::Get::new(["all"]).unwrap();
    let unguarded = |n: usize| lines(n, |i| format!("x:y\t-\tv\tx:z\tt{}\n", i % 7));
    grows_with_length("other properties", unguarded, asked(&get));
}

#[test]
fn outputs_to_be_cut_by_an_index() {
    let list = || zfs::List::new(["name", "x:y"]).unwrap();
    let index = |n: usize| lines(n, |i| format!("t{i}\n"));
    let with_index = |output: String, n: usize| format!("{output}\n{}", index(n));
    // Each value holds a newline.
    let one = |n: usize| with_index(lines(n, |i| format!("t{i}\tv\nw\tt{i}\n")), n);
    grows_with_length("one way to cut", one, asked(&list));
    // Each can end in two places.
    let two = |n: usize| {
        let value = |i: usize| format!("v\tt{i}\nt{}\tw", i + 1);
        with_index(lines(n, |i| format!("t{i}\t{}\tt{i}\n", value(i))), n)
    };
    grows_with_length("two ways to cut", two, asked(&list));
    // One value is as long as all names, and says them all.
    let nested = |n: usize| {
        let all = lines(n, |i| format!("\tt{i}\nt{}\t", i + 1));
        with_index(
            format!("t0\t{all}\tt0\n") + &lines(n - 1, |i| format!("t{0}\t\tt{0}\n", i + 1)),
            n,
        )
    };
    grows_with_length("a value of all records", nested, asked(&list));
    let tabs =
        |n: usize| with_index(lines(n, |i| format!("t{i}\t{}\tt{i}\n", "\tt0".repeat(9))), n);
    grows_with_length("guards in values", tabs, asked(&list));
}

#[test]
fn tables_with_many_columns() {
    let square = |n: usize| {
        let row = "a  ".repeat(n);
        format!("{row}\n{row}\n {row}\n{}\n", " a ".repeat(n))
    };
    grows_with_length("columns", square, saved("zfs list -o all"));
    let pieces = |n: usize| format!("NAME  USED\n{}\n", "a  ".repeat(n * 10));
    grows_with_length("pieces", pieces, saved("zfs list -o name,used"));
}

#[test]
fn floods_of_complaints() {
    let read = |stderr: &str| {
        let _ = Failure::read_all(stderr.as_bytes());
    };
    let opened = |n: usize| lines(n, |i| format!("cannot open 't{i}': dataset does not exist\n"));
    grows_with_length("missing datasets", opened, read);
    grows_with_length("newlines", |n| "\n".repeat(n * 20), read);
    grows_with_length("quotes", |n| format!("cannot {}\n", "' '".repeat(n * 10)), read);
    grows_with_length("colons", |n| format!("cannot open '{}", "': ".repeat(n * 10)), read);
}
