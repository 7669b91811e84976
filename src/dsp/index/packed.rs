//! One kind of file of every entity in one piece of memory, as it lies on the disk. Pure.
//!
//! ```text
//!   magic, checksum of all that follows | number of rows, length of the names | epoch
//!   a row for each file: stamp, end of its name, end of its bytes
//!   the names, sorted, a zero behind each | the bytes, one behind the other
//! ```
//! Numbers are little-endian. Any bytes may be given: what does not check is no column.

use std::ops::Range;

use crate::dsp::names::Names;
use crate::dsp::stamp::Stamp;
use crate::dsp::watch::{Epoch, NO_EPOCH};

/// The first bytes; another layout has others.
const MAGIC: &[u8; 8] = b"dspcolm3";
/// Magic and checksum.
const SEAL: usize = 8 + 4;
/// Where the epoch stands.
const EPOCH: usize = SEAL + 4 + 4;
const HEAD: usize = EPOCH + size_of::<Epoch>();
/// Ends are counted in 4 bytes: no column is larger.
const ROW: usize = Stamp::LEN + 4 + 4;

/// Files with their names and stamps.
#[derive(Debug, Default)]
pub(in crate::dsp) struct Packed {
    bytes: Vec<u8>,
    rows: usize,
    names: usize,
    contents: usize,
}

/// A file to be packed.
pub(in crate::dsp) struct Row<'a> {
    pub(in crate::dsp) name: &'a [u8],
    pub(in crate::dsp) stamp: [u8; Stamp::LEN],
    pub(in crate::dsp) bytes: &'a [u8],
}

impl<'a> Row<'a> {
    /// One that holds the place of what is not known.
    pub(in crate::dsp) fn unknown(name: &'a [u8]) -> Self {
        Self { name, stamp: Stamp::OF_NOTHING, bytes: b"" }
    }

    /// One that says that there is no such file.
    pub(in crate::dsp) fn without_file(name: &'a [u8]) -> Self {
        Self { name, stamp: Stamp::OF_NO_FILE, bytes: b"" }
    }
}

/// Where the rows of names are.
#[derive(Debug)]
pub(in crate::dsp) enum Rows {
    /// The names are those of the rows.
    Same,
    /// The row of each name.
    Merged(Vec<Option<usize>>),
}

impl Rows {
    /// The row of the name at a place.
    pub(in crate::dsp) fn get(&self, at: usize) -> Option<usize> {
        match self {
            Self::Same => Some(at),
            Self::Merged(rows) => *rows.get(at)?,
        }
    }
}

impl Packed {
    /// Reads what [`pack`] made of the files called `file`; `None` when it is anything else.
    pub(in crate::dsp) fn parse(file: &str, bytes: Vec<u8>) -> Option<Self> {
        let sealed = bytes.get(SEAL..)?;
        let seal = bytes.starts_with(MAGIC) && number(&bytes, MAGIC.len())? == checksum(file, sealed);
        let rows = seal.then(|| number(&bytes, SEAL))??;
        let names = HEAD.checked_add(rows.checked_mul(ROW)?)?;
        let contents = names.checked_add(number(&bytes, SEAL + 4)?)?;
        // Where each row leads is looked at when it is asked for.
        (contents <= bytes.len()).then_some(Self { bytes, rows, names, contents })
    }

    /// Where each of `wanted` has its row.
    pub(in crate::dsp) fn rows_of(&self, wanted: &Names) -> Rows {
        if self.bytes.get(self.names..self.contents) == Some(wanted.block()) {
            return Rows::Same;
        }
        let mut row = 0;
        let row_of = |wanted: &[u8]| {
            while self.name(row).is_some_and(|known| known < wanted) {
                row += 1;
            }
            (self.name(row)? == wanted).then_some(row)
        };
        Rows::Merged(wanted.iter().map(row_of).collect())
    }

    /// How many files there are.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.rows
    }

    /// The name of row `at`.
    pub(in crate::dsp) fn name(&self, at: usize) -> Option<&[u8]> {
        let with_zero = self.bytes.get(self.range(at, Stamp::LEN, self.names)?)?;
        with_zero.strip_suffix(b"\0")
    }

    /// Where the bytes of row `at` lie in [`Self::into_bytes`], if `stamp` is that of the row.
    pub(in crate::dsp) fn with_stamp(&self, at: usize, stamp: Stamp) -> Option<Range<usize>> {
        if self.stamp(at)? != stamp.to_bytes() {
            return None;
        }
        self.contents(at)
    }

    /// Where the bytes of row `at` lie.
    fn contents(&self, at: usize) -> Option<Range<usize>> {
        self.range(at, Stamp::LEN + 4, self.contents).filter(|range| self.bytes.get(range.clone()).is_some())
    }

    /// The stamp of row `at`, as it is kept.
    pub(in crate::dsp) fn stamp(&self, at: usize) -> Option<[u8; Stamp::LEN]> {
        self.bytes.get(self.row(at)?..)?.first_chunk().copied()
    }

    /// Where the bytes of row `at` lie in [`Self::into_bytes`], for whoever knows that the file is the same; `None` where no
    /// bytes are known.
    pub(in crate::dsp) fn with_any_stamp(&self, at: usize) -> Option<Range<usize>> {
        let is_known = !matches!(self.stamp(at)?, Stamp::OF_NOTHING | Stamp::OF_NO_FILE);
        self.contents(at).filter(|_| is_known)
    }

    /// Whether row `at` says that there was no file.
    pub(in crate::dsp) fn has_no_file(&self, at: usize) -> bool {
        self.stamp(at) == Some(Stamp::OF_NO_FILE)
    }

    /// The time in which the rows were looked at.
    pub(in crate::dsp) fn epoch(&self) -> Epoch {
        self.bytes.get(EPOCH..HEAD).and_then(|epoch| epoch.try_into().ok()).unwrap_or(NO_EPOCH)
    }

    /// How many bytes there are.
    pub(in crate::dsp) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Everything.
    pub(in crate::dsp) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// From the end of the row before to that of row `at`, counted from `base`; the ends stand at `offset` of a row.
    fn range(&self, at: usize, offset: usize, base: usize) -> Option<Range<usize>> {
        let end = |at: usize| base.checked_add(number(&self.bytes, self.row(at)? + offset)?);
        Some(if at == 0 { base } else { end(at - 1)? }..end(at)?)
    }

    fn row(&self, at: usize) -> Option<usize> {
        (at < self.rows).then_some(HEAD + at * ROW)
    }
}

/// `rows`, sorted by name, which are files called `file` and were looked at in `epoch`; `None` when they are too many bytes.
pub(in crate::dsp) fn pack(file: &str, epoch: Epoch, rows: &[Row<'_>]) -> Option<Vec<u8>> {
    let (names, contents) =
        rows.iter().fold((0, 0), |(n, c), row| (n + row.name.len() + 1, c + row.bytes.len()));
    let mut bytes = Vec::with_capacity(HEAD + rows.len() * ROW + names + contents);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&[0; SEAL - MAGIC.len()]);
    bytes.extend_from_slice(&le(rows.len())?);
    bytes.extend_from_slice(&le(names)?);
    bytes.extend_from_slice(&epoch);
    let (mut name_end, mut end) = (0, 0);
    for row in rows {
        name_end += row.name.len() + 1;
        end += row.bytes.len();
        bytes.extend_from_slice(&row.stamp);
        bytes.extend_from_slice(&le(name_end)?);
        bytes.extend_from_slice(&le(end)?);
    }
    for row in rows {
        bytes.extend_from_slice(row.name);
        bytes.push(0);
    }
    for row in rows {
        bytes.extend_from_slice(row.bytes);
    }
    let sum = le(checksum(file, &bytes[SEAL..]))?;
    bytes[MAGIC.len()..SEAL].copy_from_slice(&sum);
    Some(bytes)
}

fn le(number: usize) -> Option<[u8; 4]> {
    u32::try_from(number).ok().map(u32::to_le_bytes)
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(four)).ok()
}

/// A column of one kind of file is none of another.
fn checksum(file: &str, bytes: &[u8]) -> usize {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(file.as_bytes());
    hasher.update(&[0]);
    hasher.update(bytes);
    hasher.finalize() as usize
}

#[cfg(test)]
mod tests;
