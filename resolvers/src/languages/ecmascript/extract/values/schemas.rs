//! Schemas and environments: what a chain of calls makes a schema of, and what it says of it. How the keys of that object
//! are told is no part of it.

use oxc_ast::ast::{Argument, Expression, ObjectExpression, ObjectPropertyKind};

use super::super::comments::MAX_DOC;
use super::super::imports::one_line;
use super::super::literals::{key_name, literal, property};
use super::{LONGEST_CHAIN, LONGEST_NAME, path, without_casts};

/// Fewer words say nothing of a schema.
const FEWEST_SAID: usize = 3;

/// What a schema says of itself at the end of its chain: `text().describe('Where it is placed')`.
pub(in super::super) fn told_of_schema(value: &Expression) -> Option<String> {
    let mut at = without_casts(value);
    for _ in 0..LONGEST_CHAIN {
        let Expression::CallExpression(it) = at else { return None };
        let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else {
            return None;
        };
        let given = it.arguments.first().and_then(Argument::as_expression);
        let said = match (callee.property.name.as_str(), given.map(Expression::get_inner_expression)) {
            ("describe" | "description", Some(given)) => literal(given),
            ("meta" | "openapi", Some(Expression::ObjectExpression(it))) => {
                property(it, |key| key == "description").and_then(literal)
            }
            _ => None,
        };
        if let Some(said) = said.filter(|it| it.split_whitespace().count() >= FEWEST_SAID) {
            return Some(one_line(said, MAX_DOC));
        }
        at = callee.object.get_inner_expression();
    }
    None
}

/// What a schema is asked for others with what it is given.
pub(super) const JOINING: &[&str] = &["and", "extend", "merge"];

/// Whether the keys of an object are names of variables of the environment: `{ DATABASE_URL: text() }`.
pub(super) fn is_environment(it: &ObjectExpression) -> bool {
    let is_one = |it: &ObjectPropertyKind| match it {
        ObjectPropertyKind::ObjectProperty(it) => key_name(&it.key).is_some_and(|key| {
            key.contains('_')
                && key.bytes().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_')
        }),
        ObjectPropertyKind::SpreadProperty(_) => false,
    };
    let count = it.properties.iter().filter(|it| is_one(it)).count();
    count > 0 && count * 2 > it.properties.len()
}

/// Whether a chain of calls begins with one that makes a schema of an object: `z.object({ a }).strict()`.
pub(super) fn is_schema(value: &Expression) -> bool {
    let mut at = value.get_inner_expression();
    for _ in 0..LONGEST_CHAIN {
        let Expression::CallExpression(it) = at else { return false };
        let callee = path(&it.callee).unwrap_or_default();
        if ["Object", "object"].iter().any(|end| callee.ends_with(end)) {
            return true;
        }
        let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else {
            return false;
        };
        // `base.extend({ a })`
        if JOINING.contains(&callee.property.name.as_str()) {
            return true;
        }
        at = callee.object.get_inner_expression();
    }
    false
}

/// The object that a chain of calls is given last: `{ a }` of `z.object({ a }).refine(f)`.
pub(super) fn object_in<'b, 'a>(value: &'b Expression<'a>, left: usize) -> Option<&'b ObjectExpression<'a>> {
    let Expression::CallExpression(it) = value.get_inner_expression() else { return None };
    match (it.arguments.first().and_then(Argument::as_expression), &it.callee) {
        (Some(Expression::ObjectExpression(it)), _) => Some(it),
        (_, Expression::StaticMemberExpression(callee)) => object_in(&callee.object, left.checked_sub(1)?),
        _ => None,
    }
}

/// The object of a schema of Zod that is given to another: `{ a }` of `z.object({ a }).strict()`; nothing of one that is
/// joined to others.
pub(super) fn schema_in<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b ObjectExpression<'a>> {
    let mut at = value;
    for _ in 0..LONGEST_CHAIN {
        let Expression::CallExpression(it) = at.get_inner_expression() else { return None };
        let Expression::StaticMemberExpression(callee) = &it.callee else { return None };
        if matches!(path(&it.callee).as_deref(), Some("z.object" | "z.strictObject")) {
            let Some(Expression::ObjectExpression(given)) = it.arguments.first()?.as_expression() else {
                return None;
            };
            return Some(given);
        }
        if JOINING.contains(&callee.property.name.as_str()) {
            return None;
        }
        at = &callee.object;
    }
    None
}

/// The schema that is extended: `A` of `A.extend({ b })`.
pub(super) fn base_of(value: &Expression) -> Option<String> {
    let Expression::CallExpression(it) = value.get_inner_expression() else { return None };
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return None };
    let is_object = |it: &Argument| matches!(it, Argument::ObjectExpression(_));
    // `_.extend({}, a)` extends no schema.
    let joins =
        callee.property.name == "extend" && it.arguments.len() == 1 && it.arguments.iter().all(is_object);
    let base = Some(&callee.object).filter(|_| joins)?;
    path(base).filter(|it| it.len() <= LONGEST_NAME)
}
