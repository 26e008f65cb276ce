//! Saved output: what the captures of real systems read as.

mod common;

use common::{code, ended, fixture, parse, parse_json, text, zfsq};
use serde_json::json;

#[test]
fn a_faulted_pool_of_illumos_is_listed_with_null_numbers() {
    let (document, code) = parse_json(
        "zpool list -Hpo name,size,allocated,free,health",
        "illumos",
        &fixture("illumos-helios/zpool_list_Hpo_faulted"),
    );
    assert_eq!(
        document,
        json!({
            "schema": 1,
            "command": "parse",
            "dialect": "illumos",
            "proven": true,
            "commands": [],
            "rows": [{
                "name": "oxp_00000000-0000-4000-8000-000000000001",
                "size": null,
                "allocated": null,
                "free": null,
                "health": "FAULTED",
            }],
            "incomplete": [],
        })
    );
    assert_eq!(code, 0);
}

#[test]
fn freebsd_11_keeps_its_units_under_p_and_they_are_read_off() {
    let (document, code) =
        parse_json("zpool list -Hp", "freebsd-11", &fixture("freebsd-11/zpool_list_Hp_unavail"));
    assert_eq!(code, 0);
    let [sick, well] = &document["rows"].as_array().expect("rows")[..] else { panic!("two pools") };
    assert_eq!((&sick["health"], &sick["size"]), (&json!("UNAVAIL"), &json!(null)));
    assert_eq!(well["fragmentation"], json!(16));
    assert_eq!(well["dedupratio"], json!(1.00));
    assert_eq!(well["size"], json!(110_595_407_872_u64));
}

#[test]
fn the_greatest_number_is_none_for_a_limit_and_a_number_for_a_guid() {
    let (document, code) = parse_json(
        "zfs list -Hpo name,filesystem_limit,guid",
        "openzfs-2.1",
        b"tank\t18446744073709551615\t18446744073709551615\n",
    );
    assert_eq!(code, 0);
    let row = &document["rows"][0];
    assert_eq!(row["filesystem_limit"], json!("none"));
    // A string, because JavaScript's numbers can't hold it.
    assert_eq!(row["guid"], json!("18446744073709551615"));
}

#[test]
fn a_rounded_size_comes_with_its_interval() {
    let (document, code) = parse_json("zfs list -Ho name,used", "illumos", b"tank\t1.21T\n");
    assert_eq!(code, 0);
    assert_eq!(
        document["rows"][0]["used"],
        json!({"rounded": "1.21T", "low": 1_324_911_511_471_u64, "high": 1_335_906_627_747_u64})
    );
}

#[test]
fn a_german_comma_is_a_point() {
    let point = parse_json("zfs list -Ho name,used", "openzfs-0.7", b"tank\t4.36T\n");
    let comma = parse_json("zfs list -Ho name,used", "openzfs-0.7", b"tank\t4,36T\n");
    assert_eq!(comma, point);
    assert_eq!(comma.0["rows"][0]["used"]["rounded"], json!("4.36T"));
}

#[test]
fn a_german_date_is_told_and_the_rest_is_read() {
    let saved = fixture("openzfs-0.7/zfs_get_all_comma_decimal");
    let (document, code) = parse_json("zfs get all", "openzfs-0.7", &saved);
    assert_eq!(code, 4);
    let rows = document["rows"].as_array().expect("rows");
    let value = |property: &str| {
        rows.iter().find(|row| row["property"] == property).expect("a row")["value"].clone()
    };
    assert_eq!(value("used")["rounded"], json!("6.10T"));
    assert_eq!(value("creation"), json!({"unreadable": r"Mi M\xc3\xa4r 18 13:59 2020"}));
    assert_eq!(document["incomplete"][0]["kind"], json!("unreadable"));
    assert_eq!(document["incomplete"][0]["line"], json!(3));
}

#[test]
fn a_forged_row_is_withheld_where_it_shows() {
    // openzfs/zfs#11642: one user property whose value holds another row for `type`.
    let saved = fixture("openzfs-2.0/zfs_get_Hp_forged_rows");
    for format in ["table", "json", "ndjson", "csv", "tsv"] {
        let args = ["parse", "--as", "zfs get -Hp all rpool", "--format", format];
        let output = ended(&args, &saved);
        assert_eq!(code(&output), 4, "{format}");
        let rows = text(&output.stdout);
        let rows = rows.split("incomplete").next().expect("the rows come first");
        assert!(!rows.contains("pigeon"), "{format}: {rows}");
        assert!(text(&output.stderr).contains("can't be told from a forged one"), "{format}");
    }
    let (document, _) = parse_json("zfs get -Hp all rpool", "openzfs-2.0", &saved);
    assert_eq!(document["proven"], json!(false));
}

#[test]
fn what_is_not_proved_is_said() {
    let output = ended(&["parse", "--as", "zfs list -Ho name,org.example:x"], b"tank\tv\n");
    assert_eq!(code(&output), 0);
    assert!(text(&output.stderr).starts_with("zfsq: note: "), "{:?}", text(&output.stderr));
    let output = ended(&["parse", "--as", "zfs list -Ho name,used"], b"tank\t1\n");
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn a_column_that_was_asked_for_twice_is_one_key() {
    let (text, code) = parse("zfs list -Hpo name,used,name", "illumos", "ndjson", b"a\t1\ta\n");
    assert_eq!((text.as_str(), code), ("{\"name\":\"a\",\"used\":1}\n", 0));
}

#[test]
fn a_saved_command_line_is_split_as_a_shell_does() {
    let command = "/sbin/zfs list -H -o 'name,used' 'tank/a b'";
    let (text, code) = parse(command, "openzfs-2.3", "csv", b"tank/a b\t96K\n");
    assert_eq!((text.as_str(), code), ("name,used\ntank/a b,96K\n", 0));
}

#[test]
fn the_commands_status_counts() {
    let args = ["parse", "--as", "zfs list -Ho name", "--exit", "1"];
    let output = ended(&args, b"tank\n");
    assert_eq!(code(&output), 3);
    assert_eq!(text(&output.stderr), "zfsq: exit status 1\n");
    assert_eq!(code(&ended(&args, b"")), 1);
}

#[test]
fn what_is_not_read_is_a_usage_error_that_says_what_is() {
    for (command, message) in [
        ("zpool status", "zfs list, zfs get, zpool list and zpool get"),
        ("zfs list -Hj", "-j is not read"),
        ("zfs list 'a", "a quote is not closed"),
        ("", "name the command"),
    ] {
        let output = zfsq(&["parse", "--as", command]);
        assert_eq!(code(&output), 2, "{command}");
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
    let output = zfsq(&["parse", "--as", "zfs list", "/no/such/file"]);
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).starts_with("zfsq: can't read /no/such/file: "));
    let output = zfsq(&["parse", "--as", "zfs list", "--dialect", "zfs-9"]);
    assert_eq!(code(&output), 2);
}
