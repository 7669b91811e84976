//! One walk over the tree of a file: scopes open and close, uses are noted, and statements are handed to `imports`
//! and `symbols`.

use ruff_python_ast::token::Tokens;
use ruff_python_ast::visitor::{self, Visitor as _};
use ruff_python_ast::{
    Decorator, ElifElseClause, Expr, ExprContext, ExprFString, FStringPart, InterpolatedStringElement,
    Parameters, Stmt, StmtClassDef, StmtFunctionDef, StmtIf,
};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};

use super::exports::{self, Survey};
use super::fallback::falls_back;
use super::imports::{Importer, Mentions};
use super::included::{self, Included};
use super::loading::{self, Loading};
use super::own::Names;
use super::scopes::Scopes;
use super::{Detail, Flavor, annotations, asks_for_main, deeds, docs, guard, routes, steps};
use crate::facts::{FileFacts, ImportKind, ShownSort, Span};
use crate::marker;
use crate::sql;

/// In what a statement stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The top level, also below `if`, `try` and the like.
    Top,
    /// The body of a class; of a listed one its symbol.
    Class(Option<u32>),
    /// The body of a function.
    Function,
}

pub(super) struct Visitor<'a> {
    pub(super) source: &'a str,
    pub(super) flavor: Flavor,
    pub(super) facts: FileFacts,
    pub(super) scopes: Scopes<'a>,
    pub(super) survey: Survey,
    /// The survey is below an `if`, a `try` or the like.
    pub(super) at_branch: bool,
    /// The innermost listed declaration.
    pub(super) symbol: Option<u32>,
    pub(super) place: Place,
    /// What the package of the file has so far.
    pub(super) names: Names,
    /// Only a type checker comes here.
    pub(super) type_checking: bool,
    /// Local names for the functions of `importlib`.
    pub(super) importers: FxHashMap<&'a str, Importer>,
    /// The string that follows the statement at hand.
    pub(super) following: Option<&'a str>,
    /// Where decorators end, each with its symbol.
    pub(super) decorated: Vec<(u32, u32)>,
    /// The members that are listed, each with its class.
    pub(super) members: FxHashSet<(u32, &'a str)>,
    /// Expressions are walked too.
    pub(super) is_whole: bool,
    mentions: Mentions,
    included: Included<'a>,
    depth: u32,
    /// How many functions that are not listed are around the statement at hand.
    inner_functions: u32,
    /// How many statements around it catch what is raised there.
    catching: u32,
}

/// What a module says.
pub(super) fn facts(
    flavor: Flavor,
    (source, tokens): (&str, &Tokens),
    body: &[Stmt],
    detail: Detail,
) -> FileFacts {
    let mentions = if detail == Detail::Links { Mentions::of(source) } else { Mentions::default() };
    // An import, or a name that a package offers (`if (x := …):`), may follow from an expression.
    let is_whole = detail == Detail::Whole || flavor.is_package() || mentions.name_importer(source);
    let mut visitor = Visitor {
        source,
        flavor,
        facts: FileFacts::default(),
        scopes: Scopes::default(),
        survey: Survey::default(),
        at_branch: false,
        symbol: None,
        place: Place::Top,
        names: Names::of(flavor, source),
        type_checking: false,
        importers: FxHashMap::default(),
        following: None,
        decorated: Vec::new(),
        members: FxHashSet::default(),
        is_whole,
        mentions,
        included: Included::of(body),
        depth: 0,
        inner_functions: 0,
        catching: 0,
    };
    visitor.facts.doc = docstring(body).and_then(docs::first_paragraph);
    visitor.survey(body);
    visitor.visit_body(body);
    let decorated = visitor.decorated;
    let mut facts = visitor.facts;
    visitor.names.finish(&mut facts);
    facts.references = visitor.scopes.references;
    facts.own_uses = visitor.scopes.own_uses;
    facts.own_uses.sort_unstable();
    exports::finish(flavor, &visitor.survey, &mut facts);
    if loading::is_meant(source) {
        let mut loading = Loading::default();
        loading.body(source, body);
        loading.finish(&mut facts.header);
    }
    if marker::are_in(source.as_bytes()) {
        docs::layout(body, tokens, decorated).attach(source.as_bytes(), &mut facts);
    }
    facts
}

pub(super) fn span(range: TextRange) -> Span {
    Span { start: range.start().into(), end: range.end().into() }
}

/// The string that a body begins with.
pub(super) fn docstring(body: &[Stmt]) -> Option<&str> {
    string(body.first()?)
}

fn string(statement: &Stmt) -> Option<&str> {
    let Stmt::Expr(it) = statement else { return None };
    let Expr::StringLiteral(it) = &*it.value else { return None };
    Some(it.value.to_str())
}

impl<'a> Visitor<'a> {
    pub(super) fn text(&self, range: TextRange) -> &'a str {
        self.source.get(range.start().into()..range.end().into()).unwrap_or_default()
    }

    pub(super) fn kind(&self) -> ImportKind {
        if self.type_checking || self.flavor.is_stub() { ImportKind::Type } else { ImportKind::Runtime }
    }

    /// `work` with `symbol`, if any, as the declaration around it.
    pub(super) fn inside(&mut self, symbol: Option<u32>, work: impl FnOnce(&mut Self)) {
        let outer = self.symbol;
        self.symbol = symbol.or(outer);
        work(self);
        self.symbol = outer;
    }

    pub(super) fn at(&mut self, place: Place, work: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.place, place);
        work(self);
        self.place = outer;
    }

    fn checked(&mut self, type_checking: bool, work: impl FnOnce(&mut Self)) {
        let outer = self.type_checking;
        self.type_checking |= type_checking;
        work(self);
        self.type_checking = outer;
    }

    /// Takes note of what stands before the routes of a list of the top level.
    fn enter_list(&mut self, targets: &[Expr]) {
        if let (Place::Top, [Expr::Name(name)]) = (self.place, targets) {
            self.included.below = self.included.before(name.id.as_str());
        }
    }

    /// The central guard of the recursion.
    fn step(&mut self, work: impl FnOnce(&mut Self)) {
        self.depth += 1;
        if self.depth.is_multiple_of(8) {
            guard::with_step(|| work(self));
        } else {
            work(self);
        }
        self.depth -= 1;
    }

    fn function(&mut self, it: &'a StmtFunctionDef) {
        self.scopes.hide(it.name.as_str());
        let symbol = self.declare_function(it);
        routes::read_decorators(&it.decorator_list, &mut self.facts);
        if !self.is_whole {
            if self.mentions.are_in(it.range()) {
                self.scoped(|visitor| visitor.at(Place::Function, |visitor| visitor.visit_body(&it.body)));
            }
            return;
        }
        self.inside(symbol, |visitor| {
            visitor.decorators(&it.decorator_list);
            visitor.scopes.enter();
            if let Some(parameters) = &it.type_params {
                visitor.visit_type_params(parameters);
            }
            visitor.signature_of(&it.parameters);
            if let Some(returns) = &it.returns {
                visitor.visit_annotation(returns);
            }
            visitor.hide_parameters(&it.parameters);
            visitor.inner_functions += u32::from(symbol.is_none());
            visitor.at(Place::Function, |visitor| visitor.visit_body(&it.body));
            visitor.inner_functions -= u32::from(symbol.is_none());
            visitor.scopes.leave();
        });
    }

    fn class(&mut self, it: &'a StmtClassDef) {
        self.scopes.hide(it.name.as_str());
        let symbol = self.declare_class(it);
        self.inside(symbol, |visitor| {
            visitor.decorators(&it.decorator_list);
            if let Some(parameters) = &it.type_params {
                visitor.visit_type_params(parameters);
            }
            if let Some(arguments) = &it.arguments {
                visitor.visit_arguments(arguments);
            }
            visitor.at(Place::Class(symbol), |visitor| visitor.visit_body(&it.body));
        });
    }

    fn decorators(&mut self, list: &'a [Decorator]) {
        for decorator in list {
            self.visit_decorator(decorator);
        }
    }

    /// Annotations and defaults, which are evaluated outside of the function.
    fn signature_of(&mut self, it: &'a Parameters) {
        for parameter in it.iter_non_variadic_params() {
            if let Some(annotation) = parameter.parameter.annotation() {
                self.visit_annotation(annotation);
            }
            if let Some(default) = parameter.default() {
                self.visit_expr(default);
            }
        }
        for parameter in [&it.vararg, &it.kwarg].into_iter().flatten() {
            if let Some(annotation) = parameter.annotation() {
                self.visit_annotation(annotation);
            }
        }
    }

    fn hide_parameters(&mut self, it: &'a Parameters) {
        for parameter in it {
            self.scopes.hide(parameter.name().as_str());
        }
    }

    /// `if TYPE_CHECKING:` in every spelling; what is left of the branches is the other case.
    fn condition(&mut self, it: &'a StmtIf) {
        self.facts.header.is_script |= self.at_file_level() && asks_for_main(self.text(it.test.range()));
        self.visit_expr(&it.test);
        let mut rest = false;
        let mut branch = |visitor: &mut Self, test: Option<&'a Expr>, body: &'a [Stmt]| {
            let checks = test.and_then(for_type_checkers);
            visitor.checked(rest || checks == Some(true), |visitor| visitor.visit_body(body));
            rest |= checks == Some(false);
        };
        branch(self, Some(&it.test), &it.body);
        for ElifElseClause { test, body, .. } in &it.elif_else_clauses {
            if let Some(test) = test {
                self.visit_expr(test);
            }
            branch(self, test.as_ref(), body);
        }
    }

    /// `a.b.c` as one use of `a`; what is no chain of names is walked.
    fn attribute(&mut self, it: &'a Expr) {
        let mut base = it;
        while let Expr::Attribute(attribute) = base {
            base = &attribute.value;
        }
        let Expr::Name(name) = base else { return self.visit_expr(base) };
        if self.scopes.is_known(name.id.as_str()) {
            let names = attributes(it);
            self.scopes.use_name(name.id.as_str(), &names, self.symbol);
        }
    }

    fn quoted_names(&mut self, text: &'a str) {
        annotations::names(text, |name| {
            let mut parts = name.split('.');
            if let Some(head) = parts.next().filter(|head| self.scopes.is_known(head)) {
                let rest: Vec<&str> = parts.collect();
                self.scopes.use_name(head, &rest, self.symbol);
            }
        });
    }

    fn scoped(&mut self, work: impl FnOnce(&mut Self)) {
        self.scopes.enter();
        work(self);
        self.scopes.leave();
    }
}

/// `b` and `c` of `a.b.c`.
fn attributes(it: &Expr) -> Vec<&str> {
    let mut names = Vec::new();
    let mut base = it;
    while let Expr::Attribute(attribute) = base {
        names.push(attribute.attr.as_str());
        base = &attribute.value;
    }
    names.reverse();
    names
}

/// Whether a test is true for type checkers alone (`Some(true)`), for everybody else (`Some(false)`), or neither.
pub(super) fn for_type_checkers(test: &Expr) -> Option<bool> {
    match test {
        Expr::Name(it) => matches!(it.id.as_str(), "TYPE_CHECKING" | "MYPY").then_some(true),
        Expr::Attribute(it) => (it.attr.as_str() == "TYPE_CHECKING").then_some(true),
        Expr::BooleanLiteral(it) => (!it.value).then_some(true),
        Expr::NumberLiteral(it) => it.value.as_int().is_some_and(|it| *it == 0).then_some(true),
        Expr::UnaryOp(it) if it.op == ruff_python_ast::UnaryOp::Not => {
            let mut negated = true;
            let mut inner = &*it.operand;
            while let Expr::UnaryOp(it) = inner
                && it.op == ruff_python_ast::UnaryOp::Not
            {
                (negated, inner) = (!negated, &it.operand);
            }
            if inner.is_bool_op_expr() { None } else { for_type_checkers(inner).map(|it| it != negated) }
        }
        Expr::BoolOp(it) if it.op == ruff_python_ast::BoolOp::And => {
            let simple = it.values.iter().filter(|value| !value.is_bool_op_expr());
            simple.into_iter().any(|value| for_type_checkers(value) == Some(true)).then_some(true)
        }
        _ => None,
    }
}

impl<'a> visitor::Visitor<'a> for Visitor<'a> {
    fn visit_body(&mut self, body: &'a [Stmt]) {
        for (at, statement) in body.iter().enumerate() {
            self.following = body.get(at + 1).and_then(string);
            self.visit_stmt(statement);
        }
    }

    fn visit_stmt(&mut self, it: &'a Stmt) {
        match it {
            Stmt::Import(it) => self.import(it),
            Stmt::ImportFrom(it) => self.import_from(it),
            Stmt::FunctionDef(it) => self.step(|visitor| visitor.function(it)),
            Stmt::ClassDef(it) => self.step(|visitor| visitor.class(it)),
            Stmt::If(it) => self.step(|visitor| visitor.condition(it)),
            Stmt::Assign(assign) => {
                let facts = &mut self.facts;
                assign.targets.iter().for_each(|name| routes::read_named(name, &assign.value, facts));
                let symbol = self.declare_assigned(assign);
                self.enter_list(&assign.targets);
                self.inside(symbol, |visitor| visitor.step(|visitor| visitor::walk_stmt(visitor, it)));
                self.included.below.clear();
            }
            Stmt::AnnAssign(assign) => {
                let symbol = self.declare_annotated(assign);
                self.enter_list(std::slice::from_ref(&*assign.target));
                self.inside(symbol, |visitor| visitor.step(|visitor| visitor::walk_stmt(visitor, it)));
                self.included.below.clear();
            }
            Stmt::TypeAlias(alias) => {
                let symbol = self.declare_alias(alias);
                self.inside(symbol, |visitor| visitor.step(|visitor| visitor::walk_stmt(visitor, it)));
            }
            Stmt::AugAssign(assign) => {
                self.bind_target(&assign.target);
                self.step(|visitor| visitor::walk_stmt(visitor, it));
            }
            Stmt::For(looped) => {
                self.bind_target(&looped.target);
                self.step(|visitor| visitor::walk_stmt(visitor, it));
            }
            Stmt::With(with) => {
                for target in with.items.iter().filter_map(|item| item.optional_vars.as_deref()) {
                    self.bind_target(target);
                }
                self.step(|visitor| visitor::walk_stmt(visitor, it));
            }
            Stmt::Raise(raise) => {
                // What an inner function raises, or somebody catches, is not what the declaration raises.
                let is_own = self.is_whole && self.inner_functions == 0 && self.catching == 0;
                if let Some((symbol, said)) = self.symbol.zip(deeds::refusal(raise)).filter(|_| is_own) {
                    self.facts.refuse(said, None, symbol, ShownSort::Refusal);
                }
                self.step(|visitor| visitor::walk_stmt(visitor, it));
            }
            Stmt::Try(it) => self.step(|visitor| {
                visitor.facts.header.falls_back.extend(falls_back(it).into_iter().map(str::to_owned));
                visitor.catching += 1;
                visitor.visit_body(&it.body);
                visitor.catching -= 1;
                it.handlers.iter().for_each(|handler| visitor.visit_except_handler(handler));
                visitor.visit_body(&it.orelse);
                visitor.visit_body(&it.finalbody);
            }),
            Stmt::Expr(said) => {
                let called = || deeds::called(&said.value, self.source);
                let is_of_body = self.is_whole && self.place == Place::Top;
                if let Some(called) = is_of_body.then(called).flatten() {
                    self.facts.call_of_body(called);
                }
                self.step(|visitor| visitor::walk_stmt(visitor, it));
            }
            _ => self.step(|visitor| visitor::walk_stmt(visitor, it)),
        }
    }

    fn visit_expr(&mut self, it: &'a Expr) {
        if !self.is_whole {
            return;
        }
        match it {
            Expr::Name(name) => match name.ctx {
                ExprContext::Store | ExprContext::Del if self.place == Place::Function => {
                    self.scopes.hide(name.id.as_str());
                }
                ExprContext::Load => self.scopes.use_name(name.id.as_str(), &[], self.symbol),
                _ => {}
            },
            Expr::Attribute(_) => self.step(|visitor| visitor.attribute(it)),
            Expr::StringLiteral(it) => {
                if let Some(symbol) = self.symbol {
                    self.facts.query(it.value.to_str(), symbol);
                }
            }
            Expr::FString(string) => {
                if let Some((symbol, text)) = self.symbol.zip(with_holes(string)) {
                    self.facts.query(&text, symbol);
                }
                self.step(|visitor| visitor::walk_expr(visitor, it));
            }
            Expr::BytesLiteral(_)
            | Expr::NumberLiteral(_)
            | Expr::BooleanLiteral(_)
            | Expr::NoneLiteral(_)
            | Expr::EllipsisLiteral(_) => {}
            Expr::Named(named) => {
                self.bind_target(&named.target);
                self.step(|visitor| visitor::walk_expr(visitor, it));
            }
            Expr::Lambda(lambda) => self.step(|visitor| {
                visitor.scoped(|visitor| {
                    if let Some(parameters) = &lambda.parameters {
                        visitor.signature_of(parameters);
                        visitor.hide_parameters(parameters);
                    }
                    visitor.at(Place::Function, |visitor| visitor.visit_expr(&lambda.body));
                });
            }),
            Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) | Expr::Generator(_) => {
                self.step(|visitor| {
                    visitor.scoped(|visitor| {
                        visitor.at(Place::Function, |visitor| visitor::walk_expr(visitor, it));
                    });
                });
            }
            Expr::Call(call) => self.step(|visitor| {
                visitor.call(call);
                routes::read(call, &visitor.included.below, &mut visitor.facts);
                if let Some(symbol) = visitor.symbol {
                    steps::read(call, symbol, &mut visitor.facts);
                }
                let outer = visitor.included.below.len();
                visitor.included.below.push_str(included::in_place(call).unwrap_or_default());
                visitor::walk_expr(visitor, it);
                visitor.included.below.truncate(outer);
            }),
            _ => self.step(|visitor| visitor::walk_expr(visitor, it)),
        }
    }

    fn visit_annotation(&mut self, it: &'a Expr) {
        if !self.is_whole {
            return;
        }
        match it {
            Expr::StringLiteral(it) => self.quoted_names(it.value.to_str()),
            // `Optional["User"]`
            Expr::Subscript(it) => {
                self.visit_expr(&it.value);
                match &*it.slice {
                    Expr::Tuple(slice) => slice.elts.iter().for_each(|it| {
                        self.step(|visitor| visitor.visit_annotation(it));
                    }),
                    slice => self.step(|visitor| visitor.visit_annotation(slice)),
                }
            }
            _ => self.visit_expr(it),
        }
    }

    fn visit_pattern(&mut self, it: &'a ruff_python_ast::Pattern) {
        self.step(|visitor| visitor::walk_pattern(visitor, it));
    }
}

/// The text of an f-string that may be SQL, with holes for what is put in.
fn with_holes(it: &ExprFString) -> Option<String> {
    let hole = sql::HOLE.to_string();
    let mut parts: Vec<&str> = Vec::new();
    for part in &it.value {
        match part {
            FStringPart::Literal(it) => parts.push(&it.value),
            FStringPart::FString(it) => parts.extend(it.elements.iter().map(|it| match it {
                InterpolatedStringElement::Literal(it) => &*it.value,
                InterpolatedStringElement::Interpolation(_) => &hole,
            })),
        }
    }
    parts.first().is_some_and(|it| sql::begins(it)).then(|| parts.concat())
}

/// Where a statement with decorators begins.
pub(super) fn start_of(decorators: &[Decorator], range: TextRange) -> Span {
    let start = decorators.first().map_or(range.start(), |first| first.start().min(range.start()));
    span(TextRange::new(start, range.end()))
}
