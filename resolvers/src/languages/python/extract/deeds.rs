//! What the body of a function does in plain sight: what it gives, yields, raises or calls. Only the statements of the
//! body itself are read, and those that its last one holds; nothing here walks into expressions.

use ruff_python_ast::{Decorator, Expr, ExprCall, Stmt, StmtRaise, StmtReturn};
use ruff_text_size::{Ranged, TextRange};

use super::effects;
use super::standing::spelled_out;
use super::symbols::one_line;
use super::values;
use super::visit::docstring;
use crate::facts::{Change, Deed, Effect, MOST_CHANGES, MOST_TEXTS, is_log, is_quotable, settle};

/// A longer piece of code says less than it takes.
const LONGEST: usize = 72;
/// How many calls are told.
const MOST_CALLS: usize = 3;
/// How many words of what runs SQL are told.
const MOST_WORDS: usize = 6;
/// How many steps of a migration are told.
const MOST_STEPS: usize = 5;
/// How many fields of an index are told.
const MOST_INDEXED: usize = 4;
/// How many fields of a model are told.
const MOST_FIELDS: usize = 12;
/// How deep the last statement is followed.
const DEEPEST: usize = 8;

pub(super) fn of_body(body: &[Stmt], source: &str) -> Option<Deed> {
    let body = if docstring(body).is_some() { &body[1..] } else { body };
    let told = |value: &Expr| told(value, source);
    match body {
        [Stmt::Pass(_)] => Some(Deed::Nothing),
        [Stmt::Raise(it)] => told(it.exc.as_deref()?).map(Deed::Throws),
        [Stmt::Assign(it)] if let [target @ Expr::Attribute(_)] = &it.targets[..] => {
            told(target).map(Deed::Sets)
        }
        // One call is told with what it is given, where that is short.
        [Stmt::Expr(it)] if let Some(call) = call_of(&it.value) => {
            told(call).map(|text| Deed::Calls(vec![text])).or_else(|| calls(body, source))
        }
        // What a generator gives in the end is not what it is for.
        _ if any_within(body, yields) => {
            last(body, source, DEEPEST).filter(|deed| matches!(deed, Deed::Yields(_)))
        }
        _ if let Some(texts) = one_of(body) => Some(texts),
        _ => last(body, source, DEEPEST).or_else(|| calls(body, source)),
    }
}

/// What that body changes beside; nothing where it is told by that.
pub(super) fn effects(body: &[Stmt], deed: Option<&Deed>, source: &str) -> Vec<Effect> {
    let is_told = matches!(deed, Some(Deed::Calls(_) | Deed::Nothing | Deed::Sets(_) | Deed::Throws(_)));
    if is_told { Vec::new() } else { effects::of(body, source) }
}

/// What a decorator is called: `app.task` of `@app.task(bind=True)`.
pub(super) fn decorator(it: &Decorator) -> Option<String> {
    match &it.expression {
        Expr::Call(call) => path(&call.func),
        value => path(value),
    }
}

/// What a decorator has a function called for.
pub(super) struct Served<'d> {
    /// What it is a method of: `router` of `@router.get("/users")`.
    pub(super) on: String,
    method: Option<String>,
    path: &'d str,
}

impl Served<'_> {
    /// `GET /users`; `GET` alone for the router's own path.
    pub(super) fn address(&self) -> String {
        match &self.method {
            Some(method) => format!("{method} {}", self.path).trim_end().to_owned(),
            None => self.path.to_owned(),
        }
    }
}

/// What `@app.route('/path')`, `@router.get('/path')` and their kin say.
pub(super) fn served_by(it: &Decorator) -> Option<Served<'_>> {
    let call = it.expression.as_call_expr()?;
    let called = call.func.as_attribute_expr()?;
    let (method, on) = (called.attr.as_str(), self::path(&called.value)?);
    let kind = last_word(&on);
    // What is called `route` with an address can be nothing else, whatever it is called on.
    let is_known = matches!(kind, "app" | "application" | "api" | "router" | "bp" | "blueprint");
    if !is_known && method != "route" {
        return None;
    }
    let path = call.arguments.args.first()?.as_string_literal_expr()?.value.to_str();
    let methods = || {
        let listed = call.arguments.find_keyword("methods")?.value.as_list_expr()?;
        let names =
            listed.elts.iter().map(|it| Some(it.as_string_literal_expr()?.value.to_str().to_uppercase()));
        names.collect::<Option<Vec<String>>>().map(|it| it.join("|"))
    };
    let method = match method {
        "route" | "api_route" => methods(),
        "get" | "post" | "put" | "patch" | "delete" | "head" | "options" => Some(method.to_uppercase()),
        "websocket" => None,
        _ => return None,
    };
    let plain = path.starts_with('/') && path.len() <= LONGEST && !path.contains(['`', ' ', '\n']);
    (plain || path.is_empty()).then_some(Served { on, method, path })
}

/// The paths of `@app.route('/path')`, `@router.get('/path')` and their kin. What is not the application itself may have
/// a path of its own before them.
pub(super) fn served(decorators: &[Decorator]) -> Option<Deed> {
    let told = |it: &Decorator| {
        let served = served_by(it).filter(|it| !it.path.is_empty())?;
        let is_whole = last_word(&served.on).starts_with("app");
        let below = if is_whole { String::new() } else { format!(" below {}", served.on) };
        Some(served.address() + &below)
    };
    let routes: Vec<String> = decorators.iter().filter_map(told).collect();
    (!routes.is_empty()).then_some(Deed::Serves(routes))
}

/// `router` of `users.public_router`.
fn last_word(path: &str) -> &str {
    path.rsplit(['.', '_']).next().unwrap_or_default()
}

/// The steps of a migration of Django: what its `operations` are made with, and what they are about.
pub(super) fn migrates(body: &[Stmt]) -> Option<Deed> {
    let operations = body.iter().find_map(|it| match it {
        Stmt::Assign(it) => match &it.targets[..] {
            [Expr::Name(name)] if name.id == "operations" => it.value.as_list_expr(),
            _ => None,
        },
        _ => None,
    })?;
    let steps: Vec<String> = operations.elts.iter().filter_map(step).take(MOST_STEPS).collect();
    (!steps.is_empty()).then_some(Deed::Calls(steps))
}

/// The model and the fields of `class Meta: model = User; fields = ('name', 'age')`.
pub(super) fn shapes(body: &[Stmt]) -> Option<Deed> {
    let meta = body.iter().find_map(|it| it.as_class_def_stmt().filter(|it| it.name.as_str() == "Meta"))?;
    let value = |name: &str| {
        meta.body.iter().find_map(|it| match it {
            Stmt::Assign(it) => match &it.targets[..] {
                [Expr::Name(target)] if target.id == name => Some(&*it.value),
                _ => None,
            },
            _ => None,
        })
    };
    let listed = match value("fields") {
        Some(Expr::List(it)) => &it.elts[..],
        Some(Expr::Tuple(it)) => &it.elts[..],
        _ => &[],
    };
    let fields = listed.iter().filter_map(|it| Some(it.as_string_literal_expr()?.value.to_str().to_owned()));
    Some(Deed::Shapes([path(value("model")?)?].into_iter().chain(fields.take(MOST_FIELDS)).collect()))
}

/// `AddField check.tags` of `migrations.AddField(model_name='check', name='tags', …)`; of what parts the database from
/// the state the steps in it.
fn step(operation: &Expr) -> Option<String> {
    let call = operation.as_call_expr()?;
    let lists = ["database_operations", "state_operations"].into_iter().filter_map(|it| keyword(call, it));
    let steps = lists.filter_map(|it| it.as_list_expr()).flat_map(|it| &it.elts);
    let mut inner: Vec<String> = Vec::new();
    for step in steps.filter_map(|it| single(it.as_call_expr()?)) {
        // What is done to both is told once.
        if inner.len() < MOST_STEPS && !inner.contains(&step) {
            inner.push(step);
        }
    }
    let told = single(call)?;
    Some(if inner.is_empty() { told } else { format!("{told}({})", inner.join(", ")) })
}

/// A step that holds no others; of what runs SQL its beginning.
fn single(call: &ExprCall) -> Option<String> {
    let called = path(&call.func)?;
    let called = called.rsplit('.').next().unwrap_or(&called);
    let sql = || {
        let sql =
            call.arguments.args.first().or_else(|| keyword(call, "sql")).filter(|_| called == "RunSQL")?;
        text(sql).map(beginning)
    };
    let about = Some(about(call)).filter(|it| !it.is_empty()).or_else(sql).unwrap_or_default();
    Some(format!("{called} {about}").trim_end().to_owned())
}

fn keyword<'c>(call: &'c ExprCall, name: &str) -> Option<&'c Expr> {
    Some(&call.arguments.find_keyword(name)?.value)
}

/// The model and the field that a step of a migration is about, or what it runs.
fn about(call: &ExprCall) -> String {
    let text = |key: &str| {
        Some(keyword(call, key)?.as_string_literal_expr()?.value.to_str()).filter(|it| it.len() <= LONGEST)
    };
    let about: Vec<&str> = ["model_name", "name"].into_iter().filter_map(text).collect();
    let runs = || call.arguments.args.first().and_then(path);
    let about = if about.is_empty() { runs().unwrap_or_default() } else { about.join(".") };
    // `index=models.Index(fields=["name", "age"])`
    let made = ["index", "constraint"].into_iter().find_map(|it| keyword(call, it)?.as_call_expr());
    let fields = made.and_then(|it| keyword(it, "fields")?.as_list_expr());
    let fields = fields.into_iter().flat_map(|it| &it.elts).filter_map(|it| it.as_string_literal_expr());
    let fields: Vec<&str> = fields.map(|it| it.value.to_str()).take(MOST_INDEXED).collect();
    if fields.is_empty() { about } else { format!("{about}({})", fields.join(", ")) }
}

/// The first words of a text in one line.
fn beginning(text: &str) -> String {
    let mut words = text.split_whitespace();
    let told = words.by_ref().take(MOST_WORDS).collect::<Vec<_>>().join(" ").replace('`', "");
    let short: String = told.chars().take(LONGEST).collect();
    if short.len() < told.len() || words.next().is_some() { short + " …" } else { short }
}

/// What the error says that is raised, also where it is translated: `raise ValueError(_("too long"))`.
pub(super) fn refusal(it: &StmtRaise) -> Option<&str> {
    let call = it.exc.as_deref()?.as_call_expr()?;
    let given = call.arguments.args.iter().chain(call.arguments.keywords.iter().map(|it| &it.value));
    given.into_iter().find_map(text)
}

/// The text of a string, also of one that is translated.
pub(super) fn text(value: &Expr) -> Option<&str> {
    let translates = |it: &Expr| {
        path(it).is_some_and(|it| it == "_" || it.rsplit('.').next().is_some_and(|it| it.contains("gettext")))
    };
    let inner = match value {
        Expr::Call(it) if translates(&it.func) => it.arguments.args.first()?,
        value => value,
    };
    Some(inner.as_string_literal_expr()?.value.to_str())
}

fn yields(statement: &Stmt) -> bool {
    let value = match statement {
        Stmt::Expr(it) => &it.value,
        Stmt::Assign(it) => &it.value,
        _ => return false,
    };
    matches!(**value, Expr::Yield(_) | Expr::YieldFrom(_))
}

/// What the last statement gives, or the last one of the block that it is.
fn last(body: &[Stmt], source: &str, left: usize) -> Option<Deed> {
    if let Some((at, yielded)) = body.iter().enumerate().find_map(|(at, it)| Some((at, yielded(it)?))) {
        return gives(yielded, &body[..at], source).map(Deed::Yields);
    }
    let (end, before) = body.split_last()?;
    match end {
        Stmt::Return(it) => {
            let value = gives(it.value.as_deref()?, before, source)?;
            Some(if ends_before(before) { Deed::GivesLast(value) } else { Deed::Gives(value) })
        }
        Stmt::With(it) if left > 0 && !ends_before(before) => last(&it.body, source, left - 1),
        _ => None,
    }
}

fn yielded(statement: &Stmt) -> Option<&Expr> {
    let Stmt::Expr(it) = statement else { return None };
    let Expr::Yield(it) = &*it.value else { return None };
    it.value.as_deref()
}

/// Of a name what the statement before sets it to: what is set earlier may change.
fn gives(value: &Expr, before: &[Stmt], source: &str) -> Option<String> {
    let Expr::Name(name) = value else {
        let spelled = spelled_out(value, before, source).filter(|it| is_short(it));
        return spelled.map(|it| one_line(it, LONGEST)).or_else(|| told(value, source));
    };
    let Some(Stmt::Assign(it)) = before.last() else { return None };
    match &it.targets[..] {
        [Expr::Name(target)] if target.id == name.id => told(&it.value, source),
        _ => None,
    }
}

/// The texts one of which a body gives, whatever happens; `None` where something else may be.
fn one_of(body: &[Stmt]) -> Option<Deed> {
    let mut returns: Vec<&StmtReturn> = Vec::new();
    all_within(body, &mut |it| returns.extend(it.as_return_stmt()));
    returns.sort_by_key(|it| std::cmp::Reverse(it.start()));
    let mut open = returns.into_iter().map(|it| it.value.as_deref()).collect::<Option<Vec<&Expr>>>()?;
    let mut texts: Vec<String> = Vec::new();
    while let Some(value) = open.pop() {
        match value {
            Expr::If(it) => open.extend([&*it.orelse, &*it.body]),
            Expr::StringLiteral(it) if is_quotable(it.value.to_str()) => {
                let text = it.value.to_str();
                if texts.len() < MOST_TEXTS && !texts.iter().any(|it| it == text) {
                    texts.push(text.to_owned());
                }
            }
            _ => return None,
        }
    }
    (texts.len() > 1 && is_left(body, DEEPEST)).then_some(Deed::GivesOneOf(texts))
}

/// Whether nothing comes behind the statements: the last one gives or raises something on every way.
fn is_left(body: &[Stmt], left: usize) -> bool {
    let Some(left) = left.checked_sub(1) else { return false };
    match body.last() {
        Some(Stmt::Return(_) | Stmt::Raise(_)) => true,
        Some(Stmt::With(it)) => is_left(&it.body, left),
        Some(Stmt::If(it)) => {
            let has_else = it.elif_else_clauses.last().is_some_and(|it| it.test.is_none());
            has_else
                && is_left(&it.body, left)
                && it.elif_else_clauses.iter().all(|it| is_left(&it.body, left))
        }
        Some(Stmt::Match(it)) => {
            let takes_rest =
                it.cases.last().is_some_and(|it| it.guard.is_none() && it.pattern.is_irrefutable());
            takes_rest && it.cases.iter().all(|it| is_left(&it.body, left))
        }
        _ => false,
    }
}

/// Whether a statement within the others gives something.
fn ends_before(statements: &[Stmt]) -> bool {
    any_within(statements, |it| matches!(it, Stmt::Return(it) if it.value.is_some()))
}

/// Whether `is_it` holds for one of the statements, or of those in their blocks.
fn any_within(statements: &[Stmt], is_it: impl Fn(&Stmt) -> bool) -> bool {
    let mut found = false;
    all_within(statements, &mut |it| found |= is_it(it));
    found
}

/// Shows `see` the statements and those in their blocks, in no order.
pub(super) fn all_within<'b>(statements: &'b [Stmt], see: &mut impl FnMut(&'b Stmt)) {
    let mut open: Vec<&Stmt> = statements.iter().collect();
    while let Some(statement) = open.pop() {
        see(statement);
        match statement {
            Stmt::If(it) => {
                open.extend(&it.body);
                open.extend(it.elif_else_clauses.iter().flat_map(|it| &it.body));
            }
            Stmt::For(it) => open.extend(it.body.iter().chain(&it.orelse)),
            Stmt::While(it) => open.extend(it.body.iter().chain(&it.orelse)),
            Stmt::With(it) => open.extend(&it.body),
            Stmt::Match(it) => open.extend(it.cases.iter().flat_map(|it| &it.body)),
            Stmt::Try(it) => {
                open.extend(it.body.iter().chain(&it.orelse).chain(&it.finalbody));
                let handlers = it.handlers.iter().filter_map(|it| it.as_except_handler());
                open.extend(handlers.flat_map(|it| &it.body));
            }
            _ => {}
        }
    }
}

/// The code of the value where it is short, else what makes it.
fn told(value: &Expr, source: &str) -> Option<String> {
    match value {
        Expr::Await(it) => told_plain(&it.value, source),
        value => told_plain(value, source),
    }
}

fn told_plain(value: &Expr, source: &str) -> Option<String> {
    if matches!(
        value,
        Expr::Name(_)
            | Expr::NoneLiteral(_)
            | Expr::BooleanLiteral(_)
            | Expr::EllipsisLiteral(_)
            | Expr::NumberLiteral(_)
    ) {
        return None;
    }
    let short = |range: TextRange| {
        let text = source.get(range.start().into()..range.end().into())?;
        is_short(text).then(|| one_line(text, LONGEST))
    };
    short(value.range()).or_else(|| match value {
        Expr::Call(it) => short(it.func.range()).map(|callee| format!("{callee}(…)")),
        Expr::Dict(it) => values::keys(it),
        _ => None,
    })
}

/// Whether code can be quoted as it is.
fn is_short(text: &str) -> bool {
    text.len() <= LONGEST && !text.contains(['#', '`']) && !text.contains("\"\"\"")
}

/// What a statement calls that is nothing but that, with what it is given where that is short.
pub(super) fn called(statement: &Expr, source: &str) -> Option<String> {
    let call = call_of(statement)?;
    call.as_call_expr().and_then(|it| path(&it.func))?;
    told(call, source)
}

/// The call that an expression is, also behind `await`.
pub(super) fn call_of(value: &Expr) -> Option<&Expr> {
    let value = match value {
        Expr::Await(it) => &*it.value,
        value => value,
    };
    value.is_call_expr().then_some(value)
}

/// What is called by statements that are nothing but that, also behind `await`.
fn calls(body: &[Stmt], source: &str) -> Option<Deed> {
    let called = body.iter().filter_map(|statement| {
        let statement = statement.as_expr_stmt()?;
        let call = call_of(&statement.value)?.as_call_expr()?;
        path(&call.func).filter(|path| !is_log(path))?;
        effects::called(&call.func, statement, body, source)
    });
    let mut changes: Vec<Change<'_>> = called.take(MOST_CHANGES).collect();
    settle(&mut changes);
    let mut called: Vec<String> = Vec::new();
    for Change { code, .. } in changes {
        if called.len() < MOST_CALLS && !called.contains(&code) {
            called.push(code);
        }
    }
    (!called.is_empty()).then_some(Deed::Calls(called))
}

/// `a.b.c`
pub(super) fn path(value: &Expr) -> Option<String> {
    let mut names = Vec::new();
    let mut at = value;
    while let Expr::Attribute(it) = at {
        names.push(it.attr.as_str());
        at = &it.value;
    }
    names.push(at.as_name_expr()?.id.as_str());
    names.reverse();
    Some(names.join(".")).filter(|it| it.len() <= LONGEST)
}
