//! What the reading verbs ask of a `.dsp/`: each part is read when somebody asks for it, and once. A door.
//!
//! A question about one entity reads that entity's files. A question about all of them reads a [`Column`]: one kind
//! of file of every entity. Tolerant and strict as [`super::store`] is; nothing is written here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use bstr::ByteSlice;

use super::column;
pub use super::column::Column;
use super::disk::Folder;
use super::format::Description;
use super::index::Index;
use super::model::{Export, Toc, TocName};
use super::parallel;
use super::store::{self, StoreError};

/// After so many files that were read alone, all of that kind are read at once.
const MANY: usize = 1000;

/// A `.dsp/` under question.
#[derive(Debug)]
pub struct Reader {
    dir: PathBuf,
    folder: Folder,
    index: Index,
    names: Vec<Vec<u8>>,
    tocs: BTreeMap<TocName, Toc>,
    descriptions: OnceLock<Column>,
    imports: OnceLock<Column>,
    shared: OnceLock<Column>,
    /// How many files were read alone.
    alone: AtomicUsize,
}

impl Reader {
    /// Opens `dsp_dir`: lists its entities and reads its tables of contents. Every answer is read from its files.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn open(dsp_dir: &Path) -> Result<Self, StoreError> {
        Self::indexed(dsp_dir, Index::none())
    }

    /// The same; columns take from `index` what it knows, and leave there what they read. Answers do not differ.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn indexed(dsp_dir: &Path, index: Index) -> Result<Self, StoreError> {
        let (folder, names, tocs) = store::contents(dsp_dir)?;
        Ok(Self {
            dir: dsp_dir.to_owned(),
            folder,
            index,
            names,
            tocs,
            descriptions: OnceLock::new(),
            imports: OnceLock::new(),
            shared: OnceLock::new(),
            alone: AtomicUsize::new(0),
        })
    }

    /// The directories that look like entities, sorted. An entity's number is its place here.
    #[must_use]
    pub fn names(&self) -> &[Vec<u8>] {
        &self.names
    }

    /// The number of the entity with that name.
    #[must_use]
    pub fn number(&self, name: &[u8]) -> Option<usize> {
        self.names.binary_search_by(|known| known.as_slice().cmp(name)).ok()
    }

    /// The tables of contents.
    #[must_use]
    pub fn tocs(&self) -> &BTreeMap<TocName, Toc> {
        &self.tocs
    }

    /// The `description` of one entity, read alone; `None` where there is none.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn description(&self, name: &[u8]) -> Result<Option<Description>, StoreError> {
        Ok(self.file(name, "description")?.map(Description::parse))
    }

    /// One file of one entity: `description`, `imports` or `shared`; `None` where there is none. It is read alone,
    /// unless so many were that all of them at once cost less.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn file(&self, name: &[u8], file: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let column = match file {
            "description" => &self.descriptions,
            "imports" => &self.imports,
            _ => &self.shared,
        };
        if column.get().is_none() && self.alone.fetch_add(1, Ordering::Relaxed) < MANY {
            return store::entity_file(&self.dir, name, file);
        }
        let bytes = self.number(name).map(|at| Ok(self.column(column, file)?.get(at).map(<[u8]>::to_vec)));
        Ok(bytes.transpose()?.flatten())
    }

    /// What stands in `exports/` of one entity, by name.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn exports(&self, name: &[u8]) -> Result<BTreeMap<Vec<u8>, Export>, StoreError> {
        store::entity_exports(&self.dir, name)
    }

    /// The text at `place` below `exports/` of one entity, read alone: an importer, or something shared and an
    /// importer of it.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn export(&self, name: &[u8], place: &[&[u8]]) -> Result<Option<Vec<u8>>, StoreError> {
        store::entity_export(&self.dir, name, place)
    }

    /// The names of all that stands in `exports/` of each entity, sorted. Every folder is listed, which no index
    /// shortens.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn export_names(&self) -> Result<Vec<Vec<Vec<u8>>>, StoreError> {
        parallel::each(self.names.len(), |at| store::entity_export_names(&self.dir, &self.names[at]))
    }

    /// Every `description`.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn descriptions(&self) -> Result<&Column, StoreError> {
        self.column(&self.descriptions, "description")
    }

    /// Every `imports`.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn imports(&self) -> Result<&Column, StoreError> {
        self.column(&self.imports, "imports")
    }

    /// Every `shared`.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn shared(&self) -> Result<&Column, StoreError> {
        self.column(&self.shared, "shared")
    }

    fn column<'r>(&'r self, cell: &'r OnceLock<Column>, file: &str) -> Result<&'r Column, StoreError> {
        if let Some(column) = cell.get() {
            return Ok(column);
        }
        let swept = column::sweep(&self.folder, &self.names, file, &self.index);
        let column = swept.map_err(|(at, refused)| {
            let path = self.dir.join(self.names[at].to_path_lossy()).join(file);
            store::refused(path, refused)
        })?;
        Ok(cell.get_or_init(|| column))
    }
}

#[cfg(test)]
mod tests;
