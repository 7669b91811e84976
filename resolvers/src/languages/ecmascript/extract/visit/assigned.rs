//! Variables that are declared first and set to modules then, as CoffeeScript and old code have it. Which module a call
//! gives is asked of `literals`.

use oxc_ast::ast::{
    AssignmentTargetPropertyIdentifier, Expression, ForOfStatement, ForStatementLeft, Ident,
    SimpleAssignmentTarget, Statement, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use rustc_hash::FxHashMap;

use super::super::literals::{self, ModuleValue};
use super::Visitor;

impl<'a> Visitor<'a, '_> {
    /// Variables that the block declares without a value and sets to a module, and nowhere to anything else:
    /// `var fs; fs = require('fs')`.
    pub(super) fn hoist_assigned(&mut self, statements: &[Statement<'a>]) {
        let set = |it: &'_ Statement<'a>| match it {
            Statement::ExpressionStatement(it) => match &it.expression {
                Expression::AssignmentExpression(it) => literals::assigned(it),
                _ => None,
            },
            _ => None,
        };
        let set = statements.iter().filter_map(set).filter_map(|(name, module)| Some((name, module?)));
        let set: Vec<(Ident<'a>, ModuleValue<'a>)> = set.collect();
        if set.is_empty() {
            return;
        }
        let mut counted = SetNames::default();
        for it in statements {
            counted.visit_statement(it);
        }
        let declared = statements.iter().filter_map(|it| match it {
            Statement::VariableDeclaration(it) => Some(&it.declarations),
            _ => None,
        });
        let bare = declared.flatten().filter(|it| it.init.is_none());
        let bare: FxHashMap<Ident<'a>, u32> =
            bare.filter_map(|it| it.id.get_binding_identifier()).map(|it| (it.name, it.span.start)).collect();
        for (name, module) in set {
            if let Some(at) = bare.get(&name).filter(|_| counted.0.get(name.as_str()) == Some(&1)) {
                let (_, bound) = literals::name_of_module(module.member, &name);
                self.bindings.bind(name, bound);
                self.given.insert(*at, bound);
            }
        }
    }
}

/// How often names are set, by assignments of whatever form, and by declarations with a value.
#[derive(Default)]
struct SetNames<'a>(FxHashMap<&'a str, usize>);

impl<'a> SetNames<'a> {
    fn count(&mut self, name: &'a str) {
        *self.0.entry(name).or_default() += 1;
    }
}

impl<'a> Visit<'a> for SetNames<'a> {
    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        // What is declared with a value, or again, is another one or set once more.
        if it.init.is_some() || !it.id.is_binding_identifier() {
            it.id.get_binding_identifiers().iter().for_each(|it| self.count(it.name.as_str()));
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if let ForStatementLeft::VariableDeclaration(it) = &it.left {
            let names = it.declarations.iter().flat_map(|it| it.id.get_binding_identifiers());
            names.for_each(|it| self.count(it.name.as_str()));
        }
        walk::walk_for_of_statement(self, it);
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        if let SimpleAssignmentTarget::AssignmentTargetIdentifier(it) = it {
            self.count(it.name.as_str());
        }
        walk::walk_simple_assignment_target(self, it);
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        self.count(it.binding.name.as_str());
        walk::walk_assignment_target_property_identifier(self, it);
    }
}
