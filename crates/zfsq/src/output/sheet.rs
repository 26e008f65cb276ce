//! What all formats print: columns, and rows of cells under them.

use std::borrow::Cow;

use serde::ser::{Serialize, SerializeMap, Serializer};
use zfs_parse::answer::Lack;
use zfs_parse::listing;
use zfs_parse::properties::{Field, PropertyRow, Source};
use zfs_parse::property::{Form, Property};
use zfs_parse::value::{Cell, Text};
use zfs_parse::{Listing, Properties};

/// Columns, and rows under them.
pub(crate) struct Sheet<'a> {
    columns: Vec<Column>,
    content: Content<'a>,
}

/// A column.
pub(crate) struct Column {
    /// The key in JSON and the header of CSV: the property's canonical name.
    pub(crate) name: String,
    /// The header of a table.
    pub(crate) title: String,
    /// Whether it holds numbers, which stand on the right.
    pub(crate) numbers: bool,
    /// Whether a table shows it; the machine-readable formats show all.
    pub(crate) in_tables: bool,
    /// Its place in the rows of what is printed.
    place: usize,
}

/// One thing that `doctor` has found out.
pub(crate) struct Finding {
    pub(crate) subject: String,
    pub(crate) finding: String,
}

enum Content<'a> {
    Listing(&'a Listing),
    Properties(&'a Properties),
    Findings(&'a [Finding]),
}

/// What stands in a cell.
pub(crate) enum Datum<'a> {
    Cell(Cell<'a>),
    /// The text of a cell that can't be read as what it should be.
    Unreadable(&'a [u8]),
    Text(Cow<'a, [u8]>),
    Source(Source<'a>),
    /// Nothing: the row has no such cell.
    Absent,
}

/// A row: its data in the order of the columns.
pub(crate) type Row<'a> = Vec<Datum<'a>>;

impl<'a> Sheet<'a> {
    pub(crate) fn listing(listing: &'a Listing) -> Self {
        let columns = Column::of_listing(listing.columns());
        Self { columns, content: Content::Listing(listing) }
    }

    pub(crate) fn properties(properties: &'a Properties) -> Self {
        let names = ["name", "property", "value", "source", "inherited_from", "received"];
        let columns = names.into_iter().enumerate().map(|(place, name)| Column {
            // In a table the source says where from, as it does in zfs.
            in_tables: name != "inherited_from",
            ..Column::words(name, place)
        });
        // Saved output need not have all of them.
        let fields = [
            Field::Name,
            Field::Property,
            Field::Value,
            Field::Source,
            Field::Source,
            Field::Received,
        ];
        let printed =
            |column: &Column| fields.get(column.place).is_some_and(|f| properties.has(*f));
        let columns = columns.filter(printed).collect();
        Self { columns, content: Content::Properties(properties) }
    }

    pub(crate) fn findings(findings: &'a [Finding]) -> Self {
        let columns = vec![Column::words("subject", 0), Column::words("finding", 1)];
        Self { columns, content: Content::Findings(findings) }
    }

    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns
    }

    pub(crate) fn is_empty(&self) -> bool {
        match &self.content {
            Content::Listing(listing) => listing.is_empty(),
            Content::Properties(properties) => properties.is_empty(),
            Content::Findings(findings) => findings.is_empty(),
        }
    }

    /// The rows, made as they are taken.
    pub(crate) fn rows(&self) -> Box<dyn Iterator<Item = Row<'_>> + '_> {
        match &self.content {
            Content::Listing(listing) => {
                Box::new(listing.rows().map(|row| of_listing(&self.columns, &row)))
            }
            Content::Properties(properties) => Box::new(properties.rows().map(|row| {
                let value = match row.cell() {
                    Ok(cell) => Datum::Cell(cell),
                    Err(_) => Datum::Unreadable(row.value_text()),
                };
                let from = match row.source() {
                    Source::Inherited(name) => Datum::Text(name.as_bytes().to_vec().into()),
                    _ => Datum::Absent,
                };
                let (name, property) = (printed(row.name()), printed(row.property_name()));
                let received = row.received_text().map_or(Datum::Absent, |t| Datum::Text(t.into()));
                let all = [name, property, value, Datum::Source(row.source()), from, received];
                let is_shown = |place| self.columns.iter().any(|column| column.place == place);
                let shown = all.into_iter().enumerate().filter(|(place, _)| is_shown(*place));
                shown.map(|(_, datum)| datum).collect()
            })),
            Content::Findings(findings) => Box::new(findings.iter().map(|finding| {
                let texts = [&finding.subject, &finding.finding];
                texts.map(|text| Datum::Text(text.as_bytes().into())).into()
            })),
        }
    }

    /// The cells that can't be read.
    pub(crate) fn faults(&self) -> Vec<Lack> {
        match &self.content {
            Content::Listing(listing) => {
                let rows = listing.rows();
                rows.flat_map(|row| faults_of_listing(&self.columns, row)).collect()
            }
            Content::Properties(properties) if properties.has(Field::Value) => {
                let error = |row: PropertyRow<'_>| row.cell().err();
                properties.rows().filter_map(error).map(Lack::Unreadable).collect()
            }
            Content::Properties(_) => Vec::new(),
            Content::Findings(_) => Vec::new(),
        }
    }
}

/// A row of a listing.
pub(super) fn of_listing<'a>(columns: &[Column], row: &listing::Row<'a>) -> Row<'a> {
    let datum = |column: &Column| match row.at(column.place) {
        Some(Ok(cell)) => Datum::Cell(cell),
        Some(Err(_)) => Datum::Unreadable(row.text(column.place).unwrap_or_default()),
        None => Datum::Absent,
    };
    columns.iter().map(datum).collect()
}

/// Whether a property holds numbers.
pub(crate) fn is_number(property: &Property) -> bool {
    let form = property.facts().form;
    !matches!(form, Form::Time | Form::Keyword | Form::Text | Form::TextOrNone)
}

/// The cells of such a row that can't be read.
pub(super) fn faults_of_listing(
    columns: &[Column],
    row: listing::Row<'_>,
) -> impl Iterator<Item = Lack> {
    columns.iter().filter_map(move |column| row.at(column.place)?.err()).map(Lack::Unreadable)
}

/// Text of a field that the command printed; saved output need not have the field.
fn printed(text: &[u8]) -> Datum<'_> {
    if text.is_empty() { Datum::Absent } else { Datum::Text(text.into()) }
}

impl Column {
    pub(super) fn of_listing(properties: &[Property]) -> Vec<Self> {
        let mut columns: Vec<Self> = Vec::new();
        for (place, property) in properties.iter().enumerate() {
            // Saved output can have a column twice; an object can't.
            if columns.iter().all(|column| column.name != property.name()) {
                columns.push(Self::of(property, place));
            }
        }
        columns
    }

    fn of(property: &Property, place: usize) -> Self {
        // Of a family of properties, such as userused@…, the table has but one header.
        let title = if property.is_native() { property.facts().column } else { property.name() };
        let (name, title) = (property.name().to_owned(), title.to_owned());
        Self { name, title, numbers: is_number(property), in_tables: true, place }
    }

    fn words(name: &str, place: usize) -> Self {
        let title = name.to_uppercase();
        Self { name: name.to_owned(), title, numbers: false, in_tables: true, place }
    }
}

impl Datum<'_> {
    /// The exact text, as CSV and TSV have it: numbers in digits, a rounded one as it was printed,
    /// times in seconds since 1970, `-` for not applicable.
    pub(crate) fn exact(&self) -> Cow<'_, [u8]> {
        use zfs_parse::value::{Time, Value};
        let owned = |text: String| Cow::Owned(text.into_bytes());
        match self {
            Self::Cell(Cell::NotApplicable) => b"-"[..].into(),
            Self::Cell(Cell::None) => b"none"[..].into(),
            Self::Cell(Cell::Default) => b"default"[..].into(),
            Self::Cell(Cell::Value(value)) => match value {
                Value::Size(n) | Value::Count(n) | Value::Guid(n) => owned(n.to_string()),
                Value::Ratio(ratio) => owned(ratio.to_string()),
                Value::Percent(percent) => owned(percent.to_string()),
                Value::Time(Time::Epoch(seconds)) => owned(seconds.to_string()),
                Value::Time(Time::Printed(date)) => owned(date.to_string()),
                Value::Keyword(text) | Value::Text(text) => text.as_bytes().into(),
                _ => b""[..].into(),
            },
            // Values and cells may become more; ours are all above.
            Self::Cell(_) | Self::Absent => b""[..].into(),
            Self::Unreadable(text) => (*text).into(),
            Self::Text(text) => (&**text).into(),
            Self::Source(Source::None) => b"-"[..].into(),
            Self::Source(source) => source.word().as_bytes().into(),
        }
    }
}

impl Serialize for Datum<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Cell(cell) => cell.serialize(serializer),
            Self::Unreadable(text) => tagged("unreadable", text, serializer),
            Self::Text(text) => match std::str::from_utf8(text) {
                Ok(text) => serializer.serialize_str(text),
                Err(_) => tagged("escaped", text, serializer),
            },
            Self::Source(Source::None) | Self::Absent => serializer.serialize_none(),
            Self::Source(source) => serializer.serialize_str(source.word()),
        }
    }
}

/// An object that says what is the matter with a text.
fn tagged<S: Serializer>(tag: &str, text: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    let mut object = serializer.serialize_map(Some(1))?;
    object.serialize_entry(tag, &Text::from(text).escaped())?;
    object.end()
}

/// A row as an object: keys are the columns' names.
pub(crate) struct Object<'a> {
    pub(crate) columns: &'a [Column],
    pub(crate) row: Row<'a>,
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells = self.columns.iter().zip(&self.row);
        let there = cells.filter(|(_, datum)| !matches!(datum, Datum::Absent));
        serializer.collect_map(there.map(|(column, datum)| (&column.name, datum)))
    }
}
