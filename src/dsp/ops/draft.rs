//! What a `.dsp/` would be: writes laid over what stands there, so that operations see those before them.

use std::collections::{BTreeMap, BTreeSet};

use bstr::ByteSlice;
use rayon::prelude::*;
use resolvers::path::{self, RepoPath};
use rustc_hash::FxHashMap;

use super::super::format::{has_conflict, has_crlf, with_crlf};
use super::super::model::TocName;
use super::super::names::Names;
use super::super::store::StoreError;
use super::mentions::Mentions;
use super::{OpError, Result};
use crate::identity::{Family, Uid};
use crate::transaction::{Before, Change};

/// A `.dsp/` as it stands. Paths count from there. What is reached through a link is not there.
pub trait View: Sync {
    /// The bytes of a file; `None` where there is none.
    ///
    /// # Errors
    /// When it is there and cannot be read.
    fn read(&self, path: &[u8]) -> std::result::Result<Option<Vec<u8>>, StoreError>;

    /// The names in a directory, and whether each is a directory; the empty path is the top. None where there is no
    /// such directory.
    ///
    /// # Errors
    /// When it cannot be listed.
    fn list(&self, dir: &[u8]) -> std::result::Result<Vec<(Vec<u8>, bool)>, StoreError>;

    /// The tables of contents that are there.
    ///
    /// # Errors
    /// As of [`Self::list`].
    fn tocs(&self) -> std::result::Result<Vec<TocName>, StoreError> {
        let files = self.list(b"")?.into_iter().filter(|(_, is_dir)| !is_dir);
        Ok(files.filter_map(|(name, _)| TocName::parse(&name)).collect())
    }

    /// Whether it is a directory.
    fn is_dir(&self, path: &[u8]) -> bool;

    /// Of each entity what may name others, from where it is kept; `None` where it must be read.
    fn kept_links(&self) -> Option<Vec<Links>> {
        None
    }

    /// The `imports` of each entity, from where it is kept; `None` where they must be read.
    fn kept_imports(&self) -> Option<Vec<Vec<u8>>> {
        None
    }

    /// The directories of the entities that name `uid`, found by what is kept, which costs less than all [links](Links);
    /// `None` where these must be read.
    fn naming(&self, _uid: Uid) -> Option<Vec<String>> {
        None
    }
}

/// What of an entity may name others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Links {
    /// The name of its directory, a uid or not.
    pub entity: String,
    /// Its `imports`.
    pub imports: Vec<u8>,
    /// Its `shared`.
    pub shared: Vec<u8>,
    /// What stands in its `exports/`, and whether it is a directory.
    pub exports: Vec<(Vec<u8>, bool)>,
}

/// What operations did.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Files that become other than they were, in path order.
    pub changes: Vec<Change>,
    /// Directories that go when no file is left in them.
    pub emptied: Vec<RepoPath>,
}

/// A `.dsp/` under way. A file is read once, and what it holds then is what its change replaces.
pub struct Draft<'v> {
    view: &'v dyn View,
    draw: &'v mut (dyn FnMut() -> u32 + Send + Sync),
    files: BTreeMap<Vec<u8>, File>,
    removed: BTreeSet<Vec<u8>>,
    stale: bool,
    /// The tables of the view, and who names whom there: found out once, when somebody asks.
    tocs: Option<Vec<TocName>>,
    mentions: Option<Mentions>,
    /// Whether it was asked who names somebody. Who asks twice will ask again.
    has_asked: bool,
    /// By uid, the directories of the entities in which something was written since that may name it.
    named_since: FxHashMap<Uid, BTreeSet<String>>,
}

struct File {
    before: Option<Vec<u8>>,
    since: Since,
}

/// What operations did to a file since it was read.
enum Since {
    Nothing,
    Written(Vec<u8>),
    Removed,
}

impl File {
    fn now(&self) -> Option<&[u8]> {
        match &self.since {
            Since::Nothing => self.before.as_deref(),
            Since::Written(content) => Some(content),
            Since::Removed => None,
        }
    }
}

impl<'v> Draft<'v> {
    /// Nothing is changed yet. `draw` gives numbers for new uids.
    pub fn new(view: &'v dyn View, draw: &'v mut (dyn FnMut() -> u32 + Send + Sync)) -> Self {
        Self {
            view,
            draw,
            files: BTreeMap::new(),
            removed: BTreeSet::new(),
            stale: false,
            tocs: None,
            mentions: None,
            has_asked: false,
            named_since: FxHashMap::default(),
        }
    }

    /// The bytes of a file, held fast: a change of it replaces these.
    pub(super) fn read(&mut self, path: &str) -> Result<Option<&[u8]>> {
        self.hold(path.as_bytes())?;
        Ok(self.files.get(path.as_bytes()).and_then(File::now))
    }

    /// The bytes of a file, for a look that decides nothing about it.
    pub(super) fn peek(&self, path: &[u8]) -> Result<Option<Vec<u8>>> {
        match self.files.get(path) {
            Some(file) => Ok(file.now().map(<[u8]>::to_vec)),
            None => Ok(self.view.read(path)?),
        }
    }

    /// A file that has CRLF at every line, as git may have turned them on checkout, keeps it.
    pub(super) fn write(&mut self, path: &str, content: Vec<u8>) -> Result<()> {
        let before = self.read(path)?;
        // Whoever finds one there may keep it.
        if content.contains(&0) && !before.is_some_and(|before| before.contains(&0)) {
            return Err(OpError::NulText { path: path.to_owned() });
        }
        let is_turned = before.is_some_and(has_crlf);
        let content = if is_turned { with_crlf(&content) } else { content };
        if has_conflict(&content) {
            return Err(OpError::Conflict { path: path.to_owned() });
        }
        let above = path::ancestors(path::parent(path.as_bytes())).filter(|dir| !dir.is_empty());
        for dir in above {
            if self.peek(dir)?.is_some() || self.stands_as_file(dir)? {
                return Err(OpError::Clash { path: path.to_owned() });
            }
        }
        if self.view.is_dir(path.as_bytes()) || self.has_files_below(path.as_bytes()) {
            return Err(OpError::Clash { path: path.to_owned() });
        }
        self.set(path.as_bytes(), Some(content))
    }

    pub(super) fn remove(&mut self, path: &[u8]) -> Result<()> {
        self.set(path, None)
    }

    /// Every file in `dir`, and `dir`.
    pub(super) fn remove_tree(&mut self, dir: &[u8]) -> Result<()> {
        for (name, is_dir) in self.list(dir)? {
            let inner = [dir, b"/", &name].concat();
            if is_dir { self.remove_tree(&inner)? } else { self.remove(&inner)? }
        }
        self.removed.insert(dir.to_vec());
        Ok(())
    }

    /// What stands in a directory by name, and whether it is a directory. What is removed does not show.
    pub(super) fn list(&self, dir: &[u8]) -> Result<BTreeMap<Vec<u8>, bool>> {
        let prefix = if dir.is_empty() { Vec::new() } else { [dir, b"/"].concat() };
        let mut names: BTreeMap<Vec<u8>, bool> = BTreeMap::new();
        for (name, is_dir) in self.view.list(dir)? {
            let path = [&prefix, name.as_slice()].concat();
            let gone =
                self.files.get(&path).is_some_and(|file| file.now().is_none()) || self.is_removed(&path);
            if !gone {
                names.insert(name, is_dir);
            }
        }
        let written = self.files.range(prefix.clone()..).take_while(|(path, _)| path.starts_with(&prefix));
        for (path, _) in written.filter(|(_, file)| file.now().is_some()) {
            let rest = &path[prefix.len()..];
            let name = rest.find_byte(b'/').map_or(rest, |slash| &rest[..slash]);
            names.insert(name.to_vec(), name.len() < rest.len());
        }
        Ok(names)
    }

    /// The tables that are there, the plain one first.
    pub(super) fn tocs(&mut self) -> Result<Vec<TocName>> {
        if self.tocs.is_none() {
            self.tocs = Some(self.view.tocs()?);
        }
        let mut tocs: BTreeSet<TocName> = self.tocs.iter().flatten().copied().collect();
        for (path, file) in
            self.files.range(b"TOC".to_vec()..).take_while(|(path, _)| path.starts_with(b"TOC"))
        {
            match (TocName::parse(path), file.now()) {
                (Some(toc), Some(_)) => drop(tocs.insert(toc)),
                (Some(toc), None) => drop(tocs.remove(&toc)),
                (None, _) => {}
            }
        }
        Ok(tocs.into_iter().collect())
    }

    /// The directories of other entities that name `uid`, or may, sorted.
    pub(super) fn mentioning(&mut self, uid: Uid) -> Result<BTreeSet<String>> {
        let is_first = !std::mem::replace(&mut self.has_asked, true);
        let mut found: BTreeSet<String> = match is_first.then(|| self.view.naming(uid)).flatten() {
            Some(found) => found.into_iter().collect(),
            None => self.mentions()?.of_uid(uid).map(str::to_owned).collect(),
        };
        found.extend(self.named_since.get(&uid).into_iter().flatten().cloned());
        found.remove(&uid.to_string());
        Ok(found)
    }

    fn mentions(&mut self) -> Result<&Mentions> {
        let mentions = match self.mentions.take() {
            Some(known) => known,
            None => Mentions::of(self.view)?,
        };
        Ok(self.mentions.insert(mentions))
    }

    /// Whether there is an entity with that uid: its directory, whatever is in it.
    pub(super) fn exists(&self, uid: Uid) -> bool {
        let dir = uid.to_string().into_bytes();
        self.has_files_below(&dir) || self.view.is_dir(&dir) && !self.removed.contains(&dir)
    }

    pub(super) fn require(&self, uid: Uid) -> Result<()> {
        if self.exists(uid) { Ok(()) } else { Err(OpError::Missing(uid)) }
    }

    /// A uid that no entity has.
    pub(super) fn mint(&mut self, family: Family) -> Uid {
        loop {
            let uid = Uid::new(family, (self.draw)());
            if !self.exists(uid) {
                return uid;
            }
        }
    }

    /// The `imports` of every entity.
    pub(super) fn all_imports(&self) -> Result<Vec<Vec<u8>>> {
        let is_untouched = self.files.is_empty() && self.removed.is_empty();
        if let Some(kept) = is_untouched.then(|| self.view.kept_imports()).flatten() {
            return Ok(kept);
        }
        let dirs = self.list(b"")?.into_iter().filter(|(name, is_dir)| *is_dir && Names::looks_like(name));
        let entities: Vec<Vec<u8>> = dirs.map(|(name, _)| name).collect();
        let read = |name: &Vec<u8>| Ok(self.peek(&[name, &b"/imports"[..]].concat())?.unwrap_or_default());
        entities.par_iter().map(read).collect()
    }

    /// The Python tool's cache counts as stale from now on.
    pub(super) fn forget_cache(&mut self) {
        self.stale = true;
    }

    /// What is to be done.
    ///
    /// # Errors
    /// When the disk cannot be asked.
    pub fn finish(self) -> Result<Outcome> {
        let mut outcome = Outcome::default();
        for (name, file) in self.files {
            let content = match file.since {
                Since::Nothing => continue,
                Since::Written(content) => Some(content),
                Since::Removed => None,
            };
            if content != file.before {
                let path =
                    RepoPath::new(&name).map_err(|_| OpError::Name(name.to_str_lossy().into_owned()))?;
                outcome.changes.push(Change { path, before: Before::Known(file.before), content });
            }
        }
        let dirs = self.removed.iter().filter_map(|dir| RepoPath::new(dir).ok());
        outcome.emptied = dirs.collect();
        let changed = self.stale || !outcome.changes.is_empty() || !outcome.emptied.is_empty();
        if changed && self.view.read(b".cache/built")?.is_some() {
            let path = RepoPath::new(b".cache/built").ok();
            outcome.changes.extend(path.map(|path| Change { path, before: Before::Unknown, content: None }));
        }
        Ok(outcome)
    }

    fn set(&mut self, path: &[u8], content: Option<Vec<u8>>) -> Result<()> {
        self.hold(path)?;
        self.note_names(path, content.as_deref().unwrap_or_default());
        if let Some(file) = self.files.get_mut(path) {
            file.since = content.map_or(Since::Removed, Since::Written);
        }
        Ok(())
    }

    /// Notes whom a file of an entity names: by its path, and in what is written there.
    fn note_names(&mut self, path: &[u8], content: &[u8]) {
        let Some(Ok(dir)) = path.find_byte(b'/').map(|slash| path[..slash].to_str()) else { return };
        let words = [path, content].into_iter().flat_map(|text| {
            text.split(|byte| !(byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-'))
        });
        for uid in words.filter_map(Uid::parse) {
            let dirs = self.named_since.entry(uid).or_default();
            if !dirs.contains(dir) {
                dirs.insert(dir.to_owned());
            }
        }
    }

    fn hold(&mut self, path: &[u8]) -> Result<()> {
        if !self.files.contains_key(path) {
            let before = self.view.read(path)?;
            self.files.insert(path.to_vec(), File { before, since: Since::Nothing });
        }
        Ok(())
    }

    /// Whether a file stands there now, which cannot become a directory in the same transaction.
    fn stands_as_file(&self, path: &[u8]) -> Result<bool> {
        match self.files.get(path) {
            Some(file) => Ok(file.before.is_some()),
            None => Ok(self.view.read(path)?.is_some()),
        }
    }

    fn has_files_below(&self, dir: &[u8]) -> bool {
        let prefix = [dir, b"/"].concat();
        let mut below = self.files.range(prefix.clone()..).take_while(|(path, _)| path.starts_with(&prefix));
        below.any(|(_, file)| file.now().is_some())
    }

    fn is_removed(&self, path: &[u8]) -> bool {
        path::ancestors(path).any(|dir| self.removed.contains(dir))
    }
}
