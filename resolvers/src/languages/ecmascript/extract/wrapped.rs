//! What the function declares that a file is wrapped in: a module of AMD or UMD, a plugin of jQuery, what runs when a
//! page is there. It exports nothing, so that this is all that tells what the file is for.

use oxc_ast::ast::{
    Argument, AssignmentTarget, CallExpression, Expression, FunctionBody, ObjectPropertyKind, Statement,
};

use super::literals::key_name;
use super::values;
use crate::facts::{FileFacts, Shown, ShownSort};

/// How many names are listed.
const MOST: usize = 16;
/// A longer name says less than it takes.
const LONGEST: usize = 60;

/// Lists what a statement of the body of the file has inside that is a call with a function.
pub(super) fn read(expression: &Expression, facts: &mut FileFacts) {
    let Some(body) = called(expression).and_then(wrapper) else { return };
    for statement in &body.statements {
        match statement {
            Statement::FunctionDeclaration(it) => {
                it.id.iter().for_each(|id| list(&id.name, facts));
            }
            Statement::ClassDeclaration(it) => it.id.iter().for_each(|id| list(&id.name, facts)),
            // `const send = (it) => { … }`
            Statement::VariableDeclaration(it) => {
                let made =
                    it.declarations.iter().filter(|it| it.init.as_ref().is_some_and(Expression::is_function));
                made.filter_map(|it| it.id.get_binding_identifier()).for_each(|id| list(&id.name, facts));
            }
            Statement::ExpressionStatement(it) => {
                if let Expression::AssignmentExpression(it) = &it.expression
                    && let AssignmentTarget::StaticMemberExpression(target) = &it.left
                    && is_telling(&it.right)
                    && let Some(path) = values::path_of(target)
                {
                    list(&path, facts);
                }
            }
            Statement::ReturnStatement(it) => {
                if let Some(Expression::ObjectExpression(it)) = &it.argument {
                    for property in &it.properties {
                        if let ObjectPropertyKind::ObjectProperty(it) = property
                            && let Some(key) = key_name(&it.key)
                        {
                            list(key, facts);
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

/// The call that a statement is: also behind `!` and `void`, which some write before a function.
fn called<'b, 'a>(expression: &'b Expression<'a>) -> Option<&'b CallExpression<'a>> {
    match expression.get_inner_expression() {
        Expression::CallExpression(it) => Some(it),
        Expression::UnaryExpression(it) => match it.argument.get_inner_expression() {
            Expression::CallExpression(it) => Some(it),
            _ => None,
        },
        _ => None,
    }
}

/// The function with the code: the last one that is given, as loaders and what waits for a page have it, or the one that
/// is called on the spot.
fn wrapper<'b, 'a>(it: &'b CallExpression<'a>) -> Option<&'b FunctionBody<'a>> {
    let given = it.arguments.iter().rev().filter_map(Argument::as_expression).find_map(body);
    let on_the_spot = || match it.callee.get_inner_expression() {
        Expression::StaticMemberExpression(it) if it.property.name == "call" => body(&it.object),
        callee => body(callee),
    };
    given.or_else(on_the_spot)
}

fn body<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b FunctionBody<'a>> {
    match value.get_inner_expression() {
        Expression::FunctionExpression(it) => it.body.as_deref(),
        Expression::ArrowFunctionExpression(it) => it.body.as_function_body(),
        _ => None,
    }
}

/// Whether a value is code, or holds some.
fn is_telling(value: &Expression) -> bool {
    matches!(
        value.get_inner_expression(),
        Expression::FunctionExpression(_)
            | Expression::ArrowFunctionExpression(_)
            | Expression::ClassExpression(_)
            | Expression::ObjectExpression(_)
    )
}

fn list(name: &str, facts: &mut FileFacts) {
    let inner = facts.shown.iter().filter(|it| it.sort == ShownSort::Inner);
    let is_new = inner.clone().count() < MOST && !inner.clone().any(|it| it.text == name);
    if is_new && name.len() <= LONGEST {
        facts.shown.push(Shown { text: name.to_owned(), sort: ShownSort::Inner, symbol: None });
    }
}
