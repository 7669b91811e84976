//! What people meet in a component of Angular: the words of its template, where that stands in its decorator, or the file
//! that the template stands in.

use oxc_ast::ast::{Class, Expression, ObjectPropertyKind};

use super::literals::{argument, key_name, literal};
use super::markup::show;
use super::template;
use crate::facts::{FileFacts, Shown, ShownSort};

/// Lists what the component `class`, the declaration `symbol`, shows.
pub(super) fn read(class: &Class, symbol: u32, facts: &mut FileFacts) {
    let options = class.decorators.iter().find_map(|it| {
        let Expression::CallExpression(call) = &it.expression else { return None };
        match argument(call, 0).filter(|_| call.callee.is_specific_id("Component"))? {
            Expression::ObjectExpression(it) => Some(it),
            _ => None,
        }
    });
    for property in options.iter().flat_map(|it| &it.properties) {
        let ObjectPropertyKind::ObjectProperty(it) = property else { continue };
        match (key_name(&it.key), literal(it.value.get_inner_expression())) {
            (Some("template"), Some(text)) => {
                for Shown { text, sort, .. } in words_of_template(text) {
                    show(&text, sort, Some(symbol), facts);
                }
            }
            (Some("templateUrl"), Some(place)) => show(place, ShownSort::Template, Some(symbol), facts),
            _ => {}
        }
    }
}

/// What the template `text` shows, which is no part of any declaration.
#[must_use]
pub fn words_of_template(text: &str) -> Vec<Shown> {
    let mut facts = FileFacts::default();
    template::read(text, &mut facts);
    facts.shown
}
