//! Solaris's `share.*` properties: those that are of every share.
//!
//! The rest, some 85 options of NFS and SMB (`share.nfs.sec.sys.rw`), are a family: they are text by
//! their prefix.

use super::row::{F, NOWHERE, row};
use super::{Availability, Edit, Facts, Form};
use Edit::{Inheritable, ReadOnly, Settable};
use Form::{Keyword, Text};

pub(super) const SINCE: Availability = NOWHERE.solaris(11, 1);

#[rustfmt::skip]
pub(super) const ROWS: &[Facts] = &[
    row("share.auto",      "SHARE.AUTO",      F, Keyword, Inheritable, SINCE),
    row("share.autoname",  "SHARE.AUTONAME",  F, Text,    Settable,    SINCE).open(),
    row("share.desc",      "SHARE.DESC",      F, Text,    Settable,    SINCE).open(),
    row("share.name",      "SHARE.NAME",      F, Text,    Settable,    SINCE).open(),
    row("share.path",      "SHARE.PATH",      F, Text,    Settable,    SINCE).open(),
    row("share.point",     "SHARE.POINT",     F, Text,    ReadOnly,    SINCE).open(),
    row("share.protocols", "SHARE.PROTOCOLS", F, Text,    ReadOnly,    SINCE).open(),
    row("share.state",     "SHARE.STATE",     F, Keyword, ReadOnly,    SINCE),
    row("share.nfs",       "SHARE.NFS",       F, Keyword, Inheritable, SINCE),
    row("share.smb",       "SHARE.SMB",       F, Keyword, Inheritable, SINCE),
];
