//! What a `.dsp/` of the code alone looks like: a value without uids and without regard to what is there.
//!
//! At file granularity: an Object for every file that a root reaches, code and assets alike, and for every external.
//! Missing imports never become entities and weak imports make no line; type and dynamic imports do. Pure.

use resolvers::Unit;
use resolvers::facts::Parse;
use resolvers::path::{RepoPath, ancestors, parent, strip_dir};

use super::model::Kind;
use super::roots::{Homes, Root};
use super::text;
use super::toc::Tocs;
use super::why::{Taken, Uses};
use crate::facts::SourceFile;
use crate::graph::{FileGraph, Node};
use crate::resolution::ResolvedFile;
pub use crate::settings::{Cover, Granularity};

/// All that is known of the code.
#[derive(Clone, Copy)]
pub struct BootstrapInput<'a> {
    /// The universe, sorted bytewise.
    pub files: &'a [RepoPath],
    /// Those of its files that a language reads, sorted.
    pub sources: &'a [SourceFile],
    /// What their imports mean, in the same order.
    pub resolved: &'a [ResolvedFile],
    /// The packages.
    pub units: &'a [Unit],
    /// The text of the README at the repo root.
    pub readme: Option<&'a str>,
}

/// What the graph should be. Numbers are positions in `entities`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DesiredGraph {
    /// Each once, in order of first appearance in the tables of contents.
    pub entities: Vec<DesiredEntity>,
    /// One for each root.
    pub tocs: Vec<DesiredToc>,
}

/// An entity to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesiredEntity {
    /// By what it is found again.
    pub identity: Identity,
    /// Of an external, where it is known.
    pub version: Option<String>,
    /// What the tool would say it is for, ending in ` (auto)`.
    pub purpose: String,
    /// What it imports, in order of first occurrence.
    pub imports: Vec<DesiredImport>,
    /// Nothing could be read of the file: what is known of it from earlier stays.
    pub unread: bool,
}

/// What an entity stands for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Identity {
    /// A whole file.
    File(RepoPath),
    /// Something outside the repository (specification §8.5).
    External {
        /// `npm`, `node`, …
        ecosystem: &'static str,
        /// The package or module.
        name: String,
    },
}

impl Identity {
    /// What `source:` names.
    #[must_use]
    pub fn source(&self) -> &[u8] {
        match self {
            Self::File(path) => path.as_bytes(),
            Self::External { name, .. } => name.as_bytes(),
        }
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> Option<&RepoPath> {
        match self {
            Self::File(path) => Some(path),
            Self::External { .. } => None,
        }
    }

    /// What `kind:` says.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::File(_) => Kind::Object,
            Self::External { .. } => Kind::External,
        }
    }
}

/// A line of `imports` to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesiredImport {
    /// What is imported.
    pub to: usize,
    /// Why, ending in ` (auto)`.
    pub why: String,
}

/// A table of contents to be; the root is its first member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesiredToc {
    /// The directory that the root stands for; empty for the repo root.
    pub scope: Vec<u8>,
    /// In documentation order.
    pub members: Vec<usize>,
}

/// The graph of the code as `roots` (see [`super::roots::find`]) enter it. `graph` is built from `input`.
#[must_use]
pub fn desired(
    input: &BootstrapInput<'_>,
    graph: &FileGraph<'_>,
    roots: &[Root],
    cover: Cover,
) -> DesiredGraph {
    let roots: Vec<(Node, &Root)> =
        roots.iter().filter_map(|root| Some((graph.node(root.path.as_bytes())?, root))).collect();
    let mut tocs = Tocs::of(graph, roots.iter().map(|(node, _)| *node));
    if cover == Cover::All || roots.iter().all(|(_, root)| root.guessed) {
        let plain: Vec<Root> = roots.iter().map(|(_, root)| (*root).clone()).collect();
        let homes = Homes::of(&plain);
        for path in input.sources.iter().map(|source| &source.path) {
            if let Some(node) = graph.node(path.as_bytes()) {
                tocs.cover(homes.of_file(path), node);
            }
        }
    }
    let (nodes, members) = tocs.finish();
    let number_of = Numbers::of(graph.len(), &nodes);
    let mut entities: Vec<DesiredEntity> =
        nodes.iter().map(|node| entity(input, graph, *node, &number_of)).collect();
    for (node, root) in &roots {
        if let Some(number) = number_of.get(*node) {
            entities[number].purpose = root_purpose(input, graph, *node, root);
        }
    }
    let tocs = members.into_iter().zip(&roots).map(|(members, (_, root))| DesiredToc {
        scope: root.scope.clone(),
        members: members.into_iter().filter_map(|node| number_of.get(node)).collect(),
    });
    DesiredGraph { tocs: tocs.collect(), entities }
}

/// From nodes of the graph to positions among the entities.
struct Numbers(Vec<Option<usize>>);

impl Numbers {
    fn of(len: usize, nodes: &[Node]) -> Self {
        let mut numbers = vec![None; len];
        for (number, node) in nodes.iter().enumerate() {
            numbers[*node as usize] = Some(number);
        }
        Self(numbers)
    }

    fn get(&self, node: Node) -> Option<usize> {
        *self.0.get(node as usize)?
    }
}

fn entity(input: &BootstrapInput<'_>, graph: &FileGraph<'_>, node: Node, numbers: &Numbers) -> DesiredEntity {
    if let Some(external) = graph.external(node) {
        return DesiredEntity {
            purpose: text::external(external),
            version: external.version.clone(),
            identity: Identity::External { ecosystem: external.ecosystem, name: external.name.clone() },
            imports: Vec::new(),
            unread: false,
        };
    }
    let path = &input.files[node as usize];
    let facts = graph.source(node).map(|at| &input.sources[at].facts);
    let mut imports = Vec::new();
    if let Some(facts) = facts {
        let uses = Uses::of(facts);
        for edge in graph.edges(node) {
            // A file's own name in its own imports would say nothing, and no entity exports to itself.
            if let Some(to) = numbers.get(edge.to).filter(|_| edge.to != node) {
                let taken = graph.imports_of(edge).iter().map(|import| Taken { import: *import, name: None });
                imports.push(DesiredImport { to, why: uses.why(&taken.collect::<Vec<_>>()) });
            }
        }
    }
    DesiredEntity {
        identity: Identity::File(path.clone()),
        version: None,
        purpose: text::file(path, facts),
        imports,
        unread: facts.is_some_and(|facts| facts.parse == Parse::Failed),
    }
}

fn root_purpose(input: &BootstrapInput<'_>, graph: &FileGraph<'_>, node: Node, root: &Root) -> String {
    let facts = graph.source(node).map(|at| &input.sources[at].facts);
    let readme = input.readme.filter(|_| root.scope.is_empty());
    text::root(root, facts, readme, &main_parts(graph, node, root))
}

/// The directories of its scope that the root imports from: the topmost ones below its own directory or, for what
/// does not lie there, below the scope.
fn main_parts(graph: &FileGraph<'_>, node: Node, root: &Root) -> Vec<String> {
    let mut parts: Vec<&[u8]> = Vec::new();
    for path in graph.edges(node).iter().filter_map(|edge| graph.file(edge.to)) {
        let own = root.path.parent();
        let base = if strip_dir(path.as_bytes(), own).is_some() { own } else { &root.scope };
        let part = topmost_below(path, base);
        if let Some(part) = part.filter(|part| !parts.contains(part)) {
            parts.push(part);
        }
    }
    parts.into_iter().map(|part| String::from_utf8_lossy(part).into_owned()).collect()
}

/// The directory directly below `base` that holds `path`; `None` when it lies elsewhere, or in `base` itself.
fn topmost_below<'p>(path: &'p RepoPath, base: &[u8]) -> Option<&'p [u8]> {
    strip_dir(path.as_bytes(), base)?;
    ancestors(path.parent()).find(|dir| !dir.is_empty() && parent(dir) == base)
}
