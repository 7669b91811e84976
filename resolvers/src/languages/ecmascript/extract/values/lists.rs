//! The items of a list: names and literals, or the keys of the first of its objects.

use oxc_ast::ast::{ArrayExpressionElement, CallExpression, Expression, ObjectPropertyKind};

use super::super::files;
use super::super::literals::{literal, property};
use super::objects::{MOST_KEYS, keys};
use super::pairs::{LONGEST_HELD, MOST_PAIRS, is_secret};
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

/// How many objects of a list are told by what they hold, and how long all of that may be, in bytes.
const MOST_ROWS: usize = 6;
const LONGEST_ROWS: usize = 240;

/// The keys of the first object of a list, `first`, each with what all objects hold there, where all of that is short:
/// `output.format: 'cjs' | 'esm'`. What they are called is told elsewhere.
fn of_rows(first: &str, elements: &[ArrayExpressionElement]) -> Vec<String> {
    // What is spread may have any key, and what one row names another one may hold that nobody is to know.
    let is_plain = |it: &ObjectPropertyKind| match it {
        ObjectPropertyKind::ObjectProperty(it) => {
            !literal(it.value.get_inner_expression()).is_some_and(is_secret)
        }
        ObjectPropertyKind::SpreadProperty(_) => false,
    };
    let rows = elements.iter().map(|it| match it.as_expression()?.get_inner_expression() {
        Expression::ObjectExpression(it) if it.properties.iter().all(is_plain) => keys(it),
        _ => None,
    });
    let rows: Option<Vec<String>> = rows.take(MOST_ROWS + 1).collect();
    let rows = rows.filter(|it| it.len() <= MOST_ROWS).unwrap_or_default();
    let rows: Vec<Vec<&str>> = rows.iter().map(|it| parts_in(it)).collect();
    let mut keys: Vec<String> = parts_in(first).into_iter().map(|part| key_of(part).to_owned()).collect();
    let held_at = |key: &String| {
        let held = rows.iter().map(|row| {
            let mut held = row.iter().filter_map(|it| it.split_once(": ")).filter(|(own, _)| own == key);
            held.next().map(|(_, value)| value).filter(|it| is_literal(it) && !is_secret(key))
        });
        let mut seen: Vec<&str> = Vec::new();
        for value in held.collect::<Option<Vec<&str>>>()? {
            if !seen.contains(&value) {
                seen.push(value);
            }
        }
        let is_told = !seen.is_empty() && !NAMING.contains(&key.as_str());
        is_told.then(|| seen.join(" | "))
    };
    let mut columns: Vec<(usize, String)> =
        keys.iter().enumerate().filter_map(|(at, key)| Some((at, held_at(key)?))).collect();
    // The shorter, the more of them are told.
    columns.sort_by_key(|(at, held)| (held.len(), *at));
    let mut length: usize = keys.iter().map(|it| it.len() + 2).sum();
    for (at, held) in columns {
        length += held.len() + 2;
        if length <= LONGEST_ROWS {
            keys[at] = format!("{}: {held}", keys[at]);
        }
    }
    for key in &mut keys {
        // What is not found in the first one either is written in another way.
        let is_known = !key.contains(": ") && elements.first().is_some_and(|it| may_have(it, key));
        let is_of_some = is_known && !elements.iter().all(|it| may_have(it, key));
        key.push_str(if is_of_some { "?" } else { "" });
    }
    keys
}

/// Whether an object of a list has what stands under the key `a.b`, or may have it.
fn may_have(element: &ArrayExpressionElement, key: &str) -> bool {
    let mut at = match element.as_expression() {
        Some(it) => it.get_inner_expression(),
        None => return true,
    };
    for part in key.split('.') {
        let Expression::ObjectExpression(it) = at else { return !at.is_literal() };
        if it.properties.iter().any(|it| matches!(it, ObjectPropertyKind::SpreadProperty(_))) {
            return true;
        }
        match property(it, |own| own == part) {
            Some(value) => at = value.get_inner_expression(),
            None => return false,
        }
    }
    true
}

fn key_of(part: &str) -> &str {
    part.split(": ").next().unwrap_or(part)
}

/// Keys that hold what one object of a list is called.
const NAMING: &[&str] = &["id", "key", "label", "name", "path", "slug", "title"];

/// Whether a part holds a text, a number or a truth value, which may stand beside others of the same column.
fn is_literal(value: &str) -> bool {
    if value.contains(" | ") {
        return false;
    }
    value.starts_with('\'')
        || value.starts_with(|it: char| it.is_ascii_digit())
        || matches!(value, "true" | "false")
}

/// The module of which a call is the path, or which it loads.
fn resolved<'a>(it: &CallExpression<'a>) -> Option<&'a str> {
    let is_one = path(&it.callee).is_some_and(|it| matches!(it.as_str(), "require" | "require.resolve"));
    let module = it.arguments.first()?.as_expression().and_then(literal)?;
    let is_short = module.len() <= LONGEST_ARGUMENT && !module.contains(['\'', '\n']);
    (is_one && is_short).then_some(module)
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
    listed(elements, bare)
}

/// The same; of several objects it is told what they hold: `[{ a: 1 | 2, b }]`.
pub(in super::super) fn rows(elements: &[ArrayExpressionElement]) -> Option<String> {
    listed(elements, of_rows)
}

/// What the first object of a list is called says nothing of the others.
fn bare(first: &str, _: &[ArrayExpressionElement]) -> Vec<String> {
    parts_in(first).into_iter().map(|part| key_of(part).to_owned()).collect()
}

fn listed(
    elements: &[ArrayExpressionElement],
    of_several: impl Fn(&str, &[ArrayExpressionElement]) -> Vec<String>,
) -> Option<String> {
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
        // `[new Int8Array(1), new Uint8Array(1)]`
        Expression::NewExpression(it) => path(&it.callee).map(|callee| format!("new {callee}")),
        // What is set beside the names of others goes by its own: `{ resolve: 'acme-plugin', options }`.
        Expression::ObjectExpression(it) if is_mixed => {
            let name = property(it, |key| matches!(key, "name" | "resolve" | "use")).and_then(named)?;
            Some(format!("'{name}'"))
        }
        // `require.resolve('preset')`
        Expression::CallExpression(it) if let Some(module) = resolved(it) => Some(format!("'{module}'")),
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
        let keys = if elements.len() > 1 {
            format!("{{ {} }}", of_several(&keys, elements).join(", "))
        } else {
            keys
        };
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
