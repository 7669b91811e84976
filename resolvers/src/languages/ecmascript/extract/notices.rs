//! What code tells people beside markup: by a message that comes and goes (`toast('Saved')`), or by a question on the command
//! line (`prompt({ name: 'port', message: 'Which port?' })`).

use oxc_ast::ast::{Argument, CallExpression, Expression, ObjectExpression};

use super::literals::{argument, literal, property};
use super::markup::show;
use super::values;
use crate::facts::{FileFacts, ShownSort, asks_people, shows_people};

/// Lists what the call says, of the declaration `symbol`.
pub(super) fn read(it: &CallExpression, symbol: u32, facts: &mut FileFacts) {
    let Some(callee) = values::path(&it.callee) else { return };
    let last = callee.rsplit('.').next().unwrap_or(&callee);
    let speaks = shows_people(&callee) || last == "question";
    if let Some(text) = argument(it, 0).and_then(literal).filter(|text| speaks && is_said(text)) {
        show(text, ShownSort::Notice, Some(symbol), facts);
    }
    if asks_people(&callee) {
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
                _ => {}
            }
        }
    }
}

/// Whether a text is for people, and no name.
fn is_said(text: &str) -> bool {
    text.contains(' ') || text.starts_with(char::is_uppercase)
}

/// Lists the message of a question.
fn ask(it: &ObjectExpression, symbol: u32, facts: &mut FileFacts) {
    if let Some(text) = property(it, |key| key == "message").and_then(literal) {
        show(text, ShownSort::Notice, Some(symbol), facts);
    }
}
