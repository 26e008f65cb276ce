//! From the common options to somebody to ask.

use std::path::Path;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use zfs_exec::{AnswerTo, Cancel, Client, Limits, Local, Privilege, Replay, Runner, probe};
use zfs_parse::detect::System;
use zfs_parse::dialect::Capability;
use zfs_parse::exchange::Program;
use zfs_parse::listing::Row;
use zfs_parse::zfs::List;
use zfs_parse::{Answer, Dialect, ParseError, Question};

use crate::cli::Reading;
use crate::exit::{Exit, Usage};
use crate::report;

/// From TERM to KILL for a command whose answer is no longer wanted.
const GRACE: Duration = Duration::from_secs(2);

/// Somebody to ask, until the deadline or Ctrl-C.
pub(crate) struct Session {
    client: Client<Box<dyn Runner>>,
    limits: Limits,
    interrupt: Interrupt,
    local: Option<Local>,
}

impl Session {
    /// As the options say; the time is that of the whole run, not of each command.
    pub(crate) fn open(reading: &Reading, timeout: Option<Duration>) -> Result<Self> {
        let timeout = reading.timeout.or(timeout);
        let (runner, dialect, local) = match &reading.from {
            Some(folder) => {
                let (replay, dialect) = recorded(folder, reading.dialect.as_deref())?;
                (Box::new(replay) as Box<dyn Runner>, Some(dialect), None)
            }
            None => {
                let local = local(reading);
                let dialect = reading.dialect.as_deref().map(str::parse).transpose()?;
                (Box::new(local.clone()) as Box<dyn Runner>, dialect, Some(local))
            }
        };
        let client = match dialect {
            Some(dialect) => Client::of_dialect(runner, dialect),
            None => Client::new(runner),
        };
        let interrupt = Interrupt::catch()?;
        let limits = timeout.map_or_else(Limits::none, Limits::within);
        let limits = limits.unless_cancelled(&interrupt.cancel);
        Ok(Self { client, limits, interrupt, local })
    }

    /// The dialect of the system: as given, or asked.
    pub(crate) fn dialect(&self) -> Result<Dialect> {
        self.interrupt.while_asking(|| Ok(self.client.dialect(&self.limits)?))
    }

    /// Asks a question.
    pub(crate) fn ask<Q: Question>(&self, question: Q) -> Result<AnswerTo<Q>> {
        self.interrupt.while_asking(|| Ok(self.client.ask(question, &self.limits)?))
    }

    /// Asks for a listing, and hands over each row as it comes, or what can't be read in its place.
    pub(crate) fn rows(
        &self,
        question: List,
        mut take: impl FnMut(Result<Row<'_>, ParseError>) -> Result<()>,
    ) -> Result<Answer<()>> {
        self.interrupt.while_asking(|| {
            let mut rows = self.client.rows(question, self.limits.clone())?;
            while let Some(row) = rows.next_row()? {
                take(row)?;
            }
            Ok(rows.conclude())
        })
    }

    /// Asks which system this is.
    pub(crate) fn probe(&self) -> Result<Answer<System>> {
        self.interrupt.while_asking(|| Ok(probe(self.client.runner(), &self.limits)?))
    }

    /// This system, unless recorded outputs answer in its place.
    pub(crate) fn local(&self) -> Option<&Local> {
        self.local.as_ref()
    }
}

impl Drop for Session {
    /// Commands that were given up must not outlive this program: one that ignores TERM gets KILL
    /// after the grace, if somebody is still there to send it.
    fn drop(&mut self) {
        let left = self.local.as_ref().map_or(0, |local| local.settle(GRACE + GRACE / 2));
        if left > 0 {
            report::line(format_args!(
                "{left} given-up command(s) can't be ended; a pool may be suspended, or the \
                 command runs as another user"
            ));
        }
    }
}

/// This system, with what the options say of it.
fn local(reading: &Reading) -> Local {
    let mut local = Local::new().grace(GRACE);
    if reading.sudo {
        local = local.privilege(Privilege::customary());
    }
    for (program, file) in [(Program::Zfs, &reading.zfs), (Program::Zpool, &reading.zpool)] {
        if let Some(file) = file {
            local = local.program(program, file);
        }
    }
    local
}

/// Recorded outputs, and the dialect that they are in.
pub(crate) fn recorded(folder: &Path, dialect: Option<&str>) -> Result<(Replay, Dialect)> {
    let replay = Replay::open(folder)?;
    let dialect: Dialect = match (dialect, replay.dialect()) {
        (Some(dialect), _) => dialect.parse()?,
        (None, Some(dialect)) => {
            dialect.parse().with_context(|| format!("of the recordings in {}", folder.display()))?
        }
        (None, None) => {
            let folder = folder.display();
            let problem = match replay.command_lines().next() {
                None => format!("there are no recordings in {folder}"),
                Some(_) => format!(
                    "the recordings in {folder} do not name one dialect: name the folder of one \
                     system, or give --dialect"
                ),
            };
            return Err(Usage(problem).into());
        }
    };
    // Recordings that were made without a program answer as they did then.
    let has_programs = replay.command_lines().any(|line| line.starts_with("zfs program "));
    Ok(match has_programs {
        true => (replay, dialect),
        false => (replay, dialect.without(Capability::GetAllSparing)),
    })
}

/// Ctrl-C, and the other signals that ask a program to end.
struct Interrupt {
    cancel: Cancel,
    asking: Arc<AtomicBool>,
}

impl Interrupt {
    /// While a command runs, a signal ends the question, and so the command; a second one, and one
    /// while nothing runs, ends this program at once.
    fn catch() -> Result<Self> {
        let cancel = Cancel::new().context("no pipe to cancel commands with")?;
        let asking = Arc::new(AtomicBool::new(false));
        let (cancels, asks) = (cancel.clone(), Arc::clone(&asking));
        ctrlc::set_handler(move || {
            if cancels.is_cancelled() || !asks.load(Ordering::Acquire) {
                process::exit(Exit::Interrupted as i32);
            }
            cancels.cancel();
        })
        .context("signals can't be caught")?;
        Ok(Self { cancel, asking })
    }

    fn while_asking<T>(&self, ask: impl FnOnce() -> Result<T>) -> Result<T> {
        self.asking.store(true, Ordering::Release);
        let answer = ask();
        self.asking.store(false, Ordering::Release);
        answer
    }
}
