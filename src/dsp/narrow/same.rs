//! Whether a file says the same about all that other stages decide on: then its imports lead where they led, and what
//! changed is a matter of its declarations and of what is used in them.

use std::collections::{BTreeMap, BTreeSet};

use resolvers::facts::{
    BindingName, ExportSource, FileFacts, Import, Marker, Origin, Parse, Subject, SymbolKind,
};
use resolvers::target::{Resolved, Target};

use super::super::text::declared::MANY;

/// Whether it does; `answers` are those to its imports.
pub(super) fn is_local(before: &FileFacts, now: &FileFacts, answers: &[Resolved]) -> bool {
    let is_whole = |it: &FileFacts| it.parse == Parse::Complete && it.problems.is_empty();
    is_whole(before)
        && is_whole(now)
        && before.header == now.header
        && [before.origin, now.origin] == [Origin::Written; 2]
        && before.messages == now.messages
        && before.discoveries.len() == now.discoveries.len()
        && imports(before).eq(imports(now))
        && passed(before).eq(passed(now))
        && repeated(before).eq(&repeated(now))
        && marked(before) == marked(now)
        && answers.len() == now.imports.len()
        && taken(before, answers) == taken(now, answers)
}

/// The imports but for their places.
fn imports(facts: &FileFacts) -> impl Iterator<Item = impl PartialEq + '_> {
    facts.imports.iter().map(|it| {
        let Import { specifier, syntax, kind, names, pattern, span: _ } = it;
        (specifier, syntax, kind, names, pattern)
    })
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

/// What it takes of each external that it imports as a whole, as far as texts are told of it.
fn taken<'f>(facts: &'f FileFacts, answers: &[Resolved]) -> Vec<BTreeSet<&'f str>> {
    let leads_out = |answer: &Resolved| {
        answer.targets.iter().any(|it| matches!(it, Target::External { .. } | Target::Builtin { .. }))
    };
    let wholes = facts.imports.iter().zip(answers).filter(|(_, answer)| leads_out(answer));
    let wholes = wholes.flat_map(|(import, _)| &import.names);
    let wholes = wholes.filter(|it| !matches!(it.name, BindingName::Named(_)));
    let members = |local: Option<&str>| {
        let uses = facts.references.iter().take(MANY).filter(|it| Some(it.binding.as_str()) == local);
        uses.filter_map(|it| it.member.as_deref()).collect()
    };
    wholes.map(|it| members(it.local.as_deref())).collect()
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
