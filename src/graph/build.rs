//! From the answers of the resolution to edges.

use resolvers::facts::ImportKind;
use resolvers::path::RepoPath;
use resolvers::target::{Resolved, Target};
use rustc_hash::FxHashMap;

use super::{Edge, External, FileGraph, Kinds, Node};
use crate::facts::SourceFile;
use crate::resolution::ResolvedFile;
use crate::resolution::packages::Packages;

impl<'a> FileGraph<'a> {
    /// `files` sorted bytewise; `sources` are some of them, and `resolved` belongs to `sources` by position.
    #[must_use]
    pub fn build(files: &'a [RepoPath], sources: &'a [SourceFile], resolved: &[ResolvedFile]) -> Self {
        let packages = Packages::of(sources);
        let mut nodes = Nodes {
            packages: &packages,
            files: files.iter().zip(0..).map(|(path, node)| (path.as_bytes(), node)).collect(),
            externals: Vec::new(),
            external_of: FxHashMap::default(),
        };
        let mut source_of = vec![None; files.len()];
        for (source, at) in sources.iter().zip(0_u32..) {
            if let Some(node) = nodes.files.get(source.path.as_bytes()) {
                source_of[*node as usize] = Some(at);
            }
        }
        let mut edges = Edges::default();
        let mut offsets = Vec::with_capacity(files.len() + packages.all().len() + 1);
        for source in &source_of {
            offsets.push(count(edges.list.len()));
            if let Some(at) = source.map(|at| at as usize) {
                edges.leave(&mut nodes, &sources[at], &resolved[at].imports);
            }
        }
        for package in packages.all() {
            offsets.push(count(edges.list.len()));
            let members = package.members.iter().map(|at| sources[*at as usize].path.as_bytes());
            edges.list_members(members.filter_map(|path| nodes.files.get(path).copied()));
        }
        offsets.push(count(edges.list.len()));
        let externals = nodes.externals;
        Self { files, packages, externals, source_of, offsets, edges: edges.list, imports: edges.imports }
    }
}

/// A length as the graph stores it. Four thousand million edges do not fit into memory.
pub(super) fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

struct Nodes<'a> {
    files: FxHashMap<&'a [u8], Node>,
    packages: &'a Packages<'a>,
    externals: Vec<External>,
    external_of: FxHashMap<(&'static str, String), Node>,
}

impl Nodes<'_> {
    fn of(&mut self, target: &Target) -> Option<Node> {
        match target {
            Target::Source(path) => self.files.get(path.as_bytes()).copied(),
            Target::External { ecosystem, package, version } => {
                Some(self.external(ecosystem, package, version.as_ref()))
            }
            Target::Builtin { ecosystem, name } => Some(self.external(ecosystem, name, None)),
            Target::Package(dir) => self.packages.position(dir).map(|at| count(self.files.len()) + at),
            // A namespace is no file and runs none: what is taken from it leads to files of its own.
            // Nor is what only runs on the way an import; and which of both a member is was decided before.
            Target::Namespace(_) | Target::Missing(_) | Target::Parent(_) | Target::Member { .. } => None,
        }
    }

    fn external(&mut self, ecosystem: &'static str, name: &str, version: Option<&String>) -> Node {
        let before = self.files.len() + self.packages.all().len();
        let next = count(before + self.externals.len());
        let node = *self.external_of.entry((ecosystem, name.to_owned())).or_insert(next);
        if node == next {
            self.externals.push(External { ecosystem, name: name.to_owned(), version: None });
        }
        let external = &mut self.externals[node as usize - before];
        if external.version.is_none() {
            external.version = version.cloned();
        }
        node
    }
}

#[derive(Default)]
struct Edges {
    list: Vec<Edge>,
    imports: Vec<u32>,
    /// Of the file at hand: each target with the kinds and positions of its imports.
    found: Vec<(Node, Kinds, Vec<u32>)>,
    slots: FxHashMap<Node, usize>,
}

impl Edges {
    fn leave(&mut self, nodes: &mut Nodes<'_>, source: &SourceFile, resolved: &[Resolved]) {
        self.found.clear();
        self.slots.clear();
        for ((import, resolved), at) in source.facts.imports.iter().zip(resolved).zip(0_u32..) {
            if import.syntax.is_weak() {
                continue;
            }
            for node in resolved.targets.iter().filter_map(|target| nodes.of(target)) {
                let slot = *self.slots.entry(node).or_insert(self.found.len());
                if slot == self.found.len() {
                    self.found.push((node, Kinds::default(), Vec::new()));
                }
                let (_, kinds, imports) = &mut self.found[slot];
                *kinds = kinds.union(Kinds::of(import.kind));
                imports.push(at);
            }
        }
        self.settle();
    }

    /// The edges of a package: no import stands behind them.
    fn list_members(&mut self, members: impl Iterator<Item = Node>) {
        self.found.clear();
        self.found.extend(members.map(|node| (node, Kinds::of(ImportKind::Runtime), Vec::new())));
        self.settle();
    }

    fn settle(&mut self) {
        for (to, kinds, imports) in self.found.drain(..) {
            let start = count(self.imports.len());
            self.imports.extend(imports);
            self.list.push(Edge { to, kinds, imports: start..count(self.imports.len()) });
        }
    }
}
