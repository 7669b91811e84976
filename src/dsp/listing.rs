//! What a `.dsp/` lists: its entities and its tables of contents, taken from the index where the stamp of the
//! directory says that nothing was added, removed or replaced. Touches the disk through its doors alone.

use std::io;

use super::disk::{Entry, Folder, Kind};
use super::index::{Index, Row};
use super::model::TocName;
use super::names::Names;

/// What it is called in the index, and its only row there.
const FILE: &str = "listing";
const ROW: &[u8] = b".";

/// What stands in a `.dsp/`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Listing {
    /// The directories that look like entities.
    pub(super) names: Names,
    /// Their numbers, in the order in which they lie on the disk: the system finds those sooner whose neighbours it
    /// has just found.
    pub(super) order: Vec<u32>,
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
            index.save(FILE, &[Row { name: ROW, stamp: stamp.to_bytes(), bytes: &listing.to_bytes() }]);
        }
        Ok(listing)
    }

    fn sorted(mut entries: Vec<Entry>) -> Self {
        entries.sort_unstable_by(|one, other| one.name.cmp(&other.name));
        let is_toc = |entry: &&Entry| entry.kind == Kind::File && TocName::parse(&entry.name).is_some();
        let tocs = entries.iter().filter(is_toc).map(|entry| entry.name.clone()).collect();
        entries.retain(|entry| entry.kind == Kind::Directory && Names::looks_like(&entry.name));
        let names = Names::of(entries.iter().map(|entry| entry.name.as_slice()));
        let mut order: Vec<u32> = (0..).take(entries.len()).collect();
        order.sort_by_key(|at| entries[*at as usize].inode);
        Self { names, order, tocs }
    }

    /// How many entities there are, the order, the length of the names, the names, the tables.
    fn to_bytes(&self) -> Vec<u8> {
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
        let order = self.order.iter().flat_map(|at| at.to_le_bytes());
        let mut bytes: Vec<u8> = number(self.order.len()).into_iter().chain(order).collect();
        bytes.extend(number(self.names.block().len()));
        bytes.extend(self.names.block());
        bytes.extend(self.tocs.iter().flat_map(|toc| toc.iter().chain(b"\0")));
        bytes
    }

    /// `None` for what [`Self::to_bytes`] would not have written.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let (count, bytes) = number(bytes)?;
        let (order, bytes) = bytes.split_at_checked(count.checked_mul(4)?)?;
        let (length, bytes) = number(bytes)?;
        let (names, tocs) = bytes.split_at_checked(length)?;
        let names = Names::parse(names)?;
        let order: Vec<u32> = order.as_chunks().0.iter().map(|four| u32::from_le_bytes(*four)).collect();
        let toc = |toc: &[u8]| {
            toc.strip_suffix(b"\0").filter(|toc| TocName::parse(toc).is_some()).map(<[u8]>::to_vec)
        };
        let tocs = tocs.split_inclusive(|byte| *byte == 0).map(toc).collect::<Option<_>>()?;
        (names.len() == count && names_each_once(&order)).then_some(Self { names, order, tocs })
    }
}

fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (four, rest) = bytes.split_first_chunk()?;
    Some((usize::try_from(u32::from_le_bytes(*four)).ok()?, rest))
}

fn names_each_once(order: &[u32]) -> bool {
    let mut seen = vec![false; order.len()];
    let mut is_new = |at: u32| seen.get_mut(at as usize).is_some_and(|seen| !std::mem::replace(seen, true));
    order.iter().all(|at| is_new(*at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing() -> Listing {
        let entry = |(inode, name, kind): (u64, &str, Kind)| Entry { name: name.into(), kind, inode };
        let entries = [
            (5, "obj-2", Kind::Directory),
            (9, "TOC", Kind::File),
            (1, "obj-3", Kind::Directory),
            (7, "func-1", Kind::Directory),
            (2, "obj-4", Kind::File),
            (3, "TOC-obj-00000001", Kind::File),
            (4, "TOC-obj-00000002", Kind::Directory),
            (6, "other", Kind::Directory),
        ];
        Listing::sorted(entries.map(entry).into())
    }

    #[test]
    fn is_read_as_it_was_written() {
        let listing = listing();
        assert_eq!(listing.names.iter().collect::<Vec<_>>(), [&b"func-1"[..], b"obj-2", b"obj-3"]);
        assert_eq!(listing.order, [2, 1, 0]);
        assert_eq!(listing.tocs, [&b"TOC"[..], b"TOC-obj-00000001"]);
        assert_eq!(Listing::parse(&Listing::default().to_bytes()), Some(Listing::default()));
        assert_eq!(Listing::parse(&listing.to_bytes()), Some(listing));
    }

    #[test]
    fn an_order_that_leaves_somebody_out_is_none() {
        for order in [[0, 1, 1], [0, 1, 3]] {
            let wrong = Listing { order: order.into(), ..listing() };
            assert_eq!(Listing::parse(&wrong.to_bytes()), None);
        }
        let whole = listing().to_bytes();
        for end in 0..whole.len() {
            let read = Listing::parse(&whole[..end]);
            assert!(
                read.is_none_or(|read| read.names == listing().names && read.tocs.len() < 2),
                "cut at {end}"
            );
        }
    }
}
