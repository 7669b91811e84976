//! New and old contents, ready beside the directory: neither putting the new ones into place nor taking that back
//! needs room on the disk. A door.
#![expect(clippy::disallowed_methods, reason = "part of the door `transaction`")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use resolvers::path::{self, RepoPath};

use super::journal::Entry;
use super::{Result, below, failed, is_absent, is_real_dir};

/// Entries on their way into the directory. The folder that holds their contents goes with it.
#[derive(Debug)]
pub(super) struct Staging<'a> {
    dir: &'a Path,
    folder: &'a Path,
    entries: &'a [Entry],
    /// How many of the entries are in place.
    placed: usize,
    /// Directories that had to be made for them, outer ones first.
    made: Vec<PathBuf>,
}

impl<'a> Staging<'a> {
    /// Writes all that will be needed into the new `folder`, which stands on the file system of `dir`.
    pub(super) fn new(dir: &'a Path, folder: &'a Path, entries: &'a [Entry]) -> Result<Self> {
        fs::create_dir(folder).map_err(failed("create", folder))?;
        let staging = Self { dir, folder, entries, placed: 0, made: Vec::new() };
        for (at, entry) in entries.iter().enumerate() {
            if let Some(content) = &entry.after {
                let new = staging.new_file(at);
                fs::write(&new, content).map_err(failed("write", &new))?;
            }
            if entry.before.is_some() {
                let (full, old) = (staging.full(&entry.path), staging.old_file(at));
                // Some file systems have no hard links.
                fs::hard_link(&full, &old)
                    .or_else(|_| fs::copy(&full, &old).map(drop))
                    .map_err(failed("keep a copy of", &full))?;
            }
        }
        Ok(staging)
    }

    /// Makes the entries true, and removes directories that became empty.
    pub(super) fn place(&mut self) -> Result<()> {
        for (at, entry) in self.entries.iter().enumerate() {
            let full = self.full(&entry.path);
            if entry.after.is_some() {
                self.make_dirs(&entry.path)?;
                fs::rename(self.new_file(at), &full).map_err(failed("replace", &full))?;
            } else {
                remove(&full)?;
            }
            self.placed = at + 1;
        }
        for entry in self.entries.iter().filter(|entry| entry.after.is_none()) {
            for dir in path::ancestors(entry.path.parent()).filter(|dir| !dir.is_empty()) {
                // Fails on the first directory that is not empty, which is the point.
                if fs::remove_dir(below(self.dir, dir)).is_err() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Restores what stood there before `place`, as far as that came.
    pub(super) fn take_back(&mut self) -> Result<()> {
        for at in (0..self.placed).rev() {
            let entry = &self.entries[at];
            let full = self.full(&entry.path);
            if entry.before.is_some() {
                self.make_dirs(&entry.path)?;
                let old = self.old_file(at);
                // Where the kept copy is gone, its bytes are still known: they are written beside, never in place.
                let rewritten = |_| {
                    let copy = self.folder.join(format!("{at}.again"));
                    fs::write(&copy, entry.before.as_deref().unwrap_or_default())?;
                    fs::rename(&copy, &full)
                };
                fs::rename(&old, &full).or_else(rewritten).map_err(failed("restore", &full))?;
            } else {
                remove(&full)?;
            }
        }
        for dir in self.made.iter().rev() {
            // What is not empty is somebody else's now, or held a file before.
            let _ = fs::remove_dir(dir);
        }
        Ok(())
    }

    /// Makes the directories on the way to `path` that are not there.
    fn make_dirs(&mut self, path: &RepoPath) -> Result<()> {
        let dirs = path::ancestors(path.parent()).map(|dir| below(self.dir, dir));
        let missing: Vec<_> = dirs.take_while(|dir| !is_real_dir(dir)).collect();
        for dir in missing.into_iter().rev() {
            fs::create_dir(&dir).map_err(failed("create", &dir))?;
            self.made.push(dir);
        }
        Ok(())
    }

    fn full(&self, path: &RepoPath) -> PathBuf {
        below(self.dir, path.as_bytes())
    }

    fn new_file(&self, at: usize) -> PathBuf {
        self.folder.join(format!("{at}.new"))
    }

    fn old_file(&self, at: usize) -> PathBuf {
        self.folder.join(format!("{at}.old"))
    }
}

impl Drop for Staging<'_> {
    fn drop(&mut self) {
        // What stays behind is removed by the next `begin`.
        let _ = fs::remove_dir_all(self.folder);
    }
}

fn remove(full: &Path) -> Result<()> {
    remove_if_there(full).map_err(failed("remove", full))
}

fn remove_if_there(full: &Path) -> io::Result<()> {
    match fs::remove_file(full) {
        Err(error) if !is_absent(&error) => Err(error),
        _ => Ok(()),
    }
}
