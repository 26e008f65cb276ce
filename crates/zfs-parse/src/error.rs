//! What is said of text that can't be read: what is wrong and where.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::value::Text;

/// Text that can't be read as what it should be, and its place.
///
/// ```
/// use zfs_parse::saved::{Reading, Saved};
/// use zfs_parse::{Dialect, error::ParseErrorKind};
///
/// let saved = Saved::of(["zfs", "list", "-Hpo", "name,used"], Dialect::default())?;
/// let answer = saved.read(b"tank\t1024\ntank/a\tlots\n".to_vec());
/// let Reading::Listing(listing) = answer.complete()? else { panic!("a listing") };
/// let error = listing.rows().nth(1).expect("two rows").cell("used").unwrap_err();
/// assert_eq!(error.kind(), ParseErrorKind::NotASize);
/// assert_eq!((error.line(), error.field()), (2, Some(1)));
/// assert_eq!(error.span(), 17..21);
/// assert_eq!(error.to_string(), "not a size at line 2, column 2 (bytes 17 to 21): 'lots'");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
#[error("{facts}")]
pub struct ParseError {
    // Elsewhere, so that a result that could be an error is hardly larger than one that could not:
    // every cell of every row is such a result.
    facts: Box<Facts>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
struct Facts {
    kind: ParseErrorKind,
    line: usize,
    field: Option<usize>,
    span: Range<usize>,
    excerpt: Vec<u8>,
}

/// The longest excerpt that an error keeps, in bytes.
const EXCERPT: usize = 160;

/// As much of a text as an error keeps.
pub(crate) fn excerpt_of(text: &[u8]) -> &[u8] {
    text.get(..EXCERPT).unwrap_or(text)
}

impl ParseError {
    /// An error of `text`, which stands in line `line` (the first is 1) from byte `start` of the
    /// output on.
    pub(crate) fn new(kind: ParseErrorKind, line: usize, start: usize, text: &[u8]) -> Self {
        let span = start..start.saturating_add(text.len());
        Self::of_lines(kind, line, span, excerpt_of(text).to_owned())
    }

    /// An error of several lines, of which `line` is the first.
    pub(crate) fn of_lines(
        kind: ParseErrorKind,
        line: usize,
        span: Range<usize>,
        excerpt: Vec<u8>,
    ) -> Self {
        Self { facts: Box::new(Facts { kind, line, field: None, span, excerpt }) }
    }

    /// The same error, said of a record's field, counted from 0.
    pub(crate) fn in_field(mut self, field: usize) -> Self {
        self.facts.field = Some(field);
        self
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> ParseErrorKind {
        self.facts.kind
    }

    /// The line of the output, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.facts.line
    }

    /// The field of the record, counted from 0 among the fields as they were printed; `None` when
    /// the whole record is meant.
    #[must_use]
    pub fn field(&self) -> Option<usize> {
        self.facts.field
    }

    /// The bytes of the output that can't be read.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.facts.span.clone()
    }

    /// The start of those bytes, as they were printed: at most 160 of them.
    #[must_use]
    pub fn excerpt(&self) -> &[u8] {
        &self.facts.excerpt
    }
}

impl fmt::Debug for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Facts { kind, line, field, span, excerpt } = &*self.facts;
        let mut debug = f.debug_struct("ParseError");
        debug.field("kind", kind).field("line", line).field("field", field);
        debug.field("span", span).field("excerpt", &Text::new(excerpt)).finish()
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at line {}", self.kind, self.line)?;
        if let Some(field) = self.field {
            write!(f, ", column {}", field.saturating_add(1))?;
        }
        write!(f, " (bytes {} to {}): ", self.span.start, self.span.end)?;
        write!(f, "'{}'", escaped(&self.excerpt, b"'\\"))?;
        if self.span.len() > self.excerpt.len() {
            f.write_str("…")?;
        }
        Ok(())
    }
}

/// What can be wrong with text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// A record with fewer or more fields than were asked for: one of its values holds a TAB or a
    /// newline, or the output is not of this command.
    #[error("a record with {found} fields instead of {expected}")]
    FieldCount {
        /// How many it has.
        found: usize,
        /// How many were asked for.
        expected: usize,
    },
    /// A record that a value with a newline in it may have forged, or cut in two.
    #[error("a record that can't be told from a forged one")]
    Suspect,
    /// A last line without its newline: the command was cut short within it.
    #[error("a line that was cut short")]
    CutShort,
    /// Lines that could still have been a part of a value when the command was cut short.
    #[error("what could not be told from a part of a value yet when the command was cut short")]
    HeldBack,
    /// A line longer than any record can be.
    #[error("a line longer than any record")]
    TooLong,
    /// A printed table's row that doesn't fit under the header.
    #[error("a row that doesn't fit the header")]
    MisalignedRow,
    /// A printed table without the header that its columns are read by.
    #[error("not the header of the columns asked for")]
    NotTheHeader,
    /// Not a name that a dataset or pool can have.
    #[error("not a name")]
    NotAName,
    /// Every cell of the row is `-`, its name too: the system could not read the properties.
    #[error("a row without properties, its name included")]
    NoProperties,
    /// Not a number of bytes.
    #[error("not a size")]
    NotASize,
    /// Not a whole number.
    #[error("not a count")]
    NotACount,
    /// Not a ratio.
    #[error("not a ratio")]
    NotARatio,
    /// Not a percentage.
    #[error("not a percentage")]
    NotAPercentage,
    /// Not a time; a date that a locale other than C has printed is one such.
    #[error("not a time")]
    NotATime,
    /// A number past 18,446,744,073,709,551,615.
    #[error("a number past 64 bits")]
    TooLarge,
    /// Not where a property's value can come from.
    #[error("not a source")]
    NotASource,
    /// A property that was not asked for.
    #[error("a property that was not asked for")]
    UnaskedProperty,
}

/// Bytes made visible: printable ASCII as it is, but for those in `special`, which a backslash
/// precedes; the rest as `\t`, `\n`, `\r` or `\xNN`.
pub(crate) fn escaped(bytes: &[u8], special: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    for &b in bytes {
        match b {
            b'\t' => out.push_str("\\t"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b if special.contains(&b) => {
                out.push('\\');
                out.push(char::from(b));
            }
            0x20..=0x7e => out.push(char::from(b)),
            b => {
                const HEX: &[u8; 16] = b"0123456789abcdef";
                out.push_str("\\x");
                out.push(char::from(HEX[usize::from(b >> 4)]));
                out.push(char::from(HEX[usize::from(b & 15)]));
            }
        }
    }
    out
}
