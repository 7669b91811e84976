//! The constants among which one stands: those whose names begin as its own does. Pure.

use resolvers::facts::{Symbol, SymbolKind};

use super::declared::Declared;
use super::{few, quoted};

/// How many declarations before and behind it are searched: those of a group stand together.
const NEAR: usize = 48;
/// Fewer are no group.
const FEWEST: usize = 3;
/// How many of the others are named.
const MOST: usize = 3;

impl<'f> Declared<'f> {
    /// `` one of the constants `OPEN_…` `` and some of the others; `None` where it stands alone.
    pub(super) fn group(&self) -> Option<(String, String)> {
        self.beginnings().into_iter().find_map(|start| self.group_of(start))
    }

    fn group_of(&self, start: &str) -> Option<(String, String)> {
        let alike = |it: &&Symbol| {
            it.kind == SymbolKind::Variable
                && it.exported
                && it.container == self.symbol.container
                && it
                    .name
                    .strip_prefix(start)
                    .is_some_and(|rest| !rest.is_empty() && self.starts_word(&it.name, start.len()))
                && (!self.is_go() || it.signature.as_deref().is_some_and(|it| it.starts_with("const ")))
        };
        let near = self.at.saturating_sub(NEAR)..(self.at + NEAR).min(self.facts.symbols.len());
        // One constant may be set in several branches.
        let mut names: Vec<&str> = Vec::new();
        for it in self.facts.symbols[near].iter().filter(alike) {
            if !names.contains(&it.name.as_str()) {
                names.push(&it.name);
            }
        }
        if names.len() < FEWEST {
            return None;
        }
        let others = names.into_iter().filter(|it| *it != self.symbol.name);
        let group = format!("one of the constants {}", quoted(&format!("{start}…")));
        Some((group, few(" beside ", others, MOST)))
    }

    /// The first words of its name, most of them first: `OPEN_` of `OPEN_CREATE`, `Open` of `OpenCreate` in Go.
    fn beginnings(&self) -> Vec<&'f str> {
        let name = self.symbol.name.as_str();
        let ends = name.char_indices().filter(|(at, _)| self.starts_word(name, *at));
        let starts = ends.map(|(at, _)| &name[..at]);
        let plain = |it: &&str| it.len() > 2 && (self.is_go() || !it.contains(char::is_lowercase));
        let mut starts: Vec<&str> = starts.filter(plain).collect();
        starts.reverse();
        starts
    }

    /// Whether a word begins at `at`: `AAAA` of `TypeAAAA`, not its second letter.
    fn starts_word(&self, name: &str, at: usize) -> bool {
        let (before, rest) = name.split_at(at);
        if !self.is_go() {
            return before.ends_with('_');
        }
        let ends =
            !before.ends_with(char::is_uppercase) || rest.chars().nth(1).is_some_and(char::is_lowercase);
        at > 2 && rest.starts_with(char::is_uppercase) && ends
    }

    /// The constants right before and behind it, of its type.
    pub(super) fn neighbours(&self) -> Vec<&'f str> {
        let symbols = &self.facts.symbols;
        let before = self.at.checked_sub(1).and_then(|at| symbols.get(at));
        let near = before.into_iter().chain(symbols.get(self.at + 1));
        near.filter(|it| self.is_alike(it) && type_of(it) == type_of(self.symbol))
            .map(|it| it.name.as_str())
            .collect()
    }

    /// Whether it is a constant that stands beside this one.
    fn is_alike(&self, it: &Symbol) -> bool {
        it.kind == SymbolKind::Variable
            && it.exported
            && it.container == self.symbol.container
            && !it.name.contains(char::is_lowercase)
    }
}

/// What stands behind the name.
fn type_of(it: &Symbol) -> Option<&str> {
    Some(it.signature.as_deref()?.split_once(':')?.1.trim())
}
