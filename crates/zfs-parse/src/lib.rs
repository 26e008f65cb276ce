#![doc = include_str!("../README.md")]
#![no_std]
#![deny(missing_docs)]
#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

extern crate alloc;

pub mod answer;
pub mod detect;
pub mod dialect;
pub mod error;
pub mod exchange;
pub mod failure;
mod json;
pub mod listing;
pub mod name;
pub mod properties;
pub mod property;
pub mod question;
pub mod saved;
pub mod value;
mod wire;
pub mod zfs;
pub mod zpool;

pub use answer::{Answer, Incomplete, Lack};
pub use dialect::Dialect;
pub use error::ParseError;
pub use exchange::Exchange;
pub use listing::Listing;
pub use properties::Properties;
pub use question::Question;
