//! For systems on which nobody can watch.

use std::convert::Infallible;
use std::fs::File;
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
    pub(in crate::dsp) fn start(_: &Path, _: &Path, _: Option<File>) -> Result<Self, WatchError> {
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
pub(in crate::dsp) fn lock(_: &Path, _: &Folder, _: usize, _: bool) -> Option<File> {
    None
}

/// Nobody tries.
pub(in crate::dsp) fn note_refusal(_: &Path) {}

/// Nobody does.
pub(in crate::dsp) fn stop(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// Nobody answers.
pub(in crate::dsp) fn ask(_: &Path, _: &Folder, _: Duration) -> Option<Word> {
    None
}
