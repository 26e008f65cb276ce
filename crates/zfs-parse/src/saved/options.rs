//! Options and operands of a command line, as `getopt` tells them apart.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use super::UnreadableCommand;

/// What a command's options are, as `getopt` has them: a colon behind those with an argument.
pub(super) struct Options {
    command: &'static str,
    letters: &'static str,
}

pub(super) const ZFS_LIST: Options = Options { command: "zfs list", letters: "Hprd:t:o:s:S:" };
pub(super) const ZFS_GET: Options = Options { command: "zfs get", letters: "Hprd:t:o:s:" };
pub(super) const ZPOOL_LIST: Options = Options { command: "zpool list", letters: "HpgLPo:" };
pub(super) const ZPOOL_GET: Options = Options { command: "zpool get", letters: "Hpo:" };

/// A command line's options and operands.
pub(super) struct Parsed<'a> {
    options: Vec<(char, &'a str)>,
    pub(super) operands: Vec<&'a str>,
}

impl Parsed<'_> {
    pub(super) fn has(&self, letter: char) -> bool {
        self.options.iter().any(|(l, _)| *l == letter)
    }

    /// The argument of an option; given several times, the last one counts.
    pub(super) fn last_of(&self, letter: char) -> Option<&str> {
        let mut all = self.options.iter().rev();
        all.find(|(l, _)| *l == letter).map(|(_, argument)| *argument)
    }
}

impl Options {
    /// Options wherever they stand, as GNU takes them; behind `--` there are none.
    pub(super) fn parse<'a>(&self, args: &[&'a str]) -> Result<Parsed<'a>, UnreadableCommand> {
        let mut parsed = Parsed { options: Vec::new(), operands: Vec::new() };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let cluster = match arg.strip_prefix('-') {
                Some("-") => {
                    parsed.operands.extend(args);
                    break;
                }
                Some(cluster) if !cluster.is_empty() => cluster,
                _ if is_for_a_shell(arg) => {
                    return Err(UnreadableCommand::Shell((*arg).to_owned()));
                }
                _ => {
                    parsed.operands.push(arg);
                    continue;
                }
            };
            for (at, letter) in cluster.char_indices() {
                let behind = cluster.get(at + letter.len_utf8()..).unwrap_or_default();
                match self.takes_argument(letter) {
                    None => {
                        let command = self.command;
                        return Err(UnreadableCommand::Option { command, option: letter });
                    }
                    Some(false) => parsed.options.push((letter, "")),
                    Some(true) => {
                        let argument = match behind {
                            "" => args.next().ok_or(UnreadableCommand::Argument(letter))?,
                            behind => behind,
                        };
                        parsed.options.push((letter, argument));
                        break;
                    }
                }
            }
        }
        Ok(parsed)
    }

    /// Whether an option takes an argument; nothing for a letter that is no option.
    fn takes_argument(&self, letter: char) -> Option<bool> {
        let (_, behind) = self.letters.split_once(letter).filter(|_| letter != ':')?;
        Some(behind.starts_with(':'))
    }
}

/// Whether a word leads to another command or a file, as `|` and `2>/dev/null` do; no name begins
/// like that, nor a path that zfs takes for one.
fn is_for_a_shell(word: &str) -> bool {
    word.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['|', '>', '<', '&', ';'])
}
