//! What requests are answered with, in plain sight: the keys of the object, or the name, that `res.json(…)` and its kin are
//! given. What tells that something went wrong is none.

use oxc_ast::ast::{CallExpression, Expression, ObjectExpression, ObjectPropertyKind};

use super::literals::{argument, key_name, literal, property};
use super::{standing, values};
use crate::facts::FileFacts;

/// How what answers is called.
const ANSWERING: &[&str] =
    &["NextResponse", "Response", "c", "context", "ctx", "rep", "reply", "res", "response"];
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
    let is_answer = standing::root(&callee.object).is_some_and(|(root, _)| ANSWERING.contains(&root));
    if !is_answer || is_wrong(&callee.object) || says_wrong(argument(it, 1)) {
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

/// Whether a status is set before that says so: `res.status(404)`.
fn is_wrong(value: &Expression) -> bool {
    let mut at = value.get_inner_expression();
    for _ in 0..LONGEST_CHAIN {
        let Expression::CallExpression(it) = at else { return false };
        let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else {
            return false;
        };
        let sets = matches!(callee.property.name.as_str(), "code" | "sendStatus" | "status");
        if sets && argument(it, 0).is_some_and(is_status_of_error) {
            return true;
        }
        at = callee.object.get_inner_expression();
    }
    false
}

/// The same of what stands behind the answer: `{ status: 404 }`, `404`.
fn says_wrong(given: Option<&Expression>) -> bool {
    match given.map(Expression::get_inner_expression) {
        Some(Expression::ObjectExpression(it)) => {
            property(it, |key| key == "status").is_some_and(is_status_of_error)
        }
        Some(it) => is_status_of_error(it),
        None => false,
    }
}

fn is_status_of_error(value: &Expression) -> bool {
    matches!(value.get_inner_expression(), Expression::NumericLiteral(it) if it.value >= WRONG)
}
