//! Which ZFS a runner reaches.

use zfs_parse::Answer;
use zfs_parse::detect::{Detect, System};

use crate::drive::drive_until;
use crate::{Limits, RunError, Runner};

/// Asks which system this is: its dialect, and the versions of its commands and its module.
///
/// It costs two commands, three where ZFS is not running; a [`Client`](crate::Client) does it when
/// it is first needed, and once. Where ZFS is not running the answer is incomplete and says so, and
/// still has the dialect, as far as it can be told.
///
/// ```
/// use zfs_exec::{Limits, Replay, probe};
///
/// # let folder = tempfile::tempdir()?;
/// # let record = |case: &str, argv: &str, output: &str| {
/// #     std::fs::write(folder.path().join(case).with_extension("out"), output)?;
/// #     let toml = format!("argv = {argv}\nexit = 0\n");
/// #     std::fs::write(folder.path().join(case).with_extension("toml"), toml)
/// # };
/// # record("uname", "['uname', '-srv']", "Linux 6.1.0 #1 SMP\n")?;
/// # record("version", "['zfs', 'version']", "zfs-2.3.2-1\nzfs-kmod-2.3.2-1\n")?;
/// let recorded = Replay::open(folder.path())?;
/// let system = probe(&recorded, &Limits::none())?.complete()?;
/// assert_eq!(system.dialect.to_string(), "openzfs-2.3");
/// assert_eq!(system.kernel.as_deref(), Some("zfs-kmod-2.3.2-1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A command could not be started or read.
pub fn probe<R: Runner + ?Sized>(runner: &R, limits: &Limits) -> Result<Answer<System>, RunError> {
    // Which system it is says little without its ZFS.
    drive_until(runner, Detect::new(), limits, false)
}
