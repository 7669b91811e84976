//! The changes that bring a `.dsp/` from what it is to what the code says: a pure function and a plain value.
//!
//! What a person or an agent wrote stays: an authored purpose or why is never rewritten, free text and unknown keys
//! are not touched, entities that somebody described stay with their lines. What the tool wrote follows the code:
//! its texts, the lines whose why ends in ` (auto)`, the entities that say nothing else, the tables of contents. A
//! file that would only be spelled differently is left as it is, so that a plan computed after an apply is empty.
//!
//! ```text
//!   identified, healed --> removal --> edges --> descriptions, shared, exports --> tables of contents
//! ```

mod describe;
mod edges;
mod exports;
mod healed;
mod places;
mod removal;
mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use resolvers::path::{self, RepoPath};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::desired::{DesiredEntity, DesiredGraph, DesiredImport};
use super::format::{CONFLICT_MARKS, import_lines, is_auto, is_list, source_path};
use super::identify::{Identified, is_in};
use super::model::{Entity, Export, Kind, Store};
use super::parallel;
pub(super) use describe::fresh;
pub(super) use edges::words;
pub(super) use removal::{is_undescribed, is_unwritten};

use crate::identity::Uid;
use crate::transaction::{Before, Change};

/// What the exports index says of a function that its importer owns (specification §5.2).
pub const OWNER: &str = "owner: method/member of this object";
/// How the why of an edge begins that the code cannot show.
pub const MANUAL: &str = "manual: ";

/// What to write, and what it means.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// Files below `.dsp/`, each at most once.
    pub changes: Vec<Change>,
    /// The uid of each desired entity, by position.
    pub uids: Vec<Uid>,
    /// How many of them are new.
    pub minted: usize,
    /// Existing entities that the code does not show and that stay, in the order of their uids.
    pub foreign: Vec<Uid>,
    /// Those of them whose file is gone: somebody described them, so they wait for a decision.
    pub gone: Vec<Uid>,
    /// Entities that go: the code shows them no more, and nobody described them.
    pub removed: Vec<Uid>,
    /// What is nowhere and stood in lists and names of files that are `changes`, as in a commit that leaves files out which
    /// `.dsp/` speaks of: those lines go, and what was said of them.
    pub absent: Vec<Uid>,
    /// Entities that go because another one stands for the same, with that one: it has what they had.
    pub merged: Vec<(Uid, Uid)>,
    /// Files whose entities went with them, from and to.
    pub moved: BTreeMap<RepoPath, RepoPath>,
    /// Edges with an authored why that the code shows no more: they go.
    pub dropped: Vec<AuthoredEdge>,
    /// Edges of somebody else's graph that the code does not show: they are marked as manual and stay.
    pub unshown: Vec<AuthoredEdge>,
    /// The sources of the entities that `gone`, `dropped` and `unshown` speak of.
    pub names: BTreeMap<Uid, String>,
}

/// An edge that a person or an agent wrote.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AuthoredEdge {
    /// Who imports.
    pub importer: Uid,
    /// What.
    pub imported: Uid,
    /// By way of which exporter.
    pub via: Option<Uid>,
    /// Why; empty when nothing is written.
    pub why: String,
}

/// Compares `existing` with `desired`, of which `identified` says who is who. `files` are those of the universe, sorted.
#[must_use]
pub fn plan(existing: &Store, desired: &DesiredGraph, files: &[RepoPath], identified: Identified) -> Plan {
    let healed = healed::healed(existing, &identified);
    let mut plan = from(healed.as_ref().unwrap_or(existing), desired, files, identified);
    if let Some(healed) = &healed {
        plan.changes = healed::since(existing, healed, &plan.changes);
    }
    if existing.foreign_cache && !plan.changes.is_empty() {
        let path = RepoPath::new(b".cache/built").ok();
        plan.changes.extend(path.map(|path| Change { path, before: Before::Unknown, content: None }));
    }
    plan
}

fn from(existing: &Store, desired: &DesiredGraph, files: &[RepoPath], identified: Identified) -> Plan {
    let Identified { uids, moved, twins: merged } = identified;
    let scene = Scene::new(existing, desired, &uids, files);
    let (removed, held) = removal::removed(&scene);
    let mut edges = edges::settle(&scene, &removed, &held);
    let mut writer = Writer { existing, changes: Vec::new() };
    let tocs = tables::Names::of(&scene, &removed);
    writer.by_parts(uids.len(), |at, writer| describe::entity(&scene, at, uids[at], &tocs, writer));
    edges.write(&scene, &mut writer);
    exports::write(&scene, &edges, &removed, &mut writer);
    tables::write(&scene, &tocs, &removed, &mut writer);
    removal::write(&scene, &removed, &mut writer);
    let changes = writer.changes;
    let minted = uids.iter().filter(|uid| scene.found(**uid).is_none()).count();
    let foreign: Vec<Uid> = scene.others.iter().copied().filter(|uid| !removed.contains(uid)).collect();
    let is_gone = |uid: &Uid| scene.is_entity(*uid) && !scene.exists(*uid);
    let gone: Vec<Uid> = foreign.iter().copied().filter(is_gone).collect();
    let mut removed: Vec<Uid> = removed.into_iter().filter(|uid| scene.is_entity(*uid)).collect();
    removed.sort_unstable();
    let absent = scene.absent(&changes);
    let edges::Edges { dropped, unshown, .. } = edges;
    let names = names(&scene, &gone, dropped.iter().chain(&unshown));
    Plan { changes, uids, minted, foreign, gone, removed, absent, merged, moved, dropped, unshown, names }
}

fn names<'e>(
    scene: &Scene<'_>,
    gone: &[Uid],
    edges: impl Iterator<Item = &'e AuthoredEdge>,
) -> BTreeMap<Uid, String> {
    let ends = edges.flat_map(|edge| [Some(edge.importer), Some(edge.imported), edge.via]).flatten();
    let name = |uid: Uid| {
        let found = scene.found(uid).map(|entity| source_path(entity.source()).into_owned());
        let source = found.or_else(|| scene.wanted(uid).map(|entity| entity.identity.source()));
        Some((uid, String::from_utf8_lossy(&source?).into_owned()))
    };
    gone.iter().copied().chain(ends).filter_map(name).collect()
}

/// What is there and what shall be, made easy to ask.
struct Scene<'a> {
    existing: &'a Store,
    /// The existing entities by their uids.
    found: FxHashMap<Uid, &'a Entity>,
    desired: &'a DesiredGraph,
    uids: &'a [Uid],
    /// From the uid of a desired entity to its position.
    numbers: FxHashMap<Uid, usize>,
    /// From a file to the position of its entity.
    files: FxHashMap<&'a [u8], usize>,
    /// From `path#symbol` to the position of what is declared there, once somebody has asked.
    symbols: OnceLock<FxHashMap<Vec<u8>, usize>>,
    /// The existing entities that are not desired, in the order of their uids.
    others: Vec<Uid>,
    /// The universe, sorted.
    universe: &'a [RepoPath],
    /// Something is there, and nothing of it was written by this tool.
    is_foreign: bool,
}

impl<'a> Scene<'a> {
    fn new(
        existing: &'a Store,
        desired: &'a DesiredGraph,
        uids: &'a [Uid],
        universe: &'a [RepoPath],
    ) -> Self {
        let whole = |(at, entity): (usize, &'a DesiredEntity)| match &entity.identity {
            super::desired::Identity::File(path) => Some((path.as_bytes(), at)),
            super::desired::Identity::Package(dir) => Some((dir.as_slice(), at)),
            _ => None,
        };
        let numbers: FxHashMap<Uid, usize> = uids.iter().enumerate().map(|(at, uid)| (*uid, at)).collect();
        let mut found = FxHashMap::with_capacity_and_hasher(existing.entities.len(), FxBuildHasher);
        let mut others = Vec::new();
        for (uid, entity) in existing.uids() {
            found.insert(uid, entity);
            others.extend((!numbers.contains_key(&uid)).then_some(uid));
        }
        Self {
            symbols: OnceLock::new(),
            existing,
            found,
            others,
            desired,
            uids,
            numbers,
            files: desired.entities.iter().enumerate().filter_map(whole).collect(),
            universe,
            is_foreign: is_foreign(existing),
        }
    }

    /// The existing entity with that uid.
    fn found(&self, uid: Uid) -> Option<&'a Entity> {
        self.found.get(&uid).copied()
    }

    /// The desired entity with that uid.
    fn wanted(&self, uid: Uid) -> Option<&'a DesiredEntity> {
        self.desired.entities.get(*self.numbers.get(&uid)?)
    }

    /// The position of the entity of the whole file that `uid` is or lies in; itself for an external. `None` when
    /// the code shows no such file.
    fn whole(&self, uid: Uid) -> Option<usize> {
        if let Some(at) = self.numbers.get(&uid) {
            return Some(
                self.desired.entities[*at].identity.file().map_or(*at, |file| self.files[file.as_bytes()]),
            );
        }
        let path = self.found(uid)?.path()?;
        readings(path.as_bytes()).find_map(|path| self.files.get(path)).copied()
    }

    /// Whether it is more than what is left of a directory.
    fn is_entity(&self, uid: Uid) -> bool {
        let found = || self.found(uid).is_some_and(|entity| entity.description.is_some());
        self.numbers.contains_key(&uid) || found()
    }

    /// Whether something of that uid is there, or shall be.
    fn is_known(&self, uid: Uid) -> bool {
        self.numbers.contains_key(&uid) || self.found.contains_key(&uid)
    }

    /// What is not known of all that stood in the lists that are `changes`, and in the names of these; sorted.
    fn absent(&self, changes: &[Change]) -> Vec<Uid> {
        let lists = changes.iter().filter(|change| is_list(change.path.as_bytes()));
        let before = lists.filter_map(|change| match &change.before {
            Before::Known(before) => before.as_deref(),
            Before::Unknown => None,
        });
        let named = before.flat_map(import_lines).flat_map(|line| [line.imported(), line.via()]);
        let places = changes.iter().flat_map(|it| it.path.as_bytes().split(|byte| *byte == b'/'));
        let named = named.flatten().chain(places.filter_map(Uid::parse));
        let absent: BTreeSet<Uid> = named.filter(|uid| !self.is_known(*uid)).collect();
        absent.into_iter().collect()
    }

    /// What a line leads to, and by way of which exporter.
    fn way(&self, import: &DesiredImport) -> (Uid, Option<Uid>) {
        (self.uids[import.to], import.via.map(|via| self.uids[via]))
    }

    /// The desired entity with the source that the existing `uid` has, under whatever prefix.
    fn heir(&self, uid: Uid) -> Option<Uid> {
        let symbol = |(at, entity): (usize, &DesiredEntity)| match &entity.identity {
            identity @ super::desired::Identity::Symbol { .. } => Some((identity.source(), at)),
            _ => None,
        };
        let place = self.found(uid)?.place();
        let entities = self.desired.entities.iter().enumerate();
        let symbols = self.symbols.get_or_init(|| entities.filter_map(symbol).collect());
        Some(self.uids[*symbols.get(&place[..])?])
    }

    /// Whether it is an entity, and the file or directory that it is, or lies in, is there; so is what has no path.
    fn exists(&self, uid: Uid) -> bool {
        let is_there = |path: RepoPath| readings(path.as_bytes()).any(|path| self.is_in_universe(path));
        let is_found =
            |entity: &Entity| entity.kind() == Kind::External || entity.path().is_none_or(is_there);
        self.numbers.contains_key(&uid) || (self.is_entity(uid) && self.found(uid).is_some_and(is_found))
    }

    /// Whether an import of `to`, by way of `via`, may stand unseen in `from`: the configuration around one of them cannot
    /// be understood, what is imported is there, and no import of the same, or of something else of the same file, is
    /// shown.
    fn is_unsure(&self, from: Uid, to: Uid, via: Option<Uid>) -> bool {
        if self.desired.unsure.is_empty() {
            return false;
        }
        let exporter = via.unwrap_or(to);
        let lies_there = |uid: Uid| {
            let path = self.found(uid).and_then(Entity::path);
            path.is_some_and(|path| {
                let inside = |dir: &Vec<u8>| path::strip_dir(path.as_bytes(), dir).is_some();
                self.desired.unsure.iter().any(inside)
            })
        };
        let is_shown = |import: &DesiredImport| {
            let (shown, by) = self.way(import);
            shown == to || by.unwrap_or(shown) == exporter
        };
        let shown = || self.wanted(from).is_some_and(|entity| entity.imports.iter().any(is_shown));
        (lies_there(from) || lies_there(exporter)) && self.exists(exporter) && !shown()
    }

    fn is_in_universe(&self, path: &[u8]) -> bool {
        is_in(self.universe, path)
    }

    /// What stands in the exports index behind a line of `importer`.
    fn recorded(&self, importer: Uid, to: Uid, via: Option<Uid>) -> Option<&'a [u8]> {
        let exports = &self.found(via.unwrap_or(to))?.exports;
        let name = if via.is_some() { to } else { importer }.text();
        match (via, exports.get(&name[..])?) {
            (None, Export::Why(text)) => Some(text),
            (Some(_), Export::Shared(recipients)) => recipients.get(&importer.text()[..]).map(Vec::as_slice),
            _ => None,
        }
    }
}

/// What the path in a `source:` may be: all of it, or what stands before a `#`, for names may hold one too.
pub(crate) fn readings(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let cuts = path.iter().enumerate().rev().filter(|(_, byte)| **byte == b'#').map(|(at, _)| &path[..at]);
    std::iter::once(path).chain(cuts)
}

/// Whether the tool wrote `text`, which follows the code then.
pub(crate) fn is_ours(text: &[u8]) -> bool {
    is_auto(text) || text.trim_ascii() == OWNER.as_bytes()
}

/// Whether something stands there, and nothing of it was written by this tool.
fn is_foreign(existing: &Store) -> bool {
    !existing.entities.is_empty() && !existing.entities.values().any(has_auto)
}

pub(super) fn has_auto(entity: &Entity) -> bool {
    let auto = |text: &[u8]| !text.trim_ascii().is_empty() && is_auto(text);
    let purpose = entity.description.as_ref().and_then(|description| description.paragraph("purpose"));
    purpose.is_some_and(auto)
        || entity.exports.values().any(|export| match export {
            Export::Why(text) => auto(text),
            Export::Shared(recipients) => recipients.values().any(|text| auto(text)),
        })
}

/// Collects changes, each with what it replaces. What stands there already is no change.
struct Writer<'a> {
    existing: &'a Store,
    changes: Vec<Change>,
}

impl Writer<'_> {
    /// Has `write` write what concerns each of so many entities, as if one after the other.
    fn by_parts(&mut self, entities: usize, write: impl Fn(usize, &mut Self) + Sync) {
        let existing = self.existing;
        let parts = parallel::parts(entities, |part| {
            let mut writer = Writer { existing, changes: Vec::new() };
            part.for_each(|at| write(at, &mut writer));
            writer.changes
        });
        self.changes.extend(parts.into_iter().flatten());
    }

    fn write(&mut self, place: &str, mut content: Vec<u8>) {
        // A text from the code may begin like the mark of an unfinished merge, with which nothing would be read again.
        if CONFLICT_MARKS.into_iter().any(|mark| content.starts_with(mark)) {
            content.insert(0, b' ');
        }
        self.change(place.as_bytes(), Some(content));
    }

    fn remove(&mut self, place: &str) {
        self.change(place.as_bytes(), None);
    }

    fn change(&mut self, place: &[u8], content: Option<Vec<u8>>) {
        let before = self.existing.file(place);
        // Made of uids, fixed words and names that stand there: always a path.
        if let Ok(path) = RepoPath::new(place)
            && before != content.as_deref()
        {
            self.changes.push(Change { path, before: Before::Known(before.map(<[u8]>::to_vec)), content });
        }
    }
}

/// `lines`, each with its line feed.
fn joined(lines: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(lines.iter().map(|line| line.len() + 1).sum());
    for line in lines {
        bytes.extend_from_slice(line);
        bytes.push(b'\n');
    }
    bytes
}

/// A set of uids.
type Uids = FxHashSet<Uid>;

#[cfg(test)]
mod tests;
