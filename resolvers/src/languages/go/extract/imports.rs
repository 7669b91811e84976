//! Imports as facts: what each takes of its package.
//!
//! The name by which an import is used is the alias, or else that of the package clause over there, which this file
//! does not show: it is the most likely one, and resolution sets right what turns out to be called otherwise.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::assumed_name;
use super::scan::{RawImport, Scanned, Use};
use crate::facts::{BindingName, Import, ImportKind, ImportSyntax, ImportedName, Reference, Span};

/// The text of a literal; `None` when it is none that Go accepts.
pub(super) fn unquote(literal: &[u8]) -> Option<String> {
    let inner = literal.get(1..literal.len().checked_sub(1)?)?;
    let text = std::str::from_utf8(inner).ok()?;
    match literal.first()? {
        b'`' => Some(text.to_owned()),
        b'"' if !text.contains('\\') => Some(text.to_owned()),
        // The escapes that Go and JSON share are all that an import path can sensibly hold.
        b'"' => serde_json::from_slice(literal).ok(),
        _ => None,
    }
}

/// What the file refers to and may have from elsewhere.
pub(super) fn references(scanned: &Scanned<'_>) -> Vec<Reference> {
    let own = |it: &&Use<'_>| match it.base {
        b"" => {
            let is_type = !scanned.has_dot_import && scanned.bracketed.contains(it.member);
            !is_type && !scanned.declared.contains(it.member)
        }
        base => !scanned.declared.contains(base),
    };
    let reference = |it: &Use<'_>| Reference {
        binding: binding(it),
        member: None,
        symbol: it.symbol,
        title: None,
        in_template: false,
        in_types: false,
    };
    scanned.uses.iter().filter(own).map(reference).collect()
}

fn binding(it: &Use<'_>) -> String {
    let member = String::from_utf8_lossy(it.member);
    if it.base.is_empty() {
        member.into_owned()
    } else {
        format!("{}.{member}", String::from_utf8_lossy(it.base))
    }
}

/// The imports of the file, each with the names that `references` show it to take.
pub(super) fn imports(source: &[u8], scanned: &Scanned<'_>, references: &[Reference]) -> Vec<Import> {
    let taken = Taken::of(references);
    let aliases: FxHashSet<&[u8]> = scanned.imports.iter().filter_map(|it| it.alias).collect();
    scanned.imports.iter().filter_map(|raw| import(source, raw, &taken, &aliases)).collect()
}

fn import(
    source: &[u8],
    raw: &RawImport<'_>,
    taken: &Taken<'_>,
    aliases: &FxHashSet<&[u8]>,
) -> Option<Import> {
    let literal = source.get(raw.path.start as usize..raw.path.end as usize)?;
    let specifier = unquote(literal)?;
    let (syntax, names) = match raw.alias {
        Some(b"_") => (ImportSyntax::SideEffect, Vec::new()),
        Some(b".") => (ImportSyntax::ImportAll, vec![whole(None)]),
        Some(alias) => (ImportSyntax::Import, taken.names(&String::from_utf8_lossy(alias))),
        None => {
            let is_free = |name: &&str| taken.is_used(name) && !aliases.contains(name.as_bytes());
            let assumed = assumed_name(&specifier);
            let name = likely_names(&specifier).into_iter().find(is_free).unwrap_or(assumed);
            (ImportSyntax::ImportPackage, taken.names(name))
        }
    };
    Some(Import {
        specifier,
        syntax,
        kind: ImportKind::Runtime,
        names,
        pattern: None,
        mode: None,
        span: raw.span,
    })
}

pub(super) fn embed(pattern: String, span: Span) -> Import {
    Import {
        specifier: pattern,
        syntax: ImportSyntax::Embed,
        kind: ImportKind::Runtime,
        names: Vec::new(),
        pattern: None,
        mode: None,
        span,
    }
}

fn whole(local: Option<&str>) -> ImportedName {
    ImportedName { name: BindingName::Namespace, local: local.map(str::to_owned), type_only: false }
}

/// What a package of that path may be called, the most likely name first.
fn likely_names(path: &str) -> Vec<&str> {
    let mut names = vec![assumed_name(path)];
    for segment in path.rsplit('/').take(2) {
        let ends = [".go", "-go", ".git"];
        let bare = ends.iter().find_map(|end| segment.strip_suffix(end)).unwrap_or(segment);
        names.extend([segment, bare]);
        names.extend(bare.split(['-', '.']).rev());
    }
    names
}

/// The names that are taken by a qualifier, in order of first use.
struct Taken<'r> {
    by_qualifier: FxHashMap<&'r str, Vec<&'r str>>,
}

impl<'r> Taken<'r> {
    fn of(references: &'r [Reference]) -> Self {
        let mut by_qualifier: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        for reference in references {
            if let Some((qualifier, _)) = reference.binding.split_once('.') {
                by_qualifier.entry(qualifier).or_default().push(&reference.binding);
            }
        }
        Self { by_qualifier }
    }

    fn is_used(&self, qualifier: &str) -> bool {
        self.by_qualifier.contains_key(qualifier)
    }

    /// What is taken as `qualifier.Name`; the whole package where nothing is.
    fn names(&self, qualifier: &str) -> Vec<ImportedName> {
        let Some(bindings) = self.by_qualifier.get(qualifier) else { return vec![whole(Some(qualifier))] };
        let mut told = FxHashSet::default();
        let name = |binding: &&str| ImportedName {
            name: BindingName::Named(binding[qualifier.len() + 1..].to_owned()),
            local: Some((*binding).to_owned()),
            type_only: false,
        };
        bindings.iter().filter(|binding| told.insert(**binding)).map(name).collect()
    }
}
