//! The entities that are there, made easy to find: by the path, the `path#name` or the package that `source:` names.

use std::borrow::Cow;

use resolvers::path::RepoPath;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::super::desired::Identity;
use super::super::format::{is_auto, source_path};
use super::super::model::{Entity, Kind, Store};
use super::super::parallel;
use crate::identity::Uid;

/// An external and its ecosystem, where it says one.
type KnownExternal<'s> = (Uid, Option<&'s str>);

/// Nearly always one.
type Uids = SmallVec<[Uid; 2]>;

/// Existing entities by source, of each source in the order of their uids.
pub struct Known<'s> {
    existing: &'s Store,
    files: FxHashMap<RepoPath, Uids>,
    /// The repo root as a package, which is no path.
    root: Uids,
    /// `path#name`
    symbols: FxHashMap<Cow<'s, [u8]>, Uids>,
    externals: FxHashMap<Cow<'s, [u8]>, Vec<KnownExternal<'s>>>,
}

impl<'s> Known<'s> {
    /// Those of `existing`.
    #[must_use]
    pub fn of(existing: &'s Store) -> Self {
        let mut known = Self {
            existing,
            files: FxHashMap::default(),
            root: Uids::new(),
            symbols: FxHashMap::default(),
            externals: FxHashMap::default(),
        };
        let described: Vec<_> = existing.uids().filter(|(_, entity)| entity.description.is_some()).collect();
        let places = parallel::parts(described.len(), |part| {
            part.map(|at| Places::of(described[at].1)).collect::<Vec<_>>()
        });
        for ((uid, _), places) in described.into_iter().zip(places.into_iter().flatten()) {
            known.add(uid, places);
        }
        known
    }

    fn add(&mut self, uid: Uid, places: Places<'s>) {
        let Places { external, file, is_root, symbol } = places;
        if let Some((name, ecosystem)) = external {
            self.externals.entry(name).or_default().push((uid, ecosystem));
        }
        if let Some(path) = file {
            self.files.entry(path).or_default().push(uid);
        }
        if is_root {
            self.root.push(uid);
        }
        if let Some(place) = symbol {
            self.symbols.entry(place).or_default().push(uid);
        }
    }

    /// The entity that has been `identity` so far, unless it is in `used`.
    pub(super) fn find(&self, identity: &Identity, used: &FxHashSet<Uid>) -> Option<Uid> {
        let free = |uid: &Uid| !used.contains(uid);
        match identity {
            Identity::Symbol { .. } => self.symbol(&identity.source(), identity, used),
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
            whole => self.whole(whole).iter().copied().find(free),
        }
    }

    /// The entities with the path of a file or a package.
    fn whole(&self, identity: &Identity) -> &[Uid] {
        let path = match identity {
            Identity::File(path) => path.as_bytes(),
            Identity::Package(dir) if dir.is_empty() => return &self.root,
            Identity::Package(dir) => dir,
            _ => return &[],
        };
        self.files.get(path).map(SmallVec::as_slice).unwrap_or_default()
    }

    /// The entity with that source, for `identity`: of several the one whose uid has the right prefix. Another prefix
    /// than ours is kept only where somebody wrote what it is for.
    pub(super) fn symbol(&self, source: &[u8], identity: &Identity, used: &FxHashSet<Uid>) -> Option<Uid> {
        let candidates = self.symbols.get(source)?;
        let mut candidates = candidates.iter().copied().filter(|uid| !used.contains(uid));
        let is_ours = |uid: &Uid| uid.family() == identity.family();
        candidates.clone().find(is_ours).or_else(|| candidates.find(|uid| is_authored(self.existing, *uid)))
    }
}

/// What an entity is found by.
#[derive(Default)]
struct Places<'s> {
    external: Option<(Cow<'s, [u8]>, Option<&'s str>)>,
    file: Option<RepoPath>,
    is_root: bool,
    symbol: Option<Cow<'s, [u8]>>,
}

impl<'s> Places<'s> {
    fn of(entity: &'s Entity) -> Self {
        let kind = entity.kind();
        if kind == Kind::External {
            let external = Some((source_path(entity.source()), entity.ecosystem()));
            return Self { external, ..Self::default() };
        }
        // A function whose source is a whole file is a part of it, and not the file.
        let is_object = kind == Kind::Object;
        let file = if is_object { entity.path() } else { None };
        let is_root = is_object && file.is_none() && entity.is_repo_root();
        // A path may hold a `#` itself: which it is shows when it is asked for.
        let symbol = Some(entity.place()).filter(|place| place.contains(&b'#'));
        Self { external: None, file, is_root, symbol }
    }
}

/// Whether somebody wrote what the entity is for.
pub(super) fn is_authored(existing: &Store, uid: Uid) -> bool {
    let description = existing.entity(uid).and_then(|entity| entity.description.as_ref());
    description.and_then(|it| it.paragraph("purpose")).is_some_and(|purpose| !is_auto(purpose))
}
