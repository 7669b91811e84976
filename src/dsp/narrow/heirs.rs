//! What is no more in the sources that changed, where something is new in them: one may have become the other. The matcher of
//! a run over all tells, which sees no more than these: everything else is where it was.

use resolvers::path::RepoPath;
use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::super::desired::{DesiredEntity, DesiredGraph, Identity};
use super::super::format::{Description, source_field};
use super::super::identify::Known as Found;
use super::super::identify::{Evidence, Identified, Matcher, Open, birth};
use super::super::model::{Entity, Name, Store};
use super::World;
use super::area::Area;
use crate::identity::Uid;

/// An entity of a source that changed, as it was.
type Was<'a> = (&'a Identity, Uid);

/// Who of the entities `now` of the sources that changed is one of those that `were` there and are no more. `None` where the
/// graph would have to tell, or where more follows.
pub(super) fn heirs(
    were: &[Was<'_>],
    now: &[&DesiredEntity],
    area: &Area<'_, '_>,
    world: &dyn World,
) -> Option<Vec<(Identity, Uid)>> {
    let stays: FxHashSet<&Identity> = now.iter().map(|it| &it.identity).collect();
    let store = store(were, &stays, world)?;
    let bare =
        |it: &&DesiredEntity| DesiredEntity { imports: Vec::new(), shared: Vec::new(), ..(*it).clone() };
    let desired = DesiredGraph { entities: now.iter().map(bare).collect(), ..DesiredGraph::default() };
    let files = world.files()?;
    let found = Found::of(&store);
    let matcher = Matcher::new(&store, &found, &desired, &files);
    let open = matcher.open();
    let evidence =
        if open == Open::default() { Evidence::default() } else { world.recall(&open, area.sources())? };
    if !is_seen(&open, &evidence) {
        return None;
    }
    let Identified { uids, moved: _, twins } = matcher.finish(&evidence);
    if !twins.is_empty() {
        return None;
    }
    let mut heirs = Vec::new();
    for (entity, uid) in now.iter().zip(uids) {
        let identity = &entity.identity;
        match were.iter().find(|(was, _)| *was == identity) {
            Some((_, was)) if *was != uid => return None,
            Some(_) => {}
            None if were.iter().any(|(_, was)| *was == uid) => heirs.push((identity.clone(), uid)),
            // What is new is given its uid where all uids are known.
            None if birth(identity, |_| false) == uid => {}
            None => return None,
        }
    }
    Some(heirs)
}

/// All that was there, and of what is no more what is said of it.
fn store(were: &[Was<'_>], stays: &FxHashSet<&Identity>, world: &dyn World) -> Option<Store> {
    let mut store = Store::default();
    for (identity, uid) in were {
        let description = if stays.contains(*identity) {
            let source = identity.source();
            Description::fresh(&[
                ("source", &source_field(&source)[..]),
                ("kind", identity.kind().name().as_bytes()),
            ])
        } else {
            Description::parse(world.blob(world.listed(&format!("{uid}/description"))?)?)
        };
        let entity = Entity { description: Some(description), ..Entity::default() };
        store.entities.insert(Name::from_slice(&uid.text()), entity);
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
