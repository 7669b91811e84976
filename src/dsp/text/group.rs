//! The constants among which one stands: those whose names begin as its own does. Pure.

use resolvers::facts::{Symbol, SymbolKind};

use super::declared::Declared;
use super::{few, quoted};

/// Later declarations of a file are not searched.
const SEARCHED: usize = 1024;
/// Fewer are no group.
const FEWEST: usize = 3;
/// How many of the others are named.
const MOST: usize = 3;

impl<'f> Declared<'f> {
    /// `` one of the constants `OPEN_…` `` and some of the others; `None` where it stands alone.
    pub(super) fn group(&self) -> Option<(String, String)> {
        let name = self.symbol.name.as_str();
        let first = self.first_word(name)?;
        let alike = |it: &&Symbol| {
            it.kind == SymbolKind::Variable
                && it.exported
                && it.container == self.symbol.container
                && self.first_word(&it.name) == Some(first)
                && (!self.is_go() || it.signature.as_deref().is_some_and(|it| it.starts_with("const ")))
        };
        let group = || self.facts.symbols.iter().take(SEARCHED).filter(alike);
        if group().take(FEWEST).count() < FEWEST {
            return None;
        }
        let others = group().filter(|it| it.name != name).map(|it| it.name.as_str());
        let group = format!("one of the constants {}", quoted(&format!("{first}…")));
        Some((group, few(" beside ", others, MOST)))
    }

    /// `OPEN_` of `OPEN_CREATE`, `Open` of `OpenCreate` in Go.
    fn first_word<'n>(&self, name: &'n str) -> Option<&'n str> {
        let end = if self.is_go() {
            name.char_indices().skip(1).find(|(_, c)| c.is_uppercase() || *c == '_')?.0
        } else {
            name.find('_')? + 1
        };
        let (first, rest) = name.split_at(end);
        let capitals = self.is_go() || !first.contains(char::is_lowercase);
        (end > 2 && capitals && !rest.is_empty()).then_some(first)
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
