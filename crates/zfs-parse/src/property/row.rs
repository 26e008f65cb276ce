//! The words that the tables are written in.

use super::{Availability, Cost, Edit, Facts, Form, Holds, Kinds};
use crate::dialect::{Since, Version};

/// Filesystems, volumes, snapshots, bookmarks, and their mixtures.
pub(super) const F: Kinds = Kinds::of(1);
pub(super) const V: Kinds = Kinds::of(2);
pub(super) const S: Kinds = Kinds::of(4);
pub(super) const FV: Kinds = Kinds::of(3);
pub(super) const FS: Kinds = Kinds::of(5);
pub(super) const VS: Kinds = Kinds::of(6);
pub(super) const FVS: Kinds = Kinds::of(7);
pub(super) const FVSB: Kinds = Kinds::of(15);

/// In no family.
pub(super) const NOWHERE: Availability = Availability {
    openzfs: Since::Never,
    freebsd: Since::Never,
    macos: Since::Never,
    freebsd_base: Since::Never,
    illumos: Since::Never,
    solaris: Since::Never,
    legacy: Since::Never,
};
/// Wherever there is ZFS.
pub(super) const EVERYWHERE: Availability =
    NOWHERE.openzfs(0, 0).illumos().freebsd_base(0, 0).solaris(0, 0).legacy();
/// Past the last release: in the development branch of OpenZFS.
pub(super) const DEVELOPMENT: Availability = NOWHERE.openzfs(2, 5);

/// In OpenZFS from this version on, on every system, and nowhere else.
pub(super) const fn openzfs(major: u16, minor: u16) -> Availability {
    NOWHERE.openzfs(major, minor)
}

/// In OpenZFS, in illumos, and in FreeBSD's own ZFS from this version of FreeBSD on: what was made
/// after the source was closed, or what Oracle and the legacy lineage did not take.
pub(super) const fn newer(major: u16, minor: u16) -> Availability {
    NOWHERE.openzfs(0, 0).illumos().freebsd_base(major, minor)
}

impl Availability {
    /// In OpenZFS from this version on, on every system.
    pub(super) const fn openzfs(self, major: u16, minor: u16) -> Self {
        let since = Since::From(Version::new(major, minor));
        Self { openzfs: since, freebsd: since, macos: since, ..self }
    }

    /// In OpenZFS's lineage on Linux from this version on, and nothing said of other systems.
    pub(super) const fn linux(self, since: Since) -> Self {
        Self { openzfs: since, ..self }
    }

    /// In OpenZFS on FreeBSD.
    pub(super) const fn freebsd(self, since: Since) -> Self {
        Self { freebsd: since, ..self }
    }

    /// In OpenZFS on macOS.
    pub(super) const fn macos(self, since: Since) -> Self {
        Self { macos: since, ..self }
    }

    /// In FreeBSD until 12, from this version of FreeBSD on.
    pub(super) const fn freebsd_base(self, major: u16, minor: u16) -> Self {
        Self { freebsd_base: Since::From(Version::new(major, minor)), ..self }
    }

    /// In FreeBSD's own ZFS until before this version of FreeBSD.
    pub(super) const fn freebsd_base_until(self, major: u16, minor: u16) -> Self {
        Self { freebsd_base: until(major, minor), ..self }
    }

    /// In illumos.
    pub(super) const fn illumos(self) -> Self {
        Self { illumos: Since::Always, ..self }
    }

    /// In Solaris from this version on.
    pub(super) const fn solaris(self, major: u16, minor: u16) -> Self {
        Self { solaris: Since::From(Version::new(major, minor)), ..self }
    }

    /// In Solaris until before this version.
    pub(super) const fn solaris_until(self, major: u16, minor: u16) -> Self {
        Self { solaris: until(major, minor), ..self }
    }

    /// In the legacy lineage.
    pub(super) const fn legacy(self) -> Self {
        Self { legacy: Since::Always, ..self }
    }

    /// Not in Solaris.
    pub(super) const fn not_solaris(self) -> Self {
        Self { solaris: Since::Never, ..self }
    }

    /// Not in the legacy lineage.
    pub(super) const fn not_legacy(self) -> Self {
        Self { legacy: Since::Never, ..self }
    }
}

const fn until(major: u16, minor: u16) -> Since {
    Since::Between(Version::new(0, 0), Version::new(major, minor))
}

/// Lists of rows as one table, joined when this is compiled; `N` is the number of all rows.
pub(super) const fn join<const N: usize>(lists: &[&[Facts]]) -> [Facts; N] {
    let mut table = [lists[0][0]; N];
    let (mut list, mut next) = (0, 0);
    while list < lists.len() {
        let mut place = 0;
        while place < lists[list].len() {
            table[next] = lists[list][place];
            (place, next) = (place + 1, next + 1);
        }
        list += 1;
    }
    // A table with room left would repeat its first row.
    assert!(next == N, "N is not the number of rows");
    table
}

/// A row whose text is closed, whose cost is plain, and which `all` shows.
pub(super) const fn row(
    name: &'static str,
    column: &'static str,
    kinds: Kinds,
    form: Form,
    edit: Edit,
    since: Availability,
) -> Facts {
    let (holds, cost, hidden) = (Holds::Closed, Cost::Plain, false);
    Facts { name, column, kinds, form, edit, holds, cost, hidden, since }
}

impl Facts {
    /// Its text can hold TABs and newlines.
    pub(super) const fn open(self) -> Self {
        Self { holds: Holds::Open, ..self }
    }

    /// `all` leaves it out.
    pub(super) const fn hidden(self) -> Self {
        Self { hidden: true, ..self }
    }

    /// It comes with the name.
    pub(super) const fn free(self) -> Self {
        Self { cost: Cost::Free, ..self }
    }

    /// It takes another kernel call for each dataset.
    pub(super) const fn dear(self) -> Self {
        Self { cost: Cost::Dear, ..self }
    }
}
