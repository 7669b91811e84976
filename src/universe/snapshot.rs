//! A repository as it stands in one place: on disk, in the index, or in a commit.
//!
//! Everything after the universe reads through a snapshot, `.dsp/` included. Nothing here chooses files, follows a
//! link, or writes.
#![expect(clippy::disallowed_methods, reason = "the door to the work tree")]

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use resolvers::path::{self, RepoPath};
use rustc_hash::{FxHashMap, FxHashSet};

use super::walk::on_disk;
use crate::event;
use crate::git::{ContentId, Entry, EntryKind, GitError, Repository, Stamp, are_listing, find};
use crate::kept::{Key, digest};
use crate::transaction::shown_text;

/// Why a path of a snapshot cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The snapshot has no such file.
    #[error("`{}` does not exist", shown_text(&path.to_string()))]
    NoSuchFile {
        /// The path.
        path: RepoPath,
    },
    /// There is something else than a file: a link, a directory, a submodule, a device.
    #[error("`{}` is no regular file", shown_text(&path.to_string()))]
    NotAFile {
        /// The path.
        path: RepoPath,
    },
    /// More bytes than any reader here could use; reading them might end the process.
    #[error("`{}` is too large to be read ({bytes} bytes)", shown_text(&path.to_string()))]
    TooLarge {
        /// The path.
        path: RepoPath,
        /// Its size.
        bytes: u64,
    },
    /// A directory on the way is a symbolic link, which might lead out of the repository.
    #[error("`{}` lies behind a symbolic link", shown_text(&path.to_string()))]
    BehindLink {
        /// The path.
        path: RepoPath,
    },
    /// The disk refused.
    #[error("cannot read `{}`", shown_text(&path.to_string()))]
    Disk {
        /// The path.
        path: RepoPath,
        /// Why.
        source: io::Error,
    },
    /// Git refused.
    #[error("cannot read `{}`", shown_text(&path.to_string()))]
    Git {
        /// The path.
        path: RepoPath,
        /// Why.
        source: GitError,
    },
}

impl ReadError {
    /// Why, causes included, as a clause whose subject is the path: for callers that have named it.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::NoSuchFile { .. } => "does not exist".to_owned(),
            Self::NotAFile { .. } => "is no regular file".to_owned(),
            Self::TooLarge { bytes, .. } => format!("is too large to be read ({bytes} bytes)"),
            Self::BehindLink { .. } => "lies behind a symbolic link".to_owned(),
            Self::Disk { source, .. } => format!("cannot be read: {source}"),
            Self::Git { source, .. } => format!("cannot be read: {}", event::chain(source)),
        }
    }
}

/// The largest file that is read from disk: 1 GiB.
const MAX_BYTES: u64 = 1 << 30;

/// A repository as it stands in one place. Asked from many threads at once.
#[derive(Debug)]
pub struct Snapshot {
    root: PathBuf,
    git_dir: Option<PathBuf>,
    common_dir: Option<PathBuf>,
    content: Content,
    /// What the index lists and a sparse checkout left out of the disk.
    left_out: Option<(Repository, Vec<Entry>)>,
    /// What [`Self::read`] was asked for, and what it gave.
    noted: Mutex<FxHashMap<RepoPath, Note>>,
    /// What [`Self::read_to_tell`] was asked for.
    told: Mutex<BTreeSet<RepoPath>>,
    /// Somebody wrote while this was read: what was read does not go together.
    unsteady: AtomicBool,
    /// Ids tell what blobs hold.
    by_id: bool,
    /// Of an index, where that was the same before and after it was read.
    stamp: Option<Stamp>,
}

/// What was read.
#[derive(Debug, Clone, Copy)]
struct Note {
    /// A digest of it.
    key: Key,
    /// By [`Snapshot::read`].
    is_read: bool,
    /// By [`Snapshot::read_for_words`].
    is_worded: bool,
}

#[derive(Debug)]
enum Content {
    /// Files on disk, and the directories known to be no links.
    Disk(FxHashSet<Box<[u8]>>),
    /// What an index or a tree lists, sorted by path, and where its blobs are.
    Objects(Repository, Arc<Vec<Entry>>),
}

impl Snapshot {
    pub(super) fn of_disk(root: PathBuf, repository: Option<&Repository>) -> Self {
        Self {
            root,
            git_dir: repository.map(|it| it.git_dir().to_owned()),
            common_dir: repository.map(Repository::common_dir),
            content: Content::Disk(FxHashSet::default()),
            left_out: None,
            noted: Mutex::default(),
            told: Mutex::default(),
            unsteady: AtomicBool::new(false),
            by_id: false,
            stamp: None,
        }
    }

    pub(super) fn of_objects(repository: Repository, entries: Arc<Vec<Entry>>) -> Self {
        let git_dir = repository.git_dir().to_owned();
        let root = repository.work_dir().unwrap_or(&git_dir).to_owned();
        let on_disk = Self::of_disk(root, Some(&repository));
        let by_id = !repository.replaces_objects();
        Self { content: Content::Objects(repository, entries), by_id, ..on_disk }
    }

    /// With the stamp of the index that is read.
    pub(super) fn with_stamp(self, stamp: Option<Stamp>) -> Self {
        Self { stamp, ..self }
    }

    /// The stamp of the index that was read, where that was the same before and after.
    pub(crate) fn stamp(&self) -> Option<&Stamp> {
        self.stamp.as_ref()
    }

    /// Whether the index is still the one that was read, byte for byte.
    pub(crate) fn is_current(&self) -> bool {
        match &self.content {
            Content::Objects(repository, _) => self.stamp.is_some() && repository.index_stamp() == self.stamp,
            Content::Disk(_) => false,
        }
    }

    /// Has what a sparse checkout left out of the disk read from the index: sorted by path.
    pub(super) fn with_left_out(self, repository: Repository, entries: Vec<Entry>) -> Self {
        Self { left_out: Some((repository, entries)), ..self }
    }

    /// Whether a sparse checkout left out the file `path`, or all that is tracked below the directory `path`, which has
    /// something tracked.
    pub(crate) fn leaves_out(&self, path: &[u8]) -> bool {
        let Some((_, entries)) = &self.left_out else { return false };
        let inside = [path, b"/"].concat();
        let first_from = |start: &[u8]| entries.get(entries.partition_point(|it| it.path.as_bytes() < start));
        let is_meant = first_from(path).is_some_and(|it| it.path.as_bytes() == path)
            || first_from(&inside).is_some_and(|it| it.path.as_bytes().starts_with(&inside));
        is_meant && !on_disk(&self.root, path).is_some_and(|place| place.exists())
    }

    /// Whether a sparse checkout left out something of what is tracked below the directory `dir`.
    pub(super) fn leaves_out_below(&self, dir: &[u8]) -> bool {
        let inside = [dir, b"/"].concat();
        let entries = self.left_out.iter().flat_map(|(_, entries)| entries);
        let mut below = entries.filter(|it| it.path.as_bytes().starts_with(&inside));
        below.any(|it| !on_disk(&self.root, it.path.as_bytes()).is_some_and(|place| place.exists()))
    }

    /// Remembers directories that are no links, which makes reading the files in them cheaper.
    pub(super) fn trust(&mut self, directories: FxHashSet<Box<[u8]>>) {
        if let Content::Disk(known) = &mut self.content {
            *known = directories;
        }
    }

    /// The repo root on disk: the top of the work tree, or the git directory of a bare repository.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The git directory; for a linked work tree its private one, for a folder without git none.
    #[must_use]
    pub fn git_dir(&self) -> Option<&Path> {
        self.git_dir.as_deref()
    }

    /// The git directory that all work trees have in common; for a folder without git none.
    #[must_use]
    pub fn common_dir(&self) -> Option<&Path> {
        self.common_dir.as_deref()
    }

    /// The repository of an index or a commit; `None` on disk.
    pub(crate) fn repository(&self) -> Option<&Repository> {
        match &self.content {
            Content::Objects(repository, _) => Some(repository),
            Content::Disk(_) => None,
        }
    }

    /// The bytes of a file: on disk as they are there, in the index and in a commit those of the blob. What a sparse
    /// checkout left out of the disk is read from the index. It is noted that whatever comes of this run rests on them.
    ///
    /// # Errors
    /// When there is no regular file of that path, or it cannot be read.
    pub fn read(&self, path: &RepoPath) -> Result<Vec<u8>, ReadError> {
        self.read_noted(path, false)
    }

    fn read_noted(&self, path: &RepoPath, is_worded: bool) -> Result<Vec<u8>, ReadError> {
        let read = self.read_unnoted(path);
        let key = match (self.content_id(path), &read) {
            (Some(id), Ok(_)) => digest([id.as_bytes()]),
            (_, Ok(bytes)) => digest([&bytes[..]]),
            (_, Err(_)) => Key::default(),
        };
        self.note(path, Note { key, is_read: !is_worded, is_worded });
        read
    }

    /// The same of a file of which something is told, where nothing else rests on what it holds.
    ///
    /// # Errors
    /// As of [`Self::read`].
    pub(crate) fn read_to_tell(&self, path: &RepoPath) -> Result<Vec<u8>, ReadError> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone());
        self.read_unnoted(path)
    }

    /// The same as [`Self::read`] of a file of texts that sources may show.
    ///
    /// # Errors
    /// As of [`Self::read`].
    pub(crate) fn read_for_words(&self, path: &RepoPath) -> Result<Vec<u8>, ReadError> {
        self.read_noted(path, true)
    }

    /// Every path that was asked for by [`Self::read_for_words`], sorted.
    pub(crate) fn worded(&self) -> Vec<RepoPath> {
        self.all_noted(|note| note.is_worded)
    }

    /// Every path that was asked for by [`Self::read_to_tell`], sorted.
    pub(crate) fn told(&self) -> Vec<RepoPath> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// A digest of what stands at `path`, noted as [`Self::read`] notes it: what comes of this run rests on it.
    pub(crate) fn look(&self, path: &RepoPath) -> Key {
        let Some(id) = self.content_id(path) else {
            let _read = self.read(path).is_ok();
            return self.seen(path);
        };
        let key = digest([id.as_bytes()]);
        self.note(path, Note { key, is_read: true, is_worded: false });
        key
    }

    /// What [`Self::read`] gave at `path`; zeros where there was nothing to be read.
    pub(crate) fn seen(&self, path: &RepoPath) -> Key {
        let noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        noted.get(path).map(|note| note.key).unwrap_or_default()
    }

    fn note(&self, path: &RepoPath, note: Note) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let known = noted.entry(path.clone()).or_insert(note);
        let is_other = known.key != note.key;
        let Note { key, is_read, is_worded } = note;
        *known = Note { key, is_read: known.is_read || is_read, is_worded: known.is_worded || is_worded };
        drop(noted);
        if is_other {
            self.call_unsteady();
        }
    }

    /// Says that something was read twice and was not the same.
    pub(crate) fn call_unsteady(&self) {
        self.unsteady.store(true, Ordering::Relaxed);
    }

    /// Whether all that was read was there at one time, as far as anybody can tell. What is made of anything else holds
    /// for no state of the repository.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        !self.unsteady.load(Ordering::Relaxed)
    }

    /// Whether this is what lies on disk, and neither an index nor a commit.
    #[must_use]
    pub fn is_on_disk(&self) -> bool {
        matches!(self.content, Content::Disk(_))
    }

    /// Every path that was asked for by [`Self::read`], sorted.
    #[must_use]
    pub fn noted(&self) -> Vec<RepoPath> {
        self.all_noted(|note| note.is_read)
    }

    fn all_noted(&self, is_one: impl Fn(&Note) -> bool) -> Vec<RepoPath> {
        let noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let these = noted.iter().filter(|(_, note)| is_one(note));
        let mut these: Vec<RepoPath> = these.map(|(path, _)| path.clone()).collect();
        these.sort_unstable();
        these
    }

    /// What an index or a commit lists before, inside and behind `dir`, each sorted by path; `None` on disk.
    pub(crate) fn listed_around(&self, dir: &RepoPath) -> Option<[&[Entry]; 3]> {
        let Content::Objects(_, entries) = &self.content else { return None };
        let inside = [dir.as_bytes(), b"/"].concat();
        let (before, rest) = entries.split_at(entries.partition_point(|it| it.path.as_bytes() < &inside[..]));
        let end = rest.partition_point(|it| it.path.as_bytes().starts_with(&inside));
        Some([before, &rest[..end], &rest[end..]])
    }

    /// What `path` is in an index or a commit; `None` for directories and on disk.
    pub(crate) fn kind_of(&self, path: &RepoPath) -> Option<EntryKind> {
        let Content::Objects(_, entries) = &self.content else { return None };
        find(entries, path).map(|entry| entry.kind)
    }

    /// Whether an index or a commit lists `path`, or something below it.
    pub(crate) fn lists(&self, path: &RepoPath) -> bool {
        let Content::Objects(_, entries) = &self.content else { return false };
        are_listing(entries, path)
    }

    /// Whether the id of a blob tells what it holds.
    pub(crate) fn is_by_id(&self) -> bool {
        self.by_id
    }

    /// The bytes of a file that [`Self::listed_around`] gave.
    pub(crate) fn bytes_of(&self, entry: &Entry) -> Result<Vec<u8>, ReadError> {
        let path = || entry.path.clone();
        match &self.content {
            Content::Objects(repository, _) if entry.kind == EntryKind::File => {
                repository.blob(entry.id).map_err(|source| ReadError::Git { path: path(), source })
            }
            _ => Err(ReadError::NotAFile { path: path() }),
        }
    }

    /// The same, and nothing is noted: only for what else is compared before a run is spared, which is sources, as facts,
    /// and `.dsp/`.
    ///
    /// # Errors
    /// When there is no regular file of that path, or it cannot be read.
    pub(crate) fn read_unnoted(&self, path: &RepoPath) -> Result<Vec<u8>, ReadError> {
        match &self.content {
            Content::Disk(known) => match (self.read_disk(known, path), &self.left_out) {
                (Err(ReadError::NoSuchFile { .. }), Some((repository, entries))) => {
                    read_blob(repository, entries, path)
                }
                (read, _) => read,
            },
            Content::Objects(repository, entries) => read_blob(repository, entries, path),
        }
    }

    /// Whether the file at `path` on disk may be written: somebody may by its mode, and this process may.
    #[must_use]
    pub fn is_writable(&self, path: &RepoPath) -> bool {
        let Ok(place) = self.place(path) else { return false };
        let is_open =
            fs::symlink_metadata(&place).is_ok_and(|it| it.is_file() && !it.permissions().readonly());
        is_open && File::options().write(true).open(place).is_ok()
    }

    /// The text of a symbolic link of an index or a commit, or of one that is not checked out; on disk the walk reads
    /// it.
    pub(super) fn read_link(&self, path: &RepoPath) -> Result<Vec<u8>, ReadError> {
        let objects = match &self.content {
            Content::Objects(repository, entries) => Some((repository, &**entries)),
            Content::Disk(_) => self.left_out.as_ref().map(|(repository, entries)| (repository, entries)),
        };
        let listed = objects.and_then(|(repository, entries)| Some((repository, find(entries, path)?)));
        match listed {
            Some((repository, entry)) if entry.kind == EntryKind::Link => {
                let text = repository.blob(entry.id);
                text.map_err(|source| ReadError::Git { path: path.clone(), source })
            }
            _ => Err(ReadError::NotAFile { path: path.clone() }),
        }
    }

    /// The blob id of a file, where the snapshot knows it without reading.
    ///
    /// On disk it never does. The index holds the id and the status of each file as git last saw it, but the id is
    /// that of the bytes after git's filters (line ends, `ident`, LFS, re-encoding), which only the attributes of
    /// every directory on the way could rule out, and a status as young as the index itself proves nothing. Nor is it known
    /// where git puts objects in the place of others.
    #[must_use]
    pub fn content_id(&self, path: &RepoPath) -> Option<ContentId> {
        let Content::Objects(_, entries) = &self.content else { return None };
        let entries = if self.by_id { &entries[..] } else { &[] };
        find(entries, path).filter(|entry| entry.kind == EntryKind::File).map(|entry| entry.id)
    }

    /// Whether both are an index or a commit, and list the same outside the directory `apart`.
    #[must_use]
    pub fn is_same_listing(&self, other: &Self, apart: &RepoPath) -> bool {
        let outside = |entry: &&Entry| path::strip_dir(entry.path.as_bytes(), apart.as_bytes()).is_none();
        match (&self.content, &other.content) {
            (Content::Objects(_, ours), Content::Objects(_, theirs)) => {
                ours.iter().filter(outside).eq(theirs.iter().filter(outside))
            }
            _ => false,
        }
    }

    fn read_disk(&self, known: &FxHashSet<Box<[u8]>>, path: &RepoPath) -> Result<Vec<u8>, ReadError> {
        self.refuse_links(known, path)?;
        let failed = |source| disk_error(path, source);
        let file = open_file(&self.place(path)?).map_err(failed)?;
        let status = file.as_ref().map(File::metadata).transpose().map_err(failed)?;
        let (Some(file), Some(status)) = (file, status.filter(fs::Metadata::is_file)) else {
            return Err(ReadError::NotAFile { path: path.clone() });
        };
        if status.len() > MAX_BYTES {
            return Err(ReadError::TooLarge { path: path.clone(), bytes: status.len() });
        }
        let mut bytes = Vec::new();
        bytes
            .try_reserve(usize::try_from(status.len()).unwrap_or(0))
            .map_err(|error| failed(error.into()))?;
        // A limited read neither asks for the length once more nor for what stands behind the end.
        file.take(status.len()).read_to_end(&mut bytes).map_err(failed)?;
        Ok(bytes)
    }

    /// Refuses a path that leads through a symbolic link.
    fn refuse_links(&self, known: &FxHashSet<Box<[u8]>>, path: &RepoPath) -> Result<(), ReadError> {
        let unknown =
            path::ancestors(path.parent()).take_while(|dir| !dir.is_empty() && !known.contains(*dir));
        for dir in unknown {
            let status = on_disk(&self.root, dir).map(fs::symlink_metadata);
            if status.is_some_and(|status| status.is_ok_and(|status| status.is_symlink())) {
                return Err(ReadError::BehindLink { path: path.clone() });
            }
        }
        Ok(())
    }

    fn place(&self, path: &RepoPath) -> Result<PathBuf, ReadError> {
        on_disk(&self.root, path.as_bytes()).ok_or_else(|| ReadError::NoSuchFile { path: path.clone() })
    }
}

fn read_blob(repository: &Repository, entries: &[Entry], path: &RepoPath) -> Result<Vec<u8>, ReadError> {
    let entry = find(entries, path).ok_or_else(|| ReadError::NoSuchFile { path: path.clone() })?;
    if entry.kind != EntryKind::File {
        return Err(ReadError::NotAFile { path: path.clone() });
    }
    repository.blob(entry.id).map_err(|source| ReadError::Git { path: path.clone(), source })
}

/// Opens what lies at `place`, and waits for nobody at a pipe; `None` for a link and a socket.
#[cfg(unix)]
fn open_file(place: &Path) -> io::Result<Option<File>> {
    use rustix::fs::{Mode, OFlags};
    use rustix::io::{Errno, retry_on_intr};
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    match retry_on_intr(|| rustix::fs::open(place, flags, Mode::empty())) {
        Err(Errno::LOOP | Errno::MLINK | Errno::NXIO) => Ok(None),
        opened => Ok(Some(opened?.into())),
    }
}

/// Opens what lies at `place`; `None` for a link.
#[cfg(not(unix))]
fn open_file(place: &Path) -> io::Result<Option<File>> {
    let is_link = fs::symlink_metadata(place)?.is_symlink();
    if is_link { Ok(None) } else { File::open(place).map(Some) }
}

fn disk_error(path: &RepoPath, source: io::Error) -> ReadError {
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            ReadError::NoSuchFile { path: path.clone() }
        }
        _ => ReadError::Disk { path: path.clone(), source },
    }
}
