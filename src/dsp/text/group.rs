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
                    .is_some_and(|rest| !rest.is_empty() && !rest.starts_with(char::is_lowercase))
                && (!self.is_go() || it.signature.as_deref().is_some_and(|it| it.starts_with("const ")))
        };
        let near = self.at.saturating_sub(NEAR)..(self.at + NEAR).min(self.facts.symbols.len());
        let group = || self.facts.symbols[near.clone()].iter().filter(alike);
        if group().take(FEWEST).count() < FEWEST {
            return None;
        }
        let others = group().filter(|it| it.name != self.symbol.name).map(|it| it.name.as_str());
        let group = format!("one of the constants {}", quoted(&format!("{start}…")));
        Some((group, few(" beside ", others, MOST)))
    }

    /// The first words of its name, most of them first: `OPEN_` of `OPEN_CREATE`, `Open` of `OpenCreate` in Go.
    fn beginnings(&self) -> Vec<&'f str> {
        let name = self.symbol.name.as_str();
        let starts_word = |at: usize, c: char| {
            if self.is_go() { at > 2 && c.is_uppercase() } else { name[..at].ends_with('_') }
        };
        let ends = name.char_indices().filter(|(at, c)| starts_word(*at, *c));
        let starts = ends.map(|(at, _)| &name[..at]);
        let plain = |it: &&str| it.len() > 2 && (self.is_go() || !it.contains(char::is_lowercase));
        let mut starts: Vec<&str> = starts.filter(plain).collect();
        starts.reverse();
        starts
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
