//! Puts files into the index, below one directory, and touches no other entry, no file on disk, and no stash.
//!
//! Blobs are written by gix. The index is written by ourselves where that is safe (`by_splice`), and else by the user's
//! own git (`by_git`). All entries go in one write of the index or none does. That what a sparse checkout leaves out is
//! not missed from the work tree is said in another one, behind it.
//!
//! Which index: the one that `GIT_INDEX_FILE` names, as in a hook. `git commit PATH` lets its hook see a passing
//! index and keeps the one that will stay in `index.lock`; both get the files, or they would look unstaged after the
//! commit.
#![expect(clippy::disallowed_methods, reason = "the door to the index")]

mod by_git;
mod by_splice;
mod claim;
mod listed;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io;
use std::iter;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf, absolute};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use bstr::ByteSlice;
use by_splice::{Spliced, Splicing};
use listed::{Listed, Standing};
use resolvers::path::{RepoPath, ancestors};
use rustc_hash::FxHashSet;

use super::{ContentId, GitError, Index, Repository, Stamp, binary, blob_id};
use crate::transaction::shown;

/// What is to stand in the index at one path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Staged<'b> {
    /// Where.
    pub path: RepoPath,
    /// The bytes of a plain file, no filter applied; `None`: nothing.
    pub bytes: Option<Cow<'b, [u8]>>,
    /// What a blob of these bytes is called, where that is known.
    pub id: Option<ContentId>,
}

/// How the index came to say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// It said so before.
    Not,
    /// By git.
    ByGit,
    /// By us: what was the index with one stamp is that with the other; `None` where it is not hashed. It has no
    /// conflicts, folded directories or announced files.
    Spliced(Option<(Stamp, Stamp)>),
}

impl Written {
    /// The stamp of the index now, where it is known and that before was `before`.
    pub(crate) fn stamp_after(self, before: Option<&Stamp>) -> Option<Stamp> {
        match self {
            Self::Spliced(Some((old, new))) if Some(&old) == before => Some(new),
            _ => None,
        }
    }
}

/// Why nothing was staged.
#[derive(Debug, thiserror::Error)]
pub enum StageError {
    /// A path that the caller had no business with.
    #[error("`{path}` does not lie below `{dir}`")]
    Outside {
        /// The path.
        path: RepoPath,
        /// The directory.
        dir: RepoPath,
    },
    /// A file is to stand where the index has a directory, or the other way round.
    #[error("the index has `{occupant}` where `{path}` is to stand; take it out with `git rm --cached`")]
    Occupied {
        /// The path.
        path: RepoPath,
        /// What is there.
        occupant: String,
    },
    /// One of the files is to stand where another one needs a directory.
    #[error("`{path}` and `{above}` cannot both be files")]
    Crossed {
        /// The path.
        path: RepoPath,
        /// The one above it.
        above: String,
    },
    /// Somebody else is writing the index and does not come to an end.
    #[error(
        "the index is locked by another git process (waited {} s); if none runs, remove `{}`",
        wait.as_secs(),
        shown(lock)
    )]
    Locked {
        /// The lock.
        lock: PathBuf,
        /// How long it was waited for.
        wait: Duration,
    },
    /// There is no `git` program to write the index.
    #[error("staging needs the `git` program, and that cannot be run")]
    NeedsGit {
        /// Why it did not run.
        #[source]
        source: io::Error,
    },
    /// `git` would not.
    #[error("git did not write the index `{}`: {message}", shown(index))]
    Refused {
        /// The index.
        index: PathBuf,
        /// What it said.
        message: String,
    },
    /// A file could not be put among git's objects.
    #[error("cannot write `{path}` into the objects of the repository")]
    Object {
        /// The file.
        path: RepoPath,
        /// Why.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The index cannot be read.
    #[error(transparent)]
    Git(#[from] GitError),
}

impl Repository {
    /// Makes the index say of each of `files` what is asked for, and nothing else. What it says already costs
    /// nothing: without a difference nothing is written. A conflict at one of these paths is settled by it.
    ///
    /// Waits for at most `patience` while another process holds the index.
    ///
    /// # Errors
    /// See [`StageError`]. The index is then as it was; but where a sparse checkout leaves files out, and git is
    /// hindered between its two writes, it may have them without saying so: `git sparse-checkout reapply` mends that.
    pub fn stage(
        &self,
        dir: &RepoPath,
        files: &[Staged<'_>],
        patience: Duration,
    ) -> Result<Written, StageError> {
        self.ready(dir, files, (patience, patience), 1)?.commit()
    }

    /// All of [`Self::stage`] that leaves the index as it is, on so many threads: the blobs are there then, and what will be
    /// the index, where we write that ourselves, lies beside it as its lock. Waits for nobody: while another process holds
    /// the index, all is left to [`Prepared::commit`].
    ///
    /// # Errors
    /// As of [`Self::stage`].
    pub fn prepare(
        &self,
        dir: &RepoPath,
        files: &[Staged<'_>],
        patience: Duration,
        threads: usize,
    ) -> Result<Prepared<'_>, StageError> {
        match self.ready(dir, files, (Duration::ZERO, patience), threads) {
            Err(StageError::Locked { .. }) => {
                let owned = |it: &Staged<'_>| Staged {
                    path: it.path.clone(),
                    bytes: it.bytes.as_ref().map(|bytes| bytes.to_vec().into()),
                    id: it.id,
                };
                let (dir, files) = (dir.clone(), files.iter().map(owned).collect());
                Ok(Prepared::Later { repository: self, dir, files, patience, threads })
            }
            ready => ready,
        }
    }

    /// Waits so long for the lock of the index, and later for `git`.
    fn ready(
        &self,
        dir: &RepoPath,
        files: &[Staged<'_>],
        (wait, patience): (Duration, Duration),
        threads: usize,
    ) -> Result<Prepared<'_>, StageError> {
        self.with(|repo| {
            let plain = self.plain_index(repo);
            let index: Arc<dyn Listed> = match &plain {
                Some(plain) => Arc::clone(plain) as _,
                None => self.index_around(repo, dir)?,
            };
            check(dir, files, &*index)?;
            let mut lines = lines(repo, &*index, files)?;
            if lines.is_empty() {
                return Ok(Prepared::Nothing);
            }
            let left_out = left_out(&*index, dir, files);
            let places = indexes(&repo.index_path())?;
            let splicing = match (&places[..], left_out.is_empty(), &plain) {
                ([place], true, Some(plain)) => by_splice::begin(repo, (place, plain), &lines, wait)?,
                _ => None,
            };
            // The lock of the index is held until both are written, and goes where one of them fails.
            if let Some(spliced) = self.write_all(&lines, splicing, threads)? {
                return Ok(Prepared::Spliced(spliced));
            }
            // What takes away goes first: it may make room.
            lines.sort_by_key(|line| line.blob.is_some());
            let lines: Vec<u8> = lines.iter().flat_map(|line| line.for_git(repo.object_hash())).collect();
            Ok(Prepared::ForGit { repository: self, places, lines, left_out, patience })
        })
    }

    /// Writes the blobs of `lines`, and what will be the index where we write that, on so many threads, or two for an index. Who
    /// waits for this may hold all threads of a pool.
    fn write_all(
        &self,
        lines: &[Line<'_>],
        splicing: Option<Splicing<'_>>,
        threads: usize,
    ) -> Result<Option<Spliced>, StageError> {
        let (hash, is_written) = (OnceLock::new(), OnceLock::new());
        // To hash an index and to write it are two long pieces of work: they go first.
        let first = if splicing.is_some() { 2 } else { 0 };
        let step = |repo: &gix::Repository, at: usize| match (at, &splicing) {
            (0, Some(it)) => Ok(_ = hash.set(it.hash())),
            (1, Some(it)) => Ok(_ = is_written.set(it.write())),
            _ => lines[at - first].write_blob(repo),
        };
        let next = AtomicUsize::new(0);
        let some = || {
            self.with(|repo| {
                let steps = iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                let mut steps = steps.take_while(|at| *at < first + lines.len());
                steps.try_for_each(|at| step(repo, at))
            })
        };
        thread::scope(|scope| {
            let bytes: usize = lines.iter().filter_map(|line| line.blob).map(|(_, bytes)| bytes.len()).sum();
            let more = (lines.len() / FILES).max(bytes / BYTES).min(threads.saturating_sub(1));
            let others: Vec<_> =
                (0..more.max(usize::from(splicing.is_some()))).map(|_| scope.spawn(some)).collect();
            let others = others.into_iter().map(|it| it.join().unwrap_or_else(|panic| resume_unwind(panic)));
            iter::once(some()).chain(others.collect::<Vec<_>>()).collect::<Result<(), _>>()
        })?;
        let is_written = is_written.into_inner().unwrap_or_default();
        let hash = hash.into_inner().flatten().filter(|_| is_written);
        Ok(splicing.zip(hash).and_then(|(splicing, hash)| splicing.end(hash)))
    }
}

/// Files that are all but staged. Where it is dropped, the index stays as it is.
pub enum Prepared<'r> {
    /// The index says it already.
    Nothing,
    /// What will be the index.
    Spliced(Spliced),
    /// What was not begun.
    Later {
        /// Whose index it is.
        repository: &'r Repository,
        /// Where all files lie.
        dir: RepoPath,
        /// What is to stand there.
        files: Vec<Staged<'static>>,
        /// How long to wait for another process.
        patience: Duration,
        /// On how many threads to write.
        threads: usize,
    },
    /// What git is to be told.
    ForGit {
        /// Whose index it is.
        repository: &'r Repository,
        /// All indexes that get the files.
        places: Vec<PathBuf>,
        /// As `--index-info` takes them.
        lines: Vec<u8>,
        /// The paths that are not to be missed from the work tree.
        left_out: Vec<u8>,
        /// How long to wait for another process.
        patience: Duration,
    },
}

impl Prepared<'_> {
    /// Makes the index say it.
    ///
    /// # Errors
    /// As of [`Repository::stage`].
    pub fn commit(self) -> Result<Written, StageError> {
        match self {
            Self::Nothing => Ok(Written::Not),
            Self::Spliced(spliced) => spliced.commit(),
            Self::Later { repository, dir, files, patience, threads } => {
                repository.ready(&dir, &files, (patience, patience), threads)?.commit()
            }
            Self::ForGit { repository, places, lines, left_out, patience } => repository.with(|repo| {
                for place in &places {
                    by_git::update(repo, place, &["--index-info"], &lines, patience)?;
                    if !left_out.is_empty() {
                        by_git::update(repo, place, &["--skip-worktree", "--stdin"], &left_out, patience)?;
                    }
                }
                Ok(Written::ByGit)
            }),
        }
    }
}

impl Repository {
    /// The index, every file below `dir` listed.
    fn index_around(&self, repo: &gix::Repository, dir: &RepoPath) -> Result<Arc<Index>, GitError> {
        let index = self.open_index(repo)?;
        if !index.is_sparse() {
            return Ok(index);
        }
        let mut index = Index::clone(&index);
        let dir = [dir.as_bytes(), b"/"].concat();
        self.unfold(repo, &mut index, |folded| folded.starts_with(&dir) || dir.starts_with(folded))?;
        Ok(Arc::new(index))
    }
}

/// Refuses what would reach beyond the files that are named.
fn check(dir: &RepoPath, files: &[Staged<'_>], index: &dyn Listed) -> Result<(), StageError> {
    let goes = |path: &[u8]| files.iter().any(|file| file.bytes.is_none() && file.path.as_bytes() == path);
    for Staged { path, bytes, .. } in files {
        if resolvers::path::strip_dir(path.as_bytes(), dir.as_bytes()).is_none() {
            return Err(StageError::Outside { path: path.clone(), dir: dir.clone() });
        }
        if bytes.is_none() {
            continue;
        }
        let above = ancestors(path.parent()).filter(|dir| index.at(dir).is_some());
        let prefix = [path.as_bytes(), b"/"].concat();
        let mut occupants = above.chain(index.below(&prefix).map(|(below, _)| below));
        if let Some(occupant) = occupants.find(|occupant| !goes(occupant)) {
            let occupant = occupant.as_bstr().to_string();
            return Err(StageError::Occupied { path: path.clone(), occupant });
        }
    }
    let put = || files.iter().filter(|file| file.bytes.is_some()).map(|file| &file.path);
    let places: FxHashSet<&[u8]> = put().map(RepoPath::as_bytes).collect();
    for path in put() {
        if let Some(above) = ancestors(path.parent()).find(|dir| places.contains(dir)) {
            return Err(StageError::Crossed { path: path.clone(), above: above.as_bstr().to_string() });
        }
    }
    Ok(())
}

/// What the index does not say yet.
struct Line<'f> {
    path: &'f RepoPath,
    /// The blob that is to stand at the path, with its bytes; `None`: nothing.
    blob: Option<(ContentId, &'f [u8])>,
}

impl Line<'_> {
    /// As `git update-index --index-info` reads it.
    fn for_git(&self, kind: gix::hash::Kind) -> Vec<u8> {
        let what = match self.blob {
            Some((id, _)) => format!("100644 {id} 0\t"),
            None => format!("0 {}\t", gix::ObjectId::null(kind)),
        };
        [what.as_bytes(), self.path.as_bytes(), b"\0"].concat()
    }

    fn write_blob(&self, repo: &gix::Repository) -> Result<(), StageError> {
        let Some((id, bytes)) = self.blob else { return Ok(()) };
        let failed = |source| StageError::Object { path: self.path.clone(), source };
        let written = write(repo, bytes).map_err(failed)?;
        if written == id { Ok(()) } else { Err(failed("it has another id there".into())) }
    }
}

/// So many blobs, or so many bytes, are worth a thread.
const FILES: usize = 16;
const BYTES: usize = 1 << 17;

/// What `index` does not say yet of `files`. A blob that it lists is there.
fn lines<'f>(
    repo: &gix::Repository,
    index: &dyn Listed,
    files: &'f [Staged<'_>],
) -> Result<Vec<Line<'f>>, StageError> {
    let mut lines = Vec::new();
    for Staged { path, bytes, id } in files {
        let standing = index.at(path.as_bytes());
        let blob = match bytes {
            None if standing.is_none() => continue,
            None => None,
            Some(bytes) => {
                let id = id.or_else(|| blob_id(repo, bytes)).ok_or_else(|| StageError::Object {
                    path: path.clone(),
                    source: "its kind of hash is not known".into(),
                })?;
                if standing.and_then(|it| it.file) == Some(id) {
                    continue;
                }
                Some((id, &bytes[..]))
            }
        };
        lines.push(Line { path, blob });
    }
    Ok(lines)
}

/// The paths of those of `files` that a sparse checkout leaves out, each with a zero byte: as its entry says so far, or,
/// where it is new, all others below `dir`.
fn left_out(index: &dyn Listed, dir: &RepoPath, files: &[Staged<'_>]) -> Vec<u8> {
    let prefix = [dir.as_bytes(), b"/"].concat();
    let mut others = index.below(&prefix).map(|(_, left_out)| left_out).peekable();
    let is_whole = others.peek().is_some() && others.all(|left_out| left_out);
    let is_out = |path: &[u8]| index.at(path).map_or(is_whole, |it: Standing| it.left_out);
    let paths = files.iter().filter(|file| file.bytes.is_some()).map(|file| file.path.as_bytes());
    paths.filter(|path| is_out(path)).flat_map(|path| [path, b"\0"]).flatten().copied().collect()
}

/// Writes a blob. gix knows nothing of repositories that several users share.
fn write(
    repo: &gix::Repository,
    bytes: &[u8],
) -> Result<ContentId, Box<dyn std::error::Error + Send + Sync>> {
    if !is_shared(repo) {
        return Ok(ContentId(repo.write_blob(bytes)?.detach()));
    }
    let mut git = binary::command(repo.git_dir());
    git.args(["hash-object", "-w", "--stdin"]);
    let output = binary::run(git, bytes)?;
    let id = gix::ObjectId::from_hex(output.stdout.trim_ascii());
    id.map(ContentId).map_err(|_| output.stderr.to_str_lossy().trim().into())
}

/// Whether several users share the repository, so that its files need other rights.
fn is_shared(repo: &gix::Repository) -> bool {
    let shared = repo.config_snapshot().string("core.sharedRepository");
    shared.is_some_and(|shared| !["", "0", "false", "no", "off", "umask"].contains(&&*shared.to_string()))
}

/// The index, and the one that outlives it where a partial commit works on a copy.
fn indexes(index: &Path) -> Result<Vec<PathBuf>, StageError> {
    let refused =
        |error: io::Error| StageError::Refused { index: index.to_owned(), message: error.to_string() };
    let index = absolute(index).map_err(refused)?;
    let passing = index.file_name().is_some_and(|name| name.to_string_lossy().starts_with("next-index-"));
    let staying = index.with_file_name("index.lock");
    let staying = (passing && staying.is_file()).then_some(staying);
    Ok([index].into_iter().chain(staying).collect())
}

/// How long to wait before trying again.
const STEP: Duration = Duration::from_millis(20);

/// Tries until another process does not hold the lock of `index` any more, for at most `patience`; `attempt` gives
/// `None` while one does. For a process that is no more nobody waits.
fn patiently<T>(
    index: &Path,
    patience: Duration,
    attempt: impl Fn() -> Result<Option<T>, StageError>,
) -> Result<T, StageError> {
    let mut waited = Duration::ZERO;
    loop {
        if let Some(done) = attempt()? {
            return Ok(done);
        }
        if claim::clear_left(index) {
            continue;
        }
        if waited >= patience {
            return Err(StageError::Locked { lock: lock_of(index), wait: patience });
        }
        thread::sleep(STEP);
        waited += STEP;
    }
}

fn lock_of(index: &Path) -> PathBuf {
    let mut name = OsString::from(index);
    name.push(".lock");
    name.into()
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
