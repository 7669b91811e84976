//! Which desired entity is which existing one. Existing uids stay; new ones are derived from the birth place.

use std::borrow::Cow;

use resolvers::path::{RepoPath, shown};
use rustc_hash::{FxHashMap, FxHashSet};

use super::desired::{DesiredEntity, DesiredGraph, Identity};
use super::format::{is_auto, source_path};
use super::model::{Entity, Kind, Store};
use crate::identity::{BirthPlace, Uid};

/// The uid of each desired entity, by position.
pub(super) fn identify(existing: &Store, desired: &DesiredGraph) -> Vec<Uid> {
    let known = Known::of(existing);
    let mut used = FxHashSet::default();
    // A marker has the first word: its declaration may be called what another one was called.
    let mut uids: Vec<Option<Uid>> = Vec::with_capacity(desired.entities.len());
    for entity in &desired.entities {
        uids.push(known.marked(entity).filter(|uid| used.insert(*uid)));
    }
    for (entity, uid) in desired.entities.iter().zip(&mut uids).filter(|(_, uid)| uid.is_none()) {
        *uid = known.find(entity, &used);
        used.extend(*uid);
    }
    // In the order of the identities, so that the salt of a collision does not depend on the walk.
    let mut newborn: Vec<usize> = (0..uids.len()).filter(|at| uids[*at].is_none()).collect();
    newborn.sort_unstable_by_key(|at| &desired.entities[*at].identity);
    // A name alone, in a table or a line, is not taken: whoever lost a directory, or the description in it, gets the
    // same uid again.
    used.extend(existing.uids().filter(|(_, entity)| entity.description.is_some()).map(|(uid, _)| uid));
    for at in newborn {
        let uid = birth(&desired.entities[at].identity, &used);
        used.insert(uid);
        uids[at] = Some(uid);
    }
    uids.into_iter().flatten().collect()
}

fn birth(identity: &Identity, used: &FxHashSet<Uid>) -> Uid {
    let (kind, path, symbol) = match identity {
        Identity::File(path) => (Cow::Borrowed("object"), path.as_bytes(), ""),
        Identity::Package(dir) => (Cow::Borrowed("package"), shown(dir), ""),
        Identity::Symbol { file, name, is_function: true } => {
            (Cow::Borrowed("function"), file.as_bytes(), &name[..])
        }
        Identity::Symbol { file, name, .. } => (Cow::Borrowed("object"), file.as_bytes(), &name[..]),
        Identity::External { ecosystem, name } => {
            (Cow::Owned(format!("external {ecosystem}")), name.as_bytes(), "")
        }
    };
    let place = BirthPlace { kind: &kind, path, symbol: symbol.as_bytes() };
    Uid::derive(identity.family(), place, |uid| used.contains(&uid))
}

/// An external and its ecosystem, where it says one.
type KnownExternal<'s> = (Uid, Option<&'s str>);

/// Existing entities by source, of each source in the order of their uids.
struct Known<'s> {
    existing: &'s Store,
    files: FxHashMap<RepoPath, Vec<Uid>>,
    /// The repo root as a package, which is no path.
    root: Vec<Uid>,
    /// `path#name`
    symbols: FxHashMap<Cow<'s, [u8]>, Vec<Uid>>,
    externals: FxHashMap<Cow<'s, [u8]>, Vec<KnownExternal<'s>>>,
}

impl<'s> Known<'s> {
    fn of(existing: &'s Store) -> Self {
        let mut known = Self {
            existing,
            files: FxHashMap::default(),
            root: Vec::new(),
            symbols: FxHashMap::default(),
            externals: FxHashMap::default(),
        };
        for (uid, entity) in existing.uids().filter(|(_, entity)| entity.description.is_some()) {
            known.add(uid, entity);
        }
        known
    }

    fn add(&mut self, uid: Uid, entity: &'s Entity) {
        let source = source_path(entity.source());
        if entity.kind() == Kind::External {
            self.externals.entry(source).or_default().push((uid, entity.ecosystem()));
            return;
        }
        // A function whose source is a whole file is a part of it, and not the file.
        if let Some(path) = entity.path().filter(|_| entity.kind() == Kind::Object) {
            self.files.entry(path).or_default().push(uid);
        } else if entity.kind() == Kind::Object && matches!(&source[..], b"." | b"./") {
            self.root.push(uid);
        }
        // A path may hold a `#` itself: which it is shows when it is asked for.
        if source.contains(&b'#') {
            let source = match source {
                Cow::Borrowed(source) => Cow::Borrowed(source.strip_prefix(b"./").unwrap_or(source)),
                owned @ Cow::Owned(_) => owned,
            };
            self.symbols.entry(source).or_default().push(uid);
        }
    }

    fn find(&self, entity: &DesiredEntity, used: &FxHashSet<Uid>) -> Option<Uid> {
        let free = |uid: &Uid| !used.contains(uid);
        match &entity.identity {
            Identity::File(path) => self.files.get(path.as_bytes())?.iter().copied().find(free),
            Identity::Package(dir) if dir.is_empty() => self.root.iter().copied().find(free),
            Identity::Package(dir) => self.files.get(&dir[..])?.iter().copied().find(free),
            Identity::Symbol { .. } => self.symbol(&entity.identity, used),
            Identity::External { ecosystem, name } => {
                // People write `fs` for `node:fs`, which is the same module.
                let names = [Some(name.as_str()), name.strip_prefix("node:")];
                let candidates = names
                    .into_iter()
                    .flatten()
                    .filter_map(|name| self.externals.get(name.as_bytes()))
                    .flatten();
                let with = |wanted: Option<&str>| {
                    candidates.clone().find(|(uid, found)| *found == wanted && free(uid)).map(|(uid, _)| *uid)
                };
                with(Some(ecosystem)).or_else(|| with(None))
            }
        }
    }

    /// The entity of that name: of several the one whose uid has the right prefix. Another prefix than ours is kept
    /// only where somebody wrote what it is for.
    fn symbol(&self, identity: &Identity, used: &FxHashSet<Uid>) -> Option<Uid> {
        let candidates = self.symbols.get(&identity.source()[..])?;
        let mut candidates = candidates.iter().copied().filter(|uid| !used.contains(uid));
        let is_ours = |uid: &Uid| uid.family() == identity.family();
        let authored = |uid: &Uid| {
            let description = self.existing.entity(*uid).and_then(|entity| entity.description.as_ref());
            description.and_then(|it| it.paragraph("purpose")).is_some_and(|purpose| !is_auto(purpose))
        };
        candidates.clone().find(is_ours).or_else(|| candidates.find(authored))
    }

    /// The entity that the marker before the declaration names, where it lies in the same file.
    fn marked(&self, entity: &DesiredEntity) -> Option<Uid> {
        let (uid, file) = entity.marker.zip(entity.identity.file())?;
        self.existing.entity(uid).filter(|entity| entity.lies_in(file)).map(|_| uid)
    }
}
