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

/// Such an index.
#[derive(Debug)]
pub(crate) struct PlainIndex {
    bytes: Vec<u8>,
    layout: Layout,
    kind: Kind,
    entries: Vec<Place>,
    /// Where the last entry ends.
    end: usize,
    /// The names of all entries, where they are not written out.
    names: Vec<u8>,
}

/// Where an entry begins, and its name, which stands among the bytes or among the names.
#[derive(Debug, Clone, Copy)]
struct Place {
    at: u32,
    name: u32,
    length: u32,
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
    /// When the file was last written, in seconds.
    pub(super) mtime: u32,
    /// Zero where git shall not trust the rest.
    pub(super) size: u32,
    /// A sparse checkout leaves it out.
    pub(crate) left_out: bool,
    /// Where it begins.
    pub(super) at: usize,
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
        let mut entries: Vec<Place> = Vec::with_capacity(count.min(body.len() / ID));
        let (mut names, mut at) = (Vec::new(), HEADER);
        for _ in 0..count {
            let last = entries.last().copied();
            let (place, end) = if layout.version == 4 {
                compressed(body, at, layout, last, &mut names)?
            } else {
                written_out(body, at, layout)?
            };
            let text = if layout.version == 4 { &names[..] } else { body };
            if text[last.map_or(0..0, Place::name)] >= text[place.name()] {
                return None;
            }
            entries.push(place);
            at = end;
        }
        has_known_parts(body, at)?;
        Some(Self { layout, kind, entries, end: at, names, bytes })
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
        self.entries.len()
    }

    fn path(&self, place: Place) -> &[u8] {
        let text = if self.layout.version == 4 { &self.names } else { &self.bytes };
        &text[place.name()]
    }

    /// The path of the entry at that position.
    pub(crate) fn path_at(&self, at: usize) -> &[u8] {
        self.path(self.entries[at])
    }

    /// The entry at that position.
    pub(crate) fn entry(&self, at: usize) -> PlainEntry<'_> {
        let place = self.entries[at];
        let start = place.at as usize;
        let bytes = &self.bytes[start..];
        let flag = ID + self.layout.id;
        let further =
            if short(bytes, flag).unwrap_or(0) & EXTENDED == 0 { None } else { short(bytes, flag + 2) };
        PlainEntry {
            path: self.path(place),
            id: &bytes[ID..flag],
            mode: number(bytes, MODE).unwrap_or_default(),
            mtime: number(bytes, MTIME).unwrap_or_default(),
            size: number(bytes, SIZE).unwrap_or_default(),
            left_out: further.unwrap_or_default() & SKIP_WORKTREE != 0,
            at: start,
        }
    }

    /// Where the entry behind that one begins, or would.
    pub(super) fn end_of(&self, at: usize) -> usize {
        self.entries.get(at + 1).map_or(self.end, |next| next.at as usize)
    }

    /// The position of a path, or where it would be.
    pub(crate) fn position(&self, path: &[u8]) -> Result<usize, usize> {
        self.entries.binary_search_by(|place| self.path(*place).cmp(path))
    }

    /// The positions of the paths that begin so.
    pub(crate) fn below(&self, prefix: &[u8]) -> Range<usize> {
        let start = self.entries.partition_point(|place| self.path(*place) < prefix);
        let length = self.entries[start..].partition_point(|place| self.path(*place).starts_with(prefix));
        start..start + length
    }
}

impl Place {
    fn name(self) -> Range<usize> {
        self.name as usize..(self.name + self.length) as usize
    }
}

/// What is fixed in the entry at `at`: its flags, where it may stand in a plain index.
fn flags(body: &[u8], at: usize, layout: Layout) -> Option<u16> {
    let bytes = body.get(at..)?;
    let flags = short(bytes, ID + layout.id)?;
    let further = match flags & EXTENDED {
        0 => 0,
        _ if layout.version > 2 => short(bytes, ID + layout.id + 2)?,
        _ => return None,
    };
    let is_odd = flags & STAGE != 0 || further & INTENT_TO_ADD != 0 || number(bytes, MODE)? == FOLDED;
    (!is_odd).then_some(flags)
}

/// The entry at `at`, and where it ends.
fn written_out(body: &[u8], at: usize, layout: Layout) -> Option<(Place, usize)> {
    let flags = flags(body, at, layout)?;
    let name = layout.name(flags);
    let rest = body.get(at + name..)?;
    // A longer name ends at its zero.
    let length = match flags & NAME {
        NAME => rest.iter().position(|byte| *byte == 0)?,
        length => usize::from(length),
    };
    let end = padded(name + length);
    let padding = body.get(at + name + length..at + end)?;
    padding.iter().all(|byte| *byte == 0).then_some(())?;
    Some((place(at, at + name, length)?, at + end))
}

/// The same of an entry that says by how many bytes the end of the name before it is another one, and what that is.
fn compressed(
    body: &[u8],
    at: usize,
    layout: Layout,
    last: Option<Place>,
    names: &mut Vec<u8>,
) -> Option<(Place, usize)> {
    let mut at_name = at + layout.name(flags(body, at, layout)?);
    // As git writes offsets: seven bits a byte, each but the last with one more.
    let mut byte = *body.get(at_name)?;
    let mut cut = usize::from(byte & 0x7f);
    while byte & 0x80 != 0 {
        at_name += 1;
        byte = *body.get(at_name)?;
        cut = cut.checked_add(1)?.checked_mul(1 << 7)? + usize::from(byte & 0x7f);
    }
    let rest = body.get(at_name + 1..)?;
    let length = rest.iter().position(|byte| *byte == 0)?;
    let start = names.len();
    let before = last.map_or(0..0, Place::name);
    names.extend_from_within(before.start..before.end.checked_sub(cut).filter(|end| *end >= before.start)?);
    names.extend_from_slice(&rest[..length]);
    Some((place(at, start, names.len() - start)?, at_name + 1 + length + 1))
}

fn place(at: usize, name: usize, length: usize) -> Option<Place> {
    let [at, name, length] = [at, name, length].map(|it| u32::try_from(it).ok());
    name?.checked_add(length?)?;
    Some(Place { at: at?, name: name?, length: length? })
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
