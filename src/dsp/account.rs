//! What a plan amounts to in the words of the protocol (specification §5): `create-object`, `move-entity`,
//! `add-import` and their kin. Pure: told from what stands there and what shall, not from how the plan was made, so
//! that it is true of every plan.
//!
//! One operation may write several files, and no file is written that none of them speaks of: for what the protocol
//! has no word, such as the order of a table, the word is `update` and the name of the file.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use bstr::ByteSlice;
use rustc_hash::FxHashSet;
use serde::Serialize;

use super::alike;
use super::format::{Description, import_lines, lines, source_path};
use super::model::{Kind, Store, TocName};
use crate::identity::Uid;
use crate::transaction::Change;

/// What is done, in the order in which an account lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each is the verb of its name")]
pub enum Verb {
    CreateObject,
    CreateFunction,
    MoveEntity,
    UpdateDescription,
    CreateShared,
    AddImport,
    UpdateImportWhy,
    RemoveImport,
    RemoveShared,
    RemoveEntity,
    AddToToc,
    /// A file is written for which the protocol has no verb.
    Update,
}

impl Verb {
    /// As it is typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::CreateObject => "create-object",
            Self::CreateFunction => "create-function",
            Self::MoveEntity => "move-entity",
            Self::UpdateDescription => "update-description",
            Self::CreateShared => "create-shared",
            Self::AddImport => "add-import",
            Self::UpdateImportWhy => "update-import-why",
            Self::RemoveImport => "remove-import",
            Self::RemoveShared => "remove-shared",
            Self::RemoveEntity => "remove-entity",
            Self::AddToToc => "add-to-toc",
            Self::Update => "update",
        }
    }
}

/// One operation. It prints itself as it would be typed, without the texts, and says behind a `#` what it is about;
/// as JSON it is an object with `op`, `on` and `about`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Operation {
    /// Which.
    pub op: Verb,
    /// Its arguments: uids as the verb takes them, the exporter last; of `update`, the file below `.dsp/`.
    pub on: Vec<String>,
    /// The sources of the entities that it names.
    pub about: Vec<String>,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.op.name())?;
        let has_exporter = self.on.len() == 3;
        for (at, argument) in self.on.iter().enumerate() {
            let flag = if has_exporter && at == 2 { "--exporter " } else { "" };
            write!(f, " {flag}{argument}")?;
        }
        if self.about.is_empty() { Ok(()) } else { write!(f, "  # {}", self.about.join(", ")) }
    }
}

/// What `changes` do to `existing`, sorted. Each change is of a file below `.dsp/`.
#[must_use]
pub fn account(existing: &Store, changes: &[Change]) -> Vec<Operation> {
    let mut account = Account::of(existing, changes);
    account.entities();
    // What stands in `exports/` goes with a line, mostly: the lines are told first.
    let (exports, lists): (Vec<&Change>, Vec<&Change>) =
        changes.iter().partition(|change| change.path.as_bytes().contains_str(b"/exports/"));
    for change in lists.into_iter().chain(exports) {
        account.file(change.path.as_bytes(), change.content.as_deref());
    }
    account.told.into_iter().collect()
}

struct Account<'a> {
    existing: &'a Store,
    /// The descriptions that change, with what they become.
    descriptions: BTreeMap<Uid, Option<Description>>,
    told: BTreeSet<Operation>,
}

impl<'a> Account<'a> {
    fn of(existing: &'a Store, changes: &[Change]) -> Self {
        let description = |change: &Change| {
            let uid = change.path.as_bytes().strip_suffix(b"/description").and_then(Uid::parse)?;
            Some((uid, change.content.clone().map(Description::parse)))
        };
        Self {
            existing,
            descriptions: changes.iter().filter_map(description).collect(),
            told: BTreeSet::new(),
        }
    }

    fn before(&self, uid: Uid) -> Option<&'a Description> {
        self.existing.entity(uid)?.description.as_ref()
    }

    fn after(&self, uid: Uid) -> Option<&Description> {
        self.descriptions.get(&uid).map_or_else(|| self.before(uid), Option::as_ref)
    }

    fn is_new(&self, uid: Uid) -> bool {
        self.is_described_anew(uid) && self.before(uid).is_none() && self.after(uid).is_some()
    }

    fn goes(&self, uid: Uid) -> bool {
        self.is_described_anew(uid) && self.before(uid).is_some() && self.after(uid).is_none()
    }

    /// Most are not, and there are many.
    fn is_described_anew(&self, uid: Uid) -> bool {
        self.descriptions.contains_key(&uid)
    }

    /// Entities that come, go, move, or are described in other words.
    fn entities(&mut self) {
        let changed: Vec<Uid> = self.descriptions.keys().copied().collect();
        for uid in changed {
            match (self.before(uid), self.after(uid)) {
                (None, Some(new)) if new.kind() == Kind::Function => self.tell(Verb::CreateFunction, &[uid]),
                (None, Some(_)) => self.tell(Verb::CreateObject, &[uid]),
                (Some(_), None) => self.tell(Verb::RemoveEntity, &[uid]),
                (Some(old), Some(new)) => self.described(uid, old, &new.clone()),
                (None, None) => {}
            }
        }
    }

    fn described(&mut self, uid: Uid, old: &Description, new: &Description) {
        let [was, is] = [old, new].map(|it| source_path(it.get("source").unwrap_or_default()).into_owned());
        if was != is {
            self.tell(Verb::MoveEntity, &[uid]);
        }
        let mut moved = old.clone();
        moved.set("source", new.get("source").unwrap_or_default());
        if moved.as_bytes() != new.as_bytes() {
            self.tell(Verb::UpdateDescription, &[uid]);
        }
    }

    /// A file that is not a description.
    fn file(&mut self, path: &[u8], new: Option<&[u8]>) {
        let old = self.existing.file(path).unwrap_or_default();
        let new = new.unwrap_or_default();
        let names: Vec<&[u8]> = path.split(|byte| *byte == b'/').collect();
        match (names.first().copied().and_then(Uid::parse), names.get(1..).unwrap_or_default()) {
            (Some(uid), _) if self.goes(uid) => {}
            (Some(_), [b"description"]) => {}
            (Some(uid), [b"imports"]) => self.imports(uid, path, old, new),
            (Some(uid), [b"shared"]) => self.shared(uid, path, old, new),
            (Some(uid), [b"exports", importer]) => self.why(path, (Uid::parse(importer), uid, None)),
            (Some(uid), [b"exports", shared, b"description"]) => {
                if !Uid::parse(shared).is_some_and(|shared| self.speaks_of_shared(uid, shared)) {
                    self.update(path);
                }
            }
            (Some(uid), [b"exports", shared, importer]) => match Uid::parse(shared) {
                Some(shared) => self.why(path, (Uid::parse(importer), shared, Some(uid))),
                None => self.update(path),
            },
            (None, []) if TocName::parse(path).is_some() => self.table(path, old, new),
            _ => self.update(path),
        }
    }

    /// Whether an operation speaks of `exports/<shared>/description`, which says again what the shared entity is for.
    fn speaks_of_shared(&self, exporter: Uid, shared: Uid) -> bool {
        let is_told = |verb| self.told.contains(&self.operation(verb, &[exporter, shared]));
        self.descriptions.contains_key(&shared) || is_told(Verb::CreateShared) || is_told(Verb::RemoveShared)
    }

    fn imports(&mut self, importer: Uid, path: &[u8], old: &[u8], new: &[u8]) {
        let lines = |raw| import_lines(raw).map(|it| (it.raw, it.imported(), it.via())).collect::<Vec<_>>();
        let (old, new) = (lines(old), lines(new));
        let mut is_told = self.is_new(importer);
        for (verb, lines, others) in [(Verb::AddImport, &new, &old), (Verb::RemoveImport, &old, &new)] {
            let others: BTreeSet<_> = others.iter().collect();
            for (_, target, via) in lines.iter().filter(|line| !others.contains(line)) {
                is_told = true;
                match target {
                    Some(target) => {
                        let on: Vec<Uid> = [importer, *target].into_iter().chain(*via).collect();
                        self.tell(verb, &on);
                    }
                    None => self.update(path),
                }
            }
        }
        // The same lines in another order, or other white space.
        if !is_told {
            self.update(path);
        }
    }

    fn shared(&mut self, exporter: Uid, path: &[u8], old: &[u8], new: &[u8]) {
        let set = |raw| lines(raw).collect::<BTreeSet<&[u8]>>();
        let (old, new) = (set(old), set(new));
        for (verb, names) in [(Verb::CreateShared, &new - &old), (Verb::RemoveShared, &old - &new)] {
            for name in names {
                match Uid::parse(name) {
                    Some(shared) => self.tell(verb, &[exporter, shared]),
                    None => self.update(path),
                }
            }
        }
        if old == new && !self.is_new(exporter) {
            self.update(path);
        }
    }

    /// A why that comes or goes does so with its line; one that stays and changes is told.
    fn why(&mut self, path: &[u8], (from, to, via): (Option<Uid>, Uid, Option<Uid>)) {
        let Some(from) = from else { return self.update(path) };
        if self.goes(from) || self.goes(to) || self.is_new(from) {
            return;
        }
        let on: Vec<Uid> = [from, to].into_iter().chain(via).collect();
        let is_told = |verb| self.told.contains(&self.operation(verb, &on));
        if is_told(Verb::AddImport) || is_told(Verb::RemoveImport) {
            return;
        }
        // What no entity has is nothing that a verb names.
        if self.after(from).is_some() { self.tell(Verb::UpdateImportWhy, &on) } else { self.update(path) }
    }

    fn table(&mut self, path: &[u8], old: &[u8], new: &[u8]) {
        // A table lists all there is, and only few lines of it differ, most of them of what is new.
        let all = LazyCell::new(|| lines(old).collect::<FxHashSet<&[u8]>>());
        let (old, new) = apart(old, new);
        if self.says_the_same_of_what_stays(old, new) {
            return;
        }
        let (old, new): (Vec<&[u8]>, Vec<&[u8]>) = (lines(old).collect(), lines(new).collect());
        let others = new.iter().copied().filter(|name| Uid::parse(name).is_some_and(|uid| !self.is_new(uid)));
        let added = others.filter(|name| !all.contains(name));
        let listed: Vec<Uid> = added.filter_map(Uid::parse).collect();
        for uid in listed {
            let mut operation = self.operation(Verb::AddToToc, &[uid]);
            operation.on.push(path.to_str_lossy().into_owned());
            self.told.insert(operation);
        }
        // What comes and goes with its entity needs no word, nor does the place of what is new.
        let stays = |name: &&&[u8]| Uid::parse(name).is_none_or(|uid| !self.is_new(uid) && !self.goes(uid));
        let left = new.iter().filter(stays).filter(|name| all.contains(**name));
        if old.iter().filter(stays).ne(left) {
            self.update(path);
        }
    }

    /// Whether two tables list the same in the same order, but for what comes and goes with its entity.
    fn says_the_same_of_what_stays(&self, old: &[u8], new: &[u8]) -> bool {
        let of = |name: Option<&&[u8]>| name.and_then(|name| Uid::parse(name));
        let is_new = |name: Option<&&[u8]>| of(name).is_some_and(|uid| self.is_new(uid));
        let passes = |name: Option<&&[u8]>| is_new(name) || of(name).is_some_and(|uid| self.goes(uid));
        let (mut old, mut new) = (lines(old).peekable(), lines(new).peekable());
        loop {
            match (old.peek(), new.peek()) {
                (None, None) => return true,
                (was, is) if was == is => _ = (old.next(), new.next()),
                (was, _) if passes(was) => _ = old.next(),
                (_, is) if is_new(is) => _ = new.next(),
                _ => return false,
            }
        }
    }

    fn update(&mut self, path: &[u8]) {
        let on = vec![path.to_str_lossy().into_owned()];
        self.told.insert(Operation { op: Verb::Update, on, about: Vec::new() });
    }

    fn tell(&mut self, op: Verb, on: &[Uid]) {
        let operation = self.operation(op, on);
        self.told.insert(operation);
    }

    fn operation(&self, op: Verb, on: &[Uid]) -> Operation {
        let source = |uid: &Uid| {
            let description = self.after(*uid).or_else(|| self.before(*uid));
            let source = description.and_then(|it| it.get("source")).unwrap_or_default();
            source_path(source).to_str_lossy().into_owned()
        };
        Operation { op, on: on.iter().map(Uid::to_string).collect(), about: on.iter().map(source).collect() }
    }
}

/// Both without the lines with which both begin, and those with which both end.
fn apart<'t>(old: &'t [u8], new: &'t [u8]) -> (&'t [u8], &'t [u8]) {
    let start = old[..alike::at_start(old, new)].rfind_byte(b'\n').map_or(0, |at| at + 1);
    let (old, new) = (&old[start..], &new[start..]);
    let behind = &old[old.len() - alike::at_end(old, new)..];
    let end = behind.find_byte(b'\n').map_or(0, |at| behind.len() - at - 1);
    (&old[..old.len() - end], &new[..new.len() - end])
}

#[cfg(test)]
mod tests;
