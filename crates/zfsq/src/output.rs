//! Answers as text: a file a format.

mod csv;
mod human;
mod json;
mod lines;
mod missing;
mod ndjson;
mod sheet;
mod streamed;
mod table;
mod tsv;
mod visible;

use std::io::{BufWriter, IsTerminal, Write, stdout};

use anyhow::{Context, Result};
use zfs_parse::Answer;
use zfs_parse::answer::Lack;

use crate::cli::Format;
use crate::exit::Exit;
use crate::report;
pub(crate) use sheet::{Finding, Sheet, is_number};
pub(crate) use streamed::Streamed;
pub(crate) use table::lay_out;
use visible::Structure;

/// What is told where standard output takes no more.
const UNWRITTEN: &str = "can't write standard output";

/// An answer, and all that is to be said with it.
pub(crate) struct Report<'a> {
    /// The command of zfsq that it answers: it says which rows these are.
    pub(crate) command: &'static str,
    pub(crate) dialect: String,
    /// Whether the rows are proved to be as ZFS holds them.
    pub(crate) proven: bool,
    /// The command lines that were run.
    pub(crate) commands: Vec<String>,
    pub(crate) sheet: &'a Sheet<'a>,
    pub(crate) lacks: Vec<&'a Lack>,
}

/// Why the rows of a question are not proved to be as ZFS holds them, if they are not.
pub(crate) fn unproven(is_proven: bool) -> Option<&'static str> {
    (!is_proven).then_some(
        "a value holds a TAB or a newline; the rows were found by the names that another command \
         has listed, and are as good as that",
    )
}

/// Prints an answer, tells what is missing from it, and says how to exit; with why it is not
/// proved, if it is not.
pub(crate) fn conclude<T>(
    command: &'static str,
    format: Format,
    answer: &Answer<T>,
    sheet: &Sheet<'_>,
    unproven: Option<&'static str>,
) -> Result<Exit> {
    let faults = sheet.faults();
    let lacks: Vec<&Lack> = answer.lacks().iter().chain(&faults).collect();
    let exit = Exit::of_answer(!sheet.is_empty(), lacks.iter().copied());
    let report = Report {
        command,
        dialect: answer.dialect().to_string(),
        proven: unproven.is_none(),
        commands: answer.commands().iter().map(ToString::to_string).collect(),
        sheet,
        lacks,
    };
    // Whoever interrupts does not want to see the rest.
    let printed = if exit == Exit::Interrupted { Ok(()) } else { print(&report, format) };
    // Though nobody may read the rows any more.
    report::answer(answer, &faults);
    printed?;
    if exit == Exit::Done && sheet.is_empty() && format == Format::Table {
        report::line(format_args!("note: there is nothing to list"));
    }
    if let Some(why) = unproven.filter(|_| !sheet.is_empty()) {
        report::line(format_args!("note: {why}"));
    }
    Ok(exit)
}

/// Prints text as it is, and at once.
pub(crate) fn raw(text: &[u8]) -> Result<()> {
    let mut out = stdout().lock();
    out.write_all(text).and_then(|()| out.flush()).context(UNWRITTEN)
}

/// Prints a report on standard output. Control characters in it are made visible to a terminal, and
/// those in a table's cells everywhere; else they are left as they are.
pub(crate) fn print(report: &Report<'_>, format: Format) -> Result<()> {
    let stdout = stdout().lock();
    if !stdout.is_terminal() {
        let mut out = BufWriter::new(stdout);
        let written = write(report, format, &mut out).and_then(|()| Ok(out.flush()?));
        return written.context(UNWRITTEN);
    }
    drop(stdout);
    let mut text = Vec::new();
    write(report, format, &mut text)?;
    let structure = match format {
        Format::Json | Format::Ndjson => Structure::Json,
        Format::Table | Format::Csv | Format::Tsv => Structure::Lines,
    };
    raw(&visible::text(&text, structure))
}

fn write(report: &Report<'_>, format: Format, out: &mut dyn Write) -> Result<()> {
    let sheet = report.sheet;
    if format == Format::Table {
        return Ok(table::write(sheet, out)?);
    }
    let Some(mut lines) = lines::of(format, &mut *out) else {
        return json::write(report, out);
    };
    lines.head(sheet.columns())?;
    sheet.rows().try_for_each(|row| lines.row(sheet.columns(), row))?;
    lines.end(&report.lacks)
}
