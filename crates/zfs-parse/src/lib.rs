//! Parser.
#![no_std]
extern crate alloc;
pub mod dialect;
pub mod error;
pub mod exchange;
pub mod name;
pub mod property;
pub mod value;
mod wire;
