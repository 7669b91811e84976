//! Objects of messages: `defineMessages({ title: { id: 'x', defaultMessage: 'Users' } })` of `FormatJS` and its kin, and what
//! code takes of them: `formatMessage(messages.title)`.

use oxc_ast::ast::{Expression, ObjectExpression, ObjectPropertyKind, VariableDeclarator};

use super::literals::{argument, key_name, literal, property};
use super::values;
use crate::facts::{FileFacts, Message};

/// What is given such an object.
const MAKERS: &[&str] = &["defineMessages", "Object.freeze"];
/// How such objects are called, in small letters.
const NAMES: &[&str] = &["labels", "messages", "strings", "texts"];
/// What a message has its text under, and else what it is known by.
const TEXTS: &[&str] = &["defaultMessage", "message", "id"];
/// How many messages of one file are listed.
const MOST: usize = 512;
/// A longer text is no label of anything, in bytes.
const LONGEST: usize = 200;

/// Lists what a variable holds that is called as objects of messages are.
pub(super) fn declare(it: &VariableDeclarator, facts: &mut FileFacts) {
    if let (Some(name), Some(value)) = (it.id.get_binding_identifier(), &it.init) {
        list(&name.name, value, facts);
    }
}

/// Lists what `value`, which is called `name`, holds if it is an object of messages.
pub(super) fn list(name: &str, value: &Expression, facts: &mut FileFacts) {
    let lower = name.to_lowercase();
    let is_named = || NAMES.iter().any(|end| lower.ends_with(end));
    let object = match values::without_casts(value) {
        Expression::ObjectExpression(it) if is_named() => it,
        Expression::CallExpression(it)
            if values::path(&it.callee).is_some_and(|it| MAKERS.contains(&it.as_str())) =>
        {
            match argument(it, 0).map(values::without_casts) {
                Some(Expression::ObjectExpression(it)) => it,
                _ => return,
            }
        }
        _ => return,
    };
    for property in &object.properties {
        let ObjectPropertyKind::ObjectProperty(it) = property else { continue };
        let text = match it.value.get_inner_expression() {
            Expression::ObjectExpression(it) => text(it),
            value => literal(value),
        };
        let Some((key, text)) = key_name(&it.key).zip(text.filter(|it| it.len() <= LONGEST)) else {
            continue;
        };
        if facts.messages.len() < MOST {
            let [object, key, text] = [name, key, text].map(str::to_owned);
            facts.messages.push(Message { object, key, text });
        }
    }
}

/// The text of a message, or what it is known by.
pub(super) fn text<'b>(it: &'b ObjectExpression) -> Option<&'b str> {
    TEXTS.iter().find_map(|name| property(it, |key| key == *name).and_then(literal))
}
