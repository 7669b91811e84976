//! What Next takes of a file by the names of values in it. Pure.

use super::declared::Declared;
use super::function::routed::is_route;
use super::initial::Initial;
use super::place::{folder, stem};
use super::{few, setting};

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

    /// What Next runs before it answers requests, with the addresses that it says it is for.
    pub(super) fn middleware_of_next(&self, config: &Self) -> Option<String> {
        config.matcher_of_next()?;
        let Some(Initial::Held(keys)) = config.initial() else { return None };
        let matcher = keys.iter().find_map(|it| it.strip_prefix("matcher: "));
        let told = self.told();
        let does = told.split_once(": ").map(|(_, does)| does);
        let addresses = matcher.into_iter().flat_map(|it| it.split("'/'")).map(|it| it.trim_matches('\''));
        let of = few(" to ", addresses, 4);
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
