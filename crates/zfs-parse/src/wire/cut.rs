//! An output that was cut into the records of an index, with the cells that are still open.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use core::ops::Range;

use memchr::memchr_iter;

use super::records::Records;
use super::search::{Found, NoCut, Piece, cut};
use crate::error::{ParseError, ParseErrorKind};

/// Records that were found, and their fields that could say several things: the *holes*.
#[derive(Debug)]
pub(crate) struct Cut {
    output: Vec<u8>,
    width: usize,
    fields: Vec<Range<usize>>,
    /// The fields that are holes, and how many of them have been seen to.
    holes: Vec<usize>,
    filled: usize,
    /// The records that a hole was left in.
    broken: Vec<usize>,
}

impl Cut {
    /// Cuts an output into so many records of so many fields.
    pub(crate) fn new<'k>(
        output: &[u8],
        records: usize,
        width: usize,
        pieces: impl Fn(usize, &mut Vec<Piece<'k>>),
    ) -> Result<Self, NoCut> {
        let mut fields = Vec::with_capacity(records.saturating_mul(width));
        let mut holes = Vec::new();
        cut(output, records, pieces, |found| match found {
            Found::Sure(span) => fields.push(span),
            Found::Ambiguous(span) => {
                holes.push(fields.len());
                fields.push(span);
            }
        })?;
        let output = output.to_owned();
        Ok(Self { output, width, fields, holes, filled: 0, broken: Vec::new() })
    }

    /// The next hole: its record and field.
    pub(crate) fn next_hole(&self) -> Option<(usize, usize)> {
        let hole = *self.holes.get(self.filled)?;
        Some((hole.checked_div(self.width)?, hole.checked_rem(self.width)?))
    }

    /// How many holes have been seen to.
    pub(crate) fn filled(&self) -> usize {
        self.filled
    }

    /// Fills the next hole with what a command has printed that prints nothing else; `good` tells
    /// whether it succeeded.
    pub(crate) fn fill(&mut self, mut printed: Vec<u8>, good: bool) {
        let Some(hole) = self.holes.get(self.filled).copied() else { return };
        self.filled = self.filled.saturating_add(1);
        // The newline is the command's; all before it is the value.
        if !good || printed.pop() != Some(b'\n') {
            self.broken.extend(hole.checked_div(self.width));
            return;
        }
        let start = self.output.len();
        self.output.extend(printed);
        if let Some(field) = self.fields.get_mut(hole) {
            *field = start..self.output.len();
        }
    }

    /// The records without a hole, and an error for each of the others.
    pub(crate) fn into_records(mut self) -> (Records, Vec<ParseError>) {
        while self.filled < self.holes.len() {
            self.fill(Vec::new(), false);
        }
        let mut records = Records::new(Vec::new(), self.width);
        let mut errors = Vec::new();
        let (mut line, mut counted) = (1_usize, 0);
        for (index, fields) in self.fields.chunks(self.width.max(1)).enumerate() {
            // A record starts where it was found, whatever its holes were filled with.
            let start = fields.first().map_or(counted, |field| field.start);
            let passed = self.output.get(counted..start).unwrap_or_default();
            line = line.saturating_add(memchr_iter(b'\n', passed).count());
            counted = start;
            if self.broken.binary_search(&index).is_ok() {
                let span =
                    fields.first().map_or(0, |f| f.start)..fields.last().map_or(0, |f| f.end);
                let text = self.output.get(span.clone()).unwrap_or_default();
                errors.push(ParseError::new(ParseErrorKind::Suspect, line, span.start, text));
            } else {
                // Of the width that was asked for.
                let _ = records.push(line, fields.iter().cloned());
            }
        }
        (records.in_output(self.output), errors)
    }
}
