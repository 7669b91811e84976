//! Who watches a `.dsp/` is told by the system of each change, and tells whoever asks which entities were touched. What
//! is known of the others holds without a look at their files. The door is `linux`.
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
//! The system tells of what happens by way of the directories. Not told is what happens to a file by another name of it
//! or by none (a handle from before, a server's), through a memory map or asynchronously before the file is closed, or by
//! what is mounted meanwhile, or below a file system in layers. Files that have several names when an epoch begins are
//! looked at, and every few minutes an epoch ends, so that nothing stays unknown for longer.
//!
//! Without a watcher, or with one that does not answer, each file is asked for its status.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod nowhere;
#[cfg(any(target_os = "linux", test))]
mod word;

use std::io;
use std::path::PathBuf;

use thiserror::Error;

#[cfg(target_os = "linux")]
pub use linux::Watch;
#[cfg(target_os = "linux")]
pub(super) use linux::{ask, lock, note_refusal, stop};
#[cfg(not(target_os = "linux"))]
pub use nowhere::Watch;
#[cfg(not(target_os = "linux"))]
pub(super) use nowhere::{ask, lock, note_refusal, stop};

use super::names::Names;

/// What nothing else is marked with: a time from a moment on, as one watcher knows it.
pub(super) type Epoch = [u8; 16];

/// No watcher's: what is kept under it holds for nobody who does not look.
pub(super) const NO_EPOCH: Epoch = [0; 16];

/// The answer of a watcher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) epoch: Epoch,
    /// The names of the entities, and of the tables of contents, that may have changed since the epoch began.
    touched: Vec<Vec<u8>>,
}

/// So many entities are read again sooner than what is kept of all of them besides.
const SHORT: usize = if cfg!(test) { 3 } else { 64 };

impl Word {
    /// Whether few may have changed.
    pub(super) fn is_short(&self) -> bool {
        self.touched.len() <= SHORT
    }

    /// The names of those that may.
    pub(super) fn names(&self) -> impl Iterator<Item = &[u8]> {
        self.touched.iter().map(Vec::as_slice)
    }

    /// By number, which of `names` may have changed.
    pub(super) fn touched(&self, names: &Names) -> Vec<bool> {
        let mut touched = vec![false; names.len()];
        for at in self.touched.iter().filter_map(|name| names.find(name)) {
            touched[at] = true;
        }
        touched
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
    /// The system watches no more for this user.
    #[error("the system watches no more directories, or for no more programs, than it does for this user")]
    Limit,
    /// The directory was removed, or another one took its place.
    #[error("`{}` was removed or replaced", .0.display())]
    Gone(PathBuf),
    /// Somebody ended it.
    #[error("`{}` is not watched any more", .0.display())]
    Ended(PathBuf),
    /// Nobody can ask any more.
    #[error("`{}` was removed, where questions come to", .0.display())]
    Lost(PathBuf),
    /// Who watches could not be ended.
    #[error("cannot end who watches `{}`", path.display())]
    Unended {
        /// What is watched.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The system refused.
    #[error("cannot watch `{}`", path.display())]
    Io {
        /// What.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl WatchError {
    /// Whether the next one who tries would fail as well.
    #[must_use]
    pub fn lasts(&self) -> bool {
        let refused = [io::ErrorKind::PermissionDenied, io::ErrorKind::ReadOnlyFilesystem];
        match self {
            Self::Unsupported | Self::Untold(_) | Self::NoPlace(_) | Self::Limit => true,
            Self::Io { source, .. } => refused.contains(&source.kind()),
            _ => false,
        }
    }
}
