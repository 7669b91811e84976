//! The changes that bring a `.dsp/` from what it is to what the code says: a pure function and a plain value.
//!
//! What a person or an agent wrote stays: an authored purpose or why is never rewritten, free text and unknown keys
//! are not touched, entities that the code does not show stay with their lines. What the tool wrote follows the
//! code: its texts, the lines whose why ends in ` (auto)`, the tables of contents. A file that would only be
//! spelled differently is left as it is, so that a plan computed after an apply is empty.

use std::collections::BTreeMap;

use bstr::ByteSlice;
use resolvers::path::RepoPath;
use rustc_hash::{FxHashMap, FxHashSet};

use super::desired::{DesiredEntity, DesiredGraph, Identity};
use super::format::{Description, ImportLine, import_lines, is_auto, source_field};
use super::identify::identify;
use super::model::{Entity, Export, Store, Toc, TocName};
use crate::identity::Uid;
use crate::transaction::{Before, Change};

/// What to write, and what it means.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// Files below `.dsp/`, each at most once.
    pub changes: Vec<Change>,
    /// The uid of each desired entity, by position.
    pub uids: Vec<Uid>,
    /// How many of them are new.
    pub minted: usize,
    /// Existing entities that the code does not show, in the order of their uids. They stay as they are.
    pub foreign: Vec<Uid>,
}

/// Compares `existing` with `desired`.
#[must_use]
pub fn plan(existing: &Store, desired: &DesiredGraph) -> Plan {
    let uids = identify(existing, desired);
    let known: FxHashSet<Uid> = uids.iter().copied().collect();
    let mut planner = Planner { existing, desired, uids: &uids, known: &known, changes: Vec::new() };
    let tocs = planner.toc_names();
    for at in 0..desired.entities.len() {
        planner.entity(at, &tocs);
    }
    planner.tocs(&tocs);
    let mut changes = planner.changes;
    if existing.foreign_cache && !changes.is_empty() {
        push(&mut changes, ".cache/built", None);
    }
    let minted = uids.iter().filter(|uid| existing.entity(**uid).is_none()).count();
    let foreign = existing.uids().map(|(uid, _)| uid).filter(|uid| !known.contains(uid)).collect();
    Plan { changes, uids, minted, foreign }
}

struct Planner<'a> {
    existing: &'a Store,
    desired: &'a DesiredGraph,
    uids: &'a [Uid],
    known: &'a FxHashSet<Uid>,
    changes: Vec<Change>,
}

/// The file of each desired table of contents, and whether descriptions name their scopes.
struct TocNames {
    names: Vec<TocName>,
    several: bool,
    /// The root of each, with its scope.
    scopes: FxHashMap<Uid, Vec<u8>>,
}

impl Planner<'_> {
    fn toc_names(&self) -> TocNames {
        let roots: Vec<Option<Uid>> =
            self.desired.tocs.iter().map(|toc| toc.members.first().map(|at| self.uids[*at])).collect();
        let foreign = |toc: &&Toc| toc.root().is_some_and(|root| !roots.contains(&Some(root)));
        let foreign = self.existing.tocs.values().filter(foreign).count();
        let several = roots.len() + foreign > 1;
        let plain = self.existing.tocs.get(&TocName::Plain);
        // A plain table among named ones is how the Python tool keeps its default; a lone one gets a name.
        let plain_root = plain.filter(|_| self.existing.tocs.len() > 1).and_then(Toc::root);
        let name = |root: &Option<Uid>| match root {
            Some(root) if several && plain_root != Some(*root) => TocName::Of(*root),
            _ => TocName::Plain,
        };
        let scoped = self
            .desired
            .tocs
            .iter()
            .zip(&roots)
            .filter_map(|(toc, root)| Some(((*root)?, toc.scope.clone())));
        TocNames { names: roots.iter().map(name).collect(), several, scopes: scoped.collect() }
    }

    fn entity(&mut self, at: usize, tocs: &TocNames) {
        let (uid, wanted) = (self.uids[at], &self.desired.entities[at]);
        let empty = Entity::default();
        let found = self.existing.entity(uid).unwrap_or(&empty);
        if found.shared.is_none() {
            self.write(&format!("{uid}/shared"), Vec::new());
        }
        if wanted.unread && found.description.is_some() && found.imports.is_some() {
            return;
        }
        let scope = tocs.scopes.get(&uid).filter(|_| tocs.several).map(Vec::as_slice);
        let description = describe(found.description.as_ref(), wanted, scope);
        if found.description.as_ref() != Some(&description) {
            self.write(&format!("{uid}/description"), description.into_bytes());
        }
        self.imports(uid, found, wanted);
    }

    /// The lines of `imports`: what the code shows, in its order, and then what else stood there.
    fn imports(&mut self, uid: Uid, found: &Entity, wanted: &DesiredEntity) {
        let old: Vec<ImportLine<'_>> =
            found.imports.as_deref().map(import_lines).into_iter().flatten().collect();
        let lines = OldLines::of(&old, self.existing);
        let mut new: Vec<Vec<u8>> = Vec::with_capacity(wanted.imports.len() + old.len());
        let mut shown = FxHashSet::default();
        for import in &wanted.imports {
            let to = self.uids[import.to];
            shown.insert(to);
            // A line to something that `to` exports says the same and more.
            if !lines.plain.contains(&to) && lines.via.contains(&to) {
                continue;
            }
            new.push(to.to_string().into_bytes());
            self.why(to, uid, &import.why);
        }
        let mut told: FxHashSet<&[u8]> = FxHashSet::default();
        for line in old.iter().filter(|line| told.insert(line.raw)) {
            let is_plain = line.via_name().is_none();
            match line.imported().filter(|_| is_plain) {
                Some(to) if shown.contains(&to) => {}
                Some(to) if self.drop_unshown(to, uid) => {}
                _ => new.push(line.raw.to_vec()),
            }
        }
        let same =
            found.imports.is_some() && old.iter().map(|line| line.raw).eq(new.iter().map(Vec::as_slice));
        if !same {
            self.write(&format!("{uid}/imports"), joined(&new));
        }
    }

    fn why(&mut self, to: Uid, importer: Uid, why: &str) {
        let exports = self.existing.entity(to).map(|entity| &entity.exports);
        let line = [why.as_bytes(), b"\n"].concat();
        match exports.and_then(|exports| exports.get(importer.to_string().as_bytes())) {
            Some(Export::Why(text)) if !is_auto(text) || text.trim() == why.as_bytes() => {}
            // The importer is shared by what it imports: a directory of that name is in use for it.
            Some(Export::Shared(_)) => {}
            _ => self.write(&format!("{to}/exports/{importer}"), line),
        }
    }

    /// Whether the tool wrote the edge, which the code shows no more; its why then goes with the line.
    fn drop_unshown(&mut self, to: Uid, importer: Uid) -> bool {
        let exports = self.existing.entity(to).map(|entity| &entity.exports);
        match exports.and_then(|exports| exports.get(importer.to_string().as_bytes())) {
            Some(Export::Why(text)) if !text.trim().is_empty() && is_auto(text) => {
                push(&mut self.changes, &format!("{to}/exports/{importer}"), None);
                true
            }
            _ => false,
        }
    }

    fn tocs(&mut self, names: &TocNames) {
        let mut written: BTreeMap<TocName, Option<Vec<u8>>> = BTreeMap::new();
        for (toc, name) in self.desired.tocs.iter().zip(&names.names) {
            let members: Vec<Uid> = toc.members.iter().map(|at| self.uids[*at]).collect();
            let old = self.old_toc(*name, members.first().copied());
            let mut lines: Vec<Vec<u8>> = members.iter().map(|uid| uid.to_string().into_bytes()).collect();
            let mut kept = FxHashSet::default();
            let foreign = |line: &&[u8]| Uid::parse(line).is_none_or(|uid| !self.known.contains(&uid));
            for line in old.into_iter().flat_map(Toc::names).filter(foreign) {
                if kept.insert(line.to_vec()) {
                    lines.push(line.to_vec());
                }
            }
            let current = self.existing.tocs.get(name);
            let same = current.is_some_and(|toc| toc.names().eq(lines.iter().map(Vec::as_slice)));
            if !same {
                written.insert(*name, Some(joined(&lines)));
            }
        }
        // Going from one root to several gives the lone table a name; going back takes it.
        for (name, toc) in &self.existing.tocs {
            let ours = toc.root().is_none_or(|root| names.scopes.contains_key(&root));
            if ours && !names.names.is_empty() && !names.names.contains(name) {
                written.insert(*name, None);
            }
        }
        for (name, content) in written {
            push(&mut self.changes, &name.to_string(), content);
        }
    }

    /// The table that has been this root's so far, under whatever name.
    fn old_toc(&self, name: TocName, root: Option<Uid>) -> Option<&Toc> {
        let of_root = |toc: &&Toc| toc.root() == root;
        let named = self.existing.tocs.get(&name).filter(|toc| of_root(toc) || toc.root().is_none());
        named.or_else(|| self.existing.tocs.values().find(of_root))
    }

    fn write(&mut self, path: &str, content: Vec<u8>) {
        push(&mut self.changes, path, Some(content));
    }
}

/// What the existing lines of an `imports` file lead to.
struct OldLines {
    plain: FxHashSet<Uid>,
    via: FxHashSet<Uid>,
}

impl OldLines {
    fn of(lines: &[ImportLine<'_>], existing: &Store) -> Self {
        let plain = lines.iter().filter(|line| line.via_name().is_none()).filter_map(|line| line.imported());
        let is_there =
            |line: &&ImportLine<'_>| line.imported().is_some_and(|uid| existing.entity(uid).is_some());
        let via = lines.iter().filter(is_there).filter_map(|line| line.via());
        Self { plain: plain.collect(), via: via.collect() }
    }
}

fn describe(found: Option<&Description>, wanted: &DesiredEntity, scope: Option<&[u8]>) -> Description {
    let mut description = match found {
        Some(found) => found.clone(),
        None => Description::fresh(&[
            ("source", &source_field(wanted.identity.source())),
            ("kind", wanted.identity.kind().name().as_bytes()),
        ]),
    };
    let purpose = wanted.purpose.as_bytes();
    if description.paragraph("purpose").is_none_or(is_auto)
        && description.paragraph("purpose") != Some(purpose)
    {
        description.set("purpose", purpose);
    }
    if let Identity::External { ecosystem, .. } = &wanted.identity
        && description.get("ecosystem").is_none()
    {
        description.set("ecosystem", ecosystem.as_bytes());
    }
    if let Some(version) = &wanted.version {
        let version = super::text::clean(version, 80);
        if description.paragraph("version") != Some(version.as_bytes()) && !version.is_empty() {
            description.set("version", version.as_bytes());
        }
    }
    if let Some(scope) = scope.filter(|_| description.get("scope").is_none()) {
        let scope = if scope.is_empty() { b"." } else { scope };
        description.set("scope", &source_field(scope));
    }
    description
}

fn joined(lines: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
    for line in lines {
        bytes.extend_from_slice(line);
        bytes.push(b'\n');
    }
    bytes
}

fn push(changes: &mut Vec<Change>, path: &str, content: Option<Vec<u8>>) {
    // Made of uids and fixed words: always a path.
    if let Ok(path) = RepoPath::new(path.as_bytes()) {
        changes.push(Change { path, before: Before::Unknown, content });
    }
}

#[cfg(test)]
mod tests;
