//! Attribute or submodule: what a name is that an import takes from a package.
//!
//! A submodule, unless the package's own file binds the name to something else, itself or by a star. Decided after
//! every import was resolved, from what the files say.

use rayon::prelude::*;
use resolvers::facts::{BindingName, ExportSource, FileFacts, Import, ImportKind};
use resolvers::path::RepoPath;
use resolvers::target::{How, Resolved, Target};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ResolvedFile;
use super::bindings::position;
use crate::facts::SourceFile;

/// Decides every name that may be either.
pub(super) fn settle(sources: &[SourceFile], resolved: &mut [ResolvedFile]) {
    let packages = Packages::of(sources, resolved);
    let open: Vec<Vec<(usize, bool)>> = sources
        .par_iter()
        .zip(&*resolved)
        .map(|(source, answers)| {
            let members = answers.imports.iter().enumerate().filter(|(_, answer)| is_open(answer));
            let decided = members.map(|(at, answer)| (at, packages.bind(&source.facts.imports[at], answer)));
            decided.collect()
        })
        .collect();
    resolved.par_iter_mut().zip(sources).zip(open).for_each(|((answers, source), open)| {
        for (at, bound) in open {
            decide(&mut answers.imports[at], (&source.path, &source.facts.imports[at]), bound);
        }
    });
}

/// Decides one answer, where `facts` says what the file of the package says. Stars are not followed.
pub fn settle_one(
    importer: &RepoPath,
    import: &Import,
    answer: &mut Resolved,
    facts: impl FnOnce(&RepoPath) -> Option<FileFacts>,
) {
    let Some(package) = package_of(answer).cloned() else { return };
    let bound = facts(&package).is_some_and(|facts| {
        let bind = facts.header.binds.iter().find(|bind| Some(bind.name.as_str()) == name_of(import));
        bind.is_some_and(|bind| {
            let import = bind.import.and_then(|at| facts.imports.get(at as usize));
            import.is_none_or(|import| import.specifier != ".")
        })
    });
    decide(answer, (importer, import), bound);
}

fn is_open(answer: &Resolved) -> bool {
    package_of(answer).is_some()
}

fn package_of(answer: &Resolved) -> Option<&RepoPath> {
    answer.targets.iter().find_map(|target| match target {
        Target::Member { package, .. } => Some(package),
        _ => None,
    })
}

fn name_of(import: &Import) -> Option<&str> {
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
        let packages = sources.par_iter().zip(resolved).enumerate().filter_map(|(at, (source, answers))| {
            let at = u32::try_from(at).ok()?;
            let facts = &source.facts;
            let starred = facts.exports.iter().any(|it| matches!(it.source, ExportSource::Star { .. }));
            if facts.header.binds.is_empty() && !(starred && is_package(&source.path)) {
                return None;
            }
            let own = |at: u32| {
                let answer = answers.imports.get(at as usize);
                answer.and_then(package_of) == Some(&source.path)
            };
            let bound = facts.header.binds.iter().map(|it| (it.name.as_str(), !it.import.is_some_and(own)));
            let bound = bound.collect();
            let starred = if starred { behind_stars(sources, resolved, at) } else { FxHashSet::default() };
            Some((at, Names { bound, starred }))
        });
        Self { sources, of: packages.collect() }
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

fn is_package(path: &RepoPath) -> bool {
    matches!(path.file_name(), b"__init__.py" | b"__init__.pyi")
}

/// What is declared and exported by the files that the stars of the source at `start` lead to.
fn behind_stars<'a>(sources: &'a [SourceFile], resolved: &[ResolvedFile], start: u32) -> FxHashSet<&'a str> {
    let mut names = FxHashSet::default();
    let mut seen = FxHashSet::from_iter([start]);
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        let (source, answers) = (&sources[at as usize], &resolved[at as usize]);
        for (import, answer) in
            source.facts.imports.iter().zip(&answers.imports).filter(|(it, _)| is_star(it))
        {
            let files = answer.targets.iter().filter_map(|target| match target {
                Target::Source(path) => position(sources, path.as_bytes()),
                _ => None,
            });
            open.extend(files.filter(|file| import.kind != ImportKind::Type && seen.insert(*file)));
        }
        if at != start {
            let declared = source.facts.symbols.iter().filter(|it| it.container.is_none() && it.exported);
            names.extend(declared.map(|it| it.name.as_str()));
        }
    }
    names
}

/// `from … import *`
fn is_star(import: &Import) -> bool {
    import.names.first().is_some_and(|it| it.name == BindingName::Namespace && it.local.is_none())
}
