//! Bytes to records: lines, fields, and which of them can be believed. Nothing here knows what a
//! field means.

mod frame;
mod lines;
mod records;
mod search;
mod table;

pub(crate) use frame::{Fault, Frame, Proof};
pub(crate) use records::{Read, Record, Records};
pub(crate) use table::{Column, read_table, titles};
