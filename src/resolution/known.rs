//! The answers of earlier runs, by all that they depend on (design §4, the incremental rule): the file that imports, what
//! it imports, and the shape of everything else that a resolver sees. It saves time and changes nothing.
//!
//! A resolver sees the paths and links of the universe, what headers say, and the files that it reads. Which those are
//! is known once it is done: a table names them, and is of use where all of them are what they were.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use resolvers::facts::{Header, Import};
use resolvers::path::RepoPath;
use resolvers::project::{Absences, Project};
use resolvers::target::Resolved;
use rustc_hash::FxHashMap;

use super::ResolvedFile;
use crate::facts::SourceFile;
use crate::kept::{self, Kept, Key, Parts, digest};
use crate::universe::Universe;

/// Of so many sources at least one has new answers before all are written anew: to resolve a few costs less.
const WORTH_WRITING: usize = 128;

/// What was found out about a source.
pub(super) struct Found {
    pub(super) answers: ResolvedFile,
    /// Nothing has to be told about the configuration whenever somebody asks.
    pub(super) is_lasting: bool,
}

/// What is kept of what is not there.
enum Absent {
    Nothing,
    /// Some of it cannot be known any more.
    Unknown,
    Known(Absences),
}

/// Answers to the imports of sources, before they are settled.
pub struct Table<'u> {
    kept: Kept,
    universe: &'u Universe,
    /// What the answers depend on but for the files that are read.
    seen: Key,
    /// The files that were read when the answers were found, sorted.
    read: Vec<RepoPath>,
    /// [`Self::seen`] and what stands in [`Self::read`].
    shape: Key,
    /// What this run found out, as it is kept, by path.
    made: Mutex<FxHashMap<RepoPath, Vec<u8>>>,
    /// Some answer was known: what is not there was not asked for to find it.
    is_used: AtomicBool,
}

impl<'u> Table<'u> {
    /// Knows and keeps nothing.
    #[must_use]
    pub fn none(universe: &'u Universe) -> Self {
        let (kept, key) = (Kept::none(), Key::default());
        let (read, made) = (Vec::new(), Mutex::default());
        Self { kept, universe, seen: key, read, shape: key, made, is_used: AtomicBool::new(false) }
    }

    /// What was kept of `universe`, whose sources are `sources`. Weak imports have answers where they are `weak`.
    #[must_use]
    pub fn open(universe: &'u Universe, sources: &[SourceFile], weak: bool) -> Self {
        // On disk a file is known by its bytes, elsewhere by its blob: two shapes of one repository.
        let name = if universe.snapshot.is_on_disk() { "answers" } else { "answers-of-blobs" };
        let kept = Kept::open(universe.snapshot.common_dir(), name);
        let seen = seen(universe, sources, weak);
        let known = kept.get(&key_of_read(&seen)).and_then(|read| postcard::from_bytes(&read).ok());
        let read: Vec<RepoPath> = known.unwrap_or_default();
        // What comes of this run rests on them, whoever reads them.
        let shape = shape(&seen, &read, |path| universe.snapshot.look(path));
        Self { kept, seen, read, shape, ..Self::none(universe) }
    }

    /// The answers for `source`: those that are known, else what `find` finds.
    pub(super) fn answers(&self, source: &SourceFile, find: impl FnOnce() -> Found) -> ResolvedFile {
        if !self.is_kept(source) {
            return find().answers;
        }
        let known = self.kept.get(&key_of(&self.shape, source));
        let imports: Option<Vec<Resolved>> = known.and_then(|bytes| postcard::from_bytes(&bytes).ok());
        if let Some(imports) = imports.filter(|it| it.len() == source.facts.imports.len()) {
            self.is_used.store(true, Ordering::Relaxed);
            return ResolvedFile { imports };
        }
        let Found { answers, is_lasting } = find();
        if is_lasting && let Ok(bytes) = postcard::to_stdvec(&answers.imports) {
            let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            made.insert(source.path.clone(), bytes);
        }
        answers
    }

    /// Whether answers for `source` may be known: of one that could not be read nothing is.
    fn is_kept(&self, source: &SourceFile) -> bool {
        self.kept.is_open() && source.key.is_some()
    }

    /// What the answers of this run depend on not to be there, where `project`, which all were asked of, noted it; `None`
    /// where that is not known.
    #[must_use]
    pub fn absences(&self, project: &Project<'_>) -> Option<Absences> {
        let found = project.absences()?;
        if !self.is_used.load(Ordering::Relaxed) {
            return Some(found);
        }
        match self.absences_of(&self.shape) {
            Absent::Known(known) => Some(found.and(known)),
            Absent::Nothing | Absent::Unknown => None,
        }
    }

    /// What is kept of those of all answers that are kept with this shape.
    fn absences_of(&self, shape: &Key) -> Absent {
        let key = key_of_absences(shape);
        let known = self.kept.get(&key).and_then(|kept| postcard::from_bytes(&kept).ok());
        match known.flatten() {
            Some(known) => Absent::Known(known),
            None if self.kept.has(&key) => Absent::Unknown,
            None => Absent::Nothing,
        }
    }

    /// Keeps the answers for `sources` that last, and `absences`, on which they and those that are kept depend, unless
    /// something changed under the hands of those who found them.
    pub fn save(&self, sources: &[SourceFile], absences: Option<&Absences>) {
        let made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        let snapshot = &self.universe.snapshot;
        if made.is_empty() || !snapshot.is_steady() {
            return;
        }
        let read = snapshot.noted();
        let is_same = read == self.read;
        let shape = if is_same { self.shape } else { shape(&self.seen, &read, |path| snapshot.seen(path)) };
        for source in sources.iter().filter(|source| self.is_kept(source)) {
            let known = || self.kept.get(&key_of(&self.shape, source)).map(Cow::into_owned);
            let answers = match made.get(&source.path) {
                Some(made) => Some(made.clone()),
                None if is_same => None,
                None => known(),
            };
            if let Some(answers) = answers {
                self.kept.put(key_of(&shape, source), answers);
            }
        }
        if let Ok(read) = postcard::to_stdvec(&read) {
            self.kept.put(key_of_read(&self.seen), read);
        }
        // Answers of earlier runs stay, and so does what they depend on.
        let all = match (absences.cloned(), self.absences_of(&shape)) {
            (Some(absences), Absent::Nothing) => Some(absences),
            (Some(absences), Absent::Known(known)) => Some(absences.and(known)),
            _ => None,
        };
        if let Ok(all) = postcard::to_stdvec(&all) {
            self.kept.put(key_of_absences(&shape), all);
        }
        self.kept.save(WORTH_WRITING);
    }
}

/// What resolvers see without reading a file, and which program asks them.
fn seen(universe: &Universe, sources: &[SourceFile], weak: bool) -> Key {
    let mut parts = Parts::default();
    parts.add(format!("{:?} {weak}", kept::program()).as_bytes());
    for file in &universe.files {
        parts.add(file.path.as_bytes());
    }
    // No path is empty: here something else begins.
    parts.add(b"");
    for (link, text) in &universe.links {
        parts.add(link.as_bytes());
        parts.add(text);
    }
    parts.add(b"");
    for source in sources.iter().filter(|source| source.facts.header != Header::default()) {
        parts.add(source.path.as_bytes());
        parts.add(&postcard::to_stdvec(&source.facts.header).unwrap_or_default());
    }
    parts.digest()
}

/// `seen`, and the `content` of the files `read`.
fn shape(seen: &Key, read: &[RepoPath], content: impl Fn(&RepoPath) -> Key) -> Key {
    let mut parts = Parts::default();
    parts.add(seen);
    for path in read {
        parts.add(path.as_bytes());
        parts.add(&content(path));
    }
    parts.digest()
}

/// What the answers for `source` depend on: the shape, where it lies, and its imports but for the places where they stand,
/// so that an edit between them asks nothing anew.
fn key_of(shape: &Key, source: &SourceFile) -> Key {
    let mut parts = Parts::default();
    parts.add(shape);
    parts.add(source.path.as_bytes());
    for Import { specifier, syntax, kind, names, pattern, mode, span: _ } in &source.facts.imports {
        parts.add(specifier.as_bytes());
        parts.add(&postcard::to_stdvec(&(syntax, kind, names, pattern, mode)).unwrap_or_default());
    }
    parts.digest()
}

fn key_of_read(seen: &Key) -> Key {
    digest([&seen[..], b"read"])
}

/// With other configuration the same imports ask for something else.
fn key_of_absences(shape: &Key) -> Key {
    digest([&shape[..], b"absences"])
}

#[cfg(test)]
mod tests;
