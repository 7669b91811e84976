//! What is written: where a file would be another one now, and stands there as the tool had written it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use bstr::ByteSlice;
use rayon::prelude::*;
use resolvers::path::RepoPath;
use rustc_hash::FxHashMap;

use super::super::alike;
use super::super::desired::{DesiredEntity, Identity};
use super::super::format::{CONFLICT_MARKS, Description, is_auto, source_field};
use super::super::model::{Entity, Export, Name, Store, Toc, TocName};
use super::super::plan::{fresh, is_ours};
use super::World;
use super::files::{Files, Purposes, add, line};
use super::ground::{Ground, uid};
use super::part::{Entities, Part};
use super::turned::Turned;
use crate::identity::{Uid, UidText};
use crate::transaction::{Before, Change};

/// What follows.
pub(super) struct Written {
    pub(super) changes: Vec<Change>,
    pub(super) before: Store,
    pub(super) removed: Vec<Uid>,
}

/// The changes that `part` makes; `None` where something stands there that the tool did not write.
pub(super) fn written(ground: &Ground<'_>, part: &Part, world: &dyn World) -> Option<Written> {
    let (mut old, mut new) = (Files::new(), Files::new());
    let purposes_before = purposes(part.told.values().map(|both| &both.before));
    let purposes_now = purposes(part.told.values().map(|both| &both.now));
    // Of one table alone nobody asks for what it stands.
    let has_several = ground.course.as_ref().is_some_and(|course| course.roots.len() > 1);
    for (at, both) in &part.told {
        let scope = ground.entered(*at).filter(|_| has_several).map(|root| &root.scope.0[..]);
        add(&both.before, scope, &purposes_before, &mut old);
        add(&both.now, scope, &purposes_now, &mut new);
    }
    for it in part.led.others.values() {
        for (side, files) in [(&it.before, &mut old), (&it.now, &mut new)] {
            files.extend(side.iter().flat_map(|entity| alone(it.uid, entity)));
        }
    }
    if !is_share_known(part, (&purposes_before, &purposes_now), world) {
        return None;
    }
    share(ground, part, (&purposes_before, &purposes_now), world, (&mut old, &mut new));
    let mut writing =
        Writing { world, authored: BTreeSet::new(), moved: BTreeSet::new(), changes: Vec::new() };
    // Descriptions go first: whose words are somebody's decides on what repeats them.
    let places: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let (first, rest): (Vec<&String>, Vec<&String>) =
        places.into_iter().partition(|place| place.ends_with("/description") && !place.contains("/exports/"));
    for place in first.into_iter().chain(rest) {
        writing.file(place, old.get(place).map(Vec::as_slice), new.get(place).map(Vec::as_slice))?;
    }
    let removed = removed(ground, part);
    if !removed.iter().all(|uid| writing.is_whole(*uid, ground, part, &old)) {
        return None;
    }
    writing.tables(ground, part)?;
    let before = store(part, world, &writing.changes, &writing.moved)?;
    let mut changes = writing.changes;
    changes.sort_by(|a, b| a.path.cmp(&b.path));
    Some(Written { changes, before, removed })
}

/// The files of what imports and shares nothing.
fn alone(uid: Uid, entity: &DesiredEntity) -> [(String, Vec<u8>); 3] {
    let [description, imports, shared] =
        ["description", "imports", "shared"].map(|name| format!("{uid}/{name}"));
    [(description, fresh(entity, None).into_bytes()), (imports, Vec::new()), (shared, Vec::new())]
}

fn purposes<'p>(all: impl Iterator<Item = &'p Entities>) -> Purposes<'p> {
    let all = all.flat_map(|it| it.list.iter().zip(&it.uids));
    all.map(|(entity, uid)| (*uid, entity.purpose.as_str())).collect()
}

/// Whether it is known what is said of all that somebody shares from now on, or no more.
fn is_share_known(part: &Part, (before, now): (&Purposes<'_>, &Purposes<'_>), world: &dyn World) -> bool {
    let (was, is) = (
        shared(part.told.values().map(|both| &both.before)),
        shared(part.told.values().map(|both| &both.now)),
    );
    // What somebody said of an entity is told wherever it is shared.
    let is_told_by_us = |uid: Uid| {
        let stands = world.listed(&format!("{uid}/description")).and_then(|id| world.blob(id));
        stands.is_some_and(|stands| Description::parse(stands).paragraph("purpose").is_some_and(is_auto))
    };
    let begins = |uid: &Uid| part.minted.contains(uid) || now.contains_key(uid) && is_told_by_us(*uid);
    let mut ends = was.difference(&is);
    is.difference(&was).all(|(_, uid)| begins(uid)) && ends.all(|(_, uid)| before.contains_key(uid))
}

/// Who shares what.
fn shared<'p>(sides: impl Iterator<Item = &'p Entities>) -> BTreeSet<(Uid, Uid)> {
    let of_side = |side: &'p Entities| {
        let all = side.list.iter().zip(&side.uids);
        let all = all.flat_map(|(it, owner)| it.shared.iter().map(move |shared| (*owner, shared)));
        all.filter_map(|(owner, shared)| Some((owner, side.ends.get(shared)?.0)))
    };
    sides.flat_map(of_side).collect()
}

/// Others than those that are told anew say too what they share is for.
fn share(
    ground: &Ground<'_>,
    part: &Part,
    (before, now): (&Purposes<'_>, &Purposes<'_>),
    world: &dyn World,
    (old, new): (&mut Files, &mut Files),
) {
    for (at, both) in &part.told {
        let others = sharers(ground, *at).filter(|it| !part.told.contains_key(it));
        let others: Vec<Uid> = others.filter_map(|it| ground.uids(it).next()).collect();
        for it in both.now.uids.iter().skip(1) {
            let (Some(was), Some(is)) = (before.get(it), now.get(it)) else { continue };
            if was == is {
                continue;
            }
            for other in &others {
                let place = format!("{other}/exports/{it}/description");
                if world.listed(&place).is_some() {
                    old.insert(place.clone(), line(was));
                    new.insert(place, line(is));
                }
            }
        }
    }
}

/// The files, and the package, that share what the source at `at` declares.
fn sharers(ground: &Ground<'_>, at: u32) -> impl Iterator<Item = u32> {
    let files = ground.sources.get(at as usize).map_or(&[][..], |it| &it.sharers);
    files.iter().copied().chain(ground.home(at))
}

/// The entities that go.
fn removed(ground: &Ground<'_>, part: &Part) -> Vec<Uid> {
    let both = || part.told.values();
    let now: BTreeSet<Uid> = both().flat_map(|it| &it.now.uids).copied().collect();
    let gone = both().flat_map(|it| &it.before.uids).filter(|it| !now.contains(it)).copied();
    let lost = part.led.lost.difference(&ground.fresh).flat_map(|end| ground.uids(*end));
    gone.chain(lost).collect()
}

/// Changes in the making.
struct Writing<'w> {
    world: &'w dyn World,
    /// Entities that somebody described.
    authored: BTreeSet<Uid>,
    /// What comes into a table, or goes from one, other than with its source.
    moved: BTreeSet<Uid>,
    changes: Vec<Change>,
}

impl Writing<'_> {
    /// Has the file at `place`, in which the tool wrote `old`, hold `new`. `None` where that is not for sure what a run
    /// over all would do.
    fn file(&mut self, place: &str, old: Option<&[u8]>, new: Option<&[u8]>) -> Option<()> {
        if old == new {
            return Some(());
        }
        // Such a text is written in another way.
        if new.is_some_and(|new| CONFLICT_MARKS.into_iter().any(|mark| new.starts_with(mark))) {
            return None;
        }
        let listed = self.world.listed(place);
        // It repeats somebody's words, whatever the tool would have said.
        if listed.is_some() && self.repeats_words(place) {
            return new.map(|_| ());
        }
        match (old, listed) {
            (None, None) => self.change(place, None, new.map(<[u8]>::to_vec)),
            (Some(old), Some(id)) if self.world.name_of(old) == Some(id) => {
                self.change(place, Some(old.to_vec()), new.map(<[u8]>::to_vec))
            }
            (Some(old), Some(id)) => {
                let stands = self.world.blob(id)?;
                self.around_words(place, &stands, old, new?)
            }
            (Some(_), None) | (None, Some(_)) => None,
        }
    }

    /// The same where `stands` is not what the tool had written.
    fn around_words(&mut self, place: &str, stands: &[u8], old: &[u8], new: &[u8]) -> Option<()> {
        let mut names = place.rsplit('/');
        let (last, above) = (names.next()?, names.next()?);
        let uid = Uid::parse(above.as_bytes());
        if !place.contains("/exports/") {
            if last != "description" {
                return None;
            }
            let mut stands = Description::parse(stands.to_vec());
            let (was, is) = (Description::parse(old.to_vec()), Description::parse(new.to_vec()));
            let is_same = |key| was.paragraph(key) == is.paragraph(key);
            (is_same("version") && is_same("kind")).then_some(())?;
            let before = stands.as_bytes().to_vec();
            if !is_same("source") {
                (stands.paragraph("source") == was.paragraph("source")).then_some(())?;
                stands.set("source", is.paragraph("source")?);
            }
            let (was, is) = (was.paragraph("purpose")?, is.paragraph("purpose")?);
            let said = stands.paragraph("purpose")?;
            if is_auto(said) {
                (said == was).then_some(())?;
                stands.set("purpose", is);
            } else {
                self.authored.insert(uid?);
            }
            if stands.as_bytes() == before {
                return Some(());
            }
            return self.change(place, Some(before), Some(stands.into_bytes()));
        }
        let is_words = if last == "description" { !is_auto(stands) } else { !is_ours(stands) };
        is_words.then_some(())
    }

    /// Whether it says elsewhere what an entity is for that somebody described.
    fn repeats_words(&self, place: &str) -> bool {
        let of = place.strip_suffix("/description").and_then(|dir| dir.split_once("/exports/"));
        of.and_then(|(_, uid)| Uid::parse(uid.as_bytes())).is_some_and(|uid| self.authored.contains(&uid))
    }

    fn change(&mut self, place: &str, before: Option<Vec<u8>>, content: Option<Vec<u8>>) -> Option<()> {
        let path = RepoPath::new(place.as_bytes()).ok()?;
        self.changes.push(Change { path, before: Before::Known(before), content });
        Some(())
    }

    /// Whether all that is said of an entity that goes, and of who imports it by way of whom, is what the tool wrote.
    fn is_whole(&self, uid: Uid, ground: &Ground<'_>, part: &Part, old: &Files) -> bool {
        let sharers = part.told.keys().flat_map(|at| sharers(ground, *at));
        let all = part.told.keys().copied().chain(sharers);
        let wholes = all.filter_map(|at| ground.uids(at).next());
        let by_way = wholes.map(|whole| format!("{whole}/exports/{uid}/"));
        let dirs: BTreeSet<String> = by_way.chain([format!("{uid}/")]).collect();
        dirs.iter().flat_map(|dir| self.world.list(dir)).all(|place| old.contains_key(&place))
    }

    /// Puts what the sources that changed hold in the tables in place of what they held; where the order is another one, all.
    fn tables(&mut self, ground: &Ground<'_>, part: &Part) -> Option<()> {
        let mut tables: BTreeMap<Uid, Rewriting> = BTreeMap::new();
        let pairs = part.led.tables.iter().flat_map(|it| it.before.iter().zip(&it.now));
        let is_other = |(before, now): &(&Vec<u32>, &Vec<u32>)| {
            before != now || now.iter().any(|end| part.turned.new.contains(end))
        };
        // What many roots lead to stands in many tables.
        let others: Vec<_> = pairs.filter(is_other).collect();
        let reordered = others.into_par_iter().map(|pair| self.reordered(ground, part, pair));
        for Reordered { root, name, raw, is, moved } in reordered.collect::<Option<Vec<_>>>()? {
            // What is new and stands in another table had its place here, and no lines.
            if is != raw {
                self.change(&name.to_string(), Some(raw.clone()), Some(is))?;
            }
            self.moved.extend(moved);
            tables.insert(root, (name, raw, None));
        }
        for at in part.turned.sources.keys() {
            let both = part.told.get(at)?;
            // What is new or gone stands in none of those that stay as they are.
            let Turned { new, gone, .. } = &part.turned;
            if both.before.uids == both.now.uids || new.contains(at) || gone.contains(at) {
                continue;
            }
            for root in &ground.sources[*at as usize].tables {
                let (_, _, table) = match tables.entry(uid(*root)) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(place) => {
                        let (name, raw) = self.table(uid(*root))?;
                        place.insert((name, raw.clone(), Some(raw)))
                    }
                };
                if let Some(table) = table {
                    *table = replaced(table, &both.before.uids, &both.now.uids)?;
                }
            }
        }
        for (name, raw, table) in tables.into_values() {
            if table.is_some() {
                self.change(&name.to_string(), Some(raw), table)?;
            }
        }
        Some(())
    }

    /// The table that has the ends `before`, and `now` others. `None` where something else stands there.
    fn reordered(
        &self,
        ground: &Ground<'_>,
        part: &Part,
        (before, now): (&Vec<u32>, &Vec<u32>),
    ) -> Option<Reordered> {
        let root = ground.uids(*before.first()?).next()?;
        let (name, raw) = self.table(root)?;
        let stood: Vec<Uid> = before.iter().flat_map(|end| ground.uids(*end)).collect();
        (raw == lines(&stood)).then_some(())?;
        let mut holds = Vec::with_capacity(stood.len());
        for end in now {
            match part.told.get(end) {
                Some(both) => holds.extend(&both.now.uids),
                None => holds.extend(ground.uids(*end)),
            }
        }
        Some(Reordered { root, name, raw, is: lines(&holds), moved: moved(&stood, &holds) })
    }

    /// The table of `root`, and what stands in it.
    fn table(&self, root: Uid) -> Option<(TocName, Vec<u8>)> {
        let named = TocName::Of(root);
        let name = if self.world.listed(&named.to_string()).is_some() { named } else { TocName::Plain };
        let raw = self.world.blob(self.world.listed(&name.to_string())?)?;
        raw.starts_with(&root.text()[..]).then_some((name, raw))
    }
}

/// The name of a table, what stands there, and what will; `None` where all was made anew.
type Rewriting = (TocName, Vec<u8>, Option<Vec<u8>>);

/// A table in which something stands elsewhere, or something else.
struct Reordered {
    root: Uid,
    name: TocName,
    /// What stands there.
    raw: Vec<u8>,
    /// What will.
    is: Vec<u8>,
    /// What comes into it, or goes from it.
    moved: BTreeSet<Uid>,
}

fn lines(uids: &[Uid]) -> Vec<u8> {
    let mut lines = Vec::with_capacity(uids.len() * LINE);
    for uid in uids {
        lines.extend_from_slice(&uid.text());
        lines.push(b'\n');
    }
    lines
}

/// A line of a table is no longer, in bytes.
const LINE: usize = UidText::CAPACITY + 1;

/// What only one of two tables holds, of which each holds everything once: mostly they are the same but for a few lines.
fn moved(stood: &[Uid], holds: &[Uid]) -> BTreeSet<Uid> {
    let head = alike::at_start(stood, holds);
    let (stood, holds) = (&stood[head..], &holds[head..]);
    let tail = alike::at_end(stood, holds);
    let set = |uids: &[Uid]| uids[..uids.len() - tail].iter().copied().collect::<BTreeSet<Uid>>();
    &set(stood) ^ &set(holds)
}

/// The table with `now` where `before` stands, line by line; `None` unless these stand there, and what is new nowhere. A
/// table that is in step holds everything once.
fn replaced(table: &[u8], before: &[Uid], now: &[Uid]) -> Option<Vec<u8>> {
    let old = lines(before);
    let start = table.find(&old)?;
    let (head, tail) = (&table[..start], &table[start + old.len()..]);
    let is_free = |uid: &Uid| [head, tail].iter().all(|part| part.find(&uid.text()[..]).is_none());
    let is_whole = head.is_empty() || head.ends_with(b"\n");
    let mut new = now.iter().filter(|uid| !before.contains(uid));
    (is_whole && new.all(is_free)).then(|| [head, &lines(now), tail].concat())
}

/// A store of what stands where something changes, and of the sources of all that is spoken of.
fn store(part: &Part, world: &dyn World, changes: &[Change], moved: &BTreeSet<Uid>) -> Option<Store> {
    let mut store = Store::default();
    let mut spoken: FxHashMap<Uid, &Identity> = FxHashMap::default();
    for side in part.told.values().map(|both| &both.before) {
        spoken.extend(side.list.iter().zip(&side.uids).map(|(it, uid)| (*uid, &it.identity)));
        spoken.extend(side.ends.values().map(|(uid, identity)| (*uid, identity)));
    }
    let ends = part.told.values().flat_map(|both| both.now.ends.values());
    let is_new = |uid: &Uid| part.minted.contains(uid);
    for (uid, identity) in ends.filter(|(uid, _)| !is_new(uid)) {
        spoken.entry(*uid).or_insert(identity);
    }
    #[expect(clippy::iter_over_hash_type, reason = "into a sorted map")]
    for (uid, identity) in spoken {
        let source = identity.source();
        let description = Description::fresh(&[
            ("source", &source_field(&source)[..]),
            ("kind", identity.kind().name().as_bytes()),
        ]);
        let entity = Entity { description: Some(description), ..Entity::default() };
        store.entities.insert(Name::from_slice(&uid.text()), entity);
    }
    for Change { path, before, .. } in changes {
        let Before::Known(Some(bytes)) = before else { continue };
        put(&mut store, path.as_bytes(), bytes.clone())?;
    }
    for uid in moved.iter().filter(|uid| !part.minted.contains(uid)) {
        // Other files of it may stand there already.
        let entity = store.entities.entry(Name::from_slice(&uid.text())).or_default();
        if entity.description.is_none() {
            let description = world.blob(world.listed(&format!("{uid}/description"))?)?;
            entity.description = Some(Description::parse(description));
        }
    }
    Some(store)
}

/// Puts a file into the store.
fn put(store: &mut Store, path: &[u8], bytes: Vec<u8>) -> Option<()> {
    let names: Vec<&[u8]> = path.split_str(b"/").collect();
    if let [name] = names[..] {
        store.tocs.insert(TocName::parse(name)?, Toc { raw: bytes });
        return Some(());
    }
    let entity = store.entities.entry(Name::from_slice(names[0])).or_default();
    match names[1..] {
        [b"description"] => entity.description = Some(Description::parse(bytes)),
        [b"imports"] => entity.imports = Some(bytes),
        [b"shared"] => entity.shared = Some(bytes),
        [b"exports", name] => _ = entity.exports.insert(Name::from_slice(name), Export::Why(bytes)),
        [b"exports", name, file] => {
            let export = entity.exports.entry(Name::from_slice(name));
            let Export::Shared(files) = export.or_insert_with(|| Export::Shared(BTreeMap::new())) else {
                return None;
            };
            files.insert(Name::from_slice(file), bytes);
        }
        _ => return None,
    }
    Some(())
}
