//! A whole new directory, written beside its place and then renamed into it.

use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use resolvers::path::{self, RepoPath};
use rustc_hash::FxHashMap;

use super::{Result, TransactionError, below, disk, failed, is_real_dir, make_hidden, parent_of};
use crate::event::{Event, Reporter, Stage};

/// How many trees a thread writes before it looks for more.
const BATCH: usize = 16;

/// A file to be, and its bytes.
type File<'f> = (&'f RepoPath, &'f [u8]);

/// The place beside a directory, `<name>.incoming`, that holds a numbered directory for each attempt.
///
/// What a dead process left there is removed last: on some file systems creating files right after deleting many is
/// many times slower.
#[derive(Debug)]
pub(super) struct Incoming {
    folder: PathBuf,
}

impl Incoming {
    pub(super) fn beside(dir: &Path) -> Self {
        let mut name = dir.file_name().unwrap_or_default().to_owned();
        name.push(".incoming");
        Self { folder: parent_of(dir).join(name) }
    }

    /// Makes `files` all there is in `dir`, which is absent or empty. `false` when `dir` is empty and cannot be
    /// replaced, such as a mount point: then nothing was done.
    pub(super) fn put(&self, dir: &Path, files: &[File<'_>], reporter: &dyn Reporter) -> Result<bool> {
        if is_real_dir(dir) && !self.is_replaceable(dir) {
            return Ok(false);
        }
        let new = self.make().map_err(failed("create", &self.folder))?;
        reporter.report(Event::Begin { stage: Stage::Write, total: files.len() });
        let filled = fill(&new, files, reporter);
        reporter.report(Event::End);
        filled?;
        match disk::rename(&new, dir) {
            Ok(()) => Ok(true),
            Err(error) if is_occupied(&error) => Err(TransactionError::Changed(dir.to_owned())),
            Err(error) => Err(failed("put into place", dir)(error)),
        }
    }

    /// Takes `dir` out of its place again: it goes with the rest.
    pub(super) fn take(&self, dir: &Path) -> Result<()> {
        self.make().and_then(|new| disk::rename(dir, &new)).map_err(failed("take back", dir))
    }

    /// Tried with an empty directory in the place of the empty directory.
    fn is_replaceable(&self, dir: &Path) -> bool {
        self.make().and_then(|new| disk::rename(&new, dir)).is_ok()
    }

    /// A new empty directory.
    fn make(&self) -> io::Result<PathBuf> {
        if !is_real_dir(&self.folder) {
            make_hidden(&self.folder)?;
        }
        let mut number = 0_u32;
        loop {
            let new = self.folder.join(number.to_string());
            match disk::create_dir(&new) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                other => return other.map(|()| new),
            }
        }
    }

    /// Removes what is left there, of this attempt and of others. What cannot be removed is for the next run.
    pub(super) fn clear(&self) {
        if !is_real_dir(&self.folder) {
            return;
        }
        // One by one: what lies directly in a tree is removed on all threads.
        for attempt in
            (0_u32..).map(|number| self.folder.join(number.to_string())).take_while(|it| is_real_dir(it))
        {
            let _ = disk::remove_tree(&attempt);
        }
        // Whatever else is in it is somebody's, and then it stays.
        let _ = disk::remove_file(&self.folder.join(".gitignore"));
        let _ = disk::remove_dir(&self.folder);
    }
}

/// Somebody put something there.
fn is_occupied(error: &io::Error) -> bool {
    use io::ErrorKind::{AlreadyExists, DirectoryNotEmpty, NotADirectory};
    matches!(error.kind(), AlreadyExists | DirectoryNotEmpty | NotADirectory)
}

/// Writes `files` into the empty directory `dir`, on all threads: what lies below one of its directories on one of
/// them, in path order. A file system finds a place sooner for what is made together, and threads seldom meet.
fn fill(dir: &Path, files: &[File<'_>], reporter: &dyn Reporter) -> Result<()> {
    trees(files).into_par_iter().with_min_len(BATCH).try_for_each(|mut tree| {
        tree.sort_unstable_by_key(|(path, _)| *path);
        let mut last: &[u8] = b"";
        for (path, content) in tree {
            make_dirs(dir, path, last)?;
            let full = below(dir, path.as_bytes());
            disk::write_new(&full, content).map_err(failed("write", &full))?;
            reporter.report(Event::Advance);
            last = path.as_bytes();
        }
        Ok(())
    })
}

/// `files` by the first segment of their paths, in order of first appearance.
fn trees<'f>(files: &[File<'f>]) -> Vec<Vec<File<'f>>> {
    let mut trees: Vec<Vec<File<'f>>> = Vec::new();
    let mut slots: FxHashMap<&[u8], usize> = FxHashMap::default();
    for file in files {
        let first = file.0.as_bytes().split(|byte| *byte == b'/').next().unwrap_or_default();
        let slot = *slots.entry(first).or_insert(trees.len());
        if slot == trees.len() {
            trees.push(Vec::new());
        }
        trees[slot].push(*file);
    }
    trees
}

/// Makes the directories on the way to `path` that were not on the way to `last`, which stands before it in path order.
fn make_dirs(dir: &Path, path: &RepoPath, last: &[u8]) -> Result<()> {
    let ancestors = path::ancestors(path.parent());
    let missing: Vec<&[u8]> =
        ancestors.take_while(|inner| !inner.is_empty() && path::strip_dir(last, inner).is_none()).collect();
    for inner in missing.into_iter().rev() {
        let inner = below(dir, inner);
        disk::create_dir(&inner).map_err(failed("create", &inner))?;
    }
    Ok(())
}
