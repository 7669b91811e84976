//! What a component provides to all that it holds: the keys of the value that it gives to a context of React.

use oxc_ast::ast::{
    Argument, ArrowFunctionExpression, BindingPattern, Expression, JSXAttributeItem, JSXAttributeName,
    JSXAttributeValue, JSXElement, JSXElementName, JSXMemberExpressionObject, ObjectExpression,
    ObjectPropertyKind, Statement, VariableDeclarator,
};
use oxc_span::GetSpan;
use rustc_hash::{FxHashMap, FxHashSet};

use super::bindings::Bindings;
use super::literals::key_name;
use super::markup::show;
use super::{roles, values};
use crate::facts::{FileFacts, ShownSort};

/// How many keys of one value are told.
const MOST: usize = 12;

/// What has been declared so far.
#[derive(Default)]
pub(super) struct Contexts<'a> {
    /// The names of contexts.
    made: FxHashSet<&'a str>,
    /// The keys of objects that have names, by the listed declaration they stand in.
    objects: FxHashMap<(u32, &'a str), Vec<&'a str>>,
}

impl<'a> Contexts<'a> {
    /// Takes notice of a context, or in the declaration `symbol` of an object that may be its value.
    pub(super) fn declare(&mut self, it: &VariableDeclarator<'a>, symbol: Option<u32>) {
        let (BindingPattern::BindingIdentifier(id), Some(value)) = (&it.id, &it.init) else { return };
        let name = id.name.as_str();
        if is_call_of(value, "createContext") {
            self.made.insert(name);
        } else if let Some((symbol, object)) = symbol.zip(object(value)) {
            self.objects.insert((symbol, name), keys(object));
        }
    }

    /// Lists what an element provides in the declaration `symbol`, if it is that of a context; of one that is imported or
    /// exported here also as what that carries.
    pub(super) fn read(
        &self,
        it: &JSXElement<'a>,
        (symbol, source): (u32, &str),
        bindings: &Bindings<'a>,
        facts: &mut FileFacts,
    ) {
        let name = it.opening_element.name.span().source_text(source);
        if !name.ends_with(".Provider") && !name.ends_with("Context") && !self.made.contains(name) {
            return;
        }
        let value = it.opening_element.attributes.iter().find_map(|it| match it {
            JSXAttributeItem::Attribute(it) => match (&it.name, &it.value) {
                (JSXAttributeName::Identifier(name), Some(JSXAttributeValue::ExpressionContainer(value)))
                    if name.name == "value" =>
                {
                    value.expression.as_expression()
                }
                _ => None,
            },
            JSXAttributeItem::SpreadAttribute(_) => None,
        });
        let Some(value) = value.map(Expression::get_inner_expression) else { return };
        let provided = match (object(value), value) {
            (Some(object), _) => keys(object),
            (None, Expression::Identifier(it)) => match self.objects.get(&(symbol, it.name.as_str())) {
                Some(keys) => keys.clone(),
                // Of what is only called a value nothing is said.
                None if it.name.to_lowercase().ends_with("value") => Vec::new(),
                None => vec![it.name.as_str()],
            },
            _ => Vec::new(),
        };
        let context = match &it.opening_element.name {
            JSXElementName::IdentifierReference(it) => Some(it.name),
            JSXElementName::MemberExpression(it) => match &it.object {
                JSXMemberExpressionObject::IdentifierReference(it) => Some(it.name),
                _ => None,
            },
            _ => None,
        };
        if let Some(context) = context.filter(|it| bindings.is_known(*it, false)) {
            roles::provided(&context, &provided, facts);
        }
        for name in provided {
            show(name, ShownSort::Provision, Some(symbol), facts);
        }
    }
}

/// `createContext(…)`, `React.createContext(…)`
fn is_call_of(value: &Expression, name: &str) -> bool {
    let Expression::CallExpression(it) = value.get_inner_expression() else { return false };
    values::path(&it.callee).is_some_and(|path| path.rsplit('.').next() == Some(name))
}

/// The object that a value is, also one that is kept: `useMemo(() => ({ a }), [a])`.
fn object<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b ObjectExpression<'a>> {
    match value.get_inner_expression() {
        Expression::ObjectExpression(it) => Some(it),
        Expression::CallExpression(it) if is_call_of(value, "useMemo") => {
            match it.arguments.first().and_then(Argument::as_expression)? {
                Expression::ArrowFunctionExpression(it) => given(it),
                _ => None,
            }
        }
        _ => None,
    }
}

fn given<'b, 'a>(it: &'b ArrowFunctionExpression<'a>) -> Option<&'b ObjectExpression<'a>> {
    let value = match it.body.as_expression() {
        Some(value) => value,
        None => match it.body.as_function_body()?.statements.last()? {
            Statement::ReturnStatement(it) => it.argument.as_ref()?,
            _ => return None,
        },
    };
    match value.get_inner_expression() {
        Expression::ObjectExpression(it) => Some(it),
        _ => None,
    }
}

fn keys<'a>(it: &ObjectExpression<'a>) -> Vec<&'a str> {
    let keys = it.properties.iter().filter_map(|it| match it {
        ObjectPropertyKind::ObjectProperty(it) => key_name(&it.key),
        ObjectPropertyKind::SpreadProperty(_) => None,
    });
    keys.take(MOST).collect()
}
