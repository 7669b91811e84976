//! `Project`: all of a repository that a resolver may see.
//!
//! The paths of the universe, links, and texts read through the snapshot. A resolver that reads anything else
//! would answer differently before and after an install; nothing here touches a disk.

mod absences;

use rustc_hash::{FxHashMap, FxHashSet};

pub use self::absences::Absences;
use self::absences::Noting;
use crate::facts::Header;
use crate::path::{self, RepoPath};

/// Reads a file of the snapshot; `None` when it cannot be read, which a resolver treats as absent.
pub trait ReadFile: Sync {
    /// The bytes of `path`.
    fn read(&self, path: &RepoPath) -> Option<Vec<u8>>;

    /// What the source file `path` says to the resolution of others. Whoever has read it already need not do so again.
    fn header(&self, path: &RepoPath) -> Option<Header> {
        header(path, &self.read(path)?)
    }
}

/// What a source file with these bytes says to the resolution of others.
#[must_use]
pub fn header(path: &RepoPath, bytes: &[u8]) -> Option<Header> {
    let (language, dialect) = crate::language_of(path)?;
    Some(language.extract_links(dialect, bytes).header)
}

impl<F: Fn(&RepoPath) -> Option<Vec<u8>> + Sync> ReadFile for F {
    fn read(&self, path: &RepoPath) -> Option<Vec<u8>> {
        self(path)
    }
}

/// The universe's paths and the texts behind them.
pub struct Project<'s> {
    files: Vec<RepoPath>,
    index: FxHashMap<RepoPath, usize>,
    dirs: FxHashSet<Box<[u8]>>,
    links: FxHashMap<Box<[u8]>, Box<[u8]>>,
    reader: &'s dyn ReadFile,
    /// Directories that somebody says are roots of Python, each with the file that says so.
    python_roots: Vec<(Vec<u8>, RepoPath)>,
    /// What was asked for and is not there, where that is noted.
    noting: Option<Noting>,
}

impl std::fmt::Debug for Project<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Project").field("files", &self.files.len()).finish_non_exhaustive()
    }
}

/// How many links one path may pass before it counts as a loop; Linux allows 40.
const MAX_LINKS: usize = 40;

impl<'s> Project<'s> {
    /// `files` sorted bytewise; `links` are the symbolic links of the snapshot with their texts, which are
    /// followed within the repository only.
    #[must_use]
    pub fn new(files: Vec<RepoPath>, links: &[(RepoPath, Vec<u8>)], reader: &'s dyn ReadFile) -> Self {
        let index = files.iter().enumerate().map(|(at, file)| (file.clone(), at)).collect();
        let mut dirs = FxHashSet::default();
        dirs.insert(Box::default());
        let mut last: &[u8] = b"";
        for dir in files.iter().map(RepoPath::parent) {
            if dir != last {
                last = dir;
                for dir in path::ancestors(dir) {
                    if !dirs.insert(dir.into()) {
                        break;
                    }
                }
            }
        }
        let links = links
            .iter()
            // An absolute one leads out of the repository, wherever that lies.
            .filter(|(_, text)| !text.starts_with(b"/"))
            .filter_map(|(link, text)| {
                Some((link.as_bytes().into(), path::join(link.parent(), text)?.into()))
            })
            .collect();
        Self { files, index, dirs, links, reader, python_roots: Vec::new(), noting: None }
    }

    /// With the directories that the settings of this tool, which stand in `settings`, say are roots of Python.
    #[must_use]
    pub fn with_python_roots(mut self, settings: &RepoPath, roots: &[Vec<u8>]) -> Self {
        self.python_roots = roots.iter().map(|root| (root.clone(), settings.clone())).collect();
        self
    }

    /// Notes what is asked for and is not there.
    #[must_use]
    pub fn noting(mut self) -> Self {
        self.noting = Some(Noting::default());
        self
    }

    /// What was asked for so far and is not there; `None` where that is not noted.
    #[must_use]
    pub fn absences(&self) -> Option<Absences> {
        self.noting.as_ref().map(Noting::noted)
    }

    /// See [`Self::with_python_roots`].
    #[must_use]
    pub fn python_roots(&self) -> &[(Vec<u8>, RepoPath)] {
        &self.python_roots
    }

    /// Every file of the universe, sorted bytewise.
    #[must_use]
    pub fn files(&self) -> &[RepoPath] {
        &self.files
    }

    /// The symbolic links, sorted.
    #[must_use]
    pub fn links(&self) -> Vec<&[u8]> {
        let mut links: Vec<&[u8]> = self.links.keys().map(|link| &**link).collect();
        links.sort_unstable();
        links
    }

    /// Whether `dir` is, or lies below, a folder in which the go command keeps copies of other modules: their list stands
    /// in it. Other folders called `vendor` are the project's.
    #[must_use]
    pub fn is_vendored_by_go(&self, dir: &[u8]) -> bool {
        let is_kept = |dir: &[u8]| {
            let list = [dir, &b"/modules.txt"[..]].concat();
            path::file_name(dir) == b"vendor" && self.position(&list).is_some()
        };
        path::ancestors(dir).any(is_kept)
    }

    /// The position of `path` in [`Self::files`], no link followed.
    #[must_use]
    pub fn position(&self, path: &[u8]) -> Option<usize> {
        let position = self.position_meant(path);
        if let (Some(_), Some(noting)) = (position, &self.noting) {
            noting.note_found(path);
        }
        position
    }

    /// The same for who takes the file that is there for what an import means, or asks for itself.
    fn position_meant(&self, path: &[u8]) -> Option<usize> {
        let position = self.index.get(path).copied();
        if let (None, Some(noting)) = (position, &self.noting) {
            noting.note_file(path);
        }
        position
    }

    /// The position of the importer at `path`, by which it is known what holds for it.
    #[must_use]
    pub fn importer(&self, path: &RepoPath) -> Option<usize> {
        self.position_meant(path.as_bytes())
    }

    /// Whether `path` is a directory with a file of the universe somewhere in it, no link followed.
    #[must_use]
    pub fn is_dir(&self, path: &[u8]) -> bool {
        let is_dir = self.dirs.contains(path);
        if let (false, Some(noting)) = (is_dir, &self.noting) {
            noting.note_dir(path);
        }
        is_dir
    }

    /// The file of the universe that `path` names, links followed.
    #[must_use]
    pub fn file(&self, path: &[u8]) -> Option<&RepoPath> {
        let at = self.position(path).or_else(|| self.position(&self.follow(path)?))?;
        Some(&self.files[at])
    }

    /// [`Self::file`] for who looks for what an import means, which it is when it is there.
    #[must_use]
    pub fn meant(&self, path: &[u8]) -> Option<&RepoPath> {
        let at = self.position_meant(path).or_else(|| self.position_meant(&self.follow(path)?))?;
        Some(&self.files[at])
    }

    /// The directory of the universe that `path` names, links followed.
    #[must_use]
    pub fn dir(&self, path: &[u8]) -> Option<Vec<u8>> {
        if self.is_dir(path) {
            return Some(path.to_vec());
        }
        self.follow(path).filter(|path| self.is_dir(path))
    }

    /// The files of the universe whose path starts with `prefix`.
    #[must_use]
    pub fn below(&self, prefix: &[u8]) -> &[RepoPath] {
        if let Some(noting) = &self.noting {
            noting.note_prefix(prefix);
        }
        let start = self.files.partition_point(|file| file.as_bytes() < prefix);
        let len = self.files[start..].partition_point(|file| file.as_bytes().starts_with(prefix));
        &self.files[start..start + len]
    }

    /// `path` with every link on its way followed; `None` where it is no link, or a loop.
    #[must_use]
    pub fn follow(&self, path: &[u8]) -> Option<Vec<u8>> {
        if self.links.is_empty() {
            return None;
        }
        let mut current = path.to_vec();
        for followed in 0..=MAX_LINKS {
            let Some((link, target)) = self.innermost_link(&current) else {
                return (followed > 0).then_some(current);
            };
            current = path::join(target, &current[link..])?;
        }
        None
    }

    /// The length of the longest part of `path` that is a link, and where the link leads.
    fn innermost_link(&self, path: &[u8]) -> Option<(usize, &[u8])> {
        path::ancestors(path).find_map(|dir| Some((dir.len(), &**self.links.get(dir)?)))
    }

    /// The bytes of a file of the universe, links followed.
    #[must_use]
    pub fn read(&self, path: &[u8]) -> Option<Vec<u8>> {
        let path = self.file(path)?;
        self.reader.read(path)
    }

    /// What a source file of the universe says to the resolution of others; of one that cannot be read, nothing.
    #[must_use]
    pub fn header(&self, path: &RepoPath) -> Header {
        self.reader.header(path).unwrap_or_default()
    }
}
