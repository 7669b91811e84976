//! Packages that are directories: who goes by what some file of one declares, whichever that is.

use std::collections::BTreeSet;

use resolvers::facts::{BindingName, FileFacts, Header, Import, ImportSyntax};
use resolvers::path::{file_name, parent};
use resolvers::target::{Resolved, Target};
use rustc_hash::FxHashSet;

use super::super::desired::Identity;
use super::World;
use super::ground::{Ground, Known};
use super::traces::{STAR, mark};
use crate::resolution::packages::qualifier;

/// What stands for a name in the lists of what such files declare and ask for, whatever package has it. Short: many files
/// name much, and few of them import one and the same package.
fn short(name: &str) -> u32 {
    mark(name, b"") & 0xffff
}

/// The marks of `names`, sorted.
fn marks<'n>(names: impl Iterator<Item = &'n str>) -> Vec<u32> {
    let marks: FxHashSet<u32> = names.map(short).collect();
    let mut marks: Vec<u32> = marks.into_iter().collect();
    marks.sort_unstable();
    marks
}

/// Whether the file is a part of a package that is a directory, or a test of one.
pub(super) fn is_packed(facts: &FileFacts) -> bool {
    facts.header.package.is_some()
}

/// The marks of the names that other files may find in such a file; of one that was not read completely it may be any.
pub(super) fn declared(facts: &FileFacts) -> Vec<u32> {
    if !is_packed(facts) {
        return Vec::new();
    }
    let open = (!facts.is_whole()).then_some(STAR);
    marks(facts.exports.iter().map(|it| &it.name[..]).chain(open))
}

/// The marks of the names that such a file may find in others: in those of its own package, and of those that it imports,
/// whatever these are called in it. What comes from outside of the repository is among them, for two may be called alike.
pub(super) fn asked(facts: &FileFacts) -> Vec<u32> {
    if !is_packed(facts) {
        return Vec::new();
    }
    let heads = facts.symbols.iter().filter_map(|it| it.signature.as_deref());
    let in_heads =
        heads.flat_map(|it| it.split(|it: char| !it.is_alphanumeric() && !['_', '.'].contains(&it)));
    let named = facts.references.iter().map(|it| &it.binding[..]).chain(in_heads);
    marks(named.map(|it| it.split_once('.').map_or(it, |(_, name)| name)))
}

/// The directories of the packages that `answers` lead to.
pub(super) fn imported<'r>(
    answers: impl IntoIterator<Item = &'r Resolved>,
) -> impl Iterator<Item = &'r [u8]> {
    let targets = answers.into_iter().flat_map(|it| &it.targets);
    targets.filter_map(|it| if let Target::Package(dir) = it { Some(&dir[..]) } else { None })
}

/// Whether the import may take something else of a package than its facts say: see [`name_imports`].
///
/// [`name_imports`]: crate::resolution::packages::name_imports
pub(super) fn may_rename(import: &Import, answer: &Resolved) -> bool {
    let called = qualifier(&import.names).map(str::as_bytes);
    let is_other = |dir: &[u8]| called != Some(file_name(dir));
    let takes_nothing = import.names.iter().all(|it| it.name == BindingName::Namespace);
    match import.syntax {
        ImportSyntax::ImportAll => true,
        ImportSyntax::ImportPackage => takes_nothing || imported(std::slice::from_ref(answer)).any(is_other),
        _ => false,
    }
}

impl Ground<'_> {
    /// The package in `dir`, as an end of edges.
    pub(super) fn package(&self, dir: &[u8]) -> Option<u32> {
        self.end(&Identity::Package(dir.to_vec())).filter(|end| !self.members(*end).is_empty())
    }

    /// The directory of the package that is such an end.
    pub(super) fn dir(&self, end: u32) -> Option<&[u8]> {
        Some(parent(&self.sources[*self.members(end).first()? as usize].path.0))
    }

    /// The files of the package that is such an end, ascending.
    pub(super) fn members(&self, end: u32) -> &[u32] {
        let all = self.course.as_ref().map_or(&[][..], |it| &it.members);
        all.binary_search_by_key(&end, |(at, _)| *at).map_or(&[], |at| &all[at].1)
    }

    /// The package that the source at that position is a part of.
    pub(super) fn home(&self, at: u32) -> Option<u32> {
        let package = self.package(parent(&self.sources.get(at as usize)?.path.0))?;
        self.members(package).binary_search(&at).ok().map(|_| package)
    }

    /// Whether the source at that position belongs to no package, while its directory is one as others see it.
    pub(super) fn is_stray(&self, at: u32) -> bool {
        self.sources[at as usize].is_packed
            && self.home(at).is_none()
            && self.path(at).is_some_and(|path| resolvers::is_of_package(&path))
    }

    /// Whether the source at that position, which says this and comes or goes while `others` do, leaves its package what it
    /// is: then some file that stays calls it so, and no other name has files there.
    pub(super) fn fits_in(
        &self,
        at: u32,
        header: &Header,
        others: &BTreeSet<u32>,
        world: &dyn World,
    ) -> Option<bool> {
        let path = self.path(at)?;
        if !resolvers::is_of_package(&path) {
            return Some(true);
        }
        let members = self.members(self.home(at)?);
        let first = members.iter().find(|member| !others.contains(member))?;
        let known = world.read(&[self.path(*first)?])?.pop()?;
        let beside = |it: &Known<'_>| parent(&it.path.0) == path.parent();
        let is_alone = self.filter(beside).all(|at| !self.is_stray(at));
        let is_built = |it: &Header| !it.never_built;
        Some(
            is_alone
                && is_built(header)
                && is_built(&known.facts.header)
                && known.facts.header.package == header.package,
        )
    }

    /// Those files of the package in `dir` in which something may be found that has one of the marks `asks`; with one that says
    /// what the package is called, now and before, as those do not that are `passing`.
    pub(super) fn found_in(&self, dir: &[u8], asks: &FxHashSet<u32>, passing: &BTreeSet<u32>) -> Vec<u32> {
        let members = self.package(dir).map_or(&[][..], |it| self.members(it));
        let star = short(STAR);
        let may_have = |at: &u32| {
            let declares = &self.sources[*at as usize].declares;
            declares.iter().any(|it| it == star || asks.contains(&it))
        };
        let says = members.iter().find(|at| !passing.contains(at));
        members.iter().filter(|at| may_have(at) || says == Some(at)).copied().collect()
    }

    /// Who may find another declaration now in the file at `at`, which has others of some of `names`.
    pub(super) fn askers_at_home<'n>(&self, at: u32, names: impl Iterator<Item = &'n str>) -> Vec<u32> {
        let Some(package) = self.home(at) else { return Vec::new() };
        let marks: FxHashSet<u32> = marks(names).into_iter().collect();
        let dir = parent(&self.sources[at as usize].path.0);
        let may_ask = |it: &Known<'_>| {
            it.is_packed
                && it.asks.iter().any(|it| marks.contains(&it))
                && (it.edges.contains(&package) || parent(&it.path.0) == dir)
        };
        self.filter(may_ask).collect()
    }
}
