//! What resolvers asked a project for that is not there: who knows that can tell of a new file whether an answer might be
//! another one with it. And what they found there and did not take for what an import means: without it, other answers might
//! be others too. Paths are known by marks, so that a file may be taken for one that was asked for, and never the other way
//! round.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashSet, FxHasher};
use serde::{Deserialize, Serialize};

use crate::path;

/// What was asked for, file by file, folder by folder, and as the beginning of paths.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Absences {
    /// The marks of files and folders, sorted.
    marks: Vec<u32>,
    /// The marks of files that are there and on which more rests than that imports mean them, sorted.
    found: Vec<u32>,
    /// What paths were asked for that begin so, sorted; which there were is of no matter.
    prefixes: Vec<Vec<u8>>,
}

impl Absences {
    /// Whether somebody asked for the file at `path`, or for a folder on the way to it, which must not have been there.
    #[must_use]
    pub fn tell_of(&self, path: &[u8]) -> bool {
        let has = |mark| self.marks.binary_search(&mark).is_ok();
        let mut dirs = path::ancestors(path::parent(path)).filter(|dir| !dir.is_empty());
        has(mark(path, Kind::File))
            || dirs.any(|dir| has(mark(dir, Kind::Dir)))
            || self.prefixes.iter().any(|prefix| path.starts_with(prefix))
    }

    /// Whether more rests on the file at `path`, which is there, than that imports mean it.
    #[must_use]
    pub fn rest_on(&self, path: &[u8]) -> bool {
        self.found.binary_search(&mark(path, Kind::File)).is_ok()
            || self.prefixes.iter().any(|prefix| path.starts_with(prefix))
    }

    /// About how many bytes it takes to write them down.
    #[must_use]
    pub fn size(&self) -> usize {
        5 * (self.marks.len() + self.found.len()) + self.prefixes.iter().map(|it| it.len() + 5).sum::<usize>()
    }

    /// All of both.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.marks.extend(other.marks);
        self.marks.sort_unstable();
        self.marks.dedup();
        self.found.extend(other.found);
        self.found.sort_unstable();
        self.found.dedup();
        self.prefixes.extend(other.prefixes);
        self.prefixes.sort_unstable();
        self.prefixes.dedup();
        self
    }
}

#[derive(Clone, Copy, Hash)]
enum Kind {
    File,
    Dir,
}

/// What stands for a path in lists.
fn mark(path: &[u8], kind: Kind) -> u32 {
    let mut hasher = FxHasher::default();
    (kind, path).hash(&mut hasher);
    let hash = hasher.finish();
    // Both halves count.
    u32::try_from((hash >> 32) ^ (hash & u64::from(u32::MAX))).unwrap_or_default()
}

/// How many lists there are: who notes something seldom waits for others.
const LISTS: usize = 16;

/// What is noted while many threads ask.
#[derive(Debug, Default)]
pub(super) struct Noting {
    marks: Lists,
    found: Lists,
    prefixes: Mutex<BTreeSet<Vec<u8>>>,
}

impl Noting {
    pub(super) fn note_file(&self, path: &[u8]) {
        note(&self.marks, mark(path, Kind::File));
    }

    pub(super) fn note_dir(&self, path: &[u8]) {
        note(&self.marks, mark(path, Kind::Dir));
    }

    pub(super) fn note_found(&self, path: &[u8]) {
        note(&self.found, mark(path, Kind::File));
    }

    pub(super) fn note_prefix(&self, prefix: &[u8]) {
        let mut prefixes = self.prefixes.lock().unwrap_or_else(PoisonError::into_inner);
        if !prefixes.contains(prefix) {
            prefixes.insert(prefix.to_owned());
        }
    }

    pub(super) fn noted(&self) -> Absences {
        let prefixes = self.prefixes.lock().unwrap_or_else(PoisonError::into_inner);
        let prefixes = prefixes.iter().cloned().collect();
        Absences { marks: sorted(&self.marks), found: sorted(&self.found), prefixes }
    }
}

/// Marks, in so many lists.
type Lists = [Mutex<FxHashSet<u32>>; LISTS];

fn note(lists: &Lists, mark: u32) {
    let list = &lists[mark as usize % LISTS];
    list.lock().unwrap_or_else(PoisonError::into_inner).insert(mark);
}

fn sorted(lists: &Lists) -> Vec<u32> {
    let lists = lists.iter().map(|list| list.lock().unwrap_or_else(PoisonError::into_inner));
    let mut marks: Vec<u32> = lists.flat_map(|list| list.iter().copied().collect::<Vec<u32>>()).collect();
    marks.sort_unstable();
    marks
}

#[cfg(test)]
mod tests {
    use super::super::Project;
    use crate::path::RepoPath;

    #[test]
    fn what_is_not_there_is_noted() {
        let files = ["a/b.ts", "a/c/d.ts"].map(|path| RepoPath::new(path.as_bytes()).unwrap());
        let nothing = |_: &RepoPath| None;
        let project = Project::new(files.to_vec(), &[], &nothing);
        assert!(project.position(b"x.ts").is_none() && project.absences().is_none());
        let project = project.noting();
        assert!(project.file(b"a/b.ts").is_some() && project.file(b"a/b.tsx").is_none());
        assert!(project.dir(b"a/c").is_some() && project.dir(b"a/e").is_none());
        assert_eq!(project.below(b"a/conf").len(), 0);
        let absences = project.absences().unwrap();
        let told = ["a/b.tsx", "a/e/f/g.ts", "a/config.json"];
        let others = ["a/b.ts", "a/b.tsx/c", "a/c/e.ts", "a/e", "e/a"];
        assert!(told.iter().all(|path| absences.tell_of(path.as_bytes())));
        assert!(!others.iter().any(|path| absences.tell_of(path.as_bytes())));
        assert!(
            absences.rest_on(b"a/b.ts") && absences.rest_on(b"a/conf.ts") && !absences.rest_on(b"a/c/d.ts")
        );
        assert!(project.meant(b"a/c/d.ts").is_some() && !project.absences().unwrap().rest_on(b"a/c/d.ts"));
        assert_eq!(absences.clone().and(absences.clone()), absences);
    }
}
