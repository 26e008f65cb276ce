//! Made-up datasets, the same in every run, and what `zfs list` prints of them.

use std::fmt::Write as _;

/// What go-zfs asks for, in its order.
pub const COLUMNS: [&str; 13] = [
    "name",
    "origin",
    "used",
    "available",
    "mountpoint",
    "compression",
    "type",
    "volsize",
    "quota",
    "referenced",
    "written",
    "logicalused",
    "usedbydataset",
];
const MOUNTPOINT: usize = 4;

/// As many, and none of them can hold a TAB or a newline: the snapshots' share of the space in
/// place of the mountpoint.
pub const CLOSED: [&str; 13] = {
    let mut columns = COLUMNS;
    columns[MOUNTPOINT] = "usedbysnapshots";
    columns
};

/// What is printed of the datasets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Printed {
    /// The columns as go-zfs asks for them.
    Plain,
    /// The same, in the order and with the guard that our own question asks for.
    Guarded,
    /// As many closed columns.
    Closed,
    /// The columns of [`Plain`](Self::Plain) by `zfs list -j -p`.
    Json,
    /// Their names alone.
    Names,
}

impl Printed {
    /// What is printed of so many datasets.
    #[must_use]
    pub fn of(self, rows: usize) -> Vec<u8> {
        let mut out = String::new();
        if self == Self::Json {
            out.push_str(
                r#"{"output_version":{"command":"zfs list","vers_major":0,"vers_minor":1},"datasets":{"#,
            );
        }
        for index in 0..rows {
            let dataset = Dataset::of(index);
            match self {
                Self::Plain => dataset.line(&mut out, &COLUMNS),
                Self::Closed => dataset.line(&mut out, &CLOSED),
                Self::Names => dataset.line(&mut out, &COLUMNS[..1]),
                Self::Guarded => {
                    let (open, closed) = (&COLUMNS[4..5], [&COLUMNS[..4], &COLUMNS[5..]].concat());
                    dataset.line(&mut out, &[&closed, open, &COLUMNS[..1]].concat());
                }
                Self::Json => dataset.object(&mut out, index > 0),
            }
        }
        if self == Self::Json {
            out.push_str("}}\n");
        }
        out.into_bytes()
    }
}

/// A made-up dataset: some are volumes, some clones, some have a quota.
struct Dataset {
    name: String,
    index: usize,
    random: u64,
}

impl Dataset {
    fn of(index: usize) -> Self {
        let name = format!("tank/home/user-{:04}/project-{index:07}", index / 100);
        Self { name, index, random: mixed(index as u64) }
    }

    fn is_volume(&self) -> bool {
        self.random.is_multiple_of(11)
    }

    /// What the cell of a column says.
    fn cell(&self, column: &str) -> String {
        // Every size another, of 5 to 13 digits.
        let size = || {
            let salt = column.bytes().fold(0, |salt, byte| salt * 31 + u64::from(byte));
            let random = mixed(self.random ^ salt);
            ((random >> 8) >> (8 + random % 24)).to_string()
        };
        match column {
            "name" => self.name.clone(),
            "origin" if self.random.is_multiple_of(7) => format!("tank/base@{}", self.index),
            "origin" => "-".into(),
            "mountpoint" | "quota" if self.is_volume() => "-".into(),
            "mountpoint" => format!("/{}", self.name),
            "compression" => ["lz4", "on", "off", "zstd"][(self.random >> 4) as usize % 4].into(),
            "type" if self.is_volume() => "volume".into(),
            "type" => "filesystem".into(),
            "volsize" if !self.is_volume() => "-".into(),
            "quota" if !self.random.is_multiple_of(3) => "0".into(),
            _ => size(),
        }
    }

    fn line(&self, out: &mut String, columns: &[&str]) {
        for (index, column) in columns.iter().enumerate() {
            out.push_str(if index == 0 { "" } else { "\t" });
            out.push_str(&self.cell(column));
        }
        out.push('\n');
    }

    /// As OpenZFS 2.3 prints it.
    fn object(&self, out: &mut String, follows: bool) {
        let comma = if follows { "," } else { "" };
        let kind = self.cell("type").to_uppercase();
        let _ = write!(
            out,
            r#"{comma}"{0}":{{"name":"{0}","type":"{kind}","pool":"tank","createtxg":"{1}","properties":{{"#,
            self.name,
            self.index + 12,
        );
        for (index, column) in COLUMNS[1..].iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            let (kind, data) = match *column {
                "mountpoint" | "compression" => ("INHERITED", "tank/home"),
                "quota" => ("DEFAULT", "-"),
                _ => ("NONE", "-"),
            };
            let value = self.cell(column);
            let _ = write!(
                out,
                r#"{comma}"{column}":{{"value":"{value}","source":{{"type":"{kind}","data":"{data}"}}}}"#,
            );
        }
        out.push_str("}}");
    }
}

/// Splitmix: a number that looks random.
fn mixed(seed: u64) -> u64 {
    let mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
