//! The ground of fewer sources than it was made of: once nothing is said of some of them any more, they are taken out.

use std::collections::BTreeSet;

use super::super::users::Best;
use super::ground::{Course, Known, owned};

/// `sources` and their `course` without those that are `gone`; `None` where somebody leads there still.
pub(super) fn shrunk<'b>(
    sources: Vec<Known<'b>>,
    course: &Course<'b>,
    gone: &BTreeSet<u32>,
) -> Option<(Vec<Known<'b>>, Course<'b>)> {
    let gone = Gone(gone.iter().copied().collect());
    let stays = sources.into_iter().zip(0..).filter(|(_, at)| gone.end(*at).is_some());
    let stays = stays.map(|(known, _)| gone.source(known)).collect::<Option<_>>()?;
    Some((stays, gone.course(course)?))
}

/// The sources that are gone, ascending.
struct Gone(Vec<u32>);

impl Gone {
    /// The number of now of what had the number `at`, which is that of a source or another end of edges.
    fn end(&self, at: u32) -> Option<u32> {
        let before = self.0.partition_point(|gone| *gone < at);
        (self.0.get(before) != Some(&at)).then(|| at - u32::try_from(before).unwrap_or(at))
    }

    fn ends(&self, ends: &[u32]) -> Option<Vec<u32>> {
        ends.iter().map(|at| self.end(*at)).collect()
    }

    fn source<'b>(&self, mut known: Known<'b>) -> Option<Known<'b>> {
        known.edges = self.ends(&known.edges)?;
        known.passes = self.ends(&known.passes)?;
        // These may be more than there are.
        known.named = known.named.iter().filter_map(|at| self.end(*at)).collect();
        known.sharers = known.sharers.iter().filter_map(|at| self.end(*at)).collect();
        let mut users: Vec<(u32, Best<'_>)> = postcard::from_bytes(&known.users.0).ok()?;
        for it in users.iter_mut().flat_map(|(_, best)| &mut best.uses) {
            (it.source, it.of.source) = (self.end(it.source)?, self.end(it.of.source)?);
        }
        let users = owned(&postcard::to_stdvec(&users).ok()?);
        known.users = users;
        Some(known)
    }

    fn course<'b>(&self, course: &Course<'b>) -> Option<Course<'b>> {
        let Course { mut roots, homes, mut members } = course.clone();
        for root in &mut roots {
            root.at = self.end(root.at)?;
        }
        let homes = homes.into_iter().filter_map(|(table, at)| Some((table, self.end(at)?))).collect();
        for (at, ends) in &mut members {
            (*at, *ends) = (self.end(*at)?, self.ends(ends)?);
        }
        Some(Course { roots, homes, members })
    }
}
