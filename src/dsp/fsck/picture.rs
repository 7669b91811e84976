//! A `.dsp/` as it stands, with everything that is no part of the protocol: what the rules look at.

use std::collections::{BTreeMap, BTreeSet};

use resolvers::path::{self, RepoPath};

use super::super::ops::{Outcome, View};
use super::super::store::StoreError;
use crate::transaction::{Before, Change};

/// What stands in a directory, by name.
pub type Dir = BTreeMap<Vec<u8>, Node>;

/// Something in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// The bytes of a file.
    File(Vec<u8>),
    /// A directory that was looked into.
    Dir(Dir),
    /// A directory that is no part of the protocol.
    Unseen,
    /// A symbolic link.
    Link,
    /// Neither a directory nor a link, nor a file of the protocol: nobody asks what is in it.
    Other,
    /// It could not be read, and why.
    Unread(String),
}

/// A `.dsp/` as it stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    /// All that is in it.
    pub top: Dir,
    /// A folder with the beginnings of another one stands beside it.
    pub incoming: bool,
    /// The sources, read from their descriptions, behind which there is nothing in the repository.
    pub gone: BTreeSet<Vec<u8>>,
}

impl Picture {
    /// What stands at `path`.
    #[must_use]
    pub fn node(&self, path: &[u8]) -> Option<&Node> {
        let mut dir = &self.top;
        let mut names = path.split(|byte| *byte == b'/').peekable();
        while let Some(name) = names.next() {
            match (dir.get(name)?, names.peek()) {
                (node, None) => return Some(node),
                (Node::Dir(inner), Some(_)) => dir = inner,
                _ => return None,
            }
        }
        None
    }

    /// Puts a file at `path`, with the directories above it; takes away what is there when it is `None`.
    pub(super) fn set(&mut self, path: &[u8], file: Option<Vec<u8>>) {
        let mut dir = &mut self.top;
        for name in path::parent(path).split(|byte| *byte == b'/').filter(|name| !name.is_empty()) {
            if file.is_some() {
                dir.entry(name.to_vec()).or_insert_with(|| Node::Dir(Dir::new()));
            }
            let Some(Node::Dir(inner)) = dir.get_mut(name) else { return };
            dir = inner;
        }
        let name = path::file_name(path);
        match file {
            Some(bytes) => drop(dir.insert(name.to_vec(), Node::File(bytes))),
            None => drop(dir.remove(name)),
        }
    }

    /// How this one becomes `after`.
    pub(super) fn until(&self, after: &Self) -> Outcome {
        let (old, new) = (Listed::of(self), Listed::of(after));
        let mut outcome = Outcome::default();
        let paths: BTreeSet<&Vec<u8>> = old.files.keys().chain(new.files.keys()).collect();
        for path in paths {
            let (before, content) = (old.files.get(path), new.files.get(path));
            if let Some(path) = RepoPath::new(path).ok().filter(|_| before != content) {
                let [before, content] = [before, content].map(|bytes| bytes.map(|bytes| bytes.to_vec()));
                outcome.changes.push(Change { path, before: Before::Known(before), content });
            }
        }
        let emptied = old.dirs.difference(&new.dirs).filter_map(|dir| RepoPath::new(dir).ok());
        outcome.emptied = emptied.collect();
        let changed = !outcome.changes.is_empty() || !outcome.emptied.is_empty();
        if changed && self.node(b".cache/built").is_some() {
            let path = RepoPath::new(b".cache/built").ok();
            outcome.changes.extend(path.map(|path| Change { path, before: Before::Unknown, content: None }));
        }
        outcome
    }
}

/// Files and directories by path.
#[derive(Default)]
struct Listed<'p> {
    files: BTreeMap<Vec<u8>, &'p [u8]>,
    dirs: BTreeSet<Vec<u8>>,
}

impl<'p> Listed<'p> {
    fn of(picture: &'p Picture) -> Self {
        let mut listed = Self::default();
        let mut open = vec![(Vec::new(), &picture.top)];
        while let Some((prefix, dir)) = open.pop() {
            for (name, node) in dir {
                let path: Vec<u8> = [prefix.as_slice(), name].concat();
                match node {
                    Node::File(bytes) => drop(listed.files.insert(path, bytes)),
                    Node::Dir(inner) => {
                        listed.dirs.insert(path.clone());
                        open.push(([path.as_slice(), b"/"].concat(), inner));
                    }
                    Node::Unseen | Node::Link | Node::Other | Node::Unread(_) => {}
                }
            }
        }
        listed
    }
}

impl View for Picture {
    fn read(&self, path: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        match self.node(path) {
            Some(Node::File(bytes)) => Ok(Some(bytes.clone())),
            _ => Ok(None),
        }
    }

    fn list(&self, dir: &[u8]) -> Result<Vec<(Vec<u8>, bool)>, StoreError> {
        let dir = match self.node(dir) {
            _ if dir.is_empty() => &self.top,
            Some(Node::Dir(inner)) => inner,
            _ => return Ok(Vec::new()),
        };
        Ok(dir
            .iter()
            .map(|(name, node)| (name.clone(), matches!(node, Node::Dir(_) | Node::Unseen)))
            .collect())
    }

    fn is_dir(&self, path: &[u8]) -> bool {
        matches!(self.node(path), Some(Node::Dir(_) | Node::Unseen))
    }
}
