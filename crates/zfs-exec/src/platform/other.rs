//! Every other system: the usual Unix folders.

use zfs_parse::Dialect;
use zfs_parse::dialect::{Family, Version};

use crate::Privilege;

pub(crate) const NAME: &str = "other";

pub(crate) const TOOL_FOLDERS: &[&str] =
    &["/usr/sbin", "/sbin", "/usr/local/sbin", "/usr/bin", "/bin", "/usr/local/bin"];

pub(crate) const HELPER_FOLDERS: &[&str] = &["/usr/bin", "/bin", "/usr/local/bin", "/usr/pkg/bin"];

pub(crate) const PRIVILEGE: Privilege = Privilege::Sudo;

pub(crate) const INSTALL: &str = "install ZFS, or say where its tools are";

pub(crate) const DIALECT: Dialect = Dialect::new(Family::OpenZfs, Version::NEWEST);
