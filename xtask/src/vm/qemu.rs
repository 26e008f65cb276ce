//! QEMU: the host's, or else one of our own, which is unpacked and not installed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Result;

use super::cache::{Cache, Key};
use super::packages::{self, said_ok};
use super::release::{BASE_SUITE, QEMU_PACKAGES, RECIPE};
use super::tools;

const PROGRAM: &str = "qemu-system-x86_64";
const QUICK: Duration = Duration::from_secs(30);
const MEMORY: u32 = 3072;
/// What is emulated when the host can't run the guest itself: a processor without the wide vectors
/// that today's C libraries would use, which are emulated bit by bit. A third of the time is saved.
const EMULATED: &str = "Nehalem";

#[derive(Debug)]
pub(super) struct Qemu {
    /// The folder that it was unpacked to, if it is ours.
    unpacked: Option<PathBuf>,
    program: PathBuf,
    /// What it says of its version.
    pub version: String,
}

/// What runs the guest's instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Accel {
    Kvm,
    Tcg,
    /// Emulated, with a clock that counts the guest's instructions, a nanosecond each: whatever else
    /// the host does, what takes long in the guest is what takes many.
    Counted,
}

impl Qemu {
    pub(super) fn find(cache: &Cache) -> Result<Self> {
        let (unpacked, program) = match tools::find(PROGRAM) {
            Some(program) => (None, program),
            None => {
                let unpacked = unpack(cache)?;
                let program = unpacked.join("usr/bin").join(PROGRAM);
                (Some(unpacked), program)
            }
        };
        let mut qemu = Self { unpacked, program, version: String::new() };
        let said = said_ok(qemu.command().arg("--version"), QUICK)?;
        qemu.version = said.lines().next().unwrap_or_default().to_owned();
        Ok(qemu)
    }

    /// A machine of ours: with memory and processors, and nothing else. It ends with us, even
    /// when we are killed.
    pub(super) fn machine(&self, accel: Accel) -> Command {
        let mut command = self.command();
        command.args(["-nodefaults", "-no-user-config", "-display", "none", "-no-reboot"]);
        let (processors, how): (u32, &[&str]) = match accel {
            Accel::Kvm => (2, &["-accel", "kvm", "-cpu", "host"]),
            // A second processor would cost a third more time: emulated ones wait for each other.
            Accel::Tcg => (1, &["-accel", "tcg", "-cpu", EMULATED]),
            // The order of two is not the same in every run.
            Accel::Counted => {
                (1, &["-accel", "tcg", "-icount", "shift=0,sleep=off", "-cpu", EMULATED])
            }
        };
        command.args(["-m", &MEMORY.to_string(), "-smp", &processors.to_string()]).args(how);
        command
    }

    /// Without a host's or another user's settings.
    fn command(&self) -> Command {
        let mut command = Command::new("setpriv");
        command.args(["--pdeathsig", "KILL"]);
        let Some(root) = &self.unpacked else {
            command.arg(&self.program);
            return command;
        };
        // With its own C library, so that it runs on every host.
        let folders = ["lib/x86_64-linux-gnu", "usr/lib/x86_64-linux-gnu"];
        let libraries = folders.map(|folder| root.join(folder).display().to_string()).join(":");
        command.arg(loader(root)).args(["--library-path", &libraries]).arg(&self.program);
        for data in ["usr/share/qemu", "usr/share/seabios"] {
            command.arg("-L").arg(root.join(data));
        }
        command.env("QEMU_MODULE_DIR", root.join("usr/lib/x86_64-linux-gnu/qemu"));
        command
    }
}

fn loader(root: &Path) -> PathBuf {
    // `lib64/ld-linux-x86-64.so.2` is a link to here, by an absolute path.
    root.join("lib/x86_64-linux-gnu/ld-linux-x86-64.so.2")
}

fn unpack(cache: &Cache) -> Result<PathBuf> {
    let found = packages::find(cache, &[BASE_SUITE], &QEMU_PACKAGES, "")?;
    let key = Key::new(RECIPE).with(&found.identity()).hex();
    cache.whole(&format!("qemu-{key}"), |result| {
        eprintln!("there is no {PROGRAM}: unpacking one of our own, which is not installed");
        found.unpack(cache, result)
    })
}
