//! Tree against tree, and tree against index: both sides directory by directory, in step, and only where they
//! differ.
//!
//! Git writes into the index which tree each unchanged directory has. Where that is the tree of the other side the
//! directory is not looked into. A directory that a sparse index keeps folded is its tree.

use std::cmp::Ordering;

use bstr::ByteSlice;
use gix::index::entry::{Flags, Mode, Stage};
use gix::index::extension::Tree as CachedTree;
use gix::index::{Entry, State};

use super::{FileKind, Raw, Version, kind_of};
use crate::git::{ContentId, GitError, Repository};

/// A directory on one side.
#[derive(Clone, Copy)]
pub(super) enum Node<'i> {
    /// There is none.
    Nothing,
    /// By the id of its tree.
    Tree(gix::ObjectId),
    /// The part of the index that lies below it.
    Listed {
        index: &'i State,
        entries: &'i [Entry],
        /// What git remembers of it, if anything.
        cached: Option<&'i CachedTree>,
    },
}

impl<'i> Node<'i> {
    /// All of an index.
    pub(super) fn of_index(index: &'i State) -> Self {
        Node::Listed { index, entries: index.entries(), cached: index.tree() }
    }

    /// The tree that it is known to have.
    fn tree(&self) -> Option<gix::ObjectId> {
        match self {
            Node::Nothing => None,
            Node::Tree(id) => Some(*id),
            Node::Listed { entries, cached, .. } => cached
                .filter(|cached| cached.num_entries.is_some_and(|count| count as usize == entries.len()))
                .map(|cached| cached.id),
        }
    }
}

/// What stands in a directory under one name. The name of a directory ends in `/`, which is also how git sorts it.
struct Named<'i> {
    name: Vec<u8>,
    item: Item<'i>,
}

#[derive(Clone, Copy)]
enum Item<'i> {
    File(Version),
    Dir(Node<'i>),
}

/// Every path that differs below two directories, in no particular order.
pub(super) fn differences<'i>(
    repository: &Repository,
    repo: &gix::Repository,
    old: Node<'i>,
    new: Node<'i>,
) -> Result<Vec<Raw>, GitError> {
    let mut found = Vec::new();
    let mut pending = vec![(Vec::new(), old, new)];
    while let Some((dir, old, new)) = pending.pop() {
        if old.tree().is_some_and(|id| new.tree() == Some(id)) {
            continue;
        }
        let olds = list(repository, repo, &dir, old)?;
        let news = list(repository, repo, &dir, new)?;
        for (name, old, new) in in_step(olds, news) {
            let path = [&*dir, &*name].concat();
            if name.ends_with(b"/") {
                pending.push((path, node(old), node(new)));
            } else if version(old) != version(new) {
                found.push(Raw { path, old: version(old), new: version(new) });
            }
        }
    }
    Ok(found)
}

fn node(item: Option<Item<'_>>) -> Node<'_> {
    match item {
        Some(Item::Dir(node)) => node,
        _ => Node::Nothing,
    }
}

fn version(item: Option<Item<'_>>) -> Option<Version> {
    match item {
        Some(Item::File(version)) => Some(version),
        _ => None,
    }
}

/// Both lists by name.
fn in_step<'i>(
    olds: Vec<Named<'i>>,
    news: Vec<Named<'i>>,
) -> impl Iterator<Item = (Vec<u8>, Option<Item<'i>>, Option<Item<'i>>)> {
    let (mut olds, mut news) = (olds.into_iter().peekable(), news.into_iter().peekable());
    std::iter::from_fn(move || {
        let order = match (olds.peek(), news.peek()) {
            (None, None) => return None,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(old), Some(new)) => old.name.cmp(&new.name),
        };
        let old = if order.is_le() { olds.next() } else { None };
        let new = if order.is_ge() { news.next() } else { None };
        let (old_item, new_item) = (old.as_ref().map(|it| it.item), new.as_ref().map(|it| it.item));
        old.or(new).map(|named| (named.name, old_item, new_item))
    })
}

/// What stands in the directory `dir`, whose path is empty or ends in `/`.
fn list<'i>(
    repository: &Repository,
    repo: &gix::Repository,
    dir: &[u8],
    node: Node<'i>,
) -> Result<Vec<Named<'i>>, GitError> {
    match node {
        Node::Nothing => Ok(Vec::new()),
        Node::Tree(id) => list_tree(repository, repo, id),
        Node::Listed { index, entries, cached } => Ok(list_index(index, entries, cached, dir.len())),
    }
}

fn list_tree<'i>(
    repository: &Repository,
    repo: &gix::Repository,
    id: gix::ObjectId,
) -> Result<Vec<Named<'i>>, GitError> {
    let failed = |error| repository.tree_error((ContentId(id), error));
    let tree = repository.tree_object(repo, id).map_err(failed)?;
    let mut names = Vec::new();
    for entry in tree.iter() {
        let entry = entry.map_err(failed)?;
        let mut name = entry.filename().to_vec();
        let item = match kind_of_tree_entry(entry.mode()) {
            Some(kind) => Item::File(Version { kind, id: Some(ContentId(entry.object_id())) }),
            None => Item::Dir(Node::Tree(entry.object_id())),
        };
        if matches!(item, Item::Dir(_)) {
            name.push(b'/');
        }
        names.push(Named { name, item });
    }
    // Git writes them sorted; who made a tree by hand may not have.
    if !names.is_sorted_by(|a, b| a.name < b.name) {
        names.sort_by(|a, b| a.name.cmp(&b.name));
        names.dedup_by(|later, first| later.name == first.name);
    }
    Ok(names)
}

fn kind_of_tree_entry(mode: gix::objs::tree::EntryMode) -> Option<FileKind> {
    use gix::objs::tree::EntryKind;
    match mode.kind() {
        EntryKind::Tree => None,
        EntryKind::Blob => Some(FileKind::Plain),
        EntryKind::BlobExecutable => Some(FileKind::Executable),
        EntryKind::Link => Some(FileKind::Link),
        EntryKind::Commit => Some(FileKind::Submodule),
    }
}

/// Groups entries that lie below one directory by what follows the first `skip` bytes of their path.
fn list_index<'i>(
    index: &'i State,
    entries: &'i [Entry],
    cached: Option<&'i CachedTree>,
    skip: usize,
) -> Vec<Named<'i>> {
    let mut names = Vec::new();
    let mut at = 0;
    while let Some(entry) = entries.get(at) {
        let rest = &entry.path(index)[skip..];
        let Some(slash) = rest.find_byte(b'/') else {
            names.extend(file(entry).map(|item| Named { name: rest.to_vec(), item }));
            at += 1;
            continue;
        };
        let name = rest[..=slash].to_vec();
        let cached = cached.and_then(|cached| child(cached, &rest[..slash]));
        let length =
            if slash + 1 == rest.len() { 1 } else { below(index, &entries[at..], skip + slash + 1, cached) };
        let node = if slash + 1 == rest.len() && entry.mode == Mode::DIR {
            Node::Tree(entry.id)
        } else {
            Node::Listed { index, entries: &entries[at..at + length], cached }
        };
        names.push(Named { name, item: Item::Dir(node) });
        at += length;
    }
    names
}

/// What a commit would hold: nothing that is only announced, and nothing in conflict, which is told apart.
fn file<'i>(entry: &Entry) -> Option<Item<'i>> {
    let counts = entry.stage() == Stage::Unconflicted && !entry.flags.contains(Flags::INTENT_TO_ADD);
    let kind = kind_of(entry.mode).filter(|_| counts)?;
    Some(Item::File(Version { kind, id: Some(ContentId(entry.id)) }))
}

fn child<'i>(cached: &'i CachedTree, name: &[u8]) -> Option<&'i CachedTree> {
    let at = cached.children.binary_search_by(|child| child.name.as_slice().cmp(name)).ok()?;
    Some(&cached.children[at])
}

/// How many entries, from the first on, share the first `length` bytes of its path. What git remembers is a guess
/// to begin with.
fn below(index: &State, entries: &[Entry], length: usize, cached: Option<&CachedTree>) -> usize {
    let dir = &entries[0].path(index)[..length];
    let lies_below = |entry: &Entry| entry.path(index).starts_with(dir);
    let guess = cached.and_then(|cached| cached.num_entries).map_or(0, |count| count as usize);
    if guess > 0
        && entries.get(guess - 1).is_some_and(lies_below)
        && !entries.get(guess).is_some_and(lies_below)
    {
        return guess;
    }
    entries.partition_point(lies_below)
}
