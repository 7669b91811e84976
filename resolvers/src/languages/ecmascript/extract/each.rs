//! What a component shows for each of several things: `{users.map((it) => <Card key={it.id}>{it.name}</Card>)}`. What one
//! element shows is read in `markup`.

use oxc_ast::ast::{
    BindingPattern, CallExpression, Expression, FormalParameters, JSXChild, JSXElement, JSXElementName,
    Statement,
};
use oxc_span::GetSpan;

use super::deeds::{call_of, parameters_of, statements_of};
use super::values;
use crate::facts::FileFacts;

/// How deep a component is looked for in elements of HTML, and how many calls are followed to what is gone through.
const DEEPEST: usize = 4;
const LONGEST_CHAIN: usize = 8;
/// Methods that give all of what they are called on, and those that give some of it.
const KEEPING: &[&str] = &["concat", "reverse", "sort", "toReversed", "toSorted"];
const CHOOSING: &[&str] = &["filter", "slice"];
/// What is made of one thing that is gone through.
const MADE_OF_ONE: &[&str] = &[
    "Array.from",
    "Children.toArray",
    "Object.entries",
    "Object.keys",
    "Object.values",
    "React.Children.toArray",
];
/// How many parts of each thing are told.
const MOST_PARTS: usize = 3;

/// Lists what `value`, which markup shows, shows for each of something.
pub(super) fn read(value: &Expression, symbol: u32, source: &str, facts: &mut FileFacts) {
    match value.get_inner_expression() {
        Expression::LogicalExpression(it) => read(&it.right, symbol, source, facts),
        Expression::ConditionalExpression(it) => {
            read(&it.consequent, symbol, source, facts);
            read(&it.alternate, symbol, source, facts);
        }
        value => {
            if let Some(told) = call_of(value).and_then(|it| told(it, source)) {
                facts.show_each(&told, Some(symbol));
            }
        }
    }
}

/// `` users`Card`it.name `` of a call of `map`: what is gone through, what is shown, and what of each is seen, if anything.
fn told(it: &CallExpression, source: &str) -> Option<String> {
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return None };
    if !matches!(callee.property.name.as_str(), "flatMap" | "map") {
        return None;
    }
    let of = gone_through(&callee.object)?;
    let made = it.arguments.first()?.as_expression()?;
    let element = element_of(given_by(made)?)?;
    let names = names(parameters_of(made)?);
    let seen_in = |it: &JSXElement| {
        let mut seen = Vec::new();
        seen_of(it, &names, &mut seen, DEEPEST);
        seen.truncate(MOST_PARTS);
        seen
    };
    // What stands beside a component is seen in what holds both.
    let component = component_in(element, source, DEEPEST);
    let (shown, seen) = match component.map(|it| (it, seen_in(it))) {
        Some((component, seen)) if !seen.is_empty() => (component, seen),
        Some((component, _)) => match seen_in(element) {
            seen if seen.is_empty() => (component, seen),
            seen => (element, seen),
        },
        None => (element, seen_in(element)),
    };
    let name = name_of(shown, source);
    // That something is there for each of them says nothing.
    let is_vague = matches!(name.as_str(), "div" | "span") || name.ends_with("Fragment");
    (!is_vague || !seen.is_empty()).then_some(())?;
    Some(format!("{of}`{name}`{}", seen.join(", ")))
}

/// `users` of `users.sort()`, `Object.keys(users)` and `(users ?? [])`, `users.filter(…)` of some of them.
fn gone_through(value: &Expression) -> Option<String> {
    let mut at = value.get_inner_expression();
    let mut chosen = String::new();
    for _ in 0..LONGEST_CHAIN {
        at = match at {
            Expression::LogicalExpression(it) => it.left.get_inner_expression(),
            Expression::CallExpression(call) => match call.callee.get_inner_expression() {
                Expression::StaticMemberExpression(callee)
                    if KEEPING.contains(&callee.property.name.as_str()) =>
                {
                    callee.object.get_inner_expression()
                }
                Expression::StaticMemberExpression(callee)
                    if CHOOSING.contains(&callee.property.name.as_str()) =>
                {
                    chosen.insert_str(0, &format!(".{}(…)", callee.property.name));
                    callee.object.get_inner_expression()
                }
                callee if MADE_OF_ONE.contains(&values::path(callee)?.as_str()) => {
                    call.arguments.first()?.as_expression()?.get_inner_expression()
                }
                _ => return None,
            },
            value => {
                let path = values::path(value)?;
                let path = path.strip_prefix("this.").unwrap_or(&path);
                return Some(format!("{}{chosen}", path.strip_prefix("props.").unwrap_or(path)));
            }
        };
    }
    None
}

/// What a function gives in the end.
fn given_by<'b, 'a>(made: &'b Expression<'a>) -> Option<&'b Expression<'a>> {
    if let Expression::ArrowFunctionExpression(it) = made.get_inner_expression()
        && let Some(given) = it.body.as_expression()
    {
        return Some(given);
    }
    match statements_of(made)?.last()? {
        Statement::ReturnStatement(it) => it.argument.as_ref(),
        _ => None,
    }
}

/// What a thing, and its parts, are called where they are shown.
fn names<'b>(parameters: &'b FormalParameters) -> Vec<&'b str> {
    let mut names = Vec::new();
    if let Some(first) = parameters.items.first() {
        match &first.pattern {
            BindingPattern::BindingIdentifier(it) => names.push(it.name.as_str()),
            BindingPattern::ObjectPattern(it) => {
                let parts = it.properties.iter().filter_map(|it| it.value.get_binding_identifier());
                names.extend(parts.map(|it| it.name.as_str()));
            }
            BindingPattern::ArrayPattern(it) => {
                let parts = it.elements.iter().flatten().filter_map(BindingPattern::get_binding_identifier);
                names.extend(parts.map(|it| it.name.as_str()));
            }
            BindingPattern::AssignmentPattern(_) => {}
        }
    }
    names
}

/// The element that a value is, on one of the ways that it may take.
fn element_of<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b JSXElement<'a>> {
    match value.get_inner_expression() {
        Expression::JSXElement(it) => Some(it),
        Expression::JSXFragment(it) => it.children.iter().find_map(|it| match it {
            JSXChild::Element(it) => Some(&**it),
            _ => None,
        }),
        Expression::LogicalExpression(it) => element_of(&it.right),
        Expression::ConditionalExpression(it) => {
            element_of(&it.consequent).or_else(|| element_of(&it.alternate))
        }
        _ => None,
    }
}

fn name_of(it: &JSXElement, source: &str) -> String {
    it.opening_element.name.span().source_text(source).to_owned()
}

/// The first component that an element is, or that stands in it.
fn component_in<'b, 'a>(it: &'b JSXElement<'a>, source: &str, left: usize) -> Option<&'b JSXElement<'a>> {
    let name = name_of(it, source);
    let is_component = matches!(
        it.opening_element.name,
        JSXElementName::IdentifierReference(_) | JSXElementName::MemberExpression(_)
    );
    if is_component && !name.ends_with("Fragment") {
        return Some(it);
    }
    let left = left.checked_sub(1)?;
    it.children.iter().find_map(|child| match child {
        JSXChild::Element(it) => component_in(it, source, left),
        _ => None,
    })
}

/// What is seen of each thing in an element: `it.name`.
fn seen_of(it: &JSXElement, names: &[&str], seen: &mut Vec<String>, left: usize) {
    let Some(left) = left.checked_sub(1) else { return };
    for child in &it.children {
        match child {
            JSXChild::Element(it) => seen_of(it, names, seen, left),
            JSXChild::ExpressionContainer(it) => {
                let path = it.expression.as_expression().and_then(values::path);
                let root = |path: &String| path.split('.').next().is_some_and(|root| names.contains(&root));
                seen.extend(path.filter(|it| root(it) && !seen.contains(it)));
            }
            _ => {}
        }
    }
}
