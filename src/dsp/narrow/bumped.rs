//! The ground where packages from elsewhere are taken in other versions: the answers that tell of these, and what is said of
//! the packages. Imports lead where they led.

use std::collections::BTreeMap;

use resolvers::bumps::{Bump, Bumps};
use resolvers::path::{RepoPath, strip_dir};
use resolvers::target::{Resolved, Target};

use super::super::desired::{Identity, external};
use super::super::text::external::{Taken, Use};
use super::ground::{Ground, owned, uid};
use super::others::{Spoken, version};
use crate::graph::External;

/// The packages of which another version is to be told, by the ends of edges to them.
#[derive(Default)]
pub struct Bumped(pub(super) BTreeMap<u32, Spoken>);

impl Ground<'_> {
    /// With the versions that the configuration files in `all` have now. `None` where it is not known what follows.
    #[must_use]
    pub fn bumped(mut self, all: &[(RepoPath, Bumps)]) -> Option<(Self, Bumped)> {
        let mut packages: BTreeMap<u32, Vec<(&RepoPath, &Bump)>> = BTreeMap::new();
        for (file, bump) in
            all.iter().flat_map(|(file, bumps)| bumps.versions.iter().map(move |it| (file, it)))
        {
            let identity = Identity::External { ecosystem: bump.ecosystem, name: bump.package.clone() };
            // What nobody imports is no entity.
            if let Some(end) = self.end(&identity) {
                packages.entry(end).or_default().push((file, bump));
            }
        }
        let mut spoken = BTreeMap::new();
        for (end, bumps) in packages {
            let (_, Bump { ecosystem, package, .. }) = bumps.first()?;
            let files: Vec<u32> = self.filter(|known| known.edges.contains(&end)).collect();
            let named = |version| External { ecosystem, name: package.clone(), version };
            let before = version(&self, &files, &named(None), &BTreeMap::new());
            for at in &files {
                self.bump(*at, &bumps)?;
            }
            let now = version(&self, &files, &named(None), &BTreeMap::new());
            if before == now {
                continue;
            }
            let other = self.other_at(end)?;
            let taken: Taken<'static> = postcard::from_bytes(&other.taken.0).ok()?;
            let paths = files.iter().map(|at| self.path(*at)).collect::<Option<Vec<RepoPath>>>()?;
            let told = |version| {
                external(&named(version), &Use { files: paths.iter().collect(), taken: taken.clone() })
            };
            let it = Spoken {
                uid: uid(other.uid),
                before: told(before),
                now: told(now),
                taken: other.taken.0.to_vec(),
            };
            spoken.insert(end, it);
        }
        Some((self, Bumped(spoken)))
    }

    /// Puts the versions of now into the answers for the source at `at`.
    fn bump(&mut self, at: u32, bumps: &[(&RepoPath, &Bump)]) -> Option<()> {
        let path = self.path(at)?;
        let mut answers = self.answers(at)?;
        let mut is_other = false;
        for answer in &mut answers {
            let Resolved { targets, config, .. } = answer;
            for target in targets {
                let Target::External { ecosystem, package, version } = target else { continue };
                let mut tells = bumps.iter().filter(|(file, bump)| {
                    let is_meant = if bump.is_named {
                        config.as_ref() == Some(*file)
                    } else {
                        strip_dir(path.as_bytes(), file.parent()).is_some()
                    };
                    is_meant && bump.ecosystem == *ecosystem && bump.package == *package
                });
                let Some((_, bump)) = tells.next() else { continue };
                if tells.next().is_some() || version.as_ref() != Some(&bump.before) {
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
