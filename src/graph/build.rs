//! From the answers of the resolution to edges.

use resolvers::path::RepoPath;
use resolvers::target::{Resolved, Target};
use rustc_hash::FxHashMap;

use super::{Edge, External, FileGraph, Kinds, Node};
use crate::facts::SourceFile;
use crate::resolution::ResolvedFile;

impl<'a> FileGraph<'a> {
    /// `files` sorted bytewise; `sources` are some of them, and `resolved` belongs to `sources` by position.
    #[must_use]
    pub fn build(files: &'a [RepoPath], sources: &[SourceFile], resolved: &[ResolvedFile]) -> Self {
        let mut nodes = Nodes {
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
        let mut offsets = Vec::with_capacity(files.len() + 1);
        for source in &source_of {
            offsets.push(count(edges.list.len()));
            if let Some(at) = source.map(|at| at as usize) {
                edges.leave(&mut nodes, &sources[at], &resolved[at].imports);
            }
        }
        offsets.push(count(edges.list.len()));
        Self {
            files,
            externals: nodes.externals,
            source_of,
            offsets,
            edges: edges.list,
            imports: edges.imports,
        }
    }
}

/// A length as the graph stores it. Four thousand million edges do not fit into memory.
fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

struct Nodes<'a> {
    files: FxHashMap<&'a [u8], Node>,
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
            // Directories become entities with the languages that have them.
            // Nor is what only runs on the way an import; and which of both a member is was decided before.
            Target::Package(_)
            | Target::Namespace(_)
            | Target::Missing(_)
            | Target::Parent(_)
            | Target::Member { .. } => None,
        }
    }

    fn external(&mut self, ecosystem: &'static str, name: &str, version: Option<&String>) -> Node {
        let next = count(self.files.len() + self.externals.len());
        let node = *self.external_of.entry((ecosystem, name.to_owned())).or_insert(next);
        if node == next {
            self.externals.push(External { ecosystem, name: name.to_owned(), version: None });
        }
        let external = &mut self.externals[node as usize - self.files.len()];
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
        for (to, kinds, imports) in self.found.drain(..) {
            let start = count(self.imports.len());
            self.imports.extend(imports);
            self.list.push(Edge { to, kinds, imports: start..count(self.imports.len()) });
        }
    }
}
