//! The ground of fewer sources than it was made of: once nothing is said of some of them any more, they are taken out.

use std::collections::BTreeSet;

use super::ground::{Course, Known};
use super::renumbered;

/// `sources` and their `course` without those that are `gone`; `None` where somebody leads there still.
pub(super) fn shrunk<'b>(
    sources: Vec<Known<'b>>,
    course: &Course<'b>,
    gone: &BTreeSet<u32>,
) -> Option<(Vec<Known<'b>>, Course<'b>)> {
    let before: Vec<u32> = gone.iter().copied().collect();
    let end = |at: u32| {
        let place = before.partition_point(|gone| *gone < at);
        (before.get(place) != Some(&at)).then(|| at - u32::try_from(place).unwrap_or(at))
    };
    let stays = sources.into_iter().zip(0..).filter(|(_, at)| !gone.contains(at));
    let stays = stays.map(|(known, _)| renumbered::source(known, &end)).collect::<Option<_>>()?;
    Some((stays, renumbered::course(course.clone(), &end)?))
}
