//! Whether KVM is of use here. A `/dev/kvm` that is there and opens may still not run a kernel, so
//! one is tried, for a short time, and the answer is kept for this machine.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::cache::{Cache, Key};
use super::image::Image;
use super::qemu::{Accel, Qemu};
use crate::process::{Running, check_interrupt};

/// A kernel that works gets to its end, for want of a root, in a second or two.
const TRIAL: Duration = Duration::from_secs(15);
const POLL: Duration = Duration::from_millis(50);
const DEVICE: &str = "/dev/kvm";

pub(super) fn choose(cache: &Cache, qemu: &Qemu, image: &Image) -> Result<Accel> {
    if File::options().read(true).write(true).open(DEVICE).is_err() {
        return Ok(Accel::Tcg);
    }
    let memory = memory(cache, qemu)?;
    match fs::read_to_string(&memory).as_deref() {
        Ok("kvm") => return Ok(Accel::Kvm),
        Ok("tcg") => return Ok(Accel::Tcg),
        _ => {}
    }
    eprintln!("trying KVM, for {} s at most", TRIAL.as_secs());
    let works = try_kernel(cache, qemu, image)?;
    eprintln!("KVM {}", if works { "works" } else { "does not run a kernel here: emulating" });
    fs::write(&memory, if works { "kvm" } else { "tcg" }).context("can't write the cache")?;
    Ok(if works { Accel::Kvm } else { Accel::Tcg })
}

/// From now on, no KVM.
pub(super) fn forget_kvm(cache: &Cache, qemu: &Qemu) -> Result<()> {
    fs::write(memory(cache, qemu)?, "tcg").context("can't write the cache")
}

/// The file with the answer, for this processor, kernel and QEMU.
fn memory(cache: &Cache, qemu: &Qemu) -> Result<PathBuf> {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let processors = read("/proc/cpuinfo");
    let model = processors.lines().find(|line| line.starts_with("model name")).unwrap_or_default();
    let key = Key::new(model).with(&read("/proc/version")).with(&qemu.version).hex();
    Ok(cache.folder("kvm")?.join(key))
}

fn try_kernel(cache: &Cache, qemu: &Qemu, image: &Image) -> Result<bool> {
    let _lock = cache.lock("kvm")?;
    let scratch = cache.scratch("kvm")?;
    let console = scratch.path().join("console");
    let mut command = qemu.machine(Accel::Kvm);
    command.arg("-kernel").arg(image.kernel());
    command.args(["-append", "console=ttyS0 panic=-1", "-serial"]);
    command.arg(format!("file:{}", console.display()));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut running = Running::start(&mut command)?;
    let deadline = Instant::now() + TRIAL;
    while Instant::now() < deadline {
        if came_to_its_end(&console) {
            return Ok(true);
        }
        if running.ended()?.is_some() {
            return Ok(came_to_its_end(&console));
        }
        check_interrupt()?;
        std::thread::sleep(POLL);
    }
    Ok(false)
}

/// Without a root the kernel can do nothing but panic; by then it has shown that it runs.
fn came_to_its_end(console: &Path) -> bool {
    let said = fs::read(console).unwrap_or_default();
    String::from_utf8_lossy(&said).contains("Kernel panic")
}
