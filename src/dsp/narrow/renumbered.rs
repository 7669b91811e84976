//! Sources and their course with other numbers for the ends of edges.

use super::super::users::Best;
use super::ground::{Bytes, Course, Known, Other, owned};

/// The source with the numbers that `end` gives; `None` where it leads to what has none, or somebody there uses it.
pub(super) fn source<'b>(mut known: Known<'b>, end: &dyn Fn(u32) -> Option<u32>) -> Option<Known<'b>> {
    for ends in [&mut known.edges, &mut known.passes] {
        *ends = renumbered(ends, end)?;
    }
    // These may be more than there are.
    for ends in [&mut known.named, &mut known.sharers] {
        *ends = ends.iter().filter_map(|at| end(*at)).collect();
    }
    known.users = users(known.users, end)?;
    Some(known)
}

/// The same of the packages among `others`, which stand behind so many `sources` in the `course`.
pub(super) fn packages<'b>(
    mut others: Vec<Other<'b>>,
    course: &Course<'_>,
    sources: usize,
    end: &dyn Fn(u32) -> Option<u32>,
) -> Option<Vec<Other<'b>>> {
    for (at, _) in &course.members {
        let package = others.get_mut((*at as usize).checked_sub(sources)?)?;
        package.taken = users(std::mem::replace(&mut package.taken, owned(&[])), end)?;
    }
    Some(others)
}

fn users<'b>(kept: Bytes<'b>, end: &dyn Fn(u32) -> Option<u32>) -> Option<Bytes<'b>> {
    let mut users: Vec<(u32, Best<'_>)> = postcard::from_bytes(&kept.0).ok()?;
    if users.is_empty() {
        return Some(kept);
    }
    for it in users.iter_mut().flat_map(|(_, best)| &mut best.uses) {
        (it.source, it.of.source) = (end(it.source)?, end(it.of.source)?);
    }
    Some(owned(&postcard::to_stdvec(&users).ok()?))
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

fn renumbered(ends: &[u32], end: &dyn Fn(u32) -> Option<u32>) -> Option<Vec<u32>> {
    ends.iter().map(|at| end(*at)).collect()
}
