//! Native properties of datasets.
//!
//! The kinds of dataset that have a property differ a little by version (illumos has fewer
//! properties of bookmarks): a row has the widest. Where the first version of a family that has a
//! property isn't known for sure, the row says the earlier one: a system's refusal is plain to see,
//! and a refusal of ours would be wrong. `hidden` is as in OpenZFS since 0.8; the systems before it,
//! Solaris and FreeBSD until 12 leave `guid`, `createtxg` and `objsetid` out of `all` as well.

use super::row::{
    DEVELOPMENT, EVERYWHERE, F, FS, FV, FVS, FVSB, NOWHERE, S, V, VS, join, newer, openzfs, row,
};
use super::{Availability, Edit, Facts, Form, from, share};
use crate::dialect::Since;
use Edit::{Inheritable, Once, OnceInheritable, ReadOnly, Settable};
use Form::{Count, Guid, Integer, Keyword, Limit, Quota, Ratio, Size, Text, TextOrNone, Time};

/// Came with pools of version 16 to 28: FreeBSD 8.2 had 15, 8.3 has 28.
const V28: Availability = EVERYWHERE.freebsd_base(8, 3);
/// In OpenZFS on every system, and nowhere else.
const OPENZFS: Availability = openzfs(0, 0);
/// OpenZFS's encryption, which FreeBSD had only with OpenZFS.
const CRYPT: Availability = openzfs(0, 8).illumos();
/// FreeBSD's word for it is `jailed`.
const ZONED: Availability =
    NOWHERE.linux(Since::Always).macos(Since::Always).illumos().solaris(0, 0).legacy();
const JAILED: Availability = NOWHERE.freebsd(Since::Always).freebsd_base(0, 0);
/// Before iSCSI went to COMSTAR. OpenSolaris 2009.06 had it as well; what can be asked of the legacy
/// lineage is what zfs-fuse, its last, takes, and it refuses the whole question for this.
const SHAREISCSI: Availability = NOWHERE.freebsd_base_until(8, 3).solaris_until(11, 0);
/// Oracle's alone, after it left the others.
const SOLARIS: Availability = NOWHERE.solaris(11, 0);

pub(super) static TABLE: &[Facts] =
    &join::<{ ROWS.len() + share::ROWS.len() }>(&[ROWS, share::ROWS]);

/// Headers that were another version's, in lower case, and the property that they are of.
pub(super) const OTHER_HEADERS: &[(&str, &str)] = &[("volthread", "volthreading")];

#[rustfmt::skip]
const ROWS: &[Facts] = &[
    // What it is.
    row("name",                    "NAME",                    FVSB, Text,       ReadOnly,        EVERYWHERE).hidden().free(),
    row("type",                    "TYPE",                    FVSB, Keyword,    ReadOnly,        EVERYWHERE),
    row("creation",                "CREATION",                FVSB, Time,       ReadOnly,        EVERYWHERE),
    row("guid",                    "GUID",                    FVSB, Guid,       ReadOnly,        EVERYWHERE).free(),
    row("createtxg",               "CREATETXG",               FVSB, Integer,    ReadOnly,        EVERYWHERE).free(),
    row("objsetid",                "OBJSETID",                FVS,  Integer,    ReadOnly,        V28.not_solaris()),
    row("version",                 "VERSION",                 FS,   Keyword,    Settable,        EVERYWHERE).dear(),
    row("origin",                  "ORIGIN",                  FV,   Text,       ReadOnly,        EVERYWHERE).free(),
    row("clones",                  "CLONES",                  S,    Text,       ReadOnly,        newer(8, 3)),
    row("numclones",               "NUMCLONES",               S,    Count,      ReadOnly,        EVERYWHERE.not_solaris()).hidden().free(),
    row("prevsnap",                "PREVSNAP",                FV,   Text,       ReadOnly,        newer(8, 3)).hidden(),
    row("inconsistent",            "INCONSISTENT",            FVS,  Count,      ReadOnly,        newer(10, 0)).hidden().free(),
    row("remaptxg",                "REMAPTXG",                FVS,  Count,      ReadOnly,        newer(12, 0).openzfs(0, 8)).hidden(),
    row("zoned",                   "ZONED",                   F,    Keyword,    Inheritable,     ZONED),
    row("jailed",                  "JAILED",                  F,    Keyword,    Inheritable,     JAILED),
    // The identifier of a user, said to be `none` too.
    row("zoned_uid",               "ZONED_UID",               F,    Count,      Inheritable,     DEVELOPMENT),

    // Space.
    row("used",                    "USED",                    FVS,  Size,       ReadOnly,        EVERYWHERE),
    row("available",               "AVAIL",                   FV,   Size,       ReadOnly,        EVERYWHERE),
    row("referenced",              "REFER",                   FVSB, Size,       ReadOnly,        EVERYWHERE),
    row("usedbydataset",           "USEDDS",                  FV,   Size,       ReadOnly,        EVERYWHERE),
    row("usedbychildren",          "USEDCHILD",               FV,   Size,       ReadOnly,        EVERYWHERE),
    row("usedbysnapshots",         "USEDSNAP",                FV,   Size,       ReadOnly,        EVERYWHERE),
    row("usedbyrefreservation",    "USEDREFRESERV",           FV,   Size,       ReadOnly,        EVERYWHERE),
    row("unique",                  "UNIQUE",                  FVS,  Size,       ReadOnly,        V28.not_solaris()).hidden(),
    row("written",                 "WRITTEN",                 FVS,  Size,       ReadOnly,        newer(8, 3)),
    row("logicalused",             "LUSED",                   FV,   Size,       ReadOnly,        newer(9, 2)),
    row("logicalreferenced",       "LREFER",                  FVSB, Size,       ReadOnly,        newer(9, 2)),
    row("compressratio",           "RATIO",                   FVSB, Ratio,      ReadOnly,        EVERYWHERE),
    row("refcompressratio",        "REFRATIO",                FVS,  Ratio,      ReadOnly,        newer(8, 3)),
    row("useraccounting",          "USERACCOUNTING",          FVS,  Count,      ReadOnly,        V28.freebsd_base(8, 2).not_solaris()).hidden(),

    // Limits.
    row("quota",                   "QUOTA",                   F,    Quota,      Settable,        EVERYWHERE),
    row("refquota",                "REFQUOTA",                F,    Quota,      Settable,        EVERYWHERE),
    row("reservation",             "RESERV",                  FV,   Quota,      Settable,        EVERYWHERE),
    row("refreservation",          "REFRESERV",               FV,   Quota,      Settable,        EVERYWHERE),
    row("filesystem_limit",        "FSLIMIT",                 F,    Limit,      Settable,        newer(10, 2)),
    row("filesystem_count",        "FSCOUNT",                 F,    Limit,      ReadOnly,        newer(10, 2)),
    row("snapshot_limit",          "SSLIMIT",                 FV,   Limit,      Settable,        newer(10, 2)),
    row("snapshot_count",          "SSCOUNT",                 FV,   Limit,      ReadOnly,        newer(10, 2)),
    // These print 0 where there is none, exact or not.
    row("defaultuserquota",        "DEFAULTUSERQUOTA",        FS,   Quota,      Settable,        openzfs(2, 4).solaris(11, 0)).dear(),
    row("defaultgroupquota",       "DEFAULTGROUPQUOTA",       FS,   Quota,      Settable,        openzfs(2, 4).solaris(11, 0)).dear(),
    row("defaultprojectquota",     "DEFAULTPROJECTQUOTA",     FS,   Quota,      Settable,        openzfs(2, 4)).dear(),
    row("defaultuserobjquota",     "DEFAULTUSEROBJQUOTA",     FS,   Quota,      Settable,        openzfs(2, 4)).dear(),
    row("defaultgroupobjquota",    "DEFAULTGROUPOBJQUOTA",    FS,   Quota,      Settable,        openzfs(2, 4)).dear(),
    row("defaultprojectobjquota",  "DEFAULTPROJECTOBJQUOTA",  FS,   Quota,      Settable,        openzfs(2, 4)).dear(),

    // Volumes.
    row("volsize",                 "VOLSIZE",                 VS,   Size,       Settable,        EVERYWHERE),
    row("volblocksize",            "VOLBLOCK",                V,    Size,       OnceInheritable, EVERYWHERE),
    row("volmode",                 "VOLMODE",                 FV,   Keyword,    Inheritable,     openzfs(0, 7).freebsd_base(10, 0)),
    row("snapdev",                 "SNAPDEV",                 FV,   Keyword,    Inheritable,     OPENZFS),
    // The header has a space until 2.4, and is VOLTHREAD after it.
    row("volthreading",            "zvol threading",          V,    Keyword,    Settable,        openzfs(2, 3)),
    row("rawvol",                  "RAWVOL",                  V,    Keyword,    OnceInheritable, NOWHERE.illumos()),

    // How blocks are stored.
    row("recordsize",              "RECSIZE",                 F,    Size,       Inheritable,     EVERYWHERE),
    row("compression",             "COMPRESS",                FV,   Keyword,    Inheritable,     EVERYWHERE),
    row("checksum",                "CHECKSUM",                FV,   Keyword,    Inheritable,     EVERYWHERE),
    row("dedup",                   "DEDUP",                   FV,   Keyword,    Inheritable,     V28.solaris(11, 0)),
    row("copies",                  "COPIES",                  FV,   Keyword,    Inheritable,     EVERYWHERE),
    row("sync",                    "SYNC",                    FV,   Keyword,    Inheritable,     V28.not_legacy()),
    row("logbias",                 "LOGBIAS",                 FV,   Keyword,    Inheritable,     V28),
    row("primarycache",            "PRIMARYCACHE",            FVS,  Keyword,    Inheritable,     EVERYWHERE),
    row("secondarycache",          "SECONDARYCACHE",          FVS,  Keyword,    Inheritable,     EVERYWHERE),
    row("prefetch",                "PREFETCH",                FVS,  Keyword,    Inheritable,     openzfs(2, 2)),
    row("redundant_metadata",      "REDUND_MD",               FV,   Keyword,    Inheritable,     newer(10, 2)),
    // Of filesystems alone before OpenZFS 2.4.
    row("special_small_blocks",    "SPECIAL_SMALL_BLOCKS",    FV,   Size,       Inheritable,     newer(12, 0).openzfs(0, 8)),
    row("dnodesize",               "DNSIZE",                  F,    Keyword,    Inheritable,     newer(12, 0).openzfs(0, 7)),
    row("direct",                  "DIRECT",                  F,    Keyword,    Inheritable,     openzfs(2, 3)),

    // Mounting and sharing.
    row("mounted",                 "MOUNTED",                 F,    Keyword,    ReadOnly,        EVERYWHERE),
    row("mountpoint",              "MOUNTPOINT",              F,    TextOrNone, Inheritable,     EVERYWHERE).open(),
    row("canmount",                "CANMOUNT",                F,    Keyword,    Settable,        EVERYWHERE),
    row("overlay",                 "OVERLAY",                 F,    Keyword,    Inheritable,     OPENZFS),
    row("readonly",                "RDONLY",                  FV,   Keyword,    Inheritable,     EVERYWHERE),
    row("atime",                   "ATIME",                   F,    Keyword,    Inheritable,     EVERYWHERE),
    row("relatime",                "RELATIME",                F,    Keyword,    Inheritable,     OPENZFS),
    row("devices",                 "DEVICES",                 FS,   Keyword,    Inheritable,     EVERYWHERE),
    row("exec",                    "EXEC",                    FS,   Keyword,    Inheritable,     EVERYWHERE),
    row("setuid",                  "SETUID",                  FS,   Keyword,    Inheritable,     EVERYWHERE),
    row("nbmand",                  "NBMAND",                  FS,   Keyword,    Inheritable,     EVERYWHERE),
    row("snapdir",                 "SNAPDIR",                 F,    Keyword,    Inheritable,     EVERYWHERE),
    row("sharenfs",                "SHARENFS",                F,    Text,       Inheritable,     EVERYWHERE).open(),
    row("sharesmb",                "SHARESMB",                F,    Text,       Inheritable,     EVERYWHERE).open(),
    row("shareiscsi",              "SHAREISCSI",              FV,   Text,       Inheritable,     SHAREISCSI).open(),
    row("iscsioptions",            "ISCSIOPTIONS",            V,    Text,       Inheritable,     EVERYWHERE.not_solaris()).open().hidden(),
    row("stmf_sbd_lu",             "STMF_SBD_LU",             V,    Text,       Inheritable,     V28.not_solaris()).open().hidden(),

    // Names and attributes of files.
    row("casesensitivity",         "CASE",                    FS,   Keyword,    OnceInheritable, EVERYWHERE).dear(),
    row("normalization",           "NORMALIZATION",           FS,   Keyword,    OnceInheritable, EVERYWHERE).dear(),
    row("utf8only",                "UTF8ONLY",                FS,   Keyword,    OnceInheritable, EVERYWHERE).dear(),
    row("longname",                "LONGNAME",                F,    Keyword,    Inheritable,     openzfs(2, 3)),
    row("xattr",                   "XATTR",                   FS,   Keyword,    Inheritable,     EVERYWHERE),
    row("vscan",                   "VSCAN",                   F,    Keyword,    Inheritable,     EVERYWHERE),

    // Access.
    row("aclinherit",              "ACLINHERIT",              F,    Keyword,    Inheritable,     EVERYWHERE),
    row("aclmode",                 "ACLMODE",                 F,    Keyword,    Inheritable,     EVERYWHERE.linux(from(2, 0))),
    row("acltype",                 "ACLTYPE",                 FS,   Keyword,    Inheritable,     OPENZFS),
    row("aclimplicit",             "ACLIMPL",                 F,    Keyword,    Inheritable,     NOWHERE.illumos()),
    // Where there is no label, FreeBSD's own ZFS prints nothing at all, and zfs-fuse whatever its
    // buffer last held: the name, or the value before.
    row("mlslabel",                "MLSLABEL",                FVS,  TextOrNone, Inheritable,     V28).open(),
    row("context",                 "CONTEXT",                 FVS,  TextOrNone, Settable,        OPENZFS).open(),
    row("fscontext",               "FSCONTEXT",               FVS,  TextOrNone, Settable,        OPENZFS).open(),
    row("defcontext",              "DEFCONTEXT",              FVS,  TextOrNone, Settable,        OPENZFS).open(),
    row("rootcontext",             "ROOTCONTEXT",             FVS,  TextOrNone, Settable,        OPENZFS).open(),

    // Encryption.
    row("encryption",              "ENCRYPTION",              FVS,  Keyword,    OnceInheritable, CRYPT.solaris(11, 0)),
    row("encryptionroot",          "ENCROOT",                 FVS,  Text,       ReadOnly,        CRYPT),
    row("keystatus",               "KEYSTATUS",               FVS,  Keyword,    ReadOnly,        CRYPT.solaris(11, 0)),
    row("keyformat",               "KEYFORMAT",               FV,   Keyword,    Once,            CRYPT),
    row("keylocation",             "KEYLOCATION",             FV,   TextOrNone, Settable,        CRYPT).open(),
    row("pbkdf2iters",             "PBKDF2ITERS",             FV,   Integer,    Once,            CRYPT),
    row("pbkdf2salt",              "PBKDF2SALT",              FV,   Count,      Once,            CRYPT).hidden(),
    row("keyguid",                 "KEYGUID",                 FVS,  Guid,       ReadOnly,        CRYPT).hidden(),
    row("ivsetguid",               "IVSETGUID",               FVSB, Guid,       ReadOnly,        CRYPT).hidden(),

    // Snapshots, sending and receiving.
    row("defer_destroy",           "DEFER_DESTROY",           S,    Keyword,    ReadOnly,        V28),
    row("userrefs",                "USERREFS",                S,    Count,      ReadOnly,        V28),
    row("snapshots_changed",       "SNAPSHOTS_CHANGED",       FV,   Time,       ReadOnly,        openzfs(2, 2)),
    // In nanoseconds, which no other time is.
    row("snapshots_changed_nsecs", "SNAPSHOTS_CHANGED_NSECS", FV,   Integer,    ReadOnly,        DEVELOPMENT),
    row("receive_resume_token",    "RESUMETOK",               FV,   Text,       ReadOnly,        newer(11, 0).openzfs(0, 7)),
    row("redact_snaps",            "RSNAPS",                  FVSB, Text,       ReadOnly,        openzfs(2, 0)),
    row("redacted",                "REDACTED",                FVS,  Count,      ReadOnly,        openzfs(2, 0)).hidden().free(),

    // Of Oracle Solaris alone.
    row("keysource",               "KEYSOURCE",               FV,   TextOrNone, Inheritable,     SOLARIS).open(),
    row("keychangedate",           "KEYCHANGEDATE",           FVS,  Time,       ReadOnly,        SOLARIS),
    row("rekeydate",               "REKEYDATE",               FVS,  Time,       ReadOnly,        SOLARIS),
    row("multilevel",              "MULTILEVEL",              F,    Keyword,    Settable,        SOLARIS),
    row("rstchown",                "RSTCHOWN",                F,    Keyword,    Inheritable,     SOLARIS),
    row("shadow",                  "SHADOW",                  F,    TextOrNone, Settable,        SOLARIS).open(),
    // Bytes in a second, `default` or `none`.
    row("readlimit",               "READLIMIT",               FV,   Quota,      Settable,        SOLARIS),
    row("writelimit",              "WRITELIMIT",              FV,   Quota,      Settable,        SOLARIS),
    row("defaultreadlimit",        "DEFAULTREADLIMIT",        FV,   Quota,      Settable,        SOLARIS),
    row("defaultwritelimit",       "DEFAULTWRITELIMIT",       FV,   Quota,      Settable,        SOLARIS),
    row("effectivereadlimit",      "EFFECTIVEREADLIMIT",      FV,   Quota,      ReadOnly,        SOLARIS),
    row("effectivewritelimit",     "EFFECTIVEWRITELIMIT",     FV,   Quota,      ReadOnly,        SOLARIS),
];

#[cfg(test)]
mod tests;
