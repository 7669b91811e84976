//! What a manifest itself names: `exports`, `main` and its kin, `bin`.

use bstr::ByteSlice;
use serde_json::Value;

use super::super::packages;
use super::entries::Entries;
use super::package::{Package, is_source};
use crate::path::{self, RepoPath};

/// The fields that name one file, those that name sources first.
const FIELDS: [&str; 6] = ["source", "module", "main", "browser", "types", "typings"];

/// Conditions under which most of those who import a package meet it.
const ORDINARY: [&str; 6] = ["source", "import", "module", "require", "node", "default"];

/// The package itself in `exports`.
pub(super) fn exports(package: &Package<'_, '_>, found: &mut Entries) {
    if package.manifest.exports().is_some() {
        for target in
            packages::entry_targets(package.manifest, "", false, &|name| ORDINARY.contains(&name)).all()
        {
            add(package, target, "exports", found);
        }
    }
}

/// Every field that names one file.
pub(super) fn main(package: &Package<'_, '_>, found: &mut Entries) {
    for field in FIELDS {
        if let Some(target) = package.manifest.text(field) {
            add(package, target, field, found);
        }
    }
}

/// Both forms of `bin`; of several commands the one that is called like the package comes first.
pub(super) fn bin(package: &Package<'_, '_>, found: &mut Entries) {
    let own = package.manifest.name().and_then(|name| name.rsplit('/').next());
    let targets: Vec<&str> = match package.manifest.field("bin") {
        Some(Value::String(target)) => vec![target],
        Some(Value::Object(commands)) => {
            let (first, rest): (Vec<_>, Vec<_>) =
                commands.iter().partition(|(command, _)| Some(command.as_str()) == own);
            first.into_iter().chain(rest).filter_map(|(_, target)| target.as_str()).collect()
        }
        _ => vec![],
    };
    for target in targets {
        match package.file(target).filter(|file| !is_source(file)) {
            Some(launcher) => launched(package, launcher, found),
            None => add(package, target, "bin", found),
        }
    }
}

/// A launcher without an extension, `#!/usr/bin/env node`: what it loads is the command.
fn launched(package: &Package<'_, '_>, launcher: &RepoPath, found: &mut Entries) {
    let text = package.text(launcher).unwrap_or_default();
    let node = text.lines().next().is_some_and(|line| line.starts_with("#!") && line.contains("node"));
    let loaded =
        text.split(['\'', '"']).filter(|quoted| quoted.starts_with("./") || quoted.starts_with("../"));
    for target in loaded.filter(|_| node) {
        let path = path::join(launcher.parent(), target.as_bytes());
        let inside = path.as_ref().and_then(|path| path::strip_dir(path, package.dir()));
        if let Some(file) = inside.and_then(|path| package.source_of(path.to_str().ok()?)) {
            found.add(file, || format!("`bin` of {}", package.manifest.path));
            return;
        }
    }
}

/// The first subpath of `exports` that leads to one source, for a package that is not to be entered as a whole.
pub(super) fn subpaths(package: &Package<'_, '_>, found: &mut Entries) {
    let Some(Value::Object(map)) = package.manifest.exports() else { return };
    for key in map.keys().filter(|key| !key.contains('*')) {
        let Some(sub) = key.strip_prefix("./") else { continue };
        for target in packages::entry_targets(package.manifest, sub, false, &|_| false).all() {
            if let Some(file) = package.source_of(target) {
                found.add_part(file, sub, || format!("`exports[\"{key}\"]` of {}", package.manifest.path));
            }
        }
    }
}

fn add(package: &Package<'_, '_>, target: &str, field: &str, found: &mut Entries) {
    if let Some(file) = package.source_of(target) {
        found.add(file, || format!("`{field}` of {}", package.manifest.path));
    }
}
