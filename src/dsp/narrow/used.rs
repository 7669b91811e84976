//! The users of what sources declare, as the ground keeps them and as they are when some sources changed.

use std::collections::{BTreeMap, BTreeSet};

use super::super::users::{Best, Use};
use super::area::Area;
use super::ground::Ground;
use super::turned::{Turn, Turned};
use crate::resolution::bindings::Declaration;

/// The uses that say most of what each source declares, by the positions of the sources in the ground.
pub(super) type Bests<'a> = BTreeMap<u32, BTreeMap<u32, Best<'a>>>;

/// What some sources use of others, before.
pub(super) struct Uses {
    /// Their positions in the ground.
    pub(super) users: Vec<u32>,
    /// What each uses.
    before: Vec<Vec<Declaration>>,
    /// All others that may use what [`Self::lost`] gave, once they are known.
    others: Option<Vec<u32>>,
}

impl Uses {
    /// What `users` use; the area has what was said before.
    pub(super) fn of(area: &Area<'_, '_>, users: Vec<u32>) -> Option<Self> {
        let of = |uses: Vec<Use<'_>>| uses.into_iter().map(|it| it.of).collect();
        let before = area.uses(&users)?.into_iter().map(of).collect();
        Some(Self { users, before, others: None })
    }

    /// The sources of which it is not known any more who uses them most; the area has what is said now.
    pub(super) fn lost(
        &self,
        area: &Area<'_, '_>,
        ground: &Ground<'_>,
        turned: &Turned,
    ) -> Option<BTreeSet<u32>> {
        if !self.is_shown(ground)? {
            return Some(BTreeSet::new());
        }
        let (_, lost) = self.replaced(area, ground, turned)?;
        Some(lost.into_iter().map(|of| of.source).collect())
    }

    /// Whether one of the users was among those that are kept of something where not all are.
    fn is_shown(&self, ground: &Ground<'_>) -> Option<bool> {
        let mut kept: BTreeMap<u32, BTreeMap<u32, Best<'_>>> = BTreeMap::new();
        for (user, before) in self.users.iter().zip(&self.before) {
            for of in before {
                let bests = match kept.remove(&of.source) {
                    Some(bests) => bests,
                    None => users_kept(ground, of.source, None)?,
                };
                let best = bests.get(&of.symbol);
                if best.is_some_and(|it| it.has_more() && it.uses.iter().any(|it| it.source == *user)) {
                    return Some(true);
                }
                kept.insert(of.source, bests);
            }
        }
        Some(false)
    }

    /// With all that may use what is lost, as the area has them.
    pub(super) fn with_others(self, others: &BTreeSet<u32>) -> Self {
        let others = others.iter().filter(|at| !self.users.contains(at)).copied().collect();
        Self { others: Some(others), ..self }
    }

    /// The uses that say most, of all sources of which they use something, or did; the area has what is said now. `None`
    /// where that is not known.
    pub(super) fn renewed<'a>(
        &self,
        area: &'a Area<'_, '_>,
        ground: &'a Ground<'_>,
        turned: &Turned,
    ) -> Option<Bests<'a>> {
        let (mut bests, lost) = self.replaced(area, ground, turned)?;
        if !lost.is_empty() {
            let all: Vec<u32> = self.users.iter().chain(self.others.as_ref()?).copied().collect();
            let uses = area.uses(&all)?;
            for of in lost {
                let mut best = Best::default();
                for it in uses.iter().flatten().filter(|it| it.of == of) {
                    best.add(*it);
                }
                bests.entry(of.source).or_default().insert(of.symbol, best);
            }
        }
        for best in bests.values_mut() {
            best.retain(|_, best| !best.uses.is_empty());
        }
        Some(bests)
    }

    /// The same but for those declarations of which the uses that say most are not known any more, and these.
    fn replaced<'a>(
        &self,
        area: &'a Area<'_, '_>,
        ground: &'a Ground<'_>,
        turned: &Turned,
    ) -> Option<(Bests<'a>, BTreeSet<Declaration>)> {
        let (mut bests, mut lost) = (Bests::new(), BTreeSet::new());
        for ((user, before), now) in self.users.iter().zip(&self.before).zip(area.uses(&self.users)?) {
            let was = before.iter().filter_map(|it| {
                let turn = turned.sources.get(&it.source);
                let symbol = turn.map_or(Some(it.symbol), |turn| turn.renumbered(it.symbol))?;
                Some(Declaration { symbol, ..*it })
            });
            let was: BTreeSet<Declaration> = was.collect();
            let now: BTreeMap<Declaration, Use<'a>> = now.into_iter().map(|it| (it.of, it)).collect();
            for of in was.iter().chain(now.keys()).copied().collect::<BTreeSet<_>>() {
                let best = match bests.remove(&of.source) {
                    Some(best) => best,
                    None => users_kept(ground, of.source, turned.sources.get(&of.source))?,
                };
                let best = bests.entry(of.source).or_insert(best).entry(of.symbol).or_default();
                if best.replace(*user, was.contains(&of), now.get(&of).copied()).is_none() {
                    lost.insert(of);
                }
            }
        }
        Some((bests, lost))
    }
}

/// What the ground keeps of the users of the source at `at`; where that changed by `turn`, with the numbers of now.
pub(super) fn users_kept<'g>(
    ground: &'g Ground<'_>,
    at: u32,
    turn: Option<&Turn>,
) -> Option<BTreeMap<u32, Best<'g>>> {
    let moved = |(symbol, mut best): (u32, Best<'g>)| {
        let new = turn.map_or(Some(symbol), |turn| turn.renumbered(symbol))?;
        for it in &mut best.uses {
            it.of.symbol = new;
        }
        Some((new, best))
    };
    Some(ground.users(at)?.into_iter().filter_map(moved).collect())
}

/// Whether one of `users` is shown.
pub(super) fn shows(best: &BTreeMap<u32, Best<'_>>, users: &[u32]) -> bool {
    best.values().flat_map(|best| &best.uses).any(|it| users.contains(&it.source))
}
