//! macOS: OpenZFS on OS X, from its installer or from Homebrew.

use zfs_parse::Dialect;
use zfs_parse::dialect::{Family, Version};

use crate::Privilege;

pub(crate) const NAME: &str = "macos";

pub(crate) const TOOL_FOLDERS: &[&str] = &[
    "/usr/local/zfs/bin",
    "/usr/local/zfs/sbin",
    "/usr/local/bin",
    "/usr/local/sbin",
    "/opt/homebrew/bin",
    "/usr/sbin",
    "/sbin",
];

pub(crate) const HELPER_FOLDERS: &[&str] =
    &["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"];

pub(crate) const PRIVILEGE: Privilege = Privilege::Sudo;

pub(crate) const INSTALL: &str = "install OpenZFS on OS X from https://openzfsonosx.org";

pub(crate) const DIALECT: Dialect = Dialect::new(Family::MacOs, Version::NEWEST);
