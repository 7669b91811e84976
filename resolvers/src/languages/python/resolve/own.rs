//! Folders that are on the path because something in them is run: those of scripts, those that pytest adds, and those
//! that a file adds itself.

use super::external;
use super::find::{Finder, Found};
use super::manifest::COLLECTIONS;
use super::stdlib;
use super::tree::{Dir, File};
use super::units::is_beside;
use super::{Absolute, Asked, PythonResolver};
use crate::facts::AddedPath;
use crate::languages::python::is_test;
use crate::path::{self, RepoPath};
use crate::target::How;

/// The module in which pytest looks for what the tests of a folder share.
const CONFTEST: &str = "conftest";

impl PythonResolver<'_> {
    /// Outside of declared roots a script, or a test, also sees the folder that it is run in: the first one around it
    /// that is no package, then those of its distributions.
    pub(super) fn own_folders(
        &self,
        asked: Asked<'_>,
        head: &str,
        finder: &Finder<'_, '_>,
    ) -> Option<Absolute> {
        if self.roots.is_declared(&self.tree, asked.dir) {
            return None;
        }
        let own = self.around_packages(asked.dir)?;
        let path = self.tree.folders[asked.dir as usize].path;
        let distributions = self.roots.distributions(path).filter_map(|dir| self.tree.dir(dir));
        let mut namespace = None;
        for dir in [own].into_iter().chain(distributions).filter(|dir| !self.roots.has(*dir)) {
            if self.tree.get(dir, head.as_bytes()).is_none() {
                continue;
            }
            let found = in_folder(asked, dir, finder);
            let Some(first) = found.chain.first() else { continue };
            // No file asks for itself; what is called like it is meant then.
            let is_other =
                self.is_shipped(asked, own) && self.is_declared(asked) && !self.are_stubs(asked, first);
            if is_other || self.is_importer(asked, first) || self.is_refuted(asked, &found) {
                continue;
            }
            if !first.is_namespace() {
                return Some(found);
            }
            namespace = namespace.or(Some(found));
        }
        namespace
    }

    /// Whether the folder `own` lies in a package that others install: nothing but a test is run in it then, and what is
    /// required for the distribution is not looked for beside the importer.
    fn is_shipped(&self, asked: Asked<'_>, own: Dir) -> bool {
        let folder = |dir: Dir| &self.tree.folders[dir as usize];
        let packages = self.tree.upwards(own).skip(1).filter(|dir| self.tree.is_package(*dir));
        let top = packages.last().map(|dir| path::file_name(folder(dir).path));
        top.is_some_and(|name| !is_beside(name)) && !is_test(asked.importer.file_name())
    }

    /// Whether what was found in a folder that is only thought to be on the path lacks the rest of the name: then that is
    /// something else that is called so. Whoever lies in a package means that one, whatever it lacks; and any package may
    /// lack what is made later, unless something from elsewhere has its name.
    fn is_refuted(&self, asked: Asked<'_>, found: &Absolute) -> bool {
        let [first, ..] = &found.chain[..] else { return false };
        let is_around = || self.tree.upwards(asked.dir).any(|dir| first.dirs.contains(&dir));
        let is_other = || first.dirs.is_empty() || self.is_elsewhere(asked);
        !found.full && !first.open && !is_around() && is_other() && self.made(asked, found).is_none()
    }

    /// Whether something that is not of the repository has the name that is asked for.
    fn is_elsewhere(&self, asked: Asked<'_>) -> bool {
        let head = asked.module.split('.').next().unwrap_or(asked.module);
        stdlib::ANY.have(head) || head == stdlib::TESTS || external::is_known(head) || self.is_foreign(asked)
    }

    /// Whether the repo root, which nothing says is an import root, has something else that is called so: it lacks the
    /// rest of a name for which a distribution is declared, or would have the importer ask for itself.
    pub(super) fn is_other_in_repo_root(&self, asked: Asked<'_>, found: &Absolute) -> bool {
        let is_guess = asked.level == 0 && found.how == How::SourceRoot && found.config.is_none();
        let asks_itself = || found.chain.first().is_some_and(|first| self.is_importer(asked, first));
        is_guess && self.is_refuted(asked, found) && (asks_itself() || self.is_foreign(asked))
    }

    /// Whether a stub finds a stub: a folder of them, such as typeshed's, describes what it names itself.
    fn are_stubs(&self, asked: Asked<'_>, found: &Found) -> bool {
        let is_stub = |file: &RepoPath| file.extension() == b"pyi";
        is_stub(asked.importer) && found.file.is_some_and(|file| is_stub(self.tree.file(file)))
    }

    fn is_importer(&self, asked: Asked<'_>, found: &Found) -> bool {
        found.file.is_some_and(|file| self.tree.file(file) == asked.importer)
    }

    fn is_declared(&self, asked: Asked<'_>) -> bool {
        self.externals.declared(asked.importer.parent(), asked.module, asked.name).is_some()
    }

    /// pytest puts the first folder around a test that is no package before all roots. A test finds there whatever it
    /// names; other files of a package with tests find that package, whose name is taken by then.
    pub(super) fn of_tests(&self, asked: Asked<'_>, head: &str, finder: &Finder<'_, '_>) -> Option<Absolute> {
        let top = self.around_packages(asked.dir).filter(|top| !self.roots.has(*top))?;
        if !is_test(asked.importer.file_name()) && !self.is_among_tests(asked.dir, top, head) {
            return None;
        }
        let found = in_folder(asked, top, finder);
        let is_there = found.chain.first().is_some_and(|first| !first.is_namespace());
        (is_there && !self.is_refuted(asked, &found)).then_some(found)
    }

    /// Whether the package in `top` that `dir` is, or lies in, is called `head`, with tests in `dir` or around it.
    fn is_among_tests(&self, dir: Dir, top: Dir, head: &str) -> bool {
        let packages: Vec<Dir> = self.tree.upwards(dir).take_while(|dir| *dir != top).collect();
        let name = packages.last().map(|dir| path::file_name(self.tree.folders[*dir as usize].path));
        let collected = |at: File| {
            let name = self.tree.file(at).file_name();
            is_test(name) || name == b"conftest.py"
        };
        let mut modules = packages.iter().flat_map(|dir| {
            self.tree.names(*dir).iter().filter_map(|name| self.tree.get(*dir, name)?.source)
        });
        name == Some(head.as_bytes()) && modules.any(collected)
    }

    /// What pytest puts on the path: for a test module, and for each `conftest.py` in the folders around, the first
    /// folder that is no package. Who asks for `conftest` itself has been put where the nearest one is.
    pub(super) fn below_conftest(&self, asked: Asked<'_>, finder: &Finder<'_, '_>) -> Option<Absolute> {
        let is_test = is_test(asked.importer.file_name());
        let has_conftest =
            |dir: Dir| self.tree.get(dir, CONFTEST.as_bytes()).is_some_and(|it| it.source.is_some());
        let dirs = self.tree.upwards(asked.dir);
        let dirs = dirs.filter(|dir| is_test && *dir == asked.dir || has_conftest(*dir));
        let place = |dir| if asked.module == CONFTEST { Some(dir) } else { self.around_packages(dir) };
        let mut found = dirs.filter_map(|dir| Some(in_folder(asked, place(dir)?, finder)));
        found.find(|found| self.leads_to_another(asked, found, finder))
    }

    /// What Ansible finds in the folder of collections that the importer lies in, or that lies beside it or above:
    /// `ansible_collections`, in a folder `collections` or not.
    pub(super) fn in_collections(&self, asked: Asked<'_>, finder: &Finder<'_, '_>) -> Option<Absolute> {
        let tree = &self.tree;
        let top = |dir: Dir| {
            let path = tree.folders[dir as usize].path;
            if path::file_name(path) == COLLECTIONS.as_bytes() {
                return tree.folders[dir as usize].parent;
            }
            tree.dir(&path::join(path, b"collections/ansible_collections")?)?;
            tree.dir(&path::join(path, b"collections")?)
        };
        let mut found = tree.upwards(asked.dir).filter_map(|dir| Some(in_folder(asked, top(dir)?, finder)));
        let found = found.find(|found| self.leads_to_another(asked, found, finder))?;
        Some(Absolute { how: How::SourceRoot, ..found })
    }

    /// What is found in the package that the importer lies in, where that has the name which is asked for.
    pub(super) fn in_own_package(&self, asked: Asked<'_>, finder: &Finder<'_, '_>) -> Option<Absolute> {
        let found = in_folder(asked, self.around_packages(asked.dir)?, finder);
        let first = found.chain.first()?;
        let is_around = self.tree.upwards(asked.dir).any(|dir| first.dirs.contains(&dir));
        (is_around && self.leads_to_another(asked, &found, finder)).then_some(found)
    }

    /// Whether there is a module at the end that is not the importer.
    fn leads_to_another(&self, asked: Asked<'_>, found: &Absolute, finder: &Finder<'_, '_>) -> bool {
        let is_other = found.chain.last().is_some_and(|last| !self.is_importer(asked, last));
        is_other && leads_to_module(asked, found, finder)
    }

    /// What a script finds beside itself: its own folder is the first one on the path, a package or not. Where a file only
    /// falls back to that, what is declared comes before: a copy may be there for those who do not install it.
    pub(super) fn beside_script(&self, asked: Asked<'_>, finder: &Finder<'_, '_>) -> Option<Absolute> {
        let found = in_folder(asked, asked.dir, finder);
        let is_other = found.chain.first().is_some_and(|first| !self.is_importer(asked, first));
        (leads_to_module(asked, &found, finder) && is_other && self.is_run_for(asked)).then_some(found)
    }

    /// Whether a package lies beside a script, in which a part of the name is not there, and nothing else is known to have
    /// that name.
    pub(super) fn is_missing_beside_script(&self, asked: Asked<'_>, finder: &Finder<'_, '_>) -> bool {
        let found = in_folder(asked, asked.dir, finder);
        let is_package = |it: &Found| !it.is_namespace() && !it.dirs.is_empty() && !it.open;
        let lacks = !found.chain.is_empty() && !found.full && found.chain.iter().all(is_package);
        lacks && !self.is_elsewhere(asked) && self.is_run_for(asked)
    }

    /// Whether the importer is run itself, or asks so where its package is not there.
    fn is_run_for(&self, asked: Asked<'_>) -> bool {
        let head = asked.module.split('.').next().unwrap_or(asked.module);
        let falls_back = || self.project.header(asked.importer).falls_back.iter().any(|name| name == head);
        self.is_script(asked.importer) || falls_back()
    }

    /// Whether `file` is run itself. The file of a package is not, though many begin like a script: what is run is
    /// `__main__`.
    pub(super) fn is_script(&self, file: &RepoPath) -> bool {
        file.file_name() != b"__init__.py" && self.project.header(file).is_script
    }

    /// What lies in a folder that is put on the path by the importer, or by a file around it that has run before: of its
    /// packages, of the tests there, or the program itself. `first`: whether it comes before all else.
    pub(super) fn on_added(
        &self,
        asked: Asked<'_>,
        first: bool,
        finder: &Finder<'_, '_>,
    ) -> Option<Absolute> {
        let own = self.project.header(asked.importer).paths.into_iter().rev();
        let own = own.map(|path| Added { path, by: asked.importer.clone(), is_program: false });
        let around = self.tree.upwards(asked.dir).flat_map(|dir| self.added(dir));
        let around = around.filter(|it| self.has_run(asked, it)).cloned();
        own.chain(around).filter(|it| it.path.first == first).find_map(|added| {
            let dir = path::join(added.by.parent(), added.path.dir.as_bytes())?;
            let found = in_folder(asked, self.tree.dir(&dir)?, finder);
            // A module is not what it asks for, a package may be.
            let is_module = leads_to_module(asked, &found, finder)
                && (asked.importer.file_name() == b"__init__.py"
                    || found.chain.last().is_some_and(|last| !self.is_importer(asked, last)));
            // Who is run itself has its own folder before what others put there.
            let is_first = || added.by == *asked.importer || self.beside_script(asked, finder).is_none();
            (is_module && is_first()).then(|| Absolute {
                how: How::SourceRoot,
                config: Some(added.by.clone()),
                ..found
            })
        })
    }

    /// What the files of a folder put on the path, the last one that is put before all else first.
    fn added(&self, dir: Dir) -> &[Added] {
        self.added[dir as usize].get_or_init(|| {
            let entries = self.tree.names(dir).iter().filter_map(|name| self.tree.get(dir, name));
            let files = entries.filter_map(|entry| entry.source).map(|file| self.tree.file(file));
            let mut added: Vec<Added> = files
                .flat_map(|file| {
                    let (paths, is_program) = (self.project.header(file).paths, self.is_script(file));
                    paths.into_iter().map(move |path| Added { path, by: file.clone(), is_program })
                })
                .collect();
            added.reverse();
            added
        })
    }

    /// Whether `added` is there when the importer runs, which lies in its folder or below: a package and the tests of a
    /// folder are prepared by one file of theirs, a program by what starts it, and what lies in the added folder is
    /// found by way of it.
    fn has_run(&self, asked: Asked<'_>, added: &Added) -> bool {
        let prepares = matches!(added.by.file_name(), b"__init__.py" | b"conftest.py");
        let is_in_package = self.tree.is_package(asked.dir);
        let is_program = added.is_program && is_in_package && asked.importer.parent() != added.by.parent();
        let leads_down = !added.path.dir.is_empty() && !added.path.dir.starts_with("..");
        let is_in = || {
            let dir = path::join(added.by.parent(), added.path.dir.as_bytes());
            dir.is_some_and(|dir| {
                dir == asked.importer.parent() || path::strip_dir(asked.importer.parent(), &dir).is_some()
            })
        };
        prepares || is_program || leads_down && is_in()
    }

    /// The first folder from `dir` upwards that is no package.
    fn around_packages(&self, dir: Dir) -> Option<Dir> {
        self.tree.upwards(dir).find(|dir| !self.tree.is_package(*dir))
    }
}

/// A folder that a file puts on the path.
#[derive(Debug, Clone)]
pub(super) struct Added {
    path: AddedPath,
    by: RepoPath,
    /// The file is run itself.
    is_program: bool,
}

/// Whether a module is at the end, or behind it where a name is taken from a namespace.
fn leads_to_module(asked: Asked<'_>, found: &Absolute, finder: &Finder<'_, '_>) -> bool {
    let is_module = |found: &Found| !found.is_namespace();
    let taken = |last: &Found| finder.one(asked.name?.as_bytes(), &last.dirs);
    let is_there = |last: &Found| is_module(last) || taken(last).as_ref().is_some_and(is_module);
    found.full && found.chain.last().is_some_and(is_there)
}

fn in_folder(asked: Asked<'_>, dir: Dir, finder: &Finder<'_, '_>) -> Absolute {
    let (chain, full): (Vec<Found>, bool) = finder.chain(asked.module, &[dir]);
    let first = chain.first().and_then(|found| found.file).map(|file| finder.tree.file(file));
    let is_other = asked.other.is_some() && first == asked.other;
    let (chain, full) = if is_other { (Vec::new(), false) } else { (chain, full) };
    Absolute { chain, full, how: How::OwnFolder, config: None }
}
