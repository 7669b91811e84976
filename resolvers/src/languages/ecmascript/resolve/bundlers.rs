//! What names stand for beside the tsconfig: as configurations of bundlers write it, and as frameworks have it, whose
//! own tsconfig is made by a command and in no repository. And what bundlers enter.
//!
//! The nearest folder holds whose configurations say anything of names. Whether anything is at a place is not asked here.

use std::sync::OnceLock;

use bstr::ByteSlice;
use rustc_hash::FxHashMap;

use super::configuration::{Alias, Behind, Configuration, GROUP, Value, configuration};
use super::frameworks::{self, FRAMEWORKS, Framework};
use super::specifier;
use super::workspace::Workspaces;
use crate::path::{self, RepoPath};
use crate::project::Project;

/// The extensions of a configuration.
const EXTENSIONS: [&[u8]; 6] = [b".ts", b".js", b".mjs", b".mts", b".cjs", b".cts"];
/// The configurations that are read. What begins like one and goes on behind a dot is a variant of it. Those of tests
/// alone are not: production code must not lead into mocks.
const CONFIGS: [&str; 24] = [
    "vite.config",
    "electron.vite.config",
    "svelte.config",
    "nuxt.config",
    "vue.config",
    "astro.config",
    "wxt.config",
    "quasar.config",
    "quasar.conf",
    "docusaurus.config",
    "rspack.config",
    "rsbuild.config",
    "craco.config",
    "next.config",
    "babel.config",
    "ember-cli-build",
    ".umirc",
    "webpack.config",
    "rollup.config",
    "rolldown.config",
    "tsup.config",
    "tsdown.config",
    "esbuild.config",
    "esbuild",
];
/// Programs that are configurations where they call esbuild.
const PROGRAMS: [&str; 2] = ["build", "bundle"];
/// Folders of a package in which configurations lie that hold for all of it.
const ASIDE: [&[u8]; 8] =
    [b"build", b"build-tools", b"buildtools", b"config", b"configs", b"scripts", b"tools", b"webpack"];

/// How many names of one folder are kept.
const MOST: usize = 4096;

/// The configurations of bundlers and frameworks in a project.
pub(super) struct Bundlers<'p> {
    project: &'p Project<'p>,
    /// By the folder in which they hold.
    folders: FxHashMap<Vec<u8>, Folder>,
}

#[derive(Default)]
struct Folder {
    /// Sorted.
    configs: Vec<RepoPath>,
    /// What they say, once somebody asked.
    table: OnceLock<Table>,
}

/// What holds in one folder.
#[derive(Default)]
pub(super) struct Table {
    names: Vec<Known>,
    /// Folders in which any name is looked for.
    modules: Vec<(Vec<u8>, RepoPath)>,
    /// Names that packages make up, with the package.
    provided: Vec<(&'static str, &'static str, RepoPath)>,
    /// What is entered.
    entries: Vec<(Vec<Vec<u8>>, RepoPath)>,
}

/// A name and what stands for it.
struct Known {
    name: String,
    behind: Behind,
    stands: Stands,
    config: RepoPath,
}

enum Stands {
    At(Vec<u8>),
    /// A package, or something in it.
    For(String),
}

impl Known {
    /// What `specifier` has behind the name, if it means it.
    fn rest<'s>(&self, specifier: &'s str) -> Option<&'s str> {
        match self.behind {
            Behind::Nothing => below(specifier, &self.name).filter(|rest| rest.is_empty()),
            Behind::Path => below(specifier, &self.name),
            Behind::Text => specifier.strip_prefix(&self.name),
            Behind::Segment => specifier.strip_prefix(&self.name).filter(|rest| !rest.contains('/')),
        }
    }

    fn is_open(&self) -> bool {
        matches!(self.behind, Behind::Text | Behind::Segment)
    }

    /// The place that a specifier with `rest` behind the name stands for.
    fn place(&self, rest: &str) -> Option<Vec<u8>> {
        match &self.stands {
            Stands::At(place) if self.is_open() => path::join(b"", &place.replace(GROUP, rest)),
            Stands::At(place) => path::join(place, rest.as_bytes()),
            Stands::For(_) => None,
        }
    }

    /// What of a package it stands for.
    fn package(&self, rest: &str) -> Option<String> {
        match &self.stands {
            Stands::For(text) if self.is_open() => Some(text.replace(GROUP, rest)),
            Stands::For(text) if rest.is_empty() => Some(text.clone()),
            Stands::For(text) => Some(format!("{text}/{rest}")),
            Stands::At(_) => None,
        }
    }
}

/// Whether `text`, or what it becomes with more behind it or in it, may be `package`, or begin so.
fn may_name(text: &str, package: &str) -> bool {
    let lead = text.split(GROUP).next().unwrap_or_default();
    package.starts_with(lead) || lead.starts_with(package)
}

impl<'p> Bundlers<'p> {
    pub(super) fn new(project: &'p Project<'p>, workspaces: &Workspaces) -> Self {
        let mut folders: FxHashMap<Vec<u8>, Folder> = FxHashMap::default();
        for file in project.files().iter().filter(|file| is_config(file)) {
            let dir = file.parent();
            let whole = || workspaces.nearest(dir).map_or(dir, |manifest| manifest.dir());
            let holds = if ASIDE.contains(&path::file_name(dir)) { whole() } else { dir };
            folders.entry(holds.to_vec()).or_default().configs.push(file.clone());
        }
        for file in project.files() {
            if let Some(dir) = frameworks::meteor_folder(project, file) {
                folders.entry(dir.to_vec()).or_default().configs.push(file.clone());
            }
        }
        for manifest in workspaces.manifests() {
            let is_used = |it: &Framework| it.configs.is_empty() && manifest.declares(it.package);
            if FRAMEWORKS.iter().any(is_used) {
                folders.entry(manifest.dir().to_vec()).or_default();
            }
        }
        Self { project, folders }
    }

    /// What holds for `specifier` in the files in `dir`.
    pub(super) fn of(&self, dir: &[u8], specifier: &str, workspaces: &Workspaces) -> Option<&Table> {
        // Asked for each import that leads to no file.
        if self.folders.is_empty() || dir.split_str("/").any(|it| it == b"node_modules") {
            return None;
        }
        let mut tables = path::ancestors(dir).filter_map(|dir| self.in_dir(dir, workspaces));
        let is_served = specifier.starts_with('/');
        tables.find(|table| table.says_anything(is_served))
    }

    /// Whether some name stands for what may be this package, or begin so.
    pub(super) fn may_mean(&self, package: &str, workspaces: &Workspaces) -> bool {
        let tables = self.folders.keys().filter_map(|dir| self.in_dir(dir, workspaces));
        let mut known = tables.flat_map(|table| &table.names);
        known.any(|it| match &it.stands {
            Stands::For(text) => may_name(text, package),
            Stands::At(place) => {
                specifier::split_installed(place).is_some_and(|(_, inside)| may_name(inside, package))
            }
        })
    }

    /// What holds in `dir` itself.
    pub(super) fn in_dir(&self, dir: &[u8], workspaces: &Workspaces) -> Option<&Table> {
        let (dir, folder) = self.folders.get_key_value(dir)?;
        Some(folder.table.get_or_init(|| self.read(dir, &folder.configs, workspaces)))
    }

    fn read(&self, dir: &[u8], configs: &[RepoPath], workspaces: &Workspaces) -> Table {
        let mut table = Table::default();
        let read = |config: &'_ RepoPath| {
            let source = self.project.read(config.as_bytes())?;
            let is_program = stem(config).is_some_and(|stem| is_one_of(&PROGRAMS, stem));
            if is_program && !source.contains_str("esbuild") {
                return None;
            }
            let said = configuration(config, dir, &source);
            Some((config.clone(), said))
        };
        let mut configs: Vec<(RepoPath, Configuration)> = configs.iter().filter_map(read).collect();
        configs.sort_by_key(|(config, ..)| is_variant(config));
        // What is written goes before what a framework has by default.
        for (config, said) in &configs {
            table.take(said, dir, config);
        }
        for (config, said) in &configs {
            self.add_defaults(&mut table, dir, config, said, workspaces);
        }
        for framework in FRAMEWORKS {
            let own = |config: &&RepoPath| {
                framework.configs.iter().any(|name| stem(config) == Some(name.as_bytes()))
            };
            let own = configs.iter().map(|(config, ..)| config).find(own);
            if let Some(config) = says_used(framework, dir, own, workspaces) {
                table.add(config, dir, framework.names.iter().copied());
                table.provide(config, framework.provided);
            }
        }
        table
    }

    /// What the tool whose configuration `config` is has names stand for by default.
    fn add_defaults(
        &self,
        table: &mut Table,
        dir: &[u8],
        config: &RepoPath,
        said: &Configuration,
        workspaces: &Workspaces,
    ) {
        let inside = |value: &Value| match value {
            Value::Place(place) => {
                path::strip_dir(place, dir).map(|it| String::from_utf8_lossy(it).into_owned())
            }
            Value::Text(text) => Some(text.clone()),
        };
        let source_dir = said.source_dir.as_ref().and_then(inside);
        let root = said.root.as_ref().and_then(inside);
        let stem = stem(config);
        match stem {
            Some(b"nuxt.config") => {
                let find = || {
                    frameworks::sources_of_nuxt(self.project, workspaces, dir, said.follows_fourth).to_owned()
                };
                // Of a layer the project is what the layers lie in.
                let is_layer = path::file_name(path::parent(dir)) == b"layers";
                let project = if is_layer { "../.." } else { "." };
                let names = frameworks::of_nuxt(&source_dir.unwrap_or_else(find), project);
                table.add(config, dir, names.iter().map(|(name, place)| (*name, place.as_str())));
                table.provide(config, frameworks::OF_NUXT);
            }
            Some(b"wxt.config") => {
                let own = source_dir.as_deref().unwrap_or(".");
                table.add(config, dir, [("~", own), ("@", own), ("~~", "."), ("@@", ".")]);
                table.provide(config, frameworks::OF_WXT);
            }
            Some(b"ember-cli-build") => {
                let names = frameworks::of_ember(workspaces, dir);
                table.add(config, dir, names.iter().map(|(name, place)| (name.as_str(), place.as_str())));
            }
            _ => {}
        }
        if frameworks::meteor_folder(self.project, config).is_some() {
            table.add(config, dir, [("", ".")]);
        }
        // What begins with a slash is served: from the folder of what is served as it is, else from the project.
        if let Some(b"vite.config" | b"astro.config" | b"nuxt.config") = stem {
            let root = root.filter(|_| stem == Some(b"vite.config")).unwrap_or_default();
            table.add(config, dir, [("", format!("{root}/public").as_str()), ("", root.as_str())]);
        }
    }
}

/// The file that says that `framework` is used in `dir`, where `own` is its configuration.
fn says_used<'a>(
    framework: &Framework,
    dir: &[u8],
    own: Option<&'a RepoPath>,
    workspaces: &'a Workspaces,
) -> Option<&'a RepoPath> {
    if framework.configs.is_empty() {
        let manifest = workspaces.manifest_in(dir).filter(|it| it.declares(framework.package));
        return manifest.map(|it| &it.path);
    }
    let is_declared = || workspaces.declared(dir, framework.package).is_some();
    own.filter(|_| framework.package.is_empty() || is_declared())
}

impl Table {
    /// Whether it says of any name what it stands for, or of any address.
    fn says_anything(&self, is_served: bool) -> bool {
        self.names.iter().any(|it| it.name.is_empty() == is_served)
            || !is_served && (!self.modules.is_empty() || !self.provided.is_empty())
    }

    /// What a configuration writes that is run in `dir`.
    fn take(&mut self, said: &Configuration, dir: &[u8], config: &RepoPath) {
        // Only these take any text for a path.
        let takes_paths = matches!(stem(config), Some(b"svelte.config" | b"webpack.mix"));
        let root = match &said.root {
            Some(Value::Place(root)) => root.clone(),
            Some(Value::Text(root)) => path::join(dir, root.as_bytes()).unwrap_or_else(|| dir.to_vec()),
            None => dir.to_vec(),
        };
        for Alias { name, behind, value } in said.aliases.iter().take(MOST.saturating_sub(self.names.len())) {
            let at = |base: &[u8], text: &str| {
                let text = text.strip_suffix("/*").unwrap_or(text);
                path::join(base, text.as_bytes()).map(Stands::At)
            };
            let stands = match value {
                Value::Place(place) => Some(Stands::At(place.clone())),
                Value::Text(text) if text.starts_with('/') => at(&root, text),
                Value::Text(text) if takes_paths || specifier::is_relative(text) => at(dir, text),
                Value::Text(text) => Some(Stands::For(text.clone())),
            };
            let named =
                |stands| Known { name: name.clone(), behind: *behind, stands, config: config.clone() };
            self.names.extend(stands.map(named));
        }
        let places = |base: &[u8], values: &[Value]| -> Vec<Vec<u8>> {
            let place = |value: &Value| match value {
                Value::Place(place) => Some(place.clone()),
                Value::Text(text) => path::join(base, text.as_bytes()),
            };
            values.iter().filter_map(place).collect()
        };
        let modules = places(dir, &said.modules).into_iter();
        let modules = modules.filter(|place| path::file_name(place) != b"node_modules");
        self.modules.extend(modules.map(|place| (place, config.clone())));
        let context = places(dir, said.context.as_slice()).pop().unwrap_or_else(|| dir.to_vec());
        // What a list is for comes last.
        let entry = |entry: &Vec<Value>| places(&context, entry).into_iter().rev().collect();
        self.entries.extend(said.entries.iter().map(|it| (entry(it), config.clone())));
    }

    fn add<'n>(
        &mut self,
        config: &RepoPath,
        dir: &[u8],
        names: impl IntoIterator<Item = (&'n str, &'n str)>,
    ) {
        for (name, place) in names {
            if let Some(place) = path::join(dir, place.as_bytes()) {
                let (name, config) = (name.to_owned(), config.clone());
                self.names.push(Known { name, behind: Behind::Path, stands: Stands::At(place), config });
            }
        }
    }

    fn provide(&mut self, config: &RepoPath, provided: &[(&'static str, &'static str)]) {
        self.provided.extend(provided.iter().map(|(name, package)| (*name, *package, config.clone())));
    }

    /// What is said of `specifier` in `dir`, each with what follows the name. What is said first holds, with what is said
    /// of the same name beside it; where parts of a project have one name for different places, that of the part.
    fn said<'t, 's>(&'t self, dir: &[u8], specifier: &'s str) -> Vec<(&'t Known, &'s str)> {
        let fits = self.names.iter().filter_map(|it| Some((it, it.rest(specifier)?)));
        let mut found: Vec<(&Known, &str)> = fits.collect();
        if let Some((first, _)) = found.first().copied() {
            found.retain(|(it, _)| it.name == first.name && it.config == first.config);
        }
        let is_around = |(it, _): &(&Known, &str)| matches!(&it.stands, Stands::At(place) if place == dir || path::strip_dir(dir, place).is_some());
        let is_of_parts = |(it, _): &(&Known, &str)| stem(&it.config) == Some(b"electron.vite.config");
        let is_named = found.first().is_some_and(|(it, _)| !it.name.is_empty());
        if found.len() > 1 && is_named && (found.iter().any(is_around) || found.iter().any(is_of_parts)) {
            found.retain(is_around);
        }
        found
    }

    /// The places that `specifier` may stand for in `dir`, and where that is said.
    pub(super) fn places(&self, dir: &[u8], specifier: &str) -> Vec<(Vec<u8>, &RepoPath)> {
        let said = self.said(dir, specifier).into_iter();
        let said = said.filter_map(|(it, rest)| Some((it.place(rest)?, &it.config)));
        let is_name = !specifier.starts_with(['/', '#']);
        let modules = self.modules.iter().filter(|_| is_name);
        let modules =
            modules.filter_map(|(dir, config)| Some((path::join(dir, specifier.as_bytes())?, config)));
        said.chain(modules).collect()
    }

    /// What the module at `relative` from `dir` is called where modules have names and no places, as Ember's have.
    pub(super) fn module_name(&self, dir: &[u8], relative: &str) -> Option<String> {
        let inside = |it: &Known| match &it.stands {
            Stands::At(place) if place == dir => Some((place.len(), it.name.clone())),
            Stands::At(place) => {
                let inside = path::strip_dir(dir, place)?.to_str().ok()?;
                Some((place.len(), format!("{}/{inside}", it.name)))
            }
            Stands::For(_) => None,
        };
        let own = self.names.iter().filter(|it| stem(&it.config) == Some(b"ember-cli-build"));
        let (_, from) = own.filter_map(inside).max_by_key(|(len, _)| *len)?;
        String::from_utf8(path::join(from.as_bytes(), relative.as_bytes())?).ok()
    }

    /// What of a package `specifier` stands for, and where that is said.
    pub(super) fn renamed(&self, dir: &[u8], specifier: &str) -> Option<(String, &RepoPath)> {
        self.said(dir, specifier).into_iter().find_map(|(it, rest)| Some((it.package(rest)?, &it.config)))
    }

    /// The folders in which any name is looked for, and who says so.
    pub(super) fn modules(&self) -> &[(Vec<u8>, RepoPath)] {
        &self.modules
    }

    /// Who says of `specifier`, which leads nowhere, that it is no package.
    pub(super) fn unanswered(&self, dir: &[u8], specifier: &str) -> Option<&RepoPath> {
        let provided = self.provided.iter().find(|(name, ..)| below(specifier, name).is_some());
        let is_ours = |place: &[u8]| !place.split_str("/").any(|it| it == b"node_modules");
        let said = self.said(dir, specifier).into_iter().find_map(|(it, _)| match &it.stands {
            Stands::At(place) if !it.name.is_empty() && is_ours(place) => Some(&it.config),
            _ => None,
        });
        said.or_else(|| provided.map(|(.., config)| config))
    }

    /// What is entered: of each entry the places, most telling first, and where that is said.
    pub(super) fn entries(&self) -> &[(Vec<Vec<u8>>, RepoPath)] {
        &self.entries
    }

    /// Whether a package makes up what `specifier` names.
    pub(super) fn provides(&self, specifier: &str) -> bool {
        self.provided.iter().any(|(name, ..)| below(specifier, name).is_some())
    }

    /// The packages of which one makes up what `specifier` names, likely ones first.
    pub(super) fn providers(&self, specifier: &str) -> impl Iterator<Item = &'static str> {
        let provided = self.provided.iter().filter(|(name, ..)| below(specifier, name).is_some());
        provided.map(|(_, package, _)| *package).filter(|package| !package.is_empty())
    }
}

/// What follows `name` and a slash; empty for the name itself. Before the slash of `/x` is the empty name.
fn below<'s>(specifier: &'s str, name: &str) -> Option<&'s str> {
    let rest = specifier.strip_prefix(name)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// The name of a file without the extension that a configuration has.
fn stem(file: &RepoPath) -> Option<&[u8]> {
    EXTENSIONS.iter().find_map(|extension| file.file_name().strip_suffix(*extension))
}

/// Whether the file may be the configuration of a bundler.
pub(super) fn is_config(file: &RepoPath) -> bool {
    stem(file).is_some_and(configures)
}

fn configures(stem: &[u8]) -> bool {
    let is_of_tests = stem.split(|it| *it == b'.').any(|part| part == b"test");
    let is_known =
        || is_one_of(&CONFIGS, stem) || is_one_of(&PROGRAMS, stem) || stem.starts_with(b"webpack.");
    !is_of_tests && is_known()
}

/// Whether `stem` is one of `names`, or a variant of it behind a dot.
fn is_one_of(names: &[&str], stem: &[u8]) -> bool {
    let is_known = |known: &&str| {
        let rest = stem.strip_prefix(known.as_bytes());
        rest.is_some_and(|rest| rest.first().is_none_or(|next| *next == b'.'))
    };
    names.iter().any(is_known)
}

/// Whether the configuration is a variant of another one, as `vite.config.demo` is.
fn is_variant(config: &RepoPath) -> bool {
    const WHOLE: [&[u8]; 3] = [b"webpack.common", b"webpack.base", b"webpack.mix"];
    let stem = stem(config).unwrap_or_default();
    let is_whole = CONFIGS.iter().any(|known| known.as_bytes() == stem);
    !is_whole && !WHOLE.iter().any(|known| stem.starts_with(known))
}
