//! Names of packages that are their submodules after all: imports hand a name from file to file and get it, in the
//! end, from the package that began. The interpreter finds no attribute then and loads the submodule.
//!
//! Works on answers that are not settled yet. Iterative.

use std::sync::OnceLock;

use resolvers::facts::{Import, ImportKind, ImportSyntax};
use resolvers::target::Resolved;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ResolvedFile;
use super::bindings::position;
use super::members::{files_of, is_package, is_star, name_of, package_of, star_files};
use crate::facts::SourceFile;

/// A name of a file.
type Held<'a> = (u32, &'a str);

/// Who takes which name from whom.
pub(super) struct Circles<'a> {
    sources: &'a [SourceFile],
    resolved: &'a [ResolvedFile],
    /// For each file, once somebody has asked, the imports that bind each name; none where something else does.
    binders: Vec<OnceLock<FxHashMap<&'a str, Vec<u32>>>>,
}

impl<'a> Circles<'a> {
    pub(super) fn of(sources: &'a [SourceFile], resolved: &'a [ResolvedFile]) -> Self {
        Self { sources, resolved, binders: sources.iter().map(|_| OnceLock::new()).collect() }
    }

    /// Whether `from` hold the name `wanted` of a package only because that package has it.
    pub(super) fn return_to(&self, wanted: Held<'a>, from: Vec<Held<'a>>) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = from;
        let mut returned = false;
        while let Some((file, name)) = open.pop() {
            if !seen.insert((file, name)) {
                continue;
            }
            let Some(binders) = self.binders(file).get(name) else {
                open.extend(self.behind_stars(file).map(|file| (file, name)));
                continue;
            };
            if binders.is_empty() {
                return false;
            }
            for import in binders {
                match self.taken(file, *import) {
                    None => return false,
                    Some(givers) if givers.contains(&wanted) => returned = true,
                    Some(givers) => open.extend(givers),
                }
            }
        }
        returned
    }

    /// From which files an import takes which name; `None`: a module as a whole, or what is in no file.
    fn taken(&self, file: u32, import: u32) -> Option<Vec<Held<'a>>> {
        let (import, answer) = self.import(file, import)?;
        let name = name_of(import)?;
        let at = |path: &resolvers::path::RepoPath| position(self.sources, path.as_bytes());
        if let Some(package) = package_of(answer) {
            return Some(vec![(at(package)?, name)]);
        }
        let givers: Vec<_> = files_of(answer).filter_map(at).map(|file| (file, name)).collect();
        (!givers.is_empty()).then_some(givers)
    }

    fn import(&self, file: u32, import: u32) -> Option<(&'a Import, &'a Resolved)> {
        let import = import as usize;
        let answer = self.resolved[file as usize].imports.get(import)?;
        Some((self.sources[file as usize].facts.imports.get(import)?, answer))
    }

    fn behind_stars(&self, file: u32) -> impl Iterator<Item = u32> {
        let imports = self.sources[file as usize].facts.imports.iter();
        let stars = imports.zip(&self.resolved[file as usize].imports).filter(|(it, _)| is_run_star(it));
        stars
            .flat_map(|(_, answer)| star_files(answer))
            .filter_map(|path| position(self.sources, path.as_bytes()))
    }

    fn binders(&self, file: u32) -> &FxHashMap<&'a str, Vec<u32>> {
        self.binders[file as usize].get_or_init(|| binders(&self.sources[file as usize]))
    }
}

/// A package says itself what it binds; of a module every import counts, wherever it stands.
fn binders(source: &SourceFile) -> FxHashMap<&str, Vec<u32>> {
    let facts = &source.facts;
    if is_package(&source.path) {
        let binds = facts.header.binds.iter();
        return binds.map(|it| (it.name.as_str(), it.import.into_iter().collect())).collect();
    }
    let mut binders: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
    let runs = |it: &Import| {
        it.kind != ImportKind::Type
            && matches!(it.syntax, ImportSyntax::Import | ImportSyntax::ImplicitImport)
    };
    for (import, at) in facts.imports.iter().zip(0..).filter(|(import, _)| runs(import)) {
        for local in import.names.iter().filter_map(|it| it.local.as_deref()) {
            binders.entry(local).or_default().push(at);
        }
    }
    for symbol in facts.symbols.iter().filter(|it| it.container.is_none()) {
        binders.insert(&symbol.name, Vec::new());
    }
    binders
}

/// A star that the interpreter follows.
pub(super) fn is_run_star(import: &Import) -> bool {
    is_star(import) && import.kind != ImportKind::Type
}
