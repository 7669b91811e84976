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
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
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

/// What is listed at one place: the path, the kind and the id of the content.
type Listed<'e> = (&'e [u8], EntryKind, &'e [u8]);

/// What is to be listed at some paths from now on: the content of a plain file, or nothing.
pub(crate) type Contents = BTreeMap<RepoPath, Option<ContentId>>;

/// The part that tells of what is listed at `path`.
fn part(path: &[u8]) -> usize {
    let name = path.split(|byte| *byte == b'/').nth(1).unwrap_or_default();
    crc32fast::hash(name) as usize % PARTS
}

/// The positions of `paths`, which are sorted, in the part of each.
fn parts<'e>(paths: impl Iterator<Item = &'e [u8]>) -> Vec<Vec<usize>> {
    let mut parts = vec![Vec::new(); PARTS];
    // What lies in one folder follows each other.
    let (mut folder, mut last) = (&b""[..], 0);
    for (at, path) in paths.enumerate() {
        if folder.is_empty() || !path.starts_with(folder) {
            let end = memchr::memchr_iter(b'/', path).nth(1);
            (folder, last) = (end.map_or(&b""[..], |end| &path[..=end]), part(path));
        }
        parts[last].push(at);
    }
    parts
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
    /// The places of these among them, in the part of each.
    parts: OnceLock<Vec<Vec<usize>>>,
}

impl Apart {
    /// What lies inside, made when it is asked for: it takes longer than all the rest.
    pub(crate) fn inside(&self) -> Option<Digest> {
        self.digest(&[true; PARTS], &Contents::new())
    }

    /// The same, where it is `now`, once `changes` are made: each a path inside with what is listed there then.
    pub(crate) fn inside_with(&self, now: &Digest, changes: &Contents) -> Option<Digest> {
        let mut is_other = [false; PARTS];
        for path in changes.keys() {
            is_other[part(path.as_bytes())] = true;
        }
        let others = self.digest(&is_other, changes)?;
        let parts = now.0.iter().zip(others.0).zip(is_other);
        Some(Digest(parts.map(|((now, other), is_other)| if is_other { other } else { *now }).collect()))
    }

    /// Of what lies inside once `changes` are made, as far as the parts are wanted.
    fn digest(&self, is_wanted: &[bool; PARTS], changes: &Contents) -> Option<Digest> {
        let (start, index) = (self.inside.start, &self.index);
        let parts = self.parts.get_or_init(|| parts(self.inside.clone().map(|at| index.path_at(at))));
        let listed = |at: usize| {
            let listed = index.entry(start + at);
            Some((listed.path, listed.kind()?, listed.id))
        };
        digested((parts, is_wanted), listed, changes)
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
        Some(Apart { outside, index, inside, parts: OnceLock::new() })
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
    let parts = parts(entries.iter().map(|it| it.path.as_bytes()));
    let listed = |at: usize| {
        let it = &entries[at];
        Some((it.path.as_bytes(), it.kind, it.id.as_bytes()))
    };
    digested((&parts, &[true; PARTS]), listed, changes)
}

/// The same of what is `listed`, at positions that are sorted by path, as far as the parts are wanted; `None` where one of these
/// is nothing that git has.
fn digested<'e>(
    (parts, is_wanted): (&[Vec<usize>], &[bool; PARTS]),
    listed: impl Fn(usize) -> Option<Listed<'e>> + Sync,
    changes: &Contents,
) -> Option<Digest> {
    let mut changes_in = vec![Vec::new(); PARTS];
    for change in changes {
        changes_in[part(change.0.as_bytes())].push(change);
    }
    let all = parts.par_iter().zip(changes_in).zip(is_wanted).with_max_len(1);
    let digest = |((positions, changes), is_wanted): ((&Vec<usize>, Vec<_>), &bool)| {
        if *is_wanted { of_part(positions.iter().map(|at| listed(*at)), changes) } else { Some([0; 32]) }
    };
    all.map(digest).collect::<Option<_>>().map(Digest)
}

/// The same of one part.
fn of_part<'e>(
    listed: impl ExactSizeIterator<Item = Option<Listed<'e>>>,
    changes: Vec<(&RepoPath, &Option<ContentId>)>,
) -> Option<[u8; 32]> {
    // Hashing all at once takes half the time of hashing it in pieces.
    let mut bytes = Vec::with_capacity(listed.len() * ROOM);
    let mut changes = changes.into_iter().peekable();
    for listed in listed {
        let listed = listed?;
        while let Some(change) = changes.next_if(|(change, _)| change.as_bytes() < listed.0) {
            add(&mut bytes, there(change));
        }
        match changes.next_if(|(change, _)| change.as_bytes() == listed.0) {
            Some(change) => add(&mut bytes, there(change)),
            None => add(&mut bytes, Some(listed)),
        }
    }
    changes.for_each(|change| add(&mut bytes, there(change)));
    Some(blake3::hash(&bytes).into())
}

/// What is listed where that changed.
fn there<'e>((path, id): (&'e RepoPath, &'e Option<ContentId>)) -> Option<Listed<'e>> {
    Some((path.as_bytes(), EntryKind::File, id.as_ref()?.as_bytes()))
}

fn add(bytes: &mut Vec<u8>, listed: Option<Listed<'_>>) {
    let Some((path, kind, id)) = listed else { return };
    bytes.extend_from_slice(path);
    // No path has a zero in it, and all ids of a repository are of one length.
    bytes.extend_from_slice(&[0, kind as u8]);
    bytes.extend_from_slice(id);
}

/// So many bytes an entry mostly takes, and no more.
const ROOM: usize = 96;

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
            let now = apart.inside().unwrap();
            assert_eq!(of_entries(&apart, &Contents::new()), now);
            let then = apart.inside_with(&now, &changes).unwrap();
            assert_eq!(of_entries(&apart, &changes), then);
            let staged = |(at, text): &(&str, Option<&'static str>)| Staged {
                path: path(at),
                bytes: text.map(|text| Cow::Borrowed(text.as_bytes())),
                id: text.map(name),
            };
            let files: Vec<_> = edits.iter().map(staged).collect();
            let written = repository.stage(&path(".dsp"), &files, Duration::ZERO).unwrap();
            assert_eq!(written == Written::Not, edits.is_empty());
            assert_eq!(repo.open().index_apart(".dsp").unwrap().inside().unwrap(), then);
            assert_eq!(then == now, edits.is_empty());
        }
    }
}
