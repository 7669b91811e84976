//! What is called: by one statement, by the statements of a body, and when what is waited for is there. What a call gives
//! is no part of it.

use oxc_ast::ast::{CallExpression, Expression, Statement};
use oxc_syntax::operator::BinaryOperator;

use super::super::literals::{argument, literal};
use super::super::standing::constant;
use super::super::{effects, files, values};
use super::code::{LONGEST, quotable, text};
use super::statements::call_of;
use crate::facts::{Deed, is_log, is_quotable};

/// How many calls of a chain are followed.
pub(super) const LONGEST_CHAIN: usize = 8;
/// How many calls are told.
pub(super) const MOST_CALLS: usize = 10;

/// What a statement calls that is nothing but that, with what it is given where that is short.
pub(in super::super) fn called(statement: &Expression, source: &str) -> Option<String> {
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
pub(in super::super) fn only_run<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b Expression<'a>> {
    let call = call_of(value)?;
    let [only] = &call.arguments[..] else { return None };
    let runs = values::path(&call.callee).is_some_and(|it| RUNNING.contains(&it.as_str()));
    only.as_expression().filter(|_| runs)
}

/// The functions that are called when what is waited for is there, in order: of `read().then(a).then(b)`.
pub(in super::super) fn continuations<'b, 'a>(value: &'b Expression<'a>) -> Vec<&'b Expression<'a>> {
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

/// What is called by statements that are nothing but that, also behind `await`, and what is waited for.
pub(super) fn calls(statements: &[Statement]) -> Option<Deed> {
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

/// `console.log` of a body that is nothing but such calls: it is there for that.
pub(super) fn logs_alone(statements: &[Statement]) -> Option<Vec<String>> {
    let logs = statements.iter().map(|it| match it {
        Statement::ExpressionStatement(it) => {
            call_of(&it.expression).and_then(|it| values::path(&it.callee)).filter(|it| is_log(it))
        }
        _ => None,
    });
    let mut told: Vec<String> = Vec::new();
    for log in logs.collect::<Option<Vec<String>>>()? {
        if told.len() < MOST_CALLS && !told.contains(&log) {
            told.push(log);
        }
    }
    Some(told)
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
    "addEventListener", "addHook", "addListener", "command", "component", "decorate", "decorateReply", "decorateRequest",
    "define", "directive", "emit", "handle", "on", "once", "provide", "register", "registerCommand", "registerHelper",
    "removeItem", "set", "setItem", "subscribe",
];

/// `socket.on('open', …)`: under which name a call registers what it is given.
pub(in super::super) fn registered(it: &CallExpression, callee: &str) -> Option<String> {
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
