//! What the items of a list are called that a component has: the tabs, links or steps that it shows one by one.

use oxc_ast::ast::{ArrayExpression, Expression, ObjectPropertyKind};

use super::literals::{key_name, literal};
use super::markup::show;
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
    if !is_component || !(FEWEST_ITEMS..=MOST_ITEMS).contains(&it.elements.len()) {
        return;
    }
    let items: Vec<&Expression> = it.elements.iter().filter_map(|it| it.as_expression()).collect();
    let texts: Vec<&str> = items.iter().filter_map(|it| literal(it.get_inner_expression())).collect();
    if texts.len() == it.elements.len() {
        if texts.iter().filter(|it| it.contains(' ')).count() >= FEWEST_ITEMS {
            texts.into_iter().for_each(|text| show(text, ShownSort::Item, Some(symbol), facts));
        }
        return;
    }
    let called = |key: &str| -> Vec<&str> {
        let named = items.iter().filter_map(|it| match it.get_inner_expression() {
            Expression::ObjectExpression(it) => it.properties.iter().find_map(|it| match it {
                ObjectPropertyKind::ObjectProperty(it) if key_name(&it.key) == Some(key) => {
                    literal(&it.value)
                }
                _ => None,
            }),
            _ => None,
        });
        named.collect()
    };
    let named =
        NAMING.iter().map(|key| called(key)).find(|it| it.len() >= FEWEST_ITEMS && it.len() == items.len());
    for text in named.into_iter().flatten() {
        show(text, ShownSort::Item, Some(symbol), facts);
    }
}
