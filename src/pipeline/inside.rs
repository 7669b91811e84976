//! Where `.dsp/` stands among the files of a repository, and what an index lists there once something is changed.

use std::collections::BTreeMap;

use resolvers::path::{PathError, RepoPath};

use crate::git::{ContentId, Repository};
use crate::transaction::Change;

/// Where it stands.
pub(super) const DSP: &str = ".dsp";

/// The directory.
pub(super) fn dir() -> Result<RepoPath, PathError> {
    RepoPath::new(DSP.as_bytes())
}

/// The file that is at `path` in it.
pub(super) fn file(path: &RepoPath) -> Result<RepoPath, PathError> {
    RepoPath::new(&[DSP.as_bytes(), b"/", path.as_bytes()].concat())
}

/// What is listed where `changes` change something: the content, or nothing. `None` where a content has no name.
pub(super) fn listed(
    repository: &Repository,
    changes: &[Change],
) -> Option<BTreeMap<RepoPath, Option<ContentId>>> {
    let listed = |change: &Change| {
        let path = file(&change.path).ok()?;
        let Some(content) = &change.content else { return Some((path, None)) };
        Some((path, Some(repository.name_of(content)?)))
    };
    changes.iter().map(listed).collect()
}
