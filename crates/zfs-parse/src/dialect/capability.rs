//! What each system can do: one table, a row a capability, a column a family.

use super::{Family, Version};

/// From which version of a family on something holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Since {
    /// In no version.
    Never,
    /// In every version.
    Always,
    /// From this version on.
    From(Version),
    /// From the first version on, until before the second.
    Between(Version, Version),
}

impl Since {
    /// Whether it holds in a version.
    #[must_use]
    pub fn holds(self, version: Version) -> bool {
        match self {
            Self::Never => false,
            Self::Always => true,
            Self::From(first) => first <= version,
            Self::Between(first, end) => first <= version && version < end,
        }
    }
}

/// Something that a system's commands can do or not.
///
/// ```
/// use zfs_parse::dialect::{Capability, Dialect};
///
/// let legacy: Dialect = "legacy".parse()?;
/// let can: Vec<&str> =
///     Capability::ALL.iter().filter(|c| legacy.has(**c)).map(|c| c.what()).collect();
/// assert!(!can.contains(&"zfs list -p"));
/// # Ok::<(), zfs_parse::dialect::UnknownDialect>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Capability {
    /// `zfs list -p`: exact numbers.
    ListExact,
    /// `zfs list -j`, `zfs get -j`: JSON.
    ListJson,
    /// `zfs get -p`: exact numbers.
    GetExact,
    /// `zfs get -t`: rows of these types only.
    GetTypes,
    /// `zpool list -p`: exact numbers.
    PoolListExact,
    /// `zpool get -p`: exact numbers.
    PoolGetExact,
    /// `zpool get -H` and `-o`: rows without a header, of the fields asked for.
    PoolGetScripted,
    /// `zpool get` of all pools, where none is named.
    PoolGetOfAll,
    /// `zpool get -o` with five fields: with all that it has and a guard.
    PoolGetGuarded,
    /// Bookmarks, as a type of dataset.
    Bookmarks,
    /// `zfs version`.
    VersionCommand,
    /// `zfs holds -p`: times in seconds.
    HoldsExact,
    /// `zfs diff` escapes a byte as a backslash and four octal digits, not three.
    DiffFourDigits,
    /// `zfs diff -h`: paths unescaped.
    DiffRaw,
    /// `zpool get` of a vdev.
    VdevProperties,
    /// User properties of pools.
    PoolUserProperties,
    /// Ratios keep their `x`, and fragmentation its `%`, in exact output too.
    ExactKeepsUnits,
    /// `zpool list -v` prints a vdev's columns as `-o` says, not a fixed set.
    VdevColumnsFollowRequest,
    /// Options may stand after operands.
    OptionsAnywhere,
    /// `zpool list` without a pool prints nothing with `-H`, and exits with whatever status.
    NoPoolsAnyStatus,
    /// `zfs list` is fast where nothing but names of snapshots is shown, sorted by name.
    FastByName,
    /// `zfs list` is fast where nothing is shown or sorted by that does not come with the name.
    FastByColumns,
    /// `zfs program` of somebody who reads, in versions all of whose native properties are known.
    GetAllSparing,
    /// Below operands of which one lies below another, each dataset is printed once.
    NestedOnce,
}

struct Row {
    what: &'static str,
    openzfs: Since,
    freebsd: Since,
    macos: Since,
    freebsd_base: Since,
    illumos: Since,
    solaris: Since,
    legacy: Since,
}

const NO: Since = Since::Never;
const YES: Since = Since::Always;

const fn from(major: u16, minor: u16) -> Since {
    Since::From(Version::new(major, minor))
}

const fn until(major: u16, minor: u16) -> Since {
    Since::Between(Version::new(0, 0), Version::new(major, minor))
}

const fn between(major: u16, minor: u16, end_major: u16, end_minor: u16) -> Since {
    Since::Between(Version::new(major, minor), Version::new(end_major, end_minor))
}

/// Rows of cells, one a family, in this order: OpenZFS on Linux, on FreeBSD and on macOS, FreeBSD's
/// own until 12, illumos, Solaris, legacy.
const fn row(what: &'static str, cells: [Since; 7]) -> Row {
    let [openzfs, freebsd, macos, freebsd_base, illumos, solaris, legacy] = cells;
    Row { what, openzfs, freebsd, macos, freebsd_base, illumos, solaris, legacy }
}

impl Capability {
    /// Every capability.
    #[rustfmt::skip]
    pub const ALL: &[Self] = &[
        Self::ListExact, Self::ListJson, Self::GetExact, Self::GetTypes, Self::PoolListExact,
        Self::PoolGetExact, Self::PoolGetScripted, Self::PoolGetOfAll, Self::PoolGetGuarded,
        Self::Bookmarks, Self::VersionCommand,
        Self::HoldsExact, Self::DiffFourDigits, Self::DiffRaw, Self::VdevProperties,
        Self::PoolUserProperties, Self::ExactKeepsUnits, Self::VdevColumnsFollowRequest,
        Self::OptionsAnywhere, Self::NoPoolsAnyStatus, Self::FastByName, Self::FastByColumns,
        Self::GetAllSparing, Self::NestedOnce,
    ];

    #[rustfmt::skip]
    const fn row(self) -> Row {
        match self {
            //                                  OpenZFS       FreeBSD     macOS       FreeBSD≤12   illumos Solaris      legacy
            Self::ListExact       => row("zfs list -p",
                                               [from(0, 6),   YES,        YES,        from(9, 0),  YES,    from(11, 4), NO]),
            Self::ListJson        => row("zfs list -j, zfs get -j",
                                               [from(2, 3),   from(2, 3), from(2, 3), NO,          NO,     NO,          NO]),
            Self::GetExact        => row("zfs get -p",
                                               [YES,          YES,        YES,        YES,         YES,    YES,         YES]),
            Self::GetTypes        => row("zfs get -t",
                                               [from(0, 6),   YES,        YES,        from(9, 0),  YES,    from(11, 4), NO]),
            Self::PoolListExact   => row("zpool list -p",
                                               [from(0, 7),   YES,        YES,        from(10, 0), YES,    NO,          NO]),
            Self::PoolGetExact    => row("zpool get -p",
                                               [from(0, 6),   YES,        YES,        from(10, 0), YES,    from(11, 4), NO]),
            Self::PoolGetScripted => row("zpool get -H -o",
                                               [from(0, 7),   YES,        YES,        from(10, 0), YES,    NO,          NO]),
            Self::PoolGetOfAll    => row("zpool get of all pools at once",
                                               [from(0, 6),   YES,        YES,        from(10, 0), YES,    NO,          NO]),
            // Seen: 2.1 takes five, 2.3 and 2.4 take four.
            Self::PoolGetGuarded  => row("zpool get -o with five fields",
                                               [until(2, 2),  until(2, 2), until(2, 2), from(10, 0), YES,   NO,          NO]),
            Self::Bookmarks       => row("bookmarks",
                                               [from(0, 6),   YES,        YES,        from(10, 0), YES,    NO,          NO]),
            Self::VersionCommand  => row("zfs version",
                                               [from(0, 8),   YES,        YES,        NO,          NO,     NO,          NO]),
            Self::HoldsExact      => row("zfs holds -p",
                                               [from(2, 2),   from(2, 2), from(2, 2), NO,          NO,     NO,          NO]),
            Self::DiffFourDigits  => row("zfs diff with four octal digits",
                                               [from(0, 7),   YES,        YES,        NO,          NO,     NO,          NO]),
            // From 2.1.5, in fact.
            Self::DiffRaw         => row("zfs diff -h",
                                               [from(2, 1),   from(2, 1), from(2, 2), NO,          NO,     NO,          NO]),
            Self::VdevProperties  => row("zpool get of a vdev",
                                               [from(2, 2),   from(2, 2), from(2, 2), NO,          NO,     NO,          NO]),
            Self::PoolUserProperties => row("user properties of pools",
                                               [from(2, 2),   from(2, 2), from(2, 2), NO,          NO,     NO,          NO]),
            Self::ExactKeepsUnits => row("x and % in exact output",
                                               [until(0, 8),  NO,         NO,         YES,         YES,    YES,         YES]),
            Self::VdevColumnsFollowRequest => row("zpool list -v with the columns of -o",
                                               [from(2, 4),   from(2, 4), from(2, 4), NO,          NO,     NO,          NO]),
            Self::NoPoolsAnyStatus => row("any status of zpool list where there is no pool",
                                               [until(0, 7),  NO,         NO,         YES,         YES,    YES,         YES]),
            Self::FastByName      => row("fast zfs list of snapshots' names, sorted by name",
                                               [from(0, 6),   YES,        YES,        from(8, 3),  YES,    NO,          NO]),
            Self::FastByColumns   => row("fast zfs list of what comes with the name",
                                               [from(2, 2),   from(2, 2), from(2, 2), NO,          NO,     NO,          NO]),
            // Of newer ones it isn't known what `all` would print. Elsewhere it was never tried.
            Self::GetAllSparing   => row("zfs program, where every native property is known",
                                               [between(2, 1, 2, 5), NO,   NO,         NO,          NO,     NO,          NO]),
            // Seen: the legacy lineage prints it once for each. Where nobody has looked, as there.
            Self::NestedOnce      => row("each dataset once below nested operands",
                                               [YES,          YES,        YES,        NO,          NO,     NO,          NO]),
            Self::OptionsAnywhere => row("options after operands",
                                               [YES,          NO,         NO,         NO,          NO,     NO,          YES]),
        }
    }

    /// The capability in a few words: mostly the command that has it.
    #[must_use]
    pub const fn what(self) -> &'static str {
        self.row().what
    }

    /// From which version of a family on it is there.
    #[must_use]
    pub const fn since(self, family: Family) -> Since {
        let row = self.row();
        match family {
            Family::OpenZfs => row.openzfs,
            Family::FreeBsd => row.freebsd,
            Family::MacOs => row.macos,
            Family::FreeBsdBase => row.freebsd_base,
            Family::Illumos => row.illumos,
            Family::Solaris => row.solaris,
            Family::Legacy => row.legacy,
        }
    }

    /// Its place in a set of refused ones.
    pub(super) const fn bit(self) -> u32 {
        1 << (self as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_capability_is_listed_once_and_has_its_own_bit() {
        let bits = Capability::ALL.iter().fold(0_u32, |bits, c| {
            assert_eq!(bits & c.bit(), 0, "{c:?}");
            bits | c.bit()
        });
        assert_eq!(bits.count_ones() as usize, Capability::ALL.len());
        assert_eq!(bits.trailing_ones() as usize, Capability::ALL.len());
    }

    #[test]
    fn a_version_between_two_known_ones_behaves_as_the_lower() {
        let json = Capability::ListJson.since(Family::OpenZfs);
        assert!(!json.holds(Version::new(2, 2)));
        assert!(json.holds(Version::new(2, 3)));
        assert!(json.holds(Version::new(9, 0)));
    }
}
