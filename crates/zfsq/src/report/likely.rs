//! What somebody meant who named a property that there is not.

use zfs_parse::property::{Scope, table};

/// From here on two words are alike, of at most 1: as high as finds letters that changed places, and
/// does not find words that only begin alike.
const ALIKE: f64 = 0.85;

/// What to say of a name that ZFS has refused, if we know more of it.
pub(super) fn meant(name: &str) -> Option<String> {
    let has = |scope| table(scope).iter().any(|facts| facts.name == name || facts.column == name);
    if has(Scope::Dataset) {
        return None;
    }
    if has(Scope::Pool) {
        return Some(format!("it is a property of pools: zfsq pools -o name,{name}"));
    }
    let likeness = |other: &str| strsim::jaro_winkler(name, other);
    let others = [Scope::Dataset, Scope::Pool].into_iter().flat_map(table);
    let others = others.map(|facts| (likeness(facts.name), facts.name));
    let (likeness, other) = others.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (likeness >= ALIKE).then(|| format!("'{other}' may be meant"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_fingers_is_seen_and_no_more() {
        for (name, other) in [("usde", "used"), ("compresion", "compression"), ("helth", "health")]
        {
            assert_eq!(meant(name).as_deref(), Some(&*format!("'{other}' may be meant")));
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
