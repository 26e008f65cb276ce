//! Whether a listing is fast, and what keeps it from being.
//!
//! Most of what a listing costs is one kernel call for each dataset, which gets its list of
//! properties. OpenZFS leaves it out where nothing but what comes with the name is shown or sorted
//! by: about four times less, for snapshots.

use alloc::vec::Vec;

use super::List;
use crate::dialect::{Capability, Dialect};
use crate::property::{Cost, Property};

/// How much a listing makes the system do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pace {
    /// The names are enough.
    Fast,
    /// Each dataset's properties are got, because of these.
    Slow(Vec<Brake>),
}

/// Something that keeps a listing from being fast.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Brake {
    /// This column does not come with the name.
    Column(Property),
    /// Sorting by this takes its value from each.
    Sort(Property),
    /// The system is fast only where it is told to sort by name, and by nothing else.
    NotSortedByName,
    /// The system is fast with snapshots only.
    NotOnlySnapshots,
    /// The system is never fast.
    System,
}

impl List {
    /// Whether the listing is fast on a system of this dialect, and if not, all that keeps it from
    /// being.
    ///
    /// ```
    /// use zfs_parse::question::Types;
    /// use zfs_parse::zfs::{Brake, List, Pace};
    ///
    /// let openzfs = "openzfs-2.3".parse()?;
    /// let names = List::new(["name", "guid", "createtxg"])?.types(Types::SNAPSHOT);
    /// assert_eq!(names.pace(openzfs), Pace::Fast);
    /// let dates = List::new(["name", "creation"])?.types(Types::SNAPSHOT);
    /// let Pace::Slow(brakes) = dates.pace(openzfs) else { panic!("slow") };
    /// assert!(matches!(&brakes[..], [Brake::Column(creation)] if creation.name() == "creation"));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pace(&self, dialect: Dialect) -> Pace {
        let mut brakes = Vec::new();
        let by_columns = dialect.has(Capability::FastByColumns);
        let comes_with_the_name = |property: &Property| property.cost(dialect) == Cost::Free;
        if !by_columns && !dialect.has(Capability::FastByName) {
            brakes.push(Brake::System);
        }
        let columns = self.columns.iter().filter(|column| !comes_with_the_name(column));
        brakes.extend(columns.cloned().map(Brake::Column));
        let sorts = self.sort.iter().map(|sort| &sort.property);
        let sorts = sorts.filter(|property| !comes_with_the_name(property));
        brakes.extend(sorts.cloned().map(Brake::Sort));
        if !by_columns {
            if self.sort.len() != 1 {
                brakes.push(Brake::NotSortedByName);
            }
            if self.extent.types() != crate::question::Types::SNAPSHOT {
                brakes.push(Brake::NotOnlySnapshots);
            }
        }
        if brakes.is_empty() { Pace::Fast } else { Pace::Slow(brakes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Types;
    use crate::zfs::Sort;
    use alloc::format;

    fn brakes(
        dialect: &str,
        columns: &[&str],
        sort: Option<&str>,
        types: Types,
    ) -> Vec<alloc::string::String> {
        let mut list = List::new(columns).unwrap().types(types);
        if let Some(sort) = sort {
            list = list.sort(Sort::ascending(sort).unwrap());
        }
        match list.pace(dialect.parse().unwrap()) {
            Pace::Fast => Vec::new(),
            Pace::Slow(brakes) => brakes.iter().map(|brake| format!("{brake:?}")).collect(),
        }
    }

    #[test]
    fn openzfs_2_2_is_fast_by_its_columns() {
        let (snapshots, all) = (Types::SNAPSHOT, Types::ALL);
        assert!(brakes("openzfs-2.2", &["name", "guid", "origin"], None, all).is_empty());
        assert!(brakes("freebsd-2.4", &["name"], Some("createtxg"), snapshots).is_empty());
        assert_eq!(brakes("openzfs-2.2", &["name", "type"], None, all), ["Column(Property(type))"]);
        assert_eq!(
            brakes("openzfs-2.4", &["name"], Some("creation"), all),
            ["Sort(Property(creation))"]
        );
    }

    #[test]
    fn before_that_and_on_illumos_only_names_of_snapshots_sorted_by_name_are_fast() {
        let snapshots = Types::SNAPSHOT;
        for dialect in ["openzfs-2.1", "illumos", "freebsd-12"] {
            assert!(brakes(dialect, &["name"], Some("name"), snapshots).is_empty());
            assert_eq!(brakes(dialect, &["name"], None, snapshots), ["NotSortedByName"]);
            assert_eq!(
                brakes(dialect, &["name", "guid"], Some("name"), snapshots),
                ["Column(Property(guid))"]
            );
            assert_eq!(brakes(dialect, &["name"], Some("name"), Types::ALL), ["NotOnlySnapshots"]);
        }
        assert_eq!(brakes("legacy", &["name"], Some("name"), snapshots), ["System"]);
    }
}
