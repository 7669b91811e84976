//! The trees of `get-children` and `get-parents` (specification §5.14 and §5.15).
//!
//! What was shown before is shown again with a mark and without what is below it, also where the depth cut it the
//! first time: so does the Python tool. The tree is a list, and nothing here recurses.

use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::super::format::import_lines;
use super::super::index::Importer;
use super::super::reader::Reader;
use super::super::store::StoreError;
use super::entity::{find, why};
use super::error::QueryError;
use super::links::Links;
use super::text::{Card, text};
use crate::graph::Node;
use crate::identity::Uid;

/// How many levels are drawn. Below them a line names its level, or a long chain would fill the disk with margins.
const DRAWN: usize = 1000;

/// The importers of so many entities are asked for one by one: for more the whole graph costs less.
const FEW: usize = 64;

/// How deep to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth(usize);

impl Default for Depth {
    fn default() -> Self {
        Self(1)
    }
}

impl Depth {
    /// How many steps away what is wanted may be.
    #[must_use]
    pub fn steps(self) -> usize {
        self.0
    }
}

impl FromStr for Depth {
    type Err = String;

    /// A number, or `inf`, which the Python tool also calls `all`.
    fn from_str(word: &str) -> Result<Self, String> {
        if ["all", "inf", "infinity"].iter().any(|endless| word.eq_ignore_ascii_case(endless)) {
            return Ok(Self(usize::MAX));
        }
        let number = word.trim();
        let (is_negative, digits) = match number.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, number.strip_prefix('+').unwrap_or(number)),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("expected a number or `inf`".to_owned());
        }
        // A number too great for the machine is deeper than anything.
        let depth = digits.parse().unwrap_or(usize::MAX);
        if is_negative && depth > 0 { Err("depth must be >= 0".to_owned()) } else { Ok(Self(depth)) }
    }
}

/// A tree in the order in which it is drawn.
#[derive(Debug, Serialize)]
pub struct Tree {
    nodes: Vec<TreeNode>,
}

#[derive(Debug, Serialize)]
struct TreeNode {
    #[serde(flatten)]
    name: Name,
    /// 0 for what was asked about.
    depth: usize,
    /// The name one level up.
    parent: Option<String>,
    kind: String,
    purpose: String,
    /// Why it imports the one above it, where that is known.
    why: Option<String>,
    /// It was shown before: what is below it stands there.
    again: bool,
    /// No other follows below the same one.
    #[serde(skip)]
    last: bool,
}

/// What a node is called.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Name {
    Uid(String),
    Path(String),
    External(String),
}

impl Name {
    pub(super) fn as_str(&self) -> &str {
        match self {
            Self::Uid(name) | Self::Path(name) | Self::External(name) => name,
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut margin = String::new();
        // Where the margin ends that belongs below the node of each level.
        let mut ends = Vec::new();
        for node in &self.nodes {
            if node.depth > DRAWN {
                writeln!(f, "[{}] {node}", node.depth)?;
                continue;
            }
            ends.truncate(node.depth);
            margin.truncate(ends.last().copied().unwrap_or(0));
            let (branch, below) = match (node.depth, node.last) {
                (0, _) => ("", ""),
                (_, true) => ("└── ", "    "),
                (_, false) => ("├── ", "│   "),
            };
            writeln!(f, "{margin}{branch}{node}")?;
            margin.push_str(below);
            ends.push(margin.len());
        }
        Ok(())
    }
}

impl fmt::Display for TreeNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name.as_str())?;
        if !matches!(self.kind.as_str(), "" | "object") {
            write!(f, " [{}]", self.kind)?;
        }
        write!(f, "{}: {}", if self.again { " ↻" } else { "" }, self.purpose)?;
        match &self.why {
            Some(why) => write!(f, "  (why: {why})"),
            None => Ok(()),
        }
    }
}

/// What grows: how one thing leads to those below it, and what is said of each.
pub(super) trait Branches {
    type Key: Clone + Eq + Hash;

    fn below(&self, key: &Self::Key) -> Result<Vec<Self::Key>, StoreError>;
    fn name(&self, key: &Self::Key) -> Name;
    fn card(&self, key: &Self::Key) -> Result<Card, StoreError>;

    /// Why `key` uses what stands above it.
    fn why(&self, _key: &Self::Key, _above: &Self::Key) -> Result<Option<String>, StoreError> {
        Ok(None)
    }
}

/// Those that are being gone through: who stands above them, with its name, and the rest of them.
type Open<K> = (Option<(K, String)>, std::vec::IntoIter<K>);

/// The tree below `root`.
pub(super) fn grow<B: Branches>(branches: &B, root: B::Key, Depth(depth): Depth) -> Result<Tree, StoreError> {
    let mut seen: FxHashMap<B::Key, Card> = FxHashMap::default();
    let mut nodes = Vec::new();
    let mut open: Vec<Open<B::Key>> = vec![(None, vec![root].into_iter())];
    while let Some((above, rest)) = open.last_mut() {
        let Some(key) = rest.next() else {
            open.pop();
            continue;
        };
        let known = seen.get(&key).cloned();
        let (name, again) = (branches.name(&key), known.is_some());
        let card = known.map_or_else(|| branches.card(&key), Ok)?;
        let why = above.as_ref().map(|(above, _)| branches.why(&key, above)).transpose()?.flatten();
        nodes.push(TreeNode {
            name: name.clone(),
            last: rest.len() == 0,
            parent: above.as_ref().map(|(_, name)| name.clone()),
            depth: open.len() - 1,
            kind: card.kind.clone(),
            purpose: card.purpose.clone(),
            why,
            again,
        });
        if again {
            continue;
        }
        seen.insert(key.clone(), card);
        if open.len() <= depth {
            let below = branches.below(&key)?.into_iter();
            open.push((Some((key, name.as_str().to_owned())), below));
        }
    }
    Ok(Tree { nodes })
}

/// What an entity imports, and what that imports, each read when it is reached.
struct Children<'r>(&'r Reader);

impl Branches for Children<'_> {
    type Key = Vec<u8>;

    fn below(&self, name: &Vec<u8>) -> Result<Vec<Vec<u8>>, StoreError> {
        let imports = self.0.imports_of(name)?;
        Ok(import_lines(&imports.unwrap_or_default()).map(|line| line.name().to_vec()).collect())
    }

    fn name(&self, name: &Vec<u8>) -> Name {
        Name::Uid(text(name))
    }

    fn card(&self, name: &Vec<u8>) -> Result<Card, StoreError> {
        Card::read(self.0, name)
    }
}

/// Who imports an entity, and who imports those: of the whole graph.
struct Parents<'r> {
    reader: &'r Reader,
    links: Links<'r>,
}

impl Branches for Parents<'_> {
    type Key = Node;

    fn below(&self, node: &Node) -> Result<Vec<Node>, StoreError> {
        Ok(self.links.importers(*node).to_vec())
    }

    fn name(&self, node: &Node) -> Name {
        Name::Uid(text(self.links.name(*node)))
    }

    fn card(&self, node: &Node) -> Result<Card, StoreError> {
        Card::read(self.reader, self.links.name(*node))
    }

    fn why(&self, importer: &Node, node: &Node) -> Result<Option<String>, StoreError> {
        let name = |node| self.links.name(node);
        let mut told = self.links.imports(*importer).iter().filter(|line| line.to == *node);
        let via = told.find_map(|line| line.via);
        why(self.reader, name(*node), name(*importer), via.map(name))
    }
}

/// The same of few: the importers of each, by name.
pub(super) struct Near<'r> {
    reader: &'r Reader,
    importers: FxHashMap<Vec<u8>, Vec<Importer>>,
}

impl<'r> Near<'r> {
    /// Those at most so many steps above `name`; `None` where more are to be asked about than one by one.
    pub(super) fn above(reader: &'r Reader, name: &[u8], steps: usize) -> Result<Option<Self>, StoreError> {
        let mut near = Self { reader, importers: FxHashMap::default() };
        let mut level = vec![name.to_vec()];
        for _ in 0..steps {
            if level.is_empty() {
                break;
            }
            if near.importers.len() + level.len() > FEW {
                return Ok(None);
            }
            for name in std::mem::take(&mut level) {
                let importers = reader.importers(&name)?;
                level.extend(importers.iter().map(|importer| importer.name.clone()));
                near.importers.insert(name, importers);
            }
            level.sort_unstable();
            level.dedup();
            level.retain(|name| !near.importers.contains_key(name));
        }
        Ok(Some(near))
    }

    fn importers(&self, name: &[u8]) -> &[Importer] {
        self.importers.get(name).map_or(&[], Vec::as_slice)
    }
}

impl Branches for Near<'_> {
    type Key = Vec<u8>;

    fn below(&self, name: &Vec<u8>) -> Result<Vec<Vec<u8>>, StoreError> {
        Ok(self.importers(name).iter().map(|importer| importer.name.clone()).collect())
    }

    fn name(&self, name: &Vec<u8>) -> Name {
        Name::Uid(text(name))
    }

    fn card(&self, name: &Vec<u8>) -> Result<Card, StoreError> {
        Card::read(self.reader, name)
    }

    fn why(&self, importer: &Vec<u8>, name: &Vec<u8>) -> Result<Option<String>, StoreError> {
        let all = self.importers(name);
        let at = all.binary_search_by(|known| known.name.cmp(importer)).ok();
        why(self.reader, name, importer, at.and_then(|at| all[at].via.as_deref()))
    }
}

/// `get-children` (specification §5.14).
///
/// # Errors
/// When there is no such entity, or `.dsp/` cannot be read.
pub fn children(reader: &Reader, uid: Uid, depth: Depth) -> Result<Tree, QueryError> {
    let name = find(reader, uid)?;
    Ok(grow(&Children(reader), name, depth)?)
}

/// `get-parents` (specification §5.15).
///
/// # Errors
/// When there is no such entity, or `.dsp/` cannot be read.
pub fn parents(reader: &Reader, uid: Uid, depth: Depth) -> Result<Tree, QueryError> {
    let name = find(reader, uid)?;
    match Near::above(reader, &name, depth.steps())? {
        Some(near) => Ok(grow(&near, name, depth)?),
        None => parents_in_all(reader, uid, depth),
    }
}

/// The same, of the whole graph.
pub(super) fn parents_in_all(reader: &Reader, uid: Uid, depth: Depth) -> Result<Tree, QueryError> {
    let links = Links::of(reader)?;
    let node = links.node(uid)?;
    Ok(grow(&Parents { reader, links }, node, depth)?)
}
