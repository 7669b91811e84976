//! A whole new directory, written beside its place and then renamed into it.

use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use resolvers::path::{self, RepoPath};
use rustc_hash::FxHashSet;

use super::{Result, TransactionError, below, disk, failed, is_real_dir, make_hidden, parent_of};
use crate::event::{Event, Reporter, Stage};

/// How many files a thread writes before it looks for more.
const BATCH: usize = 128;

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
    pub(super) fn put(
        &self,
        dir: &Path,
        files: &[(&RepoPath, &[u8])],
        reporter: &dyn Reporter,
    ) -> Result<bool> {
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

/// Writes `files` into the empty directory `dir`: the directories one after the other, since they contend for their
/// parents, then the files on all threads.
fn fill(dir: &Path, files: &[(&RepoPath, &[u8])], reporter: &dyn Reporter) -> Result<()> {
    let mut made: FxHashSet<&[u8]> = FxHashSet::default();
    let mut missing = Vec::new();
    for (path, _) in files {
        let ancestors = path::ancestors(path.parent());
        missing.extend(ancestors.take_while(|dir| !dir.is_empty() && made.insert(dir)));
        for inner in missing.drain(..).rev() {
            let inner = below(dir, inner);
            disk::create_dir(&inner).map_err(failed("create", &inner))?;
        }
    }
    files.par_iter().with_min_len(BATCH).try_for_each(|(path, content)| {
        let full = below(dir, path.as_bytes());
        reporter.report(Event::Advance);
        disk::write_new(&full, content).map(drop).map_err(failed("write", &full))
    })
}
