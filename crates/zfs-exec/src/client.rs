//! The client: a runner, and what is known of the ZFS that it reaches.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thiserror::Error;
use zfs_parse::answer::Incomplete;
use zfs_parse::dialect::Capability;
use zfs_parse::exchange::{Exchange, LONGEST_COMMAND};
use zfs_parse::listing::{Lists, Stream};
use zfs_parse::question::{Asking, Question};
use zfs_parse::{Answer, Dialect};

use crate::{Cancel, Limits, Rows, RunError, Runner, drive, probe};

/// What a question of this type is answered with.
pub type AnswerTo<Q> = <Asking<Q> as Exchange>::Answer;

/// Asks questions of one ZFS, and remembers how it talks.
///
/// - The dialect is given, or found out before the first question: two commands, once.
/// - An option that the system refuses is not tried again: it costs one command, once.
/// - Each operation has two forms. The plain one gives its rows only if nothing is missing; the
///   one called `…_partial` gives what there is, and says what is missing.
/// - Each call ends within the [time limit](Self::time_limit). A command that asks a suspended pool
///   would never end.
///
/// The operations stand in the files of their commands: [`list`](Self::list) and
/// [`get`](Self::get) of `zfs(8)`, [`pools`](Self::pools) and
/// [`pool_properties`](Self::pool_properties) of `zpool(8)`.
///
/// ```
/// use zfs_exec::{Client, Replay};
/// use zfs_parse::zfs::List;
///
/// # let folder = tempfile::tempdir()?;
/// # std::fs::write(folder.path().join("a.out"), "tank\t1024\ntank/a b\t512\n")?;
/// # std::fs::write(
/// #     folder.path().join("a.toml"),
/// #     "argv = ['zfs', 'list', '-H', '-p', '-r', '-t', 'filesystem,volume', '-o', 'name,used']\n\
/// #      dialect = 'openzfs-2.3'\nexit = 0\n",
/// # )?;
/// // On a system with ZFS: Client::new(Local::new()).
/// let client = Client::of_dialect(Replay::open(folder.path())?, "openzfs-2.3".parse()?);
/// let datasets = client.list(List::new(["name", "used"])?)?;
/// let second = datasets.rows().nth(1).expect("two rows");
/// assert_eq!((second.name(), second.cell("used")?.exact()), (&b"tank/a b"[..], Some(512)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Client<R> {
    runner: R,
    dialect: Mutex<Option<Dialect>>,
    time_limit: Option<Duration>,
    cancel: Option<Cancel>,
    longest_command: usize,
}

/// A question whose whole answer was wanted and did not come.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AskError<T> {
    /// A command could not be run or read.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Something is missing: ZFS refused, a limit was reached, or a row can't be read. What came
    /// all the same is in it.
    #[error(transparent)]
    Incomplete(Box<Incomplete<T>>),
}

impl<R: Runner> Client<R> {
    /// The time limit of a call unless set: long enough for a listing of very many snapshots, short
    /// enough not to be for ever.
    pub const TIME_LIMIT: Duration = Duration::from_secs(120);

    /// Asks on this runner; which ZFS it reaches is found out when it is first needed.
    #[must_use]
    pub const fn new(runner: R) -> Self {
        let dialect = Mutex::new(None);
        Self::with(runner, dialect)
    }

    /// Asks on this runner, in this dialect.
    #[must_use]
    pub const fn of_dialect(runner: R, dialect: Dialect) -> Self {
        let dialect = Mutex::new(Some(dialect));
        Self::with(runner, dialect)
    }

    const fn with(runner: R, dialect: Mutex<Option<Dialect>>) -> Self {
        let time_limit = Some(Self::TIME_LIMIT);
        Self { runner, dialect, time_limit, cancel: None, longest_command: LONGEST_COMMAND }
    }

    /// How long a command may be, in bytes; unless said otherwise, what every system takes. A
    /// question that names more is asked in several.
    #[must_use]
    pub const fn longest_command(mut self, longest: usize) -> Self {
        self.longest_command = longest;
        self
    }

    /// How long a call may take, with all of its commands; `None` for as long as it takes.
    #[must_use]
    pub const fn time_limit(mut self, time_limit: Option<Duration>) -> Self {
        self.time_limit = time_limit;
        self
    }

    /// Ends calls early, those that wait and those to come, where this is cancelled.
    #[must_use]
    pub fn unless_cancelled(mut self, cancel: &Cancel) -> Self {
        self.cancel = Some(cancel.clone());
        self
    }

    /// The runner inside.
    #[must_use]
    pub const fn runner(&self) -> &R {
        &self.runner
    }

    /// The limits of a call that starts now.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let limits = self.time_limit.map_or_else(Limits::none, Limits::within);
        match &self.cancel {
            Some(cancel) => limits.unless_cancelled(cancel),
            None => limits,
        }
    }

    /// The dialect of the system, less what it has refused; found out if it is not known yet.
    ///
    /// # Errors
    ///
    /// A command could not be run or read.
    pub fn dialect(&self, limits: &Limits) -> Result<Dialect, RunError> {
        // Not held while commands run: a second caller then asks for itself, and both learn the
        // same, where it would otherwise wait past its own limits.
        let known = *self.known();
        if let Some(dialect) = known {
            return Ok(dialect);
        }
        let found = probe(&self.runner, limits)?;
        let dialect = found.value().dialect;
        // Where ZFS is not running yet, what could be told is a guess that the next call repeats. A
        // complaint beside a version that was told changes nothing about it.
        if found.lacks().is_empty() || found.value().kernel.is_some() {
            self.known().get_or_insert(dialect);
        }
        Ok(dialect)
    }

    /// Asks any question within these limits, and remembers what the system refused.
    ///
    /// # Errors
    ///
    /// A command could not be run or read. A command that ran and failed is no error here: the
    /// answer says what is missing.
    pub fn ask<Q: Question>(&self, question: Q, limits: &Limits) -> Result<AnswerTo<Q>, RunError> {
        let dialect = self.dialect(limits)?;
        let answer =
            drive(&self.runner, question.ask_within(dialect, self.longest_command), limits)?;
        self.remember(answer.dialect());
        Ok(answer)
    }

    /// Asks for a listing within these limits, and gives out rows while the command still runs; see
    /// [`list_rows`](Self::list_rows).
    ///
    /// # Errors
    ///
    /// The system could not be asked which dialect it talks.
    pub fn rows<Q: Question + Lists>(
        &self,
        question: Q,
        limits: Limits,
    ) -> Result<Rows<'_, R, Q>, RunError> {
        Rows::start(self, question, limits)
    }

    /// A question whose rows are given out as they come.
    pub(crate) fn stream<Q: Question + Lists>(&self, question: Q, dialect: Dialect) -> Stream<Q> {
        Stream::within(question, dialect, self.longest_command)
    }

    /// The whole answer, or what is missing from it as an error.
    pub(crate) fn whole<T>(answer: Result<Answer<T>, RunError>) -> Result<T, AskError<T>> {
        answer?.complete().map_err(|incomplete| AskError::Incomplete(Box::new(incomplete)))
    }

    /// Takes over what a question has learnt that the system refuses; another question may have
    /// learnt something else meanwhile.
    pub(crate) fn remember(&self, learnt: Dialect) {
        let mut known = self.known();
        if let Some(dialect) = known.as_mut() {
            for capability in Capability::ALL {
                if dialect.has(*capability) && !learnt.has(*capability) {
                    *dialect = dialect.without(*capability);
                }
            }
        }
    }

    fn known(&self) -> MutexGuard<'_, Option<Dialect>> {
        self.dialect.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
