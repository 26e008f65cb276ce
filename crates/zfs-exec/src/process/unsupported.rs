//! Where processes can't be run, everything compiles and says so at run time.

use std::ffi::OsString;
use std::time::Duration;

use super::NAME;
use crate::process::{Manners, Plan};
use crate::{RunError, Running};

/// No child is ever started, so none is ever abandoned.
#[derive(Debug, Default)]
pub(crate) struct Ward;

impl Ward {
    pub(crate) const fn stuck(&self) -> usize {
        0
    }

    pub(crate) const fn settle(&self, _at_most: Duration) -> usize {
        0
    }
}

pub(crate) fn start(plan: Plan) -> Result<Box<dyn Running>, RunError> {
    let Plan { command, program, args, env, limits, manners, ward } = plan;
    let Manners { grace: _, linger: _, stderr_limit: _ } = manners;
    let _ = limits.cancelled();
    drop((program, args, env, ward));
    Err(RunError::Unsupported { command, platform: NAME })
}

pub(crate) fn word(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}
