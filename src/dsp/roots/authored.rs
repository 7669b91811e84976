//! Tables of contents that are there are authored: their roots stay, and so do the scopes that descriptions name.

use resolvers::path::{self, RepoPath, shown};
use resolvers::{UnitEntry, is_of_package};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::desired::Identity;
use super::super::format::{Description, source_field, source_path};
use super::super::identify::is_in;
use super::super::model::{Entity, Store, Toc};
use super::{Root, RootInput, Scopes, by_scope, language, root};
use crate::identity::Uid;

const HONOURED: &str = "a table of contents of .dsp";

/// Each root of `existing` that still is a file of the universe, or a directory, stays, in place of a detected one of the
/// same scope and language.
pub(super) fn honour(existing: &Store, mut roots: Vec<Root>, input: &RootInput<'_>) -> Vec<Root> {
    let detected = roots.clone();
    let detected_scopes = Scopes::of(detected.iter().map(|root| root.scope.as_slice()));
    let by_path: FxHashMap<_, _> = detected.iter().enumerate().map(|(at, root)| (&root.path, at)).collect();
    let by_scope = by_scope(detected.iter().map(|root| root.scope.as_slice()));
    let authored = || {
        let entities = existing.tocs.values().filter_map(|toc| existing.entity(toc.root()?));
        entities.filter_map(|entity| Some((entered(entity, input, &detected)?, scope_of(entity))))
    };
    // A detected root that is authored too gives its place to nobody.
    let mut settled: FxHashSet<usize> =
        authored().filter_map(|(path, _)| by_path.get(&path).copied()).collect();
    for (path, scope) in authored() {
        if let Some(at) = by_path.get(&path) {
            roots[*at].scope = scope.unwrap_or_else(|| roots[*at].scope.clone());
            continue;
        }
        let around = || detected_scopes.position(&path).map(|at| detected[at].scope.clone());
        let scope = scope.or_else(around).unwrap_or_default();
        let why = HONOURED.to_owned();
        let is_free = |at: &usize| !settled.contains(at);
        let is_alike = |at: &usize| language(&detected[*at].path) == language(&path);
        let free = || by_scope.get(scope.as_slice()).into_iter().flatten().copied().filter(is_free);
        match free().find(is_alike) {
            Some(at) => {
                settled.insert(at);
                let replaced = &mut roots[at];
                let mut whys = vec![std::mem::replace(&mut replaced.why, why)];
                whys.append(&mut replaced.also);
                replaced.guessed = false;
                let path = std::mem::replace(&mut replaced.path, path);
                replaced.passed_over.retain(|entry| entry.path != replaced.path);
                replaced.passed_over.insert(0, UnitEntry { path, whys, subpath: replaced.subpath.take() });
            }
            None => roots.push(root(path, &scope, why, None)),
        }
    }
    let mut seen = FxHashSet::default();
    roots.retain(|root| seen.insert(root.path.clone()));
    roots
}

/// `existing` with its roots where they are now: each entity of `now`, of which the uid is told, is a file or directory
/// among the sorted `files`; and with the scopes of which nothing is left where they were. `None` when no root was moved.
#[must_use]
pub fn follow<'n>(
    existing: &Store,
    now: impl Iterator<Item = (Uid, &'n Identity)>,
    files: &[RepoPath],
) -> Option<Store> {
    let roots: FxHashSet<Uid> = existing.tocs.values().filter_map(Toc::root).collect();
    let moved = |(uid, identity): (Uid, &'n Identity)| {
        let new = match identity {
            Identity::File(path) => path.as_bytes(),
            Identity::Package(dir) => dir,
            Identity::Symbol { .. } | Identity::External { .. } => return None,
        };
        let old = existing.entity(uid)?.location()?;
        (old != new).then(|| (uid, old.into_owned(), new))
    };
    let moved: Vec<(Uid, Vec<u8>, &[u8])> =
        now.filter(|(uid, _)| roots.contains(uid)).filter_map(moved).collect();
    if moved.is_empty() {
        return None;
    }
    let mut followed = existing.clone();
    for (uid, old, new) in moved {
        let entity = followed.entities.get_mut(&uid.text()[..]);
        if let Some(description) = entity.and_then(|entity| entity.description.as_mut()) {
            description.set("source", &source_field(shown(new)));
            let scope = scope_in(description).filter(|scope| !scope.is_empty() && !is_in(files, scope));
            if let Some(scope) = scope.and_then(|scope| moved_scope(&scope, &old, new)) {
                description.set("scope", &source_field(shown(scope)));
            }
        }
    }
    Some(followed)
}

/// Where the directory `scope` is now, which is what was `old` and is `new`, or has it in it.
fn moved_scope<'n>(scope: &[u8], old: &[u8], new: &'n [u8]) -> Option<&'n [u8]> {
    if scope == old {
        return Some(new);
    }
    let inside = path::strip_dir(old, scope)?;
    let around = new.strip_suffix(inside)?;
    if around.is_empty() { Some(around) } else { around.strip_suffix(b"/") }
}

/// The file that a root stands for: itself or, for a directory, the file by which a detected root enters it. A directory
/// that is a package is entered by a part of it alone, by the first one where none is detected.
fn entered(entity: &Entity, input: &RootInput<'_>, detected: &[Root]) -> Option<RepoPath> {
    let location = entity.location()?;
    if let Ok(at) = input.files.binary_search_by(|path| path.as_bytes().cmp(&location)) {
        return Some(input.files[at].clone());
    }
    let lies_there = |path: &&RepoPath| path.parent() == &location[..];
    let is_part = |path: &&RepoPath| lies_there(path) && is_of_package(path);
    let mut detected = detected.iter().map(|root| &root.path);
    match input.sources.iter().copied().find(is_part) {
        Some(first) => Some(detected.find(is_part).unwrap_or(first).clone()),
        None => detected.find(lies_there).cloned(),
    }
}

/// What the entity's `scope:` says; `.` is the whole repository.
pub(super) fn scope_of(entity: &Entity) -> Option<Vec<u8>> {
    scope_in(entity.description.as_ref()?)
}

/// The same of the description.
pub(in super::super) fn scope_in(description: &Description) -> Option<Vec<u8>> {
    let scope = source_path(description.paragraph("scope")?);
    let scope = scope.strip_suffix(b"/").unwrap_or(&scope);
    Some(if scope == b"." { Vec::new() } else { scope.to_vec() })
}
