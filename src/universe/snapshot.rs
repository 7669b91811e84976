//! A repository as it stands in one place: on disk, in the index, or in a commit.
//!
//! Everything after the universe reads through a snapshot, `.dsp/` included. Nothing here chooses files, follows a
//! link, or writes.
#![expect(clippy::disallowed_methods, reason = "the door to the work tree")]

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use bstr::ByteVec;
use resolvers::path::{self, RepoPath};
use rustc_hash::FxHashSet;

use super::walk::on_disk;
use crate::event;
use crate::git::{ContentId, Entry, EntryKind, GitError, Repository};
use crate::transaction::shown_text;

/// Why a path of a snapshot cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The snapshot has no such file.
    #[error("`{}` does not exist", shown_text(&path.to_string()))]
    NoSuchFile {
        /// The path.
        path: RepoPath,
    },
    /// There is something else than a file: a link, a directory, a submodule, a device.
    #[error("`{}` is no regular file", shown_text(&path.to_string()))]
    NotAFile {
        /// The path.
        path: RepoPath,
    },
    /// More bytes than any reader here could use; reading them might end the process.
    #[error("`{}` is too large to be read ({bytes} bytes)", shown_text(&path.to_string()))]
    TooLarge {
        /// The path.
        path: RepoPath,
        /// Its size.
        bytes: u64,
    },
    /// A directory on the way is a symbolic link, which might lead out of the repository.
    #[error("`{}` lies behind a symbolic link", shown_text(&path.to_string()))]
    BehindLink {
        /// The path.
        path: RepoPath,
    },
    /// The disk refused.
    #[error("cannot read `{}`", shown_text(&path.to_string()))]
    Disk {
        /// The path.
        path: RepoPath,
        /// Why.
        source: io::Error,
    },
    /// Git refused.
    #[error("cannot read `{}`", shown_text(&path.to_string()))]
    Git {
        /// The path.
        path: RepoPath,
        /// Why.
        source: GitError,
    },
}

impl ReadError {
    /// Why, causes included, as a clause whose subject is the path: for callers that have named it.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::NoSuchFile { .. } => "does not exist".to_owned(),
            Self::NotAFile { .. } => "is no regular file".to_owned(),
            Self::TooLarge { bytes, .. } => format!("is too large to be read ({bytes} bytes)"),
            Self::BehindLink { .. } => "lies behind a symbolic link".to_owned(),
            Self::Disk { source, .. } => format!("cannot be read: {source}"),
            Self::Git { source, .. } => format!("cannot be read: {}", event::chain(source)),
        }
    }
}

/// The largest file that is read from disk: 1 GiB.
const MAX_BYTES: u64 = 1 << 30;

/// A repository as it stands in one place. Asked from many threads at once.
#[derive(Debug)]
pub struct Snapshot {
    root: PathBuf,
    git_dir: Option<PathBuf>,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// Files on disk, and the directories known to be no links.
    Disk(FxHashSet<Box<[u8]>>),
    /// What an index or a tree lists, sorted by path, and where its blobs are.
    Objects(Repository, Vec<Entry>),
}

impl Snapshot {
    pub(super) fn of_disk(root: PathBuf, git_dir: Option<PathBuf>) -> Self {
        Self { root, git_dir, content: Content::Disk(FxHashSet::default()) }
    }

    pub(super) fn of_objects(repository: Repository, entries: Vec<Entry>) -> Self {
        let git_dir = repository.git_dir().to_owned();
        let root = repository.work_dir().unwrap_or(&git_dir).to_owned();
        Self { root, git_dir: Some(git_dir), content: Content::Objects(repository, entries) }
    }

    /// Remembers directories that are no links, which makes reading the files in them cheaper.
    pub(super) fn trust(&mut self, directories: FxHashSet<Box<[u8]>>) {
        if let Content::Disk(known) = &mut self.content {
            *known = directories;
        }
    }

    /// The repo root on disk: the top of the work tree, or the git directory of a bare repository.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The git directory; for a linked work tree its private one, for a folder without git none.
    #[must_use]
    pub fn git_dir(&self) -> Option<&Path> {
        self.git_dir.as_deref()
    }

    /// The bytes of a file: on disk as they are there, in the index and in a commit those of the blob.
    ///
    /// # Errors
    /// When there is no regular file of that path, or it cannot be read.
    pub fn read(&self, path: &RepoPath) -> Result<Vec<u8>, ReadError> {
        match &self.content {
            Content::Disk(known) => self.read_disk(known, path),
            Content::Objects(repository, entries) => {
                let entry =
                    find(entries, path).ok_or_else(|| ReadError::NoSuchFile { path: path.clone() })?;
                if entry.kind != EntryKind::File {
                    return Err(ReadError::NotAFile { path: path.clone() });
                }
                let blob = repository.blob(entry.id);
                blob.map_err(|source| ReadError::Git { path: path.clone(), source })
            }
        }
    }

    /// The text of a symbolic link of an index or a commit; on disk the walk reads it.
    pub(super) fn read_link(&self, path: &RepoPath) -> Result<Vec<u8>, ReadError> {
        match &self.content {
            Content::Objects(repository, entries) => match find(entries, path) {
                Some(entry) if entry.kind == EntryKind::Link => {
                    let text = repository.blob(entry.id);
                    text.map_err(|source| ReadError::Git { path: path.clone(), source })
                }
                _ => Err(ReadError::NotAFile { path: path.clone() }),
            },
            Content::Disk(_) => Err(ReadError::NotAFile { path: path.clone() }),
        }
    }

    /// The blob id of a file, where the snapshot knows it without reading.
    ///
    /// On disk it never does. The index holds the id and the status of each file as git last saw it, but the id is
    /// that of the bytes after git's filters (line ends, `ident`, LFS, re-encoding), which only the attributes of
    /// every directory on the way could rule out, and a status as young as the index itself proves nothing.
    #[must_use]
    pub fn content_id(&self, path: &RepoPath) -> Option<ContentId> {
        let Content::Objects(_, entries) = &self.content else { return None };
        find(entries, path).filter(|entry| entry.kind == EntryKind::File).map(|entry| entry.id)
    }

    /// Every file below the directory `dir`, sorted, whatever the ignore rules say: for `.dsp/`, which is no part
    /// of the universe. Nothing when there is no such directory.
    ///
    /// # Errors
    /// When `dir` is a symbolic link or lies behind one, or a directory cannot be listed.
    pub fn list(&self, dir: &RepoPath) -> Result<Vec<RepoPath>, ReadError> {
        match &self.content {
            Content::Disk(known) => self.list_disk(known, dir),
            Content::Objects(_, entries) => {
                let start = entries.partition_point(|entry| entry.path < *dir);
                let below = entries[start..].iter().filter(|entry| entry.kind == EntryKind::File);
                let inside =
                    |entry: &&Entry| path::strip_dir(entry.path.as_bytes(), dir.as_bytes()).is_some();
                Ok(below.filter(inside).map(|entry| entry.path.clone()).collect())
            }
        }
    }

    fn read_disk(&self, known: &FxHashSet<Box<[u8]>>, path: &RepoPath) -> Result<Vec<u8>, ReadError> {
        self.refuse_links(known, path)?;
        let failed = |source| disk_error(path, source);
        let place = self.place(path)?;
        let status = fs::symlink_metadata(&place).map_err(failed)?;
        if !status.is_file() {
            return Err(ReadError::NotAFile { path: path.clone() });
        }
        if status.len() > MAX_BYTES {
            return Err(ReadError::TooLarge { path: path.clone(), bytes: status.len() });
        }
        let mut bytes = Vec::new();
        bytes
            .try_reserve(usize::try_from(status.len()).unwrap_or(0))
            .map_err(|error| failed(error.into()))?;
        File::open(&place).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(failed)?;
        Ok(bytes)
    }

    fn list_disk(&self, known: &FxHashSet<Box<[u8]>>, dir: &RepoPath) -> Result<Vec<RepoPath>, ReadError> {
        self.refuse_links(known, dir)?;
        let mut files = Vec::new();
        let mut pending = vec![dir.clone()];
        while let Some(dir) = pending.pop() {
            match fs::symlink_metadata(self.place(&dir)?) {
                Ok(status) if status.is_symlink() => return Err(ReadError::BehindLink { path: dir }),
                Ok(status) if status.is_dir() => self.list_one(&dir, &mut files, &mut pending)?,
                _ => {}
            }
        }
        files.sort();
        Ok(files)
    }

    /// Lists one directory. Links and names that are no path of a repository are left out.
    fn list_one(
        &self,
        dir: &RepoPath,
        files: &mut Vec<RepoPath>,
        pending: &mut Vec<RepoPath>,
    ) -> Result<(), ReadError> {
        let failed = |source| disk_error(dir, source);
        for entry in fs::read_dir(self.place(dir)?).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let file_type = entry.file_type().map_err(failed)?;
            let Ok(name) = Vec::from_os_string(entry.file_name()) else { continue };
            let Ok(path) = RepoPath::new(&[dir.as_bytes(), b"/", &name].concat()) else { continue };
            if file_type.is_dir() {
                pending.push(path);
            } else if file_type.is_file() {
                files.push(path);
            }
        }
        Ok(())
    }

    /// Refuses a path that leads through a symbolic link.
    fn refuse_links(&self, known: &FxHashSet<Box<[u8]>>, path: &RepoPath) -> Result<(), ReadError> {
        let unknown =
            path::ancestors(path.parent()).take_while(|dir| !dir.is_empty() && !known.contains(*dir));
        for dir in unknown {
            let status = on_disk(&self.root, dir).map(fs::symlink_metadata);
            if status.is_some_and(|status| status.is_ok_and(|status| status.is_symlink())) {
                return Err(ReadError::BehindLink { path: path.clone() });
            }
        }
        Ok(())
    }

    fn place(&self, path: &RepoPath) -> Result<PathBuf, ReadError> {
        on_disk(&self.root, path.as_bytes()).ok_or_else(|| ReadError::NoSuchFile { path: path.clone() })
    }
}

fn find<'e>(entries: &'e [Entry], path: &RepoPath) -> Option<&'e Entry> {
    let at = entries.binary_search_by(|entry| entry.path.cmp(path));
    at.ok().map(|at| &entries[at])
}

fn disk_error(path: &RepoPath, source: io::Error) -> ReadError {
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            ReadError::NoSuchFile { path: path.clone() }
        }
        _ => ReadError::Disk { path: path.clone(), source },
    }
}
