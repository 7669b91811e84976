//! The way from one to another (specification §5.16).

use std::collections::hash_map::Entry;
use std::convert::Infallible;
use std::hash::Hash;
use std::{fmt, iter};

use rustc_hash::FxHashMap;
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

/// The first shortest way in a search that goes from each to `next` ones in their order.
pub(super) fn shortest<K: Clone + Eq + Hash, E>(
    from: K,
    to: K,
    mut next: impl FnMut(&K) -> Result<Vec<K>, E>,
) -> Result<Option<Vec<K>>, E> {
    let mut before = FxHashMap::from_iter([(from.clone(), from.clone())]);
    let mut reached = vec![from];
    let mut at = 0;
    while !before.contains_key(&to) {
        let Some(one) = reached.get(at).cloned() else { return Ok(None) };
        at += 1;
        for next in next(&one)? {
            if let Entry::Vacant(entry) = before.entry(next) {
                reached.push(entry.key().clone());
                entry.insert(one.clone());
            }
        }
    }
    let back = |one: &K| before.get(one).filter(|before| *before != one).cloned();
    let mut path: Vec<K> = iter::successors(Some(to), back).collect();
    path.reverse();
    Ok(Some(path))
}
