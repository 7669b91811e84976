//! What the items of a list are called that a component has: the tabs, links or steps that it shows one by one.

use oxc_ast::ast::{ArrayExpression, Expression, ObjectPropertyKind};

use super::literals::{argument, literal, property};
use super::markup::show;
use super::values;
use crate::facts::{FileFacts, ShownSort};

/// Keys of the items of a list that people see or choose from, those first that say most.
const NAMING: &[&str] =
    &["label", "title", "name", "text", "id", "key", "value", "href", "path", "to", "url"];
/// Fewer items are no list, and texts are one where so many of them have several words.
const FEWEST_ITEMS: usize = 2;
/// More items are data.
const MOST_ITEMS: usize = 64;

/// Lists what the items of a list are called that a component has: of `[{ id: 'users', icon }, …]` each id, of texts these.
pub(super) fn list(it: &ArrayExpression, symbol: u32, facts: &mut FileFacts) {
    let is_component =
        facts.symbols.get(symbol as usize).is_some_and(|it| it.name.starts_with(char::is_uppercase));
    // Of several lists the first is told.
    let is_told = facts.shown.iter().any(|it| it.sort == ShownSort::Item && it.symbol == Some(symbol));
    if !is_component || is_told || !(FEWEST_ITEMS..=MOST_ITEMS).contains(&it.elements.len()) {
        return;
    }
    let items: Vec<&Expression> = it.elements.iter().filter_map(|it| it.as_expression()).collect();
    let texts: Vec<&str> = items.iter().filter_map(|it| literal(it.get_inner_expression())).collect();
    if texts.len() == it.elements.len() {
        if texts.iter().filter(|it| is_said(it)).count() >= FEWEST_ITEMS {
            for text in texts {
                show(text, ShownSort::Item, Some(symbol), facts);
            }
        }
        return;
    }
    for text in names_of(it).into_iter().flatten() {
        show(text, ShownSort::Item, Some(symbol), facts);
    }
}

/// The list that a value is, or the only one that it holds.
pub(super) fn in_value<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b ArrayExpression<'a>> {
    let value = match values::without_casts(value) {
        Expression::ObjectExpression(it) => match &it.properties[..] {
            [ObjectPropertyKind::ObjectProperty(only)] => &only.value,
            _ => return None,
        },
        value => value,
    };
    match values::without_casts(value) {
        Expression::ArrayExpression(it) => Some(it),
        _ => None,
    }
}

/// Lists what the objects of a list are called that is a value itself.
pub(super) fn called(it: &ArrayExpression, symbol: u32, facts: &mut FileFacts) {
    if !(FEWEST_ITEMS..=MOST_ITEMS).contains(&it.elements.len()) {
        return;
    }
    for text in names_of(it).into_iter().flatten() {
        show(text, ShownSort::Item, Some(symbol), facts);
    }
}

/// What all objects of a list are called.
fn names_of<'b>(it: &'b ArrayExpression) -> Option<Vec<&'b str>> {
    let called = |key: &&str| -> Option<Vec<&'b str>> {
        let named = it.elements.iter().map(|it| match it.as_expression()?.get_inner_expression() {
            Expression::ObjectExpression(it) => {
                property(it, |it| it == *key).map(Expression::get_inner_expression).and_then(literal)
            }
            _ => None,
        });
        named.collect()
    };
    NAMING.iter().find_map(called)
}

/// Whether a text is for people: it begins with a capital, or has more than two words.
fn is_said(text: &str) -> bool {
    text.contains(' ') && text.starts_with(char::is_uppercase) || text.split(' ').count() > 2
}

/// The list that a value is, also one that a memo keeps.
pub(super) fn of_value<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b ArrayExpression<'a>> {
    let value = match value.get_inner_expression() {
        Expression::CallExpression(it) if it.callee.is_specific_id("useMemo") => match argument(it, 0)? {
            Expression::ArrowFunctionExpression(it) => it.body.as_expression()?.get_inner_expression(),
            _ => return None,
        },
        value => value,
    };
    match value {
        Expression::ArrayExpression(it) => Some(it),
        _ => None,
    }
}
