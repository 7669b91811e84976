//! The file by which people would enter a package of which nothing says how.

use bstr::ByteSlice;
use rayon::prelude::*;
use resolvers::Unit;
use resolvers::path::{RepoPath, file_name, strip_dir};
use rustc_hash::FxHashMap;

use super::{Root, RootInput, Scopes, language, root};
use crate::universe::{Class, classify};

/// Names of entries, the most natural one first, relative to a package.
const NATURAL: &[&str] = &[
    "src/index",
    "src/main",
    "index",
    "main",
    "app",
    "server",
    "src/app",
    "src/server",
    "lib/index",
    "lib/main",
    "src/mod",
    "mod",
    "src/lib/index",
    "source/index",
    "client/index",
    "src/client/index",
    "src/start",
    "start",
    "src/cli",
    "cli",
    "src/extension",
    "extension",
    "src/App",
    "App",
];

/// Folders of what works on a package or checks it, rather than being it.
const BESIDE: [&[u8]; 36] = [
    b"build",
    b"ci",
    b"config",
    b"external",
    b"externals",
    b"flow-typed",
    b"libdefs",
    b"test",
    b"tests",
    b"__tests__",
    b"__mocks__",
    b"spec",
    b"specs",
    b"e2e",
    b"cypress",
    b"playwright",
    b"fixture",
    b"fixtures",
    b"__fixtures__",
    b"testdata",
    b"bench",
    b"benchmark",
    b"benchmarks",
    b"example",
    b"examples",
    b"demo",
    b"demos",
    b"docs",
    b"scripts",
    b"script",
    b"tools",
    b"types",
    b"typings",
    b"stories",
    b"template",
    b"templates",
];

/// Names of what is set up for tools, at the top of a package.
const TOOLS: [&[u8]; 14] = [
    b"test-setup",
    b"test_setup",
    b"-jest",
    b"-vitest",
    b"vitest",
    b"jest",
    b"Tests",
    b"Vitest",
    b"Jest",
    b"knip",
    b"karma",
    b"babel",
    b"webpack",
    b"rollup",
];

/// So many sources are one piece of work.
const SHARE: usize = 256;

/// What a file is likely to be for its package, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// It has the name of an entry; the number is its place among those.
    Entry(usize),
    Part,
    /// A program that works on the package, or an example of its use.
    Beside,
    /// A configuration that is written as a program.
    Configuration,
    Test,
    Declaration,
    /// A tool or somebody else wrote it.
    Generated,
}

/// Smaller is more natural: the likeness, then whether it is in another language than the package, then how deep the
/// file lies.
type Rank = (Likeness, bool, usize);

/// For each unit's directory, and for what lies in none, the most natural source.
pub(super) struct NaturalEntries<'a> {
    best: FxHashMap<Option<&'a [u8]>, (Rank, &'a RepoPath)>,
}

/// A source that a package may be entered by.
pub(super) struct Found<'a> {
    path: &'a RepoPath,
    likeness: Likeness,
}

impl<'a> NaturalEntries<'a> {
    pub(super) fn of(input: &RootInput<'a>, scopes: &Scopes<'a>) -> Self {
        let ranked = |path: &&'a RepoPath| {
            let at = scopes.position(path);
            let unit = at.map(|at| &input.units[at]);
            let own = at.map_or(&[][..], |at| &input.units[at..]).iter();
            let mut own = own.take_while(|it| unit.is_some_and(|unit| unit.dir == it.dir));
            let is_foreign = !own.any(|unit| Some(unit.language) == language(path));
            let (likeness, depth) = rank(path, unit);
            (unit.map(|unit| unit.dir.as_slice()), ((likeness, is_foreign, depth), *path))
        };
        let all: Vec<_> = input.sources.par_iter().with_min_len(SHARE).map(ranked).collect();
        let mut best = FxHashMap::default();
        for (dir, ranked) in all {
            let slot = best.entry(dir).or_insert(ranked);
            *slot = ranked.min(*slot);
        }
        Self { best }
    }

    /// The one of the unit in `dir`; with `None` that of what lies in no unit.
    pub(super) fn take(&mut self, dir: Option<&'a [u8]>) -> Option<Found<'a>> {
        let ((likeness, ..), path) = self.best.remove(&dir)?;
        Some(Found { path, likeness })
    }
}

impl Found<'_> {
    pub(super) fn root(self, scope: &[u8], unit: Option<&Unit>) -> Root {
        let guessed = !matches!(self.likeness, Likeness::Entry(_));
        let why = match self.likeness {
            Likeness::Entry(_) => "the name of the file",
            _ => "a guess: nothing says what is entered here",
        };
        Root { guessed, ..root(self.path.clone(), scope, why.to_owned(), unit) }
    }
}

fn rank(path: &RepoPath, unit: Option<&Unit>) -> (Likeness, usize) {
    let scope = unit.map_or(&b""[..], |unit| &unit.dir);
    let relative = strip_dir(path.as_bytes(), scope).unwrap_or(path.as_bytes());
    // Of a package that is vendored itself the files are its own all the same.
    let class = RepoPath::new(relative).map_or(Class::Ordinary, |relative| classify(&relative));
    let is_written = class == Class::Ordinary;
    let likeness = if is_written { likeness(relative, unit) } else { Likeness::Generated };
    (likeness, depth(relative))
}

fn depth(path: &[u8]) -> usize {
    path.split(|byte| *byte == b'/').count() - 1
}

fn likeness(relative: &[u8], unit: Option<&Unit>) -> Likeness {
    let name = file_name(relative);
    let dirs = &relative[..relative.len() - name.len()];
    let stem = &name[..name.find_byte(b'.').unwrap_or(name.len())];
    let ends = &name[stem.len()..];
    if [&b".d.ts"[..], b".d.mts", b".d.cts"].iter().any(|end| ends.ends_with(end)) {
        return Likeness::Declaration;
    }
    // `index.web.ts` is one of several; one extension is what an entry has.
    let plain = ends.split(|byte| *byte == b'.').count() == 2;
    let has_word = |words: &[&[u8]]| !plain && words.iter().any(|word| ends.contains_str(word));
    let is_python = matches!(ends, b".py" | b".pyi");
    let is_test = matches!(ends, b".go" | b".py") && stem.ends_with(b"_test")
        || is_python && (stem.starts_with(b"test_") || stem == b"conftest");
    if is_test || has_word(&[b".test.", b".spec.", b".stories.", b".story.", b".cy.", b".e2e."]) {
        return Likeness::Test;
    }
    if dirs.split(|byte| *byte == b'/').any(|dir| matches!(dir, b"generated" | b"__generated__")) {
        return Likeness::Generated;
    }
    let path = [dirs, stem].concat();
    if let Some(at) = NATURAL.iter().position(|natural| natural.as_bytes() == path).filter(|_| plain) {
        return Likeness::Entry(at);
    }
    let is_own = |name: &str| name.strip_suffix(".js").unwrap_or(name).as_bytes().eq_ignore_ascii_case(stem);
    let called = |name: &String| name.rsplit('/').next().is_some_and(is_own);
    let near = matches!(dirs, b"" | b"src/" | b"lib/");
    if plain && near && unit.is_some_and(|unit| unit.name.as_ref().is_some_and(called)) {
        return Likeness::Entry(NATURAL.len());
    }
    let configures = has_word(&[b".config.", b".conf.", b".setup.", b".shared."])
        || stem.is_empty()
        || [&b"gulpfile"[..], b"Gulpfile", b"Gruntfile", b"gruntfile", b"Jakefile"].contains(&stem)
        || TOOLS.iter().any(|tool| stem == *tool || stem.strip_prefix(b"setup") == Some(*tool));
    if configures || dirs.split(|byte| *byte == b'/').any(|dir| dir.len() > 1 && dir[0] == b'.') {
        return Likeness::Configuration;
    }
    let beside = dirs.split(|byte| *byte == b'/').find(|dir| BESIDE.contains(dir));
    match beside {
        Some(dir) if dir.contains_str("test") || dir.contains_str("spec") || dir == b"e2e" => Likeness::Test,
        Some(_) => Likeness::Beside,
        None => Likeness::Part,
    }
}
