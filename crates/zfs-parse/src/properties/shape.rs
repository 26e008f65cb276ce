//! Which fields a row of `get` has: the argument of `-o`, and how to read what it prints, from one
//! value.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::Dataset;
use crate::property::{Holds, Property, Scope};
use crate::wire::{Frame, Piece, Proof, Record};

/// The longest that a row can be, in bytes: a value of 8,191, and names.
const LONGEST_ROW: usize = LONGEST_VALUE + 2048;
const LONGEST_VALUE: usize = 8192;

/// Whether a property can hold no TAB or newline, and is printed of every object.
pub(crate) fn is_always_printed(property: &Property) -> bool {
    property.is_native() && property.facts().holds == Holds::Closed
}

/// A field of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Field {
    /// The object's name.
    Name,
    /// The property's name.
    Property,
    /// The property's value.
    Value,
    /// The value that a received stream has set.
    Received,
    /// Where the value comes from.
    Source,
}

impl Field {
    pub(crate) const ALL: [(Self, &'static str); 5] = [
        (Self::Name, "name"),
        (Self::Property, "property"),
        (Self::Value, "value"),
        (Self::Received, "received"),
        (Self::Source, "source"),
    ];

    pub(crate) fn word(self) -> &'static str {
        Self::ALL.iter().find(|(field, _)| *field == self).map_or("", |(_, word)| word)
    }
}

/// Which properties were asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asked {
    /// These: a row of each is printed for every object.
    These(Vec<Property>),
    /// All that the objects have.
    All,
    /// Nobody knows: the output was saved.
    Unknown,
}

/// The fields of a row, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) scope: Scope,
    pub(crate) fields: Vec<Field>,
    pub(crate) asked: Asked,
}

impl Shape {
    /// The shape that a question asks for. Five fields are the most that the commands take, and
    /// five are enough for a proof either way; see the frame. Where four are the most, the source
    /// is left out of what needs a guard, and has to be asked for by itself.
    pub(crate) fn guarded(scope: Scope, asked: Asked, most: usize) -> Self {
        use Field::{Name, Property, Source, Value};
        let fields = match &asked {
            Asked::These(all) if all.iter().all(|p| p.facts().holds == Holds::Closed) => {
                alloc::vec![Name, Property, Source, Value]
            }
            // A row of each of these is printed for every dataset. Of a pool, zpool leaves out what it
            // fails to look up.
            Asked::These(_) if scope == Scope::Dataset => {
                alloc::vec![Name, Property, Source, Value, Name]
            }
            _ if most < 5 => alloc::vec![Property, Value, Property, Name],
            _ => alloc::vec![Property, Source, Value, Property, Name],
        };
        Self { scope, fields, asked }
    }

    /// The shape of saved output.
    pub(crate) fn saved(scope: Scope, fields: Vec<Field>, asked: Asked) -> Self {
        Self { scope, fields, asked }
    }

    /// The argument of `-o`.
    pub(crate) fn argument(&self) -> String {
        let words: Vec<&str> = self.fields.iter().map(|field| field.word()).collect();
        words.join(",")
    }

    /// Where a field is printed first.
    pub(crate) fn place(&self, field: Field) -> Option<usize> {
        self.fields.iter().position(|f| *f == field)
    }

    pub(crate) fn text<'a>(&self, record: &Record<'a>, field: Field) -> Option<&'a [u8]> {
        self.place(field).map(|at| record.field(at))
    }

    /// Whether a value of it can hold a TAB or a newline.
    pub(crate) fn has_open(&self) -> bool {
        self.proof() != Proof::Closed
    }

    /// The fields of a dataset's rows, by what a document in JSON tells of it.
    pub(crate) fn fields_of(&self, dataset: &Dataset) -> impl Iterator<Item = Vec<u8>> {
        dataset.properties.iter().flat_map(|(property, value, source)| {
            self.fields.iter().map(|field| match field {
                Field::Name => dataset.name.clone(),
                Field::Property => property.clone(),
                Field::Value => value.clone(),
                Field::Source => source.clone(),
                // Questions don't ask for it, and documents don't tell.
                Field::Received => Vec::new(),
            })
        })
    }

    /// What is known of the fields of a row, by its name and property.
    pub(crate) fn pieces<'k>(
        &self,
        name: &'k [u8],
        property: &'k [u8],
        pieces: &mut Vec<Piece<'k>>,
    ) {
        // A value that can't hold a TAB or a newline is no riddle, whatever stands next to it.
        let closed = core::str::from_utf8(property)
            .ok()
            .and_then(|property| Property::of(self.scope, property).ok())
            .is_some_and(|property| property.facts().holds == Holds::Closed);
        pieces.extend(self.fields.iter().map(|field| match field {
            Field::Value if closed => Piece::Closed,
            Field::Name => Piece::Known(name),
            Field::Property => Piece::Known(property),
            Field::Source => Piece::Closed,
            Field::Value | Field::Received => Piece::Open(LONGEST_VALUE),
        }));
    }

    pub(crate) fn is_proven(&self) -> bool {
        !matches!(self.proof(), Proof::Unproven(_))
    }

    fn proof(&self) -> Proof {
        use Field::{Name, Property, Received, Source, Value};
        match (&self.fields[..], &self.asked) {
            (fields, _) if !fields.iter().any(|f| matches!(f, Value | Received)) => Proof::Closed,
            (_, Asked::These(all)) if all.iter().all(|p| p.facts().holds == Holds::Closed) => {
                Proof::Closed
            }
            ([Name, Property, Source, Value, Name], Asked::These(_))
                if self.scope == Scope::Dataset =>
            {
                Proof::Unique(2)
            }
            (
                [Property, Source, Value, Property, Name] | [Property, Value, Property, Name],
                asked,
            ) if match asked {
                Asked::All => true,
                Asked::These(asked) => asked.first().is_some_and(is_always_printed),
                Asked::Unknown => false,
            } =>
            {
                Proof::Grouped
            }
            _ => {
                let key = self.place(Name).zip(self.place(Property));
                Proof::Unproven(key.map_or_else(Vec::new, |(n, p)| alloc::vec![n, p]))
            }
        }
    }

    pub(crate) fn frame(&self) -> Frame {
        let proof = self.proof();
        let guards = match proof {
            Proof::Unique(_) => alloc::vec![(4, 0)],
            // In front of the name, which is the last.
            Proof::Grouped => alloc::vec![(self.fields.len().saturating_sub(2), 0)],
            Proof::Closed | Proof::Unproven(_) => Vec::new(),
        };
        let rows = match (&proof, &self.asked) {
            (Proof::Unique(_), Asked::These(asked)) => asked.len(),
            _ => 1,
        };
        let longest = rows.saturating_mul(LONGEST_ROW);
        Frame { width: self.fields.len(), guards, proof, longest }
    }
}
