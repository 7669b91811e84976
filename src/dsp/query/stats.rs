//! Questions about all entities at once: how many there are, and who uses nobody (specification §5.21 and §5.22).

use std::fmt;

use rustc_hash::FxHashSet;
use serde::Serialize;

use super::super::format::lines;
use super::super::model::Kind;
use super::super::reader::{Column, Reader};
use super::super::store::StoreError;
use super::cycles::Walk;
use super::links::{Links, number};
use super::text::text;

/// `get-stats` (specification §5.22).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
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
    reader.read_all();
    let links = Links::of(reader)?;
    let shared = reader.shared()?.iter().flatten().map(|shared| lines(shared).count()).sum();
    let others = || Ok::<_, StoreError>((unused(reader, &links)?.len(), kinds(reader.descriptions()?)));
    let (cycles, others) = rayon::join(|| Walk::new(&links).count(), others);
    let (orphans, [objects, functions, external]) = others?;
    let (entities, imports) = (links.entities(), links.lines());
    Ok(Stats { entities, objects, functions, external, imports, shared, cycles, orphans })
}

/// How many entities are objects, functions and externals.
fn kinds(descriptions: &Column) -> [usize; 3] {
    let mut counts = [0; 3];
    for description in descriptions.iter() {
        counts[description.map_or(Kind::Object, Kind::of) as usize] += 1;
    }
    counts
}

/// `get-orphans` (specification §5.21), and the same in files.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Orphans {
    pub(super) orphans: Vec<String>,
}

impl fmt::Display for Orphans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.orphans.is_empty() {
            return writeln!(f, "no orphans");
        }
        self.orphans.iter().try_for_each(|name| writeln!(f, "{name}"))
    }
}

/// Entities that are no root, in nobody's `imports` and without recipients (specification §5.21), by name.
///
/// # Errors
/// See [`StoreError`].
pub fn orphans(reader: &Reader) -> Result<Orphans, StoreError> {
    let links = Links::of(reader)?;
    let orphans = unused(reader, &links)?;
    Ok(Orphans { orphans: orphans.into_iter().map(text).collect() })
}

fn unused<'r>(reader: &'r Reader, links: &Links<'_>) -> Result<Vec<&'r [u8]>, StoreError> {
    let roots: FxHashSet<&[u8]> = reader.tocs()?.values().filter_map(|toc| toc.names().next()).collect();
    let names = reader.names()?;
    let unnamed =
        names.iter().enumerate().filter(|(at, name)| !links.is_named(number(*at)) && !roots.contains(name));
    let unnamed: Vec<usize> = unnamed.map(|(at, _)| at).collect();
    let used = reader.have_exports(&unnamed)?;
    Ok(unnamed.into_iter().zip(used).filter(|(_, used)| !used).map(|(at, _)| &names[at]).collect())
}
