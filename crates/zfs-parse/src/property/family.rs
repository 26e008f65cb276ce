//! Properties whose names are made: by a prefix (`userused@…`, `feature@…`, `share.…`), by a user
//! (`com.example:note`), or by a system newer than the tables.

use super::row::{EVERYWHERE, FVSB, row};
use super::{Edit, Facts, Form, Scope};

static USER: Facts = row("", "", FVSB, Form::Text, Edit::Inheritable, EVERYWHERE).open();
static UNKNOWN: Facts = row("", "", FVSB, Form::Text, Edit::ReadOnly, EVERYWHERE).open();

/// The row for a name that is in no table.
pub(super) fn facts(_scope: Scope, name: &str) -> Option<&'static Facts> {
    let plausible = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_.:-@#".contains(&b);
    if name.is_empty() || name.starts_with('-') || !name.bytes().all(plausible) {
        return None;
    }
    Some(if name.contains(':') { &USER } else { &UNKNOWN })
}
