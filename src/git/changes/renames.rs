//! Which of the files that are gone are which of the files that are new, as `git diff -M50% -l1000` judges.
//!
//! In this order, what is matched once not being asked again: identical content, a source of the same base name
//! first; then similar content (at least three quarters) under a base name that is unique on both sides; then the
//! most similar pairs of all (at least one half), unless there are too many to compare. Order settles what is left
//! of ties. The numbers are fixed, whatever git's configuration says: the same trees give the same answer everywhere.

use std::collections::BTreeMap;

use rayon::prelude::*;
use resolvers::path::RepoPath;

use super::similarity::{MAX_SCORE, MIN_SCORE, Pieces, comparable, score};
use super::{Change, Difference, FileKind, Raw, Version};
use crate::git::Repository;

/// More pairs than a square of so many on a side are not compared.
const LIMIT: usize = 1_000;
/// What an equal base name takes instead of the least score.
const MIN_BASENAME_SCORE: u64 = u64::midpoint(MIN_SCORE, MAX_SCORE);
/// Among how many identical sources a base name is looked for.
const ALIKE: usize = 100;
/// Of how many sources each new file keeps the score.
const KEPT: usize = 4;
/// The largest blob that is compared: 64 MiB.
const LARGEST: u64 = 64 << 20;

/// A path that only one side has.
struct Candidate {
    path: RepoPath,
    version: Version,
    /// The bytes are those of the work tree; else those of the blob.
    on_disk: bool,
    /// Where it is known without reading.
    size: Option<u64>,
    pieces: Option<Pieces>,
}

impl Candidate {
    fn is_file(&self) -> bool {
        matches!(self.version.kind, FileKind::Plain | FileKind::Executable)
    }

    fn may_resemble(&self, other: &Self) -> bool {
        let sizes = self.size.zip(other.size);
        self.is_file() && other.is_file() && sizes.is_none_or(|(a, b)| comparable(a, b))
    }

    fn score(&self, new: &Self) -> u64 {
        self.pieces.as_ref().zip(new.pieces.as_ref()).map_or(0, |(old, new)| score(old, new))
    }
}

/// A rename: where the old and the new path stand among the candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair {
    old: usize,
    new: usize,
    score: u64,
}

struct Matching {
    olds: Vec<Candidate>,
    news: Vec<Candidate>,
    /// By new file.
    pairs: Vec<Option<Pair>>,
    used: Vec<bool>,
}

impl Repository {
    /// The changes, sorted, those that belong together as renames. The new side is read from the work tree if
    /// `on_disk`, else from blobs.
    pub(super) fn renamed(&self, mut raw: Vec<(RepoPath, Raw)>, on_disk: bool) -> Vec<Change> {
        raw.sort_by(|a, b| a.0.cmp(&b.0));
        let mut changes = Vec::with_capacity(raw.len());
        let mut matching =
            Matching { olds: Vec::new(), news: Vec::new(), pairs: Vec::new(), used: Vec::new() };
        for (path, raw) in raw {
            match (raw.old, raw.new) {
                (Some(old), Some(new)) => {
                    changes.push(Change { path, difference: Difference::Modified { old, new } });
                }
                (Some(old), None) => matching.olds.push(candidate(path, old, false)),
                (None, Some(new)) => matching.news.push(candidate(path, new, on_disk)),
                (None, None) => {}
            }
        }
        matching.run(self);
        changes.extend(matching.into_changes());
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        changes
    }

    /// Cuts into pieces what is asked for of these, where that is possible.
    fn read_pieces(&self, candidates: &mut [Candidate], wanted: &[usize]) {
        let unread: Vec<_> = wanted.iter().copied().filter(|&at| candidates[at].pieces.is_none()).collect();
        let on_disk = unread.first().is_some_and(|&at| candidates[at].on_disk);
        let pieces = if on_disk {
            self.disk_pieces(candidates, &unread)
        } else {
            self.blob_pieces(candidates, &unread)
        };
        for (at, pieces) in unread.into_iter().zip(pieces) {
            candidates[at].pieces = pieces;
        }
    }

    fn disk_pieces(&self, candidates: &[Candidate], wanted: &[usize]) -> Vec<Option<Pieces>> {
        let files: Vec<_> =
            wanted.iter().map(|&at| (candidates[at].path.as_bytes(), candidates[at].version.kind)).collect();
        self.read_disk(&files, Pieces::of)
    }

    fn blob_pieces(&self, candidates: &[Candidate], wanted: &[usize]) -> Vec<Option<Pieces>> {
        let ids = wanted.iter().map(|&at| candidates[at].version.id);
        let ids: Vec<_> = ids.collect();
        self.fetch_missing(ids.iter().flatten());
        let pieces = |id: &Option<_>| self.blob(id.as_ref().copied()?).ok().map(|bytes| Pieces::of(&bytes));
        ids.par_iter().with_min_len(8).map(pieces).collect()
    }

    /// The sizes of blobs.
    fn measure(&self, candidates: &mut [Candidate], wanted: &[usize]) {
        self.with(|repo| {
            for &at in wanted {
                let candidate = &mut candidates[at];
                if let (false, None, Some(id)) = (candidate.on_disk, candidate.size, candidate.version.id) {
                    candidate.size = repo.find_header(id.0).ok().map(|header| header.size());
                }
            }
        });
    }
}

fn candidate(path: RepoPath, version: Version, on_disk: bool) -> Candidate {
    Candidate { path, version, on_disk, size: None, pieces: None }
}

impl Matching {
    fn run(&mut self, repository: &Repository) {
        self.pairs = vec![None; self.news.len()];
        self.used = vec![false; self.olds.len()];
        if self.olds.is_empty() || self.news.is_empty() {
            return;
        }
        self.match_identical();
        self.match_base_names(repository);
        self.match_similar(repository);
    }

    fn record(&mut self, pair: Pair) {
        self.pairs[pair.new] = Some(pair);
        self.used[pair.old] = true;
    }

    fn unused(&self) -> Vec<usize> {
        (0..self.olds.len()).filter(|&old| !self.used[old]).collect()
    }

    fn unmatched(&self) -> Vec<usize> {
        (0..self.news.len()).filter(|&new| self.pairs[new].is_none()).collect()
    }

    fn match_identical(&mut self) {
        let mut by_id: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (at, old) in self.olds.iter().enumerate() {
            if let Some(id) = old.version.id {
                by_id.entry(id).or_default().push(at);
            }
        }
        for at in 0..self.news.len() {
            let new = &self.news[at];
            let Some(same) = new.version.id.and_then(|id| by_id.get_mut(&id)) else { continue };
            let fitting = || (0..same.len()).filter(|&at| same_sort(&self.olds[same[at]], new)).take(ALIKE);
            let namesake = |&at: &usize| self.olds[same[at]].path.file_name() == new.path.file_name();
            let chosen = fitting().find(namesake).or_else(|| fitting().next());
            if let Some(chosen) = chosen {
                let old = same.remove(chosen);
                self.record(Pair { old, new: at, score: MAX_SCORE });
            }
        }
    }

    fn match_base_names(&mut self, repository: &Repository) {
        let olds = unique_names(&self.olds, &self.unused());
        let news = unique_names(&self.news, &self.unmatched());
        let mut pairs: Vec<_> =
            olds.iter().filter_map(|(name, &old)| Some((old, *news.get(name)?))).collect();
        pairs.sort_unstable();
        self.read(repository, &pairs);
        for (old, new) in pairs {
            let score = self.olds[old].score(&self.news[new]);
            if score >= MIN_BASENAME_SCORE {
                self.record(Pair { old, new, score });
            }
        }
    }

    fn match_similar(&mut self, repository: &Repository) {
        let (olds, news) = (self.unused(), self.unmatched());
        if olds.len().saturating_mul(news.len()) > LIMIT * LIMIT {
            return;
        }
        let all: Vec<_> = olds.iter().flat_map(|&old| news.iter().map(move |&new| (old, new))).collect();
        self.read(repository, &all);
        let best = news.par_iter().with_min_len(8).map(|&new| self.best_sources(&olds, new));
        let mut best: Vec<_> = best.collect::<Vec<_>>().into_iter().flatten().collect();
        best.sort_by_key(|pair| std::cmp::Reverse((pair.score, self.are_namesakes(*pair))));
        for pair in best {
            if pair.score >= MIN_SCORE && !self.used[pair.old] && self.pairs[pair.new].is_none() {
                self.record(pair);
            }
        }
    }

    fn are_namesakes(&self, pair: Pair) -> bool {
        self.olds[pair.old].path.file_name() == self.news[pair.new].path.file_name()
    }

    /// The few sources that a new file resembles most. A better one takes the place of the worst, which is how git
    /// comes to its order among equals.
    fn best_sources(&self, olds: &[usize], new: usize) -> Vec<Pair> {
        let mut kept: Vec<Pair> = Vec::with_capacity(KEPT);
        let rank = |pair: &Pair| (pair.score, self.are_namesakes(*pair));
        for &old in olds {
            let pair = Pair { old, new, score: self.olds[old].score(&self.news[new]) };
            if kept.len() < KEPT {
                kept.push(pair);
                continue;
            }
            let worst =
                (1..KEPT).fold(0, |worst, at| if rank(&kept[at]) < rank(&kept[worst]) { at } else { worst });
            if rank(&pair) > rank(&kept[worst]) {
                kept[worst] = pair;
            }
        }
        kept
    }

    /// Reads what it takes to compare these pairs, (old, new).
    fn read(&mut self, repository: &Repository, pairs: &[(usize, usize)]) {
        let (olds, news) = (firsts(pairs), seconds(pairs));
        repository.measure(&mut self.olds, &olds);
        repository.measure(&mut self.news, &news);
        let readable = |at: &Candidate| at.size.is_none_or(|size| size <= LARGEST);
        let possible: Vec<_> = pairs
            .iter()
            .copied()
            .filter(|&(old, new)| self.olds[old].may_resemble(&self.news[new]))
            .filter(|&(old, new)| readable(&self.olds[old]) && readable(&self.news[new]))
            .collect();
        repository.read_pieces(&mut self.olds, &firsts(&possible));
        repository.read_pieces(&mut self.news, &seconds(&possible));
    }

    fn into_changes(self) -> impl Iterator<Item = Change> {
        let mut olds: Vec<_> = self.olds.into_iter().map(Some).collect();
        let mut changes = Vec::with_capacity(self.news.len());
        for (new, pair) in self.news.into_iter().zip(self.pairs) {
            let old = pair.and_then(|pair| Some((olds[pair.old].take()?, pair.score)));
            let difference = match old {
                Some((old, score)) => Difference::Renamed {
                    from: old.path,
                    old: old.version,
                    new: new.version,
                    similarity: u8::try_from(score * 100 / MAX_SCORE).unwrap_or(100),
                },
                None => Difference::Added(new.version),
            };
            changes.push(Change { path: new.path, difference });
        }
        let gone = olds.into_iter().flatten();
        let gone = gone.map(|old| Change { path: old.path, difference: Difference::Deleted(old.version) });
        changes.into_iter().chain(gone.collect::<Vec<_>>())
    }
}

/// A file stays a file, executable or not; what is none stays what it is.
fn same_sort(old: &Candidate, new: &Candidate) -> bool {
    (old.is_file() && new.is_file()) || old.version.kind == new.version.kind
}

/// Where base names stand that come up once.
fn unique_names<'c>(candidates: &'c [Candidate], among: &[usize]) -> BTreeMap<&'c [u8], usize> {
    let mut names: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for &at in among {
        names.entry(candidates[at].path.file_name()).or_default().push(at);
    }
    names.into_iter().filter_map(|(name, at)| (at.len() == 1).then(|| (name, at[0]))).collect()
}

fn firsts(pairs: &[(usize, usize)]) -> Vec<usize> {
    sorted(pairs.iter().map(|pair| pair.0).collect())
}

fn seconds(pairs: &[(usize, usize)]) -> Vec<usize> {
    sorted(pairs.iter().map(|pair| pair.1).collect())
}

fn sorted(mut places: Vec<usize>) -> Vec<usize> {
    places.sort_unstable();
    places.dedup();
    places
}
