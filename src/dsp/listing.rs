//! What a `.dsp/` lists: its entities and its tables of contents, taken from the index where the stamp of the
//! directory says that nothing was added, removed or replaced. Touches the disk through its doors alone.

use std::io;

use bstr::ByteSlice;

use super::disk::{Folder, Kind};
use super::index::Index;
use super::model::TocName;
use super::names::{Digest, Names};
use super::stamp::Stamp;

/// What stands in a `.dsp/`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Listing {
    /// The directories that look like entities.
    pub(super) names: Names,
    /// The files that are tables of contents, sorted.
    pub(super) tocs: Vec<Vec<u8>>,
}

impl Listing {
    /// What `folder` lists.
    pub(super) fn of(folder: &Folder, index: &Index) -> io::Result<Self> {
        let stamp = folder.stamp()?.filter(|_| index.keeps());
        if let Some(known) = stamp.and_then(|stamp| Self::parse(index.listing()?, stamp)) {
            return Ok(known);
        }
        let listing = Self::sorted(folder.list()?);
        if let Some(stamp) = stamp.filter(|stamp| stamp.is_before(index.settled())) {
            index.keep_listing(&listing.to_bytes(stamp));
        }
        Ok(listing)
    }

    fn sorted(mut entries: Vec<(Vec<u8>, Kind)>) -> Self {
        entries.sort_unstable();
        let is_toc = |(name, kind): &&(Vec<u8>, Kind)| *kind == Kind::File && TocName::parse(name).is_some();
        let tocs = entries.iter().filter(is_toc).map(|(name, _)| name.clone()).collect();
        let is_entity = |(name, kind): &&(Vec<u8>, Kind)| *kind == Kind::Directory && Names::looks_like(name);
        let names = Names::of(entries.iter().filter(is_entity).map(|(name, _)| name.as_slice()));
        Self { names, tocs }
    }

    /// As it is kept: the names, the tables, behind each a zero, and at the end, each in so many bytes, how long the names
    /// are, their digest and `stamp`, which the directory has.
    fn to_bytes(&self, stamp: Stamp) -> Vec<u8> {
        let names = self.names.block();
        let mut bytes = names.to_vec();
        self.tocs.iter().for_each(|toc| bytes.extend(toc.iter().chain(b"\0")));
        bytes.extend_from_slice(&(names.len() as u64).to_le_bytes());
        bytes.extend_from_slice(self.names.digest());
        bytes.extend_from_slice(&stamp.to_bytes());
        bytes
    }

    /// Reads what [`Self::to_bytes`] wrote of a directory that had `stamp`; `None` for anything else.
    fn parse(mut bytes: Vec<u8>, stamp: Stamp) -> Option<Self> {
        let rest = bytes.strip_suffix(&stamp.to_bytes())?;
        let (rest, digest) = rest.split_last_chunk::<{ size_of::<Digest>() }>()?;
        let (rest, length) = rest.split_last_chunk()?;
        let (length, digest) = (usize::try_from(u64::from_le_bytes(*length)).ok()?, *digest);
        let tocs = rest.get(length..)?;
        let tocs = match tocs.strip_suffix(b"\0") {
            Some(tocs) => tocs.split_str("\0").map(<[u8]>::to_vec).collect(),
            None if tocs.is_empty() => Vec::new(),
            None => return None,
        };
        bytes.truncate(length);
        Some(Self { names: Names::parse(bytes, digest), tocs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAMP: Stamp = Stamp { size: 1, modified: 1, changed: 1, inode: 1 };

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
            assert_eq!(Listing::parse(listing.to_bytes(STAMP), STAMP), Some(listing));
        }
    }

    #[test]
    fn another_directory_or_a_part_of_it_is_none() {
        let whole = listing().to_bytes(STAMP);
        assert_eq!(Listing::parse(whole.clone(), Stamp { changed: 2, ..STAMP }), None);
        for end in 0..whole.len() {
            assert_eq!(Listing::parse(whole[..end].to_vec(), STAMP), None, "cut at {end}");
        }
        for length in [u64::MAX, 1000] {
            let mut bytes = whole.clone();
            let at = bytes.len() - Stamp::LEN - size_of::<Digest>() - 8;
            bytes[at..at + 8].copy_from_slice(&length.to_le_bytes());
            assert_eq!(Listing::parse(bytes, STAMP).map(|listing| listing.tocs), None, "{length}");
        }
    }
}
