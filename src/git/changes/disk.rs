//! The index against the work tree, and what lies in the work tree as git would store it.
//!
//! A tracked file whose size and times are what the index remembers is not read. Filters (line ends, encodings, the
//! clean commands that the user configured) are applied before bytes are compared, as git does.
#![expect(clippy::disallowed_methods, reason = "the door to the work tree, through git's filters")]

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use bstr::{BStr, ByteSlice, ByteVec};
use gix::index::entry::Flags;
use gix::index::fs::Metadata;
use gix::index::{Entry, State};
use gix::status::index_worktree::Options;
use gix::status::plumbing::index_as_worktree::traits::{CompareBlobs, HashEq, ReadData, SubmoduleStatus};
use gix::status::plumbing::index_as_worktree::{Change, EntryStatus};
use gix::status::plumbing::index_as_worktree_with_renames as status;
use rayon::prelude::*;
use resolvers::path::RepoPath;

use super::{FileKind, Raw, Version, kind_of};
use crate::git::{ContentId, GitError, Repository};

/// What differs on disk from what the index lists, and those of `found` that it does not list.
pub(super) fn differences(
    repository: &Repository,
    repo: &gix::Repository,
    index: &State,
    found: &[RepoPath],
) -> Result<Vec<Raw>, GitError> {
    let failed = |error: gix::Error| repository.work_tree_error(error);
    let Some(root) = repo.workdir() else { return Err(repository.no_work_tree()) };
    let disk = Disk::of(repo, root);
    let unfolded = disk.with_what_is_there(repository, repo, index)?;
    let index = unfolded.as_ref().unwrap_or(index);
    let mut collector = Collector { disk: &disk, raw: Vec::new() };
    repo.index_worktree_status(
        index,
        std::iter::empty::<&BStr>(),
        &mut collector,
        Compared,
        Submodules { root: root.to_owned() },
        &mut gix::progress::Discard,
        &AtomicBool::default(),
        Options::default(),
    )
    .map_err(failed)?;
    let mut raw = collector.raw;
    let new = found.iter().filter(|path| index.entry_by_path(BStr::new(path.as_bytes())).is_none());
    raw.extend(new.filter_map(|path| disk.added(path.as_bytes())));
    Ok(raw)
}

/// Where a file of the work tree lies. What git lists may bear a name that leads out of it.
fn on_disk(root: &Path, path: &[u8]) -> Option<PathBuf> {
    let leads_out = cfg!(windows) && path.iter().any(|byte| matches!(byte, b'\\' | b':'));
    let path = RepoPath::new(path).ok().filter(|_| !leads_out)?;
    Some(root.join(path.as_bytes().to_path().ok()?))
}

/// The work tree, and what its file system can express.
struct Disk {
    root: PathBuf,
    executable_bit: bool,
}

impl Disk {
    fn of(repo: &gix::Repository, root: &Path) -> Self {
        let executable_bit = repo.config_snapshot().boolean("core.fileMode").unwrap_or(cfg!(unix));
        Self { root: root.to_owned(), executable_bit }
    }

    /// What lies at `path`, if git can track such a thing.
    fn kind(&self, path: &[u8]) -> Option<FileKind> {
        let status = Metadata::from_path_no_follow(&on_disk(&self.root, path)?).ok()?;
        if status.is_symlink() {
            Some(FileKind::Link)
        } else if self.executable_bit && status.is_file() && status.is_executable() {
            Some(FileKind::Executable)
        } else {
            status.is_file().then_some(FileKind::Plain)
        }
    }

    fn added(&self, path: &[u8]) -> Option<Raw> {
        let kind = self.kind(path)?;
        Some(Raw { path: path.to_owned(), old: None, new: Some(Version { kind, id: None }) })
    }

    /// The index with what a sparse checkout leaves out and is on disk all the same: git looks at it as at any other
    /// file. `None` where the index is right as it is.
    fn with_what_is_there(
        &self,
        repository: &Repository,
        repo: &gix::Repository,
        index: &State,
    ) -> Result<Option<State>, GitError> {
        let settings = repo.config_snapshot();
        if !settings.boolean("core.sparseCheckout").unwrap_or(false)
            || settings.boolean("sparse.expectFilesOutsideOfPatterns").unwrap_or(false)
        {
            return Ok(None);
        }
        let mut index = index.clone();
        let is_there =
            |path: &[u8]| on_disk(&self.root, path).is_some_and(|place| place.symlink_metadata().is_ok());
        repository.unfold(repo, &mut index, |dir| is_there(dir.trim_end_with(|c| c == '/')))?;
        let (entries, paths) = index.entries_mut_and_pathbacking();
        for entry in entries.iter_mut().filter(|entry| entry.flags.contains(Flags::SKIP_WORKTREE)) {
            if is_there(entry.path_in(paths)) {
                entry.flags.remove(Flags::SKIP_WORKTREE);
            }
        }
        Ok(Some(index))
    }
}

/// Takes down what gix finds, from whichever thread and in whichever order.
struct Collector<'d> {
    disk: &'d Disk,
    raw: Vec<Raw>,
}

impl<'i> status::VisitEntry<'i> for Collector<'_> {
    type ContentChange = Option<gix::ObjectId>;
    type SubmoduleStatus = gix::ObjectId;

    fn visit_entry(&mut self, entry: status::Entry<'i, Self::ContentChange, Self::SubmoduleStatus>) {
        if let status::Entry::Modification { entry, rela_path, status, .. } = entry {
            self.raw.extend(self.disk.judge(entry, rela_path, &status));
        }
    }
}

impl Disk {
    fn judge(
        &self,
        entry: &Entry,
        path: &BStr,
        status: &EntryStatus<Option<gix::ObjectId>, gix::ObjectId>,
    ) -> Option<Raw> {
        let announced = entry.flags.contains(Flags::INTENT_TO_ADD);
        let kind = kind_of(entry.mode)?;
        let old = (!announced).then_some(Version { kind, id: Some(ContentId(entry.id)) });
        let new = match status {
            EntryStatus::Conflict { .. } | EntryStatus::NeedsUpdate(_) => return None,
            EntryStatus::Change(Change::Removed) => None,
            EntryStatus::Change(Change::Type { .. }) | EntryStatus::IntentToAdd => {
                self.kind(path).map(|kind| Version { kind, id: None })
            }
            EntryStatus::Change(Change::Modification { executable_bit_changed, content_change, .. }) => {
                let kind = if *executable_bit_changed { toggled(kind) } else { kind };
                Some(Version { kind, id: content_change.unwrap_or(Some(entry.id)).map(ContentId) })
            }
            EntryStatus::Change(Change::SubmoduleModification(commit)) => {
                Some(Version { kind, id: Some(ContentId(*commit)) })
            }
        };
        (old != new).then(|| Raw { path: path.to_vec(), old, new })
    }
}

fn toggled(kind: FileKind) -> FileKind {
    if kind == FileKind::Plain { FileKind::Executable } else { FileKind::Plain }
}

/// Compares by the hash of what git would store. What cannot be read has changed.
#[derive(Clone)]
struct Compared;

impl CompareBlobs for Compared {
    type Output = Option<gix::ObjectId>;

    fn compare_blobs<'a, 'b>(
        &mut self,
        entry: &Entry,
        size: u64,
        data: impl ReadData<'a>,
        buffer: &mut Vec<u8>,
    ) -> Result<Option<Self::Output>, gix::Error> {
        Ok(HashEq.compare_blobs(entry, size, data, buffer).map_or(Some(None), |change| change.map(Some)))
    }
}

/// Asks a submodule that is checked out for its commit, and for nothing else.
#[derive(Clone)]
struct Submodules {
    root: PathBuf,
}

impl SubmoduleStatus for Submodules {
    type Output = gix::ObjectId;

    fn status(&mut self, entry: &Entry, path: &BStr) -> Result<Option<Self::Output>, gix::Error> {
        let place = path.to_path().ok().map(|path| self.root.join(path));
        let repo = place.and_then(|place| gix::open_opts(place, gix::open::Options::isolated()).ok());
        let commit = repo.and_then(|repo| repo.head_id().ok().map(gix::Id::detach));
        Ok(commit.filter(|commit| *commit != entry.id))
    }
}

/// How many files one thread reads before it takes more.
const SHARE: usize = 64;

impl Repository {
    /// What git would store for each of these files of the work tree; `None` for what cannot be read or is too
    /// large. What `read` makes of the bytes is kept, not the bytes.
    pub(super) fn read_disk<T: Send>(
        &self,
        files: &[(&[u8], FileKind)],
        read: impl Fn(&[u8]) -> T + Sync,
    ) -> Vec<Option<T>> {
        let shares = files.par_chunks(SHARE).map(|files| {
            self.with(|repo| {
                let mut reader = Reader::of(repo);
                let mut one = |&(path, kind): &(&[u8], FileKind)| {
                    reader.as_mut().and_then(|reader| reader.bytes(path, kind)).map(|bytes| read(&bytes))
                };
                files.iter().map(&mut one).collect::<Vec<_>>()
            })
        });
        shares.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    /// Names what the new side of these paths holds.
    pub(super) fn name_contents<'a>(&self, raw: impl Iterator<Item = &'a mut Raw>) {
        let mut unnamed: Vec<_> = raw.filter(|raw| raw.new.is_some_and(|new| new.id.is_none())).collect();
        let hash = self.with(gix::Repository::object_hash);
        let files: Vec<_> =
            unnamed.iter().filter_map(|raw| Some((raw.path.as_slice(), raw.new?.kind))).collect();
        let ids = self.read_disk(&files, |bytes| {
            gix::objs::compute_hash(hash, gix::objs::Kind::Blob, bytes).ok().map(ContentId)
        });
        for (raw, id) in unnamed.iter_mut().zip(ids) {
            raw.new = raw.new.map(|new| Version { id: id.flatten(), ..new });
        }
    }
}

/// The largest file that is read to see where it came from: 64 MiB.
const LARGEST: u64 = 64 << 20;

struct Reader<'r> {
    root: &'r Path,
    filters: gix::filter::Pipeline<'r>,
    index: gix::worktree::IndexPersistedOrInMemory,
}

impl<'r> Reader<'r> {
    fn of(repo: &'r gix::Repository) -> Option<Self> {
        let (filters, index) = repo.filter_pipeline(None).ok()?;
        Some(Self { root: repo.workdir()?, filters, index })
    }

    fn bytes(&mut self, path: &[u8], kind: FileKind) -> Option<Vec<u8>> {
        let place = on_disk(self.root, path)?;
        let status = place.symlink_metadata().ok()?;
        if status.is_symlink() {
            return Vec::from_path_buf(fs::read_link(place).ok()?).ok();
        }
        if !status.is_file() || status.len() > LARGEST {
            return None;
        }
        if kind == FileKind::Link {
            return fs::read(place).ok();
        }
        let mut bytes = Vec::new();
        let file = File::open(place).ok()?;
        let mut stored = self.filters.convert_to_git(file, path.to_path().ok()?, &self.index).ok()?;
        stored.read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }
}
