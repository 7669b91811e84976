//! What an import of a Python file means: what `CPython` would import, without running anything.
//!
//! Relative imports go by folders; absolute ones ask the import roots, the importer's own distribution first, and for
//! a test the folder that it is run in before. A package or module anywhere on the path, and then the standard library,
//! come before a folder that is a namespace alone. What is in no root is an external. Installed packages are never read.
//!
//! This module holds the order alone; each question is answered in a module of its own.

mod external;
mod find;
mod ini;
mod manifest;
mod moved;
mod own;
mod python2;
mod roots;
mod stdlib;
#[cfg(test)]
mod tests;
mod tree;
mod units;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use self::external::Externals;
pub(super) use self::external::bumps;
use self::find::{Finder, Found, Pass};
use self::manifest::{COLLECTIONS, Placed, normalised};
use self::own::Added;
use self::roots::Roots;
use self::stdlib::Versions;
use self::tree::{Dir, File, Tree};
use crate::facts::{BindingName, Header, Import, ImportKind, ImportSyntax};
use crate::path::{self, RepoPath};
use crate::project::Project;
use crate::target::{How, Reason, Resolved, Target};
use crate::trace::Trace;
use crate::{ConfigProblem, Resolver, Unit};

/// Resolves the imports of one project.
pub(crate) struct PythonResolver<'p> {
    project: &'p Project<'p>,
    tree: Tree<'p>,
    manifests: Vec<Placed<'p>>,
    roots: Roots<'p>,
    externals: Externals<'p>,
    problems: BTreeSet<ConfigProblem>,
    /// By `__init__`: what it says, once somebody has asked.
    headers: FxHashMap<File, OnceLock<Header>>,
    /// By package: whether a file of its folder is for Python 2 alone, once somebody has asked.
    old: FxHashMap<Dir, OnceLock<bool>>,
    /// By folder: what its files put on the path, once somebody has asked.
    added: Vec<OnceLock<Vec<Added>>>,
}

/// How an absolute name was found.
struct Absolute {
    chain: Vec<Found>,
    /// Every part of the name is there.
    full: bool,
    how: How,
    config: Option<RepoPath>,
}

/// What an import says, apart from how it is written.
#[derive(Clone, Copy)]
struct Asked<'a> {
    importer: &'a RepoPath,
    dir: Dir,
    /// How many dots.
    level: usize,
    module: &'a str,
    /// The name behind `import`.
    name: Option<&'a str>,
    /// All names are taken.
    star: bool,
    /// Its own package has nothing of that name yet but submodules.
    is_early: bool,
    pass: Pass,
    /// What is not meant, though a folder that is thought to be on the path has it.
    other: Option<&'a RepoPath>,
}

impl<'p> PythonResolver<'p> {
    pub(crate) fn new(project: &'p Project<'p>) -> Self {
        let mut problems = BTreeSet::new();
        let mut tree = Tree::of(project);
        // Without Python there is nobody to ask.
        let manifests = if tree.is_empty() { Vec::new() } else { manifest::read(project, &mut problems) };
        let given = project.python_roots();
        let moved = moved::call(&mut tree, &manifests);
        let roots = Roots::of(&tree, given, &manifests, &moved);
        let externals = Externals::of(project, &manifests);
        let inits = tree.folders.iter().flat_map(|folder| [folder.init, folder.init_stub]).flatten();
        let headers = inits.map(|init| (init, OnceLock::new())).collect();
        let packages = tree.folders.iter().zip(0..).filter(|(folder, _)| folder.init.is_some());
        let old = packages.map(|(_, dir)| (dir, OnceLock::new())).collect();
        let added = tree.folders.iter().map(|_| OnceLock::new()).collect();
        Self { project, tree, manifests, roots, externals, problems, headers, old, added }
    }

    /// Whether that `__init__` makes its package one of several portions.
    fn spreads(&self, init: File) -> bool {
        self.header(init).is_some_and(|header| header.spreads)
    }

    fn header(&self, init: File) -> Option<&Header> {
        let known = self.headers.get(&init)?;
        Some(known.get_or_init(|| self.project.header(self.tree.file(init))))
    }

    fn answer(
        &self,
        importer: &RepoPath,
        import: &Import,
        other: Option<&RepoPath>,
        trace: &mut Trace,
    ) -> Resolved {
        let level = import.specifier.bytes().take_while(|byte| *byte == b'.').count();
        let module = &import.specifier[level..];
        let malformed = !module.is_empty() && module.split('.').any(str::is_empty);
        if import.specifier.is_empty() || malformed || module.is_empty() && level == 0 {
            return missing(Reason::Empty);
        }
        let name = match import.names.first().map(|name| &name.name) {
            Some(BindingName::Named(name)) => Some(name.as_str()),
            _ => None,
        };
        let pass = if import.kind == ImportKind::Type { Pass::Check } else { Pass::Run };
        let Some(dir) = self.tree.dir(importer.parent()) else { return missing(Reason::NoSuchFile) };
        let star = import.names.first().is_some_and(|it| {
            it.name == BindingName::Namespace
                && it.local.is_none()
                && import.syntax != ImportSyntax::DynamicImport
        });
        let is_early = import.syntax == ImportSyntax::SubmoduleImport;
        let asked = Asked { importer, dir, level, module, name, star, is_early, pass, other };
        if self.looks_beside_first(asked, import.syntax)
            && let Some(beside) = self.beside(asked, trace)
        {
            return beside;
        }
        let first = self.ask(asked, trace);
        if pass == Pass::Run && is_lost(&first) && first.how != How::Builtin {
            // A package that only declares itself, an extension module.
            let second = self.ask(Asked { pass: Pass::Built, ..asked }, &mut Trace::silent());
            if second.targets.iter().any(is_here) {
                trace.say(|| "only a stub, or what is compiled, is there".to_owned());
                return Resolved { how: How::StubOnly, ..second };
            }
        }
        if first.how == How::Undeclared
            && self.looks_beside_last(asked, import.syntax)
            && let Some(beside) = self.beside(asked, trace)
        {
            return beside;
        }
        first
    }

    fn ask(&self, asked: Asked<'_>, trace: &mut Trace) -> Resolved {
        if asked.level > 0 { self.relative(asked, trace) } else { self.absolute(asked, trace) }
    }

    fn finder<'t>(&'t self, pass: Pass, spreads: &'t dyn Fn(File) -> bool) -> Finder<'t, 'p> {
        Finder { tree: &self.tree, spreads, pass }
    }

    /// By folders, whether or not they are packages; what a namespace has elsewhere counts too.
    fn relative(&self, asked: Asked<'_>, trace: &mut Trace) -> Resolved {
        let mut base = self.tree.as_called(asked.dir);
        let mut beyond = false;
        for _ in 1..asked.level {
            let Some(parent) = self.tree.above(base) else {
                trace.say(|| "the dots lead above the root of the repository".to_owned());
                return missing(Reason::OutsideRepository);
            };
            base = parent;
            beyond |= self.is_beyond(base);
        }
        if beyond {
            trace.say(|| "the dots lead beyond the package at the top".to_owned());
            return missing(Reason::NoSuchFile);
        }
        let folder = &self.tree.folders[base as usize];
        trace.say(|| format!("{} dots lead to {}", asked.level, shown(folder.path)));
        let init = asked.pass.init(folder);
        let spreads = |init| self.spreads(init);
        let finder = self.finder(asked.pass, &spreads);
        let own = Found { file: init, dirs: vec![base], open: init.is_none_or(|init| self.spreads(init)) };
        let mut chain = vec![own];
        let mut full = true;
        if !asked.module.is_empty() {
            let (rest, all) = finder.chain(asked.module, &[base]);
            chain.extend(rest);
            full = all;
        }
        let found = Absolute { chain, full, how: How::Relative, config: None };
        let here = self.finish(asked, &finder, &found, trace);
        if !is_lost(&here) || !found.chain[0].open {
            return here;
        }
        self.other_portions(asked, base, &finder, trace).unwrap_or(here)
    }

    /// Whether no package reaches up to `dir`: an import root that is none itself.
    fn is_beyond(&self, dir: Dir) -> bool {
        let folder = &self.tree.folders[dir as usize];
        self.roots.has(dir) && folder.init.is_none() && folder.init_stub.is_none()
    }

    /// What is not beside the importer may be in another portion of its package.
    fn other_portions(
        &self,
        asked: Asked<'_>,
        base: Dir,
        finder: &Finder<'_, 'p>,
        trace: &mut Trace,
    ) -> Option<Resolved> {
        let base = self.tree.dir(self.tree.folders[base as usize].path)?;
        let root = self.roots.around(&self.tree, base).filter(|root| *root != base)?;
        let (root, base) = (self.tree.folders[root as usize].path, self.tree.folders[base as usize].path);
        let dotted = String::from_utf8_lossy(path::strip_dir(base, root)?).replace('/', ".");
        let name = if asked.module.is_empty() { dotted } else { format!("{dotted}.{}", asked.module) };
        let head = name.split('.').next()?.as_bytes().to_vec();
        let (chain, full) = finder.chain(&name, &self.roots.with(&self.tree, asked.importer.parent(), &head));
        let found = Absolute { chain, full, how: How::Relative, config: None };
        let there = self.finish(asked, finder, &found, trace);
        (!is_lost(&there)).then_some(there)
    }

    fn absolute(&self, asked: Asked<'_>, trace: &mut Trace) -> Resolved {
        let head = asked.module.split('.').next().unwrap_or(asked.module);
        if stdlib::is_builtin(head) {
            trace.say(|| format!("`{head}` is compiled into the interpreter"));
            return builtin(head);
        }
        let versions = self.externals.versions(asked.importer.parent());
        let spreads = |init| self.spreads(init);
        let finder = self.finder(asked.pass, &spreads);
        let found = self.find(asked, head, &finder, versions, trace);
        match found {
            Some(found) => self.finish(asked, &finder, &found, trace),
            None if versions.newest_has(head) => {
                trace.say(|| format!("`{head}` is part of the standard library"));
                builtin(head)
            }
            None => self.elsewhere(asked, trace),
        }
    }

    /// In which root of the repository `asked` is found, if in any.
    fn find(
        &self,
        asked: Asked<'_>,
        head: &str,
        finder: &Finder<'_, 'p>,
        versions: Versions,
        trace: &mut Trace,
    ) -> Option<Absolute> {
        if head == COLLECTIONS
            && let Some(found) = self.in_collections(asked, finder)
        {
            trace.say(|| format!("a folder `{COLLECTIONS}` has it"));
            return Some(found);
        }
        let in_stdlib = versions.reserve(head);
        let own = if in_stdlib { None } else { self.own_folders(asked, head, finder) };
        if own.as_ref().is_some_and(|own| !own.chain[0].is_namespace()) {
            trace.say(|| "the folder that it is run in has it".to_owned());
            return own;
        }
        let roots = self.roots.with(&self.tree, asked.importer.parent(), head.as_bytes());
        let (chain, full) = finder.chain(asked.module, &roots);
        let namespace = chain.first().is_some_and(Found::is_namespace);
        if chain.is_empty() || namespace && in_stdlib {
            return if in_stdlib { None } else { own };
        }
        if !in_stdlib
            && (full || !namespace)
            && let Some(own) = self.of_tests(asked, head, finder)
        {
            trace.say(|| "pytest puts a folder before all roots that has it".to_owned());
            return Some(own);
        }
        let found = self.in_root(chain, full);
        if let Some(config) = &found.config {
            trace.say(|| format!("{config} makes the import root that has it"));
        }
        if namespace
            && !found.full
            && let Some(own) = own.filter(|own| own.full)
        {
            trace.say(|| "the folder that it is run in has it".to_owned());
            return Some(own);
        }
        Some(found)
    }

    fn in_root(&self, chain: Vec<Found>, full: bool) -> Absolute {
        let first = chain.first().and_then(|found| match found.file {
            Some(file) if found.dirs.is_empty() => self.tree.dir(self.tree.file(file).parent()),
            _ => self.tree.folders[*found.dirs.first()? as usize].parent,
        });
        let config = first.and_then(|dir| self.roots.config(dir)).cloned();
        Absolute { chain, full, how: How::SourceRoot, config }
    }

    /// What `found` means for `asked`: the module, or what is taken from it.
    fn finish(
        &self,
        asked: Asked<'_>,
        finder: &Finder<'_, 'p>,
        found: &Absolute,
        trace: &mut Trace,
    ) -> Resolved {
        let Some(last) = found.chain.last() else { return missing(Reason::NoSuchFile) };
        if !found.full {
            if last.open && asked.level == 0 {
                return self.elsewhere(asked, trace);
            }
            if let Some(made) = self.made(asked, found) {
                trace.say(|| "it makes modules itself, of which this may be one".to_owned());
                return made;
            }
            trace.say(|| "a part of the name is not there".to_owned());
            if self.is_other_in_repo_root(asked, found) {
                return self.elsewhere(asked, trace);
            }
            return missing(Reason::NoSuchFile);
        }
        let target = match (asked.name, last.file) {
            (None, Some(file)) => Target::Source(self.tree.file(file).clone()),
            // What is installed is a package, which goes before a mere folder wherever that lies.
            (None, None) if self.is_installed(asked, found) => return self.elsewhere(asked, trace),
            (None, None) => self.namespace(last),
            (Some(name), file) => match self.member(asked, (name, file), last, finder) {
                Some(target) => target,
                // The namespace has no such module here.
                None if asked.level == 0 && last.open => return self.elsewhere(asked, trace),
                None => return missing(Reason::NoSuchFile),
            },
        };
        let mut targets = self.parents(asked, found, &target);
        if asked.star {
            targets.extend(self.listed(last, finder));
        }
        targets.push(target);
        targets.sort();
        targets.dedup();
        let is_namespace = targets.iter().any(|target| matches!(target, Target::Namespace(_)));
        let how = if is_namespace { How::Namespace } else { found.how };
        Resolved { targets, how, config: found.config.clone() }
    }

    /// The packages that run on the way to `target`, which is none of them.
    fn parents(&self, asked: Asked<'_>, found: &Absolute, target: &Target) -> Vec<Target> {
        // A type checker runs nothing.
        let own = |file: &File| asked.pass == Pass::Run && self.tree.file(*file) != asked.importer;
        let parents = found.chain.iter().filter_map(|found| found.file).filter(own);
        let parents = parents.map(|file| Target::Parent(self.tree.file(file).clone()));
        let is_target = |parent: &Target| match (parent, target) {
            (Target::Parent(parent), Target::Source(file) | Target::Member { package: file, .. }) => {
                parent == file
            }
            _ => false,
        };
        parents.filter(|parent| !is_target(parent)).collect()
    }

    /// The module that is the last one there, where it makes what is below it when it is loaded.
    fn made(&self, asked: Asked<'_>, found: &Absolute) -> Option<Resolved> {
        let maker = self.tree.file(found.chain.last()?.file?);
        if maker == asked.importer || !self.project.header(maker).makes_modules {
            return None;
        }
        let target = Target::Source(maker.clone());
        let mut targets = self.parents(asked, found, &target);
        targets.push(target);
        targets.sort();
        Some(Resolved { targets, how: found.how, config: found.config.clone() })
    }

    /// Whether a distribution from elsewhere is declared for what no package of the repository leads to, or the
    /// repository only puts links where that one has its addons.
    fn is_installed(&self, asked: Asked<'_>, found: &Absolute) -> bool {
        let is_of_links = || {
            let dirs = found.chain.last().map_or(&[][..], |last| &last.dirs);
            dirs.iter().all(|dir| self.tree.is_of_links(*dir))
        };
        let is_namespace = asked.level == 0 && found.chain.iter().all(Found::is_namespace);
        is_namespace && (self.is_foreign(asked) || is_of_links())
    }

    /// Whether something is declared for what is asked that is no distribution of the repository.
    fn is_foreign(&self, asked: Asked<'_>) -> bool {
        let is_own = |name: &str| {
            self.manifests.iter().any(|it| it.said.name.as_deref().map(normalised).as_deref() == Some(name))
        };
        let declared = self.externals.declared(asked.importer.parent(), asked.module, asked.name);
        declared.is_some_and(|it| !is_own(&normalised(&it.name)))
    }

    /// The submodules that `__all__` of a package lists and its file does not bind: a star loads them.
    fn listed(&self, package: &Found, finder: &Finder<'_, 'p>) -> Vec<Target> {
        let Some(header) = package.file.and_then(|init| self.header(init)) else { return Vec::new() };
        let names = header.all.iter().flat_map(|all| &all.names);
        let bound: FxHashSet<&str> = header.binds.iter().map(|bind| bind.name.as_str()).collect();
        let unbound = names.filter(|name| !bound.contains(name.as_str()));
        let modules = unbound.filter_map(|name| finder.one(name.as_bytes(), &package.dirs)?.file);
        modules.map(|file| Target::Source(self.tree.file(file).clone())).collect()
    }

    /// What `name` of a package is: an attribute of its `__init__`, a submodule, or either.
    fn member(
        &self,
        asked: Asked<'_>,
        (name, init): (&str, Option<File>),
        package: &Found,
        finder: &Finder<'_, 'p>,
    ) -> Option<Target> {
        let within = finder.one(name.as_bytes(), &package.dirs);
        let checked = || self.finder(Pass::Check, finder.spreads).one(name.as_bytes(), &package.dirs);
        let within = within.or_else(|| checked().filter(|found| found.file.is_some() && init.is_some()));
        let module = within.map(|found| match found.file {
            Some(file) => Target::Source(self.tree.file(file).clone()),
            None => self.namespace(&found),
        });
        match (init.map(|init| self.tree.file(init).clone()), module) {
            (Some(package), Some(module)) => Some(Target::Member { package, module: Box::new(module) }),
            (Some(_), None) if asked.is_early && self.is_of(asked.dir, init) => self.bare(asked.dir, name),
            (Some(package), None) => Some(Target::Source(package)),
            (None, module) => module,
        }
    }

    /// The folder `name` of a package, though there is no Python in it: where nothing else is called so, it is imported.
    fn bare(&self, dir: Dir, name: &str) -> Option<Target> {
        let path = path::join(self.tree.folders[dir as usize].path, name.as_bytes())?;
        let path = RepoPath::new(&path).ok().filter(|path| self.project.is_dir(path.as_bytes()))?;
        Some(Target::Namespace(vec![path]))
    }

    /// Whether `init` makes `dir` a package.
    fn is_of(&self, dir: Dir, init: Option<File>) -> bool {
        let folder = &self.tree.folders[dir as usize];
        init.is_some() && (init == folder.init || init == folder.init_stub)
    }

    fn namespace(&self, found: &Found) -> Target {
        let mut dirs: Vec<RepoPath> = Vec::new();
        for dir in &found.dirs {
            if let Ok(path) = RepoPath::new(self.tree.folders[*dir as usize].path)
                && !dirs.contains(&path)
            {
                dirs.push(path);
            }
        }
        Target::Namespace(dirs)
    }

    /// A distribution that is not of this repository, a module that some version of the standard library had, one that
    /// only a run of the tests or of the importer itself finds, or the tests of the interpreter.
    fn elsewhere(&self, asked: Asked<'_>, trace: &mut Trace) -> Resolved {
        let dir = asked.importer.parent();
        let head = asked.module.split('.').next().unwrap_or(asked.module);
        let spreads = |init| self.spreads(init);
        let finder = self.finder(asked.pass, &spreads);
        let on_added = |first| self.on_added(asked, first, &finder);
        if let Some(found) = on_added(true) {
            return self.finish(asked, &finder, &found, trace);
        }
        if let Some(declared) = self.externals.declared(dir, asked.module, asked.name) {
            trace.say(|| format!("{} declares it", declared.config));
            return declared.resolved();
        }
        if self.externals.versions(dir).have(head) {
            trace.say(|| format!("`{head}` was part of the standard library"));
            return builtin(head);
        }
        if let Some(found) = on_added(false) {
            return self.finish(asked, &finder, &found, trace);
        }
        if let Some(found) = self.below_conftest(asked, &finder) {
            trace.say(|| "pytest puts a folder on the path that has it".to_owned());
            return self.finish(asked, &finder, &found, trace);
        }
        if let Some(found) = self.in_own_package(asked, &finder) {
            trace.say(|| "it lies in a package of that name".to_owned());
            return self.finish(asked, &finder, &found, trace);
        }
        if let Some(found) = self.beside_script(asked, &finder) {
            trace.say(|| "it is run itself, and what lies beside it is found first".to_owned());
            return self.finish(asked, &finder, &found, trace);
        }
        if self.is_missing_beside_script(asked, &finder) {
            trace.say(|| "what lies beside it has that name, but not the rest".to_owned());
            return missing(Reason::NoSuchFile);
        }
        if head == stdlib::TESTS {
            trace.say(|| "the tests of the interpreter itself are installed with it".to_owned());
            return builtin(head);
        }
        if head == stdlib::STUBS && asked.pass == Pass::Check {
            trace.say(|| format!("`{head}` is what type checkers know of the standard library"));
            return builtin(head);
        }
        if stdlib::ANY.have(head) {
            trace.say(|| format!("`{head}` is part of the standard library of other versions"));
            return builtin(head);
        }
        if let Some(declared) = self.externals.bindings(dir, asked.module) {
            trace.say(|| format!("{} declares what may have it", declared.config));
            return declared.resolved();
        }
        trace.say(|| "nothing in the repository has it or declares it".to_owned());
        external::undeclared(asked.module, asked.name)
    }
}

fn shown(dir: &[u8]) -> String {
    if dir.is_empty() { "the repo root".to_owned() } else { String::from_utf8_lossy(dir).into_owned() }
}

fn missing(reason: Reason) -> Resolved {
    Resolved { targets: vec![Target::Missing(reason)], how: How::None, config: None }
}

fn builtin(name: &str) -> Resolved {
    let target = Target::Builtin { ecosystem: "python", name: name.to_owned() };
    Resolved { targets: vec![target], how: How::Builtin, config: None }
}

fn is_here(target: &Target) -> bool {
    matches!(target, Target::Source(_) | Target::Member { .. })
}

/// Whether it leads to no file of the repository.
fn is_lost(resolved: &Resolved) -> bool {
    resolved.targets.iter().any(|target| matches!(target, Target::Missing(_) | Target::External { .. }))
}

impl Resolver for PythonResolver<'_> {
    fn resolve(&self, importer: &RepoPath, import: &Import) -> Resolved {
        self.answer(importer, import, None, &mut Trace::silent())
    }

    fn resolve_without(&self, importer: &RepoPath, import: &Import, other: &RepoPath) -> Resolved {
        self.answer(importer, import, Some(other), &mut Trace::silent())
    }

    fn explain(&self, importer: &RepoPath, import: &Import) -> (Resolved, Vec<String>) {
        let mut trace = Trace::telling();
        let resolved = self.answer(importer, import, None, &mut trace);
        (resolved, trace.steps())
    }

    fn units(&self) -> Vec<Unit> {
        units::units(self)
    }

    fn problems(&self) -> Vec<ConfigProblem> {
        self.problems.iter().cloned().chain(self.externals.problems()).collect()
    }

    fn flaws_met(&self) -> usize {
        self.externals.flaws_met()
    }
}
