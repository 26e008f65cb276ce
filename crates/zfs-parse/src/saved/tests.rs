//! Command lines and what they have printed.

use super::*;
use crate::error::ParseErrorKind;
use alloc::string::ToString;
use proptest::prelude::*;

fn saved(command: &str) -> Result<Saved, UnreadableCommand> {
    Saved::of(command.split(' '), Dialect::default())
}

fn read(command: &str, output: &str) -> (Listing, Vec<Lack>) {
    let (reading, lacks) = saved(command).unwrap().read(output.into()).partial();
    let Reading::Listing(listing) = reading else { panic!("a listing") };
    (listing, lacks)
}

#[test]
fn options_are_read_as_getopt_reads_them() {
    for command in [
        "zfs list -Hpo name,used",
        "zfs list -H -p -o name,used tank",
        "zfs list tank -oname,used -Hp",
        "/sbin/zfs list -o used -o name,used -pH -t all -d 1 -s name -- tank",
    ] {
        let (listing, lacks) = read(command, "tank\t1\n");
        let cell = listing.rows().next().unwrap().cell("used").unwrap();
        assert_eq!((cell.exact(), lacks), (Some(1), Vec::new()), "{command}");
    }
}

#[test]
fn what_changes_the_output_in_a_way_that_is_not_read_is_refused() {
    for (command, error) in [
        ("zfs list -Hj", "the output of zfs list with -j is not read"),
        ("zpool list -v", "the output of zpool list with -v is not read"),
        ("zfs list -o", "option -o lacks its argument"),
        ("zfs list -H -o all", "'all' stands alone, and only in get"),
        (
            "zfs get -o name,colour all",
            "get has no field 'colour': name, property, value, received and source are all",
        ),
        ("zfs get -H", "get names no property"),
        (
            "zfs list -H tank | grep -v x",
            "'|' is for a shell: name the command by itself, and give its output as it printed it",
        ),
        (
            "zfs get -H all 2>/dev/null",
            "'2>/dev/null' is for a shell: name the command by itself, and give its output as it \
             printed it",
        ),
        (
            "zpool list -H tank 5",
            "with an interval ('5') all is listed again and again: give the output of one listing",
        ),
        (
            "sudo zfs list",
            "no output of 'sudo zfs' is read yet: zfs list, zfs get, zpool list and zpool get are; \
             name the command by itself, without variables or sudo in front of it",
        ),
        ("zfs list -Ho name,a;b", "no property is called 'a;b'"),
    ] {
        assert_eq!(saved(command).unwrap_err().to_string(), error);
    }
    assert!(matches!(saved("zpool status"), Err(UnreadableCommand::Command(_))));
    assert!(matches!(saved("zfs"), Err(UnreadableCommand::Command(_))));
}

#[test]
fn all_fields_of_a_pools_properties_are_four() {
    for (command, output) in [
        (
            "zpool get -o all size tank",
            "NAME  PROPERTY  VALUE    SOURCE\ntank  size      240M     -\n",
        ),
        ("zpool get -H -o all size tank", "tank\tsize\t240M\t-\n"),
    ] {
        let answer = saved(command).unwrap().read(output.into());
        let Reading::Properties(properties) = answer.complete().unwrap() else {
            panic!("{command}")
        };
        assert_eq!(properties.rows().next().unwrap().value_text(), b"240M", "{command}");
    }
}

#[test]
fn a_tables_columns_are_those_of_its_header() {
    let (listing, lacks) = read(
        "zpool list",
        "NAME   SIZE   USED  AVAIL    CAP  HEALTH  ALTROOT\n\
        depot  5.44T   137K  5.44T     0%  ONLINE  -\n",
    );
    let row = listing.rows().next().unwrap();
    assert_eq!(row.cell("health").unwrap().bytes(), Some(&b"ONLINE"[..]));
    assert!(row.cell("size").unwrap().value().is_some());
    assert_eq!(lacks, []);
}

#[test]
fn a_table_under_another_header_than_was_asked_for_is_not_read() {
    let swapped = "NAME  AVAIL  USED\ntank  5G  1K\n";
    for output in [
        swapped,
        "NAME  FOO  BAR\ntank  5G  1K\n",
        "tank  5G  1K\ntank/a  5G  1K\n",
        "tank  1K  5G",
    ] {
        let (listing, lacks) = read("zfs list -o name,used,avail", output);
        assert!(listing.is_empty() && !lacks.is_empty(), "{output}: {listing:?}");
    }
    assert_eq!(read("zfs list -o name,avail,used", swapped).1, []);
}

#[test]
fn saved_output_with_the_guards_of_our_questions_is_proved_or_withheld() {
    let command = "zfs list -Hpo name,used,x:y,name";
    assert!(saved(command).unwrap().read(b"a\t1\tv\ta\n".into()).value().is_proven());
    let (listing, lacks) = read(command, "a\t1\tv\ta\nb\t5\tw\ta\n");
    assert_eq!((listing.len(), lacks.len()), (0, 1), "{listing:?}");
    assert_eq!(read(command, "a\t1\tv\ta\nb\t5\tw\tb\n").0.columns().len(), 3);
}

#[test]
fn nothing_to_list_is_an_empty_listing() {
    for (command, output) in [
        ("zfs list", "no datasets available\n"),
        ("zpool list", "no pools available\n"),
        ("zfs list -H", ""),
    ] {
        let (listing, lacks) = read(command, output);
        assert!(listing.is_empty() && lacks.is_empty(), "{command}: {lacks:?}");
    }
}

#[test]
fn saved_output_with_open_columns_is_not_proved() {
    assert!(saved("zfs list -Ho name,used").unwrap().read(Vec::new()).value().is_proven());
    assert!(!saved("zfs list -Ho name,x:y").unwrap().read(Vec::new()).value().is_proven());
    assert!(!saved("zfs get -H all").unwrap().read(Vec::new()).value().is_proven());
    // The guards of our own questions are asked for by name alone, so they prove nothing here.
    assert!(
        saved("zfs get -Hpo name,property,source,value,name x:y tank")
            .unwrap()
            .read(Vec::new())
            .value()
            .is_proven()
    );
}

#[test]
fn a_table_proves_nothing_since_it_loses_the_spaces_that_end_a_name() {
    let table = "NAME        USED\ntank/trail    1K\n";
    let (listing, _) = read("zfs list -o name,used", table);
    assert!(!listing.is_proven());
    let table = "NAME         PROPERTY  VALUE  SOURCE\ntank/trail   used      1K     -\n";
    assert!(!saved("zfs get used").unwrap().read(table.into()).value().is_proven());
}

#[test]
fn nothing_is_missing_from_rows_that_do_not_name_their_property() {
    for (command, output) in [
        ("zfs get -Hp -o value used tank", "1024\n"),
        ("zfs get -H -o property,value used,type", "used\t1K\ntype\tvolume\nused\t2K\n"),
    ] {
        let answer = saved(command).unwrap().read(output.into());
        assert_eq!(answer.lacks(), [], "{command}");
    }
}

#[test]
fn a_row_forged_into_a_saved_get_is_withheld_where_it_shows() {
    // openzfs/zfs#11642: one user property whose value holds a second row for `type`.
    let output = "rpool\ttype\tfilesystem\t-\nrpool\ttest:test\tvalue\tlocal\n\
        rpool\ttype\tpigeon\t-\nrpool\tused\t1\t-\n";
    let (reading, lacks) = saved("zfs get -Hp all").unwrap().read(output.into()).partial();
    let Reading::Properties(rows) = reading else { panic!("properties") };
    assert_eq!(rows.len(), 1);
    assert!(rows.row(b"rpool", "type").is_none());
    assert!(!lacks.is_empty());
}

proptest! {
    #[test]
    fn any_command_line_and_output_are_read_or_refused(
        words in prop::collection::vec("zfs|zpool|list|get|-[HpoOstrd]{0,3}|[a-z:@,]{0,8}|all|name", 0..7),
        output: Vec<u8>,
        dialect in prop::sample::select(&["openzfs", "legacy", "solaris-10", "freebsd-11", "illumos"][..]),
    ) {
        let dialect: Dialect = dialect.parse().unwrap();
        if let Ok(saved) = Saved::of(&words, dialect) {
            let answer = saved.read(output);
            let _ = alloc::format!("{answer:?}");
        }
    }
}

#[test]
fn what_is_no_header_is_not_taken_for_one() {
    for command in ["zfs list", "zfs list -o all", "zpool list", "zpool list -o all"] {
        for output in [
            "Permission denied\n",
            "The ZFS modules are not loaded.\n",
            "bash: zfs: command not found\n",
            "tank\ntank/a\n",
            "tank 1K\ntank/a 3K\n",
            "NAME USED\ntank 1K\n",
            "\n\n",
        ] {
            let (listing, lacks) = read(command, output);
            assert!(listing.is_empty(), "{command}: {output}");
            let kinds: Vec<_> = lacks
                .iter()
                .map(|lack| match lack {
                    Lack::Unreadable(error) => error.kind(),
                    lack => panic!("{lack}"),
                })
                .collect();
            assert_eq!(kinds[0], ParseErrorKind::NotTheHeader, "{command}: {output}");
        }
    }
}
