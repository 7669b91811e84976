//! What a `.dsp/` lists: its entities and its tables of contents, taken from the index where the stamp of the
//! directory says that nothing was added, removed or replaced. Touches the disk through its doors alone.

use std::io;

use bstr::ByteSlice;

use super::disk::{Folder, Kind};
use super::index::{Index, Row};
use super::model::TocName;
use super::names::Names;
use super::watch::NO_EPOCH;

/// What it is called in the index, and its only row there.
const FILE: &str = "listing";
const ROW: &[u8] = b".";

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
        let known = stamp.and_then(|stamp| {
            let packed = index.load(FILE);
            let range = packed.with_stamp(0, stamp)?;
            Self::parse(packed.into_bytes().get(range)?)
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let listing = Self::sorted(folder.list()?);
        if let Some(stamp) = stamp.filter(|stamp| stamp.is_before(index.settled())) {
            index.save(
                FILE,
                NO_EPOCH,
                &[Row { name: ROW, stamp: stamp.to_bytes(), bytes: &listing.to_bytes() }],
            );
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

    /// The tables, behind each a zero, one zero more, and the names.
    fn to_bytes(&self) -> Vec<u8> {
        let tocs = self.tocs.iter().flat_map(|toc| toc.iter().chain(b"\0"));
        tocs.chain(b"\0").chain(self.names.block()).copied().collect()
    }

    /// `None` for what [`Self::to_bytes`] would not have written.
    fn parse(mut bytes: &[u8]) -> Option<Self> {
        let mut tocs = Vec::new();
        loop {
            let (toc, rest) = bytes.split_once_str("\0")?;
            bytes = rest;
            if toc.is_empty() {
                return Some(Self { names: Names::parse(rest)?, tocs });
            }
            tocs.push(TocName::parse(toc).map(|_| toc.to_vec())?);
        }
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
        assert_eq!(Listing::parse(&Listing::default().to_bytes()), Some(Listing::default()));
        assert_eq!(Listing::parse(&listing.to_bytes()), Some(listing));
    }

    #[test]
    fn a_part_of_it_is_none() {
        let whole = listing().to_bytes();
        for end in 0..whole.len() {
            // Where a name ends, fewer names would be another list: that the bytes are whole, the index says.
            let read = Listing::parse(&whole[..end]);
            assert!(read.is_none_or(|read| read.tocs == listing().tocs), "cut at {end}");
        }
        assert_eq!(Listing::parse(b"other\0\0"), None);
    }
}
