//! Directories that a sparse index keeps folded into one entry, listed file by file again.

use bstr::{BStr, BString, ByteSlice};
use gix::index::State;
use gix::index::entry::{Flags, Mode, Stat};

use super::{ContentId, GitError, Repository};

impl Repository {
    /// Unfolds the directories that `wanted` picks by their path, which ends in `/`. Their files are outside of the
    /// sparse checkout, as the directory was.
    pub(super) fn unfold(
        &self,
        repo: &gix::Repository,
        index: &mut State,
        wanted: impl Fn(&BStr) -> bool,
    ) -> Result<(), GitError> {
        let folded = index.entries().iter().filter(|entry| entry.mode == Mode::DIR);
        let folded: Vec<(BString, _)> = folded
            .map(|entry| (entry.path(index).to_owned(), entry.id))
            .filter(|(path, _)| wanted(path.as_bstr()))
            .collect();
        for (dir, tree) in &folded {
            let failed = |error| self.tree_error((ContentId(*tree), error));
            let tree = self.tree_object(repo, *tree).map_err(failed)?;
            let below = tree.traverse().breadthfirst.files().map_err(failed)?;
            // Directories are among them, whatever they are called there.
            for file in below.into_iter().filter(|entry| !entry.mode.is_tree()) {
                let path = [dir.as_bytes(), &file.filepath].concat();
                let (stat, mode) = (Stat::default(), Mode::from(file.mode));
                index.dangerously_push_entry(stat, file.oid, Flags::SKIP_WORKTREE, mode, path.as_bstr());
            }
        }
        if !folded.is_empty() {
            index.remove_entries(|_, path, entry| {
                entry.mode == Mode::DIR && folded.iter().any(|(dir, _)| dir == path)
            });
            index.sort_entries();
        }
        Ok(())
    }
}
