//! The catalogue of properties: what each is called, who has it, how it prints, what it costs.
//!
//! One table for each kind of object is the single source of truth: [`dataset`](Scope::Dataset),
//! [`pool`](Scope::Pool) and [`vdev`](Scope::Vdev) properties. The planner, the decoders and the
//! command line all ask here.

mod dataset;
mod family;
mod pool;
mod row;
mod share;
mod vdev;

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::fmt;

use crate::dialect::{Capability, Dialect, Family, Since, Version};

/// The kinds of object that have properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Scope {
    /// Filesystems, volumes, snapshots, bookmarks.
    Dataset,
    /// Pools.
    Pool,
    /// Vdevs, since OpenZFS 2.2.
    Vdev,
}

/// How a property's value prints, and what it then means.
///
/// "Exact" is what `-p` gives where the system has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Form {
    /// Bytes: exact in decimal, else rounded as `1.21T`, `96K`, `512B` or `512`.
    Size,
    /// Bytes, of which 0 means none: exact `0`, else `none`. Words other than `none`, such as
    /// `default`, are kept apart.
    Quota,
    /// As [`Quota`](Self::Quota), and the system may choose: `auto`.
    AutoQuota,
    /// A number that is not of bytes, rounded like one where it isn't exact.
    Count,
    /// A count of which 18,446,744,073,709,551,615 means none; also `none`.
    Limit,
    /// A whole number that OpenZFS never rounds. The legacy lineage does (`8.70K`).
    Integer,
    /// A number that identifies: any value, 18,446,744,073,709,551,615 too.
    Guid,
    /// A ratio with two decimals, with or without its `x`.
    Ratio,
    /// A percentage, with or without its `%`.
    Percent,
    /// A point in time: exact in seconds since 1970, else a date without its time zone.
    Time,
    /// One of a set of words, which newer systems add to: `on`, `lz4`, `yes`, `ONLINE`.
    Keyword,
    /// Text, whatever it says.
    Text,
    /// Text, of which `none` means none.
    TextOrNone,
}

/// Who may change a property, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Edit {
    /// Nobody: ZFS sets it.
    ReadOnly,
    /// Set at any time, not inherited.
    Settable,
    /// Set at any time, inherited by children.
    Inheritable,
    /// Set when the object is created, not inherited.
    Once,
    /// Set when the object is created, inherited by children that set nothing else.
    OnceInheritable,
}

/// What a property's text can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Holds {
    /// Never a TAB or a newline: numbers, words, names of datasets.
    Closed,
    /// Whatever a user has put there, TABs and newlines too: it needs a guard.
    Open,
}

/// What a listing pays for a property, by how the system gets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cost {
    /// Comes with the name: a listing of nothing else stays on OpenZFS's fast path.
    Free,
    /// Takes a dataset's list of properties, once for all of this class.
    Plain,
    /// Takes one more kernel call for each dataset.
    Dear,
}

/// The kinds of dataset that have a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kinds(u8);

impl Kinds {
    /// Filesystems.
    pub const FILESYSTEM: Self = Self(1);
    /// Volumes.
    pub const VOLUME: Self = Self(2);
    /// Snapshots.
    pub const SNAPSHOT: Self = Self(4);
    /// Bookmarks.
    pub const BOOKMARK: Self = Self(8);
    /// All of them.
    pub const ALL: Self = Self(15);

    pub(crate) const fn of(bits: u8) -> Self {
        Self(bits)
    }

    /// Whether all of the other kinds are among these.
    #[must_use]
    pub const fn contain(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A row of the catalogue.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Facts {
    /// The canonical name; of a family of properties, its prefix (`userused@`).
    pub name: &'static str,
    /// The header of its column. In lower case it is an alias of the name.
    pub column: &'static str,
    /// The kinds of dataset that have it; for pools and vdevs without meaning.
    pub kinds: Kinds,
    /// How its value prints.
    pub form: Form,
    /// Who may change it.
    pub edit: Edit,
    /// What its text can hold.
    pub holds: Holds,
    /// What a listing pays for it where ZFS is at its best; [`Property::cost`] tells by dialect.
    pub cost: Cost,
    /// Whether `all` leaves it out.
    pub hidden: bool,
    /// From which version on each family has it.
    pub since: Availability,
}

/// From which version on each family has a property.
#[derive(Debug, Clone, Copy)]
pub struct Availability {
    pub(crate) openzfs: Since,
    pub(crate) freebsd: Since,
    pub(crate) macos: Since,
    pub(crate) freebsd_base: Since,
    pub(crate) illumos: Since,
    pub(crate) solaris: Since,
    pub(crate) legacy: Since,
}

impl Availability {
    /// From which version of a family on it is there.
    #[must_use]
    pub const fn since(&self, family: Family) -> Since {
        match family {
            Family::OpenZfs => self.openzfs,
            Family::FreeBsd => self.freebsd,
            Family::MacOs => self.macos,
            Family::FreeBsdBase => self.freebsd_base,
            Family::Illumos => self.illumos,
            Family::Solaris => self.solaris,
            Family::Legacy => self.legacy,
        }
    }
}

pub(crate) const fn from(major: u16, minor: u16) -> Since {
    Since::From(Version::new(major, minor))
}

/// A property: its name, and the catalogue's row about it.
///
/// ```
/// use zfs_parse::property::{Form, Holds, Property};
///
/// // Columns' headers, in lower case, are aliases.
/// let available = Property::of_dataset("avail")?;
/// assert_eq!((available.name(), available.facts().form), ("available", Form::Size));
/// // User properties hold whatever a user puts there.
/// assert_eq!(Property::of_dataset("com.example:note")?.facts().holds, Holds::Open);
/// # Ok::<(), zfs_parse::property::UnknownProperty>(())
/// ```
#[derive(Clone)]
pub struct Property {
    name: Cow<'static, str>,
    facts: &'static Facts,
}

/// A name that no property can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no property is called '{}'", crate::error::escaped(name.as_bytes(), b"'\\"))]
pub struct UnknownProperty {
    name: String,
}

impl Property {
    /// The dataset property of a name or alias; a name that is in no table, but could be a newer
    /// system's, is taken as text of which nothing is known.
    ///
    /// # Errors
    ///
    /// [`UnknownProperty`] for what no system could mean by a property.
    pub fn of_dataset(name: &str) -> Result<Self, UnknownProperty> {
        Self::of(Scope::Dataset, name)
    }

    /// The pool property of a name or alias, as [`of_dataset`](Self::of_dataset).
    ///
    /// # Errors
    ///
    /// [`UnknownProperty`] for what no system could mean by a property.
    pub fn of_pool(name: &str) -> Result<Self, UnknownProperty> {
        Self::of(Scope::Pool, name)
    }

    /// The property of a name or alias in a scope, as [`of_dataset`](Self::of_dataset).
    ///
    /// # Errors
    ///
    /// [`UnknownProperty`] for what no system could mean by a property.
    pub fn of(scope: Scope, name: &str) -> Result<Self, UnknownProperty> {
        if let Some(facts) = native(scope, name) {
            return Ok(Self { name: Cow::Borrowed(facts.name), facts });
        }
        match family::facts(scope, name) {
            Some(facts) => Ok(Self { name: Cow::Owned(name.to_owned()), facts }),
            None => Err(UnknownProperty { name: name.to_owned() }),
        }
    }

    /// The canonical name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the catalogue knows of it.
    #[must_use]
    #[inline]
    pub fn facts(&self) -> &'static Facts {
        self.facts
    }

    /// Whether it is in the tables by its own name: not a user's, nor one of a family such as
    /// `userused@…`, nor unknown.
    #[must_use]
    pub fn is_native(&self) -> bool {
        self.name == self.facts.name
    }

    /// What a listing pays for it on a system of this dialect. Where no column but the name alone
    /// comes without a dataset's list of properties, what is free elsewhere is plain.
    ///
    /// ```
    /// use zfs_parse::property::{Cost, Property};
    ///
    /// let guid = Property::of_dataset("guid")?;
    /// assert_eq!(guid.cost("openzfs-2.3".parse()?), Cost::Free);
    /// assert_eq!(guid.cost("openzfs-2.1".parse()?), Cost::Plain);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cost(&self, dialect: Dialect) -> Cost {
        let is_the_name = || self.is_native() && self.name == "name";
        match self.facts.cost {
            Cost::Free if !dialect.has(Capability::FastByColumns) && !is_the_name() => Cost::Plain,
            cost => cost,
        }
    }

    /// Whether a system of this dialect has it.
    #[must_use]
    pub fn is_in(&self, dialect: Dialect) -> bool {
        self.facts.since.since(dialect.family()).holds(dialect.version())
    }
}

impl PartialEq for Property {
    fn eq(&self, other: &Self) -> bool {
        // The tables hold a name once in a scope, and rows of different scopes are different. They
        // are statics, so that a row has one address everywhere.
        core::ptr::eq(self.facts, other.facts) && self.name == other.name
    }
}

impl Eq for Property {}

impl fmt::Debug for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Property({})", self.name)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The native properties of a scope that a system of this dialect has, in the table's order.
pub fn natives(scope: Scope, dialect: Dialect) -> impl Iterator<Item = &'static Facts> {
    table(scope)
        .iter()
        .filter(move |facts| facts.since.since(dialect.family()).holds(dialect.version()))
}

/// All rows of a scope: what any system has.
#[must_use]
pub fn table(scope: Scope) -> &'static [Facts] {
    match scope {
        Scope::Dataset => dataset::TABLE,
        Scope::Pool => pool::TABLE,
        Scope::Vdev => vdev::TABLE,
    }
}

fn native(scope: Scope, name: &str) -> Option<&'static Facts> {
    let rows = table(scope);
    let alias = |facts: &&Facts| {
        facts.column.len() == name.len()
            && facts.column.bytes().zip(name.bytes()).all(|(c, n)| c.to_ascii_lowercase() == n)
    };
    let other = match scope {
        Scope::Dataset => dataset::OTHER_HEADERS.iter().find(|(header, _)| *header == name),
        Scope::Pool | Scope::Vdev => None,
    };
    let name = other.map_or(name, |(_, canonical)| canonical);
    rows.iter().find(|facts| facts.name == name).or_else(|| rows.iter().find(alias))
}

#[cfg(test)]
mod tests;
