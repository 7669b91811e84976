//! What code tells people beside markup: by a message that comes and goes (`toast('Saved')`), or by a question on the command
//! line (`prompt({ name: 'port', message: 'Which port?' })`).

use oxc_ast::ast::{Argument, CallExpression, Expression, ObjectExpression, ObjectPropertyKind};

use super::literals::{argument, key_name, literal};
use super::markup::show;
use super::values;
use crate::facts::{FileFacts, ShownSort};

/// What shows a message, by its name or by that of the object whose method does.
const SHOWING: &[&str] = &["alert", "confirm", "enqueueSnackbar", "notify", "showToast", "snackbar", "toast"];
/// What asks people, by its last name.
const ASKING: &[&str] = &["ask", "prompt", "prompts", "question"];

/// Lists what the call says, of the declaration `symbol`.
pub(super) fn read(it: &CallExpression, symbol: u32, facts: &mut FileFacts) {
    let Some(callee) = values::path(&it.callee) else { return };
    let (of, last) = callee.rsplit_once('.').unwrap_or(("", &callee));
    let of = of.rsplit('.').next().unwrap_or_default();
    if SHOWING.contains(&last) || SHOWING.contains(&of) {
        if let Some(text) = argument(it, 0).and_then(literal) {
            show(text, ShownSort::Notice, Some(symbol), facts);
        }
    } else if ASKING.contains(&last) || ASKING.contains(&of) {
        for given in it.arguments.iter().filter_map(Argument::as_expression) {
            match given.get_inner_expression() {
                Expression::ObjectExpression(it) => ask(it, symbol, facts),
                Expression::ArrayExpression(it) => {
                    for it in it.elements.iter().filter_map(|it| it.as_expression()) {
                        if let Expression::ObjectExpression(it) = it.get_inner_expression() {
                            ask(it, symbol, facts);
                        }
                    }
                }
                given => {
                    if let Some(text) = literal(given) {
                        show(text, ShownSort::Notice, Some(symbol), facts);
                    }
                }
            }
        }
    }
}

/// Lists the message of a question.
fn ask(it: &ObjectExpression, symbol: u32, facts: &mut FileFacts) {
    let messages = it.properties.iter().filter_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) if key_name(&it.key) == Some("message") => literal(&it.value),
        _ => None,
    });
    for text in messages {
        show(text, ShownSort::Notice, Some(symbol), facts);
    }
}
