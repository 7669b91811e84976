//! The packages of a project and the files by which each is entered.

use serde_json::Value;

use super::probe::is_declaration;
use super::{EcmaScriptResolver, build_output, packages};
use crate::path::{self, RepoPath};
use crate::{Unit, UnitEntry};

/// Every package with a manifest, except those in `node_modules`.
pub(super) fn units(resolver: &EcmaScriptResolver<'_>) -> Vec<Unit> {
    let manifests = resolver.workspaces.manifests().iter();
    let own = manifests.filter(|manifest| {
        !path::ancestors(manifest.dir()).any(|dir| path::file_name(dir) == b"node_modules")
    });
    let mut units: Vec<_> = own
        .map(|manifest| Unit {
            dir: manifest.dir().to_vec(),
            manifest: manifest.path.clone(),
            name: manifest.name().map(str::to_owned),
            version: manifest.text("version").map(str::to_owned),
            description: manifest.text("description").map(str::to_owned),
            entries: entries(resolver, manifest),
        })
        .collect();
    units.sort_by(|a, b| a.dir.cmp(&b.dir));
    units
}

fn entries(resolver: &EcmaScriptResolver<'_>, manifest: &super::manifest::Manifest) -> Vec<UnitEntry> {
    let probe = resolver.probe(None);
    let source_of =
        |target: &str| build_output::source_of(probe, &resolver.configs, manifest.dir(), target.as_bytes());
    let mut entries: Vec<UnitEntry> = Vec::new();
    let mut add = |file: &RepoPath, field: &str| {
        if super::super::Flavor::of_name(file.file_name()).is_some()
            && entries.iter().all(|entry| entry.path != *file)
        {
            entries.push(UnitEntry { path: file.clone(), why: format!("`{field}` of {}", manifest.path) });
        }
    };
    let entry_field = if manifest.exports().is_some() { "exports" } else { "main" };
    for target in packages::entry_targets(manifest, "", &|_| false) {
        if let Some(file) = source_of(&target) {
            add(file, entry_field);
        }
    }
    for field in ["module", "main", "browser", "types"] {
        if let Some(file) = manifest.text(field).and_then(source_of) {
            add(file, field);
        }
    }
    for target in bin_targets(manifest.field("bin")) {
        if let Some(file) = source_of(target) {
            add(file, "bin");
        }
    }
    // A declaration says what a package offers, an implementation also what it is made of.
    entries.sort_by_key(|entry| is_declaration(entry.path.file_name()));
    entries
}

/// Both forms of `bin`.
fn bin_targets(bin: Option<&Value>) -> Vec<&str> {
    match bin {
        Some(Value::String(target)) => vec![target],
        Some(Value::Object(commands)) => commands.values().filter_map(Value::as_str).collect(),
        _ => vec![],
    }
}
