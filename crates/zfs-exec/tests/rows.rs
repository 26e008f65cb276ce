//! A million rows as they come: constant memory, and nothing forged.
//!
//! One test, so that the memory of the process is that of the rows.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use zfs_exec::{Client, Local};
use zfs_parse::error::ParseErrorKind;
use zfs_parse::exchange::Program;
use zfs_parse::zfs::List;

const ROWS: u64 = 1_000_000;

/// A client of a `zfs` that is this script.
fn client(folder: &tempfile::TempDir, script: &str) -> Client<Local> {
    let path = folder.path().join("zfs");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let local = Local::new().program(Program::Zfs, path);
    Client::of_dialect(local, "openzfs-2.3".parse().unwrap())
}

/// The most memory that this process has had, in KiB.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// What a listing gives out: how many rows, none of them of these names, and what was reported.
fn read(client: &Client<Local>, columns: &[&str], never: &[&str]) -> (u64, Vec<ParseErrorKind>) {
    let mut rows = client.list_rows(List::new(columns).unwrap()).unwrap();
    let (mut count, mut errors) = (0, Vec::new());
    while let Some(row) = rows.next_row().unwrap() {
        match row {
            Ok(row) => {
                assert!(!never.iter().any(|name| name.as_bytes() == row.name()), "{row:?}");
                assert!(row.cell("used").unwrap().exact().is_some());
                count += 1;
            }
            Err(error) => errors.push(error.kind()),
        }
    }
    rows.conclude().complete().unwrap();
    (count, errors)
}

#[test]
fn a_million_rows_take_constant_memory_and_a_forged_one_is_never_given_out() {
    let folder = tempfile::tempdir().unwrap();
    let every_row = format!("for (i = 0; i < {ROWS}; i++)");
    let script = format!(r#"exec awk 'BEGIN {{ {every_row} printf "tank/d%d\t%d\n", i, i }}'"#);
    let found = read(&client(&folder, &script), &["name", "used"], &[]);
    assert_eq!(found, (ROWS, Vec::new()));

    // Two open columns; near the end, one value holds a whole record of a dataset that is not there.
    let hostile = ROWS - 3;
    let script = format!(
        r#"exec awk 'BEGIN {{ {every_row} {{
            n = "tank/d" i
            v = "value " i
            if (i == {hostile}) v = "x\t" n "\ty\t" n "\nforged\t0\ta\tforged\tb\tforged\n" n "\t1\tx"
            printf "%s\t%d\t%s\t%s\t/mnt %d\t%s\n", n, i, v, n, i, n
        }} }}'"#
    );
    let columns = ["name", "used", "x:y", "mountpoint"];
    let found = read(&client(&folder, &script), &columns, &["forged", "tank/d999997"]);
    assert_eq!(found, (ROWS - 1, vec![ParseErrorKind::Suspect]));

    assert!(peak() < 16 * 1024, "{} KiB", peak());
}
