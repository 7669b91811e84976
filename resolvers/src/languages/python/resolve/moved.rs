//! Packages that lie elsewhere than they are called: `package_dir` of setuptools, what other backends copy elsewhere,
//! collections of Ansible.

use super::manifest::Placed;
use super::tree::{Dir, Tree};
use crate::path::{self, RepoPath};

/// The names that one manifest gives to folders and modules.
pub(super) struct Moved<'p> {
    /// Where they are looked up.
    pub(super) top: Dir,
    pub(super) config: &'p RepoPath,
}

/// Names folders and modules in `tree` as `manifests` call them.
pub(super) fn call<'p>(tree: &mut Tree<'p>, manifests: &[Placed<'p>]) -> Vec<Moved<'p>> {
    let moving = manifests.iter().filter(|it| !it.said.moved.is_empty() || it.said.collection.is_some());
    moving.map(|manifest| Moved { top: of(tree, manifest), config: manifest.path }).collect()
}

fn of(tree: &mut Tree<'_>, manifest: &Placed<'_>) -> Dir {
    let dir = manifest.path.parent();
    // Beside a manifest there need be no Python.
    let around = path::ancestors(dir).find_map(|dir| tree.dir(dir)).unwrap_or_default();
    let top = tree.top(around);
    if let Some((name, own)) = manifest.said.collection.as_ref().zip(tree.dir(dir)) {
        collect(tree, top, name, own);
    }
    let said = manifest.said.roots.iter().filter_map(|root| path::join(dir, root.as_bytes()));
    let src = path::join(dir, b"src");
    let roots: Vec<Dir> = said.chain(src).chain([dir.to_vec()]).filter_map(|root| tree.dir(&root)).collect();
    let mut moved: Vec<&(String, String)> = manifest.said.moved.iter().collect();
    // A package comes before what is in it.
    moved.sort();
    for (name, folder) in moved {
        let Some(place) = path::join(dir, folder.as_bytes()) else { continue };
        let (around, name) = name.rsplit_once('.').unwrap_or(("", name));
        if let Some(folder) = tree.dir(&place) {
            let parent = package(tree, top, &roots, around);
            tree.call_package(name.as_bytes(), parent, folder);
        } else if let Some(file) = tree.module(&place) {
            let parent = package(tree, top, &roots, around);
            tree.call_module(name.as_bytes(), parent, file);
        }
    }
    top
}

/// Calls `dir` the package `name` below `top`, of namespaces that no folder is.
fn collect(tree: &mut Tree<'_>, top: Dir, name: &str, dir: Dir) {
    let (around, name) = name.rsplit_once('.').unwrap_or(("", name));
    let parts = around.split('.').filter(|part| !part.is_empty());
    let parent = parts.fold(top, |at, part| tree.call_namespace(part.as_bytes(), at));
    tree.call_package(name.as_bytes(), parent, dir);
}

/// The package `name` below `top`; what no manifest moved lies in one of `roots`, or is but a namespace.
fn package(tree: &mut Tree<'_>, top: Dir, roots: &[Dir], name: &str) -> Dir {
    name.split('.').filter(|part| !part.is_empty()).fold(top, |at, part| {
        let here = tree.get(at, part.as_bytes()).and_then(|entry| entry.dir);
        let beside = || roots.iter().find_map(|root| tree.get(*root, part.as_bytes())?.dir);
        match here.or_else(|| if at == top { beside() } else { None }) {
            Some(found) if tree.is_called(found) => found,
            Some(found) => tree.call_package(part.as_bytes(), at, found),
            None => tree.call_namespace(part.as_bytes(), at),
        }
    })
}
