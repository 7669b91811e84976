//! Who imports whom, as numbers: every `imports` read once, both ways.
//!
//! A node is an entity, by its place in [`Reader::names`], or behind them a name that only `imports` knows. Lines stay
//! as they stand: twice is twice, and a name that is no entity is a node.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::format::import_lines;
use super::super::parallel;
use super::super::reader::{Column, Reader};
use super::super::store::StoreError;
use crate::graph::Node;
use crate::identity::Uid;

/// A line of `imports`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    /// What is imported.
    pub(super) to: Node,
    /// By way of what.
    pub(super) via: Option<Node>,
}

/// The graph that all `imports` make.
#[derive(Debug)]
pub(super) struct Links {
    entities: usize,
    foreign: Vec<Vec<u8>>,
    forward: Rows<Line>,
    back: Rows<Node>,
    /// Whether some line names the node, in front or behind `via=`.
    named: Vec<bool>,
}

impl Links {
    /// Reads all `imports`.
    pub(super) fn of(reader: &Reader) -> Result<Self, StoreError> {
        let (entities, column) = (reader.names(), reader.imports()?);
        let known = Known::of(entities);
        let parts = parallel::parts(entities.len(), |part| named_lines(part, column, &known));
        let mut foreign = Foreign { first: entities.len(), names: Vec::new(), numbers: FxHashMap::default() };
        let mut forward = Rows { offsets: vec![0], cells: Vec::new() };
        for (ends, lines) in parts {
            let start = forward.cells.len();
            forward.offsets.extend(ends.into_iter().map(|end| start + end));
            forward.cells.extend(
                lines.into_iter().map(|(to, via)| Line {
                    to: foreign.number(to),
                    via: via.map(|via| foreign.number(via)),
                }),
            );
        }
        let nodes = entities.len() + foreign.names.len();
        let back = forward.backwards(nodes, |line| line.to);
        let mut named = vec![false; nodes];
        for node in forward.cells.iter().flat_map(|line| [Some(line.to), line.via]).flatten() {
            named[node as usize] = true;
        }
        let foreign = foreign.names.into_iter().map(<[u8]>::to_vec).collect();
        Ok(Self { entities: entities.len(), foreign, forward, back, named })
    }

    /// How many entities there are: they are the first nodes.
    pub(super) fn entities(&self) -> usize {
        self.entities
    }

    /// How many nodes there are.
    pub(super) fn nodes(&self) -> usize {
        self.entities + self.foreign.len()
    }

    /// How many lines there are.
    pub(super) fn lines(&self) -> usize {
        self.forward.cells.len()
    }

    /// Whether some line names a node, in front or behind `via=`.
    pub(super) fn is_named(&self, node: Node) -> bool {
        self.named[node as usize]
    }

    /// The name of a node.
    pub(super) fn name<'l>(&'l self, reader: &'l Reader, node: Node) -> &'l [u8] {
        let at = node as usize;
        reader.names().get(at).unwrap_or_else(|| &self.foreign[at - self.entities])
    }

    /// The lines of the `imports` of a node, in order.
    pub(super) fn imports(&self, node: Node) -> &[Line] {
        self.forward.row(node)
    }

    /// Those in whose `imports` a node stands in front, each once, ascending.
    pub(super) fn importers(&self, node: Node) -> &[Node] {
        self.back.row(node)
    }
}

/// An entity, or the name of what is none.
type Name<'r> = Result<Node, &'r [u8]>;

/// A line whose names are looked up, as far as they are known.
type NamedLine<'r> = (Name<'r>, Option<Name<'r>>);

/// The lines of the entities in `part`, and how many there are up to the end of each.
fn named_lines<'r>(
    part: Range<usize>,
    column: &'r Column,
    known: &Known<'_>,
) -> (Vec<usize>, Vec<NamedLine<'r>>) {
    let mut all = Vec::new();
    let ends = part.map(|at| {
        let lines = column.get(at).map(import_lines).into_iter().flatten();
        all.extend(lines.map(|line| (known.find(line.name()), line.via_name().map(|via| known.find(via)))));
        all.len()
    });
    (ends.collect(), all)
}

/// Entities by name. Nearly all names are uids, which are found without a look at the name.
struct Known<'n> {
    uids: FxHashMap<Uid, Node>,
    others: FxHashMap<&'n [u8], Node>,
}

impl<'n> Known<'n> {
    fn of(names: &'n [Vec<u8>]) -> Self {
        let mut known = Self { uids: FxHashMap::default(), others: FxHashMap::default() };
        known.uids.reserve(names.len());
        for (name, node) in names.iter().zip(0..) {
            match Uid::parse(name) {
                Some(uid) => known.uids.insert(uid, node),
                None => known.others.insert(name, node),
            };
        }
        known
    }

    fn find<'r>(&self, name: &'r [u8]) -> Name<'r> {
        let found = Uid::parse(name).map_or_else(|| self.others.get(name), |uid| self.uids.get(&uid));
        found.copied().ok_or(name)
    }
}

/// Gives numbers to names that are no entities.
struct Foreign<'r> {
    first: usize,
    names: Vec<&'r [u8]>,
    numbers: FxHashMap<&'r [u8], Node>,
}

impl<'r> Foreign<'r> {
    fn number(&mut self, name: Name<'r>) -> Node {
        let name = match name {
            Ok(node) => return node,
            Err(name) => name,
        };
        *self.numbers.entry(name).or_insert_with(|| {
            self.names.push(name);
            number(self.first + self.names.len() - 1)
        })
    }
}

/// Rows of cells, one after the other.
#[derive(Debug, Default)]
pub(super) struct Rows<T> {
    offsets: Vec<usize>,
    cells: Vec<T>,
}

impl<T> Rows<T> {
    /// A row for each item.
    pub(super) fn of<R: IntoIterator<Item = T>>(rows: impl Iterator<Item = R>) -> Self {
        let mut all = Self { offsets: vec![0], cells: Vec::new() };
        for row in rows {
            all.cells.extend(row);
            all.offsets.push(all.cells.len());
        }
        all
    }

    /// The row at `at`; empty behind the last one.
    pub(super) fn row(&self, at: Node) -> &[T] {
        match (self.offsets.get(at as usize), self.offsets.get(at as usize + 1)) {
            (Some(start), Some(end)) => &self.cells[*start..*end],
            _ => &[],
        }
    }

    /// The rows that lead to each of `nodes` nodes, each once, ascending.
    pub(super) fn backwards(&self, nodes: usize, to: impl Fn(&T) -> Node) -> Rows<Node> {
        let rows = || (0..).take(self.offsets.len() - 1);
        let edges = || rows().flat_map(|from| self.row(from).iter().map(move |cell| (from, cell)));
        let mut last = vec![None; nodes];
        let mut is_new = |from: Node, to: Node| last[to as usize].replace(from) != Some(from);
        let mut offsets = vec![0; nodes + 1];
        for (from, to) in edges().map(|(from, cell)| (from, to(cell))) {
            offsets[to as usize + 1] += usize::from(is_new(from, to));
        }
        for at in 0..nodes {
            offsets[at + 1] += offsets[at];
        }
        let (mut ends, mut cells) = (offsets.clone(), vec![0; offsets[nodes]]);
        let mut last = vec![None; nodes];
        for (from, to) in edges().map(|(from, cell)| (from, to(cell))) {
            if last[to as usize].replace(from) != Some(from) {
                cells[ends[to as usize]] = from;
                ends[to as usize] += 1;
            }
        }
        Rows { offsets, cells }
    }
}

/// The node at a place. There are fewer of them than bytes on the disk that names them.
pub(super) fn number(at: usize) -> Node {
    Node::try_from(at).unwrap_or(Node::MAX)
}
