//! One writer at a time. A door.
#![expect(clippy::disallowed_methods, reason = "part of the door `transaction`")]

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use bstr::ByteSlice;

use super::{TransactionError, failed, is_there};

const STEP: Duration = Duration::from_millis(20);

/// Where the helpers of a directory's transactions stand.
#[derive(Debug)]
pub(super) struct Control {
    /// The file that the writer holds. It stays: removing it would let two processes hold two files of one name.
    pub(super) lock: PathBuf,
    /// The journal.
    pub(super) journal: PathBuf,
    /// What is renamed into place: beside the directory, so that both are on one file system.
    pub(super) incoming: PathBuf,
}

impl Control {
    /// In the git directory of the work tree that holds `dir`, where nobody sees them, else beside `dir`.
    pub(super) fn of(dir: &Path) -> Self {
        let name = dir.file_name().unwrap_or_default();
        let parent = dir.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let found = parent.ancestors().find_map(|top| Some((top, git_dir(top)?)));
        let (home, prefix) = match &found {
            Some((top, git_dir)) => (git_dir.as_path(), flat(parent.strip_prefix(top).unwrap_or(parent))),
            None => (parent, OsString::new()),
        };
        let with = |folder: &Path, prefix: &OsStr, suffix: &str| {
            let mut file = prefix.to_owned();
            file.push(name);
            file.push(suffix);
            folder.join(file)
        };
        Self {
            lock: with(home, &prefix, ".lock"),
            journal: with(home, &prefix, ".journal"),
            incoming: with(parent, OsStr::new(""), ".incoming"),
        }
    }
}

/// A path as the start of one file name, so that several folders of a repository have a lock each.
fn flat(path: &Path) -> OsString {
    let mut name = OsString::new();
    for part in path {
        name.push(part);
        name.push("%");
    }
    name
}

/// The git directory of the work tree at `top`, where it is certain: a directory of its own, or one that names this
/// work tree as its own. A file `.git` in an unpacked archive could name anything.
fn git_dir(top: &Path) -> Option<PathBuf> {
    let dot_git = top.join(".git");
    let found = dot_git.symlink_metadata().ok()?;
    if found.is_dir() {
        return Some(dot_git);
    }
    if !found.is_file() {
        return None;
    }
    let text = fs::read(&dot_git).ok()?;
    let dir = top.join(text.strip_prefix(b"gitdir:")?.trim().to_path().ok()?);
    let back = dir.join("gitdir");
    let back = back.symlink_metadata().is_ok_and(|found| found.is_file()).then(|| fs::read(back).ok())??;
    let named = dir.join(back.trim().to_path().ok()?).canonicalize().ok()?;
    (named == dot_git.canonicalize().ok()?).then_some(dir)
}

/// Held until dropped; a process that dies gives it back.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    pub(super) fn take(dir: &Path, path: &Path, patience: Duration) -> super::Result<Self> {
        is_there(path)?;
        let mut options = OpenOptions::new();
        let file =
            options.create(true).truncate(false).write(true).open(path).map_err(failed("open", path))?;
        let mut waited = Duration::ZERO;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { _file: file }),
                Err(TryLockError::WouldBlock) if waited < patience => {
                    thread::sleep(STEP);
                    waited += STEP;
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(TransactionError::Locked {
                        dir: dir.to_owned(),
                        lock: path.to_owned(),
                        wait: patience,
                    });
                }
                Err(TryLockError::Error(error)) => return Err(failed("lock", path)(error)),
            }
        }
    }
}
