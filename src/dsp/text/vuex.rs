//! What a module of a store of Vuex keeps and does: `{ state, getters, actions, mutations }`. Pure.

use super::declared::Declared;
use super::few;
use super::initial::{Initial, is_name};
use super::place::about_words;

/// The options of a module.
const OPTIONS: &[&str] =
    &["actions", "getters", "modules", "mutations", "namespaced", "plugins", "state", "strict"];
/// How many names of each option are told.
const MOST: usize = 6;

impl Declared<'_> {
    /// What the module is, that the value is, and what it keeps and does.
    pub(super) fn vuex_module(&self) -> Option<String> {
        let Some(Initial::Held(keys)) = self.initial() else { return None };
        let option = |key: &str| key.split(['.', ':']).next().unwrap_or_default().trim().to_owned();
        let options: Vec<String> = keys.iter().map(|it| option(it)).collect();
        let has = |name: &str| options.iter().any(|it| it == name);
        // Stores of other kinds keep a state and actions too.
        let is_of_vuex = ["getters", "modules", "mutations", "namespaced"].iter().any(|it| has(it))
            || self.facts.imports.iter().any(|it| it.specifier == "vuex");
        let is_one = options.iter().all(|it| OPTIONS.contains(&it.as_str()))
            && has("state")
            && (has("actions") || has("mutations"))
            && is_of_vuex;
        is_one.then_some(())?;
        let told =
            |name: &str, lead: &str| few(lead, self.names_in(name, &keys).iter().map(String::as_str), MOST);
        let parts = [told("state", "keeps "), told("actions", "actions "), told("mutations", "mutations ")];
        let parts: Vec<String> = parts.into_iter().filter(|it| !it.is_empty()).collect();
        let about = about_words(self.path);
        let about = about.strip_suffix(" module").unwrap_or(&about);
        Some(format!("Vuex store module of {about}{}", few_parts(&parts)))
    }

    /// The names that an option has: where it stands, or in the constant that it is.
    fn names_in(&self, option: &str, keys: &[&str]) -> Vec<String> {
        let inline = keys.iter().filter_map(|it| it.strip_prefix(option)?.strip_prefix('.'));
        let inline: Vec<String> = inline.map(bare).collect();
        let constant = keys.iter().find_map(|it| match it.split_once(": ") {
            None if *it == option => Some(option),
            Some((key, name)) if key == option && is_name(name) => Some(name),
            _ => None,
        });
        let held = constant.and_then(|name| self.beside(|it| it == name));
        match held.as_ref().and_then(Self::initial) {
            Some(Initial::Held(keys)) if inline.is_empty() => keys.iter().map(|it| bare(it)).collect(),
            _ => inline,
        }
    }
}

/// The name of a key: `FETCH` of `[FETCH]`, `open` of `open: true`.
fn bare(key: &str) -> String {
    let name = key.split(':').next().unwrap_or(key);
    name.trim_start_matches('[').trim_end_matches(']').to_owned()
}

/// The parts behind a colon; empty where there is none.
fn few_parts(parts: &[String]) -> String {
    if parts.is_empty() { String::new() } else { format!(": {}", parts.join("; ")) }
}
