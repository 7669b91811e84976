//! Which repository a folder belongs to, and whether git's environment variables speak about it.
#![expect(
    clippy::disallowed_methods,
    reason = "part of the door to git: hooks are told through the environment where to look"
)]

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use gix::ThreadSafeRepository;
use gix::discover::upwards;
use gix::open::{Options, Permissions};
use gix::sec::trust::{DefaultForLevel, Mapping};
use gix::sec::{Permission, Trust};

use crate::transaction::shown;

/// What every question about a repository may read.
const FILES: [&str; 7] =
    ["HEAD", "config", "index", "packed-refs", "commondir", "gitdir", "objects/info/alternates"];

/// Refuses a git directory at or above `start` that may not be read, which a search passes over without a word, and
/// one with a pipe or device for a file, on which it would wait for ever.
pub(super) fn check(start: &Path) -> io::Result<()> {
    let start = start.canonicalize()?;
    for dir in start.ancestors().flat_map(|dir| [dir.join(".git"), dir.to_owned()]) {
        if dir.ends_with(".git") && dir.is_file() {
            return File::open(dir).map(drop);
        }
        let head = dir.join("HEAD");
        match fs::metadata(&head) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied && dir.ends_with(".git") => {
                return Err(error);
            }
            Err(_) => continue,
            Ok(_) if !dir.join("objects").exists() && !dir.join("commondir").exists() => continue,
            Ok(_) => {}
        }
        for name in FILES {
            refuse_special(&dir.join(name))?;
        }
        return File::open(head).map(drop);
    }
    Ok(())
}

/// Refuses what is there and is neither a file nor a directory.
pub(super) fn refuse_special(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(status) if !status.is_file() && !status.is_dir() => {
            Err(io::Error::other(format!("`{}` is no regular file", shown(path))))
        }
        _ => Ok(()),
    }
}

/// The repository of `start`, searched upwards.
///
/// A hook runs with `GIT_DIR` and `GIT_INDEX_FILE` set for its own repository. They count here when `start` lies in
/// that repository, and must not be mistaken for news about any other one.
pub(super) fn find(start: &Path) -> Result<Option<ThreadSafeRepository>, gix::Error> {
    let Some(spoken_of) = environment_git_dir() else {
        return discover(start, Mapping::default());
    };
    let found = discover(start, without_environment())?;
    match &found {
        Some(repo) if !same_place(repo.git_dir(), &spoken_of) => Ok(found),
        Some(_) => from_environment(start).map(Some),
        None => Ok(from_environment(start).ok().filter(|repo| holds(repo, start))),
    }
}

/// The git directory that the environment speaks about, when it speaks at all: `GIT_DIR`, or with
/// `GIT_INDEX_FILE` alone the repository of the current folder.
fn environment_git_dir() -> Option<PathBuf> {
    if let Some(git_dir) = std::env::var_os("GIT_DIR") {
        return Some(git_dir.into());
    }
    std::env::var_os("GIT_INDEX_FILE")?;
    let here = discover(&std::env::current_dir().ok()?, without_environment()).ok()??;
    Some(here.git_dir().to_owned())
}

fn from_environment(start: &Path) -> Result<ThreadSafeRepository, gix::Error> {
    ThreadSafeRepository::discover_with_environment_overrides(start)
}

fn discover(start: &Path, options: Mapping<Options>) -> Result<Option<ThreadSafeRepository>, gix::Error> {
    // From a relative path with `..` in it a bare repository is not found.
    let start = std::path::absolute(start).unwrap_or_else(|_| start.to_owned());
    let Ok((path, _trust)) = gix::discover::upwards(&start) else { return Ok(None) };
    let (git_dir, work_dir) = path.into_repository_and_work_tree_directories();
    let place = work_dir.unwrap_or(git_dir);
    ThreadSafeRepository::discover_opts(&place, upwards::Options::default(), options).map(Some)
}

/// What is allowed in a repository of the user's own, and in somebody else's, less git's variables.
fn without_environment() -> Mapping<Options> {
    let deaf = |level, mut permissions: Permissions| {
        permissions.env.git_prefix = Permission::Deny;
        Options::default_for_level(level).permissions(permissions)
    };
    Mapping {
        full: deaf(Trust::Full, Permissions::all()),
        reduced: deaf(Trust::Reduced, Permissions::secure()),
    }
}

fn holds(repo: &ThreadSafeRepository, start: &Path) -> bool {
    let top = repo.work_dir().and_then(|top| top.canonicalize().ok());
    let start = start.canonicalize().ok();
    top.zip(start).is_some_and(|(top, start)| start.starts_with(top))
}

fn same_place(a: &Path, b: &Path) -> bool {
    a.canonicalize().ok().zip(b.canonicalize().ok()).is_some_and(|(a, b)| a == b)
}
