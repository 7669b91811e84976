//! The modules of a repository, and which of them each of them sees: go.work, `replace`, `vendor`.
//!
//! Only what go.mod and go.work say counts. A module whose directory is here, and that is neither replaced by that
//! directory nor in the workspace, is as far away as any other.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::modfile::{self, ModFile};
use super::version;
use crate::ConfigProblem;
use crate::path::{self, RepoPath};
use crate::project::Project;

/// A directory with a go.mod, or with what stands for one.
#[derive(Debug)]
pub(super) struct Module {
    pub(super) dir: Vec<u8>,
    pub(super) file: RepoPath,
    /// What `module` says; empty where it says nothing.
    pub(super) path: String,
    mod_file: ModFile,
    /// Position among the views.
    view: usize,
}

/// What the modules of one workspace, or one module alone, can import.
#[derive(Debug, Default)]
pub(super) struct View {
    /// Modules whose packages lie in the repository.
    pub(super) here: Vec<Here>,
    /// What is required and lies elsewhere: path to version and the file that says so.
    pub(super) required: FxHashMap<String, (String, RepoPath)>,
    /// The vendor directory that answers for everything outside of the main modules.
    pub(super) vendor: Option<Vendor>,
    /// Whose requirements count: the main modules, and what replaces what these require.
    modules: Vec<usize>,
    /// The paths that are replaced at one of their versions.
    replaced: FxHashSet<String>,
}

/// A module of the repository as another one sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Here {
    pub(super) path: String,
    pub(super) dir: Vec<u8>,
    /// The file that makes it visible.
    pub(super) config: RepoPath,
    pub(super) sight: Sight,
}

/// Why a module is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// It is a main module.
    Main,
    /// It replaces what is required.
    Replaced,
}

#[derive(Debug)]
pub(super) struct Vendor {
    pub(super) dir: Vec<u8>,
    /// Its modules.txt.
    pub(super) list: RepoPath,
}

impl Module {
    /// Whether `ignore` takes the directory, which lies in the module, out of `./...`.
    pub(super) fn ignores(&self, dir: &[u8]) -> bool {
        let rest = path::strip_dir(dir, &self.dir).unwrap_or_default();
        let rest = [b"/", rest, b"/"].concat();
        self.mod_file.ignores.iter().map(|rule| rule.trim_end_matches('/')).any(|rule| {
            let own = rule.strip_prefix("./");
            let meant = format!("/{}/", own.unwrap_or(rule));
            let place = memchr::memmem::find(&rest, meant.as_bytes());
            place.is_some_and(|at| at == 0 || own.is_none())
        })
    }

    /// The import path of the package in `dir`, as the module itself has it.
    fn import_path(&self, dir: &[u8]) -> String {
        joined(&self.path, &self.dir, dir)
    }
}

impl View {
    /// Whether files in `dir`, which lies in `module`, may import the package. What lies below `internal` is for what
    /// lies beside it, by import paths.
    pub(super) fn allows(&self, module: &Module, dir: &[u8], import_path: &str) -> bool {
        let Some(parent) = above_internal(import_path) else { return true };
        let vendored = self.vendor.as_ref().and_then(|vendor| path::strip_dir(dir, &vendor.dir));
        let own = match vendored {
            Some(below) => String::from_utf8_lossy(below).into_owned(),
            None => module.import_path(dir),
        };
        // What replaces a module is known by the name of what it replaces.
        let replaced = self
            .here
            .iter()
            .filter(|here| vendored.is_none() && here.sight == Sight::Replaced && here.dir == module.dir);
        let mut names = replaced.map(|here| joined(&here.path, &module.dir, dir)).chain([own]);
        module.path == "std" || parent.is_empty() || names.any(|name| below(&name, parent).is_some())
    }
}

/// The import path of the package in `dir`, which lies in the module `path` at `root`.
fn joined(path: &str, root: &[u8], dir: &[u8]) -> String {
    let rest = path::strip_dir(dir, root).unwrap_or_default();
    let parts = [path.as_bytes(), rest].into_iter().filter(|part| !part.is_empty());
    String::from_utf8_lossy(&parts.collect::<Vec<_>>().join(&b'/')).into_owned()
}

/// What stands before the last `internal` of an import path.
fn above_internal(import_path: &str) -> Option<&str> {
    let segments: Vec<&str> = import_path.split('/').collect();
    let at = segments.iter().rposition(|it| *it == "internal")?;
    let len = segments[..at].iter().map(|it| it.len() + 1).sum::<usize>();
    Some(&import_path[..len.saturating_sub(1)])
}

#[derive(Debug, Default)]
pub(super) struct Modules {
    list: Vec<Module>,
    by_dir: FxHashMap<Vec<u8>, usize>,
    views: Vec<View>,
}

/// A workspace: its go.work, what that says, and the modules that it uses.
struct Workspace {
    file: RepoPath,
    says: ModFile,
    members: Vec<usize>,
}

impl Modules {
    pub(super) fn read(project: &Project<'_>, problems: &mut BTreeSet<ConfigProblem>) -> Self {
        let mut modules = Self::default();
        for file in mod_files(project) {
            let text = project.read(file.as_bytes()).unwrap_or_default();
            let mod_file = modfile::read(file, &text, problems);
            let path = mod_file.module.clone().unwrap_or_default();
            // An empty one is there to cut its folder out of the module around it.
            if path.is_empty() && !text.trim_ascii().is_empty() {
                let message = "names no module".to_owned();
                problems.insert(ConfigProblem { path: file.clone(), line: None, message, hides: true });
            }
            let dir = file.parent().to_vec();
            modules.by_dir.insert(dir.clone(), modules.list.len());
            modules.list.push(Module { dir, file: file.clone(), path, mod_file, view: usize::MAX });
        }
        modules.join_workspaces(project, problems);
        for at in 0..modules.list.len() {
            if modules.list[at].view == usize::MAX {
                modules.add_view(project, &[at], None, problems);
            }
        }
        modules
    }

    /// Whether a module begins in `dir`.
    pub(super) fn is_root(&self, dir: &[u8]) -> bool {
        self.by_dir.contains_key(dir)
    }

    /// Every module, sorted by its file.
    pub(super) fn all(&self) -> &[Module] {
        &self.list
    }

    /// The position of the module that `dir` lies in.
    pub(super) fn position(&self, dir: &[u8]) -> Option<usize> {
        path::ancestors(dir).find_map(|dir| self.by_dir.get(dir)).copied()
    }

    /// The module that `dir` lies in, and what it sees.
    pub(super) fn of(&self, dir: &[u8]) -> Option<(&Module, &View)> {
        let module = &self.list[self.position(dir)?];
        Some((module, &self.views[module.view]))
    }

    /// The directory of the package `import_path` of the module that is called `module` and lies at `dir`: none where
    /// another module begins on the way.
    pub(super) fn dir_in(&self, module: &str, dir: &[u8], import_path: &str) -> Option<Vec<u8>> {
        let rest = below(import_path, module)?;
        let found = path::join(dir, rest.as_bytes())?;
        let own = |it: &&[u8]| it.len() > dir.len();
        let is_nested = path::ancestors(&found).take_while(own).any(|dir| self.by_dir.contains_key(dir));
        (!is_nested).then_some(found)
    }

    /// Of the workspaces that use a module, the nearest one above it counts.
    fn join_workspaces(&mut self, project: &Project<'_>, problems: &mut BTreeSet<ConfigProblem>) {
        let mut workspaces: Vec<Workspace> = named(project, b"go.work")
            .map(|file| {
                let says = modfile::read(file, &project.read(file.as_bytes()).unwrap_or_default(), problems);
                let members = self.members(file, &says, problems);
                Workspace { file: file.clone(), says, members }
            })
            .collect();
        workspaces.sort_by_key(|it| std::cmp::Reverse(it.file.parent().len()));
        for workspace in workspaces {
            let base = workspace.file.parent();
            let free = |at: &&usize| {
                let module = &self.list[**at];
                module.view == usize::MAX && path::ancestors(&module.dir).any(|dir| dir == base)
            };
            let own: Vec<usize> = workspace.members.iter().filter(free).copied().collect();
            let view = self.add_view(project, &workspace.members, Some(&workspace), problems);
            for at in own {
                self.list[at].view = view;
            }
        }
    }

    fn members(&self, file: &RepoPath, says: &ModFile, problems: &mut BTreeSet<ConfigProblem>) -> Vec<usize> {
        let mut members = Vec::new();
        for dir in &says.uses {
            let at = path::join(file.parent(), dir.as_bytes()).and_then(|dir| self.by_dir.get(&dir));
            match at {
                Some(at) if !members.contains(at) => members.push(*at),
                Some(_) => {}
                None => {
                    let message = format!("uses `{dir}`, where no go.mod is");
                    problems.insert(ConfigProblem { path: file.clone(), line: None, message, hides: false });
                }
            }
        }
        members
    }

    /// Adds what `main` see together and gives its position. Without a workspace, `main` is one module, which gets it.
    fn add_view(
        &mut self,
        project: &Project<'_>,
        main: &[usize],
        workspace: Option<&Workspace>,
        problems: &mut BTreeSet<ConfigProblem>,
    ) -> usize {
        let mut view = View::default();
        for at in main {
            let module = &self.list[*at];
            let twin = view.here.iter().find(|it| it.path == module.path);
            if let Some(twin) = twin.filter(|twin| twin.dir != module.dir) {
                let message = format!("is called `{}` like another module that it is used with", twin.path);
                problems.insert(ConfigProblem {
                    path: module.file.clone(),
                    line: None,
                    message,
                    hides: false,
                });
                continue;
            }
            let config = workspace.map_or(&module.file, |it| &it.file).clone();
            let (path, dir) = (module.path.clone(), module.dir.clone());
            view.here.push(Here { path, dir, config, sight: Sight::Main });
        }
        self.replace(main, workspace, &mut view);
        view.here.retain(|it| !it.path.is_empty());
        // The longest path that fits is asked first.
        view.here.sort_by(|a, b| b.path.len().cmp(&a.path.len()).then_with(|| a.path.cmp(&b.path)));
        let base = workspace.map_or_else(|| self.list[main[0]].dir.clone(), |it| it.file.parent().to_vec());
        let go = workspace.map_or_else(|| self.list[main[0]].mod_file.go, |it| it.says.go);
        let first = if workspace.is_some() { (1, 22) } else { (1, 14) };
        if go.is_some_and(|go| go >= first) {
            view.vendor = vendor(project, &base);
        }
        if workspace.is_none() {
            self.list[main[0]].view = self.views.len();
        }
        self.views.push(view);
        self.views.len() - 1
    }

    /// Fills in what is required: as a directory where one replaces it. Directories require things in turn, and of
    /// their replacements none counts. Of several versions the highest is the one that is required.
    fn replace(&self, main: &[usize], workspace: Option<&Workspace>, view: &mut View) {
        let own = workspace.map(|it| (&it.file, &it.says.replaces));
        let of_module = |at: &usize| (&self.list[*at].file, &self.list[*at].mod_file.replaces);
        let rules: Vec<(&RepoPath, &modfile::Replace)> = own
            .into_iter()
            .chain(main.iter().map(of_module))
            .flat_map(|(file, replaces)| replaces.iter().map(move |replace| (file, replace)))
            .collect();
        let own_names = view_names(&self.list, main);
        let mut modules: Vec<usize> = main.to_vec();
        loop {
            let required = self.required(&modules, &own_names);
            let dirs: Vec<_> =
                required.iter().map(|(path, it)| replacement(&rules, path, it.version)).collect();
            let found = dirs.iter().flatten().filter_map(|(_, dir)| self.by_dir.get(dir)).copied();
            let new: BTreeSet<usize> = found.filter(|at| !modules.contains(at)).collect();
            if !new.is_empty() {
                modules.extend(new);
                continue;
            }
            for ((path, it), dir) in required.into_iter().zip(dirs) {
                match dir {
                    Some((config, dir)) => {
                        let (path, config) = (path.to_owned(), config.clone());
                        view.here.push(Here { path, dir, config, sight: Sight::Replaced });
                    }
                    None => {
                        view.required.insert(path.to_owned(), (it.version.to_owned(), it.file.clone()));
                    }
                }
            }
            let of_version = rules.iter().filter(|(_, rule)| rule.version.is_some());
            view.replaced = of_version.map(|(_, rule)| rule.old.clone()).collect();
            view.modules = modules;
            return;
        }
    }

    /// Whether no other module has a say in the version of what the go.mod `file` requires as `package`, nor that in what
    /// takes its place.
    pub(super) fn tells_alone(&self, file: &RepoPath, package: &str) -> bool {
        let requires = |at: &&usize| {
            let module = &self.list[**at];
            module.file != *file && module.mod_file.requires.iter().any(|(path, _)| path == package)
        };
        let concerned = |view: &&View| view.modules.iter().any(|at| self.list[*at].file == *file);
        self.views
            .iter()
            .filter(concerned)
            .all(|view| !view.modules.iter().any(|at| requires(&at)) && !view.replaced.contains(package))
    }

    /// What `modules` require, each path at its highest version.
    fn required<'m>(
        &'m self,
        modules: &[usize],
        own_names: &FxHashSet<&str>,
    ) -> BTreeMap<&'m str, Requirement<'m>> {
        let mut required: BTreeMap<&str, Requirement<'_>> = BTreeMap::new();
        for module in modules.iter().map(|at| &self.list[*at]) {
            let others =
                module.mod_file.requires.iter().filter(|(path, _)| !own_names.contains(path.as_str()));
            for (path, version) in others {
                let new = Requirement { version, file: &module.file };
                let known = required.entry(path).or_insert(new);
                if version::is_less(known.version, version) {
                    *known = new;
                }
            }
        }
        required
    }
}

/// That a module is needed.
#[derive(Clone, Copy)]
struct Requirement<'m> {
    version: &'m str,
    /// The go.mod that says so.
    file: &'m RepoPath,
}

/// The directory that takes the place of `path` at `version`, and the file that says so. A rule for that version comes
/// before one for all.
fn replacement<'m>(
    rules: &[(&'m RepoPath, &modfile::Replace)],
    path: &str,
    version: &str,
) -> Option<(&'m RepoPath, Vec<u8>)> {
    let of = |wanted: Option<&str>| {
        rules.iter().find(|(_, rule)| rule.old == path && rule.version.as_deref() == wanted)
    };
    let (file, rule) = of(Some(version)).or_else(|| of(None))?;
    Some((file, path::join(file.parent(), rule.dir()?.as_bytes())?))
}

fn view_names<'m>(modules: &'m [Module], main: &[usize]) -> FxHashSet<&'m str> {
    main.iter().map(|at| modules[*at].path.as_str()).collect()
}

fn named<'p>(project: &'p Project<'_>, name: &'static [u8]) -> impl Iterator<Item = &'p RepoPath> {
    // What is vendored is read by the list that stands beside it.
    let is_named = move |file: &&RepoPath| file.file_name() == name;
    project.files().iter().filter(is_named).filter(|file| !project.is_vendored_by_go(file.parent()))
}

const MOD_FILE: &[u8] = b"go.mod";
const GIVEN: &[u8] = b"vendor.mod";

/// Whether the file may be the go.mod of a module.
pub(super) fn is_mod_file(path: &RepoPath) -> bool {
    [MOD_FILE, GIVEN].contains(&path.file_name())
}

/// Every go.mod. Where there is none, `vendor.mod` is the one that the go command is given in its place (`-modfile`).
fn mod_files<'p>(project: &'p Project<'_>) -> Vec<&'p RepoPath> {
    let has_own = |file: &&RepoPath| {
        let own = path::join(file.parent(), MOD_FILE);
        own.is_some_and(|own| project.file(&own).is_some())
    };
    let given = named(project, GIVEN).filter(|file| !has_own(file));
    let mut files: Vec<&RepoPath> = named(project, MOD_FILE).chain(given).collect();
    files.sort();
    files
}

fn vendor(project: &Project<'_>, base: &[u8]) -> Option<Vendor> {
    let dir = path::join(base, b"vendor")?;
    let list = project.file(&path::join(&dir, b"modules.txt")?)?.clone();
    Some(Vendor { dir, list })
}

/// What follows `module` in `import_path`, cut at a path boundary; empty where they are the same.
pub(super) fn below<'i>(import_path: &'i str, module: &str) -> Option<&'i str> {
    // The standard library's own module has no part in the paths of its packages.
    if module == "std" {
        return Some(import_path);
    }
    let rest = import_path.strip_prefix(module)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}
