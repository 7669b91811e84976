//! Who watches a `.dsp/` is told by the system of each change, and tells whoever asks which entities were touched. What
//! is known of the others holds without a look at their files. A door.
//!
//! ```text
//!   a watcher   draws an epoch, and gathers the names of entities that are touched from then on
//!   a question  asks it first (epoch E, touched T), sweeps the files, and keeps what it read with E beside it
//!   a later one asks it again (E, T'): what was kept under E holds for every entity that is not in T'
//! ```
//!
//! The system puts a change in line before the call that makes it returns, and a watcher reads the line before it
//! answers: what was changed before somebody asks is in the answer. What was kept under E was read behind the beginning of
//! E, so that every change behind the reading is in T' too. Where the line was too long for the system, or T grows
//! beyond use, there is a new epoch, under which nothing is known yet.
//!
//! Not told is what happens to a file by another name of it, and what is written through a memory map before the file is
//! closed: files with several names are looked at, as long as they have them when an epoch begins.
//!
//! Speed, never truth: without a watcher, or with one that does not answer, each file is asked for its status.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod nowhere;

use std::io;
use std::path::PathBuf;

use bstr::ByteSlice;
use thiserror::Error;

#[cfg(target_os = "linux")]
pub use linux::Watch;
#[cfg(target_os = "linux")]
pub(super) use linux::ask;
#[cfg(not(target_os = "linux"))]
pub use nowhere::Watch;
#[cfg(not(target_os = "linux"))]
pub(super) use nowhere::ask;

use super::names::Names;

/// What nothing else is marked with: a time from a moment on, as one watcher knows it.
pub(super) type Epoch = [u8; 16];

/// No epoch: what is kept under it holds for nobody who does not look.
pub(super) const NO_EPOCH: Epoch = [0; 16];

/// Device and inode of a directory.
pub(super) type Identity = [u64; 2];

/// The first bytes of an answer; another form has others.
const MAGIC: &[u8; 8] = b"dspword1";
const HEAD: usize = MAGIC.len() + 8 + 8 + 16;

/// The answer of a watcher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) epoch: Epoch,
    /// The names of the entities that may have changed since the epoch began.
    touched: Vec<Vec<u8>>,
}

impl Word {
    /// By number, which of `names` may have changed.
    pub(super) fn touched(&self, names: &Names) -> Vec<bool> {
        let mut touched = vec![false; names.len()];
        for at in self.touched.iter().filter_map(|name| names.find(name)) {
            touched[at] = true;
        }
        touched
    }

    /// As it is sent by who watches the directory `dir`: a zero behind each name, and one more at the end.
    fn to_bytes(&self, dir: Identity) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(dir.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend_from_slice(&self.epoch);
        self.touched.iter().for_each(|name| bytes.extend(name.iter().chain(b"\0")));
        bytes.push(0);
        bytes
    }

    /// Reads what [`Self::to_bytes`] made for `dir`; `None` for anything else, a part of it too.
    fn parse(bytes: &[u8], dir: Identity) -> Option<Self> {
        let epoch = *bytes.get(MAGIC.len() + 16..)?.first_chunk()?;
        let is_of = bytes[..HEAD] == Self { epoch, touched: Vec::new() }.to_bytes(dir)[..HEAD];
        let names = bytes.get(HEAD..)?.strip_suffix(b"\0").filter(|_| is_of)?;
        let touched = match names.strip_suffix(b"\0") {
            Some(names) => names.split_str("\0").map(<[u8]>::to_vec).collect(),
            None if names.is_empty() => Vec::new(),
            None => return None,
        };
        Some(Self { epoch, touched })
    }
}

/// Why a `.dsp/` is not watched.
#[derive(Debug, Error)]
pub enum WatchError {
    /// The system has no way that would do.
    #[error("watching needs Linux and its inotify; questions are answered all the same")]
    Unsupported,
    /// Others may change files there of which this system hears nothing.
    #[error("`{}` lies on a file system of which not every change is told", .0.display())]
    Untold(PathBuf),
    /// There is no folder of the user's own in which to meet.
    #[error("there is no place to keep an index of `{}`", .0.display())]
    NoPlace(PathBuf),
    /// There is a watcher already.
    #[error("`{}` is watched already", .0.display())]
    Watched(PathBuf),
    /// The system watches no more directories for this user.
    #[error("the system watches no more directories than it does for this user")]
    Limit,
    /// The directory was removed, or another one took its place.
    #[error("`{}` was removed or replaced", .0.display())]
    Gone(PathBuf),
    /// The system refused.
    #[error("cannot watch `{}`", path.display())]
    Io {
        /// What.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_read_as_it_was_sent_and_no_part_of_it_is_one() {
        for names in [vec![], vec!["obj-1"], vec!["obj-1", "func-2"]] {
            let word =
                Word { epoch: [7; 16], touched: names.iter().map(|name| name.as_bytes().to_vec()).collect() };
            let bytes = word.to_bytes([1, 2]);
            assert_eq!(Word::parse(&bytes, [1, 2]).as_ref(), Some(&word));
            assert_eq!(Word::parse(&bytes, [1, 3]), None);
            for end in 0..bytes.len() {
                let read = Word::parse(&bytes[..end], [1, 2]);
                assert_eq!(read, None, "{names:?} cut at {end}");
            }
        }
    }
}
