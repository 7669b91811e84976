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
    ///
    /// # Errors
    /// None.
    pub fn run(self, _: Option<Duration>) -> Result<(), WatchError> {
        match self.0 {}
    }
}

/// Nobody can.
pub(in crate::dsp) fn is_free(_: &Path, _: &Folder, _: usize) -> bool {
    false
}

/// Nobody does.
pub(in crate::dsp) fn stop(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Nobody answers.
pub(in crate::dsp) fn ask(_: &Path, _: &Folder, _: Duration) -> Option<Word> {
    None
}
