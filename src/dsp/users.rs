//! Who uses what a file declares: for each declaration, and for each file as a whole, the few users among the other
//! files that say most of what it is for.
//!
//! A user that has a name says more than a place, and what runs more than its tests; of equals the nearest path counts,
//! then the order of paths. Pure.

use rayon::prelude::*;
use resolvers::facts::{BindingName, FileFacts, Import, ImportSyntax, Reference};
use resolvers::path::RepoPath;
use rustc_hash::FxHashMap;

use super::text::place::{Role, is_among_tests, role};
use super::text::users::User;
use crate::facts::SourceFile;
use crate::graph::FileGraph;
use crate::resolution::bindings::{Binding, Bindings, Declaration};

/// How many users of one declaration are known.
const MOST: usize = 2;
/// Stands for the whole file in place of one of its symbols.
const WHOLE: u32 = u32::MAX;

/// The users of all declarations.
#[derive(Default)]
pub(super) struct Users<'a>(FxHashMap<Declaration, Vec<User<'a>>>);

/// A use of what `of` declares: the smaller, the more it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Use<'a> {
    of: Declaration,
    in_tests: bool,
    nameless: bool,
    distance: usize,
    source: u32,
    place: Place,
    local: &'a str,
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
            best.entry(it.of).or_default().keep(it);
        }
        let told = |Best { uses, more }: Best<'a>| {
            let last = uses.len();
            let user = |(at, it): (usize, Use<'a>)| {
                let SourceFile { path, facts, key, .. } = &sources[it.source as usize];
                let Use { in_tests, place: Place { symbol, title }, local, .. } = it;
                User { path, facts, key: *key, in_tests, symbol, title, more: more && at + 1 == last, local }
            };
            uses.into_iter().enumerate().map(user).collect()
        };
        Self(best.into_iter().map(|(of, best)| (of, told(best))).collect())
    }

    /// Those of a declaration.
    pub(super) fn of_symbol(&self, source: u32, symbol: u32) -> &[User<'a>] {
        self.0.get(&Declaration { source, symbol }).map_or(&[], Vec::as_slice)
    }

    /// Those of a file, whatever they take of it.
    pub(super) fn of_file(&self, source: u32) -> &[User<'a>] {
        self.of_symbol(source, WHOLE)
    }
}

/// The uses that say most, in order.
#[derive(Default)]
struct Best<'a> {
    uses: Vec<Use<'a>>,
    /// There are other files that use it.
    more: bool,
}

impl<'a> Best<'a> {
    /// One file is one user.
    fn keep(&mut self, it: Use<'a>) {
        let best = &mut self.uses;
        let known = best.iter().position(|known| known.source == it.source);
        self.more |= known.is_none() && best.len() == MOST;
        match known.or(best.len().checked_sub(1).filter(|_| best.len() == MOST)) {
            Some(at) if it < best[at] => best[at] = it,
            Some(_) => return,
            None => best.push(it),
        }
        best.sort_unstable();
    }
}

fn uses_in<'a>(
    source: u32,
    sources: &'a [SourceFile],
    graph: &FileGraph<'a>,
    bindings: &Bindings<'a>,
) -> Vec<Use<'a>> {
    let SourceFile { path, facts, .. } = &sources[source as usize];
    let Some(node) = graph.node(path.as_bytes()) else { return Vec::new() };
    let places = places(facts);
    let in_tests = matches!(role(path), Role::Test | Role::Benchmark | Role::Story) || is_among_tests(path);
    let mut uses = Vec::new();
    for edge in graph.edges(node) {
        let target = graph.source(edge.to).filter(|target| *target != source as usize);
        let Some((target, exporter)) =
            target.and_then(|at| Some((u32::try_from(at).ok()?, sources.get(at)?)))
        else {
            continue;
        };
        let imports = graph.imports_of(edge).iter().filter_map(|at| facts.imports.get(*at as usize));
        for (of, place, local) in imports.flat_map(|import| taken((facts, import), target, bindings, &places))
        {
            if of.source != source {
                let exporter = if of.source == target { exporter } else { &sources[of.source as usize] };
                let distance = distance(path, &exporter.path);
                let nameless = place.symbol.is_none();
                uses.push(Use { of, in_tests, nameless, distance, source, place, local });
            }
        }
    }
    uses
}

/// Where in a file something is used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// The first listed declaration.
    symbol: Option<u32>,
    /// The first title of a test, and whether there are others.
    title: Option<(u32, bool)>,
}

impl Place {
    fn of(it: &Reference) -> Self {
        Self { symbol: it.symbol, title: it.title.map(|title| (title, false)) }
    }

    fn or(self, other: Self) -> Self {
        let title = match (self.title, other.title) {
            (Some((one, more)), Some((other, also))) => Some((one.min(other), more || also || one != other)),
            (one, other) => one.or(other),
        };
        Self { symbol: first(self.symbol, other.symbol), title }
    }
}

/// Where each imported binding is used that is.
type Places<'f> = FxHashMap<&'f str, Place>;

fn places(facts: &FileFacts) -> Places<'_> {
    let mut places = Places::default();
    for it in &facts.references {
        let place = places.entry(it.binding.as_str()).or_default();
        *place = place.or(Place::of(it));
    }
    places
}

fn first(one: Option<u32>, other: Option<u32>) -> Option<u32> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// The same for the members of a whole module.
fn members<'f>(facts: &'f FileFacts, module: &str) -> Places<'f> {
    let mut places = Places::default();
    for it in facts.references.iter().filter(|it| it.binding == module) {
        if let Some(member) = it.member.as_deref() {
            let place = places.entry(member).or_default();
            *place = place.or(Place::of(it));
        }
    }
    places
}

/// What `import` takes of the file at `target`, where it is used, and under which name. What is only passed on has no
/// user there.
fn taken<'a>(
    (facts, import): (&'a FileFacts, &'a Import),
    target: u32,
    bindings: &Bindings<'a>,
    places: &Places<'a>,
) -> Vec<(Declaration, Place, &'a str)> {
    if import.syntax == ImportSyntax::ReExport {
        return Vec::new();
    }
    let whole = Declaration { source: target, symbol: WHOLE };
    if import.names.is_empty() {
        return vec![(whole, Place::default(), "")];
    }
    let mut taken = Vec::new();
    for name in &import.names {
        let Some(local) = name.local.as_deref() else { continue };
        let Some(place) = places.get(local) else { continue };
        taken.push((whole, *place, local));
        if name.name == BindingName::Namespace {
            let found = members(facts, local).into_iter().filter_map(|(member, place)| {
                match bindings.find(target, &BindingName::Named(member.to_owned())) {
                    Binding::Declared(of) => Some((of, place, member)),
                    _ => None,
                }
            });
            taken.extend(found);
        } else if let Binding::Declared(of) = bindings.find(target, &name.name) {
            taken.push((of, *place, local));
            if of.source != target {
                taken.push((Declaration { source: of.source, symbol: WHOLE }, *place, local));
            }
        }
    }
    taken
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
            let more = if it.more { " and others" } else { "" };
            format!("{} {symbol}{title}{more}", it.path.to_text())
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
        check(&[a, "== src/e.ts\nimport src/a.ts x"].join("\n"), "src/a.ts", "");
    }

    #[test]
    fn users_are_found_through_barrels() {
        let barrel = "== src/index.ts\nreexport src/a.ts x\nexport x from src/a.ts";
        let user = "== lib/c.ts\nimport src/index.ts x\nfunction f\nuse x in f";
        check(&["== src/a.ts\nfunction x", barrel, user].join("\n"), "src/a.ts", "lib/c.ts f");
    }
}
