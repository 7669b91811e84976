//! Git: the only place that names gix.
//!
//! Answers four questions about one repository: where it is, what its index lists, what a revision lists, and what
//! a blob holds; and lends git's ignore rules to whoever walks a directory. Nothing here decides which files count,
//! nothing here writes, and no gix type leaves this folder.
#![expect(
    clippy::disallowed_methods,
    reason = "the door to git: it finds the repository and reads its index"
)]

mod binary;
mod entry;
mod globs;
mod locate;
mod rules;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use bstr::BStr;

pub use entry::ContentId;
pub(crate) use entry::{Entry, EntryKind, Listing};
pub(crate) use globs::{Globs, Matcher};
pub(crate) use rules::IgnoreRules;

/// Why gix could not do it.
type Cause = Box<dyn std::error::Error + Send + Sync>;

/// What git could not do.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// There is a repository, but it cannot be opened.
    #[error("cannot open the git repository of `{}`", place.display())]
    Open {
        /// The folder from which the repository was looked for.
        place: PathBuf,
        /// Why.
        source: Cause,
    },
    /// The index cannot be read.
    #[error("cannot read the git index of `{}`", place.display())]
    Index {
        /// The git directory.
        place: PathBuf,
        /// Why.
        source: Cause,
    },
    /// No commit, tag or tree has that name.
    #[error("no such revision `{revision}` in `{}`", place.display())]
    NoSuchRevision {
        /// As the user wrote it.
        revision: String,
        /// The git directory.
        place: PathBuf,
        /// Why, where gix was asked.
        source: Option<Cause>,
    },
    /// A tree cannot be read: the object is damaged, or a partial clone lacks it.
    #[error("cannot list the tree {id} in `{}` (in a partial clone, `git fetch` it first)", place.display())]
    Tree {
        /// The tree.
        id: ContentId,
        /// The git directory.
        place: PathBuf,
        /// Why.
        source: Cause,
    },
    /// A blob cannot be read: the object is damaged, or a partial clone lacks it.
    #[error("cannot read the object {id} in `{}` (in a partial clone, `git fetch` it first)", place.display())]
    Blob {
        /// The blob.
        id: ContentId,
        /// The git directory.
        place: PathBuf,
        /// Why.
        source: Cause,
    },
    /// `info/exclude` or `core.excludesFile` cannot be read.
    #[error("cannot read the ignore rules of `{}`", place.display())]
    Rules {
        /// The git directory.
        place: PathBuf,
        /// Why.
        source: Cause,
    },
    /// The repository keeps its references in a way that only the `git` program reads, and that cannot be run.
    #[error(
        "`{}` keeps its references in the format `{format}`, which needs the `git` program, and that cannot be run",
        place.display()
    )]
    NeedsGit {
        /// The format, e.g. `reftable`.
        format: String,
        /// The git directory.
        place: PathBuf,
        /// Why `git` did not run.
        source: std::io::Error,
    },
}

/// An open repository. Shared between threads: each takes a handle of its own from a pool for as long as it asks
/// one question, because opening the repository again costs a hundred times more than the question.
pub(crate) struct Repository {
    shared: Box<gix::ThreadSafeRepository>,
    handles: Mutex<Vec<gix::Repository>>,
}

impl Repository {
    /// The repository in which the folder `start` lies; `None` when it lies in none. Where `GIT_DIR` or
    /// `GIT_INDEX_FILE` speak about that repository, as in a hook, they are obeyed.
    pub(crate) fn find(start: &Path) -> Result<Option<Self>, GitError> {
        let shared = locate::find(start)
            .map_err(|error| GitError::Open { place: start.to_owned(), source: error.into() })?;
        Ok(shared.map(|shared| Self { shared: Box::new(shared), handles: Mutex::default() }))
    }

    /// The git directory of this work tree: for a linked work tree, its private one.
    pub(crate) fn git_dir(&self) -> &Path {
        self.shared.git_dir()
    }

    /// The top of the work tree; `None` in a bare repository.
    pub(crate) fn work_dir(&self) -> Option<&Path> {
        self.shared.work_dir()
    }

    /// Whether there is an index to list: a bare repository has none, and a new one has none yet.
    pub(crate) fn has_index(&self) -> bool {
        self.with(|repo| repo.index_path().is_file())
    }

    /// Everything that the index lists. A repository without an index lists nothing.
    pub(crate) fn index(&self) -> Result<Listing, GitError> {
        self.with(|repo| {
            let place = || self.git_dir().to_owned();
            let index = repo
                .index_or_empty()
                .map_err(|error| GitError::Index { place: place(), source: error.into() })?;
            entry::of_index(repo, &index).map_err(|error| self.tree_error(error))
        })
    }

    /// Everything that the commit, tag or tree named `revision` lists.
    pub(crate) fn revision(&self, revision: &str) -> Result<Listing, GitError> {
        self.with(|repo| {
            let tree = self.tree_of(repo, revision)?;
            entry::of_tree(repo, tree).map_err(|error| self.tree_error(error))
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
        self.with(rules::of_repository)
            .map_err(|error| GitError::Rules { place: self.git_dir().to_owned(), source: error.into() })
    }

    /// Whether the file system keeps symbolic links as such; if not, git writes their text into plain files.
    pub(crate) fn has_symlinks(&self) -> bool {
        self.with(|repo| repo.config_snapshot().boolean("core.symlinks").unwrap_or(true))
    }

    fn tree_of(&self, repo: &gix::Repository, revision: &str) -> Result<gix::ObjectId, GitError> {
        let found = repo
            .rev_parse_single(BStr::new(revision))
            .and_then(|id| id.object()?.peel_to_tree())
            .map(|tree| tree.id);
        found.or_else(|error| {
            let place = self.git_dir().to_owned();
            match foreign_references(repo) {
                Some(format) => binary::tree_of(&place, revision, format),
                None => Err(GitError::NoSuchRevision {
                    revision: revision.to_owned(),
                    place,
                    source: Some(error.into()),
                }),
            }
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

/// Whether `dir` is a repository of its own: `dir/.git` is a git directory or a file that names one.
pub(crate) fn is_repository(dir: &Path) -> bool {
    gix::discover::is_git(&dir.join(".git")).is_ok()
}

/// The format of the references where it is none that gix reads.
fn foreign_references(repo: &gix::Repository) -> Option<String> {
    let format = repo.config_snapshot().string("extensions.refStorage")?.to_string();
    (!format.eq_ignore_ascii_case("files")).then_some(format)
}
