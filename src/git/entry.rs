//! What an index or a tree lists, as plain sorted data.

use std::fmt;

use gix::index::entry::{Flags, Mode, Stage};
use resolvers::path::{PathError, RepoPath};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The name of some content: git's id of a blob, tree or commit, SHA-1 or SHA-256 as the repository has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentId(pub(super) gix::ObjectId);

impl ContentId {
    /// The digest: 20 or 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_slice()
    }

    /// The name with these bytes; `None` when no hash of git is that long.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        gix::ObjectId::try_from(bytes).ok().map(Self)
    }
}

/// Lower-case hexadecimal, as git prints it.
impl fmt::Display for ContentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// As its bytes.
impl Serialize for ContentId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.as_bytes())
    }
}

impl<'de> Deserialize<'de> for ContentId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = <&[u8]>::deserialize(deserializer)?;
        Self::from_bytes(bytes).ok_or_else(|| D::Error::custom("no hash of git is that long"))
    }
}

/// What a listed path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum EntryKind {
    File,
    Link,
    Submodule,
    /// A file announced by `git add --intent-to-add`: tracked, but not part of what a commit would hold.
    Announced,
}

/// What `entries`, which are sorted, list at `path`.
pub(crate) fn find<'e>(entries: &'e [Entry], path: &RepoPath) -> Option<&'e Entry> {
    let at = entries.binary_search_by(|entry| entry.path.cmp(path));
    at.ok().map(|at| &entries[at])
}

/// Whether they list `path`, or something below it.
pub(crate) fn are_listing(entries: &[Entry], path: &RepoPath) -> bool {
    find(entries, path).is_some() || are_below(entries, path.as_bytes())
}

/// Whether they list something below `dir`.
pub(super) fn are_below(entries: &[Entry], dir: &[u8]) -> bool {
    let prefix = [dir, b"/"].concat();
    let at = entries.partition_point(|entry| entry.path.as_bytes() < &prefix[..]);
    entries.get(at).is_some_and(|entry| entry.path.as_bytes().starts_with(&prefix))
}

/// One listed path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) path: RepoPath,
    pub(crate) kind: EntryKind,
    /// The blob; for a submodule its commit.
    pub(crate) id: ContentId,
    /// A sparse checkout leaves it out: on disk it is not there, and yet it is not gone.
    pub(crate) left_out: bool,
}

/// Everything that an index or a tree lists.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    /// Sorted bytewise by path, each path once.
    pub(crate) entries: Vec<Entry>,
    /// Paths that stand in the index in several versions; `entries` has ours, or else any.
    pub(crate) conflicts: Vec<RepoPath>,
    /// Names that no file may have, and why.
    pub(crate) refused: Vec<(Vec<u8>, PathError)>,
}

/// A tree that could not be read, and why.
pub(super) type TreeError = (ContentId, gix::Error);

impl Listing {
    fn push(&mut self, path: &[u8], kind: EntryKind, id: gix::ObjectId, left_out: bool) {
        match RepoPath::new(path) {
            Ok(path) => self.entries.push(Entry { path, kind, id: ContentId(id), left_out }),
            Err(error) => self.refused.push((path.to_owned(), error)),
        }
    }

    /// Adds the files below a tree, whose own path is `dir`: one that an index keeps folded, unless it is the root.
    fn push_tree(
        &mut self,
        repo: &gix::Repository,
        dir: &[u8],
        tree: gix::ObjectId,
    ) -> Result<(), TreeError> {
        let failed = |source| (ContentId(tree), source);
        let files =
            repo.find_tree(tree).and_then(|tree| tree.traverse().breadthfirst.files()).map_err(failed)?;
        for file in files {
            let Some(kind) = kind_of_tree_entry(file.mode) else { continue };
            if dir.is_empty() {
                self.push(&file.filepath, kind, file.oid, false);
            } else {
                self.push(&[dir, b"/", &file.filepath].concat(), kind, file.oid, true);
            }
        }
        Ok(())
    }

    /// Puts the entries in order and keeps the first of those with one path.
    fn sorted(mut self) -> Self {
        if !self.entries.is_sorted_by(|a, b| a.path < b.path) {
            self.entries.sort_by(|a, b| a.path.cmp(&b.path));
            self.entries.dedup_by(|later, first| later.path == first.path);
        }
        self
    }
}

/// What the tree `id` lists, at every depth.
pub(super) fn of_tree(repo: &gix::Repository, id: gix::ObjectId) -> Result<Listing, TreeError> {
    let mut listing = Listing::default();
    listing.push_tree(repo, b"", id)?;
    Ok(listing.sorted())
}

/// What `index` lists. Directories that a sparse index keeps folded are unfolded.
pub(super) fn of_index(repo: &gix::Repository, index: &gix::index::State) -> Result<Listing, TreeError> {
    let mut listing = Listing::default();
    listing.entries.reserve(index.entries().len());
    for same_path in index.entries().chunk_by(|a, b| a.path(index) == b.path(index)) {
        let entry = same_path.iter().find(|entry| entry.stage() == Stage::Ours).unwrap_or(&same_path[0]);
        let path = entry.path(index);
        if entry.mode == Mode::DIR {
            listing.push_tree(repo, path.strip_suffix(b"/").unwrap_or(path), entry.id)?;
            continue;
        }
        if entry.stage() != Stage::Unconflicted {
            listing.conflicts.extend(RepoPath::new(path));
        }
        if let Some(kind) = kind_of_index_entry(entry) {
            listing.push(path, kind, entry.id, entry.flags.contains(Flags::SKIP_WORKTREE));
        }
    }
    Ok(listing.sorted())
}

fn kind_of_index_entry(entry: &gix::index::Entry) -> Option<EntryKind> {
    match entry.mode {
        Mode::FILE | Mode::FILE_EXECUTABLE if entry.flags.contains(Flags::INTENT_TO_ADD) => {
            Some(EntryKind::Announced)
        }
        Mode::FILE | Mode::FILE_EXECUTABLE => Some(EntryKind::File),
        Mode::SYMLINK => Some(EntryKind::Link),
        Mode::COMMIT => Some(EntryKind::Submodule),
        _ => None,
    }
}

fn kind_of_tree_entry(mode: gix::objs::tree::EntryMode) -> Option<EntryKind> {
    if mode.is_link() {
        Some(EntryKind::Link)
    } else if mode.is_commit() {
        Some(EntryKind::Submodule)
    } else {
        (!mode.is_tree()).then_some(EntryKind::File)
    }
}
