//! Workspaces: which names an install would link to packages of this repository, and where.
//!
//! Members of npm, yarn, pnpm, lerna and Rush workspaces are visible below their workspace root, `file:`, `link:` and
//! `portal:` dependencies, and bare paths, below the package that declares them, although nothing is installed.

use std::collections::BTreeSet;

use bstr::ByteSlice;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::json;
use super::lockfile::Lockfiles;
use super::manifest::{Manifest, texts};
use super::pnpm;
use super::specifier;
use crate::ConfigProblem;
use crate::path::{self, RepoPath};
use crate::project::Project;

/// So many manifests are one piece of work.
const SHARE: usize = 8;

/// Every manifest of the project and what an install would make of them.
pub(super) struct Workspaces {
    manifests: Vec<Manifest>,
    by_dir: FxHashMap<Vec<u8>, usize>,
    /// Directory → name → manifest that an install links there.
    links: FxHashMap<Vec<u8>, FxHashMap<String, usize>>,
    /// Workspace root → directories of its members.
    members: FxHashMap<Vec<u8>, FxHashSet<Vec<u8>>>,
    /// The directories of the members of all workspaces.
    all_members: FxHashSet<Vec<u8>>,
    /// Workspace roots that pnpm installs: there the root is a package like any other.
    pnpm_roots: FxHashSet<Vec<u8>>,
    /// Directories with a tracked `node_modules`.
    installed: FxHashSet<Vec<u8>>,
    lockfiles: Lockfiles,
}

impl Workspaces {
    /// Reads every manifest of `project`; what is broken is told to `problems`.
    pub(super) fn read(project: &Project<'_>, problems: &mut BTreeSet<ConfigProblem>) -> Self {
        let mut workspaces = Self {
            manifests: Vec::new(),
            by_dir: FxHashMap::default(),
            links: FxHashMap::default(),
            members: FxHashMap::default(),
            all_members: FxHashSet::default(),
            pnpm_roots: FxHashSet::default(),
            installed: FxHashSet::default(),
            lockfiles: Lockfiles::default(),
        };
        let (mut manifests, mut roots) = (Vec::new(), Vec::new());
        for file in project.files() {
            let inside = is_installed(file.as_bytes());
            if inside {
                workspaces.note_installed(file);
            }
            match file.file_name() {
                b"package.json" => manifests.push(file),
                b"pnpm-workspace.yaml" | b"lerna.json" | b"rush.json" if !inside => roots.push(file),
                name if !inside => workspaces.lockfiles.notice(file, name),
                _ => {}
            }
        }
        // There may be hundreds.
        let read = |file: &&RepoPath| project.read(file.as_bytes()).map(|bytes| json::parse(&bytes));
        let read: Vec<_> = manifests.par_iter().with_min_len(SHARE).map(read).collect();
        for (file, manifest) in manifests.into_iter().zip(read) {
            workspaces.add_manifest(file, manifest, problems);
        }
        workspaces.find_members(project, &roots, problems);
        workspaces.link_members();
        workspaces.link_dependencies(project);
        workspaces
    }

    /// Every directory above `file` that holds a `node_modules` with it.
    fn note_installed(&mut self, file: &RepoPath) {
        for dir in path::ancestors(file.parent()).filter(|dir| path::file_name(dir) == b"node_modules") {
            if !self.installed.insert(path::parent(dir).to_vec()) {
                break;
            }
        }
    }

    fn add_manifest(
        &mut self,
        file: &RepoPath,
        read: Option<Result<Value, json::Error>>,
        problems: &mut BTreeSet<ConfigProblem>,
    ) {
        let Some(read) = read else { return };
        match read {
            Ok(value) => {
                if let Some(manifest) = Manifest::new(file.clone(), value) {
                    self.by_dir.insert(file.parent().to_vec(), self.manifests.len());
                    self.manifests.push(manifest);
                }
            }
            Err(error) => {
                problems.insert(error.problem(file));
            }
        }
    }

    fn find_members(
        &mut self,
        project: &Project<'_>,
        roots: &[&RepoPath],
        problems: &mut BTreeSet<ConfigProblem>,
    ) {
        let mut globs: Vec<(Vec<u8>, Vec<String>)> = Vec::new();
        for file in roots {
            let Some(bytes) = project.read(file.as_bytes()) else { continue };
            let read = match file.file_name() {
                b"lerna.json" => lerna_packages(&bytes),
                b"rush.json" => rush_projects(&bytes),
                _ => {
                    self.pnpm_roots.insert(file.parent().to_vec());
                    pnpm::packages(&bytes)
                }
            };
            match read {
                Ok(found) => globs.push((file.parent().to_vec(), found)),
                Err(error) => drop(problems.insert(error.problem(file))),
            }
        }
        let manifests = self.manifests.iter().filter(|manifest| !is_installed(manifest.path.as_bytes()));
        globs.extend(manifests.map(|manifest| (manifest.dir().to_vec(), manifest.workspaces())));
        for (root, globs) in globs.into_iter().filter(|(_, globs)| !globs.is_empty()) {
            let (yes, no) = (
                glob_set(globs.iter().filter(|g| !g.starts_with('!'))),
                glob_set(globs.iter().filter_map(|g| g.strip_prefix('!'))),
            );
            let dirs = self.manifests.iter().map(Manifest::dir).filter(|dir| {
                !is_installed(dir)
                    && path::strip_dir(dir, &root).is_some_and(|inner| {
                        let inner = inner.to_str_lossy();
                        !inner.is_empty() && yes.is_match(&*inner) && !no.is_match(&*inner)
                    })
            });
            let dirs: Vec<_> = dirs.map(<[u8]>::to_vec).collect();
            self.all_members.extend(dirs.iter().cloned());
            self.members.entry(root).or_default().extend(dirs);
        }
    }

    fn link_members(&mut self) {
        let mut roots: Vec<_> = self.members.iter().collect();
        roots.sort_by_key(|(root, _)| *root);
        for (root, members) in roots {
            let mut members: Vec<_> = members.iter().collect();
            members.sort();
            for at in members.into_iter().filter_map(|dir| self.by_dir.get(dir)) {
                if let Some(name) = self.manifests[*at].name() {
                    self.links.entry(root.clone()).or_default().entry(name.to_owned()).or_insert(*at);
                }
            }
        }
    }

    /// Whether a manifest is called so, or calls another one so.
    pub(super) fn is_own(&self, package: &str) -> bool {
        self.manifests.iter().any(|manifest| manifest.name() == Some(package))
            || self.links.values().any(|links| links.contains_key(package))
    }

    fn link_dependencies(&mut self, project: &Project<'_>) {
        for manifest in &self.manifests {
            for (name, range) in manifest.dependencies() {
                let target = self
                    .local_dir(manifest, range)
                    .or_else(|| self.aliased(project, manifest, name, range))
                    .or_else(|| self.root_by_name(project, manifest, name, range));
                if let Some(at) = target {
                    let links = self.links.entry(manifest.dir().to_vec()).or_default();
                    links.entry(name.to_owned()).or_insert(at);
                }
            }
        }
    }

    /// The package in the directory that a range names.
    fn local_dir(&self, manifest: &Manifest, range: &str) -> Option<usize> {
        let target = ["file:", "link:", "portal:"].iter().find_map(|scheme| range.strip_prefix(scheme));
        let target = target.or_else(|| specifier::is_relative(range).then_some(range))?;
        self.by_dir.get(&path::join(manifest.dir(), target.as_bytes())?).copied()
    }

    /// The package of the repository that goes by another name here: `workspace:name@range`, or `npm:name@range`
    /// where the lock file links it.
    fn aliased(&self, project: &Project<'_>, manifest: &Manifest, alias: &str, range: &str) -> Option<usize> {
        let (npm, target) = match range.strip_prefix("npm:") {
            Some(target) => (true, target),
            None => (false, range.strip_prefix("workspace:")?),
        };
        let (name, _) = target.rsplit_once('@')?;
        let root = self.workspace_of(manifest.dir())?;
        let member = self.links.get(root).and_then(|links| links.get(name)).copied();
        let at = member.or_else(|| self.root_named(root, name))?;
        let linked = !npm || self.lockfiles.pnpm(project, manifest.dir(), alias) == Some(false);
        linked.then_some(at)
    }

    /// The root of the workspace where `manifest` asks for it: `workspace:` can mean nothing else, pnpm and the later
    /// yarn take it for one of the packages, npm never links it.
    fn root_by_name(
        &self,
        project: &Project<'_>,
        manifest: &Manifest,
        name: &str,
        range: &str,
    ) -> Option<usize> {
        let root = self.workspace_of(manifest.dir())?;
        // A member of that name is linked above.
        let member = self.links.get(root).and_then(|links| links.get(name));
        let at = self.root_named(root, name).filter(|_| member.is_none())?;
        let is_package = || {
            self.pnpm_roots.contains(root) || self.lockfiles.yarn(project, root, name, range) == Some(false)
        };
        let linked = range.starts_with("workspace:")
            || (is_package() && !self.is_registry_copy(project, manifest.dir(), name, root));
        linked.then_some(at)
    }

    /// The manifest of the workspace root `root`, if it has that name.
    fn root_named(&self, root: &[u8], name: &str) -> Option<usize> {
        self.by_dir.get(root).copied().filter(|at| self.manifests[*at].name() == Some(name))
    }

    /// Every manifest, in path order.
    pub(super) fn manifests(&self) -> &[Manifest] {
        &self.manifests
    }

    /// The manifest that lies in `dir` itself.
    pub(super) fn manifest_in(&self, dir: &[u8]) -> Option<&Manifest> {
        self.by_dir.get(dir).map(|at| &self.manifests[*at])
    }

    /// The manifest of the package that `dir` belongs to.
    pub(super) fn nearest(&self, dir: &[u8]) -> Option<&Manifest> {
        path::ancestors(dir).find_map(|dir| self.manifest_in(dir))
    }

    /// Whether `dir` is a member of some workspace.
    pub(super) fn is_member(&self, dir: &[u8]) -> bool {
        self.all_members.contains(dir)
    }

    /// Where `node_modules/<name>` would be found from `dir` upwards.
    pub(super) fn find(&self, project: &Project<'_>, dir: &[u8], name: &str) -> Option<Found> {
        if self.links.is_empty() && self.installed.is_empty() {
            return None;
        }
        path::ancestors(dir).find_map(|dir| {
            if self.installed.contains(dir) {
                let package = path::join(dir, format!("node_modules/{name}").as_bytes())?;
                if let Some(dir) = project.dir(&package) {
                    return Some(Found { dir, linked: false });
                }
                if project
                    .below(&[&package, &b"."[..]].concat())
                    .iter()
                    .any(|file| file.parent() == path::parent(&package))
                {
                    return Some(Found { dir: package, linked: false });
                }
            }
            let at = self.links.get(dir)?.get(name)?;
            Some(Found { dir: self.manifests[*at].dir().to_vec(), linked: true })
        })
    }

    /// The same, a tracked copy among them, but for a package of the repository that is
    /// [taken from the registry](Self::is_registry_copy) there.
    pub(super) fn find_own(&self, project: &Project<'_>, dir: &[u8], name: &str) -> Option<Found> {
        let is_copy = |found: &Found| found.linked && self.is_registry_copy(project, dir, name, &found.dir);
        self.find(project, dir, name).filter(|found| !is_copy(found))
    }

    /// Whether the nearest manifest that declares `name` takes it from the registry although the package in `linked`
    /// has that name: the lock file says so where there is one, else the manifest's range.
    pub(super) fn is_registry_copy(
        &self,
        project: &Project<'_>,
        dir: &[u8],
        name: &str,
        linked: &[u8],
    ) -> bool {
        // What a `file:` dependency links above the importer is found there by every resolver; a copy of its own can
        // only be meant where the name is that of a member, or of the workspace's root.
        if !self.all_members.contains(linked) && !self.members.contains_key(linked) {
            return false;
        }
        let version =
            self.manifest_in(linked).and_then(|manifest| manifest.text("version")).unwrap_or_default();
        let Some(start) = self.nearest(dir) else { return false };
        path::ancestors(start.dir())
            .find_map(|dir| {
                let workspace = self.workspace_of(dir);
                let declared = self.manifest_in(dir).and_then(|manifest| manifest.dependency(name));
                // Such a range needs no lock file.
                if declared.is_some_and(means_repository) {
                    return Some(false);
                }
                if let Some(answer) = self.lockfiles.pnpm(project, dir, name) {
                    return Some(answer);
                }
                let range = declared?;
                Some(match range {
                    _ if is_local(range) => false,
                    _ => match workspace.and_then(|root| self.lockfiles.yarn(project, root, name, range)) {
                        Some(answer) => answer,
                        None if matches!(range, "" | "*" | "latest") => false,
                        None if workspace.is_none() => true,
                        None => differs(range, name, version),
                    },
                })
            })
            .unwrap_or(false)
    }

    /// The workspace root that `dir` belongs to.
    fn workspace_of(&self, dir: &[u8]) -> Option<&[u8]> {
        if let Some((root, _)) = self.members.get_key_value(dir) {
            return Some(root);
        }
        let mut owners = path::ancestors(dir).filter_map(|root| self.members.get_key_value(root));
        owners.find(|(_, members)| members.contains(dir)).map(|(root, _)| root.as_slice())
    }

    /// Whether a manifest from `dir` upwards declares `name`, and under which range.
    pub(super) fn declared(&self, dir: &[u8], name: &str) -> Option<(&Manifest, Option<&str>)> {
        let mut above = path::ancestors(dir).filter_map(|dir| self.manifest_in(dir));
        let manifest = above.find(|manifest| manifest.declares(name))?;
        Some((manifest, manifest.dependency(name)))
    }
}

/// A package directory that an import by name reaches.
#[derive(Debug)]
pub(super) struct Found {
    /// The directory; for a tracked `node_modules/x.js`, the path without its extension.
    pub(super) dir: Vec<u8>,
    /// A package of the repository itself, rather than a tracked copy in `node_modules`.
    pub(super) linked: bool,
}

pub(super) fn is_installed(path: &[u8]) -> bool {
    path.starts_with(b"node_modules/") || path.contains_str("/node_modules/")
}

/// Whether a range can only mean the repository, be it a build output there. `catalog:` says nothing.
pub(super) fn means_repository(range: &str) -> bool {
    is_local(range) && !range.starts_with("catalog:")
}

/// Ranges that are those of packages of the repository.
fn is_local(range: &str) -> bool {
    const SCHEMES: [&str; 5] = ["workspace:", "file:", "link:", "portal:", "catalog:"];
    specifier::is_relative(range) || SCHEMES.iter().any(|scheme| range.starts_with(scheme))
}

/// Whether `range` asks for another major version than `version`, or below 1.0 another minor one.
fn differs(range: &str, name: &str, version: &str) -> bool {
    if let Some(alias) = range.strip_prefix("npm:") {
        return alias != name;
    }
    if range.contains('>') || range.contains("||") {
        return false;
    }
    match (numbers(range), numbers(version)) {
        (Some((asked, _)), Some((has, Some(_)))) if asked != has => true,
        (Some((0, Some(asked))), Some((0, Some(has)))) => asked != has,
        _ => false,
    }
}

/// The first two numbers of a version or range.
fn numbers(text: &str) -> Option<(u64, Option<u64>)> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let mut parts = text[start..].split(|c: char| !c.is_ascii_digit() && c != '.').next()?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next().and_then(|minor| minor.parse().ok())))
}

/// As much of a version as decides on which ranges [differ](differs) from it.
pub(super) fn fitting(version: &str) -> Option<(u64, Option<u64>)> {
    numbers(version).map(|(major, minor)| (major, if major == 0 { minor } else { minor.map(|_| 0) }))
}

pub(super) fn glob_set<S: AsRef<str>>(globs: impl Iterator<Item = S>) -> GlobSet {
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        let glob = glob.as_ref().trim_start_matches("./").trim_end_matches('/');
        // A glob that does not parse takes nothing in, as with the package managers.
        if let Ok(glob) = GlobBuilder::new(glob).literal_separator(true).build() {
            set.add(glob);
        }
    }
    set.build().unwrap_or_else(|_| GlobSet::empty())
}

fn lerna_packages(bytes: &[u8]) -> Result<Vec<String>, json::Error> {
    Ok(texts(json::parse(bytes)?.get("packages").filter(|value| matches!(value, Value::Array(_)))))
}

/// The folders of the packages that Rush installs.
fn rush_projects(bytes: &[u8]) -> Result<Vec<String>, json::Error> {
    let rush = json::parse(bytes)?;
    let projects = rush.get("projects").and_then(Value::as_array).into_iter().flatten();
    let folders = projects.filter_map(|project| project.get("projectFolder")?.as_str());
    Ok(folders.map(globset::escape).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_ranges_with_the_copy_in_the_repository() {
        let check = |range, version, expected| {
            assert_eq!(differs(range, "a", version), expected, "{range} {version}");
        };
        check("^1.2.0", "1.9.3", false);
        check("^2.0.0", "1.9.3", true);
        check("~0.3.1", "0.3.9", false);
        check("0.2.x", "0.3.9", true);
        check(">=1", "3.0.0", false);
        check("npm:b@1", "1.0.0", true);
        check("next", "1.0.0", false);
    }
}
