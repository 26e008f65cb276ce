//! Native properties of pools.

use super::row::{EVERYWHERE, FVSB, row};
use super::{Edit, Facts, Form};
use Edit::{ReadOnly, Settable};

#[rustfmt::skip]
pub(super) const TABLE: &[Facts] = &[
    row("name",   "NAME",   FVSB, Form::Text,    ReadOnly, EVERYWHERE).hidden(),
    row("size",   "SIZE",   FVSB, Form::Size,    ReadOnly, EVERYWHERE),
    row("allocated",   "ALLOC",   FVSB, Form::Size,    ReadOnly, EVERYWHERE),
    row("free",   "FREE",   FVSB, Form::Size,    ReadOnly, EVERYWHERE),
    row("health", "HEALTH", FVSB, Form::Keyword, ReadOnly, EVERYWHERE),
];
