//! `get all` without what says little of snapshots, and takes a kernel call of each.
//!
//! `zfs get all` asks for dear properties of every snapshot, where they mostly repeat what the
//! filesystem says. Without them it is several times cheaper, but then each property has to be
//! named, and nothing in the text interface tells the names of a snapshot's own user properties
//! except `all`. A channel program does: it only reads, runs in the kernel, and tells the names of
//! the user properties of all that is asked about, snapshots too. Then everything but snapshots is
//! asked for `all`, and snapshots for these names and their native properties but the dear ones.
//! What a row would not be there for in `all` is dropped: it says neither a value nor where that
//! would come from.
//!
//! *It leaves no trace.* A program that succeeds is written to the pool's history, with all that it
//! has returned, and pushes out what the administrator did. One that fails is not, so it tells what
//! it has to say as its error.
//!
//! *What changes between the commands.* The program sees a pool as it is at one moment, since
//! nothing is written while it holds the pool's configuration. A property that is set later under a
//! name that it has not seen is as if set after the whole, and `zfs get all`, which reads one
//! dataset after the other, can miss the same; but where that name is among the rows of a
//! filesystem, its snapshots' rows must not be without it, so `all` is asked for as ever. A snapshot
//! that is taken later may be born with such a property, and was never without it. So the program
//! also tells how many snapshots there are, and a sum over their names; where that is not so of
//! those in the answer, `all` is asked for as ever. So it is where a command lacks anything: `all`
//! names no property, and a system can't know less than it.
//!
//! One thing is not seen by that: that a snapshot has been taken under the name of another, which
//! was renamed or destroyed between the commands, and has a property that nothing had before. To
//! ask the program for each snapshot's guid would tell, and double what it costs.
//!
//! *What it saves.* 111 mounted filesystems with 1,110 snapshots, in millions of instructions, from
//! `crates/bench/GUESTS.md`:
//!
//! | | `get all` | this | times less |
//! |---|--:|--:|--:|
//! | OpenZFS 2.1 | 4870 | 2920 | 1.7 |
//! | OpenZFS 2.3 | 9600 | 3420 | 2.8 |
//! | OpenZFS 2.4 | 16490 | 3570 | 4.6 |
//!
//! It is less where nothing is mounted: the kernel opens a dataset anew for whatever is asked of it,
//! and the program asks each snapshot once.
//!
//! With few snapshots the second command costs more than is spared, so the program tells the other
//! datasets too; where it tells of less than two snapshots for each of them, `all` is asked for as
//! ever. It gives up, and tells nothing, as soon as it has seen some datasets with so few: children
//! come in the order of a hash, so these are mostly like the others, and a pool without snapshots
//! takes little more than `all` does.
//!
//! It takes root, and a system that has it; where it fails, for whatever reason, `all` is asked for
//! as ever.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::Get;
use crate::dialect::{Capability, Dialect};
use crate::exchange::{Ended, Finished, Invocation, Program};
use crate::name::{Name, NameKind, is_name};
use crate::properties::{Asked, Properties, PropertyRow, Source};
use crate::property::{Cost, Facts, Kinds, Property, Scope, natives};
use crate::question::sealed::told_by_output;
use crate::question::{Depth, Extent, Types};

/// The program. Its arguments are the depth, or `all`, then the least number of snapshots for each
/// other dataset, after how many of these it may give up, the most names of user properties, and the
/// datasets.
const PROGRAM: &str = include_str!("names.lua");

/// The most that the kernel lets a program have: instructions, and bytes.
const MOST: [&str; 4] = ["-t", "100000000", "-m", "104857600"];

/// Past so many names of user properties, rows that are asked for in vain cost more than is spared.
const MOST_NAMES: usize = 100;

/// After so many datasets the program gives up where they have few snapshots. Fewer might all be
/// parents of those that are snapshotted.
const ENOUGH: usize = 16;

/// What a program's words come behind, on standard error.
const TOLD: &[u8] = b"Channel program execution failed:\ntold ";

impl Get {
    /// From so many snapshots for each other dataset on, what is spared is more than what two commands
    /// cost over one. On mounted filesystems they are even at 1.6 with OpenZFS 2.1, which knows the
    /// fewest dear properties, at 0.8 with 2.3 and at 0.6 with 2.4.
    pub const LEAST_SNAPSHOTS: usize = 2;

    /// Whether there are snapshots to spare the system for. Filesystems and volumes are asked for
    /// together or not at all: zfs takes no operand of a type that is not asked for.
    fn spares(&self, dialect: Dialect) -> bool {
        let deep = self.extent.reach() != Depth::Levels(0);
        let types = self.extent.types();
        let whole = types.contain(Types::FILESYSTEM) == types.contain(Types::VOLUME);
        self.asked == Asked::All
            && !self.dear
            && deep
            && whole
            && types.contain(Types::SNAPSHOT)
            && self.extent.operands.names().iter().all(|name| name.kind() == NameKind::Dataset)
            && dialect.has(Capability::GetAllSparing)
    }

    /// The command that comes behind those that have told this: the pools, where none is named, then
    /// the program in each.
    pub(super) fn next_scout(&self, told: &[Vec<u8>], dialect: Dialect) -> Option<Invocation> {
        if !self.spares(dialect) {
            return None;
        }
        if self.extent.operands.names().is_empty() && told.is_empty() {
            return Some(Invocation::new(Program::Zpool, ["list", "-H", "-o", "name"]));
        }
        let (pools, told) = self.pools(told)?;
        // One that tells nothing has decided it for all.
        if told.last().is_some_and(|said| Told::default().read(said).is_none()) {
            return None;
        }
        let pool = pools.get(told.len())?;
        let mut args: Vec<Vec<u8>> = ["program", "-n"].map(Into::into).to_vec();
        args.extend(MOST.map(|word| word.as_bytes().to_owned()));
        let depth = match self.extent.reach() {
            Depth::All => "all".to_owned(),
            Depth::Levels(levels) => alloc::format!("{levels}"),
        };
        args.extend([pool.as_bytes().to_owned(), b"-".into(), depth.into_bytes()]);
        let limits = [Self::LEAST_SNAPSHOTS, ENOUGH, MOST_NAMES];
        args.extend(limits.map(|n| n.to_string().into_bytes()));
        let of_pool = self.extent.named().filter(|name| name.pool() == pool);
        let before = args.len();
        args.extend(of_pool.map(|name| name.as_ref().to_owned()));
        if args.len() == before {
            args.push(pool.as_bytes().to_owned());
        }
        Some(Invocation::new(Program::Zfs, args).reading(PROGRAM.as_bytes()))
    }

    /// The pools that the question is about, and what the programs in them have told.
    fn pools<'t>(&self, told: &'t [Vec<u8>]) -> Option<(Vec<String>, &'t [Vec<u8>])> {
        if !self.extent.operands.names().is_empty() {
            let pools: BTreeSet<&str> = self.extent.named().map(Name::pool).collect();
            return Some((pools.into_iter().map(ToOwned::to_owned).collect(), told));
        }
        let (listed, told) = told.split_first()?;
        let lines = core::str::from_utf8(listed).ok()?.lines();
        let pools: Vec<String> = lines.map(ToOwned::to_owned).collect();
        let sound = pools.iter().all(|pool| is_name(pool.as_bytes()));
        sound.then_some((pools, told))
    }

    /// The questions to ask in place of this one, by what the commands have told, and that; nothing
    /// where it can't be gone by.
    pub(super) fn spared(&self, told: &[Vec<u8>], dialect: Dialect) -> Option<(Vec<Self>, Told)> {
        let (pools, told) = self.pools(told)?;
        if pools.is_empty() || pools.len() != told.len() {
            return None;
        }
        let mut all = Told::default();
        told.iter().try_for_each(|said| all.read(said))?;
        // With few snapshots there is little to spare, and with many names it would cost more.
        let least = all.others.saturating_mul(Self::LEAST_SNAPSHOTS).max(1);
        if all.snapshots < least || all.names.len() > MOST_NAMES {
            return None;
        }
        Some((self.in_place(&all, dialect), all))
    }

    fn in_place(&self, told: &Told, dialect: Dialect) -> Vec<Self> {
        let cheap = of_snapshots(dialect).filter(|facts| facts.cost != Cost::Dear);
        let asked = cheap.map(|facts| facts.name).chain(told.names.iter().map(String::as_str));
        let asked = asked.filter_map(|name| Property::of_dataset(name).ok()).collect();
        let extent = |types| {
            let mut extent = self.extent.clone();
            extent.depth = Some(self.extent.reach());
            extent.ask_for(types);
            extent
        };
        let of = |asked, extent: Extent, of_spared| Self { asked, extent, dear: true, of_spared };
        let others = self.extent.types().without(Types::SNAPSHOT);
        let others = (!others.are_none()).then(|| of(Asked::All, extent(others), false));
        let snapshots = of(Asked::These(asked), extent(Types::SNAPSHOT), true);
        others.into_iter().chain([snapshots]).collect()
    }

    /// How the question goes where it spares the system: the command that comes first, and those
    /// that follow where it tells, as for a pool without user properties.
    #[must_use]
    pub fn sparing(&self, dialect: Dialect) -> Option<(Invocation, Vec<Invocation>)> {
        use crate::question::sealed::Reads as _;
        let first = self.next_scout(&[], dialect)?;
        let questions = self.in_place(&Told::default(), dialect);
        let commands = questions.iter().map(|question| question.command(dialect)).collect();
        Some((first, commands))
    }

    /// The properties that are left out of snapshots where the question spares the system.
    #[must_use]
    pub fn dear_of_snapshots(dialect: Dialect) -> Vec<Property> {
        let dear = of_snapshots(dialect).filter(|facts| facts.cost == Cost::Dear);
        dear.filter_map(|facts| Property::of_dataset(facts.name).ok()).collect()
    }
}

/// The rows of snapshots that `all` would have printed.
pub(super) fn rows_of_spared(properties: Properties, dialect: Dialect) -> Properties {
    let said = |row: &PropertyRow<'_>| row.value_text() != b"-" || row.source() != Source::None;
    properties.only(said).without(Get::dear_of_snapshots(dialect))
}

/// As the program has it: names that differ in little must not have the same sum, as `a` and `d`
/// and `b` and `c` would.
fn hash(name: &[u8]) -> u64 {
    const PRIME: u64 = 2_147_483_647;
    let hash = name.iter().fold(0, |hash, byte| (hash * 257 + u64::from(*byte)) % PRIME);
    (0..3).fold(hash, |hash, _| (hash * hash + 1) % PRIME)
}

/// The native properties of snapshots that `all` prints.
fn of_snapshots(dialect: Dialect) -> impl Iterator<Item = &'static Facts> {
    natives(Scope::Dataset, dialect)
        .filter(|facts| facts.kinds.contain(Kinds::SNAPSHOT) && !facts.hidden)
}

/// What a command has told: the pools on standard output, or a program by the error that it ends
/// in.
pub(super) fn told(output: Vec<u8>, finished: &Finished) -> Option<Vec<u8>> {
    let is_error = finished.ended == Ended::Code(1) && output.is_empty();
    if !is_error || finished.stdout_held || finished.stderr_cut {
        return told_by_output(output, finished);
    }
    let start = memchr::memmem::find(&finished.stderr, TOLD)?.saturating_add(TOLD.len());
    finished.stderr.get(start..).map(<[u8]>::to_vec)
}

/// What the programs have told.
#[derive(Debug, Default)]
pub struct Told {
    /// The names of user properties.
    names: BTreeSet<String>,
    snapshots: usize,
    /// The sum of the snapshots' names' [hashes](hash).
    sum: u64,
    /// How many filesystems and volumes there are.
    others: usize,
}

impl Told {
    /// Takes what one program tells: a line of numbers, the names, a line each, and one that says
    /// that this was all.
    fn read(&mut self, said: &[u8]) -> Option<()> {
        let mut lines = said.split(|byte| *byte == b'\n');
        let numbers = core::str::from_utf8(lines.next()?).ok()?;
        let numbers: Vec<u64> = numbers.split(' ').map_while(|n| n.parse().ok()).collect();
        let [names, snapshots, others, sum] = numbers[..] else { return None };
        for _ in 0..names {
            self.names.insert(user_property(lines.next()?)?);
        }
        self.snapshots = self.snapshots.saturating_add(usize::try_from(snapshots).ok()?);
        self.sum = self.sum.wrapping_add(sum);
        self.others = self.others.saturating_add(usize::try_from(others).ok()?);
        (lines.next()? == b"told all").then_some(())
    }

    /// Whether it is so of these rows: they are of the snapshots that were there, all of them and no
    /// others, and none of a user property that was not.
    pub(super) fn is_so_of(&self, properties: &Properties) -> bool {
        let mut names: Vec<&[u8]> = properties.rows().map(|row| row.name()).collect();
        names.retain(|name| name.contains(&b'@'));
        // They mostly come in a row.
        names.dedup();
        names.sort_unstable();
        names.dedup();
        let sum = names.iter().map(|name| hash(name)).fold(0, u64::wrapping_add);
        let is_known =
            |name: &[u8]| core::str::from_utf8(name).is_ok_and(|n| self.names.contains(n));
        (names.len(), sum) == (self.snapshots, self.sum)
            && properties.rows().all(|row| {
                let name = row.property_name();
                !name.contains(&b':') || is_known(name)
            })
    }
}

/// A name that a user property can have, so that it may stand in a command line.
fn user_property(name: &[u8]) -> Option<String> {
    let sound =
        |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b":+._-".contains(byte);
    let is_one = name.contains(&b':') && name.first() != Some(&b'-') && name.iter().all(sound);
    let name = core::str::from_utf8(name).ok().filter(|_| is_one)?;
    Property::of_dataset(name).ok().map(|property| property.name().to_owned())
}

#[cfg(test)]
mod tests;
