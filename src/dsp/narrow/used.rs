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
}

impl Uses {
    /// What `users` use; the area has what was said before.
    pub(super) fn of(area: &Area<'_, '_>, users: Vec<u32>) -> Option<Self> {
        let of = |uses: Vec<Use<'_>>| uses.into_iter().map(|it| it.of).collect();
        let before = uses(area, &users)?.into_iter().map(of).collect();
        Some(Self { users, before })
    }

    /// The uses that say most, of all sources of which they use something, or did; the area has what is said now. `None`
    /// where that is not known.
    pub(super) fn renewed<'a>(
        &self,
        area: &'a Area<'_, '_>,
        ground: &'a Ground<'_>,
        turned: &Turned,
    ) -> Option<Bests<'a>> {
        let mut bests = Bests::new();
        for ((user, before), now) in self.users.iter().zip(&self.before).zip(uses(area, &self.users)?) {
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
                best.replace(*user, was.contains(&of), now.get(&of).copied())?;
            }
        }
        for best in bests.values_mut() {
            best.retain(|_, best| !best.uses.is_empty());
        }
        Some(bests)
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

/// What each of `users` uses of others, by positions in the ground.
fn uses<'a>(area: &'a Area<'_, '_>, users: &[u32]) -> Option<Vec<Vec<Use<'a>>>> {
    let places = users.iter().map(|at| area.position(*at)).collect::<Option<Vec<u32>>>()?;
    let in_ground = |mut it: Use<'a>| {
        (it.of.source, it.source) = (area.in_ground(it.of.source), area.in_ground(it.source));
        it
    };
    Some(area.uses(&places).into_iter().map(|it| it.into_iter().map(in_ground).collect()).collect())
}
