//! Markers that stand elsewhere than at what has their uid: where one comes to be free, or stands at something new, the
//! matcher of a run over all sources decides on who has it.

use std::collections::BTreeSet;

use resolvers::facts::FileFacts;
use rustc_hash::FxHashMap;

use super::super::desired::{DesiredEntity, DesiredGraph, Identity};
use super::area::Area;
use super::ground::{Ground, number};
use crate::facts::SourceFile;
use crate::identity::Uid;

/// The uids in markers of `sources` that stand elsewhere than at what has them, as numbers; sorted.
pub(super) fn of(sources: &[SourceFile], desired: &DesiredGraph, uids: &[Uid]) -> Vec<u64> {
    let mut counts: FxHashMap<Uid, i64> = FxHashMap::default();
    for uid in sources.iter().flat_map(|it| marked(&it.facts)) {
        *counts.entry(uid).or_default() += 1;
    }
    for (_, uid) in desired.entities.iter().zip(uids).filter(|(entity, uid)| entity.markers.contains(uid)) {
        counts.entry(*uid).and_modify(|count| *count -= 1);
    }
    let strays = counts.into_iter().filter(|(_, count)| *count > 0);
    let mut strays: Vec<u64> = strays.map(|(uid, _)| number(uid)).collect();
    strays.sort_unstable();
    strays
}

fn marked(facts: &FileFacts) -> impl Iterator<Item = Uid> {
    facts.markers.iter().filter_map(|marker| Uid::parse(marker.uid.as_bytes()))
}

/// Whether one of `uids` stands in such a marker.
pub(super) fn hold_any(ground: &Ground<'_>, mut uids: impl Iterator<Item = Uid>) -> bool {
    !ground.strays.is_empty() && uids.any(|uid| ground.strays.binary_search(&number(uid)).is_ok())
}

/// Whether such a one may decide on what the sources that changed are: these had the uids `before`, of what they have now some
/// are `minted`, and `now` are they, what they declare, and its uids.
pub(super) fn decide<'e>(
    ground: &Ground<'_>,
    area: &Area<'_, '_>,
    (before, minted): (&BTreeSet<Uid>, &[Uid]),
    now: impl Iterator<Item = (u32, &'e Vec<DesiredEntity>, &'e FxHashMap<Identity, Uid>)>,
) -> bool {
    if hold_any(ground, before.iter().chain(minted).copied()) {
        return true;
    }
    let (mut stays, mut in_markers) = (BTreeSet::new(), BTreeSet::new());
    for (at, list, uids) in now {
        for entity in list {
            let Some(uid) = uids.get(&entity.identity) else { continue };
            // Whatever is new has what its marker says.
            if !before.contains(uid) && !entity.markers.is_empty() {
                return true;
            }
            stays.insert(*uid);
        }
        in_markers.extend(area.source(at).into_iter().flat_map(|(source, _)| marked(&source.facts)));
    }
    before.difference(&stays).any(|uid| in_markers.contains(uid))
}
