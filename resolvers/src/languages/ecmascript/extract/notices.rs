//! What code tells people beside markup: by a message that comes and goes (`toast('Saved')`), or by a question on the command
//! line (`prompt({ name: 'port', message: 'Which port?' })`).

use oxc_ast::ast::{Argument, CallExpression, Expression, ObjectExpression, ObjectPropertyKind};

use super::literals::{argument, key_name, literal};
use super::markup::show;
use super::values;
use crate::facts::{FileFacts, ShownSort};

/// What shows a message when it is called by itself, or as a member of the window.
const SHOWING: &[&str] = &["alert", "confirm", "enqueueSnackbar", "showToast", "snackbar", "toast"];
/// Objects whose methods do, and those methods.
const SHOWN_BY: &[&str] = &["snackbar", "toast"];
const METHODS: &[&str] =
    &["error", "info", "loading", "message", "open", "show", "success", "warn", "warning"];
/// What asks people, by its last name.
const ASKING: &[&str] = &["ask", "prompt", "prompts", "question"];

/// Lists what the call says, of the declaration `symbol`.
pub(super) fn read(it: &CallExpression, symbol: u32, facts: &mut FileFacts) {
    let Some(callee) = values::path(&it.callee) else { return };
    let bare = callee.strip_prefix("window.").unwrap_or(&callee);
    let (of, last) = bare.rsplit_once('.').unwrap_or(("", bare));
    let of = of.rsplit('.').next().unwrap_or_default();
    let shows = SHOWING.contains(&bare) || SHOWN_BY.contains(&of) && METHODS.contains(&last);
    let speaks = shows || bare == "prompt" || last == "question";
    let text = argument(it, 0).and_then(literal).filter(|text| speaks && is_said(text));
    if let Some(text) = text {
        show(text, ShownSort::Notice, Some(symbol), facts);
    }
    if ASKING.contains(&last) {
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
    let messages = it.properties.iter().filter_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) if key_name(&it.key) == Some("message") => literal(&it.value),
        _ => None,
    });
    for text in messages {
        show(text, ShownSort::Notice, Some(symbol), facts);
    }
}
