//! The guest's files: of the packages only what the tools need to run.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::cpio::Archive;

const INIT: &str = include_str!("init.sh");

/// Folders, with their modes.
const FOLDERS: [(&str, u32); 16] = [
    ("dev", 0o755),
    ("etc", 0o755),
    ("etc/zfs", 0o755),
    ("job", 0o755),
    ("modules", 0o755),
    ("proc", 0o755),
    ("results", 0o755),
    ("root", 0o700),
    ("run", 0o755),
    ("scratch", 0o777),
    ("sys", 0o755),
    ("tmp", 0o777),
    ("usr", 0o755),
    ("usr/bin", 0o755),
    ("usr/sbin", 0o755),
    ("usr/lib", 0o755),
];
const MORE_FOLDERS: [&str; 5] =
    ["usr/lib/locale", "usr/lib/x86_64-linux-gnu", "usr/lib64", "usr/share", "usr/share/zfs"];
const LINKS: [(&str, &str); 6] = [
    ("bin", "usr/bin"),
    ("sbin", "usr/sbin"),
    ("lib", "usr/lib"),
    ("lib64", "usr/lib64"),
    ("etc/mtab", "/proc/self/mounts"),
    ("init", "usr/sbin/init"),
];
const TEXTS: [(&str, &str); 4] = [
    (
        "etc/passwd",
        "root:x:0:0:root:/root:/bin/sh\ndaemon:x:1:1:daemon:/:/bin/false\n\
         user:x:1000:1000:user:/tmp:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n",
    ),
    ("etc/group", "root:x:0:\ndaemon:x:1:\nuser:x:1000:\nnogroup:x:65534:\n"),
    ("etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"),
    ("etc/hosts", "127.0.0.1 localhost guest\n"),
];
/// Taken whole, where the suite has them.
const TREES: [&str; 3] =
    ["usr/lib/locale/C.utf8", "usr/share/zfs/compatibility.d", "usr/share/zfs/zpool.d"];

/// Writes the guest's files from unpacked packages; `modules` are those to load, in order.
pub(super) fn write(
    archive: &mut Archive,
    unpacked: &Path,
    modules: &[(&Path, &[&str])],
) -> Result<()> {
    for (name, mode) in FOLDERS {
        archive.folder(name, mode)?;
    }
    for name in MORE_FOLDERS {
        archive.folder(name, 0o755)?;
    }
    for (name, target) in LINKS {
        archive.link(name, target)?;
    }
    for (name, text) in TEXTS {
        archive.file(name, 0o644, text.as_bytes())?;
    }
    archive.file("usr/sbin/init", 0o755, INIT.as_bytes())?;
    // Suites differ in whether they have these below usr.
    for base in ["", "usr/"] {
        let from = |name: &str| unpacked.join(format!("{base}{name}"));
        files(archive, &from("sbin"), "usr/sbin", is_tool)?;
        files(archive, &from("bin"), "usr/bin", |name| is_tool(name) || name == "busybox")?;
        let libraries = "lib/x86_64-linux-gnu";
        files(archive, &from(libraries), &format!("usr/{libraries}"), is_library)?;
        files(archive, &from("lib64"), "usr/lib64", |name| name.starts_with("ld-linux"))?;
    }
    archive.link("usr/bin/sh", "busybox")?;
    for tree in TREES {
        let path = unpacked.join(tree);
        if path.is_dir() {
            archive.tree(tree, &path)?;
        }
    }
    let mut order = String::new();
    for (folder, names) in modules {
        for module in *names {
            let file = format!("{}.ko", module.split(' ').next().unwrap_or_default());
            archive.tree(&format!("modules/{file}"), &folder.join(&file))?;
            order.push_str(module);
            order.push('\n');
        }
    }
    archive.file("modules/order", 0o644, order.as_bytes())
}

fn is_tool(name: &str) -> bool {
    let starts = ["zfs", "zpool", "zdb", "zed", "zgenhostid", "zstream", "zinject", "zhack"];
    starts.iter().any(|start| name.starts_with(start))
}

/// Libraries, but for those of what the tools' packages merely depend on.
fn is_library(name: &str) -> bool {
    let others = ["libpython", "libperl", "libsqlite", "libdb-", "libreadline", "libncurses"];
    name.contains(".so") && !others.iter().any(|start| name.starts_with(start))
}

/// Adds those files of a folder that are wanted. A link from one of the folders, all of which are
/// links or merged here, holds as it is: it names a file beside it, or an absolute path.
fn files(
    archive: &mut Archive,
    folder: &Path,
    target: &str,
    wanted: impl Fn(&str) -> bool,
) -> Result<()> {
    if !folder.is_dir() || folder.is_symlink() {
        return Ok(());
    }
    let entries = fs::read_dir(folder).with_context(|| format!("can't read {folder:?}"))?;
    let mut names: Vec<_> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    for name in names.iter().filter(|name| wanted(name)) {
        let path = folder.join(name);
        if !path.is_dir() || path.is_symlink() {
            archive.tree(&format!("{target}/{name}"), &path)?;
        }
    }
    Ok(())
}

/// Fails where a suite has its files elsewhere than expected.
pub(super) fn check(unpacked: &Path) -> Result<()> {
    for file in ["sbin/zfs", "sbin/zpool", "bin/busybox", "lib64/ld-linux-x86-64.so.2"] {
        let there = ["", "usr/"].iter().any(|base| {
            let path = unpacked.join(format!("{base}{file}"));
            path.is_file() || path.is_symlink()
        });
        ensure!(there, "the packages of the guest have no {file}");
    }
    Ok(())
}
