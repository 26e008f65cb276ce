//! Parser.
#![no_std]
extern crate alloc;
