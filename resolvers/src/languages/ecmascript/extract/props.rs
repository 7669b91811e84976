//! What a class takes of its `this.props`, and a function of its `props`. Whether it is a component is not asked.

use oxc_ast::ast::{BindingPattern, Expression};

use super::literals::key_name;

/// Whether the value is `this.props`, or `props`.
pub(super) fn are(value: &Expression) -> bool {
    match value.get_inner_expression() {
        Expression::StaticMemberExpression(it) => {
            it.property.name == "props" && matches!(it.object, Expression::ThisExpression(_))
        }
        Expression::Identifier(it) => it.name == "props",
        _ => false,
    }
}

/// The names that a declaration takes of what it is given: `a` and `b` of `const { a, b: c } = …`.
pub(super) fn taken<'a>(pattern: &BindingPattern<'a>) -> Vec<&'a str> {
    match pattern {
        BindingPattern::ObjectPattern(it) => {
            it.properties.iter().filter_map(|it| key_name(&it.key)).collect()
        }
        _ => Vec::new(),
    }
}
