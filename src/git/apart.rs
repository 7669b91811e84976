//! What an index lists outside one directory, file by file, and what it lists inside, as a digest.
//!
//! For whoever kept the answer to an earlier index: a digest of all would not tell what differs, and a list of all is
//! long where the directory holds many small files.
#![expect(clippy::disallowed_methods, reason = "the door to the index")]

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use resolvers::path::RepoPath;
use serde::{Deserialize, Serialize};

use super::Repository;
use super::entry::{ContentId, Entry, EntryKind, are_below, are_listing};
use super::plain::PlainIndex;

/// A digest of what is listed inside a directory: paths, kinds and contents. In parts, by the folders right inside: what
/// changes in a few of these leaves the other parts as they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest(Vec<[u8; 32]>);

/// How many parts there are.
const PARTS: usize = 64;

/// The part that tells of what is listed at `path`.
fn part(path: &[u8]) -> usize {
    let name = path.split(|byte| *byte == b'/').nth(1).unwrap_or_default();
    crc32fast::hash(name) as usize % PARTS
}

/// The size of an index and the hash at its end, which is that of all its bytes.
pub type Stamp = (u64, Vec<u8>);

/// A plain index.
pub(crate) struct Apart {
    /// What lies outside the directory, sorted by path.
    pub(crate) outside: Vec<Entry>,
    index: Arc<PlainIndex>,
    /// Which of its entries lie inside.
    inside: Range<usize>,
}

impl Apart {
    /// What lies inside, made when it is asked for: it takes longer than all the rest.
    pub(crate) fn inside(&self) -> Option<Digest> {
        self.digest([true; PARTS], &BTreeMap::new())
    }

    /// The same, where it is `now`, once `changes` are made: each a path inside with what is listed there then.
    pub(crate) fn inside_with(
        &self,
        now: &Digest,
        changes: &BTreeMap<RepoPath, Option<ContentId>>,
    ) -> Option<Digest> {
        let mut is_other = [false; PARTS];
        for path in changes.keys() {
            is_other[part(path.as_bytes())] = true;
        }
        let others = self.digest(is_other, changes)?;
        let parts = now.0.iter().zip(others.0).zip(is_other);
        Some(Digest(parts.map(|((now, other), is_other)| if is_other { other } else { *now }).collect()))
    }

    /// Of what lies inside once `changes` are made, as far as the parts are wanted.
    fn digest(
        &self,
        is_wanted: [bool; PARTS],
        changes: &BTreeMap<RepoPath, Option<ContentId>>,
    ) -> Option<Digest> {
        let is_wanted =
            |at: &usize| is_wanted.iter().all(|it| *it) || is_wanted[part(self.index.path_at(*at))];
        let listed = |at| {
            let listed = self.index.entry(at);
            Some((listed.path, listed.kind()?, listed.id))
        };
        digested(self.inside.clone().filter(is_wanted).map(listed), changes)
    }

    /// Whether something is listed in the folder of `path`, which lies outside.
    pub(crate) fn has_beside(&self, path: &RepoPath) -> bool {
        let dir = path.parent();
        if dir.is_empty() { !self.outside.is_empty() } else { are_below(&self.outside, dir) }
    }

    /// Whether `path`, which lies outside, is listed, or something below it.
    pub(crate) fn lists(&self, path: &RepoPath) -> bool {
        are_listing(&self.outside, path)
    }

    /// Whether a sparse checkout leaves out something inside.
    pub(crate) fn leaves_out(&self) -> bool {
        self.index.leaves_out() && self.inside.clone().any(|at| self.index.entry(at).left_out)
    }

    /// The content of the plain file at `path`, inside.
    pub(crate) fn content(&self, path: &[u8]) -> Option<ContentId> {
        let at = self.index.position(path).ok().filter(|at| self.inside.contains(at))?;
        let listed = self.index.entry(at);
        (listed.kind()? == EntryKind::File).then(|| listed.content())?
    }

    /// The paths inside that begin with `prefix`, which lies there.
    pub(crate) fn paths<'a>(&'a self, prefix: &[u8]) -> impl Iterator<Item = &'a [u8]> {
        self.index.below(prefix).map(|at| self.index.path_at(at))
    }
}

impl Repository {
    /// The stamp of the index; `None` where there is none, or git was told not to hash it.
    pub(crate) fn index_stamp(&self) -> Option<Stamp> {
        let (path, kind) = self.with(|repo| (repo.index_path(), repo.object_hash()));
        stamp_at(&path, kind)
    }

    /// The index as it is outside and inside `dir`; `None` where it is not plain, or has names that no file may have.
    pub(crate) fn index_apart(&self, dir: &str) -> Option<Apart> {
        let index = self.with(|repo| self.plain_index(repo))?;
        let inside = index.below(format!("{dir}/").as_bytes());
        let outside = (0..inside.start).chain(inside.end..index.len());
        let listed = |at| {
            let listed = index.entry(at);
            let (path, kind) = (RepoPath::new(listed.path).ok()?, listed.kind()?);
            Some(Entry { path, kind, id: listed.content()?, left_out: listed.left_out })
        };
        let outside = outside.map(listed).collect::<Option<_>>()?;
        Some(Apart { outside, index, inside })
    }
}

/// The stamp of the index at `path`.
pub(super) fn stamp_at(path: &Path, kind: gix::hash::Kind) -> Option<Stamp> {
    let mut file = File::open(path).ok()?;
    let (size, length) = (file.metadata().ok()?.len(), kind.len_in_bytes());
    file.seek(SeekFrom::Start(size.checked_sub(length as u64)?)).ok()?;
    let mut hash = vec![0; length];
    file.read_exact(&mut hash).ok()?;
    stamp(size, hash)
}

/// The stamp of an index of so many bytes that ends in `hash`.
pub(super) fn stamp(size: u64, hash: Vec<u8>) -> Option<Stamp> {
    hash.iter().any(|byte| *byte != 0).then_some((size, hash))
}

/// The stamp of the index `bytes`, as [`Repository::index_stamp`] tells it.
pub(super) fn stamp_of(bytes: &[u8], kind: gix::hash::Kind) -> Option<Stamp> {
    let (_, hash) = bytes.split_at_checked(bytes.len().checked_sub(kind.len_in_bytes())?)?;
    stamp(bytes.len() as u64, hash.to_owned())
}

/// The digest of what `entries` list, which are sorted by path, once `changes` are made.
pub(crate) fn digest(entries: &[Entry], changes: &BTreeMap<RepoPath, Option<ContentId>>) -> Option<Digest> {
    digested(entries.iter().map(|it| Some((it.path.as_bytes(), it.kind, it.id.as_bytes()))), changes)
}

/// The same of what is `listed`, sorted by path; `None` where one of these is nothing that git has.
fn digested<'e>(
    listed: impl Iterator<Item = Option<(&'e [u8], EntryKind, &'e [u8])>>,
    changes: &BTreeMap<RepoPath, Option<ContentId>>,
) -> Option<Digest> {
    let mut digest = Digesting::default();
    let mut changes = changes.iter().peekable();
    let make = |digest: &mut Digesting, (path, id): (&RepoPath, &Option<ContentId>)| {
        if let Some(id) = id {
            digest.add(path.as_bytes(), EntryKind::File, id.as_bytes());
        }
    };
    for listed in listed {
        let (path, kind, id) = listed?;
        while let Some(change) = changes.next_if(|(change, _)| change.as_bytes() < path) {
            make(&mut digest, change);
        }
        match changes.next_if(|(change, _)| change.as_bytes() == path) {
            Some(change) => make(&mut digest, change),
            None => digest.add(path, kind, id),
        }
    }
    changes.for_each(|change| make(&mut digest, change));
    Some(digest.finish())
}

/// A digest in the making: of each part a hash, and what is still to be hashed. Hashing a little at a time costs more than
/// the hashing.
struct Digesting(Vec<(blake3::Hasher, Vec<u8>)>);

impl Default for Digesting {
    fn default() -> Self {
        // There is room for the entry that makes a piece full.
        let part = || (blake3::Hasher::new(), Vec::with_capacity(PIECE + PIECE / 4));
        Self(std::iter::repeat_with(part).take(PARTS).collect())
    }
}

/// How many bytes are hashed at once.
const PIECE: usize = 1 << 14;

impl Digesting {
    fn add(&mut self, path: &[u8], kind: EntryKind, id: &[u8]) {
        let (hash, pending) = &mut self.0[part(path)];
        pending.extend_from_slice(path);
        // No path has a zero in it, and all ids of a repository are of one length.
        pending.extend_from_slice(&[0, kind as u8]);
        pending.extend_from_slice(id);
        if pending.len() > PIECE {
            hash.update(pending);
            pending.clear();
        }
    }

    fn finish(self) -> Digest {
        let finished = |(mut hash, pending): (blake3::Hasher, Vec<u8>)| {
            hash.update(&pending);
            hash.finalize().into()
        };
        Digest(self.0.into_iter().map(finished).collect())
    }
}
