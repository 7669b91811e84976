//! What the body of a function does in plain sight: what it gives, throws, sets or calls. Only the statements of the
//! body itself are read; nothing here walks into expressions.

mod calls;
mod code;
mod given;
mod returns;
mod statements;

use oxc_ast::ast::{
    Argument, AssignmentTarget, CallExpression, Expression, FunctionBody, ObjectPropertyKind, Statement,
};
use oxc_span::GetSpan;

pub(super) use self::calls::{called, continuations, only_run, registered};
use self::calls::{calls, logs_alone};
pub(super) use self::code::text;
use self::code::{code, quotable};
use self::given::{always, gives};
use self::returns::{answers, of_statements, one_of, one_of_body};
pub(super) use self::statements::{all_within, call_of, executor, parameters_of, run_at_once, statements_of};
use self::statements::{body_run_at_once, given_function};
use super::literals::literal;
use super::values;
use super::{effects, sketch, vanishing, written};
use crate::facts::{Deed, Effect, is_log};

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
    /// On which condition it gives anything at all.
    pub(super) vanishing: Option<String>,
    /// What the text says that it gives.
    pub(super) written: Option<String>,
}

/// Of a function, of what gives one, and of a call that is given one.
pub(super) fn of_value(value: &Expression, source: &str) -> Told {
    let body = match values::without_casts(value) {
        Expression::ArrowFunctionExpression(it) => match it.body.as_expression() {
            Some(given) if let Some(inner) = statements_of(given) => {
                return Told {
                    deed: Some(Deed::Makes),
                    effects: effects::of_given(inner, source),
                    sketch: sketch::of_made(given, source),
                    ..Told::default()
                };
            }
            Some(given) if let Some(inner) = body_run_at_once(given) => return of_own_body(inner, source),
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
                let told = around_given(deed, given, source).unwrap_or_else(|deed| Told {
                    deed,
                    effects: effects::of_expression(given, source),
                    sketch: sketch::of_handing(given, source).or_else(|| sketch::of_made(given, source)),
                    ..Told::default()
                });
                return Told {
                    vanishing: vanishing::of_value(given, source),
                    written: written::of_value(given),
                    ..told
                };
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
    match &body.statements[..] {
        // All that it does stands in a function that it runs.
        [Statement::ReturnStatement(it)]
            if let Some(inner) = it.argument.as_ref().and_then(body_run_at_once) =>
        {
            of_own_body(inner, source)
        }
        [Statement::ExpressionStatement(it)] if let Some(inner) = body_run_at_once(&it.expression) => {
            let told = of_own_body(inner, source);
            // What that gives nobody gets.
            let does =
                matches!(told.deed, Some(Deed::Calls(_) | Deed::Sets(_) | Deed::Nothing | Deed::Throws(_)));
            Told { deed: told.deed.filter(|_| does), vanishing: None, written: None, ..told }
        }
        _ => of_own_body(body, source),
    }
}

fn of_own_body(body: &FunctionBody, source: &str) -> Told {
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
    let sketch = match (&told.deed, &body.statements[..]) {
        (Some(Deed::Makes), [Statement::ReturnStatement(it)]) => {
            it.argument.as_ref().and_then(|made| sketch::of_made(made, source))
        }
        _ if is_whole => None,
        _ => sketch::of_body(body, source),
    };
    Told {
        sketch,
        vanishing: vanishing::of_statements(&body.statements, source),
        written: written::of_statements(&body.statements),
        ..told
    }
}

fn told_of_body(body: &FunctionBody, source: &str) -> Told {
    let deed = deed_of(body, source);
    // What decides something says more as it stands than what it calls.
    if matches!(deed, Some(Deed::Calls(_)) | None)
        && decides(&body.statements)
        && let Some(Deed::Does(code)) = code(body, source).filter(|it| !is_cut(it))
        && code.len() <= LONGEST_DECISION
    {
        return Told { deed: Some(Deed::Does(code)), ..Told::default() };
    }
    // What is only waited for says less than what is changed.
    let changes = matches!(deed, Some(Deed::Calls(_))) && !body.statements.iter().any(is_call);
    let told = if changes { effects::of(&body.statements, source) } else { Vec::new() };
    if !told.is_empty() {
        return Told { effects: told, ..Told::default() };
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
        return Told {
            deed: Some(Deed::Makes),
            effects: effects::of_given(given, source),
            ..Told::default()
        };
    }
    let of_logs = || logs_alone(&body.statements).filter(|it| !it.is_empty()).map(Deed::Calls);
    let deed = if effects.is_empty() { deed.or_else(|| code(body, source)).or_else(of_logs) } else { deed };
    Told { deed, effects, ..Told::default() }
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
        Some(effects) => Ok(Told { deed: Some(Deed::GivesAround(text.clone())), effects, ..Told::default() }),
        None => Err(deed),
    }
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
