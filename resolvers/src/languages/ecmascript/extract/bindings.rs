//! Imported names: which are in scope, and each use of one.
//!
//! No full scope analysis: only names that are imported somewhere in the file are followed, and only declarations
//! that hide one of them are remembered. Knows nothing of statements; `visit` says when scopes open and close.

use std::collections::hash_map::Entry;

use oxc_ast::ast::Ident;
use rustc_hash::{FxHashMap, FxHashSet};

use super::loader::Loader;
use crate::facts::{OwnUse, Reference};

/// How an imported name can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// One export: `binding.member` says nothing about the exporter's names.
    Name,
    /// A module or a default export: `binding.member` does.
    Whole,
    /// No import: what the file itself declares and exports.
    Own,
}

/// How many titles of one use are told apart; behind them only suites are, each by its first.
const MOST_TITLES: usize = 4;

/// Where a use stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site {
    /// The innermost listed declaration.
    pub(super) symbol: Option<u32>,
    /// The innermost title.
    pub(super) title: Option<u32>,
    /// The innermost suite.
    pub(super) suite: Option<u32>,
    /// In a type.
    pub(super) in_types: bool,
}

/// The titles under which one use is listed, each with its suite.
#[derive(Default)]
struct Titles(Vec<(u32, Option<u32>)>);

impl Titles {
    /// Whether the use is new there.
    fn add(&mut self, title: u32, suite: Option<u32>) -> bool {
        let is_known = self.0.iter().any(|(known, _)| *known == title);
        let is_new =
            !is_known && (self.0.len() < MOST_TITLES || self.0.iter().all(|(_, known)| *known != suite));
        self.0.extend(is_new.then_some((title, suite)));
        is_new
    }
}

/// The imported names of a file and their uses.
#[derive(Default)]
pub(super) struct Bindings<'a> {
    /// Bound at the top level.
    file: FxHashMap<Ident<'a>, Bound>,
    /// Bound (`Some`) or hidden (`None`) in the open scopes.
    local: Vec<(Ident<'a>, Option<Bound>)>,
    scopes: Vec<(usize, Loader)>,
    /// The uses that stand under no titles, each with its position among the references.
    seen: FxHashMap<(Ident<'a>, &'a str, Option<u32>), usize>,
    /// Those that stand under titles.
    titled: FxHashMap<(Ident<'a>, &'a str), Titles>,
    /// The uses of what the file declares itself.
    seen_own: FxHashSet<(Ident<'a>, u32)>,
    /// What the names of a module loader mean here.
    pub(super) loader: Loader,
    pub(super) references: Vec<Reference>,
    pub(super) own_uses: Vec<OwnUse>,
}

impl<'a> Bindings<'a> {
    pub(super) fn enter(&mut self) {
        self.scopes.push((self.local.len(), self.loader));
    }

    pub(super) fn leave(&mut self) {
        if let Some((length, loader)) = self.scopes.pop() {
            self.local.truncate(length);
            self.loader = loader;
        }
    }

    /// Whether the top level of the file is the innermost scope.
    pub(super) fn at_top(&self) -> bool {
        self.scopes.is_empty()
    }

    /// `name` is imported in the innermost scope.
    pub(super) fn bind(&mut self, name: Ident<'a>, bound: Bound) {
        if self.at_top() {
            self.file.insert(name, bound);
        } else {
            self.local.push((name, Some(bound)));
        }
    }

    /// `name` is imported in a block of the top level, and known outside of it.
    pub(super) fn bind_in_file(&mut self, name: Ident<'a>, bound: Bound) {
        self.file.entry(name).or_insert(bound);
    }

    /// The file exports what it declares as `name`. Imports go first.
    pub(super) fn own(&mut self, name: Ident<'a>) {
        self.file.entry(name).or_insert(Bound::Own);
    }

    /// `name` is declared in the innermost scope. At the top level a declaration stands beside an import of the
    /// same name (a type beside a value) and hides nothing.
    pub(super) fn hide(&mut self, name: Ident<'a>) {
        if !self.at_top() && self.find(name).is_some() {
            self.local.push((name, None));
        }
    }

    fn find(&self, name: Ident<'a>) -> Option<Bound> {
        match self.local.iter().rev().find(|(local, _)| *local == name) {
            Some((_, bound)) => *bound,
            None => self.file.get(&name).copied(),
        }
    }

    /// `name.member`, where `member` counts for whole modules only.
    pub(super) fn use_name(&mut self, name: Ident<'a>, member: Option<&'a str>, site: Site) {
        let Some(bound) = self.find(name) else { return };
        if bound == Bound::Own {
            return self.use_own(name, site.symbol);
        }
        let member = member.filter(|_| bound == Bound::Whole);
        let key = (name, member.unwrap_or_default());
        // What stands in a declaration is told by that.
        let title = site.title.filter(|_| site.symbol.is_none());
        let new = match title {
            Some(title) => self.titled.entry(key).or_default().add(title, site.suite),
            None => match self.seen.entry((key.0, key.1, site.symbol)) {
                Entry::Occupied(known) => {
                    self.references[*known.get()].in_types &= site.in_types;
                    false
                }
                Entry::Vacant(new) => {
                    new.insert(self.references.len());
                    true
                }
            },
        };
        if new {
            self.references.push(Reference {
                binding: name.as_str().to_owned(),
                member: member.map(str::to_owned),
                symbol: site.symbol,
                title,
                in_template: false,
                in_types: site.in_types && title.is_none(),
            });
        }
    }

    fn use_own(&mut self, name: Ident<'a>, symbol: Option<u32>) {
        if let Some(symbol) = symbol
            && self.seen_own.insert((name, symbol))
        {
            self.own_uses.push(OwnUse { name: name.as_str().to_owned(), symbol });
        }
    }
}
