//! What changed between two states of a repository, as one plain value.
//!
//! ```text
//!   tree -- walk -- tree or index -- disk -- work tree
//!                 \         |         /
//!                  raw changes of paths --> renames --> ChangeSet
//! ```
//!
//! Git's own `status` and `diff` are the referees: same paths, same kinds, same renames. Which paths count, `.dsp/`
//! included, is the caller's matter, and what is untracked in the work tree the caller tells, who has walked it.

mod disk;
mod renames;
mod similarity;
#[cfg(test)]
#[cfg(unix)]
mod tests;
mod walk;

use std::collections::BTreeMap;

use gix::index::entry::{Flags, Mode, Stage};
use resolvers::path::{PathError, RepoPath};
use rustc_hash::FxHashSet;

use super::{ContentId, GitError, Repository};

/// What a path is. Git knows no other kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileKind {
    /// A file.
    Plain,
    /// A file that may be executed.
    Executable,
    /// A symbolic link.
    Link,
    /// A repository of its own.
    Submodule,
}

/// What stands at a path on one side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version {
    /// What it is.
    pub kind: FileKind,
    /// The blob, of a submodule the commit; filters are applied to what lies on disk. `None` where it lies on disk
    /// and comparing did not take reading it.
    pub id: Option<ContentId>,
}

/// How the two sides differ at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// Only the new side has it.
    Added(Version),
    /// Only the old side has it.
    Deleted(Version),
    /// Both have it, with other bytes, another kind, or both.
    Modified {
        /// On the old side.
        old: Version,
        /// On the new side.
        new: Version,
    },
    /// The new side has it under this path, the old side had it elsewhere, as `git diff -M50% -l1000` judges.
    Renamed {
        /// Where it was.
        from: RepoPath,
        /// What it was there.
        old: Version,
        /// What it is now.
        new: Version,
        /// How much of the larger one's bytes both have, in percent, as git prints it. 100 does not mean that they
        /// are identical.
        similarity: u8,
    },
}

/// One path that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Where it is now; of something deleted, where it was.
    pub path: RepoPath,
    /// How.
    pub difference: Difference,
}

/// What changed between two states. Every list is sorted bytewise by path and names each path once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangeSet {
    /// What differs.
    pub changes: Vec<Change>,
    /// What a merge left open in the index. Whether it changed is not said in `changes`.
    pub conflicts: Vec<RepoPath>,
    /// What `git add --intent-to-add` announced: not in the index for a commit, added on disk.
    pub announced: Vec<RepoPath>,
    /// Names that changed and that no file may have, and why.
    pub refused: Vec<(Vec<u8>, PathError)>,
}

/// Where the old side of a comparison with the work tree is taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// The index.
    Index,
    /// A tree; `None` where there is no commit yet: everything is added.
    Tree(Option<ContentId>),
}

impl Repository {
    /// What changed from one tree to another; `None` is a tree without files.
    ///
    /// # Errors
    /// When a tree cannot be read.
    pub fn tree_changes(
        &self,
        old: Option<ContentId>,
        new: Option<ContentId>,
    ) -> Result<ChangeSet, GitError> {
        let side = |id: Option<ContentId>| id.map_or(walk::Node::Nothing, |id| walk::Node::Tree(id.0));
        let raw = self.with(|repo| walk::differences(self, repo, side(old), side(new)))?;
        Ok(self.finish(raw, Listed::default(), false))
    }

    /// What a commit of the index would change, compared with a tree; `None` is a tree without files.
    ///
    /// Directories whose tree the index knows to be the same are not looked into, so that the cost is that of what
    /// is staged.
    ///
    /// # Errors
    /// When the index or a tree cannot be read.
    pub fn staged_changes(&self, base: Option<ContentId>) -> Result<ChangeSet, GitError> {
        let (raw, listed) = self.with(|repo| {
            let index = self.open_index(repo)?;
            Ok((self.staged(repo, base, &index)?, Listed::of(&index)))
        })?;
        Ok(self.finish(raw, listed, false))
    }

    /// What differs on disk. `found` are files and links that lie in the work tree and are not ignored; those that
    /// git tracks may be among them. What git tracks and was told to leave out of the work tree or not to look at
    /// (sparse checkout, `--skip-worktree`, `--assume-unchanged`) has not changed.
    ///
    /// Of a submodule only its commit counts.
    ///
    /// # Errors
    /// When there is no work tree, or when the index, a tree or a tracked file cannot be read.
    pub fn work_tree_changes(&self, base: Base, found: &[RepoPath]) -> Result<ChangeSet, GitError> {
        let (mut raw, listed) = self.with(|repo| {
            let index = self.open_index(repo)?;
            let listed = Listed::of(&index);
            let unstaged = disk::differences(self, repo, &index, found)?;
            let Base::Tree(tree) = base else { return Ok((unstaged, listed)) };
            Ok((self.joined(self.staged(repo, tree, &index)?, unstaged), listed))
        })?;
        if raw.iter().any(|raw| raw.new.is_none()) {
            self.name_contents(raw.iter_mut().filter(|raw| raw.old.is_none()));
        }
        Ok(self.finish(raw, listed, true))
    }

    /// Every path at which a tree, the index and the disk are not one, those of conflicts and announced files among them;
    /// of a rename both.
    pub(super) fn changed_paths(&self, tree: Option<ContentId>) -> Result<FxHashSet<Vec<u8>>, GitError> {
        self.with(|repo| {
            let index = self.open_index(repo)?;
            let Listed { conflicts, announced } = Listed::of(&index);
            let staged = self.staged(repo, tree, &index)?;
            let unstaged = disk::differences(self, repo, &index, &[])?;
            let differing = staged.into_iter().chain(unstaged).map(|raw| raw.path);
            let listed = conflicts.into_iter().chain(announced).map(|path| path.as_bytes().to_vec());
            Ok(differing.chain(listed).collect())
        })
    }

    fn staged(
        &self,
        repo: &gix::Repository,
        base: Option<ContentId>,
        index: &gix::index::State,
    ) -> Result<Vec<Raw>, GitError> {
        let old = base.map_or(walk::Node::Nothing, |id| walk::Node::Tree(id.0));
        walk::differences(self, repo, old, walk::Node::of_index(index))
    }

    /// Two steps as one: what differs between a tree and the index, and between the index and the disk.
    fn joined(&self, staged: Vec<Raw>, unstaged: Vec<Raw>) -> Vec<Raw> {
        let mut staged: BTreeMap<_, _> = staged.into_iter().map(|raw| (raw.path.clone(), raw)).collect();
        let (mut twice, mut once) = (Vec::new(), Vec::new());
        for later in unstaged {
            match staged.remove(&later.path) {
                Some(earlier) => twice.push(Raw { old: earlier.old, ..later }),
                None => once.push(later),
            }
        }
        // The second step may have undone the first one.
        self.name_contents(twice.iter_mut().filter(|raw| raw.old.is_some()));
        twice.retain(|raw| raw.old != raw.new);
        staged.into_values().chain(once).chain(twice).collect()
    }

    /// Paths checked, renames found, all sorted.
    fn finish(&self, raw: Vec<Raw>, listed: Listed, on_disk: bool) -> ChangeSet {
        let Listed { conflicts, announced } = listed;
        let mut known = Vec::new();
        let mut refused = Vec::new();
        for raw in raw {
            match RepoPath::new(&raw.path) {
                Ok(path) if conflicts.binary_search(&path).is_ok() => {}
                Ok(path) => known.push((path, raw)),
                Err(error) => refused.push((raw.path, error)),
            }
        }
        refused.sort_by(|a, b| a.0.cmp(&b.0));
        ChangeSet { changes: self.renamed(known, on_disk), conflicts, announced, refused }
    }
}

/// A path that differs, before renames are looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Raw {
    path: Vec<u8>,
    old: Option<Version>,
    new: Option<Version>,
}

/// What the index says of single paths besides what a commit would hold.
#[derive(Debug, Default)]
struct Listed {
    conflicts: Vec<RepoPath>,
    announced: Vec<RepoPath>,
}

impl Listed {
    fn of(index: &gix::index::State) -> Self {
        let mut listed = Self::default();
        for entry in index.entries() {
            if entry.stage() != Stage::Unconflicted {
                listed.conflicts.extend(RepoPath::new(entry.path(index)));
            } else if entry.flags.contains(Flags::INTENT_TO_ADD) {
                listed.announced.extend(RepoPath::new(entry.path(index)));
            }
        }
        listed.conflicts.dedup();
        listed
    }
}

/// What an index entry stands for; `None` for a directory that a sparse index keeps folded.
fn kind_of(mode: Mode) -> Option<FileKind> {
    match mode {
        Mode::FILE => Some(FileKind::Plain),
        Mode::FILE_EXECUTABLE => Some(FileKind::Executable),
        Mode::SYMLINK => Some(FileKind::Link),
        Mode::COMMIT => Some(FileKind::Submodule),
        _ => None,
    }
}
