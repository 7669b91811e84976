//! What constants are used as, where that is in plain sight: what is given to a call, compared with something, or the value
//! of a key. Of what is called in capitals only what is imported, or exported here, is listed; of other names what is imported
//! and stands beside what it is called there.

use oxc_ast::ast::{
    Argument, BinaryExpression, CallExpression, Expression, JSXAttribute, JSXAttributeItem, JSXAttributeName,
    JSXAttributeValue, JSXOpeningElement, ObjectExpression, ObjectProperty, ObjectPropertyKind,
    SwitchStatement,
};

use super::bindings::Bindings;
use super::literals::{argument, key_name, literal, property};
use super::values;
use crate::facts::{ConstantRole, FileFacts};

/// How many are listed of one file, and of one constant in it.
const MOST: usize = 96;
const MOST_OF_ONE: usize = 2;
/// Keys behind which people are told something.
const DESCRIBING: &[&str] = &["description", "help", "label", "message", "text", "title"];
/// Keys behind which a thing is called something.
const NAMING: &[&str] = &["alt", "label", "name", "title"];
/// Attributes whose value is what an element shows.
const SOURCES: &[&str] = &["icon", "image", "poster", "src"];
/// A longer piece of code says less than it takes, in bytes.
const LONGEST: usize = 48;

/// Of the arguments of a call.
pub(super) fn given<'a>(it: &CallExpression<'a>, bindings: &Bindings<'a>, facts: &mut FileFacts) {
    dispatched(it, bindings, facts);
    let mut names = it
        .arguments
        .iter()
        .filter_map(Argument::as_expression)
        .filter_map(|it| constant(it, bindings))
        .peekable();
    if names.peek().is_none() {
        return;
    }
    let Some(callee) = values::path(&it.callee).filter(|it| it.len() <= LONGEST) else { return };
    let callee = callee.strip_prefix("this.").unwrap_or(&callee);
    for name in names {
        list(name, format!("given to `{callee}`"), facts);
    }
}

/// Of the type of an action that a store is given: `dispatch({ type: USER_LOADED })`.
fn dispatched<'a>(it: &CallExpression<'a>, bindings: &Bindings<'a>, facts: &mut FileFacts) {
    let Some(Expression::ObjectExpression(action)) = argument(it, 0).map(Expression::get_inner_expression)
    else {
        return;
    };
    // What a view or a bus is given is no action of a store.
    let is_of_store = |it: &String| match it.rsplit_once('.') {
        None => it == "dispatch",
        Some((of, name)) => {
            name == "dispatch" && ["props", "store"].iter().any(|it| of.to_lowercase().ends_with(it))
        }
    };
    let callee = values::path(&it.callee).filter(is_of_store);
    if let Some((name, callee)) =
        property(action, |key| key == "type").and_then(|it| constant(it, bindings)).zip(callee)
    {
        list(name, format!("{OF_ACTION} that is given to `{callee}`"), facts);
    }
}

/// What the type of an action is called.
const OF_ACTION: &str = "the type of an action";

/// Of the cases that a value is told apart by.
pub(super) fn switched<'a>(it: &SwitchStatement<'a>, bindings: &Bindings<'a>, facts: &mut FileFacts) {
    let Some(path) = values::path(&it.discriminant).filter(|it| it.len() <= LONGEST) else { return };
    for name in it.cases.iter().filter_map(|it| it.test.as_ref()).filter_map(|it| constant(it, bindings)) {
        list(name, format!("a case of `{path}`"), facts);
    }
}

/// Of the two sides of a comparison.
pub(super) fn compared<'a>(it: &BinaryExpression<'a>, bindings: &Bindings<'a>, facts: &mut FileFacts) {
    if !it.operator.is_equality() && !it.operator.is_compare() {
        return;
    }
    for (one, other) in [(&it.left, &it.right), (&it.right, &it.left)] {
        if let Some((name, other)) =
            constant(one, bindings).zip(values::path(other)).filter(|it| it.1.len() <= LONGEST)
        {
            list(name, format!("compared with `{other}`"), facts);
        }
    }
}

/// Of the value of a key in an object.
pub(super) fn of_key<'a>(it: &ObjectProperty<'a>, bindings: &Bindings<'a>, facts: &mut FileFacts) {
    if let Some((name, key)) = constant(&it.value, bindings)
        .zip(key_name(&it.key))
        .filter(|(name, key)| name != key && key.len() <= LONGEST)
    {
        list(name, format!("the value of `{key}`"), facts);
    }
}

/// Of the values in an object one of which says in words what is meant: `{ name: REQUESTS, description: 'Number of requests' }`.
pub(super) fn described<'a>(it: &ObjectExpression<'a>, bindings: &Bindings<'a>, facts: &mut FileFacts) {
    let properties = || {
        it.properties.iter().filter_map(|it| match it {
            ObjectPropertyKind::ObjectProperty(it) => Some((key_name(&it.key)?, &it.value)),
            ObjectPropertyKind::SpreadProperty(_) => None,
        })
    };
    let said = |keys: &[&str], is_one: fn(&str) -> bool| {
        let mut values = properties().filter(|(key, _)| keys.contains(key)).map(|(_, value)| value);
        values.find_map(|it| literal(it.get_inner_expression()).filter(|it| is_plain(it) && is_one(it)))
    };
    // What is called something there is not what the name says.
    if let Some(name) = said(NAMING, |_| true) {
        for (key, value) in properties().filter(|(key, _)| !NAMING.contains(key)) {
            for local in imported(value, bindings).filter(|_| key.len() <= LONGEST) {
                list(local, format!("the `{key}` of '{name}'"), facts);
            }
        }
    }
    let Some(said) = said(DESCRIBING, |it| it.contains(' ')) else { return };
    if let Some((key, name)) = properties().find_map(|(key, value)| Some((key, constant(value, bindings)?))) {
        list(name, format!("the value of `{key}` beside '{said}'"), facts);
    }
}

/// Of what an element shows that says in words what it is: `<img src={cross} alt="Close" />`.
pub(super) fn shown<'a>(it: &JSXOpeningElement<'a>, bindings: &Bindings<'a>, facts: &mut FileFacts) {
    let attributes = || {
        it.attributes.iter().filter_map(|it| match it {
            JSXAttributeItem::Attribute(it) => {
                let JSXAttributeName::Identifier(key) = &it.name else { return None };
                Some((key.name.as_str(), it.value.as_ref()?))
            }
            JSXAttributeItem::SpreadAttribute(_) => None,
        })
    };
    let said = attributes().find_map(|(key, value)| match value {
        JSXAttributeValue::StringLiteral(it) if key == "alt" => Some(it.value.as_str()),
        _ => None,
    });
    let Some(said) = said.map(str::trim).filter(|it| is_plain(it)) else { return };
    let values = attributes().filter(|(key, _)| SOURCES.contains(key)).filter_map(|(_, it)| match it {
        JSXAttributeValue::ExpressionContainer(it) => it.expression.as_expression(),
        _ => None,
    });
    for local in values.flat_map(|it| imported(it, bindings)) {
        list(local, format!("shown as '{said}'"), facts);
    }
}

/// The names of imports that a value is, or is one of: `shut` and `open` of `isOpen ? shut : open`.
fn imported<'e, 'a>(
    it: &'e Expression<'a>,
    bindings: &'e Bindings<'a>,
) -> impl Iterator<Item = &'e str> + use<'e, 'a> {
    let parts = match it.get_inner_expression() {
        Expression::ConditionalExpression(it) => [Some(&it.consequent), Some(&it.alternate)],
        it => [Some(it), None],
    };
    parts.into_iter().flatten().filter_map(|it| match it.get_inner_expression() {
        Expression::Identifier(it) if bindings.is_imported(it.name) => Some(it.name.as_str()),
        _ => None,
    })
}

fn is_plain(said: &str) -> bool {
    !said.is_empty() && said.len() <= LONGEST && !said.contains(['`', '\'', '\n'])
}

/// Of an attribute of an element.
pub(super) fn of_attribute<'a>(it: &JSXAttribute<'a>, bindings: &Bindings<'a>, facts: &mut FileFacts) {
    let JSXAttributeName::Identifier(key) = &it.name else { return };
    let Some(JSXAttributeValue::ExpressionContainer(value)) = &it.value else { return };
    if let Some(name) = value.expression.as_expression().and_then(|it| constant(it, bindings)) {
        list(name, format!("the value of `{}`", key.name), facts);
    }
}

/// The name of a constant that is imported or that the file exports, alone or behind that of its module: `MAX_AGE`,
/// `limits.MAX_AGE`. A member of settings may have any name: `config.secret`.
fn constant<'e, 'a>(it: &'e Expression<'a>, bindings: &Bindings<'a>) -> Option<&'e str> {
    let of_settings = |module: &str| {
        let module = module.to_lowercase();
        ["config", "env", "options", "settings"].iter().any(|it| module.ends_with(it))
    };
    let name = match it.get_inner_expression() {
        Expression::StaticMemberExpression(it)
            if let Expression::Identifier(module) = it.object.get_inner_expression()
                && bindings.is_known(module.name, true)
                && of_settings(&module.name) =>
        {
            return Some(it.property.name.as_str());
        }
        Expression::Identifier(it) if bindings.is_known(it.name, false) => it.name.as_str(),
        Expression::StaticMemberExpression(it)
            if let Expression::Identifier(module) = it.object.get_inner_expression()
                && bindings.is_known(module.name, true) =>
        {
            it.property.name.as_str()
        }
        _ => return None,
    };
    let is_one = name.len() > 2
        && name.bytes().any(|it| it.is_ascii_uppercase())
        && name.bytes().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_');
    is_one.then_some(name)
}

/// Of a context that is given a value with these `keys`.
pub(super) fn provided(context: &str, keys: &[&str], facts: &mut FileFacts) {
    if !keys.is_empty() {
        list(context, format!("carries `{}`", keys.join("`, `")), facts);
    }
}

fn list(name: &str, role: String, facts: &mut FileFacts) {
    let known = facts.roles.iter().filter(|it| it.name == name);
    // An action has its type behind that key.
    let is_said = role == "the value of `type`" && known.clone().any(|it| it.role.starts_with(OF_ACTION));
    let is_new =
        !is_said && known.clone().all(|it| !it.role.starts_with(&role)) && known.count() < MOST_OF_ONE;
    if is_new && facts.roles.len() < MOST {
        facts.roles.push(ConstantRole { name: name.to_owned(), role });
    }
}
