//! illumos: OmniOS, SmartOS, OpenIndiana, Helios and others.

use zfs_parse::Dialect;
use zfs_parse::dialect::{Family, Version};

use crate::Privilege;

pub(crate) const NAME: &str = "illumos";

pub(crate) const TOOL_FOLDERS: &[&str] = &["/usr/sbin", "/sbin"];

pub(crate) const HELPER_FOLDERS: &[&str] =
    &["/usr/bin", "/usr/sbin", "/opt/ooce/bin", "/opt/local/bin", "/usr/gnu/bin"];

pub(crate) const PRIVILEGE: Privilege = Privilege::Pfexec;

pub(crate) const INSTALL: &str = "zfs is part of the system: check that /usr/sbin/zfs exists";

pub(crate) const DIALECT: Dialect = Dialect::new(Family::Illumos, Version::NEWEST);
