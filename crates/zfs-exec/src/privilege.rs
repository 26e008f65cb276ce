//! What gives the tools the privilege that they need.

use std::ffi::OsString;

use crate::platform::PRIVILEGE;

/// Which program gives the tools their privilege: a prefix of their command line.
///
/// Only zfs(8) and zpool(8) are run with it.
///
/// **Locale.** The tools must see the locale that they are given, or dates come in local time and
/// JSON ends at the first byte above 127. sudo in its default configuration passes `LANG`, `LC_*`
/// and `TZ` on (they are in `env_check`), and pfexec passes everything on. doas passes none of
/// them unless its rule says so: `permit nopass setenv { LANG LC_ALL LC_CTYPE LC_MESSAGES LC_TIME
/// TZ } …`. There is another way, [`Local::env_by_command`](crate::Local::env_by_command).
///
/// **Signals.** An unprivileged program can't signal what runs as root. So a command under sudo or
/// doas that hangs is left alone past its deadline, counted as stuck, until it writes to its
/// closed pipes or its wait in the kernel ends.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Privilege {
    /// None: the tools run as this process does.
    #[default]
    None,
    /// `sudo -n`: never asks for a password.
    Sudo,
    /// `doas -n`: never asks for a password.
    Doas,
    /// `pfexec`, by the rights of the user's profiles.
    Pfexec,
    /// Any other words before the command. The first is a path, or a name that is looked for where
    /// the platform keeps such programs.
    Prefix(Vec<OsString>),
}

impl Privilege {
    /// The one that is customary on this platform: pfexec on illumos and Solaris, else sudo.
    #[must_use]
    pub const fn customary() -> Self {
        PRIVILEGE
    }

    /// The words before the command.
    pub(crate) fn words(&self) -> Vec<OsString> {
        match self {
            Self::None => Vec::new(),
            Self::Sudo => vec!["sudo".into(), "-n".into()],
            Self::Doas => vec!["doas".into(), "-n".into()],
            Self::Pfexec => vec!["pfexec".into()],
            Self::Prefix(words) => words.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_privilege_tools_never_ask_for_a_password() {
        assert_eq!(Privilege::Sudo.words(), ["sudo", "-n"]);
        assert_eq!(Privilege::Doas.words(), ["doas", "-n"]);
        assert_eq!(Privilege::Pfexec.words(), ["pfexec"]);
    }
}
