//! The packages and apps of a project, and the files by which each is entered.
//!
//! Which directories are packages stands here, in which order what is known of an entry counts stands in `entries`,
//! and where it is known from in a file each. Nothing is executed and nothing of `node_modules` is read.

mod apps;
mod cloud;
mod entries;
mod fields;
mod frameworks;
pub(super) mod html;
mod package;
mod scripts;
#[cfg(test)]
mod tests;
mod vite;

use super::EcmaScriptResolver;
use super::manifest::Manifest;
use crate::Unit;
use crate::languages::ecmascript::ID;
use crate::path;
use package::Package;

/// Folders whose manifests are data of tests, or moulds for packages that do not exist yet; `template-vue` and its
/// like are moulds too.
const NO_PACKAGES: [&[u8]; 18] = [
    b".fixtures",
    b"fixture",
    b"fixtures",
    b"__fixtures__",
    b"__testfixtures__",
    b"testdata",
    b"test-data",
    b"test",
    b"tests",
    b"__tests__",
    b"__mocks__",
    b"mocks",
    b"spec",
    b"specs",
    b"e2e",
    b"template",
    b"templates",
    b"__template__",
];

/// What only a package has, beside a name.
const OF_PACKAGES: [&str; 14] = [
    "exports",
    "main",
    "module",
    "browser",
    "types",
    "typings",
    "source",
    "bin",
    "workspaces",
    "scripts",
    "dependencies",
    "devDependencies",
    "peerDependencies",
    "optionalDependencies",
];

/// Every package with a manifest of Node or Deno, and every app that a tool's configuration declares, sorted by directory.
pub(super) fn units(resolver: &EcmaScriptResolver<'_>) -> Vec<Unit> {
    let has_manifest = |dir| resolver.workspaces.manifest_in(dir).is_some();
    let of_deno = resolver.deno.manifests().filter(|manifest| !has_manifest(manifest.dir()));
    let manifests = resolver.workspaces.manifests().iter().chain(of_deno);
    let mut units: Vec<_> = manifests
        .filter(|manifest| is_package(resolver, manifest))
        .map(|manifest| (manifest, entries::of(&Package { resolver, manifest })))
        .map(|(manifest, entries)| Unit {
            dir: manifest.dir().to_vec(),
            manifest: manifest.path.clone(),
            language: ID,
            name: manifest.name().map(str::to_owned),
            version: manifest.text("version").map(str::to_owned),
            description: manifest.text("description").map(str::to_owned),
            entries,
        })
        .collect();
    apps::add(resolver, &mut units);
    units.sort_by(|a, b| a.dir.cmp(&b.dir));
    units
}

/// Whether a manifest makes a package. A mere `{"type": "module"}` makes none, nor what a test reads: a wide glob of a
/// workspace takes that in too. A member that is itself called `tests` is a package.
fn is_package(resolver: &EcmaScriptResolver<'_>, manifest: &Manifest) -> bool {
    let dir = manifest.dir();
    let installed = path::ancestors(dir).any(|dir| path::file_name(dir) == b"node_modules")
        || resolver.project.is_vendored_by_go(dir);
    let is_member = resolver.workspaces.is_member(dir);
    let is_more = || OF_PACKAGES.iter().any(|field| manifest.field(field).is_some());
    // Of what is built into a folder of its own the manifest says how its files are read.
    let is_note = || {
        manifest.text("type").is_some()
            && manifest.text("version").is_none()
            && !is_member
            && path::ancestors(path::parent(dir)).any(|dir| resolver.workspaces.manifest_in(dir).is_some())
    };
    let says = match manifest.name() {
        // `<%= dasherize(name) %>` of a mould.
        Some(name) => !name.contains(['<', '>', '{', '}', '%', '$']) && (is_more() || !is_note()),
        None => is_more(),
    };
    let outside = if is_member { path::parent(dir) } else { dir };
    !installed && says && !is_set_aside(outside)
}

/// Whether `dir` is or lies in a folder whose packages are nobody's.
fn is_set_aside(dir: &[u8]) -> bool {
    dir.split(|byte| *byte == b'/').any(|name| NO_PACKAGES.contains(&name) || name.starts_with(b"template-"))
}
