//! Which lines are records, and which of those can be believed.
//!
//! The commands print values as they are. A user property, a mountpoint, a share's options can
//! hold TABs and newlines, and so a whole forged record. Where a question has such *open* columns,
//! it asks for guards: columns that repeat what names the record behind the last open value. What
//! then comes back is believed or not by this argument, for whoever set the values:
//!
//! - A value with a TAB changes its line's number of fields, or moves a guard out of its place
//!   with as many TABs more on one line as less on another; the next case covers that.
//! - Suppose that a value holds a newline. Its record is printed on several lines: the first, F,
//!   begins with the record's first field, and the last, L, ends with its last. All between is the
//!   setter's to choose. Call N the name that the last field repeats.
//!   - [`Proof::Unique`] (`name … open name`): if F passes, its guards say N, since its first
//!     field does; if L passes, its first field says N, since its last does. So either one of them
//!     fails, or the key of N occurs twice: in a listing of datasets because the name is the key;
//!     in `zfs get` because L passes only with a property that was asked for, and `zfs` prints a
//!     record of each of those for every dataset, together: that of L's property and N once more.
//!     (`zpool get` leaves out what it fails to look up, so it is asked the other way.)
//!   - [`Proof::Grouped`] (`property source open property name`, when it is not known which
//!     properties there are): if F passes, its property is that of the record, P; if L passes, its
//!     property is P also, since the guard before the last field is. If both say N, the pair occurs
//!     twice. If F says another name, it stands among the lines of N: N's block began before it,
//!     with a closed property, and ends behind it, with L; so N's lines are not together.
//!
//! Hence a listing without a fault is honest, to the byte. In one with faults, a record of several
//! lines has a fault between its F and its L, and F and L can be no farther apart than a record can
//! be long. F begins with the name that L ends with (in a grouped frame, the line before F does end
//! with it: N's block began before F). So of each pair of lines that may be such an F and L, all
//! between is withheld if there is a fault in it, and the others are believed.
//!
//! Whether a key occurs twice need not be looked up where the key is the first field, and that of
//! each line comes behind that of the line before in the order of bytes, as in ZFS's own order of
//! names: no two of them are alike then. So lines without a fault are remembered only from one on
//! that has a fault or breaks the order, with those before it that it could be an end of, until no
//! record reaches back to such a line any more.

use alloc::vec::Vec;

use super::decoder::Decoder;
use super::recent::hash;
use super::records::{Read, Record, Records};
use crate::error::{ParseError, ParseErrorKind};

/// How records are laid out on lines, and by what they can be believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Frame {
    /// How many fields a record has.
    pub(crate) width: usize,
    /// Fields that must repeat another: the guard, and the one it repeats.
    pub(crate) guards: Vec<(usize, usize)>,
    /// Why a record can be believed.
    pub(crate) proof: Proof,
    /// How far apart the first line of a record can be from what shows that it has several, in
    /// bytes: as long as a record can be; where the key is more than the name, as the records of a
    /// name, since the property that a value repeats may be printed behind it.
    pub(crate) longest: usize,
}

/// Why a record can be believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Proof {
    /// No field can hold a TAB or a newline: a line is a record.
    Closed,
    /// Each record begins and ends with its name; these leading fields are its key.
    Unique(usize),
    /// Each record ends with its name; the first field and the name are its key; the records of a
    /// name are together, and the first of them has a closed property.
    Grouped,
    /// Nothing: open fields without guards, as others ask for them. These fields, if any, should be
    /// a key, and where they are not, what stands between their occurrences is suspect.
    Unproven(Vec<usize>),
}

/// What is wrong with a record of the right form: nothing, or something with a field.
pub(crate) type Fault = Option<(usize, ParseErrorKind)>;

/// What a caller knows of its records.
pub(crate) trait Judge {
    /// What is wrong with a record of the right form.
    fn fault(&self, record: &Record<'_>) -> Fault;

    /// Whether a grouped record can be the first of its name.
    fn opens(&self, _record: &Record<'_>) -> bool {
        false
    }
}

impl Frame {
    /// A frame of names and the like, for nothing that can hold a TAB or a newline.
    pub(crate) fn closed(width: usize) -> Self {
        let longest = width.saturating_mul(8192);
        Self { width, guards: Vec::new(), proof: Proof::Closed, longest }
    }

    /// The records of a whole output, and an error for everything in it that is none. `whole` tells
    /// whether the command ran to its end.
    pub(crate) fn read(self, output: Vec<u8>, whole: bool, judge: &impl Judge) -> Read {
        let mut records = Records::of_lines(self.width);
        let mut errors = Vec::new();
        let mut decoder = Decoder::over(self, output, whole);
        while let Some(found) = decoder.next(judge) {
            match found {
                Err(error) => errors.push(error),
                Ok(record) => records.push_line(&record),
            }
        }
        Read { records: records.in_output(decoder.into_output()), errors }
    }

    /// What is wrong with a record of the right width by itself.
    pub(super) fn fault(&self, record: &Record<'_>, judge: &impl Judge) -> Option<ParseError> {
        if !self.guards_hold(record) {
            return Some(record.error_of_all(ParseErrorKind::Suspect));
        }
        let (field, kind) = judge.fault(record)?;
        Some(record.error(field, kind))
    }

    /// Whether nothing is.
    #[inline]
    pub(super) fn is_sound(&self, record: &Record<'_>, judge: &impl Judge) -> bool {
        self.guards_hold(record) && judge.fault(record).is_none()
    }

    #[inline(always)]
    fn guards_hold(&self, record: &Record<'_>) -> bool {
        for (guard, of) in &self.guards {
            if record.field(*guard) != record.field(*of) {
                return false;
            }
        }
        true
    }

    /// Whether no line can be a part of a record of several.
    pub(super) fn is_closed(&self) -> bool {
        matches!(self.proof, Proof::Closed)
    }

    /// Whether the name that a line begins or ends with is asked for.
    pub(super) fn tells_names(&self) -> bool {
        !matches!(self.proof, Proof::Closed | Proof::Unproven(_))
    }

    /// Whether a record without a fault ends with its first field, once more.
    pub(super) fn ends_with_first(&self) -> bool {
        self.guards.iter().any(|guard| *guard == (self.width.saturating_sub(1), 0))
    }

    /// What no two records have in common, if there is such.
    pub(super) fn key(&self, record: &Record<'_>) -> Option<u64> {
        let of = |fields: &mut dyn Iterator<Item = usize>| {
            fields.fold(0, |seed, field| hash(record.field(field), seed))
        };
        match &self.proof {
            Proof::Closed => None,
            Proof::Unproven(key) if key.is_empty() => None,
            Proof::Unproven(key) if key[..] == [0] => Some(hash(record.field(0), 0)),
            Proof::Unproven(key) => Some(of(&mut key.iter().copied())),
            Proof::Unique(1) => Some(hash(record.field(0), 0)),
            Proof::Unique(leading) => Some(of(&mut (0..*leading))),
            Proof::Grouped => Some(of(&mut [0, self.width.saturating_sub(1)].into_iter())),
        }
    }
}

#[cfg(test)]
mod exhaustive;
#[cfg(test)]
mod tests;
