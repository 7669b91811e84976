//! What one file, and each class in it, imports: the lines of `imports` before they have uids (design §5, imports).
//!
//! A name that the exporter shares is a line to that entity by way of the exporter; everything else is a line to the
//! Object. Each line once, in order of first occurrence. Pure.

mod named;

use resolvers::facts::{FileFacts, Injection};
use rustc_hash::FxHashMap;

use super::outline::Outline;
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
    /// What each source declares as an entity of its own.
    outlines: &'a [Outline],
    /// Each import that leads somewhere, in source order.
    edges: Vec<(u32, Node)>,
    /// What classes are given, where that is wanted.
    given: Given<'a>,
}

/// The injections of a file, made easy to ask.
#[derive(Default)]
struct Given<'a> {
    of_class: FxHashMap<u32, Vec<&'a Injection>>,
    /// Where local names lead that injections name.
    ends: FxHashMap<&'a str, Vec<End>>,
}

impl<'a> Imports<'a> {
    /// Of the file that `node` is, which is the source at `source`. Without `bindings` every line is to a whole file, as is
    /// that to what the `outlines` do not have.
    pub(super) fn of(
        facts: &'a FileFacts,
        (node, source): (Node, u32),
        graph: &'a FileGraph<'a>,
        bindings: Option<&'a Bindings<'a>>,
        outlines: &'a [Outline],
    ) -> Self {
        let edges = graph.edges(node).iter();
        let mut edges: Vec<(u32, Node)> =
            edges.flat_map(|edge| graph.imports_of(edge).iter().map(|import| (*import, edge.to))).collect();
        edges.sort_by_key(|(import, _)| *import);
        Self { facts, node, source, graph, bindings, outlines, edges, given: Given::default() }
    }

    /// Gathers what [`Self::injected`] answers from.
    pub(super) fn with_injections(mut self) -> Self {
        let mut given = Given::default();
        for injection in &self.facts.injections {
            given.of_class.entry(injection.class).or_default().push(injection);
            given.ends.entry(&injection.binding).or_default();
        }
        for (at, to) in &self.edges {
            let Some(import) = self.facts.imports.get(*at as usize) else { continue };
            for (name, number) in import.names.iter().zip(0..) {
                if let Some(ends) = name.local.as_deref().and_then(|local| given.ends.get_mut(local)) {
                    ends.extend(self.ends(*at, number, *to).0);
                }
            }
        }
        for symbol in self.bindings.map(|bindings| bindings.declared(self.source)).unwrap_or_default() {
            let own = End::Shared(Declaration { source: self.source, symbol }, self.node);
            let ends = given.ends.get_mut(self.facts.symbols[symbol as usize].name.as_str());
            ends.filter(|ends| ends.is_empty()).into_iter().for_each(|ends| ends.push(own));
        }
        self.given = given;
        self
    }

    /// The lines of the file.
    pub(super) fn lines(&self) -> Vec<Line> {
        let mut taken: Ordered<(Vec<Taken>, bool)> = Ordered::default();
        for (at, to) in &self.edges {
            let Some(import) = self.facts.imports.get(*at as usize) else { continue };
            if import.names.is_empty() || self.bindings.is_none() {
                taken.at(End::Whole(*to)).0.push(Taken { import: *at, name: None });
                continue;
            }
            for name in (0..).take(import.names.len()) {
                let (ends, uncertain) = self.ends(*at, name, *to);
                for end in ends {
                    let (taken, open) = taken.at(end);
                    taken.push(Taken { import: *at, name: Some(name) });
                    *open |= uncertain;
                }
            }
        }
        let uses = Uses::of(self.graph.file(self.node), self.facts);
        let is_module = |end| matches!(end, End::Whole(node) if self.graph.source(node).is_some());
        let line = |(end, (taken, uncertain)): (End, (Vec<Taken>, bool))| Line {
            end,
            why: uses.why(&taken, is_module(end)),
            uncertain,
        };
        taken.0.into_iter().map(line).collect()
    }

    /// The lines of a class (its symbols are given): what it is given from outside (specification §3). What is no
    /// shared entity and no external is left to the file's own lines.
    pub(super) fn injected(&self, class: &[u32]) -> Vec<Line> {
        let mut places: Ordered<Vec<&str>> = Ordered::default();
        let injections = class.iter().filter_map(|symbol| self.given.of_class.get(symbol)).flatten();
        for injection in injections {
            let ends = self.given.ends.get(injection.binding.as_str()).into_iter().flatten();
            for end in ends.filter(|end| self.is_useful(**end) && !self.is_part(class, **end)) {
                places.at(*end).extend(injection.parameter.as_deref());
            }
        }
        let line = |(end, places): (End, Vec<&str>)| {
            let told = list(places.iter().map(|place| quoted(place)));
            let given = if told.is_empty() { String::new() } else { format!(" as {told}") };
            Line { end, why: auto(&format!("injected{given}")), uncertain: false }
        };
        places.0.into_iter().map(line).collect()
    }

    fn is_useful(&self, end: End) -> bool {
        match end {
            End::Whole(node) => self.graph.external(node).is_some(),
            End::Shared(..) => true,
        }
    }

    /// Whether `end` is the declaration with these symbols.
    fn is_part(&self, symbols: &[u32], end: End) -> bool {
        let End::Shared(declaration, _) = end else { return false };
        declaration.source == self.source && symbols.contains(&declaration.symbol)
    }

    /// Where the name at `name` of the import at `at` leads, which leads to `to`; and whether that may be more than is
    /// known. A package may declare it in several files, of which each build takes one.
    fn ends(&self, at: u32, name: u32, to: Node) -> (Vec<End>, bool) {
        let import = self.facts.imports.get(at as usize);
        let name = import.and_then(|import| import.names.get(name as usize));
        let (Some(name), Some(bindings)) = (name, self.bindings) else {
            return (vec![End::Whole(to)], false);
        };
        if let Some((package, _)) = self.graph.package(to) {
            let (found, open) = bindings.find_in_package(package, &name.name);
            let found = found.iter().filter(|it| self.is_entity(**it));
            let ends: Vec<End> = found.map(|it| End::Shared(*it, to)).collect();
            return (if ends.is_empty() { vec![End::Whole(to)] } else { ends }, open);
        }
        let exporter = self.graph.source(to).and_then(|source| u32::try_from(source).ok());
        let taken = |exporter| bindings.taken((self.source, at), exporter, &name.name);
        match exporter.map_or(Binding::Other, taken) {
            Binding::Declared(declaration) if self.is_entity(declaration) => {
                (vec![End::Shared(declaration, to)], false)
            }
            Binding::Declared(_) | Binding::Other => (vec![End::Whole(to)], false),
            Binding::Uncertain => (vec![End::Whole(to)], true),
        }
    }

    fn is_entity(&self, of: Declaration) -> bool {
        self.outlines.get(of.source as usize).is_some_and(|outline| outline.find(of.symbol).is_some())
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
