//! Native properties of vdevs.

use super::Facts;

pub(super) const TABLE: &[Facts] = &[];
