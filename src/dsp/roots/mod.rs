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
#[cfg(test)]
mod tests;

use resolvers::path::{RepoPath, ancestors, file_name};
use resolvers::{Unit, UnitEntry};
use rustc_hash::FxHashMap;

use super::model::Store;
use crate::kept::{Key, Parts};
use crate::settings::{GivenRoot, Places};
use crate::universe::Problem;
pub use authored::follow;
pub(super) use authored::scope_in;
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
    /// The part of the package that it enters, where nothing enters all of it.
    pub subpath: Option<String>,
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
    (sorted(authored::honour(existing, detect(input), input)), problems)
}

/// A digest of all that is detected: the packages, and by what each is entered. Where it is the same, roots that are
/// chosen of it are the same.
#[must_use]
pub fn digest(input: &RootInput<'_>) -> Key {
    let mut parts = Parts::default();
    parts.add(&input.units.len().to_le_bytes());
    for Unit { dir, manifest, language, name, version: _, description, entries } in input.units {
        parts.add(dir);
        parts.add(manifest.as_bytes());
        parts.add(language.as_bytes());
        for text in [name, description] {
            parts.add_number(text.as_ref().map(|_| 0));
            parts.add(text.as_deref().unwrap_or_default().as_bytes());
        }
        add_entries(&mut parts, entries);
    }
    for Root { path, scope, package, why, also, passed_over, name, description: _, guessed, subpath } in
        detect(input)
    {
        for part in [path.as_bytes(), &scope, &package, why.as_bytes(), name.as_bytes(), &[u8::from(guessed)]]
        {
            parts.add(part);
        }
        parts.add(subpath.as_deref().unwrap_or_default().as_bytes());
        add_texts(&mut parts, &also);
        add_entries(&mut parts, &passed_over);
    }
    parts.digest()
}

fn add_entries(parts: &mut Parts, entries: &[UnitEntry]) {
    parts.add(&entries.len().to_le_bytes());
    for UnitEntry { path, whys, subpath } in entries {
        parts.add(path.as_bytes());
        parts.add(subpath.as_deref().unwrap_or_default().as_bytes());
        add_texts(parts, whys);
    }
}

fn add_texts(parts: &mut Parts, texts: &[String]) {
    parts.add(&texts.len().to_le_bytes());
    for text in texts {
        parts.add(text.as_bytes());
    }
}

/// One root for each unit that has any source of its own, and one for what lies in no unit.
///
/// A unit is entered by its first entry that is a file of its own, else by its most natural source. Where several
/// languages have a manifest in one directory, each that has an entry is entered by its first.
#[must_use]
fn detect(input: &RootInput<'_>) -> Vec<Root> {
    let scopes = Scopes::of(input.units.iter().map(|unit| unit.dir.as_slice()));
    let mut natural = NaturalEntries::of(input, &scopes);
    let mut roots: Vec<Root> = Vec::new();
    for units in input.units.chunk_by(|a, b| a.dir == b.dir) {
        let unit = &units[0];
        // What lies in a package within is that package's own.
        let own = |entry: &UnitEntry| {
            input.files.binary_search(&entry.path).is_ok() && scopes.of_file(&entry.path) == Some(&unit.dir)
        };
        let before = roots.len();
        let entries = units.iter().flat_map(|unit| unit.entries.iter().map(move |entry| (unit, entry)));
        for (unit, entry) in entries.filter(|(_, entry)| own(entry)) {
            let is_alike = |root: &&mut Root| language(&root.path) == language(&entry.path);
            match roots[before..].iter_mut().find(is_alike) {
                Some(root) => root.passed_over.push(entry.clone()),
                None => roots.push(entered(unit, entry)),
            }
        }
        if roots.len() == before {
            roots.extend(natural.take(Some(&unit.dir)).map(|found| found.root(&unit.dir, Some(unit))));
        }
    }
    roots.extend(natural.take(None).map(|found| found.root(b"", None)));
    roots
}

fn entered(unit: &Unit, entry: &UnitEntry) -> Root {
    let mut whys = entry.whys.iter().cloned();
    let why = whys.next().unwrap_or_default();
    let subpath = entry.subpath.clone();
    Root { also: whys.collect(), subpath, ..root(entry.path.clone(), &unit.dir, why, Some(unit)) }
}

/// The language that reads the file at `path`.
fn language(path: &RepoPath) -> Option<&'static str> {
    resolvers::language_of(path).map(|(language, _)| language.id())
}

/// The positions of each of `scopes`, which are those of roots.
fn by_scope<'a>(scopes: impl Iterator<Item = &'a [u8]>) -> FxHashMap<&'a [u8], Vec<usize>> {
    let mut by_scope = FxHashMap::<&[u8], Vec<usize>>::default();
    for (at, scope) in scopes.enumerate() {
        by_scope.entry(scope).or_default().push(at);
    }
    by_scope
}

/// As much of a root as decides on what belongs to it; the fields are those of [`Root`].
#[derive(Debug, Clone, Copy)]
pub struct Entrance<'a> {
    /// The file that is entered.
    pub path: &'a RepoPath,
    /// The directory that the root stands for.
    pub scope: &'a [u8],
    /// The directory of the package that it enters.
    pub package: &'a [u8],
}

impl<'a> From<&'a Root> for Entrance<'a> {
    fn from(root: &'a Root) -> Self {
        Self { path: &root.path, scope: &root.scope, package: &root.package }
    }
}

/// To which root a source belongs that no root reaches.
#[derive(Debug)]
pub struct Homes<'a> {
    roots: Vec<Entrance<'a>>,
    scopes: Scopes<'a>,
    packages: Scopes<'a>,
    /// Scopes that several roots have, with these.
    shared: FxHashMap<&'a [u8], Vec<usize>>,
}

impl<'a> Homes<'a> {
    /// The homes that `roots` offer.
    #[must_use]
    pub fn of(roots: impl IntoIterator<Item = impl Into<Entrance<'a>>>) -> Self {
        let roots: Vec<Entrance<'a>> = roots.into_iter().map(Into::into).collect();
        let scopes = Scopes::of(roots.iter().map(|root| root.scope));
        let packages = Scopes::of(roots.iter().map(|root| root.package));
        let mut shared = by_scope(roots.iter().map(|root| root.scope));
        shared.retain(|_, roots| roots.len() > 1);
        Self { roots, scopes, packages, shared }
    }

    /// The position of the root whose scope covers `path` most closely; else of the one whose package does; else, as
    /// new entities of manual verbs go into the default table, of the first one. Of several with one scope that of the
    /// file's language.
    #[must_use]
    pub fn of_file(&self, path: &RepoPath) -> usize {
        let at = self.scopes.position(path).or_else(|| self.packages.position(path)).unwrap_or_default();
        let others = self.roots.get(at).and_then(|root| self.shared.get(root.scope));
        let is_alike = |at: &&usize| language(self.roots[**at].path) == language(path);
        others.and_then(|others| others.iter().find(is_alike)).map_or(at, |at| *at)
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
    Root { path, scope, package, why, also, passed_over, name, description, guessed: false, subpath: None }
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
