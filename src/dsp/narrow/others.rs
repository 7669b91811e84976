//! What is no source, and what is said of it, before and now: externals of which some sources take something else, and
//! files that no language reads.

use std::collections::{BTreeMap, BTreeSet};

use memchr::memmem::Finder;
use resolvers::path::RepoPath;
use resolvers::target::{Resolved, Target};

use super::super::desired::{DesiredEntity, Identity, asset, external};
use super::super::text::external::{Taken, Use};
use super::course::Routing;
use super::ground::{Ground, uid};
use super::leads::{Leads, LedTo};
use super::{Retold, Says, Side, World};
use crate::graph::External;
use crate::identity::Uid;

/// An entity that is no source.
pub(super) struct Spoken {
    pub(super) uid: Uid,
    /// None where it was none, or is none any more.
    pub(super) before: Option<DesiredEntity>,
    pub(super) now: Option<DesiredEntity>,
    /// What is taken of it now, as the ground keeps it.
    pub(super) taken: Vec<u8>,
}

impl Spoken {
    /// The file of `retold`, by the end of edges to it; `None` where it is no entity. Who uses it does so as before.
    pub(super) fn of(ground: &Ground<'_>, Retold { path, before, now }: &Retold) -> Option<(u32, Self)> {
        let end = ground.end(&Identity::File(path.clone()))?;
        let other = ground.other_at(end)?;
        let files: Vec<RepoPath> = (ground.filter(|known| known.edges.contains(&end)))
            .map(|at| ground.path(at))
            .collect::<Option<_>>()?;
        let used = Use { files: files.iter().collect(), taken: other.taken()? };
        let said = |Says(text): &Says| Some(asset(path, text.as_deref(), &used));
        Some((
            end,
            Self { uid: uid(other.uid), before: said(before), now: said(now), taken: other.taken.0.to_vec() },
        ))
    }
}

/// All of which the sources that lead as `before` and `now` take something else now, by their ends; `answers` are those of
/// these sources now. `None` where it is not known what is taken.
pub(super) fn others(
    ground: &Ground<'_>,
    (before, now): (&BTreeMap<u32, Leads>, &BTreeMap<u32, Leads>),
    (was, is): (&Routing<'_>, &Routing<'_>),
    (answers, world): (&BTreeMap<u32, Vec<Resolved>>, &dyn World),
) -> Option<BTreeMap<u32, Spoken>> {
    let none = BTreeMap::new();
    let mut spoken = BTreeMap::new();
    for end in before.values().chain(now.values()).flat_map(|it| it.others.keys()).collect::<BTreeSet<_>>() {
        let (less, more) = (taken_of(*end, before), taken_of(*end, now));
        if less == more {
            continue;
        }
        let mut known = before.values().chain(now.values()).filter_map(|it| it.others.get(end));
        let led_to = &known.next()?.0;
        let other = ground.other_at(*end)?;
        let kept = other.taken()?;
        let mut taken = kept.clone();
        less.values().try_for_each(|(_, it)| taken.remove(it))?;
        for (_, it) in more.into_values() {
            taken.add(it.clone());
        }
        let told = |routing: &Routing<'_>, taken: &Taken<'static>, side: Side| {
            let files = routing.before(*end).collect::<Vec<u32>>();
            let paths = files.iter().map(|at| ground.path(*at)).collect::<Option<Vec<RepoPath>>>()?;
            let used = Use { files: paths.iter().collect(), taken: taken.clone() };
            match led_to {
                LedTo::External(named) => {
                    let answers = if side == Side::Now { answers } else { &none };
                    Some(external(&versioned(ground, &files, named, answers)?, &used))
                }
                LedTo::Asset(path) => {
                    let Says(text) = world.asset(path, side)?;
                    Some(asset(path, text.as_deref(), &used))
                }
            }
        };
        let before = if was.leads_to(*end) { Some(told(was, &kept, Side::Before)?) } else { None };
        let now = if is.leads_to(*end) { Some(told(is, &taken, Side::Now)?) } else { None };
        let taken = postcard::to_stdvec(&taken).ok()?;
        spoken.insert(*end, Spoken { uid: uid(other.uid), before, now, taken });
    }
    Some(spoken)
}

/// What each source takes of what is at `end`.
fn taken_of(end: u32, leads: &BTreeMap<u32, Leads>) -> BTreeMap<u32, &(LedTo, Taken<'static>)> {
    leads.iter().filter_map(|(at, it)| Some((*at, it.others.get(&end)?))).collect()
}

/// The external `named`, with the version that the first of `files` gives which gives any. `None` where that gives several: an
/// import of which the graph knows nothing may be one of them.
pub(super) fn versioned(
    ground: &Ground<'_>,
    files: &[u32],
    named: &External,
    answers: &BTreeMap<u32, Vec<Resolved>>,
) -> Option<External> {
    let given = |target: &Target| match target {
        Target::External { ecosystem, package, version }
            if *ecosystem == named.ecosystem && *package == named.name =>
        {
            version.clone()
        }
        _ => None,
    };
    // There may be a thousand files that give none.
    let word = giving(&named.name);
    let word = Finder::new(&word);
    let may_give = |at: &&u32| {
        let told = ground.sources.get(**at as usize).map_or(&[][..], |it| &it.answers.0);
        answers.contains_key(at) || word.find(told).is_some()
    };
    for at in files.iter().filter(may_give) {
        let known = if answers.contains_key(at) { None } else { ground.answers(*at) };
        let all = known.as_ref().or_else(|| answers.get(at))?;
        let mut versions = all.iter().flat_map(|it| &it.targets).filter_map(given);
        if let Some(version) = versions.next() {
            let is_one = versions.all(|other| other == version);
            return is_one.then(|| External { version: Some(version), ..named.clone() });
        }
    }
    Some(External { version: None, ..named.clone() })
}

/// What stands in answers, as a ground keeps them, that give a version of `package`, and in few others: its name, and that there
/// is one.
fn giving(package: &str) -> Vec<u8> {
    [package.as_bytes(), &[1]].concat()
}

#[cfg(test)]
mod tests {
    use resolvers::target::How;

    use super::*;

    #[test]
    fn who_gives_a_version_is_found() {
        let check = |version: Option<&str>| {
            let version = version.map(str::to_owned);
            let target = Target::External { ecosystem: "npm", package: "acme".to_owned(), version };
            let answers = vec![Resolved { targets: vec![target], how: How::None, config: None }];
            let kept = postcard::to_stdvec(&answers).unwrap();
            Finder::new(&giving("acme")).find(&kept).is_some()
        };
        assert_eq!([check(None), check(Some("1.2.0")), check(Some(""))], [false, true, true]);
    }
}
