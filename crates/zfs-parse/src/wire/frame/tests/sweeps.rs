//! Outputs of many sweeps, and lines about as long as places of 16 bits reach.

use super::*;

/// What is read of an output at once, and with the place of every record.
type Found = (Vec<(usize, usize, Vec<String>)>, Vec<ParseError>);

fn found(mut decoder: Decoder, width: usize) -> Found {
    let mut all = Found::default();
    while let Some(next) = decoder.next(&Any) {
        match next {
            Err(error) => all.1.push(error),
            Ok(record) => all.0.push(fields(&record, width)),
        }
    }
    all
}

fn fields(record: &Record<'_>, width: usize) -> (usize, usize, Vec<String>) {
    let text = |i| String::from_utf8_lossy(record.field(i)).into_owned();
    (record.line(), record.start(0), (0..width).map(text).collect())
}

#[test]
fn a_line_just_past_16_bits_loses_no_field_and_nor_do_those_around_it() {
    for length in [65_533, 65_534, 65_535, 65_536, 65_537, 131_072, 131_073, 200_000] {
        for behind in [1, length / 2, length - 3] {
            let long = format!("b\t{}\t{}", "x".repeat(length - behind - 3), "y".repeat(behind));
            assert_eq!(long.len(), length);
            let lines = ["a\t1\t2", &long, "c\t\t", "no record", "d\t3\t4", &long, "e\t5\t6"];
            let frame = Frame { width: 3, longest: 200_000, ..Frame::closed(3) };
            let read = frame.clone().read((lines.join("\n") + "\n").into(), true, &Any);
            let mut start = 0;
            let mut expected = Vec::new();
            for (number, line) in (1..).zip(lines) {
                if number != 4 {
                    expected.push((number, start, line.split('\t').map(Into::into).collect()));
                }
                start += line.len() + 1;
            }
            let records: Vec<_> = read.records.iter().map(|record| fields(&record, 3)).collect();
            assert!(records == expected, "{length} {behind}");
            assert_eq!(read.errors.len(), 1);
            // Of some of them, which lie apart.
            let some = read.records.only(&[0, 1, 4]);
            let some: Vec<_> = some.iter().map(|record| fields(&record, 3)).collect();
            assert!(some == [&expected[0], &expected[1], &expected[4]].map(Clone::clone));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn many_sweeps_say_the_same_whole_cut_and_remembered(
        lines in prop::collection::vec(
            (
                prop_oneof![60 => Just(1_i32), 1 => Just(0), 1 => -50_i32..0],
                prop_oneof![40 => "v{0,60}", 40 => "v{60,61}", 2 => "v{4000,9000}", 1 => value()],
            ),
            0..400,
        ),
        sizes in prop::collection::vec(prop_oneof![1_usize..40, 1000_usize..9000], 1..5),
        longest in prop_oneof![Just(100_usize), Just(4095), Just(4096), Just(8192), Just(30_000)],
        proof in prop_oneof![
            Just(Proof::Unique(1)),
            Just(Proof::Unproven([0].into())),
            Just(Proof::Closed),
        ],
        whole: bool,
    ) {
        let mut output = String::new();
        let mut number = 0;
        for (step, value) in &lines {
            number = (number + step).max(0);
            output += &format!("n{number:04}\t{value}\tn{number:04}\n");
        }
        let guards = if proof == Proof::Unique(1) { listing().guards } else { Vec::new() };
        let frame = Frame { width: 3, guards, proof, longest };
        let bytes = output.as_bytes();
        let slow = found(Decoder::slow(frame.clone(), bytes.into(), whole), 3);
        prop_assert_eq!(&found(Decoder::over(frame.clone(), bytes.into(), whole), 3), &slow);
        let read = frame.clone().read(bytes.into(), whole, &Any);
        let records: Vec<_> = read.records.iter().map(|record| fields(&record, 3)).collect();
        prop_assert_eq!(&(records, read.errors), &slow);
        let (rows, errors) = fed(&frame, bytes, &sizes, whole);
        prop_assert_eq!(&errors, &slow.1);
        prop_assert!(rows.iter().eq(slow.0.iter().map(|(_, _, row)| row)));
    }
}
