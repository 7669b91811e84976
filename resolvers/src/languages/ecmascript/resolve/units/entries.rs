//! In which order what is known of a package's entries counts.
//!
//! What a package offers to others comes first, then how an app starts, then what people run while they work on it.

use super::super::configuration::named_entries;
use super::super::probe::is_declaration;
use super::super::{json, packages};
use super::package::{Package, is_source};
use super::{cloud, fields, frameworks, html, scripts};
use crate::UnitEntry;
use crate::path::RepoPath;

/// What people of Deno call an entry, without the extension.
const DENO: [&str; 4] = ["main", "mod", "src/main", "src/mod"];

/// The files by which `package` is entered, most important first, each once with everything that speaks for it.
pub(super) fn of(package: &Package<'_, '_>) -> Vec<UnitEntry> {
    let mut found = Entries::default();
    ng_packagr(package, &mut found);
    fields::exports(package, &mut found);
    if package.uses("electron") {
        fields::main(package, &mut found);
    }
    frameworks::entries(package, &mut found);
    // A page beside a library shows it off; an app is its page.
    let app = html::is_app(package);
    if app {
        html::module_scripts(package, &mut found);
    }
    fields::main(package, &mut found);
    fields::bin(package, &mut found);
    bundled(package, &mut found);
    cloud::handlers(package, &mut found);
    scripts::started(package, &mut found);
    if !app {
        html::module_scripts(package, &mut found);
    }
    if found.0.is_empty() && package.config("deno").is_some() {
        for file in DENO.iter().filter_map(|stem| package.at(stem)) {
            found.add(file, || "what Deno's guides call an entry".to_owned());
        }
    }
    let probe = package.resolver.probe(None);
    if found.0.is_empty() && packages::natural_source(probe, package.manifest, "").is_none() {
        fields::subpaths(package, &mut found);
    }
    // A declaration says what a package offers, an implementation also what it is made of.
    found.0.sort_by_key(|entry| is_declaration(entry.path.file_name()));
    found.0
}

/// What `ng-packagr` builds a library of Angular from.
fn ng_packagr(package: &Package<'_, '_>, found: &mut Entries) {
    let Some(config) = package.file("ng-package.json") else { return };
    let Some(value) = package.text(config).and_then(|text| json::parse(text.as_bytes()).ok()) else { return };
    let entry =
        value.get("lib").and_then(|lib| lib.get("entryFile")?.as_str()).unwrap_or("src/public_api.ts");
    if let Some(file) = package.file(entry.trim_start_matches("./")) {
        found.add(file, || format!("`lib.entryFile` of {config}"));
    }
}

/// What the configuration of a bundler enters.
fn bundled(package: &Package<'_, '_>, found: &mut Entries) {
    let resolver = package.resolver;
    let Some(table) = resolver.bundlers.in_dir(package.dir(), &resolver.workspaces) else { return };
    for (places, config) in table.entries() {
        let probe = resolver.probe(None);
        let file = |place| probe.lenient(place).or_else(|| resolver.built_from(place));
        let mut files = places.iter().filter_map(|place| file(place));
        if let Some(file) = files.find(|file| is_source(file)) {
            found.add(file, || format!("`{}` of {config}", named_entries(config)));
        }
    }
}

/// Entries in the order in which they were found.
#[derive(Default)]
pub(super) struct Entries(Vec<UnitEntry>);

impl Entries {
    /// One more file, if it is a source, or one more reason for it.
    pub(super) fn add(&mut self, file: &RepoPath, why: impl FnOnce() -> String) {
        self.add_with(file, None, why);
    }

    /// The same of a file that enters no more than a part of the package.
    pub(super) fn add_part(&mut self, file: &RepoPath, subpath: &str, why: impl FnOnce() -> String) {
        self.add_with(file, Some(subpath.to_owned()), why);
    }

    fn add_with(&mut self, file: &RepoPath, subpath: Option<String>, why: impl FnOnce() -> String) {
        if !is_source(file) {
            return;
        }
        match self.0.iter_mut().find(|entry| entry.path == *file) {
            Some(entry) => {
                let why = why();
                if !entry.whys.contains(&why) {
                    entry.whys.push(why);
                }
            }
            None => self.0.push(UnitEntry { path: file.clone(), whys: vec![why()], subpath }),
        }
    }

    /// The entries.
    pub(super) fn into_list(self) -> Vec<UnitEntry> {
        self.0
    }
}
