//! Imported names: which are in scope, and each use of one.
//!
//! No full scope analysis: only names that are imported somewhere in the file are followed, and only declarations
//! that hide one of them are remembered. Knows nothing of statements; `visit` says when scopes open and close.

use std::collections::hash_map::Entry;

use oxc_ast::ast::Ident;
use rustc_hash::{FxHashMap, FxHashSet};

use super::loader::Loader;
use crate::facts::{MemberUse, OwnUse, Reference};

/// How an imported name can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// One export: `binding.member` says nothing about the exporter's names.
    Name,
    /// A module or a default export: `binding.member` does.
    Whole,
    /// No import: what the file itself declares and exports.
    Own,
    /// A member of a module that is taken apart: its place among the parts.
    Part(usize),
}

/// What a name is in an open scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Local {
    /// Imported there.
    Bound(Bound),
    /// Something else.
    Hidden,
    /// A value of its own: as a type it is what it is outside.
    HiddenAsValue,
    /// The same of a type.
    HiddenAsType,
}

/// `b` of `const { a: b } = module`: its uses are those of `module.a`.
struct Part<'a> {
    module: Ident<'a>,
    member: &'a str,
    is_used: bool,
    /// Where it is taken.
    taken: Option<Site>,
}

/// How many titles of one use are told apart; behind them only suites are, each by its first.
const MOST_TITLES: usize = 9;

/// How many members of one value are told apart that are taken of it.
const MOST_MEMBERS: usize = 8;

/// Where a use stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site {
    /// The innermost listed declaration.
    pub(super) symbol: Option<u32>,
    /// The innermost title.
    pub(super) title: Option<u32>,
    /// The innermost suite.
    pub(super) suite: Option<u32>,
    /// In a type, and not run: a decorated class runs what its types name.
    pub(super) in_types: bool,
    /// In a type.
    pub(super) as_type: bool,
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
    /// The names of declarations of imports.
    imported: FxHashSet<Ident<'a>>,
    /// Of the imported names those that the top level declares as values of its own.
    declared_beside: FxHashSet<Ident<'a>>,
    /// What the open scopes declare.
    local: Vec<(Ident<'a>, Local)>,
    scopes: Vec<(usize, Loader)>,
    /// The uses that stand under no titles, each with its position among the references.
    seen: FxHashMap<(Ident<'a>, &'a str, Option<u32>), usize>,
    /// Those that stand under titles.
    titled: FxHashMap<(Ident<'a>, &'a str), Titles>,
    /// The uses of what the file declares itself.
    seen_own: FxHashSet<(Ident<'a>, u32)>,
    /// What is taken of imported values.
    seen_members: FxHashMap<Ident<'a>, Vec<&'a str>>,
    parts: Vec<Part<'a>>,
    /// What the names of a module loader mean here.
    pub(super) loader: Loader,
    pub(super) references: Vec<Reference>,
    pub(super) own_uses: Vec<OwnUse>,
    pub(super) member_uses: Vec<MemberUse>,
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
            self.local.push((name, Local::Bound(bound)));
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
        if !self.at_top() && (self.find(name, false).is_some() || self.find(name, true).is_some()) {
            self.local.push((name, Local::Hidden));
        }
    }

    /// The same of a variable, a parameter or a function, which is no type: `const Logger: Logger = make()`.
    pub(super) fn hide_value(&mut self, name: Ident<'a>) {
        if !self.at_top() && self.find(name, false).is_some() {
            self.local.push((name, Local::HiddenAsValue));
        }
    }

    /// The same of a type, which is no value: `namespace A { interface User {} }`.
    pub(super) fn hide_type(&mut self, name: Ident<'a>) {
        if !self.at_top() && self.find(name, true).is_some() {
            self.local.push((name, Local::HiddenAsType));
        }
    }

    /// The same of what is a value there: beside it an import of the same name is known in types alone.
    pub(super) fn declare_value(&mut self, name: Ident<'a>) {
        self.hide_value(name);
        if self.at_top() && self.imported.contains(&name) {
            self.declared_beside.insert(name);
        }
    }

    /// Whether the top level declares a value beside what it imports by that name.
    pub(super) fn is_declared_beside(&self, name: Ident<'a>) -> bool {
        self.declared_beside.contains(&name)
    }

    /// `name` is imported by a declaration, which no other value of that name may stand beside.
    pub(super) fn import(&mut self, name: Ident<'a>, bound: Bound) {
        self.imported.insert(name);
        self.bind(name, bound);
    }

    /// `name` is a constant that the top level of the file takes of a module, if `module` is one.
    pub(super) fn bind_part(&mut self, name: Ident<'a>, module: Ident<'a>, member: &'a str) {
        if self.find(module, false) == Some(Bound::Whole) {
            self.file.insert(name, Bound::Part(self.parts.len()));
            self.parts.push(Part { module, member, is_used: false, taken: None });
        }
    }

    /// Whether `name` is such a part, which is taken at `site`.
    pub(super) fn take_part(&mut self, name: Ident<'a>, site: Site) -> bool {
        let Some(Bound::Part(at)) = self.find(name, false) else { return false };
        self.parts[at].taken = Some(site);
        true
    }

    /// Parts that are used nowhere are used where they are taken.
    pub(super) fn close(&mut self) {
        for part in std::mem::take(&mut self.parts).into_iter().filter(|it| !it.is_used) {
            if let Some(site) = part.taken {
                self.use_bound((part.module, Bound::Whole), Some(part.member), site);
            }
        }
    }

    /// Whether `name` is imported or exported here and nothing hides it; as a whole module where one is meant.
    pub(super) fn is_known(&self, name: Ident<'a>, as_module: bool) -> bool {
        match self.find(name, false) {
            Some(Bound::Whole) => true,
            Some(_) => !as_module,
            None => false,
        }
    }

    /// Whether `name` is imported and nothing hides it.
    pub(super) fn is_imported(&self, name: Ident<'a>) -> bool {
        self.find(name, false).is_some_and(|it| it != Bound::Own)
    }

    fn find(&self, name: Ident<'a>, in_types: bool) -> Option<Bound> {
        let mut local = self.local.iter().rev().filter(|(local, _)| *local == name).map(|(_, it)| *it);
        let other = if in_types { Local::HiddenAsValue } else { Local::HiddenAsType };
        match local.find(|it| *it != other) {
            Some(Local::Bound(bound)) => Some(bound),
            Some(Local::Hidden | Local::HiddenAsValue | Local::HiddenAsType) => None,
            None => self.file.get(&name).copied(),
        }
    }

    /// `name.member`, where `member` counts for whole modules only.
    pub(super) fn use_name(&mut self, name: Ident<'a>, member: Option<&'a str>, site: Site) {
        match self.find(name, site.as_type) {
            None => {}
            // `import { Item } …; function Item(item: Item)`
            Some(Bound::Name | Bound::Whole) if !site.in_types && self.declared_beside.contains(&name) => {}
            Some(Bound::Own) => self.use_own(name, site.symbol),
            Some(Bound::Part(at)) => {
                self.parts[at].is_used = true;
                let Part { module, member, .. } = self.parts[at];
                self.use_bound((module, Bound::Whole), Some(member), site);
            }
            Some(bound) => {
                if let Some(member) = member.filter(|_| bound == Bound::Name && !site.as_type) {
                    self.use_member(name, member);
                }
                self.use_bound((name, bound), member, site);
            }
        }
    }

    fn use_member(&mut self, name: Ident<'a>, member: &'a str) {
        let seen = self.seen_members.entry(name).or_default();
        if seen.len() < MOST_MEMBERS && !seen.contains(&member) {
            seen.push(member);
            let (binding, member) = (name.as_str().to_owned(), member.to_owned());
            self.member_uses.push(MemberUse { binding, member });
        }
    }

    fn use_bound(&mut self, (name, bound): (Ident<'a>, Bound), member: Option<&'a str>, site: Site) {
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
