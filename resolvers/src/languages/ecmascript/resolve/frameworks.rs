//! What frameworks have names stand for wherever they are used: one table, Nuxt, which decides by what is there, Ember,
//! which goes by the names of packages, and Meteor, which has no configuration.

use super::manifest::{Manifest, NUXT, texts};
use super::workspace::Workspaces;
use crate::path::{self, RepoPath};
use crate::project::Project;

/// A framework and the names that it knows.
pub(super) struct Framework {
    /// The configurations that say it is used; empty where only its package does.
    pub(super) configs: &'static [&'static str],
    /// The package that the project depends on; empty where the configuration is enough.
    pub(super) package: &'static str,
    /// Names with paths from the folder.
    pub(super) names: &'static [(&'static str, &'static str)],
    /// Names that a package makes up, with the package; empty where nobody can say which.
    pub(super) provided: &'static [(&'static str, &'static str)],
}

/// Whether more than where its own name leads may follow from that a package is declared.
pub(super) fn are_told_by(package: &str) -> bool {
    let provides = |names: &[(&str, &str)]| names.iter().any(|(_, by)| *by == package);
    let is_of = |it: &Framework| it.package == package || provides(it.provided);
    FRAMEWORKS.iter().any(is_of) || provides(OF_WXT) || NUXT.contains(&package) || OTHERS.contains(&package)
}

/// Packages beside those of frameworks by which names stand for other things.
const OTHERS: [&str; 2] = [REQUIREJS, MIRAGE];
pub(super) const REQUIREJS: &str = "requirejs";
const MIRAGE: &str = "ember-cli-mirage";

const DOCUSAURUS: &str = "@docusaurus/core";

/// What Nuxt makes up in its projects and in modules for it, out of files of the project too.
pub(super) const OF_NUXT: &[(&str, &str)] = &[
    ("#app", "nuxt"),
    ("#build", "nuxt"),
    ("#components", "nuxt"),
    ("#head", "nuxt"),
    ("#imports", "nuxt"),
    ("#internal/nuxt", "nuxt"),
];
/// The same of WXT.
pub(super) const OF_WXT: &[(&str, &str)] = &[("#imports", "wxt")];

pub(super) const FRAMEWORKS: &[Framework] = &[
    Framework {
        configs: &["svelte.config", "vite.config"],
        package: "@sveltejs/kit",
        names: &[("$lib", "src/lib"), ("", "static")],
        provided: &[
            ("$app", "@sveltejs/kit"),
            ("$env", "@sveltejs/kit"),
            ("$service-worker", "@sveltejs/kit"),
        ],
    },
    Framework {
        configs: &["docusaurus.config"],
        package: "",
        names: &[("@site", "."), ("@theme", "src/theme")],
        provided: &[
            ("@theme", "@docusaurus/theme-classic"),
            ("@theme", "@docusaurus/preset-classic"),
            ("@theme-original", "@docusaurus/theme-classic"),
            ("@theme-original", "@docusaurus/preset-classic"),
            ("@theme-init", "@docusaurus/theme-classic"),
            ("@theme-init", "@docusaurus/preset-classic"),
            ("@docusaurus/BrowserOnly", DOCUSAURUS),
            ("@docusaurus/ComponentCreator", DOCUSAURUS),
            ("@docusaurus/ErrorBoundary", DOCUSAURUS),
            ("@docusaurus/ExecutionEnvironment", DOCUSAURUS),
            ("@docusaurus/Head", DOCUSAURUS),
            ("@docusaurus/Interpolate", DOCUSAURUS),
            ("@docusaurus/Link", DOCUSAURUS),
            ("@docusaurus/Translate", DOCUSAURUS),
            ("@docusaurus/constants", DOCUSAURUS),
            ("@docusaurus/isInternalUrl", DOCUSAURUS),
            ("@docusaurus/renderRoutes", DOCUSAURUS),
            ("@docusaurus/router", DOCUSAURUS),
            ("@docusaurus/useBaseUrl", DOCUSAURUS),
            ("@docusaurus/useBrokenLinks", DOCUSAURUS),
            ("@docusaurus/useDocusaurusContext", DOCUSAURUS),
            ("@docusaurus/useGlobalData", DOCUSAURUS),
            ("@docusaurus/useIsBrowser", DOCUSAURUS),
            ("@docusaurus/useIsomorphicLayoutEffect", DOCUSAURUS),
            ("@docusaurus/useRouteContext", DOCUSAURUS),
            ("@generated", DOCUSAURUS),
            ("@theme", ""),
            ("@theme-original", ""),
            ("@theme-init", ""),
        ],
    },
    Framework {
        configs: &["quasar.config", "quasar.conf"],
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
    Framework { configs: &[], package: "nuxt", names: &[], provided: OF_NUXT },
    Framework { configs: &[], package: "@nuxtjs/i18n", names: &[], provided: &[("#i18n", "@nuxtjs/i18n")] },
    Framework {
        configs: &[],
        package: "react-native-dotenv",
        names: &[],
        provided: &[("@env", "react-native-dotenv")],
    },
    Framework {
        configs: &[],
        package: "unplugin-icons",
        names: &[],
        provided: &[("~icons", "unplugin-icons")],
    },
    Framework {
        configs: &[],
        package: "unplugin-fonts",
        names: &[],
        provided: &[("unfonts.css", "unplugin-fonts")],
    },
    Framework { configs: &[], package: "unocss", names: &[], provided: &[("uno.css", "unocss")] },
    Framework {
        configs: &[],
        package: "vite-plugin-pages",
        names: &[],
        provided: &[("~pages", "vite-plugin-pages")],
    },
    Framework { configs: &[], package: "@vue/cli-service", names: &[("@", "src")], provided: &[] },
    Framework { configs: &[], package: "umi", names: &[("@", "src")], provided: &[] },
    Framework { configs: &[], package: "@umijs/max", names: &[("@", "src")], provided: &[] },
    Framework {
        configs: &[],
        package: "laravel-vite-plugin",
        names: &[("@", "resources/js")],
        provided: &[],
    },
];

/// The names of a project of Nuxt in `dir`, with their paths from there, where its sources lie in `sources`. What its
/// layers share is the project's.
pub(super) fn of_nuxt(sources: &str, project: &str) -> Vec<(&'static str, String)> {
    let below = |dir: &str, name: &str| format!("{dir}/{name}");
    vec![
        ("~", sources.to_owned()),
        ("@", sources.to_owned()),
        ("~~", ".".to_owned()),
        ("@@", ".".to_owned()),
        ("assets", below(sources, "assets")),
        ("#shared", below(project, "shared")),
        ("#server", below(project, "server")),
    ]
}

/// The folder in which the sources of a project of Nuxt in `dir` lie that says nothing of it: of the fourth version, or
/// where its configuration follows that, `app`, where that holds more than what older ones looked for there.
pub(super) fn sources_of_nuxt(
    project: &Project<'_>,
    workspaces: &Workspaces,
    dir: &[u8],
    follows_fourth: bool,
) -> &'static str {
    let older = [&b"router.options"[..], b"spa-loading-template"];
    let app = path::join(dir, b"app").map(|app| [&app[..], b"/"].concat()).unwrap_or_default();
    let is_new = |file: &RepoPath| {
        let rest = file.as_bytes().get(app.len()..).unwrap_or_default();
        !older.iter().any(|name| rest.starts_with(name))
    };
    let has_app = project.below(&app).iter().any(is_new);
    let range = NUXT.iter().find_map(|name| workspaces.declared(dir, name));
    let version = range.and_then(|(_, range)| {
        let digits = range?.trim_start_matches(|c: char| !c.is_ascii_digit());
        digits.split(|c: char| !c.is_ascii_digit()).next()?.parse::<u32>().ok()
    });
    let at_top = || {
        let names = ["app.vue", "pages", "components", "layouts"];
        let mut places = names.iter().filter_map(|name| path::join(dir, name.as_bytes()));
        places.any(|place| project.file(&place).is_some() || project.is_dir(&place))
    };
    let is_fourth = follows_fourth || version.map_or_else(|| !at_top(), |version| version >= 4);
    if has_app && is_fourth { "app" } else { "." }
}

/// The names of what ember-cli builds in `dir`, each with its path from there, closer ones first: of an application its
/// own, which begins with the last part of the package's, and those of the addons that lie in it; of an addon its own and
/// those of the application that it is tried in.
pub(super) fn of_ember(workspaces: &Workspaces, dir: &[u8]) -> Vec<(String, String)> {
    let Some(manifest) = workspaces.manifest_in(dir) else { return vec![] };
    let Some(name) = manifest.name() else { return vec![] };
    let pair = |name: &str, inner: &str, place: &str| (format!("{name}{inner}"), place.to_owned());
    if is_ember_addon(manifest) {
        return vec![
            pair(name, "/test-support", "addon-test-support"),
            pair(name, "", "addon"),
            pair("dummy", "/config/environment", "tests/dummy/config/environment"),
            pair("dummy", "/tests", "tests"),
            pair("dummy", "", "tests/dummy/app"),
        ];
    }
    let own = name.rsplit('/').next().unwrap_or(name);
    let mut names = Vec::new();
    // An application that Vite builds says in `exports` what is called by its name, and has a module of that name itself.
    if manifest.exports().is_none() {
        names.push(pair(own, "/config/environment", "config/environment"));
    }
    names.push(pair(own, "/tests", "tests"));
    if manifest.declares(MIRAGE) {
        names.push(pair(own, "/mirage", "mirage"));
    }
    names.push(pair(own, "", "app"));
    let folders = texts(manifest.field("ember-addon").and_then(|it| it.get("paths")));
    for folder in folders {
        let inner = path::join(dir, folder.as_bytes()).and_then(|place| workspaces.manifest_in(&place));
        names.extend(inner.and_then(Manifest::name).map(|name| pair(name, "", &format!("{folder}/addon"))));
    }
    names
}

/// Whether ember-cli builds the package: an addon of the first format. Those of the second are built as they say
/// themselves.
pub(super) fn is_ember_addon(manifest: &Manifest) -> bool {
    let format = manifest.field("ember-addon").and_then(|it| it.get("version")?.as_u64());
    format != Some(2) && texts(manifest.field("keywords")).iter().any(|word| word == "ember-addon")
}

/// What tells that Meteor builds an application, and a package in one.
const RELEASE: &[u8] = b"release";
const PACKAGE: &[u8] = b"package.js";

/// Whether the file may be of those by which [`meteor_folder`] is known.
pub(super) fn is_of_meteor(file: &RepoPath) -> bool {
    [RELEASE, PACKAGE].contains(&file.file_name())
}

/// The folder from which Meteor counts what begins with a slash, where `file` says that it builds it: an application,
/// or a package that lies in one.
pub(super) fn meteor_folder<'f>(project: &Project<'_>, file: &'f RepoPath) -> Option<&'f [u8]> {
    let dir = file.parent();
    if file.file_name() == RELEASE && path::file_name(dir) == b".meteor" {
        return Some(path::parent(dir));
    }
    let packages = path::parent(dir);
    let is_package = file.file_name() == PACKAGE
        && path::file_name(packages) == b"packages"
        && project.file(&path::join(path::parent(packages), b".meteor/release")?).is_some();
    is_package.then_some(dir)
}
