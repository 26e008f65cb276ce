//! Tables that were printed for people give the rows that went in, or say which they can't give.

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use zfs_parse::Dialect;
use zfs_parse::saved::{Reading, Saved};

/// A name or value that a table does not spoil: nothing of it is padding.
fn text() -> impl Strategy<Value = String> {
    "[a-z]([a-z]| |  |/[a-z]){0,8}[a-z]".prop_map(|text| text.replace("/ ", "/x"))
}

fn size() -> impl Strategy<Value = String> {
    "[1-9][0-9]{0,3}[KMG]|[1-9]\\.[0-9]{2}T|0|-"
}

/// Prints rows under a header as `zfs list` does: two spaces between columns, each as wide as its
/// widest cell, numbers to the right, and the last column not padded.
fn table(header: &[&str], right: &[bool], rows: &[Vec<String>]) -> String {
    let cells = |column: usize| rows.iter().map(move |row| row[column].len());
    let widths: Vec<usize> =
        (0..header.len()).map(|c| cells(c).chain([header[c].len()]).max().unwrap_or(0)).collect();
    let line = |row: Vec<&str>| {
        let cell = |(c, text): (usize, &str)| match (right[c], c + 1 == header.len()) {
            (true, _) => format!("{text:>0$}", widths[c]),
            (false, true) => text.to_owned(),
            (false, false) => format!("{text:<0$}", widths[c]),
        };
        row.into_iter().enumerate().map(cell).collect::<Vec<_>>().join("  ") + "\n"
    };
    let rows = rows.iter().map(|row| line(row.iter().map(String::as_str).collect()));
    [line(header.to_vec())].into_iter().chain(rows).collect()
}

fn config() -> ProptestConfig {
    let failure_persistence = Some(Box::new(FileFailurePersistence::Off) as _);
    ProptestConfig { cases: 400, failure_persistence, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn listings(rows in prop::collection::vec((text(), size(), text(), size(), text()), 1..5)) {
        let header = ["NAME", "USED", "A:B", "AVAIL", "MOUNTPOINT"];
        let rows: Vec<Vec<String>> =
            rows.into_iter().map(|(a, b, c, d, e)| vec![a, b, c, d, e]).collect();
        let output = table(&header, &[false, true, false, true, false], &rows);
        let command = ["zfs", "list", "-o", "name,used,a:b,avail,mountpoint"];
        let saved = Saved::of(command, Dialect::default()).unwrap();
        let (reading, lacks) = saved.read(output.clone().into_bytes()).partial();
        let Reading::Listing(listing) = reading else { panic!("a listing") };
        prop_assert_eq!(listing.len() + lacks.len(), rows.len(), "{}", output);
        for row in listing.rows() {
            let truth = &rows[row.line() - 2];
            for (column, truth) in truth.iter().enumerate() {
                let read = row.text(column).unwrap_or_default();
                prop_assert_eq!(String::from_utf8_lossy(read), truth.as_str(), "{}", output);
            }
        }
    }

    #[test]
    fn properties(rows in prop::collection::vec((text(), text()), 1..6)) {
        let header = ["NAME", "PROPERTY", "VALUE", "SOURCE"];
        let row = |(name, value): (String, String)| vec![name, "a:b".into(), value, "inherited from p".into()];
        let rows: Vec<Vec<String>> = rows.into_iter().map(row).collect();
        let output = table(&header, &[false; 4], &rows);
        let saved = Saved::of(["zfs", "get", "a:b"], Dialect::default()).unwrap();
        let (reading, lacks) = saved.read(output.clone().into_bytes()).partial();
        let Reading::Properties(read) = reading else { panic!("properties") };
        prop_assert_eq!(read.len() + lacks.len(), rows.len(), "{}", output);
        for row in read.rows() {
            let truth = &rows[row.line() - 2];
            let texts = [row.name(), row.property_name(), row.value_text()];
            for (read, truth) in texts.into_iter().zip(truth) {
                prop_assert_eq!(String::from_utf8_lossy(read), truth.as_str(), "{}", output);
            }
        }
    }

    /// An old `zpool get` makes its columns too narrow for some values, and the rest of the row
    /// moves to the right.
    #[test]
    fn properties_in_narrow_columns(rows in prop::collection::vec((text(), prop::sample::select(&["-", "default", "local"][..])), 1..4)) {
        let mut output = "NAME  PROPERTY  VALUE   SOURCE\n".to_owned();
        for (value, source) in &rows {
            output.push_str(&format!("tank  altroot   {value:<6}  {source}\n"));
        }
        let saved = Saved::of(["zpool", "get", "altroot"], Dialect::default()).unwrap();
        let (reading, _) = saved.read(output.clone().into_bytes()).partial();
        let Reading::Properties(read) = reading else { panic!("properties") };
        for row in read.rows() {
            let (value, _) = &rows[row.line() - 2];
            prop_assert_eq!(String::from_utf8_lossy(row.value_text()), value.as_str(), "{}", output);
        }
    }
}
