//! The markers of one file by what they speak of.

use resolvers::facts::{FileFacts, Marker, Subject};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Spot, Wish, is_ours, uid_of};
use crate::identity::Uid;

/// Where which markers stand.
pub(super) struct Standing<'f> {
    facts: &'f FileFacts,
    of: FxHashMap<Subject, Vec<&'f Marker>>,
}

impl<'f> Standing<'f> {
    pub(super) fn of(facts: &'f FileFacts) -> Self {
        let mut of: FxHashMap<Subject, Vec<&Marker>> = FxHashMap::default();
        for marker in facts.markers.iter().filter(|marker| is_ours(marker)) {
            of.entry(marker.subject).or_default().push(marker);
        }
        Self { facts, of }
    }

    /// Whether a marker says already what is wished.
    pub(super) fn fulfils(&self, wish: &Wish) -> bool {
        self.all_at(&wish.spot).any(|it| uid_of(it) == Some(wish.uid))
    }

    /// The marker that says what is wished, else the one that stands where it should be said.
    pub(super) fn at(&self, wish: &Wish) -> Option<&'f Marker> {
        let right = self.all_at(&wish.spot).find(|it| uid_of(it) == Some(wish.uid));
        right.or_else(|| self.all_at(&wish.spot).next())
    }

    /// The markers with the uid of one of `wishes` that are not the one marker of it, in order: somebody put a statement
    /// between the two, or copied a line. One that shall say another uid in its place is none of them.
    pub(super) fn strays(&self, wishes: &[Wish]) -> Vec<&'f Marker> {
        let uids: FxHashSet<Uid> = wishes.iter().map(|wish| wish.uid).collect();
        let kept: FxHashSet<u32> =
            wishes.iter().filter_map(|wish| self.at(wish)).map(|it| it.span.start).collect();
        let is_stray = |marker: &&Marker| {
            !kept.contains(&marker.span.start) && uid_of(marker).is_some_and(|uid| uids.contains(&uid))
        };
        self.facts.markers.iter().filter(is_stray).collect()
    }

    fn all_at(&self, spot: &Spot) -> impl Iterator<Item = &'f Marker> {
        let symbols: &[u32] = match spot {
            Spot::File => &[],
            Spot::Symbols(symbols) => symbols,
        };
        let file = (*spot == Spot::File).then_some(Subject::File);
        let subjects = file.into_iter().chain(symbols.iter().copied().map(Subject::Symbol));
        subjects.filter_map(|subject| self.of.get(&subject)).flatten().copied()
    }
}
