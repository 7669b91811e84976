//! New and old contents, ready inside the directory: neither putting the new ones into place nor taking that back
//! needs room on the disk.
//!
//! They stand in one hidden folder with the journal: in the directory, so that they are on the same file system wherever it
//! is mounted, go where it goes, and are found whatever became of the git directory. A few files of the directory alone are
//! made ready in the git directory, where that is on the same file system: there the folder stays, and a large directory has
//! not to be changed twice for it, after which it would have to be listed anew.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use resolvers::path;

use super::journal::{Base, Entry, FEW, Journal};
use super::{
    Result, TransactionError, below, disk, failed, is_absent, is_real_dir, lock, make_hidden, refuse_link,
    stamp,
};
use crate::event::{Event, Reporter};

/// The folder's name.
const FOLDER: &str = ".transaction";

/// Whether a writer of `dir` died, or is at work, behind its journal: files of both states may stand there.
pub(super) fn is_unfinished(dir: &Path) -> bool {
    let is_at_work = |staging: Staging<'_>| staging.is_there() && !matches!(staging.journal.read(), Ok(None));
    is_real_dir(dir) && Staging::all(dir).any(is_at_work)
}

#[derive(Debug)]
pub(super) struct Staging<'a> {
    dir: &'a Path,
    folder: PathBuf,
    pub(super) journal: Journal,
    /// Whether the folder stays when its writer is done.
    stays: bool,
    /// How many of the entries are in place.
    placed: usize,
    /// Directories that had to be made for them, outer ones first.
    made: Vec<PathBuf>,
}

impl<'a> Staging<'a> {
    pub(super) fn below(dir: &'a Path) -> Self {
        Self::at(dir, dir.join(FOLDER), false)
    }

    fn at(dir: &'a Path, folder: PathBuf, stays: bool) -> Self {
        let journal = Journal::at(folder.join("journal"));
        Self { dir, folder, journal, stays, placed: 0, made: Vec::new() }
    }

    /// In `folder`, which the holder of the lock of `dir` has in a git directory, if that will do for `entries`: one that is made
    /// there must be as one that is made beside them.
    pub(super) fn in_git(dir: &'a Path, folder: PathBuf, entries: &[Entry<'_>]) -> Option<Self> {
        let staging = Self::at(dir, folder, true);
        let spare = staging.new_file(0);
        let fits = |entry: &Entry<'_>| {
            let full = staging.full(entry);
            let near = full.ancestors().skip(1).find(|near| is_real_dir(near));
            entry.base == Base::Inside && near.is_some_and(|near| give_alike(&spare, &near.join("it")))
        };
        let is_made = entries.len() <= FEW && staging.make().is_ok();
        (is_made && share_device(&staging.folder, dir) && entries.iter().all(fits)).then_some(staging)
    }

    /// All places where a writer of `dir` may have left something.
    pub(super) fn all(dir: &'a Path) -> impl Iterator<Item = Self> {
        let in_git = lock::folder_of(dir).map(|folder| Self::at(dir, folder, true));
        std::iter::once(Self::below(dir)).chain(in_git)
    }

    /// Whether there is anything to finish, or to clear away.
    pub(super) fn is_left(&self) -> bool {
        self.is_there() && (!self.stays || self.journal.is_there())
    }

    pub(super) fn is_there(&self) -> bool {
        is_real_dir(&self.folder)
    }

    /// Makes the folder, with nothing of another writer in it.
    pub(super) fn make(&self) -> Result<()> {
        refuse_link(&self.folder)?;
        let made = if self.stays { disk::create_dir(&self.folder) } else { make_hidden(&self.folder) };
        match made {
            Err(error) if self.stays && error.kind() == io::ErrorKind::AlreadyExists => self.clear(),
            made => made.map_err(failed("create", &self.folder)),
        }
    }

    /// Writes all that will be needed and then the journal: from then on the entries will be made true.
    pub(super) fn prepare(&self, entries: &[Entry<'_>], reporter: &dyn Reporter) -> Result<()> {
        self.write_new(entries, reporter)?;
        for (at, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.before.is_some()) {
            let full = self.full(entry);
            disk::keep(&full, &self.old_file(at)).map_err(failed("keep a copy of", &full))?;
        }
        self.journal.write(entries)
    }

    /// Whether the entry is made true by one rename, which was done or was not whenever the process dies.
    pub(super) fn is_one_rename(&self, entry: &Entry<'_>) -> bool {
        entry.after.is_some() && self.full(entry).parent().is_some_and(is_real_dir)
    }

    /// Makes one entry true by way of `spare`, a name that this writer alone uses. `false`: nothing is done, because a file cannot
    /// be made there, or would not be one of the directory's, or does not get here by a rename.
    pub(super) fn replace_from(
        &self,
        spare: &Path,
        entry: &Entry<'_>,
        reporter: &dyn Reporter,
    ) -> Result<bool> {
        let full = self.full(entry);
        if entry.base != Base::Inside || !give_alike(spare, &full) {
            return Ok(false);
        }
        let written = self.write_copy(entry, spare).is_ok();
        let placed = self.check(entry).map(|()| written && disk::rename(spare, &full).is_ok());
        if matches!(placed, Ok(true)) {
            reporter.report(Event::Advance);
        } else {
            let _ = disk::remove_file(spare);
        }
        placed
    }

    /// Writes the new contents; what stands in their place goes. Tells of each entry: what follows is quick.
    pub(super) fn write_new(&self, entries: &[Entry<'_>], reporter: &dyn Reporter) -> Result<()> {
        for (at, entry) in entries.iter().enumerate() {
            self.write_copy(entry, &self.new_file(at))?;
            reporter.report(Event::Advance);
        }
        Ok(())
    }

    /// Writes the new content of an entry, where it has one, to `new`; what stands there goes.
    fn write_copy(&self, entry: &Entry<'_>, new: &Path) -> Result<()> {
        let Some(content) = &entry.after else { return Ok(()) };
        let again = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                disk::remove_file(new).and_then(|()| disk::write_new(new, content))
            }
            _ => Err(error),
        };
        let written = disk::write_new(new, content).or_else(again);
        written.map_err(failed("write", new))?;
        self.keep_mode(entry, new).map_err(failed("set the mode of", new))
    }

    /// Nobody else wrote the entry's file since it was read.
    fn check(&self, entry: &Entry<'_>) -> Result<()> {
        let full = self.full(entry);
        if stamp(&full)? == entry.seen { Ok(()) } else { Err(TransactionError::Changed(full)) }
    }

    /// Makes the entries true, and removes directories that became empty: the first that does not go is not empty.
    pub(super) fn place(&mut self, entries: &[Entry<'_>]) -> Result<()> {
        for (at, entry) in entries.iter().enumerate() {
            self.check(entry)?;
            let full = self.full(entry);
            if entry.after.is_some() {
                self.make_dirs(entry)?;
                disk::rename(&self.new_file(at), &full).map_err(failed("replace", &full))?;
            } else {
                disk::remove_file(&full).map_err(failed("remove", &full))?;
            }
            self.placed = at + 1;
        }
        for entry in entries.iter().filter(|entry| entry.after.is_none()) {
            for dir in path::ancestors(entry.path.parent()).filter(|dir| !dir.is_empty()) {
                let dir = below(entry.base.of(self.dir), dir);
                // To look takes less time than to be refused.
                if fs::read_dir(&dir).is_ok_and(|mut inside| inside.next().is_some()) {
                    break;
                }
                match disk::remove_dir(&dir) {
                    Err(error) if !is_absent(&error) => break,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Restores what stood there before `place`, as far as that came.
    pub(super) fn take_back(&mut self, entries: &[Entry<'_>]) -> Result<()> {
        for at in (0..self.placed).rev() {
            let entry = &entries[at];
            let full = self.full(entry);
            if let Some(before) = &entry.before {
                self.make_dirs(entry)?;
                // Where the kept copy is gone, its bytes are still known: they are written beside, never in place.
                let rewritten = |_| {
                    let copy = self.folder.join(format!("{at}.again"));
                    disk::write_new(&copy, before)?;
                    self.keep_mode(entry, &copy)?;
                    disk::rename(&copy, &full)
                };
                disk::rename(&self.old_file(at), &full)
                    .or_else(rewritten)
                    .map_err(failed("restore", &full))?;
            } else {
                disk::remove_file(&full).map_err(failed("remove", &full))?;
            }
        }
        for dir in self.made.iter().rev() {
            // What is not empty is somebody else's now, or held a file before.
            let _ = disk::remove_dir(dir);
        }
        Ok(())
    }

    /// Removes what is in the folder, whose journal is gone, and the folder unless it stays.
    pub(super) fn clear(&self) -> Result<()> {
        let cleared =
            if self.stays { disk::empty_tree(&self.folder) } else { disk::remove_tree(&self.folder) };
        cleared.map_err(failed("remove", &self.folder))
    }

    /// As `clear`; what cannot be removed is for the next run.
    pub(super) fn clear_or_leave(&self) {
        let _ = self.clear();
    }

    /// Makes the directories on the way to the entry's file that are not there.
    fn make_dirs(&mut self, entry: &Entry<'_>) -> Result<()> {
        let base = entry.base.of(self.dir);
        let dirs = path::ancestors(entry.path.parent()).map(|dir| below(base, dir));
        let missing: Vec<_> = dirs.take_while(|dir| !is_real_dir(dir)).collect();
        for dir in missing.into_iter().rev() {
            disk::create_dir(&dir).map_err(failed("create", &dir))?;
            self.made.push(dir);
        }
        Ok(())
    }

    /// Sources may be programs, or for some eyes only.
    fn keep_mode(&self, entry: &Entry<'_>, copy: &Path) -> io::Result<()> {
        if entry.base == Base::Inside || entry.before.is_none() {
            return Ok(());
        }
        disk::copy_mode(&self.full(entry), copy)
    }

    fn full(&self, entry: &Entry<'_>) -> PathBuf {
        below(entry.base.of(self.dir), entry.path.as_bytes())
    }

    fn new_file(&self, at: usize) -> PathBuf {
        self.folder.join(format!("{at}.new"))
    }

    fn old_file(&self, at: usize) -> PathBuf {
        self.folder.join(format!("{at}.old"))
    }
}

/// Whether a file that is made beside `one` belongs to whom one beside `other` does: a directory may hand on its group.
#[cfg(unix)]
fn give_alike(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    const SET_GROUP: u32 = 0o2000;
    let given = |path: &Path| {
        let dir = fs::metadata(path.parent()?).ok()?;
        Some((dir.mode() & SET_GROUP != 0).then(|| dir.gid()))
    };
    given(one).is_some_and(|group| Some(group) == given(other))
}

/// Whether two directories are on one file system, as far as that can be told.
#[cfg(unix)]
fn share_device(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |path: &Path| fs::metadata(path).map(|found| found.dev()).ok();
    device(one).is_some_and(|device_of_one| device(other) == Some(device_of_one))
}

#[cfg(not(unix))]
fn share_device(_: &Path, _: &Path) -> bool {
    true
}

#[cfg(not(unix))]
fn give_alike(_: &Path, _: &Path) -> bool {
    true
}
