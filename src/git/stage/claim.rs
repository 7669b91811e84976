//! Whose the lock of an index is. A process that is killed leaves it, and git would wait for somebody to take it away;
//! what a run of ours left, the next one does.
//!
//! Whoever takes the lock holds that file locked, until it lets go or is no more, and then gives it a second name. A lock
//! that is the file of that name, and that nobody holds, was left. One of somebody else never is that file.
#![expect(clippy::disallowed_methods, reason = "part of the door to the index")]

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::lock_of;

/// Held while the lock of an index is; where there can be none, nobody will know whose it was.
#[derive(Debug)]
pub(super) struct Claim {
    place: PathBuf,
    _held: File,
}

impl Claim {
    /// Says that the lock of `index` is this process's, which has just taken it.
    pub(super) fn stake(index: &Path) -> Option<Self> {
        let (lock, place) = (lock_of(index), place(index));
        let held = open(&lock).ok().filter(|file| file.try_lock().is_ok())?;
        // That of a process that was killed, if any.
        let _ = fs::remove_file(&place);
        fs::hard_link(lock, &place).ok()?;
        Some(Self { place, _held: held })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.place);
    }
}

/// Takes away the lock of `index` that a run of ours left which is no more. Whether there was one.
pub(super) fn clear_left(index: &Path) -> bool {
    let place = place(index);
    let Some(claim) = open(&place).ok().filter(|file| file.try_lock().is_ok()) else { return false };
    let lock = lock_of(index);
    let is_left = is_same(&claim, &lock) && fs::remove_file(lock).is_ok();
    if is_left {
        let _ = fs::remove_file(place);
    }
    is_left
}

fn place(index: &Path) -> PathBuf {
    lock_of(index).with_extension("dsp-cli")
}

fn open(place: &Path) -> io::Result<File> {
    File::options().read(true).write(true).open(place)
}

#[cfg(unix)]
fn is_same(file: &File, place: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let named = fs::symlink_metadata(place).ok();
    file.metadata().ok().zip(named).is_some_and(|(a, b)| (a.dev(), a.ino()) == (b.dev(), b.ino()))
}

/// What a file is the system does not tell: no lock is known to be left.
#[cfg(not(unix))]
fn is_same(_: &File, _: &Path) -> bool {
    false
}
