//! Which files are not as the last commit has them, as `git status` judges it: filters count, times do not.

use resolvers::path::RepoPath;
use rustc_hash::FxHashSet;

use super::{Base, ChangeSet, Difference, GitError, Repository};

impl Repository {
    /// Those of `paths` that git does not track, or whose content in the work tree, in the index and in `HEAD` is not
    /// one; in their order.
    pub(crate) fn uncommitted(&self, paths: &[RepoPath]) -> Result<Vec<RepoPath>, GitError> {
        let index = self.index()?;
        let is_tracked = |path: &RepoPath| index.entries.binary_search_by(|it| it.path.cmp(path)).is_ok();
        let staged = self.staged_changes(self.head_tree()?)?;
        let unstaged = self.work_tree_changes(Base::Index, &[])?;
        let changed: FxHashSet<_> = [staged, unstaged].into_iter().flat_map(paths_of).collect();
        let differs = |path: &&RepoPath| !is_tracked(path) || changed.contains(*path);
        Ok(paths.iter().filter(differs).cloned().collect())
    }
}

/// Every path that is spoken of.
fn paths_of(set: ChangeSet) -> impl Iterator<Item = RepoPath> {
    let changed = set.changes.into_iter().flat_map(|change| {
        let from = match change.difference {
            Difference::Renamed { from, .. } => Some(from),
            _ => None,
        };
        [change.path].into_iter().chain(from)
    });
    changed.chain(set.conflicts).chain(set.announced)
}
