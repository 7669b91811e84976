//! The module scripts of a page: `<script type="module" src="/src/main.tsx">`.

use super::super::EcmaScriptResolver;
use super::entries::Entries;
use super::package::{Package, is_source, text};
use super::vite;
use crate::languages::ecmascript::extract::scripts::of_page;
use crate::path::{self, RepoPath};

/// Where a package keeps its page, beside where its bundler is told to look.
const PLACES: [&str; 6] = ["", "src", "app", "client", "public", "web"];

/// What a package says of itself when it is to be published.
const OF_LIBRARIES: [&str; 5] = ["module", "types", "typings", "files", "publishConfig"];

/// Whether the page of `package`, if it has one, is the package: it is bundled from a page and offers nothing.
pub(super) fn is_app(package: &Package<'_, '_>) -> bool {
    let bundled = ["vite", "parcel", "@rsbuild/core", "snowpack"].iter().any(|name| package.uses(name))
        || package.config("vite.config").is_some()
        || package
            .manifest
            .scripts()
            .any(|(_, command)| command.split_whitespace().any(|word| word == "vite"));
    let private = package.manifest.field("private").and_then(serde_json::Value::as_bool) == Some(true);
    bundled && (private || OF_LIBRARIES.iter().all(|field| package.manifest.field(field).is_none()))
}

/// Adds what the package's pages load.
pub(super) fn module_scripts(package: &Package<'_, '_>, found: &mut Entries) {
    let file = package.config("vite.config");
    let config = file.and_then(|file| package.text(file)).unwrap_or_default();
    let places = vite::root(&config).into_iter().chain(served(package)).chain(PLACES);
    for place in places {
        let Some(dir) = path::join(package.dir(), place.as_bytes()) else { continue };
        // `/` is the folder that is served: that of the page, or of a page in `public/` the package itself.
        add(package.resolver, &dir, found);
    }
    let root = path::join(package.dir(), vite::root(&config).unwrap_or_default().as_bytes());
    for input in vite::inputs(&config) {
        let input = root.as_ref().and_then(|root| path::join(root, input.trim_start_matches('/').as_bytes()));
        let Some(input) = input.and_then(|input| package.resolver.project.file(&input)) else { continue };
        match file {
            Some(file) if is_source(input) => found.add(input, || format!("`input` of {file}")),
            _ => add_page(package.resolver, input, found),
        }
    }
}

/// Adds what the page in `dir` loads.
pub(super) fn add(resolver: &EcmaScriptResolver<'_>, dir: &[u8], found: &mut Entries) {
    let page = path::join(dir, b"index.html").and_then(|page| resolver.project.file(&page));
    if let Some(page) = page {
        add_page(resolver, page, found);
    }
}

fn add_page(resolver: &EcmaScriptResolver<'_>, page: &RepoPath, found: &mut Entries) {
    for source in sources(&text(resolver, page).unwrap_or_default()) {
        if let Some(file) = loaded(resolver, path::parent(page.as_bytes()), &source) {
            found.add(file, || format!("the module script of {page}"));
        }
    }
}

fn loaded<'a>(resolver: &'a EcmaScriptResolver<'_>, dir: &[u8], source: &str) -> Option<&'a RepoPath> {
    let path = source.split(['?', '#']).next()?.trim_start_matches('/');
    resolver.probe(None).lenient(&path::join(dir, path.as_bytes())?).filter(|file| is_source(file))
}

/// Folders that scripts give to vite: `vite dev frontend`.
fn served<'a>(package: &Package<'a, '_>) -> impl Iterator<Item = &'a str> {
    let is_dir = |word: &&str| {
        path::join(package.dir(), word.as_bytes()).is_some_and(|dir| package.resolver.project.is_dir(&dir))
    };
    package
        .manifest
        .scripts()
        .flat_map(|(_, command)| {
            command.split(['&', ';', '|']).filter_map(|command| {
                let mut words = command.split_whitespace();
                words.find(|word| *word == "vite")?;
                words.next_back()
            })
        })
        .filter(is_dir)
        .collect::<Vec<_>>()
        .into_iter()
}

/// What the module scripts of a page load, in page order: their `src`, and what inline ones import.
fn sources(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for script in of_page(page) {
        if script.attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("module")) {
            match script.attribute("src") {
                Some(source) => found.push(source.to_owned()),
                None => found.extend(imported(script.body)),
            }
        }
    }
    found.retain(|source| !source.contains("://") && !source.starts_with("//"));
    found
}

/// The path that a page has `RequireJS` enter: `<script data-main="js/main" src="require.js">`.
pub(in super::super) fn entered_by_require(page: &str) -> Option<&str> {
    let entered = of_page(page).find_map(|script| script.attribute("data-main"))?;
    entered.split(['?', '#']).next().filter(|path| !path.is_empty())
}

/// Paths that an inline script imports.
fn imported(script: &str) -> Vec<String> {
    let mut quoted = script.split(['\'', '"']);
    let mut found = Vec::new();
    while let (Some(before), Some(text)) = (quoted.next(), quoted.next()) {
        let before = before.trim_end();
        let imports = ["import", "from", "import("].iter().any(|word| before.ends_with(word));
        if imports && text.starts_with(['.', '/']) {
            found.push(text.to_owned());
        }
    }
    found
}
