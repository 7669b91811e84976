//! Where `.dsp/` stands among the files of a repository, and what an index lists there once something is changed.

use rayon::prelude::*;
use resolvers::path::{PathError, RepoPath};

use crate::git::{Contents, Repository};
use crate::transaction::{Cause, Change};

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

/// What is listed where `changes` change something.
///
/// # Errors
/// When a content has no name.
pub(super) fn listed(repository: &Repository, changes: &[Change]) -> Result<Contents, Cause> {
    let listed = |change: &Change| {
        let path = file(&change.path)?;
        let Some(content) = &change.content else { return Ok((path, None)) };
        let name = repository.name_of(content);
        Ok((path, Some(name.ok_or("git names contents here in a way that is not known")?)))
    };
    let listed: Vec<_> = changes.par_iter().with_min_len(SHARE).map(listed).collect::<Result<_, Cause>>()?;
    Ok(listed.into_iter().collect())
}

/// So many files are one piece of work.
const SHARE: usize = 8;
