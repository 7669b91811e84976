//! Which file uses which, as numbers: nodes are the files of the universe and, after them, the packages that are
//! directories and the externals.
//!
//! Built once from the resolution and never changed. Everything here is iterative: a chain of a hundred thousand
//! files must not overflow a stack. No `.dsp/` and no text for people may live here.

mod build;
mod cycles;
mod walk;

use std::ops::Range;

use resolvers::facts::ImportKind;
use resolvers::path::RepoPath;

use crate::facts::SourceFile;
use crate::resolution::packages::{Package, Packages};
pub use cycles::cycles;
pub use walk::{Routes, Walk};

/// A file of the universe, a package, or an external, by its position.
pub type Node = u32;

/// Something outside the repository that is imported (specification §8.5).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct External {
    /// `npm`, `node`, …
    pub ecosystem: &'static str,
    /// The package or the module of the runtime.
    pub name: String,
    /// As manifest or lock file give it; of several, the one of the first importer by path.
    pub version: Option<String>,
}

/// The kinds of all imports behind one edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kinds(u8);

impl Kinds {
    /// Every kind.
    pub const ALL: Self = Self(0b111);

    /// The set of `kind` alone.
    #[must_use]
    pub fn of(kind: ImportKind) -> Self {
        Self(match kind {
            ImportKind::Runtime => 0b001,
            ImportKind::Type => 0b010,
            ImportKind::Dynamic => 0b100,
        })
    }

    /// Both sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether a kind is in both.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// All imports of one file that lead to one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// Where they lead.
    pub to: Node,
    /// When they are followed.
    pub kinds: Kinds,
    /// Where in [`FileGraph::imports_of`] they stand.
    imports: Range<u32>,
}

/// The graph of files. Weak imports and missing ones make no edge.
#[derive(Debug)]
pub struct FileGraph<'a> {
    files: &'a [RepoPath],
    /// Each leads to its files.
    packages: Packages<'a>,
    externals: Vec<External>,
    /// Position in the sources of each file that is one.
    source_of: Vec<Option<u32>>,
    /// `edges[offsets[node]..offsets[node + 1]]` leave `node`.
    offsets: Vec<u32>,
    edges: Vec<Edge>,
    imports: Vec<u32>,
}

impl<'a> FileGraph<'a> {
    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len() + self.packages.all().len() + self.externals.len()
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The file that `node` is; `None` for packages and externals.
    #[must_use]
    pub fn file(&self, node: Node) -> Option<&'a RepoPath> {
        self.files.get(node as usize)
    }

    /// The package that `node` is, and its position among the packages.
    #[must_use]
    pub fn package(&self, node: Node) -> Option<(u32, &Package<'a>)> {
        let at = (node as usize).checked_sub(self.files.len())?;
        Some((u32::try_from(at).ok()?, self.packages.all().get(at)?))
    }

    /// The external that `node` is; `None` for files and packages.
    #[must_use]
    pub fn external(&self, node: Node) -> Option<&External> {
        self.externals.get((node as usize).checked_sub(self.files.len() + self.packages.all().len())?)
    }

    /// Where a walk begins that is to document the file at `path`: its package, where it is a part of one.
    #[must_use]
    pub fn entrance(&self, path: &[u8]) -> Option<Node> {
        let node = self.node(path)?;
        let package = self.source(node).and_then(|at| self.packages.of_source(u32::try_from(at).ok()?));
        Some(package.map_or(node, |at| self.package_node(at)))
    }

    /// The position among the packages of the one that the source, or a test that calls itself so, is a part of.
    #[must_use]
    pub fn package_of(&self, source: &SourceFile) -> Option<u32> {
        let at = self.packages.position(source.path.parent())?;
        let package = &self.packages.all()[at as usize];
        (source.facts.header.package.as_ref() == Some(&package.name)).then_some(at)
    }

    /// The node of the package that the directory is.
    #[must_use]
    pub fn node_of_package(&self, dir: &[u8]) -> Option<Node> {
        self.packages.position(dir).map(|at| self.package_node(at))
    }

    /// The packages.
    #[must_use]
    pub fn packages(&self) -> &[Package<'a>] {
        self.packages.all()
    }

    fn package_node(&self, package: u32) -> Node {
        build::count(self.files.len()) + package
    }

    /// The node of a file of the universe.
    #[must_use]
    pub fn node(&self, path: &[u8]) -> Option<Node> {
        let at = self.files.binary_search_by(|file| file.as_bytes().cmp(path)).ok()?;
        Node::try_from(at).ok()
    }

    /// Position among the sources of a file that some language reads.
    #[must_use]
    pub fn source(&self, node: Node) -> Option<usize> {
        (*self.source_of.get(node as usize)?).map(|at| at as usize)
    }

    /// What `node` imports, in order of first occurrence.
    #[must_use]
    pub fn edges(&self, node: Node) -> &[Edge] {
        let at = node as usize;
        match (self.offsets.get(at), self.offsets.get(at + 1)) {
            (Some(start), Some(end)) => &self.edges[*start as usize..*end as usize],
            _ => &[],
        }
    }

    /// The imports behind `edge`: positions in `FileFacts::imports` of the importer, ascending.
    #[must_use]
    pub fn imports_of(&self, edge: &Edge) -> &[u32] {
        &self.imports[edge.imports.start as usize..edge.imports.end as usize]
    }
}

#[cfg(test)]
mod tests;
