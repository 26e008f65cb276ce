//! The framing theorem: what is believed is true.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use proptest::prelude::*;

use super::*;

mod sweeps;

const LISTING: Frame =
    Frame { width: 3, guards: Vec::new(), proof: Proof::Unique(1), longest: 8192 };

fn listing() -> Frame {
    Frame { guards: [(2, 0)].into(), ..LISTING }
}

fn all_properties() -> Frame {
    let guards = [(3, 0)].into();
    Frame { width: 5, guards, proof: Proof::Grouped, longest: 8192 }
}

/// Believes every record by itself.
struct Any;

impl Judge for Any {
    fn fault(&self, _: &Record<'_>) -> Fault {
        None
    }

    fn opens(&self, record: &Record<'_>) -> bool {
        !record.field(0).contains(&b':')
    }
}

fn read(frame: &Frame, output: &[u8], whole: bool) -> (Vec<Vec<String>>, Vec<ParseError>) {
    let read = frame.clone().read(output.to_vec(), whole, &Any);
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
fn lines_that_are_too_far_apart_for_one_record_are_not_withheld_for_what_is_between() {
    let output = format!("a\t{}\ta\njunk\nb\tv\tb\na\tv\ta\n", "x".repeat(22));
    let (rows, errors) = read(&Frame { longest: 30, ..listing() }, output.as_bytes(), true);
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert_eq!(errors.len(), 1, "{errors:?}");
}

#[test]
fn a_listing_cut_short_gives_out_nothing_that_may_go_on() {
    let short = Frame { longest: 18, ..listing() };
    let (rows, errors) = read(&short, b"a\t1\ta\nb\t2\tb\nevil\t1\tevil\n", false);
    assert_eq!(rows, [["a", "1", "a"]]);
    assert_eq!(errors[0].kind(), ParseErrorKind::HeldBack);
}

#[test]
fn an_invented_property_in_a_value_is_withheld() {
    // `x:y` of `a` is "1 TAB x:y TAB a LF x:fake TAB local TAB 2 TAB x:fake TAB a LF x:y TAB …".
    let output = b"type\t-\tfilesystem\ttype\ta\nx:y\tlocal\t1\tx:y\ta\n\
        x:fake\tlocal\t2\tx:fake\ta\nx:y\tlocal\t3\tx:y\ta\ntype\t-\tvolume\ttype\tb\n";
    let (rows, errors) = read(&all_properties(), output, true);
    let kind = |kind, name| ["type", "-", kind, "type", name];
    assert_eq!(rows, [kind("filesystem", "a"), kind("volume", "b")]);
    assert_eq!(errors.len(), 1);
}

#[test]
fn a_property_forged_onto_another_dataset_is_withheld() {
    // The first line of the value pretends to be of `z`.
    let output = b"type\t-\tfilesystem\ttype\ta\nx:y\tlocal\t1\tx:y\tz\nx:y\tlocal\t3\tx:y\ta\n\
        type\t-\tvolume\ttype\tb\n";
    let (rows, _) = read(&all_properties(), output, true);
    let kind = |kind, name| ["type", "-", kind, "type", name];
    assert_eq!(rows, [kind("filesystem", "a"), kind("volume", "b")]);
}

/// Two names of one hash: of what a name of 16 bytes can be, one in some hundred pairs of
/// beginnings can be ended so that they have.
fn names_of_one_hash() -> (String, String) {
    let legal = |b: u8| b.is_ascii_alphanumeric();
    let half = |n: u64| format!("t{n:07}");
    let ending = |first: &str, second: &str| {
        // The hash mixes the last word in by exclusive or, so the difference of these is that of
        // the words that make up for it.
        let state = |half: &str| hash(half.as_bytes(), 8 ^ 16);
        let plain = |hash: u64| hash ^ (hash >> 32);
        let difference = (plain(state(first)) ^ plain(state(second))).to_le_bytes();
        let pair = |d: &u8| (b'0'..=b'z').find(|b| legal(*b) && legal(b ^ d)).map(|b| (b, b ^ d));
        let pairs: Option<Vec<(u8, u8)>> = difference.iter().map(pair).collect();
        let (one, other): (Vec<u8>, Vec<u8>) = pairs?.into_iter().unzip();
        Some((String::from_utf8(one).ok()?, String::from_utf8(other).ok()?))
    };
    let pairs = (1_u64..).map(|n| (half(0), half(n)));
    pairs
        .filter_map(|(a, b)| ending(&a, &b).map(|(x, y)| (a + &x, b + &y)))
        .find(|(a, b)| hash(a.as_bytes(), 0) == hash(b.as_bytes(), 0))
        .expect("one of very many")
}

#[test]
fn a_name_made_to_have_the_hash_of_another_forges_nothing() {
    let (name, victim) = names_of_one_hash();
    assert!(name != victim);
    // The value of x:y is "1 TAB x:y TAB victim LF x:y TAB local TAB 2".
    let output = format!(
        "type\t-\tv\ttype\t{name}\n\
         x:y\tlocal\t1\tx:y\t{victim}\n\
         x:y\tlocal\t2\tx:y\t{name}\n\
         type\t-\tv\ttype\t{victim}\n"
    );
    let (rows, errors) = read(&all_properties(), output.as_bytes(), true);
    assert!(!errors.is_empty());
    assert!(rows.iter().all(|row| row[0] == "type"), "{rows:?}");
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
        // With no more looked at than the longest record asks for; and cut short anywhere.
        let longest = truth.iter().map(|row| row.join("\t").len() + 1).max().unwrap_or(0);
        let near = Frame { longest, ..listing() };
        let cut = output.as_bytes().get(..cut).unwrap_or(output.as_bytes());
        let (all, some) = (read(&near, output.as_bytes(), true).0, read(&near, cut, false).0);
        for row in all.iter().chain(&some) {
            prop_assert!(truth.iter().any(|t| t[..] == row[..]), "{row:?} of {output:?}");
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
        let longest = truth.iter().map(|row| row.join("\t").len() + 1).max().unwrap_or(0);
        let near = read(&Frame { longest, ..all_properties() }, output.as_bytes(), true).0;
        for row in rows.iter().chain(&near) {
            prop_assert!(truth.iter().any(|t| t[..] == row[..]), "{row:?} of {output:?}");
        }
        prop_assert_eq!(honest, errors.is_empty(), "{:?}: {:?}", output, errors);
    }

    #[test]
    fn every_byte_is_in_a_record_or_an_error(output in prop::collection::vec(prop::sample::select(&b"ab\t\n"[..]), 0..60)) {
        let mut covered = alloc::vec![false; output.len()];
        let read = listing().read(output.clone(), true, &Any);
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

type Rows = Vec<Vec<String>>;

/// Adds what a decoder gives out now.
fn drain(decoder: &mut Decoder, width: usize, (rows, errors): &mut (Rows, Vec<ParseError>)) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    while let Some(found) = decoder.next(&Any) {
        match found {
            Err(error) => errors.push(error),
            Ok(record) => rows.push((0..width).map(|i| text(record.field(i))).collect()),
        }
    }
}

/// What a decoder gives out that is fed in pieces of these sizes, over and over.
fn fed(frame: &Frame, output: &[u8], sizes: &[usize], whole: bool) -> (Rows, Vec<ParseError>) {
    let mut decoder = Decoder::new(frame.clone());
    let mut given = (Rows::new(), Vec::new());
    let mut drain = |decoder: &mut Decoder| drain(decoder, frame.width, &mut given);
    let mut rest = output;
    for size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (piece, behind) = rest.split_at_checked(*size).unwrap_or((rest, &[]));
        decoder.feed(piece);
        drain(&mut decoder);
        rest = behind;
    }
    decoder.finish(whole);
    drain(&mut decoder);
    given
}

#[test]
fn a_line_longer_than_any_record_is_one_error_and_takes_no_memory() {
    let frame = Frame { width: 2, guards: Vec::new(), proof: Proof::Closed, longest: 100 };
    let mut decoder = Decoder::new(frame.clone());
    decoder.feed(b"a\t1\n");
    for _ in 0..10_000 {
        decoder.feed(&[b'x'; 1000]);
        while decoder.next(&Any).is_some() {}
        assert!(decoder.held() < 10_000, "{}", decoder.held());
    }
    let output = [&b"a\t1\n"[..], &[b'x'; 5000], b"\nb\t2\n"].concat();
    let (rows, errors) = fed(&frame, &output, &[7], true);
    assert_eq!(rows, [["a", "1"], ["b", "2"]]);
    assert_eq!(errors.iter().map(ParseError::kind).collect::<Vec<_>>(), [ParseErrorKind::TooLong]);
    assert_eq!(errors[0].span(), 4..104);
}

#[test]
fn a_forged_row_near_the_end_is_never_given_out() {
    let mut output = Vec::new();
    for i in 0..10_000 {
        output.extend(format!("n{i}\tv\tn{i}\n").bytes());
    }
    output.extend(b"x\tv\tx\nforged\tv\tforged\nx\tv\tx\nz\tv\tz\n");
    let (rows, errors) = fed(&listing(), &output, &[4096], true);
    assert_eq!(rows.len(), 10_001);
    assert!(rows.iter().all(|row| row[0] != "forged" && row[0] != "x"));
    assert_eq!(errors.len(), 1);
}

#[test]
fn a_line_without_an_end_takes_no_memory_in_a_listing_with_guards() {
    let mut decoder = Decoder::new(Frame { longest: 100, ..listing() });
    decoder.feed(b"a\t1\ta\n");
    let mut given = (Rows::new(), Vec::new());
    for _ in 0..1000 {
        decoder.feed(&[b'\t'; 1000]);
        drain(&mut decoder, 3, &mut given);
        assert!(decoder.held() < 10_000, "{}", decoder.held());
    }
    decoder.finish(true);
    drain(&mut decoder, 3, &mut given);
    assert_eq!(given.0, [["a", "1", "a"]]);
    assert_eq!(given.1.iter().map(ParseError::kind).collect::<Vec<_>>(), [ParseErrorKind::TooLong]);
}

proptest! {
    #[test]
    fn any_cut_gives_what_the_whole_gives(
        values in prop::collection::vec(value(), 1..6),
        sizes in prop::collection::vec(1_usize..12, 1..5),
        longest in 10_usize..80,
        grouped: bool,
        whole: bool,
    ) {
        let (frame, output) = if grouped {
            let row = |v: &String| format!("type\t-\tv\ttype\ta\nx:y\tlocal\t{v}\tx:y\ta\n");
            (Frame { longest, ..all_properties() }, values.iter().map(row).collect::<String>())
        } else {
            let names = ["a", "b", "c", "d", "e"];
            let row = |(name, v): (&&str, &String)| format!("{name}\t{v}\t{name}\n");
            (Frame { longest, ..listing() }, names.iter().zip(&values).map(row).collect())
        };
        let all = read(&frame, output.as_bytes(), whole);
        prop_assert_eq!(fed(&frame, output.as_bytes(), &sizes, whole), all, "{:?}", output);
    }

    #[test]
    fn lines_in_order_say_the_same_as_when_all_are_remembered(
        lines in prop::collection::vec(
            (
                prop_oneof![12 => 1_i32..3, 1 => Just(0), 1 => -6_i32..0],
                prop_oneof![12 => Just(String::new()), 1 => value()],
            ),
            0..60,
        ),
        sizes in prop::collection::vec(1_usize..40, 1..5),
        longest in 10_usize..80,
        guarded: bool,
        whole: bool,
    ) {
        let mut output = String::new();
        let mut number = 0;
        for (step, value) in &lines {
            // The values know the first names.
            number = (number + step).clamp(0, 99);
            let name = match number {
                0 => "a".into(),
                1 => "b".into(),
                2 => "c".into(),
                _ => format!("d{number:02}"),
            };
            output += &format!("{name}\t{value}\t{name}\n");
        }
        let proof = if guarded { Proof::Unique(1) } else { Proof::Unproven([0].into()) };
        let guards = if guarded { listing().guards } else { Vec::new() };
        let frame = Frame { width: 3, guards, proof, longest };
        let mut slow = (Rows::new(), Vec::new());
        let mut decoder = Decoder::slow(frame.clone(), output.clone().into_bytes(), whole);
        drain(&mut decoder, 3, &mut slow);
        prop_assert_eq!(&read(&frame, output.as_bytes(), whole), &slow, "{:?}", output);
        prop_assert_eq!(&fed(&frame, output.as_bytes(), &sizes, whole), &slow, "{:?}", output);
    }
}
