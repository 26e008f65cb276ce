//! The messages, and what they mean. Where two fit, the first row counts.

use super::FailureKind::{self, *};
use super::template::Template;

pub(super) struct Row {
    pub(super) template: Template,
    pub(super) kind: FailureKind,
}

const fn row(template: &'static str, kind: FailureKind) -> Row {
    Row { template: Template(template), kind }
}

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    // OpenZFS, illumos, legacy; Solaris says filesystem or snapshot for dataset.
    row("cannot {*} '{}': dataset does not exist",                    DoesNotExist),
    row("cannot {*} '{}': filesystem does not exist",                 DoesNotExist),
    row("cannot {*} '{}': volume does not exist",                     DoesNotExist),
    row("cannot {*} '{}': snapshot does not exist",                   DoesNotExist),
    row("cannot {*} '{}': no such pool",                              DoesNotExist),
    row("cannot {*} '{}': no such pool or dataset",                   DoesNotExist),
    row("cannot {*} '{}': no such pool available",                    DoesNotExist),
    row("cannot {*} '{}': no such pool '{*}'",                        DoesNotExist),
    // OpenZFS 2.2 and later, zpool get.
    row("Cannot get properties of {}: no such pool available.",       DoesNotExist),
    row("bookmark '{}' does not exist.",                              DoesNotExist),
    // Of a path: none there, or one of another filesystem.
    row("cannot {*} '{}': No such file or directory",                 DoesNotExist),
    row("'{}': not a ZFS filesystem",                                 DoesNotExist),

    row("invalid option '{}'",                                        UnsupportedOption),
    row("bad property list: invalid property '{}'",                   UnsupportedProperty),
    row("invalid property '{}'",                                      UnsupportedProperty),
    row("unrecognized command '{}'",                                  UnsupportedCommand),
    row("invalid type '{}'",                                          UnsupportedType),

    row("cannot {*} '{}': operation not applicable to datasets of this type", WrongType),
    row("'{}' does not apply to datasets of this type",               WrongType),
    row("cannot {*} '{}': invalid character {*} in name",             InvalidName),
    row("cannot {*} '{}': invalid character {*} in pool name",        InvalidName),
    row("cannot {*} '{}': invalid dataset name",                      InvalidName),
    row("cannot {*} '{}': name is too long",                          InvalidName),
    row("cannot {*} '{}': name must begin with a letter",             InvalidName),
    row("cannot {*} '{}': name is reserved",                          InvalidName),
    row("cannot {*} '{}': empty component {*}",                       InvalidName),
    row("cannot {*} '{}': leading slash in name",                     InvalidName),
    row("cannot {*} '{}': trailing slash in name",                    InvalidName),
    row("cannot {*} '{}': multiple '@' {*}",                          InvalidName),
    row("cannot {*} '{}': multiple '@' delimiters in name",           InvalidName),
    row("cannot {*} '{}': snapshot delimiter '@' is not expected here", InvalidName),

    // In front of the general rows about permission: these are no failure of the question.
    row("failed to create /etc/exports.d: {*}",                       Noise),
    row("exportfs: {*}",                                              Noise),
    row("sudo: unable to resolve host {*}",                           Noise),

    row("Permission denied the ZFS utilities must be run as root.",   Permission),
    row("Unable to open /dev/zfs: Permission denied.",                Permission),
    row("Permission denied. Channel programs must be run as root.",   Permission),
    row("cannot {*} '{}': permission denied",                         Permission),
    row("cannot {*}: permission denied",                              Permission),
    row("sudo: a password is required",                               Permission),
    row("sudo: {*} is not in the sudoers file{*}",                    Permission),
    // zfs-fuse: its daemon's socket is root's.
    row("connect: Permission denied",                                 Permission),
    row("doas: Authentication required",                              Permission),
    row("doas: Operation not permitted",                              Permission),
    row("pfexec: {*}",                                                Permission),

    row("The ZFS modules are not loaded.",                            ModuleNotLoaded),
    row("The ZFS modules cannot be auto-loaded.",                     ModuleNotLoaded),
    row("/dev/zfs and /proc/self/mounts are required.",               ModuleNotLoaded),
    row("Failed to initialize the libzfs library.",                   ModuleNotLoaded),
    row("Failed to load zfs module: {*}",                             ModuleNotLoaded),
    row("internal error: failed to initialize ZFS library",           ModuleNotLoaded),
    // zfs-fuse: its daemon's socket.
    row("connect: {*}",                                                 ModuleNotLoaded),
    row("zfs_version_kernel() failed: {*}",                           ModuleNotLoaded),
    row("the loaded zfs module does not support {*}",                 ModuleMismatch),
    row("cannot {*} '{}': operation not supported by zfs kernel module", ModuleMismatch),

    row("cannot {*} '{}': pool I/O is currently suspended",           PoolSuspended),
    row("cannot {*}: pool I/O is currently suspended",                PoolSuspended),
    row("cannot {*} '{}': pool is unavailable",                       PoolUnavailable),
    row("cannot {*} '{}': one or more devices is currently unavailable", PoolUnavailable),
    row("cannot {*} '{}': I/O error",                                 IoError),
    row("cannot {*}: I/O error",                                      IoError),
    row("cannot {*} '{}': insufficient replicas",                     IoError),
    row("cannot {*} '{}': dataset is busy",                           Busy),
    row("cannot {*} '{}': pool is busy",                              Busy),
    row("cannot {*} '{}': pool or dataset is busy",                   Busy),
    row("cannot {*} '{}': encryption key not loaded",                 KeyNotLoaded),
    row("cannot {*} '{}': out of memory",                             OutOfMemory),
    row("internal error: out of memory",                              OutOfMemory),
    row("internal error: {*}",                                        Internal),

    row("no datasets available",                                      Nothing),
    row("no pools available",                                         Nothing),
];

/// Lines that belong to the failure before them.
const GOING_ON: &[Template] = &[
    // Solaris points to its help in place of a usage.
    Template("For more info, run: {*}"),
    Template("For further help on a command or topic, run: {*}"),
    Template("Try running 'modprobe zfs' as root to load them."),
    Template("Try running 'udevadm trigger' and 'mount -t proc proc /proc' as root."),
    // zfs-fuse, in front of its own account of it.
    Template("Please make sure that the zfs-fuse daemon is running."),
];

/// Whether a line belongs to the failure before it.
pub(super) fn goes_on(line: &[u8]) -> bool {
    line.is_empty() || GOING_ON.iter().any(|template| template.entity_in(line).is_some())
}

/// Whether all from this line on belongs to the failure before it: a usage.
pub(super) fn starts_detail(line: &[u8]) -> bool {
    line.starts_with(b"usage:")
}
