//! Sources and their course with other numbers for the ends of edges.

use std::collections::BTreeSet;

use super::ground::{Course, Known};

/// The ends of edges without those that are `gone`.
pub(super) struct Left(Vec<u32>);

impl Left {
    pub(super) fn of(gone: &BTreeSet<u32>) -> Self {
        Self(gone.iter().copied().collect())
    }

    /// What has the number `at` is called so; `None` where it is gone.
    pub(super) fn end(&self, at: u32) -> Option<u32> {
        let place = self.0.partition_point(|gone| *gone < at);
        (self.0.get(place) != Some(&at)).then(|| at - u32::try_from(place).unwrap_or(at))
    }
}

/// Gives what is said of the source the numbers of `end`; `None` where something that it leads to, or that uses it, has none.
pub(super) fn source(known: &mut Known<'_>, end: &dyn Fn(u32) -> Option<u32>) -> Option<()> {
    for ends in [&mut known.edges, &mut known.passes] {
        renumber(ends, end)?;
    }
    // These may be more than there are.
    for ends in [&mut known.named, &mut known.sharers] {
        ends.retain_mut(|at| end(*at).map(|now| *at = now).is_some());
    }
    known.users.renumber(end)
}

/// The same of the course; what has no number is no part of a package.
pub(super) fn course<'b>(course: Course<'b>, end: &dyn Fn(u32) -> Option<u32>) -> Option<Course<'b>> {
    let Course { mut roots, homes, mut members } = course;
    for root in &mut roots {
        root.at = end(root.at)?;
    }
    let homes = homes.into_iter().map(|(table, at)| Some((table, end(at)?))).collect::<Option<_>>()?;
    for (at, ends) in &mut members {
        (*at, *ends) = (end(*at)?, ends.iter().filter_map(|at| end(*at)).collect());
    }
    Some(Course { roots, homes, members })
}

fn renumber(ends: &mut [u32], end: &dyn Fn(u32) -> Option<u32>) -> Option<()> {
    ends.iter_mut().try_for_each(|at| end(*at).map(|now| *at = now))
}
