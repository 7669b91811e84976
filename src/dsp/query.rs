//! Plain answers about a `.dsp/`, as the Python tool gives them: same lines, same order.
//!
//! Values in, values out; each answer prints itself. Nothing is corrected on the way: what looks like an entity
//! counts as one, and what stands in a table of contents is shown.

use std::fmt;

use bstr::ByteVec;
use rustc_hash::{FxHashMap, FxHashSet};

use super::format::{import_lines, lines, source_path};
use super::model::{Kind, Store, Toc, TocName};

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
#[must_use]
pub fn stats(store: &Store) -> Stats {
    let edges = Edges::of(store);
    let mut stats = Stats {
        entities: store.entities.len(),
        imports: edges.targets.iter().map(Vec::len).sum(),
        cycles: edges.ways_back(),
        orphans: orphans(store).len(),
        ..Stats::default()
    };
    for entity in store.entities.values() {
        match entity.kind() {
            Kind::Object => stats.objects += 1,
            Kind::Function => stats.functions += 1,
            Kind::External => stats.external += 1,
        }
        stats.shared += entity.shared.as_deref().map_or(0, |shared| lines(shared).count());
    }
    stats
}

/// Entities that are no root, in nobody's `imports` and without recipients (specification §5.21), by name.
#[must_use]
pub fn orphans(store: &Store) -> Vec<&[u8]> {
    let mut used: FxHashSet<&[u8]> = store.tocs.values().filter_map(|toc| toc.names().next()).collect();
    for imports in store.entities.values().filter_map(|entity| entity.imports.as_deref()) {
        for line in import_lines(imports) {
            used.insert(line.name());
            used.extend(line.via_name());
        }
    }
    let orphan = |(name, entity): &(&Vec<u8>, &super::model::Entity)| {
        entity.exports.is_empty() && !used.contains(name.as_slice())
    };
    store.entities.iter().filter(orphan).map(|(name, _)| name.as_slice()).collect()
}

/// The uids of the entities of a file, or of one symbol in it (specification §5.18), by name.
#[must_use]
pub fn find_by_source<'s>(store: &'s Store, source: &[u8]) -> Vec<&'s [u8]> {
    let matches = |found: &[u8]| match found.strip_prefix(source) {
        Some(rest) => rest.is_empty() || rest.starts_with(b"#"),
        None => false,
    };
    let entities = store.entities.iter();
    let found =
        entities.filter(|(_, entity)| matches(entity.source()) || matches(&source_path(entity.source())));
    found.map(|(name, _)| name.as_slice()).collect()
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
pub fn toc(store: &Store, wanted: TocName) -> Result<&Toc, TocError> {
    if let Some(toc) = store.tocs.get(&wanted) {
        return Ok(toc);
    }
    let name = |name: &TocName| match name {
        TocName::Plain => "--toc default".to_owned(),
        TocName::Of(uid) => format!("--toc {uid}"),
    };
    let others: Vec<String> = store.tocs.keys().map(name).collect();
    Err(if others.is_empty() { TocError::None } else { TocError::NotFound { wanted, others } })
}

/// The lines of all `imports` files as numbers; a target that is no entity is `None`.
struct Edges {
    targets: Vec<Vec<Option<usize>>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    UnderWay,
    Done,
}

impl Edges {
    fn of(store: &Store) -> Self {
        let numbers: FxHashMap<&[u8], usize> =
            store.entities.keys().enumerate().map(|(number, name)| (name.as_slice(), number)).collect();
        let targets = store.entities.values().map(|entity| {
            let lines = entity.imports.as_deref().map(import_lines).into_iter().flatten();
            lines.map(|line| numbers.get(line.name()).copied()).collect()
        });
        Self { targets: targets.collect() }
    }

    fn ways_back(&self) -> usize {
        let mut state = vec![State::New; self.targets.len()];
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut found = 0;
        for start in 0..self.targets.len() {
            if state[start] != State::New {
                continue;
            }
            state[start] = State::UnderWay;
            path.push((start, 0));
            while let Some((node, next)) = path.last_mut() {
                let Some(target) = self.targets[*node].get(*next).copied() else {
                    state[*node] = State::Done;
                    path.pop();
                    continue;
                };
                *next += 1;
                match target.map(|target| (target, state[target])) {
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
}

#[cfg(test)]
mod tests;
