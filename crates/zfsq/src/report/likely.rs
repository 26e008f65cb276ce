//! What somebody meant who named a property that there is not.

use zfs_parse::property::{Scope, table};

/// From here on two words are alike, of at most 1: as high as finds letters that changed places, and
/// does not find words that only begin alike.
const ALIKE: f64 = 0.85;

/// What to say of a name that ZFS has refused, if we know more of it.
pub(super) fn meant(name: &str) -> Option<String> {
    if is_of(Scope::Dataset, name) {
        return None;
    }
    if is_of(Scope::Pool, name) {
        return Some(format!("it is a property of pools: zfsq pools -o name,{name}"));
    }
    let likeness = |other: &str| strsim::jaro_winkler(name, other);
    let others = [Scope::Dataset, Scope::Pool].into_iter().flat_map(table);
    let others = others.map(|facts| (likeness(facts.name), facts.name));
    let (likeness, other) = others.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    // Which of the two was asked is not known here.
    let of = match (is_of(Scope::Dataset, other), is_of(Scope::Pool, other)) {
        (true, false) => ", a property of datasets,",
        (false, true) => ", a property of pools,",
        _ => "",
    };
    (likeness >= ALIKE).then(|| format!("'{other}'{of} may be meant"))
}

fn is_of(scope: Scope, name: &str) -> bool {
    table(scope).iter().any(|facts| facts.name == name || facts.column == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_fingers_is_seen_and_no_more() {
        for (name, said) in [
            ("usde", "'used' may be meant"),
            ("compresion", "'compression', a property of datasets, may be meant"),
            ("helth", "'health', a property of pools, may be meant"),
            ("sizee", "'size', a property of pools, may be meant"),
        ] {
            assert_eq!(meant(name).as_deref(), Some(said));
        }
        assert_eq!(meant("used"), None);
        assert_eq!(meant("com.example:note"), None);
        assert_eq!(meant("nonsense"), None);
    }

    #[test]
    fn a_property_of_pools_is_told_from_none() {
        let said = "it is a property of pools: zfsq pools -o name,dedupratio";
        assert_eq!(meant("dedupratio").as_deref(), Some(said));
    }
}
