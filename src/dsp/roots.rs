//! Where a repository is entered: one root for each package or app (specification §6, step 1).
//!
//! A package's own manifest decides; where it says nothing, the names by which people call an entry do. Pure.

use resolvers::Unit;
use resolvers::path::{RepoPath, ancestors, file_name, strip_dir};
use rustc_hash::{FxHashMap, FxHashSet};

use super::format::source_path;
use super::model::{Entity, Store};
use crate::facts::SourceFile;

/// An entry point with a table of contents of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// The file that is entered.
    pub path: RepoPath,
    /// The directory that the root stands for; empty for the repo root.
    pub scope: Vec<u8>,
    /// What makes it a root, e.g. "`exports` of packages/a/package.json".
    pub why: String,
    /// The package's name, else that of its directory; empty at the repo root, whose folder may be called anything.
    pub name: String,
    /// The package's one-line description.
    pub description: Option<String>,
    /// Nothing says that this is an entry: it is the first file by path.
    pub guessed: bool,
}

/// Names of entries, the most natural one first, relative to a package.
const NATURAL: &[&str] =
    &["src/index", "src/main", "index", "main", "app", "server", "src/app", "src/server", "lib/index"];

/// The roots: the repo root's first, the others by path. None only where no language reads any file.
///
/// Every unit is entered by its first entry that is a file of the universe, else by its most natural source. A
/// repository without units is entered by its own most natural source. When all of that gives nothing, the first
/// source by path is a guessed root.
#[must_use]
pub fn detect(files: &[RepoPath], sources: &[SourceFile], units: &[Unit]) -> Vec<Root> {
    let scopes = Scopes::of(units);
    let mut natural = NaturalEntries::of(sources, &scopes);
    let mut roots: Vec<Root> = Vec::new();
    let mut taken = FxHashSet::default();
    for unit in units {
        let declared = unit
            .entries
            .iter()
            .find(|entry| files.binary_search(&entry.path).is_ok())
            .map(|entry| (entry.path.clone(), entry.why.clone()));
        let Some((path, why)) = declared.or_else(|| natural.take(&unit.dir)) else {
            continue;
        };
        if taken.insert(path.clone()) {
            roots.push(root(path, &unit.dir, why, Some(unit)));
        }
    }
    if roots.is_empty() {
        roots.extend(natural.take(b"").map(|(path, why)| root(path, b"", why, None)));
    }
    if roots.is_empty() {
        let first = sources.iter().map(|source| &source.path).min();
        roots.extend(first.map(|path| {
            let why = "first source file by path".to_owned();
            Root { guessed: true, ..root(path.clone(), b"", why, None) }
        }));
    }
    sort(&mut roots);
    roots
}

/// Existing tables of contents are authored: each root that still is a file of the universe stays, in place of a
/// detected one of the same scope, and so do the scopes that descriptions name.
#[must_use]
pub fn honour(existing: &Store, mut roots: Vec<Root>, files: &[RepoPath]) -> Vec<Root> {
    for entity in existing.tocs.values().filter_map(|toc| existing.entity(toc.root()?)) {
        let Some(path) = entity.path().filter(|path| files.binary_search(path).is_ok()) else {
            continue;
        };
        let authored = authored_scope(entity);
        if let Some(root) = roots.iter_mut().find(|root| root.path == path) {
            root.scope = authored.unwrap_or_else(|| root.scope.clone());
            continue;
        }
        let detected = || innermost(&path, &roots).map_or_else(Vec::new, |at| roots[at].scope.clone());
        let scope = authored.unwrap_or_else(detected);
        let replaced = roots.iter().position(|root| root.scope == scope && root.why != HONOURED);
        let why = HONOURED.to_owned();
        let kept = match replaced.map(|at| roots.remove(at)) {
            Some(root) => Root { path, why, ..root },
            None => Root { why, ..root(path, &scope, String::new(), None) },
        };
        roots.push(kept);
    }
    sort(&mut roots);
    roots
}

const HONOURED: &str = "a table of contents of .dsp";

/// What the entity's `scope:` says; `.` is the whole repository.
fn authored_scope(entity: &Entity) -> Option<Vec<u8>> {
    let scope = source_path(entity.description.as_ref()?.paragraph("scope")?);
    let scope = scope.strip_suffix(b"/").unwrap_or(&scope);
    Some(if scope == b"." { Vec::new() } else { scope.to_vec() })
}

/// The root whose scope covers `path` most closely.
#[must_use]
pub fn innermost(path: &RepoPath, roots: &[Root]) -> Option<usize> {
    let covers = |(_, root): &(usize, &Root)| strip_dir(path.as_bytes(), &root.scope).is_some();
    roots
        .iter()
        .enumerate()
        .filter(covers)
        .max_by_key(|(at, root)| (root.scope.len(), usize::MAX - at))
        .map(|(at, _)| at)
}

fn sort(roots: &mut [Root]) {
    roots.sort_by(|a, b| (!a.scope.is_empty(), &a.path).cmp(&(!b.scope.is_empty(), &b.path)));
}

fn root(path: RepoPath, scope: &[u8], why: String, unit: Option<&Unit>) -> Root {
    let directory = || String::from_utf8_lossy(file_name(scope)).into_owned();
    let name = unit.and_then(|unit| unit.name.clone()).unwrap_or_else(directory);
    let description = unit.and_then(|unit| unit.description.clone());
    Root { path, scope: scope.to_vec(), why, name, description, guessed: false }
}

/// The directories of units: a file belongs to the innermost one.
struct Scopes<'a> {
    dirs: FxHashSet<&'a [u8]>,
}

impl<'a> Scopes<'a> {
    fn of(units: &'a [Unit]) -> Self {
        Self { dirs: units.iter().map(|unit| unit.dir.as_slice()).collect() }
    }

    fn of_file<'p>(&self, path: &'p RepoPath) -> &'p [u8] {
        ancestors(path.parent()).find(|dir| self.dirs.contains(dir)).unwrap_or_default()
    }
}

/// For each unit's directory the source with the most natural name.
struct NaturalEntries<'a> {
    best: FxHashMap<&'a [u8], (usize, &'a RepoPath)>,
}

impl<'a> NaturalEntries<'a> {
    fn of(sources: &'a [SourceFile], scopes: &Scopes<'_>) -> Self {
        let mut best = FxHashMap::default();
        for path in sources.iter().map(|source| &source.path) {
            let scope = scopes.of_file(path);
            let Some(rank) = strip_dir(path.as_bytes(), scope).and_then(rank) else {
                continue;
            };
            let slot = best.entry(scope).or_insert((rank, path));
            *slot = (rank, path).min(*slot);
        }
        Self { best }
    }

    fn take(&mut self, dir: &[u8]) -> Option<(RepoPath, String)> {
        let (_, path) = self.best.remove(dir)?;
        Some((path.clone(), "the name of the file".to_owned()))
    }
}

fn rank(relative: &[u8]) -> Option<usize> {
    let dot = file_name(relative).iter().position(|byte| *byte == b'.')?;
    let stem = &relative[..relative.len() - file_name(relative).len() + dot];
    let extension = &file_name(relative)[dot + 1..];
    // `index.d.ts` and `main.test.ts` declare and test; one extension is what an entry has.
    if extension.contains(&b'.') {
        return None;
    }
    NATURAL.iter().position(|natural| natural.as_bytes() == stem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, unit};

    fn check(files: &str, units: &[Unit], expected: &str) {
        let text = files.split_whitespace().map(|file| format!("== {file}\n")).collect::<Vec<_>>().concat();
        let fixture = Fixture::parse(&text);
        let roots = detect(&fixture.files, &fixture.sources, units);
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

    #[test]
    fn authored_tables_stay() {
        let check = |toc: &str, description: &str, expected: &str| {
            let fixture = Fixture::parse("== a.ts\n== b.ts\n== p/c.ts\n== p/d.ts");
            let units = [unit("", "r", None, &["a.ts"]), unit("p", "p", None, &["p/c.ts"])];
            let mut store = Store::default();
            let toc = super::super::model::Toc { raw: toc.as_bytes().to_vec() };
            store.tocs.insert(super::super::model::TocName::Plain, toc);
            let description = Some(super::super::format::Description::parse(description.as_bytes().to_vec()));
            store.entities.insert(b"obj-00000001".to_vec(), Entity { description, ..Entity::default() });
            let roots = honour(&store, detect(&fixture.files, &fixture.sources, &units), &fixture.files);
            let told =
                roots.iter().map(|root| format!("{}@{}", root.path, String::from_utf8_lossy(&root.scope)));
            assert_eq!(told.collect::<Vec<_>>().join(" "), expected);
        };
        check("", "source: b.ts\n", "a.ts@ p/c.ts@p");
        check("obj-00000001", "source: b.ts\n", "b.ts@ p/c.ts@p");
        check("obj-00000001", "source: p/d.ts\n", "a.ts@ p/d.ts@p");
        check("obj-00000001", "source: p/d.ts\nscope: .\n", "p/d.ts@ p/c.ts@p");
        check("obj-00000001", "source: p/c.ts\nscope: p/x/\n", "a.ts@ p/c.ts@p/x");
        check("obj-00000001", "source: gone.ts\n", "a.ts@ p/c.ts@p");
    }

    #[test]
    fn else_the_most_natural_name_of_the_package() {
        check("index.ts src/main.ts src/main.test.ts", &[unit("", "p", None, &[])], "src/main.ts in  as p");
        check("server.js lib.js", &[], "server.js in  as ");
        check("index.d.ts x.ts", &[], "index.d.ts in  as ");
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
            "index.ts in  as mono; packages/a/x.ts in packages/a as a",
        );
    }
}
