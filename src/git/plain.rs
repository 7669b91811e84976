//! An index as it lies on disk, not taken apart: its bytes, and where each entry stands in them.
//!
//! It knows the format that `gitformat-index(5)` tells, of versions 2 to 4. An index with conflicts, folded directories,
//! announced files, or a part of it elsewhere is not plain, nor is one whose entries are in no order. Made of bytes alone:
//! no file is read here.

use std::ops::Range;

use gix::hash::Kind;
use gix::index::entry::Mode;

use super::entry::{ContentId, EntryKind};

/// Where the parts of an entry stand, counted from its start; the flags follow the id, the name follows the flags.
const MTIME: usize = 8;
pub(super) const MODE: usize = 24;
pub(super) const SIZE: usize = 36;
pub(super) const ID: usize = 40;

/// Before the first entry: `DIRC`, the version, and how many entries there are.
pub(super) const HEADER: usize = 12;
pub(super) const COUNT: usize = 8;

/// Modes of entries.
pub(super) const FILE: u32 = 0o100_644;
const FOLDED: u32 = 0o040_000;

/// Flags of entries: more flags follow; the side of a conflict; the length of the name, as far as it goes.
const EXTENDED: u16 = 0x4000;
const STAGE: u16 = 0x3000;
pub(super) const NAME: u16 = 0x0fff;
/// Flags that may follow.
const SKIP_WORKTREE: u16 = 0x4000;
const INTENT_TO_ADD: u16 = 0x2000;

/// Such an index. What can be read off an entry again is not kept: there may be a hundred thousand.
#[derive(Debug)]
pub(crate) struct PlainIndex {
    bytes: Vec<u8>,
    layout: Layout,
    kind: Kind,
    /// Where each entry begins.
    starts: Vec<u32>,
    /// Where the last entry ends.
    end: usize,
    /// The names of all entries, where they are not written out.
    names: Names,
    /// The latest time at which a file of an entry was written.
    newest: u32,
    /// A sparse checkout leaves out some entry.
    leaves_out: bool,
}

/// Names that stand nowhere else, one behind the other.
#[derive(Debug, Default)]
struct Names {
    text: Vec<u8>,
    /// Where each ends.
    ends: Vec<u32>,
}

impl Names {
    fn at(&self, position: usize) -> &[u8] {
        let start = position.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[position] as usize]
    }
}

/// What all entries have in common.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    pub(super) version: u32,
    /// How many bytes an id has.
    pub(super) id: usize,
}

impl Layout {
    /// Where the name of an entry begins.
    pub(super) fn name(self, flags: u16) -> usize {
        ID + self.id + if flags & EXTENDED == 0 { 2 } else { 4 }
    }
}

/// How long an entry is whose name ends at `end`: one to eight zeros follow.
pub(super) fn padded(end: usize) -> usize {
    (end + 8) & !7
}

/// An entry, and what it says of its file.
pub(crate) struct PlainEntry<'b> {
    pub(crate) path: &'b [u8],
    pub(super) id: &'b [u8],
    /// As of the file system, type included.
    pub(super) mode: u32,
    /// Zero where git shall not trust the rest.
    pub(super) size: u32,
    /// A sparse checkout leaves it out.
    pub(crate) left_out: bool,
}

impl PlainEntry<'_> {
    /// The blob, or the commit of a submodule.
    pub(crate) fn content(&self) -> Option<ContentId> {
        ContentId::from_bytes(self.id)
    }

    /// `None` for what git does not have.
    pub(crate) fn kind(&self) -> Option<EntryKind> {
        match Mode::from_bits_retain(self.mode) {
            Mode::FILE | Mode::FILE_EXECUTABLE => Some(EntryKind::File),
            Mode::SYMLINK => Some(EntryKind::Link),
            Mode::COMMIT => Some(EntryKind::Submodule),
            _ => None,
        }
    }
}

impl PlainIndex {
    /// The index of these bytes, whose ids are of `kind`; `None` where it is not plain, or no index.
    pub(crate) fn of(bytes: Vec<u8>, kind: Kind) -> Option<Self> {
        let body = bytes.get(..bytes.len().checked_sub(kind.len_in_bytes())?)?;
        let layout = Layout { version: number(body, 4)?, id: kind.len_in_bytes() };
        if !body.starts_with(b"DIRC") || !(2..=4).contains(&layout.version) {
            return None;
        }
        let count = number(body, COUNT)? as usize;
        // More than there can be would ask for more memory than there is.
        let mut starts: Vec<u32> = Vec::with_capacity(count.min(body.len() / ID));
        let (mut names, mut at, mut last) = (Names::default(), HEADER, &b""[..]);
        let (mut newest, mut leaves_out) = (0, false);
        for _ in 0..count {
            let entry = body.get(at..)?;
            let flags = flags(entry, layout)?;
            starts.push(u32::try_from(at).ok()?);
            at += if layout.version == 4 {
                compressed(entry, layout.name(flags), &mut names)?
            } else {
                let (path, length) = written_out(entry, layout, flags)?;
                // No path is empty.
                if last >= path {
                    return None;
                }
                last = path;
                length
            };
            leaves_out |= is_left_out(entry, layout, flags);
            newest = newest.max(number(entry, MTIME)?);
        }
        let before = |at: usize| at.checked_sub(1).map_or(&b""[..], |before| names.at(before));
        let is_sorted = (0..names.ends.len()).all(|at| before(at) < names.at(at));
        has_known_parts(body, at).filter(|()| is_sorted)?;
        Some(Self { layout, kind, starts, end: at, names, newest, leaves_out, bytes })
    }

    /// All bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Those before the hash at its end.
    pub(super) fn body(&self) -> &[u8] {
        &self.bytes[..self.bytes.len() - self.kind.len_in_bytes()]
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// Where the last entry ends.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether a sparse checkout leaves out some entry.
    pub(crate) fn leaves_out(&self) -> bool {
        self.leaves_out
    }

    /// The positions of the entries that say of their files that they were written then or later, in seconds; ascending.
    pub(super) fn written_since(&self, time: u32) -> Vec<usize> {
        if time > self.newest {
            return Vec::new();
        }
        let mtime = |at: usize| number(&self.bytes, self.starts[at] as usize + MTIME);
        (0..self.len()).filter(|at| mtime(*at).is_some_and(|mtime| mtime >= time)).collect()
    }

    /// The path of the entry at that position.
    pub(crate) fn path_at(&self, at: usize) -> &[u8] {
        if self.layout.version == 4 {
            return self.names.at(at);
        }
        let entry = &self.bytes[self.starts[at] as usize..];
        let flags = short(entry, ID + self.layout.id).unwrap_or_default();
        let path = &entry[self.layout.name(flags)..];
        let length = usize::from(flags & NAME);
        if length < usize::from(NAME) {
            &path[..length]
        } else {
            &path[..end_of_name(path).unwrap_or_default()]
        }
    }

    /// The entry at that position.
    pub(crate) fn entry(&self, at: usize) -> PlainEntry<'_> {
        let bytes = &self.bytes[self.starts[at] as usize..];
        let flag = ID + self.layout.id;
        PlainEntry {
            path: self.path_at(at),
            id: &bytes[ID..flag],
            mode: number(bytes, MODE).unwrap_or_default(),
            size: number(bytes, SIZE).unwrap_or_default(),
            left_out: is_left_out(bytes, self.layout, short(bytes, flag).unwrap_or_default()),
        }
    }

    /// Where the entry at that position begins, or would.
    pub(super) fn start_of(&self, at: usize) -> usize {
        self.starts.get(at).map_or(self.end, |start| *start as usize)
    }

    /// The position of a path, or where it would be.
    pub(crate) fn position(&self, path: &[u8]) -> Result<usize, usize> {
        let at = self.first(|other| other < path);
        if at < self.len() && self.path_at(at) == path { Ok(at) } else { Err(at) }
    }

    /// The positions of the paths that begin so.
    pub(crate) fn below(&self, prefix: &[u8]) -> Range<usize> {
        self.first(|path| path < prefix)..self.first(|path| path < prefix || path.starts_with(prefix))
    }

    /// The position of the first path of which `is_before` does not hold.
    fn first(&self, is_before: impl Fn(&[u8]) -> bool) -> usize {
        let (mut start, mut end) = (0, self.len());
        while start < end {
            let middle = usize::midpoint(start, end);
            if is_before(self.path_at(middle)) {
                start = middle + 1;
            } else {
                end = middle;
            }
        }
        start
    }
}

/// What is fixed in the flags of `entry`, where it may stand in a plain index.
fn flags(entry: &[u8], layout: Layout) -> Option<u16> {
    let flags = short(entry, ID + layout.id)?;
    let further = match flags & EXTENDED {
        0 => 0,
        _ if layout.version > 2 => short(entry, ID + layout.id + 2)?,
        _ => return None,
    };
    let is_odd = flags & STAGE != 0 || further & INTENT_TO_ADD != 0 || number(entry, MODE)? == FOLDED;
    (!is_odd).then_some(flags)
}

/// Whether a sparse checkout leaves out `entry`, which has these flags.
fn is_left_out(entry: &[u8], layout: Layout, flags: u16) -> bool {
    let further = if flags & EXTENDED == 0 { None } else { short(entry, ID + layout.id + 2) };
    further.unwrap_or_default() & SKIP_WORKTREE != 0
}

/// The path of `entry`, and how long it is itself.
fn written_out(entry: &[u8], layout: Layout, flags: u16) -> Option<(&[u8], usize)> {
    let name = layout.name(flags);
    let rest = entry.get(name..)?;
    // A longer name ends at its zero.
    let length = match flags & NAME {
        NAME => end_of_name(rest)?,
        length => usize::from(length),
    };
    let path = rest.get(..length)?;
    let end = padded(name + length);
    let padding = entry.get(name + length..end)?;
    padding.iter().all(|byte| *byte == 0).then_some((path, end))
}

fn end_of_name(rest: &[u8]) -> Option<usize> {
    memchr::memchr(0, rest)
}

/// How long `entry` is, whose name begins `at` and says by how many bytes the end of the last of `names` is another one, and
/// what that is; it is added to these.
fn compressed(entry: &[u8], mut at: usize, names: &mut Names) -> Option<usize> {
    // As git writes offsets: seven bits a byte, each but the last with one more.
    let mut byte = *entry.get(at)?;
    let mut cut = usize::from(byte & 0x7f);
    while byte & 0x80 != 0 {
        at += 1;
        byte = *entry.get(at)?;
        cut = cut.checked_add(1)?.checked_mul(1 << 7)? + usize::from(byte & 0x7f);
    }
    let rest = entry.get(at + 1..)?;
    let length = end_of_name(rest)?;
    let last = names.ends.len().checked_sub(1).map_or(0, |last| names.at(last).len());
    let end = names.text.len();
    names.text.extend_from_within(end - last..end - last + last.checked_sub(cut)?);
    names.text.extend_from_slice(&rest[..length]);
    names.ends.push(u32::try_from(names.text.len()).ok()?);
    Some(at + 1 + length + 1)
}

/// What follows the entries, at `at`: nothing that must be known to understand them.
fn has_known_parts(body: &[u8], mut at: usize) -> Option<()> {
    while let Some(name) = body.get(at..).filter(|rest| !rest.is_empty()) {
        name[0].is_ascii_uppercase().then_some(())?;
        let length = usize::try_from(number(body, at + 4)?).ok()?;
        at = at.checked_add(8)?.checked_add(length)?;
    }
    (at == body.len()).then_some(())
}

pub(super) fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_be_bytes(*bytes))
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().map(|bytes| u16::from_be_bytes(*bytes))
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
