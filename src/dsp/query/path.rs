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
    // Another name may stand in `imports`, and leads nowhere.
    let leads_on = |name: &Vec<u8>| Ok(Uid::parse(name).is_some() && reader.has(name)?);
    let neighbours = |name: &Vec<u8>| {
        if !leads_on(name)? {
            return Ok(Vec::new());
        }
        asked += 1;
        let importers = if asked <= FEW { reader.known_importers(name)? } else { None };
        let importers = importers.ok_or(Stop::Far)?.into_iter().map(|importer| importer.name);
        let imports = reader.imports_of(name)?.unwrap_or_default();
        Ok(import_lines(&imports).map(|line| line.name().to_vec()).chain(importers).collect())
    };
    shortest(from.text().to_vec(), to.text().to_vec(), neighbours, leads_on)
}

/// The way through all that is imported anywhere.
fn far(reader: &Reader, from: Uid, to: Uid) -> Result<Option<Vec<Vec<u8>>>, QueryError> {
    let links = Links::of(reader)?;
    // Entities are numbered in the order of their names.
    let leads_on = |node: &Node| Ok::<_, Infallible>(links.is_entity(*node));
    let neighbours = |node: &Node| {
        if !links.is_entity(*node) {
            return Ok(Vec::new());
        }
        let imports = links.imports(*node).iter().map(|line| line.to);
        Ok(imports.chain(links.importers(*node).iter().copied()).collect())
    };
    let Ok(path) = shortest(links.node(from)?, links.node(to)?, neighbours, leads_on);
    Ok(path.map(|path| path.into_iter().map(|node| links.name(node).to_vec()).collect()))
}

/// Of the shortest ways the first one in the order of its names or numbers, step by step: a search from `from` that looks at
/// neighbours in their order finds it first. Who is a neighbour of another has that one for a neighbour, unless it does not
/// lead on: then it may stand at an end alone. Both ends lead on.
///
/// The search goes from both ends, since between many there is no way, and one of them has few about it.
pub(super) fn shortest<K: Clone + Eq + Hash + Ord, E>(
    from: K,
    to: K,
    mut neighbours: impl FnMut(&K) -> Result<Vec<K>, E>,
    mut leads_on: impl FnMut(&K) -> Result<bool, E>,
) -> Result<Option<Vec<K>>, E> {
    if from == to {
        return Ok(Some(vec![from]));
    }
    let (mut ahead, mut behind) = (Side::of(from), Side::of(to));
    let mut middle = FxHashSet::default();
    while middle.is_empty() {
        let is_ahead = ahead.last().len() <= behind.last().len();
        let (side, other) = if is_ahead { (&mut ahead, &behind) } else { (&mut behind, &ahead) };
        if side.last().is_empty() {
            return Ok(None);
        }
        side.step(&mut neighbours)?;
        for one in side.last() {
            if other.seen.contains(one) && leads_on(one)? {
                middle.insert(one.clone());
            }
        }
    }
    // Those of the first half that a shortest way leads through, by steps.
    let mut through = vec![middle];
    for level in ahead.levels.iter().rev().skip(1) {
        let next = &through[through.len() - 1];
        let leads =
            |one: &&K| ahead.asked.get(*one).is_some_and(|all| all.iter().any(|it| next.contains(it)));
        through.push(level.iter().filter(leads).cloned().collect());
    }
    through.reverse();
    let mut path: Vec<K> = Vec::new();
    for level in &through {
        let is_next = |one: &&K| path.last().is_none_or(|last| ahead.leads(last, one));
        path.extend(level.iter().filter(is_next).min().cloned());
    }
    for level in behind.levels.iter().rev().skip(1) {
        let is_next = |one: &&K| path.last().is_some_and(|last| behind.leads(one, last));
        path.extend(level.iter().filter(is_next).min().cloned());
    }
    Ok(Some(path))
}

/// What was reached from one end.
struct Side<K> {
    /// By how many steps.
    levels: Vec<Vec<K>>,
    seen: FxHashSet<K>,
    /// The neighbours of whom somebody asked about.
    asked: FxHashMap<K, FxHashSet<K>>,
}

impl<K: Clone + Eq + Hash> Side<K> {
    fn of(start: K) -> Self {
        let seen = FxHashSet::from_iter([start.clone()]);
        Self { levels: vec![vec![start]], seen, asked: FxHashMap::default() }
    }

    /// Those that were reached last.
    fn last(&self) -> &[K] {
        self.levels.last().map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether `next` was reached from `one`.
    fn leads(&self, one: &K, next: &K) -> bool {
        self.asked.get(one).is_some_and(|all| all.contains(next))
    }

    fn step<E>(&mut self, neighbours: &mut impl FnMut(&K) -> Result<Vec<K>, E>) -> Result<(), E> {
        let mut reached = Vec::new();
        for one in self.levels.last().into_iter().flatten() {
            let all = neighbours(one)?;
            reached.extend(all.iter().filter(|next| self.seen.insert((*next).clone())).cloned());
            self.asked.insert(one.clone(), all.into_iter().collect());
        }
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
                let leads_on = |one: &usize| Ok(*one < entities);
                let Ok(found) = shortest(from, to, neighbours, leads_on);
                prop_assert_eq!(found, from_one_end(from, to, &map));
            }
        }
    }
}
