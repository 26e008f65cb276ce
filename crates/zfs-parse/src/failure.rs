//! What standard error says went wrong.
//!
//! The commands' messages are the only account of a failure. They are held against a table of
//! templates; what no template fits is kept whole, as [`FailureKind::Unknown`], and never guessed
//! at from a word in it.

mod catalogue;
mod template;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::value::Text;

/// One failure that a command has told of.
///
/// ```
/// use zfs_parse::failure::{Failure, FailureKind};
///
/// let stderr = b"cannot open 'tank/a b': dataset does not exist\n";
/// let failures = Failure::read_all(stderr);
/// assert_eq!(failures[0].kind(), FailureKind::DoesNotExist);
/// assert_eq!(failures[0].entity(), Some(&b"tank/a b"[..]));
/// ```
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub struct Failure {
    kind: FailureKind,
    entity: Option<Vec<u8>>,
    message: Vec<u8>,
    detail: Vec<u8>,
}

impl Failure {
    /// The failures that standard error tells of, in order, no byte of it left out.
    #[must_use]
    pub fn read_all(stderr: &[u8]) -> Vec<Self> {
        let mut failures: Vec<Self> = Vec::new();
        let mut rest_is_detail = false;
        for line in stderr.split_inclusive(|b| *b == b'\n') {
            let message = line.strip_suffix(b"\n").unwrap_or(line);
            rest_is_detail |= catalogue::starts_detail(message);
            let goes_on = rest_is_detail || catalogue::goes_on(message);
            match failures.last_mut() {
                Some(last) if goes_on => last.detail.extend_from_slice(line),
                _ => failures.push(Self::of_line(message)),
            }
        }
        failures
    }

    fn of_line(message: &[u8]) -> Self {
        let found = catalogue::ROWS.iter().find_map(|row| {
            let entity = row.template.entity_in(message)?;
            Some((row.kind, entity.map(ToOwned::to_owned)))
        });
        let (kind, entity) = found.unwrap_or((FailureKind::Unknown, None));
        Self { kind, entity, message: message.to_owned(), detail: Vec::new() }
    }

    /// What went wrong.
    #[must_use]
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// What the message names: a dataset, a property, an option.
    #[must_use]
    pub fn entity(&self) -> Option<&[u8]> {
        self.entity.as_deref()
    }

    /// The message: one line, as it was printed.
    #[must_use]
    pub fn message(&self) -> &[u8] {
        &self.message
    }

    /// The lines that followed and belong to it, such as the usage.
    #[must_use]
    pub fn detail(&self) -> &[u8] {
        &self.detail
    }

    /// Whether it holds for whatever else the same question asks, so that asking for the rest of it
    /// can't give anything: not where it may be that of one name or pool, or of one moment.
    pub(crate) fn holds_for_all(&self) -> bool {
        match self.kind {
            FailureKind::UnsupportedOption
            | FailureKind::UnsupportedProperty
            | FailureKind::UnsupportedCommand
            | FailureKind::UnsupportedType
            | FailureKind::ModuleNotLoaded => true,
            FailureKind::ModuleMismatch => self.entity.is_none(),
            _ => false,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message: String = match core::str::from_utf8(&self.message) {
            Ok(text) if !text.contains(|c: char| c.is_control()) => text.to_owned(),
            _ => Text::new(&self.message).escaped(),
        };
        f.write_str(&message)
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, entity, message, detail } = self;
        let mut out = f.debug_struct("Failure");
        out.field("kind", kind);
        if let Some(entity) = entity {
            out.field("entity", &Text::new(entity));
        }
        out.field("message", &Text::new(message));
        out.field("detail_bytes", &detail.len()).finish()
    }
}

/// What can go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum FailureKind {
    /// The dataset, snapshot, bookmark or pool does not exist, or none is mounted at this path.
    DoesNotExist,
    /// The caller may not do this, or may not run the command at all.
    Permission,
    /// The command does not know this option: the entity is its letter.
    UnsupportedOption,
    /// The system does not know this property: the entity is its name.
    UnsupportedProperty,
    /// The system does not know this subcommand.
    UnsupportedCommand,
    /// The system does not know this type of dataset.
    UnsupportedType,
    /// The operation, or the property, does not apply to this type of dataset.
    WrongType,
    /// No name that this system allows.
    InvalidName,
    /// ZFS is not running: the kernel module is not loaded, or the daemon is not there.
    ModuleNotLoaded,
    /// The userland and the kernel module do not understand each other.
    ModuleMismatch,
    /// The pool's input and output are suspended; commands may hang.
    PoolSuspended,
    /// The pool is there, but can't be used: devices are missing.
    PoolUnavailable,
    /// The system failed to read.
    IoError,
    /// Something is in use.
    Busy,
    /// The dataset's key is not loaded.
    KeyNotLoaded,
    /// Memory ran out.
    OutOfMemory,
    /// The command gave up on an error that it has no words for.
    Internal,
    /// No failure: there is nothing to list.
    Nothing,
    /// No failure of the question: a complaint of a helper about something else.
    Noise,
    /// Anything else: the message is kept.
    Unknown,
}

/// Whether asking again can help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Retry {
    /// Not before something has changed.
    No,
    /// Later, as it is.
    Later,
    /// Without what the system does not know.
    Without,
}

impl FailureKind {
    /// Whether asking again can help.
    #[must_use]
    pub const fn retry(self) -> Retry {
        match self {
            Self::PoolSuspended | Self::Busy | Self::OutOfMemory => Retry::Later,
            Self::UnsupportedOption | Self::UnsupportedProperty | Self::UnsupportedType => {
                Retry::Without
            }
            _ => Retry::No,
        }
    }

    /// Whether it tells of something missing in the answer.
    #[must_use]
    pub const fn is_failure(self) -> bool {
        !matches!(self, Self::Nothing | Self::Noise)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use proptest::prelude::*;

    fn kinds(stderr: &str) -> Vec<(FailureKind, Option<String>)> {
        let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
        let all = Failure::read_all(stderr.as_bytes());
        all.iter().map(|f| (f.kind(), f.entity().map(text))).collect()
    }

    #[test]
    fn messages_of_every_lineage_are_told_apart() {
        use FailureKind::*;
        for (message, kind, entity) in [
            ("cannot open 'nope': dataset does not exist", DoesNotExist, "nope"),
            ("cannot open 'x': filesystem does not exist", DoesNotExist, "x"),
            ("cannot open 'p': no such pool", DoesNotExist, "p"),
            ("cannot open 'a#b': no such pool or dataset", DoesNotExist, "a#b"),
            ("Cannot get properties of p: no such pool available.", DoesNotExist, "p"),
            ("cannot open '/a': No such file or directory", DoesNotExist, "/a"),
            ("'/proc': not a ZFS filesystem", DoesNotExist, "/proc"),
            ("invalid option 'p'", UnsupportedOption, "p"),
            ("bad property list: invalid property 'written'", UnsupportedProperty, "written"),
            ("unrecognized command 'version'", UnsupportedCommand, "version"),
            ("invalid type 'fs'", UnsupportedType, "fs"),
            ("cannot open 'tank/vol': I/O error", IoError, "tank/vol"),
            ("cannot open 'tank': pool I/O is currently suspended", PoolSuspended, "tank"),
            ("cannot open 'x': permission denied", Permission, "x"),
            ("cannot open 'x': operation not applicable to datasets of this type", WrongType, "x"),
            ("cannot open 'a%': invalid character '%' in name", InvalidName, "a%"),
            ("cannot open 'a/b': invalid character '/' in pool name", InvalidName, "a/b"),
        ] {
            assert_eq!(kinds(message), [(kind, Some(entity.into()))], "{message}");
        }
        for (message, kind) in [
            ("cannot iterate filesystems: I/O error", IoError),
            ("The ZFS modules are not loaded.", ModuleNotLoaded),
            ("Unable to open /dev/zfs: Permission denied.", Permission),
            ("connect: Permission denied", Permission),
            ("connect: Connection refused", ModuleNotLoaded),
            ("Permission denied the ZFS utilities must be run as root.", Permission),
            ("internal error: failed to initialize ZFS library", ModuleNotLoaded),
            ("internal error: out of memory", OutOfMemory),
            ("internal error: Function not implemented", Internal),
            ("no datasets available", Nothing),
            ("no pools available", Nothing),
            ("exportfs: could not open /var/lib/nfs/.etab.lock for locking: errno 13", Noise),
            ("failed to create /etc/exports.d: Permission denied", Noise),
            ("something that nobody has seen: 13", Unknown),
            ("it says does not exist somewhere", Unknown),
        ] {
            assert_eq!(kinds(message), [(kind, None)], "{message}");
        }
    }

    #[test]
    fn the_usage_belongs_to_the_failure_before_it() {
        let stderr =
            b"invalid option 'p'\nusage:\n\tlist [-rH]\n\nFor the property list, run: zfs set\n";
        let failures = Failure::read_all(stderr);
        assert_eq!(failures.len(), 1);
        assert_eq!(failures[0].message(), b"invalid option 'p'");
        assert_eq!(failures[0].message().len() + 1 + failures[0].detail().len(), stderr.len());
    }

    #[test]
    fn each_operand_fails_for_itself() {
        let found = kinds("cannot open 'a': dataset does not exist\ncannot open 'b': I/O error\n");
        let kinds: Vec<_> = found.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, [FailureKind::DoesNotExist, FailureKind::IoError]);
    }

    #[test]
    fn a_solaris_hint_is_no_failure_of_its_own() {
        let found = kinds("invalid option 't'\nFor more info, run: zfs help get\n");
        assert_eq!(found, vec![(FailureKind::UnsupportedOption, Some("t".into()))]);
    }

    proptest! {
        #[test]
        fn no_byte_of_stderr_is_lost(lines in prop::collection::vec("[a-z':\u{e9}]{0,12}", 0..6)) {
            let stderr = lines.join("\n");
            let kept: usize = Failure::read_all(stderr.as_bytes())
                .iter()
                .map(|f| f.message().len() + 1 + f.detail().len())
                .sum();
            prop_assert!(kept >= stderr.len());
        }

        #[test]
        fn any_bytes_are_failures(stderr: Vec<u8>) {
            let _ = Failure::read_all(&stderr);
        }
    }
}
