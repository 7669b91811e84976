//! What the reading verbs ask of a `.dsp/`: each part is read when somebody asks for it, and once. Touches the disk
//! through its doors alone.
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
use super::listing::Listing;
use super::model::{Export, Name, Toc, TocName};
use super::names::Names;
use super::parallel;
use super::part::Part;
use super::store::{self, StoreError};
use super::watch::Word;
use crate::transaction::Calm;

/// After so many files that were read alone, all of that kind are read at once.
const MANY: usize = 1000;

/// A `.dsp/` under question.
#[derive(Debug)]
pub struct Reader {
    dir: PathBuf,
    folder: Folder,
    index: Index,
    listing: Listing,
    tocs: OnceLock<BTreeMap<TocName, Toc>>,
    /// By [`Part`].
    columns: [OnceLock<Column>; 4],
    /// How many files of each [`Part`] were read alone.
    alone: [AtomicUsize; 3],
    /// What who watches says, once somebody asks for a column.
    word: OnceLock<Option<Word>>,
    _calm: Option<Calm>,
}

impl Reader {
    /// Opens `dsp_dir` and lists its entities. Every answer is read from its files.
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
        let (folder, listing) = store::contents(dsp_dir, &index)?;
        Ok(Self {
            dir: dsp_dir.to_owned(),
            folder,
            index,
            listing,
            tocs: OnceLock::new(),
            columns: Default::default(),
            alone: Default::default(),
            word: OnceLock::new(),
            _calm: None,
        })
    }

    /// Keeps writers out as long as there are questions.
    #[must_use]
    pub fn under(self, calm: Calm) -> Self {
        Self { _calm: Some(calm), ..self }
    }

    /// The directories that look like entities, sorted. An entity's number is its place here.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.listing.names
    }

    /// The number of the entity with that name.
    #[must_use]
    pub fn number(&self, name: &[u8]) -> Option<usize> {
        self.names().find(name)
    }

    /// The tables of contents.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn tocs(&self) -> Result<&BTreeMap<TocName, Toc>, StoreError> {
        if let Some(tocs) = self.tocs.get() {
            return Ok(tocs);
        }
        let tocs = store::tocs(&self.dir, &self.listing)?;
        Ok(self.tocs.get_or_init(|| tocs))
    }

    /// The `description` of one entity; `None` where there is none, or no such entity.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn description(&self, name: &[u8]) -> Result<Option<Description>, StoreError> {
        Ok(self.file(name, Part::Description)?.map(Description::parse))
    }

    /// The `imports` of one entity.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn imports_of(&self, name: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.file(name, Part::Imports)
    }

    /// The `shared` of one entity.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn shared_of(&self, name: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.file(name, Part::Shared)
    }

    /// One file of one entity, read alone, unless so many were that all of that kind cost less.
    fn file(&self, name: &[u8], part: Part) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(at) = self.number(name) else { return Ok(None) };
        let alone = &self.alone[part as usize];
        if self.columns[part as usize].get().is_none() && alone.fetch_add(1, Ordering::Relaxed) >= MANY {
            // One bad file among them all is no concern of this one.
            let _swept = self.column(part).map_err(|_| alone.store(0, Ordering::Relaxed)).is_ok();
        }
        match self.columns[part as usize].get() {
            Some(column) => Ok(column.get(at).map(<[u8]>::to_vec)),
            None => store::entity_file(&self.dir, name, part.name()),
        }
    }

    /// What stands in `exports/` of one entity, by name.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn exports(&self, name: &[u8]) -> Result<BTreeMap<Name, Export>, StoreError> {
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

    /// Whether anything stands in `exports/` of each entity of `numbers`.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn have_exports(&self, numbers: &[usize]) -> Result<Vec<bool>, StoreError> {
        // Where nobody watches, looking at all costs more than reading a part.
        let column = self.word().and_then(|_| self.export_names().ok());
        parallel::each(numbers.len(), |nth| {
            let at = numbers[nth];
            match column {
                Some(column) => Ok(column.get(at).is_some_and(|names| !names.is_empty())),
                None => Ok(!store::entity_export_names(&self.dir, &self.names()[at])?.is_empty()),
            }
        })
    }

    /// The names of all that stands in each `exports/`, sorted, a zero behind each.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn export_names(&self) -> Result<&Column, StoreError> {
        self.column(Part::Exports)
    }

    /// Every `description`.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn descriptions(&self) -> Result<&Column, StoreError> {
        self.column(Part::Description)
    }

    /// Every `imports`.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn imports(&self) -> Result<&Column, StoreError> {
        self.column(Part::Imports)
    }

    /// Every `shared`.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn shared(&self) -> Result<&Column, StoreError> {
        self.column(Part::Shared)
    }

    /// Reads every `description`, `imports` and `shared` in one go, for a question about all of them, and where somebody
    /// watches the names in `exports/` too. One that cannot be had is an error of who asks for it.
    pub fn read_all(&self) {
        let watched = Part::ALL.into_iter().filter(|part| *part != Part::Exports || self.word().is_some());
        let parts: Vec<Part> = watched.collect();
        for (part, swept) in parts.iter().zip(self.sweep(&parts)) {
            if let Ok(column) = swept {
                self.columns[*part as usize].get_or_init(|| column);
            }
        }
    }

    /// Whether files of a column that was read have other names, so that they are looked at whoever watches.
    #[must_use]
    pub fn has_other_names(&self) -> bool {
        self.columns.iter().filter_map(OnceLock::get).any(Column::has_other_names)
    }

    fn word(&self) -> Option<&Word> {
        self.word.get_or_init(|| self.index.ask(&self.folder)).as_ref()
    }

    fn sweep(&self, parts: &[Part]) -> Vec<column::Swept> {
        column::sweep(&self.folder, &self.listing, parts, &self.index, self.word())
    }

    fn column(&self, part: Part) -> Result<&Column, StoreError> {
        let cell = &self.columns[part as usize];
        if let Some(column) = cell.get() {
            return Ok(column);
        }
        let mut column = Column::default();
        for swept in self.sweep(&[part]) {
            column = swept.map_err(|(at, refused)| {
                let path = self.dir.join(self.names()[at].to_path_lossy()).join(part.name());
                store::refused(path, refused)
            })?;
        }
        Ok(cell.get_or_init(|| column))
    }
}

#[cfg(test)]
mod tests;
