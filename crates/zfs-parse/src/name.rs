//! Names of pools, datasets, snapshots and bookmarks.
//!
//! A name is checked before it reaches a command line, so that no operand can be taken for an
//! option: every name begins with a letter. Spaces are legal anywhere but there, in front of and
//! behind a component too, and nothing is ever trimmed.

mod quick;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use memchr::{memchr, memchr2};

/// The longest name, in bytes.
pub const MAX_LENGTH: usize = 255;

/// What a name names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum NameKind {
    /// A filesystem or volume; one without a `/` is a pool's root filesystem, and the pool.
    Dataset,
    /// A snapshot: `tank/a@before`.
    Snapshot,
    /// A bookmark: `tank/a#before`.
    Bookmark,
}

/// A name that a pool, dataset, snapshot or bookmark can have.
///
/// ```
/// use zfs_parse::name::{Name, NameKind};
///
/// let name: Name = "tank/TV Shows@s1".parse()?;
/// assert_eq!(name.kind(), NameKind::Snapshot);
/// assert_eq!((name.pool(), name.dataset()), ("tank", "tank/TV Shows"));
/// assert!("-r".parse::<Name>().is_err());
/// # Ok::<(), zfs_parse::name::InvalidName>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(String);

impl Name {
    /// Checks a name.
    ///
    /// # Errors
    ///
    /// [`InvalidName`] with what no system allows in it. Some systems allow less; they say so
    /// themselves.
    pub fn new(name: &[u8]) -> Result<Self, InvalidName> {
        let invalid = |kind| InvalidName { name: name.to_owned(), kind };
        check(name).map_err(invalid)?;
        // What passes is ASCII.
        let text = core::str::from_utf8(name).map_err(|_| invalid(InvalidNameKind::Character))?;
        Ok(Self(text.to_owned()))
    }

    /// What it names.
    #[must_use]
    pub fn kind(&self) -> NameKind {
        match memchr2(b'@', b'#', self.0.as_bytes()).map(|at| self.0.as_bytes().get(at)) {
            Some(Some(b'@')) => NameKind::Snapshot,
            Some(_) => NameKind::Bookmark,
            None => NameKind::Dataset,
        }
    }

    /// The pool it is in.
    #[must_use]
    pub fn pool(&self) -> &str {
        self.0.split(['/', '@', '#']).next().unwrap_or(&self.0)
    }

    /// The filesystem or volume: a snapshot's or bookmark's own, else the whole name.
    #[must_use]
    pub fn dataset(&self) -> &str {
        self.0.split(['@', '#']).next().unwrap_or(&self.0)
    }

    /// The name as a string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl AsRef<[u8]> for Name {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl FromStr for Name {
    type Err = InvalidName;

    fn from_str(name: &str) -> Result<Self, InvalidName> {
        Self::new(name.as_bytes())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name that nothing can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a dataset's name: '{}': {kind}", crate::error::escaped(name, b"'\\"))]
pub struct InvalidName {
    name: Vec<u8>,
    kind: InvalidNameKind,
}

impl InvalidName {
    /// What is wrong with it.
    #[must_use]
    pub fn kind(&self) -> InvalidNameKind {
        self.kind
    }
}

/// What can be wrong with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidNameKind {
    /// It is longer than [`MAX_LENGTH`].
    #[error("it is longer than 255 bytes")]
    Length,
    /// It does not begin with a letter; a path does not either.
    #[error("it does not begin with a letter (give the dataset's name, not a path)")]
    Start,
    /// It has a character that no name can have.
    #[error("it has a character that is not a letter, a digit, a space or one of _ - . : %")]
    Character,
    /// A component is empty: a `/` first, last or doubled, or nothing behind an `@` or `#`.
    #[error("a component of it is empty")]
    EmptyComponent,
    /// More than one `@` or `#`, or a `/` behind one.
    #[error("it has something behind a snapshot's or bookmark's name")]
    Delimiter,
}

/// Whether a printed name can be one: what [`Name::new`] checks, without a copy.
pub(crate) fn is_name(name: &[u8]) -> bool {
    quick::is_name(name)
}

fn check(name: &[u8]) -> Result<(), InvalidNameKind> {
    if name.len() > MAX_LENGTH {
        return Err(InvalidNameKind::Length);
    }
    if !name.first().ok_or(InvalidNameKind::EmptyComponent)?.is_ascii_alphabetic() {
        return Err(InvalidNameKind::Start);
    }
    let legal = |b: &u8| b.is_ascii_alphanumeric() || b"/_-.: %@#".contains(b);
    if !name.iter().all(legal) {
        return Err(InvalidNameKind::Character);
    }
    let (dataset, suffix) = match memchr2(b'@', b'#', name) {
        Some(at) => (name.get(..at).unwrap_or(name), name.get(at + 1..)),
        None => (name, None),
    };
    let behind = suffix.unwrap_or_default();
    if memchr(b'/', behind).is_some() || memchr2(b'@', b'#', behind).is_some() {
        return Err(InvalidNameKind::Delimiter);
    }
    let empty = dataset.split(|b| *b == b'/').any(<[u8]>::is_empty);
    if empty || suffix.is_some_and(<[u8]>::is_empty) {
        return Err(InvalidNameKind::EmptyComponent);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn spaces_are_legal_anywhere_but_first() {
        for name in ["tank/ lead", "tank/trail ", "tank/dou  ble", "tank / ", "tank@ ", "a b/c#d e"]
        {
            assert_eq!(Name::new(name.as_bytes()).map(|n| n.as_str().to_owned()), Ok(name.into()));
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        use InvalidNameKind::{Character, Delimiter, EmptyComponent, Length, Start};
        let long = "t".repeat(256);
        for (name, kind) in [
            ("", EmptyComponent),
            ("-r", Start),
            (".", Start),
            ("/tank", Start),
            ("9p", Start),
            (" tank", Start),
            ("-", Start),
            ("tank/", EmptyComponent),
            ("tank//a", EmptyComponent),
            ("tank@", EmptyComponent),
            ("tank@a@b", Delimiter),
            ("tank@a/b", Delimiter),
            ("tank#a@b", Delimiter),
            ("tank\ta", Character),
            ("tank\n", Character),
            ("tank;reboot", Character),
            ("tänk", Character),
            (&long, Length),
        ] {
            assert_eq!(Name::new(name.as_bytes()).unwrap_err().kind(), kind, "{name:?}");
        }
    }

    #[test]
    fn a_percent_sign_is_part_of_a_name_never_a_separator() {
        let name = Name::new(b"tank/fs/%recv").unwrap();
        assert_eq!((name.kind(), name.dataset()), (NameKind::Dataset, "tank/fs/%recv"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_name_or_refused(bytes: Vec<u8>) {
            if let Ok(name) = Name::new(&bytes) {
                prop_assert_eq!(name.as_ref(), &bytes[..]);
                prop_assert!(name.as_str().starts_with(name.pool()));
            }
        }
    }
}
