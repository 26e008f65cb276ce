//! Parser.
#![no_std]
extern crate alloc;
pub mod error;
pub mod exchange;
