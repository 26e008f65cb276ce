//! Questions of `zfs(8)`: a file a subcommand.

mod get;
mod list;

pub use get::Get;
pub(crate) use list::SPACE;
pub use list::{Brake, List, Pace, Sort};

/// What snapshots are put in order by.
const AGE: &str = "createtxg";
