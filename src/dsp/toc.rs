//! The order of the tables of contents (specification §4.4 and §6).

use crate::graph::{Node, Routes, Walk};

/// The tables of contents while they grow.
pub(super) struct Tocs<'g, R> {
    routes: &'g R,
    walks: Vec<(Walk<'g, R>, Vec<Node>)>,
    /// Whether some table lists the node.
    listed: Vec<bool>,
    /// All nodes in order of first appearance.
    order: Vec<Node>,
}

impl<'g, R: Routes> Tocs<'g, R> {
    /// One table for each root: the root, its externals in import order, the first local import with all that
    /// follows from it, and so on; each entity once in a table.
    pub(super) fn of(routes: &'g R, roots: impl Iterator<Item = Node>) -> Self {
        let mut tocs =
            Self { routes, walks: Vec::new(), listed: vec![false; routes.nodes()], order: Vec::new() };
        for (at, root) in roots.enumerate() {
            tocs.walks.push((Walk::new(tocs.routes), Vec::new()));
            tocs.append(at, root);
        }
        tocs
    }

    /// Appends `node`, and what follows from it, to the table at `at`, unless some table lists it already.
    pub(super) fn cover(&mut self, at: usize, node: Node) {
        if !self.listed[node as usize] {
            self.append(at, node);
        }
    }

    fn append(&mut self, at: usize, start: Node) {
        let Self { walks, listed, order, .. } = self;
        let Some((walk, members)) = walks.get_mut(at) else {
            return;
        };
        walk.document(start, |node| {
            members.push(node);
            if !std::mem::replace(&mut listed[node as usize], true) {
                order.push(node);
            }
        });
    }

    /// Every node in order of first appearance, and the members of each table.
    pub(super) fn finish(self) -> (Vec<Node>, Vec<Vec<Node>>) {
        (self.order, self.walks.into_iter().map(|(_, members)| members).collect())
    }
}
