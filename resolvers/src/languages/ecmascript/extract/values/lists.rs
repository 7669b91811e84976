//! The items of a list: names and literals, or the keys of the first of its objects.

use oxc_ast::ast::{ArrayExpressionElement, CallExpression, Expression};

use super::super::files;
use super::super::literals::{literal, property};
use super::objects::{MOST_KEYS, keys};
use super::pairs::{LONGEST_HELD, MOST_PAIRS};
use super::texts::is_plain;
use super::{LONGEST_ARGUMENT, LONGEST_CHAIN, LONGEST_NAME, path};

/// The parts of `{ a, b: ['c', 'd'] }`: what stands in brackets and quotes belongs together.
fn parts_in(keys: &str) -> Vec<&str> {
    let inside = keys.trim_start_matches('{').trim_end_matches('}');
    let (mut depth, mut quoted, mut start, mut parts) = (0_i32, false, 0, Vec::new());
    for (at, c) in inside.char_indices() {
        match c {
            '\'' => quoted = !quoted,
            '[' | '{' | '(' if !quoted => depth += 1,
            ']' | '}' | ')' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                parts.push(inside[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(inside[start..].trim());
    parts.retain(|it| !it.is_empty());
    parts
}

/// `check('name')` of `check('name').isString().trim()`: what a chain calls first, where that is given a name.
fn begin_of_chain(it: &CallExpression) -> Option<String> {
    let mut call = it;
    for _ in 0..LONGEST_CHAIN {
        match call.callee.get_inner_expression() {
            Expression::Identifier(callee) => {
                let first = call.arguments.first()?.as_expression().and_then(literal)?;
                let is_short =
                    first.len() <= LONGEST_HELD && first.chars().all(|c| is_plain(c) || "./:".contains(c));
                let more = if call.span == it.span { "" } else { ".…" };
                return is_short.then(|| format!("{}('{first}'){more}", callee.name));
            }
            Expression::StaticMemberExpression(callee) => match callee.object.get_inner_expression() {
                Expression::CallExpression(inner) => call = inner,
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}

/// `[a, 'b', …]` for a list of names and literals, the dots for other items; `[{ a, b }]` for one of objects.
pub(in super::super) fn items(elements: &[ArrayExpressionElement]) -> Option<String> {
    let named = |value: &Expression| {
        let text = match value.get_inner_expression() {
            Expression::TemplateLiteral(it) if let [only] = &it.quasis[..] => only.value.raw.as_str(),
            value => literal(value)?,
        };
        (text.len() <= LONGEST_NAME && !text.contains(['\'', '\n'])).then(|| text.to_owned())
    };
    let is_text = |it: &ArrayExpressionElement| {
        let value = it.as_expression().map(Expression::get_inner_expression);
        matches!(value, Some(Expression::StringLiteral(_) | Expression::TemplateLiteral(_)))
    };
    let is_mixed = elements.iter().any(is_text);
    let plain = |element: &ArrayExpressionElement| match element.as_expression()?.get_inner_expression() {
        Expression::StringLiteral(it)
            if it.value.len() <= LONGEST_ARGUMENT && !it.value.contains(['\'', '\n']) =>
        {
            Some(format!("'{}'", it.value))
        }
        Expression::NumericLiteral(it) => it.raw.map(|raw| raw.to_string()),
        // `['&', ' and ']`
        Expression::ArrayExpression(it) if (1..=MOST_PAIRS).contains(&it.elements.len()) => {
            let inner = it.elements.iter().map(|it| literal(it.as_expression()?.get_inner_expression()));
            let inner =
                inner.map(|it| it.filter(|it| it.len() <= LONGEST_HELD && !it.contains(['\'', '\n'])));
            let inner: Vec<String> = inner.map(|it| it.map(|it| format!("'{it}'"))).collect::<Option<_>>()?;
            Some(format!("[{}]", inner.join(", ")))
        }
        Expression::TemplateLiteral(it) if let [only] = &it.quasis[..] => {
            let text = only.value.raw.as_str();
            (text.len() <= LONGEST_ARGUMENT && !text.contains(['\'', '\n'])).then(|| format!("'{text}'"))
        }
        // What is set beside the names of others goes by its own: `{ resolve: 'acme-plugin', options }`.
        Expression::ObjectExpression(it) if is_mixed => {
            let name = property(it, |key| matches!(key, "name" | "resolve" | "use")).and_then(named)?;
            Some(format!("'{name}'"))
        }
        // `path.join(__dirname, 'src')`
        Expression::CallExpression(it) => {
            files::place_of(it).map(|place| format!("'{place}'")).or_else(|| begin_of_chain(it))
        }
        value => path(value),
    };
    let item = |element: &ArrayExpressionElement| match element {
        ArrayExpressionElement::SpreadElement(it) => path(&it.argument).map(|it| format!("...{it}")),
        element => plain(element),
    };
    let mut items: Vec<String> = elements.iter().filter_map(item).take(MOST_KEYS).collect();
    // What is not told may stand before what is.
    let first = elements.iter().position(|it| item(it).is_some()).unwrap_or(0);
    if items.is_empty()
        && let Some(Expression::ObjectExpression(first)) = elements.first().and_then(|it| it.as_expression())
    {
        let keys = keys(first)?;
        // What the first is called says nothing of the others.
        let bare = parts_in(&keys).into_iter().map(|key| key.split(": ").next().unwrap_or(key));
        let bare: Vec<&str> = bare.collect();
        let keys = if elements.len() > 1 { format!("{{ {} }}", bare.join(", ")) } else { keys };
        let is_object =
            |it: &ArrayExpressionElement| matches!(it.as_expression(), Some(Expression::ObjectExpression(_)));
        // What is no such object may be anything.
        let more = if elements.iter().all(is_object) { "" } else { ", …" };
        return Some(format!("[{keys}{more}]"));
    }
    if items.is_empty() {
        return None;
    }
    // What is passed over is there all the same.
    if elements.len() - first > items.len() {
        items.push("…".to_owned());
    }
    if first > 0 {
        items.insert(0, "…".to_owned());
    }
    Some(format!("[{}]", items.join(", ")))
}
