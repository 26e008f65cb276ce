//! Which ZFS this is: the question that comes before all others.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use memchr::memmem;

use crate::answer::{Answer, Gathered, Lack};
use crate::dialect::{Dialect, Family, Version};
use crate::exchange::{Ended, Exchange, Finished, Invocation, Program, Step};
use crate::failure::{Failure, FailureKind};

/// A system, as far as its commands tell.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct System {
    /// How its commands talk.
    pub dialect: Dialect,
    /// The operating system, as `uname` tells it: name, release and version.
    pub operating_system: String,
    /// The version of the commands, as they print it; `None` where they do not.
    pub userland: Option<String>,
    /// The version of the kernel module, as they print it. It can be another than that of the
    /// commands: these settle how they talk, the module which properties there are.
    pub kernel: Option<String>,
}

/// The question which system this is. It costs two commands, three where ZFS is not running.
///
/// ```
/// use zfs_parse::exchange::{Ended, Exchange, Finished, Step};
/// use zfs_parse::detect::Detect;
///
/// let mut uname = Detect::new();
/// assert_eq!(uname.invocation().to_string(), "uname -srv");
/// uname.feed(b"FreeBSD 14.0-RELEASE FreeBSD 14.0-RELEASE #0: GENERIC\n");
/// let Step::Run(mut version) = uname.finish(Finished::new(Ended::Code(0), b"")) else { panic!() };
/// assert_eq!(version.invocation().to_string(), "zfs version");
/// version.feed(b"zfs-2.2.0-FreeBSD_g95785196f\nzfs-kmod-2.2.0-FreeBSD_g95785196f\n");
/// let Step::Done(answer) = version.finish(Finished::new(Ended::Code(0), b"")) else { panic!() };
/// assert_eq!(answer.complete()?.dialect.to_string(), "freebsd-2.2");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Detect {
    asks: Asks,
    invocation: Invocation,
    output: Vec<u8>,
    operating_system: Vec<u8>,
    gathered: Gathered,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asks {
    Uname,
    Version,
    /// Unlike the subcommand, the option tells the userland's version without the module too.
    VersionOption,
}

impl Default for Detect {
    fn default() -> Self {
        Self::new()
    }
}

impl Detect {
    /// Asks.
    #[must_use]
    pub fn new() -> Self {
        Self {
            asks: Asks::Uname,
            invocation: Invocation::new(Program::Uname, ["-srv"]),
            output: Vec::new(),
            operating_system: Vec::new(),
            gathered: Gathered::new(Dialect::default()),
        }
    }

    fn next(mut self, asks: Asks, arg: &str) -> Step<Self> {
        self.asks = asks;
        self.invocation = Invocation::new(Program::Zfs, [arg]);
        self.output.clear();
        Step::Run(self)
    }

    fn conclude(mut self, dialect: Dialect) -> Step<Self> {
        self.gathered.dialect = dialect;
        let mut lines = self.output.split(|b| *b == b'\n');
        let mut line = || lines.next().filter(|l| l.starts_with(b"zfs")).map(text);
        let (userland, kernel) = (line(), line());
        let operating_system = text(&self.operating_system);
        let system = System { dialect, operating_system, userland, kernel };
        Step::Done(self.gathered.answer(system, Vec::new()))
    }
}

impl Exchange for Detect {
    type Answer = Answer<System>;

    fn invocation(&self) -> &Invocation {
        &self.invocation
    }

    fn feed(&mut self, stdout: &[u8]) {
        self.output.extend_from_slice(stdout);
    }

    fn finish(mut self, finished: Finished) -> Step<Self> {
        self.gathered.commands.push(self.invocation.clone());
        if self.asks == Asks::Uname {
            self.gathered.take(&finished);
            self.operating_system = self.output.trim_ascii_end().to_vec();
            return self.next(Asks::Version, "version");
        }
        if let Some(version) = version_in(&self.output) {
            let family = match self.operating_system.split(|b| *b == b' ').next() {
                Some(b"FreeBSD") => Family::FreeBsd,
                Some(b"Darwin") => Family::MacOs,
                _ => Family::OpenZfs,
            };
            // The option fails where the module is not loaded, and answers all the same.
            self.gathered.take(&finished);
            return self.conclude(Dialect::new(family, version));
        }
        let failures = Failure::read_all(&finished.stderr);
        let of = |kind| failures.iter().any(|failure| failure.kind() == kind);
        if of(FailureKind::UnsupportedCommand) && finished.ended == Ended::Code(2) {
            let dialect = before_versions(&self.operating_system, &finished.stderr);
            return self.conclude(dialect);
        }
        if self.asks == Asks::Version && of(FailureKind::ModuleNotLoaded) {
            return self.next(Asks::VersionOption, "--version");
        }
        self.gathered.take(&finished);
        if self.gathered.lacks.is_empty() {
            // It has exited as if all were well, and told nothing.
            self.gathered.lacks.push(Lack::Missing { name: None, property: "version".to_string() });
        }
        let dialect = before_versions(&self.operating_system, &finished.stderr);
        self.conclude(dialect)
    }
}

/// The dialect of a system whose `zfs` can't tell its version, by what else it says.
fn before_versions(operating_system: &[u8], stderr: &[u8]) -> Dialect {
    let mut words = operating_system.split(|b| *b == b' ');
    let mut word = || words.next().unwrap_or_default();
    let (name, release, version) = (word(), word(), word());
    let says = |what: &str| memmem::find(stderr, what.as_bytes()).is_some();
    match name {
        b"SunOS" => match (first_version(release), first_version(version)) {
            (Some(Version { minor: 10, .. }), _) => {
                Dialect::new(Family::Solaris, Version::new(10, 0))
            }
            // Solaris 11 calls its build 11.4.0.15.0, illumos has words: omnios-r151038.
            (_, Some(v)) if version.starts_with(b"11.") => Dialect::new(Family::Solaris, v),
            _ => Dialect::new(Family::Illumos, Version::NEWEST),
        },
        b"FreeBSD" => {
            Dialect::new(Family::FreeBsdBase, first_version(release).unwrap_or(Version::new(12, 0)))
        }
        // The usage of ZFS on Linux before 0.8 offers `zfs list -p`, that of zfs-fuse does not.
        b"Linux" if says("zfs-fuse") || (says("list [-") && !says("list [-Hp")) => {
            Dialect::new(Family::Legacy, Version::NEWEST)
        }
        b"Linux" if says("list [-Hp") => Dialect::new(Family::OpenZfs, Version::new(0, 7)),
        b"Darwin" => Dialect::new(Family::MacOs, Version::NEWEST),
        _ => Dialect::default(),
    }
}

/// The version in the first line of `zfs version`: `zfs-2.1.5-1ubuntu6`, `zfs-2.2.6-FreeBSD_g33`,
/// `zfswin-2.2.3`.
fn version_in(output: &[u8]) -> Option<Version> {
    let line = output.split(|b| *b == b'\n').next()?;
    line.starts_with(b"zfs").then(|| first_version(line)).flatten()
}

/// The first `N.N` in a text.
fn first_version(text: &[u8]) -> Option<Version> {
    let text = text.get(text.iter().position(u8::is_ascii_digit)?..)?;
    let mut numbers = text.split(|b| !b.is_ascii_digit());
    let mut number = || core::str::from_utf8(numbers.next()?).ok()?.parse().ok();
    Some(Version::new(number()?, number().unwrap_or(0)))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn detect(uname: &str, answers: &[(&str, i32, &str)]) -> Answer<System> {
        let mut exchange = Detect::new();
        exchange.feed(uname.as_bytes());
        let mut step = exchange.finish(Finished::new(Ended::Code(0), b""));
        for (stdout, code, stderr) in answers {
            let Step::Run(mut exchange) = step else { panic!("a further command") };
            exchange.feed(stdout.as_bytes());
            step = exchange.finish(Finished::new(Ended::Code(*code), stderr.as_bytes()));
        }
        let Step::Done(answer) = step else { panic!("an answer") };
        answer
    }

    const UNKNOWN: &str = "unrecognized command 'version'\nusage: zfs command args ...\n";

    #[test]
    fn every_family_is_told_by_what_it_prints() {
        let openzfs = ("zfs-2.1.5-1ubuntu6~22.04.4\nzfs-kmod-2.1.5-1ubuntu6\n", 0, "");
        let unknown = ("", 2, UNKNOWN);
        let zol = alloc::format!("{UNKNOWN}\tlist [-Hp] [-r|-d max] [-o property[,...]]\n");
        let fuse = alloc::format!("{UNKNOWN}\tlist [-rH][-d max] [-o property[,...]]\n");
        for (uname, answer, dialect) in [
            ("Linux 6.1.0-9-amd64 #1 SMP", openzfs, "openzfs-2.1"),
            ("FreeBSD 13.2-RELEASE FreeBSD 13.2", openzfs, "freebsd-2.1"),
            ("Darwin 22.6.0 Darwin Kernel", openzfs, "macos-2.1"),
            ("FreeBSD 12.1-RELEASE FreeBSD 12.1", unknown, "freebsd-12.1"),
            ("SunOS 5.11 omnios-r151038-13cf2a6cda", unknown, "illumos"),
            ("SunOS 5.11 joyent_20230629T002301Z", unknown, "illumos"),
            ("SunOS 5.11 11.4.0.15.0", unknown, "solaris-11.4"),
            ("SunOS 5.11 11.3", unknown, "solaris-11.3"),
            ("SunOS 5.10 Generic_142900-11", unknown, "solaris-10"),
            ("Linux 4.4.0 #1 SMP", ("", 2, &zol[..]), "openzfs-0.7"),
            ("Linux 6.1.0 #1 SMP", ("", 2, &fuse[..]), "legacy"),
        ] {
            let system = detect(uname, &[answer]).complete().unwrap();
            assert_eq!(system.dialect.to_string(), dialect, "{uname}");
        }
    }

    #[test]
    fn without_the_module_the_userland_still_tells_its_version() {
        let missing =
            "The ZFS modules are not loaded.\nTry running 'modprobe zfs' as root to load them.\n";
        let option = "zfs_version_kernel() failed: No such file or directory\n";
        let answer = detect("Linux 6.1.0", &[("", 1, missing), ("zfs-2.3.2-1\n", 1, option)]);
        let (system, lacks) = answer.partial();
        assert_eq!(system.dialect.to_string(), "openzfs-2.3");
        assert_eq!((system.userland.as_deref(), system.kernel), (Some("zfs-2.3.2-1"), None));
        let [Lack::Failure(failure)] = &lacks[..] else { panic!("{lacks:?}") };
        assert_eq!(failure.kind(), FailureKind::ModuleNotLoaded);
    }

    #[test]
    fn a_daemon_that_is_not_running_is_said() {
        let down = "connect: No such file or directory\nPlease make sure that the zfs-fuse daemon is running.\n\
            internal error: failed to initialize ZFS library\n";
        let (system, lacks) = detect("Linux 6.1.0", &[("", 1, down), ("", 1, down)]).partial();
        assert_eq!(system.dialect.to_string(), "legacy");
        assert!(!lacks.is_empty());
    }

    proptest! {
        #[test]
        fn any_answers_are_a_system(uname: Vec<u8>, stdout: Vec<u8>, stderr: Vec<u8>, code in 0..3) {
            let mut exchange = Detect::new();
            exchange.feed(&uname);
            let mut step = exchange.finish(Finished::new(Ended::Code(0), b""));
            while let Step::Run(mut exchange) = step {
                exchange.feed(&stdout);
                step = exchange.finish(Finished::new(Ended::Code(code), &stderr));
            }
        }
    }
}
