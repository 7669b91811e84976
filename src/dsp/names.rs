//! The names of the entities of a `.dsp/`, sorted, in one piece of memory. Pure.

use std::ops::Index;

/// Says which names there are: two lists have the same one only where they are the same.
pub(super) type Digest = [u8; 16];

/// Names in strictly ascending order. An entity's number is the place of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    /// Behind each name a zero, which no name of a file holds.
    bytes: Vec<u8>,
    /// Where each name ends, its zero included.
    ends: Vec<u32>,
    digest: Digest,
}

impl Default for Names {
    fn default() -> Self {
        Self::of(std::iter::empty())
    }
}

impl Names {
    /// Whether a directory of that name looks like an entity's.
    pub(super) fn looks_like(name: &[u8]) -> bool {
        name.starts_with(b"obj-") || name.starts_with(b"func-")
    }

    /// Those in `sorted`.
    pub(super) fn of<'n>(sorted: impl Iterator<Item = &'n [u8]>) -> Self {
        let mut bytes = Vec::new();
        for name in sorted {
            bytes.extend_from_slice(name);
            bytes.push(0);
        }
        let (mut digest, whole) = (Digest::default(), blake3::hash(&bytes));
        digest.copy_from_slice(&whole.as_bytes()[..size_of::<Digest>()]);
        Self::parse(bytes, digest)
    }

    /// Takes back what [`Self::block`] and [`Self::digest`] gave.
    pub(super) fn parse(block: Vec<u8>, digest: Digest) -> Self {
        // A uid takes no fewer bytes.
        let mut ends = Vec::with_capacity(block.len() / (b"obj-00000000\0".len()));
        ends.extend(memchr::memchr_iter(0, &block).map(|at| u32::try_from(at + 1).unwrap_or(u32::MAX)));
        Self { bytes: block, ends, digest }
    }

    /// All of them, behind each a zero.
    pub(super) fn block(&self) -> &[u8] {
        &self.bytes
    }

    /// Two of these are alike where the names are.
    pub(super) fn digest(&self) -> &Digest {
        &self.digest
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name at a place.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<&[u8]> {
        let start = if at == 0 { 0 } else { *self.ends.get(at - 1)? };
        self.bytes.get(start as usize..*self.ends.get(at)? as usize - 1)
    }

    /// All, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|at| &self[at])
    }

    /// The place of `name`.
    #[must_use]
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.get(middle)? < name {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (self.get(low)? == name).then_some(low)
    }
}

impl Index<usize> for Names {
    type Output = [u8];

    fn index(&self, at: usize) -> &[u8] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.bytes[start as usize..self.ends[at] as usize - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_found_at_its_place() {
        let sorted: [&[u8]; 4] = [b"func-1", b"obj-", b"obj-1", b"obj-22"];
        for count in 0..=sorted.len() {
            let names = Names::of(sorted[..count].iter().copied());
            assert_eq!(names.iter().collect::<Vec<_>>(), &sorted[..count]);
            assert_eq!((names.len(), names.is_empty()), (count, count == 0));
            for (at, name) in sorted.iter().enumerate() {
                assert_eq!(names.find(name), (at < count).then_some(at));
                assert_eq!(names.get(at), (at < count).then_some(*name));
            }
            assert_eq!(["", "a", "obj-0", "z"].map(|name| names.find(name.as_bytes())), [None; 4]);
            assert_eq!(Names::parse(names.block().to_vec(), *names.digest()), names);
        }
    }
}
