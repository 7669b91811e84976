//! The index of a `.dsp/`: its small files, packed by kind, with the stamps they had when they were read. A door.
//!
//! Speed, never truth: bytes are taken from it only where the stamp of the file still is what it was. A file of it
//! that is damaged, foreign or of another version counts as empty, and one that cannot be written is not written.
//! Deleting it changes nothing.
//!
//! It is read in one go and not mapped: a map of a file that others may write is unsound in Rust, and what it would
//! save is below a millisecond.
#![expect(
    clippy::disallowed_methods,
    reason = "the index is a door: its files belong to the tool, not to the repository"
)]

mod packed;
mod place;

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

pub(super) use packed::{Packed, Row, Rows};

use super::stamp::SETTLES;

/// Bytes of the largest file that is written or read: what is larger is not ours.
const LARGEST: u64 = 1 << 31;

/// Where a `.dsp/` is packed.
#[derive(Debug)]
pub struct Index {
    /// `None`: nothing is known, and nothing is kept.
    place: Option<PathBuf>,
    settles: i64,
}

impl Index {
    /// One that knows and keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self { place: None, settles: SETTLES }
    }

    /// The index of `dsp_dir`: in the git directory of the work tree around it, else in the user's cache folder.
    #[must_use]
    pub fn of(dsp_dir: &Path) -> Self {
        let cache = place::user_cache();
        let place = std::path::absolute(dsp_dir).ok().and_then(|dir| place::of(&dir, cache.as_deref()));
        Self { place, ..Self::none() }
    }

    /// One in a folder of its own, for files that settle after so many nanoseconds.
    #[cfg(test)]
    pub(super) fn for_test(place: &Path, settles: i64) -> Self {
        Self { place: Some(place.to_owned()), settles }
    }

    /// The moment before which a file must have been touched last for its stamp to speak for it, from now on.
    pub(super) fn settled(&self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        i64::try_from(now).unwrap_or(i64::MAX).saturating_sub(self.settles)
    }

    /// The files called `file`, as far as they are known.
    pub(super) fn load(&self, file: &str) -> Packed {
        let bytes =
            self.place.as_ref().filter(|place| is_ours(place)).and_then(|place| read(&place.join(file)));
        bytes.and_then(|bytes| Packed::parse(file, bytes)).unwrap_or_default()
    }

    /// Keeps `rows`, sorted by name, as the files called `file`.
    pub(super) fn save(&self, file: &str, rows: &[Row<'_>]) {
        let Some(place) = self.place.as_ref().filter(|place| is_ours(place)) else { return };
        // What cannot be written costs the next run some time, and is no concern of this one.
        let _unwritten = packed::pack(file, rows)
            .filter(|bytes| bytes.len() as u64 <= LARGEST)
            .map(|bytes| write(place, file, &bytes))
            .is_none_or(|done| done.is_err());
    }

    /// Whether anything is kept at all.
    pub(super) fn keeps(&self) -> bool {
        self.place.is_some()
    }
}

/// Whether no link, and no file, stands where the folders of the tool are. A link would lead elsewhere.
fn is_ours(place: &Path) -> bool {
    let own = place.ancestors().take(3);
    own.into_iter().all(|dir| dir.symlink_metadata().map_or(true, |found| found.is_dir()))
}

fn read(file: &Path) -> Option<Vec<u8>> {
    // A pipe would never end.
    let found = file.symlink_metadata().ok()?;
    let size = usize::try_from(found.len()).ok()?;
    if !found.is_file() || found.len() > LARGEST {
        return None;
    }
    let mut bytes = Vec::with_capacity(size + 1);
    File::open(file).ok()?.take(LARGEST).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn write(place: &Path, file: &str, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(place)?;
    let mut temporary = tempfile::NamedTempFile::new_in(place)?;
    temporary.write_all(bytes)?;
    temporary.persist(place.join(file))?;
    Ok(())
}
