//! How fast zfs-parse is, with its peers beside it on the same rows in the same run.
//!
//! `cargo xtask bench` measures and writes the report, `README.md` of this crate;
//! `cargo bench --package bench` follows single figures with criterion.

// A module of zfs-parse that is measured by itself needs it.
extern crate alloc;

pub mod captures;
pub mod clock;
pub mod contenders;
pub mod go;
pub mod growth;
pub mod guest;
pub mod report;
pub mod rows;
