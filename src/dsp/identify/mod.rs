//! Which desired entity is which existing one, so that uids outlive what an editor does to the code.
//!
//! One matcher over what is there and what shall be. Each step sees only what those before it left over:
//!
//! 1. `marked`: the uid in the marker of a declaration or a file, wherever it stands. Somebody put it there.
//! 2. `known`: the entity whose `source:` names the very place.
//! 3. `files`: a file that is gone and one that is new: most declarations known by their markers, the same bytes, then enough of the same text, then their names
//!    and neighbours in the graph, then the way that the directory around it went.
//! 4. `parts`: declarations that went with their file, then such as got another name there, then such as went to
//!    another file, then members with their class.
//! 5. Packages, by where their files are.
//! 6. What is left over is new: its uid is derived from its birth place.
//!
//! Of two candidates that are equally good none is taken: a new uid costs a text, a wrong one tells a lie. What texts
//! looked like comes in as [`Evidence`]; without it the graph alone has to tell. Pure: who reads what, and from where,
//! is not decided here.

mod features;
mod files;
mod known;
pub mod look;
mod lost;
mod marked;
mod pairs;
mod parts;
mod twins;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use resolvers::path::{RepoPath, shown};
use rustc_hash::{FxHashMap, FxHashSet};

use super::desired::{DesiredEntity, DesiredGraph, Identity};
use super::model::{Entity, Store};
use crate::identity::{BirthPlace, Uid};
pub use known::Known;
use look::Looks;
use lost::Lost;

/// What is known of texts beside what the graph says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Evidence {
    /// Files as they were, at the paths that they had.
    pub before: Looks,
    /// Files as they are.
    pub now: Looks,
}

/// The files of which [`Evidence`] would help: empty when all is found, or nothing is missing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Open {
    /// Where entities lay that are not found again, with what they were called in those files.
    pub lost: BTreeMap<RepoPath, BTreeSet<String>>,
    /// Where entities lie that are not known, sorted.
    pub born: Vec<RepoPath>,
}

/// Who is who.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Identified {
    /// The uid of each desired entity, by position.
    pub uids: Vec<Uid>,
    /// Where files are that lay elsewhere, by their old paths.
    pub moved: BTreeMap<RepoPath, RepoPath>,
    /// Entities that stand for the same as another one, with that other one, which stays.
    pub twins: Vec<(Uid, Uid)>,
}

/// Finds out who is who, in two strokes: what needs no evidence, and the rest.
pub struct Matcher<'a> {
    existing: &'a Store,
    desired: &'a DesiredGraph,
    /// The universe, sorted.
    files: &'a [RepoPath],
    known: &'a Known<'a>,
    /// Entities that go: whoever has the uid of one in his marker has it to himself.
    going: &'a FxHashSet<Uid>,
    uids: Vec<Option<Uid>>,
    /// Given to somebody, or kept for one of several that have it in their marker.
    used: FxHashSet<Uid>,
    contested: Vec<(Uid, Vec<usize>)>,
    moved: BTreeMap<RepoPath, RepoPath>,
    /// What is lost after the first stroke, once somebody has asked.
    lost: OnceLock<Vec<Lost>>,
}

impl<'a> Matcher<'a> {
    /// Compares `existing`, of which `known` was made, with `desired`: markers and sources. `files` are those of the
    /// universe, sorted. Of those that are `going`, markers are taken for such of uids that nobody knows.
    #[must_use]
    pub fn new(
        (existing, known): (&'a Store, &'a Known<'a>),
        desired: &'a DesiredGraph,
        files: &'a [RepoPath],
        going: &'a FxHashSet<Uid>,
    ) -> Self {
        let mut matcher = Self {
            existing,
            desired,
            files,
            known,
            going,
            uids: vec![None; desired.entities.len()],
            used: FxHashSet::default(),
            contested: Vec::new(),
            moved: BTreeMap::new(),
            lost: OnceLock::new(),
        };
        marked::claim(&mut matcher);
        let waiting: FxHashSet<usize> = matcher.contested.iter().flat_map(|(_, by)| by).copied().collect();
        for at in 0..matcher.uids.len() {
            if !waiting.contains(&at) {
                matcher.by_source(at);
            }
        }
        matcher
    }

    /// The files that the second stroke would like to know more of.
    #[must_use]
    pub fn open(&self) -> Open {
        if self.born().next().is_none() {
            return Open::default();
        }
        let contested = self.contested.iter().filter_map(|(uid, _)| marked::origin(self, *uid));
        let lost = self.lost.get_or_init(|| lost::all(self)).iter();
        let places = lost.map(|lost| (lost.file.clone(), lost.name.clone())).chain(contested);
        let mut lost: BTreeMap<RepoPath, BTreeSet<String>> = BTreeMap::new();
        for (file, name) in places {
            lost.entry(file).or_default().extend(name);
        }
        if lost.is_empty() {
            return Open::default();
        }
        let mut born: Vec<RepoPath> =
            self.born().filter_map(|(_, entity)| entity.identity.file().cloned()).collect();
        if born.is_empty() {
            return Open::default();
        }
        born.sort_unstable();
        born.dedup();
        Open { lost, born }
    }

    /// Who is who, where `recall` tells what is known of the files of which more would help; `None` where that gives none.
    #[must_use]
    pub fn told(self, recall: impl FnOnce(&Open) -> Option<Evidence>) -> Option<Identified> {
        let open = self.open();
        let evidence = if open == Open::default() { Evidence::default() } else { recall(&open)? };
        Some(self.finish(&evidence))
    }

    /// Finds the rest again, as far as `evidence` tells, and gives new uids to what is new.
    #[must_use]
    pub fn finish(mut self, evidence: &Evidence) -> Identified {
        let lost = match self.lost.take() {
            Some(lost) => lost,
            None if self.born().next().is_some() => lost::all(&self),
            None => Vec::new(),
        };
        if !lost.is_empty() {
            files::find(&mut self, &lost, evidence);
            parts::find(&mut self, &lost, evidence);
        }
        files::find_packages(&mut self);
        self.settle_contested(evidence);
        let twins = twins::find(&self);
        self.bear();
        Identified { uids: self.uids.into_iter().flatten().collect(), moved: self.moved, twins }
    }

    fn settle_contested(&mut self, evidence: &Evidence) {
        for (uid, claimants) in std::mem::take(&mut self.contested) {
            let keeper = marked::keeper(self, uid, &claimants, evidence);
            marked::give(self, keeper, uid);
            for loser in claimants.into_iter().filter(|at| *at != keeper) {
                self.by_source(loser);
            }
        }
    }

    /// The desired entities that have no uid yet.
    fn born(&self) -> impl Iterator<Item = (usize, &'a DesiredEntity)> {
        let all = self.desired.entities.iter().enumerate();
        all.filter(|(at, _)| self.uids[*at].is_none())
    }

    /// What is known of an entity that does not go.
    fn entity(&self, uid: Uid) -> Option<&'a Entity> {
        self.existing.entity(uid).filter(|_| !self.going.contains(&uid))
    }

    fn by_source(&mut self, at: usize) {
        let identity = &self.desired.entities[at].identity;
        if let Some(uid) = self.known.find(identity, &self.used).filter(|_| self.uids[at].is_none()) {
            self.give(at, uid);
        }
    }

    fn give(&mut self, at: usize, uid: Uid) {
        self.used.insert(uid);
        self.uids[at] = Some(uid);
    }

    /// Whether the path is that of a file or a directory of the universe.
    fn stands(&self, path: &[u8]) -> bool {
        is_in(self.files, path)
    }

    /// From the uids that are given to the positions of those that have them.
    fn numbers(&self) -> FxHashMap<Uid, usize> {
        let given = self.uids.iter().enumerate();
        given.filter_map(|(at, uid)| Some(((*uid)?, at))).collect()
    }

    /// Gives uids to all that is new, in the order of the identities, so that the salt of a collision does not depend
    /// on the walk.
    fn bear(&mut self) {
        let mut newborn: Vec<usize> = self.born().map(|(at, _)| at).collect();
        newborn.sort_unstable_by_key(|at| &self.desired.entities[*at].identity);
        // A name alone, in a table or a line, is not taken: whoever lost a directory, or the description in it, gets
        // the same uid again.
        let existing = self.existing;
        let is_described = |uid: Uid| existing.entity(uid).is_some_and(|entity| entity.description.is_some());
        for at in newborn {
            let identity = &self.desired.entities[at].identity;
            let uid = birth(identity, |uid| self.used.contains(&uid) || is_described(uid));
            self.give(at, uid);
        }
    }
}

/// Whether `path` is among the sorted `files`, or a directory of theirs.
pub(crate) fn is_in(files: &[RepoPath], path: &[u8]) -> bool {
    let at = files.partition_point(|file| file.as_bytes() < path);
    let inside = || {
        let directory = [path, b"/"].concat();
        let at = files.partition_point(|file| file.as_bytes() < directory.as_slice());
        files.get(at).is_some_and(|file| file.as_bytes().starts_with(&directory))
    };
    files.get(at).is_some_and(|file| file.as_bytes() == path) || inside()
}

/// The uid of what is new.
pub(super) fn birth(identity: &Identity, is_taken: impl Fn(Uid) -> bool) -> Uid {
    let (kind, path, symbol) = match identity {
        Identity::File(path) => (Cow::Borrowed("object"), path.as_bytes(), ""),
        Identity::Package(dir) => (Cow::Borrowed("package"), shown(dir), ""),
        Identity::Symbol { file, name, is_function: true } => {
            (Cow::Borrowed("function"), file.as_bytes(), &name[..])
        }
        Identity::Symbol { file, name, .. } => (Cow::Borrowed("object"), file.as_bytes(), &name[..]),
        Identity::External { ecosystem, name } => {
            (Cow::Owned(format!("external {ecosystem}")), name.as_bytes(), "")
        }
    };
    let place = BirthPlace { kind: &kind, path, symbol: symbol.as_bytes() };
    Uid::derive(identity.family(), place, is_taken)
}
