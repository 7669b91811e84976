//! Two entities that stand for one thing, as two branches leave them that were merged.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::desired::Identity;
use super::super::model::{Entity, Kind};
use super::super::plan::{has_auto, is_undescribed};
use super::Matcher;
use crate::identity::Uid;

/// Each entity without a place of its own whose source names what another one stands for, with that other one. Only
/// what the tool had a hand in, or what is all that is known of the place; and only where not both say something that
/// the other does not.
pub(super) fn find(matcher: &Matcher<'_>) -> Vec<(Uid, Uid)> {
    let described = matcher.existing.uids().filter(|(_, entity)| entity.description.is_some());
    let spare: Vec<(Uid, &Entity)> = described
        .filter(|(uid, entity)| entity.kind() != Kind::External && !matcher.used.contains(uid))
        .collect();
    if spare.is_empty() {
        return Vec::new();
    }
    let places: FxHashSet<Cow<'_, [u8]>> = spare.iter().map(|(_, entity)| entity.place()).collect();
    let winners = winners(matcher, &places);
    let mut told = FxHashSet::default();
    let mut twins = Vec::new();
    for (loser, entity) in spare {
        let Some(winner) = winners.get(&entity.place()[..]).copied() else { continue };
        let kept = matcher.entity(winner).filter(|kept| kept.description.is_some());
        let has_told = told.contains(&winner) || kept.is_some_and(|kept| !is_undescribed(kept));
        let nothing_lost = !has_told || is_undescribed(entity);
        let is_kin = winner.family() == loser.family() || (kept.is_none() && is_marked(matcher, winner));
        if is_kin && nothing_lost && (kept.is_none() || has_auto(entity)) {
            twins.push((loser, winner));
            told.extend((!is_undescribed(entity)).then_some(winner));
        }
    }
    twins
}

/// Whether somebody put the uid into the marker of what has it.
fn is_marked(matcher: &Matcher<'_>, uid: Uid) -> bool {
    let mut given = matcher.desired.entities.iter().zip(&matcher.uids);
    given.any(|(entity, given)| entity.markers.contains(&uid) && *given == Some(uid))
}

/// Of those of `places` that have an entity, which it is.
fn winners<'s>(matcher: &Matcher<'_>, places: &'s FxHashSet<Cow<'_, [u8]>>) -> FxHashMap<&'s [u8], Uid> {
    let given = matcher.desired.entities.iter().zip(&matcher.uids);
    let inside = given.filter(|(entity, _)| !matches!(entity.identity, Identity::External { .. }));
    let winner = |(entity, uid): (&super::DesiredEntity, &Option<Uid>)| {
        Some((&places.get(&entity.identity.source()[..])?[..], (*uid)?))
    };
    inside.filter_map(winner).collect()
}
