//! The best pairs of two lists, none of them a guess.

use rustc_hash::{FxHashMap, FxHashSet};

/// More pairs than this are not compared one by one.
pub(super) const MAX_PAIRS: usize = 200 * 200;

/// Positions in both lists, and how good they are together.
pub(super) type Candidate<S> = (S, usize, usize);

/// The pairs to be had, the best first. Of those that are equally good and share an end none is taken, and neither is
/// anything worse for that end.
pub(super) fn best<S: Ord + Copy>(mut candidates: Vec<Candidate<S>>) -> Vec<(usize, usize)> {
    candidates.sort_by(|a, b| b.0.cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let (mut left, mut right) = (FxHashSet::default(), FxHashSet::default());
    let mut pairs = Vec::new();
    for equal in candidates.chunk_by(|a, b| a.0 == b.0) {
        let is_free = |(_, a, b): &&Candidate<S>| !left.contains(a) && !right.contains(b);
        let open: Vec<(usize, usize)> = equal.iter().filter(is_free).map(|(_, a, b)| (*a, *b)).collect();
        let lefts = count(open.iter().map(|(a, _)| *a));
        let rights = count(open.iter().map(|(_, b)| *b));
        pairs.extend(open.iter().filter(|(a, b)| lefts[a] == 1 && rights[b] == 1));
        left.extend(open.iter().map(|(a, _)| *a));
        right.extend(open.iter().map(|(_, b)| *b));
    }
    pairs
}

fn count(ends: impl Iterator<Item = usize>) -> FxHashMap<usize, usize> {
    let mut counts = FxHashMap::default();
    ends.for_each(|end| *counts.entry(end).or_default() += 1);
    counts
}

#[cfg(test)]
mod tests {
    use super::best;

    #[test]
    fn the_best_first_and_no_guess_between_equals() {
        assert_eq!(best(vec![(5, 0, 0), (9, 0, 1), (7, 1, 1), (3, 1, 0)]), [(0, 1), (1, 0)]);
        assert_eq!(best(vec![(5, 0, 0), (5, 0, 1), (4, 0, 2), (4, 1, 3)]), [(1, 3)]);
    }
}
