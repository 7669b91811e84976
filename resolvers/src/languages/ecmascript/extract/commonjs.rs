//! Exports of CommonJS modules: assignments to `exports` and `module.exports` at the top level of a script.
//!
//! What is assigned inside functions and branches is left alone: it may never run.

use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, CallExpression, Expression, ObjectExpression, ObjectProperty,
    ObjectPropertyKind, Program, PropertyKind, Statement, VariableDeclaration, VariableDeclarator,
};

use oxc_span::GetSpan;
use rustc_hash::{FxHashMap, FxHashSet};

use super::comments;
use super::literals::{ModuleValue, argument, binding_name, key_name, literal, module_value};
use super::symbols::Place;
use super::visit::Visitor;
use crate::facts::{BindingName, ExportSource, FileFacts, SymbolKind};

/// A longer name is no place that can be told.
const LONGEST_PATH: usize = 60;

/// A file that declares more is a bundle: what it sets globally is not looked for.
const MOST_BESIDE: usize = 500;

/// What an assignment exports.
enum Exported<'b, 'a> {
    /// `module.exports = value`
    Module(&'b Expression<'a>),
    /// `exports.name = value`
    Name(&'a str, &'b Expression<'a>),
}

/// Has what the file declares say what stands above the statement that exports it under its own name, or directly above
/// itself: `/** Parses a day. */ exports.parse = parse; function parse() {}`. What stands above several exports is about
/// all of them.
pub(super) fn lend_docs(program: &Program, facts: &mut FileFacts) {
    let lent: FxHashMap<&str, String> =
        program.body.iter().enumerate().rev().filter_map(|it| lent(program, it)).collect();
    if lent.is_empty() {
        return;
    }
    let mut seen = FxHashSet::default();
    for symbol in facts.symbols.iter_mut().filter(|it| it.container.is_none()) {
        if let Some((name, doc)) = lent.get_key_value(symbol.name.as_str())
            && seen.insert(*name)
            && symbol.doc.is_none()
        {
            symbol.doc = Some(doc.clone());
        }
    }
}

/// What a statement that exports says of what the file declares, and the name of that.
fn lent<'a>(program: &Program<'a>, (at, statement): (usize, &Statement<'a>)) -> Option<(&'a str, String)> {
    let (name, local) = handed_on(statement)?;
    let next = program.body.get(at + 1);
    let is_next = match next {
        Some(Statement::FunctionDeclaration(it)) => it.id.as_ref().is_some_and(|id| id.name == local),
        _ => false,
    };
    let is_group = next.is_some_and(|next| {
        let between = &program.source_text[statement.span().end as usize..next.span().start as usize];
        handed_on(next).is_some() && between.trim_matches([';', ' ', '\t', '\r']) == "\n"
    });
    if is_group || name != local && !is_next {
        return None;
    }
    let start = statement.span().start;
    let doc = comments::doc_before(program.source_text, &program.comments, start, local)?;
    // `Expose the parser` speaks of the statement.
    let lower = doc.to_lowercase();
    let is_of_statement =
        ["expose ", "export ", "exports the ", "exports this ", "module exports", "public api", "these "]
            .iter()
            .any(|start| lower.starts_with(start));
    (!is_of_statement).then_some((local, doc))
}

/// The name under which a statement exports what it does not declare, and that.
fn handed_on<'a>(statement: &Statement<'a>) -> Option<(&'a str, &'a str)> {
    let Statement::ExpressionStatement(it) = statement else { return None };
    match exported(&it.expression)?.0 {
        Exported::Module(value) => Some(("default", identifier(value)?)),
        Exported::Name(name, value) => Some((name, identifier(value)?)),
    }
}

impl<'a> Visitor<'a, '_> {
    /// Local names that `expression` exports.
    pub(super) fn survey_commonjs(&mut self, expression: &Expression<'a>) {
        let Some((exported, _)) = exported(expression) else { return };
        match exported {
            Exported::Module(Expression::ObjectExpression(it)) => {
                let values = it.properties.iter().filter_map(|property| match property {
                    ObjectPropertyKind::ObjectProperty(it) => Some(&it.value),
                    ObjectPropertyKind::SpreadProperty(_) => None,
                });
                self.exported.extend(values.filter_map(identifier));
            }
            Exported::Module(value) | Exported::Name(_, value) => self.exported.extend(identifier(value)),
        }
    }

    /// The names that `var app = module.exports = …` exports.
    pub(super) fn survey_declared(&mut self, it: &VariableDeclaration<'a>) {
        self.exported.extend(it.declarations.iter().filter_map(declared_export));
    }

    /// Records what a declaration exports beside what it declares.
    pub(super) fn commonjs_declared(&mut self, it: &VariableDeclaration<'a>) {
        for declarator in &it.declarations {
            if let Some(name) = declared_export(declarator) {
                self.export("default", ExportSource::Local(name.to_owned()), false, declarator.span);
            }
        }
    }

    /// Records what a statement of the top level exports; the caller visits it.
    pub(super) fn commonjs(&mut self, expression: &Expression<'a>) {
        if let Expression::CallExpression(it) = expression {
            self.defined_export(it);
        } else if let Some((exported, at)) = exported(expression) {
            match exported {
                Exported::Module(Expression::ObjectExpression(it)) => self.exported_object(it),
                Exported::Module(value) => match module_value(value) {
                    Some(ModuleValue { specifier, member: None, .. }) => {
                        self.export("*", ExportSource::Star { specifier: specifier.to_owned() }, false, at);
                    }
                    _ => self.exported_value("default", value, at),
                },
                Exported::Name(name, value) => self.exported_value(name, value, at),
            }
        }
    }

    fn exported_object(&mut self, it: &ObjectExpression<'a>) {
        for property in &it.properties {
            match property {
                ObjectPropertyKind::ObjectProperty(it) => self.exported_property(it),
                ObjectPropertyKind::SpreadProperty(it) => {
                    if let Some(ModuleValue { specifier, member: None, .. }) = module_value(&it.argument) {
                        let specifier = specifier.to_owned();
                        self.export("*", ExportSource::Star { specifier }, false, it.span);
                    }
                }
            }
        }
    }

    fn exported_property(&mut self, it: &ObjectProperty<'a>) {
        let Some(name) = key_name(&it.key) else { return };
        let listed = self.facts.symbols.len();
        self.exported_value(name, &it.value, it.span);
        let word = match it.kind {
            PropertyKind::Init => return,
            PropertyKind::Get => "get ",
            PropertyKind::Set => "set ",
        };
        if let Some(head) = self.facts.symbols.get_mut(listed).and_then(|it| it.signature.as_mut()) {
            head.insert_str(0, word);
        }
    }

    /// A local name, a member of a module, or a value that is declared by being exported.
    fn exported_value(&mut self, name: &str, value: &Expression<'a>, at: oxc_span::Span) {
        if name == "__esModule" || is_void(value) {
            return;
        }
        let source = if let Some(local) = identifier(value) {
            ExportSource::Local(local.to_owned())
        } else if let Some(module) = module_value(value) {
            ExportSource::ReExport {
                specifier: module.specifier.to_owned(),
                name: module.member.map_or(BindingName::Namespace, binding_name),
            }
        } else {
            let name = own_name(value).unwrap_or(name);
            self.declare_value(name, value, at);
            ExportSource::Local(name.to_owned())
        };
        self.export(name, source, false, at);
    }

    fn declare_value(&mut self, name: &str, value: &Expression<'a>, at: oxc_span::Span) {
        let kind = super::symbols::kind_of_value(Some(value));
        // A method's function starts at its parameters.
        let signature = self.value_signature(value).map(|head| match value {
            Expression::FunctionExpression(_) if head.starts_with('(') => format!("{name}{head}"),
            _ => head,
        });
        let symbol = self.push_symbol(name, kind, signature, Place::new(at, true, None));
        self.does(symbol, |source| super::deeds::of_value(value, source));
        self.listed.push((value.span().start, symbol));
    }

    /// `app.use = function …`: what it does stands in it and not in the body of the file.
    pub(super) fn assigned(&mut self, expression: &Expression<'a>) {
        let Expression::AssignmentExpression(it) = expression else { return };
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = &it.left {
            self.assigned_globally(&name.name, it);
        }
        let AssignmentTarget::StaticMemberExpression(target) = &it.left else { return };
        let kind = super::symbols::kind_of_value(Some(&it.right));
        if kind == SymbolKind::Variable
            || is_exports_object(&target.object)
            || target.object.is_specific_id("module")
        {
            return;
        }
        let start = it.right.get_inner_expression().span().start;
        let member = super::values::path_of(target).filter(|path| path.len() <= LONGEST_PATH);
        if let Some(name) = member.filter(|_| self.listed.last().is_none_or(|(last, _)| *last < start)) {
            let signature = self.value_signature(&it.right);
            let symbol = self.push_symbol(&name, kind, signature, Place::new(it.span, false, None));
            self.listed.push((start, symbol));
        }
    }

    /// `check = function …` of a name that nobody declares: the whole program knows it.
    fn assigned_globally(&mut self, name: &str, it: &AssignmentExpression<'a>) {
        let is_full = self.facts.symbols.len() > MOST_BESIDE;
        if is_full || !it.right.is_function() || self.facts.header.is_module {
            return;
        }
        let is_known = self.facts.symbols.iter().any(|it| it.container.is_none() && it.name == name);
        let start = it.right.get_inner_expression().span().start;
        let is_inside = self.listed.last().is_some_and(|(last, _)| *last >= start);
        if is_known || is_inside {
            return;
        }
        let signature = self.value_signature(&it.right);
        let kind = super::symbols::kind_of_value(Some(&it.right));
        let symbol = self.push_symbol(name, kind, signature, Place::new(it.span, false, None));
        self.does(symbol, |source| super::deeds::of_value(&it.right, source));
        self.listed.push((start, symbol));
    }

    /// `Object.defineProperty(exports, 'name', …)`, `__exportStar(require('x'), exports)`
    fn defined_export(&mut self, it: &CallExpression<'a>) {
        let is_exports = |at: usize| argument(it, at).is_some_and(is_exports_object);
        match &it.callee {
            Expression::StaticMemberExpression(callee)
                if callee.property.name == "defineProperty" && is_exports(0) =>
            {
                let name = argument(it, 1).and_then(literal).filter(|name| *name != "__esModule");
                if let Some(name) = name {
                    self.export(name, ExportSource::Local(name.to_owned()), false, it.span);
                }
            }
            Expression::Identifier(callee) if callee.name.starts_with("__export") && is_exports(1) => {
                if let Some(module) = argument(it, 0).and_then(module_value) {
                    let specifier = module.specifier.to_owned();
                    self.export("*", ExportSource::Star { specifier }, false, it.span);
                }
            }
            _ => {}
        }
    }
}

/// The export that `expression` makes: the innermost value of a chain of assignments.
fn exported<'b, 'a>(expression: &'b Expression<'a>) -> Option<(Exported<'b, 'a>, oxc_span::Span)> {
    let Expression::AssignmentExpression(it) = expression else { return None };
    let mut value = &it.right;
    while let Expression::AssignmentExpression(inner) = value {
        value = &inner.right;
    }
    let AssignmentTarget::StaticMemberExpression(target) = &it.left else { return None };
    let name = target.property.name.as_str();
    if target.object.is_specific_id("module") && name == "exports" {
        return Some((Exported::Module(value), it.span));
    }
    is_exports_object(&target.object).then_some((Exported::Name(name, value), it.span))
}

/// `app` of `app = exports = module.exports = …`
fn declared_export<'a>(it: &VariableDeclarator<'a>) -> Option<&'a str> {
    let mut value = it.init.as_ref()?;
    let mut is_exported = false;
    while let Expression::AssignmentExpression(inner) = value {
        is_exported |= matches!(&inner.left, AssignmentTarget::StaticMemberExpression(it)
            if it.object.is_specific_id("module") && it.property.name == "exports");
        value = &inner.right;
    }
    // What is a name or a module already is exported as that.
    let own = identifier(value).is_none() && module_value(value).is_none();
    it.id.get_binding_identifier().filter(|_| is_exported && own).map(|id| id.name.as_str())
}

/// `exports` or `module.exports`
fn is_exports_object(expression: &Expression) -> bool {
    match expression {
        Expression::Identifier(it) => it.name == "exports",
        Expression::StaticMemberExpression(it) => {
            it.object.is_specific_id("module") && it.property.name == "exports"
        }
        _ => false,
    }
}

fn identifier<'a>(expression: &Expression<'a>) -> Option<&'a str> {
    match expression {
        Expression::Identifier(it) => Some(it.name.as_str()),
        _ => None,
    }
}

/// The name of a function or class expression.
fn own_name<'a>(value: &Expression<'a>) -> Option<&'a str> {
    match value {
        Expression::FunctionExpression(it) => it.id.as_ref().map(|id| id.name.as_str()),
        Expression::ClassExpression(it) => it.id.as_ref().map(|id| id.name.as_str()),
        _ => None,
    }
}

/// `void 0`, with which compilers announce a name.
fn is_void(value: &Expression) -> bool {
    matches!(value, Expression::UnaryExpression(it) if it.operator == oxc_syntax::operator::UnaryOperator::Void)
}
