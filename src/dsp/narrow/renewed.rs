//! The ground as it is written down when a few sources were told anew: what is what it was is copied, where its numbers stay.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::Serialize;

use super::ground::{Course, Ground, Known, Marks, Other, number, owned};
use super::part::Part;
use super::renumbered::{self, Left};

impl<'b> Ground<'b> {
    /// The bytes of the ground when `part` was told anew, in pieces; `None` where it cannot be written.
    #[must_use]
    pub fn renewed(self, part: &Part) -> Option<Vec<Cow<'b, [u8]>>> {
        let mut renewed = self.told_anew(part)?;
        let Self { mut sources, read: (bytes, places), mut others, course, absences, .. } = self;
        let (detected, strays) = (self.detected, self.strays);
        take_anew(&mut others, sources.len(), part)?;
        let absences = absences.map(|absences| absences.and(part.turned.absences.clone()));
        let count = sources.len();
        let gone = &(&part.turned.gone | &part.led.lost);
        let left = Left::of(gone);
        // Where something is gone all others have other numbers.
        let places = if gone.is_empty() { places } else { Vec::new() };
        let copies = !places.is_empty();
        // As it is read: one part behind the other.
        let mut pieces = Pieces { bytes, done: Vec::new(), copied: 0..0, copies };
        pieces.add(&(count - part.turned.gone.len()))?;
        for (at, known) in (0..).zip(&mut sources).filter(|(at, _)| !gone.contains(at)) {
            let other = renewed.remove(&at);
            match places.get(at as usize).filter(|place| !place.is_empty()) {
                Some(place) if other.is_none() => pieces.copy(place.clone()),
                _ => {
                    if let Some(other) = other {
                        *known = other;
                    }
                    if !gone.is_empty() {
                        renumbered::source(known, &|at| left.end(at))?;
                    }
                    pieces.add(known)?;
                }
            }
        }
        // Taking apart what so many sources hold takes a while, and the process ends soon.
        std::mem::forget(sources);
        if gone.is_empty() {
            pieces.add(&(others, course, absences, detected, strays))?;
            return Some(pieces.done);
        }
        let (end, course) = (|at| left.end(at), course?);
        let homes = course.homes.iter().zip(0..).filter(|(_, source)| !gone.contains(source));
        let course = Course { homes: homes.map(|(home, _)| *home).collect(), ..course };
        others.iter_mut().try_for_each(|other| other.users.renumber(&end))?;
        let others = others.into_iter().zip(u32::try_from(count).ok()?..);
        let others = others.filter(|(_, at)| !gone.contains(at)).map(|(it, _)| it);
        let others = others.collect::<Vec<Other<'_>>>();
        let course = renumbered::course(course, &end)?;
        pieces.add(&(others, Some(course), absences, detected, strays))?;
        Some(pieces.done)
    }

    /// The sources of which something else is known, with the numbers of before.
    fn told_anew(&self, part: &Part) -> Option<BTreeMap<u32, Known<'b>>> {
        let tables = part.led.tables.as_ref().map(|tables| self.tables_of(&tables.now)).unwrap_or_default();
        let moved = tables.iter().zip(&self.sources).zip(0..);
        let moved = moved.filter(|((tables, known), _)| **tables != known.tables).map(|(_, at)| at);
        let moved: Vec<u32> = moved.collect();
        let sharers = self.sharers_now(part);
        let all =
            part.told.keys().chain(part.turned.sources.keys()).chain(part.users.keys()).chain(sharers.keys());
        let all = all.chain(&moved).filter(|at| (**at as usize) < self.sources.len());
        let mut renewed: BTreeMap<u32, Known<'b>> =
            all.map(|at| (*at, self.sources[*at as usize].clone())).collect();
        for (at, known) in &mut renewed {
            if let Some(both) = part.told.get(at) {
                known.uids = both.now.uids.iter().copied().map(number).collect();
                known.named.clone_from(&both.named);
            }
            if let Some(turn) = part.turned.sources.get(at) {
                known.asks = Marks::of(&turn.asks);
                known.declares = Marks::of(&turn.declares);
                known.is_packed = part.turned.is_packed(*at);
                known.passes.clone_from(part.led.passes.get(at)?);
            }
            if let Some(sharers) = sharers.get(at) {
                known.sharers.extend(sharers);
                known.sharers.sort_unstable();
                known.sharers.dedup();
            }
            if let Some(users) = part.users.get(at) {
                known.users = users.clone();
            }
            if let Some(edges) = part.led.edges.get(at) {
                known.edges.clone_from(edges);
            }
            if let Some(answers) = part.answers.get(at) {
                known.answers = owned(answers);
            }
            if let Some(tables) = tables.get(*at as usize) {
                known.tables.clone_from(tables);
            }
        }
        Some(renewed)
    }

    /// Who shares what each source declares, of those that were told anew.
    fn sharers_now(&self, part: &Part) -> BTreeMap<u32, BTreeSet<u32>> {
        let mut sharers: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for (at, both) in part.told.iter().filter(|(at, _)| (**at as usize) < self.sources.len()) {
            let shared = both.now.list.iter().flat_map(|it| &it.shared);
            let owners = shared.filter_map(|it| self.position(both.now.ends.get(it)?.1.file()?));
            for owner in owners.filter(|owner| owner != at) {
                sharers.entry(owner).or_default().insert(*at);
            }
        }
        sharers
    }

    /// The roots of the tables in which each source stands, where these hold the ends `tables`.
    fn tables_of(&self, tables: &[Vec<u32>]) -> Vec<Vec<u64>> {
        let mut of = vec![Vec::new(); self.sources.len()];
        for members in tables {
            let Some(root) = members.first().and_then(|root| self.uids(*root).next()) else { continue };
            for at in members {
                if let Some(tables) = of.get_mut(*at as usize) {
                    tables.push(number(root));
                }
            }
        }
        of
    }
}

/// Notes what is taken of `others` now, which are counted from `first` on, and of packages their users; `None` where one of them is
/// not there.
fn take_anew(others: &mut [Other<'_>], first: usize, part: &Part) -> Option<()> {
    for (end, spoken) in &part.led.others {
        others.get_mut((*end as usize).checked_sub(first)?)?.taken = owned(&spoken.taken);
    }
    for (end, users) in part.users.iter().filter(|(end, _)| **end as usize >= first) {
        others.get_mut(*end as usize - first)?.users = users.clone();
    }
    Some(())
}

/// Bytes that are written one behind the other, most of them as they stand in others.
struct Pieces<'b> {
    bytes: &'b [u8],
    done: Vec<Cow<'b, [u8]>>,
    /// Which of the bytes come next.
    copied: Range<usize>,
    /// Most is copied.
    copies: bool,
}

impl Pieces<'_> {
    fn add(&mut self, it: &impl Serialize) -> Option<()> {
        self.leave();
        let last = self.done.pop_if(|last| matches!(last, Cow::Owned(_)));
        // Where all has other numbers all is written into one.
        let room = || Vec::with_capacity(if self.copies { 0 } else { self.bytes.len() });
        let last = postcard::to_extend(it, last.map_or_else(room, Cow::into_owned)).ok()?;
        self.done.push(Cow::Owned(last));
        Some(())
    }

    fn copy(&mut self, range: Range<usize>) {
        if self.copied.end != range.start {
            self.leave();
            self.copied.start = range.start;
        }
        self.copied.end = range.end;
    }

    fn leave(&mut self) {
        let copied = std::mem::take(&mut self.copied);
        if !copied.is_empty() {
            self.done.push(Cow::Borrowed(&self.bytes[copied]));
        }
    }
}
