//! One writer at a time. A door.
#![expect(clippy::disallowed_methods, reason = "part of the door `transaction`")]

use std::ffi::OsString;
use std::fmt::Write;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use bstr::ByteSlice;
use sha2::{Digest, Sha256};

use super::{Result, TransactionError, failed, is_there, parent_of};

const STEP: Duration = Duration::from_millis(20);

/// Held until dropped; a process that dies gives it back.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
    /// Its name, where that is in a git directory.
    hidden: Option<PathBuf>,
}

impl Lock {
    /// Takes the lock of the transactions below `dir`, and waits at most `patience` for it.
    pub(super) fn take(dir: &Path, patience: Duration) -> Result<Self> {
        let (file, path, is_hidden) = open(dir)?;
        wait(dir, &path, patience, || file.try_lock())?;
        Ok(Self { _file: file, hidden: is_hidden.then_some(path) })
    }

    /// A name beside the lock that its holder may use, where nobody sees what a dead one left; `None` where there is no
    /// such place. It may be on another file system than the directory.
    pub(super) fn spare(&self) -> Option<PathBuf> {
        self.hidden.as_ref().map(|path| path.with_extension("new"))
    }

    /// As [`Self::spare`], for a folder.
    pub(super) fn folder(&self) -> Option<PathBuf> {
        self.hidden.as_deref().map(folder_beside)
    }

    /// Waits at most `patience` until nobody writes below `dir`, and keeps writers out, but no readers. Where no writer
    /// ever left a file to lock, or it may not be opened, there is nothing to wait for.
    pub(super) fn share(dir: &Path, patience: Duration) -> Result<Vec<Self>> {
        let (hidden, beside) = paths(dir);
        let mut locks = Vec::new();
        for path in hidden.into_iter().chain([beside]) {
            let is_file = path.symlink_metadata().is_ok_and(|found| found.is_file());
            let Some(file) = is_file.then(|| File::open(&path).ok()).flatten() else { continue };
            wait(dir, &path, patience, || file.try_lock_shared())?;
            locks.push(Self { _file: file, hidden: None });
        }
        Ok(locks)
    }
}

/// Tries again and again, for at most `patience`.
fn wait(
    dir: &Path,
    path: &Path,
    patience: Duration,
    attempt: impl Fn() -> std::result::Result<(), TryLockError>,
) -> Result<()> {
    let mut waited = Duration::ZERO;
    loop {
        match attempt() {
            Ok(()) => return Ok(()),
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

/// The file that the writer holds. It stays: removing it would let two processes hold two files of one name.
///
/// In the git directory of the work tree that holds `dir`, where nobody sees it and `git clean` does not reach; where
/// there is none or it may not be written, beside `dir`. With whether it is in a git directory.
fn open(dir: &Path) -> Result<(File, PathBuf, bool)> {
    let (hidden, beside) = paths(dir);
    let open = |path: &Path| OpenOptions::new().create(true).truncate(false).write(true).open(path);
    if let Some(path) = hidden {
        is_there(&path)?;
        match open(&path) {
            Ok(file) => return Ok((file, path, true)),
            Err(error) if is_forbidden(&error) => {}
            Err(error) => return Err(failed("open", &path)(error)),
        }
    }
    is_there(&beside)?;
    match open(&beside) {
        Ok(file) => Ok((file, beside, false)),
        Err(error) => Err(failed("open", &beside)(error)),
    }
}

pub(super) fn is_forbidden(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

/// Where [`Lock::folder`] is for whoever holds the lock of `dir`.
pub(super) fn folder_of(dir: &Path) -> Option<PathBuf> {
    paths(dir).0.as_deref().map(folder_beside)
}

fn folder_beside(lock: &Path) -> PathBuf {
    lock.with_extension("transaction")
}

/// Where the lock of `dir` stands in a git directory, and where it stands beside it.
fn paths(dir: &Path) -> (Option<PathBuf>, PathBuf) {
    let parent = parent_of(dir);
    // However the caller came here, one directory has one lock.
    let parent = parent.canonicalize().unwrap_or_else(|_| parent.to_owned());
    let named = |infix: &str| {
        let mut name: OsString = dir.file_name().unwrap_or_default().to_owned();
        name.push(infix);
        name.push(".lock");
        name
    };
    let hidden = parent.ancestors().find_map(|top| {
        let inner = parent.strip_prefix(top).unwrap_or(&parent);
        Some(git_dir(top)?.join(named(&infix(inner))))
    });
    (hidden, parent.join(named("")))
}

/// Tells the folders of a work tree apart, by a name that is never too long.
fn infix(inner: &Path) -> String {
    let mut text = String::new();
    if !inner.as_os_str().is_empty() {
        text.push('-');
        for byte in &Sha256::digest(inner.as_os_str().as_encoded_bytes())[..8] {
            let _ = write!(text, "{byte:02x}");
        }
    }
    text
}

/// A `.git` file says no more than a path.
const LONGEST: u64 = 4096 + 16;

/// The git directory of the work tree at `top`: what is called `.git` there, or what that file names. Git is not asked, which
/// would take longer than most of what is done behind a lock.
pub(crate) fn git_dir(top: &Path) -> Option<PathBuf> {
    let dot_git = top.join(".git");
    let found = fs::metadata(&dot_git).ok()?;
    let dir = if found.is_file() && found.len() <= LONGEST {
        let text = fs::read(&dot_git).ok()?;
        let named =
            text.strip_prefix(b"gitdir:")?.trim_start().trim_end_with(|end| end == '\n' || end == '\r');
        top.join(named.to_path().ok()?)
    } else {
        dot_git
    };
    // A file `.git` in an unpacked archive may name another's git directory: what is made there has fixed names, and who
    // shares it shares the lock. What is no git directory is nothing to write into. HEAD may be a link to no branch yet.
    let is_there = |name: &str| dir.join(name).symlink_metadata().is_ok();
    (is_there("HEAD") && (is_there("objects") || is_there("commondir"))).then_some(dir)
}
