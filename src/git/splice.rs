//! The bytes of an index with some entries put in, replaced and taken out, and every other byte as it stands.
//!
//! It knows the indexes that git writes unless it is told otherwise; of any other it makes nothing, and git has to write
//! it. No file is read or written here.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter::Peekable;

use gix::hash::Kind;
use resolvers::path::{ancestors, parent};
use rustc_hash::FxHashSet;

use super::ContentId;
use super::plain::{
    COUNT, FILE, HEADER, ID, Layout, MODE, NAME, PlainEntry, PlainIndex, SIZE, number, padded,
};

/// What an index shall say of each path: the blob of a plain file, or nothing. Sorted as git sorts.
pub(super) type Edits<'p> = BTreeMap<&'p [u8], Option<ContentId>>;

/// `index` with `edits` made, in pieces and without the hash at its end; `None` where only git knows how: another version
/// than 2 and 3, and extensions that speak of positions.
///
/// An entry that `is_doubtful` loses the size of its file, as when git writes an index: so git compares what the file
/// holds when it looks next, whatever the rest of its status says.
pub(super) fn splice<'b>(
    index: &'b PlainIndex,
    edits: &Edits<'_>,
    is_doubtful: impl Fn(&PlainEntry<'_>) -> bool,
) -> Option<Vec<Cow<'b, [u8]>>> {
    if index.layout().version > 3 {
        return None;
    }
    let mut copy = Copying { body: index.body(), from: 0, out: Vec::new() };
    // The second piece is the number of entries, which is not known yet.
    copy.replace(COUNT, HEADER - COUNT, Vec::new());
    let count = copy.entries(index, edits, is_doubtful)?;
    copy.extensions(index.end(), index.layout(), edits)?;
    copy.out[1] = count.to_be_bytes().to_vec().into();
    Some(copy.out)
}

/// The hash that ends an index of these `pieces`; zeros where the one before, `old`, ended in them: git was told not to
/// hash it.
pub(super) fn hash(pieces: &[Cow<'_, [u8]>], old: &[u8], kind: Kind) -> Option<Vec<u8>> {
    let hash = &old[old.len().checked_sub(kind.len_in_bytes())?..];
    if hash.iter().all(|byte| *byte == 0) {
        return Some(hash.to_owned());
    }
    let mut hasher = gix::hash::hasher(kind);
    for piece in pieces {
        hasher.update(piece);
    }
    Some(hasher.try_finalize().ok()?.as_slice().to_owned())
}

/// A copy in the making.
struct Copying<'b> {
    body: &'b [u8],
    /// What stands before it is done.
    from: usize,
    out: Vec<Cow<'b, [u8]>>,
}

impl Copying<'_> {
    /// Copies what is left before `at`.
    fn up_to(&mut self, at: usize) {
        self.out.push(self.body[self.from..at].into());
        self.from = at;
    }

    /// Has `bytes` in place of the `length` bytes at `at`.
    fn replace(&mut self, at: usize, length: usize, bytes: Vec<u8>) {
        self.up_to(at);
        self.out.push(bytes.into());
        self.from = at + length;
    }

    /// Copies the entries, with `edits` made; how many there are then.
    fn entries(
        &mut self,
        index: &PlainIndex,
        edits: &Edits<'_>,
        is_doubtful: impl Fn(&PlainEntry<'_>) -> bool,
    ) -> Option<u32> {
        let mut count = u32::try_from(index.len()).ok()?;
        let mut edits = edits.iter().map(|(path, id)| (*path, *id)).peekable();
        for position in 0..index.len() {
            let entry = index.entry(position);
            let (at, length) = (entry.at, index.end_of(position) - entry.at);
            if edits.peek().is_some_and(|(path, _)| *path <= entry.path) {
                count += self.insert(at, &mut edits, |path| path < entry.path);
                if let Some((path, id)) = edits.next_if(|(path, _)| *path == entry.path) {
                    count -= u32::from(id.is_none());
                    self.replace(at, length, id.map(|id| new_entry(path, id)).unwrap_or_default());
                    continue;
                }
            }
            if is_doubtful(&entry) {
                self.replace(at + SIZE, 4, vec![0; 4]);
            }
        }
        count += self.insert(index.end(), &mut edits, |_| true);
        Some(count)
    }

    /// Puts the next of `edits` before what stands at `at`, as long as they are `due`; how many entries that makes.
    fn insert<'p>(
        &mut self,
        at: usize,
        edits: &mut Peekable<impl Iterator<Item = (&'p [u8], Option<ContentId>)>>,
        due: impl Fn(&[u8]) -> bool,
    ) -> u32 {
        let mut count = 0;
        while let Some((path, id)) = edits.next_if(|(path, _)| due(path)) {
            if let Some(id) = id {
                self.replace(at, 0, new_entry(path, id));
                count += 1;
            }
        }
        count
    }

    /// Copies the extensions, which begin at `at`.
    fn extensions(&mut self, mut at: usize, layout: Layout, edits: &Edits<'_>) -> Option<()> {
        while let Some(name) = self.body.get(at..).filter(|rest| !rest.is_empty()) {
            let length = usize::try_from(number(self.body, at + 4)?).ok()?;
            let content = self.body.get(at + 8..)?.get(..length)?;
            match name.first_chunk()? {
                b"TREE" => {
                    let trees = forget(content, layout.id, edits)?;
                    let length = u32::try_from(trees.len()).ok()?;
                    self.replace(at + 4, 4 + content.len(), [&length.to_be_bytes(), &trees[..]].concat());
                }
                // How conflicts were settled, by path.
                b"REUC" => {}
                _ => return None,
            }
            at += 8 + length;
        }
        self.up_to(at);
        Some(())
    }
}

/// An entry whose file nobody has looked at yet.
fn new_entry(path: &[u8], id: ContentId) -> Vec<u8> {
    let layout = Layout { version: 2, id: id.as_bytes().len() };
    let length = u16::try_from(path.len()).unwrap_or(NAME).min(NAME);
    let mut entry = vec![0; padded(layout.name(0) + path.len())];
    entry[MODE..MODE + 4].copy_from_slice(&FILE.to_be_bytes());
    entry[ID..ID + layout.id].copy_from_slice(id.as_bytes());
    entry[ID + layout.id..layout.name(0)].copy_from_slice(&length.to_be_bytes());
    entry[layout.name(0)..][..path.len()].copy_from_slice(path);
    entry
}

/// The trees `cached`, in which those are not known any more that hold what `edits` speak of.
fn forget(cached: &[u8], id: usize, edits: &Edits<'_>) -> Option<Vec<u8>> {
    let stale: FxHashSet<&[u8]> = edits.keys().flat_map(|path| ancestors(parent(path))).collect();
    let mut out = Vec::with_capacity(cached.len());
    // From the root down to the next one: its path, where it is stale, and how many trees it has left.
    let mut open: Vec<(Option<Vec<u8>>, usize)> = Vec::new();
    let (mut rest, mut path) = (cached, Vec::new());
    loop {
        let tree = CachedTree::read(rest, id)?;
        path.clear();
        let mut may_be_stale = true;
        if let Some((above, left)) = open.last_mut() {
            *left -= 1;
            may_be_stale = above.is_some();
            path.extend(above.iter().flatten());
            if !path.is_empty() {
                path.push(b'/');
            }
        }
        path.extend_from_slice(tree.name);
        let is_stale = may_be_stale && stale.contains(&path[..]);
        if is_stale {
            out.extend_from_slice(tree.name);
            out.extend_from_slice(format!("\0-1 {}\n", tree.trees).as_bytes());
        } else {
            out.extend_from_slice(&rest[..tree.len]);
        }
        rest = &rest[tree.len..];
        open.push((is_stale.then(|| path.clone()), tree.trees));
        while open.pop_if(|(_, left)| *left == 0).is_some() {}
        if open.is_empty() {
            return rest.is_empty().then_some(out);
        }
    }
}

/// A tree that git knows the id of, or once knew; those inside follow it.
struct CachedTree<'b> {
    name: &'b [u8],
    /// How many there are right inside.
    trees: usize,
    len: usize,
}

impl<'b> CachedTree<'b> {
    /// The one with which `bytes` begin: its name, a zero, how many entries it has, a space, how many trees, a newline
    /// and its id, which is not there when the number of entries is negative.
    fn read(bytes: &'b [u8], id: usize) -> Option<Self> {
        let zero = bytes.iter().position(|byte| *byte == 0)?;
        let line = zero + 1 + bytes[zero + 1..].iter().position(|byte| *byte == b'\n')?;
        let (entries, trees) = std::str::from_utf8(&bytes[zero + 1..line]).ok()?.split_once(' ')?;
        let (entries, trees): (i32, usize) = (entries.parse().ok()?, trees.parse().ok()?);
        let len = line + 1 + if entries < 0 { 0 } else { id };
        (len <= bytes.len()).then_some(Self { name: &bytes[..zero], trees, len })
    }
}
