//! What errors say that code throws.

use oxc_ast::ast::{Argument, Expression, ObjectPropertyKind};

use super::literals::{key_name, literal};

/// The text of `new Error('text')` and of `new ApiError({ message: 'text' })`.
pub(super) fn said<'a>(thrown: &Expression<'a>) -> Option<&'a str> {
    let given = match thrown.get_inner_expression() {
        Expression::NewExpression(it) => &it.arguments,
        Expression::CallExpression(it) => &it.arguments,
        _ => return None,
    };
    given.iter().filter_map(Argument::as_expression).find_map(|it| literal(it).or_else(|| message(it)))
}

fn message<'a>(given: &Expression<'a>) -> Option<&'a str> {
    let Expression::ObjectExpression(it) = given else { return None };
    it.properties.iter().find_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) if key_name(&it.key) == Some("message") => literal(&it.value),
        _ => None,
    })
}
