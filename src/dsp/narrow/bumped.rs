//! The ground where packages from elsewhere are taken in other versions: the answers that tell of these, and what is said of
//! the packages. Imports lead where they led.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use bstr::Finder;
use rayon::prelude::*;
use resolvers::bumps::{Bump, Bumps, Reach};
use resolvers::path::{RepoPath, strip_dir};
use resolvers::target::{Resolved, Target};

use super::super::desired::{DesiredEntity, Identity, external};
use super::super::text::external::{Taken, Use};
use super::ground::{Ground, Known, owned, uid};
use super::others::{Spoken, versioned};
use crate::graph::External;

/// The packages of which another version is to be told, by the ends of edges to them.
#[derive(Default)]
pub struct Bumped(pub(super) BTreeMap<u32, Spoken>);

impl Bumped {
    /// What both say, the other one later.
    #[must_use]
    pub fn then(mut self, Self(later): Self) -> Self {
        for (end, it) in later {
            match self.0.entry(end) {
                Entry::Vacant(place) => _ = place.insert(it),
                Entry::Occupied(mut known) => {
                    let before = known.get_mut().before.take();
                    known.insert(Spoken { before, ..it });
                }
            }
        }
        self
    }
}

impl<'b> Ground<'b> {
    /// With the versions that the configuration files in `all` have now. `None` where it is not known what follows.
    #[must_use]
    pub fn bumped(self, all: &[(RepoPath, Bumps)]) -> Option<(Self, Bumped)> {
        let all = || all.iter().flat_map(|(file, bumps)| bumps.versions.iter().map(move |it| (file, it)));
        let packages = self.externals(all().map(|(_, bump)| (bump.ecosystem, &bump.package[..])));
        let bumps: Vec<(&RepoPath, &Bump)> =
            all().filter(|(_, bump)| packages.values().any(|it| it.name == bump.package)).collect();
        let names: Vec<Finder<'_>> = packages.values().map(|it| Finder::new(&it.name)).collect();
        // Where only a test speaks of it, there is no edge.
        let is_speaking = |known: &Known<'_>| names.iter().any(|name| name.find(&known.answers.0).is_some());
        let speaking: Vec<u32> = self.filter(is_speaking).collect();
        let bump = |ground: &mut Self| speaking.iter().try_for_each(|at| ground.bump(*at, &bumps));
        self.telling(&packages, bump)
    }

    /// With other answers to the imports of some sources, which tell other versions of these packages alone.
    pub(super) fn reversioned(
        self,
        sources: &[(u32, Vec<Resolved>)],
        packages: &BTreeSet<(&'static str, String)>,
    ) -> Option<(Self, Bumped)> {
        let packages = self.externals(packages.iter().map(|(ecosystem, name)| (*ecosystem, &name[..])));
        self.telling(&packages, |ground| {
            sources.iter().try_for_each(|(at, answers)| ground.answer(*at, answers))
        })
    }

    /// The sources of which `is_one` says that they speak of one of `words`, sorted; it is told whether one stands in their answers.
    pub fn speaking(
        &self,
        words: &[Finder<'_>],
        is_one: impl Fn(&RepoPath, bool) -> bool + Sync,
    ) -> Vec<RepoPath> {
        let speaks = |known: &Known<'b>| {
            let path = RepoPath::new(&known.path.0).ok()?;
            let is_led = words.iter().any(|word| word.find(&known.answers.0).is_some());
            is_one(&path, is_led).then_some(path)
        };
        self.sources.par_iter().filter_map(speaks).collect()
    }

    /// The `named` packages, by the ends of edges to them. What nobody imports is no entity.
    fn externals<'n>(&self, named: impl Iterator<Item = (&'static str, &'n str)>) -> BTreeMap<u32, External> {
        let package = |(ecosystem, name): (&'static str, &str)| {
            let end = self.end(&Identity::External { ecosystem, name: name.to_owned() })?;
            Some((end, External { ecosystem, name: name.to_owned(), version: None }))
        };
        named.filter_map(package).collect()
    }

    /// With what `bump` does to the answers, and what is said of `packages` for that.
    fn telling(
        mut self,
        packages: &BTreeMap<u32, External>,
        bump: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<(Self, Bumped)> {
        let told = |ground: &Self| {
            packages.iter().map(|(end, named)| ground.told(*end, named)).collect::<Option<Vec<_>>>()
        };
        let before = told(&self)?;
        bump(&mut self)?;
        let now = told(&self)?;
        let mut spoken = BTreeMap::new();
        for (end, (before, now)) in packages.keys().zip(before.into_iter().zip(now)) {
            let other = self.other_at(*end)?;
            let (uid, taken) = (uid(other.uid), other.taken.0.to_vec());
            spoken
                .insert(*end, Spoken { uid, before: Some(before.entity()), now: Some(now.entity()), taken });
        }
        Some((self, Bumped(spoken)))
    }

    /// What is known of the external at `end`.
    fn told(&self, end: u32, named: &External) -> Option<Told> {
        let files: Vec<u32> = self.filter(|known| known.edges.contains(&end)).collect();
        let external = versioned(self, &files, named, &BTreeMap::new())?;
        let files = files.iter().map(|at| self.path(*at)).collect::<Option<_>>()?;
        let taken = postcard::from_bytes(&self.other_at(end)?.taken.0).ok()?;
        Some(Told { external, files, taken })
    }

    /// Puts the versions of now into the answers for the source at `at`.
    fn bump(&mut self, at: u32, bumps: &[(&RepoPath, &Bump)]) -> Option<()> {
        let path = self.path(at)?;
        let mut answers = self.answers(at)?;
        let mut is_other = false;
        for Resolved { targets, config, .. } in &mut answers {
            for target in targets {
                let Target::External { ecosystem, package, version } = target else { continue };
                let tells = |(file, bump): &&(&RepoPath, &Bump)| {
                    let reaches = match bump.reach {
                        Reach::Naming => config.as_ref() == Some(*file),
                        Reach::Below => strip_dir(path.as_bytes(), file.parent()).is_some(),
                    };
                    reaches && bump.ecosystem == *ecosystem && bump.package == *package
                };
                let mut telling = bumps.iter().filter(tells);
                let Some((_, bump)) = telling.next() else { continue };
                if telling.next().is_some() || version.as_ref() != Some(&bump.before) {
                    return None;
                }
                (*version, is_other) = (Some(bump.now.clone()), true);
            }
        }
        if is_other { self.answer(at, &answers) } else { Some(()) }
    }

    /// Puts these answers in place of those for the source at `at`.
    fn answer(&mut self, at: u32, answers: &[Resolved]) -> Option<()> {
        self.sources[at as usize].answers = owned(&postcard::to_stdvec(answers).ok()?);
        // It is not what was read any more.
        if let Some(place) = self.read.1.get_mut(at as usize) {
            *place = 0..0;
        }
        Some(())
    }
}

/// The packages of which `now` tells another version than `before`, by their ecosystems; `None` where it tells something else.
pub(super) fn versions(before: &[Resolved], now: &[Resolved]) -> Option<Vec<(&'static str, String)>> {
    let mut others = Vec::new();
    (before.len() == now.len()).then_some(())?;
    for (was, is) in before.iter().zip(now).filter(|(was, is)| was != is) {
        let is_so = was.how == is.how && was.config == is.config && was.targets.len() == is.targets.len();
        is_so.then_some(())?;
        for pair in was.targets.iter().zip(&is.targets).filter(|(was, is)| was != is) {
            let (
                Target::External { ecosystem, package, .. },
                Target::External { ecosystem: of, package: other, .. },
            ) = pair
            else {
                return None;
            };
            (ecosystem == of && package == other).then_some(())?;
            others.push((*of, package.clone()));
        }
    }
    Some(others)
}

/// What is known of an external.
struct Told {
    /// With its version.
    external: External,
    /// Who imports it.
    files: Vec<RepoPath>,
    taken: Taken<'static>,
}

impl Told {
    fn entity(&self) -> DesiredEntity {
        external(&self.external, &Use { files: self.files.iter().collect(), taken: self.taken.clone() })
    }
}
