//! Who uses what a file declares: for each declaration, and for each file as a whole, the few users among the other
//! files that say most of what it is for.
//!
//! A user that has a name says more than a place, and what runs more than its tests; of equals the nearest path counts,
//! then the order of paths. Pure.

use std::collections::BTreeMap;

use rayon::prelude::*;
use resolvers::facts::{
    BindingName, FileFacts, Import, ImportSyntax, ImportedName, Reference, Symbol, SymbolKind,
};
use resolvers::path::RepoPath;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::companion;
use super::text::declared::is_type;
use super::text::place::{Role, is_among_tests, is_python, role};
use super::text::signature;
use super::text::suite::is_test;
use super::text::users::User;
use super::why::shared_names;
use crate::facts::SourceFile;
use crate::graph::FileGraph;
use crate::resolution::bindings::{Binding, Bindings, Declaration};

/// How many users of one declaration are known.
const MOST: usize = 2;
/// Stands for the whole file in place of one of its symbols.
pub(super) const WHOLE: u32 = u32::MAX;
/// Stands in the same place where the other number is that of a package.
pub(super) const PACKAGE: u32 = u32::MAX - 1;

/// The users of all declarations.
#[derive(Default)]
pub(super) struct Users<'a> {
    of: FxHashMap<Declaration, Vec<User<'a>>>,
    best: FxHashMap<Declaration, Best<'a>>,
}

/// What is told of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Tells {
    /// The address for which it has something called, or shown.
    Address,
    /// The declaration that uses it.
    Name,
    /// A type that names it.
    Type,
    /// The file alone.
    Place,
}

/// A use of what `of` declares: the smaller, the more it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Use<'a> {
    pub(super) of: Declaration,
    in_tests: bool,
    tells: Tells,
    /// It is a part of the same package.
    at_home: bool,
    distance: usize,
    pub(super) source: u32,
    place: Place,
    local: &'a str,
    of_module: Option<&'a str>,
}

#[cfg(test)]
impl Use<'static> {
    /// Of which nothing is told.
    pub(super) fn bare(of: u32, source: u32) -> Self {
        let (of, place) = (Declaration { source: of, symbol: 0 }, Place::default());
        let (in_tests, at_home, distance) = (false, false, 0);
        Self {
            of,
            in_tests,
            tells: Tells::Place,
            at_home,
            distance,
            source,
            place,
            local: "",
            of_module: None,
        }
    }
}

impl<'a> Users<'a> {
    /// `graph` and `bindings` are built from `sources`.
    pub(super) fn of(sources: &'a [SourceFile], graph: &FileGraph<'a>, bindings: &Bindings<'a>) -> Self {
        let of_files: Vec<Vec<Use<'a>>> = (0..u32::try_from(sources.len()).unwrap_or(u32::MAX))
            .into_par_iter()
            .map(|source| uses_in(source, sources, graph, bindings))
            .collect();
        let mut best: FxHashMap<Declaration, Best<'a>> = FxHashMap::default();
        for it in of_files.into_iter().flatten() {
            best.entry(it.of).or_default().add(it);
        }
        Self::of_best(best, sources)
    }

    /// With those uses, which are in `sources`.
    pub(super) fn of_best(best: FxHashMap<Declaration, Best<'a>>, sources: &'a [SourceFile]) -> Self {
        let told = |best: &Best<'a>| {
            let last = best.uses.len();
            let user = |(at, it): (usize, &Use<'a>)| {
                let SourceFile { path, facts, key, .. } = &sources[it.source as usize];
                let Use { in_tests, place: Place { symbol, also, title }, local, of_module, .. } = *it;
                let more = best.has_more() && at + 1 == last;
                User { path, facts, key: *key, in_tests, symbol, also, title, more, local, of_module }
            };
            best.uses.iter().enumerate().map(user).collect()
        };
        let of = best.iter().map(|(of, best)| (*of, told(best))).collect();
        Self { of, best }
    }

    /// The uses that say most of each declaration, in no order.
    pub(super) fn best(&self) -> &FxHashMap<Declaration, Best<'a>> {
        &self.best
    }

    /// Those of a declaration.
    pub(super) fn of_symbol(&self, source: u32, symbol: u32) -> &[User<'a>] {
        self.of.get(&Declaration { source, symbol }).map_or(&[], Vec::as_slice)
    }

    /// Those of a package, whatever they take of it.
    pub(super) fn of_package(&self, package: u32) -> &[User<'a>] {
        self.of_symbol(package, PACKAGE)
    }

    /// Those of a file, whatever they take of it.
    pub(super) fn of_file(&self, source: u32) -> &[User<'a>] {
        self.of_symbol(source, WHOLE)
    }
}

/// The uses that say most, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Best<'a> {
    #[serde(borrow)]
    pub(super) uses: Vec<Use<'a>>,
    /// How many files use it.
    files: u32,
}

impl<'a> Best<'a> {
    /// Whether there are other files that use it.
    pub(super) fn has_more(&self) -> bool {
        self.files as usize > self.uses.len()
    }

    /// Takes note of the use in a file that has not been asked.
    pub(super) fn add(&mut self, it: Use<'a>) {
        self.files += 1;
        if self.uses.len() == MOST && self.uses.last().is_some_and(|last| *last < it) {
            return;
        }
        self.uses.push(it);
        self.uses.sort_unstable();
        self.uses.truncate(MOST);
    }

    /// Has the file at `source`, which was one of those that use it where `before` says so, use it as `now` says. `None`
    /// where it is not known any more which uses say most: one that is not kept may say more now.
    pub(super) fn replace(&mut self, source: u32, before: bool, now: Option<Use<'a>>) -> Option<()> {
        if before {
            let (others, last) = (self.has_more(), self.uses.last().copied());
            self.files = self.files.checked_sub(1)?;
            if let Some(at) = self.uses.iter().position(|it| it.source == source) {
                self.uses.remove(at);
                if others && now.is_none_or(|now| last.is_none_or(|last| last < now)) {
                    return None;
                }
            }
        }
        if let Some(now) = now {
            self.add(now);
        }
        Some(())
    }
}

/// What the file at `source` uses of others, of each declaration the use that says most, in the order of these.
pub(super) fn uses_in<'a>(
    source: u32,
    sources: &'a [SourceFile],
    graph: &FileGraph<'a>,
    bindings: &Bindings<'a>,
) -> Vec<Use<'a>> {
    let SourceFile { path, facts, .. } = &sources[source as usize];
    let Some(node) = graph.node(path.as_bytes()) else { return Vec::new() };
    let mut of = FxHashMap::<&str, Vec<&Reference>>::default();
    for it in &facts.references {
        of.entry(it.binding.as_str()).or_default().push(it);
    }
    // Which of several modules is used under one name is not known.
    let shared = shared_names(facts);
    of.retain(|name, _| !shared.contains(name));
    let file = File { source, facts, sources, graph, bindings, of };
    let mut taken = Vec::new();
    for edge in graph.edges(node) {
        let package = graph.package(edge.to).map(|(at, _)| Target::Package(at));
        let target = graph.source(edge.to).filter(|target| *target != source as usize);
        let target = target.and_then(|at| u32::try_from(at).ok()).map(Target::Source);
        let Some(target) = target.or(package) else { continue };
        for at in graph.imports_of(edge) {
            file.take(*at, target, &mut taken);
        }
    }
    let abroad = taken.len();
    file.take_at_home(&mut taken);
    let by_role = matches!(role(path), Role::Test | Role::Benchmark | Role::Story);
    let in_tests = by_role || is_among_tests(path) || is_test(path, facts);
    let told = |(at, Taken { of, place, local, of_module }): (usize, Taken<'a>)| {
        // A package is as near as what it is called by.
        let exporter = sources.get(of.source as usize).filter(|_| of.symbol != PACKAGE);
        let distance = exporter.map_or(0, |it| distance(path, &it.path));
        let at_home = at >= abroad;
        let is_routed = || facts.routes.iter().any(|it| it.is_answered_by(of_module, local));
        let is_called = |(at, _): (u32, bool)| facts.titles.get(at as usize).is_some_and(|it| !it.is_test());
        let tells = if is_routed() {
            Tells::Address
        } else if place.title.is_some_and(is_called) {
            Tells::Name
        } else if let Some(at) = place.symbol {
            if is_type_at(at, facts) { Tells::Type } else { Tells::Name }
        } else {
            Tells::Place
        };
        Use { of, in_tests, tells, at_home, distance, source, place, local, of_module }
    };
    let is_other = |(_, it): &(usize, Taken<'a>)| it.of.source != source || it.of.symbol == PACKAGE;
    let mut uses: Vec<Use<'a>> = taken.into_iter().enumerate().filter(is_other).map(told).collect();
    // One file is one user.
    uses.sort_unstable();
    uses.dedup_by_key(|it| it.of);
    uses
}

/// Where in a file something is used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Place {
    /// The first listed declaration, types behind what runs.
    symbol: Option<u32>,
    /// Whether it stands in other declarations of that sort too.
    also: bool,
    /// The first title, and whether there are others.
    title: Option<(u32, bool)>,
}

impl Place {
    fn of(it: &Reference) -> Self {
        Self { symbol: it.symbol, also: false, title: it.title.map(|title| (title, false)) }
    }

    /// `facts` are those of the file.
    fn of_all<'a>(uses: impl Iterator<Item = &'a Reference>, facts: &FileFacts) -> Self {
        uses.fold(Self::default(), |place, it| place.or(Self::of(it), facts))
    }

    fn or(self, other: Self, facts: &FileFacts) -> Self {
        let title = match (self.title, other.title) {
            (Some((one, more)), Some((other, also))) => Some((one.min(other), more || also || one != other)),
            (one, other) => one.or(other),
        };
        // What runs says more than a type does.
        let order = |at: &u32| (is_type_at(*at, facts), *at);
        let is_another = |(one, other): (u32, u32)| one != other && order(&one).0 == order(&other).0;
        let symbol = self.symbol.into_iter().chain(other.symbol).min_by_key(order);
        // Beside what runs other types do not count.
        let is_of_sort = |at: u32| symbol.is_some_and(|it| order(&it).0 == order(&at).0);
        let has_others = |it: &Self| it.also && it.symbol.is_some_and(is_of_sort);
        let also =
            has_others(&self) || has_others(&other) || self.symbol.zip(other.symbol).is_some_and(is_another);
        Self { symbol, also, title }
    }
}

fn is_type_at(symbol: u32, facts: &FileFacts) -> bool {
    facts.symbols.get(symbol as usize).is_some_and(|it| is_type(it.kind))
}

/// What an import leads to.
#[derive(Clone, Copy)]
enum Target {
    /// A file, by its position among the sources.
    Source(u32),
    /// A package, by its position among the packages.
    Package(u32),
}

/// Something that a file takes, where it is used there, and under which name.
struct Taken<'a> {
    of: Declaration,
    place: Place,
    local: &'a str,
    /// Where it is a member, what that is taken of: `views` of `views.home`.
    of_module: Option<&'a str>,
}

/// A file that uses what others declare.
struct File<'a, 'b> {
    source: u32,
    facts: &'a FileFacts,
    sources: &'a [SourceFile],
    graph: &'b FileGraph<'a>,
    bindings: &'b Bindings<'a>,
    /// The uses of each imported binding.
    of: FxHashMap<&'a str, Vec<&'a Reference>>,
}

impl<'a> File<'a, '_> {
    /// What other files of its own package declare, which needs no import.
    fn take_at_home(&self, taken: &mut Vec<Taken<'a>>) {
        let Some(package) = self.graph.package_of(&self.sources[self.source as usize]) else { return };
        let names = self.facts.imports.iter().flat_map(|it| &it.names);
        let imported: FxHashSet<&str> = names.filter_map(|it| it.local.as_deref()).collect();
        let mut free: Vec<_> =
            self.of.iter().filter(|(name, _)| !name.contains('.') && !imported.contains(*name)).collect();
        free.sort_unstable_by_key(|(name, _)| **name);
        for (local, uses) in free {
            let name = BindingName::Named((*local).to_owned());
            let place = Place::of_all(uses.iter().copied(), self.facts);
            for of in self.bindings.find_in_package(package, &name).0 {
                taken.push(Taken { of: *of, place, local, of_module: None });
                taken.push(Taken { of: Declaration { symbol: WHOLE, ..*of }, place, local, of_module: None });
            }
        }
    }

    /// Gathers what the import at `at` takes of `target`. What is only passed on has no user here.
    fn take(&self, at: u32, target: Target, taken: &mut Vec<Taken<'a>>) {
        let Some(import) = self.facts.imports.get(at as usize) else { return };
        if import.syntax == ImportSyntax::ReExport || self.is_listing(import) {
            return;
        }
        let whole = match target {
            Target::Source(source) => Declaration { source, symbol: WHOLE },
            Target::Package(source) => Declaration { source, symbol: PACKAGE },
        };
        let is_loaded = |it: &ImportedName| it.local.is_none() && it.name == BindingName::Namespace;
        let is_called = import.syntax.is_require() && import.names.iter().all(is_loaded);
        if import.names.is_empty() || is_called {
            taken.push(Taken {
                of: whole,
                place: Place::default(),
                local: &import.specifier,
                of_module: None,
            });
            self.take_loaded(import, target, taken);
        }
        for name in &import.names {
            let Some(local) = name.local.as_deref() else { continue };
            let Some(uses) = self.of.get(local) else { continue };
            let place = Place::of_all(uses.iter().copied(), self.facts);
            taken.push(Taken { of: whole, place, local, of_module: None });
            let before = taken.len();
            match target {
                Target::Package(package) => {
                    let found = self.bindings.find_in_package(package, &name.name).0.iter();
                    taken.extend(found.map(|of| Taken { of: *of, place, local, of_module: None }));
                }
                Target::Source(target) => self.take_name((at, import), name, target, taken),
            }
            // Who uses what a barrel hands on uses the file behind it.
            let behind: Vec<Taken<'a>> = taken[before..]
                .iter()
                .filter(|it| !matches!(target, Target::Source(at) if at == it.of.source))
                .map(|it| Taken { of: Declaration { symbol: WHOLE, ..it.of }, ..*it })
                .collect();
            taken.extend(behind);
        }
    }

    /// What a file of declarations names by `import('…')` alone it lists for an editor, and uses it for nothing.
    fn is_listing(&self, import: &Import) -> bool {
        let path = &self.sources[self.source as usize].path;
        import.syntax == ImportSyntax::ImportType && role(path) == Role::Declarations
    }

    /// What is loaded on demand as a whole is taken for its default: a page by a router.
    fn take_loaded(&self, import: &'a Import, target: Target, taken: &mut Vec<Taken<'a>>) {
        let Target::Source(target) = target else { return };
        // What is called at once is the value that the module is.
        let is_called = import.syntax.is_require() && !import.names.is_empty();
        if (is_called || import.syntax == ImportSyntax::DynamicImport)
            && let Binding::Declared(of) = self.bindings.find(target, &BindingName::Default)
        {
            taken.push(Taken { of, place: Place::default(), local: &import.specifier, of_module: None });
        }
    }

    fn take_name(
        &self,
        (at, import): (u32, &'a Import),
        name: &'a ImportedName,
        target: u32,
        taken: &mut Vec<Taken<'a>>,
    ) {
        let local = name.local.as_deref().unwrap_or_default();
        let uses = self.of.get(local).map_or(&[][..], Vec::as_slice);
        let found = self.bindings.taken((self.source, at), target, &name.name);
        if let Binding::Declared(of) = found {
            return self.take_declared(of, local, uses, taken);
        }
        let is_module = name.name == BindingName::Namespace
            || matches!(&name.name, BindingName::Named(name) if self.is_module(target, name));
        if !is_module {
            taken.extend(self.in_companion(target, &name.name).map(|of| Taken {
                of,
                place: Place::of_all(uses.iter().copied(), self.facts),
                local,
                of_module: None,
            }));
            return;
        }
        for (member, place) in members(uses, self.facts) {
            let member_name = BindingName::Named(member.to_owned());
            let of = match self.bindings.find(target, &member_name) {
                Binding::Declared(of) => Some(of),
                _ => self.in_companion(target, &member_name),
            };
            taken.extend(of.map(|of| Taken { of, place, local: member, of_module: Some(local) }));
        }
        // What is required of a module that exports one value is that value.
        let required = import.syntax.is_require() || import.syntax == ImportSyntax::ImportEquals;
        if let (true, Binding::Declared(of)) = (required, self.bindings.find(target, &BindingName::Default)) {
            self.take_declared(of, local, uses, taken);
        }
    }

    /// What the declarations beside a file of JavaScript say of a name that the file itself does not show: `a.d.ts` of
    /// `a.js`.
    fn in_companion(&self, target: u32, name: &BindingName) -> Option<Declaration> {
        let path = companion::declarations(self.sources[target as usize].path.as_bytes())?;
        let beside = self.graph.node(&path).and_then(|node| self.graph.source(node))?;
        match self.bindings.find(u32::try_from(beside).ok()?, name) {
            Binding::Declared(of) => Some(of),
            _ => None,
        }
    }

    /// A declaration, and where that is an object what of the same file is taken of it: `db.find` of
    /// `const db = { find }`.
    fn take_declared(
        &self,
        of: Declaration,
        local: &'a str,
        uses: &[&'a Reference],
        taken: &mut Vec<Taken<'a>>,
    ) {
        taken.push(Taken {
            of,
            place: Place::of_all(uses.iter().copied(), self.facts),
            local,
            of_module: None,
        });
        let symbols = &self.sources[of.source as usize].facts.symbols;
        let Some(object) = symbols.get(of.symbol as usize).filter(|it| it.kind == SymbolKind::Variable)
        else {
            return;
        };
        for (member, place) in
            members(uses, self.facts).filter(|(member, _)| signature::may_hold(object, member))
        {
            let is_it = |it: &Symbol| it.container.is_none() && it.exported && it.name == member;
            if let Some(symbol) = symbols.iter().position(is_it).and_then(|at| u32::try_from(at).ok()) {
                taken.push(Taken {
                    of: Declaration { symbol, ..of },
                    place,
                    local: member,
                    of_module: Some(local),
                });
            }
        }
    }

    /// Whether the file is the module of Python that its package calls so: `from package import module`.
    fn is_module(&self, source: u32, name: &str) -> bool {
        let path = &self.sources[source as usize].path;
        let text = path.to_text();
        let module =
            text.strip_suffix("/__init__.py").or_else(|| text.rsplit_once('.').map(|(stem, _)| stem));
        let own = module.and_then(|it| it.rsplit('/').next());
        is_python(path) && own == Some(name)
    }
}

/// The members that are used of something, and where in the file of these facts.
fn members<'a>(
    uses: &[&'a Reference],
    facts: &FileFacts,
) -> impl Iterator<Item = (&'a str, Place)> + use<'a> {
    let mut places = BTreeMap::<&str, Place>::new();
    for it in uses {
        if let Some(member) = it.member.as_deref() {
            let place = places.entry(member).or_default();
            *place = place.or(Place::of(it), facts);
        }
    }
    places.into_iter()
}

/// How many folders one leaves and enters on the way from one file to the other.
fn distance(from: &RepoPath, to: &RepoPath) -> usize {
    let (from, to) = (from.as_bytes(), to.as_bytes());
    let same = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    let folders = |path: &[u8]| path[same..].split(|it| *it == b'/').skip(1).count();
    folders(from) + folders(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    /// The users of what `file` declares first, each with the name of what uses it.
    fn check(fixture: &str, file: &str, expected: &str) {
        let fixture = Fixture::parse(fixture);
        let (graph, bindings) = (fixture.graph(), Bindings::of(&fixture.sources, &fixture.resolved));
        let known = Users::of(&fixture.sources, &graph, &bindings);
        let at = fixture.sources.iter().position(|it| it.path.as_bytes() == file.as_bytes()).unwrap();
        let told = known.of_symbol(u32::try_from(at).unwrap(), 0).iter().map(|it| {
            let symbol = it.symbol.map_or("-", |at| it.facts.symbols[at as usize].name.as_str());
            let title = it.title.map_or("", |(at, _)| it.facts.titles[at as usize].text.as_str());
            let also = if it.also { ", …" } else { "" };
            let more = if it.more { " and others" } else { "" };
            format!("{} {symbol}{also}{title}{more}", it.path.to_text())
        });
        assert_eq!(told.collect::<Vec<_>>().join(", "), expected);
    }

    #[test]
    fn named_users_go_first_then_near_ones_and_tests_last() {
        let a = "== src/a.ts\nfunction x";
        let near = "== src/b.ts\nimport src/a.ts x\nfunction near\nuse x in near";
        let far = "== lib/c.ts\nimport src/a.ts x\nfunction far\nuse x in far";
        let top = "== src/d.ts\nimport src/a.ts x\nuse x";
        let test = "== src/a.test.ts\nimport src/a.ts x\nfunction test\nuse x in test";
        check(&[test, a, near, top, far].join("\n"), "src/a.ts", "src/b.ts near, lib/c.ts far and others");
        check(&[test, a, top].join("\n"), "src/a.ts", "src/d.ts -, src/a.test.ts test");
        let titled = "== src/a.test.ts\nimport src/a.ts x\ncase one\ncase two\nuse x in two\nuse x in one";
        check(&[titled, a].join("\n"), "src/a.ts", "src/a.test.ts -one");
        let typed = "== src/b.ts\nimport src/a.ts x\ntype Of\nfunction near\nuse x in Of\nuse x in near";
        check(&[a, typed].join("\n"), "src/a.ts", "src/b.ts near");
        let both = "== src/b.ts\nimport src/a.ts x\ntype A\ntype B\nfunction near";
        let by_all =
            |uses: &[&str]| uses.iter().fold(both.to_owned(), |told, by| format!("{told}\nuse x in {by}"));
        for uses in [["A", "B", "near"], ["near", "A", "B"], ["A", "near", "B"]] {
            check(&[a, &by_all(&uses)].join("\n"), "src/a.ts", "src/b.ts near");
        }
        check(&[a, &by_all(&["B", "A"])].join("\n"), "src/a.ts", "src/b.ts A, …");
        let routes = "== lib/routes.ts\nimport src/a.ts x\nuse x\nroute /x x";
        check(&[a, near, routes].join("\n"), "src/a.ts", "lib/routes.ts -, src/b.ts near");
        check(&[a, "== src/e.ts\nimport src/a.ts x"].join("\n"), "src/a.ts", "");
    }

    #[test]
    fn users_of_a_module_use_what_it_declares() {
        let user = "== app/use.py\nimport app/signals.py signals\nfunction f\nuse signals.sent in f";
        check(&["== app/signals.py\nvariable sent", user].join("\n"), "app/signals.py", "app/use.py f");
        let other = "== app/use.py\nimport app/signals.py other\nfunction f\nuse other.sent in f";
        check(&["== app/signals.py\nvariable sent", other].join("\n"), "app/signals.py", "");
    }

    #[test]
    fn what_javascript_does_not_show_its_declarations_do() {
        let files = "== lib/a.js\nfunction other\n== lib/a.d.ts\nvariable FULL";
        let user = "== lib/use.js\nimport lib/a.js *:a\nfunction f\nuse a.FULL in f";
        check(&[files, user].join("\n"), "lib/a.d.ts", "lib/use.js f");
    }

    #[test]
    fn what_is_loaded_on_demand_is_used() {
        let page = "== src/page.ts\nvariable default";
        let router = "== src/router.ts\ndynamic src/page.ts";
        check(&[page, router].join("\n"), "src/page.ts", "src/router.ts -");
    }

    #[test]
    fn users_are_found_through_barrels() {
        let barrel = "== src/index.ts\nreexport src/a.ts x\nexport x from src/a.ts";
        let user = "== lib/c.ts\nimport src/index.ts x\nfunction f\nuse x in f";
        check(&["== src/a.ts\nfunction x", barrel, user].join("\n"), "src/a.ts", "lib/c.ts f");
    }
}
