//! How files were in earlier commits.

use std::collections::BTreeMap;

use resolvers::path::RepoPath;

use super::{Universe, UniverseError};
use crate::git::{ContentId, Repository, Stood};

/// What stood at a few paths, from a commit backwards along first parents.
#[derive(Debug)]
pub struct History {
    repository: Repository,
    versions: BTreeMap<RepoPath, Vec<Stood>>,
}

impl Universe {
    /// The history of `paths` up to the commit `revision` and `depth` commits back; `None` in a folder without git.
    ///
    /// # Errors
    /// When git cannot tell, or knows no such commit.
    pub fn history(
        &self,
        revision: &str,
        depth: usize,
        mut paths: Vec<RepoPath>,
    ) -> Result<Option<History>, UniverseError> {
        let open = self.snapshot.repository().map(Repository::again);
        let found = || Repository::find(self.snapshot.root());
        let Some(repository) = open.map_or_else(found, |open| Ok(Some(open)))? else { return Ok(None) };
        paths.sort_unstable();
        paths.dedup();
        let versions = repository.versions(revision, &paths, depth)?;
        Ok(Some(History { repository, versions: paths.into_iter().zip(versions).collect() }))
    }
}

impl History {
    /// What stood at `path`, the newest first: up to how many commits ago, and its name.
    pub fn versions(&self, path: &RepoPath) -> impl Iterator<Item = (usize, ContentId)> {
        self.of(path).iter().filter_map(|version| Some((version.ago, version.blob?)))
    }

    /// What stood at `path` so many commits ago.
    #[must_use]
    pub fn at(&self, path: &RepoPath, ago: usize) -> Option<ContentId> {
        self.of(path).iter().rfind(|version| version.ago <= ago)?.blob
    }

    /// The bytes of a version; `None` where they are not there, as in a partial clone.
    #[must_use]
    pub fn read(&self, blob: ContentId) -> Option<Vec<u8>> {
        self.repository.blob(blob).ok()
    }

    fn of(&self, path: &RepoPath) -> &[Stood] {
        self.versions.get(path).map(Vec::as_slice).unwrap_or_default()
    }
}
