//! Native properties of vdevs.

use super::row::{DEVELOPMENT, FVSB as ANY, openzfs, row};
use super::{Availability, Edit, Facts, Form};
use Edit::{ReadOnly, Settable};
use Form::{Count, Guid, Integer, Keyword, Percent, Size, Text};

const V22: Availability = openzfs(2, 2);
const V23: Availability = openzfs(2, 3);
const V24: Availability = openzfs(2, 4);

#[rustfmt::skip]
pub(super) static TABLE: &[Facts] = &[
    // What it is.
    row("name",              "NAME",            ANY, Text,    ReadOnly, V22).open().hidden(),
    row("guid",              "GUID",            ANY, Guid,    ReadOnly, V22),
    // With `-p` this prints as a number: 0 is UNKNOWN, 7 is ONLINE.
    row("state",             "STATE",           ANY, Keyword, ReadOnly, V22),
    row("comment",           "COMMENT",         ANY, Text,    Settable, V22).open(),
    row("path",              "PATH",            ANY, Text,    Settable, V22).open(),
    row("devid",             "DEVID",           ANY, Text,    ReadOnly, V22).open(),
    row("physpath",          "PHYSPATH",        ANY, Text,    ReadOnly, V22).open(),
    row("encpath",           "ENCPATH",         ANY, Text,    ReadOnly, V22).open(),
    row("fru",               "FRU",             ANY, Text,    ReadOnly, V22).open(),
    row("parent",            "PARENT",          ANY, Text,    ReadOnly, V22),
    // Vdevs on files are named by their paths.
    row("children",          "CHILDREN",        ANY, Text,    ReadOnly, V22).open(),
    row("numchildren",       "NUMCHILD",        ANY, Count,   ReadOnly, V22),
    row("parity",            "PARITY",          ANY, Integer, ReadOnly, V22),
    row("ashift",            "ASHIFT",          ANY, Integer, ReadOnly, V22),

    // Space.
    row("size",              "SIZE",            ANY, Size,    ReadOnly, V22),
    row("allocated",         "ALLOC",           ANY, Size,    ReadOnly, V22),
    row("free",              "FREE",            ANY, Size,    ReadOnly, V22),
    row("capacity",          "CAP",             ANY, Percent, ReadOnly, V22),
    // This keeps its `%` even with `-p`.
    row("fragmentation",     "FRAG",            ANY, Percent, ReadOnly, V22),
    row("expandsize",        "EXPANDSZ",        ANY, Size,    ReadOnly, V22),
    row("asize",             "ASIZE",           ANY, Size,    ReadOnly, V22),
    row("psize",             "PSIZE",           ANY, Size,    ReadOnly, V22),
    row("bootsize",          "BOOTSIZE",        ANY, Size,    ReadOnly, V22),

    // Errors.
    row("read_errors",       "RDERR",           ANY, Count,   ReadOnly, V22),
    row("write_errors",      "WRERR",           ANY, Count,   ReadOnly, V22),
    row("checksum_errors",   "CKERR",           ANY, Count,   ReadOnly, V22),
    row("initialize_errors", "INITERR",         ANY, Count,   ReadOnly, V22),
    row("trim_errors",       "TRIMERR",         ANY, Count,   ReadOnly, V23),
    row("slow_ios",          "SLOW",            ANY, Count,   ReadOnly, V23),

    // Operations and bytes since the import.
    row("null_ops",          "NULLOP",          ANY, Count,   ReadOnly, V22),
    row("read_ops",          "READOP",          ANY, Count,   ReadOnly, V22),
    row("write_ops",         "WRITEOP",         ANY, Count,   ReadOnly, V22),
    row("free_ops",          "FREEOP",          ANY, Count,   ReadOnly, V22),
    row("claim_ops",         "CLAIMOP",         ANY, Count,   ReadOnly, V22),
    row("trim_ops",          "TRIMOP",          ANY, Count,   ReadOnly, V22),
    row("null_bytes",        "NULLBYTE",        ANY, Size,    ReadOnly, V22),
    row("read_bytes",        "READBYTE",        ANY, Size,    ReadOnly, V22),
    row("write_bytes",       "WRITEBYTE",       ANY, Size,    ReadOnly, V22),
    row("free_bytes",        "FREEBYTE",        ANY, Size,    ReadOnly, V22),
    row("claim_bytes",       "CLAIMBYTE",       ANY, Size,    ReadOnly, V22),
    row("trim_bytes",        "TRIMBYTE",        ANY, Size,    ReadOnly, V22),

    // How it behaves: so many events in so many seconds make a fault.
    row("checksum_n",        "CKSUM_N",         ANY, Count,   Settable, V22),
    row("checksum_t",        "CKSUM_T",         ANY, Count,   Settable, V22),
    row("io_n",              "IO_N",            ANY, Count,   Settable, V22),
    row("io_t",              "IO_T",            ANY, Count,   Settable, V22),
    row("slow_io_n",         "SLOW_IO_N",       ANY, Count,   Settable, V22),
    row("slow_io_t",         "SLOW_IO_T",       ANY, Count,   Settable, V22),
    row("slow_io_events",    "SLOW_IO_EVENTS",  ANY, Keyword, Settable, V24),
    row("failfast",          "FAILFAST",        ANY, Keyword, Settable, V22),
    row("allocating",        "ALLOCATING",      ANY, Keyword, Settable, V22),
    row("removing",          "REMOVING",        ANY, Keyword, ReadOnly, V22),
    row("raidz_expanding",   "RAIDZ_EXPANDING", ANY, Keyword, ReadOnly, V23),
    row("trim_support",      "TRIMSUP",         ANY, Keyword, ReadOnly, V23),
    row("sit_out",           "SIT_OUT",         ANY, Keyword, Settable, V24),
    row("autosit",           "AUTOSIT",         ANY, Keyword, Settable, V24),
    row("failure_domain",    "FAILURE_DOMAIN",  ANY, Text,    ReadOnly, DEVELOPMENT),
    row("scheduler",         "SCHEDULER",       ANY, Keyword, Settable, DEVELOPMENT),
    row("alloc_bias",        "ALLOC_BIAS",      ANY, Keyword, Settable, DEVELOPMENT),
];

#[cfg(test)]
mod tests {
    use super::super::{Holds, Property, Scope, natives};
    use super::*;

    #[test]
    fn vdevs_have_properties_since_openzfs_2_2() {
        let count = |dialect: &str| natives(Scope::Vdev, dialect.parse().unwrap()).count();
        assert_eq!(count("openzfs-2.1"), 0);
        assert_eq!(count("openzfs-2.3") - count("openzfs-2.2"), 4);
        assert_eq!(count("freebsd-2.4") - count("freebsd-2.3"), 3);
        assert_eq!(count("openzfs") - count("openzfs-2.4"), 3);
        assert_eq!(count("openzfs"), TABLE.len());
        for dialect in ["illumos", "solaris-11.4", "freebsd-12", "legacy"] {
            assert_eq!(count(dialect), 0, "{dialect}");
        }
    }

    #[test]
    fn paths_and_comments_are_open_and_numbers_are_closed() {
        for facts in TABLE {
            let closed = ["parent", "failure_domain"].contains(&facts.name) || facts.form != Text;
            assert_eq!(facts.holds == Holds::Closed, closed, "{}", facts.name);
        }
    }

    #[test]
    fn headers_are_aliases() {
        for (alias, name) in [
            ("rderr", "read_errors"),
            ("slow", "slow_ios"),
            ("numchild", "numchildren"),
            ("trimsup", "trim_support"),
            ("cksum_t", "checksum_t"),
            ("writebyte", "write_bytes"),
        ] {
            assert_eq!(Property::of(Scope::Vdev, alias).unwrap().name(), name);
        }
    }
}
