//! What differs between operating systems: where the tools are, which tool gives privilege, and
//! how a process is run.
//!
//! This is the only place in the crate that asks which system it is built for. Each file gives the
//! same constants:
//!
//! - `NAME`: the platform, as its file is named;
//! - `TOOL_FOLDERS`: where zfs(8) and zpool(8) are, the likeliest first;
//! - `HELPER_FOLDERS`: where sudo, doas, pfexec, env and uname are;
//! - `PRIVILEGE`: the tool that customarily gives privilege;
//! - `INSTALL`: what to do where ZFS is missing;
//! - `DIALECT`: the dialect that ZFS most likely has there.

use cfg_if::cfg_if;

cfg_if! {
    if #[cfg(target_os = "linux")] {
        mod linux;
        use linux as this;
    } else if #[cfg(target_os = "freebsd")] {
        mod freebsd;
        use freebsd as this;
    } else if #[cfg(target_os = "illumos")] {
        mod illumos;
        use illumos as this;
    } else if #[cfg(target_os = "solaris")] {
        mod solaris;
        use solaris as this;
    } else if #[cfg(target_os = "macos")] {
        mod macos;
        use macos as this;
    } else {
        mod other;
        use other as this;
    }
}

pub(crate) use this::{DIALECT, HELPER_FOLDERS, INSTALL, NAME, PRIVILEGE, TOOL_FOLDERS};

cfg_if! {
    if #[cfg(all(target_os = "linux", not(feature = "threads")))] {
        #[path = "../process/unix/pidfd.rs"]
        pub(crate) mod pidfd;
    } else if #[cfg(unix)] {
        #[path = "../process/unix/no_pidfd.rs"]
        pub(crate) mod pidfd;
    }
}

cfg_if! {
    // OpenBSD and Redox are Unix without waitid(2), and without ZFS.
    if #[cfg(all(unix, not(any(target_os = "openbsd", target_os = "redox"))))] {
        #[path = "../process/unix/mod.rs"]
        pub(crate) mod process;
    } else {
        #[path = "../process/unsupported.rs"]
        pub(crate) mod process;
    }
}
