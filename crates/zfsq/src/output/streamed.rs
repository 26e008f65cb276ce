//! A listing that is printed while it comes, in constant memory however long it is.

use std::io::{BufWriter, IsTerminal, stdout};

use anyhow::{Context, Result};
use zfs_parse::answer::Lack;
use zfs_parse::listing::Row;
use zfs_parse::property::{Holds, Property};
use zfs_parse::{Answer, ParseError};

use super::UNWRITTEN;
use super::lines::{self, Lines};
use super::sheet::{Column, faults_of_listing, of_listing};
use crate::cli::Format;
use crate::exit::Exit;
use crate::report;

/// Rows that are printed as they come, and what can't be read of them.
pub(crate) struct Streamed {
    columns: Vec<Column>,
    lines: Box<dyn Lines>,
    empty: bool,
    faults: Vec<Lack>,
}

impl Streamed {
    /// Begins, where a row is final as soon as it is there: where no column can hold a TAB or a
    /// newline, which would have to be looked into. To a terminal, everything is printed at once.
    pub(crate) fn new(format: Format, columns: &[Property]) -> Option<Self> {
        let is_closed = |property: &Property| property.facts().holds == Holds::Closed;
        if stdout().is_terminal() || !columns.iter().all(is_closed) {
            return None;
        }
        let lines = lines::of(format, BufWriter::new(stdout().lock()))?;
        let columns = Column::of_listing(columns);
        Some(Self { columns, lines, empty: true, faults: Vec::new() })
    }

    /// Prints a row, or keeps what stands in its place.
    pub(crate) fn take(&mut self, row: Result<Row<'_>, ParseError>) -> Result<()> {
        let row = match row {
            Ok(row) => row,
            Err(error) => {
                self.faults.push(Lack::Unreadable(error));
                return Ok(());
            }
        };
        // Not before it is known that there is an answer.
        if std::mem::take(&mut self.empty) {
            self.lines.head(&self.columns).context(UNWRITTEN)?;
        }
        self.faults.extend(faults_of_listing(&self.columns, row));
        self.lines.row(&self.columns, of_listing(&self.columns, &row)).context(UNWRITTEN)
    }

    /// Tells what is missing, and says how to exit.
    pub(crate) fn conclude(mut self, answer: &Answer<()>) -> Result<Exit> {
        let lacks: Vec<&Lack> = answer.lacks().iter().chain(&self.faults).collect();
        let exit = Exit::of_answer(!self.empty, lacks.iter().copied());
        // Whoever interrupts does not want to see more.
        let printed = if exit == Exit::Interrupted {
            Ok(())
        } else {
            let head = if self.empty { self.lines.head(&self.columns) } else { Ok(()) };
            head.and_then(|()| self.lines.end(&lacks)).context(UNWRITTEN)
        };
        report::answer(answer, &self.faults);
        printed.map(|()| exit)
    }
}
