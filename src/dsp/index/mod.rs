//! The index of a `.dsp/`: its small files, packed by kind, with the stamps they had when they were read. A door.
//!
//! Speed, never truth: bytes are taken from it only where the stamp of the file still is what it was, or where somebody
//! watches and says that nobody touched it. Deleting it changes nothing.
//!
//! It is read in one go and not mapped: a map of a file that others may write is unsound in Rust, and what it would
//! save is below a millisecond.
#![expect(clippy::disallowed_methods, reason = "the clock tells which stamps have settled")]

mod packed;
mod place;

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

pub(super) use packed::{Packed, Row, Rows};

use super::disk;
use super::stamp::SETTLES;
use super::watch::{self, Epoch, Watch, WatchError, Word};
use crate::kept::Folder;

/// The folders in the git directory, or in the user's cache folder, that are the tool's.
const OWN: usize = 3;

/// How long a watcher is waited for: it may have been stopped.
const PATIENCE: Duration = Duration::from_millis(100);

/// Where a `.dsp/` is packed.
#[derive(Debug)]
pub struct Index {
    /// `None`: nothing is known, and nothing is kept.
    place: Option<Folder>,
    settles: i64,
    patience: Duration,
}

impl Index {
    /// One that knows and keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self { place: None, settles: SETTLES, patience: PATIENCE }
    }

    /// The index of `dsp_dir`: in the git directory of the work tree around it, else in the user's cache folder.
    #[must_use]
    pub fn of(dsp_dir: &Path) -> Self {
        let cache = place::user_cache();
        let place = std::path::absolute(dsp_dir).ok().and_then(|dir| place::of(&dir, cache.as_deref()));
        Self { place: place.map(|place| Folder::at(place, OWN)), ..Self::none() }
    }

    /// One in a folder of its own, for files that settle after so many nanoseconds.
    #[cfg(test)]
    pub(super) fn for_test(place: &Path, settles: i64) -> Self {
        Self { place: Some(Folder::at(place.to_owned(), OWN)), settles, patience: Duration::from_secs(20) }
    }

    /// The moment before which a file must have been touched last for its stamp to speak for it, from now on.
    pub(super) fn settled(&self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        i64::try_from(now).unwrap_or(i64::MAX).saturating_sub(self.settles)
    }

    /// The files called `file`, as far as they are known.
    pub(super) fn load(&self, file: &str) -> Packed {
        let bytes = self.place.as_ref().and_then(|place| place.read(file));
        bytes.and_then(|bytes| Packed::parse(file, bytes)).unwrap_or_default()
    }

    /// Keeps `rows`, sorted by name and looked at in `epoch`, as the files called `file`.
    pub(super) fn save(&self, file: &str, epoch: Epoch, rows: &[Row<'_>]) {
        let Some(place) = &self.place else { return };
        // What cannot be written costs the next run some time, and is no concern of this one.
        let _unwritten =
            packed::pack(file, epoch, rows).is_none_or(|bytes| place.write(file, &[&bytes]).is_err());
    }

    /// Begins to watch `dsp_dir`, an absolute path, for those who ask what this knows of it.
    ///
    /// # Errors
    /// See [`WatchError`].
    pub fn watch(&self, dsp_dir: &Path) -> Result<Watch, WatchError> {
        Watch::start(dsp_dir, self.place().ok_or_else(|| WatchError::NoPlace(dsp_dir.to_owned()))?)
    }

    /// What who watches `folder` says; `None` where nobody does.
    pub(super) fn ask(&self, folder: &disk::Folder) -> Option<Word> {
        watch::ask(self.place()?, folder, self.patience)
    }

    /// Where it lies; `None` where nothing is kept.
    fn place(&self) -> Option<&Path> {
        self.place.as_ref()?.place()
    }

    /// Whether anything is kept at all.
    pub(super) fn keeps(&self) -> bool {
        self.place.is_some()
    }
}
