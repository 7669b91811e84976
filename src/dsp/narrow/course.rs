//! The graph of all files as the ground keeps it, with other edges where some import something else now: what stands in
//! which table, in which order, and which files import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use super::super::toc::Tocs;
use super::ground::{Course, Ground, Other};
use crate::graph::{Node, Routes, cycles};

/// The graph; nodes are ends of edges.
pub(super) struct Routing<'g> {
    course: &'g Course<'g>,
    edges: Vec<&'g [u32]>,
    is_external: Vec<bool>,
    gone: &'g BTreeSet<u32>,
}

impl<'g> Routing<'g> {
    /// Of all files of `ground`, of which some have the edges `others`, and those that are `gone` stand nowhere.
    pub(super) fn of(
        ground: &'g Ground<'_>,
        course: &'g Course<'_>,
        (others, gone): (&'g BTreeMap<u32, Vec<u32>>, &'g BTreeSet<u32>),
    ) -> Self {
        let edges = ground.sources.iter().map(|it| &it.edges[..]);
        let mut edges: Vec<&[u32]> = edges.chain(ground.others.iter().map(|_| &[][..])).collect();
        for (at, ends) in course.members.iter().map(|(at, ends)| (at, ends)).chain(others) {
            edges[*at as usize] = ends;
        }
        let is_external = ground.sources.iter().map(|_| false);
        let is_external = is_external.chain(ground.others.iter().map(Other::is_external)).collect();
        Self { course, edges, is_external, gone }
    }

    /// The members of each table, in order.
    pub(super) fn tables(&self) -> Vec<Vec<u32>> {
        let mut tocs = Tocs::of(self, self.course.roots.iter().map(|root| root.at));
        let homes = self.course.homes.iter().zip(0..).filter(|(_, source)| !self.gone.contains(source));
        for ((table, at), _) in homes {
            tocs.cover(*table as usize, *at);
        }
        tocs.finish().1
    }

    /// How many circles there are.
    pub(super) fn cycles(&self) -> usize {
        cycles(self.edges.len(), |node| self.edges[node as usize].iter().copied()).len()
    }

    /// Whether anything leads there.
    pub(super) fn leads_to(&self, end: u32) -> bool {
        self.edges.iter().any(|ends| ends.contains(&end))
    }

    /// Those of `ends` to which nothing leads.
    pub(super) fn left_alone(&self, ends: &BTreeSet<u32>) -> BTreeSet<u32> {
        let mut alone = ends.clone();
        for end in self.edges.iter().copied().flatten() {
            if alone.is_empty() {
                break;
            }
            alone.remove(end);
        }
        alone
    }

    /// What leads there, ascending.
    pub(super) fn before(&self, end: u32) -> impl Iterator<Item = u32> {
        self.edges.iter().zip(0..).filter(move |(ends, _)| ends.contains(&end)).map(|(_, at)| at)
    }
}

impl Routes for Routing<'_> {
    fn nodes(&self) -> usize {
        self.edges.len()
    }

    fn end(&self, node: Node, at: usize) -> Option<Node> {
        self.edges[node as usize].get(at).copied()
    }

    fn is_external(&self, node: Node) -> bool {
        self.is_external[node as usize]
    }
}
