//! Which entities go: the code shows them no more, and nobody but the tool has described them.
//!
//! A file that could not be read keeps what lies in it, and an edge that somebody marked as manual keeps its end while
//! that is there.

use super::super::format::{Description, ImportLine, import_lines, is_auto};
use super::super::model::{Entity, Export};
use super::{MANUAL, Scene, Uids, Writer};
use crate::identity::Uid;

/// The keys that the tool writes.
const KEYS: &[&str] = &["source", "kind", "purpose", "ecosystem", "version", "scope"];

/// The entities that go, and those that would go but for what holds them: these keep all they have.
pub(super) fn removed(scene: &Scene<'_>) -> (Uids, Uids) {
    let mut removed: Uids = scene
        .others
        .iter()
        .copied()
        .filter(|uid| scene.found(*uid).is_some_and(is_undescribed))
        .filter(|uid| !scene.whole(*uid).is_some_and(|at| scene.desired.entities[at].partial))
        .collect();
    let mut kept = Uids::default();
    if removed.is_empty() {
        return (removed, kept);
    }
    let staying: Vec<Uid> =
        scene.existing.uids().map(|(uid, _)| uid).filter(|uid| !removed.contains(uid)).collect();
    let mut held = Vec::new();
    for importer in staying {
        for line in lines_of(scene, importer) {
            if holds(scene, importer, &line) {
                held.extend([line.imported(), line.via()].into_iter().flatten());
            }
        }
    }
    // What is held keeps its own lines.
    while let Some(uid) = held.pop() {
        if removed.remove(&uid) {
            kept.insert(uid);
            held.extend(lines_of(scene, uid).flat_map(|line| [line.imported(), line.via()]).flatten());
        }
    }
    (removed, kept)
}

fn lines_of<'a>(scene: &Scene<'a>, uid: Uid) -> impl Iterator<Item = ImportLine<'a>> {
    let imports = scene.found(uid).and_then(|entity| entity.imports.as_deref());
    imports.map(import_lines).into_iter().flatten()
}

/// Whether the line stays whatever the code shows.
fn holds(scene: &Scene<'_>, importer: Uid, line: &ImportLine<'_>) -> bool {
    let Some(to) = line.imported() else { return false };
    let is_manual =
        || scene.recorded(importer, to, line.via()).is_some_and(|why| why.starts_with(MANUAL.as_bytes()));
    scene.wanted(importer).is_some_and(|entity| entity.partial)
        || scene.is_unsure(importer, to, line.via())
        || (is_manual() && scene.exists(to))
}

/// Whether its description, if a merge left it one, and those of what it shares, are the tool's alone.
pub(in super::super) fn is_undescribed(entity: &Entity) -> bool {
    let shared = |export: &Export| match export {
        Export::Shared(files) => files.get(&b"description"[..]).is_none_or(|text| is_auto(text)),
        Export::Why(_) => true,
    };
    entity.description.as_ref().is_none_or(is_unwritten) && entity.exports.values().all(shared)
}

/// Whether nobody but the tool wrote in it.
pub(in super::super) fn is_unwritten(description: &Description) -> bool {
    let purpose = description.paragraph("purpose").unwrap_or_default();
    !purpose.is_empty() && is_auto(purpose) && description.has_only(KEYS)
}

/// Removes the files of `removed`; what is no part of the protocol stays.
pub(super) fn write(scene: &Scene<'_>, removed: &Uids, writer: &mut Writer<'_>) {
    let going = scene.others.iter().copied().filter(|uid| removed.contains(uid));
    for (uid, entity) in going.filter_map(|uid| Some((uid, scene.found(uid)?))) {
        for name in ["description", "imports", "shared"] {
            writer.remove(&format!("{uid}/{name}"));
        }
        for (name, export) in &entity.exports {
            let Some(other) = Uid::parse(name) else { continue };
            match export {
                Export::Why(_) => writer.remove(&format!("{uid}/exports/{other}")),
                Export::Shared(files) => {
                    for importer in files.keys().filter_map(|file| Uid::parse(file)) {
                        writer.remove(&format!("{uid}/exports/{other}/{importer}"));
                    }
                    writer.remove(&format!("{uid}/exports/{other}/description"));
                }
            }
        }
    }
}
