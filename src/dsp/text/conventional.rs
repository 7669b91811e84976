//! What a module is for that a framework finds by its name and runs: one table. What a router finds by its place is a role of
//! `place`. Pure.

use resolvers::facts::FileFacts;
use resolvers::path::RepoPath;

use super::place::name;

/// The name of the file without its last extension, by what the file shows that it is meant (the beginning of what it
/// imports, or `.` and the name of what it exports), and what it is for.
#[rustfmt::skip]
const MODULES: &[(&str, &str, &str)] = &[
    ("entry.client", "@remix-run/", "Browser entry of Remix, which takes over the page that the server rendered"),
    ("entry.client", "react-router", "Browser entry of React Router, which takes over the page that the server rendered"),
    ("entry.server", "@remix-run/", "Server entry of Remix, which renders pages to HTML"),
    ("entry.server", "react-router", "Server entry of React Router, which renders pages to HTML"),
    ("gatsby-browser", ".onClientEntry", "What Gatsby runs in the browser"),
    ("gatsby-browser", ".wrapPageElement", "What Gatsby runs in the browser"),
    ("gatsby-browser", ".wrapRootElement", "What Gatsby runs in the browser"),
    ("gatsby-node", ".createPages", "What Gatsby runs while it builds the site"),
    ("gatsby-node", ".createSchemaCustomization", "What Gatsby runs while it builds the site"),
    ("gatsby-node", ".onCreateNode", "What Gatsby runs while it builds the site"),
    ("gatsby-node", ".onCreateWebpackConfig", "What Gatsby runs while it builds the site"),
    ("gatsby-ssr", ".onRenderBody", "What Gatsby runs while it renders pages to HTML"),
    ("gatsby-ssr", ".wrapPageElement", "What Gatsby runs while it renders pages to HTML"),
    ("gatsby-ssr", ".wrapRootElement", "What Gatsby runs while it renders pages to HTML"),
    ("hooks.client", ".handleError", "What SvelteKit runs in the browser"),
    ("hooks.server", ".handle", "What SvelteKit runs on the server for each request"),
    ("hooks.server", ".handleError", "What SvelteKit runs on the server"),
    ("instrumentation", ".onRequestError", "What Next runs as its server starts"),
    ("instrumentation", ".register", "What Next runs as its server starts"),
    ("mdx-components", ".useMDXComponents", "Components by which Next shows the elements of MDX"),
    ("reportWebVitals", "web-vitals", "Measures how fast pages are for people"),
    ("setupProxy", "http-proxy-middleware", "Set-up of the development server of Create React App"),
    ("setupTests", "@testing-library/jest-dom", "What Jest runs before the tests"),
];

/// `told` of the file, or of what it gives as a whole, behind what that is for.
pub(super) fn with_purpose(told: String, path: &RepoPath, facts: &FileFacts) -> String {
    match (purpose(path, facts), told.split_once(": ")) {
        (None, _) => told,
        (Some(what), _) if told.starts_with(what) => told,
        (Some(what), None) => what.to_owned(),
        (Some(what), Some((_, does))) => format!("{what}: {does}"),
    }
}

/// Whether the framework takes of the file what it exports under `name`, which says nothing of what it does.
pub(super) fn is_taken(path: &RepoPath, name: &str) -> bool {
    let is_it = |sign: &str| sign.strip_prefix('.') == Some(name);
    matches!(name, "handle" | "register")
        && module(path).is_some_and(|own| MODULES.iter().any(|(known, sign, _)| *known == own && is_it(sign)))
}

/// The name of a module without its last extension.
fn module(path: &RepoPath) -> Option<String> {
    let name = name(path);
    let (stem, extension) = name.rsplit_once('.')?;
    matches!(extension, "cjs" | "js" | "jsx" | "mjs" | "ts" | "tsx").then(|| stem.to_owned())
}

/// What the file is for, where its name and what it shows tell.
fn purpose(path: &RepoPath, facts: &FileFacts) -> Option<&'static str> {
    let own = module(path)?;
    let shows = |sign: &str| match sign.strip_prefix('.') {
        Some(exported) => facts.exports.iter().any(|it| it.name == exported),
        None => facts.imports.iter().any(|it| it.specifier.starts_with(sign)),
    };
    MODULES.iter().find(|(known, sign, _)| *known == own && shows(sign)).map(|(.., what)| *what)
}
