//! What a manifest itself names: `exports`, `main` and its kin, `bin`.

use serde_json::Value;

use super::super::packages;
use super::entries::Entries;
use super::package::Package;

/// The fields that name one file, those that name sources first.
const FIELDS: [&str; 6] = ["source", "module", "main", "browser", "types", "typings"];

/// The package itself in `exports`.
pub(super) fn exports(package: &Package<'_, '_>, found: &mut Entries) {
    if package.manifest.exports().is_some() {
        for target in packages::entry_targets(package.manifest, "", &|_| false) {
            add(package, &target, "exports", found);
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

/// Both forms of `bin`.
pub(super) fn bin(package: &Package<'_, '_>, found: &mut Entries) {
    match package.manifest.field("bin") {
        Some(Value::String(target)) => add(package, target, "bin", found),
        Some(Value::Object(commands)) => {
            for target in commands.values().filter_map(Value::as_str) {
                add(package, target, "bin", found);
            }
        }
        _ => {}
    }
}

/// The first subpath of `exports` that leads to one source, for a package that is not to be entered as a whole.
pub(super) fn subpaths(package: &Package<'_, '_>, found: &mut Entries) {
    let Some(Value::Object(map)) = package.manifest.exports() else { return };
    for key in map.keys().filter(|key| !key.contains('*')) {
        let Some(sub) = key.strip_prefix("./") else { continue };
        for target in packages::entry_targets(package.manifest, sub, &|_| false) {
            add(package, &target, "exports", found);
        }
    }
}

fn add(package: &Package<'_, '_>, target: &str, field: &str, found: &mut Entries) {
    if let Some(file) = package.source_of(target) {
        found.add(file, || format!("`{field}` of {}", package.manifest.path));
    }
}
