//! What stories of Storybook say of themselves, and what they give a component: its attributes and their short values.

use oxc_ast::ast::{
    AssignmentTarget, Expression, JSXAttributeItem, JSXAttributeName, JSXAttributeValue, JSXElement,
    ObjectPropertyKind, Statement,
};

use super::comments::MAX_DOC;
use super::deeds::statements_of;
use super::imports::one_line;
use super::literals::{key_name, literal, property};
use super::values;
use crate::facts::{FileFacts, Symbol};

/// A longer value says less than it takes, in bytes.
const LONGEST: usize = 32;
/// How many attributes are told.
const MOST: usize = 12;

/// What an object says of itself where Storybook looks for it: in `parameters.docs.description.story`.
pub(super) fn told(value: &Expression) -> Option<String> {
    let mut value = values::without_casts(value);
    for key in ["parameters", "docs", "description", "story"] {
        let Expression::ObjectExpression(it) = value.get_inner_expression() else { return None };
        value = property(it, |it| it == key)?;
    }
    let text = literal(value)?;
    let line = one_line(text, MAX_DOC);
    (!line.is_empty()).then_some(line)
}

/// `args.disabled: true`: an argument of a story, with its value where that is short.
pub(super) fn argument(name: &str, value: &Expression) -> String {
    told_with(name, short(value))
}

/// What the element is given that `render` of a story gives; `None` where it gives none.
pub(super) fn given_to_element(render: &Expression) -> Option<Vec<String>> {
    let given = element(render)?.opening_element.attributes.iter().filter_map(attribute);
    Some(given.take(MOST).collect())
}

/// `Base.args = { open: true }` of `const Base = Template.bind({})`: the story is what it is given.
pub(super) fn assigned(statement: &Expression, facts: &mut FileFacts) {
    let Expression::AssignmentExpression(it) = statement else { return };
    let AssignmentTarget::StaticMemberExpression(target) = &it.left else { return };
    if target.property.name != "args" {
        return;
    }
    let (Expression::Identifier(story), Expression::ObjectExpression(given)) =
        (target.object.get_inner_expression(), it.right.get_inner_expression())
    else {
        return;
    };
    let is_it = |it: &&mut Symbol| it.name == story.name.as_str() && it.container.is_none();
    // It stands shortly before.
    let Some(symbol) = facts.symbols.iter_mut().rev().find(is_it) else { return };
    let head = symbol.signature.as_deref().and_then(|it| it.split_once(" = "));
    let Some((head, _)) = head.filter(|(_, value)| value.contains(".bind(")) else { return };
    let given = given.properties.iter().filter_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) => Some(argument(key_name(&it.key)?, &it.value)),
        ObjectPropertyKind::SpreadProperty(_) => None,
    });
    let given: Vec<String> = given.take(MOST).collect();
    if !given.is_empty() {
        symbol.signature = Some(format!("{head} = {{ {} }}", given.join(", ")));
    }
}

fn told_with(name: &str, value: Option<String>) -> String {
    value.map_or(format!("args.{name}"), |value| format!("args.{name}: {value}"))
}

fn short(value: &Expression) -> Option<String> {
    match value.get_inner_expression() {
        Expression::BooleanLiteral(it) => Some(it.value.to_string()),
        Expression::NullLiteral(_) => Some("null".to_owned()),
        Expression::ArrayExpression(it) => {
            // A comma ends what is told of one.
            let listed = values::items(&it.elements)?.replace(", ", "/");
            Some(listed).filter(|it| it.len() <= LONGEST && !it.contains(['`', '{', ',']))
        }
        value => literal(value).and_then(quoted),
    }
}

fn quoted(text: &str) -> Option<String> {
    let is_plain = (1..=LONGEST).contains(&text.len()) && !text.contains(['`', '\'', '\n', ',']);
    is_plain.then(|| format!("'{text}'"))
}

/// The element that a function gives in the end.
fn element<'b, 'a>(function: &'b Expression<'a>) -> Option<&'b JSXElement<'a>> {
    let given = match function.get_inner_expression() {
        Expression::ArrowFunctionExpression(it) if let Some(given) = it.body.as_expression() => given,
        value => match statements_of(value)?.last()? {
            Statement::ReturnStatement(it) => it.argument.as_ref()?,
            _ => return None,
        },
    };
    match given.get_inner_expression() {
        Expression::JSXElement(it) => Some(it),
        _ => None,
    }
}

/// An attribute, but for what says how the element looks.
fn attribute(it: &JSXAttributeItem) -> Option<String> {
    let JSXAttributeItem::Attribute(it) = it else { return None };
    let JSXAttributeName::Identifier(name) = &it.name else { return None };
    let name = name.name.as_str();
    if name.contains('-') || matches!(name, "className" | "key" | "style") {
        return None;
    }
    let value = match &it.value {
        None => Some("true".to_owned()),
        Some(JSXAttributeValue::StringLiteral(it)) => quoted(&it.value),
        Some(JSXAttributeValue::ExpressionContainer(it)) => it.expression.as_expression().and_then(short),
        _ => None,
    };
    Some(told_with(name, value))
}
