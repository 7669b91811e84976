//! The graph of entities folded to files (design §5, files and not only entities), and the answers in files.
//!
//! An entity is its file, an external is itself, and what is neither is left out. A line `via=` something is a line to
//! that one's file. Lines within a file fall away: they are ownership, as are those that say so between two files of a
//! package. A file imports itself only where an entity that stands for all of it says so, to itself or by way of itself.

use std::convert::Infallible;
use std::fmt;

use bstr::ByteSlice;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use super::super::format::{plain_path, source_field, value};
use super::super::model::Kind;
use super::super::names::Names;
use super::super::plan::OWNER;
use super::super::reader::Reader;
use super::super::store::StoreError;
use super::error::QueryError;
use super::links::{Line, Links, Rows, number};
use super::path::{Step, Way, shortest};
use super::places::{self, Place, Source};
use super::text::{Card, text};
use super::tree::{Branches, Depth, Name, Tree, grow};
use crate::graph::{self, Node};
use crate::identity::Uid;

/// Who asks for a file: an entity in it, or its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asked {
    /// Any entity of the file.
    Uid(Uid),
    /// The path, `path#symbol` for the file that the symbol is in, or the name of an external.
    Path(Vec<u8>),
}

impl Asked {
    /// What is a uid asks for an entity.
    #[must_use]
    pub fn parse(argument: &[u8]) -> Self {
        Uid::parse(argument).map_or_else(|| Self::Path(argument.to_vec()), Self::Uid)
    }
}

/// Who imports whom, file by file.
pub struct Files<'r> {
    reader: &'r Reader,
    names: &'r Names,
    places: Vec<Place>,
    /// How many of the places are files: they come first.
    first_external: usize,
    /// The node of each entity that has one.
    node_of: Vec<Option<Node>>,
    /// Those of the roots.
    roots: Vec<Node>,
    /// The entities of each node: first those that stand for all of it, then by name.
    entities: Rows<usize>,
    forward: Rows<Node>,
    back: Rows<Node>,
}

impl<'r> Files<'r> {
    /// Reads every `description`, every `imports` and the tables of contents.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn of(reader: &'r Reader) -> Result<Self, StoreError> {
        let (sources, links) = (places::of_all(reader)?, Links::of(reader)?);
        let mut places: Vec<Place> = sources.iter().filter_map(|source| source.place.clone()).collect();
        places.par_sort_unstable();
        places.dedup();
        let numbers: FxHashMap<&Place, Node> = places.iter().zip(0..).collect();
        let node = |source: &Source| numbers.get(source.place.as_ref()?).copied();
        let node_of: Vec<Option<Node>> = sources.iter().map(node).collect();
        let entities = members(&sources, &node_of, places.len());
        let owned = owned_away(reader, &links, &sources, &node_of)?;
        let forward = fold(&links, &sources, (&node_of, &owned), &entities, places.len());
        let back = forward.backwards(places.len(), |to| *to);
        let (names, tocs) = (reader.names()?, reader.tocs()?);
        let roots = tocs.values().filter_map(|toc| node_of[names.find(toc.names().next()?)?]).collect();
        let first_external = places.partition_point(|place| matches!(place, Place::File(_)));
        Ok(Self { reader, names, places, first_external, node_of, roots, entities, forward, back })
    }

    /// The node that is asked for.
    fn find(&self, asked: &Asked) -> Result<Node, QueryError> {
        let path = match asked {
            Asked::Uid(uid) => {
                let at = self.names.find(uid.to_string().as_bytes()).ok_or(QueryError::Missing(*uid))?;
                return self.node_of[at].ok_or(QueryError::NoFile(*uid));
            }
            Asked::Path(path) => plain_path(path),
        };
        let file =
            |path: &[u8]| self.places[..self.first_external].binary_search(&Place::File(path.to_vec())).ok();
        let named = |place: &Place| matches!(place, Place::External(name, _) if **name == *path);
        if let Some(found) = file(&path).or_else(|| self.places.iter().position(named)) {
            return Ok(number(found));
        }
        // What stands before a `#` is looked for last: a name may hold one itself.
        for node in path.rfind_iter("#").filter_map(|at| file(&path[..at])).map(number) {
            if self.has_entity_at(node, &path)? {
                return Ok(node);
            }
        }
        Err(QueryError::NoSource(text(&path)))
    }

    /// Whether one of the entities of `node` has exactly that source.
    fn has_entity_at(&self, node: Node, source: &[u8]) -> Result<bool, StoreError> {
        let descriptions = self.reader.descriptions()?;
        let source_of = |at: &usize| value(descriptions.get(*at)?, "source").map(plain_path);
        Ok(self.entities.row(node).iter().filter_map(source_of).any(|known| *known == *source))
    }

    fn is_file(&self, node: Node) -> bool {
        (node as usize) < self.first_external
    }

    /// A path is told as `source:` writes it, so that it is one line.
    fn name(&self, node: Node) -> Name {
        match &self.places[node as usize] {
            Place::File(path) => Name::Path(source_field(path).to_str_lossy().into_owned()),
            Place::External(name, _) => Name::External(source_field(name).to_str_lossy().into_owned()),
        }
    }

    fn told(&self, node: Node) -> String {
        self.name(node).as_str().to_owned()
    }

    /// What the entity says that stands for all of a node, or for most of it.
    fn card(&self, node: Node) -> Result<Card, StoreError> {
        let main = self.entities.row(node).first().and_then(|at| self.names.get(*at));
        let Card { purpose, .. } =
            main.map(|name| Card::read(self.reader, name)).transpose()?.unwrap_or_default();
        let kind = if self.is_file(node) { Kind::Object } else { Kind::External };
        Ok(Card { kind: kind.name().to_owned(), purpose })
    }

    /// What a file imports, externals among it, in the order of its lines.
    ///
    /// # Errors
    /// When nothing is known of the file, or `.dsp/` cannot be read.
    pub fn children(&self, of: &Asked, depth: Depth) -> Result<Tree, QueryError> {
        Ok(grow(&Branch { files: self, below: &self.forward }, self.find(of)?, depth)?)
    }

    /// The files that import a file or an external, by path.
    ///
    /// # Errors
    /// When nothing is known of the file, or `.dsp/` cannot be read.
    pub fn parents(&self, of: &Asked, depth: Depth) -> Result<Tree, QueryError> {
        Ok(grow(&Branch { files: self, below: &self.back }, self.find(of)?, depth)?)
    }

    /// A shortest way along imports in either direction. That two files use one external is no way between them.
    ///
    /// # Errors
    /// When nothing is known of one of them.
    pub fn path(&self, from: &Asked, to: &Asked) -> Result<Way, QueryError> {
        let (from, to) = (self.find(from)?, self.find(to)?);
        let neighbours = |node: &Node| {
            let both = self.forward.row(*node).iter().chain(self.back.row(*node)).copied();
            Ok::<_, Infallible>(
                both.filter(|next| self.is_file(*next) || [from, to].contains(next)).collect(),
            )
        };
        let Ok(path) = shortest(from, to, neighbours, |_| Ok(true));
        let step = |pair: &[Node]| {
            let imports = self.forward.row(pair[0]).contains(&pair[1]);
            if imports { Step::Imports } else { Step::ImportedBy }
        };
        let steps = path.as_deref().unwrap_or_default().windows(2).map(step).collect();
        Ok(Way { path: path.map(|path| path.into_iter().map(|node| self.told(node)).collect()), steps })
    }

    fn sets(&self) -> Vec<Vec<Node>> {
        let files = |node| self.forward.row(node).iter().copied().filter(|to| self.is_file(*to));
        graph::cycles(self.first_external, files)
    }

    /// The sets of files that import each other, in a circle or many: what a bootstrap counts.
    #[must_use]
    pub fn cycles(&self) -> FileCycles {
        let told = |set: Vec<Node>| set.into_iter().map(|node| self.told(node)).collect();
        FileCycles { cycles: self.sets().into_iter().map(told).collect() }
    }

    fn unused(&self) -> Vec<Node> {
        let is_used = |node: &Node| self.back.row(*node).iter().any(|importer| importer != node);
        (0..number(self.first_external)).filter(|node| !is_used(node) && !self.roots.contains(node)).collect()
    }

    /// The files that no other file imports, roots excepted, by path.
    #[must_use]
    pub fn orphans(&self) -> super::Orphans {
        super::Orphans { orphans: self.unused().into_iter().map(|node| self.told(node)).collect() }
    }

    /// Counts them.
    #[must_use]
    pub fn stats(&self) -> FileStats {
        let pairs = |node: Node| {
            self.forward.row(node).iter().filter(|to| self.is_file(**to) && **to != node).count()
        };
        FileStats {
            files: self.first_external,
            external: self.places.len() - self.first_external,
            imports: (0..number(self.first_external)).map(pairs).sum(),
            cycles: self.sets().len(),
            orphans: self.unused().len(),
        }
    }
}

/// The entities of each node.
fn members(sources: &[Source], node_of: &[Option<Node>], nodes: usize) -> Rows<usize> {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for (at, node) in node_of.iter().enumerate() {
        if let Some(node) = node {
            members[*node as usize].push(at);
        }
    }
    for members in &mut members {
        members.sort_by_key(|at| !sources[*at].is_whole);
    }
    Rows::of(members.into_iter())
}

/// Which entities in files own which of other files (methods whose type stands elsewhere in the package): among lines
/// between two files they alone are no edge.
fn owned_away(
    reader: &Reader,
    links: &Links<'_>,
    sources: &[Source],
    node_of: &[Option<Node>],
) -> Result<FxHashSet<(usize, Node)>, StoreError> {
    let mut owned = FxHashSet::default();
    for importer in (0..sources.len()).filter(|at| !sources[*at].is_whole) {
        let is_away = |line: &&Line| {
            let to = line.to as usize;
            let in_file = sources.get(to).is_some_and(|source| !source.is_whole);
            line.via.is_none() && in_file && node_of[to] != node_of[importer]
        };
        for line in links.imports(number(importer)).iter().filter(is_away) {
            let why = reader.export(links.name(line.to), &[links.name(number(importer))])?;
            if why.is_some_and(|why| why.trim_ascii() == OWNER.as_bytes()) {
                owned.insert((importer, line.to));
            }
        }
    }
    Ok(owned)
}

/// What each node imports, each once, in order of first occurrence.
fn fold(
    links: &Links<'_>,
    sources: &[Source],
    (node_of, owned): (&[Option<Node>], &FxHashSet<(usize, Node)>),
    entities: &Rows<usize>,
    nodes: usize,
) -> Rows<Node> {
    let place = |node: Node| node_of.get(node as usize).copied().flatten();
    let mut last = vec![None; nodes];
    let row = |from: Node| {
        let of = |at: &usize| links.imports(number(*at)).iter().map(|line| (*at, line)).collect::<Vec<_>>();
        let edge = |(importer, line): (usize, &Line)| {
            let to = line.via.and_then(place).or_else(|| place(line.to))?;
            let is_own = sources[importer].is_whole && (line.via.is_some() || line.to as usize == importer);
            (to != from || is_own).then_some(to)
        };
        let is_edge = |(importer, line): &(usize, &Line)| !owned.contains(&(*importer, line.to));
        let all = entities.row(from).iter().flat_map(of).filter(is_edge);
        let is_new = |to: &Node| last[*to as usize].replace(from) != Some(from);
        all.filter_map(edge).filter(is_new).collect::<Vec<_>>()
    };
    Rows::of((0..).take(nodes).map(row))
}

/// The graph of files in one direction.
struct Branch<'f, 'r> {
    files: &'f Files<'r>,
    below: &'f Rows<Node>,
}

impl Branches for Branch<'_, '_> {
    type Key = Node;

    fn below(&self, node: &Node) -> Result<Vec<Node>, StoreError> {
        Ok(self.below.row(*node).to_vec())
    }

    fn name(&self, node: &Node) -> Name {
        self.files.name(*node)
    }

    fn card(&self, node: &Node) -> Result<Card, StoreError> {
        self.files.card(*node)
    }
}

/// `detect-cycles --files`.
#[derive(Debug, Serialize)]
pub struct FileCycles {
    cycles: Vec<Vec<String>>,
}

impl fmt::Display for FileCycles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cycles.is_empty() {
            return writeln!(f, "no cycles detected");
        }
        let mut cycles = self.cycles.iter().zip(1..);
        cycles.try_for_each(|(files, number)| writeln!(f, "cycle {number}: {}", files.join(", ")))
    }
}

/// `get-stats --files`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FileStats {
    /// Files that some entity is, or lies in.
    pub files: usize,
    /// Externals.
    pub external: usize,
    /// Pairs of files of which one imports the other one.
    pub imports: usize,
    /// Sets of files that import each other.
    pub cycles: usize,
    /// Files that no other file imports, roots excepted.
    pub orphans: usize,
}

impl fmt::Display for FileStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "files:     {}", self.files)?;
        writeln!(f, "external:  {}", self.external)?;
        writeln!(f, "imports:   {}", self.imports)?;
        writeln!(f, "cycles:    {}", self.cycles)?;
        writeln!(f, "orphans:   {}", self.orphans)
    }
}
