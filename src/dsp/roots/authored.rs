//! Tables of contents that are there are authored: their roots stay, and so do the scopes that descriptions name.

use std::collections::BTreeMap;

use resolvers::UnitEntry;
use resolvers::path::RepoPath;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::format::{source_field, source_path};
use super::super::model::{Entity, Store, Toc};
use super::{Root, Scopes, root};
use crate::identity::Uid;

const HONOURED: &str = "a table of contents of .dsp";

/// Each root of `existing` that still is a file of the universe stays, in place of a detected one of the same scope.
pub(super) fn honour(existing: &Store, mut roots: Vec<Root>, files: &[RepoPath]) -> Vec<Root> {
    let detected = roots.clone();
    let detected_scopes = Scopes::of(detected.iter().map(|root| root.scope.as_slice()));
    let by_path: FxHashMap<_, _> = detected.iter().enumerate().map(|(at, root)| (&root.path, at)).collect();
    let by_scope: FxHashMap<_, _> =
        detected.iter().enumerate().map(|(at, root)| (root.scope.clone(), at)).collect();
    let authored = || {
        let entities = existing.tocs.values().filter_map(|toc| existing.entity(toc.root()?));
        entities.filter_map(|entity| Some((entered(entity, files, &detected)?, scope_of(entity))))
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
        match by_scope.get(&scope).filter(|at| settled.insert(**at)) {
            Some(at) => {
                let replaced = &mut roots[*at];
                let mut whys = vec![std::mem::replace(&mut replaced.why, why)];
                whys.append(&mut replaced.also);
                replaced.guessed = false;
                let path = std::mem::replace(&mut replaced.path, path);
                replaced.passed_over.retain(|entry| entry.path != replaced.path);
                replaced.passed_over.insert(0, UnitEntry { path, whys });
            }
            None => roots.push(root(path, &scope, why, None)),
        }
    }
    let mut seen = FxHashSet::default();
    roots.retain(|root| seen.insert(root.path.clone()));
    roots
}

/// `existing` with its roots where `moved` says that they are now; `None` when none of them was moved.
#[must_use]
pub fn follow(existing: &Store, moved: &BTreeMap<RepoPath, RepoPath>) -> Option<Store> {
    let new_place = |uid: Uid| moved.get(&existing.entity(uid)?.path()?).map(|path| (uid, path));
    let places: Vec<(Uid, &RepoPath)> =
        existing.tocs.values().filter_map(Toc::root).filter_map(new_place).collect();
    if places.is_empty() {
        return None;
    }
    let mut followed = existing.clone();
    for (uid, path) in places {
        let entity = followed.entities.get_mut(&uid.text()[..]);
        if let Some(description) = entity.and_then(|entity| entity.description.as_mut()) {
            description.set("source", &source_field(path.as_bytes()));
        }
    }
    Some(followed)
}

/// The file that a root stands for: itself or, for a directory that is a package, the file by which a detected root
/// enters it.
fn entered(entity: &Entity, files: &[RepoPath], detected: &[Root]) -> Option<RepoPath> {
    let Some(path) = entity.path() else {
        let is_top = source_path(entity.source()).as_ref() == b".";
        return detected
            .iter()
            .find(|root| is_top && root.path.parent().is_empty())
            .map(|it| it.path.clone());
    };
    if files.binary_search(&path).is_ok() {
        return Some(path);
    }
    detected.iter().find(|root| root.path.parent() == path.as_bytes()).map(|root| root.path.clone())
}

/// What the entity's `scope:` says; `.` is the whole repository.
pub(super) fn scope_of(entity: &Entity) -> Option<Vec<u8>> {
    let scope = source_path(entity.description.as_ref()?.paragraph("scope")?);
    let scope = scope.strip_suffix(b"/").unwrap_or(&scope);
    Some(if scope == b"." { Vec::new() } else { scope.to_vec() })
}
