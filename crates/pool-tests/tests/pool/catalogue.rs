//! The catalogue of properties equals the real one: what the commands print of their properties,
//! held against our table, with no difference in either direction.

use std::collections::{BTreeMap, BTreeSet};

use pool_tests::{Output, Plan, Pool, engine_or_skip, pool_or_skip, zfs, zpool};
use zfs_parse::dialect::Capability;
use zfs_parse::property::{Edit, Facts, Form, Kinds, Property, Scope, natives};

use crate::support::{assert_none, bookmark, dialect, fields, has, volume};

/// A property, as a usage text has it.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    edit: bool,
    /// Only properties of datasets are inherited.
    inherit: Option<bool>,
    values: String,
}

/// The tables of properties in a usage text, in order. A row is indented by one TAB; behind the
/// name stands YES or NO, once or twice.
fn tables(usage: &[u8]) -> Vec<BTreeMap<String, Told>> {
    let mut tables = Vec::new();
    let mut inherits = false;
    for line in String::from_utf8_lossy(usage).lines() {
        let Some(row) = line.strip_prefix('\t') else { continue };
        let words: Vec<&str> = row.split_whitespace().collect();
        let yes = |place: usize| match words.get(place).copied() {
            Some("YES") => Some(true),
            Some("NO") => Some(false),
            _ => None,
        };
        if words.first() == Some(&"PROPERTY") {
            inherits = words.contains(&"INHERIT");
            tables.push(BTreeMap::new());
        } else if let (Some(edit), Some(table)) = (yes(1), tables.last_mut()) {
            let inherit = inherits.then(|| yes(2).expect("INHERIT"));
            let values = words[if inherits { 3 } else { 2 }..].join(" ");
            let told = Told { edit, inherit, values };
            let again = table.insert(words[0].to_owned(), told);
            assert_eq!(again, None, "{line} stands there twice");
        }
    }
    tables
}

fn usage_of(output: &Output) -> Vec<BTreeMap<String, Told>> {
    let tables = tables(&output.stderr);
    assert!(tables.iter().any(|table| table.len() > 10), "no properties in {output:?}");
    tables
}

/// The rows for this system that `all` shows here. `hidden` is as in OpenZFS since 0.8; the systems
/// before it show and hide a few others.
fn is_hidden(scope: Scope, facts: &Facts) -> bool {
    let older = !has(Capability::VersionCommand);
    match (scope, facts.name) {
        (Scope::Dataset, "guid" | "createtxg" | "objsetid") if older => true,
        (Scope::Pool, "dedupditto") if older => false,
        _ => facts.hidden,
    }
}

/// What differs between a table in a usage text and ours.
fn differences(scope: Scope, told: &BTreeMap<String, Told>) -> Vec<String> {
    let mut ours: BTreeMap<&str, &Facts> =
        natives(scope, dialect()).map(|facts| (facts.name, facts)).collect();
    let mut differences = Vec::new();
    for (name, told) in told {
        // `userused@...`, `written@<snap>`, `feature@...`.
        let family = name.find(['@', '#']);
        let facts = match family {
            Some(at) => {
                let member = format!("{}1", &name[..=at]);
                let property = Property::of(scope, &member).expect("a name");
                let known = property.is_in(dialect()) && !property.facts().name.is_empty();
                known.then(|| property.facts())
            }
            None => ours.remove(&name[..]),
        };
        match facts {
            Some(facts) => differences.extend(
                against(facts, told).into_iter().map(|what| format!("{name}: {what}; {told:?}")),
            ),
            None => differences.push(format!("{name}: the system has it, our table has not")),
        }
    }
    let left = ours.into_values().filter(|facts| !is_hidden(scope, facts));
    differences.extend(left.map(|f| format!("{}: our table has it, the system has not", f.name)));
    differences
}

/// What a row of ours says otherwise than the system's.
fn against(facts: &Facts, told: &Told) -> Vec<String> {
    let mut differences = Vec::new();
    let edit = matches!(facts.edit, Edit::Settable | Edit::Inheritable);
    if edit != told.edit {
        differences.push(format!("in our table it is {:?}", facts.edit));
    }
    let inherit = matches!(facts.edit, Edit::Inheritable | Edit::OnceInheritable);
    if told.inherit.is_some_and(|told| told != inherit) {
        differences.push(format!("in our table it is {:?}", facts.edit));
    }
    let forms = forms(&told.values);
    if !forms.is_empty() && !forms.contains(&facts.form) {
        differences.push(format!("in our table it is of the form {:?}", facts.form));
    }
    differences
}

/// The forms that a property can have whose values are described like this; none where the
/// description tells nothing.
fn forms(values: &str) -> &'static [Form] {
    let none = values.contains("none");
    match values {
        // What the commands call a size is also a pool's capacity, its quota of deduplication, and
        // a number of objects.
        "<size>" => &[Form::Size, Form::Percent, Form::AutoQuota, Form::Count],
        "<count>" => &[Form::Count, Form::Limit, Form::Integer],
        "<count> | none" => &[Form::Limit],
        "<uint64>" | "<guid>" | "<txg>" | "<iters>" => &[Form::Guid, Form::Integer],
        "<date>" => &[Form::Time],
        _ if values.starts_with("<size>") && none => &[Form::Quota, Form::AutoQuota],
        _ if values.starts_with("<1.00x") => &[Form::Ratio],
        _ if values.starts_with("<ashift") => &[Form::Integer],
        _ if values.ends_with("power of 2") => &[Form::Size],
        // Words and nothing else.
        _ if !values.contains(['<', '('])
            && values.contains('|')
            && !values.contains("options") =>
        {
            &[Form::Keyword]
        }
        _ => &[],
    }
}

#[test]
fn the_properties_of_datasets_are_those_of_our_table() {
    if !engine_or_skip() {
        return;
    }
    let tables = usage_of(&zfs(["get"]));
    let [told] = &tables[..] else { panic!("{} tables", tables.len()) };
    assert_none(&differences(Scope::Dataset, told), "the catalogue and the system differ");
}

#[test]
fn the_properties_of_pools_and_vdevs_are_those_of_our_table() {
    if !engine_or_skip() {
        return;
    }
    let tables = usage_of(&zpool(["get"]));
    let scopes = match tables.len() {
        1 => &[Scope::Pool][..],
        2 => &[Scope::Pool, Scope::Vdev],
        n => panic!("{n} tables"),
    };
    for (scope, told) in scopes.iter().zip(&tables) {
        let what = format!("the catalogue and the system differ about {scope:?} properties");
        assert_none(&differences(*scope, told), &what);
    }
}

/// A dataset of each kind that the system makes.
fn kinds_of(pool: &Pool) -> Vec<(Kinds, String)> {
    let path = |below: &str| pool.path(below);
    pool.zfs(["create", &path("fs")]);
    pool.zfs(["snapshot", &path("fs@s")]);
    pool.zfs(["clone", &path("fs@s"), &path("clone")]);
    let mut kinds = vec![
        (Kinds::FILESYSTEM, pool.name().to_owned()),
        (Kinds::FILESYSTEM, path("clone")),
        (Kinds::SNAPSHOT, path("fs@s")),
    ];
    if volume(pool, "volume") {
        kinds.push((Kinds::VOLUME, path("volume")));
    }
    if bookmark(pool, "fs@s", "fs#b") {
        kinds.push((Kinds::BOOKMARK, path("fs#b")));
    }
    kinds
}

#[test]
fn all_shows_properties_of_our_table_to_those_who_have_them() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    let ours: BTreeMap<&str, &Facts> =
        natives(Scope::Dataset, dialect()).map(|facts| (facts.name, facts)).collect();
    let mut differences = Vec::new();
    for (kind, name) in kinds_of(&pool) {
        let all = fields(&zfs(["get", "-H", "-o", "property", "all", &name]).ok());
        assert!(!all.is_empty(), "{name} has no property");
        for row in all {
            match ours.get(&row[0][..]) {
                None => differences.push(format!("{name} has {}, our table has not", row[0])),
                Some(facts) if is_hidden(Scope::Dataset, facts) => {
                    differences
                        .push(format!("{name} shows {}, which is hidden in our table", row[0]));
                }
                Some(facts) if !facts.kinds.contain(kind) => {
                    differences.push(format!("{name} has {}, in our table it has not", row[0]));
                }
                Some(_) => {}
            }
        }
    }
    assert_none(&differences, "the catalogue and the system differ");
}

#[test]
fn every_property_of_our_table_is_known_to_the_system_by_its_name_and_its_header() {
    let Some(pool) = pool_or_skip!(Plan::unmounted()) else { return };
    for scope in [Scope::Dataset, Scope::Pool] {
        let list = |columns: &str| match scope {
            Scope::Dataset => zfs(["list", "-o", columns, pool.name()]),
            _ => zpool(["list", "-o", columns, pool.name()]),
        };
        let rows: Vec<&Facts> = natives(scope, dialect()).collect();
        let all = list(&rows.iter().map(|facts| facts.name).collect::<Vec<_>>().join(","));
        if !all.status.success() {
            // One at a time, to tell which.
            let refused: Vec<&str> = rows
                .iter()
                .map(|facts| facts.name)
                .filter(|name| !list(name).status.success())
                .collect();
            assert_none(&refused, &format!("the system refuses these {scope:?} properties"));
        }
        // A header has one space in it at the most, and two behind it.
        let text = String::from_utf8_lossy(&all.ok().stdout).into_owned();
        let header = text.lines().next().unwrap_or_default();
        let printed: Vec<&str> =
            header.split("  ").map(str::trim).filter(|h| !h.is_empty()).collect();
        assert_eq!(printed.len(), rows.len(), "{header}");
        let differences: Vec<_> = rows
            .iter()
            .zip(&printed)
            .filter(|(facts, printed)| facts.column != **printed)
            .map(|(facts, printed)| (facts.name, facts.column, *printed))
            .collect();
        assert_none(&differences, &format!("{scope:?} property, our header, the system's"));
    }
}

#[test]
fn all_of_a_pool_and_of_its_vdevs_is_what_our_table_has() {
    let Some(pool) = pool_or_skip!(Plan::unmounted().mirror(2)) else { return };
    let all = zpool(["get", "all", pool.name()]).ok();
    let text = String::from_utf8_lossy(&all.stdout).into_owned();
    let printed: BTreeSet<&str> =
        text.lines().skip(1).filter_map(|line| line.split_whitespace().nth(1)).collect();
    let ours: BTreeSet<&str> = natives(Scope::Pool, dialect())
        .filter(|facts| !is_hidden(Scope::Pool, facts))
        .map(|facts| facts.name)
        .collect();
    let printed: BTreeSet<&str> =
        printed.into_iter().filter(|name| !name.starts_with("feature@")).collect();
    let differences: Vec<_> = printed.symmetric_difference(&ours).collect();
    assert_none(&differences, "in one of `zpool get all` and our table, not in the other");

    if !has(Capability::VdevProperties) {
        pool_tests::skip("vdevs have no properties here");
        return;
    }
    let ours: BTreeSet<&str> = natives(Scope::Vdev, dialect())
        .filter(|facts| !facts.hidden)
        .map(|facts| facts.name)
        .collect();
    let all = zpool(["get", "-H", "-o", "property", "all", pool.name(), "all-vdevs"]).ok();
    let printed = fields(&all);
    let printed: BTreeSet<&str> = printed.iter().map(|row| &row[0][..]).collect();
    let unknown: Vec<_> = printed.difference(&ours).collect();
    assert_none(&unknown, "properties of vdevs that our table has not");
}
