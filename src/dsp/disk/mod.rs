//! A directory that is held open, and the small files below it. A door.
//!
//! Where there are many files, what counts is how few steps the system takes for each: paths are short and start
//! at the directory, a status costs one call, and a file is read into a buffer that is there. No link is followed,
//! and what is no regular file is never opened.
#![expect(clippy::disallowed_methods, reason = "the door to .dsp/ where there is much of it")]

use super::stamp::Stamp;

#[cfg(any(not(unix), test))]
mod plain;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(super) use plain::Folder;
#[cfg(unix)]
pub(super) use unix::Folder;

/// What stands under a name, links not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// Anything else, links among it.
    Other,
}

/// What a status tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Status {
    pub(super) kind: Kind,
    /// In bytes.
    pub(super) size: usize,
    /// `None` where the system tells too little to know a file again.
    pub(super) stamp: Option<Stamp>,
    /// Whether it is known to stand nowhere else, where somebody might write to it too.
    pub(super) has_one_name: bool,
}

/// Adds what a directory lists to the end of `into`: the names, that of a directory with a slash, sorted, a zero behind each.
fn put_names(listed: Vec<(Vec<u8>, Kind)>, into: &mut Vec<u8>) {
    let told = |(mut name, kind): (Vec<u8>, Kind)| {
        name.extend_from_slice(if kind == Kind::Directory { b"/\0" } else { b"\0" });
        name
    };
    let mut names: Vec<Vec<u8>> = listed.into_iter().map(told).collect();
    names.sort_unstable();
    into.extend(names.concat());
}

#[cfg(test)]
mod tests;
