//! What errors say that code throws.

use std::borrow::Cow;

use oxc_ast::ast::{Argument, CallExpression, Expression, Statement};
use oxc_span::Span;

use super::literals::{literal, property};
use super::standing::constant;
use super::values;

/// Of what is put together fewer words say too little.
const FEWEST_WORDS: usize = 2;
/// The same of a sentence.
const FEWEST_OF_SENTENCE: usize = 3;

/// The text of `new Error('text')` and of `new ApiError({ message: 'text' })`.
pub(super) fn said<'a>(thrown: &Expression<'a>) -> Option<Cow<'a, str>> {
    let given = match thrown.get_inner_expression() {
        Expression::NewExpression(it) => &it.arguments,
        Expression::CallExpression(it) => &it.arguments,
        _ => return None,
    };
    given.iter().filter_map(Argument::as_expression).find_map(|it| text(it).or_else(|| message(it)))
}

/// What an error says that the last of the statements throws and the one before made, and where that is: `const error = new
/// Error('text')`.
pub(super) fn thrown_by_name<'a>(statements: &[Statement<'a>]) -> Option<(Span, Cow<'a, str>)> {
    let Statement::ThrowStatement(it) = statements.last()? else { return None };
    let Expression::Identifier(name) = it.argument.get_inner_expression() else { return None };
    let before = statements.len().checked_sub(2)?;
    Some((it.span, said(constant(&statements[before..=before], &name.name)?)?))
}

/// Where a statement throws something that does nothing but that, whatever it makes or calls before.
pub(super) fn thrown_by(statement: &Statement) -> Option<Span> {
    match statement {
        Statement::ThrowStatement(it) => Some(it.span),
        Statement::BlockStatement(it) => {
            let (Statement::ThrowStatement(last), before) = it.body.split_last()? else { return None };
            let goes_on = |it: &Statement| {
                matches!(it, Statement::ExpressionStatement(_) | Statement::VariableDeclaration(_))
            };
            before.iter().all(goes_on).then_some(last.span)
        }
        _ => None,
    }
}

/// Where a statement gives something that does nothing but that.
pub(super) fn given_by(statement: &Statement) -> Option<Span> {
    match statement {
        Statement::ReturnStatement(it) => Some(it.span),
        Statement::BlockStatement(it) => match &it.body[..] {
            [Statement::ReturnStatement(it)] => Some(it.span),
            _ => None,
        },
        _ => None,
    }
}

/// The sentence that a value is: a text of several words.
pub(super) fn sentence<'a>(given: &Expression<'a>) -> Option<Cow<'a, str>> {
    text(given.get_inner_expression()).filter(|it| {
        it.split(' ').count() >= FEWEST_OF_SENTENCE
            && it.starts_with(|c: char| c.is_uppercase())
            && !it.contains(['{', '<'])
    })
}

/// What an error says by which a promise ends, or that is handed on, and whether it is: of `reject(new Error('text'))`,
/// `next(new Error('text'))`.
pub(super) fn rejected<'a>(it: &CallExpression<'a>) -> Option<(Cow<'a, str>, bool)> {
    let hands_on = ["callback", "cb", "done", "next"].iter().any(|name| it.callee.is_specific_id(name));
    let rejects = || values::path(&it.callee).is_some_and(|it| matches!(&*it, "reject" | "Promise.reject"));
    let said = said(it.arguments.first()?.as_expression()?).filter(|_| hands_on || rejects())?;
    Some((said, hands_on))
}

fn message<'a>(given: &Expression<'a>) -> Option<Cow<'a, str>> {
    let Expression::ObjectExpression(it) = given else { return None };
    property(it, |key| key == "message").and_then(text)
}

/// The text of a literal; of a template the first line, with dots for what is put into it.
pub(super) fn text<'a>(value: &Expression<'a>) -> Option<Cow<'a, str>> {
    if let Some(text) = literal(value) {
        return Some(text.into());
    }
    let Expression::TemplateLiteral(it) = value else { return None };
    let parts: Vec<&str> = it.quasis.iter().map(|it| it.value.raw.as_str()).collect();
    let whole = parts.join("…");
    let first = whole.split("\\n").flat_map(str::lines).map(str::trim).find(|it| !it.is_empty())?;
    let words = first.split(' ').filter(|it| it.chars().all(char::is_alphabetic)).count();
    (words >= FEWEST_WORDS).then(|| first.to_owned().into())
}
