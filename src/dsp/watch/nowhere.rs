//! For systems on which nobody can watch.

use std::convert::Infallible;
use std::io;
use std::path::Path;
use std::time::Duration;

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
    pub fn run(self, _: Option<Duration>) -> WatchError {
        match self.0 {}
    }
}

/// Nobody answers.
pub(in crate::dsp) fn ask(_: &Path, _: &Folder, _: Duration) -> Option<Word> {
    None
}

/// Nobody watches.
pub(in crate::dsp) fn watcher(_: &Path) -> Option<u32> {
    None
}

/// Does nothing.
pub fn detach() {}

/// Refuses.
///
/// # Errors
/// Always.
pub fn end(_: u32) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
