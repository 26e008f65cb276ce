//! Rows that ZFS tells in the order of a hash, which is salted anew for each dataset: those of user
//! properties, of entries of a folder that differ, of snapshots that would be destroyed, of holds, of
//! files that are damaged, and in the old lineage those of users and groups.

use regex::bytes::Captures;

use super::pattern;

/// A dataset and a user property of it.
type Key = (Vec<u8>, Vec<u8>);
type Row = (Option<Key>, Vec<u8>);

/// The rows of user properties that `get all` prints, sorted by name; the others stay where they
/// are. A value of several lines stays with its row.
pub(super) fn sorted(text: &[u8], argv: &[String]) -> Vec<u8> {
    match argv.get(1).map(String::as_str) {
        Some("userspace" | "groupspace") => {
            return sorted_alike(text, r"^(?:used|quota) (?:user|group)  ");
        }
        // Of one snapshot.
        Some("holds") => return sorted_alike(text, r"^[^\t\n]*?@.*?(?:\t| {2,})"),
        Some("status") => {
            let text = sorted_runs(text, |line| is_damaged(line).then_some(()));
            return sorted_list(&text, "errlist");
        }
        Some("diff") => return sorted_differences(text),
        Some("destroy") => return sorted_runs(text, |line| is_destroyed(line).then_some(())),
        _ => {}
    }
    let is_get = argv.get(1).is_some_and(|word| word == "get");
    if !is_get || !argv.iter().any(|word| word == "all") {
        return text.to_vec();
    }
    let user = pattern(r"^([^\t\n]+?)(?:\t| {2,})([a-z0-9._-]+:[a-z0-9._:-]+)(?:\t| {2,})");
    let mut rows: Vec<Row> = Vec::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let key = user.captures(line).map(|found| (found[1].to_vec(), found[2].to_vec()));
        match (&key, rows.last_mut()) {
            // It goes on, unless another row of the dataset begins.
            (None, Some((Some((name, _)), row))) if !is_row_of(line, name) => row.extend(line),
            _ => rows.push((key, line.to_vec())),
        }
    }
    let mut start = 0;
    while start < rows.len() {
        let name = rows[start].0.as_ref().map(|(name, _)| name.clone());
        let same = rows[start..].iter().take_while(|(key, _)| {
            name.is_some() && key.as_ref().map(|(name, _)| name) == name.as_ref()
        });
        let end = start + same.count().max(1);
        rows[start..end].sort_by(|(one, _), (other, _)| one.cmp(other));
        start = end;
    }
    rows.into_iter().flat_map(|(_, row)| row).collect()
}

fn is_row_of(line: &[u8], name: &[u8]) -> bool {
    let rest = line.strip_prefix(name);
    rest.is_some_and(|rest| rest.starts_with(b"\t") || rest.starts_with(b"  "))
}

/// Lines that begin alike, sorted within each run of them. (Space by owner is sorted by all systems
/// but zfs-fuse.)
fn sorted_alike(text: &[u8], beginning: &str) -> Vec<u8> {
    let beginning = pattern(beginning);
    sorted_runs(text, |line| beginning.find(line).map(|found| found.as_bytes().to_vec()))
}

/// The texts of a list of JSON, sorted.
fn sorted_list(text: &[u8], key: &str) -> Vec<u8> {
    let one = r#""(?:[^"\\]|\\.)*""#;
    let list = pattern(&format!(r#""{key}":\[({one}(?:,{one})*)\]"#));
    let sorted = |found: &Captures<'_>| {
        let mut texts: Vec<&[u8]> =
            pattern(one).find_iter(&found[1]).map(|text| text.as_bytes()).collect();
        texts.sort_unstable();
        let key = format!("\"{key}\":[").into_bytes();
        [key, texts.join(&b","[..]), b"]".to_vec()].concat()
    };
    list.replace_all(text, sorted).into_owned()
}

/// Lines of one kind, sorted within each run of them.
fn sorted_runs<K: PartialEq>(text: &[u8], kind: impl Fn(&[u8]) -> Option<K>) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    for run in lines.chunk_by_mut(|one, other| kind(one).is_some() && kind(one) == kind(other)) {
        run.sort_unstable();
    }
    lines.concat()
}

/// Rows of changes, sorted. A line that begins none is part of the name before it: `zfs diff -h`
/// prints names as they are.
fn sorted_differences(text: &[u8]) -> Vec<u8> {
    let mut rows: Vec<Vec<u8>> = Vec::new();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        match rows.last_mut() {
            Some(row) if !is_difference(line) => row.extend(line),
            _ => rows.push(line.to_vec()),
        }
    }
    rows.sort_unstable();
    rows.concat()
}

/// A change, perhaps after its time.
fn is_difference(line: &[u8]) -> bool {
    pattern(r"^(?:\d+\.\d{9}\t)?[-+MR]\t").is_match(line)
}

/// A snapshot that is or would be destroyed, or is in the way of it. What is printed for datasets
/// is in their order.
fn is_destroyed(line: &[u8]) -> bool {
    pattern(r"^[^':\n]+@[^':\n]*$").is_match(line)
}

/// A file that is damaged: its path, or what else is known of it.
fn is_damaged(line: &[u8]) -> bool {
    pattern(r"^ {8}\S").is_match(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_user_properties_are_sorted_and_stay_whole() {
        let argv = ["zfs", "get", "-H", "all", "t"].map(str::to_owned);
        let text = b"t\tused\t1\t-\nt\tx:b\tone\ntwo\tlocal\nt\tx:a\t1\tlocal\n";
        let expected = "t\tused\t1\t-\nt\tx:a\t1\tlocal\nt\tx:b\tone\ntwo\tlocal\n";
        assert_eq!(String::from_utf8_lossy(&sorted(text, &argv)), expected);
        assert_eq!(sorted(text, &argv[..2]), text);
        let table = b"t  x:b   1      local\nt  x:a   2      local\n";
        assert_eq!(sorted(table, &argv), b"t  x:a   2      local\nt  x:b   1      local\n");
    }

    #[test]
    fn differences_and_snapshots_to_destroy_are_sorted() {
        let argv = ["zfs", "diff", "t@a"].map(str::to_owned);
        let text = b"R\t/b -> /a\n-\t/c\n+\t/a\n";
        assert_eq!(sorted(text, &argv), b"+\t/a\n-\t/c\nR\t/b -> /a\n");
        assert_eq!(sorted(b"M\t/b\n+\t/new\nline\n", &argv), b"+\t/new\nline\nM\t/b\n");
        let argv = ["zfs", "holds", "t@a"].map(str::to_owned);
        let text = b"NAME  TAG\nt@b  z\nt@b  a\nt@a  b\n";
        assert_eq!(sorted(text, &argv), b"NAME  TAG\nt@b  a\nt@b  z\nt@a  b\n");
        let argv = ["zpool", "status", "-v", "t"].map(str::to_owned);
        let text = b"files:\n\n        t:<0x3>\n        /t/b c\n        t/a@s:/b\n";
        let expected = b"files:\n\n        /t/b c\n        t/a@s:/b\n        t:<0x3>\n";
        assert_eq!(sorted(text, &argv), expected);
        let argv = ["zpool", "status", "-jv", "t"].map(str::to_owned);
        let text = br#"{"errlist":["/t/b","/t/\"a,\\"],"x":["/b","/a"]}"#;
        assert_eq!(sorted(text, &argv), br#"{"errlist":["/t/\"a,\\","/t/b"],"x":["/b","/a"]}"#);
        let argv = ["zfs", "destroy", "-nvr", "t"].map(str::to_owned);
        let text =
            b"would destroy t/b@2\nwould destroy t/b@1\nwould destroy t/b\nwould destroy t@1\n";
        let expected =
            b"would destroy t/b@1\nwould destroy t/b@2\nwould destroy t/b\nwould destroy t@1\n";
        assert_eq!(sorted(text, &argv), expected);
    }
}
