//! What git could not do, in words.

use std::io;
use std::path::PathBuf;

use super::{Cause, ContentId};
use crate::transaction::shown;

/// What git could not do.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// There is a repository, but it cannot be opened.
    #[error("cannot open the git repository of `{}`", shown(place))]
    Open {
        /// The folder from which the repository was looked for.
        place: PathBuf,
        /// Why.
        source: Cause,
    },
    /// The index cannot be read.
    #[error("cannot read the git index of `{}`", shown(place))]
    Index {
        /// The git directory.
        place: PathBuf,
        /// Why.
        source: Cause,
    },
    /// What stands in the place of the index is none.
    #[error(
        "the index of `{}` is damaged; `git read-tree HEAD` rebuilds it without what was staged",
        shown(place)
    )]
    DamagedIndex {
        /// The git directory.
        place: PathBuf,
    },
    /// The name of a revision is no name.
    #[error("the revision is empty")]
    EmptyRevision,
    /// Nothing has that name.
    #[error("no such revision `{}`", shown_revision(revision))]
    NoSuchRevision {
        /// As the user wrote it.
        revision: String,
    },
    /// A branch without a commit.
    #[error("`HEAD` has no commit yet")]
    Unborn,
    /// The name is that of a blob.
    #[error("`{}` names a file, not a tree", shown_revision(revision))]
    NotATree {
        /// As the user wrote it.
        revision: String,
    },
    /// The name is that of something without history.
    #[error("`{}` names no commit", shown_revision(revision))]
    NotACommit {
        /// As the user wrote it.
        revision: String,
    },
    /// The revision is there, and what it consists of is not: damaged, or never fetched into a partial clone.
    #[error(
        "the tree of `{}` is damaged or missing (in a partial clone, `git fetch` it first)",
        shown_revision(revision)
    )]
    DamagedRevision {
        /// As the user wrote it.
        revision: String,
        /// Why it cannot be read.
        source: Cause,
    },
    /// A tree cannot be read: the object is damaged, or a partial clone lacks it.
    #[error("cannot list the tree {id} in `{}` (in a partial clone, `git fetch` it first)", shown(place))]
    Tree {
        /// The tree.
        id: ContentId,
        /// The git directory.
        place: PathBuf,
        /// Why.
        source: Cause,
    },
    /// A blob cannot be read: the object is damaged, or a partial clone lacks it.
    #[error("cannot read the object {id} in `{}` (in a partial clone, `git fetch` it first)", shown(place))]
    Blob {
        /// The blob.
        id: ContentId,
        /// The git directory.
        place: PathBuf,
        /// Why.
        source: Cause,
    },
    /// The work tree cannot be compared with the index.
    #[error("cannot compare the work tree of `{}` with its index", shown(place))]
    WorkTree {
        /// The git directory.
        place: PathBuf,
        /// Why.
        source: Cause,
    },
    /// A repository without a work tree.
    #[error("`{}` is a bare repository: it has no work tree", shown(place))]
    Bare {
        /// The git directory.
        place: PathBuf,
    },
    /// `info/exclude` or `core.excludesFile` cannot be read.
    #[error("cannot read the ignore rules of `{}`", shown(place))]
    Rules {
        /// The git directory.
        place: PathBuf,
        /// Why.
        source: Cause,
    },
    /// The repository keeps its references in a way that only the `git` program reads, and that cannot be run.
    #[error(
        "`{}` keeps its references in the format `{format}`, which needs the `git` program, and that cannot be run",
        shown(place)
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

impl GitError {
    /// Whether the caller asked for what nobody could answer, rather than something being broken.
    #[must_use]
    pub fn is_wrong_call(&self) -> bool {
        matches!(
            self,
            Self::EmptyRevision
                | Self::NoSuchRevision { .. }
                | Self::NotATree { .. }
                | Self::NotACommit { .. }
                | Self::Unborn
        )
    }
}

pub(super) fn no_such(revision: &str) -> GitError {
    GitError::NoSuchRevision { revision: revision.to_owned() }
}

pub(super) fn missing(revision: &str, id: gix::ObjectId) -> GitError {
    let source = format!("there is no object {id}").into();
    GitError::DamagedRevision { revision: revision.to_owned(), source }
}

pub(super) fn damaged(revision: &str, error: gix::Error) -> GitError {
    GitError::DamagedRevision { revision: revision.to_owned(), source: error.into() }
}

/// An index that the system refuses is another thing than one that makes no sense.
pub(super) fn index_error(place: PathBuf, error: gix::Error) -> GitError {
    let source = Cause::from(error);
    let mut causes =
        std::iter::successors(Some(source.as_ref() as &dyn std::error::Error), |error| error.source());
    let refused = |cause: &io::Error| {
        !matches!(cause.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData)
    };
    match causes.find_map(|cause| cause.downcast_ref::<io::Error>()) {
        Some(cause) if refused(cause) => GitError::Index { place, source },
        _ => GitError::DamagedIndex { place },
    }
}

/// How many characters of a revision a message shows.
const LONGEST_REVISION: usize = 80;

/// The start of a revision.
fn shown_revision(revision: &str) -> String {
    match revision.char_indices().nth(LONGEST_REVISION) {
        Some((end, _)) => format!("{}…", &revision[..end]),
        None => revision.to_owned(),
    }
}
