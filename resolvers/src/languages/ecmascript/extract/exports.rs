//! Exports of ECMAScript modules, and the statements of the top level that carry them.
//!
//! Which name stands for what outside the file; what a declaration is like is written in `symbols`.

use oxc_ast::ast::{
    AssignmentTarget, BindingPattern, Declaration, ExportAllDeclaration, ExportDefaultDeclaration,
    ExportDefaultDeclarationKind, ExportFromDeclaration, ExportNamedDeclaration, Expression,
    ModuleExportName, ObjectExpression, ObjectPropertyKind, Statement, TSExportAssignment,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use super::imports::mode;
use super::literals::{binding_name, export_name};
use super::symbols::Place;
use super::values;
use super::visit::{Visitor, span};
use crate::facts::{BindingName, Export, ExportSource, ImportKind, ImportSyntax, ImportedName, SymbolKind};

/// Of so many functions that an exported object holds it may be told what they do.
const MOST_STOOD_FOR: usize = 8;

fn name_of<'a>(value: &Expression<'a>) -> Option<&'a str> {
    match value.get_inner_expression() {
        Expression::Identifier(name) => Some(name.name.as_str()),
        _ => None,
    }
}

impl<'a> Visitor<'a, '_> {
    pub(super) fn export(&mut self, name: &str, source: ExportSource, type_only: bool, at: oxc_span::Span) {
        self.facts.exports.push(Export { name: name.to_owned(), source, type_only, span: span(at) });
    }

    /// Local names that are exported elsewhere than where they are declared.
    pub(super) fn survey_exports(&mut self, statements: &[Statement<'a>]) {
        self.is_script = !statements.iter().any(exports);
        for statement in statements {
            match statement {
                Statement::ExportNamedDeclaration(it) => {
                    self.exported.extend(it.specifiers.iter().map(|it| export_name(&it.local)));
                }
                Statement::ExportDefaultDeclaration(it) => match &it.declaration {
                    ExportDefaultDeclarationKind::Identifier(name) => {
                        self.exported.insert(name.name.as_str());
                    }
                    it => it.as_expression().into_iter().for_each(|it| self.survey_value(it)),
                },
                Statement::ExportDeclaration(it) => {
                    if let Declaration::VariableDeclaration(it) = &it.declaration {
                        let values = it.declarations.iter().filter_map(|it| it.init.as_ref());
                        values.for_each(|it| self.survey_value(it));
                    }
                }
                Statement::TSExportAssignment(it) => {
                    if let Expression::Identifier(name) = &it.expression {
                        self.exported.insert(name.name.as_str());
                    }
                }
                Statement::ExpressionStatement(it) if !self.facts.header.is_module => {
                    self.survey_commonjs(&it.expression);
                }
                Statement::VariableDeclaration(it) if !self.facts.header.is_module => {
                    self.survey_declared(it);
                }
                _ => {}
            }
        }
        let declared = statements.iter().filter_map(|it| match it {
            Statement::VariableDeclaration(it) => Some(&it.declarations),
            _ => None,
        });
        for it in declared.flatten() {
            let is_exported = matches!(&it.id, BindingPattern::BindingIdentifier(id) if self.exported.contains(id.name.as_str()));
            match it.init.as_ref().filter(|_| is_exported) {
                Some(Expression::ObjectExpression(held)) => self.survey_object(held),
                Some(Expression::CallExpression(call)) => self.stood_for.extend(name_of(&call.callee)),
                _ => {}
            }
        }
    }

    /// What an exported object holds that the file declares, where that is little.
    fn survey_object(&mut self, it: &ObjectExpression<'a>) {
        if it.properties.len() > MOST_STOOD_FOR {
            return;
        }
        let names = it.properties.iter().filter_map(|it| match it {
            ObjectPropertyKind::ObjectProperty(it) => match &it.value {
                Expression::Identifier(name) => Some(name.name.as_str()),
                _ => None,
            },
            ObjectPropertyKind::SpreadProperty(_) => None,
        });
        self.stood_for.extend(names);
    }

    /// Whom an exported value stands for: `inner` of `inner as Typed`, of `wrap(inner)`, of `connect(map)(inner)`, of `{ inner }`;
    /// what makes it says what it is as well.
    fn survey_value(&mut self, value: &Expression<'a>) {
        match values::without_casts(value) {
            Expression::Identifier(name) => {
                self.stood_for.insert(name.name.as_str());
            }
            Expression::CallExpression(call) => {
                let names = call.arguments.iter().filter_map(|it| name_of(it.as_expression()?));
                self.stood_for.extend(names.chain(name_of(&call.callee)));
            }
            Expression::ObjectExpression(it) => self.survey_object(it),
            _ => {}
        }
    }

    /// A statement of the file or of a listed namespace. `implicit`: declarations are exported without saying so.
    pub(super) fn top_level(&mut self, statement: &Statement<'a>, container: Option<u32>, implicit: bool) {
        match statement {
            Statement::ExportDeclaration(it) => {
                self.declaration(&it.declaration, Place::new(it.span, true, container));
            }
            Statement::ExportDefaultDeclaration(it) => self.export_default(it, container),
            Statement::TSExportAssignment(it) => self.export_assignment(it, container),
            Statement::ExpressionStatement(it) if container.is_none() && !self.facts.header.is_module => {
                self.commonjs(&it.expression);
                self.of_body(&it.expression);
                self.visit_statement(statement);
            }
            Statement::ExpressionStatement(it) if container.is_none() => {
                self.of_body(&it.expression);
                self.visit_statement(statement);
            }
            Statement::VariableDeclaration(it) if container.is_none() && !self.facts.header.is_module => {
                self.commonjs_declared(it);
                self.declaration_of(statement, None, implicit);
            }
            other => {
                if container.is_none() {
                    self.calls_within(std::slice::from_ref(other));
                }
                self.declaration_of(other, container, implicit);
            }
        }
    }

    /// What statements call that run with the file, if not each time.
    fn calls_within(&mut self, statements: &[Statement<'a>]) {
        let mut said: Vec<&Expression> = Vec::new();
        super::deeds::all_within(statements, &mut |it| {
            if let Statement::ExpressionStatement(it) = it {
                said.push(&it.expression);
            }
        });
        said.sort_by_key(|it| it.span().start);
        for called in said.into_iter().filter_map(|it| super::deeds::called(it, self.source)) {
            self.facts.call_of_body(called);
        }
    }

    /// What a statement of the file itself sets or calls.
    fn of_body(&mut self, expression: &Expression<'a>) {
        self.assigned(expression);
        super::stories::assigned(expression, &mut self.facts);
        super::filled::assigned(expression, &mut self.facts);
        super::wrapped::read(expression, &mut self.facts);
        super::constructed::read(expression, &mut self.facts);
        if let Some(function) = super::deeds::only_run(expression) {
            self.calls_then(function);
        } else if let Some(called) = super::deeds::called(expression, self.source) {
            self.facts.call_of_body(called);
            for then in super::deeds::continuations(expression) {
                self.calls_then(then);
            }
        } else if let Some(statements) = super::deeds::run_at_once(expression) {
            self.calls_within(statements);
        }
    }

    /// What a function calls that runs when something is there.
    fn calls_then(&mut self, function: &Expression<'a>) {
        if let Some(statements) = super::deeds::statements_of(function) {
            self.calls_within(statements);
        } else if let Expression::ArrowFunctionExpression(it) = function.get_inner_expression()
            && let Some(called) = it.body.as_expression().and_then(|it| super::deeds::called(it, self.source))
        {
            self.facts.call_of_body(called);
        }
    }

    fn declaration_of(&mut self, statement: &Statement<'a>, container: Option<u32>, implicit: bool) {
        match statement.as_declaration() {
            Some(Declaration::TSGlobalDeclaration(_)) | None => self.visit_statement(statement),
            Some(declaration) => {
                let at = statement.span();
                self.declaration(declaration, Place::new(at, implicit, container));
            }
        }
    }

    fn export_default(&mut self, it: &ExportDefaultDeclaration<'a>, container: Option<u32>) {
        use ExportDefaultDeclarationKind as Kind;
        let place = Place { default: true, ..Place::new(it.span, true, container) };
        match &it.declaration {
            Kind::FunctionDeclaration(it) => self.function(it, place),
            Kind::ClassDeclaration(it) => self.class(it, place),
            Kind::TSInterfaceDeclaration(it) => self.interface(it, place),
            Kind::Identifier(name) => {
                self.use_name(name.name, None);
                self.export_local("default", name.name.as_str(), it.span, container);
            }
            other => {
                if let Some(value) = other.as_expression() {
                    self.export_value("default", value, place);
                }
            }
        }
    }

    fn export_assignment(&mut self, it: &TSExportAssignment<'a>, container: Option<u32>) {
        if let Expression::Identifier(name) = &it.expression {
            self.use_name(name.name, None);
            self.export_local("default", name.name.as_str(), it.span, container);
        } else {
            let place = Place { default: true, ..Place::new(it.span, true, container) };
            self.export_value("default", &it.expression, place);
        }
    }

    fn export_local(&mut self, name: &str, local: &str, at: oxc_span::Span, container: Option<u32>) {
        if container.is_none() {
            self.export(name, ExportSource::Local(local.to_owned()), false, at);
        }
    }

    /// An exported value without a name of its own is declared under the name it is exported by.
    pub(super) fn export_value(&mut self, name: &str, value: &Expression<'a>, place: Place) {
        let kind = super::symbols::kind_of_value(Some(value));
        let signature = self.value_signature(value);
        let symbol = self.declare(name, kind, signature, place);
        super::descriptors::list(name, value, &mut self.facts);
        self.does(symbol, |source| super::deeds::of_value(value, source));
        match value {
            Expression::ClassExpression(it) if kind == SymbolKind::Class => {
                self.inside(symbol, |visitor| visitor.class_parts(it, Some(symbol)));
            }
            value => self.inside(symbol, |visitor| visitor.visit_expression(value)),
        }
    }

    pub(super) fn export_named(&mut self, it: &ExportNamedDeclaration<'a>) {
        for specifier in &it.specifiers {
            if let ModuleExportName::IdentifierReference(local) = &specifier.local {
                self.use_name(local.name, None);
            }
            if self.bindings.at_top() {
                let type_only = it.export_kind.is_type() || specifier.export_kind.is_type();
                let source = ExportSource::Local(export_name(&specifier.local).to_owned());
                self.export(export_name(&specifier.exported), source, type_only, specifier.span);
            }
        }
    }

    pub(super) fn export_from(&mut self, it: &ExportFromDeclaration<'a>) {
        let whole = it.export_kind.is_type();
        let mut names = Vec::with_capacity(it.specifiers.len());
        for specifier in &it.specifiers {
            let name = binding_name(export_name(&specifier.local));
            let type_only = specifier.export_kind.is_type();
            names.push(ImportedName { name: name.clone(), local: None, type_only });
            if self.bindings.at_top() {
                let source = ExportSource::ReExport { specifier: it.source.value.as_str().to_owned(), name };
                self.export(export_name(&specifier.exported), source, whole || type_only, specifier.span);
            }
        }
        let all_types = whole || (!names.is_empty() && names.iter().all(|name| name.type_only));
        let kind = if all_types { ImportKind::Type } else { ImportKind::Runtime };
        self.import(&it.source.value, (ImportSyntax::ReExport, kind), names, it.span);
        self.with_mode(it.with_clause.as_deref().filter(|_| it.export_kind.is_type()).and_then(mode));
    }

    pub(super) fn export_all(&mut self, it: &ExportAllDeclaration<'a>) {
        let type_only = it.export_kind.is_type();
        let kind = if type_only { ImportKind::Type } else { ImportKind::Runtime };
        let names = vec![ImportedName { name: BindingName::Namespace, local: None, type_only: false }];
        let specifier = it.source.value.as_str().to_owned();
        self.import(&specifier, (ImportSyntax::ReExport, kind), names, it.span);
        self.with_mode(it.with_clause.as_deref().filter(|_| it.export_kind.is_type()).and_then(mode));
        if self.bindings.at_top() {
            match &it.exported {
                Some(name) => {
                    let source = ExportSource::ReExport { specifier, name: BindingName::Namespace };
                    self.export(export_name(name), source, type_only, it.span);
                }
                None => self.export("*", ExportSource::Star { specifier }, type_only, it.span),
            }
        }
    }

    /// The statements of a listed namespace: its exported declarations are its members.
    pub(super) fn namespace_body(&mut self, statements: &[Statement<'a>], container: u32, ambient: bool) {
        self.bindings.enter();
        self.hoist(statements);
        let implicit = ambient && super::visit::is_export_context(statements);
        for statement in statements {
            let exported = implicit
                || matches!(statement, Statement::ExportDeclaration(_))
                || matches!(
                    statement,
                    Statement::ExportDefaultDeclaration(_) | Statement::TSExportAssignment(_)
                );
            if exported {
                self.top_level(statement, Some(container), implicit);
            } else {
                walk::walk_statement(self, statement);
            }
        }
        self.bindings.leave();
    }
}

/// Whether a statement gives others something, as a module or by CommonJS.
fn exports(statement: &Statement) -> bool {
    match statement {
        Statement::ExpressionStatement(it) => match &it.expression {
            Expression::AssignmentExpression(it) => {
                let target = match &it.left {
                    AssignmentTarget::StaticMemberExpression(it) => super::values::path_of(it),
                    _ => None,
                };
                target.is_some_and(|it| it.starts_with("exports.") || it.starts_with("module.exports"))
            }
            _ => false,
        },
        it => it.is_module_declaration() && !matches!(it, Statement::ImportDeclaration(_)),
    }
}
