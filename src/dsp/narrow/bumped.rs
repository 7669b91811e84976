//! The ground where packages from elsewhere are taken in other versions: the answers that tell of these, and what is said of
//! the packages. Imports lead where they led.

use std::collections::BTreeMap;

use bstr::Finder;
use resolvers::bumps::{Bump, Bumps, Reach};
use resolvers::path::{RepoPath, strip_dir};
use resolvers::target::{Resolved, Target};

use super::super::desired::{DesiredEntity, Identity, external};
use super::super::text::external::{Taken, Use};
use super::ground::{Ground, owned, uid};
use super::others::{Spoken, versioned};
use crate::graph::External;

/// The packages of which another version is to be told, by the ends of edges to them.
#[derive(Default)]
pub struct Bumped(pub(super) BTreeMap<u32, Spoken>);

impl Ground<'_> {
    /// With the versions that the configuration files in `all` have now. `None` where it is not known what follows.
    #[must_use]
    pub fn bumped(mut self, all: &[(RepoPath, Bumps)]) -> Option<(Self, Bumped)> {
        let all = || all.iter().flat_map(|(file, bumps)| bumps.versions.iter().map(move |it| (file, it)));
        // What nobody imports is no entity.
        let package = |bump: &Bump| {
            let Bump { ecosystem, package, .. } = bump;
            let end = self.end(&Identity::External { ecosystem, name: package.clone() })?;
            Some((end, External { ecosystem, name: package.clone(), version: None }))
        };
        let packages: BTreeMap<u32, External> = all().filter_map(|(_, bump)| package(bump)).collect();
        if packages.is_empty() {
            return Some((self, Bumped::default()));
        }
        let before: Vec<Told> =
            packages.iter().map(|(end, named)| self.told(*end, named)).collect::<Option<_>>()?;
        let bumps: Vec<(&RepoPath, &Bump)> =
            all().filter(|(_, bump)| packages.values().any(|it| it.name == bump.package)).collect();
        // Where only a test speaks of it, there is no edge.
        let names: Vec<Finder<'_>> = packages.values().map(|it| Finder::new(&it.name)).collect();
        let speaking = self.filter(|known| names.iter().any(|name| name.find(&known.answers.0).is_some()));
        for at in speaking.collect::<Vec<u32>>() {
            self.bump(at, &bumps)?;
        }
        let mut spoken = BTreeMap::new();
        for ((end, named), before) in packages.into_iter().zip(before) {
            let now = self.told(end, &named)?;
            if before.external != now.external {
                let other = self.other_at(end)?;
                let (uid, taken) = (uid(other.uid), other.taken.0.to_vec());
                spoken.insert(end, Spoken { uid, before: before.entity(), now: now.entity(), taken });
            }
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
        if is_other {
            self.sources[at as usize].answers = owned(&postcard::to_stdvec(&answers).ok()?);
            // It is not what was read any more.
            if let Some(place) = self.read.1.get_mut(at as usize) {
                *place = 0..0;
            }
        }
        Some(())
    }
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
