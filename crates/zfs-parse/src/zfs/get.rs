//! `zfs get`: properties with their sources.

mod sparing;

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use crate::answer::Lack;
use crate::dialect::{Capability, Dialect};
use crate::exchange::{Finished, Invocation, Program};
use crate::json::Dataset;
use crate::name::Name;
use crate::properties::{Asked, Field, Properties, Shape};
use crate::property::{Property, Scope};
use crate::question::sealed::{Reads, Recovery};
use crate::question::{Depth, Extent, FoundBy, InvalidQuestion, Operands, Types, add_once, asked};
use crate::wire::{Piece, Record, Records};
use sparing::Told;

/// The question that `zfs get` answers: some or all properties of datasets, with their sources.
///
/// It costs one command however many datasets there are, and more only where it names more than
/// fits into a command line; and for `all`, which looks for snapshots to spare the system for: see
/// [`with_dear`](Self::with_dear). A listing of [`List`](super::List) costs less where the sources
/// don't matter.
///
/// ```
/// use zfs_parse::{Dialect, question::Question, zfs::Get};
///
/// let question = Get::new(["quota", "com.example:note"])?.dataset("tank/a".parse()?);
/// assert_eq!(
///     question.invocation(Dialect::default()).to_string(),
///     "zfs get -H -p -d 0 -t filesystem,volume,snapshot,bookmark \
///      -o name,property,source,value,name quota,com.example:note tank/a"
/// );
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Get {
    asked: Asked,
    extent: Extent,
    /// Whether `all` is all, dear properties of snapshots too.
    dear: bool,
    /// Whether this is the part about snapshots of a question for `all`.
    of_spared: bool,
}

impl Get {
    /// Asks for these properties, by name or alias, or for `all`.
    ///
    /// # Errors
    ///
    /// [`InvalidQuestion`] for what can't be a property, and for `all` beside others.
    pub fn new<N: AsRef<str>>(
        properties: impl IntoIterator<Item = N>,
    ) -> Result<Self, InvalidQuestion> {
        let asked = asked(properties, Property::of_dataset)?;
        Ok(Self { asked, extent: Extent::new(Types::ALL), dear: false, of_spared: false })
    }

    /// About datasets of these types; of all unless said otherwise.
    #[must_use]
    pub fn types(mut self, types: Types) -> Self {
        self.extent.ask_for(types);
        self
    }

    /// This far below the datasets; unless said otherwise, all the way where no dataset is named,
    /// one level for snapshots and bookmarks alone, else not at all.
    #[must_use]
    pub fn depth(mut self, depth: Depth) -> Self {
        self.extent.depth = Some(depth);
        self
    }

    /// About this dataset; about all unless one is named. To be called once for each.
    ///
    /// One that lies below another which says all of it is left to that one where both would make
    /// the command too long, or the system prints it twice. If it is missing, its row is, and the
    /// system does not complain of it.
    #[must_use]
    pub fn dataset(mut self, name: Name) -> Self {
        self.extent.operands.add(name);
        self
    }

    /// With the dear properties of snapshots where `all` is asked for. They take a kernel call of each
    /// snapshot and mostly repeat what its filesystem says, so they are left out where a way is known
    /// to leave nothing else out; [`Properties::left_out`] tells. Such as `version` need not be what
    /// the filesystem says: that may have been upgraded since.
    ///
    /// That way takes a read-only program in each pool and two commands. With this, `all` is one
    /// command as everything else is.
    #[must_use]
    pub fn with_dear(mut self) -> Self {
        self.dear = true;
        self
    }

    /// What is asked for of a system of this dialect: where rows can't be had by type, `type` as
    /// well, to go by.
    fn wanted(&self, dialect: Dialect) -> Asked {
        match &self.asked {
            Asked::These(asked) if self.sorts_out_types(dialect) => {
                let kind = Property::of_dataset("type").ok().filter(|p| !asked.contains(p));
                Asked::These(kind.into_iter().chain(asked.iter().cloned()).collect())
            }
            asked => asked.clone(),
        }
    }

    fn sorts_out_types(&self, dialect: Dialect) -> bool {
        !dialect.has(Capability::GetTypes) && self.extent.types() != Types::ALL
    }

    /// The rows of the types that the question is about, without what it did not ask for.
    fn sorted_out(&self, properties: Properties) -> Properties {
        let of_type = |row: &crate::properties::PropertyRow<'_>| {
            row.property_name() == b"type" && self.extent.types().contain_name(row.value_text())
        };
        let kept: BTreeSet<Vec<u8>> =
            properties.rows().filter(of_type).map(|row| row.name().to_owned()).collect();
        let asked_for = |name: &[u8]| match &self.asked {
            Asked::These(asked) => is_among(asked, name),
            Asked::All | Asked::Unknown => true,
        };
        properties.only(|row| kept.contains(row.name()) && asked_for(row.property_name()))
    }
}

impl Get {
    fn shape(&self, dialect: Dialect) -> Shape {
        Shape::guarded(Scope::Dataset, self.wanted(dialect), 5)
    }

    /// The command that prints these fields of what the question is about; in JSON, without fields.
    fn rows_of(&self, fields: Option<String>, dialect: Dialect) -> Invocation {
        let form = if fields.is_some() { b"-H" } else { b"-j" };
        let mut args: Vec<Vec<u8>> = alloc::vec![b"get".into(), form.into()];
        if dialect.has(Capability::GetExact) {
            args.push(b"-p".into());
        }
        self.extent.depth_args(&mut args);
        if dialect.has(Capability::GetTypes) {
            args.extend([b"-t".into(), self.extent.types().argument(dialect).into_bytes()]);
        }
        let names = self.wanted(dialect).argument();
        if let Some(fields) = fields {
            args.extend([b"-o".into(), fields.into_bytes()]);
        }
        args.push(names.into_bytes());
        self.extent.operand_args(dialect, &mut args);
        Invocation::of(Program::Zfs, args)
    }

    /// What was read, less what was asked for only to go by.
    fn finished(
        &self,
        (properties, lacks): (Properties, Vec<Lack>),
        dialect: Dialect,
    ) -> (Properties, Vec<Lack>) {
        if self.sorts_out_types(dialect) {
            return (self.sorted_out(properties), lacks);
        }
        if self.of_spared {
            return (sparing::rows_of_spared(properties, dialect), lacks);
        }
        (properties, lacks)
    }
}

impl Reads for Get {
    type Reading = Properties;
    type Moment = Told;

    fn command(&self, dialect: Dialect) -> Invocation {
        self.rows_of(Some(self.shape(dialect).argument()), dialect)
    }

    fn named(&self) -> Vec<Name> {
        self.extent.named().cloned().collect()
    }

    fn names(&self) -> usize {
        self.extent.operands.names().len()
    }

    fn in_order(&self) -> Self {
        let mut asked = self.asked.clone();
        if let (Asked::These(asked), Ok(age)) = (&mut asked, Property::of_dataset(super::AGE))
            && self.extent.types().contain(Types::SNAPSHOT)
        {
            add_once(asked, age);
        }
        Self { asked, ..self.clone() }
    }

    fn only_orders_by(&self, property: &str) -> bool {
        let Asked::These(asked) = &self.asked else { return false };
        property == super::AGE && !is_among(asked, super::AGE.as_bytes())
    }

    fn part(&self, names: &[Name]) -> Self {
        let asked = self.asked.clone();
        Self { asked, extent: self.extent.part(names), dear: self.dear, of_spared: self.of_spared }
    }

    fn repeats(&self, earlier: &Operands, name: &[u8]) -> bool {
        core::str::from_utf8(name).is_ok_and(|name| self.extent.repeats(earlier, name))
    }

    fn joined(&self, parts: Vec<Properties>) -> Properties {
        let joined = Properties::joined(parts).map(|joined| match &self.asked {
            Asked::These(asked) => joined.only(|row| is_among(asked, row.property_name())),
            Asked::All | Asked::Unknown => joined,
        });
        let none = || Properties::read(self.shape(Dialect::default()), Vec::new(), true).0;
        joined.unwrap_or_else(none)
    }

    fn scout(&self, told: &[Vec<u8>], dialect: Dialect) -> Option<Invocation> {
        self.next_scout(told, dialect)
    }

    fn told(output: Vec<u8>, finished: &Finished) -> Option<Vec<u8>> {
        sparing::told(output, finished)
    }

    fn scouted(&self, told: &[Vec<u8>], dialect: Dialect) -> Option<(Vec<Self>, Told)> {
        self.spared(told, dialect)
    }

    fn is_answered_by(&self, reading: &Properties, moment: &Told) -> bool {
        moment.is_so_of(reading)
    }

    fn into_plain(self) -> Self {
        Self { dear: true, ..self }
    }

    fn behind(option: u8) -> &'static [Capability] {
        match option {
            b'p' => &[Capability::GetExact],
            b't' => &[Capability::GetTypes],
            _ => &[],
        }
    }

    fn read(&self, output: Vec<u8>, whole: bool, dialect: Dialect) -> (Properties, Vec<Lack>) {
        self.finished(Properties::read(self.shape(dialect), output, whole), dialect)
    }

    fn recovery(&self, dialect: Dialect) -> Option<Recovery> {
        let shape = self.shape(dialect);
        shape.has_open().then_some(Recovery { width: 2, fields: shape.fields.len() })
    }

    fn in_json(&self, dialect: Dialect) -> Option<Invocation> {
        dialect.has(Capability::ListJson).then(|| self.rows_of(None, dialect).in_json())
    }

    fn index(&self, dialect: Dialect) -> Invocation {
        self.rows_of(Some("name,property".to_owned()), dialect)
    }

    fn fields_of(&self, document: &[Dataset], dialect: Dialect) -> Option<Vec<Vec<u8>>> {
        let shape = self.shape(dialect);
        Some(document.iter().flat_map(|dataset| shape.fields_of(dataset)).collect())
    }

    fn pieces<'k>(&self, row: &Record<'k>, dialect: Dialect, pieces: &mut Vec<Piece<'k>>) {
        self.shape(dialect).pieces(row.field(0), row.field(1), pieces);
    }

    fn alone(&self, row: &Record<'_>, field: usize, dialect: Dialect) -> Option<Invocation> {
        let name = Name::new(row.field(0)).ok()?;
        let property = core::str::from_utf8(row.field(1)).ok()?;
        let field = *self.shape(dialect).fields.get(field)?;
        Some(field_alone(field, property, &name, dialect))
    }

    fn reading(&self, records: Records, by: FoundBy, dialect: Dialect) -> (Properties, Vec<Lack>) {
        self.finished(Properties::of_records(self.shape(dialect), records, by), dialect)
    }
}

fn is_among(asked: &[Property], name: &[u8]) -> bool {
    asked.iter().any(|property| property.name().as_bytes() == name)
}

/// The command that prints a dataset's value and nothing else.
pub(super) fn value_alone(property: &str, name: &Name, dialect: Dialect) -> Option<Invocation> {
    Some(field_alone(Field::Value, property, name, dialect))
}

fn field_alone(field: Field, property: &str, name: &Name, dialect: Dialect) -> Invocation {
    let mut args: Vec<&[u8]> = alloc::vec![b"get", b"-H"];
    if dialect.has(Capability::GetExact) {
        args.push(b"-p");
    }
    args.extend([b"-o", field.word().as_bytes(), property.as_bytes(), name.as_ref()]);
    Invocation::new(Program::Zfs, args)
}

impl Asked {
    /// The argument that names the properties.
    pub(crate) fn argument(&self) -> String {
        match self {
            Self::These(asked) => asked.iter().map(Property::name).collect::<Vec<_>>().join(","),
            Self::All | Self::Unknown => "all".to_owned(),
        }
    }
}
