//! The distributions and apps of a project, and the files by which each is entered.
//!
//! What is installed to be run comes first, then what is run by its name, then what others import and what they look
//! for. Nothing is executed.

use rustc_hash::{FxHashMap, FxHashSet};

use super::PythonResolver;
use super::find::{Finder, Pass};
use super::manifest::{EntryPoint, Group, Placed, normalised};
use super::tree::Dir;
use crate::languages::python::extract::{Detail, extract};
use crate::languages::python::{Flavor, ID};
use crate::path::{self, RepoPath};
use crate::{Unit, UnitEntry};

/// Files that are run by their name, the likeliest first.
const RUN: [&[u8]; 4] = [b"__main__.py", b"manage.py", b"wsgi.py", b"asgi.py"];

/// The same at the top of an app, in its `src/`, or in a package that offers nothing.
const STARTED: [&[u8]; 5] = [b"main.py", b"app.py", b"server.py", b"run.py", b"application.py"];

/// Folders that hold no distribution of their own: data of tests, moulds.
const NO_UNITS: [&[u8]; 10] = [
    b"fixture",
    b"fixtures",
    b"testdata",
    b"test-data",
    b"test",
    b"tests",
    b"testing",
    b"template",
    b"templates",
    b"_vendor",
];

/// Every folder with a manifest of a distribution, or an app that says so otherwise, sorted by folder.
pub(super) fn units(resolver: &PythonResolver<'_>) -> Vec<Unit> {
    let mut dirs: Vec<&[u8]> = resolver.manifests.iter().map(Placed::dir).collect();
    dirs.extend(apps(resolver));
    dirs.sort_unstable();
    dirs.dedup();
    let units = dirs.into_iter().filter_map(|dir| unit(resolver, dir)).collect();
    with_apps(behind_links(resolver, units))
}

/// A distribution that has no source but its manifest, and links to one package, is that package.
fn behind_links(resolver: &PythonResolver<'_>, mut units: Vec<Unit>) -> Vec<Unit> {
    let links = resolver.project.links();
    let known: FxHashSet<Vec<u8>> = units.iter().map(|unit| unit.dir.clone()).collect();
    for unit in units.iter_mut().filter(|unit| unit.entries.is_empty() && !unit.dir.is_empty()) {
        let inside = [&unit.dir[..], b"/"].concat();
        let is_source = |file: &RepoPath| Flavor::of_name(file.file_name()).is_some();
        let mut files = resolver.project.below(&inside).iter();
        if files.any(|file| is_source(file) && *file != unit.manifest) {
            continue;
        }
        let first = links.partition_point(|link| *link < &inside[..]);
        let linked = links[first..].iter().take_while(|link| link.starts_with(&inside));
        let mut packages: Vec<Vec<u8>> = linked.filter_map(|link| resolver.project.follow(link)).collect();
        packages.dedup();
        let [package] = &packages[..] else { continue };
        let face = path::join(package, b"__init__.py").and_then(|file| resolver.project.file(&file));
        if let Some(face) = face.filter(|_| !known.contains(package)) {
            let why = format!("the package to which the distribution in {} has a link", unit.manifest);
            unit.entries = vec![UnitEntry { path: face.clone(), whys: vec![why], subpath: None }];
            unit.dir.clone_from(package);
        }
    }
    units.sort_by(|a, b| a.dir.cmp(&b.dir));
    // Two that link one package are entered once.
    units.dedup_by(|a, b| a.dir == b.dir);
    units
}

/// A distribution that has nothing but one app is that app.
fn with_apps(mut units: Vec<Unit>) -> Vec<Unit> {
    let is_app = |unit: &Unit| unit.manifest.file_name() == b"manage.py";
    let by_dir: FxHashMap<&[u8], usize> =
        units.iter().zip(0..).map(|(unit, at)| (&unit.dir[..], at)).collect();
    let around = |app: &Unit| {
        let mut above = path::ancestors(path::parent(&app.dir)).filter(|dir| *dir != app.dir);
        above.find_map(|dir| by_dir.get(dir).copied())
    };
    // By distribution: its app, if it has one alone.
    let mut apps: FxHashMap<usize, Option<usize>> = FxHashMap::default();
    for (at, app) in units.iter().enumerate().filter(|(_, unit)| is_app(unit)) {
        if let Some(around) = around(app).filter(|around| !is_app(&units[*around])) {
            apps.entry(around).and_modify(|known| *known = None).or_insert(Some(at));
        }
    }
    let is_all = |(around, app): &(usize, usize)| {
        let dir = &units[*app].dir;
        units[*around].entries.iter().all(|entry| path::strip_dir(entry.path.as_bytes(), dir).is_some())
    };
    let mut merged: Vec<(usize, usize)> =
        apps.into_iter().filter_map(|(around, app)| Some((around, app?))).collect();
    merged.retain(is_all);
    merged.sort_unstable_by_key(|(_, app)| std::cmp::Reverse(*app));
    for (around, app) in merged {
        // The distribution lies before it.
        let further = units.remove(app).entries;
        let known = &mut units[around].entries;
        let new = |entry: &UnitEntry| known.iter().all(|it| it.path != entry.path);
        let further: Vec<UnitEntry> = further.into_iter().filter(new).collect();
        known.extend(further);
    }
    units
}

/// Folders with a `manage.py` that is run: in a package it is a module like any other.
fn apps<'a>(resolver: &'a PythonResolver<'_>) -> impl Iterator<Item = &'a [u8]> {
    let files = resolver.project.files().iter().filter(|path| path.file_name() == b"manage.py");
    files.map(RepoPath::parent).filter(|dir| !is_in_package(resolver, dir))
}

/// Whether what lies in `dir` is imported as a part of a package; that of an import root is run.
fn is_in_package(resolver: &PythonResolver<'_>, dir: &[u8]) -> bool {
    let tree = &resolver.tree;
    let is_package = |dir: Dir| tree.is_package(dir) && !resolver.roots.has(dir);
    tree.dir(dir).is_some_and(is_package)
}

fn unit(resolver: &PythonResolver<'_>, dir: &[u8]) -> Option<Unit> {
    if dir.split(|byte| *byte == b'/').any(|name| NO_UNITS.contains(&name)) {
        return None;
    }
    let here: Vec<&Placed<'_>> = resolver.manifests.iter().filter(|it| it.dir() == dir).collect();
    let declared = here.iter().any(|it| it.said.is_distribution || !it.said.requirements.is_empty());
    let app = path::join(dir, b"manage.py").and_then(|path| resolver.project.file(&path));
    let app = app.filter(|_| !is_in_package(resolver, dir));
    let folder = resolver.tree.dir(dir).filter(|_| declared || app.is_some())?;
    let first = |of: &dyn Fn(&Placed<'_>) -> Option<String>| here.iter().find_map(|it| of(it));
    let name = first(&|it| it.said.name.clone());
    let manifest =
        here.iter().find(|it| it.said.is_distribution).or(here.first()).map(|it| it.path).or(app)?;
    let entries = Entries { resolver, dir, folder, name: name.as_deref(), found: Vec::new() }.of(&here);
    // A list of requirements alone, such as that of the documentation, makes no app.
    if entries.is_empty() && !here.iter().any(|it| it.said.is_distribution) {
        return None;
    }
    Some(Unit {
        dir: dir.to_vec(),
        manifest: manifest.clone(),
        language: ID,
        version: first(&|it| it.said.version.clone()),
        description: first(&|it| it.said.description.clone()),
        name,
        entries,
    })
}

struct Entries<'a, 'p> {
    resolver: &'a PythonResolver<'p>,
    dir: &'a [u8],
    folder: Dir,
    name: Option<&'a str>,
    found: Vec<UnitEntry>,
}

/// Calls at the top level of a file that no program is made of.
const PREPARING: &[&[u8]] = &[b"__all__.", b"logging.", b"warnings."];

impl Entries<'_, '_> {
    fn of(mut self, manifests: &[&Placed<'_>]) -> Vec<UnitEntry> {
        let mut points: Vec<(&EntryPoint, &RepoPath)> = manifests
            .iter()
            .flat_map(|it| it.said.entry_points.iter().map(|point| (point, it.path)))
            .collect();
        points.sort_by(|a, b| a.0.group.cmp(&b.0.group));
        let is_program = |point: &EntryPoint| !matches!(point.group, Group::Other(_));
        for (point, manifest) in points.iter().filter(|(point, _)| is_program(point)) {
            self.point(point, manifest);
        }
        let dirs = self.package_dirs();
        let is_own = |dir: &Vec<u8>| self.name.is_some_and(|name| is_called(name, path::file_name(dir)));
        let own: Vec<Vec<u8>> = dirs.iter().filter(|dir| is_own(dir)).cloned().collect();
        for name in RUN {
            // What runs another package of the distribution is a tool beside its own.
            let packages = if name == b"__main__.py" && !own.is_empty() { &own } else { &dirs };
            // A library may have a module of that name that no server loads.
            let is_loaded = |dir: &&Vec<u8>| {
                !matches!(name, b"wsgi.py" | b"asgi.py")
                    || path::join(dir, name).is_some_and(|file| self.serves(&file))
            };
            let packages = packages.iter().filter(is_loaded).cloned();
            let places: Vec<Vec<u8>> = [self.dir.to_vec()].into_iter().chain(packages).collect();
            self.run(name, &places);
        }
        let places = vec![self.dir.to_vec(), path::join(self.dir, b"src").unwrap_or_default()];
        let face_of = |dir: Vec<u8>| (path::join(&dir, b"__init__.py").and_then(|it| self.is_face(&it)), dir);
        let faces: Vec<_> = self.package_dirs().into_iter().map(face_of).collect();
        // What is plugged into another program is the face of a distribution that has no other.
        let namesake = self.name.and_then(|name| self.namesake(name));
        let has_face = faces.iter().any(|(face, _)| *face == Some(true))
            || namesake.is_some_and(|file| self.is_face(file.as_bytes()) == Some(true));
        let hollow = faces.into_iter().filter(|(face, _)| *face == Some(false)).map(|(_, dir)| dir);
        let hollow: Vec<Vec<u8>> = hollow.collect();
        for name in STARTED {
            self.run(name, &places);
            // In a package it may be a module like any other.
            let runs = |dir: &&Vec<u8>| path::join(dir, name).is_some_and(|file| self.runs(&file));
            let running: Vec<Vec<u8>> = hollow.iter().filter(runs).cloned().collect();
            self.run(name, &running);
        }
        if has_face {
            self.packages(manifests);
        }
        for (point, manifest) in points.iter().filter(|(point, _)| !is_program(point)) {
            self.point(point, manifest);
        }
        if !has_face {
            self.packages(manifests);
        }
        self.found
    }

    fn add(&mut self, path: &RepoPath, why: String) {
        match self.found.iter_mut().find(|entry| entry.path == *path) {
            Some(entry) if entry.whys.contains(&why) => {}
            Some(entry) => entry.whys.push(why),
            None => self.found.push(UnitEntry { path: path.clone(), whys: vec![why], subpath: None }),
        }
    }

    fn point(&mut self, point: &EntryPoint, manifest: &RepoPath) {
        let word = match &point.group {
            Group::Console => "console script",
            Group::Gui => "GUI script",
            Group::Script => "script",
            Group::Other(group) => &format!("entry point of `{group}`"),
        };
        let file = match point.group {
            Group::Script => {
                let path = path::join(self.dir, point.module.as_bytes());
                path.and_then(|path| self.resolver.project.file(&path))
                    .filter(|file| super::super::Flavor::of_name(file.file_name()).is_some())
            }
            _ => self.module(&point.module),
        };
        if let Some(file) = file.cloned() {
            self.add(&file, format!("{word} `{}` of {manifest}", point.name));
        }
    }

    /// The file of a module as the distribution itself imports it.
    fn module(&self, name: &str) -> Option<&RepoPath> {
        let tree = &self.resolver.tree;
        let head = name.split('.').next()?.as_bytes();
        let mut roots = self.resolver.roots.with(tree, self.dir, head);
        if !roots.contains(&self.folder) {
            roots.push(self.folder);
        }
        let spreads = |init| self.resolver.spreads(init);
        let finder = Finder { tree, spreads: &spreads, pass: Pass::Run };
        let (chain, full) = finder.chain(name, &roots);
        Some(tree.file(chain.last().filter(|_| full)?.file?))
    }

    /// Whether a module takes something, by which its distribution is entered; `None` where there is none.
    fn is_face(&self, module: &[u8]) -> Option<bool> {
        let text = self.resolver.project.read(module)?;
        Some(!extract(Flavor::Package, &text, Detail::Links).imports.is_empty())
    }

    /// Whether a file does something at its top level that a program does: it asks whether it is the program, makes the
    /// application that a server loads, or calls something.
    fn runs(&self, file: &[u8]) -> bool {
        let Some(text) = self.resolver.project.read(file) else { return false };
        let is_name = |it: &[u8]| it.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'));
        let mut in_text = false;
        text.split(|byte| *byte == b'\n').any(|line| {
            let quotes =
                [&b"\"\"\""[..], b"'''"].into_iter().map(|it| memchr::memmem::find_iter(line, it).count());
            let was_in_text = in_text;
            in_text ^= quotes.sum::<usize>() % 2 == 1;
            if was_in_text {
                return false;
            }
            let head = line.split(|b| matches!(b, b' ' | b'=' | b':' | b'(')).next().unwrap_or_default();
            let rest = &line[head.len()..];
            let assigns = matches!(head, b"app" | b"application") && rest.contains(&b'=');
            let prepares = PREPARING.iter().any(|it| head.starts_with(it));
            let calls = rest.starts_with(b"(") && !head.is_empty() && is_name(head) && !prepares;
            assigns || calls || line.starts_with(b"if __name__")
        })
    }

    /// Whether a file has the application that a server loads: it makes it, declares it or has it from elsewhere.
    fn serves(&self, file: &[u8]) -> bool {
        fn named(line: &[u8]) -> Option<&[u8]> {
            if line.starts_with(b"from ") {
                return memchr::memmem::find(line, b" import ").map(|at| &line[at..]);
            }
            // What a function is given is not what the file has.
            line.strip_prefix(b"async ")
                .unwrap_or(line)
                .strip_prefix(b"def ")?
                .split(|byte| *byte == b'(')
                .next()
        }
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let is_application = |word: &[u8]| matches!(word, b"app" | b"application");
        let names = |line: &[u8]| {
            named(line).is_some_and(|names| names.split(|byte| !is_part(byte)).any(is_application))
        };
        let text = || self.resolver.project.read(file);
        self.runs(file) || text().is_some_and(|text| text.split(|byte| *byte == b'\n').any(names))
    }

    /// A file of that name in one of `places`.
    fn run(&mut self, name: &[u8], places: &[Vec<u8>]) {
        let text = String::from_utf8_lossy(name).into_owned();
        for place in places {
            let file = path::join(place, name).and_then(|path| self.resolver.project.file(&path));
            if let Some(file) = file.cloned() {
                self.add(&file, format!("`{text}` is run by its name"));
            }
        }
    }

    /// The packages and folders at the top of its import roots, its namesake first and private ones last, and none of
    /// tests and the like; the packages of a namespace follow it.
    fn package_dirs(&self) -> Vec<Vec<u8>> {
        let tree = &self.resolver.tree;
        let own = |root: &&super::roots::Root<'_>| {
            let path = tree.folders[root.dir as usize].path;
            path::strip_dir(path, self.dir).is_some()
                && self.resolver.roots.distributions(path).next().is_none_or(|dir| dir == self.dir)
        };
        let mut roots: Vec<Dir> = self.resolver.roots.list.iter().filter(own).map(|root| root.dir).collect();
        if !roots.contains(&self.folder) {
            roots.push(self.folder);
        }
        let mut dirs = Vec::new();
        for root in roots {
            for name in tree.names(root) {
                let Some(dir) = tree.get(root, name).and_then(|entry| entry.dir) else { continue };
                let is_private = name.starts_with(b"_");
                let rank = (is_beside(name), self.name.is_none_or(|own| !is_called(own, name)), is_private);
                dirs.push((rank, tree.folders[dir as usize].path.to_vec()));
                if root != self.folder || self.lists(name) {
                    let below = self.packages_below(dir).into_iter();
                    dirs.extend(below.map(|dir| (rank, tree.folders[dir as usize].path.to_vec())));
                }
            }
        }
        dirs.sort();
        dirs.dedup();
        dirs.into_iter().filter(|((beside, ..), _)| !beside).map(|(_, dir)| dir).collect()
    }

    /// Whether a manifest says that the distribution has `name`.
    fn lists(&self, name: &[u8]) -> bool {
        let own = self.resolver.manifests.iter().filter(|it| it.dir() == self.dir);
        own.flat_map(|it| &it.said.modules).any(|module| module.as_bytes() == name)
    }

    /// The outermost packages below `dir`, if it is a namespace and nothing else: no package, no import root, and without
    /// modules of its own.
    fn packages_below(&self, dir: Dir) -> Vec<Dir> {
        let tree = &self.resolver.tree;
        let is_package = |dir: Dir| tree.folders[dir as usize].init.is_some();
        let has_modules = |dir| {
            tree.names(dir).iter().any(|name| tree.get(dir, name).is_some_and(|it| it.source.is_some()))
        };
        let is_mere = |dir: Dir| !self.resolver.roots.has(dir) && !has_modules(dir);
        let mut packages = Vec::new();
        // The `__init__` of a package is a module of it.
        let mut namespaces = vec![dir];
        while let Some(namespace) = namespaces.pop() {
            if !is_mere(namespace) {
                continue;
            }
            let names = tree.names(namespace).iter().filter(|name| !NO_UNITS.contains(name));
            for dir in names.filter_map(|name| tree.get(namespace, name)?.dir) {
                if is_package(dir) { &mut packages } else { &mut namespaces }.push(dir);
            }
        }
        packages
    }

    /// What a library is imported as: what it says it has, its namesake, else its packages.
    fn packages(&mut self, manifests: &[&Placed<'_>]) {
        for manifest in manifests.iter().filter(|it| it.said.is_distribution) {
            let modules = &manifest.said.modules;
            // What lies in a listed package is no package at the top.
            let is_listed = |name: &str| modules.iter().any(|module| module == name);
            let is_top =
                |module: &&String| !module.match_indices('.').any(|(at, _)| is_listed(&module[..at]));
            for module in modules.iter().filter(is_top) {
                if let Some(file) = self.module(module).cloned() {
                    self.add(&file, format!("`{module}` of {}", manifest.path));
                }
            }
        }
        let Some(manifest) = manifests.iter().find(|it| it.said.is_distribution).map(|it| it.path) else {
            return;
        };
        if let Some(name) = self.name
            && let Some(file) = self.namesake(name).cloned()
        {
            self.add(&file, format!("the module that is called as {manifest} calls the distribution"));
        }
        for dir in self.package_dirs() {
            let init = path::join(&dir, b"__init__.py").and_then(|path| self.resolver.project.file(&path));
            if let Some(file) = init.cloned() {
                self.add(&file, format!("a package of the distribution in {manifest}"));
            }
        }
    }

    /// `foo_bar` or `foo.bar` of the distribution `foo-bar`.
    fn namesake(&self, name: &str) -> Option<&RepoPath> {
        let plain = normalised(name);
        [plain.replace('-', "_"), plain.replace('-', "."), name.to_owned()]
            .iter()
            .find_map(|it| self.module(it))
    }
}

/// Folders of what works on a distribution or checks it.
pub(super) fn is_beside(name: &[u8]) -> bool {
    const BESIDE: [&[u8]; 14] = [
        b"test",
        b"tests",
        b"testing",
        b"docs",
        b"doc",
        b"examples",
        b"example",
        b"scripts",
        b"tools",
        b"benchmarks",
        b"bench",
        b"ci",
        b"samples",
        b"extras",
    ];
    BESIDE.contains(&name) || name.starts_with(b".")
}

fn is_called(distribution: &str, name: &[u8]) -> bool {
    normalised(distribution) == normalised(&String::from_utf8_lossy(name))
}
