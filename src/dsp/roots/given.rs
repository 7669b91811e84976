//! Roots that somebody names: on the command line, in `dsp.toml`, or in an earlier run.

use resolvers::Unit;
use resolvers::path::RepoPath;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::model::Store;
use super::authored::scope_of;
use super::{Root, RootInput, Scopes, root};
use crate::settings::{self, GivenRoot};
use crate::universe::Problem;

/// Where they are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Arguments,
    Settings,
    Record,
}

impl Place {
    fn why(self) -> &'static str {
        match self {
            Self::Arguments => "named in the call",
            Self::Settings => "`[[root]]` of dsp.toml",
            Self::Record => "named in an earlier call",
        }
    }

    fn file(self) -> Vec<u8> {
        match self {
            Self::Arguments => Vec::new(),
            Self::Settings => settings::FILE.as_bytes().to_vec(),
            Self::Record => settings::record_place().as_bytes().to_vec(),
        }
    }
}

/// Those of `wanted` that are sources, each once. A scope that nothing names is the repository for a lone root, else
/// the root's package.
pub(super) fn roots(
    place: Place,
    wanted: &[GivenRoot],
    input: &RootInput<'_>,
    scopes: &Scopes<'_>,
    existing: &Store,
    problems: &mut Vec<Problem>,
) -> Vec<Root> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for given in wanted {
        if input.sources.binary_search(&&given.path).is_err() {
            let message =
                format!("the root `{}` is no source file of the repository; it is left out", given.path);
            problems.push(Problem { place: place.file(), line: given.line, message });
        } else if seen.insert(&given.path) {
            found.push(given);
        }
    }
    let authored = if found.is_empty() { FxHashMap::default() } else { authored_scopes(existing) };
    let lone = found.len() == 1;
    let one = |given: &&GivenRoot| {
        let unit = scopes.position(&given.path).map(|at| &input.units[at]);
        let package =
            || if lone { Vec::new() } else { unit.map(|unit| unit.dir.clone()).unwrap_or_default() };
        let scope =
            given.scope.clone().or_else(|| authored.get(&given.path).cloned()).unwrap_or_else(package);
        let package = package_of(unit);
        let own = unit.filter(|unit| unit.dir == scope);
        let root = root(given.path.clone(), &scope, place.why().to_owned(), own);
        Root {
            package,
            name: given.name.clone().unwrap_or(root.name),
            description: given.description.clone().or(root.description),
            ..root
        }
    };
    found.iter().map(one).collect()
}

/// Empty for what lies in no package.
fn package_of(unit: Option<&Unit>) -> Vec<u8> {
    unit.map(|unit| unit.dir.clone()).unwrap_or_default()
}

/// What the roots of tables of contents say of their scopes.
fn authored_scopes(existing: &Store) -> FxHashMap<RepoPath, Vec<u8>> {
    let entities = existing.tocs.values().filter_map(|toc| existing.entity(toc.root()?));
    entities.filter_map(|entity| Some((entity.path()?, scope_of(entity)?))).collect()
}
