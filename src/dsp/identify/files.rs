//! Files and packages that were moved or renamed.
//!
//! The thresholds are measured on the history of real repositories (see the notes at each): git's own answer to what was
//! renamed is the oracle.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use resolvers::is_of_package;
use resolvers::path::{RepoPath, parent};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::desired::Identity;
use super::super::format::parted;
use super::super::model::{Entity, Kind};
use super::features::{Feature, Features, LazyNeighbours, common};
use super::lost::Lost;
use super::pairs::{self, Candidate, MAX_PAIRS};
use super::{Evidence, Matcher};
use crate::identity::Uid;

/// Of so much of the text, in thousandths, a file is the same one though it is called otherwise.
const LIKE: u32 = 500;
/// … when its base name is the same.
const LIKE_NAMED: u32 = 400;
/// … when it went the way of the directory around it.
const LIKE_NEIGHBOURS: u32 = 250;
/// So many of the features of the graph, in thousandths and in number, where no text is known.
const ALIKE: (usize, u32) = (4, 700);
/// … when the base name is the same.
const ALIKE_NAMED: (usize, u32) = (2, 500);
/// A text of fewer runs says nothing: there are many such files.
const TINY: usize = 8;

/// How good a pair is: likeness, then what the paths have in common at their ends and beginnings.
type Score = (u32, usize, usize);

/// A file that is lost and one that is new may be one. All lists are of what no step before has paired.
struct Files<'m, 'l, 'a> {
    evidence: &'l Evidence,
    lost: Vec<&'l Lost>,
    /// Positions among the desired entities, with the paths.
    born: Vec<(usize, &'a RepoPath)>,
    /// What the graph says of each, as soon as somebody asks.
    neighbours: LazyNeighbours<'m, 'l, 'a>,
    before: Vec<OnceCell<Features>>,
    now: Vec<OnceCell<Features>>,
    /// Positions in `lost` and `born`.
    found: Vec<(usize, usize)>,
}

pub(super) fn find(matcher: &mut Matcher<'_>, lost: &[Lost], evidence: &Evidence) {
    let files = files(matcher, lost);
    let followed = followed(matcher, &files);
    let pairs = {
        let born = matcher.born().filter_map(|(at, entity)| match &entity.identity {
            Identity::File(path) => Some((at, path)),
            _ => None,
        });
        let born: Vec<(usize, &RepoPath)> = born.collect();
        let mut files = Files {
            evidence,
            neighbours: LazyNeighbours::new(matcher, lost),
            before: vec![OnceCell::new(); files.len()],
            now: vec![OnceCell::new(); born.len()],
            lost: files,
            born,
            found: Vec::new(),
        };
        files.run(followed);
        files.found.iter().map(|(a, b)| (files.lost[*a], files.born[*b])).collect::<Vec<_>>()
    };
    for (lost, (at, path)) in pairs {
        matcher.give(at, lost.uid);
        matcher.moved.insert(lost.file.clone(), path.clone());
    }
}

/// Files among what is lost: a directory with something in it is a package.
fn files<'l>(matcher: &Matcher<'_>, lost: &'l [Lost]) -> Vec<&'l Lost> {
    let old = matcher.existing.entities.values().filter_map(Entity::path);
    let directories: BTreeSet<Vec<u8>> = old.map(|path| path.parent().to_vec()).collect();
    let is_file = |lost: &&Lost| lost.name.is_none() && !directories.contains(lost.file.as_bytes());
    lost.iter().filter(is_file).collect()
}

/// Lost files, each with the new file that has more than half of the declarations that it had, known by their markers,
/// and how many those are. Positions among the lost and among the desired entities.
fn followed(matcher: &Matcher<'_>, lost: &[&Lost]) -> Vec<Candidate<usize>> {
    if lost.is_empty() {
        return Vec::new();
    }
    let lost: FxHashMap<&[u8], usize> =
        lost.iter().enumerate().map(|(a, lost)| (lost.file.as_bytes(), a)).collect();
    let files = matcher.born().filter_map(|(at, entity)| match &entity.identity {
        Identity::File(path) => Some((path, at)),
        _ => None,
    });
    let files: FxHashMap<&RepoPath, usize> = files.collect();
    let numbers = matcher.numbers();
    let mut all: BTreeMap<usize, usize> = BTreeMap::new();
    let mut there: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (uid, entity) in matcher.existing.uids().filter(|(_, entity)| entity.description.is_some()) {
        let place = entity.place();
        let (file, Some(_)) = parted(&place) else { continue };
        let Some(a) = lost.get(file) else { continue };
        *all.entry(*a).or_default() += 1;
        let now = numbers.get(&uid).and_then(|at| matcher.desired.entities[*at].identity.file());
        if let Some(at) = now.and_then(|path| files.get(path)) {
            *there.entry((*a, *at)).or_default() += 1;
        }
    }
    let most = there.into_iter().filter(|((a, _), votes)| votes * 2 > all[a]);
    most.map(|((a, at), votes)| (votes, a, at)).collect()
}

impl Files<'_, '_, '_> {
    fn run(&mut self, followed: Vec<Candidate<usize>>) {
        self.followed(followed);
        self.same();
        self.alike();
        self.neighbouring();
    }

    fn followed(&mut self, followed: Vec<Candidate<usize>>) {
        let born: FxHashMap<usize, usize> = self.open_born().map(|b| (self.born[b].0, b)).collect();
        let candidates = followed.into_iter().filter_map(|(votes, a, at)| Some((votes, a, *born.get(&at)?)));
        self.take(candidates.collect());
    }

    /// The same to the last byte.
    fn same(&mut self) {
        let mut of_runs: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for b in self.open_born() {
            if let Some(look) = self.evidence.now.get(self.born[b].1).filter(|look| look.print.len() >= TINY)
            {
                of_runs.entry(look.print.len()).or_default().push(b);
            }
        }
        let mut candidates = Vec::new();
        for a in self.open_lost() {
            let Some(look) = self.evidence.before.get(&self.lost[a].file) else { continue };
            let found = of_runs.get(&look.print.len()).into_iter().flatten();
            let is_same =
                |b: &&usize| self.evidence.now[self.born[**b].1].is_same(look) && self.text(a, **b).is_some();
            candidates.extend(found.filter(is_same).map(|b| (self.near(a, *b, 1000), a, *b)));
        }
        self.take(candidates);
    }

    /// Of much the same text or, where no text is known, of the same features.
    fn alike(&mut self) {
        let (lost, born): (Vec<usize>, Vec<usize>) = (self.open_lost().collect(), self.open_born().collect());
        let mut candidates = Vec::new();
        for (lost, born) in self.buckets(lost, born, 0) {
            for a in lost {
                let scored = born.iter().filter_map(|b| Some((self.near(a, *b, self.score(a, *b)?), a, *b)));
                candidates.extend(scored);
            }
        }
        self.take(candidates);
    }

    /// What may be compared pair by pair: everything, or what has the same last `names` parts of its path.
    fn buckets(&self, lost: Vec<usize>, born: Vec<usize>, names: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
        if lost.len() * born.len() <= MAX_PAIRS {
            return vec![(lost, born)];
        }
        let mut of_tail: BTreeMap<&[u8], (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for a in lost {
            of_tail.entry(tail(self.lost[a].file.as_bytes(), names + 1)).or_default().0.push(a);
        }
        for b in born {
            of_tail.entry(tail(self.born[b].1.as_bytes(), names + 1)).or_default().1.push(b);
        }
        // Paths deeper than this with all names the same are rare, and then nothing is said.
        let of_tail = of_tail.into_values().filter(|_| names < 8);
        of_tail.flat_map(|(lost, born)| self.buckets(lost, born, names + 1)).collect()
    }

    /// How sure it is that both are one; `None` when it is not.
    fn score(&self, a: usize, b: usize) -> Option<u32> {
        let (old, new) = (&self.lost[a].file, self.born[b].1);
        let is_named = old.file_name() == new.file_name();
        if self.evidence.before.contains_key(old) && self.evidence.now.contains_key(new) {
            let like = self.text(a, b)?;
            return (like >= if is_named { LIKE_NAMED } else { LIKE }).then_some(like);
        }
        let (number, like) = common(self.features_before(a), self.features_now(b));
        let enough = |(least, share)| number >= least && like >= share;
        let is_like = if is_named { enough(ALIKE_NAMED) || self.is_whole(a, b) } else { enough(ALIKE) };
        is_like.then_some(like)
    }

    /// Whether all that the graph says of one it says of the other, and that is more than `default`.
    fn is_whole(&self, a: usize, b: usize) -> bool {
        let telling = |feature: &Feature| matches!(feature, Feature::Declares(name) if name != "default");
        let before = self.features_before(a);
        before.iter().any(telling) && before == self.features_now(b)
    }

    fn features_before(&self, a: usize) -> &Features {
        self.before[a].get_or_init(|| self.neighbours.get().before(self.lost[a]))
    }

    fn features_now(&self, b: usize) -> &Features {
        self.now[b].get_or_init(|| self.neighbours.get().now(self.born[b].0))
    }

    /// How much of the text both have; `None` when a text is not known, or the new file stood there before.
    fn text(&self, a: usize, b: usize) -> Option<u32> {
        let (old, new) =
            (self.evidence.before.get(&self.lost[a].file)?, self.evidence.now.get(self.born[b].1)?);
        let stood = self.evidence.before.contains_key(self.born[b].1);
        (!stood).then(|| if old.is_same(new) { 1000 } else { old.print.likeness(&new.print) })
    }

    /// Those that went where most files of their directory went, or of one around it.
    fn neighbouring(&mut self) {
        let born: FxHashMap<&[u8], usize> =
            self.open_born().map(|b| (self.born[b].1.as_bytes(), b)).collect();
        let ways = self.ways();
        let mut candidates = Vec::new();
        for a in self.open_lost() {
            let path = self.lost[a].file.as_bytes();
            let to = ancestors(path).find_map(|dir| Some((dir, ways.get(dir)?)));
            let Some((from, to)) = to else { continue };
            let place = join(to, path.get(from.len()..).unwrap_or_default());
            if let Some(b) = born.get(place.as_slice()).filter(|b| self.may_follow(a, **b)) {
                candidates.push((0, a, *b));
            }
        }
        self.take(candidates);
    }

    fn may_follow(&self, a: usize, b: usize) -> bool {
        let (old, new) =
            (self.evidence.before.get(&self.lost[a].file), self.evidence.now.get(self.born[b].1));
        if let (Some(old), Some(new)) = (old, new) {
            let is_tiny = old.print.len().max(new.print.len()) < TINY;
            return self.text(a, b).is_some_and(|like| is_tiny || like >= LIKE_NEIGHBOURS);
        }
        let (before, now) = (self.features_before(a), self.features_now(b));
        (before.is_empty() && now.is_empty()) || common(before, now).1 >= LIKE_NEIGHBOURS
    }

    /// Where directories went: of each the one way that more than half of its files took.
    fn ways(&self) -> BTreeMap<Vec<u8>, Vec<u8>> {
        let mut votes: BTreeMap<Vec<u8>, BTreeMap<Vec<u8>, usize>> = BTreeMap::new();
        for (a, b) in &self.found {
            for (from, to) in rebased(self.lost[*a].file.as_bytes(), self.born[*b].1.as_bytes()) {
                *votes.entry(from.to_vec()).or_default().entry(to.to_vec()).or_default() += 1;
            }
        }
        let winner = |ways: BTreeMap<Vec<u8>, usize>| {
            let all: usize = ways.values().sum();
            ways.into_iter().find(|(_, votes)| votes * 2 > all).map(|(to, _)| to)
        };
        votes.into_iter().filter_map(|(from, ways)| Some((from, winner(ways)?))).collect()
    }

    fn near(&self, a: usize, b: usize, like: u32) -> Score {
        let (old, new) = (self.lost[a].file.as_bytes(), self.born[b].1.as_bytes());
        let names = |path: &'_ [u8]| path.split(|byte| *byte == b'/').map(<[u8]>::to_vec).collect::<Vec<_>>();
        let (old, new) = (names(old), names(new));
        let ends = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
        let starts = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        (like, ends, starts)
    }

    fn take<S: Ord + Copy>(&mut self, candidates: Vec<Candidate<S>>) {
        self.found.extend(pairs::best(candidates));
    }

    fn open_lost(&self) -> impl Iterator<Item = usize> {
        let taken: BTreeSet<usize> = self.found.iter().map(|(a, _)| *a).collect();
        (0..self.lost.len()).filter(move |a| !taken.contains(a))
    }

    fn open_born(&self) -> impl Iterator<Item = usize> {
        let taken: BTreeSet<usize> = self.found.iter().map(|(_, b)| *b).collect();
        (0..self.born.len()).filter(move |b| !taken.contains(b))
    }
}

/// The last `names` parts of a path.
fn tail(path: &[u8], names: usize) -> &[u8] {
    let cut = path.iter().enumerate().rev().filter(|(_, byte)| **byte == b'/').nth(names.saturating_sub(1));
    cut.map_or(path, |(at, _)| &path[at + 1..])
}

/// The directories around a path, the innermost first; the repo root is none.
fn ancestors(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::successors(Some(parent(path)), |dir| Some(parent(dir))).take_while(|dir| !dir.is_empty())
}

/// What directory became what, when one path became the other: as long as what follows is the same.
fn rebased<'p>(old: &'p [u8], new: &'p [u8]) -> Vec<(&'p [u8], &'p [u8])> {
    let steps = ancestors(old).zip(ancestors(new).chain(std::iter::once(&b""[..])));
    steps.take_while(|(from, to)| old[from.len()..] == *with_slash(new, to)).collect()
}

/// What follows the directory `dir` in `path`, with its slash.
fn with_slash<'p>(path: &'p [u8], dir: &[u8]) -> std::borrow::Cow<'p, [u8]> {
    if dir.is_empty() { [b"/", path].concat().into() } else { path[dir.len()..].into() }
}

/// `dir` and what follows it, which begins with a slash.
fn join(dir: &[u8], rest: &[u8]) -> Vec<u8> {
    if dir.is_empty() { rest.get(1..).unwrap_or_default().to_vec() } else { [dir, rest].concat() }
}

/// A package of which no file is left is the new one into which most of those went that were found again, though its
/// directory may still hold something else.
pub(super) fn find_packages(matcher: &mut Matcher<'_>) {
    let mut votes: BTreeMap<(&[u8], &[u8]), usize> = BTreeMap::new();
    for (from, to) in matcher.moved.iter().filter(|(from, to)| is_of_package(from) && is_of_package(to)) {
        *votes.entry((from.parent(), to.parent())).or_default() += 1;
    }
    let born: Vec<(usize, &[u8])> = matcher
        .born()
        .filter_map(|(at, entity)| match &entity.identity {
            Identity::Package(dir) => Some((at, dir.as_slice())),
            _ => None,
        })
        .collect();
    if votes.is_empty() || born.is_empty() {
        return;
    }
    let there: FxHashSet<&[u8]> =
        matcher.files.iter().filter(|path| is_of_package(path)).map(RepoPath::parent).collect();
    let left: FxHashSet<&[u8]> =
        votes.keys().map(|(from, _)| *from).filter(|from| !there.contains(from)).collect();
    let mut gone: BTreeMap<&[u8], Uid> = BTreeMap::new();
    for (uid, entity) in matcher.existing.uids().filter(|(uid, _)| !matcher.used.contains(uid)) {
        let location = entity.location().filter(|_| entity.kind() == Kind::Object);
        if let Some(dir) = location.and_then(|location| left.get(&location[..])) {
            gone.entry(dir).or_insert(uid);
        }
    }
    let gone: Vec<(&[u8], Uid)> = gone.into_iter().collect();
    let from_dir: FxHashMap<&[u8], usize> = (0..).zip(&gone).map(|(a, (dir, _))| (*dir, a)).collect();
    let to_dir: FxHashMap<&[u8], usize> = (0..).zip(&born).map(|(b, (_, dir))| (*dir, b)).collect();
    let candidate = |((from, to), votes): (&(&[u8], &[u8]), &usize)| {
        Some((*votes, *from_dir.get(from)?, *to_dir.get(to)?))
    };
    let candidates = votes.iter().filter_map(candidate).collect();
    let found = pairs::best(candidates).into_iter().map(|(a, b)| (born[b].0, gone[a].1));
    for (at, uid) in found.collect::<Vec<_>>() {
        matcher.give(at, uid);
    }
}
