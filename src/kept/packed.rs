//! A file of what is kept: a table of keys, sorted, and behind it what was made of each.
//!
//! ```text
//!   mark | checksum of count and table | count | table: (key, place, length, checksum) ... | bytes ...
//! ```
//!
//! Whoever asks for much reads it whole, and whoever asks for little reads the table and then what is asked for. What is
//! damaged counts as not there: the file where its head is, else the entry.

use std::borrow::Cow;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::{Mutex, PoisonError};

use super::{Folder, Key};

/// The first bytes of a file; another layout has other bytes.
const MAGIC: &[u8; 8] = b"dspkept2";
/// Where the count stands, and where the table begins.
const COUNT: usize = MAGIC.len() + 4;
const TABLE: usize = COUNT + 8;
/// Where the parts of a row stand.
const PLACE: usize = 32;
const LENGTH: usize = PLACE + 4;
const SUM: usize = LENGTH + 4;
const ROW: usize = SUM + 4;

/// Such a file.
#[derive(Debug, Default)]
pub(super) struct Packed {
    /// All bytes, or those up to the end of the table.
    bytes: Vec<u8>,
    /// How many entries there are.
    count: usize,
    /// Keys are spread evenly: cut by their first bytes into as many shares as there are entries, the first entry of each
    /// share, and the number of all.
    shares: Vec<u32>,
    /// Where the other bytes are read.
    rest: Option<Mutex<File>>,
}

impl Packed {
    /// The file called `name`, read whole.
    pub(super) fn whole(folder: &Folder, name: &str) -> Option<Self> {
        let bytes = folder.read(name)?;
        let count = count(&bytes, bytes.len())?;
        let table = bytes.get(COUNT..TABLE + count * ROW)?;
        is_sound(&bytes, table).then(|| Self::of(bytes, count, None))
    }

    /// The same for who asks for a few entries.
    pub(super) fn in_parts(folder: &Folder, name: &str) -> Option<Self> {
        let (mut file, length) = folder.open(name)?;
        let mut bytes = vec![0; TABLE];
        file.read_exact(&mut bytes).ok()?;
        let count = count(&bytes, length)?;
        bytes.resize(TABLE + count * ROW, 0);
        file.read_exact(&mut bytes[TABLE..]).ok()?;
        is_sound(&bytes, &bytes[COUNT..]).then(|| Self::of(bytes, count, Some(Mutex::new(file))))
    }

    fn of(bytes: Vec<u8>, count: usize, rest: Option<Mutex<File>>) -> Self {
        let mut packed = Self { bytes, count, shares: Vec::with_capacity(count + 1), rest };
        for (at, number) in (0..count).zip(0..) {
            let share = packed.share(packed.row(at));
            while packed.shares.len() <= share {
                packed.shares.push(number);
            }
        }
        packed.shares.resize(count + 1, u32::try_from(count).unwrap_or(u32::MAX));
        packed
    }

    /// In which share a key lies that begins so.
    fn share(&self, key: &[u8]) -> usize {
        let first = key.first_chunk().map_or(0, |first| u32::from_be_bytes(*first));
        usize::try_from((u64::from(first) * self.count as u64) >> 32).unwrap_or_default()
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The position of the entry with that key.
    pub(super) fn position(&self, key: &Key) -> Option<usize> {
        let share = self.share(key);
        let range = *self.shares.get(share)?..*self.shares.get(share + 1)?;
        range.map(|at| at as usize).find(|at| self.row(*at).starts_with(key))
    }

    /// The key of the entry at that position.
    pub(super) fn key(&self, at: usize) -> Option<Key> {
        self.row(at).first_chunk().copied()
    }

    /// What was made of it; `None` where it is damaged.
    pub(super) fn made(&self, at: usize) -> Option<Cow<'_, [u8]>> {
        let row = self.row(at);
        let (place, length) = (number(row, PLACE)?, number(row, LENGTH)? as usize);
        let made = match &self.rest {
            None => Cow::Borrowed(self.bytes.get(place as usize..)?.get(..length)?),
            Some(rest) => {
                let mut file = rest.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(place.into())).ok()?;
                let mut made = Vec::new();
                (&mut *file).take(length as u64).read_to_end(&mut made).ok()?;
                Cow::Owned(made)
            }
        };
        (made.len() == length && crc32fast::hash(&made) == number(row, SUM)?).then_some(made)
    }

    fn row(&self, at: usize) -> &[u8] {
        &self.bytes[TABLE + at * ROW..][..ROW]
    }
}

/// The bytes of a file of `entries`, which are sorted; `None` when these are too many or too large.
pub(super) fn packed(entries: &[(Key, Cow<'_, [u8]>)]) -> Option<Vec<u8>> {
    let start = TABLE + entries.len() * ROW;
    let length = entries.iter().map(|(_, made)| made.len()).sum::<usize>();
    let mut bytes = Vec::with_capacity(start + length);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&[0; COUNT - MAGIC.len()]);
    bytes.extend_from_slice(&(entries.len() as u64).to_le_bytes());
    let mut place = start;
    for (key, made) in entries {
        bytes.extend_from_slice(key);
        let numbers = [u32::try_from(place).ok()?, u32::try_from(made.len()).ok()?, crc32fast::hash(made)];
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        place += made.len();
    }
    let sum = crc32fast::hash(&bytes[COUNT..]);
    bytes[MAGIC.len()..COUNT].copy_from_slice(&sum.to_le_bytes());
    for (_, made) in entries {
        bytes.extend_from_slice(made);
    }
    Some(bytes)
}

/// How many entries the file of `length` bytes has whose first are `head`; `None` where it cannot have so many.
fn count(head: &[u8], length: usize) -> Option<usize> {
    let count = u64::from_le_bytes(*head.get(COUNT..)?.first_chunk()?);
    usize::try_from(count).ok().filter(|count| *count <= length.saturating_sub(TABLE) / ROW)
}

/// Whether the file begins as it should with this count and `table`.
fn is_sound(head: &[u8], table: &[u8]) -> bool {
    head.starts_with(MAGIC) && number(head, MAGIC.len()) == Some(crc32fast::hash(table))
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::super::digest;
    use super::*;

    #[test]
    fn damage_anywhere_is_not_known() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::in_git(dir.path());
        let mut entries = ["a", "bc", "def"].map(|text| (digest([text.as_bytes()]), text.as_bytes().into()));
        entries.sort_unstable();
        let bytes = packed(&entries).unwrap();
        let check = |bytes: &[u8], lost: &dyn Fn(usize) -> bool| {
            folder.write("some", &[bytes]).unwrap();
            for opened in [Packed::whole(&folder, "some"), Packed::in_parts(&folder, "some")] {
                let opened = opened.unwrap_or_default();
                for (nth, (key, made)) in entries.iter().enumerate() {
                    let known = opened.position(key).and_then(|at| opened.made(at));
                    assert_eq!(known.as_ref(), Some(made).filter(|_| !lost(nth)), "{nth}");
                }
            }
        };
        check(&bytes, &|_| false);
        let head = TABLE + entries.len() * ROW;
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            let mut end = head;
            let ends = entries.each_ref().map(|(_, made)| {
                end += made.len();
                end
            });
            let hit = ends.iter().position(|end| at < *end).unwrap();
            check(&damaged, &|nth| at < head || nth == hit);
            check(&bytes[..at], &|nth| at < head || ends[nth] > at);
        }
    }
}
