//! What a cell can say.
//!
//! A cell is a [`Cell`]: not applicable, none, the default, or a [`Value`]. The four are kept
//! apart, because to a program they are four answers: a volume has no quota, a filesystem's quota
//! is set to none, a Solaris filesystem's write limit is the default one, and a quota is 10 GiB.
//!
//! Values are read leniently as to form: a `%` or an `x` may be there or not, a decimal comma that
//! a locale has put in counts as a point, `512` and `512B` are the same size. They are read
//! strictly as to meaning: what isn't a size is an error, never 0.

mod cell;
mod decimal;
mod digits;
mod form;
mod number;
#[cfg(feature = "serde")]
mod serialize;
mod text;
mod time;

pub use cell::{Cell, Value};
pub use decimal::{Percent, Ratio};
pub use number::{Number, Rounded};
pub use text::Text;
pub use time::{PrintedTime, Time};
