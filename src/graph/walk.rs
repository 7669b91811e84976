//! Depth-first walks.

use super::{FileGraph, Node};

/// What a walk goes along.
pub trait Routes {
    /// How many nodes there are.
    fn nodes(&self) -> usize;

    /// Where the edge at that position among those of `node` leads, in order of first occurrence; `None` behind the last.
    fn end(&self, node: Node, at: usize) -> Option<Node>;

    /// Whether it lies outside the repository.
    fn is_external(&self, node: Node) -> bool;
}

impl Routes for FileGraph<'_> {
    fn nodes(&self) -> usize {
        self.len()
    }

    fn end(&self, node: Node, at: usize) -> Option<Node> {
        self.edges(node).get(at).map(|edge| edge.to)
    }

    fn is_external(&self, node: Node) -> bool {
        self.external(node).is_some()
    }
}

/// A depth-first walk that remembers where it was, so that several starts visit every node once.
#[derive(Debug)]
pub struct Walk<'g, R> {
    routes: &'g R,
    seen: Vec<bool>,
    /// Nodes under way, each with the position of its next edge.
    path: Vec<(Node, usize)>,
}

impl<'g, R: Routes> Walk<'g, R> {
    /// A walk along all edges.
    #[must_use]
    pub fn new(routes: &'g R) -> Self {
        Self { routes, seen: vec![false; routes.nodes()], path: Vec::new() }
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
            let Some(to) = self.routes.end(*node, *next) else {
                self.path.pop();
                continue;
            };
            *next += 1;
            if !self.seen(to) {
                self.enter(to, &mut visit);
            }
        }
    }

    fn enter(&mut self, node: Node, visit: &mut impl FnMut(Node)) {
        self.mark(node, visit);
        for to in (0..).map_while(|at| self.routes.end(node, at)) {
            if self.routes.is_external(to) && !self.seen(to) {
                self.mark(to, visit);
            }
        }
        self.path.push((node, 0));
    }

    fn mark(&mut self, node: Node, visit: &mut impl FnMut(Node)) {
        self.seen[node as usize] = true;
        visit(node);
    }
}
