//! What a value is made of, as far as its head tells: the keys of an object, the names in a list, the function that
//! is called and what it is given in plain sight. Text alone; nothing here walks into bodies.

use oxc_ast::ast::{
    Argument, ArrayExpressionElement, CallExpression, Expression, NewExpression, ObjectExpression,
    ObjectPropertyKind,
};
use oxc_span::{GetSpan, Span};

use super::literals::key_name;

/// How many keys of an object, or items of a list, are a part of its head.
const MOST_KEYS: usize = 12;
/// How many arguments of a call are.
const MOST_ARGUMENTS: usize = 3;
/// A longer literal says less than it takes.
const LONGEST_ARGUMENT: usize = 60;
/// Keys that hold what an object is called.
const NAMING: &[&str] = &["id", "key", "label", "method", "name", "path", "slug", "title", "type", "url"];
const LONGEST_NAME: usize = 40;
/// How many calls of a chain are followed to the first.
const LONGEST_CHAIN: usize = 40;

/// The value in short; `None` where a head cannot tell it. Functions, classes and literals have heads of their own.
pub(super) fn told(value: &Expression, source: &str) -> Option<String> {
    match plain(value) {
        Expression::ObjectExpression(it) => keys(it),
        Expression::ArrayExpression(it) => items(&it.elements),
        Expression::CallExpression(it) => call(it, source, LONGEST_CHAIN),
        Expression::NewExpression(it) => made(it, source),
        Expression::TaggedTemplateExpression(it) => {
            Some(format!("{}`…`", first_callee(&it.tag, LONGEST_CHAIN)?))
        }
        Expression::RegExpLiteral(it) => short(it.span, source).map(str::to_owned),
        // `-1`, `!true`
        Expression::UnaryExpression(it) if it.argument.is_literal() => {
            short(it.span, source).map(str::to_owned)
        }
        it @ (Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_)) => {
            argument(it, source).map(|head| head.trim_end_matches('…').to_owned())
        }
        Expression::TemplateLiteral(it) if it.expressions.is_empty() => {
            short(it.span, source).map(str::to_owned)
        }
        Expression::LogicalExpression(it) => {
            let right = it.right.get_inner_expression();
            let right = if right.is_literal() { short(right.span(), source)? } else { "…" };
            Some(format!("{} {} {right}", path(&it.left)?, it.operator.as_str()))
        }
        value => path(value).filter(|path| path != "undefined"),
    }
}

/// Without casts and `await`.
fn plain<'b, 'a>(value: &'b Expression<'a>) -> &'b Expression<'a> {
    match value.get_inner_expression() {
        Expression::AwaitExpression(it) => it.argument.get_inner_expression(),
        value => value,
    }
}

/// `a.b.c`
fn path(value: &Expression) -> Option<String> {
    let mut names = Vec::new();
    let mut at = value.get_inner_expression();
    while let Expression::StaticMemberExpression(it) = at {
        names.push(it.property.name.as_str());
        at = it.object.get_inner_expression();
    }
    match at {
        Expression::Identifier(it) => names.push(it.name.as_str()),
        Expression::ThisExpression(_) => names.push("this"),
        Expression::ImportMeta(_) => names.push("import.meta"),
        _ => return None,
    }
    names.reverse();
    Some(names.join("."))
}

/// `z.object({ a, b })`, also of `z.object({ a, b }).strict()`: what is called first says what is made.
fn call(it: &CallExpression, source: &str, left: usize) -> Option<String> {
    if let Some(callee) = path(&it.callee) {
        return Some(format!("{callee}({})", arguments(&it.arguments, source)));
    }
    let first = chained(&it.callee, source, left.checked_sub(1)?)?;
    // `wrap({ a })(b)` is about what it is given last too.
    Some(match it.callee.get_inner_expression() {
        Expression::CallExpression(_) => format!("{first}({})", arguments(&it.arguments, source)),
        _ => first,
    })
}

fn chained(callee: &Expression, source: &str, left: usize) -> Option<String> {
    let inner = match callee.get_inner_expression() {
        Expression::StaticMemberExpression(it) => it.object.get_inner_expression(),
        callee => callee,
    };
    match inner {
        Expression::CallExpression(it) => call(it, source, left),
        Expression::NewExpression(it) => made(it, source),
        Expression::StaticMemberExpression(_) => chained(inner, source, left.checked_sub(1)?),
        _ => None,
    }
}

fn made(it: &NewExpression, source: &str) -> Option<String> {
    Some(format!("new {}({})", path(&it.callee)?, arguments(&it.arguments, source)))
}

/// The name of what is called first: `styled` of ``styled(Button).attrs({})`…` ``.
fn first_callee(callee: &Expression, left: usize) -> Option<String> {
    if let Some(path) = path(callee) {
        return Some(path);
    }
    match callee.get_inner_expression() {
        Expression::CallExpression(it) => first_callee(&it.callee, left.checked_sub(1)?),
        Expression::StaticMemberExpression(it) => first_callee(&it.object, left.checked_sub(1)?),
        _ => None,
    }
}

fn arguments(arguments: &[Argument], source: &str) -> String {
    let mut told: Vec<String> = arguments
        .iter()
        .take(MOST_ARGUMENTS)
        .map(|it| it.as_expression().and_then(|it| argument(it, source)).unwrap_or_else(|| "…".to_owned()))
        .collect();
    if arguments.len() > MOST_ARGUMENTS {
        told.push("…".to_owned());
    }
    told.join(", ")
}

/// What is given in plain sight: a literal, a name, the keys of an object, the head of a function.
fn argument(value: &Expression, source: &str) -> Option<String> {
    match value.get_inner_expression() {
        Expression::ObjectExpression(it) => keys(it),
        Expression::ArrowFunctionExpression(it) => {
            Some(Span::new(it.span.start, it.body.span().start).source_text(source).to_owned() + "…")
        }
        Expression::FunctionExpression(it) => {
            let end = it.body.as_ref()?.span.start;
            Some(Span::new(it.span.start, end).source_text(source).to_owned() + "…")
        }
        Expression::ArrayExpression(it) => items(&it.elements),
        value if value.is_literal() => short(value.span(), source).map(str::to_owned),
        value => path(value),
    }
}

fn short(span: Span, source: &str) -> Option<&str> {
    let text = span.source_text(source);
    (text.len() <= LONGEST_ARGUMENT && !text.contains('\n')).then_some(text)
}

/// `{ a, b }` for an object with these keys; what they hold is no part of a head.
pub(super) fn keys(it: &ObjectExpression) -> Option<String> {
    let key = |property: &ObjectPropertyKind| {
        let ObjectPropertyKind::ObjectProperty(it) = property else { return None };
        let key = key_name(&it.key).filter(|key| key.chars().all(|c| is_plain(c) || c == '.'))?;
        Some(name_of(key, &it.value).unwrap_or_else(|| key.to_owned()))
    };
    let keys: Vec<String> = it.properties.iter().filter_map(key).take(MOST_KEYS).collect();
    (!keys.is_empty()).then(|| format!("{{ {} }}", keys.join(", ")))
}

/// `slug: 'posts'`: what an object is called is told with its key.
fn name_of(key: &str, value: &Expression) -> Option<String> {
    if !NAMING.contains(&key) {
        return None;
    }
    let Expression::StringLiteral(value) = value.get_inner_expression() else {
        return path(value)
            .filter(|path| path != key && path.len() <= LONGEST_NAME)
            .map(|path| format!("{key}: {path}"));
    };
    let short = value.value.len() <= LONGEST_NAME && !value.value.is_empty();
    let plain = value.value.chars().all(|c| is_plain(c) || matches!(c, '.' | '/' | ':' | '@' | ' '));
    (short && plain).then(|| format!("{key}: '{}'", value.value))
}

fn is_plain(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '-')
}

/// `[a, 'b']` for a list of names and literals, other items being passed over; `[{ a, b }]` for one of objects.
fn items(elements: &[ArrayExpressionElement]) -> Option<String> {
    let item = |element: &ArrayExpressionElement| match element.as_expression()?.get_inner_expression() {
        Expression::StringLiteral(it)
            if it.value.len() <= LONGEST_ARGUMENT && !it.value.contains(['\'', '\n']) =>
        {
            Some(format!("'{}'", it.value))
        }
        Expression::NumericLiteral(it) => it.raw.map(|raw| raw.to_string()),
        value => path(value),
    };
    let items: Vec<String> = elements.iter().filter_map(item).take(MOST_KEYS).collect();
    if items.is_empty()
        && let Some(Expression::ObjectExpression(first)) = elements.first().and_then(|it| it.as_expression())
    {
        return Some(format!("[{}]", keys(first)?));
    }
    (!items.is_empty()).then(|| format!("[{}]", items.join(", ")))
}
