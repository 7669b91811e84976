//! For systems on which nobody can watch.

use std::convert::Infallible;
use std::path::Path;

use super::{Identity, WatchError, Word};
use crate::dsp::index::Index;

/// There is none.
#[derive(Debug)]
pub struct Watch(Infallible);

impl Watch {
    /// Refuses.
    ///
    /// # Errors
    /// Always.
    pub fn start(_: &Path, _: &Index) -> Result<Self, WatchError> {
        Err(WatchError::Unsupported)
    }

    /// Cannot be reached.
    #[must_use]
    pub fn run(self) -> WatchError {
        match self.0 {}
    }
}

/// Nobody answers.
pub(in crate::dsp) fn ask(_: &Path, _: Identity) -> Option<Word> {
    None
}
