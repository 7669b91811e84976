//! The one walk over the syntax tree: its state, and the facts of a program.
//!
//! The modules below say for each node which part of the facts it concerns; the parts themselves are written in
//! `imports`, `exports`, `commonjs`, `symbols`, `members` and `injections`. How a node is walked may not stand here.

mod assigned;
mod calls;
mod declarations;
mod elements;
mod expressions;
mod functions;
mod nodes;
mod statements;

use std::borrow::Cow;

use oxc_ast::ast::{Comment, Expression, Ident, Program, Statement};
use rustc_hash::{FxHashMap, FxHashSet};

use super::addresses::Addresses;
use super::bindings::{Bindings, Bound};
use super::contexts::Contexts;
use super::loader::Given;
use super::parts::Parts;
use super::translators::Translators;
use super::{Mode, comments, commonjs, injections, markup, reducers, rows, sides, titled};
use crate::facts::{FileFacts, ImportedName, Shown, ShownSort, Span};
use crate::marker;

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
    /// Local names whose value the top level exports under another name, as it is or handed to a call.
    pub(super) stood_for: FxHashSet<&'a str>,
    /// What functions of the file do that slices of Redux have as reducers.
    pub(super) reducers: FxHashMap<String, String>,
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
    /// Where the last chain of routes starts, and where its first call ends that was read.
    chain: Option<(u32, u32)>,
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
    pub(super) parts: Parts<'a>,
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
        stood_for: FxHashSet::default(),
        reducers: FxHashMap::default(),
        is_script: false,
        sketches: 0,
        symbol: None,
        title: None,
        suite: None,
        statement: None,
        chain: None,
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
        parts: Parts::default(),
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
    facts.member_uses = visitor.bindings.member_uses;
    comments::read(program, mode, &mut facts);
    if !facts.header.is_module {
        commonjs::lend_docs(program, &mut facts);
    }
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
        self.reducers = reducers::of_file(&program.body, self.source);
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

    /// `work` with `symbol` as the declaration around it.
    pub(super) fn inside(&mut self, symbol: u32, work: impl FnOnce(&mut Self)) {
        let outer = self.symbol.replace(symbol);
        let functions = std::mem::replace(&mut self.functions_around, self.functions);
        work(self);
        self.functions_around = functions;
        self.symbol = outer;
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

/// Whether a statement is a call of AMD's `define`.
fn is_definition(statement: &Statement) -> bool {
    let Statement::ExpressionStatement(it) = statement else { return false };
    matches!(&it.expression, Expression::CallExpression(it) if it.callee.is_specific_id("define"))
}
