//! The names of the entities of a `.dsp/`, sorted, in one piece of memory. Pure.

use std::ops::Index;

/// Names in strictly ascending order. An entity's number is the place of its name.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Names {
    /// Behind each name a zero, which no name of a file holds.
    bytes: Vec<u8>,
    /// Where each name ends, its zero included.
    ends: Vec<usize>,
}

impl Names {
    /// Whether a directory of that name looks like an entity's.
    pub(super) fn looks_like(name: &[u8]) -> bool {
        name.starts_with(b"obj-") || name.starts_with(b"func-")
    }

    /// Those in `sorted`.
    pub(super) fn of<'n>(sorted: impl Iterator<Item = &'n [u8]>) -> Self {
        let mut names = Self::default();
        for name in sorted {
            names.bytes.extend_from_slice(name);
            names.bytes.push(0);
            names.ends.push(names.bytes.len());
        }
        names
    }

    /// Reads what [`Self::block`] gave; `None` for what no directory lists so.
    pub(super) fn parse(block: &[u8]) -> Option<Self> {
        let mut names = Self { bytes: block.to_vec(), ends: Vec::with_capacity(block.len() / 12) };
        let mut last: &[u8] = b"";
        for name in block.split_inclusive(|byte| *byte == 0) {
            let bare = name.strip_suffix(b"\0")?;
            if bare <= last || !Self::looks_like(bare) || bare.contains(&b'/') {
                return None;
            }
            last = bare;
            names.ends.push(names.ends.last().copied().unwrap_or(0) + name.len());
        }
        Some(names)
    }

    /// All of them, behind each a zero: two of these are alike where the names are.
    pub(super) fn block(&self) -> &[u8] {
        &self.bytes
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
        let start = at.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.bytes.get(start..self.ends.get(at)? - 1)
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
        &self.bytes[start..self.ends[at] - 1]
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
            assert_eq!(Names::parse(names.block()), Some(names));
        }
    }

    #[test]
    fn what_no_directory_lists_is_no_list_of_names() {
        for block in ["obj-1", "obj-1\0obj-1\0", "obj-2\0obj-1\0", "obj-/x\0", "x\0", "\0", "obj-1\0\0"] {
            assert_eq!(Names::parse(block.as_bytes()), None, "{block:?}");
        }
    }
}
