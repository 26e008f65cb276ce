//! Properties with their sources: a row a property of an object. What `zfs get` and `zpool get`
//! answer with.

mod shape;
mod source;

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

pub use shape::Field;
pub(crate) use shape::{Asked, Shape, is_always_printed};
pub use source::Source;

use crate::answer::{Lack, unreadable};
use crate::error::{ParseError, ParseErrorKind};
use crate::listing::name_fault;
use crate::property::{Form, Property, Scope};
use crate::question::{FoundBy, add_once, name_order};
use crate::value::{Cell, Text, Value};
use crate::wire::{Column, Fault, Judge, Read, Record, Records, Side};

/// The rows of a `get`, in the order in which they were printed.
#[derive(Clone)]
pub struct Properties {
    shape: Shape,
    records: Records,
    /// Where the values come from, row by row, if that was asked for apart.
    sources: Option<Vec<Vec<u8>>>,
    /// Whether the output itself shows that the rows are so.
    proven: bool,
    /// What was not asked of snapshots.
    left_out: Vec<Property>,
}

impl Properties {
    /// Reads the output of a command with rows of this shape.
    pub(crate) fn read(shape: Shape, output: Vec<u8>, whole: bool) -> (Self, Vec<Lack>) {
        let Read { records, errors } = shape.frame().read(output, whole, &shape);
        let proven = shape.is_proven();
        Self { shape, records, sources: None, proven, left_out: Vec::new() }.with_missing(errors)
    }

    /// Takes records that were found in the output of a command with rows of this shape.
    pub(crate) fn of_records(shape: Shape, records: Records, by: FoundBy) -> (Self, Vec<Lack>) {
        let read = Read { records, errors: Vec::new() }.without_faults(&shape);
        let Read { records, errors } = read;
        let proven = by == FoundBy::Proof;
        Self { shape, records, sources: None, proven, left_out: Vec::new() }.with_missing(errors)
    }

    /// Reads a table with a header, of rows of this shape.
    pub(crate) fn read_table(shape: Shape, output: Vec<u8>) -> (Self, Vec<Lack>) {
        // Every field but the property's can hold two spaces in a row.
        let column = |field: &Field| Column {
            spaced: *field != Field::Property,
            empty: matches!(field, Field::Value | Field::Received),
            side: Side::Left,
        };
        let columns: Vec<Column> = shape.fields.iter().map(column).collect();
        let read = crate::wire::read_table(output, &columns);
        let Read { records, errors } = read.without_faults(&shape);
        Self { shape, records, sources: None, proven: false, left_out: Vec::new() }
            .with_missing(errors)
    }

    /// The rows of the parts of a question as one: objects in order, and the rows of each as they
    /// came, from one part.
    pub(crate) fn joined(parts: Vec<Self>) -> Option<Self> {
        let shape = parts.first()?.shape.clone();
        let proven = parts.iter().all(Self::is_proven);
        let mut sources: Option<Vec<Vec<u8>>> = None;
        let mut records = Vec::new();
        let mut parts_of = Vec::new();
        let mut left_out = Vec::new();
        for (number, part) in parts.into_iter().enumerate() {
            parts_of.extend(core::iter::repeat_n(number, part.records.len()));
            let places = shape.fields.iter().map(|field| part.shape.place(*field));
            let places: Vec<usize> = places.map(Option::unwrap_or_default).collect();
            let alike = part.shape.fields == shape.fields;
            records.push(if alike { part.records } else { part.records.of_fields(&places) });
            part.left_out.into_iter().for_each(|property| add_once(&mut left_out, property));
            if let Some(more) = part.sources {
                sources.get_or_insert_default().extend(more);
            }
        }
        let all = Self { shape, records: Records::joined(records), sources, proven, left_out };
        let mut ages: BTreeMap<&[u8], u64> = BTreeMap::new();
        let mut told_by: BTreeMap<&[u8], usize> = BTreeMap::new();
        for (row, part) in all.rows().zip(&parts_of) {
            told_by.entry(row.name()).or_insert(*part);
            if row.property_name() == b"createtxg"
                && let Some(age) = row.cell().ok().and_then(|cell| cell.exact())
            {
                ages.insert(row.name(), age);
            }
        }
        let names = all.rows().zip(&parts_of).enumerate();
        let mut places: Vec<(usize, &[u8])> = names
            .filter(|(_, (row, part))| told_by.get(row.name()) == Some(*part))
            .map(|(index, (row, _))| (index, row.name()))
            .collect();
        places.sort_by(|(_, a), (_, b)| {
            let by_age = || ages.get(a).cmp(&ages.get(b));
            name_order(a, b).then_with(by_age).then_with(|| a.cmp(b))
        });
        let places: Vec<usize> = places.into_iter().map(|(index, _)| index).collect();
        let sources = all.sources.as_ref().map(|sources| {
            places.iter().map(|index| sources.get(*index).cloned().unwrap_or_default()).collect()
        });
        Some(Self { records: all.records.ordered(&places), sources, ..all })
    }

    /// The rows.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = PropertyRow<'_>> + Clone {
        (0..self.records.len()).filter_map(|index| {
            let source = self.sources.as_ref().and_then(|sources| sources.get(index));
            let (record, source) = (self.records.get(index)?, source.map(Vec::as_slice));
            Some(PropertyRow { shape: &self.shape, record, source })
        })
    }

    /// The row of an object's property, by its canonical name.
    #[must_use]
    pub fn row(&self, name: &[u8], property: &str) -> Option<PropertyRow<'_>> {
        self.rows().find(|r| r.name() == name && r.property_name() == property.as_bytes())
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.len() == 0
    }

    /// Whether the rows have this field: those of questions have a name, a property, a value and a
    /// source, saved ones what their command asked for.
    #[must_use]
    pub fn has(&self, field: Field) -> bool {
        self.shape.place(field).is_some() || (field == Field::Source && self.sources.is_some())
    }

    /// Whether the rows are proved to be as ZFS holds them, whoever set the values; see
    /// [`Listing::is_proven`](crate::Listing::is_proven).
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.proven
    }

    /// The properties that snapshots have and that were not asked of them, though `all` was asked
    /// for; see [`zfs::Get::with_dear`](crate::zfs::Get::with_dear).
    #[must_use]
    pub fn left_out(&self) -> &[Property] {
        &self.left_out
    }

    pub(crate) fn without(self, left_out: Vec<Property>) -> Self {
        Self { left_out, ..self }
    }

    /// The same, of the objects alone that this holds for, and without a property.
    pub(crate) fn only(self, keep: impl Fn(&PropertyRow<'_>) -> bool) -> Self {
        let kept: Vec<usize> =
            self.rows().enumerate().filter(|(_, row)| keep(row)).map(|(i, _)| i).collect();
        let sources = self.sources.as_ref().map(|sources| {
            kept.iter().map(|index| sources.get(*index).cloned().unwrap_or_default()).collect()
        });
        Self { records: self.records.only(&kept), sources, ..self }
    }

    /// The same with sources that were asked for apart, in records of name, property and source;
    /// without the rows that have none there, which are then missing.
    pub(crate) fn with_sources(self, sources: &Records) -> (Self, Vec<Lack>) {
        let sources: BTreeMap<(&[u8], &[u8]), &[u8]> = sources
            .iter()
            .filter(|record| Source::read(record.field(2)).is_some())
            .map(|record| ((record.field(0), record.field(1)), record.field(2)))
            .collect();
        let source_of = |row: &PropertyRow<'_>| {
            sources.get(&(row.name(), row.property_name())).map(|source| source.to_vec())
        };
        let without = self.rows().filter(|row| source_of(row).is_none());
        let lacks = without.map(|row| Lack::Missing {
            name: Some(row.name().to_vec()),
            property: Text::new(row.property_name()).escaped(),
        });
        let lacks = lacks.collect();
        let mut with = self.only(|row| source_of(row).is_some());
        with.sources = Some(with.rows().filter_map(|row| source_of(&row)).collect());
        (with, lacks)
    }

    /// What is missing: what can't be read, or else the rows that did not come, of properties that
    /// were asked for. Every system prints one for each object, if only to say that the property
    /// does not apply.
    fn with_missing(self, errors: Vec<ParseError>) -> (Self, Vec<Lack>) {
        let Asked::These(asked) = &self.shape.asked else { return (self, unreadable(errors)) };
        // Saved rows that name no property, or no object, don't tell which of them are missing.
        let named = [Field::Name, Field::Property].map(|field| self.shape.place(field).is_some());
        if !errors.is_empty() || named != [true, true] {
            return (self, unreadable(errors));
        }
        let mut found: BTreeMap<&[u8], BTreeSet<&[u8]>> = BTreeMap::new();
        for row in self.rows() {
            found.entry(row.name()).or_default().insert(row.property_name());
        }
        let mut lacks = Vec::new();
        for (name, properties) in found {
            let missing = asked.iter().filter(|p| !properties.contains(p.name().as_bytes()));
            lacks.extend(missing.map(|property| Lack::Missing {
                name: Some(name.to_vec()),
                property: property.name().to_string(),
            }));
        }
        (self, lacks)
    }
}

impl fmt::Debug for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rows()).finish()
    }
}

/// The property of a name that was printed, if it is one that the catalogue can place.
fn named(scope: Scope, name: &[u8]) -> Option<Property> {
    Property::of(scope, core::str::from_utf8(name).ok()?).ok()
}

impl Judge for Shape {
    fn fault(&self, record: &Record<'_>) -> Fault {
        if let Some(fault) = name_fault(record, self.place(Field::Name)) {
            return Some(fault);
        }
        let source =
            self.place(Field::Source).filter(|at| Source::read(record.field(*at)).is_none());
        if let Some(at) = source {
            return Some((at, ParseErrorKind::NotASource));
        }
        let at = self.place(Field::Property)?;
        let known = match &self.asked {
            Asked::These(asked) => asked.iter().any(|p| p.name().as_bytes() == record.field(at)),
            // A newer system may have any; what names nothing is none.
            Asked::All | Asked::Unknown => !record.field(at).is_empty(),
        };
        (!known).then_some((at, ParseErrorKind::UnaskedProperty))
    }

    fn opens(&self, record: &Record<'_>) -> bool {
        let property = self.text(record, Field::Property).and_then(|p| named(self.scope, p));
        property.is_some_and(|property| is_always_printed(&property))
    }
}

/// A property of an object, and where its value comes from.
#[derive(Clone, Copy)]
pub struct PropertyRow<'a> {
    shape: &'a Shape,
    record: Record<'a>,
    source: Option<&'a [u8]>,
}

impl<'a> PropertyRow<'a> {
    /// The object's name; empty in saved output that has no column of it.
    #[must_use]
    pub fn name(&self) -> &'a [u8] {
        self.text(Field::Name)
    }

    /// The property's name as it was printed, which is always the canonical one.
    #[must_use]
    pub fn property_name(&self) -> &'a [u8] {
        self.text(Field::Property)
    }

    /// The property; `None` in saved output that has no column of it.
    #[must_use]
    pub fn property(&self) -> Option<Property> {
        named(self.shape.scope, self.property_name())
    }

    /// The value's text as it was printed.
    #[must_use]
    pub fn value_text(&self) -> &'a [u8] {
        self.text(Field::Value)
    }

    /// The line of the output that the row starts in, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.record.line()
    }

    /// Where the value comes from; [`Source::None`] in saved output that has no column of it.
    #[must_use]
    pub fn source(&self) -> Source<'a> {
        let printed = self.source.or_else(|| self.shape.text(&self.record, Field::Source));
        printed.and_then(Source::read).unwrap_or(Source::None)
    }

    /// The value that a received stream has set, as it was printed, whether or not it is in force;
    /// `None` where there is none, or no column of it.
    #[must_use]
    pub fn received_text(&self) -> Option<&'a [u8]> {
        self.shape.text(&self.record, Field::Received).filter(|text| *text != b"-")
    }

    /// What the value says.
    ///
    /// A user property that is set to a single `-` is told from one that is not set by its source,
    /// as no listing can.
    ///
    /// # Errors
    ///
    /// [`ParseError`] where the text is none that the property can have.
    pub fn cell(&self) -> Result<Cell<'a>, ParseError> {
        let text = self.value_text();
        let form = self.property().map_or(Form::Text, |property| property.facts().form);
        if form == Form::Text && text == b"-" && self.source().is_set() {
            return Ok(Cell::Value(Value::Text(Text::new(text))));
        }
        let field = self.shape.place(Field::Value).unwrap_or_default();
        form.read(text).map_err(|kind| self.record.error(field, kind))
    }

    fn text(&self, field: Field) -> &'a [u8] {
        self.shape.text(&self.record, field).unwrap_or_default()
    }
}

impl fmt::Debug for PropertyRow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = f.debug_struct("Row");
        row.field("name", &Text::new(self.name()));
        row.field("property", &Text::new(self.property_name()));
        match self.cell() {
            Ok(cell) => row.field("cell", &cell),
            Err(error) => row.field("cell", &error),
        };
        row.field("source", &self.source()).finish()
    }
}
