//! `explain` and `doctor`: what they tell, and what they run.
#![cfg(unix)]

mod common;

use common::{Stub, code, json, record, text, zfsq};

#[test]
fn a_listing_is_explained_and_nothing_is_run() {
    let stub = Stub::new("echo ran >$T/ran");
    let args = ["explain", "list", "-o", "name,used,version,mountpoint", "-S", "used", "tank/a b"];
    let output = stub.run(&args);
    assert_eq!((code(&output), text(&output.stderr)), (0, String::new()));
    insta::assert_snapshot!(text(&output.stdout), @r"
    dialect: openzfs-2.3 (as --dialect says)
    runs:
      zfs list -H -p -d 0 -t filesystem,volume -o name,used,version,mountpoint,name -S used 'tank/a b'
    columns:
      name        free: comes with the name
      used        plain: takes each dataset's list of properties, once for all of these
      version     dear: takes one more kernel call for each dataset
      mountpoint  plain: takes each dataset's list of properties, once for all of these  guarded: its text can hold TABs and newlines, so the name is asked for again behind it
    where exactly this is refused, runs instead, once more:
      no `zfs list -p`: zfs list -H -d 0 -t filesystem,volume -o name,used,version,mountpoint,name -S used 'tank/a b'
    where a value holds a TAB or a newline, runs as well:
      zfs list -j -p -d 0 -t filesystem,volume -o name,used,version,mountpoint -S used 'tank/a b'
      or, unless the two agree to the byte,
      zfs list -H -p -d 0 -t filesystem,volume -o name -S used 'tank/a b'
      zfs list -H -p -d 0 -t filesystem,volume -o name,used,version,mountpoint,name -S used 'tank/a b'
    on any other failure: nothing more, the failure is told
    pace: slow, each dataset's properties are got, because
      the column used does not come with the name
      the column version does not come with the name
      the column mountpoint does not come with the name
      sorting by used takes its value from each
    would be fast: any of name, guid, createtxg, origin, numclones, inconsistent and redacted, sorted by these or not at all
    ");
    assert!(!stub.file("ran").exists());
}

#[test]
fn what_comes_with_the_name_is_free_only_where_that_is_fast() {
    for (dialect, guid) in
        [("openzfs-2.1", "plain: "), ("illumos", "plain: "), ("openzfs-2.2", "free: ")]
    {
        let said = zfsq(&["explain", "list", "-o", "name,guid", "--dialect", dialect]).stdout;
        let said = text(&said);
        let costs =
            |column: &str| said.lines().find_map(|l| l.strip_prefix(&format!("  {column}  ")));
        assert!(costs("name").is_some_and(|cost| cost.starts_with("free: ")), "{said}");
        assert!(costs("guid").is_some_and(|cost| cost.starts_with(guid)), "{said}");
    }
}

#[test]
fn a_get_and_pools_are_explained_in_other_dialects() {
    let output = zfsq(&["explain", "get", "used,org.example:x", "--dialect", "solaris-11.3"]);
    insta::assert_snapshot!(text(&output.stdout), @r"
    dialect: solaris-11.3 (as --dialect says)
    runs:
      zfs get -H -p -r -o name,property,source,value,name used,org.example:x
    columns:
      used           plain: takes each dataset's list of properties, once for all of these
      org.example:x  plain: takes each dataset's list of properties, once for all of these  guarded: its text can hold TABs and newlines, so the name is asked for again behind it
    where exactly this is refused, runs instead, once more:
      no `zfs get -p`: zfs get -H -r -o name,property,source,value,name used,org.example:x
    where a value holds a TAB or a newline, runs as well:
      zfs get -H -p -r -o name,property used,org.example:x
      zfs get -H -p -r -o name,property,source,value,name used,org.example:x
    on any other failure: nothing more, the failure is told
    ");
    let output = zfsq(&["explain", "pools", "-o", "health,fragmentation", "--dialect", "legacy"]);
    insta::assert_snapshot!(text(&output.stdout), @r"
    dialect: legacy (as --dialect says)
    runs:
      zpool list -H -o name,health,fragmentation
    columns:
      name           comes with the pool
      health         comes with the pool
      fragmentation  comes with the pool  not known to be in this dialect: ZFS may refuse the question
    on any other failure: nothing more, the failure is told
    ");
    let output = zfsq(&["explain", "list"]);
    assert!(text(&output.stdout).contains("`uname -srv`, `zfs version`"));
}

#[test]
fn a_question_that_names_very_much_tells_how_many_commands_it_takes() {
    let names: Vec<String> = (0..10_000).map(|n| format!("tank/{n:06}")).collect();
    let mut args = vec!["explain", "list", "-o", "used", "--dialect", "openzfs-2.3"];
    args.extend(names.iter().map(String::as_str));
    let said = text(&zfsq(&args).stdout);
    assert!(said.contains("\n  in 2 commands, since not all names fit into one"), "{said}");
    assert!(said.len() < 4000, "{}", said.len());
}

#[test]
fn get_all_tells_what_it_leaves_out_of_snapshots_and_why() {
    let output = zfsq(&["explain", "get", "-r", "all", "tank", "--dialect", "openzfs-2.3"]);
    insta::assert_snapshot!(text(&output.stdout), @r"
    dialect: openzfs-2.3 (as --dialect says)
    runs:
      zfs get -H -p -r -t filesystem,volume,snapshot,bookmark -o property,source,value,property,name all tank
    columns:
      all that a dataset has: a row each, of which some take one more kernel call
    where exactly this is refused, runs instead, once more:
      no `zfs get -p`: zfs get -H -r -t filesystem,volume,snapshot,bookmark -o property,source,value,property,name all tank
      no `zfs get -t`: zfs get -H -p -r -o property,source,value,property,name all tank
    where a value holds a TAB or a newline, runs as well:
      zfs get -j -p -r -t filesystem,volume,snapshot,bookmark all tank
      or, unless the two agree to the byte,
      zfs get -H -p -r -t filesystem,volume,snapshot,bookmark -o name,property all tank
      zfs get -H -p -r -t filesystem,volume,snapshot,bookmark -o property,source,value,property,name all tank
    on any other failure: nothing more, the failure is told
    before that, runs a program that only reads, to learn the names of all user properties:
      zfs program -n -t 100000000 -m 104857600 tank - all 2 16 100 tank
      it ends in an error that tells them, so that nothing is written to the pool's history
    where it tells, which takes root, of 2 snapshots or more for each other dataset,
    runs instead, with these names in the last:
      zfs get -H -p -r -t filesystem,volume,bookmark -o property,source,value,property,name all tank
      zfs get -H -p -r -t snapshot -o name,property,source,value,name type,creation,guid,createtxg,objsetid,clones,used,referenced,written,logicalreferenced,compressratio,refcompressratio,volsize,primarycache,secondarycache,prefetch,devices,exec,setuid,nbmand,xattr,acltype,mlslabel,context,fscontext,defcontext,rootcontext,encryption,encryptionroot,keystatus,defer_destroy,userrefs,redact_snaps tank
      and the first command after all, where one of these lacks anything, or snapshots came or went
    left out of snapshots then (--dear asks for them): version, casesensitivity, normalization, utf8only
      they are dear: each takes one more kernel call of each snapshot, and mostly says what its filesystem says
    ");
    for plain in [&["--dear"][..], &["-t", "filesystem"], &["--dialect", "illumos"]] {
        let args = ["explain", "get", "-r", "all", "tank"];
        let said = text(&zfsq(&[&args[..], plain].concat()).stdout);
        assert!(!said.contains("program"), "{said}");
    }
}

#[test]
fn the_doctor_tells_which_zfs_this_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    record(folder, "a", &["uname", "-srv"], "Linux 6.1.0 #1 SMP\n", "exit = 0");
    record(folder, "b", &["zfs", "version"], "zfs-2.3.2-1\nzfs-kmod-2.3.1-1\n", "exit = 0");
    let argv = ["zpool", "list", "-H", "-p", "-o", "name,health"];
    record(folder, "c", &argv, "tank\tONLINE\nsick\tFAULTED\n", "exit = 0");
    let output = zfsq(&["doctor", "--format", "json", "--from", folder.to_str().expect("a path")]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    let document = json(&output);
    assert_eq!(document["dialect"], "openzfs-2.3");
    let rows = document["rows"].as_array().expect("rows");
    let finding = |subject: &str| {
        let row = rows.iter().find(|row| row["subject"] == subject);
        row.unwrap_or_else(|| panic!("nothing of {subject}"))["finding"].clone()
    };
    assert_eq!(finding("commands"), "zfs-2.3.2-1");
    assert_eq!(finding("module"), "zfs-kmod-2.3.1-1");
    assert_eq!(finding("reading"), "works; there are 2 pools");
    assert_eq!(finding("pool sick"), "FAULTED; see `zpool status sick`");
    assert_eq!(finding("in the way"), "nothing");
    assert_eq!(finding("can: zfs list -j, zfs get -j"), "yes");
}

#[test]
fn the_doctor_says_what_is_in_the_way_and_what_to_do() {
    let stub = Stub::new("echo 'The ZFS modules are not loaded.' >&2; exit 1");
    let output = stub.run(&["doctor", "--format", "tsv"]);
    assert_eq!(code(&output), 1);
    let said = text(&output.stdout);
    assert!(said.contains("reading\tdoes not work\n"), "{said}");
    assert!(
        said.contains("in the way\tThe ZFS modules are not loaded.; load the zfs module"),
        "{said}"
    );
    assert_eq!(said.matches("in the way").count(), 1, "{said}");
    // What it can do is not guessed.
    assert!(
        said.ends_with("dialect\tnot known; until it tells, taken for openzfs-2.3\n"),
        "{said}"
    );

    let output = zfsq(&["doctor", "--zfs", "/no/such/zfs", "--format", "tsv"]);
    assert_eq!(code(&output), 1);
    assert!(text(&output.stdout).contains("in the way\tcannot run `zfs version`: starting"));
}

#[test]
fn the_doctor_does_not_wait_for_a_suspended_pool() {
    let stub = Stub::new("exec sleep 1000");
    let output = stub.run(&["doctor", "--timeout", "0.3", "--format", "tsv"]);
    assert_eq!(code(&output), 5);
    assert!(text(&output.stdout).contains("in the way\tdeadline passed; a pool may be suspended"));
}

#[test]
fn completions_and_manual_pages_are_printed() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(text(&zfsq(&["completions", shell]).stdout).contains("zfsq"), "{shell}");
    }
    assert!(text(&zfsq(&["man"]).stdout).contains("Exit status:"));
    assert!(text(&zfsq(&["man", "list"]).stdout).contains("zfsq\\-list"));
}
