//! Plain answers about a `.dsp/`, as the Python tool gives them: same lines, same order.
//!
//! Asks a [`Reader`] and gives values; each answer prints itself. Nothing is corrected on the way: what looks like an entity
//! counts as one, and what stands in a table of contents is shown.

use std::fmt;

use bstr::ByteVec;
use rustc_hash::FxHashSet;

use super::format::{lines, source_path, value};
use super::links::Links;
use super::model::{Kind, Toc, TocName};
use super::parallel;
use super::reader::Reader;
use super::store::StoreError;

/// `get-stats` (specification §5.22).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stats {
    /// Entities of every kind.
    pub entities: usize,
    /// Those that are neither functions nor external.
    pub objects: usize,
    /// Functions.
    pub functions: usize,
    /// Externals.
    pub external: usize,
    /// Lines of all `imports` files.
    pub imports: usize,
    /// Lines of all `shared` files.
    pub shared: usize,
    /// Ways back to an entity under way in a depth-first walk by uid: what the Python tool counts.
    pub cycles: usize,
    /// Entities that nobody uses, roots excepted.
    pub orphans: usize,
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "entities:  {}", self.entities)?;
        writeln!(f, "  objects:   {}", self.objects)?;
        writeln!(f, "  functions: {}", self.functions)?;
        writeln!(f, "  external:  {}", self.external)?;
        writeln!(f, "imports:   {}", self.imports)?;
        writeln!(f, "shared:    {}", self.shared)?;
        writeln!(f, "cycles:    {}", self.cycles)?;
        writeln!(f, "orphans:   {}", self.orphans)
    }
}

/// Counts what is there.
///
/// # Errors
/// See [`StoreError`].
pub fn stats(reader: &Reader) -> Result<Stats, StoreError> {
    let links = reader.links()?;
    let shared = reader.shared()?.iter().flatten().map(|file| lines(file).count()).sum();
    let mut stats = Stats {
        entities: reader.names().len(),
        imports: links.len(),
        shared,
        cycles: ways_back(links),
        orphans: orphans(reader)?.len(),
        ..Stats::default()
    };
    for description in reader.descriptions()?.iter() {
        match description.map_or(Kind::Object, Kind::of) {
            Kind::Object => stats.objects += 1,
            Kind::Function => stats.functions += 1,
            Kind::External => stats.external += 1,
        }
    }
    Ok(stats)
}

/// Entities that are no root, in nobody's `imports` and without recipients (specification §5.21), by name.
///
/// # Errors
/// See [`StoreError`].
pub fn orphans(reader: &Reader) -> Result<Vec<&[u8]>, StoreError> {
    let links = reader.links()?;
    let roots: FxHashSet<&[u8]> = reader.tocs().values().filter_map(|toc| toc.names().next()).collect();
    let names = reader.names().iter().map(Vec::as_slice).enumerate();
    let unused = names.filter(|(at, name)| !links.is_named(*at) && !roots.contains(name));
    let unused: Vec<&[u8]> = unused.map(|(_, name)| name).collect();
    let orphan = parallel::each(unused.len(), |at| Ok(reader.exports(unused[at])?.is_empty()))?;
    Ok(unused.into_iter().zip(orphan).filter(|(_, orphan)| *orphan).map(|(name, _)| name).collect())
}

/// The uids of the entities of a file, or of one symbol in it (specification §5.18), by name.
///
/// # Errors
/// See [`StoreError`].
pub fn find_by_source<'r>(reader: &'r Reader, source: &[u8]) -> Result<Vec<&'r [u8]>, StoreError> {
    let begins = |found: &[u8]| match found.strip_prefix(source) {
        Some(rest) => rest.is_empty() || rest.starts_with(b"#"),
        None => false,
    };
    let matches = |description: Option<&[u8]>| {
        let found = description.and_then(|bytes| value(bytes, "source")).unwrap_or_default();
        begins(found) || begins(&source_path(found))
    };
    let entities = reader.names().iter().zip(reader.descriptions()?.iter());
    Ok(entities.filter(|(_, found)| matches(*found)).map(|(name, _)| name.as_slice()).collect())
}

/// The table of contents as `read-toc` prints it.
#[must_use]
pub fn toc_text(toc: &Toc) -> Vec<u8> {
    let mut text = Vec::new();
    for (at, name) in toc.names().enumerate() {
        text.push_str(name);
        text.push_str(if at == 0 { " [root]\n" } else { "\n" });
    }
    text
}

/// A table of contents was asked for that is not there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TocError {
    /// Nor is any other.
    #[error("there is no table of contents yet: run `dsp-cli bootstrap`")]
    None,
    /// There are others.
    #[error("there is no {wanted}; name one of them: {}", .others.join(", "))]
    NotFound {
        /// What was asked for.
        wanted: TocName,
        /// How to ask for those that are there.
        others: Vec<String>,
    },
}

/// The table of contents with that name.
///
/// # Errors
/// Names those that are there.
pub fn toc(reader: &Reader, wanted: TocName) -> Result<&Toc, TocError> {
    if let Some(toc) = reader.tocs().get(&wanted) {
        return Ok(toc);
    }
    let name = |name: &TocName| match name {
        TocName::Plain => "--toc default".to_owned(),
        TocName::Of(uid) => format!("--toc {uid}"),
    };
    let others: Vec<String> = reader.tocs().keys().map(name).collect();
    Err(if others.is_empty() { TocError::None } else { TocError::NotFound { wanted, others } })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    UnderWay,
    Done,
}

fn ways_back(links: &Links) -> usize {
    let mut state = vec![State::New; links.entities()];
    let mut path: Vec<(usize, usize)> = Vec::new();
    let mut found = 0;
    for start in 0..links.entities() {
        if state[start] != State::New {
            continue;
        }
        state[start] = State::UnderWay;
        path.push((start, 0));
        while let Some((node, next)) = path.last_mut() {
            let Some(link) = links.of(*node).get(*next) else {
                state[*node] = State::Done;
                path.pop();
                continue;
            };
            *next += 1;
            match link.target().map(|target| (target, state[target])) {
                Some((_, State::UnderWay)) => found += 1,
                Some((target, State::New)) => {
                    state[target] = State::UnderWay;
                    path.push((target, 0));
                }
                _ => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
