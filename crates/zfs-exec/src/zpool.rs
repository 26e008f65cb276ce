//! Operations of `zpool(8)`: a method an operation.

use zfs_parse::zpool::{Get, List};
use zfs_parse::{Answer, Listing, Properties};

use crate::client::AskError;
use crate::{Client, RunError, Runner};

impl<R: Runner> Client<R> {
    /// Lists pools: `zpool list`. A pool that can't be used is a row like the others, without
    /// numbers.
    ///
    /// # Errors
    ///
    /// [`AskError`]: no command could be run, or something is missing from the answer.
    pub fn pools(&self, question: List) -> Result<Listing, AskError<Listing>> {
        Self::whole(self.pools_partial(question))
    }

    /// Lists pools, and says what is missing.
    ///
    /// # Errors
    ///
    /// A command could not be run or read.
    pub fn pools_partial(&self, question: List) -> Result<Answer<Listing>, RunError> {
        self.ask(question, &self.limits())
    }

    /// Gets properties of pools with their sources: `zpool get`.
    ///
    /// # Errors
    ///
    /// [`AskError`]: no command could be run, or something is missing from the answer.
    pub fn pool_properties(&self, question: Get) -> Result<Properties, AskError<Properties>> {
        Self::whole(self.pool_properties_partial(question))
    }

    /// Gets properties of pools with their sources, and says what is missing.
    ///
    /// # Errors
    ///
    /// A command could not be run or read.
    pub fn pool_properties_partial(&self, question: Get) -> Result<Answer<Properties>, RunError> {
        self.ask(question, &self.limits())
    }
}
