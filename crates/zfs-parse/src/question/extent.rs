//! Which datasets a question is about.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Depth, Types};
use crate::dialect::{Capability, Dialect};
use crate::name::{Name, NameKind};

/// The names that a question is about, in the order in which they were given, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operands {
    names: Vec<Name>,
    known: BTreeSet<String>,
}

impl Operands {
    pub(crate) const fn new() -> Self {
        Self { names: Vec::new(), known: BTreeSet::new() }
    }

    /// Adds one; a second mention changes nothing, as in what the commands print.
    pub(crate) fn add(&mut self, name: Name) {
        if self.known.insert(name.as_str().to_owned()) {
            self.names.push(name);
        }
    }

    pub(crate) fn names(&self) -> &[Name] {
        &self.names
    }

    pub(crate) fn args(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        self.names.iter().map(|name| name.as_ref().to_owned())
    }

    /// Whether a name lies below one of these, at most so many levels.
    pub(crate) fn are_above(&self, name: &str, levels: u32) -> bool {
        let ends = name.match_indices(['/', '@', '#']).map(|(at, _)| at).rev();
        let above = ends.zip(1..=levels).filter_map(|(at, _)| name.get(..at));
        above.into_iter().any(|name| self.known.contains(name))
    }
}

impl FromIterator<Name> for Operands {
    fn from_iter<I: IntoIterator<Item = Name>>(names: I) -> Self {
        let mut all = Self::new();
        names.into_iter().for_each(|name| all.add(name));
        all
    }
}

/// Which datasets a question is about: what `zfs list` and `zfs get` have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Extent {
    /// The types that were asked for, and those that are meant where none were.
    types: Option<Types>,
    usual: Types,
    pub(crate) depth: Option<Depth>,
    pub(crate) operands: Operands,
}

impl Extent {
    pub(crate) const fn new(usual: Types) -> Self {
        Self { types: None, usual, depth: None, operands: Operands::new() }
    }

    pub(crate) fn ask_for(&mut self, types: Types) {
        self.types = Some(types);
    }

    /// The types: those that were asked for, or else the usual ones and those of the operands.
    pub(crate) fn types(&self) -> Types {
        let of = |name: &Name| match name.kind() {
            NameKind::Snapshot => Types::SNAPSHOT,
            NameKind::Bookmark => Types::BOOKMARK,
            NameKind::Dataset => Types(0),
        };
        let usual = || self.operands.names().iter().map(of).fold(self.usual, Types::and);
        self.types.unwrap_or_else(usual)
    }

    /// The operands, less those that lie below another where the question goes all the way down.
    pub(crate) fn named(&self) -> impl Iterator<Item = &Name> {
        let deep = self.depth == Some(Depth::All);
        let covered = move |name: &Name| deep && self.operands.are_above(name.as_str(), u32::MAX);
        self.operands.names().iter().filter(move |name| !covered(name))
    }

    /// All operands, so that one that is not there is told of; where what is below two of them would
    /// be printed twice, without those that lie below another.
    pub(crate) fn operand_args(&self, dialect: Dialect, args: &mut Vec<Vec<u8>>) {
        match dialect.has(Capability::NestedOnce) {
            true => args.extend(self.operands.args()),
            false => args.extend(self.named().map(|name| name.as_ref().to_owned())),
        }
    }

    /// How far down the question goes. Without operands it is about everything; with snapshots or
    /// bookmarks alone, about those that the operands hold.
    pub(crate) fn reach(&self) -> Depth {
        match (self.depth, self.operands.names().is_empty()) {
            (Some(depth), _) => depth,
            (None, true) => Depth::All,
            (None, false) if self.types().are_points() => Depth::Levels(1),
            (None, false) => Depth::Levels(0),
        }
    }

    /// The depth, always said.
    pub(crate) fn depth_args(&self, args: &mut Vec<Vec<u8>>) {
        match self.reach() {
            Depth::All => args.push(b"-r".into()),
            Depth::Levels(levels) => {
                args.extend([b"-d".into(), alloc::format!("{levels}").into_bytes()]);
            }
        }
    }

    /// The same of these operands alone, in the way in which all of them are asked about.
    pub(crate) fn part(&self, operands: &[Name]) -> Self {
        let operands = operands.iter().cloned().collect();
        Self { types: Some(self.types()), depth: Some(self.reach()), operands, ..*self }
    }

    /// Whether a row of this name was among those of an earlier part, which these operands were of.
    pub(crate) fn repeats(&self, earlier: &Operands, name: &str) -> bool {
        match self.reach() {
            Depth::Levels(levels) => levels > 0 && earlier.are_above(name, levels),
            // Those below another were not asked about.
            Depth::All => false,
        }
    }
}
