//! Questions of `zpool(8)`: a file a subcommand.

mod get;
mod list;

pub use get::Get;
pub use list::List;
