//! Who has whom in its `imports`, as it lies on the disk: sorted by who is imported, in blocks of which a question reads
//! one. Pure.
//!
//! ```text
//!   magic | length of the head, its checksum
//!   head      epoch, and of each block its length, checksum and first name
//!   blocks    each name, and its importers
//! ```
//! Any bytes may be given: what does not check is no answer.

use std::io::{Read, Seek, SeekFrom};

use serde::{Deserialize, Serialize};

use crate::dsp::watch::Epoch;

/// The first bytes; another layout has others.
const MAGIC: &[u8; 8] = b"dspback1";
/// Where the head begins.
const HEAD: usize = MAGIC.len() + 4 + 4;
/// A block is closed once it has so many bytes: as many as the system reads at once, more or less.
const BLOCK: usize = 1 << 13;

/// One that imports: its name, and by way of what, as its first line says that does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::dsp) struct Importer {
    pub(in crate::dsp) name: Vec<u8>,
    pub(in crate::dsp) via: Option<Vec<u8>>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Head {
    epoch: Epoch,
    blocks: Vec<Block>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Block {
    length: u32,
    checksum: u32,
    first: Vec<u8>,
}

/// A table that was opened.
#[derive(Debug)]
pub(in crate::dsp) struct Reverse<R> {
    head: Head,
    from: R,
    /// Where the blocks begin.
    start: u64,
    /// Whether a block did not check.
    is_damaged: bool,
}

impl<R: Read + Seek> Reverse<R> {
    /// Opens what [`pack`] made; `None` when it is anything else.
    pub(in crate::dsp) fn open(mut from: R) -> Option<Self> {
        let mut fixed = [0; HEAD];
        from.read_exact(&mut fixed).ok()?;
        let (length, checksum) = fixed.strip_prefix(MAGIC)?.split_first_chunk()?;
        let length = u32::from_le_bytes(*length);
        let head = read(&mut from, length)?;
        if crc32fast::hash(&head).to_le_bytes() != *checksum {
            return None;
        }
        let start = HEAD as u64 + u64::from(length);
        Some(Self { head: postcard::from_bytes(&head).ok()?, from, start, is_damaged: false })
    }

    /// The time in which the files were looked at.
    pub(in crate::dsp) fn epoch(&self) -> Epoch {
        self.head.epoch
    }

    /// Whether somebody asked for what is damaged.
    pub(in crate::dsp) fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    /// Who imports `name`, in the order in which they were packed; `None` where that is damaged.
    pub(in crate::dsp) fn importers(&mut self, name: &[u8]) -> Option<Vec<Importer>> {
        let found = self.find(name);
        self.is_damaged |= found.is_none();
        found
    }

    fn find(&mut self, name: &[u8]) -> Option<Vec<Importer>> {
        let Some(at) = self.head.blocks.partition_point(|block| *block.first <= *name).checked_sub(1) else {
            return Some(Vec::new());
        };
        let (before, block) = (self.head.blocks.get(..at)?, self.head.blocks.get(at)?);
        let offset: u64 = before.iter().map(|block| u64::from(block.length)).sum();
        self.from.seek(SeekFrom::Start(self.start.checked_add(offset)?)).ok()?;
        let bytes = read(&mut self.from, block.length)?;
        let mut rest = (crc32fast::hash(&bytes) == block.checksum).then_some(&*bytes)?;
        while !rest.is_empty() {
            let (known, behind) = postcard::take_from_bytes::<&[u8]>(rest).ok()?;
            let (importers, behind) = postcard::take_from_bytes::<Vec<Importer>>(behind).ok()?;
            if known == name {
                return Some(importers);
            }
            rest = behind;
        }
        Some(Vec::new())
    }
}

/// The next `length` bytes, in one go where that is not more than a length that is none might ask for.
fn read(from: &mut impl Read, length: u32) -> Option<Vec<u8>> {
    const MOST: usize = 1 << 20;
    let mut bytes = Vec::with_capacity(MOST.min(length.try_into().ok()?));
    from.take(length.into()).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// The importers of each name, sorted by the names; `None` where they cannot be packed.
pub(in crate::dsp) fn pack<'n>(
    epoch: Epoch,
    all: impl Iterator<Item = (&'n [u8], Vec<Importer>)>,
) -> Option<Vec<u8>> {
    let (mut blocks, mut bodies, mut body, mut first) = (Vec::new(), Vec::new(), Vec::new(), &b""[..]);
    let mut close = |body: &mut Vec<u8>, first: &[u8]| {
        let length = u32::try_from(body.len()).ok()?;
        blocks.push(Block { length, checksum: crc32fast::hash(body), first: first.to_vec() });
        bodies.append(body);
        Some(())
    };
    for (name, importers) in all {
        if body.is_empty() {
            first = name;
        }
        body = postcard::to_extend(name, body).ok()?;
        body = postcard::to_extend(&importers, body).ok()?;
        if body.len() >= BLOCK {
            close(&mut body, first)?;
        }
    }
    if !body.is_empty() {
        close(&mut body, first)?;
    }
    let head = postcard::to_stdvec(&Head { epoch, blocks }).ok()?;
    let length = u32::try_from(head.len()).ok()?.to_le_bytes();
    Some([MAGIC, &length[..], &crc32fast::hash(&head).to_le_bytes(), &head, &bodies].concat())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn importer(at: usize) -> Importer {
        let via = at.is_multiple_of(3).then(|| format!("obj-{at:08x}").into_bytes());
        Importer { name: format!("obj-{:08x}", at * 7).into_bytes(), via }
    }

    /// `obj-…N` has N importers.
    fn packed(count: usize) -> Vec<u8> {
        let names: Vec<Vec<u8>> = (0..count).map(|at| format!("obj-{at:08x}").into_bytes()).collect();
        let importers = |at| (0..at).map(importer).collect();
        pack([3; 16], names.iter().enumerate().map(|(at, name)| (&name[..], importers(at)))).unwrap()
    }

    fn ask(bytes: &[u8], name: &str) -> Option<usize> {
        let mut table = Reverse::open(Cursor::new(bytes))?;
        assert_eq!(table.epoch(), [3; 16]);
        let importers = table.importers(name.as_bytes())?;
        assert_eq!(importers, (0..importers.len()).map(importer).collect::<Vec<_>>());
        Some(importers.len())
    }

    #[test]
    fn each_name_has_its_importers() {
        for count in [0, 1, 2, 300] {
            let bytes = packed(count);
            for at in 0..count + 2 {
                let expected = if at < count { at } else { 0 };
                assert_eq!(ask(&bytes, &format!("obj-{at:08x}")), Some(expected), "{at} of {count}");
            }
            for nobody in ["", "func-00000001", "obj-00000001x", "z"] {
                assert_eq!(ask(&bytes, nobody), Some(0));
            }
        }
    }

    #[test]
    fn what_is_damaged_is_no_answer() {
        let whole = packed(12);
        for end in 0..whole.len() {
            assert_eq!(ask(&whole[..end], "obj-0000000b"), None, "cut at {end}");
        }
        for bit in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(ask(&flipped, "obj-0000000b"), None, "bit {bit}");
        }
    }
}
