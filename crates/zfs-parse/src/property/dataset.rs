//! Native properties of datasets.

use super::row::{EVERYWHERE, F, FV, FVS, FVSB, NOWHERE, S, V, row};
use super::{Edit, Facts, Form};
use Edit::{Inheritable, Once, OnceInheritable, ReadOnly, Settable};

#[rustfmt::skip]
pub(super) const TABLE: &[Facts] = &[
    row("name",       "NAME",       FVSB, Form::Text,    ReadOnly,    EVERYWHERE).hidden().free(),
    row("type",       "TYPE",       FVSB, Form::Keyword, ReadOnly,    EVERYWHERE),
    row("used",       "USED",       FVS,  Form::Size,    ReadOnly,    EVERYWHERE),
    row("available",  "AVAIL",      FV,   Form::Size,    ReadOnly,    EVERYWHERE),
    row("referenced", "REFER",      FVSB, Form::Size,    ReadOnly,    EVERYWHERE),
    row("quota",      "QUOTA",      F,    Form::Quota,   Settable,    EVERYWHERE),
    row("mountpoint", "MOUNTPOINT", F,    Form::TextOrNone, Inheritable, EVERYWHERE).open(),
];
