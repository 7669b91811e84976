//! What requests are answered with, in plain sight: the keys of the object, or the name, that `res.json(…)` and its kin are
//! given. What tells that something went wrong is none.

use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, CallExpression, Expression, ObjectExpression, ObjectPropertyKind,
};

use super::literals::{argument, key_name, literal, property};
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
