//! What the body of a function does in plain sight: what it gives, throws, sets or calls. Only the statements of the
//! body itself are read; nothing here walks into expressions.

use oxc_ast::ast::{
    Argument, AssignmentTarget, CallExpression, Expression, FunctionBody, ObjectPropertyKind,
    ReturnStatement, Statement, SwitchCase,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::BinaryOperator;

use super::fold::fold;
use super::imports::one_line;
use super::literals::{argument, key_name, literal};
use super::standing::{self, constant, spelled_out};
use super::values;
use super::{effects, files, refusals, sketch};
use crate::facts::{Deed, Effect, MOST_TEXTS, is_log, is_quotable};

/// A longer piece of code says less than it takes.
const LONGEST: usize = 72;
/// How much is told of a text that a tag is put before.
const LONGEST_BEGIN: usize = 90;
/// How many calls of a chain are followed.
const LONGEST_CHAIN: usize = 8;
/// How many calls are told.
const MOST_CALLS: usize = 10;
/// How deep the last statement is followed.
const DEEPEST: usize = 16;

/// How many calls around a function are opened.
const MOST_AROUND: usize = 2;
/// Functions that call what they are given for the items of something, or when something happens.
#[rustfmt::skip]
const CALLING_BACK: &[&str] = &[
    "addEventListener", "addListener", "after", "afterAll", "afterEach", "before", "beforeAll", "beforeEach", "custom",
    "describe", "each", "effect", "every", "filter", "find", "findIndex", "findLast", "flatMap", "forEach", "it", "listen",
    "map", "mapValues", "nextTick", "on", "once", "partition", "queueMicrotask", "reduce", "refine", "reject",
    "requestAnimationFrame", "schedule", "setImmediate", "setInterval", "setTimeout", "some", "sort", "subscribe", "test",
    "times", "watch", "watchEffect",
];

/// What is told of a body: what it does, and what else it changes.
#[derive(Default)]
pub(super) struct Told {
    pub(super) deed: Option<Deed>,
    pub(super) effects: Vec<Effect>,
    /// Its body in short, where the deed is not all of it.
    pub(super) sketch: Option<String>,
}

/// Of a function, of what gives one, and of a call that is given one.
pub(super) fn of_value(value: &Expression, source: &str) -> Told {
    let body = match values::without_casts(value) {
        Expression::ArrowFunctionExpression(it) => match it.body.as_expression() {
            Some(given) if let Some(inner) = statements_of(given) => {
                return Told {
                    deed: Some(Deed::Makes),
                    effects: effects::of_given(inner, source),
                    sketch: None,
                };
            }
            Some(given) => {
                let name = || match given.get_inner_expression() {
                    // What takes nothing gives what is kept beside it.
                    Expression::Identifier(name) if it.params.items.is_empty() => {
                        Some(Deed::Gives(name.name.to_string()))
                    }
                    _ => None,
                };
                let deed =
                    one_of(&[given]).or_else(|| always(given, source)).or_else(|| gives(given, source));
                let deed = deed.or_else(name);
                return around_given(deed, given, source).unwrap_or_else(|deed| Told {
                    deed,
                    effects: effects::of_expression(given, source),
                    sketch: None,
                });
            }
            None => it.body.as_function_body(),
        },
        Expression::FunctionExpression(it) if !it.generator => it.body.as_deref(),
        Expression::CallExpression(it) => {
            return given_to(it, MOST_AROUND).map_or_else(Told::default, |it| of_value(it, source));
        }
        // Handlers of a request, one behind the other: the last one does what it is for.
        Expression::ArrayExpression(it) => {
            let last = it.elements.last().and_then(|it| it.as_expression()).filter(|it| it.is_function());
            return last.map_or_else(Told::default, |it| of_value(it, source));
        }
        // What has one function is there for that.
        Expression::ObjectExpression(it) => {
            let only = match &it.properties[..] {
                [ObjectPropertyKind::ObjectProperty(only)] if only.value.is_function() => Some(&only.value),
                _ => None,
            };
            let told = only.map_or_else(Told::default, |it| of_value(it, source));
            let kind = || only.and_then(|it| result_of(it, source)).map(Deed::Gives);
            return Told { deed: told.deed.or_else(kind), ..told };
        }
        _ => None,
    };
    body.map_or_else(Told::default, |body| of_body(body, source))
}

/// The function that a call is given, and that is what the value does then: `catchAsync(async (req, res) => { … })`. What
/// stands before it only names or describes it; what is called for each item of something, or when something happens, is
/// not what the value does.
fn given_to<'b, 'a>(it: &'b CallExpression<'a>, left: usize) -> Option<&'b Expression<'a>> {
    let callee = values::path(&it.callee)?;
    let name = callee.strip_prefix("React.").unwrap_or(&callee);
    let (last, before) = it.arguments.split_last()?;
    let describes = |it: &Argument| match it.as_expression().map(Expression::get_inner_expression) {
        // `relations(users, ({ many }) => ({ … }))` of Drizzle
        Some(Expression::Identifier(it)) => it.name.to_lowercase().ends_with("schema") || name == "relations",
        Some(it) => literal(it).is_some(),
        None => false,
    };
    let is_maker = !name.contains('.') && !name.ends_with("By") && !CALLING_BACK.contains(&name);
    let given =
        last.as_expression().filter(|_| is_maker && before.iter().all(describes))?.get_inner_expression();
    match given {
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => Some(given),
        Expression::CallExpression(inner) => given_to(inner, left.checked_sub(1)?),
        _ => None,
    }
}

pub(super) fn of_body(body: &FunctionBody, source: &str) -> Told {
    let told = told_of_body(body, source);
    let is_whole = match &told.deed {
        Some(Deed::Does(code)) => !code.ends_with('…'),
        Some(Deed::Always(_) | Deed::Nothing | Deed::GivesOneOf(_)) => true,
        // What is done by what it hands to another is left out of what it gives.
        Some(Deed::Gives(value)) if value.contains('…') && sketch::hands_on(&body.statements) => false,
        _ => matches!(
            &body.statements[..],
            [] | [Statement::ExpressionStatement(_) | Statement::ReturnStatement(_)]
        ),
    };
    let sketch = if is_whole { None } else { sketch::of_body(body, source) };
    Told { sketch, ..told }
}

fn told_of_body(body: &FunctionBody, source: &str) -> Told {
    let deed = deed_of(body, source);
    // What decides something says more as it stands than what it calls.
    if matches!(deed, Some(Deed::Calls(_)) | None)
        && decides(&body.statements)
        && let Some(Deed::Does(code)) = code(body, source).filter(|it| !is_cut(it))
        && code.len() <= LONGEST_DECISION
    {
        return Told { deed: Some(Deed::Does(code)), effects: Vec::new(), sketch: None };
    }
    // What is only waited for says less than what is changed.
    let changes = matches!(deed, Some(Deed::Calls(_))) && !body.statements.iter().any(is_call);
    let told = if changes { effects::of(&body.statements, source) } else { Vec::new() };
    if !told.is_empty() {
        return Told { deed: None, effects: told, sketch: None };
    }
    let tells_effects =
        matches!(deed, Some(Deed::Calls(_) | Deed::Nothing | Deed::Sets(_) | Deed::Throws(_)));
    let effects = if tells_effects { Vec::new() } else { effects::of(&body.statements, source) };
    let last = match body.statements.last() {
        Some(Statement::ReturnStatement(it)) => it.argument.as_ref(),
        _ => None,
    };
    let deed = match last.filter(|_| effects.is_empty()) {
        Some(given) => match around_given(deed, given, source) {
            Ok(told) => return told,
            Err(deed) => deed,
        },
        None => deed,
    };
    // What does nothing but give a function is there for what that does.
    if let Some(given) = given_function(&body.statements).filter(|_| deed.is_none() && effects.is_empty()) {
        return Told { deed: Some(Deed::Makes), effects: effects::of_given(given, source), sketch: None };
    }
    let deed = if effects.is_empty() { deed.or_else(|| code(body, source)) } else { deed };
    Told { deed, effects, sketch: None }
}

/// Whether something is given or thrown on a condition, and no function or markup is made.
fn decides(statements: &[Statement]) -> bool {
    let (mut asks, mut ends, mut makes) = (false, false, false);
    all_within(statements, &mut |it| match it {
        Statement::IfStatement(_) => asks = true,
        Statement::ReturnStatement(it) => {
            ends |= it.argument.is_some();
            makes |= it.argument.as_ref().is_some_and(|it| {
                let it = it.get_inner_expression();
                it.is_function() || matches!(it, Expression::JSXElement(_) | Expression::JSXFragment(_))
            });
        }
        Statement::ThrowStatement(_) => ends = true,
        _ => {}
    });
    asks && ends && !makes
}

fn is_cut(deed: &Deed) -> bool {
    matches!(deed, Deed::Does(code) if code.ends_with('…'))
}

/// Longer code is told by what it calls.
const LONGEST_DECISION: usize = 160;

/// The code of a body on one line, or how it begins.
fn code(body: &FunctionBody, source: &str) -> Option<Deed> {
    let (first, last) = body.statements.first().zip(body.statements.last())?;
    let (start, end) = (first.span().start as usize, last.span().end as usize);
    let begin = &source[start..end];
    let begin = &begin[..begin.floor_char_boundary(MOST_READ)];
    // Where a line ends a statement without a sign, one stands for it.
    let mut ends = ends_unsigned(&body.statements, source);
    ends.retain(|at| (start..start + begin.len()).contains(at));
    let mut code = String::new();
    let mut from = 0;
    for at in ends {
        code.extend([&begin[from..at - start], ";"]);
        from = at - start;
    }
    code.push_str(&begin[from..]);
    // Statements in functions run together where lines end them.
    let has_body = from > 0 && ["=> {", "function", "class "].iter().any(|it| begin.contains(it));
    // Back quotes become quotes, which others may stand between.
    let code = fold(&code).filter(|it| !(has_body || it.contains('`') && it.contains('\'')))?;
    if code.len() <= LONGEST_CODE && begin.len() < MOST_READ {
        return Some(Deed::Does(code));
    }
    let cut = &code[..code.floor_char_boundary(LONGEST_CODE)];
    let cut = &cut[..cut.rfind(' ').unwrap_or(cut.len())];
    Some(Deed::Does(format!("{}…", cut.trim_end())))
}

/// Where statements end that something follows, without a semicolon.
fn ends_unsigned(statements: &[Statement], source: &str) -> Vec<usize> {
    fn before_last<'b, 'a>(listed: &'b [Statement<'a>]) -> &'b [Statement<'a>] {
        listed.split_last().map_or(&[], |(_, before)| before)
    }
    let mut followed: Vec<&Statement> = before_last(statements).iter().collect();
    all_within(statements, &mut |it| match it {
        // `if (a) b() else c()`
        Statement::IfStatement(it) if it.alternate.is_some() => followed.push(&it.consequent),
        Statement::DoWhileStatement(it) => followed.push(&it.body),
        Statement::BlockStatement(it) => followed.extend(before_last(&it.body)),
        Statement::TryStatement(it) => {
            followed.extend(before_last(&it.block.body));
            it.handler.iter().for_each(|it| followed.extend(before_last(&it.body.body)));
            it.finalizer.iter().for_each(|it| followed.extend(before_last(&it.body)));
        }
        Statement::SwitchStatement(it) => {
            let all: Vec<&Statement> = it.cases.iter().flat_map(|it| &it.consequent).collect();
            followed.extend(all.split_last().map_or(&[][..], |(_, before)| before));
        }
        _ => {}
    });
    let ends = followed.into_iter().filter(|it| needs_sign(it)).map(|it| it.span().end as usize);
    let mut ends: Vec<usize> = ends.filter(|end| !source[..*end].ends_with(';')).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// Whether a statement ends with a semicolon, seen or unseen.
fn needs_sign(statement: &Statement) -> bool {
    let mut at = statement;
    loop {
        at = match at {
            Statement::IfStatement(it) => it.alternate.as_ref().unwrap_or(&it.consequent),
            Statement::ForStatement(it) => &it.body,
            Statement::ForInStatement(it) => &it.body,
            Statement::ForOfStatement(it) => &it.body,
            Statement::WhileStatement(it) => &it.body,
            Statement::LabeledStatement(it) => &it.body,
            Statement::BlockStatement(_)
            | Statement::SwitchStatement(_)
            | Statement::TryStatement(_)
            | Statement::FunctionDeclaration(_)
            | Statement::ClassDeclaration(_) => return false,
            _ => return true,
        };
    }
}

/// How much of a body is told in code where nothing else is, and how much is read for that, in bytes.
const LONGEST_CODE: usize = 180;
const MOST_READ: usize = 1024;

/// The type that a function is said to give.
fn result_of(value: &Expression, source: &str) -> Option<String> {
    let kind = match value {
        Expression::ArrowFunctionExpression(it) => it.return_type.as_ref()?,
        Expression::FunctionExpression(it) => it.return_type.as_ref()?,
        _ => return None,
    };
    text(kind.type_annotation.span(), source).filter(|it| it != "void")
}

/// Whether a statement is nothing but a call that says what is done.
fn is_call(it: &Statement) -> bool {
    let Statement::ExpressionStatement(it) = it else { return false };
    let Some(call) = call_of(&it.expression) else { return false };
    let is_dull = values::path(&call.callee).is_some_and(|it| is_log(&it));
    !is_dull && !effects::is_of_hook(&it.expression)
}

/// What is told of `throttle((event) => { … }, wait)`, which is given in the end: it does what its function does. Otherwise
/// the deed.
fn around_given(deed: Option<Deed>, given: &Expression, source: &str) -> Result<Told, Option<Deed>> {
    let Some(Deed::Gives(text)) = &deed else { return Err(deed) };
    let Some(call) = call_of(given).filter(|_| text.contains("=>")) else { return Err(deed) };
    let name = values::path(&call.callee);
    let name = name.as_deref().and_then(|it| it.rsplit('.').next()).unwrap_or("map");
    let inner = call.arguments.iter().filter_map(Argument::as_expression).find_map(statements_of);
    let is_hook = name.strip_prefix("use").is_some_and(|rest| rest.starts_with(char::is_uppercase));
    let effects =
        inner.filter(|_| !is_hook && !CALLING_BACK.contains(&name)).map(|it| effects::of_given(it, source));
    match effects.filter(|it| !it.is_empty()) {
        Some(effects) => Ok(Told { deed: Some(Deed::GivesAround(text.clone())), effects, sketch: None }),
        None => Err(deed),
    }
}

/// The literal that is given, whatever happens: of a text another deed tells, and which number it is changes with an edit.
fn always(given: &Expression, source: &str) -> Option<Deed> {
    let given = given.get_inner_expression();
    let is_number = matches!(given, Expression::NumericLiteral(_))
        || matches!(given, Expression::UnaryExpression(it) if it.argument.is_number_literal());
    if is_number {
        return Some(Deed::Always(None));
    }
    let is_one = matches!(given, Expression::BooleanLiteral(_) | Expression::NullLiteral(_))
        || given.is_specific_id("undefined");
    text(given.span(), source).filter(|_| is_one).map(|it| Deed::Always(Some(it)))
}

/// The statements of the function that statements give in the end.
fn given_function<'b, 'a>(statements: &'b [Statement<'a>]) -> Option<&'b [Statement<'a>]> {
    let Statement::ReturnStatement(it) = statements.last()? else { return None };
    statements_of(it.argument.as_ref()?)
}

fn deed_of(body: &FunctionBody, source: &str) -> Option<Deed> {
    let statements = &body.statements[..];
    match statements {
        [] if body.directives.is_empty() => Some(Deed::Nothing),
        [Statement::ReturnStatement(it)]
            if let Some(deed) = it.argument.as_ref().and_then(|it| always(it, source)) =>
        {
            Some(deed)
        }
        [Statement::ThrowStatement(it)] => {
            values::told(&it.argument, source).and_then(quotable).map(Deed::Throws)
        }
        [Statement::ExpressionStatement(it)] if let Expression::AssignmentExpression(it) = &it.expression => {
            // `[a, b] = [b, a]`
            let is_pattern = matches!(it.left, AssignmentTarget::ArrayAssignmentTarget(_));
            let whole = text(it.span, source).filter(|_| is_pattern);
            whole.or_else(|| text(it.left.span(), source)).map(Deed::Sets)
        }
        // One call is told with what it is given, where that is short.
        [Statement::ExpressionStatement(it)] if let Some(call) = call_of(&it.expression) => {
            text(call.span, source).map(|text| Deed::Calls(vec![text])).or_else(|| calls(statements))
        }
        _ => one_of_body(statements)
            .or_else(|| answers(statements, source))
            .or_else(|| of_statements(statements, source)),
    }
}

/// What a request is answered with in the end: `read(id)` of `const user = await read(id); res.json(user)`.
fn answers(statements: &[Statement], source: &str) -> Option<Deed> {
    let inner = match statements {
        [.., Statement::TryStatement(it)] => &it.block.body[..],
        all => all,
    };
    let (last, before) = inner.split_last()?;
    let given = answered(last)?;
    let value = match given {
        Expression::Identifier(name) => named(inner, &name.name)?,
        value => value,
    };
    // What is made empty is filled before it is sent.
    let is_filled = matches!(value.get_inner_expression(), Expression::NewExpression(_))
        || matches!(value.get_inner_expression(), Expression::ArrayExpression(it) if it.elements.is_empty());
    let Deed::Gives(told) = gives(value, source).filter(|_| !is_filled)? else { return None };
    let mut may_end = false;
    let outer = statements.split_last().map_or(&[][..], |(_, outer)| outer);
    for before in [outer, before] {
        all_within(before, &mut |it| {
            may_end |= matches!(it, Statement::ReturnStatement(_)) || answered(it).is_some();
        });
    }
    Some(if may_end { Deed::AnswersLast(told) } else { Deed::Answers(told) })
}

/// What a statement answers a request with that does nothing but that.
fn answered<'b, 'a>(statement: &'b Statement<'a>) -> Option<&'b Expression<'a>> {
    let call = match statement {
        Statement::ExpressionStatement(it) => call_of(&it.expression)?,
        Statement::ReturnStatement(it) => call_of(it.argument.as_ref()?)?,
        _ => return None,
    };
    let Expression::StaticMemberExpression(callee) = call.callee.get_inner_expression() else { return None };
    let (root, _) = standing::root(&callee.object)?;
    let is_answer = matches!(root, "rep" | "reply" | "res" | "response")
        && matches!(callee.property.name.as_str(), "json" | "jsonp" | "send");
    let [given] = &call.arguments[..] else { return None };
    given.as_expression().filter(|_| is_answer).map(Expression::get_inner_expression)
}

/// The call that an expression is, also behind `await` and `void`.
pub(super) fn call_of<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b CallExpression<'a>> {
    let value = match value {
        Expression::AwaitExpression(it) => &it.argument,
        Expression::UnaryExpression(it) if it.operator.is_void() => &it.argument,
        value => value,
    };
    match value.get_inner_expression() {
        Expression::CallExpression(it) => Some(it),
        _ => None,
    }
}

/// The statements of a function that is called where it is written: `(async () => { … })()`.
pub(super) fn run_at_once<'b, 'a>(statement: &'b Expression<'a>) -> Option<&'b [Statement<'a>]> {
    statements_of(&call_of(statement)?.callee)
}

/// Those of a function that is a value.
pub(super) fn statements_of<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b [Statement<'a>]> {
    match value.get_inner_expression() {
        Expression::ArrowFunctionExpression(it) => Some(&it.body.as_function_body()?.statements),
        Expression::FunctionExpression(it) => Some(&it.body.as_ref()?.statements),
        _ => None,
    }
}

/// What a statement calls that is nothing but that, with what it is given where that is short.
pub(super) fn called(statement: &Expression, source: &str) -> Option<String> {
    let call = waited_for(call_of(statement)?);
    let Some(callee) = values::path(&call.callee) else {
        // `createApp(App).mount('#app')`
        if let Some(whole) = text(call.span, source) {
            return Some(whole);
        }
        let whole = named_chain(call, LONGEST_CHAIN).and_then(quotable);
        return whole.or_else(|| begun_chain(call, LONGEST_CHAIN).and_then(quotable));
    };
    let callee = quotable(callee)?;
    let whole = || text(call.span, source);
    // What it is given in plain sight says what it is called for.
    let told = || quotable(format!("{callee}({})", values::arguments(&call.arguments, source)));
    Some(whole().or_else(told).unwrap_or_else(|| format!("{callee}(…)")))
}

/// `main()` of `main().catch(fail)`.
fn waited_for<'b, 'a>(mut call: &'b CallExpression<'a>) -> &'b CallExpression<'a> {
    while let Expression::StaticMemberExpression(callee) = call.callee.get_inner_expression()
        && matches!(callee.property.name.as_str(), "catch" | "finally" | "then")
        && let Expression::CallExpression(inner) = callee.object.get_inner_expression()
    {
        call = inner;
    }
    call
}

/// Functions that run the one that they are given at once, or soon.
const RUNNING: &[&str] =
    &["React.startTransition", "queueMicrotask", "requestIdleCallback", "setImmediate", "startTransition"];

/// The function that a call only runs.
pub(super) fn only_run<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b Expression<'a>> {
    let call = call_of(value)?;
    let [only] = &call.arguments[..] else { return None };
    let runs = values::path(&call.callee).is_some_and(|it| RUNNING.contains(&it.as_str()));
    only.as_expression().filter(|_| runs)
}

/// The functions that are called when what is waited for is there, in order: of `read().then(a).then(b)`.
pub(super) fn continuations<'b, 'a>(value: &'b Expression<'a>) -> Vec<&'b Expression<'a>> {
    let (mut found, mut at) = (Vec::new(), call_of(value));
    while let Some(call) = at.filter(|_| found.len() < LONGEST_CHAIN) {
        let Expression::StaticMemberExpression(callee) = call.callee.get_inner_expression() else { break };
        if matches!(callee.property.name.as_str(), "finally" | "then") {
            found.extend(argument(call, 0));
        }
        at = match callee.object.get_inner_expression() {
            Expression::CallExpression(inner) => Some(inner),
            _ => None,
        };
    }
    found.reverse();
    found
}

/// `angular.module('shop').directive('price', …)`: a chain of calls each of which is given a name.
fn named_chain(call: &CallExpression, left: usize) -> Option<String> {
    let name = literal(argument(call, 0)?)?;
    let more = if call.arguments.len() > 1 { ", …" } else { "" };
    if let Some(callee) = values::path(&call.callee) {
        return Some(format!("{callee}('{name}'{more})"));
    }
    let Expression::StaticMemberExpression(callee) = call.callee.get_inner_expression() else { return None };
    let Expression::CallExpression(inner) = callee.object.get_inner_expression() else { return None };
    let inner = named_chain(inner, left.checked_sub(1)?)?;
    Some(format!("{inner}.{}('{name}'{more})", callee.property.name))
}

/// What a longer chain calls first, where that is given a name.
fn begun_chain(call: &CallExpression, left: usize) -> Option<String> {
    let Expression::StaticMemberExpression(callee) = call.callee.get_inner_expression() else { return None };
    let Expression::CallExpression(inner) = callee.object.get_inner_expression() else { return None };
    match values::path(&inner.callee) {
        Some(_) => Some(named_chain(inner, 1)? + ".…"),
        None => begun_chain(inner, left.checked_sub(1)?),
    }
}

fn of_statements(statements: &[Statement], source: &str) -> Option<Deed> {
    // Functions may stand behind what is given.
    let is_function = |it: &Statement| matches!(it, Statement::FunctionDeclaration(_));
    let statements = &statements[..=statements.iter().rposition(|it| !is_function(it))?];
    match statements.last()? {
        Statement::ReturnStatement(it) => {
            let given = it.argument.as_ref()?;
            let before = given_before(statements);
            let deed = match given.get_inner_expression() {
                Expression::Identifier(name) => match named(statements, &name.name) {
                    Some(value) => gives(value, source)?,
                    None => return either(&before, text(given.span(), source)?, source),
                },
                given => {
                    let spelled = || spelled_out(given, statements, source).and_then(|it| plain(&it));
                    match handed_on(given, statements, source).or_else(spelled) {
                        Some(told) => Deed::Gives(told),
                        None => gives(given, source)?,
                    }
                }
            };
            match deed {
                Deed::Gives(_) if before.iter().all(Option::is_none) => Some(deed),
                Deed::Gives(value) => either(&before, value.clone(), source).or(Some(Deed::GivesLast(value))),
                deed => Some(deed),
            }
        }
        _ => calls(statements),
    }
}

/// What statements within those before the last one give, in no order; nothing of one that gives nothing.
fn given_before<'b, 'a>(statements: &'b [Statement<'a>]) -> Vec<Option<&'b Expression<'a>>> {
    let mut found = Vec::new();
    all_within(&statements[..statements.len() - 1], &mut |it| {
        if let Statement::ReturnStatement(it) = it {
            found.push(it.argument.as_ref());
        }
    });
    found
}

/// What is given before or else in the end, where both are short pieces of code.
fn either(before: &[Option<&Expression>], last: String, source: &str) -> Option<Deed> {
    let [Some(before)] = before else { return None };
    let before = match before.get_inner_expression() {
        it @ Expression::Identifier(_) => text(it.span(), source)?,
        it => match gives(it, source)? {
            Deed::Gives(told) if !it.is_literal() && !told.starts_with(['{', '[', '<']) => told,
            _ => return None,
        },
    };
    let is_plain = !last.starts_with(['{', '[', '<']) && before != last;
    is_plain.then_some(Deed::GivesEither([before, last]))
}

/// Shows `see` the statements and those in their blocks, in no order.
pub(super) fn all_within<'b, 'a>(statements: &'b [Statement<'a>], see: &mut impl FnMut(&'b Statement<'a>)) {
    let mut open: Vec<&'b Statement<'a>> = statements.iter().collect();
    while let Some(statement) = open.pop() {
        see(statement);
        match statement {
            Statement::BlockStatement(it) => open.extend(&it.body),
            Statement::IfStatement(it) => {
                open.push(&it.consequent);
                open.extend(&it.alternate);
            }
            Statement::ForStatement(it) => open.push(&it.body),
            Statement::ForInStatement(it) => open.push(&it.body),
            Statement::ForOfStatement(it) => open.push(&it.body),
            Statement::WhileStatement(it) => open.push(&it.body),
            Statement::DoWhileStatement(it) => open.push(&it.body),
            Statement::LabeledStatement(it) => open.push(&it.body),
            Statement::SwitchStatement(it) => open.extend(it.cases.iter().flat_map(|it| &it.consequent)),
            Statement::TryStatement(it) => {
                open.extend(&it.block.body);
                open.extend(it.handler.iter().flat_map(|it| &it.body.body));
                open.extend(it.finalizer.iter().flat_map(|it| &it.body));
            }
            _ => {}
        }
    }
}

/// The texts one of which a body gives, whatever happens.
fn one_of_body(statements: &[Statement]) -> Option<Deed> {
    let (mut returns, mut breaks): (Vec<&ReturnStatement>, bool) = (Vec::new(), false);
    all_within(statements, &mut |it| match it {
        Statement::ReturnStatement(it) => returns.push(it),
        Statement::BreakStatement(_) => breaks = true,
        _ => {}
    });
    // What is broken off may come to its end.
    if breaks || !is_left(statements, DEEPEST) {
        return None;
    }
    returns.sort_by_key(|it| it.span.start);
    let given: Option<Vec<&Expression>> = returns.into_iter().map(|it| it.argument.as_ref()).collect();
    let given = given?;
    one_of(&given).or_else(|| objects(&given))
}

/// The keys of the objects that are given, whatever happens: `error?` where only some have it.
fn objects(given: &[&Expression]) -> Option<Deed> {
    let mut keys: Vec<(&str, usize)> = Vec::new();
    for value in given {
        let Expression::ObjectExpression(it) = value.get_inner_expression() else { return None };
        for property in &it.properties {
            let ObjectPropertyKind::ObjectProperty(it) = property else { return None };
            let key = key_name(&it.key).filter(|key| is_word(key))?;
            match keys.iter_mut().find(|(known, _)| *known == key) {
                Some((_, count)) => *count += 1,
                None => keys.push((key, 1)),
            }
        }
    }
    let is_common = keys.iter().any(|(_, count)| *count == given.len());
    let told =
        keys.iter().map(|(key, count)| format!("{key}{}", if *count == given.len() { "" } else { "?" }));
    let told = format!("{{ {} }}", told.collect::<Vec<_>>().join(", "));
    (is_common && told.len() <= LONGEST).then_some(Deed::Gives(told))
}

fn is_word(key: &str) -> bool {
    key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
}

/// Whether nothing comes behind the statements: the last one gives or throws something on every way.
fn is_left(statements: &[Statement], left: usize) -> bool {
    let Some(left) = left.checked_sub(1) else { return false };
    let one = |it: &Statement| is_left(std::slice::from_ref(it), left);
    match statements.last() {
        Some(Statement::ReturnStatement(_) | Statement::ThrowStatement(_)) => true,
        Some(Statement::BlockStatement(it)) => is_left(&it.body, left),
        Some(Statement::TryStatement(it)) => {
            // What is given in the end is given in place of the rest.
            it.finalizer.as_ref().is_none_or(|it| !is_left(&it.body, left))
                && is_left(&it.block.body, left)
                && it.handler.as_ref().is_none_or(|it| is_left(&it.body.body, left))
        }
        Some(Statement::IfStatement(it)) => one(&it.consequent) && it.alternate.as_ref().is_some_and(one),
        Some(Statement::SwitchStatement(it)) => {
            let falls = |it: &SwitchCase| it.consequent.is_empty() || is_left(&it.consequent, left);
            it.cases.iter().any(|it| it.test.is_none())
                && it.cases.iter().all(falls)
                && it.cases.last().is_some_and(|it| !it.consequent.is_empty())
        }
        _ => false,
    }
}

/// The texts one of which is given; `None` where something else may be.
fn one_of(given: &[&Expression]) -> Option<Deed> {
    let mut open: Vec<&Expression> = given.iter().rev().copied().collect();
    let mut texts: Vec<String> = Vec::new();
    while let Some(value) = open.pop() {
        match value.get_inner_expression() {
            Expression::ConditionalExpression(it) => open.extend([&it.alternate, &it.consequent]),
            Expression::StringLiteral(it) if is_quotable(&it.value) => {
                if texts.len() < MOST_TEXTS && !texts.iter().any(|text| text.as_str() == it.value.as_str()) {
                    texts.push(it.value.to_string());
                }
            }
            // `KINDS.mixed`
            value => {
                let path = values::path(value)?;
                if !path.contains('.') || !path.starts_with(char::is_uppercase) {
                    return None;
                }
                if texts.len() < MOST_TEXTS && !texts.contains(&path) {
                    texts.push(path);
                }
            }
        }
    }
    (texts.len() > 1).then_some(Deed::GivesOneOf(texts))
}

/// `json(read(…))` of `const rows = await read(id); return json(rows)`: what is handed on says more than its name.
fn handed_on(given: &Expression, statements: &[Statement], source: &str) -> Option<String> {
    let Expression::CallExpression(outer) = given else { return None };
    let [only] = &outer.arguments[..] else { return None };
    let Expression::Identifier(name) = only.as_expression()?.get_inner_expression() else { return None };
    let inner = call_of(named(statements, &name.name)?)?;
    let outer =
        values::path(&outer.callee).filter(|path| path.split('.').next() != Some(name.name.as_str()))?;
    around(&outer, inner, "", source)
}

/// The value of the constant that the last statement but one declares so, what only refuses between them left out: what is
/// declared earlier may be filled.
fn named<'b, 'a>(statements: &'b [Statement<'a>], name: &str) -> Option<&'b Expression<'a>> {
    // What is handed to a test may be filled there.
    let refuses = |it: &&Statement| match it {
        Statement::IfStatement(it) => {
            let thrown = refusals::thrown_by(&it.consequent).filter(|_| it.alternate.is_none());
            thrown.is_some() && calls_nothing(&it.test, DEEPEST)
        }
        _ => false,
    };
    let (_, before) = statements.split_last()?;
    let before = before.iter().rev().find(|it| !refuses(it))?;
    constant(std::slice::from_ref(before), name)
}

/// Whether a test surely calls nothing: `!user || user.age < 18`.
fn calls_nothing(test: &Expression, left: usize) -> bool {
    let Some(left) = left.checked_sub(1) else { return false };
    match test.get_inner_expression() {
        Expression::Identifier(_) => true,
        Expression::UnaryExpression(it) => calls_nothing(&it.argument, left),
        Expression::BinaryExpression(it) => calls_nothing(&it.left, left) && calls_nothing(&it.right, left),
        Expression::LogicalExpression(it) => calls_nothing(&it.left, left) && calls_nothing(&it.right, left),
        Expression::StaticMemberExpression(it) => calls_nothing(&it.object, left),
        it => it.is_literal(),
    }
}

/// Functions and what says nothing of itself are left out; of elements the names are told.
fn gives(value: &Expression, source: &str) -> Option<Deed> {
    let value = match value.get_inner_expression() {
        Expression::AwaitExpression(it) => it.argument.get_inner_expression(),
        value => value,
    };
    match value {
        Expression::Identifier(_)
        | Expression::ThisExpression(_)
        | Expression::NullLiteral(_)
        | Expression::BooleanLiteral(_)
        | Expression::NumericLiteral(_)
        | Expression::ArrowFunctionExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ClassExpression(_)
        | Expression::JSXFragment(_) => None,
        it @ Expression::JSXElement(_) => values::told(it, source).map(Deed::Gives),
        // `` sql`a long text` ``
        Expression::TaggedTemplateExpression(it) if values::code(it.span, source).is_none() => {
            let tag = values::path(&it.tag)?;
            let inside = it.quasi.span.source_text(source).trim_matches('`');
            let begin = one_line(inside, LONGEST_BEGIN + 1).replace('`', "'");
            let begin = begin[..begin.floor_char_boundary(LONGEST_BEGIN)].to_owned();
            (!begin.trim().is_empty()).then(|| Deed::Gives(format!("{tag}'{begin}…'")))
        }
        // What its function does says more.
        it if executor(it).is_some() => None,
        // Its keys say more than the text.
        Expression::ObjectExpression(it) => {
            // Names that are spread alone say nothing.
            let tells = |told: &String| values::keys(it).is_some() || told.contains("(…)");
            values::given_object(it).filter(tells).map(Deed::Gives)
        }
        Expression::TemplateLiteral(it) => template(it.span, source).map(Deed::Gives),
        // `useMemo(() => ({ a, b }), […])`
        Expression::CallExpression(it)
            if let Some(Expression::ArrowFunctionExpression(made)) =
                argument(it, 0).filter(|_| it.callee.is_specific_id("useMemo"))
                && let Some(made) = made.body.as_expression() =>
        {
            gives(made, source)
        }
        // `useMemo(() => { …; return a }, […])`, `computed(() => { … })`
        Expression::CallExpression(it)
            if let Some(inner) = argument(it, 0).and_then(statements_of)
                && values::path(&it.callee)
                    .is_some_and(|it| matches!(it.as_str(), "React.useMemo" | "computed" | "useMemo")) =>
        {
            one_of_body(inner).or_else(|| of_statements(inner, source))
        }
        value => values::code(value.span(), source)
            .or_else(|| chained(value, LONGEST_CHAIN).and_then(quotable))
            .or_else(|| nested(value, source))
            .or_else(|| all_of(value).and_then(quotable))
            .or_else(|| whole(value, source).and_then(quotable))
            .map(Deed::Gives),
    }
}

/// The statements of the function of a promise: of `new Promise((resolve) => { … })`.
pub(super) fn executor<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b [Statement<'a>]> {
    let Expression::NewExpression(it) = value.get_inner_expression() else { return None };
    statements_of(it.arguments.first()?.as_expression()?).filter(|_| it.callee.is_specific_id("Promise"))
}

/// A template without what it cannot be quoted with.
fn template(span: Span, source: &str) -> Option<String> {
    let inside = span.source_text(source).strip_prefix('`')?.strip_suffix('`')?;
    let told = format!("'{inside}'");
    (!inside.contains(['`', '\n', '\'']) && told.len() <= LONGEST).then_some(told)
}

/// `all(a.map(…), …)`: what is called first of all says more than what is called with it.
fn nested(value: &Expression, source: &str) -> Option<String> {
    let Expression::CallExpression(outer) = value else { return None };
    let inner = call_of(outer.arguments.first()?.as_expression()?)?;
    let more = if outer.arguments.len() > 1 { ", …" } else { "" };
    around(&values::path(&outer.callee)?, inner, more, source)
}

/// `transaction([user.create, team.create])` of a call that is given a list of calls.
fn all_of(value: &Expression) -> Option<String> {
    let Expression::CallExpression(outer) = value else { return None };
    let Expression::ArrayExpression(listed) = argument(outer, 0)?.get_inner_expression() else { return None };
    let inner = listed.elements.iter().map(|it| values::path(&call_of(it.as_expression()?)?.callee));
    let inner: Vec<String> = inner.collect::<Option<_>>()?;
    let outer = values::path(&outer.callee).filter(|_| !inner.is_empty())?;
    Some(format!("{outer}([{}])", inner.join(", ")))
}

/// `save(make({ a }))`: a call with the one that it is given, and what that is given where it is short.
fn around(outer: &str, inner: &CallExpression, more: &str, source: &str) -> Option<String> {
    let callee = values::path(&inner.callee)?;
    let given = values::arguments(&inner.arguments, source);
    let is_plain = !given.contains(['\n', '`']) && !given.contains("=>") && !given.contains("function");
    let whole = Some(given).filter(|_| is_plain);
    let whole = whole.and_then(|given| quotable(format!("{outer}({callee}({given}){more})")));
    whole.or_else(|| quotable(format!("{outer}({callee}(…){more})")))
}

/// What [`values::told`] says of all of it: of a chain of calls that is only the first one.
fn whole(value: &Expression, source: &str) -> Option<String> {
    match value {
        Expression::CallExpression(it) => values::path(&it.callee).and_then(|_| values::told(value, source)),
        Expression::TaggedTemplateExpression(_) | Expression::LogicalExpression(_) => None,
        value => values::told(value, source),
    }
}

/// `a.b(…).c(…)`: the calls of a chain without what they are given.
fn chained(value: &Expression, left: usize) -> Option<String> {
    let Expression::CallExpression(it) = value.get_inner_expression() else { return None };
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return None };
    let inner = match callee.object.get_inner_expression() {
        inner @ Expression::CallExpression(call) => match values::path(&call.callee) {
            Some(path) => format!("{path}(…)"),
            None => chained(inner, left.checked_sub(1)?)?,
        },
        _ => return None,
    };
    // What a stream goes through says what becomes of it.
    let steps = it.arguments.iter().filter(|_| callee.property.name == "pipe").filter_map(|it| {
        let step = values::path(&call_of(it.as_expression()?)?.callee)?;
        Some(format!("{step}(…)"))
    });
    let steps: Vec<String> = steps.take(MOST_CALLS).collect();
    let given = if steps.is_empty() { "…".to_owned() } else { steps.join(", ") };
    Some(format!("{inner}.{}({given})", callee.property.name))
}

/// What is called by statements that are nothing but that, also behind `await`, and what is waited for.
fn calls(statements: &[Statement]) -> Option<Deed> {
    let mut called: Vec<String> = Vec::new();
    for statement in statements {
        let call = match statement {
            Statement::ExpressionStatement(it) => {
                call_of(&it.expression).filter(|_| !effects::is_of_hook(&it.expression))
            }
            Statement::VariableDeclaration(it) => match &it.declarations[..] {
                [only] => only
                    .init
                    .as_ref()
                    .filter(|it| matches!(it, Expression::AwaitExpression(_)))
                    .and_then(call_of),
                _ => None,
            },
            _ => None,
        };
        let Some(it) = call else { continue };
        if called.len() == MOST_CALLS {
            break;
        }
        let told = files::of_each(it, statements);
        let told = told.unwrap_or_else(|| told_of(it, statements).into_iter().collect());
        for told in told.into_iter().filter_map(quotable) {
            if called.len() < MOST_CALLS && !called.contains(&told) && !is_log(&told) {
                called.push(told);
            }
        }
    }
    (!called.is_empty()).then_some(Deed::Calls(called))
}

/// What is called, with what it is given where that is telling; nothing of what goes through something, or waits for all.
fn told_of(it: &CallExpression, statements: &[Statement]) -> Option<String> {
    // That the next one is asked says nothing of what is done before.
    let callee = values::path(&it.callee).filter(|it| {
        it != "next" && !is_log(it) && !it.ends_with(".forEach") && !it.starts_with("Promise.")
    })?;
    let given = registered(it, &callee).or_else(|| files::aimed(it, &callee));
    Some(given.or_else(|| with_texts(it, &callee, statements)).unwrap_or(callee))
}

/// `sendEmail(to, 'Email verification', text)`: a call that is given a text which people read, in plain sight or by the name
/// of a constant.
fn with_texts(it: &CallExpression, callee: &str, statements: &[Statement]) -> Option<String> {
    let mut speaks = false;
    let mut given: Vec<String> = Vec::new();
    for value in &it.arguments {
        let value = value.as_expression()?.get_inner_expression();
        let known = match value {
            Expression::Identifier(name) => constant(statements, &name.name).and_then(literal),
            value => literal(value),
        };
        let text = known.filter(|it| {
            it.contains(' ') && it.len() <= LONGEST_NAME && is_quotable(it) && !it.contains('\'')
        });
        speaks |= text.is_some();
        given.push(match (text, value) {
            (Some(text), _) => format!("'{text}'"),
            (None, Expression::Identifier(name)) => name.name.to_string(),
            (None, _) => "…".to_owned(),
        });
    }
    let whole = format!("{callee}({})", given.join(", "));
    (speaks && whole.len() <= LONGEST).then_some(whole)
}

/// Methods by which something is registered under a name.
#[rustfmt::skip]
const REGISTERING: &[&str] = &[
    "addEventListener", "addListener", "command", "define", "emit", "handle", "on", "once", "provide", "register", "set",
    "setItem", "subscribe",
];

/// `socket.on('open', …)`: under which name a call registers what it is given.
pub(super) fn registered(it: &CallExpression, callee: &str) -> Option<String> {
    let method = callee.rsplit('.').next().filter(|method| REGISTERING.contains(method))?;
    let name =
        name_put_together(argument(it, 0)?).filter(|name| is_quotable(name) && name.len() <= LONGEST_NAME)?;
    let more = if it.arguments.len() > 1 { ", …" } else { "" };
    (method.len() < callee.len()).then(|| format!("{callee}('{name}'{more})"))
}

/// The text that a literal is, or that one ends in what is put together: `…join` of `prefix + 'join'`.
fn name_put_together(value: &Expression) -> Option<String> {
    match value.get_inner_expression() {
        Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
            let end = literal(&it.right).filter(|end| !end.is_empty())?;
            Some(format!("…{end}"))
        }
        value => literal(value).map(str::to_owned),
    }
}

/// How long a name may be that is told of a call, in bytes.
const LONGEST_NAME: usize = 40;

/// The code there, where it is short and no function or comment stands in it.
pub(super) fn text(span: Span, source: &str) -> Option<String> {
    plain(span.source_text(source))
}

fn plain(text: &str) -> Option<String> {
    let is_plain = text.len() <= LONGEST
        && !["=>", "function", "//", "/*", "`", "class "].iter().any(|it| text.contains(it));
    fold(text).filter(|_| is_plain)
}

fn quotable(text: String) -> Option<String> {
    (text.len() <= LONGEST && !text.contains('\n')).then_some(text)
}
