//! The tables of contents (specification §4.4): their names, scopes and members.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::desired::DesiredToc;
use super::super::model::{Toc, TocName};
use super::removal::is_undescribed;
use super::{Scene, Uids, Writer};
use crate::identity::Uid;

/// The file of each desired table of contents, and whether descriptions name their scopes.
pub(super) struct Names {
    of_toc: Vec<TocName>,
    several: bool,
    /// The root of each, with its scope.
    scopes: FxHashMap<Uid, Vec<u8>>,
    /// Tables of somebody else, which stay.
    others: FxHashSet<TocName>,
}

impl Names {
    pub(super) fn of(scene: &Scene<'_>, removed: &Uids) -> Self {
        let tocs = &scene.desired.tocs;
        let roots: Vec<Option<Uid>> =
            tocs.iter().map(|toc| toc.members.first().map(|at| scene.uids[*at])).collect();
        let with_scope = |(toc, root): (&DesiredToc, &Option<Uid>)| Some(((*root)?, toc.scope.clone()));
        let scopes: FxHashMap<Uid, Vec<u8>> = tocs.iter().zip(&roots).filter_map(with_scope).collect();
        let is_other = |toc: &Toc| {
            let root = toc.root().filter(|root| !scopes.contains_key(root) && !removed.contains(root));
            // What is gone is no entry any more, whoever described it, where something else is one.
            let is_entry = |root: &Uid| scene.exists(*root) || (tocs.is_empty() && scene.is_entity(*root));
            root.filter(is_entry).is_some_and(|root| !is_given_up(scene, removed, root, toc))
        };
        let others = scene.existing.tocs.iter().filter(|(_, toc)| is_other(toc)).map(|(name, _)| *name);
        let others: FxHashSet<TocName> = others.collect();
        let several = roots.len() + others.len() > 1;
        let plain = scene.existing.tocs.get(&TocName::Plain);
        // A plain table among named ones is how the Python tool keeps its default; a lone one gets a name.
        let plain_root = plain.filter(|_| scene.existing.tocs.len() > 1).and_then(Toc::root);
        let name = |root: &Option<Uid>| match root {
            Some(root) if several && plain_root != Some(*root) => TocName::Of(*root),
            _ => TocName::Plain,
        };
        Self { of_toc: roots.iter().map(name).collect(), several, scopes, others }
    }

    /// What the description of `uid` says of its scope: nothing unless it is one of several roots.
    pub(super) fn scope(&self, uid: Uid) -> Option<&[u8]> {
        self.scope_now(uid).filter(|_| self.several)
    }

    /// The scope of the root `uid`, which stands in its description once there were several.
    pub(super) fn scope_now(&self, uid: Uid) -> Option<&[u8]> {
        self.scopes.get(&uid).map(Vec::as_slice)
    }
}

/// A line of a table: an entity, or whatever else somebody wrote.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Line<'a> {
    Uid(Uid),
    Other(&'a [u8]),
}

impl<'a> Line<'a> {
    fn of(bytes: &'a [u8]) -> Self {
        Uid::parse(bytes).map_or(Self::Other(bytes), Self::Uid)
    }

    /// Whether it names something that is there, or whatever else.
    fn stays(self, scene: &Scene<'_>, removed: &Uids) -> bool {
        match self {
            Self::Uid(uid) => scene.is_known(uid) && !removed.contains(&uid),
            Self::Other(_) => true,
        }
    }
}

pub(super) fn write(scene: &Scene<'_>, names: &Names, removed: &Uids, writer: &mut Writer<'_>) {
    let desired = || scene.desired.tocs.par_iter().zip(&names.of_toc);
    let homeless_parts = parts_of_partial(scene, removed, given_up(scene, names));
    let stands = |(toc, name): &(&DesiredToc, &TocName)| {
        stands(scene, **name, toc) && !(toc.members.iter().any(|at| homeless_parts.contains_key(at)))
    };
    let standing: FxHashSet<TocName> = desired().filter(stands).map(|(_, name)| *name).collect();
    let mut tables: BTreeMap<TocName, Vec<Line<'_>>> = desired()
        .filter(|(_, name)| !standing.contains(name))
        .map(|(toc, name)| (*name, table(scene, removed, &homeless_parts, (*name, toc))))
        .collect();
    for (name, toc) in scene.existing.tocs.iter().filter(|(name, _)| names.others.contains(name)) {
        let lines = || toc.names().map(Line::of).filter(|line| line.stays(scene, removed)).collect();
        tables.entry(*name).or_insert_with(lines);
    }
    let homeless = homeless(scene, removed, &tables, &standing);
    if let Some(first) = names.of_toc.first().filter(|_| !homeless.is_empty()) {
        let old = || scene.existing.tocs.get(first).into_iter().flat_map(Toc::names).map(Line::of);
        tables.entry(*first).or_insert_with(|| old().collect()).extend(homeless);
    }
    let bytes = |(name, lines): (&TocName, &Vec<Line<'_>>)| (*name, joined_unless_same(scene, *name, lines));
    for (name, bytes) in tables.par_iter().map(bytes).collect::<Vec<_>>() {
        writer.write(&name.to_string(), bytes);
    }
    // Going from one root to several gives the lone table a name; going back takes it.
    let stays = |name: &TocName| tables.contains_key(name) || standing.contains(name);
    for name in scene.existing.tocs.keys().filter(|name| !stays(name)) {
        writer.remove(&name.to_string());
    }
}

/// Whether the table `name` holds what the code shows, and nothing else.
fn stands(scene: &Scene<'_>, name: TocName, toc: &DesiredToc) -> bool {
    let shown = toc.members.iter().map(|at| Some(scene.uids[*at]));
    scene.existing.tocs.get(&name).is_some_and(|old| old.names().map(Uid::parse).eq(shown))
}

/// The lines of `toc`, which is called `name`: what the code shows, then what else stood there and stays.
fn table<'a>(
    scene: &Scene<'a>,
    removed: &Uids,
    homeless_parts: &Parts,
    (name, toc): (TocName, &DesiredToc),
) -> Vec<Line<'a>> {
    let members = || toc.members.iter().map(|at| (*at, scene.uids[*at]));
    let old = old_table(scene, name, root_of(scene, toc));
    let own_parts = parts_of_partial(scene, removed, old);
    let mut lines = Vec::with_capacity(toc.members.len());
    for (at, uid) in members() {
        lines.push(Line::Uid(uid));
        let parts = [&own_parts, homeless_parts].into_iter().filter_map(|parts| parts.get(&at));
        lines.extend(parts.flatten().map(|uid| Line::Uid(*uid)));
    }
    let is_foreign = |line: &Line<'_>| match line {
        Line::Uid(uid) => !scene.numbers.contains_key(uid) && line.stays(scene, removed),
        Line::Other(_) => true,
    };
    lines.extend(old.into_iter().flat_map(Toc::names).map(Line::of).filter(is_foreign));
    let mut told = FxHashSet::with_capacity_and_hasher(lines.len(), rustc_hash::FxBuildHasher);
    lines.retain(|line| told.insert(*line));
    lines
}

/// What is known from earlier of files that could not be read, by the position of the file.
type Parts = FxHashMap<usize, Vec<Uid>>;

/// What stands of them in `tables`, in old order: it keeps its place behind its file.
fn parts_of_partial<'a>(
    scene: &Scene<'_>,
    removed: &Uids,
    tables: impl IntoIterator<Item = &'a Toc>,
) -> Parts {
    let mut parts = Parts::default();
    if !scene.desired.entities.iter().any(|entity| entity.partial) {
        return parts;
    }
    for uid in tables.into_iter().flat_map(Toc::names).filter_map(Uid::parse) {
        let whole = scene.whole(uid).filter(|at| scene.uids[*at] != uid && !removed.contains(&uid));
        if let Some(whole) = whole.filter(|at| scene.desired.entities[*at].partial) {
            parts.entry(whole).or_default().push(uid);
        }
    }
    parts
}

/// The tables that go, so that what stands in them stands in others from now on.
fn given_up<'a>(scene: &Scene<'a>, names: &Names) -> Vec<&'a Toc> {
    let desired = scene.desired.tocs.iter().zip(&names.of_toc);
    let old: Vec<&Toc> =
        desired.filter_map(|(toc, name)| old_table(scene, *name, root_of(scene, toc))).collect();
    let goes = |(name, toc): &(&TocName, &Toc)| {
        !names.others.contains(name) && !old.iter().any(|old| std::ptr::eq(*old, *toc))
    };
    scene.existing.tocs.iter().filter(goes).map(|(_, toc)| toc).collect()
}

fn root_of(scene: &Scene<'_>, toc: &DesiredToc) -> Option<Uid> {
    toc.members.first().map(|at| scene.uids[*at])
}

/// Whether the table is what the tool wrote for a root that is none any more: somebody named others instead. Where nothing
/// describes the root, whatever else stands in its table finds another one: else the root, once it is described, would be one.
fn is_given_up(scene: &Scene<'_>, removed: &Uids, root: Uid, toc: &Toc) -> bool {
    let ours = |uid: Uid| scene.numbers.contains_key(&uid) || removed.contains(&uid);
    let all_ours = || toc.names().all(|line| Uid::parse(line).is_some_and(ours));
    let described = scene.found(root).filter(|it| it.description.is_some());
    scene.numbers.contains_key(&root) && described.is_none_or(|it| is_undescribed(it) && all_ours())
}

/// What is somebody's, was in a table and would be in none. Those that are `standing` hold nothing of the kind.
fn homeless<'a>(
    scene: &Scene<'a>,
    removed: &Uids,
    tables: &BTreeMap<TocName, Vec<Line<'a>>>,
    standing: &FxHashSet<TocName>,
) -> Vec<Line<'a>> {
    let is_somebodys = |line: &Line<'_>| match line {
        // Whatever the code shows is in a table.
        Line::Uid(uid) => !scene.numbers.contains_key(uid) && !removed.contains(uid) && scene.is_entity(*uid),
        Line::Other(_) => true,
    };
    let old = scene.existing.tocs.iter().filter(|(name, _)| !standing.contains(name));
    let old = old.flat_map(|(_, toc)| toc.names()).map(Line::of);
    let mut lost: Vec<Line<'_>> = old.filter(is_somebodys).collect();
    if !lost.is_empty() {
        let mut listed: FxHashSet<Line<'_>> = tables.values().flatten().copied().collect();
        lost.retain(|line| listed.insert(*line));
    }
    lost
}

/// The bytes of a table with `lines`: those that stand there when they say the same.
fn joined_unless_same(scene: &Scene<'_>, name: TocName, lines: &[Line<'_>]) -> Vec<u8> {
    match scene.existing.tocs.get(&name) {
        Some(toc) if toc.names().map(Line::of).eq(lines.iter().copied()) => toc.raw.clone(),
        _ => joined(lines),
    }
}

fn joined(lines: &[Line<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in lines {
        match line {
            Line::Uid(uid) => bytes.extend_from_slice(&uid.text()),
            Line::Other(other) => bytes.extend_from_slice(other),
        }
        bytes.push(b'\n');
    }
    bytes
}

/// The table that has been this root's so far, under whatever name.
fn old_table<'a>(scene: &Scene<'a>, name: TocName, root: Option<Uid>) -> Option<&'a Toc> {
    let of_root = |toc: &&Toc| toc.root() == root;
    let named = scene.existing.tocs.get(&name).filter(|toc| of_root(toc) || toc.root().is_none());
    named.or_else(|| scene.existing.tocs.values().find(of_root))
}
