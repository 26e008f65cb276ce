//! Operations of `zfs(8)`: a method an operation.

use zfs_parse::zfs::{Get, List};
use zfs_parse::{Answer, Listing, Properties};

use crate::client::AskError;
use crate::{Client, Rows, RunError, Runner};

impl<R: Runner> Client<R> {
    /// Lists datasets: `zfs list`. One command, however many there are; several where so many are
    /// named that they don't fit into one.
    ///
    /// # Errors
    ///
    /// [`AskError`]: no command could be run, or something is missing from the answer.
    pub fn list(&self, question: List) -> Result<Listing, AskError<Listing>> {
        Self::whole(self.list_partial(question))
    }

    /// Lists datasets, and says what is missing.
    ///
    /// # Errors
    ///
    /// A command could not be run or read.
    pub fn list_partial(&self, question: List) -> Result<Answer<Listing>, RunError> {
        self.ask(question, &self.limits())
    }

    /// Lists datasets, and gives out rows while the command still runs, in constant memory however
    /// many there are: each as soon as ZFS has printed it. With open columns, as `mountpoint` and user
    /// properties are, each comes as soon as some kilobytes a column have been printed behind it, or
    /// all: until then it could be a part of a value.
    ///
    /// A row whose value holds a TAB or a newline is reported, not recovered, as
    /// [`list`](Self::list) does.
    ///
    /// # Errors
    ///
    /// The system could not be asked which dialect it talks.
    pub fn list_rows(&self, question: List) -> Result<Rows<'_, R, List>, RunError> {
        self.rows(question, self.limits())
    }

    /// Gets properties of datasets with their sources: `zfs get`. One command, however many
    /// datasets there are, and some more for `all`: see [`Get::with_dear`]. [`list`](Self::list)
    /// costs less where the sources don't matter.
    ///
    /// # Errors
    ///
    /// [`AskError`]: no command could be run, or something is missing from the answer.
    pub fn get(&self, question: Get) -> Result<Properties, AskError<Properties>> {
        Self::whole(self.get_partial(question))
    }

    /// Gets properties of datasets with their sources, and says what is missing.
    ///
    /// # Errors
    ///
    /// A command could not be run or read.
    pub fn get_partial(&self, question: Get) -> Result<Answer<Properties>, RunError> {
        self.ask(question, &self.limits())
    }
}
