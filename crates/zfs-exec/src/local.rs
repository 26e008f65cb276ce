//! Runs commands on this system.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{env, path};

use zfs_parse::exchange::{Invocation, Locale, Program};

use crate::platform::{HELPER_FOLDERS, INSTALL, TOOL_FOLDERS, process};
use crate::process::{Manners, Plan, Ward};
use crate::{Limits, Privilege, RunError, Runner, Running};

/// Runs commands on this system.
///
/// - Programs are started by absolute path, never found through `PATH`, and no shell is involved.
/// - The environment is cleared but for a fixed `PATH`, the locale that the command needs, and what
///   [`env`](Self::env) and [`keep_env`](Self::keep_env) add. Standard input is what the command
///   brings, which is mostly nothing.
/// - A command runs in a process group of its own. When its deadline passes, the caller goes on at
///   once; its pipes are closed, its group gets TERM and, after the grace, KILL, and it is reaped in
///   the background. A child that is stuck in the kernel survives all of that. Such children are
///   counted, and past a cap no more commands are started: clones share the count, so make one
///   `Local` and clone it.
/// - A terminal's Ctrl-C does not reach a process group of its own. A program that wants to stop
///   its commands then uses a [`Cancel`](crate::Cancel), and [`settle`](Self::settle) before it
///   exits.
///
/// ```
/// use std::time::Duration;
/// use zfs_exec::{Local, Privilege};
///
/// let local = Local::new().privilege(Privilege::Sudo).grace(Duration::from_secs(5));
/// ```
#[derive(Debug, Clone)]
pub struct Local {
    privilege: Privilege,
    programs: BTreeMap<Program, PathBuf>,
    env: Vec<(OsString, OsString)>,
    env_by_command: bool,
    manners: Manners,
    stuck_cap: usize,
    ward: Arc<Ward>,
}

impl Default for Local {
    fn default() -> Self {
        let manners = Manners {
            grace: Duration::from_secs(2),
            linger: Duration::from_millis(200),
            stderr_limit: 64 * 1024,
        };
        Self {
            privilege: Privilege::None,
            programs: BTreeMap::new(),
            env: Vec::new(),
            env_by_command: false,
            manners,
            stuck_cap: 8,
            ward: Arc::default(),
        }
    }
}

impl Local {
    /// This system, without privilege.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Runs the tools with this privilege.
    #[must_use]
    pub fn privilege(mut self, privilege: Privilege) -> Self {
        self.privilege = privilege;
        self
    }

    /// Runs this file as that program, in place of the platform's own. A path that does not begin at
    /// the root begins at the current folder, and a bare name is a file there.
    #[must_use]
    pub fn program(mut self, program: Program, file: impl AsRef<Path>) -> Self {
        let file = file.as_ref();
        // Without a current folder it is not found, as nothing is below a file.
        let whole = path::absolute(file).unwrap_or_else(|_| Path::new("/dev/null").join(file));
        self.programs.insert(program, whole);
        self
    }

    /// Sets a variable in the tools' environment. The locale can't be set.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        let name = name.into();
        self.env.retain(|(other, _)| *other != name);
        self.env.push((name, value.into()));
        self
    }

    /// Passes a variable of this process's environment on, as it is now.
    #[must_use]
    pub fn keep_env(self, name: impl AsRef<OsStr>) -> Self {
        let name = name.as_ref();
        match env::var_os(name) {
            Some(value) => self.env(name, value),
            None => self,
        }
    }

    /// Passes the tools' environment through env(1), run with their privilege: `doas -n
    /// /usr/bin/env LC_ALL=C … /sbin/zfs …`. It then arrives under every configuration.
    ///
    /// Off by default, since it changes what must be allowed: a rule that allows env(1) allows
    /// everything, while rules for `zfs` and `zpool` alone no longer match.
    #[must_use]
    pub const fn env_by_command(mut self, yes: bool) -> Self {
        self.env_by_command = yes;
        self
    }

    /// The time from TERM to KILL for a command whose answer is no longer wanted; 2 seconds unless
    /// set.
    #[must_use]
    pub const fn grace(mut self, grace: Duration) -> Self {
        self.manners.grace = grace;
        self
    }

    /// How long output is still waited for when the command has ended and something that it started
    /// holds its pipes open; 200 milliseconds unless set. Never past the deadline.
    #[must_use]
    pub const fn linger(mut self, linger: Duration) -> Self {
        self.manners.linger = linger;
        self
    }

    /// How many bytes of a command's standard error are kept; the first 65,536 unless set. The rest
    /// is read and dropped.
    #[must_use]
    pub const fn stderr_limit(mut self, bytes: usize) -> Self {
        self.manners.stderr_limit = bytes;
        self
    }

    /// How many commands may be stuck past their deadline before no more are started; 8 unless set.
    /// 1 means that nothing is asked while an earlier question hangs.
    #[must_use]
    pub const fn stuck_cap(mut self, commands: usize) -> Self {
        self.stuck_cap = commands;
        self
    }

    /// How many commands are stuck now: past their deadline, or past KILL, and not ended.
    #[must_use]
    pub fn stuck(&self) -> usize {
        self.ward.stuck()
    }

    /// Waits until the commands that were abandoned have ended and been reaped, at most this long,
    /// and gives how many have not.
    ///
    /// A program that exits before then leaves behind the ones that ignore TERM. The grace and a
    /// little more is a sensible time.
    pub fn settle(&self, at_most: Duration) -> usize {
        self.ward.settle(at_most)
    }

    /// The words that [`start`](Runner::start) would run for this command: privilege, the program's
    /// path, arguments.
    ///
    /// # Errors
    ///
    /// [`RunError::NotFound`] where a program is missing.
    pub fn argv(&self, command: &Invocation) -> Result<Vec<OsString>, RunError> {
        let mut argv =
            if takes_privilege(command.program) { self.privilege.words() } else { Vec::new() };
        if let Some(first) = argv.first_mut() {
            if !is_path(first) {
                *first = self.find(first, HELPER_FOLDERS, command)?;
            }
            if self.env_by_command {
                argv.push(self.find("env".as_ref(), HELPER_FOLDERS, command)?);
                // It would override what follows, and env(1) can't everywhere unset a variable. An
                // empty one counts as unset.
                argv.push("LC_ALL=".into());
                argv.extend(self.env_for(command.locale).into_iter().map(|(mut word, value)| {
                    word.push("=");
                    word.push(value);
                    word
                }));
            }
        }
        argv.push(match self.programs.get(&command.program) {
            Some(file) => file.clone().into(),
            None => self.find(
                command.program.name().as_ref(),
                if takes_privilege(command.program) { TOOL_FOLDERS } else { HELPER_FOLDERS },
                command,
            )?,
        });
        argv.extend(command.args.iter().map(|arg| process::word(arg)));
        Ok(argv)
    }

    fn find(
        &self,
        name: &OsStr,
        folders: &[&str],
        command: &Invocation,
    ) -> Result<OsString, RunError> {
        let tried: Vec<PathBuf> =
            folders.iter().map(|folder| Path::new(folder).join(name)).collect();
        match tried.iter().find(|path| path.is_file()) {
            Some(path) => Ok(path.into()),
            None => {
                let program = name.to_string_lossy().into_owned();
                let advice =
                    if takes_privilege(command.program) && program == command.program.name() {
                        format!("{INSTALL}, or say where {program} is")
                    } else {
                        format!("install {program}, or do without it")
                    };
                Err(RunError::NotFound { command: command.clone(), program, tried, advice })
            }
        }
    }

    /// All variables that a command with this need of the locale gets, the locale last.
    fn env_for(&self, locale: Locale) -> Vec<(OsString, OsString)> {
        let locale = locale_env(locale);
        let path = env::join_paths(TOOL_FOLDERS.iter().chain(HELPER_FOLDERS)).unwrap_or_default();
        let mut all = vec![("PATH".into(), path)];
        all.retain(|(name, _)| self.env.iter().all(|(other, _)| other != name));
        all.extend(self.env.iter().filter(|(name, _)| !is_locale(name)).cloned());
        all.extend(locale.iter().map(|(name, value)| (name.into(), value.into())));
        all
    }
}

impl Runner for Local {
    fn start(&self, command: &Invocation, limits: &Limits) -> Result<Box<dyn Running>, RunError> {
        let (stuck, cap) = (self.stuck(), self.stuck_cap);
        if stuck >= cap {
            return Err(RunError::TooManyStuck { command: command.clone(), stuck, cap });
        }
        let mut argv = self.argv(command)?.into_iter();
        process::start(Plan {
            command: command.clone(),
            program: argv.next().unwrap_or_default(),
            args: argv.collect(),
            env: self.env_for(command.locale),
            limits: limits.clone(),
            manners: self.manners.clone(),
            ward: Arc::clone(&self.ward),
        })
    }
}

/// Everybody may run `uname`, and a rule for sudo would rarely name it.
const fn takes_privilege(program: Program) -> bool {
    !matches!(program, Program::Uname)
}

fn is_path(word: &OsStr) -> bool {
    Path::new(word).components().count() > 1
}

const fn locale_env(locale: Locale) -> &'static [(&'static str, &'static str)] {
    match locale {
        // LC_ALL stays unset here, as it overrides LC_CTYPE. The C locale for the rest keeps
        // messages and dates in one form.
        Locale::Json => &[
            ("LANG", "C"),
            ("LC_CTYPE", "C.UTF-8"),
            ("LC_MESSAGES", "C"),
            ("LC_TIME", "C"),
            ("TZ", "UTC"),
        ],
        _ => &[("LC_ALL", "C"), ("TZ", "UTC")],
    }
}

/// Whether a variable says what only [`locale_env`] may say.
fn is_locale(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(b"LC_") || [&b"LANG"[..], b"LANGUAGE", b"TZ"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> Invocation {
        Invocation::new(Program::Zfs, ["list", "tank/a b"])
    }

    fn words(local: &Local, command: &Invocation) -> Vec<String> {
        let argv = local.argv(command).expect("all programs are named");
        argv.iter().map(|word| word.to_string_lossy().into_owned()).collect()
    }

    fn local(prefix: &[&str]) -> Local {
        let prefix = prefix.iter().map(OsString::from).collect();
        Local::new().privilege(Privilege::Prefix(prefix)).program(Program::Zfs, "/x/zfs")
    }

    #[test]
    fn privilege_is_a_prefix_of_words() {
        let local = local(&["/x/sudo", "-n"]);
        assert_eq!(words(&local, &list()), ["/x/sudo", "-n", "/x/zfs", "list", "tank/a b"]);
    }

    #[test]
    fn env_by_command_puts_the_environment_after_the_privilege() {
        let local = local(&["/x/doas", "-n"]).env_by_command(true).env("PATH", "/p");
        let words = words(&local, &list());
        assert_eq!(words[..2], ["/x/doas", "-n"]);
        assert!(words[2].ends_with("/env"), "{words:?}");
        assert_eq!(words[3..7], ["LC_ALL=", "PATH=/p", "LC_ALL=C", "TZ=UTC"]);
        assert_eq!(words[7..], ["/x/zfs", "list", "tank/a b"]);
    }

    #[test]
    fn uname_runs_without_privilege() {
        let local = local(&["/x/sudo"]).program(Program::Uname, "/x/uname");
        assert_eq!(words(&local, &Invocation::new(Program::Uname, ["-s"])), ["/x/uname", "-s"]);
    }

    #[test]
    fn a_missing_program_says_where_it_was_looked_for_and_what_to_do() {
        let local = Local::new().privilege(Privilege::Prefix(vec!["no-such-sudo".into()]));
        let error = local.argv(&list()).expect_err("it does not exist").to_string();
        assert!(error.starts_with("cannot run `zfs list 'tank/a b'`: no-such-sudo"), "{error}");
        assert!(error.contains("/usr/bin/no-such-sudo"), "{error}");
        assert!(error.ends_with("install no-such-sudo, or do without it"), "{error}");
    }

    #[test]
    fn a_bare_name_is_a_file_of_the_current_folder() {
        let here = env::current_dir().expect("a folder").join("zfs");
        let words = words(&Local::new().program(Program::Zfs, "zfs"), &list());
        assert_eq!(Path::new(&words[0]), here);
    }

    #[test]
    fn the_locale_cannot_be_overridden() {
        let local = Local::new().env("LC_ALL", "de_DE").env("TZ", "CET").env("A", "1");
        for locale in [Locale::Text, Locale::Json] {
            let env = local.env_for(locale);
            assert!(env.iter().all(|(_, value)| value != "de_DE" && value != "CET"));
            assert!(env.contains(&("A".into(), "1".into())));
        }
    }

    #[test]
    fn json_gets_a_utf8_ctype_and_no_lc_all() {
        let env = Local::new().env_for(Locale::Json);
        assert!(env.contains(&("LC_CTYPE".into(), "C.UTF-8".into())));
        assert!(env.iter().all(|(name, _)| name != "LC_ALL"));
    }
}
