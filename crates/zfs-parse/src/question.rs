//! What all questions share: how they are asked, and which datasets they are about.

mod asking;
mod extent;
mod order;
mod refusal;
pub(crate) mod sealed;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

pub(crate) use asking::split;
pub use asking::{Asking, Question};
pub(crate) use extent::{Extent, Operands};
pub(crate) use order::{Rank, name_order};
pub(crate) use refusal::{allowed_for, tells_of_nothing};
pub(crate) use sealed::FoundBy;

use crate::dialect::{Capability, Dialect};
use crate::name::{InvalidName, Name};
use crate::properties::Asked;
use crate::property::{Property, UnknownProperty};

/// A question that can't be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidQuestion {
    /// It asks for what can't be a property.
    #[error(transparent)]
    Property(#[from] UnknownProperty),
    /// It asks about what can't be a dataset or pool.
    #[error(transparent)]
    Name(#[from] InvalidName),
    /// It asks about a dataset where only a pool can be meant.
    #[error("not a pool's name, but a dataset's: '{0}'")]
    NotAPool(Name),
    /// It asks for no property.
    #[error("no property is asked for")]
    NoProperty,
    /// It asks for `all` beside others, or in a listing, whose columns would then depend on what it
    /// finds.
    #[error("'all' stands alone, and only in get")]
    All,
}

/// The types of dataset that a question is about.
///
/// A question always names them: without, what `zfs` lists depends on a pool's `listsnapshots`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Types(u8);

impl Types {
    /// Filesystems.
    pub const FILESYSTEM: Self = Self(1);
    /// Volumes.
    pub const VOLUME: Self = Self(2);
    /// Snapshots.
    pub const SNAPSHOT: Self = Self(4);
    /// Bookmarks.
    pub const BOOKMARK: Self = Self(8);
    /// Filesystems and volumes: what holds data of its own.
    pub const DATASETS: Self = Self(3);
    /// Every type that the system has.
    pub const ALL: Self = Self(15);

    const NAMES: [(Self, &'static str); 4] = [
        (Self::FILESYSTEM, "filesystem"),
        (Self::VOLUME, "volume"),
        (Self::SNAPSHOT, "snapshot"),
        (Self::BOOKMARK, "bookmark"),
    ];

    /// These types and the others.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether all of the others are among these.
    #[must_use]
    pub const fn contain(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// The type, or types, of a name as `zfs list -t` takes it; `fs`, `vol` and `snap` too, which
    /// only some systems know.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "fs" => Some(Self::FILESYSTEM),
            "vol" => Some(Self::VOLUME),
            "snap" => Some(Self::SNAPSHOT),
            "all" => Some(Self::ALL),
            _ => Self::NAMES.iter().find(|(_, n)| *n == name).map(|(types, _)| *types),
        }
    }

    /// These types less the others.
    pub(crate) const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    pub(crate) const fn are_none(self) -> bool {
        self.0 == 0
    }

    /// The argument of `-t`: the long names, which every system knows, of the types that it has.
    pub(crate) fn argument(self, dialect: Dialect) -> String {
        // Asked for alone, bookmarks are asked for everywhere, so that the system says that it has
        // none.
        let types = match dialect.has(Capability::Bookmarks) {
            false if self != Self::BOOKMARK => Self(self.0 & !Self::BOOKMARK.0),
            _ => self,
        };
        types.names().collect::<Vec<_>>().join(",")
    }

    fn names(self) -> impl Iterator<Item = &'static str> {
        Self::NAMES.iter().filter(move |(t, _)| self.contain(*t)).map(|(_, name)| *name)
    }

    pub(crate) fn contain_name(self, name: &[u8]) -> bool {
        self.names().any(|n| n.as_bytes() == name)
    }

    /// Whether they are all children that a dataset holds beside its filesystems and volumes.
    fn are_points(self) -> bool {
        self.0 & Self::DATASETS.0 == 0
    }
}

impl fmt::Debug for Types {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().collect::<Vec<_>>().join("|"))
    }
}

/// How far below its operands a question goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Depth {
    /// So many levels: 0 for the operands alone, 1 for their children and snapshots as well.
    Levels(u32),
    /// All the way.
    All,
}

/// Adds what is not there yet.
pub(crate) fn add_once<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// A name that can be a pool's.
pub(crate) fn pool_name(name: Name) -> Result<Name, InvalidQuestion> {
    if name.pool() == name.as_str() { Ok(name) } else { Err(InvalidQuestion::NotAPool(name)) }
}

/// The properties that a `get` asks for.
pub(crate) fn asked<N: AsRef<str>>(
    names: impl IntoIterator<Item = N>,
    of: impl Fn(&str) -> Result<Property, UnknownProperty>,
) -> Result<Asked, InvalidQuestion> {
    let names: Vec<N> = names.into_iter().collect();
    match &names[..] {
        [] => Err(InvalidQuestion::NoProperty),
        [one] if one.as_ref() == "all" => Ok(Asked::All),
        several if several.iter().any(|name| name.as_ref() == "all") => Err(InvalidQuestion::All),
        several => Ok(Asked::These(properties(several, of)?)),
    }
}

/// Properties of the names that a caller gave, each once.
pub(crate) fn properties<N: AsRef<str>>(
    names: impl IntoIterator<Item = N>,
    of: impl Fn(&str) -> Result<Property, UnknownProperty>,
) -> Result<Vec<Property>, UnknownProperty> {
    let mut found: Vec<Property> = Vec::new();
    for name in names {
        add_once(&mut found, of(name.as_ref())?);
    }
    Ok(found)
}
