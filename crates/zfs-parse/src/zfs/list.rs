//! `zfs list`: datasets, a row each.

mod pace;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::answer::Lack;
use crate::dialect::{Capability, Dialect};
use crate::exchange::{Invocation, Program};
use crate::json::Dataset;
use crate::listing::{Layout, Listing, Lists, Row};
use crate::name::Name;
use crate::property::{Property, Scope};
use crate::question::sealed::{Reads, Recovery};
use crate::question::{
    Depth, Extent, FoundBy, InvalidQuestion, Operands, Types, add_once, name_order,
};
use crate::wire::{Piece, Record, Records};
use crate::zfs::get::value_alone;

pub use pace::{Brake, Pace};

/// What `zfs list -o space` stands for.
pub(crate) const SPACE: [&str; 7] = [
    "name",
    "available",
    "used",
    "usedbysnapshots",
    "usedbydataset",
    "usedbyrefreservation",
    "usedbychildren",
];

/// The order of a listing's rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sort {
    property: Property,
    descending: bool,
}

impl Sort {
    /// Rising by a property, as `-s` does: numbers as numbers, all else by its text.
    ///
    /// # Errors
    ///
    /// [`InvalidQuestion`] for what can't be a property.
    pub fn ascending(property: &str) -> Result<Self, InvalidQuestion> {
        Ok(Self { property: Property::of_dataset(property)?, descending: false })
    }

    /// Falling by a property, as `-S` does.
    ///
    /// # Errors
    ///
    /// [`InvalidQuestion`] for what can't be a property.
    pub fn descending(property: &str) -> Result<Self, InvalidQuestion> {
        Ok(Self { property: Property::of_dataset(property)?, descending: true })
    }
}

/// The question that `zfs list` answers: some properties of many datasets.
///
/// It costs one command however many datasets there are; on a system that refuses `-p`, two, and
/// more where it names more than fits into a command line. Its
/// rows can be believed whoever set the values: columns that can hold TABs and newlines are asked
/// for with guards.
///
/// ```
/// use zfs_parse::question::{Question, Types};
/// use zfs_parse::{Dialect, zfs::List};
///
/// let question = List::new(["name", "used", "com.example:note"])?
///     .types(Types::DATASETS.and(Types::SNAPSHOT))
///     .dataset("tank/a b".parse()?);
/// assert_eq!(
///     question.invocation(Dialect::default()).to_string(),
///     "zfs list -H -p -d 0 -t filesystem,volume,snapshot \
///      -o name,used,com.example:note,name 'tank/a b'"
/// );
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    columns: Vec<Property>,
    extent: Extent,
    sort: Vec<Sort>,
}

impl List {
    /// Asks for these properties, by name or alias; `space` stands for seven of them. A property
    /// mentioned twice is asked for once.
    ///
    /// # Errors
    ///
    /// [`InvalidQuestion`] for what can't be a property, and for `all`.
    pub fn new<N: AsRef<str>>(
        columns: impl IntoIterator<Item = N>,
    ) -> Result<Self, InvalidQuestion> {
        let mut asked = Vec::new();
        for column in columns {
            let name = column.as_ref();
            let names = match name {
                "all" => return Err(InvalidQuestion::All),
                "space" => &SPACE[..],
                _ => core::slice::from_ref(&name),
            };
            for name in names {
                add_once(&mut asked, Property::of_dataset(name)?);
            }
        }
        if asked.is_empty() {
            return Err(InvalidQuestion::NoProperty);
        }
        Ok(Self { columns: asked, extent: Extent::new(Types::DATASETS), sort: Vec::new() })
    }

    /// The properties that are asked for, in order.
    #[must_use]
    pub fn columns(&self) -> &[Property] {
        &self.columns
    }

    /// About datasets of these types; unless said otherwise of filesystems and volumes, and of
    /// snapshots and bookmarks where one is named.
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

    /// In this order, ties in the order of the next that is given; by name unless said otherwise,
    /// and the snapshots of a dataset by age.
    ///
    /// Where so many datasets are named that it takes several commands, words are in the order of
    /// their text, though `zfs` knows another for some.
    #[must_use]
    pub fn sort(mut self, sort: Sort) -> Self {
        self.sort.push(sort);
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
}

impl List {
    /// The command that lists these columns of what the question is about, in a form: `-H` or `-j`.
    fn listing_of(&self, form: &[u8], columns: String, dialect: Dialect) -> Invocation {
        let mut args: Vec<Vec<u8>> = alloc::vec![b"list".into(), form.into()];
        if dialect.has(Capability::ListExact) {
            args.push(b"-p".into());
        }
        self.extent.depth_args(&mut args);
        args.extend([b"-t".into(), self.extent.types().argument(dialect).into_bytes()]);
        args.extend([b"-o".into(), columns.into_bytes()]);
        for sort in &self.sort {
            let option = if sort.descending { b"-S" } else { b"-s" };
            args.extend([option.into(), sort.property.name().into()]);
        }
        self.extent.operand_args(dialect, &mut args);
        Invocation::of(Program::Zfs, args)
    }
}

impl List {
    fn tells_of_snapshots(&self) -> bool {
        self.extent.types().contain(Types::SNAPSHOT)
    }
}

impl Lists for List {
    fn layout(&self) -> Layout {
        Layout::guarded(Scope::Dataset, self.columns.clone())
    }
}

impl Reads for List {
    type Reading = Listing;
    type Moment = ();

    fn command(&self, dialect: Dialect) -> Invocation {
        self.listing_of(b"-H", self.layout().argument(), dialect)
    }

    fn named(&self) -> Vec<Name> {
        self.extent.named().cloned().collect()
    }

    fn names(&self) -> usize {
        self.extent.operands.names().len()
    }

    fn in_order(&self) -> Self {
        let mut columns = self.columns.clone();
        let sorts = self.sort.iter().map(|sort| sort.property.clone());
        let age = Property::of_dataset(super::AGE).ok().filter(|_| self.tells_of_snapshots());
        sorts.chain(age).for_each(|property| add_once(&mut columns, property));
        Self { columns, ..self.clone() }
    }

    fn part(&self, names: &[Name]) -> Self {
        let (columns, sort) = (self.columns.clone(), self.sort.clone());
        Self { columns, extent: self.extent.part(names), sort }
    }

    fn joined(&self, parts: Vec<Listing>) -> Listing {
        let order = |a: &Row<'_>, b: &Row<'_>| {
            let sorted = self.sort.iter().map(|sort| {
                let property = sort.property.name();
                a.rank(property).against(b.rank(property), sort.descending)
            });
            sorted
                .fold(Ordering::Equal, Ordering::then)
                .then_with(|| name_order(a.name(), b.name()))
                .then_with(|| a.rank(super::AGE).cmp(&b.rank(super::AGE)))
                .then_with(|| a.name().cmp(b.name()))
        };
        let joined = Listing::joined(parts, self.columns.len(), order);
        joined.unwrap_or_else(|| Listing::read(self.layout(), Vec::new(), true).0)
    }

    fn repeats(&self, earlier: &Operands, name: &[u8]) -> bool {
        core::str::from_utf8(name).is_ok_and(|name| self.extent.repeats(earlier, name))
    }

    fn behind(option: u8) -> &'static [Capability] {
        if option == b'p' { &[Capability::ListExact] } else { &[] }
    }

    fn read(&self, output: Vec<u8>, whole: bool, _: Dialect) -> (Listing, Vec<Lack>) {
        Listing::read(self.layout(), output, whole)
    }

    fn recovery(&self, _: Dialect) -> Option<Recovery> {
        let layout = Some(self.layout()).filter(Layout::has_open)?;
        Some(Recovery { width: 1, fields: layout.width() })
    }

    fn in_json(&self, dialect: Dialect) -> Option<Invocation> {
        let columns = || self.layout().bare_argument();
        let has_it = dialect.has(Capability::ListJson);
        has_it.then(|| self.listing_of(b"-j", columns(), dialect).in_json())
    }

    fn index(&self, dialect: Dialect) -> Invocation {
        self.listing_of(b"-H", "name".to_owned(), dialect)
    }

    fn fields_of(&self, document: &[Dataset], _: Dialect) -> Option<Vec<Vec<u8>>> {
        let layout = self.layout();
        let rows: Option<Vec<_>> = document.iter().map(|d| layout.fields_of(d)).collect();
        Some(rows?.concat())
    }

    fn pieces<'k>(&self, row: &Record<'k>, _: Dialect, pieces: &mut Vec<Piece<'k>>) {
        self.layout().pieces(row.field(0), pieces);
    }

    fn alone(&self, row: &Record<'_>, field: usize, dialect: Dialect) -> Option<Invocation> {
        let name = Name::new(row.field(0)).ok()?;
        value_alone(self.layout().property_at(field)?.name(), &name, dialect)
    }

    fn reading(&self, records: Records, by: FoundBy, _: Dialect) -> (Listing, Vec<Lack>) {
        Listing::of_records(self.layout(), records, by)
    }
}
