//! What stood at a few paths in the commits before one. Trees are read and no blob, and of the trees only those that
//! differ from the ones in the next commit.

use std::ops::Range;

use gix::ObjectId;
use gix::objs::tree::EntryMode;
use resolvers::path::RepoPath;
use rustc_hash::FxHashMap;

use super::{Cause, ContentId, GitError, Repository};

/// What stood at a path, up to a commit. It stood there until the next newer version did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stood {
    /// How many commits that one is back.
    pub(crate) ago: usize,
    /// `None` where no file stood there.
    pub(crate) blob: Option<ContentId>,
}

impl Repository {
    /// What stood at each of `paths`, which are sorted, in `revision` and the `depth` commits before it along first
    /// parents: the newest first, and not twice in a row the same. Ends where commits or trees are not there, as in a
    /// shallow or partial clone.
    pub(crate) fn versions(
        &self,
        revision: &str,
        paths: &[RepoPath],
        depth: usize,
    ) -> Result<Vec<Vec<Stood>>, GitError> {
        self.with(|repo| {
            let mut next = Some(self.commit_of(repo, revision)?);
            let mut walk =
                Walk { paths, versions: vec![Vec::new(); paths.len()], seen: FxHashMap::default() };
            for ago in 0..=depth {
                let Some(id) = next else { break };
                match walk.commit(repo, id, ago) {
                    Ok(parent) => next = parent,
                    Err(_) => break,
                }
            }
            Ok(walk.versions)
        })
    }
}

struct Walk<'p> {
    paths: &'p [RepoPath],
    versions: Vec<Vec<Stood>>,
    /// The tree of each directory in the commit that was looked at last.
    seen: FxHashMap<&'p [u8], Option<ObjectId>>,
}

impl Walk<'_> {
    /// Looks at one commit, and gives the one before it.
    fn commit(
        &mut self,
        repo: &gix::Repository,
        id: ObjectId,
        ago: usize,
    ) -> Result<Option<ObjectId>, Cause> {
        let commit = repo.find_commit(id)?;
        // The paths that go through a tree, and how long the part of them is that leads to it.
        let mut trees = vec![(0, Some(commit.tree_id()?.detach()), 0..self.paths.len())];
        while let Some((start, tree, paths)) = trees.pop() {
            if let Some(first) = self.paths.get(paths.start)
                && self.seen.insert(&first.as_bytes()[..start], tree) != Some(tree)
            {
                self.tree(repo, (start, tree, paths), ago, &mut trees)?;
            }
        }
        Ok(commit.parent_ids().next().map(gix::Id::detach))
    }

    fn tree(
        &mut self,
        repo: &gix::Repository,
        (start, tree, paths): Step,
        ago: usize,
        trees: &mut Vec<Step>,
    ) -> Result<(), Cause> {
        let tree = tree.map(|tree| repo.find_tree(tree)).transpose()?;
        let all = self.paths;
        let step = |at: &usize| name(&all[*at].as_bytes()[start..]);
        for paths in paths.collect::<Vec<_>>().chunk_by(|a, b| step(a) == step(b)) {
            let (first, (name, is_last)) = (paths[0], step(&paths[0]));
            let entry = tree.as_ref().and_then(|tree| tree.find_entry(name));
            let fits = |mode: EntryMode| if is_last { mode.is_blob() } else { mode.is_tree() };
            let entry = entry.filter(|entry| fits(entry.mode()));
            let id = entry.map(|entry| entry.object_id());
            if is_last {
                self.stood(first, Stood { ago, blob: id.map(ContentId) });
            } else {
                trees.push((start + name.len() + 1, id, first..first + paths.len()));
            }
        }
        Ok(())
    }

    fn stood(&mut self, at: usize, version: Stood) {
        if self.versions[at].last().is_none_or(|newer| newer.blob != version.blob) {
            self.versions[at].push(version);
        }
    }
}

/// Where the names begin that are looked up in a tree, the tree, and the positions of the paths.
type Step = (usize, Option<ObjectId>, Range<usize>);

/// The first name of a path, and whether nothing follows it.
fn name(path: &[u8]) -> (&[u8], bool) {
    match path.iter().position(|byte| *byte == b'/') {
        Some(end) => (&path[..end], false),
        None => (path, true),
    }
}
