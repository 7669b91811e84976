//! What is no more in the sources that changed, where something is new in them: one may have become the other. The matcher of
//! a run over all tells, which sees no more than these: everything else is where it was.

use std::collections::BTreeSet;

use resolvers::path::RepoPath;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::desired::{DesiredEntity, DesiredGraph, Identity};
use super::super::format::Description;
use super::super::identify::Known as Found;
use super::super::identify::{Evidence, Identified, Matcher, Open, birth};
use super::super::model::{Entity, Kind, Name, Store};
use super::World;
use super::area::Area;
use crate::identity::Uid;

/// An entity of a source that changed, as it was.
type Was<'a> = (&'a Identity, Uid);

/// Which of the entities `now`, by position, of the sources that changed are such as `were` there, and are no more; these come
/// sorted. `None` where the graph would have to tell, or where more follows.
pub(super) fn heirs(
    were: &[Was<'_>],
    now: &[&DesiredEntity],
    area: &Area<'_, '_>,
    world: &dyn World,
) -> Option<Vec<(usize, Uid)>> {
    let store = store(were, world)?;
    let bare =
        |it: &&DesiredEntity| DesiredEntity { imports: Vec::new(), shared: Vec::new(), ..(*it).clone() };
    let desired = DesiredGraph { entities: now.iter().map(bare).collect(), ..DesiredGraph::default() };
    let (files, found) = (world.files(), Found::of(&store));
    let none = FxHashSet::default();
    let matcher = Matcher::new((&store, &found), &desired, &files, &none);
    let recall =
        |open: &Open| Some(world.recall(open, area.sources())).filter(|evidence| is_seen(open, evidence));
    let Identified { uids, moved: _, twins } = matcher.told(recall)?;
    if !twins.is_empty() {
        return None;
    }
    let kinds: FxHashMap<Uid, Kind> = were.iter().map(|(was, uid)| (*uid, was.kind())).collect();
    let mut heirs = Vec::new();
    for (at, (entity, uid)) in now.iter().zip(uids).enumerate() {
        match were.binary_search_by(|(was, _)| (*was).cmp(&entity.identity)) {
            Ok(same) if were[same].1 != uid => return None,
            Ok(_) => {}
            Err(_) if kinds.contains_key(&uid) => {
                // What somebody put a marker to is what it was called, whatever it is.
                (kinds[&uid] == entity.identity.kind()).then_some(())?;
                heirs.push((at, uid));
            }
            // What is new is given its uid where all uids are known.
            Err(_) if birth(&entity.identity, |_| false) == uid => {}
            Err(_) => return None,
        }
    }
    Some(heirs)
}

/// All that was there, with what is said of it.
fn store(were: &[Was<'_>], world: &dyn World) -> Option<Store> {
    let mut store = Store::default();
    for (_, uid) in were {
        let description = world.blob(world.listed(&format!("{uid}/description"))?)?;
        let description = Some(Description::parse(description));
        store.entities.insert(Name::from_slice(&uid.text()), Entity { description, ..Entity::default() });
    }
    Some(store)
}

/// Whether of all that is lost is known what it looked like.
fn is_seen(open: &Open, evidence: &Evidence) -> bool {
    let is_known = |(path, names): (&RepoPath, &BTreeSet<String>)| {
        evidence.before.get(path).is_some_and(|look| names.iter().all(|name| look.declares(name)))
    };
    open.lost.iter().all(is_known) && open.born.iter().all(|path| evidence.now.contains_key(path))
}
