//! Reads a whole `.dsp/` into a [`Picture`], whatever stands there. A door.
//!
//! Entities are read to the depth that the protocol gives them; what lies in directories that are no part of it is
//! not looked at. No link is followed.
#![expect(clippy::disallowed_methods, reason = "the door to .dsp/ for what looks at all of it")]

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use bstr::ByteSlice;
use rayon::prelude::*;
use resolvers::path::{self, RepoPath};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::format::{Description, source_path};
use super::super::model::TocName;
use super::super::names::Names;
use super::super::store::{self, StoreError};
use super::{Dir, Node, Picture};
use crate::identity::Uid;
use crate::settings;
use crate::universe::Universe;

/// How many directories lie between an entity and a why of something that it shares.
const DEPTH: usize = 2;

/// Reads `dsp_dir`, and asks the repository, the folder that holds it, whether the sources are there.
///
/// # Errors
/// When it is not there, no directory, or cannot be listed. Of what is in it, what cannot be read is a finding.
pub fn read(dsp_dir: &Path) -> Result<Picture, StoreError> {
    store::check(dsp_dir)?;
    let listed = list(dsp_dir).map_err(|source| StoreError::Io { path: dsp_dir.to_owned(), source })?;
    let read = |(name, at): (Vec<u8>, Found)| {
        let depth = if Names::looks_like(&name) { Some(DEPTH) } else { (name == b".cache").then_some(0) };
        let node = node(&dsp_dir.join(name.to_path_lossy()), &at, depth)?;
        Some((name, node))
    };
    let mut picture =
        Picture { top: listed.into_par_iter().filter_map(read).collect(), ..Picture::default() };
    let repository = dsp_dir.parent().unwrap_or(Path::new("."));
    let mut beside = dsp_dir.file_name().unwrap_or_default().to_owned();
    beside.push(".incoming");
    picture.incoming = fs::symlink_metadata(repository.join(beside)).is_ok_and(|meta| meta.is_dir());
    picture.gone = gone(&picture, repository);
    Ok(picture)
}

/// What the system says that an entry is.
type Found = io::Result<fs::FileType>;

/// Looks `depth` directories deep into it; not at all when it is `None`. `None` for what nobody put there: a file of the
/// system's, and a directory that holds nothing else.
fn node(path: &Path, found: &Found, depth: Option<usize>) -> Option<Node> {
    let kind = match found {
        Ok(kind) => kind,
        Err(error) => return Some(Node::Unread(error.to_string())),
    };
    let name = store::name_bytes(path.file_name().unwrap_or_default());
    match depth {
        _ if kind.is_symlink() => Some(Node::Link),
        Some(depth) if kind.is_dir() => dir(path, depth),
        None if kind.is_dir() => Some(Node::Unseen),
        _ if kind.is_file() && is_of_system(&name) => None,
        _ if kind.is_file() && is_known(&name) => {
            Some(fs::read(path).map_or_else(|error| Node::Unread(error.to_string()), Node::File))
        }
        _ => Some(Node::Other),
    }
}

fn dir(path: &Path, depth: usize) -> Option<Node> {
    let entries = match list(path) {
        Ok(entries) => entries,
        Err(error) => return Some(Node::Unread(error.to_string())),
    };
    let is_empty = entries.is_empty();
    let inner = |(name, found): (Vec<u8>, Found)| {
        let node = node(&path.join(name.to_path_lossy()), &found, depth.checked_sub(1))?;
        Some((name, node))
    };
    let inner: Dir = entries.into_iter().filter_map(inner).collect();
    (is_empty || !inner.is_empty()).then_some(Node::Dir(inner))
}

/// Whether a file of that name is one that an operating system puts into any folder that somebody looks at.
fn is_of_system(name: &[u8]) -> bool {
    let names: [&[u8]; 3] = [b".DS_Store", b"Thumbs.db", b"desktop.ini"];
    names.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Whether a file of that name belongs to the protocol somewhere. Others may be of any size.
fn is_known(name: &[u8]) -> bool {
    let is_list = matches!(name, b"description" | b"imports" | b"shared");
    is_list
        || name == settings::RECORD.as_bytes()
        || TocName::parse(name).is_some()
        || Uid::parse(name).is_some()
}

fn list(dir: &Path) -> io::Result<Vec<(Vec<u8>, Found)>> {
    let entry = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        Ok((store::name_bytes(&entry.file_name()), entry.file_type()))
    };
    fs::read_dir(dir)?.map(entry).collect()
}

/// The sources behind which there is nothing: neither the path nor, where a `#` is in it, what stands before one. What a
/// sparse checkout leaves out is there.
fn gone(picture: &Picture, repository: &Path) -> BTreeSet<Vec<u8>> {
    let mut on_disk = OnDisk { repository, dirs: FxHashMap::default() };
    let mut gone: BTreeSet<Vec<u8>> = picture.top.values().filter_map(source).collect();
    gone.retain(|source| !cuts(source).any(|path| on_disk.has(path)));
    if !gone.is_empty() {
        let left_out = Universe::left_out_of(repository);
        let left_out: FxHashSet<&[u8]> =
            left_out.iter().flat_map(|path| path::ancestors(path.as_bytes())).collect();
        let is_left_out =
            |path: &[u8]| path::join(b"", path).is_some_and(|path| left_out.contains(&path[..]));
        gone.retain(|source| !cuts(source).any(is_left_out));
    }
    gone
}

/// What the description in an entity's directory says where it is.
fn source(entity: &Node) -> Option<Vec<u8>> {
    let Node::Dir(dir) = entity else { return None };
    let Some(Node::File(raw)) = dir.get(&b"description"[..]) else { return None };
    let description = Description::parse(raw.clone());
    description.get("source").map(|source| source_path(source).into_owned())
}

/// A name may hold a `#`: all that may be the path.
fn cuts(source: &[u8]) -> impl Iterator<Item = &[u8]> {
    let ends = std::iter::once(source.len()).chain(source.rfind_iter(b"#"));
    ends.map(|end| &source[..end])
}

/// Answers what is there, remembering directories.
struct OnDisk<'r> {
    repository: &'r Path,
    dirs: FxHashMap<Vec<u8>, bool>,
}

impl OnDisk<'_> {
    /// Whether something is at `path`, reached through directories only.
    fn has(&mut self, path: &[u8]) -> bool {
        let Some(path) = path::join(b"", path) else { return false };
        if path.is_empty() {
            return true;
        }
        let Ok(path) = RepoPath::new(&path) else { return false };
        let inner: Vec<&[u8]> = path::ancestors(path.parent()).filter(|dir| !dir.is_empty()).collect();
        inner.into_iter().rev().all(|dir| self.is_dir(dir)) && self.kind(path.as_bytes()).is_some()
    }

    fn is_dir(&mut self, dir: &[u8]) -> bool {
        if let Some(known) = self.dirs.get(dir) {
            return *known;
        }
        let is_dir = self.kind(dir).is_some_and(|kind| kind.is_dir());
        self.dirs.insert(dir.to_vec(), is_dir);
        is_dir
    }

    fn kind(&self, path: &[u8]) -> Option<fs::FileType> {
        fs::symlink_metadata(self.repository.join(path.to_path_lossy())).ok().map(|meta| meta.file_type())
    }
}
