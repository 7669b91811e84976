//! Depth-first walks.

use super::{FileGraph, Kinds, Node};

/// A depth-first walk that remembers where it was, so that several starts visit every node once.
#[derive(Debug)]
pub struct Walk<'g, 'a> {
    graph: &'g FileGraph<'a>,
    kinds: Kinds,
    seen: Vec<bool>,
    /// Nodes under way, each with the position of its next edge.
    path: Vec<(Node, usize)>,
}

impl<'g, 'a> Walk<'g, 'a> {
    /// A walk along edges that meet `kinds`.
    #[must_use]
    pub fn new(graph: &'g FileGraph<'a>, kinds: Kinds) -> Self {
        Self { graph, kinds, seen: vec![false; graph.len()], path: Vec::new() }
    }

    /// Whether `node` was visited.
    #[must_use]
    pub fn seen(&self, node: Node) -> bool {
        self.seen.get(node as usize).copied().unwrap_or(true)
    }

    /// Visits what `start` reaches and was not seen yet, in the order in which bootstrap documents (specification
    /// §6): a file, then its externals in import order, then its first local import with all that follows from
    /// it, then the next one.
    pub fn document(&mut self, start: Node, mut visit: impl FnMut(Node)) {
        if self.seen(start) {
            return;
        }
        self.enter(start, &mut visit);
        while let Some((node, next)) = self.path.last_mut() {
            let Some(edge) = self.graph.edges(*node).get(*next) else {
                self.path.pop();
                continue;
            };
            *next += 1;
            if edge.kinds.meets(self.kinds) && !self.seen(edge.to) {
                self.enter(edge.to, &mut visit);
            }
        }
    }

    fn enter(&mut self, node: Node, visit: &mut impl FnMut(Node)) {
        self.mark(node, visit);
        for edge in self.graph.edges(node) {
            if self.graph.external(edge.to).is_some() && edge.kinds.meets(self.kinds) && !self.seen(edge.to) {
                self.mark(edge.to, visit);
            }
        }
        self.path.push((node, 0));
    }

    fn mark(&mut self, node: Node, visit: &mut impl FnMut(Node)) {
        self.seen[node as usize] = true;
        visit(node);
    }
}

impl FileGraph<'_> {
    /// Everything that the starts reach, themselves included, ascending.
    #[must_use]
    pub fn reachable(&self, starts: &[Node], kinds: Kinds) -> Vec<Node> {
        let mut walk = Walk::new(self, kinds);
        let mut reached = Vec::new();
        for start in starts {
            walk.document(*start, |node| reached.push(node));
        }
        reached.sort_unstable();
        reached
    }
}
