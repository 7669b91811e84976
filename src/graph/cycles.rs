//! Cycles: Tarjan's strongly connected components with an explicit stack (specification §8.1).

use super::{FileGraph, Kinds, Node};

const UNSEEN: u32 = u32::MAX;

impl FileGraph<'_> {
    /// The sets of files that reach each other along edges that meet `kinds`: each ascending, the sets by their
    /// first node. A file that imports itself is one.
    #[must_use]
    pub fn cycles(&self, kinds: Kinds) -> Vec<Vec<Node>> {
        let met = move |edge: &&super::Edge| edge.kinds.meets(kinds);
        cycles(self.len(), |node| self.edges(node).iter().filter(met).map(|edge| edge.to))
    }
}

/// The same of any graph of `len` nodes, each of which has `edges`.
pub fn cycles<I: Iterator<Item = Node>>(len: usize, edges: impl Fn(Node) -> I) -> Vec<Vec<Node>> {
    let mut search = Search {
        edges,
        index: vec![UNSEEN; len],
        low: vec![0; len],
        open: vec![false; len],
        stack: Vec::new(),
        path: Vec::new(),
        next: 0,
        cycles: Vec::new(),
    };
    for start in (0..).take(len) {
        search.run(start);
    }
    search.cycles.sort_unstable();
    search.cycles
}

struct Search<E, I> {
    edges: E,
    /// Order of discovery.
    index: Vec<u32>,
    /// The earliest open node that is reached.
    low: Vec<u32>,
    open: Vec<bool>,
    stack: Vec<Node>,
    /// Nodes from the start on, each with the edges that come next.
    path: Vec<(Node, I)>,
    next: u32,
    cycles: Vec<Vec<Node>>,
}

impl<I: Iterator<Item = Node>, E: Fn(Node) -> I> Search<E, I> {
    fn run(&mut self, start: Node) {
        if self.index[start as usize] != UNSEEN {
            return;
        }
        self.enter(start);
        while let Some((node, edges)) = self.path.last_mut() {
            let node = *node;
            let Some(to) = edges.next() else {
                self.leave(node);
                continue;
            };
            if self.index[to as usize] == UNSEEN {
                self.enter(to);
            } else if self.open[to as usize] {
                self.lower(node, self.index[to as usize]);
            }
        }
    }

    fn enter(&mut self, node: Node) {
        self.index[node as usize] = self.next;
        self.low[node as usize] = self.next;
        self.next += 1;
        self.open[node as usize] = true;
        self.stack.push(node);
        self.path.push((node, (self.edges)(node)));
    }

    fn leave(&mut self, node: Node) {
        self.path.pop();
        let low = self.low[node as usize];
        if let Some((parent, _)) = self.path.last() {
            self.lower(*parent, low);
        }
        if low == self.index[node as usize] {
            self.close(node);
        }
    }

    fn close(&mut self, node: Node) {
        let start = self.stack.iter().rposition(|open| *open == node).unwrap_or(0);
        let mut members = self.stack.split_off(start);
        for member in &members {
            self.open[*member as usize] = false;
        }
        if members.len() > 1 || (self.edges)(node).any(|to| to == node) {
            members.sort_unstable();
            self.cycles.push(members);
        }
    }

    fn lower(&mut self, node: Node, low: u32) {
        let slot = &mut self.low[node as usize];
        *slot = low.min(*slot);
    }
}
