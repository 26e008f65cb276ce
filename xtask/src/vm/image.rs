//! All that a guest of one release boots: a kernel, and an archive of its files.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use super::cache::{Cache, Key, make_dir};
use super::cpio::Archive;
use super::kernel::Kernel;
use super::release::{KERNEL_MODULES, RECIPE, ROOT_PACKAGES, Release, SOURCE_PACKAGE};
use super::{modules, packages, root};

/// One release's, whole.
#[derive(Debug)]
pub(super) struct Image {
    folder: PathBuf,
}

impl Image {
    /// Finds it in the cache, or builds it.
    pub(super) fn get(cache: &Cache, release: &Release) -> Result<Self> {
        let kernel = Kernel::find(cache)?;
        let version = format!("{}.", release.name);
        let suites = release.suites;
        let tools = packages::find(cache, suites, &ROOT_PACKAGES, &version)?;
        let sources = packages::find(cache, &[&tools.suite], &[SOURCE_PACKAGE], &version)?
            .only(|name| name == SOURCE_PACKAGE);
        let of_tools = tools.version_of("zfsutils-linux")?;
        let of_modules = sources.version_of(SOURCE_PACKAGE)?;
        ensure!(of_tools == of_modules, "tools are of {of_tools}, modules of {of_modules}");
        let key = Key::new(RECIPE)
            .with(&kernel.identity())
            .with(&tools.identity())
            .with(&sources.identity())
            .with(&release.modules.join("\n"))
            .with(&KERNEL_MODULES.join("\n"))
            .with(include_str!("init.sh"))
            .with(include_str!("root.rs"))
            .hex();
        let name = format!("image-{}-{key}", release.name);
        let folder = cache.whole(&name, |result| {
            let built = modules::modules(cache, release, &kernel, &sources)?;
            eprintln!("making the guest of OpenZFS {of_tools} from {}", tools.suite);
            let scratch = cache.scratch(&format!("root-{name}"))?;
            let of_kernel = scratch.path().join("modules");
            let unpacked = scratch.path().join("kernel");
            let vmlinuz = kernel.unpack_image(cache, &unpacked)?;
            fs::copy(vmlinuz, result.join("vmlinuz")).context("can't copy the kernel")?;
            modules::copy_from_kernel(&unpacked, &KERNEL_MODULES, &of_kernel)?;
            let unpacked = scratch.path().join("root");
            make_dir(&unpacked)?;
            tools.unpack(cache, &unpacked)?;
            root::check(&unpacked)?;
            let mut archive = Archive::append_to(&result.join("base.cpio"))?;
            let modules = [(of_kernel.as_path(), &KERNEL_MODULES[..]), (&built, release.modules)];
            root::write(&mut archive, &unpacked, &modules)?;
            archive.end()?;
            let about = format!(
                "OpenZFS {of_tools} of {}\nLinux {}\n\n{}\n{}\n{}\n",
                tools.suite,
                kernel.name,
                kernel.identity(),
                sources.identity(),
                tools.identity()
            );
            fs::write(result.join("about"), about).context("can't write the image")
        })?;
        Ok(Self { folder })
    }

    pub(super) fn kernel(&self) -> PathBuf {
        self.folder.join("vmlinuz")
    }

    pub(super) fn base(&self) -> PathBuf {
        self.folder.join("base.cpio")
    }
}
