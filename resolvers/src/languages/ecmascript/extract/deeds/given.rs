//! What one value that is given is told as. Which value a body gives, and when, is no part of it.

use oxc_ast::ast::{CallExpression, Expression};
use oxc_span::{GetSpan, Span};

use super::super::imports::one_line;
use super::super::literals::argument;
use super::super::values;
use super::calls::{LONGEST_CHAIN, MOST_CALLS};
use super::code::{LONGEST, quotable, text};
use super::returns::{of_statements, one_of_body};
use super::statements::{call_of, executor, statements_of};
use crate::facts::Deed;

/// How much is told of a text that a tag is put before.
const LONGEST_BEGIN: usize = 90;

/// The literal that is given, whatever happens: of a text another deed tells, and which number it is changes with an edit.
pub(super) fn always(given: &Expression, source: &str) -> Option<Deed> {
    let given = given.get_inner_expression();
    let is_number = matches!(given, Expression::NumericLiteral(_))
        || matches!(given, Expression::UnaryExpression(it) if it.argument.is_number_literal());
    if is_number {
        return Some(Deed::Always(None));
    }
    let is_one = matches!(given, Expression::BooleanLiteral(_) | Expression::NullLiteral(_))
        || given.is_specific_id("undefined");
    text(given.span(), source).filter(|_| is_one).map(|it| Deed::Always(Some(it)))
}

/// Functions and what says nothing of itself are left out; of elements the names are told.
pub(super) fn gives(value: &Expression, source: &str) -> Option<Deed> {
    let value = match value.get_inner_expression() {
        Expression::AwaitExpression(it) => it.argument.get_inner_expression(),
        value => value,
    };
    match value {
        Expression::Identifier(_)
        | Expression::ThisExpression(_)
        | Expression::NullLiteral(_)
        | Expression::BooleanLiteral(_)
        | Expression::NumericLiteral(_)
        | Expression::ArrowFunctionExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ClassExpression(_)
        | Expression::JSXFragment(_) => None,
        it @ Expression::JSXElement(_) => values::told(it, source).map(Deed::Gives),
        // `` sql`a long text` ``
        Expression::TaggedTemplateExpression(it) if values::code(it.span, source).is_none() => {
            let tag = values::path(&it.tag)?;
            let inside = it.quasi.span.source_text(source).trim_matches('`');
            let begin = one_line(inside, LONGEST_BEGIN + 1).replace('`', "'");
            let begin = begin[..begin.floor_char_boundary(LONGEST_BEGIN)].to_owned();
            (!begin.trim().is_empty()).then(|| Deed::Gives(format!("{tag}'{begin}…'")))
        }
        // What its function does says more.
        it if executor(it).is_some() => None,
        // Its keys say more than the text.
        Expression::ObjectExpression(it) => {
            // Names that are spread alone say nothing.
            let tells = |told: &String| values::keys(it).is_some() || told.contains("(…)");
            values::given_object(it).filter(tells).map(Deed::Gives)
        }
        Expression::TemplateLiteral(it) => template(it.span, source).map(Deed::Gives),
        // `useMemo(() => ({ a, b }), […])`
        Expression::CallExpression(it)
            if let Some(Expression::ArrowFunctionExpression(made)) =
                argument(it, 0).filter(|_| it.callee.is_specific_id("useMemo"))
                && let Some(made) = made.body.as_expression() =>
        {
            gives(made, source)
        }
        // `useMemo(() => { …; return a }, […])`, `computed(() => { … })`
        Expression::CallExpression(it)
            if let Some(inner) = argument(it, 0).and_then(statements_of)
                && values::path(&it.callee)
                    .is_some_and(|it| matches!(it.as_str(), "React.useMemo" | "computed" | "useMemo")) =>
        {
            one_of_body(inner).or_else(|| of_statements(inner, source))
        }
        value => values::code(value.span(), source)
            .or_else(|| chained(value, LONGEST_CHAIN).and_then(quotable))
            .or_else(|| nested(value, source))
            .or_else(|| all_of(value).and_then(quotable))
            .or_else(|| whole(value, source).and_then(quotable))
            .map(Deed::Gives),
    }
}

/// A template without what it cannot be quoted with.
fn template(span: Span, source: &str) -> Option<String> {
    let inside = span.source_text(source).strip_prefix('`')?.strip_suffix('`')?;
    let told = format!("'{inside}'");
    (!inside.contains(['`', '\n', '\'']) && told.len() <= LONGEST).then_some(told)
}

/// `all(a.map(…), …)`: what is called first of all says more than what is called with it.
fn nested(value: &Expression, source: &str) -> Option<String> {
    let Expression::CallExpression(outer) = value else { return None };
    let inner = call_of(outer.arguments.first()?.as_expression()?)?;
    let more = if outer.arguments.len() > 1 { ", …" } else { "" };
    around(&values::path(&outer.callee)?, inner, more, source)
}

/// `transaction([user.create, team.create])` of a call that is given a list of calls.
fn all_of(value: &Expression) -> Option<String> {
    let Expression::CallExpression(outer) = value else { return None };
    let Expression::ArrayExpression(listed) = argument(outer, 0)?.get_inner_expression() else { return None };
    let inner = listed.elements.iter().map(|it| values::path(&call_of(it.as_expression()?)?.callee));
    let inner: Vec<String> = inner.collect::<Option<_>>()?;
    let outer = values::path(&outer.callee).filter(|_| !inner.is_empty())?;
    Some(format!("{outer}([{}])", inner.join(", ")))
}

/// `save(make({ a }))`: a call with the one that it is given, and what that is given where it is short.
pub(super) fn around(outer: &str, inner: &CallExpression, more: &str, source: &str) -> Option<String> {
    let callee = values::path(&inner.callee)?;
    let given = values::arguments(&inner.arguments, source);
    let is_plain = !given.contains(['\n', '`']) && !given.contains("=>") && !given.contains("function");
    let whole = Some(given).filter(|_| is_plain);
    let whole = whole.and_then(|given| quotable(format!("{outer}({callee}({given}){more})")));
    whole.or_else(|| quotable(format!("{outer}({callee}(…){more})")))
}

/// What [`values::told`] says of all of it: of a chain of calls that is only the first one.
fn whole(value: &Expression, source: &str) -> Option<String> {
    match value {
        Expression::CallExpression(it) => values::path(&it.callee).and_then(|_| values::told(value, source)),
        Expression::TaggedTemplateExpression(_) | Expression::LogicalExpression(_) => None,
        Expression::ArrayExpression(it) if !it.elements.is_empty() => values::items(&it.elements),
        value => values::told(value, source),
    }
}

/// `a.b(…).c(…)`: the calls of a chain without what they are given.
fn chained(value: &Expression, left: usize) -> Option<String> {
    let Expression::CallExpression(it) = value.get_inner_expression() else { return None };
    let Expression::StaticMemberExpression(callee) = it.callee.get_inner_expression() else { return None };
    let inner = match callee.object.get_inner_expression() {
        inner @ Expression::CallExpression(call) => match values::path(&call.callee) {
            Some(path) => format!("{path}(…)"),
            None => chained(inner, left.checked_sub(1)?)?,
        },
        _ => return None,
    };
    // What a stream goes through says what becomes of it.
    let steps = it.arguments.iter().filter(|_| callee.property.name == "pipe").filter_map(|it| {
        let step = values::path(&call_of(it.as_expression()?)?.callee)?;
        Some(format!("{step}(…)"))
    });
    let steps: Vec<String> = steps.take(MOST_CALLS).collect();
    let given = if steps.is_empty() { "…".to_owned() } else { steps.join(", ") };
    Some(format!("{inner}.{}({given})", callee.property.name))
}
