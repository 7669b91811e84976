//! Which files exist, and which of them count.
//!
//! A [`Universe`] is a [`Snapshot`] and the files in it that are input: what git tracks and what is new and not
//! ignored, less what `dsp.toml` and `.dspignore` leave out. It is the single input of everything after it. No file
//! of the repository is parsed here except `dsp.toml` and the ignore files.
//!
//! Two choices that the documents of git leave open: a repository inside the work tree that git does not track is a
//! problem and not entered, and an ignore rule that cannot be read is a problem and ignores nothing.
#![expect(clippy::disallowed_methods, reason = "the door where the user's folder comes in")]

mod class;
mod history;
mod open;
mod select;
mod snapshot;
#[cfg(test)]
mod tests;
mod walk;

use std::io;
use std::path::{Path, PathBuf};

use resolvers::ConfigProblem;
use resolvers::path::{self, RepoPath};
use serde::{Deserialize, Serialize};

pub use crate::git::ContentId;
use crate::git::{Entry, GitError, Repository};
use crate::settings::Settings;
use crate::transaction::shown;
pub use class::{Class, classify, go_vendors, is_installed};
pub use history::History;
pub use snapshot::{ReadError, Snapshot};

/// Where the user wants the repository to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// On disk. The only one for a folder without git.
    WorkTree,
    /// In the index: what a commit would hold now.
    Index,
    /// In a commit, tag or tree, as `git rev-parse` understands its name.
    Commit(String),
}

/// The files of a repository that are input.
#[derive(Debug)]
pub struct Universe {
    /// Where they are read.
    pub snapshot: Snapshot,
    /// Sorted bytewise by path.
    pub files: Vec<UniverseFile>,
    /// Symbolic links with their text, sorted. They are never files, wherever they lead.
    pub links: Vec<(RepoPath, Vec<u8>)>,
    /// Directories that are repositories of their own by git's account, sorted. Never entered.
    pub submodules: Vec<RepoPath>,
    /// What a merge left open in the index, sorted, `.dsp/` included; none where a commit is read.
    pub conflicts: Vec<RepoPath>,
    /// What is wrong with the repository or its settings, sorted.
    pub problems: Vec<Problem>,
    /// Directories on disk that cannot be listed: what git tracks in them is taken to be there. Sorted.
    pub unlisted: Vec<Vec<u8>>,
    /// What `dsp.toml` says.
    pub settings: Settings,
}

/// A file that is input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UniverseFile {
    /// Its path.
    pub path: RepoPath,
    /// Who keeps it, by its path alone; [`Class::Ordinary`] when `dsp.toml` includes it.
    pub class: Class,
    /// Whether git tracks it.
    pub tracked: bool,
}

/// Something wrong in the user's repository. It stops nothing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Problem {
    /// The file or directory, from the repo root; empty for the root. Not always a [`RepoPath`]: the name itself
    /// may be what is wrong.
    pub place: Vec<u8>,
    /// The line, from 1, where it is known.
    pub line: Option<u32>,
    /// What is wrong: a clause whose subject is the place, or one sentence; lower case, no full stop.
    pub message: String,
}

impl From<ConfigProblem> for Problem {
    fn from(problem: ConfigProblem) -> Self {
        let place = problem.path.as_bytes().to_owned();
        Self { place, line: problem.line, message: problem.message }
    }
}

/// Why a universe cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum UniverseError {
    /// The folder is not there, is no folder, or cannot be listed.
    #[error("cannot read the folder `{}`", shown(place))]
    Folder {
        /// The folder.
        place: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Index or commit of a folder without git.
    #[error("`{}` is in no git repository, so it has neither index nor revisions", shown(place))]
    NoRepository {
        /// The folder.
        place: PathBuf,
    },
    /// A work tree or index of a repository that has none.
    #[error("`{}` is a bare repository: only its revisions can be read", shown(place))]
    Bare {
        /// The git directory.
        place: PathBuf,
    },
    /// Something is to be written into a repository that has no work tree.
    #[error("`{}` is a bare repository: it has no work tree to write `.dsp` into", shown(place))]
    NoWorkTree {
        /// The git directory.
        place: PathBuf,
    },
    /// Something is to be written among git's own files, beside which there is a work tree.
    #[error(
        "`{}` lies in the git directory of `{}`: `.dsp` is in the work tree alone",
        shown(place),
        shown(top)
    )]
    GitDir {
        /// The folder.
        place: PathBuf,
        /// The top of the work tree.
        top: PathBuf,
    },
    /// A directory is tracked, and a sparse checkout leaves it out.
    #[error(
        "`{path}` is tracked, and the sparse checkout leaves it or a part of it out: `git sparse-checkout add {path}` brings it back"
    )]
    LeftOut {
        /// The directory, from the repo root.
        path: String,
    },
    /// Git could not do its work.
    #[error(transparent)]
    Git(#[from] GitError),
}

impl UniverseError {
    /// Whether the caller asked for what nobody could answer, rather than something being broken.
    #[must_use]
    pub fn is_wrong_call(&self) -> bool {
        matches!(self, Self::Git(error) if error.is_wrong_call())
    }
}

/// Refuses a folder in which nothing may be written because it lies in the git directory of a repository, bare or
/// not: HEAD, objects and references are its neighbours.
///
/// # Errors
/// [`UniverseError::NoWorkTree`], [`UniverseError::GitDir`], or what git says about the repository.
pub fn refuse_bare(start: &Path) -> Result<(), UniverseError> {
    // From inside `.git`, a relative path leads the search astray.
    let start = start.canonicalize().unwrap_or_else(|_| start.to_owned());
    match Repository::find_around(&start)? {
        Some(repository) if repository.is_beside_objects(&start) => Err(match repository.work_dir() {
            None => UniverseError::NoWorkTree { place: repository.git_dir().to_owned() },
            Some(top) => UniverseError::GitDir { place: start, top: top.to_owned() },
        }),
        _ => Ok(()),
    }
}

impl Universe {
    /// Lists the whole repository in which the folder `start` lies; without one, the folder itself.
    ///
    /// # Errors
    /// When there is nothing to list: see [`UniverseError`]. Whatever is wrong with single files is a problem.
    pub fn open(start: &Path, source: &Source) -> Result<Self, UniverseError> {
        Self::of(Self::repository(start)?, start, source)
    }

    /// The repository in which the folder `start` lies.
    ///
    /// # Errors
    /// When there is no such folder, or a repository that cannot be opened.
    pub fn repository(start: &Path) -> Result<Option<Repository>, UniverseError> {
        let folder = |source| UniverseError::Folder { place: start.to_owned(), source };
        if !start.metadata().map_err(folder)?.is_dir() {
            return Err(folder(io::ErrorKind::NotADirectory.into()));
        }
        Ok(Repository::find(start)?)
    }

    /// Whether no commit will hold the directory `dir`, counted from the repo root: git ignores it, and tracks nothing
    /// below it. Where git cannot tell, nothing is claimed.
    #[must_use]
    pub fn is_ignored(&self, dir: &RepoPath) -> bool {
        let Ok(Some(repository)) = Repository::find(self.snapshot.root()) else { return false };
        let rules = repository.ignore_rules().ok();
        let ignored = rules.and_then(|mut rules| rules.ignored(dir.as_bytes(), true).ok());
        let inside = |listed: &RepoPath| path::strip_dir(listed.as_bytes(), dir.as_bytes()).is_some();
        ignored == Some(true)
            && repository.index().is_ok_and(|index| !index.entries.iter().any(|it| inside(&it.path)))
    }

    /// As [`Self::open`], where `repository` is what [`Self::repository`] says of `start`.
    ///
    /// # Errors
    /// As of [`Self::open`].
    pub fn of(repository: Option<Repository>, start: &Path, source: &Source) -> Result<Self, UniverseError> {
        match (repository, source) {
            (Some(repository), Source::WorkTree) => open::work_tree(repository, start),
            (Some(repository), Source::Index) => open::index(repository),
            (Some(repository), Source::Commit(revision)) => open::revision(repository, revision),
            (None, Source::WorkTree) => open::plain_folder(start, broken_repository(start)),
            (None, _) => Err(UniverseError::NoRepository { place: start.to_owned() }),
        }
    }

    /// Whether something, a dangling link perhaps, lies on disk at `path`, counted from the repo root `root`. As for git,
    /// directories alone are nothing.
    #[must_use]
    pub fn stands_on_disk(root: &Path, path: &[u8]) -> bool {
        walk::on_disk(root, path).is_some_and(walk::holds_files)
    }

    /// What lies on disk in the directory `dir`, counted from the repo root `root` and empty for that; `None` where there
    /// is no directory, or where it cannot be listed.
    #[must_use]
    pub fn names_on_disk(root: &Path, dir: &[u8]) -> Option<Vec<RepoPath>> {
        let names = walk::names(&walk::on_disk(root, dir)?)?;
        Some(names.iter().filter_map(|name| RepoPath::new(&path::join(dir, name)?).ok()).collect())
    }

    /// Whether a file at `path` may say which files count.
    #[must_use]
    pub(crate) fn is_rule(path: &RepoPath) -> bool {
        let is_at_top = || {
            path.as_bytes() == crate::settings::FILE.as_bytes()
                || select::STAN_CONFIGS.contains(&path.as_bytes())
        };
        path.file_name() == select::IGNORE_FILE || is_at_top()
    }

    /// What `entries` of an index of `repository` list, which are sorted and without conflicts.
    pub(crate) fn listed(repository: Repository, entries: Vec<Entry>) -> Self {
        open::listed(repository, entries)
    }

    /// What a sparse checkout leaves out of the folder `top` of a work tree, counted from there; nothing where git cannot
    /// tell.
    #[must_use]
    pub fn left_out_of(top: &Path) -> Vec<RepoPath> {
        open::left_out(top).unwrap_or_default()
    }

    /// Whether there is a file, a folder or anything else at `path` on disk, or a sparse checkout left it out.
    #[must_use]
    pub fn has(&self, path: &RepoPath) -> bool {
        let place = walk::on_disk(self.snapshot.root(), path.as_bytes());
        place.is_some_and(|place| place.symlink_metadata().is_ok())
            || self.snapshot.leaves_out(path.as_bytes())
    }

    /// Those of `paths` that differ from the last commit or that git does not track; none in a folder without git.
    ///
    /// # Errors
    /// When git cannot tell.
    pub fn uncommitted(&self, paths: &[RepoPath]) -> Result<Vec<RepoPath>, UniverseError> {
        let repository = if paths.is_empty() { None } else { Repository::find(self.snapshot.root())? };
        Ok(repository.map(|it| it.uncommitted(paths)).transpose()?.unwrap_or_default())
    }

    /// Who keeps the file at `path`, which is one of `files`.
    #[must_use]
    pub fn class_of(&self, path: &RepoPath) -> Class {
        let at = self.files.binary_search_by(|file| file.path.cmp(path));
        at.map_or(Class::Ordinary, |at| self.files[at].class)
    }

    /// Refuses a directory of which something is tracked and not checked out, where what is there would be taken for all there
    /// is.
    ///
    /// # Errors
    /// [`UniverseError::LeftOut`].
    pub fn refuse_left_out(&self, dir: &str) -> Result<(), UniverseError> {
        let left_out = self.snapshot.leaves_out_below(dir.as_bytes());
        if left_out { Err(UniverseError::LeftOut { path: dir.to_owned() }) } else { Ok(()) }
    }

    /// The same of a directory in the folder `top` of a work tree. Where git cannot tell, nothing is claimed.
    ///
    /// # Errors
    /// [`UniverseError::LeftOut`].
    pub fn refuse_left_out_of(top: &Path, dir: &str) -> Result<(), UniverseError> {
        let is_inside = |path: &&RepoPath| path::strip_dir(path.as_bytes(), dir.as_bytes()).is_some();
        let is_missing = |path: &RepoPath| !Self::stands_on_disk(top, path.as_bytes());
        let left_out = Self::left_out_of(top).iter().filter(is_inside).any(is_missing);
        if left_out { Err(UniverseError::LeftOut { path: dir.to_owned() }) } else { Ok(()) }
    }

    /// The same of a directory of `repository` that is not on disk. Where git cannot tell, nothing is claimed.
    ///
    /// # Errors
    /// [`UniverseError::LeftOut`].
    pub fn refuse_absent(repository: &Repository, dir: &str) -> Result<(), UniverseError> {
        let Ok(listing) = repository.index() else { return Ok(()) };
        let is_inside =
            |entry: &crate::git::Entry| path::strip_dir(entry.path.as_bytes(), dir.as_bytes()).is_some();
        let left_out = listing.entries.iter().any(|entry| entry.left_out && is_inside(entry));
        if left_out { Err(UniverseError::LeftOut { path: dir.to_owned() }) } else { Ok(()) }
    }

    /// How many files there are of each class, in the order of [`Class::ALL`].
    #[must_use]
    pub fn class_counts(&self) -> [(Class, usize); 5] {
        Class::ALL.map(|class| (class, self.files.iter().filter(|file| file.class == class).count()))
    }
}

/// A `.git` that leads to no repository, such as that of a removed work tree: the user expects git's rules here.
fn broken_repository(root: &Path) -> Option<Problem> {
    let message = "leads to no git repository; the folder is read without git".to_owned();
    root.join(".git").symlink_metadata().ok().map(|_| Problem {
        place: b".git".to_vec(),
        line: None,
        message,
    })
}
