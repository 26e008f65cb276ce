//! What tests share: a client that counts its commands, raw output in fields, and what the system
//! at hand can do.

use std::ffi::OsStr;
use std::fmt::{Debug, Display};
use std::sync::OnceLock;

use pool_tests::{Output, Pool, zfs};
use zfs_exec::{Client, Limits, Local, Traced, probe};
use zfs_parse::answer::Lack;
use zfs_parse::detect::System;
use zfs_parse::dialect::Capability;
use zfs_parse::failure::FailureKind;
use zfs_parse::name::Name;
use zfs_parse::{Dialect, Listing, Properties};

pub(crate) type Zfs = Client<Traced<Local>>;

/// What the probe says; asked once, as it costs two commands.
fn system() -> &'static System {
    static SYSTEM: OnceLock<System> = OnceLock::new();
    SYSTEM.get_or_init(|| {
        let system = probe(&Local::new(), &Limits::within(Zfs::TIME_LIMIT));
        system.expect("a probe").complete().whole()
    })
}

pub(crate) fn dialect() -> Dialect {
    system().dialect
}

/// Whether ZFS is in the kernel: then it is not a daemon that hangs with its pools.
pub(crate) fn has_kernel() -> bool {
    system().kernel.is_some()
}

pub(crate) fn has(capability: Capability) -> bool {
    dialect().has(capability)
}

/// A client whose commands are counted, from none.
pub(crate) fn client() -> Zfs {
    Client::of_dialect(Traced::new(Local::new()), dialect())
}

/// The command lines that a client ran since it was last asked.
pub(crate) fn ran(client: &Zfs) -> Vec<String> {
    client.runner().take().iter().map(ToString::to_string).collect()
}

pub(crate) fn name(name: &str) -> Name {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What was printed with `-H`, cut into fields, where no value holds a TAB or a newline.
pub(crate) fn fields(output: &Output) -> Vec<Vec<String>> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// The rows of a listing, as they were printed.
pub(crate) fn texts(listing: &Listing) -> Vec<Vec<String>> {
    let text = |text: Option<&[u8]>| String::from_utf8_lossy(text.unwrap_or(b"?")).into_owned();
    let columns = 0..listing.columns().len();
    listing.rows().map(|row| columns.clone().map(|c| text(row.text(c))).collect()).collect()
}

/// The rows of a get, in the fields name, property, value, source.
pub(crate) fn property_texts(properties: &Properties) -> Vec<Vec<String>> {
    let text = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let row = |row: zfs_parse::properties::PropertyRow<'_>| {
        use zfs_parse::properties::Source;
        let source = match row.source() {
            Source::Inherited(from) => format!("inherited from {}", text(from.as_bytes())),
            Source::None => "-".to_owned(),
            source => source.word().to_owned(),
        };
        vec![text(row.name()), text(row.property_name()), text(row.value_text()), source]
    };
    properties.rows().map(row).collect()
}

/// The kinds of the failures among what is missing; anything else fails the test.
#[track_caller]
pub(crate) fn kinds(lacks: &[Lack]) -> Vec<FailureKind> {
    let kind = |lack: &Lack| match lack {
        Lack::Failure(failure) => failure.kind(),
        other => panic!("missing for another reason: {other}"),
    };
    lacks.iter().map(kind).collect()
}

/// Something whole, or a failure that says what is missing as a user would read it.
pub(crate) trait Whole {
    type Whole;

    /// It, in whole.
    fn whole(self) -> Self::Whole;
}

impl<T, E: Display> Whole for Result<T, E> {
    type Whole = T;

    #[track_caller]
    fn whole(self) -> T {
        self.unwrap_or_else(|error| panic!("not a whole answer: {error}"))
    }
}

/// Fails with a line for each that differs.
#[track_caller]
pub(crate) fn assert_none<T: Debug>(differences: &[T], what: &str) {
    let lines: Vec<String> = differences.iter().map(|line| format!("  {line:?}")).collect();
    assert!(lines.is_empty(), "{what}:\n{}", lines.join("\n"));
}

/// Whether the system makes volumes; one of 8 MiB if so, and otherwise a line that says why not.
pub(crate) fn volume(pool: &Pool, below: &str) -> bool {
    tried("volumes", ["create", "-V", "8M", &pool.path(below)])
}

/// Whether the system makes bookmarks; one of a snapshot if so.
pub(crate) fn bookmark(pool: &Pool, snapshot: &str, bookmark: &str) -> bool {
    tried("bookmarks", ["bookmark", &pool.path(snapshot), &pool.path(bookmark)])
}

/// Whether the catalogue has a property of pools for this system.
pub(crate) fn pool_property(name: &str) -> bool {
    zfs_parse::property::Property::of_pool(name).is_ok_and(|property| property.is_in(dialect()))
}

/// Whether the system has limits to the number of datasets.
pub(crate) fn limits(pool: &Pool) -> bool {
    tried("limits", ["list", "-H", "-o", "filesystem_limit", pool.name()])
}

fn tried<S: AsRef<OsStr>>(what: &str, args: impl IntoIterator<Item = S>) -> bool {
    let output = zfs(args);
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().next().unwrap_or_default();
        pool_tests::skip(&format!("no {what}: `{said}`"));
    }
    output.status.success()
}
