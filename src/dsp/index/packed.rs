//! One kind of file of every entity in one piece of memory, as it lies on the disk. Pure.
//!
//! ```text
//!   head      magic, checksums of the near part and of the far one
//!             number of rows, length of the contents and of the names
//!             epoch | digest of the names
//!   near      a row for each name: where its bytes end, or that there is no file | the bytes, one behind the other
//!   far       a stamp for each row | the names, sorted, a zero behind each
//! ```
//! The far part is for who looks at files: where somebody watches, it is not read. Numbers are little-endian. Any bytes
//! may be given: what does not check is no column.

use std::io::Read;
use std::ops::Range;

use bstr::Finder;

use crate::dsp::names::{self, Names};
use crate::dsp::stamp::{KeptStamp, Stamp};
use crate::dsp::watch::{Epoch, NO_EPOCH};

/// The first bytes; another layout has others.
const MAGIC: &[u8; 8] = b"dspcolm5";
/// Where the checksums stand, and what that of the near part speaks for.
const NEAR_SUM: usize = MAGIC.len();
const FAR_SUM: usize = NEAR_SUM + 4;
/// Where the numbers stand.
const ROWS: usize = FAR_SUM + 4;
const CONTENTS: usize = ROWS + 4;
const NAMES: usize = CONTENTS + 4;
const EPOCH: usize = NAMES + 4;
const DIGEST: usize = EPOCH + size_of::<Epoch>();
const HEAD: usize = DIGEST + size_of::<names::Digest>();
/// Ends are counted in 31 bits: no column is larger.
const ROW: usize = 4;
/// Set in an end: there is no file.
const NO_FILE: u32 = 1 << 31;

/// Files without their names and stamps.
#[derive(Debug)]
pub(in crate::dsp) struct Packed {
    /// Head and near part.
    bytes: Vec<u8>,
    rows: usize,
}

impl Default for Packed {
    fn default() -> Self {
        Self { bytes: vec![0; HEAD], rows: 0 }
    }
}

impl Packed {
    /// Reads head and near part of what [`sealed`] made of the files called `file`; `None` when it is anything else.
    /// `size` is all that there is.
    pub(in crate::dsp) fn read(file: &str, from: &mut impl Read, size: usize) -> Option<Self> {
        let mut bytes = vec![0; HEAD];
        from.read_exact(&mut bytes).ok()?;
        let at = |place| number(&bytes, place).and_then(|number| usize::try_from(number).ok());
        let (rows, contents, names) = (at(ROWS)?, at(CONTENTS)?, at(NAMES)?);
        let near = rows.checked_mul(ROW)?.checked_add(contents)?;
        let far = rows.checked_mul(Stamp::LEN)?.checked_add(names)?;
        let is_whole = HEAD.checked_add(near)?.checked_add(far)? == size;
        if !bytes.starts_with(MAGIC) || !is_whole {
            return None;
        }
        bytes.reserve_exact(near);
        from.take(near as u64).read_to_end(&mut bytes).ok()?;
        let read = Self { bytes, rows };
        // Where each row leads is looked at when it is asked for.
        (read.bytes.len() == HEAD + near && number(&read.bytes, NEAR_SUM)? == read.checksum(file))
            .then_some(read)
    }

    /// Reads what stands behind it.
    pub(in crate::dsp) fn read_far(&self, file: &str, from: &mut impl Read) -> Option<Far> {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).ok()?;
        let is_whole = number(&self.bytes, FAR_SUM)? == checksum(file, &[&bytes]);
        is_whole.then_some(Far { bytes, rows: self.rows })
    }

    /// The files of `names`, looked at in `epoch`; `None` when they are too many bytes.
    pub(in crate::dsp) fn of<'c>(
        epoch: Epoch,
        names: &Names,
        files: impl Iterator<Item = Option<&'c [u8]>> + Clone,
    ) -> Option<Self> {
        let contents: usize = files.clone().flatten().map(<[u8]>::len).sum();
        let le = |number: usize| u32::try_from(number).ok().filter(|it| it & NO_FILE == 0);
        let mut bytes = Vec::with_capacity(HEAD + names.len() * ROW + contents);
        bytes.extend_from_slice(MAGIC);
        bytes.resize(ROWS, 0);
        for number in [names.len(), contents, names.block().len()] {
            bytes.extend_from_slice(&le(number)?.to_le_bytes());
        }
        bytes.extend_from_slice(&epoch);
        bytes.extend_from_slice(names.digest());
        let mut end = 0;
        for file in files.clone() {
            end += u32::try_from(file.unwrap_or_default().len()).ok()?;
            let row = if file.is_none() { end | NO_FILE } else { end };
            bytes.extend_from_slice(&row.to_le_bytes());
        }
        files.flatten().for_each(|file| bytes.extend_from_slice(file));
        Some(Self { bytes, rows: names.len() })
    }

    /// The time in which the files were looked at.
    pub(in crate::dsp) fn epoch(&self) -> Epoch {
        self.bytes.get(EPOCH..DIGEST).and_then(|epoch| epoch.try_into().ok()).unwrap_or(NO_EPOCH)
    }

    /// Whether a row stands for each of `names`, and for nothing else.
    pub(in crate::dsp) fn is_of(&self, names: &Names) -> bool {
        self.rows == names.len() && self.bytes.get(DIGEST..HEAD) == Some(names.digest())
    }

    /// The bytes of the file of row `at`; `None` when it has none.
    pub(in crate::dsp) fn get(&self, at: usize) -> Option<&[u8]> {
        let has_file = self.end(at)? & NO_FILE == 0;
        self.contents().get(self.range(at)?).filter(|_| has_file)
    }

    /// The rows in which stands what is looked for, ascending, and perhaps some more: what begins in one file and ends in
    /// the next stands in neither.
    pub(in crate::dsp) fn may_hold(&self, wanted: &Finder<'_>) -> Vec<usize> {
        let (contents, mut found, mut row, mut from) = (self.contents(), Vec::new(), 0, 0);
        while let Some(hit) = contents.get(from..).and_then(|rest| wanted.find(rest)) {
            let at = self.row_at(row, from + hit);
            let Some((at, end)) = at.and_then(|at| Some((at, self.range(at)?.end))) else { break };
            found.push(at);
            (row, from) = (at, end);
        }
        found
    }

    /// The row in which byte number `byte` of the contents stands, which is none before `first`.
    fn row_at(&self, first: usize, byte: usize) -> Option<usize> {
        let (mut low, mut high) = (first, self.rows);
        while low < high {
            let middle = low.midpoint(high);
            if (self.end(middle)? & !NO_FILE) as usize <= byte {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low < self.rows).then_some(low)
    }

    /// Where the bytes of row `at` are in the contents.
    fn range(&self, at: usize) -> Option<Range<usize>> {
        let end = |at| self.end(at).map(|end| (end & !NO_FILE) as usize);
        Some(if at == 0 { 0 } else { end(at - 1)? }..end(at)?)
    }

    fn end(&self, at: usize) -> Option<u32> {
        if at < self.rows { number(&self.bytes, HEAD + at * ROW) } else { None }
    }

    /// Ends and contents.
    pub(in crate::dsp) fn near(&self) -> &[u8] {
        &self.bytes[HEAD..]
    }

    fn contents(&self) -> &[u8] {
        self.bytes.get(HEAD + self.rows * ROW..).unwrap_or_default()
    }

    /// Of all but the magic and itself.
    fn checksum(&self, file: &str) -> u32 {
        checksum(file, &[self.bytes.get(FAR_SUM..).unwrap_or_default()])
    }
}

/// What speaks for the files of a [`Packed`], and their names.
#[derive(Debug)]
pub(in crate::dsp) struct Far {
    bytes: Vec<u8>,
    rows: usize,
}

impl Far {
    /// The stamp of row `at`, as it is kept.
    pub(in crate::dsp) fn stamp(&self, at: usize) -> Option<KeptStamp> {
        if at < self.rows { self.bytes.get(at * Stamp::LEN..)?.first_chunk().copied() } else { None }
    }

    /// The row of each of `wanted`.
    pub(in crate::dsp) fn rows_of(&self, wanted: &Names) -> Vec<Option<usize>> {
        let block = self.bytes.get(self.rows * Stamp::LEN..).unwrap_or_default();
        let names =
            block.split_inclusive(|byte| *byte == 0).map(|name| name.strip_suffix(b"\0").unwrap_or(name));
        let mut names = names.take(self.rows).enumerate().peekable();
        let row_of = |wanted: &[u8]| {
            while names.next_if(|(_, known)| *known < wanted).is_some() {}
            names.peek().filter(|(_, known)| *known == wanted).map(|(row, _)| *row)
        };
        wanted.iter().map(row_of).collect()
    }
}

/// What is kept of the files called `file` before and behind the near part of `packed`: the head, and of `names` the far
/// part with a stamp for each.
pub(in crate::dsp) fn sealed(
    file: &str,
    packed: &Packed,
    names: &Names,
    stamps: impl Iterator<Item = KeptStamp>,
) -> (Vec<u8>, Vec<u8>) {
    let mut far = Vec::with_capacity(names.len() * Stamp::LEN + names.block().len());
    stamps.for_each(|stamp| far.extend_from_slice(&stamp));
    far.extend_from_slice(names.block());
    let mut head = packed.bytes[..HEAD].to_vec();
    head[FAR_SUM..ROWS].copy_from_slice(&checksum(file, &[&far]).to_le_bytes());
    let sum = checksum(file, &[&head[FAR_SUM..], packed.near()]).to_le_bytes();
    head[NEAR_SUM..FAR_SUM].copy_from_slice(&sum);
    (head, far)
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes)
}

/// A column of one kind of file is none of another.
fn checksum(file: &str, parts: &[&[u8]]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(file.as_bytes());
    hasher.update(&[0]);
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests;
