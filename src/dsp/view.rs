//! A `.dsp/` as it stands on the disk, for the operations that change it. A door.
#![expect(clippy::disallowed_methods, reason = "part of the door to .dsp/")]

use std::fs;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use resolvers::path;

use super::disk::{Folder, Kind};
use super::index::Index;
use super::listing::Listing;
use super::model::{Store, TocName};
use super::ops::{Links, View};
use super::reader::Reader;
use super::store::{StoreError, check, failed, file_at, folder, is_dir, name_bytes, tables};
use crate::identity::Uid;

/// What the choice of roots depends on, as it stands on disk: tables of contents, the descriptions of their roots,
/// and the record. Empty where there is no `.dsp/`.
///
/// # Errors
/// See [`StoreError`].
pub fn read_tables(dsp_dir: &Path) -> Result<Store, StoreError> {
    let disk = match Disk::open(dsp_dir) {
        Err(StoreError::Absent(_)) => return Ok(Store::default()),
        other => other?,
    };
    let names = disk.list(b"")?.into_iter().map(|(name, _)| name);
    tables(names, |path| disk.read(path))
}

/// A `.dsp/` of which a file is read when it is asked for.
#[derive(Debug)]
pub struct Disk {
    dir: PathBuf,
}

impl Disk {
    /// Opens `dsp_dir`, which must be there.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn open(dsp_dir: &Path) -> Result<Self, StoreError> {
        check(dsp_dir)?;
        Ok(Self { dir: dsp_dir.to_owned() })
    }

    /// Whether nothing is in it but what is hidden.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn is_bare(&self) -> Result<bool, StoreError> {
        for entry in fs::read_dir(&self.dir).map_err(|error| failed(&self.dir, error))? {
            let name = entry.map_err(|error| failed(&self.dir, error))?.file_name();
            if !name_bytes(&name).starts_with(b".") {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A reader whose word is enough for what is removed.
    fn reader(&self) -> Option<Reader> {
        // A server's files may have changed though their stamps have not.
        if !folder(&self.dir).ok()?.dates_directories() {
            return None;
        }
        Reader::indexed(&self.dir, Index::of(&self.dir)).ok()
    }

    /// The place of `path`; `None` when a link is on the way, or no directory.
    fn place(&self, path: &[u8]) -> Option<PathBuf> {
        let inner = path::ancestors(path::parent(path)).filter(|dir| !dir.is_empty());
        let at = |path: &[u8]| self.dir.join(path.to_path_lossy());
        inner.map(at).all(|dir| is_dir(&dir)).then(|| at(path))
    }
}

impl View for Disk {
    fn read(&self, path: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(full) = self.place(path) else { return Ok(None) };
        file_at(&full)
    }

    fn list(&self, dir: &[u8]) -> Result<Vec<(Vec<u8>, bool)>, StoreError> {
        let full = if dir.is_empty() { Some(self.dir.clone()) } else { self.place(dir) };
        let Some(full) = full.filter(|full| is_dir(full)) else { return Ok(Vec::new()) };
        let listed =
            Folder::open(&full).and_then(|folder| folder.list()).map_err(|error| failed(&full, error))?;
        Ok(listed.into_iter().map(|(name, kind)| (name, kind == Kind::Directory)).collect())
    }

    fn tocs(&self) -> Result<Vec<TocName>, StoreError> {
        let (folder, index) = (folder(&self.dir)?, Index::of(&self.dir));
        let named = Listing::tocs(&folder, &index).map_err(|error| failed(&self.dir, error))?;
        Ok(named.iter().filter_map(|name| TocName::parse(name)).collect())
    }

    fn is_dir(&self, path: &[u8]) -> bool {
        self.place(path).is_some_and(|full| is_dir(&full))
    }

    // Who reads all tells what is wrong.
    fn kept_links(&self) -> Option<Vec<Links>> {
        self.reader()?.links().ok()
    }

    fn kept_imports(&self) -> Option<Vec<Vec<u8>>> {
        self.reader()?.all_imports().ok()
    }

    fn naming(&self, uid: Uid) -> Option<Vec<String>> {
        self.reader()?.naming(uid).ok()
    }
}
