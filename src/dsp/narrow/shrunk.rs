//! The ground of fewer sources than it was made of: once nothing is said of some of them any more, they are taken out.

use std::collections::BTreeSet;

use super::ground::{Course, Known, Other};
use super::renumbered;

/// What a ground tells of its sources, and by their numbers.
pub(super) type Numbered<'b> = (Vec<Known<'b>>, Vec<Other<'b>>, Course<'b>);

/// The same without those that are `gone`; `None` where somebody leads there still.
pub(super) fn shrunk<'b>(
    (sources, others, course): Numbered<'b>,
    gone: &BTreeSet<u32>,
) -> Option<Numbered<'b>> {
    let before: Vec<u32> = gone.iter().copied().collect();
    let end = |at: u32| {
        let place = before.partition_point(|gone| *gone < at);
        (before.get(place) != Some(&at)).then(|| at - u32::try_from(place).unwrap_or(at))
    };
    let homes = course.homes.iter().zip(0..).filter(|(_, source)| !gone.contains(source));
    let homes = homes.map(|(home, _)| *home).collect();
    let course = Course { homes, ..course };
    let others = renumbered::packages(others, &course, sources.len(), &end)?;
    let stays = sources.into_iter().zip(0..).filter(|(_, at)| !gone.contains(at));
    let stays = stays.map(|(known, _)| renumbered::source(known, &end)).collect::<Option<_>>()?;
    Some((stays, others, renumbered::course(course, &end)?))
}
