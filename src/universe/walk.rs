//! One walk of a directory tree: what is on disk, matched against what git tracks.
//!
//! A directory listing already says what is a file, a directory or a link, so no file is asked for its status, and
//! no ignore rule is asked about what git tracks. A tracked file that the walk does not meet was deleted. Links are
//! read and never followed. Which of the findings count is not decided here.
#![expect(clippy::disallowed_methods, reason = "the door to the work tree")]

use std::ffi::OsString;
use std::fs::{self, FileType};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use bstr::{ByteSlice, ByteVec};
use rayon::Scope;
use resolvers::path::RepoPath;
use rustc_hash::FxHashSet;

use super::Problem;
use crate::git::{self, Entry, EntryKind, Globs, IgnoreRules};

/// What a walk may see.
pub(super) struct Options<'a> {
    /// The top of the tree.
    pub(super) root: &'a Path,
    /// What git tracks, sorted by path.
    pub(super) tracked: &'a [Entry],
    /// Directories that are never entered, from the root.
    pub(super) reserved: &'a [Vec<u8>],
    /// Which ignored files are wanted all the same.
    pub(super) wanted: &'a Globs,
    /// Whether a tracked link is a link on disk too; if not, it is a file that holds the link's text.
    pub(super) has_symlinks: bool,
}

/// What a walk met. In no particular order.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) found: Vec<Found>,
    /// Every directory that was entered: none of them is a link.
    pub(super) directories: FxHashSet<Box<[u8]>>,
    /// Directories of which it is not known what is in them.
    pub(super) unlisted: Vec<Vec<u8>>,
    pub(super) problems: Vec<Problem>,
}

impl Outcome {
    fn with(mut self, other: Self) -> Self {
        self.found.extend(other.found);
        self.directories.extend(other.directories);
        self.unlisted.extend(other.unlisted);
        self.problems.extend(other.problems);
        self
    }
}

/// A file or link on disk.
pub(super) struct Found {
    pub(super) path: RepoPath,
    /// The text of a link; `None` for a file.
    pub(super) link: Option<Vec<u8>>,
    pub(super) tracked: bool,
    /// Met below a directory that `Options::wanted` reaches into, or matched by it: git ignores it.
    pub(super) ignored: bool,
}

/// Walks the tree.
///
/// # Errors
/// When the root itself cannot be listed. What cannot be listed below it is a problem.
pub(super) fn walk(options: &Options<'_>, rules: IgnoreRules) -> io::Result<Outcome> {
    let asking = if rules.is_global() { Asking::Always } else { Asking::OnceMet };
    let root = Dir { path: Vec::new(), tracked: 0..options.tracked.len(), ignored: false, asking };
    let mut walk = Walk { options, rules, pending: Vec::new(), outcome: Outcome::default() };
    walk.visit(root)?;
    let outcomes = Mutex::new(Vec::new());
    rayon::scope(|scope| walk.go_on(scope, &outcomes));
    let outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(outcomes.into_iter().fold(Outcome::default(), Outcome::with))
}

/// With more directories than this before it, a thread leaves half of them to others.
const SHARE: usize = 8;

/// The place of `path` below `root` on disk; `None` where the system cannot name it. A name from git may hold bytes
/// that separate directories or drives on Windows, and must not lead out of the root there.
pub(super) fn on_disk(root: &Path, path: &[u8]) -> Option<PathBuf> {
    if cfg!(windows) && path.iter().any(|byte| matches!(byte, b'\\' | b':')) {
        return None;
    }
    path.to_path().ok().map(|path| root.join(path))
}

/// Whether `place` is a file, or a directory with one anywhere below it. What cannot be listed may hold some.
pub(super) fn holds_files(place: PathBuf) -> bool {
    let mut open = vec![place];
    while let Some(place) = open.pop() {
        match place.symlink_metadata() {
            Err(_) => {}
            Ok(meta) if !meta.is_dir() => return true,
            Ok(_) => match fs::read_dir(&place) {
                Ok(entries) => open.extend(entries.flatten().map(|entry| entry.path())),
                Err(_) => return true,
            },
        }
    }
    false
}

/// What the directory `place`, no link to one, lists; `None` where that cannot be had.
pub(super) fn names(place: &Path) -> Option<Vec<Vec<u8>>> {
    place.symlink_metadata().ok().filter(fs::Metadata::is_dir)?;
    let name = |entry: io::Result<fs::DirEntry>| Vec::from_os_string(entry.ok()?.file_name()).ok();
    fs::read_dir(place).ok()?.map(name).collect()
}

/// Where ignore rules stand.
const GITIGNORE: &str = ".gitignore";

/// Directories that a package manager fills: what git does not track in them is never input, ignore rule or not, or
/// an install would change the answer.
const INSTALLED: [&[u8]; 6] =
    [b"node_modules", b"bower_components", b"jspm_packages", b".venv", b"site-packages", b"__pycache__"];

/// A directory that is to be listed.
struct Dir {
    path: Vec<u8>,
    /// Where the tracked files below it stand in `Options::tracked`.
    tracked: Range<usize>,
    /// What lies in it and is not tracked does not count: git ignores it, or somebody installed it.
    ignored: bool,
    asking: Asking,
}

/// Whether ignore rules are asked about what lies in a directory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asking {
    Always,
    /// From the first `.gitignore` on: without one, nothing is ignored.
    OnceMet,
    /// Reading a pipe would not end.
    Never,
}

struct Walk<'a> {
    options: &'a Options<'a>,
    rules: IgnoreRules,
    pending: Vec<Dir>,
    outcome: Outcome,
}

impl<'a> Walk<'a> {
    /// Walks what is pending, depth first. How much lies below a directory shows only on the way, so work is shared
    /// out as it is found.
    fn go_on<'s>(mut self, scope: &Scope<'s>, outcomes: &'s Mutex<Vec<Outcome>>)
    where
        'a: 's,
    {
        while let Some(dir) = self.pending.pop() {
            self.visit_or_tell(dir);
            if self.pending.len() > SHARE {
                let share = self.give_half();
                scope.spawn(move |scope| share.go_on(scope, outcomes));
            }
        }
        outcomes.lock().unwrap_or_else(PoisonError::into_inner).push(self.outcome);
    }

    /// A walk of half of what is pending, with rules of its own.
    fn give_half(&mut self) -> Self {
        let kept = self.pending.split_off(self.pending.len() / 2);
        let pending = std::mem::replace(&mut self.pending, kept);
        Walk { options: self.options, rules: self.rules.clone(), pending, outcome: Outcome::default() }
    }

    fn visit_or_tell(&mut self, dir: Dir) {
        let (path, tracked) = (dir.path.clone(), dir.tracked.clone());
        if let Err(error) = self.visit(dir) {
            self.problem(&path, format!("cannot be listed: {error}"));
            // Nothing says that what git tracks there was deleted.
            let options: &'a Options<'a> = self.options;
            let files = options.tracked[tracked].iter().filter(|entry| entry.kind == EntryKind::File);
            self.outcome.found.extend(files.map(|entry| Found {
                path: entry.path.clone(),
                link: None,
                tracked: true,
                ignored: false,
            }));
            self.outcome.unlisted.push(path);
        }
    }

    fn visit(&mut self, mut dir: Dir) -> io::Result<()> {
        let Some(place) = on_disk(self.options.root, &dir.path) else {
            self.problem(&dir.path, "has a name that this system cannot express".to_owned());
            return Ok(());
        };
        let Some(names) = list(&place)? else { return Ok(()) };
        if is_foreign(&dir, &place, &names) {
            self.problem(&dir.path, "is a git repository of its own and was not entered".to_owned());
            return Ok(());
        }
        if dir.asking != Asking::Never && names.iter().any(is_special_ignore_file) {
            dir.asking = Asking::Never;
            let message = "has a `.gitignore` that is no regular file: no ignore rule holds in it".to_owned();
            self.problem(&dir.path, message);
        }
        // Where letters of either case are the same, so is the file.
        if dir.asking == Asking::OnceMet && names.iter().any(|(name, _)| name.eq_ignore_ascii_case(GITIGNORE))
        {
            dir.asking = Asking::Always;
        }
        for (name, file_type) in names {
            self.meet(&dir, name, file_type);
        }
        self.outcome.directories.insert(dir.path.into());
        Ok(())
    }

    fn meet(&mut self, dir: &Dir, name: OsString, file_type: FileType) {
        if name.eq_ignore_ascii_case(".git") {
            return;
        }
        let Ok(name) = Vec::from_os_string(name) else {
            return self.problem(&dir.path, "holds a name that is no Unicode; it was left out".to_owned());
        };
        let mut path = dir.path.clone();
        if !path.is_empty() {
            path.push(b'/');
        }
        path.extend_from_slice(&name);
        if self.options.reserved.contains(&path) {
            return;
        }
        if file_type.is_dir() {
            self.meet_dir(dir, path);
        } else if file_type.is_file() || file_type.is_symlink() {
            self.meet_file(dir, &path, file_type);
        }
    }

    fn meet_dir(&mut self, parent: &Dir, mut path: Vec<u8>) {
        if self.tracked(parent, &path).is_some_and(|entry| entry.kind == EntryKind::Submodule) {
            return;
        }
        path.push(b'/');
        let tracked = self.tracked_below(parent, &path);
        path.pop();
        let installed = INSTALLED.contains(&resolvers::path::file_name(&path));
        let untracked = tracked.is_empty();
        let ignored = parent.ignored || installed || (untracked && self.ignored(parent, &path, true));
        if !(ignored && untracked) || self.options.wanted.reach_into(&path) {
            self.pending.push(Dir { path, tracked, ignored, asking: parent.asking });
        }
    }

    fn meet_file(&mut self, dir: &Dir, path: &[u8], file_type: FileType) {
        let entry = self.tracked(dir, path);
        let is_link = file_type.is_symlink()
            || (!self.options.has_symlinks && entry.is_some_and(|entry| entry.kind == EntryKind::Link));
        let ignored = entry.is_none() && self.ignored(dir, path, false);
        if ignored && self.options.wanted.is_empty() {
            return;
        }
        let known = entry.map(|entry| entry.path.clone());
        match known.map_or_else(|| RepoPath::new(path), Ok) {
            Ok(path) => self.take(path, is_link, file_type, entry.is_some(), ignored),
            Err(error) => self.problem(path, format!("was left out: {error}")),
        }
    }

    fn take(&mut self, path: RepoPath, is_link: bool, file_type: FileType, tracked: bool, ignored: bool) {
        let link = if is_link { Some(self.link_text(&path, file_type)) } else { None };
        match link.transpose() {
            Ok(link) => self.outcome.found.push(Found { path, link, tracked, ignored }),
            Err(error) => self.problem(path.as_bytes(), format!("cannot be read: {error}")),
        }
    }

    fn link_text(&self, path: &RepoPath, file_type: FileType) -> io::Result<Vec<u8>> {
        let place = on_disk(self.options.root, path.as_bytes()).ok_or(io::ErrorKind::InvalidFilename)?;
        if !file_type.is_symlink() {
            return fs::read(place);
        }
        let text = Vec::from_path_buf(fs::read_link(place)?);
        text.map_err(|_| io::ErrorKind::InvalidData.into())
    }

    /// Whether git ignores an untracked path. A rule that cannot be read ignores nothing.
    fn ignored(&mut self, parent: &Dir, path: &[u8], is_dir: bool) -> bool {
        parent.ignored
            || parent.asking == Asking::Always
                && self.rules.ignored(path, is_dir).unwrap_or_else(|error| {
                    self.problem(&parent.path, format!("has ignore rules that cannot be read: {error}"));
                    false
                })
    }

    /// The tracked file, link or submodule `path`, which lies in `dir`.
    fn tracked(&self, dir: &Dir, path: &[u8]) -> Option<&'a Entry> {
        let options: &'a Options<'a> = self.options;
        let entries = &options.tracked[dir.tracked.clone()];
        let skip = dir.path.len();
        let at = entries.binary_search_by(|entry| entry.path.as_bytes()[skip..].cmp(&path[skip..]));
        at.ok().map(|at| &entries[at])
    }

    /// Where the tracked files stand that begin with `prefix`, which ends in `/` and lies in `dir`.
    fn tracked_below(&self, dir: &Dir, prefix: &[u8]) -> Range<usize> {
        let entries = &self.options.tracked[dir.tracked.clone()];
        let start = entries.partition_point(|entry| entry.path.as_bytes() < prefix);
        let length = entries[start..].partition_point(|entry| entry.path.as_bytes().starts_with(prefix));
        dir.tracked.start + start..dir.tracked.start + start + length
    }

    fn problem(&mut self, place: &[u8], message: String) {
        let problem = Problem { place: place.to_owned(), line: None, message };
        if self.outcome.problems.last() != Some(&problem) {
            self.outcome.problems.push(problem);
        }
    }
}

/// An untracked repository inside ours: somebody else's files, as git sees it too.
fn is_foreign(dir: &Dir, place: &Path, names: &[(OsString, FileType)]) -> bool {
    !dir.path.is_empty()
        && dir.tracked.is_empty()
        && names.iter().any(|(name, _)| name == ".git")
        && git::is_repository(place)
}

/// A pipe, a device or a socket; links and directories of that name are passed over as git does.
fn is_special_ignore_file((name, file_type): &(OsString, FileType)) -> bool {
    name == GITIGNORE && !file_type.is_file() && !file_type.is_dir() && !file_type.is_symlink()
}

/// What lies in `dir`; `None` when it vanished or is no directory any more.
fn list(dir: &Path) -> io::Result<Option<Vec<(OsString, FileType)>>> {
    use io::ErrorKind::{NotADirectory, NotFound};
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry?;
        if let Ok(file_type) = entry.file_type() {
            names.push((entry.file_name(), file_type));
        }
    }
    Ok(Some(names))
}
