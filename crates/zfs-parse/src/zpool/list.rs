//! `zpool list`: pools, a row each.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::answer::Lack;
use crate::dialect::{Capability, Dialect};
use crate::exchange::{Invocation, Program};
use crate::listing::{Layout, Listing, Lists, Row};
use crate::name::Name;
use crate::property::{Property, Scope};
use crate::question::sealed::{Reads, Recovery};
use crate::question::{FoundBy, InvalidQuestion, Operands, name_order, pool_name, properties};
use crate::wire::{Piece, Record, Records};
use crate::zpool::get::value_alone;

/// The question that `zpool list` answers: some properties of pools.
///
/// It costs one command; on a system that refuses `-p`, two. A pool that can't be used is a row
/// like the others, its health `FAULTED` or `UNAVAIL` and its numbers not applicable.
///
/// ```
/// use zfs_parse::{Dialect, question::Question, zpool::List};
///
/// let question = List::new(["name", "health", "free"])?;
/// let command = |dialect: &str| Ok::<_, zfs_parse::dialect::UnknownDialect>(
///     question.invocation(dialect.parse()?).to_string()
/// );
/// assert_eq!(command("openzfs-2.3")?, "zpool list -H -p -o name,health,free");
/// assert_eq!(command("solaris-11.3")?, "zpool list -H -o name,health,free");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    columns: Vec<Property>,
    pools: Operands,
}

impl List {
    /// Asks for these properties, by name or alias. A property mentioned twice is asked for once.
    ///
    /// # Errors
    ///
    /// [`InvalidQuestion`] for what can't be a property, and for `all`.
    pub fn new<N: AsRef<str>>(
        columns: impl IntoIterator<Item = N>,
    ) -> Result<Self, InvalidQuestion> {
        let names: Vec<N> = columns.into_iter().collect();
        if names.iter().any(|name| name.as_ref() == "all") {
            return Err(InvalidQuestion::All);
        }
        if names.is_empty() {
            return Err(InvalidQuestion::NoProperty);
        }
        Ok(Self { columns: properties(names, Property::of_pool)?, pools: Operands::new() })
    }

    /// The listing of the names of all pools.
    pub(crate) fn all() -> Self {
        Self { columns: Vec::new(), pools: Operands::new() }
    }

    /// About this pool; about all unless one is named. To be called once for each.
    ///
    /// # Errors
    ///
    /// [`InvalidQuestion::NotAPool`] for the name of a dataset within a pool.
    pub fn pool(mut self, name: Name) -> Result<Self, InvalidQuestion> {
        self.pools.add(pool_name(name)?);
        Ok(self)
    }
}

impl List {
    /// The command that lists these columns of what the question is about.
    fn listing_of(&self, columns: String, dialect: Dialect) -> Invocation {
        let mut args: Vec<Vec<u8>> = alloc::vec![b"list".into(), b"-H".into()];
        if dialect.has(Capability::PoolListExact) {
            args.push(b"-p".into());
        }
        args.extend([b"-o".into(), columns.into_bytes()]);
        args.extend(self.pools.args());
        Invocation::of(Program::Zpool, args)
    }
}

impl Lists for List {
    fn layout(&self) -> Layout {
        Layout::guarded(Scope::Pool, self.columns.clone())
    }
}

impl Reads for List {
    type Reading = Listing;
    type Moment = ();

    fn command(&self, dialect: Dialect) -> Invocation {
        self.listing_of(self.layout().argument(), dialect)
    }

    fn named(&self) -> Vec<Name> {
        self.pools.names().to_vec()
    }

    fn names(&self) -> usize {
        self.pools.names().len()
    }

    fn in_order(&self) -> Self {
        self.clone()
    }

    fn part(&self, names: &[Name]) -> Self {
        Self { columns: self.columns.clone(), pools: names.iter().cloned().collect() }
    }

    fn joined(&self, parts: Vec<Listing>) -> Listing {
        let order = |a: &Row<'_>, b: &Row<'_>| name_order(a.name(), b.name());
        let joined = Listing::joined(parts, self.columns.len(), order);
        joined.unwrap_or_else(|| Listing::read(self.layout(), Vec::new(), true).0)
    }

    fn behind(option: u8) -> &'static [Capability] {
        if option == b'p' { &[Capability::PoolListExact] } else { &[] }
    }

    fn read(&self, output: Vec<u8>, whole: bool, _: Dialect) -> (Listing, Vec<Lack>) {
        Listing::read(self.layout(), output, whole)
    }

    fn silence_is_nothing(&self, dialect: Dialect) -> bool {
        self.pools.names().is_empty() && dialect.has(Capability::NoPoolsAnyStatus)
    }

    fn recovery(&self, _: Dialect) -> Option<Recovery> {
        let layout = Some(self.layout()).filter(Layout::has_open)?;
        Some(Recovery { width: 1, fields: layout.width() })
    }

    fn index(&self, dialect: Dialect) -> Invocation {
        self.listing_of("name".to_owned(), dialect)
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
