//! Git: the only place that names gix.
//!
//! Answers questions about one repository: where it is, what its index lists, what a revision lists, what a blob
//! holds, what changed between two states, and which commit last touched a path; lends git's ignore rules to whoever
//! walks a directory; and stages files. Nothing here decides which files count, nothing but `stage` writes, and no
//! gix type leaves this folder.
#![expect(
    clippy::disallowed_methods,
    reason = "the door to git: it finds the repository and reads its index"
)]

mod apart;
mod binary;
mod changes;
mod entry;
mod error;
mod globs;
mod hash;
mod history;
mod locate;
mod plain;
mod promise;
mod rules;
mod sparse;
mod splice;
mod stage;
mod status;
#[cfg(test)]
#[cfg(unix)]
mod testing;
mod versions;

#[cfg(unix)]
use std::fs::File;
use std::io;
#[cfg(unix)]
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(unix)]
use std::thread;

use bstr::BStr;

pub(crate) use apart::{Apart, Contents, digest};
pub use apart::{Digest, Stamp};
pub use changes::{Base, Change, ChangeSet, Difference, FileKind, Version};
pub use entry::ContentId;
pub(crate) use entry::{Entry, EntryKind, Listing, are_listing, find};
pub use error::GitError;
use error::{damaged, index_error, missing, no_such};
pub(crate) use globs::{Globs, Matcher};
use plain::PlainIndex;
pub(crate) use rules::IgnoreRules;
pub use stage::{Prepared, StageError, Staged, Written};
pub(crate) use versions::Stood;

/// An index that was read.
type Index = gix::index::File;

/// Why gix could not do it.
type Cause = Box<dyn std::error::Error + Send + Sync>;

/// An open repository. Shared between threads: each takes a handle of its own from a pool for as long as it asks
/// one question, because opening the repository again costs a hundred times more than the question.
pub struct Repository {
    shared: Box<gix::ThreadSafeRepository>,
    handles: Mutex<Vec<gix::Repository>>,
    /// The index as it was read last.
    index: Mutex<Option<(Stamp, Arc<Index>)>>,
    /// The same, not taken apart.
    plain: Mutex<Option<(Stamp, Arc<PlainIndex>)>>,
}

impl Repository {
    /// The repository in which the folder `start` lies; `None` when it lies in none. Where `GIT_DIR` or
    /// `GIT_INDEX_FILE` speak about that repository, as in a hook, they are obeyed.
    ///
    /// # Errors
    /// When there is one that cannot be opened.
    pub fn find(start: &Path) -> Result<Option<Self>, GitError> {
        let failed = |source| GitError::Open { place: start.to_owned(), source };
        locate::check(start).map_err(|error| failed(error.into()))?;
        Self::open(start)
    }

    /// The repository among whose own files `start`, which is spelled out, may lie; `None` where it lies in none or, as most
    /// folders do, surely in a work tree.
    ///
    /// # Errors
    /// As of [`Self::find`].
    pub(crate) fn find_around(start: &Path) -> Result<Option<Self>, GitError> {
        let failed = |source| GitError::Open { place: start.to_owned(), source };
        locate::check(start).map_err(|error| failed(error.into()))?;
        if locate::is_in_work_tree(start) { Ok(None) } else { Self::open(start) }
    }

    /// `start` was checked.
    fn open(start: &Path) -> Result<Option<Self>, GitError> {
        let failed = |source| GitError::Open { place: start.to_owned(), source };
        let shared = locate::find(start).map_err(|error| failed(error.into()))?;
        Ok(shared.map(|shared| Self::of(Box::new(shared))))
    }

    fn of(shared: Box<gix::ThreadSafeRepository>) -> Self {
        Self { shared, handles: Mutex::default(), index: Mutex::default(), plain: Mutex::default() }
    }

    /// The same once more, for who keeps one. To find and open it anew costs some milliseconds.
    pub(crate) fn again(&self) -> Self {
        Self::of(self.shared.clone())
    }

    /// The git directory of this work tree: for a linked work tree, its private one.
    pub(crate) fn git_dir(&self) -> &Path {
        self.shared.git_dir()
    }

    /// Whether an object may have been put in the place of another (`git replace`), so that ids say nothing of bytes.
    pub(crate) fn replaces_objects(&self) -> bool {
        self.with(|repo| {
            let references = repo.references().ok()?;
            let mut replaced = references.prefixed("refs/replace/").ok()?;
            Some(replaced.next().is_some())
        })
        .unwrap_or(true)
    }

    /// The git directory that all work trees of the repository have in common.
    pub(crate) fn common_dir(&self) -> PathBuf {
        self.with(|repo| repo.common_dir().to_owned())
    }

    /// The top of the work tree; `None` in a bare repository.
    pub(crate) fn work_dir(&self) -> Option<&Path> {
        self.shared.work_dir()
    }

    /// Whether what is written in `folder` stands among git's own files: the repository is bare, or `folder` lies in
    /// its git directory.
    pub(crate) fn is_beside_objects(&self, folder: &Path) -> bool {
        let inside = folder.canonicalize().ok().zip(self.git_dir().canonicalize().ok());
        self.work_dir().is_none() || inside.is_some_and(|(folder, git_dir)| folder.starts_with(git_dir))
    }

    /// Whether there is an index to list: a bare repository has none, and a new one has none yet.
    pub(crate) fn has_index(&self) -> bool {
        self.with(|repo| repo.index_path().is_file())
    }

    /// Everything that the index lists. A repository without an index lists nothing.
    pub(crate) fn index(&self) -> Result<Listing, GitError> {
        self.with(|repo| {
            let index = self.open_index(repo)?;
            entry::of_index(repo, &index).map_err(|error| self.tree_error(error))
        })
    }

    /// The name that git gives a file of these bytes.
    pub(crate) fn name_of(&self, bytes: &[u8]) -> Option<ContentId> {
        self.with(|repo| blob_id(repo, bytes))
    }

    /// Everything that the commit, tag or tree named `revision` lists.
    pub(crate) fn revision(&self, revision: &str) -> Result<Listing, GitError> {
        self.with(|repo| {
            let tree = self.tree_of(repo, revision)?;
            entry::of_tree(repo, tree).map_err(|(_, error)| damaged(revision, error))
        })
    }

    /// The bytes of a blob, no filter applied.
    pub(crate) fn blob(&self, id: ContentId) -> Result<Vec<u8>, GitError> {
        self.with(|repo| match repo.find_object(id.0) {
            Ok(object) => Ok(object.detach().data),
            Err(error) => Err(GitError::Blob { id, place: self.git_dir().to_owned(), source: error.into() }),
        })
    }

    /// Git's ignore rules for one walk of the work tree: `.gitignore` at every depth, `info/exclude` and
    /// `core.excludesFile`.
    pub(crate) fn ignore_rules(&self) -> Result<IgnoreRules, GitError> {
        let index = self.with(|repo| self.open_index(repo))?;
        self.with(|repo| rules::of_repository(repo, &index))
            .map_err(|source| GitError::Rules { place: self.git_dir().to_owned(), source })
    }

    /// Whether the file system keeps symbolic links as such; if not, git writes their text into plain files.
    pub(crate) fn has_symlinks(&self) -> bool {
        self.with(|repo| repo.config_snapshot().boolean("core.symlinks").unwrap_or(true))
    }

    /// The tree of the commit, tag or tree named `revision`.
    ///
    /// # Errors
    /// When nothing has that name, or what has it cannot be read.
    pub fn tree(&self, revision: &str) -> Result<ContentId, GitError> {
        self.with(|repo| self.tree_of(repo, revision).map(ContentId))
    }

    /// The tree of the commit that is checked out; `None` while there is no commit yet.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn head_tree(&self) -> Result<Option<ContentId>, GitError> {
        match self.tree("HEAD") {
            Ok(tree) => Ok(Some(tree)),
            Err(GitError::Unborn) => Ok(None),
            // `git` says no more than that of a reftable without a commit.
            Err(GitError::NoSuchRevision { .. }) if self.with(foreign_references).is_some() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The index, which has no entries where there is none. It is read again when it is another one by now.
    fn open_index(&self, repo: &gix::Repository) -> Result<Arc<Index>, GitError> {
        let stamp = self.index_stamp();
        let mut known = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, index)) = known.as_ref().filter(|(known, _)| Some(known) == stamp.as_ref()) {
            return Ok(Arc::clone(index));
        }
        let index =
            Arc::new(read_index(repo).map_err(|error| index_error(self.git_dir().to_owned(), error))?);
        // Another process may have written it meanwhile.
        *known =
            stamp.filter(|stamp| self.index_stamp().as_ref() == Some(stamp)).zip(Some(Arc::clone(&index)));
        Ok(index)
    }

    /// The index where it is a plain one. It is read again when it is another one by now.
    fn plain_index(&self, repo: &gix::Repository) -> Option<Arc<PlainIndex>> {
        let stamp = self.index_stamp();
        let mut known = self.plain.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, index)) = known.as_ref().filter(|(known, _)| Some(known) == stamp.as_ref()) {
            return Some(Arc::clone(index));
        }
        let index = Arc::new(PlainIndex::of(read_index_at(&repo.index_path()).ok()?, repo.object_hash())?);
        // It is what was read, whatever somebody writes meanwhile.
        *known = apart::stamp_of(index.bytes(), index.kind()).zip(Some(Arc::clone(&index)));
        Some(index)
    }

    fn work_tree_error(&self, error: gix::Error) -> GitError {
        GitError::WorkTree { place: self.git_dir().to_owned(), source: error.into() }
    }

    fn no_work_tree(&self) -> GitError {
        GitError::Bare { place: self.git_dir().to_owned() }
    }

    fn tree_of(&self, repo: &gix::Repository, revision: &str) -> Result<gix::ObjectId, GitError> {
        if revision.is_empty() {
            return Err(GitError::EmptyRevision);
        }
        if let Ok(id) = repo.rev_parse_single(BStr::new(revision)) {
            return tree_of_object(self, repo, revision, id.detach());
        }
        match foreign_references(repo) {
            Some(format) => self.foreign(revision, "tree", format),
            None => Err(unresolved(self, repo, revision)),
        }
    }

    fn commit_of(&self, repo: &gix::Repository, revision: &str) -> Result<gix::ObjectId, GitError> {
        // A revision that is no good at all is told as everywhere.
        self.tree_of(repo, revision)?;
        let no_commit = || GitError::NotACommit { revision: revision.to_owned() };
        if let Ok(id) = repo.rev_parse_single(BStr::new(revision)) {
            let commit = id.object().and_then(gix::Object::peel_to_commit);
            return commit.map(|commit| commit.id).map_err(|_| no_commit());
        }
        let format = foreign_references(repo).ok_or_else(no_commit)?;
        self.foreign(revision, "commit", format).map_err(|_| no_commit())
    }

    fn foreign(&self, revision: &str, kind: &str, format: String) -> Result<gix::ObjectId, GitError> {
        let found = binary::resolve(self.git_dir(), &format!("{revision}^{{{kind}}}"), format);
        found.map_err(|error| match error {
            GitError::NoSuchRevision { .. } => no_such(revision),
            error => error,
        })
    }

    fn tree_error(&self, (id, error): entry::TreeError) -> GitError {
        GitError::Tree { id, place: self.git_dir().to_owned(), source: error.into() }
    }

    fn with<R>(&self, ask: impl FnOnce(&gix::Repository) -> R) -> R {
        let pooled = self.handles.lock().ok().and_then(|mut handles| handles.pop());
        let repo = pooled.unwrap_or_else(|| self.shared.to_thread_local());
        let answer = ask(&repo);
        if let Ok(mut handles) = self.handles.lock() {
            handles.push(repo);
        }
        answer
    }
}

impl std::fmt::Debug for Repository {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Repository").field(&self.git_dir()).finish()
    }
}

/// What a blob of these bytes is called in `repo`; `None` where that has a kind of hash that is not known.
fn blob_id(repo: &gix::Repository, bytes: &[u8]) -> Option<ContentId> {
    let header = gix::objs::encode::loose_header(gix::objs::Kind::Blob, bytes.len() as u64);
    ContentId::from_bytes(&hash::hash(repo.object_hash(), [&header[..], bytes].into_iter())?)
}

fn tree_of_object(
    repository: &Repository,
    repo: &gix::Repository,
    revision: &str,
    id: gix::ObjectId,
) -> Result<gix::ObjectId, GitError> {
    let failed = |error: gix::Error| damaged(revision, error);
    let Some(object) = repo.try_find_object(id).map_err(failed)? else {
        let is_id = revision.bytes().all(|byte| byte.is_ascii_hexdigit());
        return Err(if is_id { no_such(revision) } else { missing(revision, id) });
    };
    let object = object.peel_tags_to_end().map_err(failed)?;
    if object.kind == gix::object::Kind::Blob {
        return Err(GitError::NotATree { revision: revision.to_owned() });
    }
    let tree = match object.kind {
        gix::object::Kind::Commit => object.into_commit().tree_id().map_err(failed)?.detach(),
        _ => object.id,
    };
    repository.tree_object(repo, tree).map(|tree| tree.id).map_err(failed)
}

/// Why a name leads nowhere: there is no such name, or what it starts from is broken.
fn unresolved(repository: &Repository, repo: &gix::Repository, revision: &str) -> GitError {
    let base = revision.split(['~', '^', ':']).next().unwrap_or_default();
    if matches!(base, "HEAD" | "@") && repo.head().is_ok_and(|head| head.is_unborn()) {
        return GitError::Unborn;
    }
    let parsed = repo.rev_parse_single(BStr::new(base)).ok().map(gix::Id::detach);
    let Some(id) = parsed.or_else(|| id_of_reference(repo, base)) else { return no_such(revision) };
    match tree_of_object(repository, repo, revision, id) {
        Err(error @ GitError::DamagedRevision { .. }) => error,
        _ => no_such(revision),
    }
}

/// What a reference says, whether or not that object is there.
fn id_of_reference(repo: &gix::Repository, name: &str) -> Option<gix::ObjectId> {
    let mut reference = repo.find_reference(if name == "@" { "HEAD" } else { name }).ok()?;
    for _ in 0..LINKS {
        let next = match reference.target() {
            gix::refs::TargetRef::Object(id) => return Some(id.to_owned()),
            gix::refs::TargetRef::Symbolic(name) => name.to_owned(),
        };
        reference = repo.find_reference(&next).ok()?;
    }
    None
}

/// How many references may stand for each other before it is a circle.
const LINKS: usize = 5;

fn read_index(repo: &gix::Repository) -> Result<Index, gix::Error> {
    // Whoever wrote it hashed it, and git does not do so again either when it reads.
    let skip_hash = true;
    let options = gix::index::decode::Options::default();
    Index::at_or_default(repo.index_path(), repo.object_hash(), skip_hash, options)
}

/// The bytes of the index at `place`. To find room for so many takes as long as to copy them: two threads do both.
#[cfg(unix)]
fn read_index_at(place: &Path) -> io::Result<Vec<u8>> {
    use std::os::unix::fs::FileExt;
    let file = File::open(place)?;
    let length = u32::try_from(file.metadata()?.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
    let mut bytes = vec![0; length as usize];
    if bytes.len() < LONG {
        return file.read_exact_at(&mut bytes, 0).map(|()| bytes);
    }
    let (front, back) = bytes.split_at_mut(length as usize / 2);
    let middle = front.len() as u64;
    // Not those of a pool: who waits for this holds a lock, and they may all wait for it.
    thread::scope(|scope| {
        let back = scope.spawn(|| file.read_exact_at(back, middle));
        file.read_exact_at(front, 0).and(back.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    Ok(bytes)
}

/// So many bytes are worth a thread.
#[cfg(unix)]
const LONG: usize = 1 << 20;

#[cfg(not(unix))]
fn read_index_at(place: &Path) -> io::Result<Vec<u8>> {
    std::fs::read(place)
}

/// Whether `dir` is a repository of its own: `dir/.git` is a git directory or a file that names one.
pub(crate) fn is_repository(dir: &Path) -> bool {
    gix::discover::is_git(&dir.join(".git")).is_ok()
}

/// The format of the references where it is none that gix reads.
fn foreign_references(repo: &gix::Repository) -> Option<String> {
    let format = repo.config_snapshot().string("extensions.refStorage")?.to_string();
    (!format.eq_ignore_ascii_case("files")).then_some(format)
}
