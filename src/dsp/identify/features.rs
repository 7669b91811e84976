//! What the graph alone says of an entity: what it is called inside, whom it uses, who uses it. Of neighbours only those
//! count that were found again, for only they can be compared.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::super::desired::{DesiredEntity, Identity, Why};
use super::super::format::import_lines;
use super::super::model::{Entity, Export};
use super::super::plan::OWNER;
use super::Matcher;
use super::lost::Lost;
use crate::identity::Uid;

/// One thing that can be told of a file or declaration.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Feature {
    Declares(String),
    Uses(Uid),
    UsedBy(Uid),
}

pub(super) type Features = BTreeSet<Feature>;

/// Who uses what, before and now.
pub(super) struct Neighbours<'m, 'a> {
    matcher: &'m Matcher<'a>,
    /// The parts of each lost file.
    parts: FxHashMap<Vec<u8>, Vec<String>>,
    users_before: FxHashMap<Uid, Vec<Uid>>,
    users_now: FxHashMap<usize, Vec<usize>>,
    parts_now: FxHashMap<&'a [u8], Vec<&'a str>>,
}

impl<'m, 'a> Neighbours<'m, 'a> {
    fn of(matcher: &'m Matcher<'a>, lost: &[Lost]) -> Self {
        let mut all = Self {
            matcher,
            parts: FxHashMap::default(),
            users_before: FxHashMap::default(),
            users_now: FxHashMap::default(),
            parts_now: FxHashMap::default(),
        };
        for lost in lost {
            if let Some(name) = &lost.name {
                all.parts.entry(lost.file.as_bytes().to_vec()).or_default().push(name.clone());
            }
        }
        for (uid, entity) in matcher.existing.uids() {
            all.add_users(uid, entity);
        }
        for (at, entity) in matcher.desired.entities.iter().enumerate() {
            all.add(at, entity);
        }
        all
    }

    fn add_users(&mut self, uid: Uid, entity: &Entity) {
        for (name, export) in &entity.exports {
            let Some(other) = Uid::parse(name) else { continue };
            match export {
                // Its owner is no user, and is not among those that are compared with it.
                Export::Why(text) if text.trim_ascii() == OWNER.as_bytes() => {}
                Export::Why(_) => self.users_before.entry(uid).or_default().push(other),
                Export::Shared(files) => {
                    for importer in files.keys().filter_map(|name| Uid::parse(name)) {
                        self.users_before.entry(uid).or_default().push(importer);
                        self.users_before.entry(other).or_default().push(importer);
                    }
                }
            }
        }
    }

    fn add(&mut self, at: usize, entity: &'a DesiredEntity) {
        for import in entity.imports.iter().filter(|import| import.why != Why::Owner) {
            for end in [Some(import.to), import.via].into_iter().flatten() {
                self.users_now.entry(end).or_default().push(at);
            }
        }
        if let Identity::Symbol { file, name, .. } = &entity.identity {
            self.parts_now.entry(file.as_bytes()).or_default().push(name);
        }
    }

    /// Of a lost file.
    pub(super) fn before(&self, lost: &Lost) -> Features {
        let entity = self.matcher.existing.entity(lost.uid);
        let lines =
            entity.and_then(|entity| entity.imports.as_deref()).map(import_lines).into_iter().flatten();
        let uses =
            lines.flat_map(|line| [line.imported(), line.via()]).flatten().filter(|uid| self.is_found(*uid));
        let names = self.parts.get(lost.file.as_bytes()).into_iter().flatten();
        let mut features: Features = uses.map(Feature::Uses).collect();
        features.extend(names.map(|name| Feature::Declares(name.clone())));
        features.extend(self.users(lost.uid));
        features
    }

    /// Of a desired file.
    pub(super) fn now(&self, at: usize) -> Features {
        let entity = &self.matcher.desired.entities[at];
        let ends = entity.imports.iter().flat_map(|import| [Some(import.to), import.via]).flatten();
        let mut features: Features =
            ends.filter_map(|end| self.matcher.uids[end]).map(Feature::Uses).collect();
        let path = entity.identity.file().map(resolvers::path::RepoPath::as_bytes);
        let names = path.and_then(|path| self.parts_now.get(path)).into_iter().flatten();
        features.extend(names.map(|name| Feature::Declares((*name).to_owned())));
        features.extend(self.users_now(at));
        features
    }

    /// Who used what is lost.
    pub(super) fn users(&self, uid: Uid) -> Features {
        let users = self.users_before.get(&uid).into_iter().flatten();
        users.filter(|uid| self.is_found(**uid)).map(|uid| Feature::UsedBy(*uid)).collect()
    }

    /// Who uses what is new.
    pub(super) fn users_now(&self, at: usize) -> Features {
        let users = self.users_now.get(&at).into_iter().flatten();
        users.filter_map(|user| self.matcher.uids[*user]).map(Feature::UsedBy).collect()
    }

    fn is_found(&self, uid: Uid) -> bool {
        self.matcher.used.contains(&uid)
    }
}

/// The same, made when somebody asks: where texts are known, nobody does.
pub(super) struct LazyNeighbours<'m, 'l, 'a> {
    matcher: &'m Matcher<'a>,
    lost: &'l [Lost],
    made: OnceCell<Neighbours<'m, 'a>>,
}

impl<'m, 'l, 'a> LazyNeighbours<'m, 'l, 'a> {
    pub(super) fn new(matcher: &'m Matcher<'a>, lost: &'l [Lost]) -> Self {
        Self { matcher, lost, made: OnceCell::new() }
    }

    pub(super) fn get(&self) -> &Neighbours<'m, 'a> {
        self.made.get_or_init(|| Neighbours::of(self.matcher, self.lost))
    }
}

/// How many are in both, and how many that is of the longer list in thousandths.
pub(super) fn common(a: &Features, b: &Features) -> (usize, u32) {
    let common = a.intersection(b).count();
    let longer = a.len().max(b.len()).max(1);
    (common, u32::try_from(common * 1000 / longer).unwrap_or(0))
}
