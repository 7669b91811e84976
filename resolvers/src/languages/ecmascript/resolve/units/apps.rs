//! Apps that a tool's configuration declares: `angular.json`, `nest-cli.json`, Nx's `project.json`. They often have
//! no manifest of their own.

use rustc_hash::FxHashSet;
use serde_json::Value;

use super::super::{EcmaScriptResolver, json};
use super::entries::Entries;
use super::package::{Package, source_at};
use super::{html, is_set_aside};
use crate::languages::ecmascript::ID;
use crate::path::{self, RepoPath};
use crate::{Unit, UnitEntry};

/// The files that declare apps.
const CONFIGS: [&str; 4] = ["angular.json", "nest-cli.json", "project.json", "workspace.json"];

/// An app that a configuration declares.
struct App {
    name: Option<String>,
    dir: Vec<u8>,
    entries: Vec<UnitEntry>,
}

/// Adds to the entries of a package what a configuration beside its manifest says of the package itself.
pub(super) fn own(package: &Package<'_, '_>, found: &mut Entries) {
    for name in CONFIGS {
        let Some(config) = package.file(name) else { continue };
        for app in apps(package.resolver, config).into_iter().filter(|app| app.dir == package.dir()) {
            for UnitEntry { path, whys, subpath: _ } in app.entries {
                for why in whys {
                    found.add(&path, || why);
                }
            }
        }
    }
}

/// Adds the apps that lie in folders without a manifest; then, where nothing has one, the page at the repo root.
pub(super) fn add(resolver: &EcmaScriptResolver<'_>, units: &mut Vec<Unit>) {
    let mut taken: FxHashSet<Vec<u8>> = units.iter().map(|unit| unit.dir.clone()).collect();
    let files = resolver.project.files().iter();
    let is_config = |file: &&RepoPath| CONFIGS.iter().any(|name| name.as_bytes() == file.file_name());
    let configs = files.filter(|file| is_config(file) && !is_set_aside(file.parent()));
    for config in configs {
        for App { name, dir, entries } in apps(resolver, config) {
            if resolver.project.is_dir(&dir) && !dir.is_empty() && taken.insert(dir.clone()) {
                let manifest = config.clone();
                let (version, description) = (None, None);
                units.push(Unit { dir, manifest, language: ID, name, version, description, entries });
            }
        }
    }
    let page = resolver.project.file(b"index.html").filter(|_| !taken.contains(&b""[..]));
    let mut found = Entries::default();
    html::add(resolver, b"", &mut found);
    let entries = found.into_list();
    if let Some(page) = page.filter(|_| !entries.is_empty()) {
        let manifest = page.clone();
        let (dir, name, version, description) = (Vec::new(), None, None, None);
        units.push(Unit { dir, manifest, language: ID, name, version, description, entries });
    }
}

fn apps(resolver: &EcmaScriptResolver<'_>, config: &RepoPath) -> Vec<App> {
    let Some(value) = resolver.project.read(config.as_bytes()).and_then(|bytes| json::parse(&bytes).ok())
    else {
        return Vec::new();
    };
    let base = config.parent();
    let mut apps = match config.file_name() {
        b"nest-cli.json" => nest(resolver, config, &value),
        // Nx: one project a file; `root` and `sourceRoot` count from the workspace, which is above.
        b"project.json" => project(resolver, config, b"", base.to_vec(), &value).into_iter().collect(),
        _ => projects(&value)
            .filter_map(|(name, value)| {
                let dir = path::join(base, value.get("root")?.as_str()?.as_bytes())?;
                let app = project(resolver, config, base, dir, value)?;
                Some(App { name: Some(name.to_owned()), ..app })
            })
            .collect(),
    };
    // The only app of a configuration is what the package around it is.
    if let [app] = &mut apps[..] {
        app.dir = base.to_vec();
    }
    apps
}

fn projects(config: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let projects = config.get("projects").and_then(Value::as_object);
    projects.into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

/// A project of Angular or Nx: its build says by which file it is entered, and a library is entered by its API.
fn project(
    resolver: &EcmaScriptResolver<'_>,
    config: &RepoPath,
    base: &[u8],
    dir: Vec<u8>,
    value: &Value,
) -> Option<App> {
    let targets = value.get("targets").or_else(|| value.get("architect"));
    // Any other tool may keep a file of that name.
    if targets.is_none() && value.get("projectType").is_none() && value.get("sourceRoot").is_none() {
        return None;
    }
    let options = targets.and_then(|targets| targets.get("build")?.get("options"));
    let mut found = Entries::default();
    for key in ["browser", "main", "server", "entryFile"] {
        let target = options.and_then(|options| options.get(key)?.as_str());
        let file = target.and_then(|target| resolver.project.file(&path::join(base, target.as_bytes())?));
        if let Some(file) = file {
            found.add(file, || format!("`{key}` of {config}"));
        }
    }
    let name = value.get("name").and_then(Value::as_str).map(str::to_owned);
    for stem in ["src/public-api", "src/public_api"] {
        if let Some(file) = path::join(&dir, stem.as_bytes()).and_then(|stem| source_at(resolver, &stem)) {
            found.add(file, || format!("the public API of a library of {config}"));
        }
    }
    Some(App { name, dir, entries: found.into_list() })
}

/// Nest: the app itself, or one a project.
fn nest(resolver: &EcmaScriptResolver<'_>, config: &RepoPath, value: &Value) -> Vec<App> {
    let base = config.parent();
    let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let mut apps: Vec<App> = projects(value)
        .filter_map(|(name, project)| {
            let dir = path::join(base, text(project, "root")?.as_bytes())?;
            let source = text(project, "sourceRoot").unwrap_or_default();
            let source = path::join(base, source.as_bytes())?;
            let entry = text(project, "entryFile").unwrap_or_else(|| "main".to_owned());
            let entries = nest_entry(resolver, config, &source, &entry);
            Some(App { name: Some(name.to_owned()), dir, entries })
        })
        .collect();
    if apps.is_empty() {
        let source = text(value, "sourceRoot").unwrap_or_else(|| "src".to_owned());
        let entry = text(value, "entryFile").unwrap_or_else(|| "main".to_owned());
        let source = path::join(base, source.as_bytes()).unwrap_or_default();
        let entries = nest_entry(resolver, config, &source, &entry);
        apps.push(App { name: None, dir: base.to_vec(), entries });
    }
    apps
}

fn nest_entry(
    resolver: &EcmaScriptResolver<'_>,
    config: &RepoPath,
    source: &[u8],
    entry: &str,
) -> Vec<UnitEntry> {
    let mut found = Entries::default();
    if let Some(file) = path::join(source, entry.as_bytes()).and_then(|stem| source_at(resolver, &stem)) {
        found.add(file, || format!("`sourceRoot` and `entryFile` of {config}"));
    }
    found.into_list()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_configuration_is_heeded() {
        for name in CONFIGS {
            assert!(!crate::is_idle(&RepoPath::new(name.as_bytes()).unwrap()), "{name}");
        }
    }
}
