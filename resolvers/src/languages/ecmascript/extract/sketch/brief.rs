//! Expressions in short: what does not fit is left out from the inside. Which statements are told, and how much of each, is
//! not asked here.

use oxc_ast::ast::{
    Argument, ArrowFunctionExpression, AssignmentExpression, CallExpression, Expression, FormalParameters,
    MemberExpression, ObjectPropertyKind, PropertyKey,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::identifier::is_identifier_name;

use super::super::fold::fold;
use super::super::literals::key_name;
use super::{DEEPEST, LONGEST_HELD, MOST_READ};

/// The code there on one line without comments, where that takes at most `most` bytes and may be quoted.
pub(super) fn code(span: Span, most: usize, source: &str) -> Option<String> {
    let text = span.source_text(source);
    if text.len() > MOST_READ * most {
        return None;
    }
    // Statements that lines end run together on one line.
    let has_body =
        text.contains('\n') && ["=> {", "function", "class ", ") {"].iter().any(|it| text.contains(it));
    // Back quotes become quotes; gaps in texts would be squeezed.
    let is_quotable = |line: &String| {
        line.len() <= most
            && !(line.contains('`') && line.contains(['\'', '/']))
            && !line.contains("  ")
            && line.chars().all(|c| c == ' ' || !(c.is_control() || c.is_whitespace() || is_unseen(c)))
    };
    fold(text).filter(|line| is_quotable(line) && !has_body)
}

/// Characters that are not seen.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// An expression in at most about `most` bytes: what does not fit is left out from the inside.
pub(super) fn brief(value: &Expression, most: usize, source: &str, left: usize) -> String {
    let value = value.get_inner_expression();
    let elided = || "…".to_owned();
    if let Some(whole) = code(value.span(), most, source).filter(|_| !value.is_function()) {
        return whole;
    }
    let Some(left) = left.checked_sub(1) else { return elided() };
    let inner = |value: &Expression, most: usize| operand(value, most, source, left);
    match value {
        Expression::AwaitExpression(it) => format!("await {}", inner(&it.argument, most)),
        Expression::UnaryExpression(it) => {
            let word = it.operator.as_str();
            let told = inner(&it.argument, most);
            let gap = if word.len() > 1 || told.starts_with(word) { " " } else { "" };
            format!("{word}{gap}{told}")
        }
        Expression::AssignmentExpression(it) => assigned(it, most, source, left),
        Expression::CallExpression(it) => called(it, most, source, left),
        Expression::NewExpression(it) => {
            let callee = inner(&it.callee, most);
            format!("new {callee}({})", arguments(&it.arguments, room(most, &callee), source, left))
        }
        Expression::ConditionalExpression(it) => {
            let third = most / 3;
            let [test, one, other] =
                [&it.test, &it.consequent, &it.alternate].map(|it| inner(it, third.max(12)));
            format!("{test} ? {one} : {other}")
        }
        Expression::LogicalExpression(it) => {
            let [one, other] = [&it.left, &it.right].map(|it| inner(it, (most / 2).max(12)));
            format!("{one} {} {other}", it.operator.as_str())
        }
        Expression::BinaryExpression(it) => {
            let [one, other] = [&it.left, &it.right].map(|it| inner(it, (most / 2).max(12)));
            format!("{one} {} {other}", it.operator.as_str())
        }
        Expression::ObjectExpression(it) => {
            let keys = it.properties.iter().map(|it| match it {
                ObjectPropertyKind::ObjectProperty(it) if it.shorthand => key(&it.key).unwrap_or_else(elided),
                ObjectPropertyKind::ObjectProperty(it) => {
                    let value = code(it.value.span(), LONGEST_HELD, source).filter(|_| !it.method);
                    let value = value.unwrap_or_else(elided);
                    format!("{}: {value}", key(&it.key).unwrap_or_else(elided))
                }
                ObjectPropertyKind::SpreadProperty(it) => format!("...{}", inner(&it.argument, 16)),
            });
            format!("{{ {} }}", listed(keys, most))
        }
        Expression::ArrayExpression(it) => {
            let items =
                it.elements.iter().map(|it| it.as_expression().map_or_else(elided, |it| inner(it, 24)));
            format!("[{}]", listed(items, most))
        }
        Expression::StaticMemberExpression(it) => {
            let dot = if it.optional { "?." } else { "." };
            format!("{}{dot}{}", inner(&it.object, most), it.property.name)
        }
        Expression::ChainExpression(it) => match &it.expression {
            oxc_ast::ast::ChainElement::CallExpression(it) => called(it, most, source, left),
            it => it.as_member_expression().map_or_else(elided, |it| member(it, most, source, left)),
        },
        Expression::ArrowFunctionExpression(it) => arrow(it, most, source, left),
        Expression::FunctionExpression(it) if it.generator => "function* (…) { … }".to_owned(),
        Expression::FunctionExpression(it) => {
            format!("{}…", head(&it.params, it.r#async, LONGEST_HELD, source))
        }
        Expression::JSXElement(it) => {
            let name = it.opening_element.name.span().source_text(source);
            if name.len() <= most { format!("<{name}>") } else { elided() }
        }
        // What is short and yet not told as it stands cannot be quoted.
        Expression::StringLiteral(it) if it.value.len() + 2 > most && !it.value.contains("  ") => {
            let end = it.value.floor_char_boundary(most.saturating_sub(4));
            format!("'{}…'", it.value[..end].replace('\n', " ").replace(['\'', '`'], "’"))
        }
        _ => elided(),
    }
}

/// An expression in another one, in parentheses where it stands in these.
pub(super) fn operand(value: &Expression, most: usize, source: &str, left: usize) -> String {
    let told = brief(value, most, source, left);
    if is_apart(value) && told != "…" { format!("({told})") } else { told }
}

/// Whether an expression stands in parentheses, also where a type is said of it behind them: `(a || b)!`.
fn is_apart(value: &Expression) -> bool {
    let mut at = value;
    for _ in 0..DEEPEST {
        at = match at {
            Expression::ParenthesizedExpression(_) => return true,
            Expression::TSNonNullExpression(it) => &it.expression,
            Expression::TSAsExpression(it) => &it.expression,
            Expression::TSSatisfiesExpression(it) => &it.expression,
            Expression::TSTypeAssertion(it) => &it.expression,
            Expression::TSInstantiationExpression(it) => &it.expression,
            _ => return false,
        };
    }
    true
}

fn arrow(it: &ArrowFunctionExpression, most: usize, source: &str, left: usize) -> String {
    let head = head(&it.params, it.r#async, LONGEST_HELD, source);
    match it.body.as_expression() {
        Some(given) if most > 24 => format!("{head}{}", operand(given, room(most, &head), source, left)),
        _ => format!("{head}…"),
    }
}

/// How a function begins that is a value, as [`head`] tells it.
pub(super) fn function_head(function: &Expression, most: usize, source: &str) -> String {
    match function.get_inner_expression() {
        Expression::ArrowFunctionExpression(it) => head(&it.params, it.r#async, most, source),
        Expression::FunctionExpression(it) if it.generator => "function* (…) ".to_owned(),
        Expression::FunctionExpression(it) => head(&it.params, it.r#async, most, source),
        _ => "() => ".to_owned(),
    }
}

/// `async (a, b) => `, the parameters only where they take at most `most` bytes.
fn head(params: &FormalParameters, is_async: bool, most: usize, source: &str) -> String {
    let is_bare = params.items.is_empty() && params.rest.is_none();
    let told = code(params.span, most, source).filter(|_| !is_bare);
    let told = match (is_bare, told) {
        (true, _) => "()".to_owned(),
        (_, Some(told)) if told.starts_with('(') => told,
        (_, Some(told)) => format!("({told})"),
        (_, None) => "(…)".to_owned(),
    };
    format!("{}{told} => ", if is_async { "async " } else { "" })
}

fn assigned(it: &AssignmentExpression, most: usize, source: &str, left: usize) -> String {
    let target = code(it.left.span(), most, source).unwrap_or_else(|| "…".to_owned());
    let value = operand(&it.right, room(most, &target), source, left);
    format!("{target} {} {value}", it.operator.as_str())
}

fn called(it: &CallExpression, most: usize, source: &str, left: usize) -> String {
    let callee = match it.callee.get_inner_expression() {
        callee if callee.is_function() => "(() => …)".to_owned(),
        _ => operand(&it.callee, most, source, left),
    };
    let dot = if it.optional { "?." } else { "" };
    // Of what is given nothing but types these say all: `expectTypeOf(a).toEqualTypeOf<A | null>()`.
    let types = it.type_arguments.as_ref().filter(|_| it.arguments.is_empty());
    let types =
        types.map(|it| code(it.span, room(most, &callee), source).unwrap_or_else(|| "<…>".to_owned()));
    let types = types.unwrap_or_default();
    format!("{callee}{dot}{types}({})", arguments(&it.arguments, room(most, &callee), source, left))
}

fn member(it: &MemberExpression, most: usize, source: &str, left: usize) -> String {
    let object = operand(it.object(), most, source, left);
    let dot = if it.optional() { "?." } else { "." };
    let name = it.static_property_name().unwrap_or("…");
    format!("{object}{dot}{name}")
}

/// So long is what may be the name of an event, in bytes with its quotes.
const LONGEST_NAME: u32 = 24;

/// What is given to a call, in at most about `most` bytes.
fn arguments(given: &[Argument], most: usize, source: &str, left: usize) -> String {
    let share = (most / given.len().max(1)).max(10);
    let told = given.iter().map(|it| match it.as_expression() {
        Some(it) if it.is_function() && most < 30 => "…".to_owned(),
        // A part of a name says nothing: `on('connec…', …)`.
        Some(it @ Expression::StringLiteral(text)) if text.span.size() <= LONGEST_NAME => {
            brief(it, share.max(text.span.size() as usize), source, left)
        }
        Some(it) => brief(it, share, source, left),
        None => "…".to_owned(),
    });
    listed(told, most)
}

/// What is left beside `text`.
fn room(most: usize, text: &str) -> usize {
    most.saturating_sub(text.len() + 2).max(10)
}

/// The parts with commas, as many as there is room for.
fn listed(parts: impl Iterator<Item = String>, most: usize) -> String {
    let mut text = String::new();
    for part in parts {
        if !text.is_empty() {
            text.push_str(", ");
        }
        if !text.is_empty() && text.len() + part.len() > most {
            text.push('…');
            break;
        }
        text.push_str(&part);
    }
    text
}

/// A key as it is written, in quotes where it is no name.
fn key(key: &PropertyKey) -> Option<String> {
    let name = key_name(key)?;
    let is_plain = !name.contains(['\'', '`', '\n']);
    if is_identifier_name(name) { Some(name.to_owned()) } else { is_plain.then(|| format!("'{name}'")) }
}
