//! Which files are not as the last commit has them, as `git status` judges it: filters count, times do not.

use resolvers::path::RepoPath;

use super::{GitError, Repository};

impl Repository {
    /// Those of `paths` that git does not track, or whose content in the work tree, in the index and in `HEAD` is not
    /// one; in their order.
    pub(crate) fn uncommitted(&self, paths: &[RepoPath]) -> Result<Vec<RepoPath>, GitError> {
        let index = self.index()?;
        let is_tracked = |path: &RepoPath| index.entries.binary_search_by(|it| it.path.cmp(path)).is_ok();
        let changed = self.changed_paths(self.head_tree()?)?;
        let differs = |path: &&RepoPath| !is_tracked(path) || changed.contains(path.as_bytes());
        Ok(paths.iter().filter(differs).cloned().collect())
    }
}
