//! Bytes to records: lines, fields, and which of them can be believed. Nothing here knows what a
//! field means.

mod batch;
mod cut;
mod decoder;
mod doubts;
mod finder;
mod frame;
mod lines;
mod queue;
mod recent;
mod records;
mod region;
mod search;
mod split;
mod table;

pub(crate) use cut::Cut;
pub(crate) use decoder::Decoder;
pub(crate) use frame::{Fault, Frame, Judge, Proof};
pub(crate) use records::Read;
pub(crate) use records::{Record, Records};
pub(crate) use search::NoCut;
pub(crate) use search::Piece;
pub(crate) use table::{Column, Side, read_table, titles};
