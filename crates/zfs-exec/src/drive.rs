//! From a question to its answer.

use std::error::Error as _;

use zfs_parse::exchange::{Ended, Exchange, Finished, Step};

use crate::{Limits, RunError, Runner, Running};

/// Where output is read into, a piece at a time.
///
/// Most answers are short, and to clear many bytes takes longer than to read them. So it is small
/// until a read fills it, and then as large as what a pipe holds on most systems.
#[derive(Debug)]
pub(crate) struct Piece {
    bytes: Vec<u8>,
    /// How many of them the last read filled.
    length: usize,
}

impl Piece {
    const SMALL: usize = 4 * 1024;
    const LARGE: usize = 64 * 1024;

    pub(crate) fn new() -> Self {
        Self { bytes: vec![0; Self::SMALL], length: 0 }
    }

    /// Waits for what comes next; nothing where no more comes.
    pub(crate) fn read(&mut self, running: &mut dyn Running) -> Result<&[u8], RunError> {
        if self.length >= self.bytes.len() {
            self.bytes.resize(Self::LARGE, 0);
        }
        self.length = running.read(&mut self.bytes)?;
        // Another's runner may say that it has read more than there is room for.
        Ok(self.bytes.get(..self.length).unwrap_or(&self.bytes))
    }
}

/// Runs an exchange's commands, one after the other, until it has its answer.
///
/// The limits are those of the whole question. A command that would start after they are reached
/// is not started; the exchange is told that the limit ended it.
///
/// ```
/// use zfs_exec::{Limits, Replay, drive};
/// use zfs_parse::exchange::{Exchange, Finished, Invocation, Program, Step};
///
/// /// A question that is answered with the bytes of one command.
/// struct Raw(Invocation, Vec<u8>);
///
/// impl Exchange for Raw {
///     type Answer = Vec<u8>;
///     fn invocation(&self) -> &Invocation {
///         &self.0
///     }
///     fn feed(&mut self, stdout: &[u8]) {
///         self.1.extend(stdout);
///     }
///     fn finish(self, _: Finished) -> Step<Self> {
///         Step::Done(self.1)
///     }
/// }
///
/// # let folder = tempfile::tempdir()?;
/// # std::fs::write(folder.path().join("a.out"), "tank\n")?;
/// # std::fs::write(
/// #     folder.path().join("a.toml"),
/// #     "argv = ['zfs', 'list', '-Ho', 'name']\nexit = 0\n",
/// # )?;
/// let recorded = Replay::open(folder.path())?;
/// let question = Raw(Invocation::new(Program::Zfs, ["list", "-Ho", "name"]), Vec::new());
/// assert_eq!(drive(&recorded, question, &Limits::none())?, b"tank\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A command could not be started or read, before any has printed or said something. Behind that the
/// exchange is told that the command is [lost](zfs_parse::exchange::Ended::Lost), and its answer has
/// what was read. A command that ran and failed is the exchange's business and part of its answer.
pub fn drive<R, E>(runner: &R, exchange: E, limits: &Limits) -> Result<E::Answer, RunError>
where
    R: Runner + ?Sized,
    E: Exchange,
{
    drive_until(runner, exchange, limits, true)
}

/// The same; `keeps` tells whether what one command has printed is worth an answer where the next
/// can't be run.
pub(crate) fn drive_until<R, E>(
    runner: &R,
    mut exchange: E,
    limits: &Limits,
    keeps: bool,
) -> Result<E::Answer, RunError>
where
    R: Runner + ?Sized,
    E: Exchange,
{
    let mut piece = Piece::new();
    let mut any = false;
    loop {
        any &= keeps;
        let finished = if let Some(limit) = limits.reached() {
            Finished::new(limit, b"")
        } else {
            let finished = run(runner, &mut exchange, limits, &mut piece, &mut any);
            finished.or_else(|error| lost(error, any))?
        };
        match exchange.finish(finished) {
            Step::Run(next) => exchange = next,
            Step::Done(answer) => return Ok(answer),
        }
    }
}

/// Runs the one command that the exchange waits for and feeds it what that prints.
fn run<R, E>(
    runner: &R,
    exchange: &mut E,
    limits: &Limits,
    piece: &mut Piece,
    any: &mut bool,
) -> Result<Finished, RunError>
where
    R: Runner + ?Sized,
    E: Exchange,
{
    let mut running = runner.start(exchange.invocation(), limits)?;
    loop {
        match piece.read(&mut *running)? {
            [] => {
                let finished = running.finish()?;
                // What it said is told in the answer too.
                *any |= !finished.stderr.is_empty();
                return Ok(finished);
            }
            bytes => {
                *any = true;
                exchange.feed(bytes);
            }
        }
    }
}

/// How a command has ended that failed like this, where something was read before: that must not be
/// lost with it.
pub(crate) fn lost(error: RunError, any: bool) -> Result<Finished, RunError> {
    if !any {
        return Err(error);
    }
    let mut said = error.to_string();
    let mut reason = error.source();
    while let Some(source) = reason {
        said += &format!(": {source}");
        reason = source.source();
    }
    Ok(Finished::new(Ended::Lost, format!("{said}\n").as_bytes()))
}
