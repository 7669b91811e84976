//! Writes a set of files below one directory, and sources beside it: all of them or none. A door.
//!
//! The one writer of `.dsp/` and of markers. What should be written is decided elsewhere, as a value ([`Change`]); here
//! it is made true, and nothing here knows what an entity is.
//!
//! * One writer at a time: [`Transaction::begin`] takes a lock and holds it until the transaction is dropped, so
//!   what is read after `begin` is what `commit` changes.
//! * Into a directory that is absent or empty the files are written beside it, which is then renamed into place.
//! * Else only files whose bytes differ are written: all of them into a hidden folder first, of the directory or, where
//!   they are few, of the git directory, with the old ones kept there, then renamed under a journal. When a step fails,
//!   what was done is taken back, which needs no room on the disk. When the process dies, the next `begin` finishes its
//!   work. Where one rename is all that is done, it needs no journal, and no folder where a git directory has room for the
//!   one file.
//! * Sources around the directory ([`Transaction::with_sources`]) go under the same journal and keep their mode bits.
//!   A new directory is renamed into place before them: killed in between, it is whole, and no source has changed.
//! * Readers see one state: [`Calm`] keeps writers out while they read, and finishes what a dead one left.
//! * Nobody's edit is overwritten: a file that is not as it was when its change was decided is an error, and one
//!   that changed after a process died over it stays as it is.
//! * Nothing is written outside the directory that holds it: a [`RepoPath`] has no `..`, and a link on the way is
//!   refused.
//! * No sync per file, which would cost two orders of magnitude; one for the journal of more than 64. When the power fails,
//!   what was written last may be lost, and of a shorter journal a part of it.
#![expect(clippy::disallowed_methods, reason = "the door to the disk for everything that is written")]

mod calm;
mod disk;
mod fresh;
mod journal;
mod lock;
mod shown;
mod staging;

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bstr::ByteSlice;
use resolvers::path::{self, RepoPath};
use rustc_hash::FxHashSet;

pub use calm::{Calm, Hold};
use fresh::Incoming;
use journal::{Base, Entry, Progress, Step};
use lock::Lock;
pub(crate) use lock::git_dir;
pub(crate) use shown::{shown, shown_text};
use staging::Staging;

use crate::event::{Event, Reporter, Silent, Stage};

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
    /// Sources that have other bytes now.
    pub sources: usize,
}

/// What became of a run that died.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Recovery {
    /// There was none.
    #[default]
    Nothing,
    /// Its work was finished.
    Finished {
        /// So many of its files had been changed by somebody since: they were left as they are.
        kept: usize,
    },
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
    /// Somebody else wrote there.
    #[error("{} was changed by somebody else while this ran: run again", shown(.0))]
    Changed(PathBuf),
    /// What a dead run of another version left, it alone can finish.
    #[error("{} was left by another version of dsp-cli: run that one again, which finishes it", shown(.0))]
    OtherVersion(PathBuf),
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
    /// What was to follow the files did not go well.
    #[error(transparent)]
    Then(Cause),
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

/// Why something else than a file was not done.
pub type Cause = Box<dyn std::error::Error + Send + Sync>;

/// How long to wait for another writer unless told otherwise.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The right to write below one directory.
#[derive(Debug)]
pub struct Transaction {
    dir: PathBuf,
    incoming: Incoming,
    recovery: Recovery,
    /// Whether the directory was absent or empty when the lock was taken.
    fresh: bool,
    emptied: Vec<RepoPath>,
    sources: Vec<Change>,
    lock: Lock,
}

impl Transaction {
    /// Waits at most `patience` for other writers of `dir` and finishes what a dead one left.
    ///
    /// # Errors
    /// See [`TransactionError`].
    pub fn begin(dir: &Path, patience: Duration) -> Result<Self> {
        refuse_link(dir)?;
        let lock = Lock::take(dir, patience)?;
        let recovery = recover(dir)?;
        if let Some(spare) = lock.spare() {
            // A dead one's, which was never in place.
            let _ = disk::remove_file(&spare);
        }
        Ok(Self {
            dir: dir.to_owned(),
            incoming: Incoming::beside(dir),
            recovery,
            fresh: is_absent_or_empty(dir)?,
            emptied: Vec::new(),
            sources: Vec::new(),
            lock,
        })
    }

    /// Whether a writer of `dir` died, or is at work, behind its journal.
    #[must_use]
    pub fn is_unfinished(dir: &Path) -> bool {
        staging::is_unfinished(dir)
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

    /// After the commit, removes each of `dirs` in which no file is left. A directory without files is nothing that a
    /// change can name; when the process dies before it is gone, it stays and holds nothing.
    #[must_use]
    pub fn emptying(mut self, dirs: Vec<RepoPath>) -> Self {
        self.emptied = dirs;
        self
    }

    /// With the commit, makes `changes` true whose paths are relative to the directory that holds this one. Each names
    /// a file, which keeps its mode bits.
    #[must_use]
    pub fn with_sources(mut self, changes: Vec<Change>) -> Self {
        self.sources = changes;
        self
    }

    /// Makes `changes` true. Each path at most once. Tells of a stage in which each file written or removed is an item.
    ///
    /// # Errors
    /// See [`TransactionError`]; the files are then as they were, except for [`TransactionError::NotRestored`].
    pub fn commit(self, changes: &[Change], reporter: &dyn Reporter) -> Result<Applied> {
        self.commit_with(changes, reporter, None::<fn() -> Result<()>>)
    }

    /// As [`Self::commit`], and when all is in place, but can still be taken back, calls `then`. Where that fails, all
    /// is as it was; but sources around a directory that is made by this very commit stay as they are written by then, which
    /// no caller has. When the process dies before `then` is done, the next [`Self::begin`] finishes the files alone.
    ///
    /// # Errors
    /// See [`TransactionError`]; what `then` gives is a [`TransactionError::Then`].
    pub fn commit_then(
        self,
        changes: &[Change],
        reporter: &dyn Reporter,
        then: impl FnOnce() -> std::result::Result<(), Cause>,
    ) -> Result<Applied> {
        self.commit_with(changes, reporter, Some(|| then().map_err(TransactionError::Then)))
    }

    fn commit_with(
        self,
        changes: &[Change],
        reporter: &dyn Reporter,
        then: Option<impl FnOnce() -> Result<()>>,
    ) -> Result<Applied> {
        if is_absent_or_empty(&self.dir)? != self.fresh {
            return Err(TransactionError::Changed(self.dir.clone()));
        }
        let around = differing(&self.dir, Base::Around, &self.sources)?;
        let sources = around.len();
        if self.fresh && self.write_beside(changes, reporter)? {
            let written = changes.iter().filter(|change| change.content.is_some()).count();
            self.write_around(&around, written > 0, reporter)?;
            then.map_or(Ok(()), |then| then()).or_else(|first| self.unmade(written > 0, first))?;
            return Ok(Applied { written, removed: 0, sources });
        }
        let mut entries = differing(&self.dir, Base::Inside, changes)?;
        let removed = entries.iter().filter(|entry| entry.after.is_none()).count();
        let written = entries.len() - removed;
        entries.extend(around);
        self.make_true(&entries, reporter, then)?;
        for dir in &self.emptied {
            remove_empty(&below(&self.dir, dir.as_bytes()));
        }
        Ok(Applied { written, removed, sources })
    }

    /// Writes sources after a new directory came into place, if one did; where that fails, it goes again.
    fn write_around(&self, around: &[Entry<'_>], is_new: bool, reporter: &dyn Reporter) -> Result<()> {
        if around.is_empty() {
            return Ok(());
        }
        let is_made = !is_real_dir(&self.dir);
        if is_made {
            disk::create_dir(&self.dir).map_err(failed("create", &self.dir))?;
        }
        let written = self.make_true(around, reporter, None::<fn() -> Result<()>>);
        if is_made {
            // It was there for the journal alone; where that remains, it stays.
            let _ = disk::remove_dir(&self.dir);
        }
        match written {
            Err(first) if !matches!(first, TransactionError::NotRestored { .. }) => {
                self.unmade(is_new, first)
            }
            written => written,
        }
    }

    /// Makes `entries` true and tells of them, then calls `then`.
    fn make_true(
        &self,
        entries: &[Entry<'_>],
        reporter: &dyn Reporter,
        then: Option<impl FnOnce() -> Result<()>>,
    ) -> Result<()> {
        if entries.is_empty() {
            return then.map_or(Ok(()), |then| then());
        }
        reporter.report(Event::Begin { stage: Stage::Write, total: entries.len() });
        let staging = Staging::below(&self.dir);
        let written = match entries {
            [entry] if then.is_none() && staging.is_one_rename(entry) => {
                self.write_one(staging, entry, reporter)
            }
            _ => self.write_several(staging, entries, reporter, then),
        };
        reporter.report(Event::End);
        written
    }

    /// Makes entries true by way of the git directory or, where no file gets from there into place, of the staging folder.
    fn write_several(
        &self,
        staging: Staging<'_>,
        entries: &[Entry<'_>],
        reporter: &dyn Reporter,
        mut then: Option<impl FnOnce() -> Result<()>>,
    ) -> Result<()> {
        let has_more = then.is_some();
        let in_git = self.lock.folder().and_then(|folder| Staging::in_git(&self.dir, folder, entries));
        match in_git.map(|in_git| write_under_journal(in_git, entries, reporter, &mut then)) {
            None => {}
            // Nothing got into place, and so nothing that follows was done.
            Some(Err(TransactionError::Io { source, .. }))
                if source.kind() == io::ErrorKind::CrossesDevices && then.is_some() == has_more => {}
            Some(written) => return written,
        }
        // What stands there already, a link perhaps, is nothing to clear.
        staging.make()?;
        write_under_journal(staging, entries, reporter, &mut then)
    }

    /// Makes one entry true by one rename: by way of the git directory, else of the staging folder.
    fn write_one(&self, mut staging: Staging<'_>, entry: &Entry<'_>, reporter: &dyn Reporter) -> Result<()> {
        if let Some(spare) = self.lock.spare()
            && staging.replace_from(&spare, entry, reporter)?
        {
            return Ok(());
        }
        staging.make()?;
        let entry = std::slice::from_ref(entry);
        let placed = staging.write_new(entry, reporter).and_then(|()| staging.place(entry));
        staging.clear_or_leave();
        placed
    }

    /// Takes a new directory away again, because of `first`.
    fn unmade(&self, is_new: bool, first: TransactionError) -> Result<()> {
        match if is_new { self.incoming.take(&self.dir) } else { Ok(()) } {
            Ok(()) => Err(first),
            Err(second) => {
                Err(TransactionError::NotRestored { first: Box::new(first), second: Box::new(second) })
            }
        }
    }

    /// `false`: it must be done in place.
    fn write_beside(&self, changes: &[Change], reporter: &dyn Reporter) -> Result<bool> {
        let mut files = Vec::with_capacity(changes.len());
        for change in changes {
            let Some(content) = &change.content else { continue };
            if matches!(&change.before, Before::Known(Some(before)) if before != content) {
                return Err(TransactionError::Changed(below(&self.dir, change.path.as_bytes())));
            }
            files.push((&change.path, content.as_slice()));
        }
        if files.is_empty() { Ok(true) } else { self.incoming.put(&self.dir, &files, reporter) }
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        self.incoming.clear();
    }
}

/// Removes the directories below `dir` and `dir` itself, as far as they are empty; what is not is somebody's.
fn remove_empty(dir: &Path) {
    if !is_real_dir(dir) {
        return;
    }
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        remove_empty(&entry.path());
    }
    let _ = disk::remove_dir(dir);
}

/// The changes that change something, with what is there now.
fn differing<'c>(dir: &Path, base: Base, changes: &'c [Change]) -> Result<Vec<Entry<'c>>> {
    let dir = base.of(dir);
    let mut safe = FxHashSet::default();
    let mut entries = Vec::new();
    for Change { path, before, content } in changes {
        check_parents(dir, path, &mut safe)?;
        let (now, seen) = read(dir, path)?;
        if now == *content {
            continue;
        }
        if matches!(before, Before::Known(before) if *before != now) {
            return Err(TransactionError::Changed(below(dir, path.as_bytes())));
        }
        let after = content.as_deref().map(Cow::Borrowed);
        entries.push(Entry { base, path: path.clone(), before: now, after, seen });
    }
    Ok(entries)
}

fn write_under_journal(
    mut staging: Staging<'_>,
    entries: &[Entry<'_>],
    reporter: &dyn Reporter,
    then: &mut Option<impl FnOnce() -> Result<()>>,
) -> Result<()> {
    let prepared = staging.prepare(entries, reporter);
    let placed = prepared.and_then(|()| staging.place(entries));
    let placed = placed.and_then(|()| then.take().map_or(Ok(()), |then| then()));
    let done = placed.and_then(|()| staging.journal.remove());
    if let Err(first) = done {
        // Also where nothing is in place: the journal may be there although writing it failed.
        if let Err(second) = staging.take_back(entries).and_then(|()| staging.journal.remove()) {
            return Err(TransactionError::NotRestored { first: Box::new(first), second: Box::new(second) });
        }
        staging.clear_or_leave();
        return Err(first);
    }
    staging.clear_or_leave();
    Ok(())
}

/// Finishes what a dead run left in `dir`. When that fails the journal remains for another attempt.
fn recover(dir: &Path) -> Result<Recovery> {
    let mut recovery = Recovery::Nothing;
    for staging in Staging::all(dir).filter(Staging::is_left) {
        if let found @ Recovery::Finished { .. } = finish(dir, staging)? {
            recovery = found;
        }
    }
    Ok(recovery)
}

/// Finishes what was made ready there.
fn finish(dir: &Path, mut staging: Staging<'_>) -> Result<Recovery> {
    let mut recovery = Recovery::Nothing;
    if let Some(steps) = staging.journal.read()? {
        let (open, kept) = unfinished(dir, steps)?;
        staging.write_new(&open, &Silent)?;
        staging.place(&open)?;
        staging.journal.remove()?;
        recovery = Recovery::Finished { kept };
    }
    staging.clear()?;
    Ok(recovery)
}

/// The entries that are still to be made true, and how many never will: somebody changed their files since.
fn unfinished(dir: &Path, steps: Vec<Step>) -> Result<(Vec<Entry<'static>>, usize)> {
    let (mut open, mut kept) = (Vec::new(), 0);
    for step in steps {
        let dir = step.base.of(dir);
        let now =
            check_parents(dir, &step.path, &mut FxHashSet::default()).and_then(|()| read(dir, &step.path));
        match now {
            Ok((now, seen)) => match step.progress(now.as_deref()) {
                Progress::Done => {}
                Progress::Open(after) => {
                    let Step { base, path, .. } = step;
                    open.push(Entry { base, path, before: now, after: after.map(Cow::Owned), seen });
                }
                Progress::Overtaken => kept += 1,
            },
            Err(TransactionError::Symlink(_) | TransactionError::InTheWay { .. }) => kept += 1,
            Err(error) => return Err(error),
        }
    }
    Ok((open, kept))
}

/// What is at `path`, and how to tell later whether it is still that; nothing when nothing is.
fn read(dir: &Path, path: &RepoPath) -> Result<(Option<Vec<u8>>, Option<Stamp>)> {
    let full = below(dir, path.as_bytes());
    // The stamp first: what changes while it is read shows.
    let seen = stamp(&full)?;
    let content = seen.as_ref().map(|_| fs::read(&full).map_err(failed("read", &full))).transpose()?;
    Ok((content, seen))
}

/// Tells one state of a file from another.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

/// That of the file at `full`; `None` when nothing is there.
fn stamp(full: &Path) -> Result<Option<Stamp>> {
    match fs::symlink_metadata(full) {
        Ok(meta) if meta.is_file() => Ok(Some(Stamp { length: meta.len(), modified: meta.modified().ok() })),
        Ok(meta) if meta.is_symlink() => Err(TransactionError::Symlink(full.to_owned())),
        Ok(_) => Err(TransactionError::InTheWay { path: full.to_owned(), expected: "file" }),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(failed("look at", full)(error)),
    }
}

/// Refuses a way to `path` that is not made of directories; `safe` remembers what was seen.
fn check_parents(dir: &Path, path: &RepoPath, safe: &mut FxHashSet<Vec<u8>>) -> Result<()> {
    for inner in path::ancestors(path.parent()).filter(|inner| !inner.is_empty()) {
        if !safe.insert(inner.to_vec()) {
            break;
        }
        let full = below(dir, inner);
        match fs::symlink_metadata(&full) {
            Ok(meta) if meta.is_dir() => {}
            Ok(meta) if meta.is_symlink() => return Err(TransactionError::Symlink(full)),
            Ok(_) => return Err(TransactionError::InTheWay { path: full, expected: "directory" }),
            Err(error) if is_absent(&error) => {}
            Err(error) => return Err(failed("look at", &full)(error)),
        }
    }
    Ok(())
}

/// Makes a folder for what only a run needs, which git passes over even when the run dies.
fn make_hidden(folder: &Path) -> io::Result<()> {
    disk::create_dir(folder)?;
    let written = disk::write_new(&folder.join(".gitignore"), b"*\n").map(drop);
    // On a full disk there is room for the folder alone: nothing is left behind.
    written.inspect_err(|_| drop(disk::remove_tree(folder)))
}

fn parent_of(dir: &Path) -> &Path {
    dir.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn below(dir: &Path, path: &[u8]) -> PathBuf {
    if path.is_empty() { dir.to_owned() } else { dir.join(path.to_path_lossy()) }
}

/// Nothing is there, nor can be.
fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Whether it is a directory that holds something: where a file system counts who names a directory, each one in it does.
/// One that counts otherwise leads to writing in place, which is right wherever something may be.
#[cfg(unix)]
fn has_directories(found: &fs::Metadata) -> bool {
    found.is_dir() && std::os::unix::fs::MetadataExt::nlink(found) > 2
}

#[cfg(not(unix))]
fn has_directories(_: &fs::Metadata) -> bool {
    false
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
    // To list a large directory takes its time, even the first of it.
    if fs::symlink_metadata(dir).is_ok_and(|found| has_directories(&found)) {
        return Ok(false);
    }
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
