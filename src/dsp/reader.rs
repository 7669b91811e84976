//! What the reading verbs ask of a `.dsp/`: each part is read when somebody asks for it, and once. Touches the disk
//! through its doors alone.
//!
//! A question about one entity reads that entity's files. A question about all of them reads a [`Column`]: one kind
//! of file of every entity. Tolerant and strict as [`super::store`] is; nothing is written but the index.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use bstr::ByteSlice;
use rayon::prelude::*;

use super::column;
pub use super::column::Column;
use super::disk::{Folder, Kind};
use super::format::{Description, ImportLine, import_lines, lines};
use super::index::{Importer, Index, Reverse};
use super::listing::Listing;
use super::model::{Export, Name, Toc, TocName};
use super::names::Names;
use super::ops::Links;
use super::parallel;
use super::part::Part;
use super::store::{self, StoreError};
use super::watch::{Epoch, Word};
use crate::identity::Uid;
use crate::transaction::Calm;

/// After so many files that were read alone, all of that kind are read at once.
const MANY: usize = 1000;

/// A `.dsp/` under question.
#[derive(Debug)]
pub struct Reader {
    dir: PathBuf,
    folder: Folder,
    index: Index,
    listing: OnceLock<Listing>,
    tocs: OnceLock<BTreeMap<TocName, Toc>>,
    /// By [`Part`].
    columns: [OnceLock<Column>; 4],
    /// How many files of each [`Part`] were read alone.
    alone: [AtomicUsize; 3],
    /// What who watches says, once it is asked.
    word: OnceLock<Option<Word>>,
    /// What the index knows of importers.
    reverse: OnceLock<Mutex<Option<Reverse<File>>>>,
    /// The `imports` of whom the word tells.
    touched: OnceLock<Vec<Option<Vec<u8>>>>,
    _calm: Option<Calm>,
}

impl Reader {
    /// Opens `dsp_dir`. Every answer is read from its files.
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
        let folder = store::folder(dsp_dir)?;
        Ok(Self {
            dir: dsp_dir.to_owned(),
            folder,
            index,
            listing: OnceLock::new(),
            tocs: OnceLock::new(),
            columns: Default::default(),
            alone: Default::default(),
            word: OnceLock::new(),
            reverse: OnceLock::new(),
            touched: OnceLock::new(),
            _calm: None,
        })
    }

    /// Keeps writers out as long as there are questions.
    #[must_use]
    pub fn under(self, calm: Calm) -> Self {
        Self { _calm: Some(calm), ..self }
    }

    /// The directories that look like entities, sorted. An entity's number is its place here.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn names(&self) -> Result<&Names, StoreError> {
        Ok(&self.listing()?.names)
    }

    /// Whether there is an entity with that name: where nothing was listed yet, the directory of a uid alone is asked for.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn has(&self, name: &[u8]) -> Result<bool, StoreError> {
        if !Names::looks_like(name) {
            return Ok(false);
        }
        // What else a line may say for a name might lead anywhere.
        if self.listing.get().is_some() || Uid::parse(name).is_none() {
            return Ok(self.names()?.find(name).is_some());
        }
        match self.folder.status(name) {
            Ok(status) => Ok(status.kind == Kind::Directory),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(source) => Err(StoreError::Io { path: self.dir.join(name.to_path_lossy()), source }),
        }
    }

    /// Who has `name` in its `imports`, by name.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub(super) fn importers(&self, name: &[u8]) -> Result<Vec<Importer>, StoreError> {
        if self.columns[Part::Imports as usize].get().is_none() {
            if let Some(known) = self.known_importers(name)? {
                return Ok(known);
            }
            self.keep_importers()?;
        }
        let (names, imports) = (self.names()?, self.imports()?);
        // No graph is made of all files for one entity.
        let found = imports.may_hold(name).into_iter();
        Ok(found.filter_map(|at| importer(&names[at], imports.get(at)?, name)).collect())
    }

    /// The same where somebody watches and it was kept before; `None` elsewhere.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub(super) fn known_importers(&self, name: &[u8]) -> Result<Option<Vec<Importer>>, StoreError> {
        let Some(word) = self.word().filter(|word| word.is_short()) else { return Ok(None) };
        let Some(mut known) = self.reverse(word.epoch).as_mut().and_then(|known| known.importers(name))
        else {
            return Ok(None);
        };
        known.retain(|importer| word.names().all(|touched| *touched != *importer.name));
        for (touched, imports) in self.touched(word)? {
            known.extend(importer(touched, imports, name));
        }
        known.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(Some(known))
    }

    /// The table of importers that was kept in `epoch`.
    fn reverse(&self, epoch: Epoch) -> MutexGuard<'_, Option<Reverse<File>>> {
        let of_epoch = || self.index.reverse().filter(|reverse| reverse.epoch() == epoch);
        let reverse = self.reverse.get_or_init(|| Mutex::new(of_epoch()));
        reverse.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The `imports` of whom `word` tells, each read once.
    fn touched<'r>(
        &'r self,
        word: &'r Word,
    ) -> Result<impl Iterator<Item = (&'r [u8], &'r [u8])> + 'r, StoreError> {
        if self.touched.get().is_none() {
            let read: Vec<_> = word.names().map(|name| self.imports_of(name)).collect::<Result<_, _>>()?;
            self.touched.get_or_init(|| read);
        }
        let read = self.touched.get().into_iter().flatten();
        Ok(word.names().zip(read).filter_map(|(name, imports)| Some((name, imports.as_deref()?))))
    }

    /// Keeps who imports whom in the index, for those who ask next, where somebody watches.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn keep_importers(&self) -> Result<(), StoreError> {
        let Some(word) = self.word() else { return Ok(()) };
        // One with a damaged block may be there and is of no use.
        let is_kept = self.reverse(word.epoch).as_ref().is_some_and(|reverse| !reverse.is_damaged());
        if is_kept {
            return Ok(());
        }
        let imports = self.imports()?;
        if imports.has_other_names() {
            return Ok(());
        }
        let mut lines: Vec<(&[u8], &[u8], ImportLine<'_>)> = Vec::new();
        for (importer, raw) in self.names()?.iter().zip(imports.iter()) {
            let raw = raw.unwrap_or_default();
            lines.extend(import_lines(raw).map(|line| (line.name(), importer, line)));
        }
        lines.par_sort_by_key(|(name, importer, _)| (*name, *importer));
        let importer = |lines: &[(&[u8], &[u8], ImportLine<'_>)]| Importer {
            name: lines[0].1.to_vec(),
            via: lines.iter().find_map(|(_, _, line)| line.via_name()).map(<[u8]>::to_vec),
        };
        let of_one = lines.chunk_by(|a, b| a.0 == b.0);
        let all = of_one.map(|lines| (lines[0].0, lines.chunk_by(|a, b| a.1 == b.1).map(importer).collect()));
        self.index.save_reverse(word.epoch, all);
        Ok(())
    }

    /// The tables of contents.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn tocs(&self) -> Result<&BTreeMap<TocName, Toc>, StoreError> {
        if let Some(tocs) = self.tocs.get() {
            return Ok(tocs);
        }
        let tocs = store::tocs(&self.dir, self.listing()?)?;
        Ok(self.tocs.get_or_init(|| tocs))
    }

    /// The table of contents with that name; `None` where there is none.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn toc(&self, name: TocName) -> Result<Option<Toc>, StoreError> {
        store::toc(&self.dir, name)
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
        let alone = &self.alone[part as usize];
        if self.columns[part as usize].get().is_none() && alone.fetch_add(1, Ordering::Relaxed) >= MANY {
            // One bad file among them all is no concern of this one.
            let _swept = self.column(part).map_err(|_| alone.store(0, Ordering::Relaxed)).is_ok();
        }
        match self.columns[part as usize].get() {
            Some(column) => Ok(self.names()?.find(name).and_then(|at| column.get(at)).map(<[u8]>::to_vec)),
            None if self.has(name)? => store::entity_file(&self.dir, name, part.name()),
            None => Ok(None),
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
        let names = self.names()?;
        parallel::each(numbers.len(), |nth| {
            let at = numbers[nth];
            match column {
                Some(column) => Ok(column.get(at).is_some_and(|names| !names.is_empty())),
                None => Ok(!store::entity_export_names(&self.dir, &names[at])?.is_empty()),
            }
        })
    }

    /// The names of all that stands in each `exports/`, those of directories with a slash, sorted, a zero behind each.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub fn export_names(&self) -> Result<&Column, StoreError> {
        self.column(Part::Exports)
    }

    /// Of each entity what may name others.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub(super) fn links(&self) -> Result<Vec<Links>, StoreError> {
        self.read_parts(&[Part::Imports, Part::Shared, Part::Exports]);
        let [imports, shared, exports] = [self.imports()?, self.shared()?, self.export_names()?];
        let file = |column: &Column, at| column.get(at).unwrap_or_default().to_vec();
        let entry = |told: &[u8]| {
            let name = told.strip_suffix(b"/");
            (name.unwrap_or(told).to_vec(), name.is_some())
        };
        let names = self.names()?;
        let of_one = |at: usize| {
            let listed = exports.get(at).unwrap_or_default();
            Some(Links {
                entity: names[at].to_str().ok()?.to_owned(),
                imports: file(imports, at),
                shared: file(shared, at),
                exports: listed.split(|byte| *byte == 0).filter(|told| !told.is_empty()).map(entry).collect(),
            })
        };
        Ok((0..names.len()).filter_map(of_one).collect())
    }

    /// The `imports` of each entity.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub(super) fn all_imports(&self) -> Result<Vec<Vec<u8>>, StoreError> {
        let column = self.imports()?;
        Ok((0..self.names()?.len()).map(|at| column.get(at).unwrap_or_default().to_vec()).collect())
    }

    /// The directories of the entities that name `uid` in `imports`, in `shared` or below `exports/`, sorted.
    ///
    /// # Errors
    /// See [`StoreError`].
    pub(super) fn naming(&self, uid: Uid) -> Result<Vec<String>, StoreError> {
        self.read_parts(&[Part::Imports, Part::Shared, Part::Exports]);
        let [imports, shared, exports] = [self.imports()?, self.shared()?, self.export_names()?];
        let (names, text) = (self.names()?, uid.to_string());
        let uid = text.as_bytes();
        let imports_it = |at: usize| {
            let mut told = import_lines(imports.get(at).unwrap_or_default());
            told.any(|line| line.name() == uid || line.via_name() == Some(uid))
        };
        let shares_it = |at: usize| lines(shared.get(at).unwrap_or_default()).any(|line| line == uid);
        let mut found: Vec<usize> = imports.may_hold(uid).into_iter().filter(|at| imports_it(*at)).collect();
        found.extend(shared.may_hold(uid).into_iter().filter(|at| shares_it(*at)));
        let exports_it = |at: usize| {
            let entries = exports.get(at).unwrap_or_default().split(|byte| *byte == 0);
            for told in entries.filter(|told| !told.is_empty()) {
                let dir = told.strip_suffix(b"/");
                let is_recipient = |dir| self.stands(&[&names[at], b"/exports/", dir, b"/", uid].concat());
                if dir.unwrap_or(told) == uid || dir.map(is_recipient).transpose()?.unwrap_or_default() {
                    return Ok(true);
                }
            }
            Ok::<_, StoreError>(false)
        };
        let listed = parallel::each(names.len(), exports_it)?;
        found.extend((0..).zip(listed).filter(|(_, it)| *it).map(|(at, _)| at));
        found.sort_unstable();
        found.dedup();
        Ok(found.into_iter().filter_map(|at| names[at].to_str().ok().map(str::to_owned)).collect())
    }

    /// Whether something lies at `path`, to which no link leads.
    fn stands(&self, path: &[u8]) -> Result<bool, StoreError> {
        match self.folder.status(path) {
            Ok(_) => Ok(true),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Ok(false)
            }
            Err(source) => Err(StoreError::Io { path: self.dir.join(path.to_path_lossy()), source }),
        }
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
        self.read_parts(&parts);
    }

    /// Those parts in one go; one that cannot be had is an error of who asks for it.
    fn read_parts(&self, parts: &[Part]) {
        let Ok(listing) = self.listing() else { return };
        for (part, swept) in parts.iter().zip(self.sweep(listing, parts)) {
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

    /// How many entities are listed for whoever asks because nobody watches; none where somebody does.
    #[must_use]
    pub fn unwatched(&self) -> usize {
        let listed = self.listing.get().filter(|_| self.word.get().is_some_and(Option::is_none));
        listed.map_or(0, |listing| listing.names.len())
    }

    /// The lock of who watches, if somebody may begin to, and nobody did; less may where nobody `asked` for this.
    #[must_use]
    pub fn lock_for_watcher(&self, asked: bool) -> Option<File> {
        self.index.lock(&self.folder, self.unwatched(), asked)
    }

    fn word(&self) -> Option<&Word> {
        self.word.get_or_init(|| self.index.ask(&self.folder)).as_ref()
    }

    fn listing(&self) -> Result<&Listing, StoreError> {
        if let Some(listing) = self.listing.get() {
            return Ok(listing);
        }
        let listing = store::listing(&self.dir, &self.folder, &self.index, self.word())?;
        Ok(self.listing.get_or_init(|| listing))
    }

    fn sweep(&self, listing: &Listing, parts: &[Part]) -> Vec<column::Swept> {
        column::sweep(&self.folder, listing, parts, &self.index, self.word())
    }

    fn column(&self, part: Part) -> Result<&Column, StoreError> {
        let cell = &self.columns[part as usize];
        if let Some(column) = cell.get() {
            return Ok(column);
        }
        let (listing, mut column) = (self.listing()?, Column::default());
        for swept in self.sweep(listing, &[part]) {
            column = swept.map_err(|(at, refused)| {
                let path = self.dir.join(listing.names[at].to_path_lossy()).join(part.name());
                store::refused(path, refused)
            })?;
        }
        Ok(cell.get_or_init(|| column))
    }
}

/// `importer`, where `name` stands in its `imports`.
fn importer(importer: &[u8], imports: &[u8], name: &[u8]) -> Option<Importer> {
    let mut told = import_lines(imports).filter(|line| line.name() == name).peekable();
    told.peek()?;
    let via = told.find_map(ImportLine::via_name).map(<[u8]>::to_vec);
    Some(Importer { name: importer.to_vec(), via })
}

#[cfg(test)]
mod tests;
