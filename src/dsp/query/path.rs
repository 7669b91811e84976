//! The way from one to another (specification §5.16).

use std::convert::Infallible;
use std::fmt;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use super::super::format::import_lines;
use super::super::reader::Reader;
use super::super::store::StoreError;
use super::entity::find;
use super::error::QueryError;
use super::links::Links;
use super::text::text;
use crate::graph::Node;
use crate::identity::Uid;

/// So many entities are asked about one by one: for more the whole graph costs less.
const FEW: usize = if cfg!(test) { 2 } else { 64 };

/// A shortest way, both ends included.
#[derive(Debug, Serialize)]
pub struct Way {
    /// `None`: there is no way.
    pub(super) path: Option<Vec<String>>,
    /// Which way each step goes; empty where the answer is that of the Python tool, which does not tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) steps: Vec<Step>,
}

/// From one to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Step {
    /// It imports the next one.
    Imports,
    /// The next one imports it.
    ImportedBy,
}

impl Way {
    /// Whether there is one.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.path.is_some()
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => {
                for (at, name) in path.iter().enumerate() {
                    let step = at.checked_sub(1).map(|at| self.steps.get(at).copied());
                    let arrow = match step {
                        None => "",
                        Some(None | Some(Step::Imports)) => " -> ",
                        Some(Some(Step::ImportedBy)) => " <- ",
                    };
                    write!(f, "{arrow}{name}")?;
                }
                writeln!(f)
            }
            None => writeln!(f, "no path found"),
        }
    }
}

/// `get-path` (specification §5.16): along imports in either direction. Of several shortest ways it is the one that a
/// search finds first which looks at neighbours in the order of their names.
///
/// # Errors
/// When one of them is not there, or `.dsp/` cannot be read.
pub fn path(reader: &Reader, from: Uid, to: Uid) -> Result<Way, QueryError> {
    // Who is not there need not wait for all the others.
    let _names = (find(reader, from)?, find(reader, to)?);
    let path = match near(reader, from, to) {
        Err(Stop::Far) => far(reader, from, to)?,
        Err(Stop::Store(error)) => return Err(error.into()),
        Ok(path) => path,
    };
    Ok(Way { path: path.map(|path| path.iter().map(|name| text(name)).collect()), steps: Vec::new() })
}

/// Why a search among few was given up.
enum Stop {
    /// There are more to be asked about than one by one.
    Far,
    Store(StoreError),
}

impl From<StoreError> for Stop {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// The way, where few have to be asked about.
fn near(reader: &Reader, from: Uid, to: Uid) -> Result<Option<Vec<Vec<u8>>>, Stop> {
    let mut asked = 0;
    let next = |name: &Vec<u8>| {
        // Another name may stand in `imports`, and leads nowhere.
        if Uid::parse(name).is_none() || !reader.has(name)? {
            return Ok(Vec::new());
        }
        asked += 1;
        let importers = if asked <= FEW { reader.known_importers(name)? } else { None };
        let importers = importers.ok_or(Stop::Far)?.into_iter().map(|importer| importer.name);
        let imports = reader.imports_of(name)?.unwrap_or_default();
        let mut both: Vec<_> =
            import_lines(&imports).map(|line| line.name().to_vec()).chain(importers).collect();
        both.sort_unstable();
        Ok(both)
    };
    shortest(from.text().to_vec(), to.text().to_vec(), next)
}

/// The way through all that is imported anywhere.
fn far(reader: &Reader, from: Uid, to: Uid) -> Result<Option<Vec<Vec<u8>>>, QueryError> {
    let links = Links::of(reader)?;
    let next = |node: &Node| {
        if !links.is_entity(*node) {
            return Ok::<_, Infallible>(Vec::new());
        }
        let imports = links.imports(*node).iter().map(|line| line.to);
        let mut both: Vec<Node> = imports.chain(links.importers(*node).iter().copied()).collect();
        both.sort_unstable_by_key(|node| links.name(*node));
        Ok(both)
    };
    let Ok(path) = shortest(links.node(from)?, links.node(to)?, next);
    Ok(path.map(|path| path.into_iter().map(|node| links.name(node).to_vec()).collect()))
}

/// Of the shortest ways the one that a search from `from` finds first which goes from each to its neighbours in their order.
/// Who is a neighbour of another has that one among its own `neighbours`, unless it has none: then it may be the end of a
/// way, and is no part of one.
///
/// The search goes from both ends, since between many there is no way, and one of them has few about it.
#[expect(clippy::needless_pass_by_value, reason = "both ends are taken alike")]
pub(super) fn shortest<K: Clone + Eq + Hash, E>(
    from: K,
    to: K,
    neighbours: impl FnMut(&K) -> Result<Vec<K>, E>,
) -> Result<Option<Vec<K>>, E> {
    let mut map = Map { neighbours, known: FxHashMap::default() };
    let (mut ahead, mut behind) = (Side::of(from.clone()), Side::of(to.clone()));
    let mut middle = if from == to { vec![from.clone()] } else { Vec::new() };
    while middle.is_empty() {
        let is_ahead = ahead.last().len() <= behind.last().len();
        let (side, other) = if is_ahead { (&mut ahead, &behind) } else { (&mut behind, &ahead) };
        if side.last().is_empty() {
            return Ok(None);
        }
        side.step(&mut map)?;
        for one in side.last().iter().filter(|one| other.steps.contains_key(one)) {
            if *one == from || *one == to || map.leads_on(one)? {
                middle.push(one.clone());
            }
        }
    }
    // How many steps it is to the end, also from those on the first half that a shortest way leads through.
    let mut left = behind.steps;
    let mut through: FxHashSet<K> = middle.into_iter().collect();
    let mut steps = behind.levels.len() - 1;
    for level in ahead.levels.into_iter().rev().skip(1) {
        steps += 1;
        let mut before = FxHashSet::default();
        for one in level {
            if map.of(&one)?.iter().any(|next| through.contains(next)) {
                left.insert(one.clone(), steps);
                before.insert(one);
            }
        }
        through = before;
    }
    let mut path = vec![from];
    while let Some(one) = path.last().filter(|one| **one != to) {
        let steps = left.get(one).copied().unwrap_or_default();
        let is_nearer = |next: &&K| left.get(*next).is_some_and(|left| left + 1 == steps);
        let nearer: Vec<K> = map.of(one)?.iter().filter(is_nearer).cloned().collect();
        let mut next = None;
        for one in nearer {
            if one == to || map.leads_on(&one)? {
                next = Some(one);
                break;
            }
        }
        // There is one, but where neighbours are told otherwise than before.
        let Some(next) = next else { return Ok(None) };
        path.push(next);
    }
    Ok(Some(path))
}

/// Who is a neighbour of whom, as far as somebody asked.
struct Map<K, F> {
    neighbours: F,
    known: FxHashMap<K, Vec<K>>,
}

impl<K: Clone + Eq + Hash, E, F: FnMut(&K) -> Result<Vec<K>, E>> Map<K, F> {
    fn of(&mut self, one: &K) -> Result<&[K], E> {
        if !self.known.contains_key(one) {
            let neighbours = (self.neighbours)(one)?;
            self.known.insert(one.clone(), neighbours);
        }
        Ok(self.known.get(one).map(Vec::as_slice).unwrap_or_default())
    }

    fn leads_on(&mut self, one: &K) -> Result<bool, E> {
        Ok(!self.of(one)?.is_empty())
    }
}

/// What was reached from one end.
struct Side<K> {
    /// By how many steps.
    levels: Vec<Vec<K>>,
    steps: FxHashMap<K, usize>,
}

impl<K: Clone + Eq + Hash> Side<K> {
    fn of(start: K) -> Self {
        Self { steps: FxHashMap::from_iter([(start.clone(), 0)]), levels: vec![vec![start]] }
    }

    /// Those that were reached last.
    fn last(&self) -> &[K] {
        self.levels.last().map(Vec::as_slice).unwrap_or_default()
    }

    fn step<E>(&mut self, map: &mut Map<K, impl FnMut(&K) -> Result<Vec<K>, E>>) -> Result<(), E> {
        let mut reached = Vec::new();
        for one in self.last() {
            for next in map.of(one)? {
                if !self.steps.contains_key(next) {
                    reached.push(next.clone());
                }
            }
        }
        let steps = self.levels.len();
        reached.retain(|one| self.steps.insert(one.clone(), steps).is_none());
        self.levels.push(reached);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// The search from one end alone.
    fn from_one_end(from: usize, to: usize, map: &[Vec<usize>]) -> Option<Vec<usize>> {
        let mut ways = vec![vec![from]];
        let mut seen = vec![from];
        let mut at = 0;
        while let Some(way) = ways.get(at).cloned() {
            let one = *way.last()?;
            if one == to {
                return Some(way);
            }
            for next in map.get(one).into_iter().flatten() {
                if !seen.contains(next) {
                    seen.push(*next);
                    ways.push(way.iter().copied().chain([*next]).collect());
                }
            }
            at += 1;
        }
        None
    }

    proptest! {
        /// Numbers from `entities` on are names that nobody has: they lead nowhere.
        #[test]
        fn both_ends_find_what_one_does(
            entities in 2_usize..14,
            lines in vec((0_usize..14, 0_usize..17), 0..30),
        ) {
            let mut map = vec![Vec::new(); entities];
            for (from, to) in lines {
                let from = from % entities;
                map[from].push(to);
                if let Some(back) = map.get_mut(to) {
                    back.push(from);
                }
            }
            for all in &mut map {
                all.sort_unstable();
            }
            for (from, to) in (0..entities).flat_map(|from| (0..entities).map(move |to| (from, to))) {
                let neighbours = |one: &usize| Ok::<_, Infallible>(map.get(*one).cloned().unwrap_or_default());
                let Ok(found) = shortest(from, to, neighbours);
                prop_assert_eq!(found, from_one_end(from, to, &map));
            }
        }
    }
}
