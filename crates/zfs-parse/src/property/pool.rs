//! Native properties of pools.
//!
//! `hidden` is as in OpenZFS: the other systems show `dedupditto`.

use super::row::{DEVELOPMENT, EVERYWHERE, FVSB as ANY, NOWHERE, join, newer, openzfs, row};
use super::{Availability, Edit, Facts, Form};
use Edit::{Once, ReadOnly, Settable};
use Form::{AutoQuota, Guid, Integer, Keyword, Percent, Ratio, Size, Text, TextOrNone};

/// In OpenZFS on every system, and nowhere else.
const OPENZFS: Availability = openzfs(0, 0);
/// Oracle's alone, after it left the others.
const SOLARIS: Availability = NOWHERE.solaris(11, 0);
/// Before deduplication, `zpool list` printed USED and AVAIL for what is ALLOC and FREE since: raw
/// space, parity included. OpenSolaris 2009.06, the first updates of Solaris 10 and FreeBSD until
/// 8.2 have the old names, zfs-fuse and later updates of Solaris 10 the new ones. A version does not
/// tell Solaris's apart, so both are said to be there; of the legacy lineage, zfs-fuse refuses a
/// whole question for an old name, so that they are not said to be there, and still read.
///
/// OpenZFS after 2.4 has the old names again with another meaning: space less parity.
const BEFORE_ALLOCATED: Availability = DEVELOPMENT.freebsd_base_until(8, 3).solaris_until(11, 0);

pub(super) static TABLE: &[Facts] = &join::<{ ROWS.len() + CLASSES.len() }>(&[ROWS, CLASSES]);

#[rustfmt::skip]
const ROWS: &[Facts] = &[
    // What it is.
    row("name",              "NAME",              ANY, Text,       ReadOnly, EVERYWHERE).hidden(),
    row("tname",             "TNAME",             ANY, Text,       Once,     OPENZFS).hidden(),
    // Solaris lets it be set.
    row("guid",              "GUID",              ANY, Guid,       ReadOnly, EVERYWHERE),
    row("load_guid",         "LOAD_GUID",         ANY, Guid,       ReadOnly, openzfs(0, 8)),
    row("health",            "HEALTH",            ANY, Keyword,    ReadOnly, EVERYWHERE),
    // `-` where the pool has features instead.
    row("version",           "VERSION",           ANY, Integer,    Settable, EVERYWHERE),
    row("comment",           "COMMENT",           ANY, Text,       Settable, newer(9, 2)).open(),
    row("compatibility",     "COMPATIBILITY",     ANY, Text,       Settable, openzfs(2, 1)).open(),
    row("ashift",            "ASHIFT",            ANY, Integer,    Settable, openzfs(0, 0).illumos().legacy()),
    row("maxblocksize",      "MAXBLOCKSIZE",      ANY, Size,       ReadOnly, newer(10, 2)).hidden(),
    row("maxdnodesize",      "MAXDNODESIZE",      ANY, Size,       ReadOnly, newer(12, 0).openzfs(0, 7)).hidden(),

    // Space.
    row("size",              "SIZE",              ANY, Size,       ReadOnly, EVERYWHERE),
    row("allocated",         "ALLOC",             ANY, Size,       ReadOnly, EVERYWHERE.freebsd_base(8, 3)),
    row("free",              "FREE",              ANY, Size,       ReadOnly, EVERYWHERE.freebsd_base(8, 3)),
    row("used",              "USED",              ANY, Size,       ReadOnly, BEFORE_ALLOCATED),
    row("available",         "AVAIL",             ANY, Size,       ReadOnly, BEFORE_ALLOCATED),
    row("usable",            "USABLE",            ANY, Size,       ReadOnly, DEVELOPMENT),
    row("capacity",          "CAP",               ANY, Percent,    ReadOnly, EVERYWHERE),
    row("fragmentation",     "FRAG",              ANY, Percent,    ReadOnly, newer(10, 1)),
    row("expandsize",        "EXPANDSZ",          ANY, Size,       ReadOnly, newer(9, 2)),
    row("checkpoint",        "CKPOINT",           ANY, Size,       ReadOnly, newer(11, 2).openzfs(0, 8)),
    row("freeing",           "FREEING",           ANY, Size,       ReadOnly, newer(9, 2)),
    row("leaked",            "LEAKED",            ANY, Size,       ReadOnly, newer(10, 1)),

    // Deduplication and cloned blocks.
    row("dedupratio",        "DEDUP",             ANY, Ratio,      ReadOnly, EVERYWHERE.freebsd_base(8, 3).solaris(11, 0)),
    row("dedupditto",        "DEDUPDITTO",        ANY, Integer,    Settable, EVERYWHERE.freebsd_base(8, 3).solaris(11, 0)).hidden(),
    row("dedup_table_size",  "DDTSIZE",           ANY, Size,       ReadOnly, openzfs(2, 3)),
    row("dedup_table_quota", "DDTQUOTA",          ANY, AutoQuota,  Settable, openzfs(2, 3)),
    row("dedupcached",       "DEDUPCACHED",       ANY, Size,       ReadOnly, openzfs(2, 3)).hidden(),
    row("dedupused",         "DEDUP_USED",        ANY, Size,       ReadOnly, DEVELOPMENT),
    row("dedupsaved",        "DEDUP_SAVED",       ANY, Size,       ReadOnly, DEVELOPMENT),
    row("bcloneused",        "BCLONE_USED",       ANY, Size,       ReadOnly, openzfs(2, 2)),
    row("bclonesaved",       "BCLONE_SAVED",      ANY, Size,       ReadOnly, openzfs(2, 2)),
    row("bcloneratio",       "BCLONE_RATIO",      ANY, Ratio,      ReadOnly, openzfs(2, 2)),

    // How it behaves.
    row("altroot",           "ALTROOT",           ANY, Text,       Settable, EVERYWHERE).open(),
    row("bootfs",            "BOOTFS",            ANY, Text,       Settable, EVERYWHERE),
    row("cachefile",         "CACHEFILE",         ANY, TextOrNone, Settable, EVERYWHERE).open(),
    row("failmode",          "FAILMODE",          ANY, Keyword,    Settable, EVERYWHERE),
    row("readonly",          "RDONLY",            ANY, Keyword,    Settable, EVERYWHERE.freebsd_base(8, 3).not_legacy()),
    row("multihost",         "MULTIHOST",         ANY, Keyword,    Settable, openzfs(0, 7).illumos()),
    row("delegation",        "DELEGATION",        ANY, Keyword,    Settable, EVERYWHERE),
    row("listsnapshots",     "LISTSNAPS",         ANY, Keyword,    Settable, EVERYWHERE),
    row("autoreplace",       "REPLACE",           ANY, Keyword,    Settable, EVERYWHERE),
    row("autoexpand",        "EXPAND",            ANY, Keyword,    Settable, EVERYWHERE.freebsd_base(8, 3)),
    row("autotrim",          "AUTOTRIM",          ANY, Keyword,    Settable, openzfs(0, 8).illumos()),
    row("last_scrubbed_txg", "LAST_SCRUBBED_TXG", ANY, Integer,    ReadOnly, openzfs(2, 3)),
    row("bootsize",          "BOOTSIZE",          ANY, Size,       Once,     NOWHERE.illumos().freebsd_base(12, 0)),

    // Of Oracle Solaris alone.
    row("clustered",         "CLUSTERED",         ANY, Keyword,    ReadOnly, SOLARIS),
    row("listshares",        "LISTSHARES",        ANY, Keyword,    Settable, SOLARIS),
    // Not seen yet how these two print.
    row("lastscrub",         "LASTSCRUB",         ANY, Text,       ReadOnly, SOLARIS),
    row("scrubinterval",     "SCRUBINTERVAL",     ANY, Text,       Settable, SOLARIS),
];

/// The same properties of each class of vdevs, with the names as headers.
macro_rules! classes {
    ($($name:literal $header:literal),*) => {
        &[$(
            class(concat!("class_", $name, "_size"), concat!("CLASS_", $header, "_SIZE"), Size),
            class(concat!("class_", $name, "_allocated"), concat!("CLASS_", $header, "_ALLOCATED"), Size),
            class(concat!("class_", $name, "_free"), concat!("CLASS_", $header, "_FREE"), Size),
            class(concat!("class_", $name, "_used"), concat!("CLASS_", $header, "_USED"), Size),
            class(concat!("class_", $name, "_available"), concat!("CLASS_", $header, "_AVAILABLE"), Size),
            class(concat!("class_", $name, "_usable"), concat!("CLASS_", $header, "_USABLE"), Size),
            class(concat!("class_", $name, "_expandsize"), concat!("CLASS_", $header, "_EXPANDSIZE"), Size),
            class(concat!("class_", $name, "_capacity"), concat!("CLASS_", $header, "_CAPACITY"), Percent),
            class(concat!("class_", $name, "_fragmentation"), concat!("CLASS_", $header, "_FRAGMENTATION"), Percent),
        )*]
    };
}

#[rustfmt::skip]
const CLASSES: &[Facts] = classes!(
    "normal" "NORMAL", "special" "SPECIAL", "dedup" "DEDUP", "log" "LOG",
    "elog" "ELOG", "special_elog" "SPECIAL_ELOG"
);

const fn class(name: &'static str, column: &'static str, form: Form) -> Facts {
    row(name, column, ANY, form, ReadOnly, DEVELOPMENT)
}

#[cfg(test)]
mod tests {
    use super::super::{Holds, Property, Scope, natives};
    use super::*;
    use crate::dialect::Dialect;
    use alloc::collections::BTreeMap;
    use alloc::vec::Vec;

    /// Names by what the usage text of `zpool get` says of them under EDIT: NO, then YES.
    fn edits(usage: [&'static str; 2]) -> BTreeMap<&'static str, bool> {
        let named =
            |(names, edit): (&'static str, bool)| names.split(' ').map(move |name| (name, edit));
        usage.into_iter().zip([false, true]).flat_map(named).collect()
    }

    fn visible(dialect: &str) -> BTreeMap<&'static str, bool> {
        let rows = natives(Scope::Pool, dialect.parse().unwrap()).filter(|facts| !facts.hidden);
        rows.map(|facts| (facts.name, facts.edit == Settable)).collect()
    }

    #[test]
    fn the_table_is_what_openzfs_prints_as_its_usage() {
        let mut usage = edits([
            "allocated bcloneratio bclonesaved bcloneused capacity checkpoint dedup_table_size \
             dedupratio expandsize fragmentation free freeing guid health last_scrubbed_txg leaked \
             load_guid size",
            "altroot ashift autoexpand autoreplace autotrim bootfs cachefile comment compatibility \
             dedup_table_quota delegation failmode listsnapshots multihost readonly version",
        ]);
        assert_eq!(visible("openzfs-2.4"), usage);
        assert_eq!(visible("openzfs-2.3"), usage);
        usage.retain(|name, _| {
            !name.starts_with("bclone")
                && !name.starts_with("dedup_")
                && *name != "last_scrubbed_txg"
        });
        assert_eq!(visible("openzfs-2.1"), usage);
    }

    #[test]
    fn the_table_is_what_zfs_fuse_prints_as_its_usage() {
        let usage = edits([
            "allocated capacity dedupratio free guid health size",
            "altroot ashift autoexpand autoreplace bootfs cachefile dedupditto delegation failmode \
             listsnapshots version",
        ]);
        let mut rows = visible("legacy");
        // It shows this one, which OpenZFS hides.
        rows.insert("dedupditto", true);
        assert_eq!(rows, usage);
    }

    #[test]
    fn headers_of_every_age_are_names() {
        for (dialect, header) in [
            ("legacy", "NAME SIZE ALLOC FREE CAP DEDUP HEALTH ALTROOT"),
            ("solaris-10", "NAME SIZE USED AVAIL CAP HEALTH ALTROOT"),
            ("solaris-11.4", "NAME SIZE ALLOC FREE CAP DEDUP HEALTH ALTROOT"),
            ("freebsd-8.0", "NAME SIZE USED AVAIL CAP HEALTH ALTROOT"),
            ("freebsd-10.1", "NAME SIZE ALLOC FREE EXPANDSZ FRAG CAP DEDUP HEALTH ALTROOT"),
            ("freebsd-11.2", "NAME SIZE ALLOC FREE CKPOINT EXPANDSZ FRAG CAP DEDUP HEALTH ALTROOT"),
            ("openzfs-2.4", "NAME SIZE ALLOC FREE CKPOINT EXPANDSZ FRAG CAP DEDUP HEALTH ALTROOT"),
            ("illumos", "NAME SIZE ALLOC FREE CKPOINT EXPANDSZ FRAG CAP DEDUP HEALTH ALTROOT"),
        ] {
            let had: Dialect = dialect.parse().unwrap();
            for column in header.split(' ') {
                let property = Property::of_pool(&column.to_ascii_lowercase()).unwrap();
                assert!(property.is_native() && property.is_in(had), "{column} in {dialect}");
                assert_eq!(property.facts().column, column);
            }
        }
    }

    #[test]
    fn what_real_systems_printed_is_native_to_them() {
        for (dialect, names) in [
            (
                "openzfs-0.6",
                "name health allocated size free readonly dedupratio fragmentation freeing leaked",
            ),
            ("illumos", "bootsize comment size allocated free health"),
            ("freebsd-11", "comment size allocated free fragmentation capacity dedupratio"),
            ("solaris-11.3", "capacity listshares clustered lastscrub scrubinterval"),
        ] {
            let had: Dialect = dialect.parse().unwrap();
            for name in names.split(' ') {
                let property = Property::of_pool(name).unwrap();
                assert!(property.is_native() && property.is_in(had), "{name} in {dialect}");
            }
        }
    }

    #[test]
    fn the_development_branch_has_nine_properties_of_six_classes() {
        assert_eq!(CLASSES.len(), 54);
        let of = |name| Property::of_pool(name).unwrap();
        let elog = of("class_special_elog_capacity");
        assert!(elog.is_native() && elog.facts().form == Percent);
        assert!(!elog.is_in("openzfs-2.4".parse().unwrap()) && elog.is_in(Dialect::default()));
        assert!(!of("used").is_in("openzfs-2.4".parse().unwrap()));
        assert!(of("used").is_in(Dialect::default()));
    }

    #[test]
    fn what_a_user_can_set_to_any_text_is_open_and_nothing_else() {
        let open = TABLE.iter().filter(|facts| facts.holds == Holds::Open);
        let names: Vec<&str> = open.map(|facts| facts.name).collect();
        assert_eq!(names, ["comment", "compatibility", "altroot", "cachefile"]);
    }

    #[test]
    fn all_leaves_these_out() {
        let hidden = TABLE.iter().filter(|facts| facts.hidden);
        let names: Vec<&str> = hidden.map(|facts| facts.name).collect();
        let named = ["name", "tname", "maxblocksize", "maxdnodesize", "dedupditto", "dedupcached"];
        assert_eq!(names, named);
    }
}
