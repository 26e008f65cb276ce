//! The one kernel that all releases run on: Debian's for clouds.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::cache::Cache;
use super::packages::{self, Packages};
use super::release::{BASE_SUITE, KERNEL_PACKAGES};

/// Its packages.
#[derive(Debug)]
pub(super) struct Kernel {
    /// As `uname -r` has it.
    pub name: String,
    packages: Packages,
}

/// Where its headers were unpacked to.
#[derive(Debug)]
pub(super) struct Headers {
    pub source: PathBuf,
    pub object: PathBuf,
}

impl Kernel {
    pub(super) fn find(cache: &Cache) -> Result<Self> {
        let found = packages::find(cache, &[BASE_SUITE], &KERNEL_PACKAGES, "")?;
        // The compiler and the like are the host's.
        let packages = found.only(|name| {
            ["linux-image-", "linux-headers-", "linux-kbuild-", "linux-compiler-"]
                .iter()
                .any(|start| name.starts_with(start))
                && !KERNEL_PACKAGES.contains(&name)
        });
        let image = packages.list.iter().find_map(|p| p.name.strip_prefix("linux-image-"));
        let name = image.context("the suite has no kernel for clouds")?.to_owned();
        Ok(Self { name, packages })
    }

    pub(super) fn identity(&self) -> String {
        self.packages.identity()
    }

    /// Unpacks the kernel and its own modules, and gives the kernel's path.
    pub(super) fn unpack_image(&self, cache: &Cache, folder: &Path) -> Result<PathBuf> {
        let image = self.packages.clone().only(|name| name.starts_with("linux-image-"));
        image.unpack(cache, folder)?;
        Ok(folder.join("boot").join(format!("vmlinuz-{}", self.name)))
    }

    /// Unpacks what modules are built against.
    pub(super) fn unpack_headers(&self, cache: &Cache, folder: &Path) -> Result<Headers> {
        let headers = self.packages.clone().only(|name| !name.starts_with("linux-image-"));
        headers.unpack(cache, folder)?;
        let sources = folder.join("usr/src");
        let object = sources.join(format!("linux-headers-{}", self.name));
        // This file, of one line, includes another by the path that it has once installed.
        let makefile = object.join("Makefile");
        let text =
            fs::read_to_string(&makefile).context("the kernel's headers have no Makefile")?;
        let moved = text.replace("/usr/src/", &format!("{}/", sources.display()));
        fs::write(&makefile, moved).context("can't adapt the Makefile of the kernel's headers")?;
        let common = self.name.trim_end_matches("-cloud-amd64");
        let source = sources.join(format!("linux-headers-{common}-common"));
        Ok(Headers { source, object })
    }
}
