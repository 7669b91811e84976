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

/// How the variables begin by which git is told of another repository, or of other settings of it.
const SPEAKING: &[&str] = &[
    "GIT_CEILING",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_DIR",
    "GIT_DISCOVERY",
    "GIT_IMPLICIT",
    "GIT_NAMESPACE",
    "GIT_OBJECT",
    "GIT_WORK_TREE",
];

/// Whether `start`, which was checked and is spelled out, surely lies in a work tree: the first git directory above it is the
/// folder `.git` of one, and says itself that it is not bare. To open the repository would tell the same, for ten times the
/// time; where anything is unusual, this says no.
pub(super) fn is_in_work_tree(start: &Path) -> bool {
    let speaks = |name: &[u8]| SPEAKING.iter().any(|it| name.starts_with(it.as_bytes()));
    !std::env::vars_os().any(|(name, _)| speaks(name.as_encoded_bytes())) && is_below_work_tree(start)
}

/// The same as far as the folders above say it.
fn is_below_work_tree(start: &Path) -> bool {
    for dir in start.ancestors() {
        if dir.join("HEAD").exists() {
            return false;
        }
        let git_dir = dir.join(".git");
        match fs::symlink_metadata(&git_dir) {
            Ok(status) => {
                let whole = ["HEAD", "objects", "refs"].iter().all(|name| git_dir.join(name).exists());
                let config = || fs::read_to_string(git_dir.join("config"));
                return status.is_dir() && whole && config().is_ok_and(|text| says_not_bare(&text));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(_) => return false,
        }
    }
    false
}

/// Whether a configuration begins as git writes it, with a `core` that is not bare, and nothing behind says more of that.
fn says_not_bare(config: &str) -> bool {
    let lower = config.to_ascii_lowercase();
    let Some(rest) = lower.strip_prefix("[core]\n") else { return false };
    let core = &rest[..rest.find('[').unwrap_or(rest.len())];
    let has = |line: &str| core.lines().any(|it| it.trim() == line);
    let said_once = |word: &str| lower.matches(word).count() == 1;
    // What git cannot read is for git to tell.
    let is_plain = |line: &str| {
        let line = line.trim();
        line.starts_with('[') && line.ends_with(']') && line.matches('"').count().is_multiple_of(2)
            || line.split_once('=').is_some_and(|(key, value)| {
                let is_key = |c: char| c.is_ascii_alphanumeric() || c == '-';
                let key = key.trim_end();
                key.starts_with(|c: char| c.is_ascii_alphabetic())
                    && key.chars().all(is_key)
                    && !value.contains(['"', '\\'])
            })
    };
    config.lines().all(is_plain)
        && has("bare = false")
        && has("repositoryformatversion = 0")
        && said_once("bare")
        && said_once("repositoryformatversion")
        && !["include", "extensions", "worktree"].iter().any(|word| lower.contains(word))
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

#[cfg(test)]
mod tests {
    use super::{is_below_work_tree, says_not_bare};
    use crate::git::testing::Scratch;

    #[test]
    fn a_plain_work_tree_is_told_from_what_git_keeps() {
        let plain = Scratch::with(&[("a/b", "")]);
        let check = |scratch: &Scratch, folder: &str, expected: bool| {
            let folder = scratch.root().canonicalize().unwrap().join(folder);
            assert_eq!(is_below_work_tree(&folder), expected, "{}", folder.display());
        };
        for (folder, expected) in [("", true), ("a", true), (".git", false), (".git/refs", false)] {
            check(&plain, folder, expected);
        }
        for folder in ["", "refs"] {
            check(&Scratch::new(&["--bare"]), folder, false);
        }
        plain.git(&["config", "core.bare", "true"]);
        check(&plain, "a", false);
        check(&Scratch::new(&["--separate-git-dir", "elsewhere"]), "", false);
    }

    #[test]
    fn only_a_plain_configuration_says_that_it_is_not_bare() {
        let plain =
            "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n[user]\n\tname = x\n";
        assert!(says_not_bare(plain));
        for other in [
            plain.replace("bare = false", "bare = true"),
            plain.replace("bare = false", "bare"),
            plain.replace("\tbare = false\n", ""),
            plain.replace("= 0", "= 1"),
            plain.replace("[core]", "[user]"),
            format!("{plain}[core]\n\tbare = true\n"),
            format!("{plain}[include]\n\tpath = other\n"),
            format!("{plain}[extensions]\n\tobjectformat = sha256\n"),
            format!("{plain}[core]\n\tworktree = ../other\n"),
            format!("{plain}[core"),
            format!("{plain}\tname = \"open\n"),
            format!("{plain}\tname = goes on \\\n"),
            format!("{plain}!\n"),
            String::new(),
        ] {
            assert!(!says_not_bare(&other), "{other}");
        }
    }
}
