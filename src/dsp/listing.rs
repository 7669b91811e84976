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
        if let Some((listing, proof)) = index.listing().and_then(Self::parse) {
            let followed = word.filter(|word| word.epoch == proof.epoch);
            if proof.is_of(folder)? {
                if word.is_some() && followed.is_none() {
                    listing.keep(index, Proof { epoch: epoch(word), ..proof });
                }
                return Ok(listing);
            }
            if let Some(word) = followed {
                return listing.followed(folder, word);
            }
        }
        let stamp = folder.stamp()?.filter(|_| index.keeps());
        let listing = Self::sorted(folder.list()?);
        let stamp = stamp.filter(|stamp| stamp.is_before(index.settled())).map(Stamp::to_bytes);
        if stamp.is_some() || word.is_some() {
            listing.keep(index, Proof { epoch: epoch(word), stamp: stamp.unwrap_or(Stamp::OF_NOTHING) });
        }
        Ok(listing)
    }

    /// The tables of contents alone, for who needs no more and keeps nothing.
    pub(super) fn tocs(folder: &Folder, index: &Index) -> io::Result<Vec<Vec<u8>>> {
        let kept = index.tables().and_then(|kept| {
            let (tocs, proof) = Proof::split(&kept)?;
            Some((divided(tocs)?, proof))
        });
        let Some((mut tocs, proof)) = kept else { return listed_tocs(folder) };
        if proof.is_of(folder)? {
            return Ok(tocs);
        }
        let Some(word) = index.ask(folder).filter(|word| word.epoch == proof.epoch) else {
            return listed_tocs(folder);
        };
        for name in word.names().filter(|name| TocName::parse(name).is_some()) {
            follow(&mut tocs, name, kind_of(folder, name)?);
        }
        tocs.sort_unstable();
        Ok(tocs)
    }

    /// Keeps it in `index`, and the tables of contents once more by themselves.
    fn keep(&self, index: &Index, proof: Proof) {
        let mut tables = joined(&self.tocs);
        proof.append_to(&mut tables);
        index.keep_listing(&self.to_bytes(proof), &tables);
    }

    /// The same after what `word` tells of.
    fn followed(mut self, folder: &Folder, word: &Word) -> io::Result<Self> {
        let mut changed = BTreeMap::new();
        for name in word.names() {
            let kind = kind_of(folder, name)?;
            follow(&mut self.tocs, name, kind);
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

    /// As it is kept: the names, the tables, and at the end, each in so many bytes, how long the names are, their digest and
    /// the proof.
    fn to_bytes(&self, proof: Proof) -> Vec<u8> {
        let names = self.names.block();
        let mut bytes = [names, &joined(&self.tocs)].concat();
        bytes.extend_from_slice(&(names.len() as u64).to_le_bytes());
        bytes.extend_from_slice(self.names.digest());
        proof.append_to(&mut bytes);
        bytes
    }

    /// Reads what [`Self::to_bytes`] wrote, whose checksum was right.
    fn parse(mut bytes: Vec<u8>) -> Option<(Self, Proof)> {
        let (rest, proof) = Proof::split(&bytes)?;
        let (rest, digest) = rest.split_last_chunk()?;
        let (rest, length) = rest.split_last_chunk()?;
        let digest: Digest = *digest;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let tocs = divided(rest.get(length..)?)?;
        bytes.truncate(length);
        Some((Self { names: Names::from_parts(bytes, digest), tocs }, proof))
    }
}

/// `names`, behind each a zero.
fn joined(names: &[Vec<u8>]) -> Vec<u8> {
    names.iter().flat_map(|name| name.iter().chain(b"\0")).copied().collect()
}

/// What [`joined`] was given.
fn divided(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    match bytes.strip_suffix(b"\0") {
        Some(names) => Some(names.split_str("\0").map(<[u8]>::to_vec).collect()),
        None => bytes.is_empty().then(Vec::new),
    }
}

/// What speaks for what is kept of a directory: when it was watched, and the stamp it had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Proof {
    epoch: Epoch,
    stamp: KeptStamp,
}

impl Proof {
    /// Whether `folder` lists what it did.
    fn is_of(&self, folder: &Folder) -> io::Result<bool> {
        Ok(folder.stamp()?.is_some_and(|stamp| stamp.to_bytes() == self.stamp))
    }

    fn append_to(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.epoch);
        bytes.extend_from_slice(&self.stamp);
    }

    /// What stands before the proof, and the proof.
    fn split(bytes: &[u8]) -> Option<(&[u8], Self)> {
        let (rest, stamp) = bytes.split_last_chunk()?;
        let (rest, epoch) = rest.split_last_chunk()?;
        Some((rest, Self { epoch: *epoch, stamp: *stamp }))
    }
}

/// Lets `tocs` tell that `name` is of that kind now, or gone; in no order.
fn follow(tocs: &mut Vec<Vec<u8>>, name: &[u8], kind: Option<Kind>) {
    tocs.retain(|toc| *toc != *name);
    tocs.extend(kind.filter(|kind| is_toc(name, *kind)).map(|_| name.to_vec()));
}

/// What `name` is in `folder`; `None` where there is no such thing.
fn kind_of(folder: &Folder, name: &[u8]) -> io::Result<Option<Kind>> {
    match folder.status(name) {
        Ok(status) => Ok(Some(status.kind)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The names of the tables of contents in `folder`, in no order.
fn listed_tocs(folder: &Folder) -> io::Result<Vec<Vec<u8>>> {
    let files = folder.list()?.into_iter().filter(|(name, kind)| is_toc(name, *kind));
    Ok(files.map(|(name, _)| name).collect())
}

fn is_toc(name: &[u8], kind: Kind) -> bool {
    kind == Kind::File && TocName::parse(name).is_some()
}

fn epoch(word: Option<&Word>) -> Epoch {
    word.map_or(NO_EPOCH, |word| word.epoch)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROOF: Proof = Proof { epoch: [1; 16], stamp: [2; Stamp::LEN] };

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
            assert_eq!(divided(&joined(&listing.tocs)).as_ref(), Some(&listing.tocs));
            assert_eq!(Listing::parse(listing.to_bytes(PROOF)), Some((listing, PROOF)));
        }
    }

    #[test]
    fn a_part_of_it_is_none() {
        let whole = listing().to_bytes(PROOF);
        for end in 0..whole.len() {
            assert_eq!(Listing::parse(whole[..end].to_vec()), None, "cut at {end}");
        }
        for length in [u64::MAX, 1000] {
            let mut bytes = whole.clone();
            let at = bytes.len() - Stamp::LEN - 2 * size_of::<Digest>() - 8;
            bytes[at..at + 8].copy_from_slice(&length.to_le_bytes());
            assert_eq!(Listing::parse(bytes), None, "{length}");
        }
    }
}
