//! The questions that are measured, and who is asked them.

use std::path::Path;

use anyhow::Result;
use zfs_exec::{Client, Local};
use zfs_parse::Dialect;
use zfs_parse::dialect::Capability;
use zfs_parse::name::Name;
use zfs_parse::question::Types;
use zfs_parse::zfs::{Get, List};
use zfskit::dataset::ListOptions;
use zfskit::models::DatasetType;

use super::pool::{NAME, Shape};
use super::sample::words;
use crate::rows::COLUMNS;

/// Where the job's programs are.
pub const FOLDER: &str = "/job";
/// The one that asks with go-zfs, where the host could build it.
pub const GO_PROGRAM: &str = "bench-go";

/// What a storage driver asks of its filesystems.
const DRIVERS_COLUMNS: &str = "name,used,available,mountpoint,origin,quota,referenced,canmount";

/// How somebody asks.
#[derive(Debug, Clone)]
pub enum How {
    /// Commands, one after the other, whose output is read and no more.
    Commands(Vec<Vec<String>>),
    /// A client that lasts, as a daemon's, with the same question.
    List(String, Types, Vec<String>),
    /// The same, a question for each dataset.
    ListEach(String, Vec<String>),
    /// The same client, all properties of everything.
    GetAll,
    /// go-zfs, in a program of its own.
    Go(Vec<String>),
    /// zfskit; a question for each dataset, or one of everything.
    Zfskit(String, Vec<String>),
}

/// A question to somebody.
#[derive(Debug, Clone)]
pub struct Asked {
    pub question: &'static str,
    pub who: &'static str,
    pub how: How,
}

/// The questions for a pool of this shape.
#[must_use]
pub fn all(shape: Shape, dialect: Dialect) -> Vec<Asked> {
    let mut all = Vec::new();
    let mut add = |question, who, how| {
        let can_be_asked = match how {
            How::Zfskit(..) => dialect.has(Capability::ListJson),
            How::Go(_) => Path::new(FOLDER).join(GO_PROGRAM).exists(),
            _ => true,
        };
        if can_be_asked {
            all.push(Asked { question, who, how });
        }
    };
    let columns = COLUMNS.join(",");
    let command = |line: String| How::Commands(vec![words(&line)]);
    let zfsq = format!("{FOLDER}/zfsq");

    add(THIRTEEN, RAW, command(format!("zfs list -Hp -r -t all -o {columns} {NAME}")));
    add(THIRTEEN, OURS, How::List(columns.clone(), Types::ALL, vec![]));
    add(THIRTEEN, ZFSQ, command(format!("{zfsq} list -t all -o {columns} --format tsv")));
    add(THIRTEEN, GO, How::Go(words("list")));
    add(THIRTEEN, ZFSKIT, How::Zfskit(columns.clone(), vec![]));

    let names = "names of everything";
    add(names, RAW, command(format!("zfs list -Hp -r -t all -o name {NAME}")));
    add(names, OURS, How::List("name".into(), Types::ALL, vec![]));
    add(names, ZFSQ, command(format!("{zfsq} list -t all -o name --format tsv")));
    add(names, ZFSKIT, How::Zfskit("name".into(), vec![]));

    add(DRIVER, RAW, command(format!("zfs list -Hp -r -t filesystem -o {DRIVERS_COLUMNS} {NAME}")));
    add(DRIVER, OURS, How::List(DRIVERS_COLUMNS.into(), Types::FILESYSTEM, vec![]));
    let line = format!("{zfsq} list -t filesystem -o {DRIVERS_COLUMNS} --format tsv");
    add(DRIVER, ZFSQ, command(line));

    add(GET, RAW, command(format!("zfs get -Hp -r all {NAME}")));
    add(GET, OURS, How::GetAll);
    add(GET, ZFSQ, command(format!("{zfsq} get all --format tsv")));

    if matches!(shape, Shape::Many | Shape::Counting) {
        let count = if shape == Shape::Counting { COUNTED } else { 100 };
        let names: Vec<String> = (0..count).map(|at| format!("{NAME}/fs{at}")).collect();
        let one = |name: &String| words(&format!("zfs list -Hp -o {columns} {name}"));
        add(EACH, RAW, How::Commands(names.iter().map(one).collect()));
        add(EACH, OURS, How::ListEach(columns.clone(), names.clone()));
        let mut go = words("get");
        go.extend(names.iter().cloned());
        add(EACH, GO, How::Go(go));
        add(EACH, ZFSKIT, How::Zfskit(columns.clone(), names.clone()));
        let at_once = format!("zfs list -Hp -o {columns} {}", names.join(" "));
        add(EACH, AT_ONCE_RAW, command(at_once));
        let at_once = How::List(columns, Types::DATASETS, names);
        add(EACH, AT_ONCE, at_once);
    }
    all
}

pub const THIRTEEN: &str = "go-zfs's 13 columns of everything";
pub const DRIVER: &str = "what a storage driver needs of its filesystems";
pub const GET: &str = "all properties of everything";

pub const EACH: &str = "the 13 columns of filesystems, asked for one by one";
/// How many filesystems are asked for one by one where commands are counted.
pub const COUNTED: usize = 10;

/// Whom the others are held against.
pub const RAW: &str = "`zfs`, its output read and no more";
pub const OURS: &str = "ours, a client in a process that lasts";
/// These don't ask one by one.
pub const AT_ONCE_RAW: &str = "`zfs`, all of them at once";
pub const AT_ONCE: &str = "ours, one question of all of them";
pub const ZFSQ: &str = "`zfsq`, a process";
pub const GO: &str = "go-zfs";
pub const ZFSKIT: &str = "zfskit";

/// Our own client, which knows its system after its first question.
#[derive(Debug)]
pub struct Ours(Client<Local>);

impl Ours {
    /// # Errors
    ///
    /// The system can't be asked which it is.
    pub fn new() -> Result<Self> {
        let ours = Self(Client::new(Local::new()));
        // What it does once is not counted, as with the others.
        ours.list("name", None, &[NAME.to_owned()])?;
        Ok(ours)
    }

    /// Lists, reads every cell, and gives how many rows there were.
    ///
    /// # Errors
    ///
    /// There is no whole answer.
    pub fn list(&self, columns: &str, types: Option<Types>, names: &[String]) -> Result<usize> {
        let mut question = List::new(columns.split(','))?;
        if let Some(types) = types {
            question = question.types(types);
        }
        for name in names {
            question = question.dataset(Name::new(name.as_bytes())?);
        }
        let listing = self.0.list(question)?;
        for row in listing.rows() {
            for (_, cell) in row.cells() {
                std::hint::black_box(cell?);
            }
        }
        Ok(listing.len())
    }

    /// The same of all properties.
    ///
    /// # Errors
    ///
    /// There is no whole answer.
    pub fn get_all(&self) -> Result<usize> {
        let properties = self.0.get(Get::new(["all"])?)?;
        for row in properties.rows() {
            std::hint::black_box(row.cell()?);
        }
        Ok(properties.len())
    }
}

const EVERY_TYPE: [DatasetType; 4] =
    [DatasetType::Filesystem, DatasetType::Volume, DatasetType::Snapshot, DatasetType::Bookmark];

/// zfskit, on a runtime of one thread.
#[derive(Debug)]
pub struct Zfskit(tokio::runtime::Runtime);

impl Zfskit {
    /// # Errors
    ///
    /// The runtime can't be had, or there is no answer.
    pub fn new() -> Result<Self> {
        let zfskit = Self(tokio::runtime::Builder::new_current_thread().enable_all().build()?);
        zfskit.list("name", &[NAME.to_owned()])?;
        Ok(zfskit)
    }

    /// # Errors
    ///
    /// There is no answer.
    pub fn list(&self, columns: &str, roots: &[String]) -> Result<usize> {
        let options = ListOptions {
            recursive: roots.is_empty(),
            types: if roots.is_empty() { EVERY_TYPE.to_vec() } else { vec![] },
            roots: roots.to_vec(),
            properties: columns.split(',').map(str::to_owned).collect(),
            ..ListOptions::default()
        };
        let listed = self.0.block_on(zfskit::dataset::list(&zfskit::RealRunner, &options))?;
        Ok(listed.len())
    }
}
