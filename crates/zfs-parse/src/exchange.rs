//! The seam between this crate and whatever runs commands.
//!
//! A question may need more than one command: the same again without an option that the system
//! refuses, a second listing to tell honest rows from forged ones. All of that is decided here, in
//! a state machine that does no IO. Its caller, the *driver*, is a loop of a few lines:
//!
//! ```
//! use zfs_parse::exchange::{Ended, Exchange, Finished, Invocation, Step};
//!
//! /// Runs one command; here, a fake that answers from memory.
//! fn run(_command: &Invocation, stdout: &mut dyn FnMut(&[u8])) -> Finished {
//!     stdout(b"tank\t1024\n");
//!     Finished::new(Ended::Code(0), b"")
//! }
//!
//! fn drive<E: Exchange>(mut exchange: E) -> E::Answer {
//!     loop {
//!         let command = exchange.invocation().clone();
//!         let finished = run(&command, &mut |chunk| exchange.feed(chunk));
//!         match exchange.finish(finished) {
//!             Step::Run(next) => exchange = next,
//!             Step::Done(answer) => return answer,
//!         }
//!     }
//! }
//!
//! use zfs_parse::{Dialect, Question, zfs::List};
//!
//! let question = List::new(["name", "used"])?;
//! let answer = drive(question.ask(Dialect::default()));
//! let listing = answer.complete()?;
//! assert_eq!(listing.rows().next().expect("a row").name(), b"tank");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A command that a question is willing to have run for it, again and again, until it can answer.
///
/// The value always has exactly one command that it waits for: [`finish`](Self::finish) consumes
/// it and gives either the exchange that waits for the next command or the answer, so a driver
/// can't call out of turn.
pub trait Exchange: Sized {
    /// What the question is answered with.
    type Answer;

    /// The command to run now.
    fn invocation(&self) -> &Invocation;

    /// Takes the next piece of the command's standard output, cut anywhere.
    fn feed(&mut self, stdout: &[u8]);

    /// Takes how the command ended and goes on: to another command or to the answer.
    fn finish(self, finished: Finished) -> Step<Self>;
}

/// What an exchange wants after a command has ended.
#[derive(Debug)]
#[expect(
    clippy::exhaustive_enums,
    reason = "a driver must handle every step; a third would be a new protocol"
)]
pub enum Step<E: Exchange> {
    /// Another command: take it from [`Exchange::invocation`].
    Run(E),
    /// Nothing more; here is the answer.
    Done(E::Answer),
}

/// The programs that a question may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Program {
    /// `zfs(8)`.
    Zfs,
    /// `zpool(8)`.
    Zpool,
    /// `uname(1)`, asked when the system is to be told apart.
    Uname,
}

impl Program {
    /// The program's name, without a folder: where it lives is the executor's business.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zfs => "zfs",
            Self::Zpool => "zpool",
            Self::Uname => "uname",
        }
    }
}

/// What the output needs of the locale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Locale {
    /// Text: `LC_ALL=C` and `TZ=UTC`, so that messages, numbers and dates have one form.
    #[default]
    Text,
    /// JSON: as for text, but with a UTF-8 `LC_CTYPE`. In the C locale OpenZFS cuts a document off
    /// at the first byte above 127 and still exits with 0.
    Json,
}

/// How long a command may be, unless said otherwise: below what every system takes, with room for
/// what an executor adds.
///
/// A single argument has at most 128 KiB on Linux, and over ssh the whole command is one argument of
/// the shell there. All arguments and the environment together have 256 KiB on the smallest system.
pub const LONGEST_COMMAND: usize = 96 * 1024;

/// How many bytes of a command a message shows.
const BRIEF: usize = 200;

/// A command to run: the program, its arguments, and what it needs of the locale.
///
/// Its [`Display`](fmt::Display) is the command line, quoted so that it can be pasted into a shell.
///
/// ```
/// use zfs_parse::exchange::{Invocation, Program};
///
/// let command = Invocation::new(Program::Zfs, ["list", "-H", "-o", "name", "tank/a b"]);
/// assert_eq!(command.to_string(), "zfs list -H -o name 'tank/a b'");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Invocation {
    /// Which program.
    pub program: Program,
    /// The arguments, each one word, in order. No shell ever sees them.
    pub args: Vec<Vec<u8>>,
    /// What the output needs of the locale.
    pub locale: Locale,
    /// What the command reads from standard input: nothing, or at most 4,096 bytes, which a pipe
    /// takes before anybody reads them.
    pub stdin: Box<[u8]>,
}

impl Invocation {
    /// A command whose output is text.
    pub fn new<A: AsRef<[u8]>>(program: Program, args: impl IntoIterator<Item = A>) -> Self {
        Self::of(program, args.into_iter().map(|arg| arg.as_ref().to_owned()).collect())
    }

    pub(crate) fn of(program: Program, args: Vec<Vec<u8>>) -> Self {
        Self { program, args, locale: Locale::Text, stdin: Box::default() }
    }

    /// How long the command line is, in bytes: its words, each with a space before it and quotes
    /// around it, which is what they take as one argument of a shell, over ssh. As words of their
    /// own they take less.
    #[must_use]
    pub fn length(&self) -> usize {
        let args = self.args.iter().map(|arg| Self::length_of(arg));
        args.fold(self.program.name().len(), usize::saturating_add)
    }

    /// The command line as a message shows it: its first words, and how many more there are where it
    /// is long. A question may name thousands of datasets.
    ///
    /// ```
    /// use zfs_parse::exchange::{Invocation, Program};
    ///
    /// let command = Invocation::new(Program::Zfs, ["list"].into_iter().chain(["tank"; 1000]));
    /// let brief = command.brief();
    /// assert!(brief.starts_with("zfs list tank tank "));
    /// assert!(brief.ends_with(" tank … and 962 more words"));
    /// ```
    #[must_use]
    pub fn brief(&self) -> String {
        let mut brief = self.program.name().to_owned();
        for (nth, arg) in self.args.iter().enumerate() {
            let word = shell_quoted(arg);
            if brief.len().saturating_add(word.len()) >= BRIEF {
                let left = self.args.len().saturating_sub(nth);
                let words = if left == 1 { "word" } else { "words" };
                brief.push_str(&alloc::format!(" … and {left} more {words}"));
                break;
            }
            brief.push(' ');
            brief.push_str(&word);
        }
        brief
    }

    pub(crate) fn length_of(arg: &[u8]) -> usize {
        arg.len().saturating_add(3)
    }

    /// The same with this on standard input.
    pub(crate) fn reading(self, stdin: &[u8]) -> Self {
        Self { stdin: stdin.into(), ..self }
    }

    /// The same for output in JSON, whose locale is another.
    pub(crate) fn in_json(self) -> Self {
        Self { locale: Locale::Json, ..self }
    }
}

impl fmt::Display for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.program.name())?;
        for arg in &self.args {
            f.write_str(" ")?;
            f.write_str(&shell_quoted(arg))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{self}`")
    }
}

/// How a command ended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finished {
    /// Its exit status, or what ended it otherwise.
    pub ended: Ended,
    /// What it wrote to standard error, as far as it was kept.
    pub stderr: Vec<u8>,
    /// Whether standard error was longer than what was kept.
    pub stderr_cut: bool,
    /// Whether the command left its standard output open behind it, in the hands of a process that
    /// outlived it: more might have come.
    pub stdout_held: bool,
}

impl Finished {
    /// A command that ended like this, with all of its standard error.
    #[must_use]
    pub fn new(ended: Ended, stderr: &[u8]) -> Self {
        Self { ended, stderr: stderr.to_owned(), stderr_cut: false, stdout_held: false }
    }
}

/// What ended a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ended {
    /// It exited with this status.
    Code(i32),
    /// A signal killed it.
    Signal(i32),
    /// Its deadline passed, and the caller went on without it.
    Deadline,
    /// The caller cancelled it.
    Cancelled,
    /// It could not be run, or whoever ran it has lost it: what became of it is not known, and what
    /// there is to say of that stands in place of its standard error.
    Lost,
}

impl Ended {
    /// Whether nothing more can be run after it.
    pub(crate) const fn is_limit(self) -> bool {
        matches!(self, Self::Deadline | Self::Cancelled | Self::Lost)
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit status {code}"),
            Self::Signal(signal) => write!(f, "killed by signal {signal}"),
            Self::Deadline => f.write_str("deadline passed"),
            Self::Cancelled => f.write_str("cancelled"),
            Self::Lost => f.write_str("lost: what became of it is not known"),
        }
    }
}

/// One word as a POSIX shell reads it back, or as bash and zsh do where it holds bytes that can't
/// be shown: then in the `$'…'` form.
pub(crate) fn shell_quoted(word: &[u8]) -> String {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || b"_-./:,@%+=#^".contains(b);
    let visible = |b: &u8| (0x20..0x7f).contains(b);
    let starts_plain = word.first().is_some_and(|b| *b != b'#');
    let mut quoted = String::new();
    if starts_plain && word.iter().all(plain) {
        quoted.extend(word.iter().map(|b| char::from(*b)));
    } else if word.iter().all(visible) {
        quoted.push('\'');
        for b in word {
            match b {
                b'\'' => quoted.push_str("'\\''"),
                b => quoted.push(char::from(*b)),
            }
        }
        quoted.push('\'');
    } else {
        quoted.push_str("$'");
        quoted.push_str(&crate::error::escaped(word, b"'\\"));
        quoted.push('\'');
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_can_be_pasted_into_a_shell() {
        for (word, quoted) in [
            (&b"tank/a"[..], "tank/a"),
            (b"", "''"),
            (b"#c", "'#c'"),
            (b"tank#b", "tank#b"),
            (b" lead", "' lead'"),
            (b"it's", r"'it'\''s'"),
            (b"a\tb\n", r"$'a\tb\n'"),
            (b"\xff'\\", r"$'\xff\'\\'"),
        ] {
            assert_eq!(shell_quoted(word), quoted);
        }
    }
}
