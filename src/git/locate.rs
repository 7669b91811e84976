//! Which repository a folder belongs to, and whether git's environment variables speak about it.
#![expect(clippy::disallowed_methods, reason = "git tells hooks through the environment where to look")]

use std::path::{Path, PathBuf};

use gix::ThreadSafeRepository;
use gix::discover::upwards;
use gix::open::{Options, Permissions};
use gix::sec::trust::{DefaultForLevel, Mapping};
use gix::sec::{Permission, Trust};

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
    let Ok((path, _trust)) = gix::discover::upwards(start) else { return Ok(None) };
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
