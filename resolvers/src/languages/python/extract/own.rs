//! What the file of a package takes from its own package before the package has it: a submodule, or nothing.
//!
//! `from . import x` in an `__init__` finds an attribute only where something above the statement, or for a function
//! anything in the file, has bound it. Where names may come in unseen nothing is said.

use memchr::memmem::find;
use rustc_hash::FxHashSet;

use super::Flavor;
use crate::facts::{FileFacts, ImportSyntax};

/// By these a module gets names, or a package folders, that no statement shows.
const UNSEEN: [&str; 11] = [
    "__getattr__",
    "__path__",
    "__dict__",
    "sys.modules",
    "modules[__name__]",
    "globals(",
    "global ",
    "locals(",
    "vars(",
    "exec(",
    "setattr(",
];

/// The names that a package has, as far as its file has been read.
pub(super) struct Names {
    is_package: bool,
    bound: FxHashSet<String>,
    /// From here on there may be more.
    open_from: usize,
    /// Positions of the imports that run later.
    later: Vec<usize>,
}

impl Names {
    pub(super) fn of(flavor: Flavor, text: &str) -> Self {
        let is_package = flavor == Flavor::Package;
        let unseen = || UNSEEN.iter().filter_map(|word| find(text.as_bytes(), word.as_bytes())).min();
        let open_from = if is_package { unseen().unwrap_or(usize::MAX) } else { 0 };
        Self { is_package, bound: FxHashSet::default(), open_from, later: Vec::new() }
    }

    pub(super) fn bind(&mut self, name: &str) {
        if self.is_package {
            self.bound.insert(name.to_owned());
        }
    }

    /// A star at `start` brings whatever it finds.
    pub(super) fn open(&mut self, start: usize) {
        self.open_from = self.open_from.min(start);
    }

    /// Whether the package has no `name` when the statement at `start` runs. Every module has some names of its own.
    pub(super) fn lack(&self, name: &str, start: usize) -> bool {
        start < self.open_from && !name.starts_with("__") && !self.bound.contains(name)
    }

    /// The import at `at` runs when the file has run.
    pub(super) fn wait(&mut self, at: usize) {
        if self.is_package {
            self.later.push(at);
        }
    }

    /// The file has been read.
    pub(super) fn finish(&self, facts: &mut FileFacts) {
        for at in &self.later {
            let Some(import) = facts.imports.get_mut(*at) else { continue };
            let name = super::imports::name_of(import);
            if self.open_from == usize::MAX && name.is_some_and(|name| self.lack(name, 0)) {
                import.syntax = ImportSyntax::SubmoduleImport;
            }
        }
    }
}
