//! Which desired entity is which existing one. Existing uids stay; new ones are derived from the birth place.

use std::borrow::Cow;

use resolvers::path::RepoPath;
use rustc_hash::{FxHashMap, FxHashSet};

use super::desired::{DesiredGraph, Identity};
use super::format::source_path;
use super::model::{Entity, Kind, Store};
use crate::identity::{BirthPlace, Family, Uid};

/// The uid of each desired entity, by position.
pub(super) fn identify(existing: &Store, desired: &DesiredGraph) -> Vec<Uid> {
    let known = Known::of(existing);
    let mut used = FxHashSet::default();
    let mut uids: Vec<Option<Uid>> = Vec::with_capacity(desired.entities.len());
    for entity in &desired.entities {
        uids.push(known.find(&entity.identity, &used));
        used.extend(uids.last().copied().flatten());
    }
    // In the order of the identities, so that the salt of a collision does not depend on the walk.
    let mut newborn: Vec<usize> = (0..uids.len()).filter(|at| uids[*at].is_none()).collect();
    newborn.sort_unstable_by_key(|at| &desired.entities[*at].identity);
    // A name alone, in a table or a line, is not taken: whoever lost a directory gets the same uid again.
    used.extend(existing.uids().map(|(uid, _)| uid));
    for at in newborn {
        let uid = birth(&desired.entities[at].identity, &used);
        used.insert(uid);
        uids[at] = Some(uid);
    }
    uids.into_iter().flatten().collect()
}

fn birth(identity: &Identity, used: &FxHashSet<Uid>) -> Uid {
    let kind = match identity {
        Identity::File(_) => Cow::Borrowed("object"),
        Identity::External { ecosystem, .. } => Cow::Owned(format!("external {ecosystem}")),
    };
    let place = BirthPlace { kind: &kind, path: identity.source(), symbol: b"" };
    Uid::derive(Family::Object, place, |uid| used.contains(&uid))
}

/// An external and its ecosystem, where it says one.
type KnownExternal<'s> = (Uid, Option<&'s str>);

/// Existing entities by source.
struct Known<'s> {
    files: FxHashMap<RepoPath, Vec<Uid>>,
    externals: FxHashMap<Cow<'s, [u8]>, Vec<KnownExternal<'s>>>,
}

impl<'s> Known<'s> {
    fn of(existing: &'s Store) -> Self {
        let mut known = Self { files: FxHashMap::default(), externals: FxHashMap::default() };
        for (uid, entity) in existing.uids().filter(|(_, entity)| entity.description.is_some()) {
            known.add(uid, entity);
        }
        known
    }

    fn add(&mut self, uid: Uid, entity: &'s Entity) {
        match entity.kind() {
            Kind::Object => {
                if let Some(path) = entity.path() {
                    self.files.entry(path).or_default().push(uid);
                }
            }
            Kind::External => self
                .externals
                .entry(source_path(entity.source()))
                .or_default()
                .push((uid, entity.ecosystem())),
            // A function whose source is a whole file is a part of it, and not the file.
            Kind::Function => {}
        }
    }

    /// Of several, the smallest uid; an external that names its ecosystem before one that does not.
    fn find(&self, identity: &Identity, used: &FxHashSet<Uid>) -> Option<Uid> {
        match identity {
            Identity::File(path) => {
                self.files.get(path.as_bytes())?.iter().copied().find(|uid| !used.contains(uid))
            }
            Identity::External { ecosystem, name } => {
                let candidates = self.externals.get(name.as_bytes())?;
                let with = |wanted: Option<&str>| {
                    candidates
                        .iter()
                        .find(|(uid, found)| *found == wanted && !used.contains(uid))
                        .map(|(uid, _)| *uid)
                };
                with(Some(ecosystem)).or_else(|| with(None))
            }
        }
    }
}
