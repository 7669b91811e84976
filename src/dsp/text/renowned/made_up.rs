//! What modules are that a framework or a plugin makes up while building, by the names that code imports. An open set: one
//! table.

/// The name of the module, and what it is.
#[rustfmt::skip]
const MODULES: &[(&str, &str)] = &[
    ("astro:actions", "functions of the server that pages call, in Astro"), ("astro:assets", "optimised images in Astro"),
    ("astro:components", "components that Astro has itself"), ("astro:config/client", "settings of the project of Astro"),
    ("astro:config/server", "settings of the project of Astro"), ("astro:content", "collections of content in Astro: their schemas and entries"),
    ("astro:db", "database of Astro"), ("astro:env/client", "checked environment variables in Astro"),
    ("astro:env/server", "checked environment variables in Astro"), ("astro:i18n", "addresses of pages in several languages in Astro"),
    ("astro:middleware", "helpers for what Astro runs before pages"), ("astro:prefetch", "fetches pages ahead in Astro"),
    ("astro:schema", "Zod as Astro has it"), ("astro:transitions", "transitions between pages in Astro"),
    ("astro:transitions/client", "transitions between pages in Astro"),
    ("virtual:generated-layouts", "puts pages into their layouts"), ("virtual:generated-pages", "routes of the pages, made from their files"),
    ("virtual:icons", "icons as components"), ("virtual:meta-layouts", "puts pages into their layouts"),
    ("virtual:pwa-info", "what a page needs to be an app that can be installed"),
    ("virtual:pwa-register", "registers the service worker"), ("virtual:pwa-register/preact", "registers the service worker"),
    ("virtual:pwa-register/react", "registers the service worker"), ("virtual:pwa-register/solid", "registers the service worker"),
    ("virtual:pwa-register/svelte", "registers the service worker"), ("virtual:pwa-register/vue", "registers the service worker"),
    ("virtual:react-router/server-build", "the routes and modules of the app, built for the server of React Router"),
    ("virtual:remix/server-build", "the routes and modules of the app, built for the server of Remix"),
    ("virtual:svg-icons-names", "names of the SVG icons"), ("virtual:svg-icons-register", "adds the SVG icons to the page"),
    ("virtual:uno.css", "styles that UnoCSS makes from the classes in use"), ("virtual:unocss-devtools", "developer tools of UnoCSS"),
    ("virtual:vue-router/auto-routes", "routes of the pages, made from their files"),
    ("virtual:windi.css", "styles that Windi CSS makes from the classes in use"),
];

/// What the module is, where it is known.
pub(in crate::dsp::text) fn about(name: &str) -> Option<&'static str> {
    let at = MODULES.binary_search_by_key(&name, |(known, _)| known).ok()?;
    Some(MODULES[at].1)
}

#[cfg(test)]
mod tests {
    use super::MODULES;

    #[test]
    fn modules_are_sorted() {
        assert!(MODULES.is_sorted());
    }
}
