//! Constants that are the address of something to request: `const url = 'https://a.b/c'`, by the scopes they stand in.

use oxc_ast::ast::{FormalParameters, VariableDeclarator};

use super::requests::address;

/// The names that are declared where the walk is, innermost last; `None` for what is anything else.
#[derive(Default)]
pub(super) struct Addresses<'a> {
    declared: Vec<(&'a str, Option<String>)>,
    /// Whether what is declared where the walk is stays what it is.
    pub(super) is_constant: bool,
}

impl<'a> Addresses<'a> {
    /// Enters a scope. The answer is for [`Self::leave`].
    pub(super) fn enter(&self) -> usize {
        self.declared.len()
    }

    /// Leaves a scope: names mean what they meant around it.
    pub(super) fn leave(&mut self, around: usize) {
        self.declared.truncate(around);
    }

    /// Takes notice of what a function is given.
    pub(super) fn declare_given(&mut self, parameters: &FormalParameters<'a>) {
        for it in &parameters.items {
            let names = it.pattern.get_binding_identifiers().into_iter();
            self.declared.extend(names.map(|id| (id.name.as_str(), None)));
        }
    }

    /// Takes notice of a declaration.
    pub(super) fn declare(&mut self, it: &VariableDeclarator<'a>, source: &str) {
        let told = it.init.as_ref().filter(|_| self.is_constant).and_then(|init| address(init, source));
        let names = it.id.get_binding_identifiers().into_iter();
        let is_one = it.id.get_binding_identifier().is_some();
        self.declared.extend(names.map(|id| (id.name.as_str(), told.clone().filter(|_| is_one))));
    }

    /// The address that a name stands for.
    pub(super) fn find(&self, name: &str) -> Option<&str> {
        self.declared.iter().rev().find(|(declared, _)| *declared == name)?.1.as_deref()
    }
}
