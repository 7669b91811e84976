//! What Next takes of a file by the names of values in it. Pure.

use resolvers::facts::{Export, ExportSource, METHODS};

use super::declared::Declared;
use super::function::routed::is_route;
use super::initial::Initial;
use super::place::{HANDLERS, Role, folder, role_of, stem};
use super::{few, quoted, renowned, setting};

/// How many addresses are told.
const MOST_ADDRESSES: usize = 4;

/// Those that a configuration has as its `matcher`.
fn addresses<'k>(keys: &[&'k str]) -> impl Iterator<Item = &'k str> {
    let matcher = keys.iter().find_map(|it| it.strip_prefix("matcher: "));
    matcher.into_iter().flat_map(|it| it.split("'/'")).map(|it| it.trim_matches('\''))
}

impl Declared<'_> {
    /// How long Next keeps what a page or a handler of a route made.
    pub(super) fn kept_for(&self) -> Option<String> {
        let name = self.symbol.name.as_str();
        if !matches!(name, "dynamic" | "revalidate") || !is_route(self.path) {
            return None;
        }
        let initial = self.initial();
        let Some(Initial::Plain(value)) = &initial else { return None };
        let place = setting::short(self.path);
        Some(match *value {
            "false" => format!("Has what {place} makes kept without an end"),
            "0" | "'force-dynamic'" | "\"force-dynamic\"" => format!("Has {place} run anew at each request"),
            "'force-static'" | "\"force-static\"" => format!("Has {place} run once, while building"),
            value if value.bytes().all(|it| it.is_ascii_digit()) => {
                format!("Has what {place} makes kept for {value} seconds")
            }
            _ => return None,
        })
    }

    /// What tells Next for which addresses it runs the function of the file.
    pub(super) fn matcher_of_next(&self) -> Option<String> {
        let folder = folder(self.path);
        let is_placed = matches!(&*stem(self.path), "middleware" | "proxy")
            && (folder.is_empty() || folder == "src" || folder.ends_with("/src") || self.takes_of_next());
        let is_one = is_placed && self.symbol.name == "config";
        let Some(Initial::Held(keys)) = self.initial().filter(|_| is_one) else { return None };
        let is_pattern =
            |it: &&str| it.starts_with("matcher: '/") || *it == "matcher" && self.takes_of_next();
        let is_known =
            |it: &&str| it.starts_with("matcher") || matches!(*it, "runtime" | "unstable_allowDynamic");
        (keys.iter().any(is_pattern) && keys.iter().all(is_known))
            .then(|| format!("Says for which addresses Next runs {}", setting::short(self.path)))
    }

    /// What another module gives that Next runs before it answers requests, where the file only says for which.
    pub(super) fn passed_to_next(&self) -> Option<String> {
        self.matcher_of_next()?;
        let given = |it: &Export| match &it.source {
            ExportSource::ReExport { specifier, .. } => {
                matches!(it.name.as_str(), "default" | "middleware" | "proxy").then(|| specifier.clone())
            }
            _ => None,
        };
        let specifier = self.facts.exports.iter().find_map(given)?;
        // `next-auth/middleware` is a part of `next-auth`.
        let package = specifier.split('/').next().filter(|it| !it.starts_with(['.', '@']));
        let known = package.and_then(renowned::imported).map_or_else(String::new, |it| format!(" ({it})"));
        let Some(Initial::Held(keys)) = self.initial() else { return None };
        let of = few(" to ", addresses(&keys), MOST_ADDRESSES);
        Some(format!("Has what {}{known} gives run before Next answers requests{of}", quoted(&specifier)))
    }

    /// Which requests a value answers that is handed on under the names of methods: `export { handler as GET, handler as POST }`.
    pub(super) fn handler_of_route(&self) -> Option<String> {
        let Role::Routed(HANDLERS, place) = role_of(self.path, self.facts) else { return None };
        let is_it = |it: &&Export| {
            METHODS.contains(&it.name.as_str())
                && matches!(&it.source, ExportSource::Local(name) if *name == self.symbol.name)
        };
        let methods = self.facts.exports.iter().filter(is_it).map(|it| it.name.as_str());
        let methods: Vec<&str> = methods.filter(|it| *it != self.symbol.name).collect();
        let made = self.initial().and_then(|it| it.callee().map(quoted))?;
        let (to, methods) = (quoted(&place), methods.join(" and "));
        (!methods.is_empty()).then(|| format!("Answers {methods} requests to {to} by what {made} makes"))
    }

    /// What Next runs before it answers requests, with the addresses that it says it is for.
    pub(super) fn middleware_of_next(&self, config: &Self) -> Option<String> {
        config.matcher_of_next()?;
        let Some(Initial::Held(keys)) = config.initial() else { return None };
        let told = self.told();
        let does = told.split_once(": ").map(|(_, does)| does);
        let of = few(" to ", addresses(&keys), MOST_ADDRESSES);
        let lead = format!("Runs before Next answers requests{of}");
        Some(does.map_or_else(|| lead.clone(), |does| format!("{lead}: {does}")))
    }

    fn takes_of_next(&self) -> bool {
        self.facts
            .imports
            .iter()
            .any(|it| it.specifier.starts_with("next/") || it.specifier.starts_with("next-"))
    }
}
