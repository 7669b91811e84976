//! Who imports whom, as numbers: every `imports` read once, both ways.
//!
//! A node is an entity, by its place in [`Reader::names`], or behind them a name that only `imports` knows. Lines stay
//! as they stand: twice is twice, and a name that is no entity is a node.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::format::import_lines;
use super::super::names::Names;
use super::super::parallel;
use super::super::reader::{Column, Reader};
use super::super::store::StoreError;
use super::error::QueryError;
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
pub(super) struct Links<'r> {
    names: &'r Names,
    foreign: Vec<Vec<u8>>,
    forward: Rows<Line>,
    back: Rows<Node>,
    /// Whether some line names the node, in front or behind `via=`.
    is_named: Vec<bool>,
}

impl<'r> Links<'r> {
    /// Reads all `imports`.
    pub(super) fn of(reader: &'r Reader) -> Result<Self, StoreError> {
        let (names, column) = (reader.names()?, reader.imports()?);
        let known = Known::of(names);
        let parts = parallel::parts(names.len(), |part| NamedLines::of(part, column, &known));
        let mut foreign = Foreign::behind(names.len());
        let mut forward = Rows { offsets: Vec::with_capacity(names.len() + 1), cells: Vec::new() };
        forward.offsets.push(0);
        forward.cells.reserve(parts.iter().map(|part| part.lines.len()).sum());
        for part in parts {
            let start = forward.cells.len();
            forward.offsets.extend(part.ends.iter().map(|end| start + end));
            forward.cells.extend(foreign.numbered(&part));
        }
        let nodes = names.len() + foreign.names.len();
        let back = || forward.backwards(nodes, |line| line.to);
        let (back, is_named) = rayon::join(back, || are_named(nodes, &forward.cells));
        let foreign = foreign.names.into_iter().map(<[u8]>::to_vec).collect();
        Ok(Self { names, foreign, forward, back, is_named })
    }

    /// How many entities there are: they are the first nodes.
    pub(super) fn entities(&self) -> usize {
        self.names.len()
    }

    /// How many nodes there are.
    pub(super) fn nodes(&self) -> usize {
        self.names.len() + self.foreign.len()
    }

    /// How many lines there are.
    pub(super) fn lines(&self) -> usize {
        self.forward.cells.len()
    }

    /// Whether some line names a node, in front or behind `via=`.
    pub(super) fn is_named(&self, node: Node) -> bool {
        self.is_named[node as usize]
    }

    /// The node of an entity.
    pub(super) fn node(&self, uid: Uid) -> Result<Node, QueryError> {
        self.names.find(uid.to_string().as_bytes()).map(number).ok_or(QueryError::Missing(uid))
    }

    /// Whether a node is an entity whose name is a uid.
    pub(super) fn is_entity(&self, node: Node) -> bool {
        self.names.get(node as usize).is_some_and(|name| Uid::parse(name).is_some())
    }

    /// The name of a node.
    pub(super) fn name(&self, node: Node) -> &[u8] {
        let at = node as usize;
        self.names.get(at).unwrap_or_else(|| &self.foreign[at - self.names.len()])
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

/// Of each node, whether some line names it.
fn are_named(nodes: usize, lines: &[Line]) -> Vec<bool> {
    let mut named = vec![false; nodes];
    for node in lines.iter().flat_map(|line| [Some(line.to), line.via]).flatten() {
        named[node as usize] = true;
    }
    named
}

/// The lines of some entities.
struct NamedLines<'r> {
    /// How many there are up to the end of each entity.
    ends: Vec<usize>,
    /// What is no entity has a number behind them, by its place in `foreign`.
    lines: Vec<Line>,
    foreign: Vec<&'r [u8]>,
}

impl<'r> NamedLines<'r> {
    fn of(part: Range<usize>, column: &'r Column, known: &Known<'_>) -> Self {
        let mut all = Self { ends: Vec::with_capacity(part.len()), lines: Vec::new(), foreign: Vec::new() };
        for at in part {
            for line in column.get(at).map(import_lines).into_iter().flatten() {
                let mut node =
                    |name| known.find(name).unwrap_or_else(|| all.foreign_node(known.names.len(), name));
                let line = Line { to: node(line.name()), via: line.via_name().map(node) };
                all.lines.push(line);
            }
            all.ends.push(all.lines.len());
        }
        all
    }

    fn foreign_node(&mut self, entities: usize, name: &'r [u8]) -> Node {
        self.foreign.push(name);
        number(entities + self.foreign.len() - 1)
    }
}

/// Finds entities by name. Nearly all names are uids: their numbers are sorted, and spread evenly.
struct Known<'n> {
    names: &'n Names,
    /// Of each family, the uids' numbers with their nodes.
    uids: [Vec<(u32, Node)>; 2],
    /// Of each family, where the uids begin with the same highest bits, and behind the last one where they end.
    starts: [Vec<Node>; 2],
    /// How far a number is shifted to have its highest bits.
    shift: u32,
}

impl<'n> Known<'n> {
    fn of(names: &'n Names) -> Self {
        let mut uids: [Vec<(u32, Node)>; 2] = Default::default();
        for (uid, node) in names.iter().map(Uid::parse).zip(0..) {
            if let Some(uid) = uid {
                uids[uid.family() as usize].push((uid.number(), node));
            }
        }
        let bits = (names.len() + 1).ilog2().clamp(1, 20);
        let shift = u32::BITS - bits;
        let starts = uids.each_ref().map(|uids| starts(uids, shift));
        Self { names, uids, starts, shift }
    }

    fn find(&self, name: &[u8]) -> Option<Node> {
        let Some(uid) = Uid::parse(name) else { return self.names.find(name).map(number) };
        let (family, wanted) = (uid.family() as usize, uid.number());
        let high = (wanted >> self.shift) as usize;
        let starts = &self.starts[family];
        let alike = &self.uids[family][starts[high] as usize..starts[high + 1] as usize];
        alike.iter().find(|(number, _)| *number == wanted).map(|(_, node)| *node)
    }
}

fn starts(uids: &[(u32, Node)], shift: u32) -> Vec<Node> {
    let mut starts = vec![0; (u32::MAX >> shift) as usize + 2];
    for (uid, _) in uids {
        starts[(uid >> shift) as usize + 1] += 1;
    }
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    starts
}

/// Gives numbers to names that are no entities.
struct Foreign<'r> {
    first: usize,
    names: Vec<&'r [u8]>,
    numbers: FxHashMap<&'r [u8], Node>,
}

impl<'r> Foreign<'r> {
    fn behind(entities: usize) -> Self {
        Self { first: entities, names: Vec::new(), numbers: FxHashMap::default() }
    }

    /// The lines, with the numbers that those names have among all lines.
    fn numbered(&mut self, part: &NamedLines<'r>) -> impl Iterator<Item = Line> {
        let numbers: Vec<Node> = part.foreign.iter().map(|name| self.number(name)).collect();
        let first = self.first;
        let node = move |node: Node| match (node as usize).checked_sub(first) {
            Some(at) => numbers[at],
            None => node,
        };
        part.lines.iter().map(move |line| Line { to: node(line.to), via: line.via.map(&node) })
    }

    fn number(&mut self, name: &'r [u8]) -> Node {
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
