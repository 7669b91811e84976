//! Where a repository is entered: one root for each package or app (specification §6, step 1).
//!
//! ```text
//!   given (arguments, dsp.toml, recorded) --------------------------------------+
//!                                                                               +--> roots
//!   units --> detected (entries, else natural names) --> authored (.dsp) --> all covered
//! ```
//!
//! What makes a file an entry is knowledge of languages and not told here. Pure.

mod authored;
mod given;
mod natural;

use resolvers::path::{RepoPath, ancestors, file_name};
use resolvers::{Unit, UnitEntry};
use rustc_hash::FxHashMap;

use super::model::Store;
use crate::settings::{GivenRoot, Places};
use crate::universe::Problem;
use natural::NaturalEntries;

/// An entry point with a table of contents of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// The file that is entered.
    pub path: RepoPath,
    /// The directory that the root stands for; empty for the repo root.
    pub scope: Vec<u8>,
    /// The directory of the package that it enters. A narrower scope may be written in `.dsp/`; what no scope covers
    /// goes with its package.
    pub package: Vec<u8>,
    /// What makes it a root, e.g. "`exports` of packages/a/package.json".
    pub why: String,
    /// What else speaks for it.
    pub also: Vec<String>,
    /// Other entries of its package, which are no roots, most important first.
    pub passed_over: Vec<UnitEntry>,
    /// The package's name, else that of its directory; empty at the repo root, whose folder may be called anything.
    pub name: String,
    /// The package's one-line description.
    pub description: Option<String>,
    /// Nothing says that this is an entry: it is the least unlikely file.
    pub guessed: bool,
}

/// What roots are chosen from.
#[derive(Debug, Clone, Copy)]
pub struct RootInput<'a> {
    /// The universe, sorted bytewise.
    pub files: &'a [RepoPath],
    /// Those of its files that a language reads, sorted.
    pub sources: &'a [&'a RepoPath],
    /// The packages and apps, sorted by directory.
    pub units: &'a [Unit],
}

/// The roots, the repo root's first, the others by path; and what is wrong with those that settings name.
///
/// Given roots are all there are: arguments before `dsp.toml` before what was recorded; of each only those that are
/// source files. Else every package and app has one, in the place of which one that `.dsp/` already has stays, and what
/// lies in no package has one too: every source lies in the scope of a root, unless `.dsp/` says otherwise. None only
/// where no language reads any file.
#[must_use]
pub fn find(input: &RootInput<'_>, existing: &Store, places: Places<'_>) -> (Vec<Root>, Vec<Problem>) {
    let scopes = Scopes::of(input.units.iter().map(|unit| unit.dir.as_slice()));
    let mut problems = Vec::new();
    let by_place: [(given::Place, &[GivenRoot]); 3] = [
        (given::Place::Arguments, &places.given.roots),
        (given::Place::Settings, &places.declared.roots),
        (given::Place::Record, &places.recorded.roots),
    ];
    for (place, wanted) in by_place {
        let roots = given::roots(place, wanted, input, &scopes, existing, &mut problems);
        if !roots.is_empty() {
            return (sorted(roots), problems);
        }
    }
    (sorted(authored::honour(existing, detect(input), input.files)), problems)
}

/// One root for each unit that has any source of its own, and one for what lies in no unit.
///
/// A unit is entered by its first entry that is a file of its own, else by its most natural source.
#[must_use]
fn detect(input: &RootInput<'_>) -> Vec<Root> {
    let scopes = Scopes::of(input.units.iter().map(|unit| unit.dir.as_slice()));
    let mut natural = NaturalEntries::of(input, &scopes);
    let mut roots: Vec<Root> = Vec::new();
    // Several languages may have a manifest in one directory: it is one package.
    for units in input.units.chunk_by(|a, b| a.dir == b.dir) {
        let unit = &units[0];
        // What lies in a package within is that package's own.
        let own = |entry: &&UnitEntry| {
            input.files.binary_search(&entry.path).is_ok() && scopes.of_file(&entry.path) == Some(&unit.dir)
        };
        let mut entries = units.iter().flat_map(|unit| &unit.entries).filter(own).cloned();
        let root = match entries.next() {
            Some(first) => {
                let mut whys = first.whys.into_iter();
                let why = whys.next().unwrap_or_default();
                let passed_over = entries.collect();
                Some(Root {
                    also: whys.collect(),
                    passed_over,
                    ..root(first.path, &unit.dir, why, Some(unit))
                })
            }
            None => natural.take(Some(&unit.dir)).map(|found| found.root(&unit.dir, Some(unit))),
        };
        roots.extend(root);
    }
    roots.extend(natural.take(None).map(|found| found.root(b"", None)));
    roots
}

/// To which root a source belongs that no root reaches.
#[derive(Debug)]
pub struct Homes<'a> {
    scopes: Scopes<'a>,
    packages: Scopes<'a>,
}

impl<'a> Homes<'a> {
    /// The homes that `roots` offer.
    #[must_use]
    pub fn of(roots: &'a [Root]) -> Self {
        let scopes = Scopes::of(roots.iter().map(|root| root.scope.as_slice()));
        let packages = Scopes::of(roots.iter().map(|root| root.package.as_slice()));
        Self { scopes, packages }
    }

    /// The position of the root whose scope covers `path` most closely; else of the one whose package does; else, as
    /// new entities of manual verbs go into the default table, of the first one.
    #[must_use]
    pub fn of_file(&self, path: &RepoPath) -> usize {
        self.scopes.position(path).or_else(|| self.packages.position(path)).unwrap_or_default()
    }
}

fn sorted(mut roots: Vec<Root>) -> Vec<Root> {
    roots.sort_by(|a, b| (!a.scope.is_empty(), &a.path).cmp(&(!b.scope.is_empty(), &b.path)));
    roots
}

fn root(path: RepoPath, scope: &[u8], why: String, unit: Option<&Unit>) -> Root {
    let directory = || String::from_utf8_lossy(file_name(scope)).into_owned();
    let name = unit.and_then(|unit| unit.name.clone()).unwrap_or_else(directory);
    let description = unit.and_then(|unit| unit.description.clone());
    let (also, passed_over) = (Vec::new(), Vec::new());
    let (package, scope) = (unit.map_or_else(|| scope.to_vec(), |unit| unit.dir.clone()), scope.to_vec());
    Root { path, scope, package, why, also, passed_over, name, description, guessed: false }
}

/// Directories, and which of them a path lies in: as many questions as the path has segments.
#[derive(Debug)]
pub struct Scopes<'a> {
    dirs: FxHashMap<&'a [u8], usize>,
}

impl<'a> Scopes<'a> {
    /// The first of equal directories counts.
    #[must_use]
    pub fn of(dirs: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut found = FxHashMap::default();
        for (at, dir) in dirs.enumerate() {
            found.entry(dir).or_insert(at);
        }
        Self { dirs: found }
    }

    /// The innermost directory that `path` lies in.
    #[must_use]
    pub fn of_file<'p>(&self, path: &'p RepoPath) -> Option<&'p [u8]> {
        ancestors(path.parent()).find(|dir| self.dirs.contains_key(dir))
    }

    /// The same by its position among the directories.
    #[must_use]
    pub fn position(&self, path: &RepoPath) -> Option<usize> {
        ancestors(path.parent()).find_map(|dir| self.dirs.get(dir).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::Description;
    use super::super::model::{Entity, Toc, TocName};
    use super::*;
    use crate::settings::Choices;
    use crate::testing::{Fixture, path, unit};

    /// The roots of `files` where `.dsp/` is `existing`, `arguments` are given and dsp.toml names `declared`.
    fn found(
        files: &str,
        units: &[Unit],
        existing: &Store,
        arguments: &[GivenRoot],
        declared: &[GivenRoot],
    ) -> (Vec<Root>, Vec<Problem>) {
        let text = files.split_whitespace().map(|file| format!("== {file}\n")).collect::<Vec<_>>().concat();
        let fixture = Fixture::parse(&text);
        let sources: Vec<&RepoPath> = fixture.sources.iter().map(|source| &source.path).collect();
        let input = RootInput { files: &fixture.files, sources: &sources, units };
        let choices = |roots: &[GivenRoot]| Choices { roots: roots.to_vec(), ..Choices::default() };
        let (given, declared) = (choices(arguments), choices(declared));
        let places = Places { given: &given, declared: &declared, recorded: &Choices::default() };
        find(&input, existing, places)
    }

    fn check(files: &str, units: &[Unit], expected: &str) {
        let (roots, problems) = found(files, units, &Store::default(), &[], &[]);
        assert_eq!(problems, []);
        let told: Vec<String> = roots
            .iter()
            .map(|root| format!("{} in {} as {}", root.path, String::from_utf8_lossy(&root.scope), root.name))
            .collect();
        assert_eq!(told.join("; "), expected);
    }

    #[test]
    fn a_manifest_decides() {
        check("a.ts src/index.ts", &[unit("", "p", None, &["gone.ts", "a.ts"])], "a.ts in  as p");
    }

    fn scoped(roots: &[Root]) -> String {
        let told = roots.iter().map(|root| format!("{}@{}", root.path, String::from_utf8_lossy(&root.scope)));
        told.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_source_has_a_home() {
        let made = |file: &str, scope: &str, package: &str| {
            let root = root(path(file), scope.as_bytes(), String::new(), None);
            Root { package: package.as_bytes().to_vec(), ..root }
        };
        let roots =
            [made("q/a.ts", "q", "q"), made("b/x/y.ts", "b/x", "b"), made("b/x/z/w.ts", "b/x/z", "c")];
        let homes = Homes::of(&roots);
        let at = |file: &str| homes.of_file(&path(file));
        assert_eq!(["q/r/s.ts", "b/x/z/t.ts", "b/u.ts", "c/u.ts", "else.ts"].map(at), [0, 2, 1, 2, 0]);
    }

    #[test]
    fn given_roots_are_all_there_are() {
        let units = [unit("", "r", None, &["a.ts"]), unit("p", "p", None, &["p/c.ts"])];
        let check = |arguments: &[&str], declared: &[&str], expected: &str, wrong: &str| {
            let given = |list: &[&str]| list.iter().map(|at| GivenRoot::at(path(at))).collect::<Vec<_>>();
            let (roots, problems) = found(
                "a.ts b.ts p/c.ts p/d.ts x.css",
                &units,
                &Store::default(),
                &given(arguments),
                &given(declared),
            );
            let wrongs: Vec<_> = problems.iter().map(|problem| problem.message.as_str()).collect();
            assert_eq!((scoped(&roots).as_str(), wrongs.join("; ").as_str()), (expected, wrong));
        };
        check(&["p/d.ts"], &["b.ts"], "p/d.ts@", "");
        check(&["p/d.ts", "b.ts", "b.ts"], &[], "b.ts@ p/d.ts@p", "");
        check(&[], &["b.ts"], "b.ts@", "");
        let wrong = "the root `x.css` is no source file of the repository; it is left out";
        check(&[], &["x.css", "p/d.ts"], "p/d.ts@", wrong);
        check(&[], &["x.css"], "a.ts@ p/c.ts@p", wrong);
    }

    #[test]
    fn a_given_root_says_what_it_is() {
        let given = GivenRoot {
            scope: Some(b"p".to_vec()),
            name: Some("mine".to_owned()),
            ..GivenRoot::at(path("p/d.ts"))
        };
        let units = [unit("p", "p", Some("The package."), &["p/c.ts"])];
        let (roots, _) = found("p/c.ts p/d.ts", &units, &Store::default(), &[given], &[]);
        assert_eq!((roots[0].name.as_str(), roots[0].description.as_deref()), ("mine", Some("The package.")));
    }

    #[test]
    fn authored_tables_stay() {
        let check = |toc: &str, description: &str, expected: &str| {
            let units = [unit("", "r", None, &["a.ts"]), unit("p", "p", None, &["p/c.ts"])];
            let mut store = Store::default();
            store.tocs.insert(TocName::Plain, Toc { raw: toc.as_bytes().to_vec() });
            let description = Some(Description::parse(description.as_bytes().to_vec()));
            store.entities.insert(b"obj-00000001".to_vec(), Entity { description, ..Entity::default() });
            let (roots, _) = found("a.ts b.ts p/c.ts p/d.ts", &units, &store, &[], &[]);
            assert_eq!(scoped(&roots), expected);
        };
        check("", "source: b.ts\n", "a.ts@ p/c.ts@p");
        check("obj-00000001", "source: b.ts\n", "b.ts@ p/c.ts@p");
        check("obj-00000001", "source: p/d.ts\n", "a.ts@ p/d.ts@p");
        check("obj-00000001", "source: p/d.ts\nscope: .\n", "p/d.ts@ p/c.ts@p");
        check("obj-00000001", "source: p/c.ts\nscope: p/x/\n", "a.ts@ p/c.ts@p/x");
        check("obj-00000001", "source: a.ts\nscope: p/x/\n", "a.ts@p/x p/c.ts@p");
        check("obj-00000001", "source: gone.ts\n", "a.ts@ p/c.ts@p");
    }

    #[test]
    fn else_the_most_natural_name_of_the_package() {
        check("index.ts src/main.ts src/main.test.ts", &[unit("", "p", None, &[])], "src/main.ts in  as p");
        check("server.js lib.js", &[], "server.js in  as ");
        check("index.d.ts x.ts", &[], "x.ts in  as ");
        check("index.d.ts", &[], "index.d.ts in  as ");
    }

    #[test]
    fn one_root_for_each_package_and_none_for_a_mere_workspace() {
        let units = [
            unit("", "mono", None, &[]),
            unit("packages/a", "a", None, &["packages/a/x.ts"]),
            unit("packages/b", "b", None, &[]),
        ];
        check(
            "packages/a/x.ts packages/a/index.ts packages/b/src/index.ts",
            &units,
            "packages/a/x.ts in packages/a as a; packages/b/src/index.ts in packages/b as b",
        );
        check(
            "packages/a/x.ts zed/main.ts index.ts packages/b/u.ts",
            &units,
            "index.ts in  as mono; packages/a/x.ts in packages/a as a; packages/b/u.ts in packages/b as b",
        );
    }

    #[test]
    fn every_source_lies_in_the_scope_of_a_root() {
        let units = [unit("p", "p", None, &["p/c.ts"])];
        check("p/c.ts x/tool.ts x/a.test.ts", &units, "x/tool.ts in  as ; p/c.ts in p as p");
        check("p/c.ts eslint.config.js", &units, "eslint.config.js in  as ; p/c.ts in p as p");
    }

    #[test]
    fn a_package_of_which_nothing_is_said_has_a_root_too() {
        let check = |files: &str, expected: &str| {
            check(files, &[unit("", "@x/cool", None, &[])], &format!("{expected} in  as @x/cool"));
        };
        check("b/z.ts a.test.ts vite.config.ts scripts/x.ts b/a.ts", "b/a.ts");
        check("a.ts src/cool.ts", "src/cool.ts");
        check("vite.config.ts scripts/x.ts", "scripts/x.ts");
        check("test/index.ts .eslintrc.js", ".eslintrc.js");
        check("x.d.ts test/index.ts", "test/index.ts");
    }

    #[test]
    fn an_entry_in_a_package_within_belongs_to_that_package() {
        let units = [unit("", "r", None, &["p/c.ts"]), unit("p", "p", None, &[])];
        check("p/c.ts p/z.ts x.ts", &units, "x.ts in  as r; p/c.ts in p as p");
    }
}
