//! `zpool get`: properties of pools with their sources.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use crate::answer::Lack;
use crate::dialect::{Capability, Dialect};
use crate::exchange::{Invocation, Program};
use crate::name::Name;
use crate::properties::{Asked, Field, Properties, Shape};
use crate::property::{Property, Scope};
use crate::question::sealed::Reads;
use crate::question::{InvalidQuestion, add_once, asked, pool_name};

/// The question that `zpool get` answers: some or all properties of pools, with their sources.
///
/// On systems whose `zpool get` prints nothing but a table (Solaris, the legacy lineage), the table
/// is read.
///
/// ```
/// use zfs_parse::{Dialect, question::Question, zpool::Get};
///
/// let question = Get::new(["health", "comment"])?.pool("tank".parse()?)?;
/// assert_eq!(
///     question.invocation(Dialect::default()).to_string(),
///     "zpool get -H -p -o name,property,source,value,name health,comment tank"
/// );
/// assert_eq!(question.invocation("solaris-11.3".parse()?).to_string(), "zpool get health,comment tank");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Get {
    asked: Asked,
    pools: Vec<Name>,
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
        Ok(Self { asked: asked(properties, Property::of_pool)?, pools: Vec::new() })
    }

    /// About this pool; about all unless one is named. To be called once for each.
    ///
    /// # Errors
    ///
    /// [`InvalidQuestion::NotAPool`] for the name of a dataset within a pool.
    pub fn pool(mut self, name: Name) -> Result<Self, InvalidQuestion> {
        add_once(&mut self.pools, pool_name(name)?);
        Ok(self)
    }

    fn shape(&self) -> Shape {
        Shape::guarded(Scope::Pool, self.asked.clone())
    }
}

impl Reads for Get {
    type Reading = Properties;

    fn command(&self, dialect: Dialect) -> Invocation {
        let mut args: Vec<Vec<u8>> = alloc::vec![b"get".into()];
        let scripted = dialect.has(Capability::PoolGetScripted);
        if scripted {
            args.push(b"-H".into());
        }
        if dialect.has(Capability::PoolGetExact) {
            args.push(b"-p".into());
        }
        if scripted {
            args.extend([b"-o".into(), self.shape().argument().into_bytes()]);
        }
        args.push(self.asked.argument().into_bytes());
        args.extend(self.pools.iter().map(|name| name.as_ref().to_owned()));
        Invocation::new(Program::Zpool, args)
    }

    fn behind(option: u8) -> &'static [Capability] {
        match option {
            b'p' => &[Capability::PoolGetExact],
            b'o' => &[Capability::PoolGetScripted],
            // Where not even this is known, no option is.
            b'H' => &[Capability::PoolGetScripted, Capability::PoolGetExact],
            _ => &[],
        }
    }

    fn read(self, output: Vec<u8>, whole: bool, dialect: Dialect) -> (Properties, Vec<Lack>) {
        if dialect.has(Capability::PoolGetScripted) {
            return Properties::read(self.shape(), output, whole);
        }
        let fields = [Field::Name, Field::Property, Field::Value, Field::Source].into();
        Properties::read_table(Shape::saved(Scope::Pool, fields, self.asked), output)
    }

    fn silence_is_nothing(&self) -> bool {
        self.pools.is_empty()
    }
}
