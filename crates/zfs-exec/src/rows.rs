//! A listing as it comes: rows while the command still runs.

use zfs_parse::exchange::Finished;
use zfs_parse::listing::{Lists, Row, Stream, Then};
use zfs_parse::{Answer, ParseError, Question};

use crate::drive::{Piece, lost};
use crate::{Client, Limits, RunError, Runner, Running};

/// Rows of a listing, given out while its command runs, in constant memory.
///
/// Nothing is read ahead of what is taken: a command whose rows nobody takes waits on its pipe. It
/// is ended when this is dropped. A row borrows from what was read last, so this is a loop and no
/// iterator:
///
/// ```
/// # use zfs_exec::{Client, Limits, Replay};
/// # let folder = tempfile::tempdir()?;
/// # std::fs::write(folder.path().join("a.out"), "tank\t96\ntank/a\t24\n")?;
/// # let argv = r#"argv = ["zfs", "list", "-H", "-p", "-r", "-t", "snapshot", "-o", "name,used"]"#;
/// # std::fs::write(folder.path().join("a.toml"), format!("{argv}\ndialect = 'openzfs-2.3'\nexit = 0"))?;
/// # let client = Client::of_dialect(Replay::open(folder.path())?, "openzfs-2.3".parse()?);
/// use zfs_parse::question::Types;
/// use zfs_parse::zfs::List;
///
/// let question = List::new(["name", "used"])?.types(Types::SNAPSHOT);
/// let mut rows = client.rows(question, Limits::none())?;
/// let mut used = 0;
/// while let Some(row) = rows.next_row()? {
///     // The error says where in the output, and the next row is there all the same.
///     used += row?.cell("used")?.exact().unwrap_or(0);
/// }
/// // What is missing that no row stands for: a failure, a deadline.
/// rows.conclude().complete()?;
/// assert_eq!(used, 120);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rows<'c, R: Runner, Q: Question + Lists> {
    client: &'c Client<R>,
    stream: Stream<Q>,
    limits: Limits,
    running: Option<Box<dyn Running>>,
    piece: Piece,
    /// Whether any command has printed or said something.
    any: bool,
    over: bool,
}

impl<'c, R: Runner, Q: Question + Lists> Rows<'c, R, Q> {
    pub(crate) fn start(
        client: &'c Client<R>,
        question: Q,
        limits: Limits,
    ) -> Result<Self, RunError> {
        let stream = client.stream(question, client.dialect(&limits)?);
        let piece = Piece::new();
        Ok(Self { client, stream, limits, running: None, piece, any: false, over: false })
    }

    /// The next row, or what can't be read or believed in its place; `None` at the end.
    ///
    /// # Errors
    ///
    /// A command could not be started or read, before any has printed or said something. There are
    /// no rows then. Behind that it is [lost](zfs_parse::exchange::Ended::Lost), of which
    /// [`conclude`](Self::conclude) tells.
    pub fn next_row(&mut self) -> Result<Option<Result<Row<'_>, ParseError>>, RunError> {
        while !self.stream.advance() {
            if self.over {
                return Ok(None);
            }
            if let Err(error) = self.read_on() {
                (self.running, self.over) = (None, true);
                let finished = lost(error, self.any)?;
                self.finish(&finished);
            }
        }
        Ok(self.stream.row())
    }

    /// What is missing beside the errors among the rows, and beside what
    /// [`next_row`](Self::next_row) failed for. What has not been taken is given up.
    #[must_use]
    pub fn conclude(self) -> Answer<()> {
        let answer = self.stream.conclude();
        self.client.remember(answer.dialect());
        answer
    }

    /// Reads a piece more of the output, or its end.
    fn read_on(&mut self) -> Result<(), RunError> {
        let running = match &mut self.running {
            Some(running) => running,
            none => {
                if let Some(limit) = self.limits.reached() {
                    self.finish(&Finished::new(limit, b""));
                    return Ok(());
                }
                let command = self.stream.invocation();
                none.insert(self.client.runner().start(command, &self.limits)?)
            }
        };
        match self.piece.read(running.as_mut())? {
            [] => {
                if let Some(running) = self.running.take() {
                    let finished = running.finish()?;
                    // What it said is told at the end.
                    self.any |= !finished.stderr.is_empty();
                    self.finish(&finished);
                }
            }
            bytes => {
                self.any = true;
                self.stream.feed(bytes);
            }
        }
        Ok(())
    }

    fn finish(&mut self, finished: &Finished) {
        self.over = self.stream.finish(finished) == Then::Over;
    }
}
