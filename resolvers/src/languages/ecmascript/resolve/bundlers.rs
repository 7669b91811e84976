//! What names stand for beside the tsconfig: as configurations of bundlers write it, and as frameworks have it, whose
//! own tsconfig is made by a command and in no repository. And what webpack and its like enter.
//!
//! The nearest folder with such a configuration holds for a file. Whether anything is at a place is not asked here.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use bstr::ByteSlice;

use super::specifier;
use super::workspace::Workspaces;
use crate::languages::ecmascript::extract::configuration::{self, Alias, Configuration, Value};
use crate::path::{self, RepoPath};
use crate::project::Project;

/// The extensions of a configuration.
const EXTENSIONS: [&[u8]; 6] = [b".ts", b".js", b".mjs", b".mts", b".cjs", b".cts"];
/// The configurations that are read. What begins like one and goes on behind a dot is another of the same.
const CONFIGS: [&str; 18] = [
    "vite.config",
    "vitest.config",
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
    ".umirc",
    "webpack",
];
/// Folders of a package in which configurations lie that hold for all of it.
const ASIDE: [&[u8]; 6] = [b"build", b"config", b"configs", b"scripts", b"tools", b"webpack"];

/// What a framework has names stand for wherever it is used.
struct Framework {
    /// The configuration that says it is used; empty where only its package does.
    config: &'static str,
    /// The package that the project depends on; empty where the configuration is enough.
    package: &'static str,
    /// Names with paths from the folder.
    names: &'static [(&'static str, &'static str)],
    /// Beginnings of names that a package makes up, with the package; empty where nobody can say which.
    provided: &'static [(&'static str, &'static str)],
}

const FRAMEWORKS: &[Framework] = &[
    Framework {
        config: "svelte.config",
        package: "@sveltejs/kit",
        names: &[("$lib", "src/lib")],
        provided: &[
            ("$app", "@sveltejs/kit"),
            ("$env", "@sveltejs/kit"),
            ("$service-worker", "@sveltejs/kit"),
        ],
    },
    Framework {
        config: "docusaurus.config",
        package: "",
        names: &[("@site", "."), ("@theme", "src/theme")],
        provided: &[
            ("@docusaurus", "@docusaurus/core"),
            ("@generated", "@docusaurus/core"),
            ("@theme", ""),
            ("@theme-original", ""),
            ("@theme-init", ""),
        ],
    },
    Framework {
        config: "quasar.config",
        package: "",
        names: &[
            ("src", "src"),
            ("app", "."),
            ("components", "src/components"),
            ("layouts", "src/layouts"),
            ("pages", "src/pages"),
            ("assets", "src/assets"),
            ("boot", "src/boot"),
            ("stores", "src/stores"),
        ],
        provided: &[],
    },
    Framework { config: "", package: "@vue/cli-service", names: &[("@", "src")], provided: &[] },
    Framework { config: "", package: "umi", names: &[("@", "src")], provided: &[] },
    Framework { config: "", package: "@umijs/max", names: &[("@", "src")], provided: &[] },
    Framework { config: "", package: "laravel-vite-plugin", names: &[("@", "resources/js")], provided: &[] },
];

/// What in the folder `app` says that Nuxt's sources lie there.
const NUXT: [&str; 8] =
    ["app.vue", "pages", "components", "layouts", "composables", "middleware", "plugins", "utils"];

/// The configurations of bundlers and frameworks in a project.
pub(super) struct Bundlers<'p> {
    project: &'p Project<'p>,
    /// By the folder in which they hold.
    folders: BTreeMap<Vec<u8>, Folder>,
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
    aliases: Vec<(Alias, RepoPath)>,
    provided: Vec<(&'static str, &'static str)>,
    /// What webpack and its like enter, with the configuration that says so.
    entries: Vec<(Vec<Value>, RepoPath)>,
}

impl<'p> Bundlers<'p> {
    pub(super) fn new(project: &'p Project<'p>, workspaces: &Workspaces) -> Self {
        let mut folders: BTreeMap<Vec<u8>, Folder> = BTreeMap::new();
        for file in project.files().iter().filter(|file| stem(file).is_some_and(is_config)) {
            let dir = file.parent();
            let whole = || workspaces.nearest(dir).map_or(dir, |manifest| manifest.dir());
            let holds = if ASIDE.contains(&path::file_name(dir)) { whole() } else { dir };
            folders.entry(holds.to_vec()).or_default().configs.push(file.clone());
        }
        for manifest in workspaces.manifests() {
            let is_used = |it: &Framework| it.config.is_empty() && manifest.declares(it.package);
            if FRAMEWORKS.iter().any(is_used) {
                folders.entry(manifest.dir().to_vec()).or_default();
            }
        }
        Self { project, folders }
    }

    /// What holds for the files in `dir`.
    pub(super) fn of(&self, dir: &[u8], workspaces: &Workspaces) -> Option<&Table> {
        if dir.split_str("/").any(|it| it == b"node_modules") {
            return None;
        }
        path::ancestors(dir).find_map(|dir| self.in_dir(dir, workspaces))
    }

    /// What holds in `dir` itself.
    pub(super) fn in_dir(&self, dir: &[u8], workspaces: &Workspaces) -> Option<&Table> {
        let (dir, folder) = self.folders.get_key_value(dir)?;
        Some(folder.table.get_or_init(|| self.read(dir, &folder.configs, workspaces)))
    }

    fn read(&self, dir: &[u8], configs: &[RepoPath], workspaces: &Workspaces) -> Table {
        let mut table = Table::default();
        for config in configs {
            let Some(source) = self.project.read(config.as_bytes()) else { continue };
            let Configuration { aliases, source_dir, entries } =
                configuration::configuration(config, dir, &source);
            table.aliases.extend(aliases.into_iter().map(|alias| (alias, config.clone())));
            if stem(config).is_some_and(is_of_webpack) {
                table.entries.extend(entries.into_iter().map(|entry| (entry, config.clone())));
            }
            let source_dir = source_dir.as_deref();
            match stem(config) {
                Some(b"nuxt.config") => {
                    let own = source_dir.unwrap_or_else(|| self.nuxt(dir));
                    table.add(
                        config,
                        dir,
                        &[("~", own), ("@", own), ("~~", "."), ("@@", "."), ("#shared", "shared")],
                    );
                    table.provided.push(("#app", "nuxt"));
                }
                Some(b"wxt.config") => {
                    let own = source_dir.unwrap_or(".");
                    table.add(config, dir, &[("~", own), ("@", own), ("~~", "."), ("@@", ".")]);
                }
                _ => {}
            }
        }
        for config in configs {
            // What begins with a slash is served: from the folder of what is served as it is, else from the project.
            match stem(config) {
                Some(b"vite.config" | b"astro.config" | b"nuxt.config") => {
                    table.add(config, dir, &[("", "public"), ("", ".")]);
                }
                Some(b"svelte.config") => table.add(config, dir, &[("", "static")]),
                _ => {}
            }
        }
        for Framework { config, package, names, provided } in FRAMEWORKS {
            let own = configs.iter().find(|it| stem(it) == Some(config.as_bytes())).cloned();
            let manifest = if config.is_empty() {
                workspaces.manifest_in(dir).filter(|it| it.declares(package))
            } else {
                workspaces.declared(dir, package).map(|(manifest, _)| manifest)
            };
            let by_package = || manifest.map(|it| it.path.clone());
            let said = match (config.is_empty(), package.is_empty()) {
                (true, _) => by_package(),
                (false, true) => own,
                (false, false) => own.filter(|_| manifest.is_some()),
            };
            if let Some(said) = said {
                table.add(&said, dir, names);
                table.provided.extend_from_slice(provided);
            }
        }
        table
    }

    /// The folder of a project of Nuxt in which its sources lie by default.
    fn nuxt(&self, dir: &[u8]) -> &'static str {
        let stands = |name: &&str| {
            let place = path::join(dir, [b"app/", name.as_bytes()].concat().as_slice());
            place.is_some_and(|place| self.project.file(&place).is_some() || self.project.is_dir(&place))
        };
        if NUXT.iter().any(|name| stands(&name)) { "app" } else { "." }
    }
}

impl Table {
    fn add(&mut self, config: &RepoPath, dir: &[u8], names: &[(&str, &str)]) {
        for (name, place) in names {
            if let Some(place) = path::join(dir, place.as_bytes()) {
                let alias = Alias { name: (*name).to_owned(), is_exact: false, value: Value::Place(place) };
                self.aliases.push((alias, config.clone()));
            }
        }
    }

    /// The places that `specifier` may stand for, in the order in which they are said, and where that is said.
    pub(super) fn places(&self, specifier: &str) -> impl Iterator<Item = (Vec<u8>, &RepoPath)> {
        self.aliases.iter().filter_map(move |(alias, config)| {
            let rest = below(specifier, &alias.name).filter(|rest| rest.is_empty() || !alias.is_exact)?;
            let base = match &alias.value {
                Value::Place(place) => place.clone(),
                Value::Text(text) => written(text, config)?,
            };
            Some((path::join(&base, rest.as_bytes())?, config))
        })
    }

    /// Who says of `specifier`, which leads nowhere, that it is no package.
    pub(super) fn unanswered(&self, specifier: &str) -> Option<&RepoPath> {
        let (name, _) = specifier::split_package(specifier);
        let made_up = self.provider(specifier) == Some("");
        let (_, config) = self.places(specifier).next()?;
        (made_up || !specifier::is_package_name(name)).then_some(config)
    }

    /// The places of what is entered in `dir`, most telling first, and where that is said.
    pub(super) fn entries(&self, dir: &[u8]) -> impl Iterator<Item = (Vec<Vec<u8>>, &RepoPath)> {
        self.entries.iter().map(move |(entry, config)| {
            let place = |value: &Value| match value {
                Value::Place(place) => Some(place.clone()),
                Value::Text(text) => path::join(dir, text.as_bytes()),
            };
            (entry.iter().rev().filter_map(place).collect(), config)
        })
    }

    /// The package that makes up what `specifier` names; empty where nobody can say which.
    pub(super) fn provider(&self, specifier: &str) -> Option<&'static str> {
        let provided = self.provided.iter().find(|(name, _)| below(specifier, name).is_some());
        provided.map(|(_, package)| *package)
    }
}

/// The place that a text of `config` names; `None` where it names a package.
fn written(text: &str, config: &RepoPath) -> Option<Vec<u8>> {
    // Of all only SvelteKit takes any text for a path.
    let is_path =
        specifier::is_relative(text) || text.starts_with('/') || stem(config) == Some(b"svelte.config");
    let text = text.strip_suffix("/*").unwrap_or(text);
    is_path.then(|| path::join(config.parent(), text.as_bytes()))?
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

fn is_of_webpack(stem: &[u8]) -> bool {
    [&b"webpack"[..], b"rspack.config", b"rsbuild.config"].iter().any(|known| stem.starts_with(known))
}

fn is_config(stem: &[u8]) -> bool {
    CONFIGS.iter().any(|known| {
        let rest = stem.strip_prefix(known.as_bytes());
        rest.is_some_and(|rest| rest.first().is_none_or(|next| *next == b'.'))
    })
}
