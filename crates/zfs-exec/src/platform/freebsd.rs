//! FreeBSD: ZFS from the base system, or OpenZFS from ports.

use zfs_parse::Dialect;
use zfs_parse::dialect::{Family, Version};

use crate::Privilege;

pub(crate) const NAME: &str = "freebsd";

pub(crate) const TOOL_FOLDERS: &[&str] = &["/sbin", "/usr/sbin", "/rescue", "/usr/local/sbin"];

pub(crate) const HELPER_FOLDERS: &[&str] = &["/usr/local/bin", "/usr/bin", "/bin"];

pub(crate) const PRIVILEGE: Privilege = Privilege::Sudo;

pub(crate) const INSTALL: &str = "zfs is part of the base system: check that /sbin/zfs exists";

pub(crate) const DIALECT: Dialect = Dialect::new(Family::FreeBsd, Version::NEWEST);
