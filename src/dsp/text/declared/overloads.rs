//! Functions that are declared several times: what the documentation of all of them says. Pure.

use resolvers::facts::{Symbol, SymbolKind};

use super::Declared;
use crate::dsp::text::doc;
use crate::dsp::text::place::{Role, role};

/// So many ways to call a function are told.
const MOST_TOLD: usize = 4;
/// The longest list of them, in characters.
const LONGEST_LIST: usize = 240;

impl Declared<'_> {
    /// What the overloads are documented with, where they say different things and no implementation speaks for all.
    pub(super) fn overloads(&self) -> Option<String> {
        if self.symbol.kind != SymbolKind::Function {
            return None;
        }
        let is_one = |it: &&Symbol| {
            it.kind == self.symbol.kind
                && it.name == self.symbol.name
                && it.container == self.symbol.container
        };
        let symbols = &self.facts.symbols;
        let before = symbols[..self.at].iter().rev().take_while(is_one).count();
        let all = || symbols[self.at - before..].iter().take_while(is_one);
        let implementation = all().last().filter(|_| role(self.path) != Role::Declarations);
        if implementation.is_some_and(|it| it.doc.is_some()) {
            return None;
        }
        let mut told: Vec<String> = Vec::new();
        for doc in all().filter_map(|it| it.doc.as_deref()).filter(|it| !doc::is_numbered(it)) {
            let Some(said) = doc::purpose(doc, &self.symbol.name) else { continue };
            let said = doc::first_sentence(&said).trim_end_matches('.').to_owned();
            // What one way to call it is not to be used for says nothing of the others.
            let is_plain = !said.starts_with("Deprecated") && !said.contains("```") && !said.contains(": - ");
            if is_plain && !told.contains(&said) {
                told.push(said);
            }
        }
        let mut room = LONGEST_LIST;
        let fits = |it: &String| {
            room = room.saturating_sub(it.chars().count());
            room > 0
        };
        let many = told.len();
        let listed: Vec<String> = told.into_iter().take(MOST_TOLD).take_while(fits).collect();
        let more = if listed.len() < many { "; …" } else { "" };
        (listed.len() > 1).then(|| format!("{}{more}", listed.join("; ")))
    }
}
