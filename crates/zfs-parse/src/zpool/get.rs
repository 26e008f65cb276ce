//! `zpool get`: properties of pools with their sources.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::answer::Lack;
use crate::dialect::{Capability, Dialect};
use crate::exchange::{Invocation, Program};
use crate::name::Name;
use crate::properties::{Asked, Field, Properties, PropertyRow, Shape, is_always_printed};
use crate::property::{Holds, Property, Scope};
use crate::question::sealed::{Reads, Recovery};
use crate::question::{FoundBy, InvalidQuestion, Operands, asked, pool_name};
use crate::wire::{Piece, Record, Records};

/// The question that `zpool get` answers: some or all properties of pools, with their sources.
///
/// On systems whose `zpool get` prints nothing but a table (Solaris, the legacy lineage), the table
/// is read; and as that wants to be told of which pools, they are listed first, unless they are
/// named. On those that take four fields at the most, sources are asked for by a command of their
/// own, where a value can hold a TAB or a newline.
///
/// ```
/// use zfs_parse::{Dialect, question::Question, zpool::Get};
///
/// let question = Get::new(["health", "comment"])?.pool("tank".parse()?)?;
/// assert_eq!(
///     question.invocation(Dialect::default()).to_string(),
///     "zpool get -H -p -o property,value,property,name health,comment tank"
/// );
/// assert_eq!(
///     question.first(Dialect::default()).expect("a command before it").to_string(),
///     "zpool get -H -p -o name,property,source health,comment tank"
/// );
/// assert_eq!(
///     question.invocation("openzfs-2.1".parse()?).to_string(),
///     "zpool get -H -p -o property,source,value,property,name health,comment tank"
/// );
/// assert_eq!(question.invocation("solaris-11.3".parse()?).to_string(), "zpool get health,comment tank");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Get {
    asked: Asked,
    pools: Operands,
    /// Where values come from, where that is asked for apart: records of name, property, source.
    sources: Option<Records>,
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
        Ok(Self {
            asked: asked(properties, Property::of_pool)?,
            pools: Operands::new(),
            sources: None,
        })
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

    fn shape(&self, dialect: Dialect) -> Shape {
        let most = if dialect.has(Capability::PoolGetGuarded) { 5 } else { 4 };
        Shape::guarded(Scope::Pool, self.wanted(), most)
    }

    /// What is asked for. Where a value can hold a TAB or a newline, one that can't comes first: the
    /// pool's guid, unless another of these is asked for. The proof rests on it.
    fn wanted(&self) -> Asked {
        let Asked::These(asked) = &self.asked else { return self.asked.clone() };
        if asked.iter().all(|property| property.facts().holds == Holds::Closed) {
            return self.asked.clone();
        }
        let guid = || Property::of_pool("guid").ok();
        let first = asked.iter().find(|p| is_always_printed(p)).cloned().or_else(guid);
        let others = asked.iter().filter(|property| first.as_ref() != Some(property));
        Asked::These(first.iter().chain(others).cloned().collect())
    }

    /// What was read, less what was asked for only for the proof.
    fn finished(
        &self,
        (mut properties, mut lacks): (Properties, Vec<Lack>),
    ) -> (Properties, Vec<Lack>) {
        if let Some(sources) = &self.sources {
            let (with, without) = properties.with_sources(sources);
            properties = with;
            lacks.extend(without);
        }
        let Asked::These(asked) = &self.asked else { return (properties, lacks) };
        let wanted = |row: &PropertyRow<'_>| {
            asked.iter().any(|property| property.name().as_bytes() == row.property_name())
        };
        (properties.only(wanted), lacks)
    }
}

impl Get {
    /// The command that prints these fields of what the question is about, where it takes fields.
    fn rows_of(&self, fields: String, dialect: Dialect) -> Invocation {
        let mut args: Vec<Vec<u8>> = alloc::vec![b"get".into()];
        let scripted = dialect.has(Capability::PoolGetScripted);
        if scripted {
            args.push(b"-H".into());
        }
        if dialect.has(Capability::PoolGetExact) {
            args.push(b"-p".into());
        }
        if scripted {
            args.extend([b"-o".into(), fields.into_bytes()]);
        }
        args.push(self.wanted().argument().into_bytes());
        args.extend(self.pools.args());
        Invocation::of(Program::Zpool, args)
    }
}

impl Reads for Get {
    type Reading = Properties;
    type Moment = ();

    fn command(&self, dialect: Dialect) -> Invocation {
        self.rows_of(self.shape(dialect).argument(), dialect)
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
        let pools = names.iter().cloned().collect();
        Self { asked: self.asked.clone(), pools, sources: None }
    }

    fn joined(&self, parts: Vec<Properties>) -> Properties {
        let none = || Properties::read(self.shape(Dialect::default()), Vec::new(), true).0;
        Properties::joined(parts).unwrap_or_else(none)
    }

    fn behind(option: u8) -> &'static [Capability] {
        match option {
            b'p' => &[Capability::PoolGetExact],
            b'o' => &[Capability::PoolGetScripted],
            // Where not even this is known, no option is, nor is a command without a pool.
            b'H' => {
                &[Capability::PoolGetScripted, Capability::PoolGetExact, Capability::PoolGetOfAll]
            }
            _ => &[],
        }
    }

    fn read(&self, output: Vec<u8>, whole: bool, dialect: Dialect) -> (Properties, Vec<Lack>) {
        if dialect.has(Capability::PoolGetScripted) {
            return self.finished(Properties::read(self.shape(dialect), output, whole));
        }
        let fields = [Field::Name, Field::Property, Field::Value, Field::Source].into();
        let shape = Shape::saved(Scope::Pool, fields, self.wanted());
        self.finished(Properties::read_table(shape, output))
    }

    fn operands(&self, dialect: Dialect) -> Option<Invocation> {
        let needed = self.pools.names().is_empty() && !dialect.has(Capability::PoolGetOfAll);
        needed.then(|| Invocation::new(Program::Zpool, ["list", "-H", "-o", "name"]))
    }

    fn sources(&self, dialect: Dialect) -> Option<Invocation> {
        let apart = self.shape(dialect).place(Field::Source).is_none();
        let asked = apart && dialect.has(Capability::PoolGetScripted);
        asked.then(|| self.rows_of("name,property,source".to_owned(), dialect))
    }

    fn take_sources(&mut self, sources: Records) {
        self.sources = Some(sources);
    }

    fn take_operands(&mut self, names: Vec<Name>) {
        self.pools = names.into_iter().collect();
    }

    /// Where vdevs have properties, a word that is no pool is taken for a vdev of the first one.
    fn present(&self, dialect: Dialect) -> Option<Invocation> {
        let possible = self.pools.names().len() > 1 && dialect.has(Capability::VdevProperties);
        possible.then(|| {
            let options = ["list", "-H", "-o", "name"].map(|word| word.as_bytes().to_owned());
            Invocation::new(Program::Zpool, options.into_iter().chain(self.pools.args()))
        })
    }

    fn recovery(&self, dialect: Dialect) -> Option<Recovery> {
        let shape = self.shape(dialect);
        let possible = dialect.has(Capability::PoolGetScripted) && shape.has_open();
        possible.then_some(Recovery { width: 2, fields: shape.fields.len() })
    }

    fn index(&self, dialect: Dialect) -> Invocation {
        self.rows_of("name,property".to_owned(), dialect)
    }

    fn pieces<'k>(&self, row: &Record<'k>, dialect: Dialect, pieces: &mut Vec<Piece<'k>>) {
        self.shape(dialect).pieces(row.field(0), row.field(1), pieces);
    }

    fn alone(&self, row: &Record<'_>, field: usize, dialect: Dialect) -> Option<Invocation> {
        let name = Name::new(row.field(0)).ok()?;
        let property = core::str::from_utf8(row.field(1)).ok()?;
        field_alone(*self.shape(dialect).fields.get(field)?, property, &name, dialect)
    }

    fn reading(&self, records: Records, by: FoundBy, dialect: Dialect) -> (Properties, Vec<Lack>) {
        self.finished(Properties::of_records(self.shape(dialect), records, by))
    }
}

/// The command that prints a pool's value and nothing else, on a system that has one.
pub(super) fn value_alone(property: &str, name: &Name, dialect: Dialect) -> Option<Invocation> {
    field_alone(Field::Value, property, name, dialect)
}

fn field_alone(field: Field, property: &str, name: &Name, dialect: Dialect) -> Option<Invocation> {
    let mut args: Vec<&[u8]> = alloc::vec![b"get", b"-H"];
    if dialect.has(Capability::PoolGetExact) {
        args.push(b"-p");
    }
    args.extend([b"-o", field.word().as_bytes(), property.as_bytes(), name.as_ref()]);
    dialect.has(Capability::PoolGetScripted).then(|| Invocation::new(Program::Zpool, args))
}
