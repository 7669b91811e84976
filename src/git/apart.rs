//! What an index lists outside one directory, file by file, and what it lists inside, as a digest.
//!
//! For whoever kept the answer to an earlier index: a digest of all would not tell what differs, and a list of all is
//! long where the directory holds many small files.
#![expect(clippy::disallowed_methods, reason = "the door to the index")]

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

use gix::index::entry::{Flags, Mode, Stage};
use resolvers::path::RepoPath;
use sha2::{Digest as _, Sha256};

use super::entry::{self, ContentId, Entry, EntryKind};
use super::{Index, Repository};

/// A digest of what is listed inside a directory: paths, kinds and contents.
pub type Digest = [u8; 32];

/// The size of an index and the hash at its end, which is that of all its bytes.
pub type Stamp = (u64, Vec<u8>);

/// An index without conflicts and without folded directories.
pub(crate) struct Apart {
    /// What lies outside the directory, sorted by path.
    pub(crate) outside: Vec<Entry>,
    index: Arc<Index>,
    /// Which of its entries lie inside.
    inside: Range<usize>,
}

impl Apart {
    /// What lies inside, made when it is asked for: it takes longer than all the rest.
    pub(crate) fn inside(&self) -> Option<Digest> {
        let mut digest = Digesting::default();
        for listed in &self.index.entries()[self.inside.clone()] {
            digest.add(listed.path(&self.index), entry::kind_of_index_entry(listed)?, listed.id.as_slice());
        }
        Some(digest.finish())
    }

    /// The same once `changes` are made, each a path inside with what is listed there then.
    pub(crate) fn inside_with(&self, changes: &BTreeMap<RepoPath, Option<ContentId>>) -> Option<Digest> {
        let mut digest = Digesting::default();
        let mut changes = changes.iter().peekable();
        let make = |digest: &mut Digesting, (path, id): (&RepoPath, &Option<ContentId>)| {
            if let Some(id) = id {
                digest.add(path.as_bytes(), EntryKind::File, id.as_bytes());
            }
        };
        for listed in &self.index.entries()[self.inside.clone()] {
            let path: &[u8] = listed.path(&self.index);
            while let Some(change) = changes.next_if(|(change, _)| change.as_bytes() < path) {
                make(&mut digest, change);
            }
            match changes.next_if(|(change, _)| change.as_bytes() == path) {
                Some(change) => make(&mut digest, change),
                None => digest.add(path, entry::kind_of_index_entry(listed)?, listed.id.as_slice()),
            }
        }
        changes.for_each(|change| make(&mut digest, change));
        Some(digest.finish())
    }

    /// Whether a sparse checkout leaves out something inside.
    pub(crate) fn leaves_out(&self) -> bool {
        self.index.entries()[self.inside.clone()].iter().any(|it| it.flags.contains(Flags::SKIP_WORKTREE))
    }

    /// The content of the plain file at `path`, inside.
    pub(crate) fn content(&self, path: &[u8]) -> Option<ContentId> {
        let listed = self.from(path).next().filter(|listed| listed.path(&self.index) == path)?;
        (entry::kind_of_index_entry(listed)? == EntryKind::File).then_some(ContentId(listed.id))
    }

    /// The paths inside that begin with `prefix`.
    pub(crate) fn paths<'a>(&'a self, prefix: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        let paths = self.from(prefix).map(|listed| -> &[u8] { listed.path(&self.index) });
        paths.take_while(move |path| path.starts_with(prefix))
    }

    /// What is listed inside from `path` on.
    fn from(&self, path: &[u8]) -> impl Iterator<Item = &gix::index::Entry> {
        let inside = &self.index.entries()[self.inside.clone()];
        inside[inside.partition_point(|listed| listed.path(&self.index) < path)..].iter()
    }
}

impl Repository {
    /// The stamp of the index; `None` where there is none, or git was told not to hash it.
    pub(crate) fn index_stamp(&self) -> Option<Stamp> {
        let (path, length) = self.with(|repo| (repo.index_path(), repo.object_hash().len_in_bytes()));
        let mut file = File::open(path).ok()?;
        let size = file.metadata().ok()?.len();
        file.seek(SeekFrom::Start(size.checked_sub(length as u64)?)).ok()?;
        let mut hash = vec![0; length];
        file.read_exact(&mut hash).ok()?;
        stamp(size, hash)
    }

    /// The index as it is outside and inside `dir`; `None` where it is not plain: it has conflicts, folded directories, or
    /// names that no file may have.
    pub(crate) fn index_apart(&self, dir: &str) -> Option<Apart> {
        self.with(|repo| {
            let index = self.open_index(repo).ok()?;
            let odd = |entry: &gix::index::Entry| {
                entry.stage() != Stage::Unconflicted
                    || entry.mode == Mode::DIR
                    || entry.flags.contains(Flags::INTENT_TO_ADD)
            };
            if index.entries().iter().any(odd) {
                return None;
            }
            apart(index, format!("{dir}/").as_bytes())
        })
    }
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

fn apart(index: Arc<Index>, prefix: &[u8]) -> Option<Apart> {
    let entries = index.entries();
    let start = entries.partition_point(|entry| entry.path(&index) < prefix);
    let end = start + entries[start..].partition_point(|entry| entry.path(&index).starts_with(prefix));
    let outside = entries[..start].iter().chain(&entries[end..]);
    let outside = outside.map(|entry| entry::plain(&index, entry)).collect::<Option<_>>()?;
    Some(Apart { outside, index, inside: start..end })
}

/// The digest of `entries`, which are sorted by path.
pub(crate) fn digest<'e>(entries: impl IntoIterator<Item = &'e Entry>) -> Digest {
    let mut digest = Digesting::default();
    for Entry { path, kind, id, .. } in entries {
        digest.add(path.as_bytes(), *kind, id.as_bytes());
    }
    digest.finish()
}

/// A digest in the making.
#[derive(Default)]
struct Digesting {
    hash: Sha256,
    /// Hashing a little at a time costs more than the hashing.
    pending: Vec<u8>,
}

/// How many bytes are hashed at once.
const PIECE: usize = 1 << 16;

impl Digesting {
    fn add(&mut self, path: &[u8], kind: EntryKind, id: &[u8]) {
        self.pending.extend_from_slice(path);
        // No path has a zero in it, and all ids of a repository are of one length.
        self.pending.extend_from_slice(&[0, kind as u8]);
        self.pending.extend_from_slice(id);
        if self.pending.len() > PIECE {
            self.hash.update(&self.pending);
            self.pending.clear();
        }
    }

    fn finish(mut self) -> Digest {
        self.hash.update(&self.pending);
        self.hash.finalize().into()
    }
}
