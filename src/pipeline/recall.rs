//! What texts were before, from where that is known: for the few files of which the graph alone does not tell what
//! became of them.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use resolvers::path::RepoPath;

use crate::dsp::identify::look::{Look, Looks};
use crate::dsp::identify::{Evidence, Open};
use crate::facts::SourceFile;
use crate::git::Repository;
use crate::universe::{History, Snapshot, Source, Universe};

/// So many versions of one file are read to find what it declared.
const MOST: usize = 32;
/// So many commits back, and no further, is looked for files.
const DEPTH: usize = 200;

/// Where to look for the texts that files had when the `.dsp/` was written that a run starts from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Base {
    /// In this revision and nowhere else.
    Named(String),
    /// In the last commit that has them, from what is read there backwards, and where none has, in the commit that last
    /// changed `.dsp/`.
    Before(Source),
}

/// The texts of the files of `open`: as they are in `universe`, whose sources are `sources`, and as they were in
/// `base`. Where there is no commit, or it cannot be read, nothing is known: the graph has to do. Must run on threads
/// with [`crate::facts::STACK_SIZE`] bytes of stack.
#[must_use]
pub fn recall(universe: &Universe, sources: &[SourceFile], open: &Open, base: &Base) -> Evidence {
    let histories = base.histories(universe, open);
    if histories.is_empty() {
        return Evidence::default();
    }
    let was = |(path, names): (&RepoPath, &BTreeSet<String>)| {
        let mut all = histories.iter().enumerate();
        let (at, (ago, look)) = all.find_map(|(at, history)| Some((at, newest(history, path, names)?)))?;
        Some(((at, ago), (path.clone(), look)))
    };
    let (places, lost): (Vec<(usize, usize)>, Vec<_>) = open.lost.par_iter().filter_map(was).unzip();
    // What was there when all that is lost still was, is no heir of it.
    let mut bases: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, ago) in places {
        let base = bases.entry(at).or_default();
        *base = ago.max(*base);
    }
    let was = |path: &RepoPath| {
        let blob = bases.iter().find_map(|(at, ago)| Some((&histories[*at], histories[*at].at(path, *ago)?)));
        let (history, blob) = blob?;
        Some((path.clone(), look_at(path, &history.read(blob)?)))
    };
    let born: Vec<_> = open.born.par_iter().filter_map(was).collect();
    Evidence {
        before: born.into_iter().chain(lost).collect(),
        now: looks_now(&universe.snapshot, sources, open),
    }
}

impl Base {
    /// What stood at the paths of `open`, where to look first before where to look else.
    fn histories(&self, universe: &Universe, open: &Open) -> Vec<History> {
        let paths = || open.lost.keys().chain(&open.born).cloned().collect();
        let of =
            |(revision, depth): (String, usize)| universe.history(&revision, depth, paths()).ok().flatten();
        let revisions = self.revisions();
        // Mostly all that is lost stood there last, and nobody needs to look further back.
        if let Some((revision, _)) = revisions.first()
            && let Some(last) = of((revision.clone(), 0))
            && open.lost.iter().all(|(path, names)| stood(&last, path, names))
        {
            return vec![last];
        }
        let mut histories: Vec<History> = revisions.into_iter().filter_map(of).collect();
        let is_known = |path: &RepoPath| histories.iter().any(|it| it.versions(path).next().is_some());
        if !open.lost.keys().all(is_known) {
            histories.extend(self.last_written(universe).and_then(|revision| of((revision, 0))));
        }
        histories
    }

    /// With how far back each of them leads.
    fn revisions(&self) -> Vec<(String, usize)> {
        let head = ("HEAD".to_owned(), DEPTH);
        match self {
            Self::Named(revision) => vec![(revision.clone(), 0)],
            Self::Before(Source::WorkTree | Source::Index) => vec![head],
            Self::Before(Source::Commit(revision)) => vec![(revision.clone(), DEPTH), head],
        }
    }

    /// The commit that last changed `.dsp/`.
    fn last_written(&self, universe: &Universe) -> Option<String> {
        let from = match self {
            Self::Named(_) => return None,
            Self::Before(Source::WorkTree | Source::Index) => "HEAD",
            Self::Before(Source::Commit(revision)) => revision,
        };
        let dir = RepoPath::new(b".dsp").ok()?;
        let commit = Repository::find(universe.snapshot.root()).ok()??.last_change_of(&dir, from).ok()?;
        commit.map(|commit| commit.to_string())
    }
}

/// As [`recall`], with the files as they were in the first of `before` that has them.
#[must_use]
pub fn recall_from(before: &[&Snapshot], now: &Snapshot, sources: &[SourceFile], open: &Open) -> Evidence {
    let look = |path: &RepoPath| {
        let bytes = before.iter().find_map(|before| before.read(path).ok())?;
        Some((path.clone(), look_at(path, &bytes)))
    };
    let before = open.lost.keys().chain(&open.born).filter_map(look).collect();
    Evidence { before, now: looks_now(now, sources, open) }
}

/// Whether the newest version of a file is known and declared all `names`.
fn stood(history: &History, path: &RepoPath, names: &BTreeSet<String>) -> bool {
    let newest = newest(history, path, names);
    newest.is_some_and(|(_, look)| names.iter().all(|name| look.declares(name)))
}

/// The newest version of a file that declared most of `names`, and how many commits ago it stood there last.
fn newest(history: &History, path: &RepoPath, names: &BTreeSet<String>) -> Option<(usize, Look)> {
    let mut best: Option<(usize, usize, Look)> = None;
    for (ago, blob) in history.versions(path).take(MOST) {
        let Some(bytes) = history.read(blob) else { continue };
        let look = look_at(path, &bytes);
        let declared = names.iter().filter(|name| look.declares(name)).count();
        if best.as_ref().is_none_or(|(most, ..)| declared > *most) {
            best = Some((declared, ago, look));
        }
        if declared == names.len() {
            break;
        }
    }
    best.map(|(_, ago, look)| (ago, look))
}

fn looks_now(now: &Snapshot, sources: &[SourceFile], open: &Open) -> Looks {
    let look = |path: &RepoPath| {
        let at = sources.binary_search_by(|source| source.path.cmp(path)).ok();
        let facts = at.map(|at| &sources[at].facts);
        // Nothing rests on it but who is who, which is written down.
        Some((path.clone(), Look::of(&now.read_unnoted(path).ok()?, facts)))
    };
    let paths: BTreeSet<&RepoPath> = open.lost.keys().chain(&open.born).collect();
    paths.into_par_iter().filter_map(look).collect()
}

/// What the file at `path` looks like with these bytes.
fn look_at(path: &RepoPath, bytes: &[u8]) -> Look {
    let facts = resolvers::language_of(path).map(|(language, dialect)| language.extract(dialect, bytes));
    Look::of(bytes, facts.as_ref())
}
