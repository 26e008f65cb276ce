//! Linux: OpenZFS from a distribution's packages or built by hand.

use zfs_parse::Dialect;
use zfs_parse::dialect::{Family, Version};

use crate::Privilege;

pub(crate) const NAME: &str = "linux";

pub(crate) const TOOL_FOLDERS: &[&str] = &[
    "/usr/sbin",
    "/sbin",
    "/usr/local/sbin",
    "/usr/bin",
    "/bin",
    // NixOS has none of the folders above.
    "/run/current-system/sw/bin",
];

pub(crate) const HELPER_FOLDERS: &[&str] = &[
    // NixOS keeps its set-user-ID programs here; the ones in sw/bin give no privilege.
    "/run/wrappers/bin",
    "/usr/bin",
    "/bin",
    "/usr/local/bin",
    "/run/current-system/sw/bin",
];

pub(crate) const PRIVILEGE: Privilege = Privilege::Sudo;

pub(crate) const INSTALL: &str =
    "install your distribution's ZFS tools (zfsutils-linux, zfs or zfs-utils)";

pub(crate) const DIALECT: Dialect = Dialect::new(Family::OpenZfs, Version::NEWEST);
