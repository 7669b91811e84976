//! The way from one to another (specification §5.16).

use std::fmt;

use serde::Serialize;

use super::super::reader::Reader;
use super::entity::find;
use super::error::QueryError;
use super::links::Links;
use super::text::text;
use crate::graph::Node;
use crate::identity::Uid;

/// A shortest way, both ends included.
#[derive(Debug, Serialize)]
pub struct Way {
    /// `None`: there is no way.
    pub(super) path: Option<Vec<String>>,
    /// Which way each step goes; empty where the answer is that of the Python tool, which does not tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) steps: Vec<Step>,
}

/// From one to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Step {
    /// It imports the next one.
    Imports,
    /// The next one imports it.
    ImportedBy,
}

impl Way {
    /// Whether there is one.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.path.is_some()
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => {
                for (at, name) in path.iter().enumerate() {
                    let step = at.checked_sub(1).map(|at| self.steps.get(at).copied());
                    let arrow = match step {
                        None => "",
                        Some(None | Some(Step::Imports)) => " -> ",
                        Some(Some(Step::ImportedBy)) => " <- ",
                    };
                    write!(f, "{arrow}{name}")?;
                }
                writeln!(f)
            }
            None => writeln!(f, "no path found"),
        }
    }
}

/// `get-path` (specification §5.16): along imports in either direction. Of several shortest ways it is the one that a
/// search finds first which looks at neighbours in the order of their names.
///
/// # Errors
/// When one of them is not there, or `.dsp/` cannot be read.
pub fn path(reader: &Reader, from: Uid, to: Uid) -> Result<Way, QueryError> {
    // Who is not there need not wait for all the others.
    let _names = (find(reader, from)?, find(reader, to)?);
    let links = Links::of(reader)?;
    let (from, to) = (links.node(from)?, links.node(to)?);
    let next = |node| {
        if !links.is_entity(node) {
            return Vec::new();
        }
        let imports = links.imports(node).iter().map(|line| line.to);
        let mut both: Vec<Node> = imports.chain(links.importers(node).iter().copied()).collect();
        both.sort_unstable_by_key(|node| links.name(*node));
        both
    };
    let path = shortest(links.nodes(), from, to, next);
    let path = path.map(|path| path.into_iter().map(|node| text(links.name(node))).collect());
    Ok(Way { path, steps: Vec::new() })
}

/// The first shortest way in a search that goes from each node to `next` ones in their order.
pub(super) fn shortest<I: IntoIterator<Item = Node>>(
    nodes: usize,
    from: Node,
    to: Node,
    next: impl Fn(Node) -> I,
) -> Option<Vec<Node>> {
    let mut before = vec![None; nodes];
    before[from as usize] = Some(from);
    let mut reached = vec![from];
    let mut at = 0;
    while before[to as usize].is_none() {
        let node = *reached.get(at)?;
        at += 1;
        for next in next(node) {
            if before[next as usize].is_none() {
                before[next as usize] = Some(node);
                reached.push(next);
            }
        }
    }
    let back = |node: &Node| before[*node as usize].filter(|before| before != node);
    let mut path: Vec<Node> = std::iter::successors(Some(to), back).collect();
    path.reverse();
    Some(path)
}
