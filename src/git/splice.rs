//! The bytes of an index with some entries put in, replaced and taken out, and every other byte as it stands.
//!
//! It knows the indexes that git writes unless it is told otherwise; of any other it makes nothing, and git has to write
//! it. No file is read or written here.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use gix::hash::Kind;
use memchr::memchr;
use resolvers::path::{ancestors, parent};
use rustc_hash::FxHashSet;

use super::ContentId;
use super::hash;
use super::plain::{COUNT, FILE, HEADER, ID, Layout, MODE, NAME, PlainIndex, SIZE, number, padded};

/// What an index shall say of each path: the blob of a plain file, or nothing. Sorted as git sorts.
pub(super) type Edits<'p> = BTreeMap<&'p [u8], Option<ContentId>>;

/// The entries of `index`, and what stands before them, with `edits` made, in pieces; `None` where only git knows how: another
/// version than 2 and 3, and extensions that speak of positions.
///
/// The entries at the positions `doubtful`, which ascend, lose the size of their files, as when git writes an index: so git
/// compares what the file holds when it looks next, whatever the rest of its status says.
pub(super) fn entries<'b>(
    index: &'b PlainIndex,
    edits: &Edits<'_>,
    doubtful: &[usize],
) -> Option<Vec<Cow<'b, [u8]>>> {
    if index.layout().version > 3 || !extensions_of(index.body(), index.end()).all(|it| it.is_some()) {
        return None;
    }
    let mut copy = Copying { body: index.body(), from: 0, out: Vec::new() };
    // The second piece is the number of entries, which is not known yet.
    copy.replace(COUNT, HEADER - COUNT, Vec::new());
    let count = copy.entries(index, edits, doubtful)?;
    copy.up_to(index.end());
    copy.out[1] = count.to_be_bytes().to_vec().into();
    Some(copy.out)
}

/// What follows them, all but the hash at the end; `None` where the trees are cached in no way that git has.
pub(super) fn extensions<'b>(index: &'b PlainIndex, edits: &Edits<'_>) -> Option<Vec<Cow<'b, [u8]>>> {
    let mut copy = Copying { body: index.body(), from: index.end(), out: Vec::new() };
    copy.extensions(index.end(), index.layout(), edits)?;
    Some(copy.out)
}

/// The hash that ends an index of these `pieces`; zeros where the one before, `old`, ended in them: git was told not to
/// hash it.
pub(super) fn hash<'p>(pieces: impl Iterator<Item = &'p [u8]>, old: &[u8], kind: Kind) -> Option<Vec<u8>> {
    let hash = &old[old.len().checked_sub(kind.len_in_bytes())?..];
    if hash.iter().all(|byte| *byte == 0) {
        return Some(hash.to_owned());
    }
    hash::hash(kind, pieces)
}

/// An extension that can be carried on.
enum Extension {
    /// Trees that are written already.
    Trees,
    /// How conflicts were settled, by path.
    Settled,
}

/// The extensions that begin at `at`, each with its end; `None` for one that is not known.
fn extensions_of(body: &[u8], mut at: usize) -> impl Iterator<Item = Option<(Extension, usize)>> {
    let extension = move |at: usize| {
        let length = usize::try_from(number(body, at + 4)?).ok()?;
        let end = (at + 8).checked_add(length).filter(|end| *end <= body.len())?;
        match body[at..].first_chunk()? {
            b"TREE" => Some((Extension::Trees, end)),
            b"REUC" => Some((Extension::Settled, end)),
            _ => None,
        }
    };
    std::iter::from_fn(move || {
        (at < body.len()).then(|| {
            let found = extension(at);
            at = found.as_ref().map_or(body.len(), |(_, end)| *end);
            found
        })
    })
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
    fn entries(&mut self, index: &PlainIndex, edits: &Edits<'_>, doubtful: &[usize]) -> Option<u32> {
        let mut count = u32::try_from(index.len()).ok()?;
        let mut doubtful = doubtful.iter().copied().peekable();
        for (path, id) in edits {
            let place = index.position(path);
            let (Ok(at) | Err(at)) = place;
            while let Some(at) = doubtful.next_if(|doubtful| *doubtful < at) {
                self.forget_size(index, at);
            }
            let length = if place.is_ok() { index.start_of(at + 1) - index.start_of(at) } else { 0 };
            if place.is_ok() {
                doubtful.next_if_eq(&at);
                count -= 1;
            }
            count += u32::from(id.is_some());
            let entry = id.map(|id| new_entry(path, id)).unwrap_or_default();
            self.replace(index.start_of(at), length, entry);
        }
        doubtful.for_each(|at| self.forget_size(index, at));
        Some(count)
    }

    fn forget_size(&mut self, index: &PlainIndex, at: usize) {
        self.replace(index.start_of(at) + SIZE, 4, vec![0; 4]);
    }

    /// Copies the extensions, which begin at `at`.
    fn extensions(&mut self, mut at: usize, layout: Layout, edits: &Edits<'_>) -> Option<()> {
        for extension in extensions_of(self.body, at) {
            let (extension, end) = extension?;
            if let Extension::Trees = extension {
                // How long it gets is not known yet.
                self.replace(at + 4, 4, Vec::new());
                let place = self.out.len() - 1;
                self.trees(at + 8..end, layout.id, edits)?;
                self.up_to(end);
                let length = self.out[place..].iter().map(|piece| piece.len()).sum::<usize>();
                self.out[place] = u32::try_from(length).ok()?.to_be_bytes().to_vec().into();
            }
            at = end;
        }
        self.up_to(at);
        Some(())
    }

    /// Copies the trees that are cached at `range`, in which those are not known any more that hold what `edits` speak of.
    fn trees(&mut self, range: Range<usize>, id: usize, edits: &Edits<'_>) -> Option<()> {
        let stale: FxHashSet<&[u8]> = edits.keys().flat_map(|path| ancestors(parent(path))).collect();
        // From the root down to the next one: its path, where it is stale, and how many trees it has left.
        let mut open: Vec<(Option<Vec<u8>>, usize)> = Vec::new();
        let (mut at, mut path) = (range.start, Vec::new());
        loop {
            let tree = CachedTree::read(&self.body[at..range.end], id)?;
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
                let unknown = format!("-1 {}\n", tree.trees);
                let name = tree.name.len() + 1;
                self.replace(at + name, tree.len - name, unknown.into_bytes());
            }
            at += tree.len;
            open.push((is_stale.then(|| path.clone()), tree.trees));
            while open.pop_if(|(_, left)| *left == 0).is_some() {}
            if open.is_empty() {
                return (at == range.end).then_some(());
            }
        }
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
        let zero = memchr(0, bytes)?;
        let (entries, rest) = decimal(&bytes[zero + 1..], b' ')?;
        let (trees, rest) = decimal(rest, b'\n')?;
        let (line, trees) = (bytes.len() - rest.len(), usize::try_from(trees).ok()?);
        let len = line + if entries < 0 { 0 } else { id };
        (len <= bytes.len()).then_some(Self { name: &bytes[..zero], trees, len })
    }
}

/// The number with which `bytes` begin, and what follows the byte `end` behind it.
fn decimal(bytes: &[u8], end: u8) -> Option<(i32, &[u8])> {
    let (is_negative, digits) = bytes.strip_prefix(b"-").map_or((false, bytes), |rest| (true, rest));
    let mut number = 0_i32;
    for (at, byte) in digits.iter().enumerate() {
        if byte.is_ascii_digit() {
            number = number.checked_mul(10)?.checked_add(i32::from(byte - b'0'))?;
        } else {
            let is_there = at > 0 && *byte == end;
            return is_there.then_some((if is_negative { -number } else { number }, &digits[at + 1..]));
        }
    }
    None
}
