//! Whether a file says the same about all that other stages decide on: then what changed is a matter of its declarations,
//! of what is used in them, and of what it imports for itself.

use std::collections::{BTreeMap, BTreeSet};

use resolvers::facts::{ExportSource, FileFacts, Import, Marker, Origin, Parse, Subject, SymbolKind};

/// Whether it does.
pub(super) fn is_local(before: &FileFacts, now: &FileFacts) -> bool {
    let is_whole = |it: &FileFacts| it.parse == Parse::Complete && it.problems.is_empty();
    is_whole(before)
        && is_whole(now)
        && before.header == now.header
        && [before.origin, now.origin] == [Origin::Written; 2]
        && before.messages == now.messages
        && passed(before).eq(passed(now))
        && repeated(before).eq(&repeated(now))
        && marked(before) == marked(now)
        && (imports(before, now) || can_import(before, now))
}

/// Whether it imports the same, wherever the statements stand.
pub(super) fn imports(before: &FileFacts, now: &FileFacts) -> bool {
    fn statements(facts: &FileFacts) -> impl Iterator<Item = impl PartialEq + '_> {
        facts.imports.iter().map(statement)
    }
    statements(before).eq(statements(now))
}

/// An import but for its place.
fn statement(it: &Import) -> impl PartialEq + '_ {
    let Import { specifier, syntax, kind, names, pattern, span: _ } = it;
    (specifier, syntax, kind, names, pattern)
}

/// Whether other imports are a matter of the file itself: it passes on nothing of what they are about, and shows no texts
/// that may stand elsewhere.
fn can_import(before: &FileFacts, now: &FileFacts) -> bool {
    let is_silent = |facts: &FileFacts| facts.shown.iter().all(|it| it.sort.of_path().is_none());
    is_silent(before) && is_silent(now) && behind(before) == behind(now)
}

/// The imports of all that the exports of a file name which it does not declare.
fn behind(facts: &FileFacts) -> Vec<impl PartialEq + '_> {
    let exports = || facts.exports.iter().map(|it| &it.source);
    let is_behind = |it: &&Import| {
        exports().any(|source| match source {
            ExportSource::Local(local) => {
                declared(facts, local).is_none()
                    && it.names.iter().any(|name| name.local.as_deref() == Some(local))
            }
            ExportSource::ReExport { specifier, .. } | ExportSource::Star { specifier } => {
                *specifier == it.specifier
            }
        })
    };
    facts.imports.iter().filter(is_behind).map(statement).collect()
}

/// What it exports and does not declare.
fn passed(facts: &FileFacts) -> impl Iterator<Item = impl PartialEq + '_> {
    let is_passed = |source: &ExportSource| match source {
        ExportSource::Local(local) => declared(facts, local).is_none(),
        ExportSource::ReExport { .. } | ExportSource::Star { .. } => true,
    };
    let passed = facts.exports.iter().filter(move |it| is_passed(&it.source));
    passed.map(|it| (it.name.as_str(), &it.source, it.type_only))
}

/// The exports of names that are exported more than once: the first counts that leads somewhere.
fn repeated(facts: &FileFacts) -> Vec<(&str, &ExportSource)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for export in &facts.exports {
        *counts.entry(&export.name).or_default() += 1;
    }
    let repeated = facts.exports.iter().filter(|it| it.name != "*" && counts[it.name.as_str()] > 1);
    repeated.map(|it| (it.name.as_str(), &it.source)).collect()
}

/// The position of what it declares under that name.
pub(super) fn declared(facts: &FileFacts, name: &str) -> Option<usize> {
    facts.symbols.iter().position(|it| it.container.is_none() && it.name == name)
}

/// Each marker with what it speaks of.
fn marked(facts: &FileFacts) -> Vec<(&str, Option<&str>)> {
    let mut marked: Vec<(&str, Option<&str>)> = Vec::new();
    for Marker { uid, subject, .. } in &facts.markers {
        let name = match subject {
            Subject::Symbol(at) => facts.symbols.get(*at as usize).map(|it| it.name.as_str()),
            Subject::File => Some(""),
            Subject::Nothing => None,
        };
        marked.push((uid, name));
    }
    marked
}

/// Whether the same names are declared at the top level.
pub(super) fn declares(before: &FileFacts, now: &FileFacts) -> bool {
    let names = |facts: &FileFacts| {
        let top = facts.symbols.iter().filter(|it| it.container.is_none());
        top.map(|it| it.name.clone()).collect::<BTreeSet<_>>()
    };
    names(before) == names(now)
}

/// The names of what it exports and declares, each with all of it that shows where it is taken.
type Offered<'f> = BTreeMap<&'f str, Vec<(&'f str, SymbolKind, Option<&'f str>)>>;

/// The names under which others may find something else than before.
pub(super) fn turned(before: &FileFacts, now: &FileFacts) -> BTreeSet<String> {
    let (before, now) = (offered(before), offered(now));
    let names: BTreeSet<&str> = before.keys().chain(now.keys()).copied().collect();
    names.into_iter().filter(|name| before.get(name) != now.get(name)).map(str::to_owned).collect()
}

fn offered(facts: &FileFacts) -> Offered<'_> {
    let mut offered = Offered::new();
    for export in &facts.exports {
        let ExportSource::Local(local) = &export.source else { continue };
        let Some(at) = declared(facts, local) else { continue };
        let symbol = &facts.symbols[at];
        // Of an object it shows what it may hold.
        let head = symbol.signature.as_deref().filter(|_| symbol.kind == SymbolKind::Variable);
        offered.entry(&export.name).or_default().push((local, symbol.kind, head));
    }
    // Members of an object may be declared apart.
    for symbol in facts.symbols.iter().filter(|it| it.container.is_none() && it.exported) {
        offered.entry(&symbol.name).or_default().push((&symbol.name, symbol.kind, None));
    }
    offered
}
