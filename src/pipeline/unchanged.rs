//! The short way of a sync or a check of the index: where nothing changed that any stage would see, `.dsp/` is in step
//! still, and the stages need not run.
//!
//! A run over the index leaves a [`Seal`] behind. A later index is as good when it lists the same files, and those with
//! other contents are sources that say the same: every fact is equal but for the places, of which only the order shows.

use std::collections::BTreeMap;

use rayon::prelude::*;
use resolvers::facts::{FileFacts, Parse};
use resolvers::path::RepoPath;

use super::seal::Seal;
use super::sync::Synced;
use crate::dsp::store::{Disk, StoreError};
use crate::git::{self, Digest, Entry, EntryKind, GitError, Repository, Stamp};
use crate::transaction::{Change, Transaction};
use crate::universe::{ContentId, Snapshot, Universe};

/// Where what is asked for stands.
const DSP: &str = ".dsp";

/// An index with whose sources `.dsp/` is in step.
#[derive(Debug)]
pub struct Unchanged {
    /// What was told when that was found out, as [`Unsealed::seal`] was given it.
    pub told: String,
    /// How many sources have other contents since then.
    pub changed: usize,
}

/// Whether the index of `repository` is known to be in step with its `.dsp/`. Must run on threads with
/// [`crate::facts::STACK_SIZE`] bytes of stack. What cannot be read is left to the long way, which says so.
#[must_use]
pub fn unchanged(repository: &Repository) -> Option<Unchanged> {
    if repository.replaces_objects() {
        return None;
    }
    let seal = Seal::load(repository.git_dir())?;
    let dir = repository.work_dir()?.join(DSP);
    // What the long way refuses, and what it would finish first.
    let is_calm = match Disk::open(&dir) {
        Ok(_) => !Transaction::is_unfinished(&dir),
        Err(error) => matches!(error, StoreError::Absent(_)),
    };
    if !is_calm {
        return None;
    }
    let stamp = repository.index_stamp();
    if stamp.is_some() && stamp == seal.stamp {
        return Some(Unchanged { told: seal.told, changed: 0 });
    }
    let apart = repository.index_apart(DSP)?;
    if apart.outside.len() != seal.outside.len() {
        return None;
    }
    let pairs = seal.outside.iter().zip(&apart.outside);
    if !pairs.clone().all(|(before, now)| is_same_but_for_bytes(before, now)) {
        return None;
    }
    let changed: Vec<_> = pairs.filter(|(before, now)| before.id != now.id).collect();
    let says_the_same = |(before, now): &(&Entry, &Entry)| {
        seal.read.binary_search(&now.path).is_err() && says_the_same(repository, before, now)
    };
    if !changed.par_iter().all(says_the_same) || apart.inside()? != seal.inside {
        return None;
    }
    let (changed, outside) = (changed.len(), apart.outside);
    // Another process may have written the index while it was read.
    let stamp = repository.index_stamp().filter(|now| Some(now) == stamp.as_ref());
    let seal = Seal { outside, stamp, ..seal };
    seal.save(repository.git_dir());
    Some(Unchanged { told: seal.told, changed })
}

fn is_same_but_for_bytes(before: &Entry, now: &Entry) -> bool {
    before.path == now.path
        && before.kind == now.kind
        && before.left_out == now.left_out
        && (before.id == now.id || now.kind == EntryKind::File)
}

/// Whether nothing shows outside the file of what became of its bytes. Of a file that no language reads only its path
/// is of interest.
fn says_the_same(repository: &Repository, before: &Entry, now: &Entry) -> bool {
    let Some((language, dialect)) = resolvers::language_of(&now.path) else { return true };
    let facts = |id: ContentId| {
        let bytes = repository.blob(id)?;
        Ok::<_, GitError>(language.extract(dialect, &bytes))
    };
    let is_whole = |facts: &FileFacts| facts.parse == Parse::Complete && facts.problems.is_empty();
    match (facts(before.id), facts(now.id)) {
        (Ok(before), Ok(now)) => is_whole(&before) && is_whole(&now) && before.by_rank() == now.by_rank(),
        _ => false,
    }
}

/// What a run over an index found out, until there is something to tell of it.
#[derive(Debug)]
pub struct Unsealed(Seal);

impl Unsealed {
    /// What holds of the index once `changes` are made to the `.dsp/` that `held` lists; `universe` is what the run
    /// read. `None` where there is no index, or one that is in no state to be relied on.
    pub(super) fn of(universe: &Universe, held: &Snapshot, changes: &[Change]) -> Option<Self> {
        let dir = RepoPath::new(DSP.as_bytes()).ok()?;
        let repository = universe.snapshot.repository()?;
        let [before, _, behind] = universe.snapshot.listed_around(&dir)?;
        let [_, inside, _] = held.listed_around(&dir)?;
        let inside = digest_with(repository, inside, changes)?;
        let outside = [before, behind].concat();
        let read = universe.snapshot.noted();
        Some(Self(Seal { outside, inside, read, stamp: None, told: String::new() }))
    }

    /// What holds where the sources and the `.dsp/` of `universe`, an index or a commit, were compared and there is
    /// nothing to do.
    pub(super) fn in_step(universe: &Universe, synced: &Synced) -> Option<Self> {
        let is_known = !synced.is_stale() && universe.conflicts.is_empty();
        is_known.then(|| Self::of(universe, &universe.snapshot, &[])).flatten()
    }

    /// What holds once the index has this stamp.
    pub(super) fn stamped(self, stamp: Option<Stamp>) -> Self {
        Self(Seal { stamp, ..self.0 })
    }

    /// Keeps it for later runs, with `told`, which they will tell.
    pub fn seal(self, universe: &Universe, told: String) {
        if let Some(git_dir) = universe.snapshot.git_dir() {
            Seal { told, ..self.0 }.save(git_dir);
        }
    }
}

/// The digest of what `inside` lists, which is sorted, once `changes` are made.
fn digest_with(repository: &Repository, inside: &[Entry], changes: &[Change]) -> Option<Digest> {
    let placed = |change: &Change| {
        let path = RepoPath::new(&[DSP.as_bytes(), b"/", change.path.as_bytes()].concat()).ok()?;
        let Some(content) = &change.content else { return Some((path, None)) };
        let id = repository.name_of(content)?;
        Some((path.clone(), Some(Entry { path, kind: EntryKind::File, id, left_out: false })))
    };
    let placed: BTreeMap<RepoPath, Option<Entry>> = changes.iter().map(placed).collect::<Option<_>>()?;
    let mut made = placed.values().flatten().peekable();
    let mut entries = Vec::with_capacity(inside.len() + placed.len());
    for entry in inside.iter().filter(|entry| !placed.contains_key(&entry.path)) {
        while let Some(before) = made.next_if(|made| made.path < entry.path) {
            entries.push(before);
        }
        entries.push(entry);
    }
    entries.extend(made);
    Some(git::digest(entries))
}
