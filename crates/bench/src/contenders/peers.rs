//! How others read the same.

mod json;
#[cfg(libzetta)]
mod libzetta;

use super::{Contender, Input, Outcome};
use crate::rows::Printed;

const SAME_BYTES: Option<&str> = Some("zfs-parse: typed rows, saved output");
/// What a peer that needs JSON asks for, we ask for as columns.
const SAME_QUESTION: Option<&str> = Some("zfs-parse: typed rows, stream with guards");

pub(super) const ALL: &[Contender] = &[
    Contender {
        name: "csv: ByteRecord, nothing typed",
        printed: Printed::Plain,
        one_in: 1,
        run: csv_records,
        ours: SAME_BYTES,
    },
    Contender {
        name: "naive split into owned structs",
        printed: Printed::Plain,
        one_in: 1,
        run: naive,
        ours: SAME_BYTES,
    },
    Contender {
        name: "serde_json: typed, from zfs list -j",
        printed: Printed::Json,
        one_in: 10,
        run: json::typed,
        ours: SAME_QUESTION,
    },
    Contender {
        name: "zfskit: its dataset list, from zfs list -j",
        printed: Printed::Json,
        one_in: 10,
        run: json::zfskit,
        ours: SAME_QUESTION,
    },
];

/// libzetta, where its grammar was to be had.
#[cfg(libzetta)]
pub(super) const LIBZETTA: &[Contender] = libzetta::ALL;
#[cfg(not(libzetta))]
pub(super) const LIBZETTA: &[Contender] = &[];

fn csv_records(text: &mut Input) -> Outcome {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .delimiter(b'\t')
        .quoting(false)
        .from_reader(&text.0[..]);
    let mut record = csv::ByteRecord::new();
    let mut sum = 0_u64;
    while reader.read_byte_record(&mut record).expect("a record") {
        assert_eq!(record.len(), 13, "as many fields as columns");
        sum = sum.wrapping_add(record.iter().map(|field| field.len() as u64).sum());
    }
    Outcome::of(sum, ())
}

/// As one would write it in an afternoon, and as go-zfs has it.
struct Dataset {
    name: String,
    origin: String,
    mountpoint: String,
    compression: String,
    kind: String,
    numbers: [u64; 8],
}

fn naive(text: &mut Input) -> Outcome {
    let text = str::from_utf8(&text.0).expect("UTF-8");
    let datasets: Vec<Dataset> = text.lines().map(dataset).collect();
    let sum = datasets.iter().fold(0_u64, |sum, dataset| {
        let texts = [&dataset.name, &dataset.origin, &dataset.mountpoint];
        let words = [&dataset.compression, &dataset.kind];
        let length: usize = texts.iter().chain(&words).map(|text| text.len()).sum();
        dataset.numbers.iter().fold(sum.wrapping_add(length as u64), |s, n| s.wrapping_add(*n))
    });
    Outcome::of(sum, datasets)
}

fn dataset(line: &str) -> Dataset {
    let mut fields = line.split('\t');
    let mut text = || fields.next().expect("a field");
    let number = |text: &str| if text == "-" { 0 } else { text.parse().expect("a number") };
    let (name, origin) = (text().to_owned(), text().to_owned());
    let (used, available) = (number(text()), number(text()));
    let (mountpoint, compression) = (text().to_owned(), text().to_owned());
    let kind = text().to_owned();
    let [volsize, quota, referenced, written, logicalused, usedbydataset] =
        std::array::from_fn(|_| number(text()));
    let numbers =
        [used, available, volsize, quota, referenced, written, logicalused, usedbydataset];
    Dataset { name, origin, mountpoint, compression, kind, numbers }
}
