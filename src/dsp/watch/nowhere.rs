//! For systems on which nobody can watch.

use std::convert::Infallible;
use std::path::Path;

use super::{WatchError, Word};
use crate::dsp::disk::Folder;

/// There is none.
#[derive(Debug)]
pub struct Watch(Infallible);

impl Watch {
    /// Refuses.
    pub(in crate::dsp) fn start(_: &Path, _: &Path) -> Result<Self, WatchError> {
        Err(WatchError::Unsupported)
    }

    /// Cannot be reached.
    #[must_use]
    pub fn run(self) -> WatchError {
        match self.0 {}
    }
}

/// Nobody answers.
pub(in crate::dsp) fn ask(_: &Path, _: &Folder, _: std::time::Duration) -> Option<Word> {
    None
}
