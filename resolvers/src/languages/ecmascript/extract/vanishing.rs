//! On which condition a function gives anything at all: `return isOpen && <Menu />`, `if (!user) return null`. Of a component
//! that is when people see it.

use oxc_ast::ast::{Expression, IfStatement, LogicalOperator, Statement};
use oxc_span::{GetSpan, Span};

use super::deeds::text;

/// A longer condition says less than it takes, in bytes.
const LONGEST: usize = 64;

/// Of a body: `` only if `isOpen` `` or `` nothing if `!user` ``.
pub(super) fn of_statements(statements: &[Statement], source: &str) -> Option<String> {
    for statement in statements {
        match statement {
            Statement::IfStatement(it) if it.alternate.is_none() && gives_nothing(it) => {
                return told("nothing", it.test.span(), source);
            }
            Statement::ReturnStatement(it) => return of_value(it.argument.as_ref()?, source),
            // It may have given something there.
            it if may_end(it) => return None,
            _ => {}
        }
    }
    None
}

/// Whether the function may end in a statement that is more than one.
pub(super) fn may_end(it: &Statement) -> bool {
    let ends = |it: &Statement| matches!(it, Statement::ReturnStatement(_)) || may_end(it);
    match it {
        Statement::BlockStatement(it) => it.body.iter().any(ends),
        Statement::IfStatement(it) => ends(&it.consequent) || it.alternate.as_ref().is_some_and(ends),
        Statement::SwitchStatement(it) => it.cases.iter().flat_map(|it| &it.consequent).any(ends),
        Statement::TryStatement(it) => {
            let handler = it.handler.iter().flat_map(|it| &it.body.body);
            let finalizer = it.finalizer.iter().flat_map(|it| &it.body);
            it.block.body.iter().chain(handler).chain(finalizer).any(ends)
        }
        Statement::ForStatement(it) => ends(&it.body),
        Statement::ForInStatement(it) => ends(&it.body),
        Statement::ForOfStatement(it) => ends(&it.body),
        Statement::WhileStatement(it) => ends(&it.body),
        Statement::DoWhileStatement(it) => ends(&it.body),
        Statement::LabeledStatement(it) => ends(&it.body),
        _ => false,
    }
}

/// The same of the value that is given.
pub(super) fn of_value(value: &Expression, source: &str) -> Option<String> {
    match value.get_inner_expression() {
        Expression::ConditionalExpression(it) => {
            match (is_nothing(&it.consequent), is_nothing(&it.alternate)) {
                (false, true) => told("only", it.test.span(), source),
                (true, false) => told("nothing", it.test.span(), source),
                _ => None,
            }
        }
        Expression::LogicalExpression(it)
            if it.operator == LogicalOperator::And && is_markup(it.right.get_inner_expression()) =>
        {
            told("only", it.left.span(), source)
        }
        _ => None,
    }
}

fn told(what: &str, test: Span, source: &str) -> Option<String> {
    let test = text(test, source).filter(|it| it.len() <= LONGEST && !it.contains('`'))?;
    Some(format!("{what} if `{test}`"))
}

/// Whether what stands behind a condition does nothing but to end the function with nothing.
fn gives_nothing(it: &IfStatement) -> bool {
    let only = match &it.consequent {
        Statement::BlockStatement(block) => match &block.body[..] {
            [only] => only,
            _ => return false,
        },
        only => only,
    };
    matches!(only, Statement::ReturnStatement(it) if it.argument.as_ref().is_none_or(is_nothing))
}

fn is_nothing(value: &Expression) -> bool {
    match value.get_inner_expression() {
        Expression::NullLiteral(_) => true,
        Expression::BooleanLiteral(it) => !it.value,
        value => value.is_specific_id("undefined"),
    }
}

fn is_markup(value: &Expression) -> bool {
    matches!(value, Expression::JSXElement(_) | Expression::JSXFragment(_))
}
