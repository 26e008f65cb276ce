//! Every value made of a few pieces: whatever is given out is true, whole or cut short anywhere.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::*;

type Row = Vec<&'static [u8]>;

/// All values of up to `length` pieces.
fn values(pieces: &[&'static str], length: usize) -> Vec<&'static [u8]> {
    let mut all: BTreeSet<Vec<u8>> = BTreeSet::from([Vec::new()]);
    let mut last = all.clone();
    for _ in 0..length {
        let longer = |value: &Vec<u8>| {
            let value = value.clone();
            pieces.iter().map(move |piece| [&value, piece.as_bytes()].concat())
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    // They live as long as the test does.
    all.into_iter().map(|value| &*value.leak()).collect()
}

fn output(truth: &[Row]) -> Vec<u8> {
    truth.iter().flat_map(|row| [row.join(&b'\t'), b"\n".into()].concat()).collect()
}

/// Knows which properties were asked for, and that one that begins with a capital is closed.
struct Asked(Proof);

impl Judge for Asked {
    fn fault(&self, record: &Record<'_>) -> Fault {
        match self.0 {
            Proof::Unique(2) if !matches!(record.field(1), b"u" | b"v") => {
                Some((1, ParseErrorKind::UnaskedProperty))
            }
            _ => None,
        }
    }

    fn opens(&self, record: &Record<'_>) -> bool {
        record.field(0).first().is_some_and(u8::is_ascii_uppercase)
    }
}

/// Reads what these records print, and tells the first row given out that is none of them.
fn forged(frame: &Frame, truth: &[Row], cuts: bool) -> Option<Vec<Vec<u8>>> {
    let output = output(truth);
    let longest = truth.iter().map(|row| row.join(&b'\t').len() + 1).max().unwrap_or(0);
    // Of a pair of properties, the second can show only behind the first that it is repeated.
    let longest = if frame.proof == Proof::Unique(2) { 2 * longest } else { longest };
    let frame = Frame { longest, ..frame.clone() };
    let lie = |output: &[u8], whole: bool| {
        let read = frame.clone().read(output.to_vec(), whole, &Asked(frame.proof.clone()));
        let row = |record: Record<'_>| (0..frame.width).map(|i| record.field(i).to_vec()).collect();
        let rows: Vec<Vec<Vec<u8>>> = read.records.iter().map(row).collect();
        let honest =
            truth.iter().all(|row| row.iter().all(|f| !f.iter().any(|b| b"\t\n".contains(b))));
        assert!(!whole || honest == read.errors.is_empty(), "{truth:?}");
        assert!(!whole || !honest || rows.len() == truth.len(), "{truth:?}");
        rows.into_iter().find(|row| !truth.iter().any(|t| row == t))
    };
    let cuts = if cuts { 0..output.len() } else { 0..0 };
    let lies = cuts.filter_map(|cut| lie(output.get(..cut)?, false));
    lie(&output, true).into_iter().chain(lies).next()
}

fn listing() -> Frame {
    Frame { width: 3, guards: [(2, 0)].into(), proof: Proof::Unique(1), longest: 0 }
}

fn some_properties() -> Frame {
    Frame { width: 5, guards: [(4, 0)].into(), proof: Proof::Unique(2), longest: 0 }
}

fn all_properties() -> Frame {
    Frame { width: 5, guards: [(3, 0)].into(), proof: Proof::Grouped, longest: 0 }
}

fn listed(first: &'static [u8], second: &'static [u8]) -> Vec<Row> {
    [[&b"a"[..], first, b"a"].into(), [&b"b"[..], second, b"b"].into()].into()
}

fn got(values: [[&'static [u8]; 2]; 2]) -> Vec<Row> {
    let record = |name: &'static [u8], property: &'static [u8], value: &'static [u8]| {
        [name, property, b"-", value, name].into()
    };
    let [[au, av], [bu, bv]] = values;
    [record(b"a", b"u", au), record(b"a", b"v", av), record(b"b", b"u", bu), record(b"b", b"v", bv)]
        .into()
}

fn got_all(values: [&[&'static [u8]]; 2]) -> Vec<Row> {
    let mut truth = Vec::new();
    for (name, values) in [&b"a"[..], b"b"].into_iter().zip(values) {
        truth.push([&b"T"[..], b"-", b"f", b"T", name].into());
        for (property, value) in [&b"u"[..], b"v"].into_iter().zip(values) {
            truth.push([property, b"-", value, property, name].into());
        }
    }
    truth
}

const BYTES: [&str; 4] = ["\t", "\n", "a", "b"];
const OF_LISTING: [&str; 8] = ["\t", "\n", "a", "b", "\ta\n", "\nb\t", "\nb\t\tb\n", "\na\t"];
const OF_SOME: [&str; 8] =
    ["\t", "\n", "a", "\ta\n", "\na\tv\t-\t", "\na\tu\t-\t", "\nb\tu\t-\t\tb", "\nb\tv\t-\t"];
const OF_ALL: [&str; 9] = [
    "\t",
    "\n",
    "\tu\ta\n",
    "\tu\tb\n",
    "u\t-\t",
    "v\t-\t\tv\ta\n",
    "T\t-\t\tT\tc\n",
    "v\t-\t\tv\tb\n",
    "T\t-\t\tT\tb\n",
];

#[test]
fn no_pair_of_short_values_forges_a_listing() {
    let few = values(&BYTES, 2);
    for long in values(&BYTES, 5) {
        for short in &few {
            for truth in [listed(long, short), listed(short, long)] {
                assert_eq!(forged(&listing(), &truth, long.len() < 4), None, "{truth:?}");
            }
        }
    }
}

#[test]
fn no_value_of_pieces_of_records_forges_a_listing() {
    for long in values(&OF_LISTING, 4) {
        for truth in [listed(long, b"x"), listed(b"x", long), listed(long, long)] {
            assert_eq!(forged(&listing(), &truth, long.len() < 9), None, "{truth:?}");
        }
    }
}

#[test]
fn no_value_forges_some_properties() {
    for long in values(&OF_SOME, 4) {
        let x = b"x";
        for truth in [
            got([[long, x], [x, x]]),
            got([[x, long], [x, x]]),
            got([[x, x], [long, x]]),
            got([[x, x], [x, long]]),
        ] {
            assert_eq!(forged(&some_properties(), &truth, long.len() < 12), None, "{truth:?}");
        }
    }
}

#[test]
fn no_value_forges_all_properties() {
    for long in values(&OF_ALL, 4) {
        let x = b"x";
        for truth in [
            got_all([&[long, x], &[x]]),
            got_all([&[long], &[]]),
            got_all([&[], &[long, x]]),
            got_all([&[x, long], &[]]),
            got_all([&[x], &[long, x]]),
            got_all([&[], &[x, long]]),
        ] {
            assert_eq!(forged(&all_properties(), &truth, long.len() < 12), None, "{truth:?}");
        }
    }
}

/// Where four fields are the most, sources are asked for apart.
#[test]
fn no_value_forges_all_properties_without_their_sources() {
    const PIECES: [&str; 9] = [
        "\t",
        "\n",
        "\tu\ta\n",
        "\tu\tb\n",
        "u\t",
        "v\t\tv\ta\n",
        "T\t\tT\tc\n",
        "v\t\tv\tb\n",
        "T\t\tT\tb\n",
    ];
    let frame = Frame { width: 4, guards: [(2, 0)].into(), ..all_properties() };
    let without_sources = |values: [&[&'static [u8]]; 2]| {
        let mut truth = got_all(values);
        for row in &mut truth {
            row.remove(1);
        }
        truth
    };
    for long in values(&PIECES, 4) {
        let x = b"x";
        for truth in [
            without_sources([&[long, x], &[x]]),
            without_sources([&[long], &[]]),
            without_sources([&[], &[long, x]]),
            without_sources([&[x, long], &[]]),
            without_sources([&[x], &[long, x]]),
            without_sources([&[], &[x, long]]),
        ] {
            assert_eq!(forged(&frame, &truth, long.len() < 12), None, "{truth:?}");
        }
    }
}

#[test]
fn no_two_values_forge_together() {
    let of_listing = values(&OF_LISTING, 2);
    let of_some = values(&OF_SOME, 2);
    let of_all = values(&OF_ALL, 2);
    for (at, one) in of_listing.iter().enumerate() {
        for two in of_listing.iter().skip(at % 3).step_by(3) {
            let truth = listed(one, two);
            assert_eq!(forged(&listing(), &truth, false), None, "{truth:?}");
        }
    }
    for (at, one) in of_some.iter().enumerate() {
        for two in of_some.iter().skip(at % 3).step_by(3) {
            for truth in [got([[one, two], [b"x", b"x"]]), got([[b"x", one], [two, b"x"]])] {
                assert_eq!(forged(&some_properties(), &truth, false), None, "{truth:?}");
            }
        }
    }
    for (at, one) in of_all.iter().enumerate() {
        for two in of_all.iter().skip(at % 3).step_by(3) {
            for truth in [got_all([&[one, two], &[b"x"]]), got_all([&[b"x", one], &[two, b"x"]])] {
                assert_eq!(forged(&all_properties(), &truth, false), None, "{truth:?}");
            }
        }
    }
}
