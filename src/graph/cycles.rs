//! Cycles: Tarjan's strongly connected components with an explicit stack (specification §8.1).

use super::{FileGraph, Kinds, Node};

const UNSEEN: u32 = u32::MAX;

impl FileGraph<'_> {
    /// The sets of files that reach each other along edges that meet `kinds`: each ascending, the sets by their
    /// first node. A file that imports itself is one.
    #[must_use]
    pub fn cycles(&self, kinds: Kinds) -> Vec<Vec<Node>> {
        let mut search = Search {
            graph: self,
            kinds,
            index: vec![UNSEEN; self.len()],
            low: vec![0; self.len()],
            open: vec![false; self.len()],
            stack: Vec::new(),
            path: Vec::new(),
            next: 0,
            cycles: Vec::new(),
        };
        for start in (0..).take(self.files.len()) {
            search.run(start);
        }
        search.cycles.sort_unstable();
        search.cycles
    }
}

struct Search<'g, 'a> {
    graph: &'g FileGraph<'a>,
    kinds: Kinds,
    /// Order of discovery.
    index: Vec<u32>,
    /// The earliest open node that is reached.
    low: Vec<u32>,
    open: Vec<bool>,
    stack: Vec<Node>,
    path: Vec<(Node, usize)>,
    next: u32,
    cycles: Vec<Vec<Node>>,
}

impl Search<'_, '_> {
    fn run(&mut self, start: Node) {
        if self.index[start as usize] != UNSEEN {
            return;
        }
        self.enter(start);
        while let Some((node, next)) = self.path.last_mut() {
            let node = *node;
            let Some(edge) = self.graph.edges(node).get(*next) else {
                self.leave(node);
                continue;
            };
            *next += 1;
            if !edge.kinds.meets(self.kinds) {
                continue;
            }
            if self.index[edge.to as usize] == UNSEEN {
                self.enter(edge.to);
            } else if self.open[edge.to as usize] {
                self.lower(node, self.index[edge.to as usize]);
            }
        }
    }

    fn enter(&mut self, node: Node) {
        self.index[node as usize] = self.next;
        self.low[node as usize] = self.next;
        self.next += 1;
        self.open[node as usize] = true;
        self.stack.push(node);
        self.path.push((node, 0));
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
        if members.len() > 1
            || self.graph.edges(node).iter().any(|e| e.to == node && e.kinds.meets(self.kinds))
        {
            members.sort_unstable();
            self.cycles.push(members);
        }
    }

    fn lower(&mut self, node: Node, low: u32) {
        let slot = &mut self.low[node as usize];
        *slot = low.min(*slot);
    }
}
