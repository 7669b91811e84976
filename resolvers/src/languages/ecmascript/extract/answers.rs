//! What requests are answered with, in plain sight: the keys of the object, or the name, that `res.json(…)` and its kin are
//! given. What tells that something went wrong is none.

use std::borrow::Cow;

use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, CallExpression, Expression, ObjectExpression, ObjectPropertyKind,
};

use super::literals::{argument, key_name, literal, property};
use super::refusals::text as said;
use super::values;
use crate::facts::FileFacts;

/// How what answers is called.
const ANSWERING: &[&str] = &["NextResponse", "Response", "rep", "reply", "res", "response"];
/// What answers too, with JSON alone: it does much else.
const CONTEXTS: &[&str] = &["c", "context", "ctx"];
/// What is set before an answer is sent, one behind the other.
const SETTING: &[&str] =
    &["append", "code", "contentType", "cookie", "header", "headers", "set", "setHeader", "status", "type"];
/// What statuses are called that say that all is well.
const WELL: &[&str] = &["ACCEPTED", "CREATED", "NO_CONTENT", "OK"];
/// What statuses are called that say that a request is at fault.
#[rustfmt::skip]
const DENYING: &[&str] = &[
    "BAD_REQUEST", "CONFLICT", "FORBIDDEN", "GONE", "NOT_FOUND", "TOO_MANY_REQUESTS", "UNAUTHORIZED", "UNPROCESSABLE_ENTITY",
];
/// Keys behind which it is said what is wrong.
const SAYING: &[&str] = &["error", "message", "msg"];
/// Keys and names that say nothing of what they hold.
#[rustfmt::skip]
const HOLLOW: &[&str] = &[
    "body", "code", "data", "err", "error", "errors", "json", "message", "msg", "ok", "payload", "res", "response", "result",
    "results", "status", "statusCode", "success",
];
/// How many keys are told.
const MOST: usize = 6;
/// The first status that says that something went wrong.
const WRONG: f64 = 400.0;
/// How many calls of a chain are followed.
const LONGEST_CHAIN: usize = 4;

/// Lists what the call of `symbol` answers with.
pub(super) fn read(it: &CallExpression, symbol: u32, facts: &mut FileFacts) {
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return };
    if !matches!(callee.property.name.as_str(), "json" | "jsonp" | "send") {
        return;
    }
    if !is_answer(&callee.object, &callee.property.name) || says_wrong(argument(it, 1)) {
        return;
    }
    let told = argument(it, 0).and_then(|given| match given.get_inner_expression() {
        Expression::ObjectExpression(it) => keys(it).or_else(|| text(it)),
        given => {
            let path = values::path(given)?;
            let last = path.rsplit('.').next().unwrap_or_default();
            (!HOLLOW.contains(&last)).then_some(path)
        }
    });
    if let Some(told) = told {
        facts.reply_with(&told, symbol);
    }
}

/// Lists what the call of `symbol` denies, and with which status: `res.status(403).send({ message: 'No token' })`. What went wrong
/// with the server itself is left out.
pub(super) fn denied(it: &CallExpression, symbol: u32, facts: &mut FileFacts) {
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return };
    if !matches!(callee.property.name.as_str(), "json" | "jsonp" | "send") {
        return;
    }
    let beside = || match argument(it, 1)?.get_inner_expression() {
        Expression::ObjectExpression(it) => property(it, |key| key == "status"),
        _ => None,
    };
    let answers =
        |it: &Expression| matches!(it, Expression::Identifier(it) if ANSWERING.contains(&it.name.as_str()));
    let status = match callee.object.get_inner_expression() {
        it if answers(it) => beside(),
        Expression::CallExpression(it) => match it.callee.get_inner_expression() {
            Expression::StaticMemberExpression(callee)
                if matches!(callee.property.name.as_str(), "code" | "status")
                    && answers(callee.object.get_inner_expression()) =>
            {
                argument(it, 0)
            }
            _ => None,
        },
        _ => None,
    };
    let Some(status) = status.and_then(denying) else { return };
    let said = argument(it, 0).and_then(|it| match it.get_inner_expression() {
        Expression::ObjectExpression(it) => property(it, |key| SAYING.contains(&key)).and_then(said),
        it => said(it),
    });
    let is_plain = |it: &Cow<str>| it.len() <= LONGEST_TEXT && !it.contains(['`', '\'', '\n', '<']);
    if let Some(said) = said.filter(|it| !it.is_empty() && is_plain(it)) {
        facts.deny(&format!("{}`{status}", said.trim_end_matches('.')), symbol);
    }
}

/// `403`, `NOT_FOUND`: a status that says that the request is at fault.
fn denying(status: &Expression) -> Option<String> {
    match status.get_inner_expression() {
        Expression::NumericLiteral(it) => {
            (WRONG..WRONG + 100.0).contains(&it.value).then(|| format!("{}", it.value))
        }
        Expression::StaticMemberExpression(it) => {
            let name = it.property.name.as_str();
            DENYING.contains(&name).then(|| name.to_owned())
        }
        _ => None,
    }
}

/// `{ user, posts }`
fn keys(it: &ObjectExpression) -> Option<String> {
    let mut keys: Vec<&str> = it
        .properties
        .iter()
        .filter_map(|it| match it {
            ObjectPropertyKind::ObjectProperty(it) => key_name(&it.key),
            ObjectPropertyKind::SpreadProperty(_) => None,
        })
        .collect();
    keys.iter().any(|key| !HOLLOW.contains(key)).then_some(())?;
    let more = keys.len() > MOST;
    keys.truncate(MOST);
    Some(format!("{{ {}{} }}", keys.join(", "), if more { ", …" } else { "" }))
}

/// `{ message: 'It is done' }`: what is said where nothing else is given.
fn text(it: &ObjectExpression) -> Option<String> {
    let [ObjectPropertyKind::ObjectProperty(only)] = &it.properties[..] else { return None };
    let (key, text) = key_name(&only.key).zip(literal(only.value.get_inner_expression()))?;
    let tells = !matches!(key, "err" | "error" | "errors") && text.contains(' ');
    let is_plain = text.len() <= LONGEST_TEXT && !text.contains(['`', '\'', '\n']);
    (tells && is_plain).then(|| format!("{{ {key}: '{text}' }}"))
}

/// The longest text that is told, in bytes.
const LONGEST_TEXT: usize = 56;

/// `res.statusCode = 404`
pub(super) fn sets_wrong(it: &AssignmentExpression) -> bool {
    let AssignmentTarget::StaticMemberExpression(target) = &it.left else { return false };
    target.property.name == "statusCode" && !is_status_of_success(&it.right)
}

/// Whether it is what answers, by itself or with what is set before, and no status is among that which may say that
/// something went wrong: `res`, `res.status(201)`.
fn is_answer(value: &Expression, method: &str) -> bool {
    let mut at = value.get_inner_expression();
    for _ in 0..LONGEST_CHAIN {
        match at {
            Expression::Identifier(it) => {
                let name = it.name.as_str();
                return ANSWERING.contains(&name) || method == "json" && CONTEXTS.contains(&name);
            }
            Expression::CallExpression(it) => {
                let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else {
                    return false;
                };
                let name = callee.property.name.as_str();
                let is_well =
                    !matches!(name, "code" | "status") || argument(it, 0).is_some_and(is_status_of_success);
                if !SETTING.contains(&name) || !is_well {
                    return false;
                }
                at = callee.object.get_inner_expression();
            }
            _ => return false,
        }
    }
    false
}

/// Whether what stands behind the answer may say so: `{ status: 404 }`, `404`.
fn says_wrong(given: Option<&Expression>) -> bool {
    match given.map(Expression::get_inner_expression) {
        Some(Expression::ObjectExpression(it)) => {
            property(it, |key| key == "status").is_some_and(|it| !is_status_of_success(it))
        }
        Some(it) => !is_status_of_success(it),
        None => false,
    }
}

/// `201`, `StatusCodes.CREATED`
fn is_status_of_success(value: &Expression) -> bool {
    match value.get_inner_expression() {
        Expression::NumericLiteral(it) => it.value < WRONG,
        Expression::StaticMemberExpression(it) => WELL.contains(&it.property.name.as_str()),
        _ => false,
    }
}
