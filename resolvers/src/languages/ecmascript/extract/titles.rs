//! What tests are called: the titles of suites and cases, by the names that all runners give the functions.

use oxc_ast::ast::{CallExpression, Expression};

use super::imports::one_line;
use super::literals::argument;
use super::visit::span;
use crate::facts::Title;

/// How many suites of a file are listed, and how many cases.
const MOST: usize = 128;
const LONGEST: usize = 120;

/// Adds the title that the call gives to a suite or a case, if it does; the position of the title.
pub(super) fn read(call: &CallExpression, titles: &mut Vec<Title>) -> Option<u32> {
    if call.arguments.len() < 2 {
        return None;
    }
    let suite = runner(&call.callee).and_then(is_suite)?;
    let function = |at| {
        matches!(
            argument(call, at),
            Some(Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_))
        )
    };
    if !function(1) && !function(2) || titles.iter().filter(|it| it.suite == suite).count() >= MOST {
        return None;
    }
    let text = argument(call, 0).and_then(|title| match title {
        Expression::StringLiteral(it) => Some(one_line(&it.value, LONGEST)),
        Expression::TemplateLiteral(it) => {
            let parts: Vec<&str> = it.quasis.iter().map(|part| part.value.raw.as_str()).collect();
            Some(one_line(&parts.join("…"), LONGEST))
        }
        _ => None,
    });
    let text = text.filter(|text| !text.is_empty())?;
    let at = u32::try_from(titles.len()).ok()?;
    titles.push(Title { text, suite, span: span(call.span) });
    Some(at)
}

/// `describe` of `describe`, `describe.skip` and `describe.each(…)`; `describe` also of `test.describe`.
fn runner<'b>(callee: &'b Expression) -> Option<&'b str> {
    match callee {
        Expression::Identifier(it) => Some(it.name.as_str()),
        Expression::StaticMemberExpression(it) if it.property.name == "describe" => Some("describe"),
        Expression::StaticMemberExpression(it) => match &it.object {
            Expression::Identifier(object) => Some(object.name.as_str()),
            Expression::StaticMemberExpression(_) => runner(&it.object),
            _ => None,
        },
        Expression::CallExpression(it) => match &it.callee {
            Expression::StaticMemberExpression(inner) => match &inner.object {
                Expression::Identifier(object) => Some(object.name.as_str()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// Whether the function of that name makes a suite rather than a case; `None` for other functions.
fn is_suite(name: &str) -> Option<bool> {
    match name {
        "describe" | "suite" => Some(true),
        "it" | "test" | "bench" => Some(false),
        _ => None,
    }
}
