//! The steps that change the disk, one function each: the tests stop a process before any of them. A door.
#![expect(clippy::disallowed_methods, reason = "part of the door `transaction`")]

use std::fs::{self, DirEntry, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use rayon::prelude::*;

/// To begin threads takes as long as removing so many files.
const WORTH_THREADS: usize = 64;

pub(super) fn create_dir(path: &Path) -> io::Result<()> {
    step()?;
    fs::create_dir(path)
}

/// Writes the new file `path`. Nothing may be there: not even a link that leads elsewhere is written through.
pub(super) fn write_new(path: &Path, content: &[u8]) -> io::Result<File> {
    step()?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(content)?;
    Ok(file)
}

/// A second name for the file, or a copy of it: some file systems have no hard links.
pub(super) fn keep(path: &Path, copy: &Path) -> io::Result<()> {
    step()?;
    fs::hard_link(path, copy).or_else(|_| fs::copy(path, copy).map(drop))
}

/// Gives a file the mode bits of another.
pub(super) fn copy_mode(model: &Path, path: &Path) -> io::Result<()> {
    step()?;
    fs::set_permissions(path, fs::symlink_metadata(model)?.permissions())
}

pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    step()?;
    fs::rename(from, to)
}

/// Removes a file, where there is one.
pub(super) fn remove_file(path: &Path) -> io::Result<()> {
    step()?;
    match fs::remove_file(path) {
        Err(error) if !super::is_absent(&error) => Err(error),
        _ => Ok(()),
    }
}

/// Removes an empty directory.
pub(super) fn remove_dir(path: &Path) -> io::Result<()> {
    step()?;
    fs::remove_dir(path)
}

/// Removes a directory with all that is in it.
pub(super) fn remove_tree(path: &Path) -> io::Result<()> {
    empty_tree(path)?;
    fs::remove_dir(path)
}

/// Removes all that is in a directory, on all threads where there is much: it waits for the disk most of the time.
pub(super) fn empty_tree(path: &Path) -> io::Result<()> {
    step()?;
    let entries: Vec<_> = fs::read_dir(path)?.filter_map(Result::ok).collect();
    let remove = |entry: &DirEntry| {
        let is_dir = entry.file_type()?.is_dir();
        if is_dir { fs::remove_dir_all(entry.path()) } else { fs::remove_file(entry.path()) }
    };
    if entries.len() < WORTH_THREADS {
        entries.iter().try_for_each(remove)?;
    } else {
        entries.par_iter().try_for_each(remove)?;
    }
    Ok(())
}

#[cfg(not(test))]
#[expect(clippy::unnecessary_wraps, reason = "it fails in the tests")]
fn step() -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
pub(super) use stop::step;

#[cfg(test)]
pub(super) mod stop {
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// What happens at a step.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) enum Stop {
        /// The process is gone.
        Die = 1,
        /// The step fails.
        Fail = 2,
    }

    static HOW: AtomicUsize = AtomicUsize::new(0);
    static LEFT: AtomicUsize = AtomicUsize::new(usize::MAX);

    /// Lets `left` more steps of this process pass and then stops one.
    pub(crate) fn after(left: usize, how: Stop) {
        HOW.store(how as usize, Ordering::SeqCst);
        LEFT.store(left, Ordering::SeqCst);
    }

    pub(crate) fn step() -> io::Result<()> {
        if LEFT.load(Ordering::SeqCst) == usize::MAX || LEFT.fetch_sub(1, Ordering::SeqCst) > 0 {
            return Ok(());
        }
        LEFT.store(usize::MAX, Ordering::SeqCst);
        if HOW.load(Ordering::SeqCst) == Stop::Die as usize {
            std::process::exit(STOPPED);
        }
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }

    /// How a process ends that died at a step.
    pub(crate) const STOPPED: i32 = 77;
}
