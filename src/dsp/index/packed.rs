//! One kind of file of every entity in one piece of memory, as it lies on the disk. Pure.
//!
//! ```text
//!   magic, checksum of all that follows | number of rows, length of the names
//!   a row for each file: stamp, end of its name, end of its bytes
//!   the names, sorted, one behind the other | the bytes, one behind the other
//! ```
//! Numbers are little-endian. Any bytes may be given: what does not check is no column.

use std::ops::Range;

use crate::dsp::stamp::Stamp;

/// The first bytes; another layout has others.
const MAGIC: &[u8; 8] = b"dspcolm1";
/// Magic and checksum.
const SEAL: usize = 8 + 4;
const HEAD: usize = SEAL + 4 + 4;
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
    pub(in crate::dsp) stamp: Stamp,
    pub(in crate::dsp) bytes: &'a [u8],
}

impl Packed {
    /// Reads what [`pack`] made of the files called `file`; `None` when it is anything else.
    pub(in crate::dsp) fn parse(file: &str, bytes: Vec<u8>) -> Option<Self> {
        let sealed = bytes.get(SEAL..)?;
        let seal = bytes.starts_with(MAGIC) && number(&bytes, MAGIC.len())? == checksum(file, sealed);
        let rows = seal.then(|| number(&bytes, SEAL))??;
        let names = HEAD.checked_add(rows.checked_mul(ROW)?)?;
        let contents = names.checked_add(number(&bytes, SEAL + 4)?)?;
        let packed = Self { bytes, rows, names, contents };
        packed.is_sound().then_some(packed)
    }

    /// Whether every name and every file lies where it may.
    fn is_sound(&self) -> bool {
        let whole = Some((self.contents, self.bytes.len()));
        if self.rows == 0 {
            return whole == Some((self.names, self.names));
        }
        let ordered = |at: usize| Some(self.name(at)? < self.name(at + 1)? && self.content(at).is_some());
        let last = || Some((self.name_range(self.rows - 1)?.end, self.content_range(self.rows - 1)?.end));
        last() == whole
            && (0..self.rows - 1).all(|at| ordered(at) == Some(true))
            && self.content(self.rows - 1).is_some()
    }

    /// How many files there are.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.rows
    }

    /// Where `name` stands, or would.
    pub(in crate::dsp) fn place(&self, name: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.rows);
        while low < high {
            let middle = low.midpoint(high);
            if self.name(middle).is_some_and(|found| found < name) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The name of row `at`.
    pub(in crate::dsp) fn name(&self, at: usize) -> Option<&[u8]> {
        self.bytes.get(self.name_range(at)?)
    }

    /// Where the bytes of row `at` lie in [`Self::into_bytes`], if `stamp` is that of the row.
    pub(in crate::dsp) fn with_stamp(&self, at: usize, stamp: Stamp) -> Option<Range<usize>> {
        let row = self.row(at)?;
        let known = self.bytes.get(row..row + Stamp::LEN)? == stamp.to_bytes();
        if known { self.content_range(at) } else { None }
    }

    /// Everything.
    pub(in crate::dsp) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn content(&self, at: usize) -> Option<&[u8]> {
        self.bytes.get(self.content_range(at)?)
    }

    fn name_range(&self, at: usize) -> Option<Range<usize>> {
        self.range(at, Stamp::LEN, self.names)
    }

    fn content_range(&self, at: usize) -> Option<Range<usize>> {
        self.range(at, Stamp::LEN + 4, self.contents)
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

/// `rows`, sorted by name, which are files called `file`; `None` when they are too many bytes.
pub(in crate::dsp) fn pack(file: &str, rows: &[Row<'_>]) -> Option<Vec<u8>> {
    let (names, contents) = rows.iter().fold((0, 0), |(n, c), row| (n + row.name.len(), c + row.bytes.len()));
    let mut bytes = Vec::with_capacity(HEAD + rows.len() * ROW + names + contents);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&[0; SEAL - MAGIC.len()]);
    bytes.extend_from_slice(&le(rows.len())?);
    bytes.extend_from_slice(&le(names)?);
    let (mut name_end, mut end) = (0, 0);
    for row in rows {
        name_end += row.name.len();
        end += row.bytes.len();
        bytes.extend_from_slice(&row.stamp.to_bytes());
        bytes.extend_from_slice(&le(name_end)?);
        bytes.extend_from_slice(&le(end)?);
    }
    for part in rows.iter().map(|row| row.name).chain(rows.iter().map(|row| row.bytes)) {
        bytes.extend_from_slice(part);
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
