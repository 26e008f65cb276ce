//! Lines that have not been given out, and those of them that are withheld.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use core::ops::Range;

use super::finder::{Finder, Place};
use crate::error::{ParseError, ParseErrorKind, excerpt_of};

/// Lines that have not been given out, next to one another: one, or several records.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    /// How many there are.
    pub(super) lines: usize,
    /// Of the first of them: its number, where it is, and where the places of its fields are.
    pub(super) line: usize,
    pub(super) span: Range<usize>,
    pub(super) place: Place,
    /// Whether something is wrong with it by itself.
    pub(super) faulty: bool,
}

/// Lines that are withheld together: of all of them, one error tells.
#[derive(Debug)]
pub(super) struct Region {
    /// Why, and the first line that goes with it, which may have been given out before.
    pub(super) why: (ParseErrorKind, Option<usize>),
    first: Pending,
    error: Option<ParseError>,
    end: usize,
    excerpt: Vec<u8>,
    lines: usize,
}

impl Region {
    pub(super) fn new(
        why: (ParseErrorKind, Option<usize>),
        first: Pending,
        error: Option<ParseError>,
        output: &Finder,
    ) -> Self {
        let excerpt = excerpt_of(output.text(&first.span)).to_owned();
        Self { why, end: first.span.end, first, error, excerpt, lines: 1 }
    }

    pub(super) fn extend(&mut self, line: &Pending) {
        self.end = line.span.end;
        self.lines = self.lines.saturating_add(1);
    }

    /// One error for all of its lines; of a single line, what is wrong with that by itself.
    pub(super) fn into_error(self) -> ParseError {
        match self.error {
            Some(error) if self.lines == 1 => error,
            _ => {
                let span = self.first.span.start..self.end;
                ParseError::of_lines(self.why.0, self.first.line, span, self.excerpt)
            }
        }
    }
}
