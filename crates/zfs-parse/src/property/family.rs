//! Properties whose names are made: by a prefix (`userused@…`, `feature@…`, `share.…`), by a user
//! (`com.example:note`), or by a system newer than the tables.

use super::row::{EVERYWHERE, FS, FVS, FVSB, newer, openzfs, row};
use super::{Availability, Edit, Facts, Form, Scope, share};
use Edit::{Inheritable, ReadOnly, Settable};
use Form::{Count, Keyword, Quota, Size, Text};

/// FreeBSD's pools of version 15 and later.
const SPACE: Availability = EVERYWHERE.freebsd_base(8, 2);
const OBJECTS: Availability = openzfs(0, 7).illumos();
const PROJECTS: Availability = openzfs(0, 8).illumos();

/// What follows these is any user, group, project or snapshot.
#[rustfmt::skip]
static DATASET: &[Facts] = &[
    row("userused@",         "", FS,  Size,  ReadOnly, SPACE).dear(),
    row("userquota@",        "", FS,  Quota, Settable, SPACE).dear(),
    row("groupused@",        "", FS,  Size,  ReadOnly, SPACE).dear(),
    row("groupquota@",       "", FS,  Quota, Settable, SPACE).dear(),
    row("projectused@",      "", FS,  Size,  ReadOnly, PROJECTS).dear(),
    row("projectquota@",     "", FS,  Quota, Settable, PROJECTS).dear(),
    row("userobjused@",      "", FS,  Count, ReadOnly, OBJECTS).dear(),
    row("userobjquota@",     "", FS,  Quota, Settable, OBJECTS).dear(),
    row("groupobjused@",     "", FS,  Count, ReadOnly, OBJECTS).dear(),
    row("groupobjquota@",    "", FS,  Quota, Settable, OBJECTS).dear(),
    row("projectobjused@",   "", FS,  Count, ReadOnly, PROJECTS).dear(),
    row("projectobjquota@",  "", FS,  Quota, Settable, PROJECTS).dear(),
    row("written@",          "", FVS, Size,  ReadOnly, newer(8, 3)).dear(),
    row("written#",          "", FVS, Size,  ReadOnly, openzfs(2, 0)).dear(),
    row("share.",            "", FS,  Text,  Inheritable, share::SINCE).open(),
];

#[rustfmt::skip]
static POOL: &[Facts] = &[
    row("feature@",     "", FVSB, Keyword, Settable, newer(9, 2)),
    row("unsupported@", "", FVSB, Keyword, ReadOnly, newer(9, 2)),
];

static USER: Facts = row("", "", FVS, Text, Inheritable, EVERYWHERE).open();
static USER_OF_POOL: Facts = row("", "", FVSB, Text, Settable, openzfs(2, 2)).open();
static UNKNOWN: Facts = row("", "", FVSB, Text, ReadOnly, EVERYWHERE).open();

/// The longest name of a user property, in bytes.
const LONGEST: usize = 255;

/// The row for a name that is in no table.
pub(super) fn facts(scope: Scope, name: &str) -> Option<&'static Facts> {
    let (families, user) = match scope {
        Scope::Dataset => (DATASET, &USER),
        Scope::Pool => (POOL, &USER_OF_POOL),
        Scope::Vdev => (&[][..], &USER_OF_POOL),
    };
    let family = families.iter().find_map(|facts| Some((facts, name.strip_prefix(facts.name)?)));
    match family {
        Some((facts, rest)) if facts.name.ends_with('.') && is_word(rest) => Some(facts),
        Some((facts, rest)) if !facts.name.ends_with('.') => is_member(rest).then_some(facts),
        // `share.` is the start of a user's name as well: `share.example:note`.
        _ if is_users(name) => Some(user),
        Some(_) => None,
        None => is_newer(name).then_some(&UNKNOWN),
    }
}

/// A user's property: it has a colon, which no system's has.
fn is_users(name: &str) -> bool {
    let legal = |b: u8| is_wordly(b) || b == b':';
    name.len() <= LONGEST && name.contains(':') && !name.starts_with('-') && name.bytes().all(legal)
}

/// A native property that a newer system may have: a word, or a family's prefix and a member.
fn is_newer(name: &str) -> bool {
    let (word, member) = match name.split_once(['@', '#']) {
        Some((word, member)) => (word, Some(member)),
        None => (name, None),
    };
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && is_word(word)
        && member.is_none_or(is_member)
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(is_wordly)
}

fn is_wordly(b: u8) -> bool {
    b.is_ascii_lowercase() || b.is_ascii_digit() || b"_.-".contains(&b)
}

/// What can follow a family's prefix: users are called `DOMAIN\user`, `user@domain` and
/// `S-1-5-21-1`, and with spaces too. A comma would start another property.
fn is_member(member: &str) -> bool {
    !member.is_empty() && !member.contains(|c: char| c == ',' || c.is_control())
}

#[cfg(test)]
mod tests {
    use super::super::{Cost, Holds, Property};
    use super::*;
    use alloc::format;
    use alloc::string::{String, ToString};
    use proptest::prelude::*;

    fn dataset(name: &str) -> Property {
        Property::of_dataset(name).unwrap()
    }

    #[test]
    fn families_are_known_by_their_prefix() {
        let used = dataset("userused@EXAMPLE\\jo doe");
        assert_eq!(used.name(), "userused@EXAMPLE\\jo doe");
        assert_eq!((used.facts().name, used.facts().form), ("userused@", Size));
        assert_eq!((used.facts().holds, used.facts().cost), (Holds::Closed, Cost::Dear));
        assert!(!used.is_native());
        assert_eq!(dataset("groupquota@S-1-5-21-1").facts().form, Quota);
        assert_eq!(dataset("projectobjused@7").facts().form, Count);
        assert_eq!(dataset("userquota@jo@example").facts().name, "userquota@");
        assert_eq!(dataset("userquota@a:b").facts().name, "userquota@");
        assert_eq!(dataset("userquota@josé").facts().edit, Settable);
        assert_eq!(dataset("written@tank/a@Monday").facts().name, "written@");
        assert_eq!(dataset("written#mark").facts().form, Size);
        assert_eq!(dataset("share.nfs.sec.sys.rw").facts().holds, Holds::Open);

        let feature = Property::of_pool("feature@lz4_compress").unwrap();
        assert_eq!((feature.facts().form, feature.facts().holds), (Keyword, Holds::Closed));
        let unsupported = Property::of_pool("unsupported@com.example:new").unwrap();
        assert_eq!((unsupported.facts().name, unsupported.is_native()), ("unsupported@", false));
    }

    #[test]
    fn each_family_of_properties_is_where_it_was_made() {
        let has = |name: &str, dialect: &str| dataset(name).is_in(dialect.parse().unwrap());
        assert!(has("userused@jo", "legacy") && has("userused@jo", "solaris-10"));
        assert!(!has("projectused@1", "openzfs-0.7") && has("projectused@1", "openzfs-0.8"));
        assert!(has("projectused@1", "illumos") && !has("projectused@1", "solaris-11.4"));
        assert!(has("written@a", "illumos") && !has("written#a", "illumos"));
        assert!(!has("written@a", "legacy") && !has("written@a", "solaris-11.4"));
        assert!(has("share.nfs.anon", "solaris-11.4") && !has("share.nfs.anon", "openzfs-2.4"));
    }

    #[test]
    fn user_properties_have_a_colon_and_hold_anything() {
        for name in ["com.example:note", ":", "a:", "0:_.-", "share.x:y", "a:b:c"] {
            let user = dataset(name);
            assert_eq!((user.name(), user.is_native()), (name, false));
            assert_eq!((user.facts().holds, user.facts().edit), (Holds::Open, Inheritable));
        }
        for scope in [Scope::Pool, Scope::Vdev] {
            let user = Property::of(scope, "com.example:note").unwrap();
            assert!(user.is_in("openzfs-2.2".parse().unwrap()));
            assert!(!user.is_in("openzfs-2.1".parse().unwrap()));
            assert!(!user.is_in("illumos".parse().unwrap()));
        }
    }

    #[test]
    fn user_properties_have_at_most_255_bytes() {
        let longest = format!("a:{}", "x".repeat(253));
        assert_eq!(dataset(&longest).name(), longest);
        assert!(Property::of_dataset(&format!("{longest}x")).is_err());
    }

    #[test]
    fn what_a_newer_system_may_have_is_open_text() {
        for name in ["new", "new_property", "com.apple.browse", "newused@DOMAIN\\u", "new#mark"] {
            for scope in [Scope::Dataset, Scope::Pool, Scope::Vdev] {
                let new = Property::of(scope, name).unwrap();
                assert_eq!((new.name(), new.is_native()), (name, false));
                assert_eq!((new.facts().form, new.facts().holds), (Text, Holds::Open));
            }
        }
        // A family of pools is nothing special to a dataset.
        assert_eq!(dataset("feature@lz4_compress").facts().form, Text);
    }

    #[test]
    fn what_no_system_could_mean_is_refused() {
        #[rustfmt::skip]
        let names = [
            "", "-", "-o", "-a:b", "used,available", "a b", " used", "used ", "used\t", "used\n",
            "Used", "AVAIL", "Com.example:note", "a:b c", "a:é", "é", "used\0", "1used", "_used",
            ".used", "@", "#", "@jo", "userused@", "written@", "written#", "share.",
            "share.NFS", "share.a@b", "userused@a,b", "userused@a\n", "userused@a\u{85}", "new@",
            "new@a,b", "Used@jo", "us er@jo", "a/b", "used=1", "*", "a:b=c",
        ];
        for name in names {
            assert!(Property::of_dataset(name).is_err(), "{name:?}");
        }
        assert!(
            Property::of_pool("feature@").is_err() && Property::of_pool("unsupported@").is_err()
        );
    }

    #[test]
    fn no_family_is_the_start_of_another_or_of_a_native_property() {
        for (scope, families) in [(Scope::Dataset, DATASET), (Scope::Pool, POOL)] {
            for (at, facts) in families.iter().enumerate() {
                for (other_at, other) in families.iter().enumerate() {
                    assert!(at == other_at || !other.name.starts_with(facts.name));
                }
                // But for `share.nfs` and its like, which are asked for first.
                let mut natives = super::super::table(scope).iter();
                assert!(facts.name == "share." || natives.all(|n| !n.name.starts_with(facts.name)));
            }
        }
    }

    fn names() -> impl Strategy<Value = String> {
        #[rustfmt::skip]
        let words = [
            "used", "avail", "userused@", "written@", "written#", "feature@", "share.", "a:b", "@",
            "#", ":", ".", "-", "A", "é", "\n", "\t", ",", " ", "\\", "jo", "zvol threading", "9",
        ];
        let made = proptest::collection::vec(proptest::sample::select(words.to_vec()), 0..5)
            .prop_map(|words| words.concat());
        prop_oneof![made, any::<String>()]
    }

    proptest! {
        #[test]
        fn a_name_is_itself_or_an_alias_or_refused(name in names()) {
            for scope in [Scope::Dataset, Scope::Pool, Scope::Vdev] {
                let Ok(property) = Property::of(scope, &name) else { continue };
                if !property.is_native() {
                    prop_assert_eq!(property.name(), &name);
                }
                prop_assert!(!property.name().contains(|c: char| c == ',' || c.is_control()));
                prop_assert!(!property.name().starts_with('-') && !property.name().is_empty());
                // The canonical name is a fixed point.
                let again = Property::of(scope, property.name());
                prop_assert_eq!(again.map(|p| p.to_string()), Ok(property.to_string()));
            }
        }
    }
}
