//! How an answer is sent. Pure.
//!
//! ```text
//!   magic | device, inode of the directory that is watched | epoch | names, a zero behind each | a zero
//! ```
//! Numbers are little-endian. Any bytes may be given: what does not check is no answer.

use bstr::ByteSlice;

use super::{NO_EPOCH, Word};

/// The first bytes of an answer; another form has others, and so has one that need not name as much.
const MAGIC: &[u8; 8] = b"dspword2";
/// Where the epoch stands, and the names.
const EPOCH: usize = MAGIC.len() + 8 + 8;
const HEAD: usize = EPOCH + NO_EPOCH.len();

impl Word {
    /// As it is sent by who watches the directory `dir`: its device and inode.
    pub(super) fn to_bytes(&self, dir: [u64; 2]) -> Vec<u8> {
        let mut bytes = head(dir);
        bytes.extend_from_slice(&self.epoch);
        self.touched.iter().for_each(|name| bytes.extend(name.iter().chain(b"\0")));
        bytes.push(0);
        bytes
    }

    /// Reads what [`Self::to_bytes`] made for `dir`; `None` for anything else, a part of it too.
    pub(super) fn parse(bytes: &[u8], dir: [u64; 2]) -> Option<Self> {
        let epoch = *bytes.strip_prefix(&head(dir)[..])?.first_chunk()?;
        let names = bytes.get(HEAD..)?.strip_suffix(b"\0").filter(|_| epoch != NO_EPOCH)?;
        let touched = match names.strip_suffix(b"\0") {
            Some(names) => names.split_str("\0").map(<[u8]>::to_vec).collect(),
            None if names.is_empty() => Vec::new(),
            None => return None,
        };
        Some(Self { epoch, touched })
    }
}

/// What stands before the epoch.
fn head(dir: [u64; 2]) -> Vec<u8> {
    MAGIC.iter().copied().chain(dir.iter().flat_map(|number| number.to_le_bytes())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_read_as_it_was_sent_and_no_part_of_it_is_one() {
        for names in [vec![], vec!["obj-1"], vec!["obj-1", "func-2"]] {
            let touched = names.iter().map(|name| name.as_bytes().to_vec()).collect();
            let word = Word { epoch: [7; 16], touched };
            let bytes = word.to_bytes([1, 2]);
            assert_eq!(Word::parse(&bytes, [1, 2]).as_ref(), Some(&word));
            assert_eq!(Word::parse(&bytes, [1, 3]), None);
            for end in 0..bytes.len() {
                assert_eq!(Word::parse(&bytes[..end], [1, 2]), None, "{names:?} cut at {end}");
            }
            let of_nobody = Word { epoch: NO_EPOCH, ..word };
            assert_eq!(Word::parse(&of_nobody.to_bytes([1, 2]), [1, 2]), None);
        }
    }
}
