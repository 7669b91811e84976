//! Where frameworks enter an app: one table, and the few that say it in a configuration.

use super::entries::Entries;
use super::package::Package;

/// A framework and the files that it starts from.
struct Framework {
    name: &'static str,
    /// Packages one of which an app of it depends on.
    packages: &'static [&'static str],
    /// Configurations one of which stands in an app of it.
    configs: &'static [&'static str],
    entries: &'static [Place],
}

/// Where an entry may be, from the app.
enum Place {
    /// A path without its extension.
    At(&'static str),
    /// The file of that name nearest to a folder.
    Below(&'static str, &'static str),
}
use Place::{At, Below};

/// The order in an app is from the whole to its parts.
const FRAMEWORKS: &[Framework] = &[
    Framework {
        name: "Next",
        packages: &["next"],
        configs: &["next.config"],
        entries: &[
            Below("src/app", "layout"),
            Below("app", "layout"),
            At("src/pages/_app"),
            At("pages/_app"),
            Below("src/app", "page"),
            Below("app", "page"),
            At("src/pages/index"),
            At("pages/index"),
            Below("src/app", "route"),
            Below("app", "route"),
        ],
    },
    Framework {
        name: "Nuxt",
        packages: &["nuxt", "nuxt3", "nuxt-edge"],
        configs: &["nuxt.config"],
        entries: &[
            At("app/app"),
            At("src/app"),
            At("app"),
            At("app/layouts/default"),
            At("layouts/default"),
            At("pages/index"),
            At("nuxt.config"),
        ],
    },
    Framework {
        name: "SvelteKit",
        packages: &["@sveltejs/kit"],
        configs: &[],
        entries: &[
            Below("src/routes", "+layout"),
            Below("src/routes", "+page"),
            At("src/hooks.server"),
            At("src/hooks.client"),
            At("src/hooks"),
        ],
    },
    Framework {
        name: "React Router",
        packages: &["@react-router/dev", "@remix-run/dev", "@remix-run/react"],
        configs: &["react-router.config", "remix.config"],
        entries: &[At("app/root"), At("src/root"), At("src/app/root"), At("app/entry.server")],
    },
    Framework {
        name: "Astro",
        packages: &["astro"],
        configs: &["astro.config"],
        entries: &[
            At("src/pages/index"),
            Below("src/pages", "index"),
            At("src/layouts/Layout"),
            At("src/content.config"),
            At("src/content/config"),
            At("astro.config"),
        ],
    },
    Framework {
        name: "Gatsby",
        packages: &["gatsby"],
        configs: &["gatsby-config"],
        entries: &[At("gatsby-browser"), At("src/pages/index"), At("gatsby-node"), At("gatsby-config")],
    },
    Framework {
        name: "Expo",
        packages: &["expo", "expo-router"],
        configs: &[],
        entries: &[At("app/_layout"), At("src/app/_layout"), At("App"), At("src/App")],
    },
    Framework {
        name: "TanStack Start",
        packages: &["@tanstack/react-start", "@tanstack/solid-start", "@tanstack/start"],
        configs: &[],
        entries: &[At("src/routes/__root"), At("app/routes/__root"), At("src/router"), At("app/router")],
    },
    Framework {
        name: "SolidStart",
        packages: &["@solidjs/start", "solid-start"],
        configs: &[],
        entries: &[At("src/app"), At("src/root"), At("src/entry-server")],
    },
    Framework {
        name: "Docusaurus",
        packages: &["@docusaurus/core"],
        configs: &["docusaurus.config"],
        entries: &[At("docusaurus.config"), At("src/pages/index")],
    },
    Framework {
        name: "VitePress",
        packages: &["vitepress"],
        configs: &[],
        entries: &[
            At(".vitepress/config"),
            At(".vitepress/config/index"),
            At("docs/.vitepress/config"),
            At("docs/.vitepress/config/index"),
            At(".vitepress/theme/index"),
            At("docs/.vitepress/theme/index"),
        ],
    },
    Framework {
        name: "Nest",
        packages: &["@nestjs/core"],
        configs: &["nest-cli"],
        entries: &[At("src/main"), At("main")],
    },
    Framework {
        name: "Angular",
        packages: &["@angular/core"],
        configs: &["angular"],
        entries: &[At("src/main")],
    },
    Framework {
        name: "Create React App",
        packages: &["react-scripts", "react-app-rewired"],
        configs: &[],
        entries: &[At("src/index")],
    },
    Framework {
        name: "Vue CLI",
        packages: &["@vue/cli-service"],
        configs: &["vue.config"],
        entries: &[At("src/main")],
    },
];

/// Adds what the framework of `package` starts from. A library is entered by its `exports`, whatever it is built with.
pub(super) fn entries(package: &Package<'_, '_>, found: &mut Entries) {
    super::apps::own(package, found);
    for framework in FRAMEWORKS {
        let used = framework.packages.iter().any(|name| package.uses(name))
            || framework.configs.iter().any(|config| package.config(config).is_some());
        // What other packages offer to the framework depends on it as well; their manifests say how to enter them.
        if !used || (package.manifest.field("main").is_some() && package.manifest.field("files").is_some()) {
            continue;
        }
        for place in framework.entries {
            let file = match place {
                At(stem) => package.at(stem),
                Below(dir, stem) => package.shallowest(dir, stem),
            };
            if let Some(file) = file {
                found.add(file, || {
                    format!("where {} enters the app in {}", framework.name, place_of(package))
                });
            }
        }
    }
}

fn place_of(package: &Package<'_, '_>) -> String {
    match package.dir() {
        b"" => "the repo root".to_owned(),
        dir => String::from_utf8_lossy(dir).into_owned(),
    }
}
