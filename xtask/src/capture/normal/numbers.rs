//! Numbers that name something: guids, transactions, objects.

use std::collections::{BTreeSet, HashMap};

use regex::bytes::{Captures, Regex};

use super::pattern;

/// A token that `zfs receive -s` leaves. Its parts are: a version, a checksum, a length, and the
/// rest, which is compressed.
const TOKEN: &str = "1-e604ea4bf-e0-789c636064000310a501c49c50360710a715e5e7a69766a6304001f58\
    a1f2d7ecd6ff95b018e1fb0bd2c3f2b35b5808581018f2f0d2fbf2d2d4e2d2ec8cc4d2d";

/// Above this a number is no guid, but stands for none.
const NONE: u64 = u64::MAX - (1 << 20);

/// Numbers that were seen, and what they became.
#[derive(Debug)]
pub(super) struct Numbers {
    decimal: Regex,
    hex: Regex,
    token: Regex,
    /// A guid that was rounded as if it were a size; no pool here has as much.
    rounded: Regex,
    seen: HashMap<u64, u64>,
}

impl Default for Numbers {
    fn default() -> Self {
        Self {
            decimal: pattern(r"\b\d{15,20}\b"),
            hex: pattern(r"\b0x[0-9a-f]{11,16}\b"),
            token: pattern(r"\b1-[0-9a-f]{5,16}-[0-9a-f]{2,4}-[0-9a-f]{60,}\b"),
            rounded: pattern(r"\b\d{1,4}(?:\.\d{1,2})?[EP]\b"),
            seen: HashMap::new(),
        }
    }
}

impl Numbers {
    /// All guids replaced.
    pub(super) fn guids(&mut self, text: &[u8]) -> Vec<u8> {
        let text = self.token.replace_all(text, TOKEN.as_bytes()).into_owned();
        let text = self.rounded.replace_all(&text, &b"13.2E"[..]).into_owned();
        let decimal = self.decimal.clone();
        let text = decimal.replace_all(&text, |found: &Captures<'_>| {
            let number = std::str::from_utf8(&found[0]).ok().and_then(|text| text.parse().ok());
            match number {
                Some(number) if number < NONE && number != i64::MAX as u64 => {
                    self.canonical(number).to_string().into_bytes()
                }
                _ => found[0].to_vec(),
            }
        });
        let hex = self.hex.clone();
        let text = hex.replace_all(&text, |found: &Captures<'_>| {
            let digits = std::str::from_utf8(&found[0][2..]).unwrap_or_default();
            match u64::from_str_radix(digits, 16) {
                Ok(number) if number < NONE => {
                    format!("{:#x}", self.canonical(number)).into_bytes()
                }
                _ => found[0].to_vec(),
            }
        });
        text.into_owned()
    }

    /// A number of twenty digits, by the order of appearance.
    fn canonical(&mut self, number: u64) -> u64 {
        let next = self.seen.len() as u64 + 1;
        *self.seen.entry(number).or_insert_with(|| {
            // Numbers as odd as real ones: a fixed mixture of the position.
            let mixed = next.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            10_000_000_000_000_000_000 + (mixed ^ (mixed >> 32)) % 8_000_000_000_000_000_000
        })
    }
}

/// Columns and properties that hold numbers which the engine gives out as it goes.
const GIVEN_OUT: [&str; 6] =
    ["createtxg", "objsetid", "last_scrubbed_txg", "ivsetguid", "keyguid", "unique"];

/// The numbers of transactions and object sets, by their rank in this output.
pub(super) fn transactions(text: &[u8], argv: &[String]) -> Vec<u8> {
    let names = GIVEN_OUT.join("|");
    let patterns = [
        // Rows of `get`; the space behind the value gives or takes.
        format!(r"(?P<before>[\t ](?:{names})(?:\t| +))(?P<number>\d+)(?P<spaces> *)"),
        // JSON: plain members, and members of properties.
        r#"(?P<before>"(?:txg|createtxg|objsetid)": *"?)(?P<number>\d+)(?P<spaces>)"#.to_owned(),
        format!(
            r#"(?P<before>"(?:{names})": *\{{[^{{}}]*?"value": *"?)(?P<number>\d+)(?P<spaces>)"#
        ),
        // `zpool history -i` and `zpool events -v`.
        r"(?P<before>\btxg[: =]+)(?P<number>\d+)(?P<spaces>)".to_owned(),
    ];
    let mut text = text.to_vec();
    for known in patterns.iter().map(|text| pattern(text)) {
        let ranks = ranks(known.captures_iter(&text).map(|found| found["number"].to_vec()));
        let replaced = known.replace_all(&text, |found: &Captures<'_>| {
            ranks.written(&found["before"], &found["number"], &found["spaces"])
        });
        text = replaced.into_owned();
    }
    for column in columns(argv) {
        let cells = text.split(|b| *b == b'\n');
        let cell = |line: &[u8]| line.split(|b| *b == b'\t').nth(column).map(<[u8]>::to_vec);
        let ranks = ranks(cells.filter_map(cell).filter(|c| is_number(c)));
        let lines = text.split(|b| *b == b'\n').map(|line| {
            let cells = line.split(|b| *b == b'\t').enumerate().map(|(index, cell)| {
                if index == column && is_number(cell) {
                    ranks.written(b"", cell, b"")
                } else {
                    cell.to_vec()
                }
            });
            cells.collect::<Vec<_>>().join(&b'\t')
        });
        text = lines.collect::<Vec<_>>().join(&b'\n');
    }
    text
}

fn is_number(cell: &[u8]) -> bool {
    !cell.is_empty() && cell.iter().all(u8::is_ascii_digit)
}

/// Where such columns are, when `-H` puts TABs between them.
fn columns(argv: &[String]) -> Vec<usize> {
    let is_list = matches!(argv.get(1).map(String::as_str), Some("list"));
    let cluster = |word: &&String| word.starts_with('-') && !word.starts_with("--");
    if !is_list || !argv.iter().filter(cluster).any(|word| word.contains('H')) {
        return Vec::new();
    }
    let at = argv.iter().position(|word| word.starts_with('-') && word.ends_with('o'));
    let Some(columns) = at.and_then(|at| argv.get(at + 1)) else { return Vec::new() };
    let columns = columns.split(',').enumerate();
    columns.filter(|(_, name)| GIVEN_OUT.contains(name)).map(|(index, _)| index).collect()
}

/// The ranks of numbers among each other.
struct Ranks(Vec<u64>);

fn ranks(numbers: impl Iterator<Item = Vec<u8>>) -> Ranks {
    let parsed = numbers.filter_map(|text| std::str::from_utf8(&text).ok()?.parse().ok());
    let all: BTreeSet<u64> = parsed.filter(|number| *number != 0).collect();
    Ranks(all.into_iter().collect())
}

impl Ranks {
    /// A canonical number, which is above a hundred; none stays none.
    fn written(&self, before: &[u8], number: &[u8], spaces: &[u8]) -> Vec<u8> {
        let parsed: Option<u64> = std::str::from_utf8(number).ok().and_then(|n| n.parse().ok());
        let rank = parsed.and_then(|parsed| self.0.binary_search(&parsed).ok());
        let Some(rank) = rank else { return [before, number, spaces].concat() };
        let new = (101 + rank).to_string();
        let width = number.len() + spaces.len();
        let spaces =
            if spaces.len() < 2 { spaces.len() } else { (width - new.len().min(width)).max(2) };
        [before, new.as_bytes(), &b" ".repeat(spaces)].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argv(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_guid_returns_as_the_same() {
        let mut numbers = Numbers::default();
        let text = numbers.guids(b"1234567890123456789 x 18446744073709551615 y 12345678901234 ");
        let again = numbers.guids(b"1234567890123456789 0x112210f47de98115");
        let guid = text[..20].to_vec();
        assert!(text.ends_with(b" x 18446744073709551615 y 12345678901234 "));
        assert!(again.starts_with(&guid));
        let number: u64 = std::str::from_utf8(&guid).unwrap().parse().unwrap();
        assert!(again.ends_with(format!("{number:#x}").as_bytes()));
    }

    #[test]
    fn transactions_keep_their_order() {
        let rows = b"a\tcreatetxg\t9001\t-\nb\tcreatetxg\t17\t-\n";
        let expected = "a\tcreatetxg\t102\t-\nb\tcreatetxg\t101\t-\n";
        assert_eq!(String::from_utf8_lossy(&transactions(rows, &[])), expected);
        let rows = b"a\t5\t3\nb\t6\t3\n";
        let list = argv("zfs list -Hp -o name,createtxg,used");
        assert_eq!(transactions(rows, &list), b"a\t101\t3\nb\t102\t3\n");
        let table = b"t  createtxg  77                     -\n";
        assert_eq!(transactions(table, &[]), b"t  createtxg  101                    -\n");
    }
}
