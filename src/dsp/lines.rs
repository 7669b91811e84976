//! What one file, and each class in it, imports: the lines of `imports` before they have uids (design §5, imports).
//!
//! A name that the exporter shares is a line to that entity by way of the exporter; everything else is a line to the
//! Object. Each line once, in order of first occurrence. Pure.

use resolvers::facts::{FileFacts, Import};
use rustc_hash::FxHashMap;

use super::text::{auto, list, quoted};
use super::why::{Taken, Uses};
use crate::graph::{FileGraph, Node};
use crate::resolution::bindings::{Binding, Bindings, Declaration};

/// Where a line leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum End {
    /// A file or an external as a whole.
    Whole(Node),
    /// What a file declares, by way of a file that exports it.
    Shared(Declaration, Node),
}

/// A line of `imports`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) end: End,
    /// Why, ending in ` (auto)`.
    pub(super) why: String,
    /// A name was asked for that may be there: the exporter could not be read completely.
    pub(super) uncertain: bool,
}

/// The imports of one file, and where they lead.
pub(super) struct Imports<'a> {
    facts: &'a FileFacts,
    node: Node,
    source: u32,
    graph: &'a FileGraph<'a>,
    bindings: Option<&'a Bindings<'a>>,
    /// Each import that leads somewhere, in source order.
    edges: Vec<(u32, Node)>,
}

impl<'a> Imports<'a> {
    /// Of the file that `node` is, which is the source at `source`. Without `bindings` every line is to a whole file.
    pub(super) fn of(
        facts: &'a FileFacts,
        (node, source): (Node, u32),
        graph: &'a FileGraph<'a>,
        bindings: Option<&'a Bindings<'a>>,
    ) -> Self {
        let edges = graph.edges(node).iter();
        let mut edges: Vec<(u32, Node)> =
            edges.flat_map(|edge| graph.imports_of(edge).iter().map(|import| (*import, edge.to))).collect();
        edges.sort_by_key(|(import, _)| *import);
        Self { facts, node, source, graph, bindings, edges }
    }

    /// The lines of the file.
    pub(super) fn lines(&self) -> Vec<Line> {
        let mut taken: Ordered<(Vec<Taken>, bool)> = Ordered::default();
        for (at, to) in &self.edges {
            let Some(import) = self.facts.imports.get(*at as usize) else { continue };
            if import.names.is_empty() || self.bindings.is_none() {
                taken.at(End::Whole(*to)).0.push(Taken { import: *at, name: None });
            }
            for name in (0..).take(import.names.len()).filter(|_| self.bindings.is_some()) {
                let (end, uncertain) = self.end(import, name, *to);
                let (taken, open) = taken.at(end);
                taken.push(Taken { import: *at, name: Some(name) });
                *open |= uncertain;
            }
        }
        let uses = Uses::of(self.graph.file(self.node), self.facts);
        let line = |(end, (taken, uncertain)): (End, (Vec<Taken>, bool))| Line {
            end,
            why: uses.why(&taken),
            uncertain,
        };
        taken.0.into_iter().map(line).collect()
    }

    /// The lines of a class (its symbols are given): what its constructor takes (specification §3). What is no shared
    /// entity and no external is left to the file's own lines.
    pub(super) fn injected(&self, class: &[u32]) -> Vec<Line> {
        let mut parameters: Ordered<Vec<&str>> = Ordered::default();
        for injection in self.facts.injections.iter().filter(|injection| class.contains(&injection.class)) {
            for end in self.binding(&injection.binding) {
                parameters.at(end).extend(injection.parameter.as_deref());
            }
        }
        let line = |(end, parameters): (End, Vec<&str>)| {
            let named = list(parameters.iter().map(|name| quoted(name)));
            let given = if named.is_empty() { String::new() } else { format!(" as {named}") };
            Line { end, why: auto(&format!("injected into the constructor{given}")), uncertain: false }
        };
        parameters.0.into_iter().map(line).collect()
    }

    /// Where the local name `binding` leads: an imported name, or a declaration of the file that is shared.
    fn binding(&self, binding: &str) -> Vec<End> {
        let imported = self.edges.iter().filter_map(|(at, to)| {
            let import = self.facts.imports.get(*at as usize)?;
            let name = import.names.iter().position(|name| name.local.as_deref() == Some(binding))?;
            Some(self.end(import, u32::try_from(name).ok()?, *to).0)
        });
        let ends: Vec<End> = imported.collect();
        if !ends.is_empty() {
            let useful = |end: &End| match end {
                End::Whole(node) => self.graph.external(*node).is_some(),
                End::Shared(..) => true,
            };
            return ends.into_iter().filter(useful).collect();
        }
        let own = || {
            let mut declared = self.bindings?.declared(self.source).into_iter();
            let symbol = declared.find(|at| self.facts.symbols[*at as usize].name == binding)?;
            Some(End::Shared(Declaration { source: self.source, symbol }, self.node))
        };
        own().into_iter().collect()
    }

    /// Where the name at `name` of `import` leads, which leads to `to`; and whether that may be more than is known.
    fn end(&self, import: &Import, name: u32, to: Node) -> (End, bool) {
        let exporter = self.graph.source(to).and_then(|source| u32::try_from(source).ok());
        let name = import.names.get(name as usize);
        let binding = match (exporter, name, self.bindings) {
            (Some(source), Some(name), Some(bindings)) => bindings.find(source, &name.name),
            _ => Binding::Other,
        };
        match binding {
            Binding::Declared(declaration) => (End::Shared(declaration, to), false),
            Binding::Other => (End::Whole(to), false),
            Binding::Uncertain => (End::Whole(to), true),
        }
    }
}

/// Values by end, in order of first occurrence.
struct Ordered<T>(Vec<(End, T)>, FxHashMap<End, usize>);

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Self(Vec::new(), FxHashMap::default())
    }
}

impl<T: Default> Ordered<T> {
    fn at(&mut self, end: End) -> &mut T {
        let slot = *self.1.entry(end).or_insert(self.0.len());
        if slot == self.0.len() {
            self.0.push((end, T::default()));
        }
        &mut self.0[slot].1
    }
}
