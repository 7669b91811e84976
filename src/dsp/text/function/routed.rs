//! What a function does that a framework finds by its place: functions of routes, handlers of requests. What a
//! function does by its own name and body is told elsewhere. Pure.

use resolvers::facts::{Deed, FileFacts, Import, METHODS, Route, SymbolKind};
use resolvers::path::RepoPath;

use super::deferred::{handled, is_handler};
use super::takes;
use crate::dsp::text::declared::{Declared, joined};
use crate::dsp::text::initial::Initial;
use crate::dsp::text::place::{HANDLERS, Role, address_below_pages, extension, folder, role, role_of, stem};
use crate::dsp::text::shown::by_method;
use crate::dsp::text::signature::Call;
use crate::dsp::text::words::lowered;
use crate::dsp::text::{doc, few_said, quoted, setting};

/// What a framework takes of the module of a route by its name, and what it is for.
#[rustfmt::skip]
const ROUTED: &[(&str, &str)] = &[
    ("ErrorBoundary", "Shows the errors of route"), ("HydrateFallback", "Stands until it is hydrated for route"),
    ("action", "Handles what is submitted to route"), ("clientAction", "Handles in the browser what is submitted to route"),
    ("clientLoader", "Loads in the browser the data of route"), ("generateMetadata", "Makes the metadata of page"),
    ("generateStaticParams", "Lists the parameters to build statically of page"),
    ("config", "Configures route"), ("dynamic", "Says whether to render at each request page"),
    ("getServerSideProps", "Loads on the server the data of page"), ("getStaticPaths", "Lists the paths to build statically of page"),
    ("getStaticProps", "Loads while building the data of page"), ("headers", "Gives the HTTP headers of route"),
    ("links", "Lists the linked resources of route"), ("loader", "Loads the data of route"), ("meta", "Gives the meta tags of route"),
    ("metadata", "Metadata of page"), ("dynamicParams", "Says whether addresses that are not listed are rendered on demand, of page"),
    ("fetchCache", "Says how what is fetched is cached, of page"), ("maxDuration", "Says how long it may take to answer, of route"),
    ("preferredRegion", "Names the region of route"), ("revalidate", "Says how long to keep what was rendered of page"), ("runtime", "Names the runtime of route"),
    ("shouldRevalidate", "Tells whether to load the data again of route"),
];

/// Those of them that only React Router takes.
#[rustfmt::skip]
const OF_REACT_ROUTER: &[&str] = &[
    "ErrorBoundary", "HydrateFallback", "action", "clientAction", "clientLoader", "headers", "links", "loader", "meta",
    "shouldRevalidate",
];

impl<'f> Declared<'f> {
    /// Whether it is called for requests, as its decorators say.
    pub(in crate::dsp::text) fn serves(&self) -> bool {
        matches!(self.symbol.deed.as_deref(), Some(Deed::Serves(_)))
    }

    /// With the requests that it is called for.
    pub(in crate::dsp::text) fn with_route(&self, lead: String) -> String {
        let Some(Deed::Serves(routes)) = self.symbol.deed.as_deref() else { return lead };
        let told = routes.iter().map(|it| match it.split_once(" below ") {
            Some((path, object)) => match self.prefix_of(object) {
                Some(prefix) => {
                    let (method, path) = path.rsplit_once(' ').unwrap_or(("", path));
                    quoted(format!("{method} {prefix}{path}").trim_start())
                }
                None => format!("{} below {}", quoted(path), quoted(object)),
            },
            None => quoted(it),
        });
        format!("{lead}, for requests to {}", told.collect::<Vec<_>>().join(", "))
    }

    /// What all addresses of a router of the file begin with: `/users` of `router = APIRouter(prefix="/users")`.
    fn prefix_of(&self, router: &str) -> Option<&'f str> {
        let (_, rest) = self.beside(|it| it == router)?.signature().split_once("prefix=")?;
        let quote = rest.chars().next().filter(|it| matches!(it, '"' | '\''))?;
        let prefix = rest[1..].split_once(quote)?.0;
        (prefix.starts_with('/') && !prefix.contains(['`', ' '])).then(|| prefix.trim_end_matches('/'))
    }

    /// Whether a web server calls it with what went wrong.
    pub(in crate::dsp::text) fn handles_errors(&self) -> bool {
        self.kind() == SymbolKind::Function && handled(&self.call()).is_some_and(|(_, told)| told == 4)
    }

    /// Whether a web server calls it for requests.
    pub(in crate::dsp::text) fn handles_requests(&self) -> bool {
        let wrapped =
            || self.initial().is_some_and(|it| it.function().is_some_and(|it| is_handler(&it.parameters)));
        self.kind() == SymbolKind::Function && is_handler(&self.call().parameters)
            || self.kind() == SymbolKind::Variable && wrapped()
    }

    /// What a router takes of a file without a name.
    pub(in crate::dsp::text) fn routed(&self) -> Option<String> {
        let Role::Routed(word, place) = role_of(self.path, self.facts) else { return None };
        // A page is a component too, and a component may say more.
        let is_default = self.symbol.name == "default" || word == HANDLERS && self.is_default_export();
        (is_default && self.symbol.container.is_none()).then(|| {
            let call = if self.kind() == SymbolKind::Function { self.call() } else { Call::default() };
            if word == HANDLERS {
                let told = handled(&call).map_or(0, |(_, told)| told);
                let lead = format!("Handles requests to {}{}", quoted(&place), by_method(&self.methods()));
                let does = [self.asks(), self.queries(), self.replies(), self.refuses()];
                let mut parts = vec![takes(&call, told)];
                if does.iter().all(String::is_empty) {
                    let body = self.whole_body().or_else(|| self.sketched());
                    parts.push(body.unwrap_or_else(|| self.deed(&call)));
                }
                parts.extend(does);
                parts.push(self.uses(false));
                return joined(&lead, &parts);
            }
            if let Some(inner) = self.wrapped().filter(Self::is_component) {
                let told = inner.component();
                let does = told.split_once(": ").map_or_else(String::new, |(_, does)| format!(": {does}"));
                let by = self.initial().and_then(|it| it.callee().map(quoted));
                let by = by.map_or_else(String::new, |by| format!(": wrapped by {by}"));
                return joined(&format!("{word} {}", quoted(&place)), &[does, by]);
            }
            let uses = self.uses(true);
            joined(&format!("{word} {}", quoted(&place)), &[takes(&call, 0), self.says(&uses), uses])
        })
    }

    /// What a router finds by its name: `GET` of a route, `load` and `actions` of a page.
    pub(in crate::dsp::text) fn request(&self) -> Option<String> {
        let name = self.symbol.name.as_str();
        let is_placed = || {
            matches!(role_of(self.path, self.facts), Role::Routed(..))
                || address_below_pages(self.path).is_some()
        };
        let is_data = || match self.initial() {
            Some(Initial::Held(_) | Initial::Rows(_) | Initial::Listed(_)) => true,
            Some(Initial::Plain(value)) => {
                value.starts_with(['"', '\'', '`']) || value.starts_with(|c: char| c.is_ascii_digit())
            }
            _ => false,
        };
        if METHODS.contains(&name) && is_placed() && !is_data() {
            return Some(format!("Handles {name} requests of {}", quoted(&served(self.path))));
        }
        if let Some(lead) = ROUTED.iter().find(|(known, _)| *known == name).map(|(_, lead)| lead)
            && is_route(self.path)
            && !self.is_default_export()
            && (!OF_REACT_ROUTER.contains(&name) || self.is_of_react_router())
        {
            // What a layout has is for all pages below it.
            let below = lead.strip_suffix(" page").filter(|_| stem(self.path) == "layout");
            let title = self.given_title().filter(|_| name == "meta");
            let title = title.map_or_else(String::new, |it| format!(": title {}", quoted(it)));
            return Some(match below {
                Some(lead) => format!("{lead} the pages below layout {}{title}", setting::short(self.path)),
                None => format!("{lead} {}{title}", setting::short(self.path)),
            });
        }
        if name == "default" || self.is_default_export() {
            // What Next makes a file of that others than people read.
            let made = ["What robots ", "Site map ", "Manifest of "];
            return match role_of(self.path, self.facts) {
                Role::Routed(word, place) if made.iter().any(|it| word.starts_with(it)) => {
                    Some(format!("{word} {}", quoted(&place)))
                }
                _ => None,
            };
        }
        let lead = match name {
            "load" => "Loads the data of",
            "actions" => "Form actions of",
            _ => return None,
        };
        let Role::Routed(word, place) = role_of(self.path, self.facts) else { return None };
        let what = word.strip_prefix("Data of ")?;
        Some(format!("{lead} {what} {}", quoted(&place)))
    }

    /// Whether React Router, or Remix before it, may ask the file for what it loads and takes.
    fn is_of_react_router(&self) -> bool {
        let is_from = |it: &Import| {
            ["@remix-run/", "react-router", "./+types/"].iter().any(|from| it.specifier.starts_with(from))
        };
        let within = |text: String| text.split('/').rev().skip(1).any(|it| it == "routes");
        within(self.path.to_text()) || self.facts.imports.iter().any(is_from)
    }
}

/// What the functions of a file handle requests of that are called by methods of HTTP.
pub(in crate::dsp::text) fn served(path: &RepoPath) -> String {
    match role(path) {
        Role::Routed(_, place) => place,
        _ => address_below_pages(path).unwrap_or_else(|| folder(path)),
    }
}

/// Whether a framework may find the file by its place.
pub(in crate::dsp::text) fn is_route(path: &RepoPath) -> bool {
    let text = path.to_text();
    let within = text.split('/').rev().skip(1).any(|it| matches!(it, "app" | "pages" | "routes"));
    within
        && matches!(extension(path), "js" | "jsx" | "ts" | "tsx")
        && (!text.contains("/app/")
            || text.contains("/routes/")
            || text.contains("page.")
            || is_nameless(path))
}

fn is_nameless(path: &RepoPath) -> bool {
    matches!(stem(path).as_str(), "layout" | "page" | "root" | "route")
}

/// The addresses of `routes`, each once, with what is said of it, behind `lead`.
pub(in crate::dsp::text) fn answered<'f>(
    lead: &str,
    routes: impl Iterator<Item = &'f Route>,
    facts: &FileFacts,
    most: usize,
) -> String {
    let mut routes: Vec<&Route> = routes.filter(|it| !it.address.is_empty()).collect();
    routes.dedup_by_key(|it| &*it.address);
    let told = routes.into_iter().map(|it| {
        // `POST /register` of `register` says no more.
        let plain = |text: &str| text.replace(|c: char| !c.is_alphanumeric(), "").to_lowercase();
        let is_said = || plain(it.address.rsplit('/').next().unwrap_or_default()) == plain(&it.answers);
        let by = || Some(quoted(&it.answers)).filter(|_| !it.answers.is_empty() && !is_said());
        (&*it.address, said_of(it, facts).or_else(by))
    });
    few_said(lead, told, most)
}

/// What is said of a route in few words, or what its nameless handler does.
fn said_of(route: &Route, facts: &FileFacts) -> Option<String> {
    let said = facts.said_of_route(route.on.as_deref(), route.within, &route.address)?;
    let first = doc::first_sentence(said).trim_end_matches('.');
    Some(lowered(first))
}
