use super::super::{Cost, Holds, Property, Scope, natives};
use super::*;
use crate::dialect::Dialect;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

fn facts(name: &str) -> &'static Facts {
    let property = Property::of_dataset(name).unwrap();
    assert!(property.is_native(), "{name}");
    property.facts()
}

/// Names by what the usage text of `zfs get` says of them under EDIT and INHERIT: NO and NO, NO
/// and YES, YES and NO, YES and YES.
type Usage = [&'static str; 4];

fn edits(usage: Usage) -> BTreeMap<&'static str, (bool, bool)> {
    let says = [(false, false), (false, true), (true, false), (true, true)];
    let named = |(names, says): (&'static str, _)| names.split(' ').map(move |name| (name, says));
    usage.into_iter().zip(says).flat_map(named).collect()
}

/// The visible rows of a dialect, and what they say.
fn visible(dialect: &str) -> BTreeMap<&'static str, (bool, bool)> {
    let dialect: Dialect = dialect.parse().unwrap();
    natives(Scope::Dataset, dialect)
        .filter(|facts| !facts.hidden)
        .map(|facts| {
            let edit = matches!(facts.edit, Settable | Inheritable);
            (facts.name, (edit, matches!(facts.edit, Inheritable | OnceInheritable)))
        })
        .collect()
}

const OPENZFS_2_4: Usage = [
    "available clones compressratio createtxg creation defer_destroy encryptionroot \
     filesystem_count guid keyformat keystatus logicalreferenced logicalused mounted \
     objsetid origin pbkdf2iters receive_resume_token redact_snaps refcompressratio \
     referenced snapshot_count snapshots_changed type used usedbychildren usedbydataset \
     usedbyrefreservation usedbysnapshots userrefs written",
    "casesensitivity encryption normalization utf8only volblocksize",
    "canmount context defaultgroupobjquota defaultgroupquota defaultprojectobjquota \
     defaultprojectquota defaultuserobjquota defaultuserquota defcontext filesystem_limit \
     fscontext keylocation quota refquota refreservation reservation rootcontext \
     snapshot_limit version volsize volthreading",
    "aclinherit aclmode acltype atime checksum compression copies dedup devices direct \
     dnodesize exec logbias longname mlslabel mountpoint nbmand overlay prefetch \
     primarycache readonly recordsize redundant_metadata relatime secondarycache setuid \
     sharenfs sharesmb snapdev snapdir special_small_blocks sync volmode vscan xattr zoned",
];
const ZFS_FUSE: Usage = [
    "available compressratio creation defer_destroy mounted origin referenced type used \
     usedbychildren usedbydataset usedbyrefreservation usedbysnapshots userrefs",
    "casesensitivity normalization utf8only volblocksize",
    "canmount quota refquota refreservation reservation version volsize",
    "aclinherit aclmode atime checksum compression copies dedup devices exec logbias \
     mlslabel mountpoint nbmand primarycache readonly recordsize secondarycache setuid \
     sharenfs sharesmb snapdir vscan xattr zoned",
];

#[test]
fn the_table_is_what_openzfs_prints_as_its_usage() {
    let mut usage = edits(OPENZFS_2_4);
    assert_eq!(visible("openzfs-2.4"), usage);
    assert_eq!(visible("macos-2.4"), usage);
    usage.retain(|name, _| !name.starts_with("default"));
    assert_eq!(visible("openzfs-2.3"), usage);
    for name in ["direct", "longname", "prefetch", "snapshots_changed", "volthreading"] {
        usage.remove(name);
    }
    assert_eq!(visible("openzfs-2.1"), usage);
}

#[test]
fn freebsd_has_jailed_where_others_have_zoned() {
    let mut usage = edits(OPENZFS_2_4);
    let zoned = usage.remove("zoned").unwrap();
    usage.insert("jailed", zoned);
    assert_eq!(visible("freebsd-2.4"), usage);
}

#[test]
fn the_table_is_what_zfs_fuse_prints_as_its_usage() {
    let mut rows = visible("legacy");
    // It leaves these out of its text, but has them.
    for name in ["guid", "createtxg", "objsetid"] {
        assert!(rows.remove(name).is_some());
    }
    assert_eq!(rows, edits(ZFS_FUSE));
}

#[test]
fn what_real_systems_printed_for_all_is_native_to_them() {
    let opensolaris = "type creation used available referenced compressratio mounted quota reservation \
        recordsize mountpoint sharenfs checksum compression atime devices exec setuid \
        readonly zoned snapdir aclmode aclinherit canmount shareiscsi xattr copies version \
        utf8only normalization casesensitivity vscan nbmand sharesmb refquota refreservation \
        primarycache secondarycache usedbysnapshots usedbydataset usedbychildren \
        usedbyrefreservation";
    let freebsd_8 = opensolaris.replace("zoned", "jailed");
    let freebsd_11 = "type creation used available referenced compressratio mounted quota reservation \
        recordsize mountpoint sharenfs checksum compression atime devices exec setuid \
        readonly jailed snapdir aclmode aclinherit canmount xattr copies version utf8only \
        normalization casesensitivity vscan nbmand sharesmb refquota refreservation \
        primarycache secondarycache usedbysnapshots usedbydataset usedbychildren \
        usedbyrefreservation logbias dedup mlslabel sync refcompressratio written \
        logicalused logicalreferenced volmode filesystem_limit snapshot_limit \
        filesystem_count snapshot_count redundant_metadata";
    let linux_07 = "type creation used available referenced compressratio mounted quota reservation \
        recordsize mountpoint sharenfs checksum compression atime devices exec setuid \
        readonly zoned snapdir aclinherit createtxg canmount xattr copies version utf8only \
        normalization casesensitivity vscan nbmand sharesmb refquota refreservation guid \
        primarycache secondarycache usedbysnapshots usedbydataset usedbychildren \
        usedbyrefreservation logbias dedup mlslabel sync dnodesize refcompressratio written \
        logicalused logicalreferenced volmode filesystem_limit snapshot_limit \
        filesystem_count snapshot_count snapdev acltype context fscontext defcontext \
        rootcontext relatime redundant_metadata overlay";
    let captures = [
        ("legacy", opensolaris),
        ("freebsd-8.0", &freebsd_8),
        ("freebsd-11", freebsd_11),
        ("openzfs-0.7", linux_07),
    ];
    for (dialect, names) in captures {
        let had: Dialect = dialect.parse().unwrap();
        for name in names.split(' ') {
            let property = Property::of_dataset(name).unwrap();
            // zfs-fuse, which now stands for the lineage, has lost one.
            let there = property.is_in(had) || (dialect, name) == ("legacy", "shareiscsi");
            assert!(property.is_native() && there, "{name} in {dialect}");
            assert!(!property.facts().hidden, "{name}");
        }
    }
}

#[test]
fn what_a_system_lacks_is_not_in_its_table() {
    let lacks = |dialect: &str, names: &str| {
        let dialect: Dialect = dialect.parse().unwrap();
        for name in names.split(' ') {
            assert!(!Property::of_dataset(name).unwrap().is_in(dialect), "{name} in {dialect}");
        }
    };
    lacks(
        "solaris-11.4",
        "written logicalused logicalreferenced refcompressratio clones filesystem_limit \
         filesystem_count snapshot_limit snapshot_count redundant_metadata \
         receive_resume_token encryptionroot keyformat keylocation pbkdf2iters \
         snapshots_changed dnodesize special_small_blocks jailed shareiscsi",
    );
    lacks("legacy", "written clones sync refcompressratio keysource acltype");
    lacks("illumos", "acltype overlay relatime snapdev volmode context redact_snaps jailed");
    lacks("freebsd-12", "zoned encryption keylocation shareiscsi snapdev acltype");
    lacks("openzfs-0.7", "aclmode jailed encryption special_small_blocks redact_snaps");
    lacks("openzfs-2.4", "jailed zoned_uid rawvol aclimplicit shareiscsi keysource share.nfs");
    lacks("freebsd-2.2", "zoned volthreading direct");
}

#[test]
fn solaris_has_its_own() {
    let solaris: Dialect = "solaris-11.4".parse().unwrap();
    let names = "keysource keychangedate rekeydate multilevel rstchown shadow readlimit \
         writelimit defaultreadlimit defaultwritelimit effectivereadlimit effectivewritelimit \
         encryption keystatus defaultuserquota defaultgroupquota share.auto share.nfs guid \
         createtxg name sync userrefs mlslabel zoned";
    for name in names.split_whitespace() {
        assert!(Property::of_dataset(name).unwrap().is_in(solaris), "{name}");
    }
    assert!(
        facts("shareiscsi").since.solaris.holds("solaris-10".parse::<Dialect>().unwrap().version())
    );
}

#[test]
fn what_a_user_can_set_to_any_text_is_open_and_nothing_else() {
    let table = TABLE.iter().filter(|facts| facts.holds == Holds::Open);
    let mut open: Vec<&str> = table.map(|facts| facts.name).collect();
    open.sort_unstable();
    let mut named: Vec<&str> = "context defcontext fscontext iscsioptions keylocation keysource \
         mlslabel mountpoint rootcontext shadow share.autoname share.desc share.name share.path \
         share.point share.protocols shareiscsi sharenfs sharesmb stmf_sbd_lu"
        .split_whitespace()
        .collect();
    named.sort_unstable();
    assert_eq!(open, named);
    // Names of datasets and words are closed, and so is all that is not text.
    assert!(TABLE.iter().all(|f| f.holds == Holds::Closed || matches!(f.form, Text | TextOrNone)));
}

#[test]
fn all_leaves_these_out() {
    let table = TABLE.iter().filter(|facts| facts.hidden);
    let mut hidden: Vec<&str> = table.map(|facts| facts.name).collect();
    hidden.sort_unstable();
    let named = "inconsistent iscsioptions ivsetguid keyguid name numclones pbkdf2salt prevsnap \
         redacted remaptxg stmf_sbd_lu unique useraccounting";
    assert_eq!(hidden, named.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn the_free_and_the_dear_are_few() {
    let of = |cost| {
        let table = TABLE.iter().filter(move |facts| facts.cost == cost);
        let mut names: Vec<&str> = table.map(|facts| facts.name).collect();
        names.sort_unstable();
        names
    };
    let free = "createtxg guid inconsistent name numclones origin redacted";
    assert_eq!(of(Cost::Free), free.split(' ').collect::<Vec<_>>());
    let dear = of(Cost::Dear);
    assert_eq!(dear.iter().filter(|name| name.starts_with("default")).count(), 6);
    for name in ["version", "utf8only", "normalization", "casesensitivity"] {
        assert!(dear.contains(&name));
    }
    assert_eq!(dear.len(), 10);
}

#[test]
fn forms_follow_what_is_counted() {
    #[rustfmt::skip]
    let forms = [
        ("used", Size), ("recordsize", Size), ("written", Size), ("special_small_blocks", Size),
        ("quota", Quota), ("defaultuserobjquota", Quota), ("readlimit", Quota),
        ("snapshot_limit", Limit), ("filesystem_count", Limit), ("userrefs", Count),
        ("guid", Guid), ("ivsetguid", Guid), ("createtxg", Integer), ("pbkdf2iters", Integer),
        ("refcompressratio", Ratio), ("creation", Time), ("snapshots_changed", Time),
        ("snapshots_changed_nsecs", Integer), ("copies", Keyword), ("mounted", Keyword),
        ("origin", Text), ("sharenfs", Text), ("mountpoint", TextOrNone),
        ("mlslabel", TextOrNone),
    ];
    for (name, form) in forms {
        assert_eq!(facts(name).form, form, "{name}");
    }
}
