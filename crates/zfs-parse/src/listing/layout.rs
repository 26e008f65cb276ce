//! Which property stands in which field: the argument of `-o`, and how to read what it prints,
//! from one value.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Frame, Proof};
use crate::json::Dataset;
use crate::name::MAX_LENGTH;
use crate::property::{Form, Holds, Property, Scope};
use crate::question::add_once;
use crate::wire::{Column, Piece, Side};

/// The longest that a field can be, in bytes: a user property's value has at most 8,191, a path
/// `MAXPATHLEN`, of 1,024 to 4,096 by system, and a native property's buffer 8,192.
const LONGEST_FIELD: usize = 8192;
/// More than twice of the longest number, date or percentage that is printed.
const LONGEST_NUMBER: usize = 64;
/// Twice of the longest name with what ends it.
const LONGEST_NAME: usize = 2 * (MAX_LENGTH + 1);

/// The columns that were asked for, and the fields that are printed for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    scope: Scope,
    columns: Vec<Property>,
    /// The field of each column, and how it prints.
    cells: Vec<(u32, Form)>,
    /// What each field prints: a column's index, or the name again.
    printed: Vec<Printed>,
    /// The field of the object's name.
    name: Option<usize>,
    guarded: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Printed {
    Column(usize),
    Name,
}

impl Layout {
    /// Fields for these columns, with the name in front, the open ones last, and a guard behind
    /// each of those.
    pub(crate) fn guarded(scope: Scope, columns: Vec<Property>) -> Self {
        // Room for all of them with a guard each.
        let mut printed = Vec::with_capacity(columns.len().saturating_mul(2).saturating_add(1));
        printed.push(Printed::Name);
        let mut cells: Vec<_> = columns.iter().map(|column| (0, column.facts().form)).collect();
        let closed = |property: &Property| property.facts().holds == Holds::Closed;
        for pass in [true, false] {
            for (i, column) in columns.iter().enumerate().filter(|(_, c)| closed(c) == pass) {
                if is_name(column) {
                    continue;
                }
                if let Some((field, _)) = cells.get_mut(i) {
                    *field = printed.len() as u32;
                }
                printed.push(Printed::Column(i));
                if !pass {
                    printed.push(Printed::Name);
                }
            }
        }
        Self { scope, columns, cells, printed, name: Some(0), guarded: true }
    }

    /// Fields as somebody has asked for them: a field a column.
    pub(crate) fn plain(scope: Scope, columns: Vec<Property>) -> Self {
        let cells = (0..).zip(&columns).map(|(i, column)| (i, column.facts().form)).collect();
        let printed = (0..columns.len()).map(Printed::Column).collect();
        let name = columns.iter().position(is_name);
        Self { scope, columns, cells, printed, name, guarded: false }
    }

    /// Fields as somebody has asked for them; with guards, if that is how questions ask for the same.
    pub(crate) fn of_columns(scope: Scope, columns: Vec<Property>) -> Self {
        let mut once: Vec<Property> = Vec::new();
        columns.iter().for_each(|column| add_once(&mut once, column.clone()));
        let guarded = Self::guarded(scope, once);
        let plain = Self::plain(scope, columns);
        if guarded.argument() == plain.argument() { guarded } else { plain }
    }

    /// The same fields, of which only those of the first columns are told of.
    pub(crate) fn of_first(mut self, columns: usize) -> Self {
        self.columns.truncate(columns);
        self.cells.truncate(columns);
        self
    }

    pub(crate) fn columns(&self) -> &[Property] {
        &self.columns
    }

    /// The argument of `-o`.
    pub(crate) fn argument(&self) -> String {
        let mut argument = String::new();
        for printed in &self.printed {
            if !argument.is_empty() {
                argument.push(',');
            }
            argument.push_str(match printed {
                Printed::Name => "name",
                Printed::Column(i) => self.columns.get(*i).map_or("name", Property::name),
            });
        }
        argument
    }

    /// The field of the object's name, if it is printed.
    pub(crate) fn name_field(&self) -> Option<usize> {
        self.name
    }

    /// A column's field, and how to read it.
    #[inline]
    pub(crate) fn cell(&self, column: usize) -> Option<(usize, Form)> {
        let (field, form) = *self.cells.get(column)?;
        Some((field as usize, form))
    }

    /// The place of a property among the columns, by its name or an alias.
    pub(crate) fn column_of(&self, name: &str) -> Option<usize> {
        let place = |name: &str| self.columns.iter().position(|c| c.name() == name);
        place(name).or_else(|| place(Property::of(self.scope, name).ok()?.name()))
    }

    pub(crate) fn has_open(&self) -> bool {
        self.columns.iter().any(|column| column.facts().holds == Holds::Open)
    }

    pub(crate) fn is_proven(&self) -> bool {
        self.guarded || !self.has_open()
    }

    pub(crate) fn frame(&self) -> Frame {
        let width = self.printed.len();
        let guards = self.printed.iter().enumerate().skip(1);
        let guards = guards.filter(|(_, printed)| **printed == Printed::Name);
        let guards = guards.map(|(field, _)| (field, 0)).collect();
        let proof = match (self.has_open(), self.guarded) {
            (false, _) => Proof::Closed,
            (true, true) => Proof::Unique(1),
            (true, false) => Proof::Unproven(self.name_field().into_iter().collect()),
        };
        let longest = self.printed.iter().map(|printed| self.longest(*printed));
        Frame { width, guards, proof, longest: longest.fold(0, usize::saturating_add) }
    }

    /// The longest that a field can be, with what ends it: the less, the sooner a row is given out.
    fn longest(&self, printed: Printed) -> usize {
        match printed {
            Printed::Name => LONGEST_NAME,
            Printed::Column(i) => match self.cells.get(i) {
                Some((_, form)) if form.is_number() => LONGEST_NUMBER,
                _ => LONGEST_FIELD,
            },
        }
    }

    /// How many fields a record has.
    pub(crate) fn width(&self) -> usize {
        self.printed.len()
    }

    /// What is known of the fields of a record, by its name.
    pub(crate) fn pieces<'k>(&self, name: &'k [u8], pieces: &mut Vec<Piece<'k>>) {
        let holds = |column: usize| self.columns.get(column).map(|c| c.facts().holds);
        pieces.extend(self.printed.iter().map(|printed| match printed {
            Printed::Name => Piece::Known(name),
            Printed::Column(i) if holds(*i) == Some(Holds::Closed) => Piece::Closed,
            Printed::Column(_) => Piece::Open(LONGEST_FIELD),
        }));
    }

    /// The fields of a dataset's record, by what a document in JSON tells of it.
    pub(crate) fn fields_of(&self, dataset: &Dataset) -> Option<Vec<Vec<u8>>> {
        let value = |column: &usize| {
            let name = self.columns.get(*column)?.name().as_bytes();
            let mut all = dataset.properties.iter();
            all.find(|(property, ..)| property == name).map(|(_, value, _)| value.clone())
        };
        let field = |printed: &Printed| match printed {
            Printed::Name => Some(dataset.name.clone()),
            Printed::Column(column) => value(column),
        };
        self.printed.iter().map(field).collect()
    }

    /// The columns, without guards, as the argument of `-o`.
    pub(crate) fn bare_argument(&self) -> String {
        let columns = self.columns.iter().filter(|column| !is_name(column));
        ["name"].into_iter().chain(columns.map(Property::name)).collect::<Vec<_>>().join(",")
    }

    /// The property that a field prints.
    pub(crate) fn property_at(&self, field: usize) -> Option<&Property> {
        match self.printed.get(field)? {
            Printed::Name => None,
            Printed::Column(i) => self.columns.get(*i),
        }
    }

    /// The columns as a printed table has them.
    pub(crate) fn table_columns(&self) -> Vec<Column> {
        let column = |property: &Property| {
            let facts = property.facts();
            let is_open = facts.holds == Holds::Open;
            let side = match facts.form {
                Form::Text | Form::TextOrNone | Form::Time => Side::Left,
                // Words are at the right in the legacy lineage, and so are numbers of which each
                // stands for a word.
                Form::Keyword | Form::Count | Form::Integer => Side::Either,
                _ => Side::Right,
            };
            Column {
                spaced: is_open || side == Side::Left,
                empty: is_open && !is_path(property),
                side,
            }
        };
        self.columns.iter().map(column).collect()
    }
}

/// Whether it begins with a slash or is a word, in any case.
fn is_path(property: &Property) -> bool {
    property.is_native() && property.name() == "mountpoint"
}

fn is_name(property: &Property) -> bool {
    property.is_native() && property.name() == "name"
}
