//! What frameworks have names stand for wherever they are used: one table, and Nuxt, which decides by what is there.

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

const DOCUSAURUS: &str = "@docusaurus/core";

/// What Nuxt makes up in its projects and in modules for it. `#components` are not listed: they are the project's own,
/// and nothing here says which is meant.
pub(super) const OF_NUXT: &[(&str, &str)] = &[
    ("#app", "nuxt"),
    ("#build", "nuxt"),
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
    let range = ["nuxt", "nuxt3", "nuxt-nightly"].iter().find_map(|name| workspaces.declared(dir, name));
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
