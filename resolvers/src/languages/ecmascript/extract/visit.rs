//! The one walk over the syntax tree.
//!
//! Says for each node which part of the facts it concerns; the parts themselves are written in `imports`,
//! `exports`, `commonjs`, `symbols`, `members` and `injections`. Scopes are opened and closed here and nowhere else.

use std::borrow::Cow;
use std::cell::Cell;

use oxc_allocator::Vec as ArenaVec;
use oxc_ast::ast::{
    Argument, ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, BinaryExpression,
    BindingIdentifier, BindingPattern, BlockStatement, CallExpression, Comment, DoWhileStatement,
    ExportAllDeclaration, ExportDeclaration, ExportFromDeclaration, ExportNamedDeclaration, Expression,
    ExpressionStatement, ForInStatement, ForOfStatement, ForStatement, FormalParameters, Function, Ident,
    IdentifierReference, IfStatement, ImportDeclaration, ImportExpression, JSXAttribute, JSXChild,
    JSXElement, JSXElementName, JSXExpressionContainer, JSXFragment, JSXMemberExpression,
    JSXMemberExpressionObject, JSXOpeningElement, NewExpression, ObjectExpression, ObjectProperty, Program,
    ReturnStatement, Statement, StaticBlock, StaticMemberExpression, SwitchStatement, TSClassImplements,
    TSExportAssignment, TSExternalModuleDeclaration, TSImportEqualsDeclaration, TSImportType,
    TSInterfaceHeritage, TSNamespaceDeclaration, TSQualifiedName, TSType, TSTypeName, TSTypeQuery,
    TaggedTemplateExpression, TemplateLiteral, ThrowStatement, TryStatement, VariableDeclaration,
    VariableDeclarator, WhileStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::addresses::Addresses;
use super::bindings::{Bindings, Bound};
use super::contexts::Contexts;
use super::literals::{argument, key_name};
use super::loader::{self, Given};
use super::translators::Translators;
use super::{
    Mode, answers, browser, cases, comments, deeds, injections, items, literals, markup, nesting, notices,
    props, redirects, refusals, requests, roles, routes, rows, sides, steps, tables, titled, titles, values,
};
use crate::facts::{FileFacts, ImportedName, Shown, ShownSort, Span, TitleSort};
use crate::{graphql, marker, sql};

/// The state of the walk.
#[expect(clippy::struct_excessive_bools, reason = "each is where the walk is, side by side")]
pub(super) struct Visitor<'a, 's> {
    pub(super) source: &'a str,
    pub(super) comments: &'s [Comment],
    pub(super) mode: Mode,
    pub(super) facts: FileFacts,
    pub(super) bindings: Bindings<'a>,
    /// What each element of JSX is a call of, where a comment says so: a name, and a member of it.
    factory: Option<(Ident<'a>, Option<&'a str>)>,
    /// What each fragment has beside that.
    fragment: Option<(Ident<'a>, Option<&'a str>)>,
    /// Local names that some statement of the top level exports.
    pub(super) exported: FxHashSet<&'a str>,
    /// The file gives others nothing.
    pub(super) is_script: bool,
    /// How many bodies are told in short.
    pub(super) sketches: u32,
    /// The innermost listed declaration around the current node.
    pub(super) symbol: Option<u32>,
    /// The innermost title around the current node.
    pub(super) title: Option<u32>,
    /// The innermost suite around the current node.
    pub(super) suite: Option<u32>,
    /// Where the call stands that the statement around the current node is.
    statement: Option<oxc_span::Span>,
    /// How many functions are around the innermost listed declaration.
    functions_around: u32,
    /// How many statements around the current node catch what is thrown there.
    catching: u32,
    /// How many clauses around the current node say what is done where something was thrown.
    handling: u32,
    /// The declaration that sets a status which may say that something went wrong.
    wrong: Option<u32>,
    /// How many conditions, cases and loops the current node stands behind.
    branches: u32,
    /// Whether the function may have given something before.
    may_have_left: bool,
    /// Where the name stands of a function that has the name of an imported type.
    own_name: Option<u32>,
    /// Whether it is in the function that the declaration gives.
    given_deep: u32,
    /// Where something is thrown on a condition alone, and where that stands.
    guard: Option<(oxc_span::Span, oxc_span::Span)>,
    /// Where an error is thrown by its name, and what it says.
    thrown: Option<(oxc_span::Span, Cow<'a, str>)>,
    /// Contexts of React, and what may be given to them.
    pub(super) contexts: Contexts<'a>,
    pub(super) translators: Translators<'a>,
    pub(super) addresses: Addresses<'a>,
    /// What is given where a condition holds, and the condition.
    case: Option<(oxc_span::Span, oxc_span::Span)>,
    /// Elements of HTML that local names stand for: `const Tag = asChild ? Slot : 'span'`.
    tags: FxHashMap<&'a str, &'a str>,
    /// Where a module is named of which a call replaces a member: `spyOn(fs, 'readFile')`.
    spied: Option<(u32, &'a str)>,
    /// The address of the record of a table of routes that the walk is in.
    route: String,
    /// The file is one call of `define`.
    pub(super) is_one_module: bool,
    /// Names that the call which starts there takes from its module.
    pub(super) taken: Option<(u32, Vec<ImportedName>)>,
    /// Values of CommonJS exports that are listed as declarations: where they start, in order, and as which.
    pub(super) listed: Vec<(u32, u32)>,
    /// Where decorators end, each with its symbol.
    pub(super) decorated: Vec<(u32, u32)>,
    /// Where a function starts that is called with names of the module loader, and with which.
    wrapped: Option<(u32, Given)>,
    /// Parameters that AMD gives a module: where they start, and how they can be used.
    pub(super) given: FxHashMap<u32, Bound>,
    /// How many functions, and what else keeps a `var` to itself, are open around the current node.
    functions: u32,
    /// Tables by which tests are run.
    rows: rows::Tables,
    /// How many types it is in.
    pub(super) types: u32,
    /// It is in a class that is decorated.
    pub(super) in_decorated: bool,
    depth: u32,
}

/// The facts of `program`.
pub(super) fn facts(program: &Program<'_>, has_module_syntax: bool, mode: Mode) -> FileFacts {
    let mut visitor = Visitor {
        source: program.source_text,
        comments: &program.comments,
        mode,
        facts: FileFacts::default(),
        bindings: Bindings::default(),
        factory: markup::pragma(program, "@jsx"),
        fragment: markup::pragma(program, "@jsxFrag"),
        exported: FxHashSet::default(),
        is_script: false,
        sketches: 0,
        symbol: None,
        title: None,
        suite: None,
        statement: None,
        functions_around: 0,
        catching: 0,
        handling: 0,
        wrong: None,
        branches: 0,
        may_have_left: false,
        guard: None,
        thrown: None,
        given_deep: 0,
        own_name: None,
        contexts: Contexts::default(),
        translators: Translators::default(),
        addresses: Addresses::default(),
        case: None,
        tags: FxHashMap::default(),
        route: String::new(),
        spied: None,
        is_one_module: false,
        taken: None,
        listed: Vec::new(),
        decorated: Vec::new(),
        wrapped: None,
        given: FxHashMap::default(),
        functions: 0,
        rows: rows::Tables::default(),
        types: 0,
        in_decorated: false,
        depth: 0,
    };
    visitor.facts.header.is_module = has_module_syntax || program.body.iter().any(is_module_syntax);
    visitor.program(program);
    if mode.component.is_some() {
        sides::read(program, &mut visitor.facts.sides);
        titled::read(program, &mut visitor.facts);
    }
    let decorated = visitor.decorated;
    let mut facts = visitor.facts;
    visitor.bindings.close();
    facts.references = visitor.bindings.references;
    facts.own_uses = visitor.bindings.own_uses;
    facts.own_uses.sort_unstable();
    comments::read(program, mode, &mut facts);
    if marker::are_in(program.source_text.as_bytes()) {
        comments::layout(program, decorated).attach(program.source_text.as_bytes(), &mut facts);
    }
    facts.imports.sort_by_key(|import| import.span);
    injections::keep_known(&mut facts);
    facts
}

/// TypeScript's forms that make a module and that the module record does not know.
fn is_module_syntax(statement: &Statement) -> bool {
    match statement {
        Statement::TSExportAssignment(_) => true,
        Statement::TSImportEqualsDeclaration(it) => it.module_reference.is_external(),
        _ => false,
    }
}

pub(super) fn span(span: oxc_span::Span) -> Span {
    Span { start: span.start, end: span.end }
}

impl<'a> Visitor<'a, '_> {
    fn program(&mut self, program: &Program<'a>) {
        self.bindings.loader.declare(self.source, &program.body);
        self.hoist(&program.body);
        let implicit =
            self.mode.declaration && self.facts.header.is_module && is_export_context(&program.body);
        self.is_one_module = matches!(&program.body[..], [only] if is_definition(only));
        self.survey_exports(&program.body);
        self.own_exports(&program.body);
        for statement in &program.body {
            self.top_level(statement, None, implicit);
        }
        if self.is_script && self.facts.exports.is_empty() {
            let text = super::sketch::of_script(&program.body, self.source);
            let told = text.map(|text| Shown { text, sort: ShownSort::Sketch, symbol: None });
            self.facts.shown.extend(told);
        }
    }

    /// Lists the tables that `text` is about where it is SQL.
    fn query(&mut self, text: &str) {
        if let Some(symbol) = self.symbol {
            self.facts.query(text, symbol);
        }
    }

    /// `work` with `symbol` as the declaration around it.
    pub(super) fn inside(&mut self, symbol: u32, work: impl FnOnce(&mut Self)) {
        let outer = self.symbol.replace(symbol);
        let functions = std::mem::replace(&mut self.functions_around, self.functions);
        work(self);
        self.functions_around = functions;
        self.symbol = outer;
    }

    /// Names that are known in the whole of a block before its first statement runs.
    pub(super) fn hoist(&mut self, statements: &[Statement<'a>]) {
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
                _ => {}
            }
        }
    }

    /// What the file declares and exports, here or elsewhere, and what may be a component of its own: their uses are
    /// followed too.
    fn own_exports(&mut self, statements: &[Statement<'a>]) {
        use oxc_ast::ast::Declaration;
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
                        let lists = it.init.as_ref().and_then(super::items::in_value).is_some();
                        let is_own =
                            |name: &str| self.exported.contains(name) || lists || runs && is_component(name);
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
                    let is_own = |name: &str| self.exported.contains(name) || is_component(name);
                    for id in it.id.iter().filter(|id| is_own(&id.name)) {
                        self.bindings.own(id.name);
                    }
                }
                Statement::ClassDeclaration(it) => {
                    for id in it.id.iter().filter(|id| self.exported.contains(id.name.as_str())) {
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

    /// A class is a value and a type.
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

    /// An expression that may be the value of a CommonJS export.
    fn listed_value(&mut self, it: &Expression<'a>) {
        let start = it.span().start;
        let found = self.listed.binary_search_by_key(&start, |(at, _)| *at);
        match (found.map(|found| self.listed[found].1), it) {
            (Ok(symbol), Expression::ClassExpression(it)) => {
                self.list_injections(it, symbol);
                self.inside(symbol, |visitor| visitor.class_parts(it, Some(symbol)));
            }
            (Ok(symbol), _) => self.inside(symbol, |visitor| walk::walk_expression(visitor, it)),
            (Err(_), _) => walk::walk_expression(self, it),
        }
    }

    /// A function's own scope, in which its name and its parameters may hide those of the module loader.
    fn function_scope(&mut self, start: u32, name: Option<&BindingIdentifier>, params: &FormalParameters) {
        let given =
            self.wrapped.filter(|(at, _)| *at == start).map_or_else(Given::default, |(_, given)| given);
        self.bindings.loader.enter_function(name, params, given);
    }

    /// An element uses what a comment says, where one does.
    fn use_said(&mut self, said: Option<(Ident<'a>, Option<&'a str>)>) {
        if let Some((name, member)) = said {
            self.use_name(name, member);
        }
    }

    /// Lists a component that is an element; HTML's own are none.
    fn element(&mut self, name: &JSXElementName<'a>) {
        match name {
            JSXElementName::IdentifierReference(it) => markup::list(&it.name, &mut self.facts),
            JSXElementName::MemberExpression(it) => {
                markup::list(it.span.source_text(self.source), &mut self.facts);
            }
            _ => {}
        }
    }

    /// What a call is given stands under its title.
    fn titled(
        &mut self,
        callee: &Expression<'a>,
        arguments: &ArenaVec<'a, Argument<'a>>,
        title: Option<u32>,
    ) {
        let titled = title.and_then(|at| self.facts.titles.get(at as usize)).map(|it| it.sort);
        let (is_suite, is_call) = (titled == Some(TitleSort::Suite), titled == Some(TitleSort::Call));
        let suite = if is_suite { title } else { self.suite };
        // What is given to the calls before it in a chain stands under it too.
        let is_chain = is_call
            && matches!(callee, Expression::StaticMemberExpression(it) if matches!(it.object, Expression::CallExpression(_)));
        let outer = (self.title, self.suite);
        if is_chain {
            self.title = title;
        }
        self.visit_expression(callee);
        (self.title, self.suite) = (title, suite);
        self.visit_arguments(arguments);
        (self.title, self.suite) = outer;
    }

    /// Walks what stands behind a condition, a case or a loop.
    fn behind(&mut self, walk: impl FnOnce(&mut Self)) {
        self.branches += 1;
        walk(self);
        self.branches -= 1;
    }

    /// Whether nothing around the current node has a name yet.
    fn is_nameless(&self) -> bool {
        self.symbol.is_none() && self.title.is_none()
    }

    /// A call whose callbacks get names of the module loader.
    fn call_wrapped(&mut self, it: &CallExpression<'a>, given: Given) {
        self.visit_expression(&it.callee);
        for argument in &it.arguments {
            self.wrapped = argument.as_expression().and_then(loader::function).map(|(at, _)| (at, given));
            self.visit_argument(argument);
        }
    }
}

/// A declaration file without `export {…}` and `export =` exports all that it declares.
pub(super) fn is_export_context(statements: &[Statement]) -> bool {
    !statements.iter().any(|statement| {
        matches!(
            statement,
            Statement::ExportNamedDeclaration(_)
                | Statement::ExportFromDeclaration(_)
                | Statement::ExportAllDeclaration(_)
                | Statement::TSExportAssignment(_)
                | Statement::ExportDefaultDeclaration(_)
        )
    })
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
        let is_graphql =
            values::path(&it.tag).is_some_and(|it| matches!(it.rsplit('.').next(), Some("gql" | "graphql")));
        if let (true, Some(symbol), Some(first)) = (is_graphql, self.symbol, it.quasi.quasis.first())
            && let Some(operation) = graphql::operation(&first.value.raw)
        {
            markup::show(&operation, ShownSort::Operation, Some(symbol), &mut self.facts);
        }
        walk::walk_tagged_template_expression(self, it);
    }

    fn visit_template_literal(&mut self, it: &TemplateLiteral<'a>) {
        if it.quasis.first().is_some_and(|it| sql::begins(&it.value.raw)) {
            let quasis: Vec<&str> = it.quasis.iter().map(|it| it.value.raw.as_str()).collect();
            self.query(&quasis.join(&sql::HOLE.to_string()));
        }
        walk::walk_template_literal(self, it);
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
        self.step(|visitor| walk::walk_jsx_child(visitor, it));
    }

    fn visit_binding_pattern(&mut self, it: &BindingPattern<'a>) {
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
        let titles = &mut self.facts.titles;
        let is_nameless = self.symbol.is_none() && self.title.is_none();
        let title = is_nameless.then(|| titles::read_member(it, titles)).flatten();
        if answers::sets_wrong(it) {
            self.wrong = self.symbol;
        }
        self.visit_assignment_target(&it.left);
        let outer = title.map(|title| self.title.replace(title));
        self.visit_expression(&it.right);
        if let Some(outer) = outer {
            self.title = outer;
        }
    }

    fn visit_jsx_member_expression_object(&mut self, it: &JSXMemberExpressionObject<'a>) {
        self.step(|visitor| walk::walk_jsx_member_expression_object(visitor, it));
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        self.functions += 1;
        self.step(|visitor| walk::walk_ts_namespace_declaration(visitor, it));
        self.functions -= 1;
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.functions += 1;
        walk::walk_static_block(self, it);
        self.functions -= 1;
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.bindings.enter();
        // In its own scope the function hides the type that it stands beside from nobody.
        let own =
            it.id.as_ref().filter(|id| self.bindings.is_declared_beside(id.name)).map(|id| id.span.start);
        self.own_name = own.or(self.own_name);
        self.function_scope(it.span.start, it.id.as_ref(), &it.params);
        let around = (self.translators.enter(&it.params), self.addresses.enter());
        self.addresses.declare_given(&it.params);
        self.functions += 1;
        let outer = std::mem::take(&mut self.may_have_left);
        walk::walk_function(self, it, flags);
        self.may_have_left = outer;
        self.functions -= 1;
        self.translators.leave(around.0);
        self.addresses.leave(around.1);
        self.bindings.leave();
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.bindings.enter();
        self.function_scope(it.span.start, None, &it.params);
        let around = (self.translators.enter(&it.params), self.addresses.enter());
        self.addresses.declare_given(&it.params);
        self.functions += 1;
        let outer = std::mem::take(&mut self.may_have_left);
        walk::walk_arrow_function_expression(self, it);
        self.may_have_left = outer;
        self.functions -= 1;
        self.translators.leave(around.0);
        self.addresses.leave(around.1);
        self.bindings.leave();
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
        let member = it.property.name.as_str();
        match &it.object {
            Expression::Identifier(object) => {
                if let Some(symbol) = self.symbol.filter(|_| props::are(&it.object)) {
                    self.facts.take_prop(member, symbol);
                }
                self.use_name(object.name, Some(member));
            }
            object => {
                if let Some(symbol) = self.symbol.filter(|_| props::are(object)) {
                    self.facts.take_prop(member, symbol);
                }
                self.take_member(object, member);
                self.visit_expression(object);
            }
        }
    }

    fn visit_ts_qualified_name(&mut self, it: &TSQualifiedName<'a>) {
        match &it.left {
            TSTypeName::IdentifierReference(left) => self.use_name(left.name, Some(it.right.name.as_str())),
            left => self.visit_ts_type_name(left),
        }
    }

    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        self.use_said(self.factory);
        markup::stands_in(self.symbol, &mut self.facts);
        if let Some(symbol) = self.symbol {
            markup::read(it, symbol, (self.source, &self.translators, &self.tags), &mut self.facts);
            self.contexts.read(it, symbol, self.source, &mut self.facts);
        }
        walk::walk_jsx_element(self, it);
    }

    fn visit_jsx_fragment(&mut self, it: &JSXFragment<'a>) {
        self.use_said(self.factory);
        self.use_said(self.fragment);
        markup::stands_in(self.symbol, &mut self.facts);
        if let Some(symbol) = self.symbol {
            let by = (symbol, &self.translators);
            markup::read_inside(&it.children, ShownSort::Text, by, &mut self.facts);
        }
        walk::walk_jsx_fragment(self, it);
    }

    fn visit_jsx_opening_element(&mut self, it: &JSXOpeningElement<'a>) {
        self.element(&it.name);
        routes::read_element(it, self.source, &mut self.facts);
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
        self.case = refusals::given_by(&it.consequent)
            .filter(|_| self.branches == 0)
            .map(|given| (given, it.test.span()));
        let end = || refusals::thrown_by(&it.consequent).or_else(|| refusals::given_by(&it.consequent));
        if let Some(thrown) = end().filter(|_| self.branches == 0 && !self.may_have_left) {
            self.guard = Some((thrown, it.test.span()));
        }
        self.behind(|visitor| walk::walk_if_statement(visitor, it));
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let Some((name, tag)) = it.id.get_binding_identifier().zip(it.init.as_ref().and_then(markup::tag))
        {
            self.tags.insert(name.name.as_str(), tag);
        }
        if let Some((symbol, list)) = self.symbol.zip(it.init.as_ref().and_then(items::of_value)) {
            items::list(list, symbol, &mut self.facts);
        }
        if let Some(symbol) = self.symbol.filter(|_| it.init.as_ref().is_some_and(props::are)) {
            for name in props::taken(&it.id) {
                self.facts.take_prop(name, symbol);
            }
        }
        self.rows.declare(it);
        self.declarator(it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let has_rows = self.rows.enter_call(it);
        let given = self.bindings.loader.to_callbacks(&it.callee);
        self.wrapped = self.bindings.loader.to_called(self.source, it);
        let named = titles::read(it, &mut self.facts.titles);
        if named.is_none() {
            titles::read_rows(it, &self.rows, &mut self.facts.titles);
        }
        let title = named.or_else(|| {
            let is_open = self.is_nameless() && given.is_none();
            let is_statement = self.statement == Some(it.span) && !it.arguments.is_empty();
            let speaks = is_open && (is_statement || titles::runs_any(&it.arguments));
            let titles = &mut self.facts.titles;
            speaks.then(|| titles::read_call(("", &it.callee), &it.arguments, it.span, titles)).flatten()
        });
        if let Some(symbol) = self.symbol {
            requests::read(it, symbol, (self.source, &self.addresses), &mut self.facts);
            tables::read(it, symbol, &mut self.facts);
            redirects::read(it, symbol, (self.source, &self.addresses), &mut self.facts);
            if self.handling == 0 && self.wrong != Some(symbol) {
                answers::read(it, symbol, &mut self.facts);
            }
            notices::read(it, symbol, &mut self.facts);
            browser::read(it, symbol, &mut self.facts);
            if let Some((said, is_handed_on)) = refusals::rejected(it) {
                let sort = if is_handed_on { ShownSort::HandedError } else { ShownSort::Refusal };
                self.facts.refuse(&said, None, symbol, sort);
            }
            markup::translated(it, ShownSort::Notice, symbol, &self.translators, &mut self.facts);
        }
        self.spied = spied(it).or(self.spied);
        routes::read(it, self.symbol, &mut self.facts);
        roles::given(it, &self.bindings, &mut self.facts);
        self.call(it);
        if title.is_some() {
            self.titled(&it.callee, &it.arguments, title);
        } else if let Some(given) = given {
            self.call_wrapped(it, given);
        } else {
            walk::walk_call_expression(self, it);
        }
        // What a chain calls first is read first.
        if let Some(symbol) = self.symbol {
            steps::read(it, symbol, &mut self.facts);
        }
        if has_rows {
            self.rows.leave();
        }
    }

    fn visit_expression_statement(&mut self, it: &ExpressionStatement<'a>) {
        let call = match &it.expression {
            Expression::AwaitExpression(it) => &it.argument,
            other => other,
        };
        let outer = self.statement.replace(call.span());
        walk::walk_expression_statement(self, it);
        self.statement = outer;
    }

    fn visit_object_expression(&mut self, it: &ObjectExpression<'a>) {
        roles::described(it, &self.bindings, &mut self.facts);
        let below = routes::read_record(it, (&self.route, self.source), &mut self.facts);
        let around = below.map(|below| std::mem::replace(&mut self.route, below));
        walk::walk_object_expression(self, it);
        if let Some(around) = around {
            self.route = around;
        }
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
        roles::switched(it, &self.bindings, &mut self.facts);
        if let Some(symbol) = self.symbol {
            requests::switched(it, symbol, &mut self.facts);
            if self.functions == self.functions_around + 1 {
                cases::switched(it, symbol, &mut self.facts);
            }
        }
        self.behind(|visitor| walk::walk_switch_statement(visitor, it));
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        self.behind(|visitor| walk::walk_for_statement(visitor, it));
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.behind(|visitor| walk::walk_for_in_statement(visitor, it));
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        let has_rows = self.rows.enter_loop(it);
        self.behind(|visitor| walk::walk_for_of_statement(visitor, it));
        if has_rows {
            self.rows.leave();
        }
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.behind(|visitor| walk::walk_while_statement(visitor, it));
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.behind(|visitor| walk::walk_do_while_statement(visitor, it));
    }

    fn visit_jsx_expression_container(&mut self, it: &JSXExpressionContainer<'a>) {
        if let Some((symbol, list)) = self.symbol.zip(it.expression.as_expression().and_then(items::of_value))
        {
            items::list(list, symbol, &mut self.facts);
        }
        walk::walk_jsx_expression_container(self, it);
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        let gives_function = it.argument.as_ref().is_some_and(|it| deeds::statements_of(it).is_some());
        let is_own = self.functions == self.functions_around + 1;
        let is_maker = gives_function && is_own;
        let sentence = it.argument.as_ref().filter(|_| is_own).and_then(refusals::sentence);
        if let Some((symbol, sentence)) = self.symbol.zip(sentence.as_ref()) {
            let test = self.guard.filter(|(given, _)| *given == it.span).map(|(_, test)| test);
            let condition = test.and_then(|test| deeds::text(test, self.source));
            self.facts.refuse(sentence, condition.as_deref(), symbol, ShownSort::Reply);
        }
        let case = self.case.take().filter(|(given, _)| *given == it.span && is_own);
        if let Some(((_, test), symbol)) = case.zip(self.symbol).filter(|_| !is_maker && sentence.is_none()) {
            cases::given(it.argument.as_ref(), test, (symbol, self.source), &mut self.facts);
        }
        self.given_deep += u32::from(is_maker);
        walk::walk_return_statement(self, it);
        self.given_deep -= u32::from(is_maker);
        self.may_have_left = true;
    }

    fn visit_throw_statement(&mut self, it: &ThrowStatement<'a>) {
        // What an inner function throws, or somebody catches, is not what the declaration throws.
        let is_own = self.catching == 0 && self.functions <= self.functions_around + 1 + self.given_deep;
        let by_name = || {
            let thrown = self.thrown.as_ref().filter(|(thrown, _)| *thrown == it.span);
            thrown.map(|(_, said)| said.clone())
        };
        let said = refusals::said(&it.argument).or_else(by_name);
        if let Some((symbol, said)) = self.symbol.zip(said).filter(|_| is_own) {
            let test = self.guard.filter(|(thrown, _)| *thrown == it.span).map(|(_, test)| test);
            let condition = test.and_then(|test| deeds::text(test, self.source));
            let by_given = self.functions > self.functions_around + 1;
            let sort = if by_given { ShownSort::RefusalOfGiven } else { ShownSort::Refusal };
            self.facts.refuse(&said, condition.as_deref(), symbol, sort);
        }
        walk::walk_throw_statement(self, it);
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        self.catching += u32::from(it.handler.is_some());
        self.visit_block_statement(&it.block);
        self.catching -= u32::from(it.handler.is_some());
        if let Some(handler) = &it.handler {
            self.handling += 1;
            self.visit_catch_clause(handler);
            self.handling -= 1;
        }
        if let Some(last) = &it.finalizer {
            self.visit_block_statement(last);
        }
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.new_expression(it);
        let speaks = self.is_nameless() && titles::runs_any(&it.arguments);
        let titles = &mut self.facts.titles;
        let read = || titles::read_call(("new ", &it.callee), &it.arguments, it.span, titles);
        let title = speaks.then(read).flatten();
        if title.is_some() {
            self.titled(&it.callee, &it.arguments, title);
        } else {
            walk::walk_new_expression(self, it);
        }
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

/// Methods that put something in the place of a member, and what these are methods of.
const SPYING: &[&str] = &["getter", "method", "replace", "setter", "spy", "stub"];
const SPIES: &[&str] = &["jest", "mock", "sandbox", "sinon", "vi"];

/// Where what is named of which a call replaces a member, and that.
fn spied<'a>(it: &CallExpression<'a>) -> Option<(u32, &'a str)> {
    let Some(Expression::Identifier(module)) = argument(it, 0) else { return None };
    let Some(Expression::StringLiteral(member)) = argument(it, 1) else { return None };
    let callee = values::path(&it.callee)?;
    let mut names = callee.rsplit('.');
    let name = names.next().unwrap_or_default();
    let spies =
        name == "spyOn" || SPYING.contains(&name) && names.next().is_some_and(|it| SPIES.contains(&it));
    spies.then_some((module.span.start, member.value.as_str()))
}

/// Whether a statement is a call of AMD's `define`.
fn is_definition(statement: &Statement) -> bool {
    let Statement::ExpressionStatement(it) = statement else { return false };
    matches!(&it.expression, Expression::CallExpression(it) if it.callee.is_specific_id("define"))
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
