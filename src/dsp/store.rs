//! Reads a `.dsp/`: all of it into a [`Store`], or the files that somebody asks for. A door.
//!
//! Tolerant: what is no part of the protocol is passed over, links among it. Strict where going on would destroy
//! something: a `.dsp` that is a link or no directory, and files with the marks of an unfinished merge, are
//! refused. Nothing is written here.
#![expect(clippy::disallowed_methods, reason = "the door to .dsp/")]

use std::collections::BTreeMap;
use std::fs::{self, FileType};
use std::io;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use rayon::prelude::*;
use resolvers::path::RepoPath;

use super::column::Refused;
use super::disk::Folder;
use super::format::{Description, has_conflict};
use super::index::Index;
use super::listing::Listing;
use super::memory::{Blobs, Memory};
use super::model::{Entity, Export, Name, Store, Toc, TocName};
use super::names::Names;
use super::parallel;
use super::watch::Word;
use crate::git::{Entry, EntryKind};
use crate::settings;
use crate::universe::{ReadError, Snapshot};

/// `.dsp/` could not be read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is none.
    #[error("{} is not there: run `dsp-cli init` or `dsp-cli bootstrap` first", .0.display())]
    Absent(PathBuf),
    /// There is none in an index or a commit.
    #[error("git has no .dsp there: run `dsp-cli bootstrap` and `git add .dsp` first")]
    Untracked,
    /// It could lead anywhere.
    #[error("{} is a symbolic link: it is not followed; replace it with a directory", .0.display())]
    Symlink(PathBuf),
    /// A file stands in its place.
    #[error("{} is not a directory", .0.display())]
    NotADirectory(PathBuf),
    /// Something else stands in the place of a file.
    #[error("{} is no regular file: it is not read; replace it with a file", .0.display())]
    NotAFile(PathBuf),
    /// An unfinished merge.
    #[error("{} has merge-conflict marks: resolve them first", .0.display())]
    Conflict(PathBuf),
    /// The system refused.
    #[error("cannot read {}", path.display())]
    Io {
        /// What was read.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

/// Reads `dsp_dir`.
///
/// # Errors
/// See [`StoreError`].
pub fn read(dsp_dir: &Path) -> Result<Store, StoreError> {
    check(dsp_dir)?;
    let mut store = Store::default();
    let mut dirs = Vec::new();
    for (name, path, kind) in list(dsp_dir)? {
        if let Some(toc) = TocName::parse(&name).filter(|_| kind.is_file()) {
            store.tocs.insert(toc, Toc { raw: content(&path)? });
        } else if kind.is_dir() && Names::looks_like(&name) {
            dirs.push((name, path));
        } else if name == settings::RECORD.as_bytes() {
            // Without it the choices of somebody would count as none.
            store.config =
                Some(if kind.is_file() { content(&path)? } else { Err(StoreError::NotAFile(path))? });
        }
    }
    dirs.sort_unstable();
    // All of them are read, so that the error is the same one whoever comes first.
    let read = |(name, path): (Vec<u8>, PathBuf)| Ok((name.into(), entity(&path)?));
    let entities: Vec<_> = dirs.into_par_iter().map(read).collect();
    store.entities = entities.into_iter().collect::<Result<_, StoreError>>()?;
    let cache = dsp_dir.join(".cache");
    store.foreign_cache =
        is_dir(&cache) && fs::symlink_metadata(cache.join("built")).is_ok_and(|meta| meta.is_file());
    Ok(store)
}

/// What the choice of roots depends on ([`super::view::read_tables`]), of an index or a commit.
///
/// # Errors
/// See [`StoreError`]; paths are those of the repository.
pub fn tables_of(snapshot: &Snapshot) -> Result<Store, StoreError> {
    let files = match listed(snapshot) {
        Err(StoreError::Untracked) => return Ok(Store::default()),
        files => files?,
    };
    let blobs = Memory::none().blobs();
    let names = files.iter().filter_map(|file| file.path.as_bytes().strip_prefix(b".dsp/"));
    tables(names.map(<[u8]>::to_vec), |path| {
        let place = [b".dsp/", path].concat();
        let at = files.binary_search_by(|file| file.path.as_bytes().cmp(&place)).ok();
        at.map(|at| object(snapshot, &blobs, files[at])).transpose()
    })
}

/// The files of the `.dsp/` of an index or a commit, which must be there.
///
/// # Errors
/// See [`StoreError`]; paths are those of the repository.
fn listed(snapshot: &Snapshot) -> Result<Vec<&Entry>, StoreError> {
    let place = || PathBuf::from(".dsp");
    let dir = RepoPath::new(b".dsp").map_err(|_| StoreError::Untracked)?;
    let [_, listed, _] = snapshot.listed_around(&dir).unwrap_or_default();
    let files: Vec<&Entry> = listed.iter().filter(|entry| entry.kind == EntryKind::File).collect();
    if files.is_empty() {
        return Err(match snapshot.read_unnoted(&dir) {
            Err(ReadError::NoSuchFile { .. }) => StoreError::Untracked,
            Err(error) => unlisted(error, place()),
            Ok(_) => StoreError::NotADirectory(place()),
        });
    }
    Ok(files)
}

/// Refuses an index or a commit without `.dsp/`.
///
/// # Errors
/// See [`StoreError`].
pub fn refuse_absent(snapshot: &Snapshot) -> Result<(), StoreError> {
    listed(snapshot).map(|_| ())
}

/// All of the `.dsp/` of an index or a commit.
///
/// # Errors
/// See [`StoreError`]; paths are those of the repository.
pub fn of_snapshot(snapshot: &Snapshot, memory: &Memory) -> Result<Store, StoreError> {
    let files = listed(snapshot)?;
    refuse_odd_record(snapshot)?;
    let blobs = memory.blobs();
    // All parts are read, so that the error is the same one whoever comes first.
    let entities: Vec<&[&Entry]> = files.chunk_by(|a, b| first_name(a) == first_name(b)).collect();
    let parts = parallel::parts(entities.len(), |part| {
        let mut store = Store::default();
        for file in entities[part].iter().copied().flatten() {
            if let Some(part) = Part::of(&file.path) {
                part.put(&mut store, object(snapshot, &blobs, file)?);
            }
        }
        Ok(store)
    });
    blobs.save();
    joined(parts)
}

/// Without the record the choices of somebody would count as none.
fn refuse_odd_record(snapshot: &Snapshot) -> Result<(), StoreError> {
    let path = format!(".dsp/{}", settings::RECORD);
    let Ok(record) = RepoPath::new(path.as_bytes()) else { return Ok(()) };
    let kind = snapshot.kind_of(&record);
    let is_odd = matches!(kind, Some(EntryKind::Link | EntryKind::Submodule))
        || kind.is_none() && snapshot.lists(&record);
    if is_odd { Err(StoreError::NotAFile(PathBuf::from(path))) } else { Ok(()) }
}

/// What lies directly in `.dsp/`: the file, or the directory around it.
fn first_name(file: &Entry) -> &[u8] {
    file.path.as_bytes().splitn(3, |byte| *byte == b'/').nth(1).unwrap_or_default()
}

/// One of parts that have nothing in common.
fn joined(parts: Vec<Result<Store, StoreError>>) -> Result<Store, StoreError> {
    let (mut store, mut entities) = (Store::default(), Vec::new());
    for part in parts {
        let part = part?;
        entities.extend(part.entities);
        store.tocs.extend(part.tocs);
        store.foreign_cache |= part.foreign_cache;
        store.config = store.config.or(part.config);
    }
    store.entities = entities.into_iter().collect();
    Ok(store)
}

/// What a file of `.dsp/` is.
enum Part {
    Toc(TocName),
    Config,
    ForeignCache,
    /// The directory of an entity and what lies in it.
    Entity(Name, EntityFile),
}

enum EntityFile {
    Description,
    Imports,
    Shared,
    Why(Name),
    Recipient(Name, Name),
}

impl Part {
    /// `None` for what is no part of the protocol.
    fn of(path: &RepoPath) -> Option<Self> {
        let inside = path.as_bytes().strip_prefix(b".dsp/")?;
        let mut names = inside.split(|byte| *byte == b'/');
        let first = names.next()?;
        let Some(second) = names.next() else {
            let is_record = first == settings::RECORD.as_bytes();
            return if is_record { Some(Self::Config) } else { TocName::parse(first).map(Self::Toc) };
        };
        let file = match (second, names.next(), names.next(), names.next()) {
            (b"built", None, ..) if first == b".cache" => return Some(Self::ForeignCache),
            (b"description", None, ..) => EntityFile::Description,
            (b"imports", None, ..) => EntityFile::Imports,
            (b"shared", None, ..) => EntityFile::Shared,
            (b"exports", Some(name), None, _) => EntityFile::Why(name.into()),
            (b"exports", Some(name), Some(inner), None) => EntityFile::Recipient(name.into(), inner.into()),
            _ => return None,
        };
        Names::looks_like(first).then(|| Self::Entity(first.into(), file))
    }

    fn put(self, store: &mut Store, bytes: Vec<u8>) {
        let (name, file) = match self {
            Self::Toc(name) => return drop(store.tocs.insert(name, Toc { raw: bytes })),
            Self::Config => return store.config = Some(bytes),
            Self::ForeignCache => return store.foreign_cache = true,
            Self::Entity(name, file) => (name, file),
        };
        let entity = store.entities.entry(name).or_default();
        match file {
            EntityFile::Description => entity.description = Some(Description::parse(bytes)),
            EntityFile::Imports => entity.imports = Some(bytes),
            EntityFile::Shared => entity.shared = Some(bytes),
            EntityFile::Why(name) => drop(entity.exports.insert(name, Export::Why(bytes))),
            EntityFile::Recipient(name, inner) => {
                let place = entity.exports.entry(name).or_insert_with(|| Export::Shared(BTreeMap::new()));
                if let Export::Shared(recipients) = place {
                    recipients.insert(inner, bytes);
                }
            }
        }
    }
}

fn object(snapshot: &Snapshot, blobs: &Blobs, file: &Entry) -> Result<Vec<u8>, StoreError> {
    let place = || file.path.as_bytes().to_path_lossy().into_owned();
    let read = || snapshot.bytes_of(file);
    let bytes = if snapshot.is_by_id() { blobs.of(file.id, read) } else { read() };
    let bytes = bytes.map_err(|error| unlisted(error, place()))?;
    if has_conflict(&bytes) { Err(StoreError::Conflict(place())) } else { Ok(bytes) }
}

fn unlisted(error: ReadError, path: PathBuf) -> StoreError {
    match error {
        ReadError::BehindLink { .. } | ReadError::NotAFile { .. } => StoreError::Symlink(path),
        error => StoreError::Io { path, source: io::Error::other(error) },
    }
}

pub(super) fn tables<E>(
    names: impl Iterator<Item = Vec<u8>>,
    read: impl Fn(&[u8]) -> Result<Option<Vec<u8>>, E>,
) -> Result<Store, E> {
    let mut store = Store::default();
    for name in names {
        if let Some(toc) = TocName::parse(&name) {
            store.tocs.extend(read(&name)?.map(|raw| (toc, Toc { raw })));
        }
    }
    store.config = read(settings::RECORD.as_bytes())?;
    for uid in store.tocs.values().filter_map(Toc::root) {
        if let Some(description) = read(format!("{uid}/description").as_bytes())? {
            let description = Some(Description::parse(description));
            store.entities.insert(Name::from_slice(&uid.text()), Entity { description, ..Entity::default() });
        }
    }
    Ok(store)
}

/// Reads `dsp_dir`, or gives an empty store where there is none.
///
/// # Errors
/// See [`StoreError`].
pub fn read_or_empty(dsp_dir: &Path) -> Result<Store, StoreError> {
    match read(dsp_dir) {
        Err(StoreError::Absent(_)) => Ok(Store::default()),
        other => other,
    }
}

/// The directory, held open.
pub(super) fn folder(dsp_dir: &Path) -> Result<Folder, StoreError> {
    check(dsp_dir)?;
    Folder::open(dsp_dir).map_err(|error| failed(dsp_dir, error))
}

/// What `folder` lists, which is `dsp_dir`; `word` is of who watches.
pub(super) fn listing(
    dsp_dir: &Path,
    folder: &Folder,
    index: &Index,
    word: Option<&Word>,
) -> Result<Listing, StoreError> {
    Listing::of(folder, index, word).map_err(|error| failed(dsp_dir, error))
}

/// The tables of contents that are listed.
pub(super) fn tocs(dsp_dir: &Path, listing: &Listing) -> Result<BTreeMap<TocName, Toc>, StoreError> {
    let named = listing.tocs.iter().filter_map(|name| Some((TocName::parse(name)?, name)));
    named.map(|(toc, name)| Ok((toc, Toc { raw: content(&dsp_dir.join(name.to_path_lossy()))? }))).collect()
}

/// The table of contents with that name; `None` where there is none.
pub(super) fn toc(dsp_dir: &Path, name: TocName) -> Result<Option<Toc>, StoreError> {
    Ok(file_at(&dsp_dir.join(name.to_string()))?.map(|raw| Toc { raw }))
}

/// What is told of a file that a sweep could not have.
pub(super) fn refused(path: PathBuf, why: Refused) -> StoreError {
    match why {
        Refused::Conflict => StoreError::Conflict(path),
        Refused::Io(source) => StoreError::Io { path, source },
    }
}

/// The bytes of `file` of the entity `name`; `None` where there is no such file.
pub(super) fn entity_file(dsp_dir: &Path, name: &[u8], file: &str) -> Result<Option<Vec<u8>>, StoreError> {
    let path = dsp_dir.join(name.to_path_lossy()).join(file);
    file_at(&path)
}

/// What stands in `exports/` of the entity `name`.
pub(super) fn entity_exports(dsp_dir: &Path, name: &[u8]) -> Result<BTreeMap<Name, Export>, StoreError> {
    let path = dsp_dir.join(name.to_path_lossy()).join("exports");
    if is_dir(&path) { exports(&path) } else { Ok(BTreeMap::new()) }
}

/// What stands in `exports/` of the entity `name`, by name alone, sorted.
pub(super) fn entity_export_names(dsp_dir: &Path, name: &[u8]) -> Result<Vec<Vec<u8>>, StoreError> {
    let path = dsp_dir.join(name.to_path_lossy()).join("exports");
    let listed = if is_dir(&path) { list(&path)? } else { Vec::new() };
    let mut names: Vec<_> = listed.into_iter().map(|(name, _, _)| name).collect();
    names.sort_unstable();
    Ok(names)
}

/// The text at `place` below `exports/` of the entity `name`; `None` where there is none, or a link is on the way.
pub(super) fn entity_export(
    dsp_dir: &Path,
    name: &[u8],
    place: &[&[u8]],
) -> Result<Option<Vec<u8>>, StoreError> {
    if leads_astray(name) {
        return Ok(None);
    }
    let mut path = dsp_dir.join(name.to_path_lossy()).join("exports");
    for segment in place {
        if leads_astray(segment) || !is_dir(&path) {
            return Ok(None);
        }
        path.push(segment.to_path_lossy());
    }
    file_at(&path)
}

/// Whether it is no name of something in a directory.
fn leads_astray(segment: &[u8]) -> bool {
    matches!(segment, b"" | b"." | b"..")
        || segment.contains(&b'/')
        || cfg!(windows) && segment.contains(&b'\\')
}

/// Whether it is a directory, and no link.
pub(super) fn check(dsp_dir: &Path) -> Result<(), StoreError> {
    match fs::symlink_metadata(dsp_dir) {
        Ok(meta) if meta.is_dir() => Ok(()),
        Ok(meta) if meta.is_symlink() => Err(StoreError::Symlink(dsp_dir.to_owned())),
        Ok(_) => Err(StoreError::NotADirectory(dsp_dir.to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(StoreError::Absent(dsp_dir.to_owned())),
        Err(error) => Err(failed(dsp_dir, error)),
    }
}

pub(super) fn is_dir(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|meta| meta.is_dir())
}

fn entity(dir: &Path) -> Result<Entity, StoreError> {
    let mut entity = Entity::default();
    for (name, path, kind) in list(dir)? {
        match name.as_slice() {
            b"description" if kind.is_file() => {
                entity.description = Some(Description::parse(content(&path)?));
            }
            b"imports" if kind.is_file() => entity.imports = Some(content(&path)?),
            b"shared" if kind.is_file() => entity.shared = Some(content(&path)?),
            b"exports" if kind.is_dir() => entity.exports = exports(&path)?,
            _ => {}
        }
    }
    Ok(entity)
}

fn exports(dir: &Path) -> Result<BTreeMap<Name, Export>, StoreError> {
    let mut exports = BTreeMap::new();
    for (name, path, kind) in list(dir)? {
        if kind.is_file() {
            exports.insert(name.into(), Export::Why(content(&path)?));
        } else if kind.is_dir() {
            exports.insert(name.into(), Export::Shared(recipients(&path)?));
        }
    }
    Ok(exports)
}

fn recipients(dir: &Path) -> Result<BTreeMap<Name, Vec<u8>>, StoreError> {
    let files = list(dir)?.into_iter().filter(|(_, _, kind)| kind.is_file());
    files.map(|(name, path, _)| Ok((name.into(), content(&path)?))).collect()
}

/// The entries of a directory with the types of the entries themselves: a link is a link.
fn list(dir: &Path) -> Result<Vec<(Vec<u8>, PathBuf, FileType)>, StoreError> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(dir).map_err(|error| failed(dir, error))? {
        let entry = entry.map_err(|error| failed(dir, error))?;
        let kind = entry.file_type().map_err(|error| failed(&entry.path(), error))?;
        entries.push((name_bytes(&entry.file_name()), entry.path(), kind));
    }
    Ok(entries)
}

pub(super) fn name_bytes(name: &std::ffi::OsStr) -> Vec<u8> {
    <[u8]>::from_os_str(name).map_or_else(|| name.to_string_lossy().into_owned().into_bytes(), <[u8]>::to_vec)
}

/// The bytes of a file; `None` where there is none, or went away before it was read.
pub(super) fn file_at(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    let bytes = match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_file() => content(path).map(Some),
        Ok(_) => Ok(None),
        Err(error) => Err(failed(path, error)),
    };
    match bytes {
        Err(StoreError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        other => other,
    }
}

fn content(path: &Path) -> Result<Vec<u8>, StoreError> {
    let bytes = fs::read(path).map_err(|error| failed(path, error))?;
    if has_conflict(&bytes) {
        return Err(StoreError::Conflict(path.to_owned()));
    }
    Ok(bytes)
}

pub(super) fn failed(path: &Path, source: io::Error) -> StoreError {
    StoreError::Io { path: path.to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn folder(files: &[(&str, &str)]) -> (TempDir, PathBuf) {
        let folder = TempDir::new().unwrap();
        let dir = folder.path().join(".dsp");
        for (path, content) in files {
            let full = dir.join(path);
            fs::create_dir_all(full.parent().unwrap()).unwrap();
            fs::write(full, content).unwrap();
        }
        (folder, dir)
    }

    #[test]
    fn junk_is_passed_over() {
        let (_folder, dir) = folder(&[
            ("TOC", "obj-00000001\n"),
            ("TOC-x", "?"),
            ("notes.md", "?"),
            ("obj-00000002", "a file"),
            ("obj-00000001/description/deep", "a directory in the place of a file"),
            ("obj-00000001/imports", "?"),
            ("obj-00000001/more", "?"),
            ("obj-00000001/exports/a/b/c", "too deep"),
            ("obj-ODD/description", "source: x\n"),
            (".cache/built", "1"),
        ]);
        let store = read(&dir).unwrap();
        assert!(store.foreign_cache);
        assert_eq!(store.tocs.keys().collect::<Vec<_>>(), [&TocName::Plain]);
        assert_eq!(
            store.entities.keys().map(|name| name.as_bstr()).collect::<Vec<_>>(),
            ["obj-00000001", "obj-ODD"]
        );
        let entity = &store.entities[&b"obj-00000001"[..]];
        assert_eq!((&entity.description, entity.imports.as_deref()), (&None, Some(&b"?"[..])));
        assert_eq!(entity.exports[&b"a"[..]], Export::Shared(BTreeMap::new()));
    }

    #[test]
    fn an_unfinished_merge_is_refused() {
        for path in [
            "TOC",
            "TOC-obj-00000001",
            "obj-00000001/description",
            "obj-00000001/imports",
            "obj-00000001/shared",
            "obj-00000001/exports/x",
            "func-00000001/exports/x/description",
        ] {
            for marked in
                ["a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n", "<<<<<<< HEAD\r\nb\r\n", "c\n>>>>>>> x"]
            {
                let (_folder, dir) = folder(&[(path, marked)]);
                let error = read(&dir).unwrap_err().to_string();
                assert!(
                    error.ends_with(&format!("{path} has merge-conflict marks: resolve them first")),
                    "{error}"
                );
            }
            let heading = "Heading\n=======\n a <<<<<<< b\n>>>> quoted\n  <<<<<<< indented\n<<<<<<<\n";
            let (_folder, dir) = folder(&[(path, heading)]);
            assert!(read(&dir).is_ok(), "{path}");
        }
    }

    #[test]
    fn of_several_errors_the_first_is_told() {
        let marked: Vec<_> = (0..40).map(|at| format!("obj-{at:08x}/imports")).collect();
        let files: Vec<_> = marked.iter().map(|path| (path.as_str(), "<<<<<<< HEAD\n")).collect();
        let (_folder, dir) = folder(&files);
        for _ in 0..20 {
            assert!(
                matches!(read(&dir), Err(StoreError::Conflict(path)) if path.ends_with("obj-00000000/imports"))
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        let (folder, dir) = folder(&[("obj-00000001/imports", "x")]);
        std::os::unix::fs::symlink(dir.join("obj-00000001"), dir.join("obj-00000002")).unwrap();
        std::os::unix::fs::symlink("imports", dir.join("obj-00000001/shared")).unwrap();
        let store = read(&dir).unwrap();
        assert_eq!(store.entities.len(), 1);
        assert_eq!(store.entities[&b"obj-00000001"[..]].shared, None);
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&dir, &link).unwrap();
        assert!(matches!(read(&link), Err(StoreError::Symlink(_))));
        assert!(matches!(read(&folder.path().join("none")), Err(StoreError::Absent(_))));
    }
}
