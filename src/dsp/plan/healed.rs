//! What is there, as if it had always been so that the plan can take it from there: twins are one entity, and what lay
//! in a file that was moved lies in it still.

use std::collections::BTreeMap;

use resolvers::path::RepoPath;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::format::{lines, parted, plain_path, source_field};
use super::super::identify::Identified;
use super::super::model::{Entity, Export, Name, Store, Toc, TocName};
use super::removal::is_undescribed;
use super::{Writer, is_ours};
use crate::identity::Uid;
use crate::transaction::Change;

/// `existing` as the plan wants it; `None` when that is what it is.
pub(super) fn healed(existing: &Store, identified: &Identified) -> Option<Store> {
    if identified.twins.is_empty() && identified.moved.is_empty() {
        return None;
    }
    let mut healed = existing.clone();
    merge(&mut healed, &identified.twins.iter().copied().collect());
    follow(&mut healed, identified);
    Some(healed)
}

/// The changes that `changes`, made from `healed`, are from `existing`.
pub(super) fn since(existing: &Store, healed: &Store, changes: &[Change]) -> Vec<Change> {
    let mut places: BTreeMap<Vec<u8>, Option<Vec<u8>>> = BTreeMap::new();
    for store in [existing, healed] {
        let differs = |name: &&Name| existing.entities.get(*name) != healed.entities.get(*name);
        for name in store.entities.keys().filter(differs) {
            places.extend(places_of(name, &store.entities[name]).map(|place| {
                let content = healed.file(&place).map(<[u8]>::to_vec);
                (place, content)
            }));
        }
        for name in store.tocs.keys().filter(|name| existing.tocs.get(*name) != healed.tocs.get(*name)) {
            let place = name.to_string().into_bytes();
            let content = healed.file(&place).map(<[u8]>::to_vec);
            places.insert(place, content);
        }
    }
    for change in changes {
        places.insert(change.path.as_bytes().to_vec(), change.content.clone());
    }
    let mut writer = Writer { existing, changes: Vec::with_capacity(places.len()) };
    for (place, content) in places {
        writer.change(&place, content);
    }
    writer.changes
}

/// The files of the entity called `name`.
fn places_of(name: &[u8], entity: &Entity) -> impl Iterator<Item = Vec<u8>> {
    let files = ["description", "imports", "shared"].map(|file| [name, b"/", file.as_bytes()].concat());
    let exports = entity.exports.iter().flat_map(move |(other, export)| {
        let place = [name, b"/exports/", other].concat();
        match export {
            Export::Why(_) => vec![place],
            Export::Shared(files) => files.keys().map(|file| [&place[..], b"/", file].concat()).collect(),
        }
    });
    files.into_iter().chain(exports)
}

/// Makes each twin one with the entity that stays, and says so wherever it is mentioned.
fn merge(store: &mut Store, twins: &FxHashMap<Uid, Uid>) {
    if twins.is_empty() {
        return;
    }
    let mut pairs: Vec<(Uid, Uid)> = twins.iter().map(|(loser, winner)| (*loser, *winner)).collect();
    pairs.sort_unstable();
    for entity in store.entities.values_mut() {
        rename_in(entity, twins);
    }
    for (loser, winner) in pairs {
        if let Some(other) = store.entities.remove(&loser.text()[..]) {
            absorb(store.entities.entry(Name::from_slice(&winner.text())).or_default(), other);
        }
    }
    let tocs = std::mem::take(&mut store.tocs);
    for (name, toc) in tocs {
        let raw = renamed(&toc.raw, twins);
        let name = match name {
            TocName::Of(uid) => TocName::Of(twins.get(&uid).copied().unwrap_or(uid)),
            TocName::Plain => name,
        };
        let known = store.tocs.remove(&name).map(|toc| toc.raw);
        store.tocs.extend(joined(known, Some(raw)).map(|raw| (name, Toc { raw })));
    }
}

fn rename_in(entity: &mut Entity, twins: &FxHashMap<Uid, Uid>) {
    for list in [&mut entity.imports, &mut entity.shared].into_iter().flatten() {
        *list = renamed(list, twins);
    }
    let exports = std::mem::take(&mut entity.exports);
    for (name, export) in exports {
        let export = match export {
            Export::Shared(files) => Export::Shared(files_renamed(files, twins)),
            why @ Export::Why(_) => why,
        };
        add_export(&mut entity.exports, renamed(&name, twins).into(), export);
    }
}

fn files_renamed(files: BTreeMap<Name, Vec<u8>>, twins: &FxHashMap<Uid, Uid>) -> BTreeMap<Name, Vec<u8>> {
    let mut all = BTreeMap::new();
    for (name, text) in files {
        add_text(&mut all, renamed(&name, twins).into(), text);
    }
    all
}

/// `text` with the uids of twins replaced, wherever one stands as a word; lines that say the same then stand once.
fn renamed(text: &[u8], twins: &FxHashMap<Uid, Uid>) -> Vec<u8> {
    let is_of_uid = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let mut new = Vec::with_capacity(text.len());
    for word in text.chunk_by(|a, b| is_of_uid(a) == is_of_uid(b)) {
        match Uid::parse(word).and_then(|uid| twins.get(&uid)) {
            Some(winner) => new.extend_from_slice(&winner.text()),
            None => new.extend_from_slice(word),
        }
    }
    if new == text {
        return new;
    }
    let mut told = FxHashSet::default();
    let once: Vec<&[u8]> =
        new.split_inclusive(|byte| *byte == b'\n').filter(|line| told.insert(line.trim_ascii())).collect();
    once.concat()
}

/// Takes over what `other` has and `entity` has not. One of both says nothing but what the tool wrote.
fn absorb(entity: &mut Entity, other: Entity) {
    if entity.description.is_none() || is_undescribed(entity) {
        entity.description = other.description.or(entity.description.take());
    }
    entity.imports = joined(entity.imports.take(), other.imports);
    entity.shared = joined(entity.shared.take(), other.shared);
    for (name, export) in other.exports {
        add_export(&mut entity.exports, name, export);
    }
}

fn joined(list: Option<Vec<u8>>, other: Option<Vec<u8>>) -> Option<Vec<u8>> {
    let (Some(list), Some(other)) = (&list, &other) else { return list.or(other) };
    let mut told = FxHashSet::default();
    let all = lines(list).chain(lines(other)).filter(|line| told.insert(*line));
    Some(super::joined(&all.map(<[u8]>::to_vec).collect::<Vec<_>>()))
}

fn add_export(exports: &mut BTreeMap<Name, Export>, name: Name, export: Export) {
    match (exports.get_mut(&name), export) {
        (Some(Export::Shared(files)), Export::Shared(others)) => {
            for (file, text) in others {
                add_text(files, file, text);
            }
        }
        (Some(Export::Why(text)), Export::Why(other)) => {
            if is_ours(text) && !is_ours(&other) {
                *text = other;
            }
        }
        // A file and a directory of one name: the first has it.
        (Some(_), _) => {}
        (None, export) => drop(exports.insert(name, export)),
    }
}

fn add_text(files: &mut BTreeMap<Name, Vec<u8>>, name: Name, text: Vec<u8>) {
    match files.get_mut(&name) {
        Some(known) if is_ours(known) && !is_ours(&text) => *known = text,
        Some(_) => {}
        None => drop(files.insert(name, text)),
    }
}

/// Gives what lay in a file that was moved, or stood for it, and is no entity of the code, its new path.
fn follow(store: &mut Store, identified: &Identified) {
    if identified.moved.is_empty() {
        return;
    }
    let shown: FxHashSet<Uid> = identified.uids.iter().copied().collect();
    for (name, entity) in &mut store.entities {
        let Some(description) =
            entity.description.as_mut().filter(|_| Uid::parse(name).is_none_or(|uid| !shown.contains(&uid)))
        else {
            continue;
        };
        let place = plain_path(description.get("source").unwrap_or_default()).into_owned();
        let (file, name) = parted(&place);
        let new = RepoPath::new(file).ok().and_then(|old| identified.moved.get(&old));
        if let Some(new) = new {
            let name = name.map(|name| [b"#", name].concat()).unwrap_or_default();
            description.set("source", &source_field(&[new.as_bytes(), &name].concat()));
        }
    }
}
