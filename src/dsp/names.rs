//! The names of the entities of a `.dsp/`, sorted, in one piece of memory. Pure.

use std::collections::BTreeMap;
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
        Self::of_block(bytes)
    }

    fn of_block(block: Vec<u8>) -> Self {
        let (mut digest, whole) = (Digest::default(), blake3::hash(&block));
        digest.copy_from_slice(&whole.as_bytes()[..size_of::<Digest>()]);
        Self::from_parts(block, digest)
    }

    /// Takes back what [`Self::block`] and [`Self::digest`] gave, unlooked at.
    pub(super) fn from_parts(block: Vec<u8>, digest: Digest) -> Self {
        // A uid takes no fewer bytes.
        let mut ends = Vec::with_capacity(block.len() / (b"obj-00000000\0".len()));
        ends.extend(memchr::memchr_iter(0, &block).map(|at| u32::try_from(at + 1).unwrap_or(u32::MAX)));
        Self { bytes: block, ends, digest }
    }

    /// The same with those for which `changed` says true, and without the others of it.
    pub(super) fn changed(&self, changed: &BTreeMap<&[u8], bool>) -> Self {
        let (mut bytes, mut copied) = (Vec::with_capacity(self.bytes.len()), 0);
        for (name, stays) in changed {
            let at = self.place(name);
            let start = self.start(at);
            bytes.extend_from_slice(&self.bytes[copied..start]);
            copied = if self.get(at) == Some(name) { self.start(at + 1) } else { start };
            if *stays {
                bytes.extend_from_slice(name);
                bytes.push(0);
            }
        }
        bytes.extend_from_slice(&self.bytes[copied..]);
        Self::of_block(bytes)
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
        (at < self.len()).then(|| &self[at])
    }

    /// All, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|at| &self[at])
    }

    /// The place of `name`.
    #[must_use]
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        let at = self.place(name);
        (self.get(at)? == name).then_some(at)
    }

    /// How many come before `name`.
    fn place(&self, name: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if &self[middle] < name {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Where the name at a place begins.
    fn start(&self, at: usize) -> usize {
        if at == 0 { 0 } else { self.ends[at - 1] as usize }
    }
}

impl Index<usize> for Names {
    type Output = [u8];

    fn index(&self, at: usize) -> &[u8] {
        &self.bytes[self.start(at)..self.ends[at] as usize - 1]
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
            for other in 0_u8..16 {
                let is_in = |at: &usize| other >> at & 1 == 1;
                let wanted = Names::of((0..sorted.len()).filter(is_in).map(|at| sorted[at]));
                let changed = (0..sorted.len()).map(|at| (sorted[at], is_in(&at))).collect();
                assert_eq!(names.changed(&changed), wanted);
            }
            assert_eq!(Names::from_parts(names.block().to_vec(), *names.digest()), names);
        }
    }
}
