//! What questions cost on a real ZFS, in a guest whose clock counts instructions: one millisecond
//! of it is a million of them, of the kernel and of every process, whatever else the host does.
//!
//! `bench-guest` measures inside of the guest and leaves lines of fields; outside, it makes the
//! report of them, `GUESTS.md` of this crate. `cargo xtask bench guests` does both.

pub mod dear;
pub mod measure;
pub mod pool;
pub mod question;
pub mod report;
pub mod sample;
