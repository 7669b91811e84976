//! What decorators of Angular, and of Nest, which has them of it, say of a class: the words that people meet in the template of
//! a component, or the file that the template stands in, and what a module is put together of.

use oxc_ast::ast::{Class, Expression, ObjectExpression, ObjectPropertyKind};

use super::literals::{argument, key_name, literal, property};
use super::markup::show;
use super::{template, values};
use crate::facts::{FileFacts, Shown, ShownSort};

/// How many parts of a module are listed under one key.
const MOST_PARTS: usize = 8;
/// The keys of a module that list parts.
const KEYS: &[&str] = &["controllers", "declarations", "exports", "imports", "providers"];

/// Lists what `class`, the declaration `symbol`, shows or is put together of.
pub(super) fn read(class: &Class, symbol: u32, facts: &mut FileFacts) {
    if let Some(options) = ["Module", "NgModule"].iter().find_map(|it| options(class, it)) {
        read_module(options, symbol, facts);
    }
    for property in options(class, "Component").iter().flat_map(|it| &it.properties) {
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

/// What a decorator of that name is given.
fn options<'b, 'a>(class: &'b Class<'a>, decorator: &str) -> Option<&'b ObjectExpression<'a>> {
    class.decorators.iter().find_map(|it| {
        let Expression::CallExpression(call) = &it.expression else { return None };
        match argument(call, 0).filter(|_| call.callee.is_specific_id(decorator))? {
            Expression::ObjectExpression(it) => Some(&**it),
            _ => None,
        }
    })
}

fn read_module(options: &ObjectExpression, symbol: u32, facts: &mut FileFacts) {
    for property in &options.properties {
        let ObjectPropertyKind::ObjectProperty(it) = property else { continue };
        let Some(key) = key_name(&it.key).filter(|key| KEYS.contains(key)) else { continue };
        let Expression::ArrayExpression(listed) = it.value.get_inner_expression() else { continue };
        let parts = listed.elements.iter().filter_map(|it| part(it.as_expression()?));
        for part in parts.take(MOST_PARTS) {
            let text = format!("{key} {part}");
            facts.shown.push(Shown { text, sort: ShownSort::Part, symbol: Some(symbol) });
        }
    }
}

/// `A` of `A`, of `A.forRoot(…)` and of `{ provide: A, … }`.
fn part(value: &Expression) -> Option<String> {
    match value.get_inner_expression() {
        Expression::CallExpression(it) => match it.callee.get_inner_expression() {
            Expression::StaticMemberExpression(callee) => values::path(&callee.object),
            // `forwardRef(() => A)`
            _ => match it.arguments.first()?.as_expression()?.get_inner_expression() {
                Expression::ArrowFunctionExpression(it) => values::path(it.body.as_expression()?),
                _ => None,
            },
        },
        Expression::ObjectExpression(it) => property(it, |key| key == "provide").and_then(values::path),
        value => values::path(value),
    }
}

/// What the template `text` shows, which is no part of any declaration.
#[must_use]
pub fn words_of_template(text: &str) -> Vec<Shown> {
    let mut facts = FileFacts::default();
    template::read(text, &mut facts);
    facts.shown
}
