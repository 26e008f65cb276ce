use super::*;
use alloc::collections::BTreeSet;

const SCOPES: [Scope; 3] = [Scope::Dataset, Scope::Pool, Scope::Vdev];

#[test]
fn every_name_and_every_alias_is_of_one_row() {
    for scope in SCOPES {
        let mut taken = BTreeSet::new();
        for facts in table(scope) {
            assert!(taken.insert(facts.name.to_owned()), "{} twice in {scope:?}", facts.name);
            let alias = facts.column.to_ascii_lowercase();
            if alias != facts.name {
                assert!(taken.insert(alias), "{} twice in {scope:?}", facts.column);
            }
        }
    }
}

#[test]
fn every_name_and_every_alias_leads_to_its_row() {
    for scope in SCOPES {
        for facts in table(scope) {
            for name in [facts.name, &facts.column.to_ascii_lowercase()] {
                let property = Property::of(scope, name).unwrap();
                assert_eq!(property.name(), facts.name);
                assert!(property.is_native() && core::ptr::eq(property.facts(), facts));
            }
        }
    }
}

#[test]
fn aliases_are_the_headers_that_people_know() {
    #[rustfmt::skip]
    let datasets = [
        ("avail", "available"), ("refer", "referenced"), ("ratio", "compressratio"),
        ("refratio", "refcompressratio"), ("recsize", "recordsize"), ("rdonly", "readonly"),
        ("reserv", "reservation"), ("refreserv", "refreservation"),
        ("volblock", "volblocksize"), ("usedds", "usedbydataset"),
        ("usedsnap", "usedbysnapshots"), ("usedchild", "usedbychildren"),
        ("usedrefreserv", "usedbyrefreservation"), ("compress", "compression"),
        ("case", "casesensitivity"), ("lused", "logicalused"), ("lrefer", "logicalreferenced"),
        ("fscount", "filesystem_count"), ("sscount", "snapshot_count"),
        ("fslimit", "filesystem_limit"), ("sslimit", "snapshot_limit"),
        ("encroot", "encryptionroot"), ("resumetok", "receive_resume_token"),
        ("dnsize", "dnodesize"), ("redund_md", "redundant_metadata"),
        ("rsnaps", "redact_snaps"), ("aclimpl", "aclimplicit"),
        ("zvol threading", "volthreading"), ("volthread", "volthreading"),
        ("zoned", "zoned"), ("jailed", "jailed"),
    ];
    for (alias, name) in datasets {
        assert_eq!(Property::of_dataset(alias).unwrap().name(), name);
    }
    #[rustfmt::skip]
    let pools = [
        ("alloc", "allocated"), ("cap", "capacity"), ("dedup", "dedupratio"),
        ("frag", "fragmentation"), ("expandsz", "expandsize"), ("ckpoint", "checkpoint"),
        ("expand", "autoexpand"), ("replace", "autoreplace"), ("listsnaps", "listsnapshots"),
        ("rdonly", "readonly"), ("ddtsize", "dedup_table_size"),
        ("ddtquota", "dedup_table_quota"), ("bclone_used", "bcloneused"),
        ("bclone_saved", "bclonesaved"), ("bclone_ratio", "bcloneratio"),
        ("avail", "available"),
    ];
    for (alias, name) in pools {
        assert_eq!(Property::of_pool(alias).unwrap().name(), name);
    }
}

#[test]
fn every_family_has_about_as_many_properties_as_its_manual() {
    let count = |scope, dialect: &str| natives(scope, dialect.parse().unwrap()).count();
    for (dialect, datasets, pools) in [
        ("openzfs-2.4", 104_usize, 40_usize),
        ("freebsd-2.4", 104, 40),
        ("macos-2.4", 104, 40),
        ("freebsd-12", 75, 30),
        ("illumos", 90, 33),
        ("solaris-11.4", 80, 22),
        ("solaris-10", 50, 20),
        ("legacy", 54, 18),
    ] {
        let (found, found_pools) = (count(Scope::Dataset, dialect), count(Scope::Pool, dialect));
        assert!(datasets.abs_diff(found) <= 5, "{dialect}: {found} of datasets");
        assert!(pools.abs_diff(found_pools) <= 4, "{dialect}: {found_pools} of pools");
    }
}

/// zfs-fuse refuses a question with any of these in it, rows and all.
#[test]
fn the_legacy_lineage_is_said_to_have_only_what_zfs_fuse_takes() {
    let legacy = "legacy".parse().unwrap();
    for (scope, name) in
        [(Scope::Dataset, "shareiscsi"), (Scope::Pool, "used"), (Scope::Pool, "available")]
    {
        let property = Property::of(scope, name).unwrap();
        // Output that was saved on OpenSolaris has them.
        assert!(property.is_native() && !property.is_in(legacy), "{name}");
    }
}

#[test]
fn a_newer_version_has_all_that_an_older_one_has() {
    let versions = ["0.6", "0.7", "0.8", "2.0", "2.1", "2.2", "2.3", "2.4", "2.5"];
    let families = ["openzfs", "freebsd", "macos"];
    for (family, scope) in families.into_iter().flat_map(|f| SCOPES.map(|s| (f, s))) {
        let names = |version: &&str| -> BTreeSet<_> {
            let dialect = alloc::format!("{family}-{version}").parse().unwrap();
            natives(scope, dialect).map(|facts| facts.name).collect()
        };
        let had: alloc::vec::Vec<_> = versions.iter().map(names).collect();
        assert!(had.windows(2).all(|pair| pair[0].is_subset(&pair[1])));
    }
}

#[test]
fn a_property_of_one_scope_is_not_that_of_another() {
    let of = |scope| Property::of(scope, "guid").unwrap();
    assert_eq!(of(Scope::Dataset), of(Scope::Dataset));
    assert_ne!(of(Scope::Dataset), of(Scope::Pool));
    assert_eq!(Property::of_dataset("avail"), Property::of_dataset("available"));
}
