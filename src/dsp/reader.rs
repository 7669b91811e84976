//! What the reading verbs ask of a `.dsp/`: each part is read when somebody asks for it, and once. A door.
//!
//! A question about one entity reads that entity's files. A question about all of them reads a [`Column`]: one kind
//! of file of every entity. Tolerant and strict as [`super::store`] is; nothing is written here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rayon::prelude::*;

use super::format::Description;
use super::model::{Export, Toc, TocName};
use super::store::{self, StoreError};

/// A `.dsp/` under question.
#[derive(Debug)]
pub struct Reader {
    dir: PathBuf,
    names: Vec<Vec<u8>>,
    tocs: BTreeMap<TocName, Toc>,
    descriptions: OnceLock<Column>,
    imports: OnceLock<Column>,
    shared: OnceLock<Column>,
}

/// One kind of file of every entity, in the order of [`Reader::names`].
#[derive(Debug, Default)]
pub struct Column {
    files: Vec<Option<Vec<u8>>>,
}

impl Column {
    /// The bytes of the file of entity number `at`; `None` when it has none.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<&[u8]> {
        self.files.get(at)?.as_deref()
    }

    /// The bytes of each entity's file.
    pub fn iter(&self) -> impl Iterator<Item = Option<&[u8]>> {
        self.files.iter().map(Option::as_deref)
    }
}

impl Reader {
    /// Opens `dsp_dir`: lists its entities and reads its tables of contents.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn open(dsp_dir: &Path) -> Result<Self, StoreError> {
        let (names, tocs) = store::contents(dsp_dir)?;
        Ok(Self {
            dir: dsp_dir.to_owned(),
            names,
            tocs,
            descriptions: OnceLock::new(),
            imports: OnceLock::new(),
            shared: OnceLock::new(),
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

    /// One file of one entity, read alone: `imports` or `shared`; `None` where there is none.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn file(&self, name: &[u8], file: &str) -> Result<Option<Vec<u8>>, StoreError> {
        store::entity_file(&self.dir, name, file)
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

    /// The names of all that stands in `exports/` of each entity, sorted.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn export_names(&self) -> Result<Vec<Vec<Vec<u8>>>, StoreError> {
        let read: Vec<_> =
            self.names.par_iter().map(|name| store::entity_export_names(&self.dir, name)).collect();
        read.into_iter().collect()
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
        // All of them are read, so that the error is the same one whoever comes first.
        let read: Vec<_> =
            self.names.par_iter().map(|name| store::entity_file(&self.dir, name, file)).collect();
        let files = read.into_iter().collect::<Result<_, StoreError>>()?;
        Ok(cell.get_or_init(|| Column { files }))
    }
}
