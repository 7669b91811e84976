//! Writes a set of files below one directory: all of them or none. A door.
//!
//! The one writer of `.dsp/`. What should be written is decided elsewhere, as a value ([`Change`]); here it is made
//! true, and nothing here knows what an entity is.
//!
//! * One writer at a time: [`Transaction::begin`] takes a lock and holds it until the transaction is dropped, so
//!   what is read after `begin` is what `commit` changes.
//! * Into a directory that is absent or empty the files are written beside it, which is then renamed into place.
//! * Else only files whose bytes differ are written: all of them beside the directory first, with the old ones kept
//!   there, then renamed under a journal. When a step fails, what was done is taken back, which needs no room on the
//!   disk. When the process dies, the next `begin` finishes its work, unless somebody changed one of the files
//!   since: then the journal is dropped and the next plan starts from what is there.
//! * Nothing is written outside the directory: a [`RepoPath`] has no `..`, and a link on the way is refused.
//! * No sync per file, which would cost two orders of magnitude; one for the journal.
#![expect(clippy::disallowed_methods, reason = "the door to the disk for everything that is written")]

mod journal;
mod lock;
mod shown;
mod staging;

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bstr::ByteSlice;
use resolvers::path::{self, RepoPath};
use rustc_hash::FxHashSet;

use journal::{Entry, Journal};
pub(crate) use shown::{shown, shown_text};
use staging::Staging;

/// What one file below the directory shall become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Relative to the directory.
    pub path: RepoPath,
    /// What stood there when the change was decided.
    pub before: Before,
    /// Its bytes; `None` when it shall be gone.
    pub content: Option<Vec<u8>>,
}

/// What stood at a path when a change of it was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Before {
    /// Nobody looked: whatever is there is replaced.
    Unknown,
    /// These bytes, or nothing.
    Known(Option<Vec<u8>>),
}

/// What a commit did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Applied {
    /// Files that are new or have other bytes now.
    pub written: usize,
    /// Files that are gone.
    pub removed: usize,
}

/// What became of a run that died.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Recovery {
    /// There was none.
    #[default]
    Nothing,
    /// Its work was finished.
    Finished,
    /// Somebody changed its files since; they were left as they are.
    Dropped,
}

/// Files could not be written.
#[derive(Debug, thiserror::Error)]
pub enum TransactionError {
    /// Another process writes.
    #[error("another process is writing {}: waited {} s for {}", shown(dir), wait.as_secs_f32(), shown(lock))]
    Locked {
        /// The directory.
        dir: PathBuf,
        /// The file that the other process holds.
        lock: PathBuf,
        /// How long.
        wait: Duration,
    },
    /// It could lead anywhere.
    #[error("{} is a symbolic link: nothing is written through it", shown(.0))]
    Symlink(PathBuf),
    /// A directory where a file belongs, or the other way round.
    #[error("{} is in the way: not a {expected}", shown(path))]
    InTheWay {
        /// What is in the way.
        path: PathBuf,
        /// What belongs there.
        expected: &'static str,
    },
    /// The system refused.
    #[error("cannot {operation} {}", shown(path))]
    Io {
        /// What was done.
        operation: &'static str,
        /// To what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A write failed, and so did taking back what was written before it. The journal remains.
    #[error(
        "{first}; and then the files written before could not be restored ({second}): run the command again"
    )]
    NotRestored {
        /// What failed.
        #[source]
        first: Box<TransactionError>,
        /// What failed while restoring.
        second: Box<TransactionError>,
    },
}

type Result<T> = std::result::Result<T, TransactionError>;

/// How long to wait for another writer unless told otherwise.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The right to write below one directory.
#[derive(Debug)]
pub struct Transaction {
    dir: PathBuf,
    incoming: PathBuf,
    journal: Journal,
    recovery: Recovery,
    _lock: lock::Lock,
}

impl Transaction {
    /// Waits at most `patience` for other writers of `dir` and finishes what a dead one left.
    ///
    /// # Errors
    /// See [`TransactionError`].
    pub fn begin(dir: &Path, patience: Duration) -> Result<Self> {
        refuse_link(dir)?;
        let control = lock::Control::of(dir);
        let lock = lock::Lock::take(dir, &control.lock, patience)?;
        let mut transaction = Self {
            dir: dir.to_owned(),
            incoming: control.incoming,
            journal: Journal::at(control.journal),
            recovery: Recovery::Nothing,
            _lock: lock,
        };
        transaction.recover()?;
        Ok(transaction)
    }

    /// What became of a run that died before this one.
    #[must_use]
    pub fn recovery(&self) -> Recovery {
        self.recovery
    }

    /// Makes sure that the directory is there.
    ///
    /// # Errors
    /// See [`TransactionError`].
    pub fn create_dir(&self) -> Result<()> {
        fs::create_dir_all(&self.dir).map_err(failed("create", &self.dir))
    }

    /// Makes `changes` true. Each path at most once.
    ///
    /// # Errors
    /// See [`TransactionError`]; the files are then as they were, except for [`TransactionError::NotRestored`].
    pub fn commit(self, changes: &[Change]) -> Result<Applied> {
        if is_absent_or_empty(&self.dir)? {
            return self.write_beside(changes);
        }
        let entries = self.differing(changes)?;
        let removed = entries.iter().filter(|entry| entry.after.is_none()).count();
        let applied = Applied { written: entries.len() - removed, removed };
        self.write_under_journal(&entries)?;
        Ok(applied)
    }

    fn write_beside(&self, changes: &[Change]) -> Result<Applied> {
        let written = changes.iter().filter(|change| change.content.is_some()).count();
        if written == 0 {
            return Ok(Applied::default());
        }
        let result = fill(&self.incoming, changes).and_then(|()| self.move_in());
        if result.is_err() {
            // The error that is reported is the first one; what stays behind is removed by the next `begin`.
            let _ = fs::remove_dir_all(&self.incoming);
        }
        result.map(|()| Applied { written, removed: 0 })
    }

    /// Renames what came in to the directory's own name, in place of an empty directory.
    fn move_in(&self) -> Result<()> {
        let empty = match fs::remove_dir(&self.dir) {
            Ok(()) => true,
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(failed("put into place", &self.dir)(error)),
        };
        let moved = fs::rename(&self.incoming, &self.dir);
        if moved.is_err() && empty {
            let _ = fs::create_dir(&self.dir);
        }
        moved.map_err(failed("put into place", &self.dir))
    }

    /// The changes that change something, with what is there now.
    fn differing(&self, changes: &[Change]) -> Result<Vec<Entry>> {
        let mut safe = FxHashSet::default();
        let mut entries = Vec::new();
        for change in changes {
            self.check_parents(&change.path, &mut safe)?;
            let before = self.read(&change.path)?;
            if before != change.content {
                let (path, after) = (change.path.clone(), change.content.clone());
                entries.push(Entry { path, before, after });
            }
        }
        Ok(entries)
    }

    fn write_under_journal(&self, entries: &[Entry]) -> Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        let mut staging = Staging::new(&self.dir, &self.incoming, entries)?;
        self.journal.write(entries)?;
        let Err(first) = staging.place().and_then(|()| self.journal.remove()) else { return Ok(()) };
        Err(match staging.take_back().and_then(|()| self.journal.remove()) {
            Ok(()) => first,
            Err(second) => not_restored(first, second),
        })
    }

    fn recover(&mut self) -> Result<()> {
        if is_real_dir(&self.incoming) {
            fs::remove_dir_all(&self.incoming).map_err(failed("remove", &self.incoming))?;
        }
        let Some(entries) = self.journal.read()? else {
            return Ok(());
        };
        let untouched = entries.iter().all(|entry| {
            self.check_parents(&entry.path, &mut FxHashSet::default()).is_ok()
                && self.read(&entry.path).is_ok_and(|now| now == entry.before || now == entry.after)
        });
        if untouched {
            self.finish(entries)?;
        }
        self.journal.remove()?;
        self.recovery = if untouched { Recovery::Finished } else { Recovery::Dropped };
        Ok(())
    }

    /// Makes `entries` true from wherever they stand. When that fails they stand there again, and so does the
    /// journal, for another attempt.
    fn finish(&self, mut entries: Vec<Entry>) -> Result<()> {
        for entry in &mut entries {
            entry.before = self.read(&entry.path)?;
        }
        let mut staging = Staging::new(&self.dir, &self.incoming, &entries)?;
        let Err(first) = staging.place() else { return Ok(()) };
        Err(match staging.take_back() {
            Ok(()) => first,
            Err(second) => not_restored(first, second),
        })
    }

    /// What is at `path`; `None` when nothing is.
    fn read(&self, path: &RepoPath) -> Result<Option<Vec<u8>>> {
        let full = below(&self.dir, path.as_bytes());
        match fs::symlink_metadata(&full) {
            Ok(meta) if meta.is_file() => fs::read(&full).map(Some).map_err(failed("read", &full)),
            Ok(meta) if meta.is_symlink() => Err(TransactionError::Symlink(full)),
            Ok(_) => Err(TransactionError::InTheWay { path: full, expected: "file" }),
            Err(error) if is_absent(&error) => Ok(None),
            Err(error) => Err(failed("look at", &full)(error)),
        }
    }

    /// Refuses a way to `path` that is not made of directories; `safe` remembers what was seen.
    fn check_parents(&self, path: &RepoPath, safe: &mut FxHashSet<Vec<u8>>) -> Result<()> {
        for dir in path::ancestors(path.parent()) {
            if !safe.insert(dir.to_vec()) {
                break;
            }
            let full = below(&self.dir, dir);
            match fs::symlink_metadata(&full) {
                Ok(meta) if meta.is_dir() => {}
                Ok(meta) if meta.is_symlink() => return Err(TransactionError::Symlink(full)),
                Ok(_) => return Err(TransactionError::InTheWay { path: full, expected: "directory" }),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(failed("look at", &full)(error)),
            }
        }
        Ok(())
    }
}

fn not_restored(first: TransactionError, second: TransactionError) -> TransactionError {
    TransactionError::NotRestored { first: Box::new(first), second: Box::new(second) }
}

/// Writes `changes` into the new directory `dir`.
fn fill(dir: &Path, changes: &[Change]) -> Result<()> {
    fs::create_dir(dir).map_err(failed("create", dir))?;
    let mut made = FxHashSet::default();
    for change in changes {
        let Some(content) = &change.content else {
            continue;
        };
        let parent = change.path.parent();
        if !parent.is_empty() && made.insert(parent) {
            let parent = below(dir, parent);
            fs::create_dir_all(&parent).map_err(failed("create", &parent))?;
        }
        let full = below(dir, change.path.as_bytes());
        fs::write(&full, content).map_err(failed("write", &full))?;
    }
    Ok(())
}

/// Creates the helper file `path`. One that is left over, or a link that somebody put there, is removed and not
/// written through.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            options.open(path)
        }
        other => other,
    }
}

fn below(dir: &Path, path: &[u8]) -> PathBuf {
    if path.is_empty() { dir.to_owned() } else { dir.join(path.to_path_lossy()) }
}

/// Nothing is there, nor can be.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn is_real_dir(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|meta| meta.is_dir())
}

/// Whether a helper file is there. A link in its place is not followed, and a pipe is not waited for.
fn is_there(path: &Path) -> Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_file() => Ok(true),
        Ok(meta) if meta.is_symlink() => Err(TransactionError::Symlink(path.to_owned())),
        Ok(_) => Err(TransactionError::InTheWay { path: path.to_owned(), expected: "file" }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(failed("look at", path)(error)),
    }
}

fn refuse_link(dir: &Path) -> Result<()> {
    match fs::symlink_metadata(dir) {
        Ok(meta) if meta.is_symlink() => Err(TransactionError::Symlink(dir.to_owned())),
        Ok(meta) if !meta.is_dir() => {
            Err(TransactionError::InTheWay { path: dir.to_owned(), expected: "directory" })
        }
        _ => Ok(()),
    }
}

fn is_absent_or_empty(dir: &Path) -> Result<bool> {
    match fs::read_dir(dir) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(failed("list", dir)(error)),
    }
}

fn failed(operation: &'static str, path: &Path) -> impl FnOnce(io::Error) -> TransactionError {
    move |source| TransactionError::Io { operation, path: path.to_owned(), source }
}

#[cfg(test)]
mod tests;
