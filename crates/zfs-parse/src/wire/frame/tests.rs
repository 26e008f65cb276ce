//! The framing theorem: what is believed is true.

use alloc::string::String;
use alloc::vec::Vec;
use proptest::prelude::*;

use super::*;

const LISTING: Frame =
    Frame { width: 3, guards: Vec::new(), proof: Proof::Unique(1), longest: 8192 };

fn listing() -> Frame {
    Frame { guards: [(2, 0)].into(), ..LISTING }
}

fn all_properties() -> Frame {
    let guards = [(3, 0)].into();
    Frame { width: 5, guards, proof: Proof::Grouped, longest: 8192 }
}

fn read(frame: &Frame, output: &[u8], whole: bool) -> (Vec<Vec<String>>, Vec<ParseError>) {
    let closed_property = |record: &Record<'_>| !record.field(0).contains(&b':');
    let read = frame.read(output.to_vec(), whole, |_| None, closed_property);
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let rows = read
        .records
        .iter()
        .map(|record| (0..frame.width).map(|i| text(record.field(i))).collect())
        .collect();
    (rows, read.errors)
}

#[test]
fn honest_values_pass_with_one_listing() {
    let (rows, errors) = read(&listing(), b"a\t1\ta\na b\t\ta b\n", true);
    assert_eq!(rows, [["a", "1", "a"], ["a b", "", "a b"]]);
    assert!(errors.is_empty());
}

#[test]
fn a_forged_row_in_a_value_is_withheld_with_its_place() {
    // The value of `b` is "x TAB b LF evil TAB 1 TAB evil LF b TAB y".
    let output = b"a\t1\ta\nb\tx\tb\nevil\t1\tevil\nb\ty\tb\nc\t1\tc\n";
    let (rows, errors) = read(&listing(), output, true);
    assert_eq!(rows, [["a", "1", "a"], ["c", "1", "c"]]);
    let [error] = &errors[..] else { panic!("one error: {errors:?}") };
    assert_eq!((error.kind(), error.line(), error.span()), (ParseErrorKind::Suspect, 2, 6..29));
}

#[test]
fn a_good_first_line_of_a_value_whose_last_line_is_bad_is_withheld() {
    let output = b"a\t1\ta\nb\tx\tb\nevil\t1\tevil\njunk\tb\nc\t1\tc\n";
    let (rows, _) = read(&listing(), output, true);
    assert_eq!(rows, [["a", "1", "a"], ["c", "1", "c"]]);
}

#[test]
fn a_listing_cut_short_gives_out_nothing_that_may_go_on() {
    let short = Frame { longest: 18, ..listing() };
    let (rows, errors) = read(&short, b"a\t1\ta\nb\t2\tb\nevil\t1\tevil\n", false);
    assert_eq!(rows, [["a", "1", "a"]]);
    assert_eq!(errors[0].kind(), ParseErrorKind::CutShort);
}

#[test]
fn an_invented_property_in_a_value_is_withheld() {
    // `x:y` of `a` is "1 TAB x:y TAB a LF x:fake TAB local TAB 2 TAB x:fake TAB a LF x:y TAB …".
    let output = b"type\t-\tfilesystem\ttype\ta\nx:y\tlocal\t1\tx:y\ta\n\
        x:fake\tlocal\t2\tx:fake\ta\nx:y\tlocal\t3\tx:y\ta\ntype\t-\tvolume\ttype\tb\n";
    let (rows, errors) = read(&all_properties(), output, true);
    assert_eq!(rows, [["type", "-", "volume", "type", "b"]]);
    assert_eq!(errors.len(), 1);
}

#[test]
fn a_property_forged_onto_another_dataset_is_withheld() {
    // The first line of the value pretends to be of `z`.
    let output = b"type\t-\tfilesystem\ttype\ta\nx:y\tlocal\t1\tx:y\tz\nx:y\tlocal\t3\tx:y\ta\n\
        type\t-\tvolume\ttype\tb\n";
    let (rows, _) = read(&all_properties(), output, true);
    assert_eq!(rows, [["type", "-", "volume", "type", "b"]]);
}

/// Values that try: pieces of records, names, separators.
fn value() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(
        &[
            "\t",
            "\n",
            "a",
            "b",
            "c",
            "evil",
            "x:y",
            "x:fake",
            "type",
            "local",
            "-",
            "1",
            "\ta\n",
            "\tb\n",
            "evil\t1\tevil\n",
            "a\t1\ta\n",
            "b\t1\tb\n",
            "\nb\t",
            "\nc\t",
            "x:fake\tlocal\t1\tx:fake\ta\n",
            "\tx:y\ta\n",
            "\nx:y\tlocal\t",
            "\ttype\tb\n",
            "type\t-\tv\ttype\tc\n",
            "\tx:y\tz\n",
        ][..],
    );
    prop::collection::vec(piece, 0..7).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn what_a_listing_gives_out_is_true(values in prop::collection::vec(value(), 1..4), cut in 0_usize..200) {
        let truth: Vec<[String; 3]> = ["a", "b", "c"]
            .iter()
            .zip(&values)
            .map(|(name, value)| [(*name).into(), value.clone(), (*name).into()])
            .collect();
        let output: String = truth.iter().map(|row| row.join("\t") + "\n").collect();
        let honest = values.iter().all(|value| !value.contains(['\t', '\n']));
        let (rows, errors) = read(&listing(), output.as_bytes(), true);
        for row in &rows {
            prop_assert!(truth.iter().any(|t| t[..] == row[..]), "{row:?} of {output:?}");
        }
        prop_assert_eq!(honest, errors.is_empty());
        prop_assert!(!honest || rows.len() == values.len());
        // Cut short anywhere, with the longest record known.
        let longest = truth.iter().map(|row| row.join("\t").len() + 1).max().unwrap_or(0);
        let cut = output.as_bytes().get(..cut).unwrap_or(output.as_bytes());
        for row in read(&Frame { longest, ..listing() }, cut, false).0 {
            prop_assert!(truth.iter().any(|t| t[..] == row[..]), "{row:?} of {cut:?}");
        }
    }

    #[test]
    fn what_a_listing_of_all_properties_gives_out_is_true(
        values in prop::collection::vec(prop::collection::vec(value(), 0..3), 1..4),
    ) {
        let mut truth: Vec<[String; 5]> = Vec::new();
        for (name, values) in ["a", "b", "c"].iter().zip(&values) {
            truth.push(["type", "-", "v", "type", name].map(Into::into));
            for (property, value) in ["x:y", "x:z"].iter().zip(values) {
                truth.push([*property, "local", value, property, name].map(Into::into));
            }
        }
        let output: String = truth.iter().map(|row| row.join("\t") + "\n").collect();
        let honest = values.iter().flatten().all(|value| !value.contains(['\t', '\n']));
        let (rows, errors) = read(&all_properties(), output.as_bytes(), true);
        for row in &rows {
            prop_assert!(truth.iter().any(|t| t[..] == row[..]), "{row:?} of {output:?}");
        }
        prop_assert_eq!(honest, errors.is_empty(), "{:?}: {:?}", output, errors);
    }

    #[test]
    fn every_byte_is_in_a_record_or_an_error(output in prop::collection::vec(prop::sample::select(&b"ab\t\n"[..]), 0..60)) {
        let mut covered = alloc::vec![false; output.len()];
        let read = listing().read(output.clone(), true, |_| None, |_| true);
        for record in read.records.iter() {
            for i in 0..3 {
                let start = record.start(i);
                // The separator behind a field belongs to it.
                covered[start..=start + record.field(i).len()].fill(true);
            }
        }
        for error in &read.errors {
            let span = error.span();
            covered[span.start..output.len().min(span.end + 1)].fill(true);
        }
        prop_assert!(covered.iter().all(|c| *c), "{:?}: {:?}", output, read);
    }
}
