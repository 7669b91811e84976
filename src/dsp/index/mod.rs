//! The index of a `.dsp/`: its small files, packed by kind, with the stamps they had when they were read. A door.
//!
//! Speed, never truth: bytes are taken from it only where the stamp of the file still is what it was, or where somebody
//! watches and says that nobody touched it. Deleting it changes nothing.
//!
//! It is read and not mapped: a map of a file that others may write is unsound in Rust.
#![expect(clippy::disallowed_methods, reason = "the clock tells which stamps have settled")]

mod packed;
mod place;
mod reverse;

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use packed::sealed;
pub(super) use packed::{Far, Packed};
pub(super) use reverse::{Importer, Reverse};

use super::disk;
use super::names::Names;
use super::stamp::{KeptStamp, SETTLES};
use super::watch::{self, Epoch, Watch, WatchError, Word};
use crate::kept::Folder;

/// The folders in the git directory, or in the user's cache folder, that are the tool's.
const OWN: usize = 3;

/// See [`Index::worth_packing`].
const WORTH_PACKING: usize = 500;

/// How long a watcher is waited for: it may have been stopped.
const PATIENCE: Duration = Duration::from_millis(100);

/// What the list of entities and tables is called, and that of the tables alone, and their marks: another layout has another
/// one, and a list beside which there were no tables yet.
const LISTING: (&str, &[u8; 8]) = ("listing", b"dsplist2");
const TABLES: (&str, &[u8; 8]) = ("tables", b"dsptocs1");

/// What the table of importers is called.
const REVERSE: &str = "importers";

/// What lies behind a column that was read: it is read by who needs it, and once.
#[derive(Debug, Default)]
pub(super) struct Rest(Option<(&'static str, File)>);

impl Rest {
    /// What speaks for the files of `packed`, with which this came; `None` where it is damaged, or was read before.
    pub(super) fn read(&mut self, packed: &Packed) -> Option<Far> {
        let (file, mut open) = self.0.take()?;
        packed.read_far(file, &mut open)
    }
}

/// Where a `.dsp/` is packed.
#[derive(Debug)]
pub struct Index {
    /// `None`: nothing is known, and nothing is kept.
    place: Option<Folder>,
    settles: i64,
    patience: Duration,
    worth_packing: usize,
}

impl Index {
    /// One that knows and keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self { place: None, settles: SETTLES, patience: PATIENCE, worth_packing: WORTH_PACKING }
    }

    /// The index of `dsp_dir`: in the git directory of the work tree around it, else in the user's cache folder.
    #[must_use]
    pub fn of(dsp_dir: &Path) -> Self {
        let place = std::path::absolute(dsp_dir).ok().and_then(|dir| place::of(&dir, place::user_cache));
        Self { place: place.map(|place| Folder::at(place, OWN)), ..Self::none() }
    }

    /// One in a folder of its own, for files that settle after so many nanoseconds.
    #[cfg(test)]
    pub(super) fn for_test(place: &Path, settles: i64) -> Self {
        let place = Some(Folder::at(place.to_owned(), OWN));
        Self { place, settles, patience: Duration::from_secs(20), ..Self::none() }
    }

    /// The same, which packs anew for one file in so many.
    #[cfg(test)]
    pub(super) fn packing_for(self, worth_packing: usize) -> Self {
        Self { worth_packing, ..self }
    }

    /// For one file in so many that is not as it is kept, all are packed anew: else that costs more than reading.
    pub(super) fn worth_packing(&self) -> usize {
        self.worth_packing
    }

    /// The moment before which a file must have been touched last for its stamp to speak for it, from now on.
    pub(super) fn settled(&self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        i64::try_from(now).unwrap_or(i64::MAX).saturating_sub(self.settles)
    }

    /// The files called `file`, as far as they are known, and what speaks for them.
    pub(super) fn load(&self, file: &'static str) -> (Packed, Rest) {
        let read = || {
            let (mut open, size) = self.place.as_ref()?.open(file)?;
            let packed = Packed::read(file, &mut open, size)?;
            Some((packed, Rest(Some((file, open)))))
        };
        read().unwrap_or_default()
    }

    /// Keeps `packed` as the files called `file` of `names`, for which `stamps` speak.
    pub(super) fn save(
        &self,
        file: &str,
        packed: &Packed,
        names: &Names,
        stamps: impl Iterator<Item = KeptStamp>,
    ) {
        let (head, far) = sealed(file, packed, names, stamps);
        self.keep(|place| place.write(file, &[&head, packed.near(), &far]));
    }

    /// Who imports whom, as far as that is known.
    pub(super) fn reverse(&self) -> Option<Reverse<File>> {
        let (open, _) = self.place.as_ref()?.open(REVERSE)?;
        Reverse::open(open)
    }

    /// Keeps the importers of each name, in the order of the names, as they were in `epoch`.
    pub(super) fn save_reverse<'n>(
        &self,
        epoch: Epoch,
        all: impl Iterator<Item = (&'n [u8], Vec<Importer>)>,
    ) {
        if let Some(bytes) = reverse::pack(epoch, all) {
            self.keep(|place| place.write(REVERSE, &[&bytes]));
        }
    }

    /// What was last kept of the entities and the tables of contents in the directory.
    pub(super) fn listing(&self) -> Option<Vec<u8>> {
        self.unseal(LISTING)
    }

    /// What was last kept of the tables of contents alone.
    pub(super) fn tables(&self) -> Option<Vec<u8>> {
        self.unseal(TABLES)
    }

    fn unseal(&self, (file, mark): (&str, &[u8; 8])) -> Option<Vec<u8>> {
        Some(self.place.as_ref()?.unseal(file, mark)?.into_vec())
    }

    /// Keeps what is known of the directory.
    pub(super) fn keep_listing(&self, listing: &[u8], tables: &[u8]) {
        // Whoever finds the listing may count on the tables.
        for ((file, mark), bytes) in [(TABLES, tables), (LISTING, listing)] {
            self.keep(|place| place.seal(file, mark, &[bytes]));
        }
    }

    /// What cannot be written costs the next run some time, and is no concern of this one.
    fn keep(&self, write: impl FnOnce(&Folder) -> io::Result<()>) {
        let _unwritten = self.place.as_ref().is_none_or(|place| write(place).is_err());
    }

    /// Begins to watch `dsp_dir`, an absolute path, for those who ask what this knows of it; `lock` is that
    /// of whoever started this program, if it gave one.
    ///
    /// # Errors
    /// See [`WatchError`].
    pub fn watch(&self, dsp_dir: &Path, lock: Option<File>) -> Result<Watch, WatchError> {
        Watch::start(dsp_dir, self.place().ok_or_else(|| WatchError::NoPlace(dsp_dir.to_owned()))?, lock)
    }

    /// Has questions to come not try to have it watched, for a while.
    pub fn note_refusal(&self) {
        if let Some(place) = self.place() {
            watch::note_refusal(place);
        }
    }

    /// What who watches `folder` says; `None` where nobody does.
    pub(super) fn ask(&self, folder: &disk::Folder) -> Option<Word> {
        watch::ask(self.place()?, folder, self.patience)
    }

    /// The lock of who watches `folder` with so many entities, if nobody has it and somebody may have it; less may where
    /// nobody `asked` for this.
    pub(super) fn lock(&self, folder: &disk::Folder, entities: usize, asked: bool) -> Option<File> {
        watch::lock(self.place()?, folder, entities, asked)
    }

    /// Ends who watches `dsp_dir`, and waits for it; whether somebody did.
    ///
    /// # Errors
    /// [`WatchError::Unended`] when the system refuses, or who watches does not end.
    pub fn stop_watching(&self, dsp_dir: &Path) -> Result<bool, WatchError> {
        let stopped = self.place().map_or(Ok(false), watch::stop);
        stopped.map_err(|source| WatchError::Unended { path: dsp_dir.to_owned(), source })
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
