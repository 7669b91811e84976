//! Whether a file says the same about all that other stages decide on: then what changed is a matter of its declarations,
//! of what is used in them, and of what it imports for itself.

use std::collections::{BTreeMap, BTreeSet};

use resolvers::facts::{BindingName, Export, ExportSource, FileFacts, Import, Marker, Subject, SymbolKind};
use resolvers::target::Resolved;

/// Whether it does, but for its header and for what it passes on of what it imports.
pub(super) fn is_local(before: &FileFacts, now: &FileFacts) -> bool {
    before.origin == now.origin
        && before.messages == now.messages
        && repeated(before).eq(&repeated(now))
        && marked(before) == marked(now)
        && (are_imports(&before.imports, &now.imports) || is_silent(before) && is_silent(now))
}

/// Whether it shows no texts that may stand in other files, which its imports lead to.
fn is_silent(facts: &FileFacts) -> bool {
    facts.shown.iter().all(|it| it.sort.of_path().is_none())
}

/// Whether these are the same imports, wherever they stand.
pub(super) fn are_imports(before: &[Import], now: &[Import]) -> bool {
    before.iter().map(statement).eq(now.iter().map(statement))
}

/// An import but for its place.
fn statement(it: &Import) -> impl PartialEq + use<'_> {
    let Import { specifier, syntax, kind, names, pattern, mode, span: _ } = it;
    (specifier, syntax, kind, names, pattern, mode)
}

/// What a file says, and the answers to its imports.
pub(super) type Side<'f> = (&'f FileFacts, &'f [Resolved]);

/// Whether its stars are the same, and lead where they led.
pub(super) fn are_stars(before: Side<'_>, now: Side<'_>) -> bool {
    passed(before, true).eq(passed(now, true))
}

/// Whether an export of what the file does not declare goes by that import.
fn leads_to(facts: &FileFacts, export: &ExportSource, import: &Import) -> bool {
    match export {
        ExportSource::Local(local) => {
            declared(facts, local).is_none()
                && import.names.iter().any(|name| name.local.as_deref() == Some(local))
        }
        ExportSource::ReExport { specifier, .. } | ExportSource::Star { specifier } => {
            *specifier == import.specifier
        }
    }
}

/// The names under which it passes on something else, or from elsewhere, but for what stars bring.
pub(super) fn passed_otherwise(before: Side<'_>, now: Side<'_>) -> BTreeSet<String> {
    let by_name = |side| passed(side, false).collect::<BTreeMap<_, _>>();
    let (before, now) = (by_name(before), by_name(now));
    let names: BTreeSet<&str> = before.keys().chain(now.keys()).copied().collect();
    names.into_iter().filter(|name| before.get(name) != now.get(name)).map(str::to_owned).collect()
}

/// What it passes on by name, or what stars bring: each with its name and the imports behind it.
fn passed(
    (facts, answers): Side<'_>,
    by_stars: bool,
) -> impl Iterator<Item = (&str, impl PartialEq + use<'_>)> {
    let is_star = |it: &Export| matches!(it.source, ExportSource::Star { .. });
    let is_one = move |it: &&Export| is_star(it) == by_stars && is_passed(facts, &it.source);
    facts.exports.iter().filter(is_one).map(move |it| {
        let imports = facts.imports.iter().zip(answers);
        let behind = imports.filter(|(import, _)| leads_to(facts, &it.source, import));
        let behind = behind.map(|(import, answer)| (statement(import), answer)).collect::<Vec<_>>();
        (it.name.as_str(), (&it.source, it.type_only, behind))
    })
}

/// The names of the file that stand for something else now, or may: what it declares, and what it imports in whatever
/// scope. `None` where it is not known which: a star brings them.
pub(super) fn bound(before: Side<'_>, now: Side<'_>) -> Option<BTreeSet<String>> {
    let mut names = turned(before.0, now.0);
    let top = |facts: &FileFacts| {
        let top = facts.symbols.iter().filter(|it| it.container.is_none());
        top.map(|it| it.name.clone()).collect::<BTreeSet<_>>()
    };
    names.extend(top(before.0).symmetric_difference(&top(now.0)).cloned());
    let exports = |facts: &FileFacts| {
        let exports = facts.exports.iter().filter(|it| !matches!(it.source, ExportSource::Star { .. }));
        exports.map(|it| it.name.clone()).collect::<BTreeSet<_>>()
    };
    names.extend(exports(before.0).symmetric_difference(&exports(now.0)).cloned());
    let is_in = |(import, answer): (&Import, &Resolved), side: Side<'_>| {
        let mut pairs = side.0.imports.iter().zip(side.1);
        pairs.any(|(other, known)| statement(other) == statement(import) && known == answer)
    };
    for (one, other) in [(before, now), (now, before)] {
        for (import, _) in one.0.imports.iter().zip(one.1).filter(|pair| !is_in(*pair, other)) {
            for name in &import.names {
                match (&name.name, &name.local) {
                    (BindingName::Namespace, None) => return None,
                    (_, local) => {
                        names.extend(local.iter().flat_map(|local| local.split('.')).map(str::to_owned));
                    }
                }
            }
        }
    }
    Some(names)
}

/// Whether it does not declare what that exports.
fn is_passed(facts: &FileFacts, source: &ExportSource) -> bool {
    match source {
        ExportSource::Local(local) => declared(facts, local).is_none(),
        ExportSource::ReExport { .. } | ExportSource::Star { .. } => true,
    }
}

/// All names that a file of Python binds, in whatever scope.
pub(super) fn all_bound(facts: &FileFacts) -> impl Iterator<Item = String> {
    let imported = facts.imports.iter().flat_map(|it| &it.names).filter_map(|it| it.local.as_deref());
    let imported = imported.flat_map(|local| local.split('.'));
    let declared = facts.symbols.iter().map(|it| &it.name[..]);
    imported.chain(declared).chain(facts.exports.iter().map(|it| &it.name[..])).map(str::to_owned)
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
