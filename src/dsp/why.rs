//! Why one file imports something, told from the names it takes and the places where it uses them.
//!
//! Never counts or line numbers: an inner edit changes nothing. Pure.

use resolvers::facts::{BindingName, FileFacts, Import, ImportKind, ImportSyntax, ImportedName, Reference};
use rustc_hash::{FxHashMap, FxHashSet};

use super::text::{auto, list, quoted};

/// What a file takes by one of its imports: one of the names, or all that the statement takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Taken {
    /// Position in `FileFacts::imports`.
    pub(super) import: u32,
    /// Position in `Import::names`; `None` for the whole import.
    pub(super) name: Option<u32>,
}

/// The uses of each imported binding of one file, gathered once for all its imports.
pub(super) struct Uses<'f> {
    facts: &'f FileFacts,
    of: FxHashMap<&'f str, Vec<&'f Reference>>,
}

impl<'f> Uses<'f> {
    pub(super) fn of(facts: &'f FileFacts) -> Self {
        let mut of: FxHashMap<&str, Vec<&Reference>> = FxHashMap::default();
        for reference in &facts.references {
            of.entry(reference.binding.as_str()).or_default().push(reference);
        }
        Self { facts, of }
    }

    /// The text for `taken`, all of which leads to one place.
    pub(super) fn why(&self, taken: &[Taken]) -> String {
        let mut story = Story::default();
        for part in taken {
            let Some(import) = self.facts.imports.get(part.import as usize) else { continue };
            match part.name.map(|at| import.names.get(at as usize)) {
                None => self.tell(import, &import.names, &mut story),
                Some(name) => self.tell(import, name.map_or(&[], std::slice::from_ref), &mut story),
            }
        }
        auto(&story.text())
    }

    fn tell(&self, import: &'f Import, names: &'f [ImportedName], story: &mut Story) {
        match import.syntax {
            ImportSyntax::Augment => story.actions.push("augments its types"),
            ImportSyntax::ReferencePath | ImportSyntax::ReferenceTypes => {
                story.actions.push("refers to its types");
            }
            ImportSyntax::ScriptSrc => story.actions.push("takes its script from it"),
            _ if import.names.is_empty() => story.actions.push(match import.kind {
                ImportKind::Dynamic => "loads on demand",
                ImportKind::Type => "refers to its types",
                ImportKind::Runtime => "loads for side effects",
            }),
            _ => {}
        }
        for name in names {
            if import.syntax == ImportSyntax::ReExport {
                story.re_exported.push(match &name.name {
                    BindingName::Named(name) => quoted(name),
                    BindingName::Default => "the default".to_owned(),
                    BindingName::Namespace => "everything".to_owned(),
                });
            } else {
                self.tell_name(import, name, story);
            }
        }
        if import.kind == ImportKind::Dynamic && !import.names.is_empty() {
            story.actions.push("loads on demand");
        }
    }

    fn tell_name(&self, import: &Import, name: &'f ImportedName, story: &mut Story) {
        let uses = name.local.as_deref().and_then(|local| self.of.get(local)).map_or(&[][..], Vec::as_slice);
        let is_type = name.type_only || import.kind == ImportKind::Type;
        if is_type && name.local.is_none() && name.name == BindingName::Namespace {
            story.actions.push("refers to its types");
        } else if is_type {
            story.types.push(called(name));
        } else {
            let members = uses.iter().filter_map(|reference| reference.member.as_deref());
            let mut members: Vec<String> = match name.name {
                BindingName::Namespace => members.map(|member| member_of(name, member)).collect(),
                _ => Vec::new(),
            };
            if members.is_empty() {
                members.push(called(name));
            }
            story.used.append(&mut members);
        }
        let places = uses.iter().filter_map(|reference| self.facts.symbols.get(reference.symbol? as usize));
        story.places.extend(places.map(|symbol| {
            match symbol.container.and_then(|container| self.facts.symbols.get(container as usize)) {
                Some(container) => quoted(&format!("{}.{}", container.name, symbol.name)),
                None => quoted(&symbol.name),
            }
        }));
    }
}

fn called(name: &ImportedName) -> String {
    match (&name.name, &name.local) {
        (BindingName::Named(name), _) | (_, Some(name)) => quoted(name),
        (BindingName::Default, None) => "the default".to_owned(),
        (BindingName::Namespace, None) => "the module".to_owned(),
    }
}

fn member_of(name: &ImportedName, member: &str) -> String {
    quoted(&format!("{}.{member}", name.local.as_deref().unwrap_or_default()))
}

#[derive(Default)]
struct Story {
    used: Vec<String>,
    types: Vec<String>,
    re_exported: Vec<String>,
    actions: Vec<&'static str>,
    places: Vec<String>,
}

impl Story {
    fn text(self) -> String {
        let mut clauses = Vec::new();
        let mut named = Vec::new();
        if !self.used.is_empty() {
            named.push(format!("uses {}", once(self.used)));
        }
        if !self.types.is_empty() {
            named.push(format!("type {}", once(self.types)));
        }
        if !named.is_empty() {
            let mut clause = named.join(" and ");
            if !self.places.is_empty() {
                clause.push_str(" in ");
                clause.push_str(&once(self.places));
            }
            clauses.push(clause);
        }
        if !self.re_exported.is_empty() {
            clauses.push(format!("re-exports {}", once(self.re_exported)));
        }
        let mut told = FxHashSet::default();
        clauses.extend(
            self.actions.iter().filter(|action| told.insert(**action)).map(|action| (*action).to_owned()),
        );
        clauses.join("; ")
    }
}

/// Each name once, in order.
fn once(names: Vec<String>) -> String {
    let mut told = FxHashSet::default();
    list(names.into_iter().filter(|name| told.insert(name.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Fixture;

    /// All imports of the fixture lead to one place.
    fn check(fixture: &str, expected: &str) {
        let fixture = Fixture::parse(&format!("== a.ts\n{fixture}"));
        let facts = &fixture.sources[0].facts;
        let taken: Vec<Taken> =
            (0..).take(facts.imports.len()).map(|import| Taken { import, name: None }).collect();
        assert_eq!(Uses::of(facts).why(&taken), format!("{expected} (auto)"));
    }

    #[test]
    fn names_and_where_they_are_used() {
        check(
            "function f\nclass G\nimport b.ts x y:z\nuse x in f\nuse z in f\nuse z in G",
            "uses `x`, `y` in `f`, `G`",
        );
        check("import npm:express default:express", "uses `express`");
        check(
            "import node:fs *:fs\nfunction f\nuse fs.read in f\nuse fs.write",
            "uses `fs.read`, `fs.write` in `f`",
        );
        check("import b.ts type:T x", "uses `x` and type `T`");
        check("type b.ts T", "type `T`");
    }

    #[test]
    fn what_happens_without_names() {
        check("import b.css", "loads for side effects");
        check("dynamic b.ts", "loads on demand");
        check("reexport b.ts *:x", "re-exports everything");
        check(
            "reexport b.ts a b\nimport b.ts a\nfunction f\nuse a in f",
            "uses `a` in `f`; re-exports `a`, `b`",
        );
    }
}
