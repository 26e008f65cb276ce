//! When a question is asked again, and in which form.

mod forms;
mod hostile;
mod nested;
mod parts;
mod refused;
mod system;

use super::*;
use crate::Lack;
use crate::dialect::Capability;
use crate::exchange::Ended;
use crate::failure::FailureKind;
use crate::name::Name;
use crate::properties::Source;
use crate::question::refusal::refused_option;
use crate::zpool;
use crate::{Answer, Listing, Properties, zfs};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use system::Pool;
