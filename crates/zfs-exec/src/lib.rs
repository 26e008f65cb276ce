//! Runs zfs(8) and zpool(8), and lets [`zfs_parse`] read what they print.
//!
//! A [`Client`] asks the questions of [`zfs_parse`] of one system:
//!
//! ```no_run
//! use zfs_exec::{Client, Local};
//! use zfs_parse::zfs::List;
//!
//! let client = Client::new(Local::new());
//! for dataset in client.list(List::new(["name", "used"])?)?.rows() {
//!     println!("{}", String::from_utf8_lossy(dataset.name()));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Below it, this crate knows processes and platforms; it knows nothing about text. A question is a
//! [`zfs_parse::exchange::Exchange`]; [`drive`] runs the commands that it wants on a [`Runner`]
//! and gives back its answer:
//!
//! - [`Local`] runs them on this system: absolute paths and no shell, a clean environment, a
//!   deadline, privilege as an argv prefix;
//! - [`Replay`] answers from recorded outputs, with no ZFS on the machine, and [`Recorder`] makes
//!   such recordings;
//! - [`Traced`] counts and shows the commands that any of them runs.
//!
//! ```no_run
//! use std::time::Duration;
//! use zfs_exec::{Limits, Local, Runner};
//! use zfs_parse::exchange::{Invocation, Program};
//!
//! let local = Local::new();
//! let command = Invocation::new(Program::Zfs, ["list", "-Hp", "-o", "name,used"]);
//! let mut running = local.start(&command, &Limits::within(Duration::from_secs(10)))?;
//! let mut piece = [0; 65536];
//! loop {
//!     let length = running.read(&mut piece)?;
//!     if length == 0 {
//!         break;
//!     }
//!     print!("{}", String::from_utf8_lossy(&piece[..length]));
//! }
//! println!("{}", running.finish()?.ended);
//! # Ok::<(), zfs_exec::RunError>(())
//! ```
#![deny(missing_docs)]

/// The examples of the project's README are compiled, too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod client;
mod drive;
mod error;
mod limits;
mod local;
mod platform;
mod privilege;
mod probe;
mod process;
mod record;
mod recording;
mod replay;
mod rows;
mod runner;
mod traced;
mod zfs;
mod zpool;

pub use client::{AnswerTo, AskError, Client};
pub use drive::drive;
pub use error::RunError;
pub use limits::{Cancel, Limits};
pub use local::Local;
pub use privilege::Privilege;
pub use probe::probe;
pub use record::Recorder;
pub use replay::Replay;
pub use rows::Rows;
pub use runner::{Runner, Running};
pub use traced::Traced;

/// The platform that this crate was built for, as its own files name it: `linux`, `freebsd`,
/// `illumos`, `solaris`, `macos` or `other`.
pub const PLATFORM: &str = platform::NAME;

/// The dialect that the ZFS of the platform that this crate was built for most likely has: what can
/// be said of a system without asking it. [`probe`] asks.
pub const CUSTOMARY_DIALECT: zfs_parse::Dialect = platform::DIALECT;
