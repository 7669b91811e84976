//! Ways back to an entity that is under way (specification §5.20): what the Python tool calls cycles.

use std::fmt;

use serde::ser::{SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use super::super::reader::Reader;
use super::super::store::StoreError;
use super::links::Links;
use super::text::text;
use crate::graph::Node;

/// Every way back that a depth-first walk meets which starts from the entities in the order of their names and follows
/// lines in their order. Found anew each time they are shown: there may be more than there is memory.
pub struct Cycles<'r> {
    links: Links<'r>,
}

/// `detect-cycles` (specification §5.20).
///
/// # Errors
/// See [`StoreError`].
pub fn cycles(reader: &Reader) -> Result<Cycles<'_>, StoreError> {
    Ok(Cycles { links: Links::of(reader)? })
}

impl Cycles<'_> {
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        Walk::new(&self.links).next_cycle().is_none()
    }

    fn each<E>(&self, mut show: impl FnMut(&[String]) -> Result<(), E>) -> Result<(), E> {
        let mut walk = Walk::new(&self.links);
        while let Some(cycle) = walk.next_cycle() {
            let names: Vec<String> = cycle.map(|node| text(self.links.name(node))).collect();
            show(&names)?;
        }
        Ok(())
    }
}

impl fmt::Display for Cycles<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut number = 0;
        self.each(|names| {
            number += 1;
            writeln!(f, "cycle {number}: {} -> {}", names.join(" -> "), names[0])
        })?;
        if number == 0 { writeln!(f, "no cycles detected") } else { Ok(()) }
    }
}

impl Serialize for Cycles<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Cycles", 1)?;
        object.serialize_field("cycles", &List(self))?;
        object.end()
    }
}

/// The cycles alone.
struct List<'c>(&'c Cycles<'c>);

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        self.0.each(|names| list.serialize_element(names))?;
        list.end()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// On the path, at that place.
    UnderWay(usize),
    Done,
}

/// The walk, from one way back to the next.
pub(super) struct Walk<'l> {
    links: &'l Links<'l>,
    state: Vec<State>,
    /// Nodes from the start on, each with the line that comes next.
    path: Vec<(Node, usize)>,
    start: Node,
}

impl<'l> Walk<'l> {
    pub(super) fn new(links: &'l Links<'l>) -> Self {
        Self { links, state: vec![State::New; links.nodes()], path: Vec::new(), start: 0 }
    }

    /// The nodes of the next cycle: from the one it leads back to to the one that leads back.
    pub(super) fn next_cycle(&mut self) -> Option<impl Iterator<Item = Node>> {
        let first = self.step()?;
        Some(self.path[first..].iter().map(|(node, _)| *node))
    }

    /// How many are to come.
    pub(super) fn count(mut self) -> usize {
        std::iter::from_fn(|| self.step()).count()
    }

    /// Goes on to the next way back: the place on the path to which it leads.
    fn step(&mut self) -> Option<usize> {
        loop {
            let Some((node, next)) = self.path.last_mut() else {
                self.begin()?;
                continue;
            };
            let Some(line) = self.links.imports(*node).get(*next) else {
                self.state[*node as usize] = State::Done;
                self.path.pop();
                continue;
            };
            *next += 1;
            match self.state[line.to as usize] {
                State::New => self.enter(line.to),
                State::UnderWay(place) => return Some(place),
                State::Done => {}
            }
        }
    }

    /// Enters the next entity that is new; `None` when there is none.
    fn begin(&mut self) -> Option<()> {
        let rest = self.start as usize..self.links.entities();
        let new = self.state[rest].iter().position(|state| *state == State::New)?;
        self.start += super::links::number(new);
        self.enter(self.start);
        Some(())
    }

    fn enter(&mut self, node: Node) {
        self.state[node as usize] = State::UnderWay(self.path.len());
        self.path.push((node, 0));
    }
}
