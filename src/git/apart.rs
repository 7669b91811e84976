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

use rayon::prelude::*;
use resolvers::path::RepoPath;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::Repository;
use super::entry::{ContentId, Entry, EntryKind, are_below, are_listing};
use super::plain::PlainIndex;
use crate::identity;

/// What tells of all that is listed inside a directory, paths, kinds and contents, whether it is the same: the sum of what
/// tells of each, so that what comes and goes is added and taken away.
///
/// Each has its own seed, which nobody knows who writes what is listed: what is hashed this fast keeps nobody from listing
/// something else that adds up to the same, once he knows how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest {
    seed: u64,
    sum: u128,
}

/// What is listed at one place: the path, the kind and the id of the content.
type Listed<'e> = (&'e [u8], EntryKind, &'e [u8]);

/// What is to be listed at some paths from now on: the content of a plain file, or nothing.
pub(crate) type Contents = BTreeMap<RepoPath, Option<ContentId>>;

impl Digest {
    /// Of `count` places, of which each tells what is `listed`; `None` where one of these is nothing that git has.
    fn of<'e>(seed: u64, count: usize, listed: impl Fn(usize) -> Option<Listed<'e>> + Sync) -> Option<Self> {
        let add = |(sum, mut room): (u128, Vec<u8>), at| {
            let sum = term(seed, listed(at)?, &mut room).wrapping_add(sum);
            Some((sum, room))
        };
        let shares = (0..count).into_par_iter().with_min_len(SHARE).try_fold(Default::default, add);
        let sums = shares.map(|share| share.map(|(sum, _)| sum));
        let sum = sums.try_reduce(|| 0, |one, other| Some(one.wrapping_add(other)))?;
        Some(Self { seed, sum })
    }

    /// The same once `changes` are made to what `listed` tells of each path.
    fn with<'e>(
        self,
        changes: &'e Contents,
        listed: impl Fn(&'e [u8]) -> Option<Option<Listed<'e>>>,
    ) -> Option<Self> {
        let (mut sum, mut room) = (self.sum, Vec::new());
        let mut term = |listed: Option<Listed<'_>>| listed.map_or(0, |it| term(self.seed, it, &mut room));
        for (path, id) in changes {
            let now = id.as_ref().map(|id| (path.as_bytes(), EntryKind::File, id.as_bytes()));
            sum = sum.wrapping_sub(term(listed(path.as_bytes())?)).wrapping_add(term(now));
        }
        Some(Self { sum, ..self })
    }
}

/// So many places are one piece of work.
const SHARE: usize = 1 << 12;

/// What one place adds; `room` is for what is hashed.
fn term(seed: u64, (path, kind, id): Listed<'_>, room: &mut Vec<u8>) -> u128 {
    room.clear();
    room.extend_from_slice(path);
    // No path has a zero in it, and all ids of a repository are of one length.
    room.extend_from_slice(&[0, kind as u8]);
    room.extend_from_slice(id);
    xxh3_128_with_seed(room, seed)
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
    /// Whether what lies inside is what `digest` tells of.
    pub(crate) fn is_inside(&self, digest: &Digest) -> bool {
        let listed = |at: usize| self.listed(self.inside.start + at);
        Digest::of(digest.seed, self.inside.len(), listed).as_ref() == Some(digest)
    }

    /// What tells of it once `changes` are made, each to a path inside, where `digest` tells of it now.
    pub(crate) fn inside_with(&self, digest: &Digest, changes: &Contents) -> Option<Digest> {
        let listed = |path: &[u8]| match self.index.position(path) {
            Ok(at) => self.listed(at).map(Some),
            Err(_) => Some(None),
        };
        digest.with(changes, listed)
    }

    fn listed(&self, at: usize) -> Option<Listed<'_>> {
        let entry = self.index.entry(at);
        Some((entry.path, entry.kind()?, entry.id))
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
pub(crate) fn digest(entries: &[Entry], changes: &Contents) -> Option<Digest> {
    fn told(it: &Entry) -> Listed<'_> {
        (it.path.as_bytes(), it.kind, it.id.as_bytes())
    }
    let listed = |path: &[u8]| {
        let at = entries.binary_search_by(|entry| entry.path.as_bytes().cmp(path));
        Some(at.ok().map(|at| told(&entries[at])))
    };
    let all = Digest::of(identity::drawn_seed(), entries.len(), |at| Some(told(&entries[at])));
    all?.with(changes, listed)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::borrow::Cow;
    use std::time::Duration;

    use super::*;
    use crate::git::testing::Scratch;
    use crate::git::{Staged, Written};

    fn path(text: &str) -> RepoPath {
        RepoPath::new(text.as_bytes()).unwrap()
    }

    #[test]
    fn what_is_listed_where_counts_and_no_order() {
        let of = |seed, listed: &[(&str, EntryKind, [u8; 1])]| {
            let listed = |at: usize| {
                let (path, kind, id) = &listed[at];
                Some((path.as_bytes(), *kind, &id[..]))
            };
            Digest::of(seed, 2, listed).unwrap()
        };
        let (one, other) = (("a", EntryKind::File, [1]), ("b", EntryKind::File, [2]));
        let all = of(7, &[one, other]);
        assert_eq!(of(7, &[other, one]), all);
        for odd in [
            of(8, &[one, other]),
            of(7, &[one, one]),
            of(7, &[("a", EntryKind::File, [2]), ("b", EntryKind::File, [1])]),
            of(7, &[one, ("b", EntryKind::Link, [2])]),
            of(7, &[one, ("c", EntryKind::File, [2])]),
        ] {
            assert_ne!(odd, all);
        }
        assert_eq!(Digest::of(7, 1, |_| None), None);
    }

    /// Each way to the digest of what lies inside says the same, before and after changes in some parts.
    #[test]
    fn all_ways_lead_to_one_digest() {
        let some = [".dsp/TOC", ".dsp/a-b/x", ".dsp/a/b/x", ".dsp/a/x", ".dsp/ab/x", "src/a", ".dsq/a"];
        let repo = Scratch::with(&some.map(|place| (place, "1")));
        let of_entries = |apart: &Apart, changes: &Contents| {
            let entry = |at| {
                let listed = apart.index.entry(at);
                let (path, kind) = (RepoPath::new(listed.path).unwrap(), listed.kind().unwrap());
                Entry { path, kind, id: listed.content().unwrap(), left_out: false }
            };
            digest(&apart.inside.clone().map(entry).collect::<Vec<_>>(), changes).unwrap()
        };
        let edits: [&[(&str, Option<&str>)]; 4] = [
            &[],
            &[(".dsp/a/x", Some("2")), (".dsp/TOC-a", Some("3"))],
            &[(".dsp/a/a", Some("4")), (".dsp/a/b/x", None), (".dsp/ab/x", None), (".dsp/b/x", Some("5"))],
            &[(".dsp/TOC", None), (".dsp/TOC-a", None), (".dsp/z/z", Some(""))],
        ];
        for edits in edits {
            let repository = repo.open();
            let apart = repository.index_apart(".dsp").unwrap();
            let name = |text: &str| repository.name_of(text.as_bytes()).unwrap();
            let changes: Contents = edits.iter().map(|(at, text)| (path(at), text.map(name))).collect();
            let now = of_entries(&apart, &Contents::new());
            assert!(apart.is_inside(&now));
            let then = apart.inside_with(&now, &changes).unwrap();
            let anew = of_entries(&apart, &changes);
            assert_eq!(
                (apart.is_inside(&then), apart.is_inside(&anew)),
                (edits.is_empty(), edits.is_empty())
            );
            let staged = |(at, text): &(&str, Option<&'static str>)| Staged {
                path: path(at),
                bytes: text.map(|text| Cow::Borrowed(text.as_bytes())),
                id: text.map(name),
            };
            let files: Vec<_> = edits.iter().map(staged).collect();
            let written = repository.stage(&path(".dsp"), &files, Duration::ZERO).unwrap();
            assert_eq!(written == Written::Not, edits.is_empty());
            let apart = repo.open().index_apart(".dsp").unwrap();
            assert!(apart.is_inside(&then) && apart.is_inside(&anew));
            assert_eq!((then == now, apart.is_inside(&now)), (edits.is_empty(), edits.is_empty()));
        }
    }
}
