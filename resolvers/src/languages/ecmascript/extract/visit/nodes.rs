//! What is done at each node that the walk meets. What takes more than a few lines stands in the module of its subject;
//! the guard of the recursion is here and nowhere else.

use std::cell::Cell;

use oxc_allocator::Vec as ArenaVec;
use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, BinaryExpression, BindingIdentifier,
    BindingPattern, BlockStatement, CallExpression, DoWhileStatement, ExportAllDeclaration,
    ExportFromDeclaration, ExportNamedDeclaration, Expression, ExpressionStatement, ForInStatement,
    ForOfStatement, ForStatement, Function, IdentifierReference, IfStatement, ImportDeclaration,
    ImportExpression, JSXAttribute, JSXChild, JSXElement, JSXExpressionContainer, JSXFragment,
    JSXMemberExpression, JSXMemberExpressionObject, JSXOpeningElement, MethodDefinition, NewExpression,
    ObjectExpression, ObjectProperty, ReturnStatement, Statement, StaticBlock, StaticMemberExpression,
    SwitchStatement, TSClassImplements, TSExportAssignment, TSExternalModuleDeclaration,
    TSImportEqualsDeclaration, TSImportType, TSInterfaceHeritage, TSNamespaceDeclaration, TSQualifiedName,
    TSType, TSTypeName, TSTypeQuery, TaggedTemplateExpression, TemplateLiteral, ThrowStatement, TryStatement,
    VariableDeclaration, VariableDeclarator, WhileStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::{ScopeFlags, ScopeId};

use super::super::{cases, nesting, refusals, requests, roles, titles};
use super::Visitor;

impl Visitor<'_, '_> {
    /// The central guard of the recursion.
    fn step(&mut self, work: impl FnOnce(&mut Self)) {
        self.depth += 1;
        if self.depth.is_multiple_of(8) {
            nesting::with_step(|| work(self));
        } else {
            work(self);
        }
        self.depth -= 1;
    }

    fn in_types(&mut self, work: impl FnOnce(&mut Self)) {
        self.types += 1;
        work(self);
        self.types -= 1;
    }
}

impl<'a> Visit<'a> for Visitor<'a, '_> {
    fn enter_scope(&mut self, _: ScopeFlags, _: &Cell<Option<ScopeId>>) {
        self.bindings.enter();
    }

    fn leave_scope(&mut self) {
        self.bindings.leave();
    }

    fn visit_statements(&mut self, it: &ArenaVec<'a, Statement<'a>>) {
        self.bindings.loader.declare(self.source, it);
        self.hoist(it);
        if let Some(symbol) = self.symbol.filter(|_| self.functions == self.functions_around + 1) {
            cases::compared(it, symbol, &mut self.facts);
        }
        let outer = std::mem::replace(&mut self.thrown, refusals::thrown_by_name(it));
        walk::walk_statements(self, it);
        self.thrown = outer;
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        match it {
            Expression::Identifier(it) => self.visit_identifier_reference(it),
            Expression::StringLiteral(it) => self.query(&it.value),
            Expression::NumericLiteral(_) | Expression::ThisExpression(_) => {}
            _ if self.listed.is_empty() => self.step(|visitor| walk::walk_expression(visitor, it)),
            _ => self.step(|visitor| visitor.listed_value(it)),
        }
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        self.walk_tagged_template_expression(it);
    }

    fn visit_template_literal(&mut self, it: &TemplateLiteral<'a>) {
        self.walk_template_literal(it);
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        self.step(|visitor| walk::walk_statement(visitor, it));
    }

    fn visit_ts_type(&mut self, it: &TSType<'a>) {
        self.in_types(|visitor| visitor.step(|visitor| walk::walk_ts_type(visitor, it)));
    }

    fn visit_ts_class_implements(&mut self, it: &TSClassImplements<'a>) {
        self.in_types(|visitor| walk::walk_ts_class_implements(visitor, it));
    }

    fn visit_ts_interface_heritage(&mut self, it: &TSInterfaceHeritage<'a>) {
        self.in_types(|visitor| walk::walk_ts_interface_heritage(visitor, it));
    }

    /// `typeof value`: the value itself is meant.
    fn visit_ts_type_query(&mut self, it: &TSTypeQuery<'a>) {
        let around = std::mem::take(&mut self.types);
        walk::walk_ts_type_query(self, it);
        self.types = around;
    }

    fn visit_ts_type_name(&mut self, it: &TSTypeName<'a>) {
        self.step(|visitor| walk::walk_ts_type_name(visitor, it));
    }

    fn visit_jsx_child(&mut self, it: &JSXChild<'a>) {
        self.parts.read(it, self.symbol, &mut self.facts);
        self.step(|visitor| walk::walk_jsx_child(visitor, it));
    }

    fn visit_binding_pattern(&mut self, it: &BindingPattern<'a>) {
        if let BindingPattern::BindingIdentifier(it) = it {
            self.parts.hide(it, self.symbol);
        }
        match it {
            BindingPattern::BindingIdentifier(it) if self.own_name != Some(it.span.start) => {
                match self.given.get(&it.span.start) {
                    Some(bound) => self.bindings.bind(it.name, *bound),
                    None => self.bindings.hide_value(it.name),
                }
            }
            BindingPattern::BindingIdentifier(_) => {}
            it => self.step(|visitor| walk::walk_binding_pattern(visitor, it)),
        }
    }

    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        self.step(|visitor| walk::walk_assignment_target(visitor, it));
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        self.walk_assignment_expression(it);
    }

    fn visit_jsx_member_expression_object(&mut self, it: &JSXMemberExpressionObject<'a>) {
        self.step(|visitor| walk::walk_jsx_member_expression_object(visitor, it));
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        self.functions += 1;
        self.step(|visitor| walk::walk_ts_namespace_declaration(visitor, it));
        self.functions -= 1;
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        let title = titles::read_method(it, &mut self.facts.titles);
        let outer = self.title;
        self.title = title.or(outer);
        walk::walk_method_definition(self, it);
        self.title = outer;
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.functions += 1;
        walk::walk_static_block(self, it);
        self.functions -= 1;
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.walk_function(it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.walk_arrow_function_expression(it);
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        if self.own_name == Some(it.span.start) {
            return;
        }
        match self.given.get(&it.span.start) {
            Some(bound) => self.bindings.bind(it.name, *bound),
            None => self.bindings.hide(it.name),
        }
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let spied = self.spied.filter(|(at, _)| *at == it.span.start);
        self.use_name(it.name, spied.map(|(_, member)| member));
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        self.walk_static_member_expression(it);
    }

    fn visit_ts_qualified_name(&mut self, it: &TSQualifiedName<'a>) {
        match &it.left {
            TSTypeName::IdentifierReference(left) => self.use_name(left.name, Some(it.right.name.as_str())),
            left => self.visit_ts_type_name(left),
        }
    }

    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        self.walk_jsx_element(it);
    }

    fn visit_jsx_fragment(&mut self, it: &JSXFragment<'a>) {
        self.walk_jsx_fragment(it);
    }

    fn visit_jsx_opening_element(&mut self, it: &JSXOpeningElement<'a>) {
        self.element(&it.name);
        roles::shown(it, &self.bindings, &mut self.facts);
        walk::walk_jsx_opening_element(self, it);
    }

    fn visit_jsx_member_expression(&mut self, it: &JSXMemberExpression<'a>) {
        match &it.object {
            JSXMemberExpressionObject::IdentifierReference(object) => {
                self.use_name(object.name, Some(it.property.name.as_str()));
            }
            object => self.visit_jsx_member_expression_object(object),
        }
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        for declarator in &it.declarations {
            self.addresses.is_constant = it.kind.is_const();
            self.visit_variable_declarator(declarator);
        }
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        self.walk_if_statement(it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        self.walk_variable_declarator(it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.walk_call_expression(it);
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        self.walk_expression_statement(it);
    }

    fn visit_object_expression(&mut self, it: &ObjectExpression<'a>) {
        self.walk_object_expression(it);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        roles::of_key(it, &self.bindings, &mut self.facts);
        walk::walk_object_property(self, it);
    }

    fn visit_jsx_attribute(&mut self, it: &JSXAttribute<'a>) {
        roles::of_attribute(it, &self.bindings, &mut self.facts);
        walk::walk_jsx_attribute(self, it);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        if let Some(symbol) = self.symbol {
            requests::compared(it, symbol, &mut self.facts);
        }
        roles::compared(it, &self.bindings, &mut self.facts);
        walk::walk_binary_expression(self, it);
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        let around = self.addresses.enter();
        walk::walk_block_statement(self, it);
        self.addresses.leave(around);
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        self.walk_switch_statement(it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        self.behind(|visitor| walk::walk_for_statement(visitor, it));
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.behind(|visitor| walk::walk_for_in_statement(visitor, it));
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.walk_for_of_statement(it);
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.behind(|visitor| walk::walk_while_statement(visitor, it));
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.behind(|visitor| walk::walk_do_while_statement(visitor, it));
    }

    fn visit_jsx_expression_container(&mut self, it: &JSXExpressionContainer<'a>) {
        self.walk_jsx_expression_container(it);
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        self.walk_return_statement(it);
    }

    fn visit_throw_statement(&mut self, it: &ThrowStatement<'a>) {
        self.walk_throw_statement(it);
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        self.walk_try_statement(it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.walk_new_expression(it);
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.import_expression(it);
        walk::walk_import_expression(self, it);
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        self.import_declaration(it);
    }

    fn visit_ts_import_equals_declaration(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        self.import_equals(it);
    }

    fn visit_ts_import_type(&mut self, it: &TSImportType<'a>) {
        self.import_type(it);
        if let Some(arguments) = &it.type_arguments {
            self.visit_ts_type_parameter_instantiation(arguments);
        }
    }

    fn visit_ts_external_module_declaration(&mut self, it: &TSExternalModuleDeclaration<'a>) {
        self.augmentation(it);
        walk::walk_ts_external_module_declaration(self, it);
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        self.export_from(it);
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        self.export_all(it);
    }

    fn visit_export_named_declaration(&mut self, it: &ExportNamedDeclaration<'a>) {
        self.export_named(it);
    }

    fn visit_ts_export_assignment(&mut self, it: &TSExportAssignment<'a>) {
        self.visit_expression(&it.expression);
    }
}
