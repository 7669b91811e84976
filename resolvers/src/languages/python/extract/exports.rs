//! What a file offers to others: `__all__`, else what has no leading underscore.

use ruff_python_ast::{Expr, ExprCall, Identifier, Operator, Stmt};
use ruff_text_size::Ranged;
use rustc_hash::FxHashSet;

use super::Flavor;
use super::imports::literal;
use super::scopes::Bound;
use super::visit::{Visitor, for_type_checkers};
use crate::facts::{
    All, Bind, BindingName, Export, ExportSource, FileFacts, Import, ImportKind, Injection, Span, Symbol,
    SymbolKind,
};

/// What is known of a file before it is walked.
#[derive(Debug, Default)]
pub(super) struct Survey {
    all: Option<All>,
    listed: FxHashSet<String>,
}

impl Survey {
    /// Whether other files are offered a declaration of that name.
    pub(super) fn exports(&self, name: &str) -> bool {
        match &self.all {
            Some(_) => self.listed.contains(name),
            None => !name.starts_with('_'),
        }
    }

    /// `__all__` is assigned anew.
    pub(super) fn restart(&mut self) {
        *self = Self::default();
    }

    /// More names of `__all__`; `open` where more are computed.
    pub(super) fn list(&mut self, names: impl IntoIterator<Item = String>, open: bool) {
        let all = self.all.get_or_insert_default();
        all.open |= open;
        all.names.extend(names.into_iter().filter(|name| self.listed.insert(name.clone())));
    }
}

impl<'a> Visitor<'a> {
    /// Gathers what holds for the whole file: the names that its top level imports, and `__all__`. Not recursive.
    pub(super) fn survey(&mut self, body: &'a [Stmt]) {
        let mut open = vec![body.iter()];
        while let Some(statements) = open.last_mut() {
            let Some(statement) = statements.next() else {
                open.pop();
                continue;
            };
            self.at_branch = open.len() > 1;
            let mut bodies: Vec<&'a [Stmt]> = Vec::new();
            self.survey_statement(statement, &mut bodies);
            open.extend(bodies.into_iter().rev().map(<[Stmt]>::iter));
        }
    }

    fn survey_statement(&mut self, statement: &'a Stmt, bodies: &mut Vec<&'a [Stmt]>) {
        self.survey_declared(statement);
        match statement {
            Stmt::Import(it) => it.names.iter().for_each(|alias| {
                self.bind_module(alias.name.as_str(), alias.asname.as_ref().map(Identifier::as_str));
            }),
            Stmt::ImportFrom(it) => {
                for alias in it.names.iter().filter(|alias| alias.name.as_str() != "*") {
                    self.scopes.bind(alias.asname.as_ref().unwrap_or(&alias.name).as_str(), Bound::Name);
                }
            }
            Stmt::Assign(it) if it.targets.iter().any(is_all) => self.assign_all(&it.value),
            Stmt::AnnAssign(it) if is_all(&it.target) => {
                it.value.iter().for_each(|value| self.assign_all(value));
            }
            Stmt::AugAssign(it) if is_all(&it.target) => self.list_all(&it.value),
            Stmt::Expr(it) => {
                if let Expr::Call(call) = &*it.value {
                    self.extend_all(call);
                }
            }
            Stmt::If(it) => {
                if for_type_checkers(&it.test) != Some(true) || self.flavor.is_stub() {
                    bodies.push(&it.body);
                } else {
                    self.survey_checked(&it.body);
                }
                bodies.extend(it.elif_else_clauses.iter().map(|clause| &clause.body[..]));
            }
            Stmt::Try(it) => {
                bodies.push(&it.body);
                bodies.extend(it.handlers.iter().map(|handler| {
                    let ruff_python_ast::ExceptHandler::ExceptHandler(handler) = handler;
                    &handler.body[..]
                }));
                bodies.extend([&it.orelse[..], &it.finalbody[..]]);
            }
            Stmt::With(it) => bodies.push(&it.body),
            Stmt::For(it) => bodies.extend([&it.body[..], &it.orelse[..]]),
            Stmt::While(it) => bodies.extend([&it.body[..], &it.orelse[..]]),
            Stmt::Match(it) => bodies.extend(it.cases.iter().map(|case| &case.body[..])),
            _ => {}
        }
    }

    /// The name that a statement of the top level declares.
    fn survey_declared(&mut self, statement: &'a Stmt) {
        let targets = match statement {
            Stmt::FunctionDef(it) => return self.scopes.own(it.name.as_str()),
            Stmt::ClassDef(it) => return self.scopes.own(it.name.as_str()),
            Stmt::Assign(it) => &it.targets[..],
            Stmt::AnnAssign(it) => std::slice::from_ref(&*it.target),
            Stmt::TypeAlias(it) => std::slice::from_ref(&*it.name),
            _ => return,
        };
        targets.iter().filter_map(Expr::as_name_expr).for_each(|it| self.scopes.own(it.id.as_str()));
    }

    /// What type checkers alone see binds names, and no more.
    fn survey_checked(&mut self, body: &'a [Stmt]) {
        for statement in body {
            if matches!(statement, Stmt::Import(_) | Stmt::ImportFrom(_)) {
                self.survey_statement(statement, &mut Vec::new());
            }
        }
    }

    /// Of several assignments the last one counts, unless it goes on from one before or stands in a branch.
    fn assign_all(&mut self, value: &'a Expr) {
        if !self.at_branch && !self.text(value.range()).contains("__all__") {
            self.survey.restart();
        }
        self.list_all(value);
    }

    /// The literal names in `value`: a list, a tuple, sums of them.
    fn list_all(&mut self, value: &'a Expr) {
        let mut open = vec![value];
        let mut names = Vec::new();
        let mut computed = false;
        while let Some(next) = open.pop() {
            let elements = match next {
                Expr::List(it) => &it.elts[..],
                Expr::Tuple(it) => &it.elts[..],
                Expr::Set(it) => &it.elts[..],
                Expr::BinOp(it) if it.op == Operator::Add => {
                    open.extend([&*it.right, &*it.left]);
                    continue;
                }
                // `list(…)`, `sorted(…)`; what other functions make of their argument nobody knows.
                Expr::Call(it) if it.arguments.args.len() == 1 => {
                    let called = it.func.as_name_expr().map(|name| name.id.as_str());
                    computed |= !matches!(called, Some("list" | "tuple" | "set" | "frozenset" | "sorted"));
                    open.extend(it.arguments.args.first());
                    continue;
                }
                _ => {
                    computed = true;
                    continue;
                }
            };
            computed |= elements.iter().any(|it| literal(it).is_none());
            names.extend(elements.iter().filter_map(literal).map(str::to_owned));
        }
        self.survey.list(names, computed);
    }

    /// `__all__.extend([…])`, `__all__.append("a")`
    fn extend_all(&mut self, call: &'a ExprCall) {
        let Expr::Attribute(it) = &*call.func else { return };
        match (it.attr.as_str(), call.arguments.args.first()) {
            ("extend", Some(names)) if is_all(&it.value) => self.list_all(names),
            ("append", Some(name)) if is_all(&it.value) => {
                let name = literal(name);
                self.survey.list(name.map(str::to_owned), name.is_none());
            }
            ("insert" | "pop" | "remove", _) if is_all(&it.value) => self.survey.list(None, true),
            _ => {}
        }
    }

    /// A name that the top level of a package binds; with the import that does it, if that may be the submodule.
    pub(super) fn bind_top(&mut self, name: &str, import: Option<u32>) {
        let at_top = self.at_file_level() && !self.type_checking;
        if at_top && self.flavor.is_package() {
            self.names.bind(name);
            bind(&mut self.facts, name, import);
        }
    }
}

pub(super) fn is_all(target: &Expr) -> bool {
    target.as_name_expr().is_some_and(|name| name.id.as_str() == "__all__")
}

pub(super) fn bind(facts: &mut FileFacts, name: &str, import: Option<u32>) {
    facts.header.binds.push(Bind { name: name.to_owned(), import });
}

/// Lists the exports of a file whose symbols and imports are known.
pub(super) fn finish(flavor: Flavor, survey: &Survey, facts: &mut FileFacts) {
    if flavor == Flavor::Test && survey.all.is_none() {
        keep_collected(&mut facts.symbols);
    }
    last_of_each(&mut facts.header.binds);
    keep_known_injections(facts);
    let mut exports = Vec::new();
    let mut told = FxHashSet::default();
    let declared = facts.symbols.iter().filter(|it| it.container.is_none() && it.exported);
    for symbol in declared {
        if told.insert(symbol.name.as_str()) {
            let type_only = symbol.kind == SymbolKind::Type;
            exports.push(local(&symbol.name, type_only, symbol.span));
        }
    }
    for import in &facts.imports {
        match passed_on(flavor, survey, import) {
            Some(Passed::Star) => exports.push(Export {
                name: "*".to_owned(),
                source: ExportSource::Star { specifier: import.specifier.clone() },
                type_only: import.kind == ImportKind::Type,
                span: import.span,
            }),
            Some(Passed::Name(name)) if told.insert(name) => {
                exports.push(local(name, import.kind == ImportKind::Type, import.span));
            }
            _ => {}
        }
    }
    exports.sort_by_key(|export| export.span);
    facts.exports = exports;
    facts.header.all.clone_from(&survey.all);
}

/// What pytest collects nobody imports; helpers and fixtures of a test module are offered as anywhere.
fn keep_collected(symbols: &mut [Symbol]) {
    for symbol in symbols.iter_mut().filter(|it| it.container.is_none()) {
        let prefix = match symbol.kind {
            SymbolKind::Function => "test_",
            SymbolKind::Class => "Test",
            _ => continue,
        };
        symbol.exported &= !symbol.name.starts_with(prefix);
    }
}

fn local(name: &str, type_only: bool, span: Span) -> Export {
    Export { name: name.to_owned(), source: ExportSource::Local(name.to_owned()), type_only, span }
}

enum Passed<'a> {
    Name(&'a str),
    Star,
}

/// What `import` offers to others: what `__all__` lists; without it what the `__init__` of a package takes from
/// modules, and what is said to be passed on by `import a as a`.
fn passed_on<'i>(flavor: Flavor, survey: &Survey, import: &'i Import) -> Option<Passed<'i>> {
    let name = import.names.first()?;
    let Some(local) = name.local.as_deref() else { return Some(Passed::Star) };
    let listed = if survey.all.is_some() {
        survey.exports(local)
    } else {
        let public = !local.starts_with('_') && import.specifier != "__future__";
        let from = matches!(name.name, BindingName::Named(_));
        public && from && flavor == Flavor::Package && import.kind == ImportKind::Runtime
            || public && flavor == Flavor::PackageStub && import.specifier.starts_with('.')
    };
    listed.then_some(Passed::Name(local))
}

/// Of several bindings of a name the last one counts.
fn last_of_each(binds: &mut Vec<Bind>) {
    let mut told = FxHashSet::default();
    let mut kept: Vec<Bind> =
        std::mem::take(binds).into_iter().rev().filter(|it| told.insert(it.name.clone())).collect();
    kept.reverse();
    *binds = kept;
}

/// Drops what the file neither imports nor declares.
fn keep_known_injections(facts: &mut FileFacts) {
    if facts.injections.is_empty() {
        return;
    }
    let imported = facts.imports.iter().flat_map(|it| &it.names).filter_map(|it| it.local.as_deref());
    let declared = facts.symbols.iter().filter(|it| it.container.is_none()).map(|it| it.name.as_str());
    let known: FxHashSet<&str> = imported.chain(declared).collect();
    let mut told = FxHashSet::default();
    let mut is_new = |it: &Injection| told.insert((it.class, it.binding.clone(), it.parameter.clone()));
    facts.injections.retain(|it| known.contains(it.binding.as_str()) && is_new(it));
}
