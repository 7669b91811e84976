//! What the heads of one file name of what other files declare: by its imports and, in Go, beside it in its package.

use std::collections::{BTreeMap, BTreeSet};

use resolvers::facts::{BindingName, ExportSource, Symbol};

use super::super::companion;
use super::super::text::named::{Named, names_in};
use super::{End, Imports};
use crate::facts::SourceFile;
use crate::graph::Node;
use crate::resolution::bindings::{Binding, Bindings, Declaration};

impl<'a> Imports<'a> {
    /// Each with its declaration, by which a text may tell it (design §5, texts), in the order of names. `sources` are all
    /// sources.
    pub(in crate::dsp) fn named(&self, sources: &'a [SourceFile]) -> Vec<Named<'a>> {
        let (Some(bindings), Some(own)) = (self.bindings, sources.get(self.source as usize)) else {
            return Vec::new();
        };
        let symbols = self.facts.symbols.iter();
        let wanted: BTreeSet<&str> = symbols.flat_map(|it| names_in(&own.path, it)).collect();
        let mut found = self.described(bindings, own);
        if !wanted.is_empty() {
            found.extend(self.beside_in_package(bindings, &wanted));
            found.extend(self.imported(bindings, &wanted));
        }
        let told = |(name, Declaration { source, symbol }): (&'a str, Declaration)| {
            let SourceFile { path, facts, key, .. } = sources.get(source as usize)?;
            Some(Named { name, path, facts, key: *key, symbol })
        };
        found.into_iter().filter_map(told).collect()
    }

    /// What the declarations beside a file of JavaScript have of what it exports and does not describe itself, by the names that
    /// these have in the file.
    fn described(&self, bindings: &Bindings<'_>, own: &'a SourceFile) -> BTreeMap<&'a str, Declaration> {
        let beside = companion::declarations(own.path.as_bytes());
        let beside = beside.and_then(|path| self.graph.source(self.graph.node(&path)?));
        let Some(beside) = beside.and_then(|it| u32::try_from(it).ok()) else { return BTreeMap::new() };
        let mut declared: BTreeMap<&str, &Symbol> = BTreeMap::new();
        for it in self.facts.symbols.iter().filter(|it| it.container.is_none()) {
            declared.entry(&it.name).or_insert(it);
        }
        let exported = self.facts.exports.iter().filter_map(|export| {
            let ExportSource::Local(local) = &export.source else { return None };
            declared.get(local.as_str()).filter(|it| it.doc.is_none())?;
            let name = match export.name.as_str() {
                "default" => BindingName::Default,
                name => BindingName::Named(name.to_owned()),
            };
            match bindings.find(beside, &name) {
                Binding::Declared(declared) if declared.source == beside => Some((local.as_str(), declared)),
                _ => None,
            }
        });
        exported.collect()
    }

    /// Those that imports bind, or that are members of what they bind: `models.Base`. The first import counts.
    fn imported(
        &self,
        bindings: &Bindings<'_>,
        wanted: &BTreeSet<&'a str>,
    ) -> BTreeMap<&'a str, Declaration> {
        let mut found = BTreeMap::new();
        for (at, to) in &self.edges {
            let Some(import) = self.facts.imports.get(*at as usize) else { continue };
            for (name, number) in import.names.iter().zip(0..) {
                let Some(local) = name.local.as_deref() else { continue };
                for taken in wanted.range(local..).take_while(|it| it.starts_with(local)) {
                    if found.contains_key(taken) {
                        continue;
                    }
                    let rest = &taken[local.len()..];
                    let declaration = match rest.strip_prefix('.') {
                        None if rest.is_empty() => self.declared(*at, number, *to),
                        Some(member) => self.member(bindings, *to, member),
                        None => None,
                    };
                    if let Some(declaration) = declaration {
                        found.insert(*taken, declaration);
                    }
                }
            }
        }
        found
    }

    /// Those that other files of the package declare that the file is a part of.
    fn beside_in_package(
        &self,
        bindings: &Bindings<'_>,
        wanted: &BTreeSet<&'a str>,
    ) -> BTreeMap<&'a str, Declaration> {
        let entrance = self.graph.file(self.node).and_then(|path| self.graph.entrance(path.as_bytes()));
        let Some((package, _)) = entrance.and_then(|node| self.graph.package(node)) else {
            return BTreeMap::new();
        };
        let elsewhere = |name: &&'a str| {
            let (of_package, _) = bindings.find_in_package(package, &BindingName::Named((*name).to_owned()));
            Some((*name, *of_package.iter().find(|it| it.source != self.source)?))
        };
        wanted.iter().filter(|it| !it.contains('.')).filter_map(elsewhere).collect()
    }

    /// The declaration behind the name at `name` of the import at `at`, which leads to `to`.
    fn declared(&self, at: u32, name: u32, to: Node) -> Option<Declaration> {
        self.ends(at, name, to).0.into_iter().find_map(|end| match end {
            End::Shared(declaration, _) => Some(declaration),
            End::Whole(_) => None,
        })
    }

    /// What the module that `to` is has as `member`.
    fn member(&self, bindings: &Bindings<'_>, to: Node, member: &str) -> Option<Declaration> {
        let source = self.graph.source(to).and_then(|source| u32::try_from(source).ok())?;
        match bindings.find(source, &BindingName::Named(member.to_owned())) {
            Binding::Declared(declaration) => Some(declaration),
            Binding::Other | Binding::Uncertain => None,
        }
    }
}
