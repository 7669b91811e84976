//! Attribute or submodule: what a name is that an import takes from a package.
//!
//! A submodule, unless the package's own file binds the name to something else, itself or by a star; for that file only
//! what it binds above counts. What comes back to the package in a circle of imports is nothing else. Decided after
//! every import was resolved, from what the files say.

use rayon::prelude::*;
use resolvers::facts::{BindingName, ExportSource, Import, ImportKind, ImportSyntax};
use resolvers::path::{RepoPath, file_name};
use resolvers::target::{How, Resolved, Target};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bindings::position;
use super::circles::{Circles, is_run_star};
use super::{ResolvedFile, SHARE};
use crate::facts::SourceFile;

/// Decides every name that may be either.
pub(super) fn settle(sources: &[SourceFile], resolved: &mut [ResolvedFile]) {
    let packages = Packages::of(sources, resolved);
    resolved
        .par_iter_mut()
        .zip(sources)
        .with_max_len(SHARE)
        .for_each(|(answers, source)| packages.settle(source, answers));
}

/// Decides those of `asked`, whose answers depend on nothing but `sources`, which have the answers `resolved`.
pub(super) fn settle_one(
    sources: &[SourceFile],
    resolved: &[ResolvedFile],
    asked: &SourceFile,
    answers: &mut ResolvedFile,
) {
    Packages::of(sources, resolved).settle(asked, answers);
}

/// A file on which an answer depends, and for which name; `None`: for those that its stars bring.
pub(super) type Behind = (RepoPath, Option<String>);

/// On which files the answer for `import` depends at first: the package that a name is taken from, or those that a
/// star leads to.
pub(super) fn behind(import: &Import, answer: &Resolved) -> Vec<Behind> {
    if is_star(import) {
        let loaded = files_of(answer).filter_map(module_name);
        let names: Vec<_> = loaded.map(|name| Some(name.to_owned())).chain([None]).collect();
        let pairs = star_files(answer).flat_map(|path| names.iter().map(|name| (path.clone(), name.clone())));
        return pairs.collect();
    }
    package_of(answer).into_iter().map(|path| (path.clone(), name_of(import).map(str::to_owned))).collect()
}

/// On which files what `name` stands for in the file of `import` depends further.
pub(super) fn further(import: &Import, answer: &Resolved, name: Option<&str>) -> Vec<Behind> {
    if is_star(import) {
        return star_files(answer).map(|path| (path.clone(), name.map(str::to_owned))).collect();
    }
    let binds = name.is_some() && import.names.iter().any(|it| it.local.as_deref() == name);
    let files = package_of(answer).into_iter().chain(files_of(answer)).filter(|_| binds);
    files.map(|path| (path.clone(), name_of(import).map(str::to_owned))).collect()
}

/// Whether a package takes from itself what it does not have yet, whatever it binds later.
fn is_early(source: &SourceFile, import: &Import, answer: &Resolved) -> bool {
    import.syntax == ImportSyntax::SubmoduleImport
        && package_of(answer).is_some_and(|package| package.parent() == source.path.parent())
}

fn is_open(answer: &Resolved) -> bool {
    package_of(answer).is_some()
}

pub(super) fn package_of(answer: &Resolved) -> Option<&RepoPath> {
    answer.targets.iter().find_map(|target| match target {
        Target::Member { package, .. } => Some(package),
        _ => None,
    })
}

pub(super) fn name_of(import: &Import) -> Option<&str> {
    match &import.names.first()?.name {
        BindingName::Named(name) => Some(name),
        BindingName::Default | BindingName::Namespace => None,
    }
}

/// Replaces the member by what it is; `bound`: the package binds the name to something else.
fn decide(answer: &mut Resolved, (importer, import): (&RepoPath, &Import), bound: bool) {
    let mut targets = Vec::with_capacity(answer.targets.len() + 1);
    for target in std::mem::take(&mut answer.targets) {
        match target {
            Target::Member { package, .. } if bound => targets.push(Target::Source(package)),
            Target::Member { package, module } => {
                let is_namespace = matches!(*module, Target::Namespace(_));
                answer.how = if is_namespace { How::Namespace } else { How::Submodule };
                // A type checker runs nothing.
                if package != *importer && import.kind != ImportKind::Type {
                    targets.push(Target::Parent(package));
                }
                targets.push(*module);
            }
            other => targets.push(other),
        }
    }
    targets.sort();
    targets.dedup();
    answer.targets = targets;
}

/// What the files of packages bind.
struct Packages<'a> {
    sources: &'a [SourceFile],
    of: FxHashMap<u32, Names<'a>>,
}

#[derive(Default)]
struct Names<'a> {
    /// Bound to something that is no submodule of that name, or (`false`) to just that.
    bound: FxHashMap<&'a str, bool>,
    /// Declared behind stars.
    starred: FxHashSet<&'a str>,
}

impl<'a> Packages<'a> {
    fn of(sources: &'a [SourceFile], resolved: &[ResolvedFile]) -> Self {
        let circles = Circles::of(sources, resolved);
        let packages = sources.par_iter().enumerate().with_max_len(SHARE).filter_map(|(at, source)| {
            let at = u32::try_from(at).ok()?;
            let facts = &source.facts;
            let starred = facts.exports.iter().any(|it| matches!(it.source, ExportSource::Star { .. }));
            if facts.header.binds.is_empty() && !(starred && is_package(&source.path)) {
                return None;
            }
            let other = |name, from| !circles.return_to((at, name), from);
            let binds = facts.header.binds.iter().map(|it| it.name.as_str());
            let bound = binds.map(|name| (name, other(name, vec![(at, name)]))).collect();
            let starred = if starred { behind_stars(sources, resolved, at) } else { FxHashMap::default() };
            let starred = starred.into_iter().filter_map(|(name, holders)| {
                let holders = holders.into_iter().map(|holder| (holder, name)).collect();
                other(name, holders).then_some(name)
            });
            Some((at, Names { bound, starred: starred.collect() }))
        });
        Self { sources, of: packages.collect() }
    }

    fn settle(&self, source: &SourceFile, answers: &mut ResolvedFile) {
        for (import, answer) in source.facts.imports.iter().zip(&mut answers.imports) {
            if is_open(answer) {
                let bound = !is_early(source, import, answer) && self.bind(import, answer);
                decide(answer, (&source.path, import), bound);
            } else if is_star(import) {
                self.unload(answer);
            }
        }
    }

    /// What stars bring into a package is no submodule that a star loads from there.
    fn unload(&self, answer: &mut Resolved) {
        let package = star_package(answer).and_then(|path| position(self.sources, path.as_bytes()));
        let Some(names) = package.and_then(|at| self.of.get(&at)) else { return };
        let is_loaded = |path: &RepoPath| {
            Some(path) == star_package(answer)
                || module_name(path).is_none_or(|name| !names.starred.contains(name))
        };
        let unloaded = |target: &Target| matches!(target, Target::Source(path) if !is_loaded(path));
        let targets = answer.targets.iter().filter(|target| !unloaded(target)).cloned().collect();
        answer.targets = targets;
    }

    /// Whether the package from which `import` takes a name binds that to something else than its submodule.
    fn bind(&self, import: &Import, answer: &Resolved) -> bool {
        let package = package_of(answer).and_then(|package| position(self.sources, package.as_bytes()));
        let Some((names, name)) = package.and_then(|at| self.of.get(&at)).zip(name_of(import)) else {
            return false;
        };
        names.bound.get(name).copied().unwrap_or_else(|| names.starred.contains(name))
    }
}

/// Whether it is the own file of a package of Python.
pub(crate) fn is_package(path: &RepoPath) -> bool {
    matches!(path.file_name(), b"__init__.py" | b"__init__.pyi")
}

/// What is declared and exported by the files that the stars of the source at `start` lead to, and by which of them.
fn behind_stars<'a>(
    sources: &'a [SourceFile],
    resolved: &[ResolvedFile],
    start: u32,
) -> FxHashMap<&'a str, Vec<u32>> {
    let mut names: FxHashMap<&'a str, Vec<u32>> = FxHashMap::default();
    let mut seen = FxHashSet::from_iter([start]);
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        let (source, answers) = (&sources[at as usize], &resolved[at as usize]);
        let all = source.facts.header.all.as_ref().filter(|_| at != start);
        for name in all.iter().flat_map(|all| &all.names) {
            names.entry(name).or_default().push(at);
        }
        if all.is_some_and(|all| !all.open) {
            // Nothing else of it is taken.
            continue;
        }
        if at != start && all.is_none() {
            let declared = source.facts.symbols.iter().filter(|it| it.container.is_none() && it.exported);
            for symbol in declared {
                names.entry(&symbol.name).or_default().push(at);
            }
        }
        let imports = source.facts.imports.iter().zip(&answers.imports);
        for (_, answer) in imports.filter(|(it, _)| is_run_star(it)) {
            let files = star_files(answer).filter_map(|path| position(sources, path.as_bytes()));
            open.extend(files.filter(|file| seen.insert(*file)));
        }
    }
    names
}

/// The files whose names a star brings: not the submodules of a package that its `__all__` lists, which are loaded too.
pub(super) fn star_files(answer: &Resolved) -> impl Iterator<Item = &RepoPath> {
    let package = star_package(answer);
    files_of(answer).filter(move |path| package.is_none_or(|package| package == *path))
}

/// The package from which a star takes names, if it is one.
fn star_package(answer: &Resolved) -> Option<&RepoPath> {
    files_of(answer).filter(|path| is_package(path)).min_by_key(|path| path.parent().len())
}

pub(super) fn files_of(answer: &Resolved) -> impl Iterator<Item = &RepoPath> {
    answer.targets.iter().filter_map(|target| match target {
        Target::Source(path) => Some(path),
        _ => None,
    })
}

/// What the package around it calls the module in that file.
fn module_name(path: &RepoPath) -> Option<&str> {
    let name = if is_package(path) { file_name(path.parent()) } else { path.file_name() };
    std::str::from_utf8(name).ok()?.split('.').next()
}

/// `from … import *`
pub(super) fn is_star(import: &Import) -> bool {
    import.names.first().is_some_and(|it| it.name == BindingName::Namespace && it.local.is_none())
}
