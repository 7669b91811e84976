//! What the manifests of a distribution say: its name, its import roots, what it depends on and how it is entered.
//!
//! One value for each file; the files themselves are read in the modules below. Nothing is executed.

mod galaxy;
pub(super) mod pants;
mod pyproject;
mod requirements;
mod setup_cfg;
mod setup_py;

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

pub(super) use self::galaxy::COLLECTIONS;
use self::requirements::Include;
pub(super) use self::requirements::{Requirement, normalised};
use super::ini;
use super::tree::is_identifier;
use crate::ConfigProblem;
use crate::path::RepoPath;
use crate::project::Project;

/// What one manifest says.
#[derive(Debug, Default)]
pub(super) struct Manifest {
    pub(super) name: Option<String>,
    pub(super) version: Option<String>,
    pub(super) description: Option<String>,
    /// Versions of Python that it works with.
    pub(super) requires_python: Option<String>,
    /// Import roots, from the manifest.
    pub(super) roots: Vec<String>,
    /// What the paths of further import roots end in.
    pub(super) root_patterns: Vec<String>,
    /// Packages and modules that lie elsewhere than they are called: the dotted name, and the folder or file.
    pub(super) moved: Vec<(String, String)>,
    /// What the folder is called where it is a collection of Ansible: a dotted name.
    pub(super) collection: Option<String>,
    /// It declares a distribution, whether or not it says where its modules are.
    pub(super) is_distribution: bool,
    /// The packages and modules that it says it has.
    pub(super) modules: Vec<String>,
    /// What can be run, and what it offers to others that look for it.
    pub(super) entry_points: Vec<EntryPoint>,
    pub(super) requirements: Vec<Requirement>,
    /// Distributions that are taken from a folder or an archive: the normalised name, and the path as written.
    pub(super) taken: Vec<(String, String)>,
    /// Which versions will do of what something else requires.
    pub(super) constraints: Vec<Requirement>,
    /// Lists that are to be read too.
    includes: Vec<Include>,
}

impl Manifest {
    /// What `package_dir` of setuptools says: where a package lies; without a name, where all do that it does not name.
    fn package_dir(&mut self, name: &str, dir: &str) {
        match name.trim() {
            "" => self.roots.push(dir.trim().to_owned()),
            name => self.moved.push((name.to_owned(), dir.trim().to_owned())),
        }
    }

    /// What backends say that copy the folder or module `from` to `to` in what they build, both paths.
    fn goes(&mut self, from: &str, to: &str) {
        let to = match (from.strip_suffix(".py"), to.strip_suffix(".py")) {
            (Some(_), Some(to)) => to,
            (None, None) => to,
            _ => return,
        };
        let parts: Vec<&str> = to.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
        if parts.is_empty() {
            self.roots.push(from.to_owned());
        } else if parts.iter().all(|part| is_identifier(part.as_bytes())) {
            self.moved.push((parts.join("."), from.to_owned()));
        }
    }
}

/// `name = package.module:object`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EntryPoint {
    pub(super) group: Group,
    pub(super) name: String,
    pub(super) module: String,
}

/// What an entry point is for, most important first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Group {
    Console,
    Gui,
    /// A file that is installed as a program.
    Script,
    Other(String),
}

impl EntryPoint {
    fn new(group: Group, name: &str, target: &str) -> Self {
        let module = target.split([':', '[', ' ']).next().unwrap_or(target).trim();
        Self { group, name: name.trim().to_owned(), module: module.to_owned() }
    }

    /// What `name = module:object` says.
    fn line(group: &Group, line: &str) -> Option<Self> {
        let (name, target) = line.split_once('=')?;
        Some(Self::new(group.clone(), name, target.trim()))
    }
}

impl Group {
    fn of(name: &str) -> Self {
        match name {
            "console_scripts" => Self::Console,
            "gui_scripts" => Self::Gui,
            other => Self::Other(other.to_owned()),
        }
    }
}

/// A manifest and where it is.
pub(super) struct Placed<'p> {
    pub(super) path: &'p RepoPath,
    pub(super) said: Manifest,
    dir: Vec<u8>,
}

impl Placed<'_> {
    /// The directory for which it speaks.
    pub(super) fn dir(&self) -> &[u8] {
        &self.dir
    }
}

/// Every manifest of the project: shallow ones first, then by path.
pub(super) fn read<'p>(project: &'p Project<'p>, problems: &mut BTreeSet<ConfigProblem>) -> Vec<Placed<'p>> {
    let mut manifests = Vec::new();
    for path in project.files() {
        let Some(reader) = reader(path) else { continue };
        let Some(bytes) = project.read(path.as_bytes()) else { continue };
        match reader(&String::from_utf8_lossy(&bytes)) {
            Ok(said) => manifests.push(Placed { path, said, dir: requirements::dir(path).to_vec() }),
            Err(Unreadable { line, message }) => {
                problems.insert(ConfigProblem { path: path.clone(), line, message, hides: true });
            }
        }
    }
    include(project, &mut manifests);
    let depth = |path: &RepoPath| memchr::memchr_iter(b'/', path.as_bytes()).count();
    manifests.sort_by_key(|it| (depth(it.path), it.path));
    manifests
}

/// So many lists are included for one directory.
const MOST_INCLUDED: usize = 64;

/// Adds the lists that others name, each once for the directory that the others speak for.
fn include<'p>(project: &'p Project<'p>, manifests: &mut Vec<Placed<'p>>) {
    let mut known: FxHashSet<(Vec<u8>, &RepoPath, bool)> =
        manifests.iter().map(|it| (it.dir.clone(), it.path, false)).collect();
    let mut included: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
    let mut at = 0;
    while let Some(list) = manifests.get(at) {
        let (dir, folder) = (list.dir.clone(), list.path.parent());
        let places = list.said.includes.iter().filter_map(|it| Some((it.place(folder)?, it.is_constraint)));
        let files = places.filter_map(|(place, constrains)| Some((project.file(&place)?, constrains)));
        let new: Vec<_> = files.filter(|(path, it)| known.insert((dir.clone(), *path, *it))).collect();
        // Lists of lists of lists: each is read for every folder that it speaks for.
        let count = included.entry(dir.clone()).or_default();
        let room = MOST_INCLUDED.saturating_sub(*count);
        *count += new.len();
        for (path, is_constraint) in new.into_iter().take(room) {
            let text = project.read(path.as_bytes()).unwrap_or_default();
            let said = requirements::list(&String::from_utf8_lossy(&text), is_constraint);
            manifests.push(Placed { path, said, dir: dir.clone() });
        }
        at += 1;
    }
}

/// Why a manifest says nothing.
pub(super) struct Unreadable {
    line: Option<u32>,
    message: String,
}

type Reader = fn(&str) -> Result<Manifest, Unreadable>;

fn reader(path: &RepoPath) -> Option<Reader> {
    match path.file_name() {
        b"pyproject.toml" => Some(pyproject::read),
        b"setup.cfg" => Some(setup_cfg::read),
        b"setup.py" => Some(setup_py::read),
        b"pytest.ini" | b"tox.ini" => Some(tool),
        b"pants.toml" => Some(pants::read),
        b"galaxy.yml" => Some(galaxy::read),
        b"Pipfile" => Some(pyproject::pipfile),
        name if requirements::is_list(path, name) && requirements::is_deep(path) => {
            Some(requirements::read_deep)
        }
        name if requirements::is_list(path, name) => Some(requirements::read),
        _ => None,
    }
}

/// `pythonpath` of pytest, in a file of its own.
#[expect(clippy::unnecessary_wraps, reason = "a reader like the others")]
fn tool(text: &str) -> Result<Manifest, Unreadable> {
    let path = ini::value(text, "pytest", "pythonpath").unwrap_or_default();
    let roots = path.split_whitespace().map(str::to_owned).collect();
    Ok(Manifest { roots, ..Manifest::default() })
}
