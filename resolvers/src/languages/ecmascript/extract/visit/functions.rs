//! Functions: the scope that each opens and closes, and what is known in it alone.

use oxc_ast::ast::{ArrowFunctionExpression, BindingIdentifier, FormalParameters, Function};
use oxc_ast_visit::walk;
use oxc_syntax::scope::ScopeFlags;

use super::super::loader::Given;
use super::Visitor;

impl<'a> Visitor<'a, '_> {
    /// A function's own scope, in which its name and its parameters may hide those of the module loader.
    fn function_scope(&mut self, start: u32, name: Option<&BindingIdentifier>, params: &FormalParameters) {
        let given =
            self.wrapped.filter(|(at, _)| *at == start).map_or_else(Given::default, |(_, given)| given);
        self.bindings.loader.enter_function(name, params, given);
    }

    pub(super) fn walk_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.bindings.enter();
        // In its own scope the function hides the type that it stands beside from nobody.
        let own =
            it.id.as_ref().filter(|id| self.bindings.is_declared_beside(id.name)).map(|id| id.span.start);
        self.own_name = own.or(self.own_name);
        self.function_scope(it.span.start, it.id.as_ref(), &it.params);
        let around = (self.translators.enter(&it.params), self.addresses.enter());
        self.addresses.declare_given(&it.params);
        self.parts.declare_given(&it.params, self.symbol);
        self.functions += 1;
        let outer = std::mem::take(&mut self.may_have_left);
        walk::walk_function(self, it, flags);
        self.may_have_left = outer;
        self.functions -= 1;
        self.translators.leave(around.0);
        self.addresses.leave(around.1);
        self.bindings.leave();
    }

    pub(super) fn walk_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.bindings.enter();
        self.function_scope(it.span.start, None, &it.params);
        let around = (self.translators.enter(&it.params), self.addresses.enter());
        self.addresses.declare_given(&it.params);
        self.parts.declare_given(&it.params, self.symbol);
        self.functions += 1;
        let outer = std::mem::take(&mut self.may_have_left);
        walk::walk_arrow_function_expression(self, it);
        self.may_have_left = outer;
        self.functions -= 1;
        self.translators.leave(around.0);
        self.addresses.leave(around.1);
        self.bindings.leave();
    }
}
