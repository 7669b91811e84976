//! What the local names of a function stand for: the constants that its body declares. Only the statements of the body
//! itself are read.

use oxc_ast::ast::{Expression, Statement};
use oxc_span::{GetSpan, Span};

/// Through how many names a value is followed.
const MOST_NAMES: usize = 4;
/// How many members and calls a value may have.
const LONGEST_CHAIN: usize = 40;

/// The value of the constant that the statements declare by that name.
pub(super) fn constant<'b, 'a>(statements: &'b [Statement<'a>], name: &str) -> Option<&'b Expression<'a>> {
    let declared = statements.iter().filter_map(|it| match it {
        Statement::VariableDeclaration(it) if it.kind.is_const() => Some(&it.declarations),
        _ => None,
    });
    let is_it =
        |id: &oxc_ast::ast::BindingPattern| id.get_binding_identifier().is_some_and(|id| id.name == name);
    declared.flatten().find(|it| is_it(&it.id))?.init.as_ref()
}

/// The name that a chain of members and calls begins with, and where it stands.
pub(super) fn root<'b>(value: &'b Expression) -> Option<(&'b str, Span)> {
    let mut at = value.get_inner_expression();
    for _ in 0..LONGEST_CHAIN {
        at = match at {
            Expression::Identifier(it) => return Some((it.name.as_str(), it.span)),
            Expression::CallExpression(it) => it.callee.get_inner_expression(),
            Expression::StaticMemberExpression(it) => it.object.get_inner_expression(),
            Expression::ComputedMemberExpression(it) => it.object.get_inner_expression(),
            Expression::ChainExpression(it) => match &it.expression {
                oxc_ast::ast::ChainElement::CallExpression(it) => it.callee.get_inner_expression(),
                it => it.as_member_expression()?.object().get_inner_expression(),
            },
            _ => return None,
        };
    }
    None
}

/// The code of `value` with what the name stands for that it begins with: `(await read()).rows` of `found.rows`. `None`
/// where it begins with no constant of the statements, or has that name again.
pub(super) fn spelled_out(value: &Expression, statements: &[Statement], source: &str) -> Option<String> {
    spelled(value, statements, source, MOST_NAMES)
}

fn spelled(value: &Expression, statements: &[Statement], source: &str, left: usize) -> Option<String> {
    let left = left.checked_sub(1)?;
    let (name, at) = root(value)?;
    let (init, is_awaited) = match constant(statements, name)?.get_inner_expression() {
        Expression::AwaitExpression(it) => (it.argument.get_inner_expression(), true),
        value => (value, false),
    };
    let is_chain = matches!(
        init,
        Expression::CallExpression(_)
            | Expression::ChainExpression(_)
            | Expression::StaticMemberExpression(_)
            | Expression::ComputedMemberExpression(_)
    );
    if !is_chain {
        return None;
    }
    let init =
        spelled(init, statements, source, left).unwrap_or_else(|| init.span().source_text(source).to_owned());
    let whole = value.span();
    let before = Span::new(whole.start, at.start).source_text(source);
    let behind = Span::new(at.end, whole.end).source_text(source);
    let names = |text: &str| {
        text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).any(|it| it == name)
    };
    let is_plain = before.is_empty() && !behind.is_empty() && !names(behind);
    is_plain.then(|| if is_awaited { format!("(await {init}){behind}") } else { format!("{init}{behind}") })
}
