//! A simulated ZFS, and what must hold of everything that is read. Each check takes bytes, out of
//! which it makes its systems, outputs and choices, and panics where something does not hold: the
//! property tests, the fuzz targets and the replay of past failures all call the same checks.

mod choices;
mod exchange;
mod framing;
mod json;
mod saved;
mod system;
mod text;

pub(crate) use exchange::exchange;
pub(crate) use framing::framing;
pub(crate) use saved::saved;
pub(crate) use text::{failure, names, values};

/// Panics where something does not hold of these bytes.
pub(crate) type Check = fn(&[u8]);

/// The checks by the names of their fuzz targets.
pub(crate) const CHECKS: [(&str, Check); 6] = [
    ("saved", saved),
    ("values", values),
    ("framing", framing),
    ("exchange", exchange),
    ("failure", failure),
    ("names", names),
];
