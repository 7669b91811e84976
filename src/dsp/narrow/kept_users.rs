//! The users of what a source or a package declares, as the ground keeps them.
//!
//! Who they are stands apart from what is said of them: that stays as it stands when sources come or go, and is not even read then.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::super::users::{Best, Use};
use super::ground::Bytes;

/// Those that say most of each symbol, by the symbols.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KeptUsers<'b> {
    /// Whoever uses it, and itself, by their numbers as ends of edges; sorted.
    ends: Vec<u32>,
    /// What is said, in which they are called by their places in that list; empty where nobody uses it.
    #[serde(borrow)]
    said: Bytes<'b>,
}

impl KeptUsers<'_> {
    /// `None` where they cannot be written.
    pub(super) fn of<'a>(bests: impl Iterator<Item = (u32, &'a Best<'a>)>) -> Option<KeptUsers<'static>> {
        let mut bests: Vec<(u32, Best<'a>)> = bests.map(|(symbol, best)| (symbol, best.clone())).collect();
        if bests.is_empty() {
            return Some(KeptUsers::default());
        }
        let uses = bests.iter().flat_map(|(_, best)| &best.uses);
        let mut ends: Vec<u32> = uses.flat_map(|it| [it.source, it.of.source]).collect();
        ends.sort_unstable();
        ends.dedup();
        // The order of the places is that of the numbers, so that the uses stay in theirs.
        call(&mut bests, |end| u32::try_from(ends.binary_search(&end).ok()?).ok())?;
        let said = postcard::to_stdvec(&bests).ok()?;
        Some(KeptUsers { ends, said: Bytes(Cow::Owned(said)) })
    }

    pub(super) fn read(&self) -> Option<Vec<(u32, Best<'_>)>> {
        if self.said.0.is_empty() {
            return Some(Vec::new());
        }
        let mut bests: Vec<(u32, Best<'_>)> = postcard::from_bytes(&self.said.0).ok()?;
        call(&mut bests, |place| self.ends.get(place as usize).copied())?;
        Some(bests)
    }

    /// Gives them the numbers of `end`, which leaves their order; `None` where one has none.
    pub(super) fn renumber(&mut self, end: &dyn Fn(u32) -> Option<u32>) -> Option<()> {
        self.ends.iter_mut().try_for_each(|at| end(*at).map(|now| *at = now))
    }
}

/// Calls the sources in all uses as `called` says.
fn call(bests: &mut [(u32, Best<'_>)], called: impl Fn(u32) -> Option<u32>) -> Option<()> {
    let uses = bests.iter_mut().flat_map(|(_, best)| &mut best.uses);
    let mut each = uses.flat_map(|Use { source, of, .. }| [source, &mut of.source]);
    each.try_for_each(|at| called(*at).map(|now| *at = now))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A symbol that each of `users` uses, which `owner` declares.
    fn best(owner: u32, users: &[u32]) -> Best<'static> {
        let mut best = Best::default();
        for user in users {
            best.add(Use::bare(owner, *user));
        }
        best
    }

    fn kept(bests: &[(u32, Best<'static>)]) -> KeptUsers<'static> {
        KeptUsers::of(bests.iter().map(|(symbol, best)| (*symbol, best))).unwrap()
    }

    #[test]
    fn they_are_read_as_they_were_written() {
        // The owner among its users, behind them as a package is, and before them.
        for owner in [5, 900, 0] {
            let bests = [(1, best(owner, &[3, 700])), (4, best(owner, &[4]))];
            assert_eq!(kept(&bests).read().unwrap(), bests);
        }
        assert_eq!(kept(&[]), KeptUsers::default());
        assert_eq!(KeptUsers::default().read().unwrap(), []);
    }

    #[test]
    fn other_numbers_are_written_as_if_they_had_been_there_at_once() {
        let end = |at: u32| (at != 13).then(|| at + at / 4 * 10);
        let mut users = kept(&[(1, best(5, &[3, 700]))]);
        users.renumber(&end).unwrap();
        assert_eq!(users, kept(&[(1, best(15, &[3, 2450]))]));
        assert!(kept(&[(1, best(5, &[3, 13]))]).renumber(&end).is_none());
    }

    #[test]
    fn what_is_damaged_is_read_as_nothing() {
        let users = kept(&[(1, best(5, &[3, 700]))]);
        assert!(KeptUsers { ends: vec![3, 5], ..users.clone() }.read().is_none());
        let said = Bytes(Cow::Borrowed(&users.said.0[..users.said.0.len() - 1]));
        assert!(KeptUsers { said, ..users.clone() }.read().is_none());
    }
}
