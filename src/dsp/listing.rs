//! What a `.dsp/` lists: its entities and its tables of contents, taken from the index where the stamp of the
//! directory says that nothing was added, removed or replaced, or who watches says what was. Touches the disk through its
//! doors alone.

use std::collections::BTreeMap;
use std::io;

use bstr::ByteSlice;

use super::disk::{Folder, Kind};
use super::index::Index;
use super::model::TocName;
use super::names::{Digest, Names};
use super::stamp::{KeptStamp, Stamp};
use super::watch::{Epoch, NO_EPOCH, Word};

/// What stands in a `.dsp/`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Listing {
    /// The directories that look like entities.
    pub(super) names: Names,
    /// The files that are tables of contents, sorted.
    pub(super) tocs: Vec<Vec<u8>>,
}

impl Listing {
    /// What `folder` lists. `word` is of who watches, and was said before.
    pub(super) fn of(folder: &Folder, index: &Index, word: Option<&Word>) -> io::Result<Self> {
        if let Some(kept) = index.listing().and_then(Kept::parse) {
            let followed = word.filter(|word| word.epoch == kept.epoch);
            if kept.is_of(folder)? {
                if word.is_some() && followed.is_none() {
                    index.keep_listing(&kept.listing.to_bytes(epoch(word), kept.stamp));
                }
                return Ok(kept.listing);
            }
            if let Some(word) = followed {
                return kept.listing.followed(folder, word);
            }
        }
        let stamp = folder.stamp()?.filter(|_| index.keeps());
        let listing = Self::sorted(folder.list()?);
        let stamp = stamp.filter(|stamp| stamp.is_before(index.settled())).map(Stamp::to_bytes);
        if stamp.is_some() || word.is_some() {
            index.keep_listing(&listing.to_bytes(epoch(word), stamp.unwrap_or(Stamp::OF_NOTHING)));
        }
        Ok(listing)
    }

    /// The tables of contents alone, for who needs no more and keeps nothing.
    pub(super) fn tocs(folder: &Folder, index: &Index) -> io::Result<Vec<Vec<u8>>> {
        let Some(kept) = index.listing().and_then(Kept::parse) else { return tocs(folder) };
        if kept.is_of(folder)? {
            return Ok(kept.listing.tocs);
        }
        match index.ask(folder).filter(|word| word.epoch == kept.epoch) {
            Some(word) => Ok(kept.listing.followed(folder, &word)?.tocs),
            None => tocs(folder),
        }
    }

    /// The same after what `word` tells of.
    fn followed(mut self, folder: &Folder, word: &Word) -> io::Result<Self> {
        let mut changed = BTreeMap::new();
        for name in word.names() {
            let kind = match folder.status(name) {
                Ok(status) => Some(status.kind),
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error) => return Err(error),
            };
            self.tocs.retain(|toc| *toc != *name);
            self.tocs.extend(kind.filter(|kind| is_toc(name, *kind)).map(|_| name.to_vec()));
            let is_entity = kind == Some(Kind::Directory) && Names::looks_like(name);
            if is_entity != self.names.find(name).is_some() {
                changed.insert(name, is_entity);
            }
        }
        self.tocs.sort_unstable();
        if !changed.is_empty() {
            self.names = self.names.changed(&changed);
        }
        Ok(self)
    }

    fn sorted(mut entries: Vec<(Vec<u8>, Kind)>) -> Self {
        entries.sort_unstable();
        let tocs = entries.iter().filter(|(name, kind)| is_toc(name, *kind));
        let tocs = tocs.map(|(name, _)| name.clone()).collect();
        let is_entity = |(name, kind): &&(Vec<u8>, Kind)| *kind == Kind::Directory && Names::looks_like(name);
        let names = Names::of(entries.iter().filter(is_entity).map(|(name, _)| name.as_slice()));
        Self { names, tocs }
    }

    /// As it is kept: the names, the tables, behind each a zero, and at the end, each in so many bytes, how long the names
    /// are, their digest, the epoch and the stamp of the directory.
    fn to_bytes(&self, epoch: Epoch, stamp: KeptStamp) -> Vec<u8> {
        let names = self.names.block();
        let mut bytes = names.to_vec();
        self.tocs.iter().for_each(|toc| bytes.extend(toc.iter().chain(b"\0")));
        bytes.extend_from_slice(&(names.len() as u64).to_le_bytes());
        bytes.extend_from_slice(self.names.digest());
        bytes.extend_from_slice(&epoch);
        bytes.extend_from_slice(&stamp);
        bytes
    }
}

/// The names of the tables of contents in `folder`, in no order.
fn tocs(folder: &Folder) -> io::Result<Vec<Vec<u8>>> {
    let files = folder.list()?.into_iter().filter(|(name, kind)| is_toc(name, *kind));
    Ok(files.map(|(name, _)| name).collect())
}

fn is_toc(name: &[u8], kind: Kind) -> bool {
    kind == Kind::File && TocName::parse(name).is_some()
}

fn epoch(word: Option<&Word>) -> Epoch {
    word.map_or(NO_EPOCH, |word| word.epoch)
}

/// What was kept of a directory, and what speaks for it.
#[derive(Debug, PartialEq, Eq)]
struct Kept {
    epoch: Epoch,
    stamp: KeptStamp,
    listing: Listing,
}

impl Kept {
    /// Whether `folder` still lists that.
    fn is_of(&self, folder: &Folder) -> io::Result<bool> {
        Ok(folder.stamp()?.is_some_and(|stamp| stamp.to_bytes() == self.stamp))
    }

    /// Reads what [`Listing::to_bytes`] wrote, whose checksum was right.
    fn parse(mut bytes: Vec<u8>) -> Option<Self> {
        let (rest, stamp) = bytes.split_last_chunk()?;
        let (rest, epoch) = rest.split_last_chunk()?;
        let (rest, digest) = rest.split_last_chunk()?;
        let (rest, length) = rest.split_last_chunk()?;
        let (stamp, epoch, digest): (KeptStamp, Epoch, Digest) = (*stamp, *epoch, *digest);
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let tocs = rest.get(length..)?;
        let tocs = match tocs.strip_suffix(b"\0") {
            Some(tocs) => tocs.split_str("\0").map(<[u8]>::to_vec).collect(),
            None if tocs.is_empty() => Vec::new(),
            None => return None,
        };
        bytes.truncate(length);
        Some(Self { epoch, stamp, listing: Listing { names: Names::from_parts(bytes, digest), tocs } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing() -> Listing {
        let entry = |(name, kind): (&str, Kind)| (name.into(), kind);
        let entries = [
            ("obj-2", Kind::Directory),
            ("TOC", Kind::File),
            ("obj-3", Kind::Directory),
            ("func-1", Kind::Directory),
            ("obj-4", Kind::File),
            ("TOC-obj-00000001", Kind::File),
            ("TOC-obj-00000002", Kind::Directory),
            ("other", Kind::Directory),
        ];
        Listing::sorted(entries.map(entry).into())
    }

    #[test]
    fn is_read_as_it_was_written() {
        let listing = listing();
        assert_eq!(listing.names.iter().collect::<Vec<_>>(), [&b"func-1"[..], b"obj-2", b"obj-3"]);
        assert_eq!(listing.tocs, [&b"TOC"[..], b"TOC-obj-00000001"]);
        let untold = Listing { tocs: Vec::new(), ..self::listing() };
        for listing in [Listing::default(), untold, listing] {
            let (epoch, stamp) = ([1; 16], [2; Stamp::LEN]);
            assert_eq!(Kept::parse(listing.to_bytes(epoch, stamp)), Some(Kept { epoch, stamp, listing }));
        }
    }

    #[test]
    fn a_part_of_it_is_none() {
        let whole = listing().to_bytes([1; 16], [2; Stamp::LEN]);
        for end in 0..whole.len() {
            assert_eq!(Kept::parse(whole[..end].to_vec()), None, "cut at {end}");
        }
        for length in [u64::MAX, 1000] {
            let mut bytes = whole.clone();
            let at = bytes.len() - Stamp::LEN - 2 * size_of::<Digest>() - 8;
            bytes[at..at + 8].copy_from_slice(&length.to_le_bytes());
            assert_eq!(Kept::parse(bytes), None, "{length}");
        }
    }
}
