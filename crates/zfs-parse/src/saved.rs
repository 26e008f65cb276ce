//! Output that was saved somewhere: the command line that printed it says how to read it.

mod options;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use options::{Parsed, ZFS_GET, ZFS_LIST, ZPOOL_GET, ZPOOL_LIST};

use crate::answer::{Answer, Gathered, Lack};
use crate::dialect::Dialect;
use crate::exchange::{Ended, Finished};
use crate::listing::{Layout, Listing};
use crate::properties::{Asked, Field, Properties, Shape};
use crate::property::{Property, Scope};
use crate::question::{InvalidQuestion, asked};
use crate::value::Text;
use crate::wire::titles;
use crate::zfs::SPACE;

/// How to read what a command line has printed.
///
/// ```
/// use zfs_parse::{Dialect, saved::{Reading, Saved}};
///
/// let saved = Saved::of(["zpool", "list", "-Hpo", "name,size,health"], Dialect::default())?;
/// let Reading::Listing(pools) = saved.read(b"tank\t-\tFAULTED\n".to_vec()).complete()? else {
///     panic!("a listing");
/// };
/// assert_eq!(pools.rows().next().expect("a row").cell("health")?.bytes(), Some(&b"FAULTED"[..]));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// What others asked for need not be proved: see [`Listing::is_proven`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    format: Format,
    /// Whether a header names the columns, and spaces pad them.
    table: bool,
    dialect: Dialect,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Format {
    /// A row an object; in a table without `-o` the header says which columns.
    Listing(Scope, Option<Vec<Property>>),
    /// A row a property; in a table without `-o` the header says which fields.
    Properties(Scope, Option<Vec<Field>>, Asked),
}

/// What saved output says.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Reading {
    /// A row an object.
    Listing(Listing),
    /// A row a property.
    Properties(Properties),
}

impl Reading {
    /// Whether the rows are proved to be as ZFS holds them: see [`Listing::is_proven`].
    #[must_use]
    pub fn is_proven(&self) -> bool {
        match self {
            Self::Listing(listing) => listing.is_proven(),
            Self::Properties(properties) => properties.is_proven(),
        }
    }
}

/// A command line whose output can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnreadableCommand {
    /// It is none of the commands whose output is read.
    #[error(
        "no output of '{0}' is read yet: zfs list, zfs get, zpool list and zpool get are; name \
         the command by itself, without variables or sudo in front of it"
    )]
    Command(String),
    /// All of it is in one word.
    #[error("'{0}' is one word: give the command's name and its arguments each by itself")]
    OneWord(String),
    /// It has an option that changes the output in a way that is not read, or that it does not
    /// have.
    #[error("the output of {command} with -{option} is not read")]
    Option {
        /// The command.
        command: &'static str,
        /// The option's letter.
        option: char,
    },
    /// An option lacks its argument.
    #[error("option -{0} lacks its argument")]
    Argument(char),
    /// A word that only a shell understands: what the output went through may have changed it.
    #[error(
        "'{0}' is for a shell: name the command by itself, and give its output as it printed it"
    )]
    Shell(String),
    /// `zpool list` prints all again after each interval.
    #[error(
        "with an interval ('{0}') all is listed again and again: give the output of one listing"
    )]
    Interval(String),
    /// `-o` of a `get` names a field that there is none of.
    #[error("get has no field '{0}': name, property, value, received and source are all")]
    Field(String),
    /// `get` lacks its properties.
    #[error("get names no property")]
    NoProperty,
    /// Something that can't be a property, or can't be read by it.
    #[error(transparent)]
    Question(#[from] InvalidQuestion),
}

impl Saved {
    /// How to read what this command line prints on a system of this dialect: the program's name
    /// and its arguments, as they were given to it.
    ///
    /// # Errors
    ///
    /// [`UnreadableCommand`] for what is not read.
    pub fn of<A: AsRef<str>>(
        command: impl IntoIterator<Item = A>,
        dialect: Dialect,
    ) -> Result<Self, UnreadableCommand> {
        let words: Vec<A> = command.into_iter().collect();
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let unknown = || UnreadableCommand::Command(words.get(..2).unwrap_or(&words).join(" "));
        let [program, subcommand, args @ ..] = &words[..] else {
            return Err(match words.first() {
                Some(word) if word.contains(' ') => UnreadableCommand::OneWord((*word).to_owned()),
                _ => unknown(),
            });
        };
        // Saved command lines may name the program by its path.
        let program = program.rsplit('/').next().unwrap_or(program);
        let (format, table) = match (program, *subcommand) {
            ("zfs", "list") => listing(Scope::Dataset, &ZFS_LIST.parse(args)?, dialect)?,
            ("zfs", "get") => properties(Scope::Dataset, &ZFS_GET.parse(args)?)?,
            ("zpool", "list") => listing(Scope::Pool, &ZPOOL_LIST.parse(args)?, dialect)?,
            ("zpool", "get") => properties(Scope::Pool, &ZPOOL_GET.parse(args)?)?,
            _ => return Err(unknown()),
        };
        Ok(Self { format, table, dialect })
    }

    /// Whether it is a table for people, with a header, as of a command without `-H`.
    #[must_use]
    pub fn is_table(&self) -> bool {
        self.table
    }

    /// What an output says of which nothing else is known: that of a command that ran to its end.
    #[must_use]
    pub fn read(self, output: Vec<u8>) -> Answer<Reading> {
        self.read_finished(output, &Finished::new(Ended::Code(0), b""))
    }

    /// What an output says of a command that has ended like this.
    #[must_use]
    pub fn read_finished(self, output: Vec<u8>, finished: &Finished) -> Answer<Reading> {
        let mut gathered = Gathered::new(self.dialect);
        gathered.take(finished);
        // illumos says so on standard output.
        let nothing = self.table
            && matches!(&output[..], b"no datasets available\n" | b"no pools available\n");
        let output = if nothing { Vec::new() } else { output };
        let whole = matches!(finished.ended, Ended::Code(_)) && !finished.stdout_held;
        let (reading, lacks) = match self.format {
            Format::Listing(scope, columns) => {
                let (listing, lacks) = read_listing(scope, columns, self.table, output, whole);
                (Reading::Listing(listing), lacks)
            }
            Format::Properties(scope, fields, asked) => {
                let (rows, lacks) =
                    read_properties(scope, fields, asked, self.table, output, whole);
                (Reading::Properties(rows), lacks)
            }
        };
        gathered.answer(reading, lacks)
    }
}

fn read_listing(
    scope: Scope,
    columns: Option<Vec<Property>>,
    table: bool,
    output: Vec<u8>,
    whole: bool,
) -> (Listing, Vec<Lack>) {
    let of = |title: &String| Property::of(scope, &title.replace(' ', "")).ok();
    let titles = || headings(&output).iter().map(of).collect::<Option<Vec<_>>>();
    let layout = match columns {
        // The columns are those of the header, whatever was asked for; where they are others, it
        // is not the output of this command, and no row of it is read.
        Some(columns) if table && titles().as_ref() != Some(&columns) => {
            Layout::plain(scope, Vec::new())
        }
        Some(columns) if !table => Layout::of_columns(scope, columns),
        Some(columns) => Layout::plain(scope, columns),
        // The name comes first where nothing else was asked for; what begins otherwise is no header,
        // but an error message, a row without one, or a table whose spaces were lost.
        None => {
            let is_header = first_title(&output) == Some(&b"NAME"[..]);
            Layout::plain(scope, titles().filter(|_| is_header).unwrap_or_default())
        }
    };
    if table { Listing::read_table(layout, output) } else { Listing::read(layout, output, whole) }
}

fn read_properties(
    scope: Scope,
    fields: Option<Vec<Field>>,
    asked: Asked,
    table: bool,
    output: Vec<u8>,
    whole: bool,
) -> (Properties, Vec<Lack>) {
    let fields =
        fields.or_else(|| headings(&output).iter().map(|title| field(title).ok()).collect());
    let shape = Shape::saved(scope, fields.unwrap_or_default(), asked);
    if table {
        Properties::read_table(shape, output)
    } else {
        Properties::read(shape, output, whole)
    }
}

fn first_title(output: &[u8]) -> Option<&[u8]> {
    output.get(titles(output).into_iter().next()?)
}

/// The titles of a table in lower case; one that can't be a title is kept, to be refused.
fn headings(output: &[u8]) -> Vec<String> {
    let title = |span| Text::new(output.get(span).unwrap_or_default()).escaped();
    titles(output).into_iter().map(title).map(|title| title.to_ascii_lowercase()).collect()
}

fn listing(
    scope: Scope,
    parsed: &Parsed<'_>,
    dialect: Dialect,
) -> Result<(Format, bool), UnreadableCommand> {
    let table = !parsed.has('H');
    // No pool's name begins with a digit.
    let is_number = |word: &&&str| word.starts_with(|c: char| c.is_ascii_digit());
    if let Some(word) = parsed.operands.iter().find(is_number).filter(|_| scope == Scope::Pool) {
        return Err(UnreadableCommand::Interval((*word).to_owned()));
    }
    let mut columns = Vec::new();
    for name in parsed.last_of('o').into_iter().flat_map(|list| list.split(',')) {
        match name {
            "all" if table => return Ok((Format::Listing(scope, None), table)),
            "all" => return Err(InvalidQuestion::All.into()),
            "space" if scope == Scope::Dataset => columns.extend(SPACE),
            name => columns.push(name),
        }
    }
    let columns = match (&columns[..], table) {
        ([], true) => return Ok((Format::Listing(scope, None), table)),
        ([], false) => default_columns(scope, dialect),
        _ => columns,
    };
    let columns: Result<Vec<_>, _> = columns.into_iter().map(|c| Property::of(scope, c)).collect();
    let columns = columns.map_err(InvalidQuestion::from)?;
    Ok((Format::Listing(scope, Some(columns)), table))
}

fn properties(scope: Scope, parsed: &Parsed<'_>) -> Result<(Format, bool), UnreadableCommand> {
    let table = !parsed.has('H');
    let mut fields = Vec::new();
    for name in parsed.last_of('o').into_iter().flat_map(|list| list.split(',')) {
        match name {
            // A pool receives nothing.
            "all" if scope == Scope::Pool => {
                fields.extend([Field::Name, Field::Property, Field::Value, Field::Source]);
            }
            "all" => fields.extend([
                Field::Name,
                Field::Property,
                Field::Value,
                Field::Received,
                Field::Source,
            ]),
            name => fields.push(field(name)?),
        }
    }
    let fields = match (&fields[..], table) {
        ([], true) => None,
        ([], false) => Some([Field::Name, Field::Property, Field::Value, Field::Source].into()),
        _ => Some(fields),
    };
    let names = parsed.operands.first().ok_or(UnreadableCommand::NoProperty)?;
    let filtered = parsed.has('s');
    let asked = match asked(names.split(','), |name| Property::of(scope, name))? {
        // With rows filtered by their source, those that are not there are not missing.
        Asked::These(_) if filtered => Asked::Unknown,
        Asked::All => Asked::Unknown,
        asked => asked,
    };
    Ok((Format::Properties(scope, fields, asked), table))
}

fn field(name: &str) -> Result<Field, UnreadableCommand> {
    let found = Field::ALL.iter().find(|(_, word)| *word == name).map(|(field, _)| *field);
    found.ok_or_else(|| UnreadableCommand::Field(name.to_owned()))
}

/// The columns of a listing that asks for none: those of these that the system has.
fn default_columns(scope: Scope, dialect: Dialect) -> Vec<&'static str> {
    let dataset = &["name", "used", "available", "referenced", "mountpoint"][..];
    let pool = &[
        "name",
        "size",
        "allocated",
        "free",
        "checkpoint",
        "expandsize",
        "fragmentation",
        "capacity",
        "dedupratio",
        "health",
        "altroot",
    ][..];
    let columns = if scope == Scope::Dataset { dataset } else { pool };
    let there = |name: &&str| Property::of(scope, name).is_ok_and(|p| p.is_in(dialect));
    columns.iter().copied().filter(there).collect()
}

#[cfg(test)]
mod tests;
