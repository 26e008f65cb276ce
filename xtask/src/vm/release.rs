//! The releases of OpenZFS that the machines run, as data.

/// Part of every key: what is built anew when the way of building changes.
pub(super) const RECIPE: &str = "1";

/// The suite that the kernel and QEMU come from, whatever the release of ZFS.
pub(super) const BASE_SUITE: &str = "bookworm";

/// A release of OpenZFS.
#[derive(Debug)]
pub(crate) struct Release {
    pub name: &'static str,
    /// Suites that may have it, the one to prefer first. A suite that has moved on to another
    /// release is passed over.
    pub suites: &'static [&'static str],
    /// Its kernel modules in the order of loading; its parameters follow the name.
    pub modules: &'static [&'static str],
}

pub(super) const RELEASES: [Release; 3] = [
    Release {
        name: "2.1",
        suites: &["bookworm"],
        modules: &[SPL, "zavl", "znvpair", "zunicode", "zcommon", "icp", "zlua", "zzstd", ZFS],
    },
    Release { name: "2.3", suites: &["trixie"], modules: &[SPL, ZFS] },
    Release { name: "2.4", suites: &["forky", "sid"], modules: &[SPL, ZFS] },
];

/// A failed assertion in ZFS parks its thread for ever; as a panic it ends the run.
const SPL: &str = "spl spl_panic_halt=1";
/// The cache may not crowd out the tests' files, which are in memory as well.
const ZFS: &str = "zfs zfs_arc_max=268435456";

/// What the kernel needs to see the disk that results are written to, in the order of loading.
pub(super) const KERNEL_MODULES: [&str; 6] = [
    "virtio",
    "virtio_ring",
    "virtio_pci_modern_dev",
    "virtio_pci_legacy_dev",
    "virtio_pci",
    "virtio_blk",
];

pub(super) const KERNEL_PACKAGES: [&str; 2] =
    ["linux-image-cloud-amd64", "linux-headers-cloud-amd64"];
/// The sources of the modules.
pub(super) const SOURCE_PACKAGE: &str = "zfs-dkms";
/// The last one only keeps `usrmerge`, and Perl with it, out.
pub(super) const ROOT_PACKAGES: [&str; 4] =
    ["zfsutils-linux", "busybox-static", "libc-bin", "usr-is-merged"];
pub(super) const QEMU_PACKAGES: [&str; 2] = ["qemu-system-x86", "usr-is-merged"];

/// The releases that a name stands for.
pub(crate) fn named(name: &str) -> Option<Vec<&'static Release>> {
    let wanted = |release: &&Release| name == "all" || release.name == name;
    let releases: Vec<_> = RELEASES.iter().filter(wanted).collect();
    (!releases.is_empty()).then_some(releases)
}

/// Their names, for the command line.
pub(crate) fn names() -> Vec<&'static str> {
    RELEASES.iter().map(|release| release.name).chain(["all"]).collect()
}
