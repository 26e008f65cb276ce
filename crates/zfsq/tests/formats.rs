//! How answers are printed.

mod common;

use common::{ended, parse, text};

const SIZES: &str = "zfs list -Hpo name,used,creation,quota,compressratio";

#[test]
fn tables_round_sizes_and_align_wide_characters() {
    let rows = "tank\t10741741326336\t1652000000\t0\t1.50\n\
                tank/TV Shows \t98304\t1652000000\t1048576\t1.00\n";
    let (table, code) = parse(SIZES, "openzfs-2.3", "table", rows.as_bytes());
    assert_eq!(code, 0);
    insta::assert_snapshot!(table, @r"
    NAME             USED  CREATION              QUOTA  RATIO
    tank            9.77T  2022-05-08T08:53:20Z   none  1.50x
    tank/TV Shows     96K  2022-05-08T08:53:20Z     1M  1.00x
    ");
    let rows = "tank\tテレビ番組\t1\ntank/a\tZoë\t22\n";
    let (table, _) =
        parse("zfs list -Hpo name,org.example:x,used", "openzfs-2.3", "table", rows.as_bytes());
    insta::assert_snapshot!(table, @r"
    NAME    org.example:x  USED
    tank    テレビ番組       1B
    tank/a  Zoë             22B
    ");
}

#[test]
fn a_rounded_size_stands_in_a_table_as_it_was_printed() {
    let (table, _) = parse("zfs list -Ho name,used", "illumos", "table", b"tank\t1.21T\n");
    assert_eq!(table, "NAME   USED\ntank  1.21T\n");
}

#[test]
fn names_with_spaces_keep_them() {
    let rows = b"tank/ lead\t1\ntank/trail \t2\ntank/two  spaces\t3\n";
    let (csv, _) = parse("zfs list -Hpo name,used", "openzfs-2.3", "csv", rows);
    assert_eq!(csv, "name,used\ntank/ lead,1\ntank/trail ,2\ntank/two  spaces,3\n");
    let (json, _) = parse("zfs list -Hpo name,used", "openzfs-2.3", "ndjson", rows);
    assert_eq!(json.lines().nth(1), Some(r#"{"name":"tank/trail ","used":2}"#));
    // A name in the last column is not trimmed either.
    let rows = b"1024\ttank/ lead\n2\ttank/trail \n";
    let (table, _) = parse("zfs list -Hpo used,name", "openzfs-2.3", "table", rows);
    assert_eq!(table, "USED  NAME\n  1K  tank/ lead\n  2B  tank/trail \n");
}

#[test]
fn control_characters_are_left_alone_in_pipes() {
    let rows = b"tank\tx\x1b[2Jy\\n\xff\n";
    let command = "zfs list -Ho name,org.example:x";
    let output = ended(&["parse", "--as", command, "--format", "csv"], rows).stdout;
    assert!(output.ends_with(b"x\x1b[2Jy\\n\xff\n"), "{output:?}");
    // TSV escapes what would end its fields, and the backslash that does so.
    let output = ended(&["parse", "--as", command, "--format", "tsv"], rows).stdout;
    assert!(output.ends_with(b"tank\tx\x1b[2Jy\\\\n\xff\n"), "{output:?}");
    let (json, _) = parse(command, "openzfs-2.3", "ndjson", rows);
    assert_eq!(
        json,
        "{\"name\":\"tank\",\"org.example:x\":{\"escaped\":\"x\\\\x1b[2Jy\\\\\\\\n\\\\xff\"}}\n"
    );
}

#[test]
fn in_tables_control_characters_are_visible_in_pipes_too() {
    let rows = b"tank\tx\x1b[2Jy\\n\xff\n";
    let command = "zfs list -Ho name,org.example:x";
    let output = ended(&["parse", "--as", command, "--format", "table"], rows).stdout;
    assert!(!output.contains(&0x1b) && !output.contains(&0xff), "{output:?}");
    assert!(output.windows(9).any(|seen| seen == b"x\\x1b[2Jy"), "{output:?}");
}

#[test]
fn csv_quotes_what_needs_it() {
    let rows = b"tank\ta \"b\", c\n";
    let (csv, _) = parse("zfs list -Ho name,org.example:x", "openzfs-2.3", "csv", rows);
    assert_eq!(csv, "name,org.example:x\ntank,\"a \"\"b\"\", c\"\n");
}

#[test]
fn machine_formats_are_exact() {
    let rows = b"tank\t10741741326336\t1652000000\t0\t1.50\nsick\t-\t-\t-\t-\n";
    let (tsv, _) = parse(SIZES, "openzfs-2.3", "tsv", rows);
    assert_eq!(
        tsv,
        "name\tused\tcreation\tquota\tcompressratio\n\
         tank\t10741741326336\t1652000000\tnone\t1.50\nsick\t-\t-\t-\t-\n"
    );
    let (json, _) = parse(SIZES, "openzfs-2.3", "ndjson", rows);
    assert_eq!(
        json,
        "{\"name\":\"tank\",\"used\":10741741326336,\"creation\":1652000000,\"quota\":\"none\",\
         \"compressratio\":1.5}\n\
         {\"name\":\"sick\",\"used\":null,\"creation\":null,\"quota\":null,\"compressratio\":null}\n"
    );
}

#[test]
fn properties_say_where_they_are_from() {
    let rows = b"tank/a b\tquota\t1024\tlocal\ntank/a b\tatime\toff\tinherited from tank\n";
    let command = "zfs get -Hp quota,atime";
    let (table, _) = parse(command, "openzfs-2.3", "table", rows);
    insta::assert_snapshot!(table, @r"
    NAME      PROPERTY  VALUE  SOURCE
    tank/a b  quota     1K     local
    tank/a b  atime     off    inherited from tank
    ");
    let (json, _) = parse(command, "openzfs-2.3", "ndjson", rows);
    assert_eq!(
        json,
        "{\"name\":\"tank/a b\",\"property\":\"quota\",\"value\":1024,\"source\":\"local\"}\n\
         {\"name\":\"tank/a b\",\"property\":\"atime\",\"value\":\"off\",\"source\":\"inherited\",\
         \"inherited_from\":\"tank\"}\n"
    );
    let (csv, _) = parse(command, "openzfs-2.3", "csv", rows);
    assert_eq!(
        csv,
        "name,property,value,source,inherited_from\ntank/a b,quota,1024,local,\n\
         tank/a b,atime,off,inherited,tank\n"
    );
}

#[test]
fn what_is_missing_ends_an_ndjson() {
    let output =
        ended(&["parse", "--as", "zfs list -Hpo name,used", "--format", "ndjson"], b"a\t1\nb\n");
    let lines: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0], r#"{"name":"a","used":1}"#);
    assert!(lines[1].starts_with(r#"{"incomplete":{"kind":"unreadable","#), "{}", lines[1]);
}

#[test]
fn a_property_without_a_source_has_none() {
    let get = "zfs get -Hp -o name,property,value,source quota,used";
    let rows = b"tank\tquota\t0\tdefault\ntank\tused\t96\t-\n";
    let (csv, _) = parse(get, "openzfs-2.3", "csv", rows);
    assert!(
        csv.contains("tank,quota,none,default,\n") && csv.contains("tank,used,96,-,\n"),
        "{csv}"
    );
    let (json, _) = parse(get, "openzfs-2.3", "ndjson", rows);
    let used = json.lines().nth(1);
    assert_eq!(used, Some(r#"{"name":"tank","property":"used","value":96,"source":null}"#));
}
