//! Methods that stand in another file of their package than their type: whose they are.
//!
//! Facts of the method's file name the type and know no more. No text and no `.dsp/` may live here.

use resolvers::facts::{BindingName, SymbolKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bindings::{Bindings, Declaration};
use super::packages::Packages;
use crate::facts::SourceFile;

/// Public methods whose exported types other files of their packages declare.
#[derive(Debug, Default)]
pub struct Methods {
    of_type: FxHashMap<Declaration, Vec<Declaration>>,
    of_source: FxHashMap<u32, Vec<u32>>,
}

impl Methods {
    /// Those of `sources`, of which `bindings` are.
    #[must_use]
    pub fn of(sources: &[SourceFile], bindings: &Bindings<'_>) -> Self {
        let mut methods = Self::default();
        for (package, at) in Packages::of(sources).all().iter().zip(0..) {
            for source in &package.members {
                methods.add(*source, at, &sources[*source as usize], bindings);
            }
        }
        methods
    }

    fn add(&mut self, source: u32, package: u32, file: &SourceFile, bindings: &Bindings<'_>) {
        let mut told: FxHashSet<&str> = FxHashSet::default();
        for (it, symbol) in file.facts.symbols.iter().zip(0..) {
            let is_method = it.kind == SymbolKind::Method && it.container.is_none() && it.exported;
            let Some((of, _)) = it.name.split_once('.').filter(|_| is_method) else { continue };
            // Each build has one of the types of that name.
            let (types, _) = bindings.find_in_package(package, &BindingName::Named(of.to_owned()));
            if types.is_empty() || !told.insert(&it.name) {
                continue;
            }
            self.of_source.entry(source).or_default().push(symbol);
            for of in types {
                self.of_type.entry(*of).or_default().push(Declaration { source, symbol });
            }
        }
    }

    /// Those of the type, by path and in source order.
    #[must_use]
    pub fn of_type(&self, of: Declaration) -> &[Declaration] {
        self.of_type.get(&of).map_or(&[], Vec::as_slice)
    }

    /// The symbols of those that stand in the file at `source`, ascending.
    #[must_use]
    pub fn of_source(&self, source: u32) -> &[u32] {
        self.of_source.get(&source).map_or(&[], Vec::as_slice)
    }
}
