//! The ground of more sources than it was made of: the new ones stand among the others as sources that say nothing and are
//! no entities, so that what they say is one more change.
//!
//! Only where nobody asked for them before they were there, or where all imports are answered anew: else what others import
//! may lead elsewhere now.

use std::collections::{BTreeMap, BTreeSet};

use resolvers::path::RepoPath;
use resolvers::project::Absences;
use resolvers::target::{Resolved, Target};

use super::super::desired::Identity;
use super::super::identify::birth;
use super::super::roots::{Entrance, Homes};
use super::super::text::external::Taken;
use super::ground::{Course, Entered, Ground, HandsOn, Known, Marks, Other, key, number, owned};
use super::kept_users::KeptUsers;
use super::{World, renumbered};
use crate::identity::Uid;

impl Ground<'_> {
    /// Whether nobody but who imports the files `gone`, and knows that, is concerned by that they are there no more.
    #[must_use]
    pub fn may_lose<'p>(&self, gone: impl IntoIterator<Item = &'p RepoPath>) -> bool {
        gone.into_iter().all(|path| self.absences.as_ref().is_some_and(|it| !it.rest_on(path.as_bytes())))
    }

    /// Whether nobody but who imports the files `new` and `idle` is concerned by that they are there.
    #[must_use]
    pub fn may_gain(&self, new: &[RepoPath], idle: &[RepoPath]) -> bool {
        let is_free =
            |path| self.absences.as_ref().is_some_and(|it: &Absences| !it.tell_of(RepoPath::as_bytes(path)));
        new.iter().chain(idle).all(is_free)
    }

    /// With sources at the paths `new`, which are sorted. `None` where one is there, or the first of a package.
    #[must_use]
    pub fn with(mut self, new: &[RepoPath]) -> Option<Self> {
        if new.is_empty() {
            return Some(self);
        }
        let place =
            |path: &RepoPath| self.sources.binary_search_by(|it| (*it.path.0).cmp(path.as_bytes())).err();
        let places = new.iter().map(place).collect::<Option<Vec<usize>>>()?;
        let shift = Shift::of(places, self.sources.len())?;
        let tables = self.course.as_ref()?.tables(new)?;
        // The first file of a directory makes that a package, which others may look for.
        let packed = new.iter().enumerate().filter(|(_, path)| resolvers::is_of_package(path));
        let packed = packed.map(|(at, path)| Some((self.package(path.parent())?, at)));
        let packed = packed.collect::<Option<Vec<_>>>()?;
        self.renumber(&|at| shift.end(at))?;
        let course = self.course?;
        self.course = Some(shift.course(course, &tables, &packed)?);
        let said_nothing = new.iter().map(said_nothing).collect::<Option<Vec<_>>>()?;
        self.sources = merged(self.sources, said_nothing, &shift.places);
        Some(self)
    }
}

impl Ground<'_> {
    /// With the externals, and the files that no language reads, to which `answers` lead and to which nobody led, as entities
    /// of which nothing was said, and `ends` as they are called then. `None` where something stands in the place of one.
    pub(super) fn with_others<'r, T>(
        mut self,
        answers: impl Iterator<Item = &'r Resolved>,
        ends: BTreeMap<u32, T>,
        world: &dyn World,
    ) -> Option<(Self, BTreeMap<u32, T>)> {
        let mut new: BTreeMap<Vec<u8>, Uid> = BTreeMap::new();
        for target in answers.flat_map(|it| &it.targets) {
            let identity = match target {
                Target::External { ecosystem, package: name, .. } | Target::Builtin { ecosystem, name } => {
                    Identity::External { ecosystem, name: name.clone() }
                }
                Target::Source(path) if resolvers::language_of(path).is_none() => {
                    Identity::File(path.clone())
                }
                _ => continue,
            };
            if self.end(&identity).is_none() {
                new.insert(key(&identity), birth(&identity, |_| false));
            }
        }
        if new.is_empty() {
            return Some((self, ends));
        }
        let uids: BTreeSet<Uid> = new.values().copied().collect();
        if uids.len() < new.len() || uids.iter().any(|uid| !world.list(&format!("{uid}/")).is_empty()) {
            return None;
        }
        let old = self.sources.len();
        let place =
            |key: &Vec<u8>| Some(old + self.others.binary_search_by(|it| (*it.key.0).cmp(key)).err()?);
        let places = new.keys().map(place).collect::<Option<Vec<usize>>>()?;
        let end =
            |at: u32| at + u32::try_from(places.partition_point(|place| *place <= at as usize)).unwrap_or(0);
        self.renumber(&end)?;
        let course = self.course?;
        self.course = Some(renumbered::course(course, &|at| Some(end(at)))?);
        self.reworded = self.reworded.into_iter().map(|(at, it)| (end(at), it)).collect();
        let nothing = postcard::to_stdvec(&Taken::default()).ok()?;
        let other = |(key, uid): (Vec<u8>, Uid)| Other {
            key: owned(&key),
            uid: number(uid),
            taken: owned(&nothing),
            users: KeptUsers::default(),
        };
        let among: Vec<usize> = places.iter().map(|place| place - old).collect();
        self.others = merged(self.others, new.into_iter().map(other).collect(), &among);
        let fresh = places.iter().enumerate().map(|(nth, place)| u32::try_from(place + nth).ok());
        self.fresh = fresh.collect::<Option<_>>()?;
        Some((self, ends.into_iter().map(|(at, it)| (end(at), it)).collect()))
    }
}

impl Ground<'_> {
    /// Gives what is said of sources, and of who uses packages, the numbers of `end`; the sources are no more what was read.
    fn renumber(&mut self, end: &dyn Fn(u32) -> u32) -> Option<()> {
        self.read.1.clear();
        let end = |at| Some(end(at));
        self.sources.iter_mut().try_for_each(|known| renumbered::source(known, &end))?;
        self.others.iter_mut().try_for_each(|other| other.users.renumber(&end))
    }
}

/// `old` with each of `new` before what stands at its place.
fn merged<T>(old: Vec<T>, new: Vec<T>, places: &[usize]) -> Vec<T> {
    let mut merged = Vec::with_capacity(old.len() + new.len());
    let mut new = new.into_iter().zip(places).peekable();
    for (at, it) in old.into_iter().enumerate() {
        while let Some((new, _)) = new.next_if(|(_, place)| **place <= at) {
            merged.push(new);
        }
        merged.push(it);
    }
    merged.extend(new.map(|(new, _)| new));
    merged
}

/// A source of which nothing is known but where it lies.
fn said_nothing(path: &RepoPath) -> Option<Known<'static>> {
    let none = owned(&postcard::to_stdvec(&Vec::<u8>::new()).ok()?);
    Some(Known {
        path: owned(path.as_bytes()),
        uids: Vec::new(),
        users: KeptUsers::default(),
        answers: none,
        edges: Vec::new(),
        passes: Vec::new(),
        named: Vec::new(),
        sharers: Vec::new(),
        tables: Vec::new(),
        is_vendored: false,
        hands_on: HandsOn::Nothing,
        is_root: false,
        is_packed: false,
        asks: Marks::of(&[]),
        declares: Marks::of(&[]),
    })
}

impl Course<'_> {
    /// The table in which each of `new` stands where no other has it.
    fn tables(&self, new: &[RepoPath]) -> Option<Vec<u32>> {
        let paths =
            self.roots.iter().map(|root| RepoPath::new(&root.path.0).ok()).collect::<Option<Vec<_>>>()?;
        let entrances = self.roots.iter().zip(&paths).map(|(root, path)| {
            let Entered { scope, package, .. } = root;
            Entrance { path, scope: &scope.0, package: &package.0 }
        });
        let homes = Homes::of(entrances);
        new.iter().map(|path| u32::try_from(homes.of_file(path)).ok()).collect()
    }
}

/// From the numbers of before to those with the new sources.
struct Shift {
    /// Where the new ones come, as places among the old ones.
    places: Vec<usize>,
    /// How many old ones there are, and how many new ones.
    old: u32,
    new: u32,
}

impl Shift {
    fn of(places: Vec<usize>, old: usize) -> Option<Self> {
        let (old, new) = (u32::try_from(old).ok()?, u32::try_from(places.len()).ok()?);
        Some(Self { places, old, new })
    }

    /// The number of what had the number `at`, which is that of a source or another end of edges.
    fn end(&self, at: u32) -> u32 {
        if at >= self.old {
            return at + self.new;
        }
        let before = self.places.partition_point(|place| *place <= at as usize);
        at + u32::try_from(before).unwrap_or(self.new)
    }

    /// The course with the new ones, which stand in `tables`, or as parts of packages: `packed` are these and which of the new
    /// ones is theirs.
    fn course<'b>(&self, course: Course<'b>, tables: &[u32], packed: &[(u32, usize)]) -> Option<Course<'b>> {
        let Course { roots, homes, mut members } = renumbered::course(course, &|at| Some(self.end(at)))?;
        // One home a source, in their order.
        (homes.len() == self.old as usize).then_some(())?;
        let home =
            |(nth, (place, table)): (usize, (&usize, &u32))| Some((*table, u32::try_from(place + nth).ok()?));
        let new = self.places.iter().zip(tables).enumerate().map(home).collect::<Option<Vec<_>>>()?;
        let mut homes = merged(homes, new, &self.places);
        for (package, at) in packed {
            let at = u32::try_from(self.places[*at] + at).ok()?;
            let members = &mut members.iter_mut().find(|(end, _)| *end == self.end(*package))?.1;
            members.insert(members.partition_point(|member| *member < at), at);
            homes[at as usize].1 = self.end(*package);
        }
        Some(Course { roots, homes, members })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_new_stands_where_its_path_wants_it() {
        let places = vec![0, 2, 2, 3];
        let shift = Shift::of(places.clone(), 3).unwrap();
        // The last one is no source.
        assert_eq!([0, 1, 2, 3].map(|at| shift.end(at)), [1, 2, 5, 7]);
        assert_eq!(merged(vec!["b", "d", "g"], vec!["a", "e", "f", "h"], &places).concat(), "abdefgh");
        let course = Course { roots: Vec::new(), homes: vec![(0, 0), (0, 1), (1, 2)], members: Vec::new() };
        let course = shift.course(course, &[0, 1, 0, 1], &[]).unwrap();
        assert_eq!(course.homes, [(0, 0), (0, 1), (0, 2), (1, 3), (0, 4), (1, 5), (1, 6)]);
    }
}
