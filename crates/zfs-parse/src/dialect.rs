//! Which ZFS printed the text: the family and version that every difference hangs on.
//!
//! Nothing in this crate asks what it runs on. The dialect is an argument, so that output saved on
//! one system is read on any other. What a dialect can do stands in one table,
//! [`Capability`]; nothing in a parser asks for a family.

mod capability;

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

pub use capability::{Capability, Since};

/// The lineages of ZFS whose commands differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Family {
    /// OpenZFS on Linux; before 2.0, ZFS on Linux.
    OpenZfs,
    /// OpenZFS on FreeBSD 13 and later, by the version of OpenZFS.
    FreeBsd,
    /// OpenZFS on macOS, by the version of OpenZFS.
    MacOs,
    /// FreeBSD 12 and older, with the ZFS of illumos; by the version of FreeBSD.
    FreeBsdBase,
    /// illumos: OmniOS, OpenIndiana, SmartOS, Helios. It has no version of its own.
    Illumos,
    /// Oracle Solaris 10 and 11, by the version of Solaris.
    Solaris,
    /// The lineage before all of these: OpenSolaris, zfs-fuse.
    Legacy,
}

/// A family's version: as much of it as makes a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Version {
    /// The 2 of 2.3.
    pub major: u16,
    /// The 3 of 2.3.
    pub minor: u16,
}

impl Version {
    /// Newer than any that is known.
    pub const NEWEST: Self = Self { major: u16::MAX, minor: u16::MAX };

    /// A version of two numbers.
    #[must_use]
    pub const fn new(major: u16, minor: u16) -> Self {
        Self { major, minor }
    }
}

/// A family, a version, and what the system at hand has been seen to refuse.
///
/// Dialects are named `family-version`: `openzfs-2.3` (Linux), `macos-2.2`, `freebsd-2.2` (FreeBSD
/// on OpenZFS), `freebsd-12` and older (by FreeBSD's own number), `illumos`, `solaris-11.3`,
/// `solaris-10`, `legacy`. A version between two that differ behaves as the lower, one past all
/// that are known as the newest known.
///
/// ```
/// use zfs_parse::dialect::{Capability, Dialect};
///
/// let solaris: Dialect = "solaris-11.3".parse()?;
/// assert!(!solaris.has(Capability::PoolListExact));
/// let newest = Dialect::default();
/// assert!(newest.has(Capability::ListJson));
/// // A refusal that was met is remembered with the dialect.
/// assert!(!newest.without(Capability::ListJson).has(Capability::ListJson));
/// # Ok::<(), zfs_parse::dialect::UnknownDialect>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Dialect {
    family: Family,
    version: Version,
    refused: u32,
}

impl Default for Dialect {
    /// The newest OpenZFS on Linux.
    fn default() -> Self {
        Self::new(Family::OpenZfs, Version::NEWEST)
    }
}

impl Dialect {
    /// The dialect of a family in a version.
    #[must_use]
    pub const fn new(family: Family, version: Version) -> Self {
        Self { family, version, refused: 0 }
    }

    /// The family.
    #[must_use]
    pub const fn family(self) -> Family {
        self.family
    }

    /// The version; [`Version::NEWEST`] where none was given.
    #[must_use]
    pub const fn version(self) -> Version {
        self.version
    }

    /// Whether the system can do this: by the table, less what it has refused.
    #[must_use]
    pub fn has(self, capability: Capability) -> bool {
        self.refused & capability.bit() == 0 && capability.since(self.family).holds(self.version)
    }

    /// The same dialect, of a system that refuses this.
    #[must_use]
    pub fn without(self, capability: Capability) -> Self {
        Self { refused: self.refused | capability.bit(), ..self }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (family, version) = (self.family, self.version);
        let name = match family {
            Family::OpenZfs => "openzfs",
            Family::FreeBsd | Family::FreeBsdBase => "freebsd",
            Family::MacOs => "macos",
            Family::Illumos => "illumos",
            Family::Solaris => "solaris",
            Family::Legacy => "legacy",
        };
        f.write_str(name)?;
        match (family, version) {
            (Family::Illumos | Family::Legacy, _) | (_, Version::NEWEST) => Ok(()),
            (Family::FreeBsdBase, v) if v.minor == 0 => write!(f, "-{}", v.major),
            (Family::Solaris, v) if v.major < 11 => write!(f, "-{}", v.major),
            (_, v) => write!(f, "-{}.{}", v.major, v.minor),
        }
    }
}

/// A name that no dialect has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "no dialect is called '{0}': name a family and a version, such as openzfs-2.3, freebsd-2.2, \
     freebsd-12, macos-2.2, illumos, solaris-11.4, solaris-10 or legacy"
)]
pub struct UnknownDialect(String);

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        let unknown = || UnknownDialect(name.into());
        let (family, version) = match name.split_once('-') {
            Some((family, version)) => (family, Some(version_of(version).ok_or_else(unknown)?)),
            None => (name, None),
        };
        let newest = Version::NEWEST;
        match (family, version) {
            ("openzfs", v) => Ok(Self::new(Family::OpenZfs, v.unwrap_or(newest))),
            ("macos", v) => Ok(Self::new(Family::MacOs, v.unwrap_or(newest))),
            ("freebsd", None) => Ok(Self::new(Family::FreeBsd, newest)),
            ("freebsd", Some(v)) => Ok(freebsd(v)),
            ("illumos", None) => Ok(Self::new(Family::Illumos, newest)),
            ("solaris", v) => Ok(Self::new(Family::Solaris, v.unwrap_or(newest))),
            ("legacy", None) => Ok(Self::new(Family::Legacy, newest)),
            _ => Err(unknown()),
        }
    }
}

/// FreeBSD is named by OpenZFS's number or by its own; the two do not overlap.
fn freebsd(version: Version) -> Dialect {
    match version.major {
        0..7 => Dialect::new(Family::FreeBsd, version),
        7..13 => Dialect::new(Family::FreeBsdBase, version),
        13 => Dialect::new(Family::FreeBsd, Version::new(2, 1)),
        14 => Dialect::new(Family::FreeBsd, Version::new(2, 2)),
        _ => Dialect::new(Family::FreeBsd, Version::new(2, 4)),
    }
}

/// `2.3`, `2.3.1` or `12`.
fn version_of(text: &str) -> Option<Version> {
    let number = |part: &str| {
        let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| part.parse::<u16>().ok()).flatten()
    };
    let mut parts = text.split('.').map(number);
    let major = parts.next()??;
    let minor = parts.next().unwrap_or(Some(0))?;
    // Patch levels make no difference, but they must be numbers.
    parts.all(|part| part.is_some()).then_some(Version { major, minor })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn names_read_back() {
        for name in [
            "openzfs",
            "openzfs-2.3",
            "macos-2.2",
            "freebsd-2.2",
            "freebsd-12",
            "freebsd-11.2",
            "illumos",
            "solaris-11.3",
            "solaris-10",
            "solaris",
            "legacy",
        ] {
            let dialect: Dialect = name.parse().unwrap();
            assert_eq!(dialect.to_string(), name);
        }
        assert_eq!("freebsd-14".parse::<Dialect>().unwrap().to_string(), "freebsd-2.2");
        assert_eq!("openzfs-2.3.9".parse::<Dialect>().unwrap().to_string(), "openzfs-2.3");
    }

    #[test]
    fn what_is_no_dialect_is_refused() {
        for name in ["", "zfs", "openzfs-", "openzfs-2.x", "illumos-5", "legacy-1", "openzfs-+2"] {
            assert!(name.parse::<Dialect>().is_err(), "{name}");
        }
    }
}
