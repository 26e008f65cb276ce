//! From a question to its answer.

use zfs_parse::exchange::{Exchange, Finished, Step};

use crate::{Limits, RunError, Runner};

/// Bytes that one read asks for: what a pipe holds on most systems.
pub(crate) const PIECE: usize = 64 * 1024;

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
/// A command could not be started or read. A command that ran and failed is the exchange's
/// business and part of its answer.
pub fn drive<R, E>(runner: &R, mut exchange: E, limits: &Limits) -> Result<E::Answer, RunError>
where
    R: Runner + ?Sized,
    E: Exchange,
{
    let mut piece = vec![0; PIECE];
    loop {
        let finished = if let Some(limit) = limits.reached() {
            Finished::new(limit, b"")
        } else {
            run(runner, &mut exchange, limits, &mut piece)?
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
    piece: &mut [u8],
) -> Result<Finished, RunError>
where
    R: Runner + ?Sized,
    E: Exchange,
{
    let mut running = runner.start(exchange.invocation(), limits)?;
    loop {
        let length = running.read(piece)?;
        if length == 0 {
            return running.finish();
        }
        // Another's runner may say that it has read more than there is room for.
        exchange.feed(piece.get(..length).unwrap_or(piece));
    }
}
