//! What is known of names before the walk meets them: those of a block, and those of the file whose uses are followed.
//! Nothing here walks into values.

use oxc_ast::ast::{
    BindingIdentifier, BindingPattern, ExportDeclaration, Expression, Statement, TSImportEqualsDeclaration,
    VariableDeclarator,
};

use super::super::bindings::Bound;
use super::super::literals::{self, key_name};
use super::super::{items, values};
use super::Visitor;

/// In a file of more statements the functions that only it has are not followed.
const MOST_STATEMENTS: usize = 64;

impl<'a> Visitor<'a, '_> {
    /// Names that are known in the whole of a block before its first statement runs.
    pub(in super::super) fn hoist(&mut self, statements: &[Statement<'a>]) {
        // Imports are there before all else, wherever they stand.
        for statement in statements {
            if let Statement::ImportDeclaration(it) = statement {
                self.bind_import(it);
            }
        }
        for statement in statements {
            match statement {
                Statement::TSImportEqualsDeclaration(it) => self.bind_import_equals(it),
                Statement::ExportDeclaration(it) => self.hoist_export(it),
                Statement::VariableDeclaration(it) => {
                    let reaches = it.kind.is_var() && self.functions == 0;
                    it.declarations.iter().for_each(|it| self.hoist_declarator(it, reaches));
                }
                Statement::FunctionDeclaration(it) => {
                    it.id.iter().for_each(|id| self.bindings.declare_value(id.name));
                }
                Statement::ClassDeclaration(it) => {
                    it.id.iter().for_each(|id| self.declare_class(id));
                }
                Statement::TSInterfaceDeclaration(it) => self.bindings.hide_type(it.id.name),
                Statement::TSTypeAliasDeclaration(it) => self.bindings.hide_type(it.id.name),
                Statement::TSEnumDeclaration(it) => self.declare_class(&it.id),
                _ => {}
            }
        }
        self.hoist_assigned(statements);
    }

    /// What the file declares and exports, here or elsewhere, and what may be a component of its own: their uses are
    /// followed too.
    pub(super) fn own_exports(&mut self, statements: &[Statement<'a>]) {
        use oxc_ast::ast::Declaration;
        // Of a few functions it is told what others do by them.
        let is_small = statements.len() <= MOST_STATEMENTS;
        for statement in statements {
            match statement {
                Statement::ExportDeclaration(it) => match &it.declaration {
                    Declaration::VariableDeclaration(it) => {
                        let names = it.declarations.iter().filter_map(|it| it.id.get_binding_identifier());
                        names.for_each(|id| self.bindings.own(id.name));
                    }
                    Declaration::FunctionDeclaration(it) => {
                        it.id.iter().for_each(|id| self.bindings.own(id.name));
                    }
                    Declaration::ClassDeclaration(it) => {
                        it.id.iter().for_each(|id| self.bindings.own(id.name));
                    }
                    Declaration::TSTypeAliasDeclaration(it) => self.bindings.own(it.id.name),
                    Declaration::TSInterfaceDeclaration(it) => self.bindings.own(it.id.name),
                    Declaration::TSEnumDeclaration(it) => self.bindings.own(it.id.name),
                    _ => {}
                },
                Statement::VariableDeclaration(it) => {
                    for it in &it.declarations {
                        // A component may be made by a call: `lazy(() => import('./a'))`.
                        let runs = it.init.as_ref().is_some_and(|it| match it {
                            Expression::CallExpression(it) => !is_context(&it.callee),
                            it => it.is_function() || matches!(it, Expression::TaggedTemplateExpression(_)),
                        });
                        let lists = it.init.as_ref().and_then(items::in_value).is_some();
                        let is_own = |name: &str| {
                            self.exported.contains(name) || lists || runs && (is_small || is_component(name))
                        };
                        if let Some(id) = it.id.get_binding_identifier().filter(|id| is_own(&id.name)) {
                            self.bindings.own(id.name);
                        }
                    }
                    // What may get another value is no part of a module for good.
                    if it.kind.is_const() {
                        it.declarations.iter().for_each(|it| self.bind_parts(it));
                    }
                }
                Statement::FunctionDeclaration(it) => {
                    let is_own = |name: &str| is_small || self.exported.contains(name) || is_component(name);
                    for id in it.id.iter().filter(|id| is_own(&id.name)) {
                        self.bindings.own(id.name);
                    }
                }
                Statement::ClassDeclaration(it) => {
                    let base = it.heritage.as_ref().and_then(|it| values::path(&it.expression));
                    let is_shown = base.is_some_and(|base| base.ends_with("Component"));
                    let is_own = |name: &str| self.exported.contains(name) || is_shown && is_component(name);
                    for id in it.id.iter().filter(|id| is_own(&id.name)) {
                        self.bindings.own(id.name);
                    }
                }
                _ => {}
            }
        }
    }

    /// What is taken of a module, and not handed on: `const { a } = module`.
    fn bind_parts(&mut self, it: &VariableDeclarator<'a>) {
        let (BindingPattern::ObjectPattern(pattern), Some(Expression::Identifier(module))) =
            (&it.id, &it.init)
        else {
            return;
        };
        for property in &pattern.properties {
            if let (Some(member), Some(id)) =
                (key_name(&property.key), property.value.get_binding_identifier())
                && !self.exported.contains(id.name.as_str())
            {
                self.bindings.bind_part(id.name, module.name, member);
            }
        }
    }

    fn hoist_export(&mut self, it: &ExportDeclaration<'a>) {
        use oxc_ast::ast::Declaration;
        match &it.declaration {
            Declaration::TSImportEqualsDeclaration(it) => self.bind_import_equals(it),
            Declaration::VariableDeclaration(it) => {
                it.declarations.iter().for_each(|declarator| self.hoist_declarator(declarator, false));
            }
            Declaration::FunctionDeclaration(it) => {
                it.id.iter().for_each(|id| self.bindings.declare_value(id.name));
            }
            Declaration::ClassDeclaration(it) => {
                it.id.iter().for_each(|id| self.declare_class(id));
            }
            Declaration::TSInterfaceDeclaration(it) => self.bindings.hide_type(it.id.name),
            Declaration::TSTypeAliasDeclaration(it) => self.bindings.hide_type(it.id.name),
            Declaration::TSEnumDeclaration(it) => self.declare_class(&it.id),
            _ => {}
        }
    }

    /// `reaches`: what a block declares is known in the whole file.
    fn hoist_declarator(&mut self, it: &VariableDeclarator<'a>, reaches: bool) {
        if let Some(value) = it.init.as_ref().and_then(literals::declared_module) {
            for (name, bound) in literals::taken_names(&it.id, value.member).1 {
                self.bindings.bind(name, bound);
                if reaches {
                    self.bindings.bind_in_file(name, bound);
                }
            }
        } else if let BindingPattern::BindingIdentifier(id) = &it.id {
            self.bindings.declare_value(id.name);
        }
    }

    /// A class is a value and a type, and so is an enumeration.
    fn declare_class(&mut self, id: &BindingIdentifier<'a>) {
        self.bindings.hide(id.name);
        self.bindings.declare_value(id.name);
    }

    fn bind_import_equals(&mut self, it: &TSImportEqualsDeclaration<'a>) {
        if it.module_reference.is_external() {
            self.bindings.bind(it.id.name, Bound::Whole);
        } else {
            self.bindings.hide(it.id.name);
        }
    }
}

/// Whether it makes a context: `createContext`, `React.createContext`.
fn is_context(callee: &Expression) -> bool {
    values::path(callee).is_some_and(|it| it.rsplit('.').next() == Some("createContext"))
}

/// Whether markup may show what is called so, or it is a hook.
fn is_component(name: &str) -> bool {
    let is_hook =
        || name.strip_prefix("use").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    is_hook()
        || name.starts_with(|c: char| c.is_ascii_uppercase())
            && name.bytes().any(|byte| byte.is_ascii_lowercase())
}
