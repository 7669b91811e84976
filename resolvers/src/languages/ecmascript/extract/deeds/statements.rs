//! The way to statements: those within others, and those of the functions that values are. What they do is not asked here.

use oxc_ast::ast::{CallExpression, Expression, FormalParameters, FunctionBody, Statement};

/// The statements of the function that statements give in the end.
pub(super) fn given_function<'b, 'a>(statements: &'b [Statement<'a>]) -> Option<&'b [Statement<'a>]> {
    let Statement::ReturnStatement(it) = statements.last()? else { return None };
    statements_of(it.argument.as_ref()?)
}

/// The call that an expression is, also behind `await` and `void`.
pub(in super::super) fn call_of<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b CallExpression<'a>> {
    let value = match value {
        Expression::AwaitExpression(it) => &it.argument,
        Expression::UnaryExpression(it) if it.operator.is_void() => &it.argument,
        value => value,
    };
    match value.get_inner_expression() {
        Expression::CallExpression(it) => Some(it),
        _ => None,
    }
}

/// The statements of a function that is called where it is written: `(async () => { … })()`, `(function () { … }).call(this)`.
pub(in super::super) fn run_at_once<'b, 'a>(statement: &'b Expression<'a>) -> Option<&'b [Statement<'a>]> {
    let function = match call_of(statement)?.callee.get_inner_expression() {
        Expression::StaticMemberExpression(it) if it.property.name == "call" => {
            it.object.get_inner_expression()
        }
        callee => callee,
    };
    // A generator does nothing yet.
    let is_generator = matches!(function, Expression::FunctionExpression(it) if it.generator);
    statements_of(function).filter(|_| !is_generator)
}

/// The body of such a function where the value is what that gives, or where what fails in it is seen to: `(async () => { …
/// })().catch(tell)`.
pub(super) fn body_run_at_once<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b FunctionBody<'a>> {
    let mut call = call_of(value)?;
    while let Expression::StaticMemberExpression(member) = call.callee.get_inner_expression()
        && matches!(member.property.name.as_str(), "catch" | "finally")
    {
        call = call_of(&member.object)?;
    }
    match call.callee.get_inner_expression() {
        // What it takes is called otherwise outside.
        Expression::ArrowFunctionExpression(it) if it.params.is_empty() => it.body.as_function_body(),
        Expression::FunctionExpression(it) if !it.generator && it.params.is_empty() => it.body.as_deref(),
        _ => None,
    }
}

/// Those of a function that is a value.
pub(in super::super) fn statements_of<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b [Statement<'a>]> {
    match value.get_inner_expression() {
        Expression::ArrowFunctionExpression(it) => Some(&it.body.as_function_body()?.statements),
        Expression::FunctionExpression(it) => Some(&it.body.as_ref()?.statements),
        _ => None,
    }
}

/// Shows `see` the statements and those in their blocks, in no order.
pub(in super::super) fn all_within<'b, 'a>(
    statements: &'b [Statement<'a>],
    see: &mut impl FnMut(&'b Statement<'a>),
) {
    let mut open: Vec<&'b Statement<'a>> = statements.iter().collect();
    while let Some(statement) = open.pop() {
        see(statement);
        match statement {
            Statement::BlockStatement(it) => open.extend(&it.body),
            Statement::IfStatement(it) => {
                open.push(&it.consequent);
                open.extend(&it.alternate);
            }
            Statement::ForStatement(it) => open.push(&it.body),
            Statement::ForInStatement(it) => open.push(&it.body),
            Statement::ForOfStatement(it) => open.push(&it.body),
            Statement::WhileStatement(it) => open.push(&it.body),
            Statement::DoWhileStatement(it) => open.push(&it.body),
            Statement::LabeledStatement(it) => open.push(&it.body),
            Statement::SwitchStatement(it) => open.extend(it.cases.iter().flat_map(|it| &it.consequent)),
            Statement::TryStatement(it) => {
                open.extend(&it.block.body);
                open.extend(it.handler.iter().flat_map(|it| &it.body.body));
                open.extend(it.finalizer.iter().flat_map(|it| &it.body));
            }
            _ => {}
        }
    }
}

/// What the function that a value is takes.
pub(in super::super) fn parameters_of<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b FormalParameters<'a>> {
    match value.get_inner_expression() {
        Expression::ArrowFunctionExpression(it) => Some(&it.params),
        Expression::FunctionExpression(it) => Some(&it.params),
        _ => None,
    }
}

/// The statements of the function of a promise: of `new Promise((resolve) => { … })`.
pub(in super::super) fn executor<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b [Statement<'a>]> {
    let Expression::NewExpression(it) = value.get_inner_expression() else { return None };
    statements_of(it.arguments.first()?.as_expression()?).filter(|_| it.callee.is_specific_id("Promise"))
}
